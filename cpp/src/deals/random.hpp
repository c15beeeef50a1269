// Random numbers for dealing: one stream for each block of deals, and uniformly random sets of cards.
#pragma once

#include <bit>
#include <cstdint>

#include "deals/lengths.hpp"

namespace overtrick {

__extension__ typedef unsigned __int128 Wide;

// xoshiro256++ of Blackman and Vigna (2018). A seed and a block make the state, and different pairs make
// different states, so that blocks can be dealt in any order and on any number of threads.
class Random {
   public:
    Random(std::uint64_t seed, std::uint64_t block) {
        state_[0] = mixed(seed + 0x9E3779B97F4A7C15);
        state_[1] = mixed(block + 0xD1B54A32D192ED03);
        state_[2] = mixed(state_[0] + std::rotl(state_[1], 29));
        state_[3] = mixed(state_[1] ^ std::rotl(state_[2], 43)) | 1;  // never all zero
        for (int i = 0; i < kWarmUp; ++i) (*this)();
    }

    std::uint64_t operator()() {
        const std::uint64_t drawn = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return drawn;
    }

    // A uniform number below `limit`, which is not 0, by rejection: bits are drawn again if too large.
    std::uint64_t below(std::uint64_t limit) {
        const int unused = std::countl_zero((limit - 1) | 1);
        for (;;) {
            const std::uint64_t number = (*this)() >> unused;
            if (number < limit) return number;
        }
    }

    Wide below(Wide limit) {
        if (limit >> 64 == 0) return below(static_cast<std::uint64_t>(limit));
        const int unused = std::countl_zero(static_cast<std::uint64_t>((limit - 1) >> 64) | 1);
        for (;;) {
            const std::uint64_t high = (*this)() >> unused;
            const Wide number = Wide{high} << 64 | (*this)();
            if (number < limit) return number;
        }
    }

    // A uniformly random subset of `pool`, which has `size` cards, with a given number of cards. Each card is
    // taken with about the right probability; then random cards are removed or added until the number is
    // right. No step distinguishes between cards of the pool, so all subsets are equally likely.
    std::uint64_t cards(std::uint64_t pool, int size, int wanted) {
        if (wanted == 0) return 0;
        if (2 * wanted > size) return pool & ~cards(pool, size, size - wanted);
        std::uint64_t chosen = scattered((16 * wanted + size / 2) / size) & pool;
        int number = std::popcount(chosen);
        for (; number > wanted; --number) chosen ^= one_of(chosen);
        for (; number < wanted; ++number) chosen |= one_of(pool & ~chosen);
        return chosen;
    }

    // The same with a number of cards for each suit, none larger than the pool has.
    std::uint64_t cards(std::uint64_t pool, const Lengths& wanted) {
        const std::uint64_t chosen = scattered(5) & pool;
        std::uint64_t cards = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const std::uint32_t all = holding(pool, suit);
            std::uint32_t some = holding(chosen, suit);
            int number = kLengths[some];
            for (; number > wanted[static_cast<std::size_t>(suit)]; --number) some ^= one_of_suit(some);
            for (; number < wanted[static_cast<std::size_t>(suit)]; ++number)
                some |= one_of_suit(all & ~some);
            cards |= std::uint64_t{some} << kRanks * suit;
        }
        return cards;
    }

   private:
    static constexpr int kWarmUp = 8;

    // The finisher of SplitMix64: a permutation of the 64-bit numbers.
    static std::uint64_t mixed(std::uint64_t number) {
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
        number = (number ^ number >> 27) * 0x94D049BB133111EB;
        return number ^ number >> 31;
    }

    // Random bits, each set with probability `sixteenths` / 16, below 1.
    std::uint64_t scattered(int sixteenths) {
        std::uint64_t bits = 0;
        for (int place = 0; place < 4; ++place)
            bits = sixteenths >> place & 1 ? bits | (*this)() : bits & (*this)();
        return bits;
    }

    // A random bit of a non-empty set: random places are tried until one is in the set.
    std::uint64_t one_of(std::uint64_t set) {
        for (;;) {
            std::uint64_t places = (*this)();
            for (int i = 0; i < 10; ++i, places >>= 6) {
                const std::uint64_t bit = std::uint64_t{1} << (places & 63);
                if (set & bit) return bit;
            }
        }
    }

    std::uint32_t one_of_suit(std::uint32_t held) {
        for (;;) {
            std::uint64_t places = (*this)();
            for (int i = 0; i < 16; ++i, places >>= 4) {
                const std::uint32_t bit = std::uint32_t{1} << (places & 15);
                if (held & bit) return bit;
            }
        }
    }

    std::uint64_t state_[4];
};

}  // namespace overtrick
