// Sampled deals: tables hold each hand once, cards are drawn evenly, threads make no difference.
#include "overtrick/sampler.hpp"

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "deals/random.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/combinations.hpp"

using namespace overtrick;

namespace {

constexpr int kHearts = 2, kSpades = 3;
constexpr std::size_t kBlocks = 40;

std::uint64_t suit(int which) { return suit_set(which).bits(); }
int length(std::uint64_t hand, int which) { return std::popcount(hand & suit(which)); }

// At least so many cards of a suit.
Condition at_least(int which, int cards) {
    Program program{};
    program.tables.emplace_back(kHoldings);
    for (std::uint32_t holding = 0; holding < kHoldings; ++holding)
        program.tables[0][holding] = std::popcount(holding);
    program.columns = {{Column::Kind::suit, 0, which}};
    program.constants = {cards - 1};
    program.instructions = {{Op::less, 2, 1, 0}};
    program.registers = 3;
    return {std::make_shared<const Program>(program), 2};
}

std::shared_ptr<const HandTable> complete(const Condition& condition, const KnownCards& known) {
    std::shared_ptr<HandTable> table = make_hand_table(condition, known);
    while (!table->is_complete()) table->advance();
    return table;
}

// Ten cards known, three to come out of six spades and four hearts: C(10,3) hands, C(6,3) with three spades.
long check_a_small_table() {
    const std::uint64_t clubs = suit(0) >> 3;
    const std::uint64_t rest = suit(kSpades) & ~(std::uint64_t{0x7F} << 39) & kPack.bits();
    const std::uint64_t hearts = std::uint64_t{0xF} << 26;
    const KnownCards known{clubs, kPack.bits() & ~(clubs | rest | hearts)};
    for (const int spades : {0, 1, 2, 3, 4}) {
        const auto table = complete(at_least(kSpades, spades), known);
        std::uint64_t expected = 0;
        for (int k = spades; k <= 3; ++k) expected += kChoose[6][k] * kChoose[4][3 - k];
        check::that(table->hands() == expected);
        std::set<std::uint64_t> hands;
        for (std::size_t shape = 0; shape < table->shapes().size(); ++shape)
            for (std::uint64_t number = 0; number < table->hands(shape); ++number) {
                hands.insert(table->numbered(shape, number));
                check::that(lengths_of(table->numbered(shape, number)) == table->shapes()[shape]);
            }
        check::that(hands.size() == expected);
        for (const std::uint64_t hand : hands)
            check::that(std::popcount(hand) == 13 && (hand & clubs) == clubs &&
                        (hand & known.elsewhere) == 0 && length(hand, kSpades) >= spades);
    }
    return 5 * 2 + 2 * (120 + 116 + 80 + 20);
}

// Every set of three of seven cards comes about as often as any other.
long check_cards_are_drawn_evenly() {
    constexpr int kDraws = 70'000;
    const std::uint64_t pool = 0x8'0010'0801'0013;
    Random random(7, 1);
    std::map<std::uint64_t, int> times;
    for (int i = 0; i < kDraws; ++i) ++times[random.cards(pool, 7, 3)];
    check::that(times.size() == 35);
    double chi_square = 0;
    for (const auto& [cards, number] : times) {
        check::that(std::popcount(cards) == 3 && (cards & ~pool) == 0);
        chi_square += (number - kDraws / 35.0) * (number - kDraws / 35.0) / (kDraws / 35.0);
    }
    check::that(chi_square < 70);  // 34 degrees of freedom: once in five thousand
    check::that(random.cards(pool, 7, 7) == pool && random.cards(pool, 7, 0) == 0);
    return 1 + 35 + 2;
}

// The same with a number for each suit: 4 of 5 clubs, 1 of 3 diamonds, no heart, 2 of 3 spades.
long check_cards_of_suits_are_drawn_evenly() {
    constexpr int kDraws = 72'000;
    const std::uint64_t pool =
        0x1C03 | std::uint64_t{0x0111} << 13 | std::uint64_t{0x7} << 26 | std::uint64_t{0x1A00} << 39;
    Random random(7, 2);
    std::map<std::uint64_t, int> times;
    for (int i = 0; i < kDraws; ++i) ++times[random.cards(pool, {4, 1, 0, 2})];
    check::that(times.size() == 5 * 3 * 3);
    double chi_square = 0;
    for (const auto& [cards, number] : times) {
        check::that((cards & ~pool) == 0 && lengths_of(cards) == Lengths{4, 1, 0, 2});
        chi_square += (number - kDraws / 45.0) * (number - kDraws / 45.0) / (kDraws / 45.0);
    }
    check::that(chi_square < 85);  // 44 degrees of freedom: once in five thousand
    return 1 + 45 + 1;
}

std::array<SeatWanted, 4> wanted() {
    std::array<SeatWanted, 4> seats;
    seats[0].held = std::uint64_t{1} << 51;
    seats[1].lacks = suit(0);
    seats[2].conditions = {at_least(kHearts, 5)};
    const KnownCards known{0, seats[0].held};
    seats[3].table = complete(at_least(kSpades, 6), known);
    return seats;
}

long check_deals(bool by_shape) {
    auto seats = wanted();
    if (by_shape) {
        seats[1].shapes = {{0, 4, 4, 5}, {0, 5, 5, 3}, {3, 4, 3, 3}};
        for (std::uint8_t hearts = 5; hearts <= 13; ++hearts)
            seats[2].shapes.push_back({0, 0, hearts, static_cast<std::uint8_t>(13 - hearts)});
        for (std::uint8_t hearts = 5; hearts <= 8; ++hearts)
            seats[2].shapes.push_back({static_cast<std::uint8_t>(13 - hearts), 0, hearts, 0});
    }
    const auto sampler = make_sampler(seats, {3, 2, 1, 0});
    check::that(sampler->draws_from_table(3) && !sampler->draws_from_table(2));
    const Found found = sampler->draw(1, 0, kBlocks, 1);
    check::that(!found.deals.empty() && found.in_block.size() == kBlocks);
    for (const auto& [north, east, south, west] : found.deals) {
        check::that((north | east | south | west) == kPack.bits());
        for (const std::uint64_t hand : {north, east, south, west}) check::that(std::popcount(hand) == 13);
        check::that(north >> 51 == 1 && length(east, 0) == 0 && length(south, kHearts) >= 5 &&
                    length(west, kSpades) >= 6);
    }
    for (const unsigned threads : {2u, 3u, 50u}) {
        const Found again = sampler->draw(1, 0, kBlocks, threads);
        check::that(again.deals == found.deals && again.in_block == found.in_block);
    }
    const Found later = sampler->draw(1, kBlocks - 1, 1, 1);
    check::that(later.in_block[0] == found.in_block[kBlocks - 1]);
    check::that(sampler->draw(1, 0, 0, 2).deals.empty());
    return 2 + 6 * static_cast<long>(found.deals.size()) + 3 + 2;
}

template <class Change>
void check_refused(Change change) {
    auto seats = wanted();
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    change(seats, order);
    bool refused = false;
    try {
        make_sampler(seats, order);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    check::that(refused);
}

// Ten spades and ten spades: no deal, and no endless search.
long check_shapes_that_do_not_go_together() {
    std::array<SeatWanted, 4> seats;
    seats[1].shapes = seats[2].shapes = {{1, 1, 1, 10}};
    const auto sampler = make_sampler(seats, {0, 1, 2, 3});
    check::that(!sampler->is_possible() && make_sampler(wanted(), {0, 1, 2, 3})->is_possible());
    check::that(sampler->draw(1, 0, 5, 2).deals.empty());
    return 2;
}

long check_impossible_wishes_are_refused() {
    using Seats = std::array<SeatWanted, 4>;
    using Order = std::array<std::size_t, 4>;
    check_refused([](Seats&, Order& order) { order = {0, 1, 2, 2}; });
    check_refused([](Seats& seats, Order&) { seats[1].held = seats[0].held; });
    check_refused([](Seats& seats, Order&) { seats[1].held = 1; });
    check_refused([](Seats& seats, Order&) { seats[1].lacks = suit(0) | suit(1) | suit(2) | suit(3); });
    check_refused([](Seats& seats, Order&) { seats[0].held = suit(0) | std::uint64_t{1} << 51; });
    check_refused([](Seats& seats, Order&) { seats[2].lacks = std::uint64_t{1} << 60; });
    check_refused([](Seats& seats, Order&) { seats[3].table = complete(at_least(kSpades, 14), {}); });
    check_refused([](Seats& seats, Order&) { seats[3].table = make_hand_table(at_least(kSpades, 3), {}); });
    check_refused([](Seats& seats, Order&) { seats[2].conditions[0].reg = 9; });
    check_refused([](Seats& seats, Order&) { seats[2].shapes = {{4, 4, 4, 4}}; });
    return 10;
}

}  // namespace

int main() {
    long expected = check_a_small_table();
    expected += check_cards_are_drawn_evenly();
    expected += check_cards_of_suits_are_drawn_evenly();
    expected += check_deals(false);
    expected += check_deals(true);
    expected += check_shapes_that_do_not_go_together();
    expected += check_impossible_wishes_are_refused();
    return check::report(expected);
}
