// Double dummy: the interface, the same for every kind of processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "overtrick/dealer.hpp"

namespace overtrick {

inline constexpr int kAlways = 255;
inline constexpr int kNoGuess = -1;
inline constexpr int kNotAsked = -1;
inline constexpr std::uint64_t kAllCards = ~std::uint64_t{0};

// The rules of the search. Each is sound by itself: switching one off never changes an answer.
struct Rules {
    bool table = true;         // the partition table
    bool equals = true;        // one card of a run stands for all
    bool siblings = true;      // a card whose rank did not matter clears those like it
    bool quick_tricks = true;  // tricks the side on lead can cash
    bool trump_tricks = true;  // top trumps of two partners
    bool stoppers = true;      // suits that the side on lead must lead at last, to its loss
    bool refutation = true;    // suits in which an opponent wins and cashes enough
    bool memory = true;        // the card that answered last time is tried first
};

// Other games on the same cards, for finding out why a line works.
struct Variation {
    int blanks_east =
        0;  // how often he may throw a card from outside his hand when he cannot follow, or kAlways
    int blanks_west = 0;
    bool no_finesse =
        false;  // N/S lose the rest with a trick won under a higher card of a defender who had played
};

// A position: the cards left in each hand, and those played to the trick in progress.
struct Position {
    Hands hands{};  // without the cards on the table
    int strain = 4;
    int leader = 0;                                // to the trick in progress
    std::array<std::int8_t, 3> trick{-1, -1, -1};  // cards by index
};

struct Proof {
    bool is_reached = false;
    std::uint64_t cards = 0;  // those whose owners matter, the played ones included
};

struct CardValue {
    int card = 0;
    int tricks = 0;  // N/S's, of those still to be decided; kNotAsked if nobody asked
};

class DoubleDummy {
   public:
    virtual ~DoubleDummy();

    virtual void set(const Rules& rules, const Variation& variation) = 0;
    virtual void forget() = 0;

    // N/S's tricks from here on, the one in progress included. `guess` only saves time.
    virtual int tricks(const Position& position, int guess = kNoGuess) = 0;
    // Do N/S take at least `target` tricks?
    virtual Proof at_least(const Position& position, int target) = 0;
    // Every card that may be played, spades first and high to low, with N/S's tricks after it; only some may
    // be asked for, and cards equal to those are then answered too.
    virtual std::vector<CardValue> cards(const Position& position, int guess = kNoGuess,
                                         std::uint64_t only = kAllCards) = 0;
    // N/S's tricks by strain and leader; strains not asked for stay as they are.
    virtual void table(const Hands& hands, unsigned strains, std::span<std::int8_t, 20> tricks) = 0;

    virtual std::size_t bytes() const = 0;        // of memory
    virtual std::uint64_t positions() const = 0;  // looked at so far
    virtual const char* instructions() const = 0;
};

// `bytes` bounds the memory of the table.
std::unique_ptr<DoubleDummy> make_double_dummy(std::size_t bytes, bool portable = false);

// The value of an ending by exhaustive search: slow and obviously right, for tests.
int plain_tricks(const Position& position, const Variation& variation);

}  // namespace overtrick
