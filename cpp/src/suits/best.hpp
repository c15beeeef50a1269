// The heaviest set of layouts that a lead wins, by branch and bound over the defenders' plays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "suits/search.hpp"

namespace overtrick::suits {

// The weights of layouts for one number of tricks, and the most that any line wins of them.
struct Level {
    std::span<const std::int64_t> weights;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

// The weight of a set of layouts, and how much of it a line can win at most: on every level of a trick vector
// no more than the best line for that number of tricks.
template <std::size_t Words>
class Weights {
   public:
    Weights(std::span<const Level> levels, int level_bits) : bytes_per_level_(level_bits / 8) {
        for (const Level& level : levels) {
            most_.push_back(level.most);
            for (int byte = 0; byte < bytes_per_level_; ++byte)
                bytes_.push_back(table(level.weights, 8 * byte));
        }
    }

    std::int64_t of(const Worlds<Words>& set) const {
        std::int64_t total = 0;
        for (std::size_t byte = 0; byte < bytes_.size(); ++byte) total += weight(set, byte);
        return total;
    }

    std::int64_t bound(const Worlds<Words>& set) const {
        std::int64_t total = 0;
        std::size_t byte = 0;
        for (const std::int64_t most : most_) {
            std::int64_t here = 0;
            for (int i = 0; i < bytes_per_level_; ++i) here += weight(set, byte++);
            total += std::min(here, most);
        }
        return total;
    }

   private:
    using Table = std::array<std::int64_t, 256>;  // for each value of a byte

    static Table table(std::span<const std::int64_t> weights, std::size_t first) {
        Table sums{};
        for (unsigned bits = 1; bits < 256; ++bits) {
            const std::size_t world = first + std::countr_zero(bits);
            sums[bits] = sums[bits & (bits - 1)] + (world < weights.size() ? weights[world] : 0);
        }
        return sums;
    }

    std::int64_t weight(const Worlds<Words>& set, std::size_t byte) const {
        return bytes_[byte][set.words[byte / 8] >> (8 * (byte % 8)) & 255];
    }

    int bytes_per_level_;
    std::vector<std::int64_t> most_;
    std::vector<Table> bytes_;
};

template <std::size_t Words>
class BestOfLead {
   public:
    using Set = Worlds<Words>;
    using Sets = Antichain<Words>;
    using Choice = typename Search<Words>::Choice;
    using Factor = typename Search<Words>::Factor;

    BestOfLead(const Weights<Words>& weights, std::int64_t floor) : weights_(weights), value_(floor) {}

    // A first answer: in turn for each play of second hand what keeps most.
    static std::int64_t greedy(const Weights<Words>& weights, const Set& domain,
                               const std::vector<Factor>& factors) {
        BestOfLead search(weights, -1);
        search.try_greedily(domain, factors);
        return search.value();
    }

    // Whether the lead wins more than the floor; then `value` and `wins` say what.
    bool find(const Set& domain, std::vector<Factor> factors) {
        Set possible = domain;
        for (const Factor& factor : factors) possible = possible & reachable(factor);
        if (!is_hopeful(possible)) return false;
        try_greedily(possible, factors);
        std::vector<Sets> settled;
        for (Factor& factor : factors) {
            settled.push_back(sum(possible, factor));
            possible = possible & united(settled.back());
        }
        for (const Set& set : product(possible, std::move(settled))) offer(set);
        return is_found_;
    }

    std::int64_t value() const { return value_; }
    const Set& wins() const { return wins_; }

   private:
    bool is_hopeful(const Set& set) const { return weights_.bound(set) > value_; }

    void offer(const Set& set) {
        const std::int64_t weight = weights_.of(set);
        if (weight <= value_) return;
        value_ = weight;
        wins_ = set;
        is_found_ = true;
    }

    static Set reachable(const Factor& factor) {
        Set all;
        for (const Choice& choice : factor) all = all | reachable(choice);
        return all;
    }

    static Set reachable(const Choice& choice) {
        Set mine = Set::all();
        for (const Branch<Words>& branch : choice) mine = mine & united(branch.sets);
        return mine;
    }

    Sets sum(const Set& possible, Factor& factor) {
        Sets all;
        for (Choice& choice : factor) {
            std::vector<Sets> branches;
            for (Branch<Words>& branch : choice) branches.push_back(std::move(branch.sets));
            const Sets sets = product(possible, std::move(branches));
            all.insert(all.end(), sets.begin(), sets.end());
        }
        keep_maximal(all);
        return all;
    }

    // The undominated combinations within what is possible that may still beat the best so far.
    Sets product(const Set& possible, std::vector<Sets> branches) {
        Sets result{possible};
        while (!branches.empty() && !result.empty()) {
            const Set left = united(result);
            for (Sets& sets : branches) {
                for (Set& set : sets) set = set & left;
                std::erase_if(sets, [&](const Set& set) { return !is_hopeful(set); });
                keep_maximal(sets);
            }
            const auto fewest =
                std::min_element(branches.begin(), branches.end(),
                                 [](const Sets& a, const Sets& b) { return a.size() < b.size(); });
            const Sets chosen = std::move(*fewest);
            branches.erase(fewest);
            Sets next;
            for (const Set& a : result)
                for (const Set& b : chosen)
                    if (Set both = a & b; may_win(both, branches)) next.push_back(both);
            keep_maximal(next);
            result.swap(next);
        }
        return result;
    }

    // Shrinks a set to what every branch can still leave of it.
    bool may_win(Set& set, const std::vector<Sets>& branches) const {
        if (!is_hopeful(set)) return false;
        for (const Sets& sets : branches) {
            Set left;
            for (const Set& option : sets)
                if (const Set both = set & option; is_hopeful(both)) left = left | both;
            set = left;
        }
        return is_hopeful(set);
    }

    void try_greedily(Set possible, const std::vector<Factor>& factors) {
        for (const Factor& factor : factors) {
            Set best;
            for (const Choice& choice : factor) {
                Set mine = possible;
                for (const Branch<Words>& branch : choice) mine = heaviest(mine, branch.sets);
                if (weights_.of(mine) >= weights_.of(best)) best = mine;
            }
            possible = best;
        }
        offer(possible);
    }

    Set heaviest(const Set& within, const Sets& sets) const {
        Set best;
        for (const Set& set : sets)
            if (const Set both = within & set; weights_.of(both) >= weights_.of(best)) best = both;
        return best;
    }

    const Weights<Words>& weights_;
    std::int64_t value_;
    Set wins_{};
    bool is_found_ = false;
};

}  // namespace overtrick::suits
