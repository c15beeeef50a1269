// The partition table: bounds for whole sets of positions.
//
// A shape (sixteen suit lengths) and a leader name a list of patterns. A pattern says who owns some of
// the cards, counted from the top of each suit, and bounds the tricks N/S take in every position of that
// shape that matches. Within a shape all cards in play can be numbered 0, 1, 2 … across the suits, so
// owners are two words of bits, and a pattern adds a mask of the bits that matter.
//
// The memory is bounded. It has two halves: new patterns go into the young half; when that is full, it
// becomes the old half and the old half is forgotten, except for what is used from then on, which is
// copied into the young half. Emptying the table costs nothing: every slot carries a generation.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "dd/zeroed.hpp"
#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

struct Pattern {
    std::uint64_t east_west = 0;   // a bit for each card in play: is it East's or West's?
    std::uint64_t south_west = 0;  // is it South's or West's?
    std::uint64_t mask = 0;        // the cards that matter
    int lower = 0;                 // N/S take at least so many tricks
    int upper = 0;                 // and at most so many
};

// Patterns by key, in memory of a fixed size, until it is full.
class PatternStore {
   public:
    PatternStore(std::size_t slots, std::size_t words)
        : slots_(zeroed<Slot>(slots)),
          words_(zeroed<std::uint64_t>(words)),
          last_slot_(slots - 1),
          size_(words) {}

    void clear() {
        if (++generation_ == 0) {  // after 65,535 times the stamps begin again
            std::fill_n(slots_.get(), last_slot_ + 1, Slot{});
            generation_ = 1;
        }
        top_ = 1;
        filled_ = 0;
        std::fill(std::begin(free_), std::end(free_), 0);
    }
    bool is_empty() const { return filled_ == 0; }
    std::size_t bytes() const { return (last_slot_ + 1) * sizeof(Slot) + size_ * sizeof(std::uint64_t); }

    // Does a pattern under this key match and decide whether N/S take `target` tricks?
    bool find(std::uint64_t key, std::uint64_t east_west, std::uint64_t south_west, int target,
              Pattern& found) {
        const Slot& slot = slots_[place_of(key)];
        if (slot.generation != generation_ || slot.used == 0) return false;
        const View list = view(slot);
        for (int first = 0; first < slot.used; first += kGroup)
            for (unsigned hits = matches(list, first, east_west, south_west); hits != 0; hits &= hits - 1) {
                const int i = first + std::countr_zero(hits);
                if (i >= slot.used) break;
                if (list.lower[i] < target && list.upper[i] >= target) continue;
                found = {list.east_west[i], list.south_west[i], list.mask[i], list.lower[i], list.upper[i]};
                if (i >= kGroup) exchange(list, i, i / 2);  // what is used is found sooner next time
                return true;
            }
        return false;
    }

    // Keeps a pattern; false when there is no room for it.
    bool store(std::uint64_t key, const Pattern& pattern) {
        Slot& slot = slots_[place_of(key)];
        if (slot.generation != generation_) {
            if (filled_ > last_slot_ - last_slot_ / 4) return false;
            slot = {key, 0, generation_, 0, 0};
            ++filled_;
        }
        if (slot.used != 0 && is_merged(slot, pattern)) return true;
        if (!make_room(slot)) return false;
        const View list = view(slot);
        const int i = slot.used++;
        list.east_west[i] = pattern.east_west;
        list.south_west[i] = pattern.south_west;
        list.mask[i] = pattern.mask;
        list.lower[i] = static_cast<std::uint8_t>(pattern.lower);
        list.upper[i] = static_cast<std::uint8_t>(pattern.upper);
        return true;
    }

   private:
    static constexpr int kGroup = 4;    // patterns are compared four at a time
    static constexpr int kLargest = 9;  // a list has at most kGroup << kLargest patterns

    struct Slot {
        std::uint64_t key;
        std::uint32_t block;  // 0: none yet
        std::uint16_t generation;
        std::uint16_t used : 12;
        std::uint16_t log : 4;  // the block has room for kGroup << log patterns
    };
    struct View {
        std::uint64_t *east_west, *south_west, *mask;
        std::uint8_t *lower, *upper;
    };

    static unsigned matches(const View& list, int first, std::uint64_t east_west, std::uint64_t south_west) {
#ifdef __AVX2__
        const auto load = [first](const std::uint64_t* words) {
            return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + first));
        };
        const __m256i differs = _mm256_or_si256(
            _mm256_xor_si256(_mm256_set1_epi64x(static_cast<long long>(east_west)), load(list.east_west)),
            _mm256_xor_si256(_mm256_set1_epi64x(static_cast<long long>(south_west)), load(list.south_west)));
        const __m256i counts = _mm256_and_si256(differs, load(list.mask));
        const __m256i same = _mm256_cmpeq_epi64(counts, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)));
#else
        unsigned same = 0;
        for (int i = 0; i < kGroup; ++i) {
            const std::uint64_t differs =
                (east_west ^ list.east_west[first + i]) | (south_west ^ list.south_west[first + i]);
            same |= static_cast<unsigned>((differs & list.mask[first + i]) == 0) << i;
        }
        return same;
