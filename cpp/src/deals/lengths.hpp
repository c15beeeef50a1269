// Lengths of the four suits, clubs first, and how many cards of each suit a set has.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "overtrick/sampler.hpp"

namespace overtrick {

inline constexpr auto kLengths = [] {
    std::array<std::uint8_t, kHoldings> lengths{};
    for (std::uint32_t holding = 0; holding < kHoldings; ++holding)
        lengths[holding] = static_cast<std::uint8_t>(std::popcount(holding));
    return lengths;
}();

constexpr std::uint32_t in_suit(std::uint64_t cards, int suit) {
    return static_cast<std::uint32_t>(cards >> 13 * suit & (kHoldings - 1));
}

constexpr Lengths lengths_of(std::uint64_t cards) {
    return {kLengths[in_suit(cards, 0)], kLengths[in_suit(cards, 1)], kLengths[in_suit(cards, 2)],
            kLengths[in_suit(cards, 3)]};
}

// Four lengths as one number, for tables.
inline constexpr std::size_t kLengthCodes = std::size_t{1} << 16;

constexpr std::size_t code_of(const Lengths& lengths) {
    return std::size_t{lengths[0]} | std::size_t{lengths[1]} << 4 | std::size_t{lengths[2]} << 8 |
           std::size_t{lengths[3]} << 12;
}

}  // namespace overtrick
