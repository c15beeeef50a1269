// Cards and sets of cards: value types shared by every solver.
#pragma once

#include <bit>
#include <cstdint>

#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades };
enum class Rank : std::uint8_t {
    two,
    three,
    four,
    five,
    six,
    seven,
    eight,
    nine,
    ten,
    jack,
    queen,
    king,
    ace
};

inline constexpr int kRanks = 13;
inline constexpr int kCards = 52;

struct Card {
    Suit suit;
    Rank rank;

    // 0 is the club two, 51 the spade ace: the same numbers as in Python.
    constexpr int index() const { return kRanks * static_cast<int>(suit) + static_cast<int>(rank); }

    static constexpr Card from_index(int i) {
        return {static_cast<Suit>(i / kRanks), static_cast<Rank>(i % kRanks)};
    }

    friend constexpr bool operator==(Card, Card) = default;
};

// An immutable set of cards, one bit per card. Cheap to copy; pass it by value.
class CardSet {
   public:
    constexpr CardSet() = default;
    constexpr explicit CardSet(std::uint64_t bits) : bits_(bits) {}

    static constexpr CardSet pack() { return CardSet{(std::uint64_t{1} << kCards) - 1}; }

    // Contents
    constexpr std::uint64_t bits() const { return bits_; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool contains(Card c) const { return bits_ >> c.index() & 1; }

    // Parts
    constexpr CardSet in(Suit s) const { return CardSet{bits_ & kSuitMask << kRanks * static_cast<int>(s)}; }
    constexpr Card highest() const { return Card::from_index(63 - std::countl_zero(bits_)); }  // not empty
    constexpr Card lowest() const { return Card::from_index(std::countr_zero(bits_)); }        // not empty

    // Algebra
    constexpr CardSet with(Card c) const { return CardSet{bits_ | bit(c)}; }
    constexpr CardSet without(Card c) const { return CardSet{bits_ & ~bit(c)}; }

    friend constexpr CardSet operator|(CardSet a, CardSet b) { return CardSet{a.bits_ | b.bits_}; }
    friend constexpr CardSet operator&(CardSet a, CardSet b) { return CardSet{a.bits_ & b.bits_}; }
    friend constexpr CardSet operator-(CardSet a, CardSet b) { return CardSet{a.bits_ & ~b.bits_}; }
    friend constexpr bool operator==(CardSet, CardSet) = default;

   private:
    static constexpr std::uint64_t kSuitMask = (std::uint64_t{1} << kRanks) - 1;
    static constexpr std::uint64_t bit(Card c) { return std::uint64_t{1} << c.index(); }

    std::uint64_t bits_ = 0;
};

}  // namespace overtrick::inline OVERTRICK_TARGET
