// The holders of all cards: the state of the search.
#pragma once

#include <array>

#include "dd/lanes.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

constexpr int left_of(int seat) { return (seat + 1) & 3; }
constexpr int partner_of(int seat) { return seat ^ 2; }
constexpr int right_of(int seat) { return (seat + 3) & 3; }
constexpr bool is_ns(int seat) { return !(seat & 1); }

struct Layout {
    std::array<Lanes, 4> hand{};
    Lanes all;                // every card in play when the trick began
    std::uint64_t shape = 0;  // sixteen suit lengths, four bits each
    int trump = kNotrump;

    // Would a card beat the one that is winning?
    bool beats(Lanes card, Lanes best) const {
        return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump;
    }

    Lanes trumps() const { return trump == kNotrump ? Lanes{} : lane(trump); }

    static constexpr std::uint64_t length_unit(int seat, int suit) {
        return std::uint64_t{1} << (16 * seat + 4 * suit);
    }

    int length(int seat, int suit) const { return static_cast<int>(shape >> (16 * seat + 4 * suit) & 0xf); }

    void set(const std::array<Lanes, 4>& hands, Lanes on_the_table, int strain) {
        hand = hands;
        trump = strain;
        all = on_the_table;
        shape = 0;
        for (int seat = 0; seat < 4; ++seat) {
            all |= hands[seat];
            for (int suit = 0; suit < 4; ++suit)
                shape += length_unit(seat, suit) * static_cast<unsigned>(count(hands[seat] & lane(suit)));
        }
    }
};

}  // namespace overtrick::inline OVERTRICK_TARGET
