// Single suits: odds that can be counted by hand, plays that keep what can be won, bad problems refused.
#include "overtrick/single_suit.hpp"

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "overtrick/combinations.hpp"

using namespace overtrick;

namespace {

constexpr std::int64_t kDeals = 10'400'600;  // C(26, 13)

std::uint16_t holding(std::string_view cards) {
    std::uint16_t held = 0;
    for (const char card : cards)
        held |= static_cast<std::uint16_t>(1u << std::string_view("23456789TJQKA").find(card));
    return held;
}

// For each layout the number of ways to deal it.
std::vector<std::int64_t> deals(const SingleSuit& suit) {
    const auto groups = suit.groups();
    int missing = 0;
    for (const std::uint16_t group : groups) missing += std::popcount(group);
    std::vector<std::int64_t> weights;
    for (int layout = 0; layout < suit.layouts(); ++layout) {
        int west = 0, left = layout;
        std::uint64_t ways = 1;
        for (const std::uint16_t group : groups) {
            const int size = std::popcount(group), held = left % (size + 1);
            left /= size + 1;
            west += held;
            ways *= kChoose[size][held];
        }
        weights.push_back(static_cast<std::int64_t>(ways * kChoose[26 - missing][13 - west]));
    }
    return weights;
}

std::int64_t best(SingleSuit& suit, int goal, const std::vector<std::int64_t>& weights) {
    std::int64_t value = 0;
    for (const SuitLead& lead : suit.leads(goal, weights, true)) value = std::max(value, lead.value);
    return value;
}

void check_odds() {
    const auto suit = make_single_suit({holding("AQT"), holding("43")});
    const auto weights = deals(*suit);
    check::that(std::accumulate(weights.begin(), weights.end(), std::int64_t{0}) == kDeals);
    check::that(best(*suit, 3, weights) == kDeals * 6 / 25);
    check::that(best(*suit, 2, weights) == kDeals * 19 / 25);
    check::that(best(*suit, 1, weights) == kDeals);
    std::vector<std::int64_t> levels;
    for (int level = 0; level < suit->length(); ++level)
        levels.insert(levels.end(), weights.begin(), weights.end());
    check::that(best(*suit, 0, levels) == 2 * kDeals);
    check::that(suit->leads(0, levels, false).size() == 4);
    check::that(suit->lines(3, 100).size() >= 2 && suit->lines(3, 1).empty());
}

void check_plays() {
    const auto suit = make_single_suit({holding("AQT"), holding("43")});
    const auto weights = deals(*suit);
    const SuitPosition start{holding("AQT"), holding("43"),
                             static_cast<std::uint16_t>(0x1FFF & ~holding("AQT43"))};
    const LayoutBits wins = suit->leads(3, weights, true).front().wins;
    check::that(suit->achieves(start, 3, wins));
    for (const SuitPlay& play : suit->plays(start)) {
        const bool is_finesse_of_the_ten = play.way == SuitPlay::Way::towards && play.rank == 8;
        const bool is_low = !play.from_north && play.way == SuitPlay::Way::run;
        check::that(suit->keeps(start, play, 3, wins) == (is_finesse_of_the_ten || is_low));
    }
    const SuitPlay cash{SuitPlay::Way::plain, true, 12};
    check::that(suit->tactic(start, cash) == Tactic::cash && suit->is_worth_trying(start, cash));
    check::that(suit->after(start, cash, 2, weights).value < kDeals * 19 / 25);
    check::that(suit->sets(start, 1).size() == 1);
}

void check_limits() {
    const auto free = make_single_suit({holding("AQ"), holding("2")});
    const auto bound = make_single_suit({.north = holding("AQ"), .south = holding("2"), .entries_south = 0});
    const auto weights = deals(*free);
    check::that(best(*free, 2, weights) == kDeals / 2);
    check::that(best(*bound, 2, weights) < kDeals / 100);
    const auto tactics =
        make_single_suit({.north = holding("AQ"), .south = holding("2"), .tactics_only = true});
    check::that(best(*tactics, 2, weights) == kDeals / 2);
    check::that(tactics->leaves() < make_single_suit({holding("AQ"), holding("2")})->leaves());
    const auto honest =
        make_single_suit({.north = holding("AKQJ8"), .south = holding("32"), .honest_defence = true});
    check::that(best(*honest, 5, deals(*honest)) > kDeals * 85 / 100);
    bool is_refused = false;
    try {
        make_single_suit({holding("AQ"), holding("A")});
    } catch (const std::invalid_argument&) {
        is_refused = true;
    }
    check::that(is_refused);
}

}  // namespace

int main() {
    check_odds();
    check_plays();
    check_limits();
    return check::report(25);
}
