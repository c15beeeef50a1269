// Programs over all hands: exact totals, bad programs refused, hands by number.
#include "overtrick/hand_classes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/combinations.hpp"

using namespace overtrick;

namespace {

constexpr std::uint64_t kAllHands = 635'013'559'600;
constexpr int kSpades = 3;

HoldingTable lengths() {
    HoldingTable table(kHoldings);
    for (std::uint32_t holding = 0; holding < kHoldings; ++holding)
        table[holding] = static_cast<std::int32_t>(std::popcount(holding));
    return table;
}

// Columns: spades, cards, longest suit. Constants: 1, 4, 13. Totals: all hands, four spades, longest of
// four, thirteen cards; and all hands by their spades.
Program counting() {
    Program program{};
    program.tables = {lengths()};
    program.columns = {
        {Column::Kind::suit, 0, kSpades}, {Column::Kind::sum, 0, 0}, {Column::Kind::largest, 0, 0}};
    program.constants = {1, 4, 13};
    program.instructions = {
        {Op::count, 0, 3, 0}, {Op::equal, 6, 0, 4},  {Op::count, 0, 6, 1}, {Op::equal, 7, 2, 4},
        {Op::count, 0, 7, 2}, {Op::equal, 8, 1, 5},  {Op::count, 0, 8, 3}, {Op::skip, 0, 7, 1},
        {Op::count, 0, 7, 4}, {Op::negate, 9, 6, 0}, {Op::count, 0, 9, 5}, {Op::group, 0, 3, 0},
    };
    program.keys = {0};
    program.registers = 10;
    program.counts = 6;
    return program;
}

Program four_spades() {
    Program program{};
    program.tables = {lengths()};
    program.columns = {{Column::Kind::suit, 0, kSpades}};
    program.constants = {4};
    program.instructions = {{Op::equal, 2, 0, 1}, {Op::count, 0, 2, 0}};
    program.registers = 3;
    program.counts = 1;
    return program;
}

void advance_to_the_end(HandClasses& classes) {
    for (std::size_t step = 0; step < classes.steps(); ++step) classes.advance();
}

// Hands whose longest suit has four cards: 4333, 4432 and 4441.
std::uint64_t longest_of_four() {
    const std::uint64_t two = kChoose[13][2], three = kChoose[13][3], four = kChoose[13][4];
    return 4 * four * three * three * three + 12 * four * four * three * two + 4 * four * four * four * 13;
}

void totals_are_exact() {
    const auto classes = make_hand_classes(counting(), {});
    check::that(classes->hands() == kAllHands);
    advance_to_the_end(*classes);
    const std::vector<Total> totals = classes->totals();
    const std::uint64_t four = kChoose[13][4] * kChoose[39][9];
    const std::array<std::uint64_t, 6> expected = {
        kAllHands, four, longest_of_four(), kAllHands, longest_of_four(), kAllHands - four};
    check::that(totals.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) check::that(totals[i].hands == expected[i]);
    for (const Total& total : totals) check::that(std::popcount(total.simplest) == 13);
    check::that(std::popcount(totals[1].simplest >> 39) == 4);
}

void groups_are_exact() {
    const auto classes = make_hand_classes(counting(), {});
    advance_to_the_end(*classes);
    const std::vector<Group> groups = classes->groups();
    check::that(groups.size() == 14);
    for (const Group& group : groups) {
        const auto spades = static_cast<std::size_t>(group.key.at(0));
        check::that(group.total.hands == kChoose[13][spades] * kChoose[39][13 - spades]);
        check::that(std::popcount(group.total.simplest >> 39) == group.key[0]);
    }
}

// Five cards are held, three of them spades; sixteen are free, four of them spades.
void numbers_give_each_hand_once() {
    constexpr std::uint64_t kHeld = std::uint64_t{0b111} << 49 | 0b11;
    constexpr std::uint64_t kFree =
        std::uint64_t{0b1111} << 39 | std::uint64_t{0b11111111} << 26 | 0b1111 << 13;
    static_assert(std::popcount(kHeld) == 5 && std::popcount(kFree) == 16);

    const auto classes = make_hand_classes(four_spades(), {kHeld, kPack.bits() & ~kHeld & ~kFree});
    check::that(classes->hands() == kChoose[16][8]);
    advance_to_the_end(*classes);
    const std::uint64_t hands = 4 * kChoose[12][7];
    check::that(classes->totals().at(0).hands == hands);

    std::vector<std::uint64_t> numbers(hands);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    std::vector<std::uint64_t> found = classes->numbered(numbers);
    check::that(classes->numbered(numbers) == found);
    check::that(found.size() == hands);
    for (const std::uint64_t hand : found) {
        check::that(std::popcount(hand) == 13);
        check::that((hand & kHeld) == kHeld && (hand & ~(kHeld | kFree)) == 0);
        check::that(std::popcount(hand >> 39) == 4);
    }
    std::sort(found.begin(), found.end());
    check::that(std::adjacent_find(found.begin(), found.end()) == found.end());
}

template <class Spoil>
void is_refused(Spoil spoil) {
    Program program = counting();
    program.check();
    spoil(program);
    bool refused = false;
    try {
        program.check();
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    check::that(refused);
}

void bad_programs_are_refused() {
    is_refused([](Program& p) { p.tables[0].pop_back(); });
    is_refused([](Program& p) { p.tables.clear(); });
    is_refused([](Program& p) { p.columns[0].table = 1; });
    is_refused([](Program& p) { p.columns[0].which = 4; });
    is_refused([](Program& p) { p.columns[0].which = -1; });
    is_refused([](Program& p) { p.registers = 5; });
    is_refused([](Program& p) { p.registers = -1; });
    is_refused([](Program& p) { p.counts = -1; });
    is_refused([](Program& p) { p.counts = 5; });
    is_refused([](Program& p) { p.keys = {10}; });
    is_refused([](Program& p) { p.keys = {-1}; });
    is_refused([](Program& p) { p.instructions[1].a = 10; });
    is_refused([](Program& p) { p.instructions[1].b = 10; });
    is_refused([](Program& p) { p.instructions[1].to = 10; });
    is_refused([](Program& p) { p.instructions[1].to = 5; });
    is_refused([](Program& p) { p.instructions[1].to = 0; });
    is_refused([](Program& p) { p.instructions[7].b = 5; });
    is_refused([](Program& p) { p.instructions[7].b = -1; });
    is_refused([](Program& p) { p.instructions[9].a = -1; });
    is_refused([](Program& p) { p.instructions[1] = {Op::look_up, 6, 0, 0}; });
    is_refused([](Program& p) { p.instructions[1] = {Op::opening, 6, 7, 0}; });
    is_refused([](Program& p) { p.instructions[1] = {Op::opening, 6, 0, 16}; });
}

void one_hand_at_a_time() {
    const std::array<std::uint64_t, 3> hands = {
        std::uint64_t{0x1FFF} << 39, 0x1FFF,
        std::uint64_t{0b1111} << 39 | std::uint64_t{0b111} << 26 | std::uint64_t{0b111} << 13 | 0b111};
    check::that(value_of_hands(counting(), 0, hands) == std::vector<std::int32_t>{13, 0, 4});
    check::that(value_of_hands(counting(), 2, hands) == std::vector<std::int32_t>{13, 13, 4});
    check::that(value_of_hands(counting(), 6, hands) == std::vector<std::int32_t>{0, 0, 1});
    check::that(value_of_holdings(four_spades(), 0) == lengths());
}

}  // namespace

int main() {
    totals_are_exact();
    groups_are_exact();
    numbers_give_each_hand_once();
    bad_programs_are_refused();
    one_hand_at_a_time();

    constexpr long kTotals = 2 + 6 + 6 + 1;
    constexpr long kGroups = 1 + 2 * 14;
    constexpr long kNumbers = 5 + 3 * 4 * 792;
    return check::report(kTotals + kGroups + kNumbers + 22 + 4);
}
