// Declarer's strategies against best defence, over worlds he cannot tell apart; docs/play.md has the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "overtrick/dealer.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick {

inline constexpr std::size_t kMostWorlds = 1024;

// What a defender may do with cards of one kind: those of a suit between which declarer's side has none.
enum class Detail : std::uint8_t {
    lowest,    // he plays the lowest
    unblocks,  // or one that his partner's card separates from it; declarer sees no difference
    cards,     // he plays any, and declarer sees which: every card is a kind of its own
};

// The side to play is declarer's. Its two hands are those of the position; a world says what all four hold.
struct StrategyProblem {
    Position position;
    int target = 1;  // tricks declarer's side needs of those undecided, the one in progress included
    std::vector<Hands> worlds;
    Detail detail = Detail::lowest;
};

struct StrategyLimits {
    int depth = 1;                      // cards of declarer's side, after which double dummy takes over
    std::uint64_t positions = 200'000;  // looked at, those of the double-dummy solvers included
    // If there are weights, only the best card matters: one that weighs less by more than `tie` is not
    // searched to the end.
    std::vector<std::int64_t> weights;
    std::int64_t tie = 0;
};

using WorldBits = std::vector<std::uint64_t>;  // bit w % 64 of word w / 64 is world w

struct CardStrategies {
    int card = 0;
    std::uint64_t equals = 0;      // of the same hand, this one included
    bool is_complete = false;      // searched within the budget
    bool is_beaten = false;        // it weighs less than another card: no vectors are given
    WorldBits hope;                // won double dummy after the card
    std::vector<WorldBits> plans;  // the vectors that no other contains
};

// Remembers double-dummy answers from one comparison to the next.
class Strategies {
   public:
    virtual ~Strategies() = default;

    // Every card of the player whose turn it is, of equals the highest, spades first.
    virtual std::vector<CardStrategies> compare(const StrategyLimits& limits) = 0;
    virtual std::uint64_t positions() const = 0;  // looked at in the last comparison
};

// `bytes` bounds the memory of the solvers; refuses what is no problem (std::invalid_argument).
std::unique_ptr<Strategies> make_strategies(StrategyProblem problem, std::size_t bytes);

}  // namespace overtrick
