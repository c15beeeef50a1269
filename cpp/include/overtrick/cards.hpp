// Cards and sets of cards.
//
// A card is its number, 13 suit + rank, as in Python. A set of cards has one bit for each card, in one of two
// encodings. Each encoding is a type of its own, so that sets of different encodings cannot be mixed: CardSet
// numbers the bits as Python does, Lanes (dd/lanes.hpp) gives each suit sixteen bits.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

inline constexpr int kRanks = 13;
inline constexpr int kCards = 52;
inline constexpr int kNotrump = 4;

constexpr int suit_of(int card) { return card / kRanks; }

// A set of cards. Cheap to copy; pass it by value.
template <class Encoding>
class CardBits {
   public:
    constexpr CardBits() = default;
    constexpr explicit CardBits(std::uint64_t bits) : bits_(bits) {}

    // Contents
    constexpr std::uint64_t bits() const { return bits_; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool any() const { return bits_ != 0; }

    // The place of the lowest or highest bit; the set must not be empty
    constexpr int lowest_place() const { return std::countr_zero(bits_); }
    constexpr int highest_place() const { return 63 - std::countl_zero(bits_); }

    // Algebra: union, intersection, symmetric difference, difference
    constexpr CardBits& operator|=(CardBits other) { return *this = *this | other; }
    constexpr CardBits& operator&=(CardBits other) { return *this = *this & other; }
    constexpr CardBits& operator^=(CardBits other) { return *this = *this ^ other; }
    constexpr CardBits& operator-=(CardBits other) { return *this = *this - other; }

    friend constexpr CardBits operator|(CardBits a, CardBits b) { return CardBits{a.bits_ | b.bits_}; }
    friend constexpr CardBits operator&(CardBits a, CardBits b) { return CardBits{a.bits_ & b.bits_}; }
    friend constexpr CardBits operator^(CardBits a, CardBits b) { return CardBits{a.bits_ ^ b.bits_}; }
    friend constexpr CardBits operator-(CardBits a, CardBits b) { return CardBits{a.bits_ & ~b.bits_}; }

    // Of two sets in one suit the one with the higher top card is greater
    friend constexpr auto operator<=>(CardBits, CardBits) = default;

   private:
    std::uint64_t bits_ = 0;
};

// One card of a set, as a set; none of an empty one.
template <class Encoding>
constexpr CardBits<Encoding> lowest(CardBits<Encoding> cards) {
    return CardBits<Encoding>{cards.bits() & -cards.bits()};
}
template <class Encoding>
constexpr CardBits<Encoding> highest(CardBits<Encoding> cards) {
    return cards.empty() ? cards : CardBits<Encoding>{std::uint64_t{1} << cards.highest_place()};
}

// What is left of a set without its lowest card: `for (; cards.any(); cards = rest(cards))` visits them all.
template <class Encoding>
constexpr CardBits<Encoding> rest(CardBits<Encoding> cards) {
    return CardBits<Encoding>{cards.bits() & (cards.bits() - 1)};
}

// All bits above and below a single card, of its own and of other suits.
template <class Encoding>
constexpr CardBits<Encoding> above(CardBits<Encoding> card) {
    return CardBits<Encoding>{~(card.bits() | (card.bits() - 1))};
}
template <class Encoding>
constexpr CardBits<Encoding> below(CardBits<Encoding> card) {
    return CardBits<Encoding>{card.bits() - 1};
}

// Python's encoding: bit 13 suit + rank.
using CardSet = CardBits<struct Packed>;

inline constexpr std::uint64_t kSuitMask = (std::uint64_t{1} << kRanks) - 1;
inline constexpr CardSet kPack{(std::uint64_t{1} << kCards) - 1};

constexpr CardSet card_set(int card) { return CardSet{std::uint64_t{1} << card}; }
constexpr CardSet suit_set(int suit) { return CardSet{kSuitMask << kRanks * suit}; }

// The cards of a suit as thirteen bits, the two lowest.
constexpr std::uint32_t holding(std::uint64_t cards, int suit) {
    return static_cast<std::uint32_t>(cards >> kRanks * suit & kSuitMask);
}

}  // namespace overtrick::inline OVERTRICK_TARGET
