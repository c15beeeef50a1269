// What a card and a set of cards are; most of it is checked by the compiler.
#include "overtrick/cards.hpp"

#include "check.hpp"

using namespace overtrick;

constexpr Card heart_king{Suit::hearts, Rank::king};

static_assert(heart_king.index() == 37);
static_assert(CardSet::pack().size() == 52);
static_assert(CardSet::pack().in(Suit::spades).highest() == Card{Suit::spades, Rank::ace});
static_assert(CardSet::pack().in(Suit::diamonds).lowest() == Card{Suit::diamonds, Rank::two});
static_assert(CardSet{}.with(heart_king).without(heart_king).empty());
static_assert((CardSet::pack() - CardSet::pack().in(Suit::clubs)).size() == 39);

int main() {
    for (int i = 0; i < kCards; ++i) {
        const Card card = Card::from_index(i);
        check::that(card.index() == i);
        check::that(CardSet{}.with(card).contains(card));
        check::that(!CardSet::pack().without(card).contains(card));
    }
    return check::report(3 * kCards);
}
