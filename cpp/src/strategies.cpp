// Declarer's strategies: the root, card by card.
#include "overtrick/strategies.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "play/plans.hpp"

namespace overtrick {

namespace {

using play::Table;
using play::World;

int cards_on_table(const Position& position) {
    int turn = 0;
    while (turn < 3 && position.trick[turn] >= 0) ++turn;
    return turn;
}

Table table_of(const StrategyProblem& problem) {
    const Position& position = problem.position;
    Table table{.leader = position.leader};
    table.side = (position.leader + cards_on_table(position)) & 1;
    for (int half = 0; half < 2; ++half) table.own[half] = CardSet{position.hands[2 * half + table.side]};
    table.needed = problem.target;
    int best = -1;
    for (int turn = 0; turn < cards_on_table(position); ++turn) {
        const int card = position.trick[turn];
        const bool is_winning = play::beats(card, best, position.strain);
        if (is_winning) best = card;
        table = play::after(table, suit_of(card), is_winning);
    }
    return table;
}

std::vector<World> worlds_of(const StrategyProblem& problem) {
    const Position& position = problem.position;
    const int turn = cards_on_table(position), side = (position.leader + turn) & 1;
    std::vector<World> worlds;
    for (const Hands& hands : problem.worlds) {
        World world{.number = static_cast<std::uint16_t>(worlds.size())};
        world.theirs = {CardSet{hands[1 - side]}, CardSet{hands[3 - side]}};
        for (int i = 0; i < turn; ++i) {
            world.trick[i] = position.trick[i];
            if (play::beats(position.trick[i], world.best, position.strain)) world.best = position.trick[i];
        }
        worlds.push_back(world);
    }
    return worlds;
}

play::Kinds kinds_of(Detail detail, const Table& table, const World& world) {
    const CardSet theirs = world.theirs[0] | world.theirs[1];
    const CardSet seen = table.own[0] | table.own[1] | world.on_table();
    return {theirs, detail == Detail::cards ? seen | theirs : seen};
}

int longest_hand(const StrategyProblem& problem) {
    int longest = 0;
    for (const std::uint64_t hand : problem.position.hands) longest = std::max(longest, std::popcount(hand));
    return longest;
}

void check(const StrategyProblem& problem) {
    const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
    const Position& position = problem.position;
    if (problem.worlds.empty() || problem.worlds.size() > kMostWorlds) refuse("no worlds, or too many");
    const Hands& first = problem.worlds.front();
    std::uint64_t all = first[0] | first[1] | first[2] | first[3], table = 0;
    const int turn = cards_on_table(position), side = (position.leader + turn) & 1;
    for (int i = 0; i < turn; ++i) table |= card_set(position.trick[i]).bits();
    if (std::popcount(table) != turn || (table & all) != 0) refuse("a card on the table is elsewhere too");
    const int longest = std::popcount(first[(position.leader + turn) & 3]);
    if (longest == 0 || all >> kCards != 0) refuse("no cards");
    for (const Hands& hands : problem.worlds) {
        for (int seat = 0; seat < 4; ++seat) {
            const bool has_played = ((seat - position.leader) & 3) < turn;
            if (std::popcount(hands[seat]) != longest - has_played) refuse("hands of wrong length");
            if ((seat & 1) == side && hands[seat] != position.hands[seat]) refuse("another declarer");
        }
        if ((hands[0] | hands[1] | hands[2] | hands[3]) != all) refuse("worlds of different cards");
    }
    if (std::popcount(all) != 4 * longest - turn) refuse("a card in two hands");
}

template <std::size_t Words>
class Comparison final : public Strategies {
   public:
    Comparison(StrategyProblem problem, std::size_t bytes)
        : problem_(std::move(problem)),
          table_(table_of(problem_)),
          worlds_(worlds_of(problem_)),
          kinds_(kinds_of(problem_.detail, table_, worlds_.front())),
          verdicts_(worlds_.size(), longest_hand(problem_), bytes, problem_.position.strain),
          plans_(problem_, kinds_, verdicts_) {}

