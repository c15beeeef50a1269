// Every rule that counts tricks, by itself: what it counts is there, whoever gets the cards that do not
// matter. Compiled for each target.
#include "dd/sure_tricks.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "overtrick/double_dummy.hpp"

using namespace overtrick;

namespace {

constexpr int kTimes = 120, kRedeals = 4;

struct Random : std::mt19937_64 {
    using std::mt19937_64::mt19937_64;
    int below(int many) { return static_cast<int>((*this)() % static_cast<unsigned>(many)); }
};

// From six ranks, three or four cards each; after free discards East and West may have one or two more.
Layout random_layout(Random& random) {
    std::vector<Lanes> pack;
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 7; rank < 13; ++rank) pack.push_back(to_lanes(card_set(kRanks * suit + rank).bits()));
    std::shuffle(pack.begin(), pack.end(), random);
    std::array<Lanes, 4> hands{};
    const int cards = 3 + random.below(2);
    for (int seat = 0; seat < 4; ++seat)
        for (int i = cards + (is_ns(seat) ? 0 : std::max(0, random.below(5) - 2)); i-- > 0; pack.pop_back())
            hands[seat] |= pack.back();
    Layout at;
    at.set(hands, {}, random.below(5));
    return at;
}

// The same shape, and the same owners of every card at or above the lowest winner of its suit.
Layout redealt(const Layout& at, Lanes winners, Random& random) {
    const Lanes fixed = upward(winners);
    std::array<Lanes, 4> hands = at.hand;
    for (int suit = 0; suit < 4; ++suit) {
        std::vector<int> owners;
        const Lanes small = (at.all & lane(suit)) - fixed;
        for (Lanes left = small; left.any(); left = rest(left))
            owners.push_back(
                static_cast<int>(std::find_if(hands.begin(), hands.end(),
                                              [&](Lanes hand) { return (hand & lowest(left)).any(); }) -
                                 hands.begin()));
        for (Lanes& hand : hands) hand -= small;
        std::shuffle(owners.begin(), owners.end(), random);
        auto owner = owners.begin();
        for (Lanes left = small; left.any(); left = rest(left)) hands[*owner++] |= lowest(left);
    }
    Layout other;
    other.set(hands, {}, at.trump);
    return other;
}

Position position_of(const Layout& at, int leader) {
    Position position{.strain = at.trump, .leader = leader};
    for (int seat = 0; seat < 4; ++seat) position.hands[seat] = from_lanes(at.hand[seat]);
    return position;
}

// The tricks that the side of the leader takes, by trying every card.
int tricks_of_leaders_side(const Layout& at, int leader) {
    const int tricks = plain_tricks(position_of(at, leader), {});
    return is_ns(leader) ? tricks : count(at.hand[0]) - tricks;
}

// Each says whether one side takes `need` tricks, and which cards make it sure.
bool cashes(const Layout& at, int leader, int need, Lanes& winners) {
    const Sure sure = Cashing(at, leader).count_tricks(count(at.hand[0]), need);
    winners = sure.winners;
    return sure.tricks >= need;
}

bool have_trumps(const Layout& at, int leader, int need, Lanes& winners) {
    if (at.trump == kNotrump) return false;
    const Sure sure = sure_trumps(at, left_of(leader), count(at.hand[0]));
    winners = highest_of(sure.winners, need);
    return sure.tricks >= need;
}

bool stop(const Layout& at, int leader, int need, Lanes& winners) {
    return is_stopped(at, leader, count(at.hand[0]), need, winners);
}

// Of the leader's side, or of the others.
template <class Rule>
void holds(const Rule& rule, bool is_for_leader, Random& random) {
    for (int times = 0; times < kTimes;) {
        const Layout at = random_layout(random);
        const int leader = random.below(4), need = 1 + times % 3;
        Lanes winners;
        if (!rule(at, leader, need, winners)) continue;
        ++times;
        for (int i = 0; i < kRedeals; ++i) {
            const Layout other = redealt(at, winners, random);
            const int tricks = tricks_of_leaders_side(other, leader);
            check::that((is_for_leader ? tricks : count(at.hand[0]) - tricks) >= need);
        }
    }
}

// Whoever leads a refuted suit gives the others what they need.
void refutes(Random& random) {
    for (int times = 0; times < kTimes;) {
        const Layout at = random_layout(random);
        const int leader = random.below(4), need = 1 + times % 3;
        Lanes winners;
        const Lanes refuted = refuted_suits(at, leader, count(at.hand[0]), need, winners);
        if (refuted.empty()) continue;
        ++times;
        for (int i = 0; i < kRedeals; ++i) {
            const Layout other = redealt(at, winners, random);
            Position position = position_of(other, leader);
            const std::uint64_t card = from_lanes(lowest(other.hand[leader] & refuted));
            position.hands[leader] ^= card;
            position.trick[0] = static_cast<std::int8_t>(std::countr_zero(card));
            const int tricks = plain_tricks(position, {});
            check::that((is_ns(leader) ? count(at.hand[0]) - tricks : tricks) >= need);
        }
    }
}

}  // namespace

int main() {
    Random random(1);
    holds(cashes, true, random);
    holds(have_trumps, false, random);
    holds(stop, false, random);
    refutes(random);
    return check::report(4 * kTimes * kRedeals);
}
