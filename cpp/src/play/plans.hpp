// The vectors that declarer's strategies reach: unions at his turn, products at the defenders'.
//
// A vector is a set of worlds. `hopeful` always holds the worlds that may still be made in the whole tree
// around a node; a world outside it is removed from the vectors for good.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "overtrick/strategies.hpp"
#include "play/table.hpp"
#include "play/verdicts.hpp"
#include "suits/worlds.hpp"

namespace overtrick::play {

template <std::size_t Words>
class Plans {
   public:
    using Set = suits::Worlds<Words>;
    using Front = suits::Antichain<Words>;

    // A card of declarer's with the worlds won double dummy after it.
    struct Candidate {
        int card = 0;
        Set hope;
    };

    Plans(const StrategyProblem& problem, const Kinds& kinds, Verdicts& verdicts)
        : kinds_(&kinds),
          verdicts_(&verdicts),
          trump_(problem.position.strain),
          unblocks_(problem.detail == Detail::unblocks) {}

    // From now on only vectors are kept that weigh more than the floor, all hopeful worlds outside included;
    // with a negative floor all are kept.
    void set_floor(std::int64_t floor) { floor_ = floor; }
    void set_limits(const StrategyLimits& limits) {
        limits_ = &limits;
        positions_ = 0;
        is_exhausted_ = false;
    }
    bool is_exhausted() const { return is_exhausted_; }
    std::uint64_t positions() const { return positions_; }

    // The cards worth distinguishing.
    static CardSet choices(const Table& table, const World& world) {
        const CardSet mine = table.own[table.seat() >> 1], others = everything(table, world) - mine;
        return tops_of_runs(mine, others) & legal(mine, table.led);
    }

    static CardSet everything(const Table& table, const World& world) {
        return table.own[0] | table.own[1] | world.theirs[0] | world.theirs[1] | world.on_table();
    }

    // The worlds won double dummy after a card of declarer's.
    Candidate candidate(const Table& table, const std::vector<World>& worlds, int card) {
        const Table later = after_own(table, worlds, card);
        Candidate found{card, {}};
        Set lost;
        for (const World& world : worlds) {
            const Set one = Set::only(world.number);
            if (one.within(lost)) continue;
            World next = world;
            put(next, table, card, trump_);
            const std::uint64_t before = verdicts_->positions();
            Set& verdict = verdicts_->is_won(later, next) ? found.hope : lost;
            verdict = verdict | one;
            positions_ += 1 + verdicts_->positions() - before;
        }
        found.hope = found.hope & ~lost;
        return found;
    }

    // The vectors after a card of declarer's, at least one of whose worlds is hopeful.
    Front after_card(const Table& table, const std::vector<World>& worlds, const Candidate& candidate,
                     int depth, const Set& hopeful) {
        const Table later = after_own(table, worlds, candidate.card);
        if (depth <= 1 || later.needed <= 0 || !later.has_choice()) return {candidate.hope};
        std::vector<World> next;
        for (const World& world : worlds) {
            if (!Set::only(world.number).within(candidate.hope)) continue;
            next.push_back(world);
            put(next.back(), table, candidate.card, trump_);
        }
        return front(later, next, depth - 1, hopeful);
    }

    std::int64_t weight(const Set& set) const {
        std::int64_t total = 0;
        for (std::size_t i = 0; i < Words; ++i)
            for (std::uint64_t left = set.words[i]; left != 0; left &= left - 1)
                total += limits_->weights.empty() ? 1 : limits_->weights[64 * i + std::countr_zero(left)];
        return total;
    }

   private:
    // Limit on the vectors in one front (half a megabyte); above it the search is given up.
    static constexpr std::size_t kMostVectors = 4096;
    // Words of vectors that are multiplied and weighed, and words that are compared, while the solver looks
    // at one position.
    static constexpr std::size_t kMultipliedAtOnce = 8, kComparedAtOnce = 2048;

    struct Group {
        int seen = 0;
        Table table;
        std::vector<World> worlds;
    };

    static Set numbers(const std::vector<World>& worlds) {
        Set all;
        for (const World& world : worlds) all = all | Set::only(world.number);
        return all;
    }

    Table after_own(const Table& table, const std::vector<World>& worlds, int card) const {
        Table later = after(table, suit_of(card), beats(card, worlds.front().best, trump_));
        later.own[table.seat() >> 1] -= card_set(card);
        return later;
    }

    bool may_count(const Set& vector, const Set& here, const Set& hopeful) const {
        return floor_ < 0 || weight(vector | (hopeful & ~here)) > floor_;
    }

    Front front(const Table& table, const std::vector<World>& worlds, int depth, const Set& hopeful) {
        if (table.needed <= 0 || worlds.size() <= 1) return {numbers(worlds)};
        return table.is_own_turn() ? choose(table, worlds, depth, hopeful)
                                   : answer(table, worlds, depth, hopeful);
    }

