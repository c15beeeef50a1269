// Suits side by side, against loops over one card at a time. Compiled for each target.
#include "dd/lanes.hpp"

#include <random>

#include "check.hpp"

using namespace overtrick;

namespace {

constexpr Lanes kAll{kLanes}, kLowest{1}, kHighest{std::uint64_t{1} << 60};

Lanes slow_upward(Lanes cards) {
    Lanes result;
    for (int suit = 0; suit < 4; ++suit) {
        bool is_above = false;
        for (int rank = 0; rank < 13; ++rank) {
            const Lanes card{std::uint64_t{1} << (16 * suit + rank)};
            is_above = is_above || (cards & card).any();
            if (is_above) result |= card;
        }
    }
    return result;
}

Lanes slow_heads(Lanes cards, Lanes present) {
    Lanes result;
    for (int suit = 0; suit < 4; ++suit) {
        bool next_is_own = false;
        for (int rank = 12; rank >= 0; --rank) {
            const Lanes card{std::uint64_t{1} << (16 * suit + rank)};
            if ((present & card).empty()) continue;
            const bool is_own = (cards & card).any();
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
            const std::uint64_t packed = card_set(kRanks * suit + rank).bits();
            const Lanes card = to_lanes(packed);
            check::that(card == Lanes{std::uint64_t{1} << (16 * suit + rank)});
            check::that(from_lanes(card) == packed);
            check::that(suit_of(card) == suit && (lane(suit) & card).any());
            check::that(highest(card | kLowest) == card && lowest(card | kHighest) == card);
            check::that((upward(card) & lane(suit)) == lane(suit) - below(card));
        }
    check::that((upward({}) & kAll).empty());
    check::that(highest(Lanes{}).empty() && lowest(Lanes{}).empty());

    constexpr int kCases = 20'000;
    std::mt19937_64 random(1);
    for (int i = 0; i < kCases; ++i) {
        Lanes present = kAll & Lanes{random()}, cards = present & Lanes{random()};
        if (i % 3 == 0) present |= kAll & Lanes{random()};
        if (i % 2 == 0) cards &= Lanes{random()};
        check::that((upward(cards) & kAll) == slow_upward(cards));
        check::that(heads_of_runs(cards, present) == slow_heads(cards, present));
        check::that(to_lanes(from_lanes(cards)) == cards);
    }
    return check::report(52 * 5 + 2 + 3 * kCases);
}
