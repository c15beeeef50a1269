// Lengths of the four suits, clubs first, and the lengths of the suits in a set of cards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "overtrick/cards.hpp"
#include "overtrick/sampler.hpp"

namespace overtrick {

inline constexpr auto kLengths = [] {
    std::array<std::uint8_t, kHoldings> lengths{};
    for (std::uint32_t holding = 0; holding < kHoldings; ++holding)
        lengths[holding] = static_cast<std::uint8_t>(std::popcount(holding));
    return lengths;
}();

constexpr Lengths lengths_of(std::uint64_t cards) {
    return {kLengths[holding(cards, 0)], kLengths[holding(cards, 1)], kLengths[holding(cards, 2)],
            kLengths[holding(cards, 3)]};
}

// Four lengths as one number, for tables.
inline constexpr std::size_t kLengthCodes = std::size_t{1} << 16;

constexpr std::size_t code_of(const Lengths& lengths) {
    return std::size_t{lengths[0]} | std::size_t{lengths[1]} << 4 | std::size_t{lengths[2]} << 8 |
           std::size_t{lengths[3]} << 12;
}

}  // namespace overtrick
