// What squeezes are measured against: the tricks North and South have without forcing a discard.
#pragma once

#include "overtrick/dealer.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick {

// How North and South may win a trick they lead, beside a card that no defender can beat in its suit.
struct Ways {
    bool ruffs = false;     // with a trump on a side suit
    bool finesses = false;  // with any card that wins
};

// The cash game. A defender who cannot follow suit need not discard: he may throw a blank from outside
// his hand. When North or South leads, their side must win in an allowed way, or the game is over.
// When a defender leads, any card may win, and defenders who win go on leading. The value is N/S's tricks.
int cash_tricks(const Position& position, const Ways& ways);

// The values that define a squeeze, in N/S's tricks. A defender with free discards may throw a blank
// whenever he cannot follow suit.
struct SqueezeValues {
    int tricks = 0;
    int free_east = 0;
    int free_west = 0;
    int free_both = 0;
    int tops = 0;  // of the cash game, without ruffs and finesses
};

inline constexpr int kPlainCards = 5;

// The same by trying every card, before a lead, with at most kPlainCards in each hand: for tests.
SqueezeValues plain_squeeze(const Hands& hands, int strain, int leader);

}  // namespace overtrick
