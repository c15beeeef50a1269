// Deals by number: whole, reversible, and the same on every kind of processor.
#include "overtrick/dealer.hpp"

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "overtrick/combinations.hpp"

using namespace overtrick;

int main() {
    const auto dealer = make_dealer();
    const auto portable = make_dealer(true);
    check::that(std::string(portable->instructions()) == "portable");

    constexpr int kDeals = 5'000;
    std::mt19937_64 random(1);
    std::vector<DealNumber> numbers = {{0, 0, 0},
                                       {kChoose[52][13] - 1, kChoose[39][13] - 1, kChoose[26][13] - 1}};
    while (numbers.size() < kDeals)
        numbers.push_back(
            {random() % kChoose[52][13], random() % kChoose[39][13], random() % kChoose[26][13]});

    std::vector<Hands> deals(kDeals), again(kDeals);
    std::vector<DealNumber> back(kDeals);
    dealer->deal(numbers, deals);
    portable->deal(numbers, again);
    dealer->number(deals, back);
    for (int i = 0; i < kDeals; ++i) {
        const auto& [north, east, south, west] = deals[i];
        check::that((north | east | south | west) == (std::uint64_t{1} << 52) - 1);
        for (const std::uint64_t hand : deals[i]) check::that(std::popcount(hand) == 13);
        check::that(again[i] == deals[i]);
        check::that(back[i] == numbers[i]);
    }
    return check::report(1 + 7 * kDeals);
}
