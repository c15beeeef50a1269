// The cards that answered similar questions before. Whatever it says only saves time.
#pragma once

#include <array>
#include <cstdint>

#include "dd/lanes.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class CardMemory {
   public:
    // Takes no time: every note carries a generation.
    void forget() {
        if (++generation_ < kGenerations) return;
        notes_.fill(0);
        generation_ = 1;
    }

    // The card noted under a key, or none.
    Cards recall(std::uint64_t key) const {
        const std::uint16_t note = notes_[place_of(key)];
        return note >> kCardBits == generation_ ? Cards{1} << (note & kCardMask) : 0;
    }

    void note(std::uint64_t key, Cards card) {
        notes_[place_of(key)] = static_cast<std::uint16_t>(generation_ << kCardBits | std::countr_zero(card));
    }

   private:
    static constexpr int kLog = 19;
    static constexpr int kCardBits = 6;
    static constexpr unsigned kCardMask = (1 << kCardBits) - 1;
    static constexpr unsigned kGenerations = 1 << (16 - kCardBits);

    static std::size_t place_of(std::uint64_t key) { return key * 0x9e37'79b9'7f4a'7c15 >> (64 - kLog); }

    std::array<std::uint16_t, 1 << kLog> notes_{};
    unsigned generation_ = 1;
};

}  // namespace overtrick::inline OVERTRICK_TARGET
