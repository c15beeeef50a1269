// The heaviest set of layouts that a lead wins, by branch and bound over the defenders' plays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "suits/search.hpp"

namespace overtrick::suits {

// The weight of a set of layouts. A trick vector has one set for every number of tricks, each with its
// weights.
template <std::size_t Words>
class Weights {
   public:
    Weights(std::span<const std::span<const std::int64_t>> levels, int level_bits)
        : bytes_per_level_(level_bits / 8) {
        for (const auto& weights : levels)
            for (int byte = 0; byte < bytes_per_level_; ++byte) bytes_.push_back(table(weights, 8 * byte));
    }

    std::int64_t of(const Worlds<Words>& set) const {
        std::int64_t total = 0;
        for (std::size_t byte = 0; byte < bytes_.size(); ++byte) total += weight(set, byte);
        return total;
    }

    // A bound on what a line can win of a set, if on each level it wins at most this much.
    std::int64_t bound(const Worlds<Words>& set, std::span<const std::int64_t> most) const {
        std::int64_t total = 0;
        std::size_t byte = 0;
        for (const std::int64_t level : most) {
            std::int64_t here = 0;
            for (int i = 0; i < bytes_per_level_; ++i) here += weight(set, byte++);
            total += std::min(here, level);
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
    std::vector<Table> bytes_;
};

template <std::size_t Words>
class BestOfLead {
   public:
    using Set = Worlds<Words>;
    using Sets = Antichain<Words>;
    using Choice = typename Search<Words>::Choice;
    using Factor = typename Search<Words>::Factor;

    // `most` is for each level of a trick vector what the lead wins at best of that level alone.
    BestOfLead(const Weights<Words>& weights, std::vector<std::int64_t> most, std::int64_t floor)
        : weights_(&weights), most_(std::move(most)), value_(floor) {}

    // A first answer: a set that may be won as it stands, or in turn for each play of second hand what keeps
    // most.
    void begin(const Set& domain, const std::vector<Factor>& factors, const Set& hope) {
        if (is_won(factors, hope)) offer(hope);
        Set possible = domain;
        for (const Factor& factor : factors) possible = possible & reachable(factor);
        try_greedily(possible, factors);
    }

    // Whether the lead wins more than the floor; then `value` and `wins` say what.
    bool find(const Set& domain, std::vector<Factor> factors) {
        Set possible = domain;
        for (const Factor& factor : factors) possible = possible & reachable(factor);
        if (!is_hopeful(possible)) return is_found_;
        std::sort(factors.begin(), factors.end(),
                  [](const Factor& a, const Factor& b) { return combinations(a) < combinations(b); });
        std::vector<Sets> settled;
        std::vector<Factor> open;
        for (Factor& factor : factors) {
            if (combinations(factor) > kLight) {
                open.push_back(std::move(factor));
            } else {
                settled.push_back(sum(possible, factor));
                possible = possible & united(settled.back());
            }
        }
        settle(possible, std::move(settled), open);
        return is_found_;
    }

    // Raises the floor: from now on only heavier sets count as found.
    void raise_floor(std::int64_t floor) {
        if (value_ > floor) return;
        value_ = floor;
        is_found_ = false;
    }

    std::int64_t value() const { return value_; }
    const Set& wins() const { return wins_; }

   private:
    bool is_hopeful(const Set& set) const { return weights_->bound(set, most_) > value_; }

    void offer(const Set& set) {
        const std::int64_t weight = weights_->of(set);
        if (weight <= value_) return;
        value_ = weight;
        wins_ = set;
        is_found_ = true;
    }

    static bool is_won(const std::vector<Factor>& factors, const Set& hope) {
        return std::all_of(factors.begin(), factors.end(), [&](const Factor& factor) {
            return std::any_of(factor.begin(), factor.end(), [&](const Choice& choice) {
                return std::all_of(choice.begin(), choice.end(), [&](const Branch<Words>& branch) {
                    return Search<Words>::contains(branch.sets, hope);
                });
            });
        });
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

    static double combinations(const Factor& factor) {
        double total = 0;
        for (const Choice& choice : factor) {
            double product = 1;
            for (const Branch<Words>& branch : choice) product *= static_cast<double>(branch.sets.size());
            total += product;
        }
        return total;
    }

    Sets sum(const Set& possible, const Factor& factor) {
        Sets all;
        for (const Choice& choice : factor) {
            std::vector<Sets> branches;
            for (const Branch<Words>& branch : choice) branches.push_back(branch.sets);
            const Sets sets = product(possible, std::move(branches));
            all.insert(all.end(), sets.begin(), sets.end());
        }
        keep_maximal(all);
        return all;
    }

    // The undominated combinations within what is possible that may still beat the best so far.
    Sets product(const Set& possible, std::vector<Sets> branches) {
        Sets result{possible};
        while (!branches.empty() && !result.empty()) result = next_product(result, branches);
        return result;
    }

    // Multiplies by the branch with the fewest sets, which is taken out.
    Sets next_product(const Sets& result, std::vector<Sets>& branches) {
        const Sets chosen = smallest(united(result), branches);
        Sets next;
        for (const Set& a : result)
            for (const Set& b : chosen)
                if (Set both = a & b; may_win(both, branches)) next.push_back(both);
        keep_maximal(next);
        return next;
    }

    // Restricts the branches to the set left, and removes the one with the fewest sets.
    Sets smallest(const Set& left, std::vector<Sets>& branches) {
        for (Sets& sets : branches) {
            for (Set& set : sets) set = set & left;
            std::erase_if(sets, [&](const Set& set) { return !is_hopeful(set); });
            keep_maximal(sets);
        }
        const auto fewest =
            std::min_element(branches.begin(), branches.end(),
                             [](const Sets& a, const Sets& b) { return a.size() < b.size(); });
        Sets chosen = std::move(*fewest);
        branches.erase(fewest);
        return chosen;
    }

    // The same where only the heaviest combination is wanted, with what is left open for later. The last
    // product is not kept, and a long list of partial ones is gone through one by one, the most promising
    // first.
    void settle(const Set& possible, std::vector<Sets> branches, std::span<const Factor> open) {
        Sets result{possible};
        while (!branches.empty() && !result.empty()) {
            if (result.size() > kMany) {
                most_promising_first(result);
                for (const Set& set : result)
                    if (is_hopeful(set)) settle(set, branches, open);
                return;
            }
            if (branches.size() == 1 && open.empty()) {
                const Sets last = smallest(united(result), branches);
                for (const Set& a : result)
                    for (const Set& b : last) offer(a & b);
                return;
            }
            result = next_product(result, branches);
        }
        most_promising_first(result);
        for (const Set& set : result) resolve(set, open);
    }

    // Goes on with the plays of second hand that have too many answers to be listed beforehand: within a set
    // that the others leave there are few.
    void resolve(Set set, std::span<const Factor> open) {
        if (!is_hopeful(set)) return;
        if (open.empty()) return offer(set);
        for (const Factor& factor : open) {
            set = set & reachable_within(factor, set);
            if (!is_hopeful(set)) return;
        }
        if (!is_hopeful_after_losses(set, open)) return;
        Sets answers = sum(set, open.front());
        most_promising_first(answers);
        for (const Set& answer : answers) resolve(answer, open.subspan(1));
    }

    // The part of a set that some choice of third hand may keep, whatever fourth hand plays.
    Set reachable_within(const Factor& factor, const Set& set) const {
        Set all;
        for (const Choice& choice : factor) {
            Set mine = set;
            for (const Branch<Words>& branch : choice) {
                Set left;
                for (const Set& option : branch.sets)
                    if (const Set both = mine & option; is_hopeful(both)) left = left | both;
                mine = left;
            }
            all = all | mine;
        }
        return all;
    }

    // Partial products gone through one by one, and combinations above which a factor is left for last: of
    // the values tried (100 to 2,000 and 100 to 20,000) these were best for J9753-K and KJ975-3.
    static constexpr std::size_t kMany = 100;
    static constexpr double kLight = 500;

    void most_promising_first(Sets& sets) const {
        std::vector<std::pair<std::int64_t, std::size_t>> order(sets.size());
        for (std::size_t i = 0; i < sets.size(); ++i) order[i] = {-weights_->bound(sets[i], most_), i};
        std::sort(order.begin(), order.end());
        Sets sorted;
        for (const auto& [bound, i] : order) sorted.push_back(sets[i]);
        sets.swap(sorted);
    }

    // Shrinks a set to the part that every branch can still keep.
    bool may_win(Set& set, const std::vector<Sets>& branches) const {
        if (!is_hopeful(set)) return false;
        for (const Sets& sets : branches) {
            Set left;
            for (const Set& option : sets)
                if (const Set both = set & option; is_hopeful(both)) left = left | both;
            set = left;
        }
        return is_hopeful(set) && is_hopeful_after_losses(set, branches);
    }

    // Every branch costs something. Losses in different layouts add up: a branch is asked only about layouts
    // that no branch before it can lose.
    bool is_hopeful_after_losses(const Set& set, const std::vector<Sets>& branches) const {
        std::int64_t left = weights_->of(set);
        Set uncontested = set;
        for (const Sets& sets : branches) {
            std::int64_t best = 0;
            Set common = uncontested;
            for (const Set& option : sets) {
                best = std::max(best, weights_->of(uncontested & option));
                common = common & option;
            }
            left -= weights_->of(uncontested) - best;
            if (left <= value_) return false;
            uncontested = common;
        }
        return true;
    }

    bool is_hopeful_after_losses(const Set& set, std::span<const Factor> open) const {
        std::int64_t left = weights_->of(set);
        Set uncontested = set;
        for (const Factor& factor : open) {
            std::int64_t best = 0;
            Set common = uncontested;
            for (const Choice& choice : factor) {
                std::int64_t worst = weights_->of(uncontested);
                for (const Branch<Words>& branch : choice) {
                    std::int64_t most = 0;
                    for (const Set& option : branch.sets) {
                        most = std::max(most, weights_->of(uncontested & option));
                        common = common & option;
                    }
                    worst = std::min(worst, most);
                }
                best = std::max(best, worst);
            }
            left -= weights_->of(uncontested) - best;
            if (left <= value_) return false;
            uncontested = common;
        }
        return true;
    }

    void try_greedily(Set possible, const std::vector<Factor>& factors) {
        for (const Factor& factor : factors) {
            Set best;
            for (const Choice& choice : factor) {
                Set mine = possible;
                for (const Branch<Words>& branch : choice) mine = heaviest(mine, branch.sets);
                if (weights_->of(mine) >= weights_->of(best)) best = mine;
            }
            possible = best;
        }
        offer(possible);
    }

    Set heaviest(const Set& within, const Sets& sets) const {
        Set best;
        for (const Set& set : sets)
            if (const Set both = within & set; weights_->of(both) >= weights_->of(best)) best = both;
        return best;
    }

    const Weights<Words>* weights_;  // outlives the search
    std::vector<std::int64_t> most_;
    std::int64_t value_;
    Set wins_{};
    bool is_found_ = false;
};

}  // namespace overtrick::suits
