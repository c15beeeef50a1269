// Moving bits to and from the places a mask names: one instruction where the processor has BMI2.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

// Spread the low bits of `packed` over the set bits of `mask`, lowest first.
constexpr std::uint64_t deposit_plain(std::uint64_t packed, std::uint64_t mask) {
    std::uint64_t spread = 0;
    for (; mask != 0; mask &= mask - 1, packed >>= 1)
        if (packed & 1) spread |= mask & -mask;
    return spread;
}

// Gather the bits of `spread` that `mask` names into the low bits, lowest first.
constexpr std::uint64_t extract_plain(std::uint64_t spread, std::uint64_t mask) {
    std::uint64_t packed = 0;
    for (int place = 0; mask != 0; mask &= mask - 1, ++place)
        if (spread & mask & -mask) packed |= std::uint64_t{1} << place;
    return packed;
}

#ifdef __BMI2__
inline constexpr const char* kInstructions = "bmi2";
inline std::uint64_t deposit(std::uint64_t packed, std::uint64_t mask) { return _pdep_u64(packed, mask); }
inline std::uint64_t extract(std::uint64_t spread, std::uint64_t mask) { return _pext_u64(spread, mask); }
#else
inline constexpr const char* kInstructions = "portable";
inline std::uint64_t deposit(std::uint64_t packed, std::uint64_t mask) { return deposit_plain(packed, mask); }
inline std::uint64_t extract(std::uint64_t spread, std::uint64_t mask) { return extract_plain(spread, mask); }
#endif

}  // namespace overtrick::inline OVERTRICK_TARGET
