// Cards as the solver sees them: a lane of sixteen bits for each suit, so that suits can be worked on side by
// side.
#pragma once

#include <bit>
#include <cstdint>

#include "overtrick/bits.hpp"
#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

using Cards = std::uint64_t;  // rank r of suit s is bit 16 s + r; bits 13 to 15 of a lane are never cards

inline constexpr Cards kLane = 0x1fff;
inline constexpr Cards kLanes = 0x1fff'1fff'1fff'1fff;
inline constexpr Cards kGuards = 0x2000'2000'2000'2000;  // a bit above each lane, which is nobody's card
inline constexpr int kNotrump = 4;

constexpr Cards lane(int suit) { return kLane << 16 * suit; }
constexpr int suit_of(Cards card) { return std::countr_zero(card) >> 4; }
constexpr int count(Cards cards) { return std::popcount(cards); }
constexpr Cards lowest(Cards cards) { return cards & -cards; }
constexpr Cards highest(Cards cards) {
    return cards == 0 ? 0 : std::uint64_t{1} << (63 - std::countl_zero(cards));
}
// The bits above a card, of its own and of higher suits.
constexpr Cards above(Cards card) { return ~(card | (card - 1)); }

// From and to the encoding of Python: thirteen bits for each suit.
inline Cards to_lanes(std::uint64_t packed) { return deposit(packed, kLanes); }
inline std::uint64_t from_lanes(Cards cards) { return extract(cards, kLanes); }

// In each lane, the lowest card and every bit above it.
constexpr Cards upward(Cards cards) {
    constexpr Cards low_bits = 0x7fff'7fff'7fff'7fff, ones = 0x0001'0001'0001'0001;
    const Cards lows = cards & ((~cards & low_bits) + ones);  // no lane carries into the next
    return (~lows & low_bits) + ones;
}

// The highest card of each run: cards of a hand with nobody else's card between them are equals.
// `present` holds all cards in play.
inline Cards heads_of_runs(Cards cards, Cards present) {
    const Cards places = present | kGuards;
    const std::uint64_t packed = extract(cards, places);
    return deposit(packed & ~(packed >> 1), places);
}

}  // namespace overtrick::inline OVERTRICK_TARGET
