// The cards that answered similar queries before, for move ordering. No answer depends on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dd/lanes.hpp"
#include "dd/zeroed.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class CardMemory {
   public:
    explicit CardMemory(std::size_t bytes)
        : log_(std::bit_width(std::max<std::size_t>(bytes / sizeof(Note), 2)) - 1),
          notes_(zeroed<Note>(std::size_t{1} << log_)) {
        expect(kDeal);
    }

    std::size_t bytes() const { return sizeof(Note) << log_; }

    // Sets the tricks left at the root: a small tree keeps its notes close together.
    void expect(int tricks) { shift_ = 64 - std::min(log_, kSmallestLog + tricks); }

    // Constant time: every note carries a generation.
    void forget() {
        if (++generation_ < kGenerations) return;
        std::fill_n(notes_.get(), std::size_t{1} << log_, Note{0});
        generation_ = 1;
    }

    // The card noted under a key, or none.
    Lanes recall(std::uint64_t key) const {
        const Note note = notes_[place_of(key)];
        return note >> kCardBits == generation_ ? Lanes{std::uint64_t{1} << (note & kCardMask)} : Lanes{};
    }

    void note(std::uint64_t key, Lanes card) {
        notes_[place_of(key)] = static_cast<Note>(generation_ << kCardBits | card.lowest_place());
    }

   private:
    using Note = std::uint16_t;  // a generation and a card

    static constexpr int kDeal = 13;
    static constexpr int kSmallestLog = 9;
    static constexpr int kCardBits = 6;
    static constexpr unsigned kCardMask = (1 << kCardBits) - 1;
    static constexpr unsigned kGenerations = 1 << (16 - kCardBits);

    std::size_t place_of(std::uint64_t key) const { return key * 0x9e37'79b9'7f4a'7c15 >> shift_; }

    int log_, shift_;
    Zeroed<Note> notes_;
    unsigned generation_ = 1;
};

}  // namespace overtrick::inline OVERTRICK_TARGET
