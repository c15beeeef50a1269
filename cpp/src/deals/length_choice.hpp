// Random choice of a hand's suit lengths, such that every way to complete the deal is equally likely.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "deals/lengths.hpp"
#include "deals/random.hpp"
#include "overtrick/combinations.hpp"

namespace overtrick {

inline bool take_away(const Lengths& from, const Lengths& some, Lengths& rest) {
    for (std::size_t suit = 0; suit < 4; ++suit) {
        if (from[suit] < some[suit]) return false;
        rest[suit] = static_cast<std::uint8_t>(from[suit] - some[suit]);
    }
    return true;
}

// The choice for one seat, for all possible lengths of the cards left at its turn.
class LengthChoice {
   public:
    // The lengths it may be dealt; `hands`, if given, is the number of hands in its table for each of them.
    explicit LengthChoice(std::vector<Lengths> needed = {}, std::vector<std::uint64_t> hands = {})
        : needed_(std::move(needed)), hands_(std::move(hands)) {}

    const Lengths& needed(std::size_t shape) const { return needed_[shape]; }

    // The lengths that can be left after its turn, from those that can be left before.
    std::vector<Lengths> after(const std::vector<Lengths>& before) const {
        std::vector<bool> seen(kLengthCodes);
        std::vector<Lengths> found;
        for (const Lengths& left : before)
            for (const Lengths& some : needed_) {
                Lengths rest;
                if (!take_away(left, some, rest) || seen[code_of(rest)]) continue;
                seen[code_of(rest)] = true;
                found.push_back(rest);
            }
        return found;
    }

    // Counts the ways to complete the deal from each of these lengths: hands, times `ways_after(rest)`.
    template <class WaysAfter>
    void count(const std::vector<Lengths>& before, WaysAfter ways_after) {
        places_.assign(kLengthCodes, 0);
        ends_.assign(needed_.size() + 1, 0);  // place 0: lengths that cannot be left
        ends_.reserve((before.size() + 1) * needed_.size() + 1);
        for (const Lengths& left : before) {
            places_[code_of(left)] = static_cast<std::uint32_t>(ends_.size() - 1);
            Wide ways = 0;
            for (std::size_t shape = 0; shape < needed_.size(); ++shape) {
                Lengths rest;
                if (take_away(left, needed_[shape], rest)) ways += hands(left, shape) * ways_after(rest);
                ends_.push_back(ways);
            }
        }
    }

    // The number of ways to complete the deal from these lengths.
    Wide ways(const Lengths& left) const {
        return needed_.empty() ? 0 : ends_[places_[code_of(left)] + needed_.size()];
    }

    // A random shape, weighted by the ways to complete the deal with it; there is at least one.
    std::size_t pick(const Lengths& left, Random& random) const {
        const Wide* begin = ends_.data() + places_[code_of(left)] + 1;
        const Wide* end = begin + needed_.size();
        return static_cast<std::size_t>(std::upper_bound(begin, end, random.below(end[-1])) - begin);
    }

   private:
    Wide hands(const Lengths& left, std::size_t shape) const {
        if (!hands_.empty()) return hands_[shape];
        std::uint64_t ways = 1;
        for (std::size_t suit = 0; suit < 4; ++suit) ways *= kChoose[left[suit]][needed_[shape][suit]];
        return ways;
    }

    std::vector<Lengths> needed_;
    std::vector<std::uint64_t> hands_;
    std::vector<std::uint32_t> places_;  // just before the first end, by the code of what is left
    std::vector<Wide> ends_;             // for each of what can be left, by shape: the sum of the ways so far
};

}  // namespace overtrick
