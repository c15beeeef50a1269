// Endings of four cards, with a table that is soon full, against trying every card.
#include "overtrick/double_dummy.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "check.hpp"
#include "overtrick/cards.hpp"

using namespace overtrick;

namespace {

constexpr int kHandSize = 4;

// From six ranks, so that the same shapes come often; up to three cards are on the table.
Position random_position(std::mt19937_64& random) {
    std::vector<int> pack(24);
    for (int i = 0; i < 24; ++i) pack[i] = kRanks * (i % 4) + 12 - i / 4;
    std::shuffle(pack.begin(), pack.end(), random);
    Position position;
    for (int i = 0; i < 4 * kHandSize; ++i) position.hands[i % 4] |= card_set(pack[i]).bits();
    position.strain = static_cast<int>(random() % 5);
    position.leader = static_cast<int>(random() % 4);
    const int played = static_cast<int>(random() % 4);
    for (int turn = 0; turn < played; ++turn) {
        std::uint64_t& hand = position.hands[(position.leader + turn) % 4];
        std::uint64_t legal = hand;
        if (turn > 0)
            if (const std::uint64_t following = hand & suit_set(suit_of(position.trick[0])).bits();
                following != 0)
                legal = following;
        position.trick[turn] = static_cast<std::int8_t>(std::countr_zero(legal));
        hand ^= legal & -legal;
    }
    return position;
}

// The value, both questions beside it, and every card.
void is_right(DoubleDummy& solver, const Position& position, int value, int guess) {
    check::that(solver.tricks(position, guess) == value);
    check::that(value == 0 || solver.at_least(position, value).is_reached);
    check::that(!solver.at_least(position, value + 1).is_reached);
    const bool is_ns =
        (position.leader + (position.trick[0] >= 0) + (position.trick[1] >= 0) + (position.trick[2] >= 0)) %
            2 ==
        0;
    for (const auto& [card, tricks] : solver.cards(position))
        if (is_ns ? tricks > value : tricks < value) check::that(false);
}

}  // namespace

int main() {
    constexpr int kEndings = 300, kBytes = 1 << 17;
    constexpr int kBlanks[] = {0, 0, 1, 2, kAlways};
    std::mt19937_64 random(1);
    const auto native = make_double_dummy(kBytes), portable = make_double_dummy(kBytes, true);
    Variation variation;
    for (int i = 0; i < kEndings; ++i) {
        if (i % 10 == 0) {
            variation = i % 20 == 0
                            ? Variation{}
                            : Variation{kBlanks[random() % 5], kBlanks[random() % 5], random() % 2 == 0};
            native->set({}, variation);
            portable->set({}, variation);
        }
        const Position position = random_position(random);
        const int value = plain_tricks(position, variation);
        is_right(*native, position, value, static_cast<int>(random() % 14));
        is_right(*portable, position, value, static_cast<int>(random() % 14));
    }

    // Long hands fill the small table again and again.
    const auto large = make_double_dummy(1 << 24);
    std::vector<int> pack(52);
    std::iota(pack.begin(), pack.end(), 0);
    constexpr int kDeals = 2, kLongHand = 12;
    for (int deal = 0; deal < kDeals; ++deal) {
        std::shuffle(pack.begin(), pack.end(), random);
        Position position{.strain = deal};
        for (int i = 0; i < 4 * kLongHand; ++i) position.hands[i % 4] |= card_set(pack[i]).bits();
        check::that(native->tricks(position, 6) == large->tricks(position, 7));
    }
    return check::report(2 * 3 * kEndings + kDeals);
}
