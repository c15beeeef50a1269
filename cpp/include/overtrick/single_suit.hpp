// How to play one suit against best defence; docs/suits.md has the model and the proofs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace overtrick {

// Declarer's two holdings. Bit r of a holding is the card of rank r; every other card is a defender's.
struct SuitProblem {
    static constexpr int kUnlimited = 15;

    std::uint16_t north;
    std::uint16_t south;
    int ranks = 13;
    std::uint16_t apart = 0;  // defenders' cards to be told apart from the cards they touch
    int entries_north = kUnlimited;
    int entries_south = kUnlimited;
    bool tactics_only = false;  // only the plays of the seven tactics
    // The defenders never false-card: each plays his lowest card, or the lowest that beats all played so far.
    bool honest_defence = false;
};

enum class Showed : std::uint8_t { nobody, west, east };  // who has shown out

// The start of a trick.
struct SuitPosition {
    std::uint16_t north;
    std::uint16_t south;
    std::uint16_t out;  // the defenders' cards not yet played
    Showed showed = Showed::nobody;
    std::uint8_t in_hand = 0;  // 0: neither hand is in, 1: North is, 2: South is; only with limited entries
    std::uint8_t entries_north = SuitProblem::kUnlimited;
    std::uint8_t entries_south = SuitProblem::kUnlimited;
};

enum class Tactic : std::uint8_t { cash, sequence, duck, finesse_1, finesse_2, finesse_3, finesse_4 };

// How declarer's two hands play to a trick.
struct SuitPlay {
    enum class Way : std::uint8_t {
        plain,    // lead this card; low from the other hand
        towards,  // lead low towards this card of the other hand; play it, or beat a higher card if possible
        run,      // lead this card; low from the other hand, or beat a higher card if possible
    };
    Way way;
    bool from_north;  // which hand leads
    int rank;
};

// A set of layouts, one bit each, or for trick vectors one such set for every number of tricks.
using LayoutBits = std::vector<std::uint64_t>;

struct SuitLead {
    bool from_north;
    int rank;
    std::int64_t value;
    LayoutBits wins;
};

// The answers for one pair of holdings. Layouts are numbered by West's number of cards in each group of
// touching cards: layout = sum of count times stride. A goal of 0 asks for trick vectors.
class SingleSuit {
   public:
    virtual ~SingleSuit();

    virtual std::vector<std::uint16_t> groups() const = 0;  // lowest first
    virtual std::vector<int> strides() const = 0;
    virtual int layouts() const = 0;
    virtual int level_bits() const = 0;  // from one number of tricks to the next in a trick vector
    virtual int length() const = 0;      // of the longer holding: no more tricks than that

    // The heaviest set of layouts that a first lead wins, for every first lead. With `only_best` leads that
    // cannot equal the best one are left out. For goal 0 weights are given level by level.
    virtual std::vector<SuitLead> leads(int goal, std::span<const std::int64_t> weights, bool only_best) = 0;

    // Every undominated set of layouts (goal 0: trick vector); empty if there are more than `limit`.
    virtual std::vector<LayoutBits> lines(int goal, std::size_t limit) = 0;

    // The undominated sets of layouts, numbered by what West has left, that declarer can win from here.
    virtual std::vector<LayoutBits> sets(const SuitPosition& position, int goal) = 0;

    // Whether declarer, to lead in this position, can make `goal` tricks in all these layouts at once.
    // Layouts are numbered by what West has left.
    virtual bool achieves(const SuitPosition& position, int goal, const LayoutBits& layouts) = 0;

    virtual std::vector<SuitPlay> plays(const SuitPosition& position) const = 0;  // that words can tell
    virtual Tactic tactic(const SuitPosition& position, const SuitPlay& play) const = 0;
    virtual bool is_worth_trying(const SuitPosition& position, const SuitPlay& play) const = 0;

    // Whether declarer can still make `goal` tricks in all these layouts after a play.
    virtual bool keeps(const SuitPosition& position, const SuitPlay& play, int goal,
                       const LayoutBits& layouts) = 0;

    // The heaviest set of layouts, or trick vector, that can be won after a play. Layouts and weights are
    // numbered by what West has left, for goal 0 level by level.
    virtual SuitLead after(const SuitPosition& position, const SuitPlay& play, int goal,
                           std::span<const std::int64_t> weights) = 0;

    virtual std::uint64_t leaves() = 0;  // of the tree of plays, nothing cut off
};

std::unique_ptr<SingleSuit> make_single_suit(const SuitProblem& problem);

}  // namespace overtrick
