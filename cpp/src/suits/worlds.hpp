// Sets of layouts as bits, and antichains of such sets.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace overtrick::suits {

template <std::size_t Words>
struct Worlds {
    std::array<std::uint64_t, Words> words{};

    static Worlds all() {
        Worlds every;
        every.words.fill(~std::uint64_t{0});
        return every;
    }

    static Worlds only(int world) {
        Worlds one;
        one.words[world / 64] = std::uint64_t{1} << (world % 64);
        return one;
    }

    bool within(const Worlds& other) const {
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < Words; ++i) outside |= words[i] & ~other.words[i];
        return outside == 0;
    }
    int count() const {
        int members = 0;
        for (const std::uint64_t word : words) members += std::popcount(word);
        return members;
    }

    Worlds operator&(const Worlds& other) const {
        return combined(other, [](auto a, auto b) { return a & b; });
    }
    Worlds operator|(const Worlds& other) const {
        return combined(other, [](auto a, auto b) { return a | b; });
    }
    Worlds operator~() const {
        return combined(*this, [](auto a, auto) { return ~a; });
    }
    Worlds operator<<(int places) const {
        const int whole = places / 64, part = places % 64;
        Worlds moved;
        for (std::size_t i = Words; i-- > static_cast<std::size_t>(whole);) {
            moved.words[i] = words[i - whole] << part;
            if (part != 0 && i > static_cast<std::size_t>(whole))
                moved.words[i] |= words[i - whole - 1] >> (64 - part);
        }
        return moved;
    }
    bool operator==(const Worlds&) const = default;

   private:
    template <class Operation>
    Worlds combined(const Worlds& other, Operation operation) const {
        Worlds result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = operation(words[i], other.words[i]);
        return result;
    }
};

template <std::size_t Words>
using Antichain = std::vector<Worlds<Words>>;

// Drops every set that lies within another one, and repetitions.
template <std::size_t Words>
void keep_maximal(Antichain<Words>& sets) {
    if (sets.size() < 2) return;
    std::vector<std::pair<int, std::uint32_t>> order(sets.size());
    for (std::uint32_t i = 0; i < sets.size(); ++i) order[i] = {-sets[i].count(), i};
    std::sort(order.begin(), order.end());
    Antichain<Words> kept;
    kept.reserve(sets.size());
    for (const auto& [size, i] : order) {
        const Worlds<Words>& candidate = sets[i];
        const bool is_dominated = std::any_of(
            kept.begin(), kept.end(), [&](const Worlds<Words>& other) { return candidate.within(other); });
        if (!is_dominated) kept.push_back(candidate);
    }
    sets.swap(kept);
}

template <std::size_t Words>
Worlds<Words> united(const Antichain<Words>& sets) {
    Worlds<Words> possible;
    for (const Worlds<Words>& set : sets) possible = possible | set;
    return possible;
}

}  // namespace overtrick::suits
