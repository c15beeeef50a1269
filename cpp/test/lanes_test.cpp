// Suits side by side, against loops over one card at a time. Compiled for each target.
#include "dd/lanes.hpp"

#include <random>

#include "check.hpp"

using namespace overtrick;

namespace {

Cards slow_upward(Cards cards) {
    Cards result = 0;
    for (int suit = 0; suit < 4; ++suit) {
        bool is_above = false;
        for (int rank = 0; rank < 13; ++rank) {
            const Cards card = Cards{1} << (16 * suit + rank);
            is_above = is_above || (cards & card) != 0;
            if (is_above) result |= card;
        }
    }
    return result;
}

Cards slow_heads(Cards cards, Cards present) {
    Cards result = 0;
    for (int suit = 0; suit < 4; ++suit) {
        bool next_is_own = false;
        for (int rank = 12; rank >= 0; --rank) {
            const Cards card = Cards{1} << (16 * suit + rank);
            if ((present & card) == 0) continue;
            const bool is_own = (cards & card) != 0;
            if (is_own && !next_is_own) result |= card;
            next_is_own = is_own;
        }
    }
    return result;
}

}  // namespace

int main() {
#ifdef __BMI2__
    if (!__builtin_cpu_supports("bmi2")) return check::report(0);
#endif
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 0; rank < 13; ++rank) {
            const std::uint64_t packed = std::uint64_t{1} << (13 * suit + rank);
            const Cards card = to_lanes(packed);
            check::that(card == Cards{1} << (16 * suit + rank));
            check::that(from_lanes(card) == packed);
            check::that(suit_of(card) == suit && lane(suit) & card);
            check::that(highest(card | 1) == card && lowest(card | Cards{1} << 60) == card);
            check::that((upward(card) & lane(suit)) == (lane(suit) & ~(card - 1)));
        }
    check::that((upward(0) & kLanes) == 0);
    check::that(highest(0) == 0 && lowest(0) == 0);

    constexpr int kCases = 20'000;
    std::mt19937_64 random(1);
    for (int i = 0; i < kCases; ++i) {
        Cards present = random() & kLanes, cards = random() & present;
        if (i % 3 == 0) present |= random() & kLanes;
        if (i % 2 == 0) cards &= random();
        check::that((upward(cards) & kLanes) == slow_upward(cards));
        check::that(heads_of_runs(cards, present) == slow_heads(cards, present));
        check::that(to_lanes(from_lanes(cards)) == cards);
    }
    return check::report(52 * 5 + 2 + 3 * kCases);
}
