// Strategies: positions that can be counted by hand, budgets that end, questions that are none.
#include "overtrick/strategies.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "hands.hpp"

using namespace overtrick;

namespace {

constexpr int kNotrump = 4, kSouth = 2, kToTheEnd = 52;
constexpr std::size_t kBytes = 1 << 22;
constexpr std::uint64_t kEndless = 1'000'000'000;

StrategyProblem problem(std::vector<Hands> worlds, int target, Detail detail = Detail::lowest) {
    StrategyProblem made;
    made.position.hands = worlds.front();
    made.position.strain = kNotrump;
    made.position.leader = kSouth;
    made.target = target;
    made.worlds = std::move(worlds);
    made.detail = detail;
    return made;
}

StrategyLimits limits(int depth, std::uint64_t positions = kEndless) {
    StrategyLimits made;
    made.depth = depth;
    made.positions = positions;
    return made;
}

int count(const WorldBits& worlds) {
    return std::accumulate(worlds.begin(), worlds.end(), 0,
                           [](int sum, std::uint64_t word) { return sum + std::popcount(word); });
}

int best(const std::vector<CardStrategies>& cards) {
    int most = 0;
    for (const CardStrategies& card : cards)
        for (const WorldBits& plan : card.plans) most = std::max(most, count(plan));
    return most;
}

// The queen is with West or with East: double dummy finds her, declarer has to guess.
void check_a_guess() {
    const auto strategies = make_strategies(
        problem({parse("AJ3... 765... KT4... Q98..."), parse("AJ3... Q98... KT4... 765...")}, 3), kBytes);
    check::that(best(strategies->compare(limits(1))) == 2);
    check::that(best(strategies->compare(limits(kToTheEnd))) == 1);
    check::that(strategies->positions() > 0);
    StrategyLimits weighing = limits(kToTheEnd);
    weighing.weights = {3, 2};
    const auto weighed = strategies->compare(weighing);
    for (const CardStrategies& card : weighed) check::that(card.is_complete && !card.hope.empty());
    for (const CardStrategies& card : strategies->compare(limits(kToTheEnd, 0)))
        check::that(!card.is_complete && card.plans.empty() && count(card.hope) > 0);
}

// More worlds than a word holds: every world many times over changes nothing.
void check_many_worlds() {
    for (const int copies : {1, 40, 100, 500}) {
        std::vector<Hands> worlds;
        for (int i = 0; i < copies; ++i) {
            worlds.push_back(parse("AJ3... 765... KT4... Q98..."));
            worlds.push_back(parse("AJ3... Q98... KT4... 765..."));
        }
        const auto strategies = make_strategies(problem(worlds, 3), kBytes);
        check::that(best(strategies->compare(limits(1))) == 2 * copies);
        check::that(best(strategies->compare(limits(kToTheEnd, kEndless))) == copies);
    }
}

std::vector<Hands> random_worlds(std::mt19937_64& random, int cards, int size) {
    const Hands first = random_hands(random, cards);
    std::vector<int> out;
    for (std::uint64_t left = first[1] | first[3]; left != 0; left &= left - 1)
        out.push_back(std::countr_zero(left));
    std::vector<Hands> worlds;
    for (int i = 0; i < size; ++i) {
        std::shuffle(out.begin(), out.end(), random);
        Hands hands{first[0], 0, first[2], 0};
        for (int card = 0; card < 2 * cards; ++card)
            hands[card < cards ? 1 : 3] |= std::uint64_t{1} << out[card];
        worlds.push_back(hands);
    }
    return worlds;
}

// With one world a strategy is double dummy, however far it looks; more worlds and more depth never help.
void check_random(int problems) {
    std::mt19937_64 random(1);
    const auto solver = make_double_dummy(kBytes);
    for (int i = 0; i < problems; ++i) {
        const auto worlds = random_worlds(random, 4, 6);
        const int target = 1 + static_cast<int>(random() % 4);
        int won = 0;
        for (const Hands& hands : worlds) {
            const bool is_won =
                solver
                    ->at_least({.hands = hands, .strain = kNotrump, .leader = kSouth, .trick = {-1, -1, -1}},
                               target)
                    .is_reached;
            const auto alone = make_strategies(problem({hands}, target), kBytes);
            check::that(best(alone->compare(limits(kToTheEnd))) == is_won);
            won += is_won;
        }
        const auto strategies = make_strategies(problem(worlds, target, Detail::unblocks), kBytes);
        int last = won;
        for (const int depth : {1, 2, 3, kToTheEnd}) {
            const int made = best(strategies->compare(limits(depth, kEndless)));
            check::that(made <= last);
            last = made;
        }
    }
}

bool is_refused(StrategyProblem wrong) {
    try {
        make_strategies(std::move(wrong), kBytes);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void check_refusals() {
    const Hands hands = parse("AJ3... 765... KT4... Q98...");
    check::that(is_refused(problem({hands, parse("AJ3... 765... KT4... Q92...")}, 3)));
    check::that(is_refused(problem({hands, parse("KT4... 765... AJ3... Q98...")}, 3)));
    check::that(is_refused(problem({parse("AJ3... 765... KT4... Q9...")}, 3)));
    check::that(is_refused(problem({parse("AJ3... AJ3... KT4... Q98...")}, 3)));
    check::that(is_refused(problem({parse(" ")}, 3)));
    check::that(is_refused(problem(std::vector<Hands>(kMostWorlds + 1, hands), 3)));
    StrategyProblem empty = problem({hands}, 3);
    empty.worlds.clear();
    check::that(is_refused(empty));
}

}  // namespace

int main() {
    constexpr int kProblems = 60, kCardsOfSouth = 3;
    check_a_guess();
    check_many_worlds();
    check_random(kProblems);
    check_refusals();
    return check::report(3 + 2 * kCardsOfSouth + 2 * 4 + (6 + 4) * kProblems + 7);
}
