// Cards as the solver sees them: a lane of sixteen bits for each suit, so that suits can be worked on side by
// side.
#pragma once

#include <cstdint>

#include "overtrick/bits.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

using Lanes =
    CardBits<struct SixteenBits>;  // rank r of suit s is bit 16 s + r; bits 13 to 15 are never cards

inline constexpr std::uint64_t kLanes = 0x1fff'1fff'1fff'1fff;
inline constexpr std::uint64_t kGuards = 0x2000'2000'2000'2000;  // a bit above each lane, nobody's card

constexpr Lanes lane(int suit) { return Lanes{kSuitMask << 16 * suit}; }
constexpr int suit_of(Lanes card) { return card.lowest_place() >> 4; }
constexpr int count(Lanes cards) { return cards.size(); }

// From and to the encoding of Python: thirteen bits for each suit.
inline Lanes to_lanes(std::uint64_t packed) { return Lanes{deposit(packed, kLanes)}; }
inline std::uint64_t from_lanes(Lanes cards) { return extract(cards.bits(), kLanes); }

// In each lane, the lowest card and every bit above it.
constexpr Lanes upward(Lanes cards) {
    constexpr std::uint64_t low_bits = 0x7fff'7fff'7fff'7fff, ones = 0x0001'0001'0001'0001;
    const std::uint64_t lows =
        cards.bits() & ((~cards.bits() & low_bits) + ones);  // no lane carries into the next
    return Lanes{(~lows & low_bits) + ones};
}

// The highest card of each run: cards of a hand with nobody else's card between them are equals.
// `present` holds all cards in play.
inline Lanes heads_of_runs(Lanes cards, Lanes present) {
    const std::uint64_t places = present.bits() | kGuards;
    const std::uint64_t packed = extract(cards.bits(), places);
    return Lanes{deposit(packed & ~(packed >> 1), places)};
}

}  // namespace overtrick::inline OVERTRICK_TARGET
