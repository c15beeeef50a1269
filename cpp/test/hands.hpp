// Hands for tests: written out, or dealt at random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

#include "overtrick/cards.hpp"
#include "overtrick/dealer.hpp"

namespace overtrick {

// Hands of North, East, South and West, each as spades.hearts.diamonds.clubs, with spaces between.
inline Hands parse(std::string_view text) {
    constexpr std::string_view kLetters = "23456789TJQKA";
    Hands hands{};
    int seat = 0, suit = 3;
    for (const char letter : text) {
        if (letter == ' ') {
            ++seat;
            suit = 3;
        } else if (letter == '.') {
            --suit;
        } else {
            hands[seat] |= card_set(kRanks * suit + static_cast<int>(kLetters.find(letter))).bits();
        }
    }
    return hands;
}

inline Hands random_hands(std::mt19937_64& random, int cards) {
    std::vector<int> pack(kCards);
    std::iota(pack.begin(), pack.end(), 0);
    std::shuffle(pack.begin(), pack.end(), random);
    Hands hands{};
    for (int i = 0; i < 4 * cards; ++i) hands[i % 4] |= card_set(pack[i]).bits();
    return hands;
}

}  // namespace overtrick
