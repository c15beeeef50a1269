// Numbering the subsets of a set: the combinatorial number system.
//
// The subset with members c1 < c2 < … < ck has the number C(c1,1) + C(c2,2) + … + C(ck,k), and every
// number below C(n,k) belongs to exactly one subset of {0 … n-1}.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

inline constexpr int kHandSize = 13;

// choose[n][k] for n up to 52 and k up to 13: the largest is C(52,13) = 635,013,559,600.
inline constexpr auto kChoose = [] {
    std::array<std::array<std::uint64_t, kHandSize + 1>, 53> choose{};
    for (int n = 0; n <= 52; ++n) {
        choose[n][0] = 1;
        for (int k = 1; k <= kHandSize && k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    return choose;
}();

// The subset of {0 … n-1} with k members that has this number, as a mask. `number` < C(n,k).
constexpr std::uint64_t subset_with_number(std::uint64_t number, int n, int k) {
    std::uint64_t members = 0;
    for (int candidate = n - 1; k > 0; --candidate) {
        if (number >= kChoose[candidate][k]) {
            number -= kChoose[candidate][k];
            members |= std::uint64_t{1} << candidate;
            --k;
        }
    }
    return members;
}

// The number of a subset of at most thirteen members given as a mask: the inverse of subset_with_number.
constexpr std::uint64_t number_of_subset(std::uint64_t members) {
    std::uint64_t number = 0;
    for (int k = 1; members != 0 && k <= kHandSize; members &= members - 1, ++k)
        number += kChoose[std::countr_zero(members)][k];
    return number;
}

}  // namespace overtrick::inline OVERTRICK_TARGET
