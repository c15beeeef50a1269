// What a card and a set of cards are; most of it is checked by the compiler.
#include "overtrick/cards.hpp"

#include <concepts>

#include "check.hpp"
#include "dd/lanes.hpp"

using namespace overtrick;

constexpr int kSpades = 3, kDiamonds = 1, kHeartKing = 37;

template <class A, class B>
concept can_be_mixed = requires(A a, B b) { a | b; };

static_assert(suit_of(kHeartKing) == 2 && kHeartKing % kRanks == 11);
static_assert(kPack.size() == kCards);
static_assert((kPack & suit_set(kSpades)).highest_place() == 51);
static_assert((kPack & suit_set(kDiamonds)).lowest_place() == 13);
static_assert((card_set(kHeartKing) - card_set(kHeartKing)).empty());
static_assert((kPack - suit_set(0)).size() == 39);
static_assert(lowest(CardSet{}).empty() && highest(CardSet{}).empty() && rest(CardSet{}).empty());
static_assert((above(card_set(kHeartKing)) & suit_set(2)) == card_set(kHeartKing + 1));
static_assert(holding(card_set(kHeartKing).bits(), 2) == 1 << 11);

// Sets of different encodings, and sets and numbers, are told apart.
static_assert(can_be_mixed<CardSet, CardSet> && can_be_mixed<Lanes, Lanes>);
static_assert(!can_be_mixed<CardSet, Lanes> && !can_be_mixed<CardSet, std::uint64_t>);
static_assert(!std::convertible_to<std::uint64_t, CardSet> && !std::convertible_to<CardSet, std::uint64_t>);

int main() {
    for (int card = 0; card < kCards; ++card) {
        const CardSet one = card_set(card);
        check::that(lowest(one) == one && highest(one) == one && one.lowest_place() == card);
        check::that((suit_set(suit_of(card)) & one) == one);
        check::that((below(one) ^ one ^ above(one)) == CardSet{~std::uint64_t{0}});
    }
    return check::report(3 * kCards);
}
