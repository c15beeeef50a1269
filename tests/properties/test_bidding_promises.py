"""Promises never lose a hand: whatever the box, the condition and the hand, letters and facts among them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overtrick.bidding.auction_facts import LENGTHS, NUMBERS, TRUTHS, resolved, system_vocabulary
from overtrick.bidding.bounds import bounds, unfolded
from overtrick.bidding.evaluation import Facts, HandValues, Names, evaluator
from overtrick.bidding.linking import Link
from overtrick.bidding.promises import Box, Promise, Trait, everything, hull, shrunk
from overtrick.core import CardSet, Suit
from overtrick.hands.evaluation import is_true, value
from overtrick.hands.reading import read
from overtrick.hands.terms import FunctionCall, Term
from overtrick.openbid import vocabulary

WORDS = system_vocabulary("TOTALPTS", vocabulary()).defining(
    "TOP(X) = SUITLENGTH(X) = LONGEST",
    "BIGCLUB = HCP >= 17 or (HCP >= 16 and TOTALPTS >= 20) or TOTALPTS >= 21",
)
POINTS = WORDS.definitions["points"]
LINK = Link(POINTS)
CONDITIONS = (
    "15-17 hcp, balanced",
    "not (15-17 hcp, balanced)",
    "12+ points, 5+ M, M >= OM",
    "reach(26), fit(M)",
    "reach_hcp(25) and stopped",
    "support(X), 6-9 points",
    "BIGCLUB, LONGEST >= 5",
    "TOP(X), X != 5",
    "TOP(C) or TOP(X)",
    "CANBEREBID(X), not SOLID",
    "SLIDEPOINTS(X, 18, 2), 6 <= HCP <= 10",
    "HONORCOUNT(X) >= 9 - SUITLENGTH(X)",
    "some(Y in SHDC: Y = X - 1 and stopper(Y))",
    "every(Y in SHDC: not theirs(Y) or Y >= 3)",
    "count(Y in SHDC: Y >= 3) = 3",
    "sum(Y in SHDC: [Y >= 5] * (2 * Y - 9)) >= 3",
    "shortest <= 1, second_longest >= 5",
    "shortest >= 2",
    "longest + second_longest + hcp >= 20",
    "aces + partner_aces = 4 or 2+ kings",
    "level(X) = 2, 11+ points, 5+ X",
    "combined >= 17 + 3 * n",
    "2 * X - clubs >= 3",
    "4-4-4-1 or 5+ X",
    "5=4=2=2 or 4=5=2=2",
    "AKQ in X or 3+ of AKQJT in X",
    "losers 7-, controls 4+",
    "agreed(X) or ours(M) or my_length(X) >= 4",
    "largest(hcp) >= 7, playing_tricks >= 6",
    "X - M = 1 or -(hcp - 20) <= points",
)
TERMS: tuple[Term, ...] = tuple(read(text, WORDS, suits=("M", "OM", "X")) for text in CONDITIONS)
BOUNDS = tuple(bounds(unfolded(term, POINTS)) for term in TERMS)
JUDGES = tuple(evaluator(term) for term in TERMS)

hands = st.permutations(range(52)).map(lambda cards: CardSet(sum(1 << card for card in cards[:13])))
lengths = st.lists(st.integers(0, 8), min_size=4, max_size=4)
facts: st.SearchStrategy[Facts] = st.fixed_dictionaries(
    {
        **{name: st.lists(st.integers(-1, 20), min_size=1, max_size=1) for name in NUMBERS},
        **dict.fromkeys(LENGTHS, lengths),
        **dict.fromkeys(TRUTHS, st.lists(st.booleans(), min_size=4, max_size=4)),
    }
)
names = st.tuples(st.sampled_from((2, 3)), st.integers(0, 3), st.integers(1, 7)).map(
    lambda given: {"M": given[0], "OM": 5 - given[0], "X": given[1], "n": given[2]}
)


def traits_of(hand: CardSet) -> tuple[int, ...]:
    """What a box bounds, counted the plain way, in the order of the traits."""
    suits = [hand.length(suit) for suit in Suit]
    aces, kings = (sum(hand.bits >> 13 * suit + rank & 1 for suit in Suit) for rank in (12, 11))
    return *suits, max(suits), hand.hcp, value(FunctionCall(POINTS), hand), aces, kings


def is_in(hand: CardSet, box: Box) -> bool:
    return all(low <= each <= high for each, (low, high) in zip(traits_of(hand), box, strict=True))


@st.composite
def boxes_around(draw: st.DrawFn, hand: CardSet) -> Box:
    """A box with the hand in it."""
    box: Box | None = everything
    for trait, number in enumerate(traits_of(hand)):
        below, above = draw(st.sampled_from(((0, 0), (0, 1), (1, 0), (2, 3), (99, 0), (0, 99), (99, 99))))
        assert box is not None, "a range around the hand lost it"
        box = shrunk(box, trait, number - below, number + above)
    assert box is not None
    return box


@given(st.data(), hands, facts, names, st.integers(0, len(TERMS) - 1))
def test_what_is_told_of_a_box_is_true_of_its_hands(
    data: st.DataObject, hand: CardSet, given_facts: Facts, given_names: Names, place: int
) -> None:
    box = data.draw(boxes_around(hand))
    assert is_in(hand, box)
    truth = bool(JUDGES[place](HandValues(hand), given_names, given_facts))
    assert truth is is_true(resolved(TERMS[place], given_names, given_facts), hand)
    told = BOUNDS[place].truth(box, given_names, given_facts)
    assert told is None or told is truth
    left = BOUNDS[place].narrowed(box, given_names, given_facts, truth)
    assert any(is_in(hand, each) for each in left), CONDITIONS[place]


@given(st.data(), hands)
def test_a_box_is_never_made_larger(data: st.DataObject, hand: CardSet) -> None:
    box = data.draw(boxes_around(hand))
    place = data.draw(st.integers(0, len(TERMS) - 1))
    given_facts, given_names = data.draw(facts), data.draw(names)
    for wanted in (True, False):
        for each in BOUNDS[place].narrowed(box, given_names, given_facts, wanted):
            assert all(a >= c and b <= d for (a, b), (c, d) in zip(each, box, strict=True))


@given(st.data(), hands)
def test_points_and_the_longest_suit_are_tied_without_losing_a_hand(
    data: st.DataObject, hand: CardSet
) -> None:
    linked = LINK.applied(data.draw(boxes_around(hand)))
    assert linked is not None
    assert is_in(hand, linked)


@given(st.data(), hands, hands, hands)
def test_boxes_put_together_hold_what_each_of_them_held(
    data: st.DataObject, first: CardSet, second: CardSet, third: CardSet
) -> None:
    boxes = [data.draw(boxes_around(each)) for each in (first, second, third)]
    promise = Promise.of(boxes * 5)
    for hand in (first, second, third):
        assert any(is_in(hand, box) for box in promise)
        assert is_in(hand, hull(boxes))
    for trait in Trait:
        assert promise.range(trait) == hull(boxes)[trait]
