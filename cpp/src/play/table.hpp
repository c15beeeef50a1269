// The table as declarer sees it, and the same table in each world.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "overtrick/double_dummy.hpp"

namespace overtrick::play {

using CardBits = std::uint64_t;  // bit 13 s + r, as in Python

constexpr CardBits suit_bits(int suit) { return CardBits{0x1fff} << 13 * suit; }
constexpr CardBits bit(int card) { return CardBits{1} << card; }
constexpr int suit_of(int card) { return card / 13; }
constexpr int lowest(CardBits cards) { return std::countr_zero(cards); }
constexpr int highest(CardBits cards) { return 63 - std::countl_zero(cards); }
constexpr CardBits between(int low, int high) { return (bit(high) - 1) & ~((bit(low) << 1) - 1); }

// What all worlds have in common.
struct Table {
    std::array<CardBits, 2> own{};  // declarer's side, the seat that comes first North, East, South, West
    int side = 0;                   // declarer's: 0 North and South, 1 East and West
    int leader = 0;
    int turn = 0;     // cards on the table
    int led = -1;     // their first suit
    int winning = 0;  // who wins the trick so far
    int needed = 0;   // tricks

    int seat() const { return (leader + turn) & 3; }
    bool is_own_turn() const { return (seat() & 1) == side; }
    // With a card in each hand or none the rest plays itself.
    bool has_choice() const { return std::popcount(own[0]) > 1 || std::popcount(own[1]) > 1; }
};

// A world as it stands now.
struct World {
    std::array<CardBits, 2> theirs{};
    std::array<std::int8_t, 4> trick{-1, -1, -1, -1};
    std::int8_t best = -1;  // the card that wins the trick so far
    std::uint16_t number = 0;

    CardBits on_table() const {
        CardBits cards = 0;
        for (const std::int8_t card : trick)
            if (card >= 0) cards |= bit(card);
        return cards;
    }
};

constexpr CardBits legal(CardBits hand, int led) {
    const CardBits following = led < 0 ? 0 : hand & suit_bits(led);
    return following != 0 ? following : hand;
}

constexpr bool beats(int card, int best, int trump) {
    if (best < 0) return true;
    return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump;
}

// Of the cards of a hand the highest of each run in which nobody else's card, nor one on the table, lies.
constexpr CardBits tops_of_runs(CardBits cards, CardBits others) {
    CardBits tops = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int above = -1;
        for (CardBits left = cards & suit_bits(suit); left != 0;) {
            const int card = highest(left);
            if (above < 0 || (between(card, above) & others) != 0) tops |= bit(card);
            above = card;
            left ^= bit(card);
        }
    }
    return tops;
}

// The same from below.
constexpr CardBits bottoms_of_runs(CardBits cards, CardBits others) {
    CardBits bottoms = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int below = -1;
        for (CardBits left = cards & suit_bits(suit); left != 0; left &= left - 1) {
            const int card = lowest(left);
            if (below < 0 || (between(below, card) & others) != 0) bottoms |= bit(card);
            below = card;
        }
    }
    return bottoms;
}

// The defenders' cards by kind: those of a suit with no card between them that declarer can see.
class Kinds {
   public:
    Kinds(CardBits theirs, CardBits seen) {
        int kind = -1;
        bool goes_on = false;
        for (int card = 0; card < 52; ++card) {
            if (card % 13 == 0 || (seen & bit(card)) != 0) goes_on = false;
            if ((theirs & bit(card)) == 0) continue;
            if (!goes_on) ++kind;
            goes_on = true;
            of_[card] = static_cast<std::uint8_t>(kind);
            cards_[kind] |= bit(card);
        }
    }

    int of(int card) const { return of_[card]; }
    CardBits cards(int kind) const { return cards_[kind]; }

   private:
    std::array<std::uint8_t, 52> of_{};
    std::array<CardBits, 52> cards_{};
};

// A card goes to the table; after the fourth the trick is gathered.
inline void put(World& world, const Table& before, int card, int trump) {
    if (beats(card, world.best, trump)) world.best = static_cast<std::int8_t>(card);
    world.trick[before.turn] = static_cast<std::int8_t>(card);
    if (before.turn == 3) {
        world.trick = {-1, -1, -1, -1};
        world.best = -1;
    }
}

// What all see of a card: its suit, and whether it wins the trick so far.
inline Table after(Table table, int suit, bool is_winning) {
    if (table.turn == 0) table.led = suit;
    if (is_winning) table.winning = table.seat();
    if (++table.turn < 4) return table;
    table.needed -= (table.winning & 1) == table.side;
    table.leader = table.winning;
    table.turn = 0;
    table.led = -1;
    return table;
}

}  // namespace overtrick::play
