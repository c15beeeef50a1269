// The table as declarer sees it, and the same table in each world.
#pragma once

#include <array>
#include <cstdint>

#include "overtrick/cards.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick::play {

// The cards between two others, neither included.
constexpr CardSet between(int low, int high) { return below(card_set(high)) & above(card_set(low)); }

// What all worlds have in common.
struct Table {
    std::array<CardSet, 2> own{};  // declarer's side, the seat that comes first North, East, South, West
    int side = 0;                  // declarer's: 0 North and South, 1 East and West
    int leader = 0;
    int turn = 0;     // cards on the table
    int led = -1;     // their first suit
    int winning = 0;  // who wins the trick so far
    int needed = 0;   // tricks

    int seat() const { return (leader + turn) & 3; }
    bool is_own_turn() const { return (seat() & 1) == side; }
    // With a card in each hand or none the rest plays itself.
    bool has_choice() const { return own[0].size() > 1 || own[1].size() > 1; }
};

// A world as it stands now.
struct World {
    std::array<CardSet, 2> theirs{};
    std::array<std::int8_t, 4> trick{-1, -1, -1, -1};
    std::int8_t best = -1;  // the card that wins the trick so far
    std::uint16_t number = 0;

    CardSet on_table() const {
        CardSet cards;
        for (const std::int8_t card : trick)
            if (card >= 0) cards |= card_set(card);
        return cards;
    }
};

constexpr CardSet legal(CardSet hand, int led) {
    const CardSet following = led < 0 ? CardSet{} : hand & suit_set(led);
    return following.any() ? following : hand;
}

constexpr bool beats(int card, int best, int trump) {
    if (best < 0) return true;
    return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump;
}

// Of the cards of a hand the highest of each run in which nobody else's card, nor one on the table, lies.
constexpr CardSet tops_of_runs(CardSet cards, CardSet others) {
    CardSet tops;
    for (int suit = 0; suit < 4; ++suit) {
        int above = -1;
        for (CardSet left = cards & suit_set(suit); left.any();) {
            const int card = left.highest_place();
            if (above < 0 || (between(card, above) & others).any()) tops |= card_set(card);
            above = card;
            left ^= card_set(card);
        }
    }
    return tops;
}

// The same from below.
constexpr CardSet bottoms_of_runs(CardSet cards, CardSet others) {
    CardSet bottoms;
    for (int suit = 0; suit < 4; ++suit) {
        int below = -1;
        for (CardSet left = cards & suit_set(suit); left.any(); left = rest(left)) {
            const int card = left.lowest_place();
            if (below < 0 || (between(below, card) & others).any()) bottoms |= card_set(card);
            below = card;
        }
    }
    return bottoms;
}

// The defenders' cards by kind: those of a suit with no card between them that declarer can see.
class Kinds {
   public:
    Kinds(CardSet theirs, CardSet seen) {
        int kind = -1;
        bool goes_on = false;
        for (int card = 0; card < kCards; ++card) {
            if (card % kRanks == 0 || (seen & card_set(card)).any()) goes_on = false;
            if ((theirs & card_set(card)).empty()) continue;
            if (!goes_on) ++kind;
            goes_on = true;
            of_[card] = static_cast<std::uint8_t>(kind);
            cards_[kind] |= card_set(card);
        }
    }

    int of(int card) const { return of_[card]; }
    CardSet cards(int kind) const { return cards_[kind]; }

   private:
    std::array<std::uint8_t, kCards> of_{};
    std::array<CardSet, kCards> cards_{};
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