#endif
    }

    std::size_t place_of(std::uint64_t key) const {
        std::size_t place = key * 0x9e37'79b9'7f4a'7c15 >> 32 & last_slot_;
        while (slots_[place].generation == generation_ && slots_[place].key != key)
            place = (place + 1) & last_slot_;
        return place;
    }

    View view(const Slot& slot) const {
        const std::size_t room = std::size_t{kGroup} << slot.log;
        std::uint64_t* const words = words_.get() + slot.block;
        auto* const bytes = reinterpret_cast<std::uint8_t*>(words + 3 * room);
        return {words, words + room, words + 2 * room, bytes, bytes + room};
    }

    static void exchange(const View& list, int one, int other) {
        std::swap(list.east_west[one], list.east_west[other]);
        std::swap(list.south_west[one], list.south_west[other]);
        std::swap(list.mask[one], list.mask[other]);
        std::swap(list.lower[one], list.lower[other]);
        std::swap(list.upper[one], list.upper[other]);
    }

    // Tightens an equal pattern if there is one, and drops patterns that the new one makes redundant.
    bool is_merged(Slot& slot, const Pattern& pattern) {
        const View list = view(slot);
        for (int i = 0; i < slot.used;) {
            const std::uint64_t differs =
                (pattern.east_west ^ list.east_west[i]) | (pattern.south_west ^ list.south_west[i]);
            const bool is_special_case = (pattern.mask & ~list.mask[i]) == 0 && (differs & pattern.mask) == 0;
            if (is_special_case && pattern.mask == list.mask[i]) {
                list.lower[i] = static_cast<std::uint8_t>(std::max<int>(list.lower[i], pattern.lower));
                list.upper[i] = static_cast<std::uint8_t>(std::min<int>(list.upper[i], pattern.upper));
                return true;
            }
            if (is_special_case && pattern.lower >= list.lower[i] && pattern.upper <= list.upper[i])
                exchange(list, i, --slot.used);
            else
                ++i;
        }
        return false;
    }

    bool make_room(Slot& slot) {
        if (slot.block == 0) {
            slot.log = 0;
            slot.block = allocate(0);
            return slot.block != 0;
        }
        if (slot.used < kGroup << slot.log) return true;
        if (slot.log == kLargest) {
            --slot.used;  // the list is as long as it may be: its last pattern goes
            return true;
        }
        Slot larger = slot;
        ++larger.log;
        larger.block = allocate(larger.log);
        if (larger.block == 0) return false;
        const View from = view(slot), to = view(larger);
        std::copy_n(from.east_west, slot.used, to.east_west);
        std::copy_n(from.south_west, slot.used, to.south_west);
        std::copy_n(from.mask, slot.used, to.mask);
        std::copy_n(from.lower, slot.used, to.lower);
        std::copy_n(from.upper, slot.used, to.upper);
        words_[slot.block] = free_[slot.log];
        free_[slot.log] = slot.block;
        slot = larger;
        return true;
    }

    // The place of a block, or 0.
    std::uint32_t allocate(int log) {
        if (const std::uint32_t block = free_[log]; block != 0) {
            free_[log] = static_cast<std::uint32_t>(words_[block]);
            return block;
        }
        const std::uint32_t room = kGroup << log, size = 3 * room + room / 4;
        if (size_ - top_ < size) return 0;
        return std::exchange(top_, top_ + size);
    }

    Zeroed<Slot> slots_;
    Zeroed<std::uint64_t> words_;
    std::size_t last_slot_, size_;
    std::size_t filled_ = 0;
    std::uint32_t top_ = 1;
    std::uint16_t generation_ = 1;
    std::uint32_t free_[kLargest + 1] = {};
};

class PatternTable {
   public:
    explicit PatternTable(std::size_t bytes)
        : PatternTable(std::bit_floor(std::max<std::size_t>(bytes / 256, 64)), bytes / 2) {}

    void clear() {
        young_->clear();
        old_->clear();
    }

    std::size_t bytes() const { return young_->bytes() + old_->bytes(); }

    bool find(std::uint64_t key, std::uint64_t east_west, std::uint64_t south_west, int target,
              Pattern& found) {
        if (young_->find(key, east_west, south_west, target, found)) return true;
        if (old_->is_empty() || !old_->find(key, east_west, south_west, target, found)) return false;
        store(key, found);
        return true;
    }

    void store(std::uint64_t key, const Pattern& pattern) {
        if (young_->store(key, pattern)) return;
        std::swap(young_, old_);
        young_->clear();
        young_->store(key, pattern);
    }

   private:
    PatternTable(std::size_t slots, std::size_t half)
        : young_(std::make_unique<PatternStore>(slots, words(slots, half))),
          old_(std::make_unique<PatternStore>(slots, words(slots, half))) {}

    // The memory of a half for patterns, without its slots of 16 bytes.
    static std::size_t words(std::size_t slots, std::size_t half) {
        return std::max<std::size_t>(half - std::min(half, 16 * slots), 1 << 16) / sizeof(std::uint64_t);
    }

    std::unique_ptr<PatternStore> young_, old_;
};

}  // namespace overtrick::inline OVERTRICK_TARGET