    // Declarer plays: he may reach any vector of any card.
    Front choose(const Table& table, const std::vector<World>& worlds, int depth, const Set& hopeful) {
        const Set here = numbers(worlds);
        std::vector<Candidate> candidates;
        for (CardSet left = choices(table, worlds.front()); left.any(); left = rest(left)) {
            candidates.push_back(candidate(table, worlds, left.lowest_place()));
            charge(0);
            if (is_exhausted_) return {};
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [this](const auto& a, const auto& b) { return weight(a.hope) > weight(b.hope); });
        Front found;
        for (const Candidate& each : candidates) {
            if (is_exhausted_) return {};
            if (!may_count(each.hope, here, hopeful) || is_contained(each.hope, found)) continue;
            const Front more = after_card(table, worlds, each, depth, hopeful & ~(here & ~each.hope));
            found.insert(found.end(), more.begin(), more.end());
            thin(found);
        }
        return kept(std::move(found));
    }

    static bool is_contained(const Set& set, const Front& front) {
        return std::any_of(front.begin(), front.end(), [&](const Set& other) { return set.within(other); });
    }

    // A defender plays: a world is made if everything that may be seen in it is answered.
    Front answer(const Table& table, const std::vector<World>& worlds, int depth, Set hopeful) {
        const Set here = numbers(worlds);
        Front products{here};
        for (Group& group : groups(table, worlds)) {
            std::erase_if(group.worlds, [&](const World& w) { return !Set::only(w.number).within(hopeful); });
            if (group.worlds.empty()) continue;
            const Set seen = numbers(group.worlds);
            const Front answers = front(group.table, group.worlds, depth, hopeful);
            if (is_exhausted_) return {};
            products = multiplied(products, answers, seen, here, hopeful);
            hopeful = hopeful & ~(here & ~suits::united(products));
            if (products.empty()) return {};
        }
        return kept(std::move(products));
    }

    Front multiplied(const Front& products, const Front& answers, const Set& seen, const Set& here,
                     const Set& hopeful) {
        Front next;
        std::size_t most = kMostVectors;
        for (const Set& product : products) {
            for (const Set& answer : answers)
                if (const Set both = product & (answer | ~seen); may_count(both, here, hopeful))
                    next.push_back(both);
            charge(1 + answers.size() * Words / kMultipliedAtOnce);
            if (next.size() > most) {
                thin(next);
                most = kMostVectors + 2 * next.size();
            }
            if (is_exhausted_) return {};
        }
        thin(next);
        return kept(std::move(next));
    }

    // Drops vectors that lie within others; at worst each of them is compared with each that is kept.
    void thin(Front& front) {
        const std::size_t before = front.size();
        suits::keep_maximal(front);
        charge(before * front.size() * Words / kComparedAtOnce);
    }

    // Work outside the solvers, counted in positions of about the same cost.
    void charge(std::uint64_t work) {
        positions_ += work;
        if (positions_ > limits_->positions) is_exhausted_ = true;
    }

    Front kept(Front front) {
        if (front.size() > kMostVectors) is_exhausted_ = true;
        return is_exhausted_ ? Front{} : front;
    }

    // The worlds by what declarer sees of a defender's card: its kind, and whether it wins the trick so far.
    std::vector<Group> groups(const Table& table, const std::vector<World>& worlds) const {
        std::vector<Group> found;
        const int half = table.seat() >> 1;
        for (const World& world : worlds)
            for (CardSet left = plays(table, world); left.any(); left = rest(left)) {
                const int card = left.lowest_place();
                const bool is_winning = beats(card, world.best, trump_);
                Group& group = group_of(found, 2 * kinds_->of(card) + is_winning);
                if (group.worlds.empty()) group.table = after(table, suit_of(card), is_winning);
                World next = world;
                next.theirs[half] -= card_set(card);
                put(next, table, card, trump_);
                group.worlds.push_back(next);
            }
        // Small groups come first: they are quick, and the worlds they lose need not be searched in others.
        std::stable_sort(found.begin(), found.end(),
                         [](const Group& a, const Group& b) { return a.worlds.size() < b.worlds.size(); });
        return found;
    }

    static Group& group_of(std::vector<Group>& groups, int seen) {
        const auto place = std::find_if(groups.begin(), groups.end(),
                                        [seen](const Group& group) { return group.seen == seen; });
        if (place != groups.end()) return *place;
        groups.push_back({.seen = seen, .table = {}, .worlds = {}});
        return groups.back();
    }

    // What a defender may do that declarer can see: of each kind his lowest card, and the lowest that wins
    // the trick so far. Where he may unblock, also the lowest above each card of his partner's.
    CardSet plays(const Table& table, const World& world) const {
        const CardSet hand = world.theirs[table.seat() >> 1], may = legal(hand, table.led);
        const CardSet others = everything(table, world) - hand;
        CardSet chosen;
        for (CardSet left = may; left.any();) {
            const CardSet kind = may & kinds_->cards(kinds_->of(left.lowest_place()));
            chosen |= unblocks_ ? bottoms_of_runs(kind, others) : two_lowest(kind, world.best);
            left -= kind;
        }
        return chosen;
    }

    CardSet two_lowest(CardSet kind, int best) const {
        const int low = kind.lowest_place();
        if (beats(low, best, trump_)) return card_set(low);
        for (CardSet left = kind; left.any(); left = rest(left))
            if (beats(left.lowest_place(), best, trump_)) return card_set(low) | lowest(left);
        return card_set(low);
    }

    const Kinds* kinds_;  // outlive the search
    Verdicts* verdicts_;
    const StrategyLimits* limits_ = nullptr;
    int trump_;
    bool unblocks_;
    std::int64_t floor_ = -1;
    std::uint64_t positions_ = 0;
    bool is_exhausted_ = false;
};

}  // namespace overtrick::play