    std::vector<CardStrategies> compare(const StrategyLimits& limits) override {
        if (!limits.weights.empty() && limits.weights.size() != worlds_.size())
            throw std::invalid_argument("a weight for each world");
        plans_.set_limits(limits);
        plans_.set_floor(-1);
        std::vector<CardStrategies> answers;
        std::vector<Candidate> candidates;
        for (CardSet left = Search::choices(table_, worlds_.front()); left.any(); left = rest(left))
            candidates.push_back(plans_.candidate(table_, worlds_, left.lowest_place()));
        order(candidates);
        std::int64_t best = -1;
        for (const Candidate& candidate : candidates) answers.push_back(judged(candidate, limits, best));
        std::sort(answers.begin(), answers.end(),
                  [](const auto& a, const auto& b) { return a.card > b.card; });
        return answers;
    }

    std::uint64_t positions() const override { return plans_.positions(); }

   private:
    using Search = play::Plans<Words>;
    using Candidate = typename Search::Candidate;
    using Set = typename Search::Set;

    // The best card of the last round comes first: it sets the bound that the others must reach.
    void order(std::vector<Candidate>& candidates) const {
        std::stable_sort(candidates.begin(), candidates.end(), [this](const auto& a, const auto& b) {
            return std::pair(last_[a.card], plans_.weight(a.hope)) >
                   std::pair(last_[b.card], plans_.weight(b.hope));
        });
    }

    CardStrategies judged(const Candidate& candidate, const StrategyLimits& limits, std::int64_t& best) {
        CardStrategies answer;
        answer.card = candidate.card;
        answer.equals = equals(candidate.card);
        answer.hope = bits(candidate.hope);
        if (plans_.is_exhausted()) return answer;
        const bool has_floor = !limits.weights.empty() && best >= 0;
        plans_.set_floor(has_floor ? std::max<std::int64_t>(best - limits.tie - 1, -1) : -1);
        answer.is_beaten = has_floor && plans_.weight(candidate.hope) < best - limits.tie;
        answer.is_complete = true;
        if (answer.is_beaten) return answer;
        auto front = plans_.after_card(table_, worlds_, candidate, limits.depth, candidate.hope);
        answer.is_complete = !plans_.is_exhausted();
        if (!answer.is_complete) return answer;
        answer.is_beaten = front.empty();
        std::int64_t value = -1;
        for (const Set& plan : front) {
            value = std::max(value, plans_.weight(plan));
            answer.plans.push_back(bits(plan));
        }
        last_[candidate.card] = value;
        best = std::max(best, value);
        return answer;
    }

    std::uint64_t equals(int card) const {
        const auto mine = table_.own[table_.seat() >> 1];
        const auto others = Search::everything(table_, worlds_.front()) - mine;
        const auto tops = play::tops_of_runs(mine, others);
        auto run = (mine & suit_set(suit_of(card))) - above(card_set(card));
        const auto lower = (tops & run) - card_set(card);
        if (lower.any()) run &= above(highest(lower));
        return run.bits();
    }

    WorldBits bits(const Set& set) const { return {set.words.begin(), set.words.end()}; }

    StrategyProblem problem_;
    Table table_;
    std::vector<World> worlds_;
    play::Kinds kinds_;
    play::Verdicts verdicts_;
    Search plans_;
    std::array<std::int64_t, kCards> last_{};
};

}  // namespace

std::unique_ptr<Strategies> make_strategies(StrategyProblem problem, std::size_t bytes) {
    check(problem);
    const std::size_t words = std::bit_ceil((problem.worlds.size() + 63) / 64);
    if (words == 1) return std::make_unique<Comparison<1>>(std::move(problem), bytes);
    if (words <= 4) return std::make_unique<Comparison<4>>(std::move(problem), bytes);
    return std::make_unique<Comparison<16>>(std::move(problem), bytes);
}

}  // namespace overtrick
