"""Conditions, calls and choices in words: short, exact, and checked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Auction, Board, CardSet, Reason, Seat, Suit, bidding, openbid
from overtrick.bidding import checkers, reasons
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.promises import ANYTHING, Trait
from overtrick.bidding.reasons import (
    Asks,
    Denies,
    Fits,
    Makes,
    Misses,
    NoRule,
    Origin,
    Shows,
    meaning_reason,
    why,
)
from overtrick.bidding.words import condition_words, meaning_words
from overtrick.bidding.words.simplification import simplified
from overtrick.core import explaining
from overtrick.hands import Predicate, Quantity, parse, prove, standard
from overtrick.hands.evaluation import is_true
from overtrick.hands.terms import FunctionCall
from tests import hands_terms as some
from tests.endings import IS_SOAK

BOARD = Board.parse("Board 1\nDeal N:A... K... Q... J...")
WORDS = openbid.vocabulary()

SYSTEM = bidding.parse(
    """
words openbid
define points = TOTALPTS
define good(X) = 5+ X, 2+ of AKQ in X

when opening
  1NT "strong notrump": 15-17 hcp, balanced
  [8] 1C "strong club": 17+ hcp or 21+ points
    forcing
    is strong_club
    alert "artificial"
  1M "five-card major": 12+ points, 5+ M, M >= OM
  2D "both majors": 5-10 hcp, 5+ spades, 5+ hearts
  2D "six diamonds": 5-10 hcp, 6+ diamonds
  2X "weak two" for X in SH: 6-10 hcp, 6 X, good(X)
  pass: 11- hcp

when partner showed strong_club, RHO passed
  1D "negative": 8- hcp
    alert
  1X "positive" for X in SH: 9+ hcp, 5+ X
    forcing to game
  2NT "balanced": combined >= 26, balanced
    invitational
  3C "clubs": 6+ clubs
    forcing to 3NT
"""
)
TABLE = bidding.Agreements(SYSTEM, silent=[Seat.EAST, Seat.WEST])


def meaning_of(auction: str) -> Meaning:
    return TABLE.meanings(Auction.parse(auction))[-1]


# Conditions

CONDITIONS = (
    "15-17 hcp, balanced",
    "5+ spades, 4+ hearts",
    "4-5 hearts",
    "4-6 hearts",
    "3- spades",
    "6 diamonds",
    "not 4 spades",
    "void in clubs, singleton in hearts",
    "8- hcp",
    "no aces",
    "0-1 aces",
    "stopper(H)",
    "not stopper in hearts",
    "every(X in SHDC: stopper(X))",
    "some(X in SH: 5+ X)",
    "some(X in SH: 6 X, 2+ of AKQ in X)",
    "2+ of AKQ in S",
    "1+ of AK in S",
    "AKQ in S",
    "not A in S",
    "not 1+ of AK in S",
    "AKxxx in S",
    "spades >= hearts",
    "hearts <= spades",
    "not hearts >= spades",
    "spades > hearts + 1",
    "spades = hearts",
    "spades + 1 >= hearts",
    "spades = hearts + 1",
    "longest <= second_longest + 1",
    "spades + hearts >= 10",
    "majors 9+",
    "hcp + 12 >= 26",
    "2 * hcp + 3 >= 27",
    "10 <= hcp <= 12",
    "12+ hcp, 14- hcp",
    "14+ hcp, 13- hcp",
    "hcp >= 0",
    "hcp + longest + second_longest >= 20",
    "17+ hcp or 21+ TOTALPTS",
    "12+ hcp, (5+ spades or 5+ hearts)",
    "(5+ spades, 10+ hcp) or (6+ hearts, 5+ hcp)",
    "17+ hcp, not (22+ hcp, balanced)",
    "not (22+ hcp, balanced)",
    "not (5+ spades or 5+ hearts)",
    "5+ clubs or 4+ clubs or (6+ clubs, balanced)",
    "5+ spades, (4+ spades or 4+ hearts)",
    "(5+ spades, 10+ hcp) or (10+ hcp, 6+ hearts)",
    "unbalanced",
    "4333|4432|5332",
    "4441|5431",
    "4=4=3=2",
    "count(X in SHDC: X = 2) >= 2",
    "count(X in SHDC: X >= 3) = 3",
    "count(X in SH: X <= 1) = 0",
    "count(X in SC: X >= 3) = 1",
    "spades = longest",
    "spades >= longest",
    "spades < longest",
    "not spades = longest",
    "longest - hearts >= 2",
    "10+ hcp, spades >= hearts, spades >= diamonds, spades >= clubs, 5+ spades",
    "quality(S) 8+",
    "largest(hcp) >= 8",
    "EVENDIST, SUITPOINTS(S) >= 4",
    "not EVENDIST",
    "STOP = 4",
    "STOP >= 3",
    "count(X in SHDC: X >= 3) = 4",
    "NOTRUMPTRY",
    "CANBEREBID(H), VOIDFLAG",
)
"""How they are worded is kept in tests/golden/bidding.en.txt."""


@pytest.mark.parametrize("text", CONDITIONS)
def test_what_is_said_is_true_of_exactly_the_same_hands(text: str) -> None:
    condition = parse(text, WORDS)
    plainer = Predicate(simplified(condition.term))
    assert repr(plainer)
    assert prove(condition, plainer)
    assert prove(plainer, condition)


BINDINGS = st.fixed_dictionaries({"theirs": some.suits, "least": st.integers(0, 40), "weak": st.booleans()})


@settings(max_examples=1_000 if IS_SOAK else 60, deadline=None)
@given(some.predicates(free=True), BINDINGS, st.lists(some.hands, min_size=2, max_size=6))
def test_any_condition_can_be_said_and_is_the_same_when_made_plain(
    predicate: Predicate, values: dict[str, int | bool | Suit], hands: list[CardSet]
) -> None:
    plainer = Predicate(simplified(predicate.term))
    words = condition_words(predicate.term)
    assert words
    assert condition_words(plainer.term) == words
    asked, told = predicate.bind(**values).term, plainer.bind(**values).term
    assert [is_true(asked, hand) for hand in hands] == [is_true(told, hand) for hand in hands]


def test_a_count_of_ranks_is_written_as_a_sum() -> None:
    condition = parse("honours(S) > aces(H)")
    plainer = Predicate(simplified(condition.term))
    assert "[T in spades] + -1 * ([A in hearts])" in repr(plainer)
    assert prove(condition, plainer)


def test_a_word_somebody_redefined_is_told_by_what_it_says_now() -> None:
    words = standard().defining("balanced = 5+ spades")
    assert condition_words(parse("balanced", words).term) == "five or more spades"


def test_a_word_of_openbid_somebody_redefined_is_told_by_what_it_says_now() -> None:
    words = standard().defining("SAFE(X) = 4+ X")
    assert condition_words(parse("SAFE(spades)", words).term) == "four or more spades"


def test_a_long_definition_is_told_by_its_name() -> None:
    words = standard().defining(
        "shapely(X) = 5+ X or (4 X, 1+ of AK in X, 10+ hcp) or (3 X, AKQ in X, 4+ of AKQJT in X, 12+ hcp)"
    )
    term = parse("shapely(spades)", words).term
    assert isinstance(term, FunctionCall)
    assert condition_words(term) == '"shapely" (spades)'


# Calls

AUCTIONS = (
    "N:1NT",
    "N:1C",
    "N:2D",
    "N:1C P 1D",
    "N:1C P 1H",
    "N:1C P 3C",
    "N:1S",
    "N:1H",
    "N:2S",
    "N:P",
    "N:1C P 1S",
    "N:1C P 2NT",
    "N:1C P P",
    "N:1C P",
)


@pytest.mark.parametrize("auction", AUCTIONS)
def test_every_statement_about_a_call_holds_for_every_hand_that_makes_it(auction: str) -> None:
    reason = meaning_reason(meaning_of(auction))
    assert explaining.explain(reason)
    assert explaining.false_statements(reason, BOARD) == []


@pytest.mark.parametrize("auction", AUCTIONS)
def test_statements_hold_for_hands_drawn_where_a_proof_would_take_too_long(
    auction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkers, "SECONDS", -1.0)
    monkeypatch.setattr(checkers, "DRAWN", 2_000)
    assert explaining.false_statements(meaning_reason(meaning_of(auction)), BOARD) == []


@pytest.mark.parametrize("auction", AUCTIONS)
def test_long_conditions_are_told_in_brief_by_ranges_that_hold(
    auction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "MOST_TERMS", 0)
    reason = meaning_reason(meaning_of(auction))
    assert explaining.false_statements(reason, BOARD) == []
    assert isinstance(reason.statement, Shows)
    assert (reason.statement.origin is Origin.BRIEF) is ("in brief" in explaining.explain(reason))


def test_a_pass_may_be_made_for_want_of_a_rule() -> None:
    assert "or any hand that has no other call" in meaning_words(meaning_of("N:P"))


OTHER = bidding.parse(
    """
define sound = (12+ hcp, (5+ spades or 5+ hearts)) or (14+ hcp, 4+ diamonds) or (16+ hcp, 4+ clubs, 2+ aces)
define two_stoppers = (stopper(S), stopper(H)) or (stopper(S), stopper(D)) or (stopper(S), stopper(C))
    or (stopper(H), stopper(D)) or (stopper(H), stopper(C)) or (stopper(D), stopper(C))

when opening
  2C "controls": two_stoppers, controls = 5
  1C "sound": sound
  pass "the rest": true

when partner opened, RHO passed
  3C "never": level(S) >= 4, 5+ spades
  3NT "game": hcp + partner_hcp >= 26
  1D "always": hcp + partner_hcp >= 0
"""
)
OTHERS = bidding.Agreements(OTHER, silent=[Seat.EAST, Seat.WEST])


UNTELLING = ("N:P", "N:P P", "N:1C P 1D P P", "N:1C", "N:1C P 1D", "N:2C")
"""Calls of rules that say little or nothing of the hand."""


@pytest.mark.parametrize("auction", UNTELLING)
def test_what_is_told_where_rules_say_nothing_is_true(auction: str) -> None:
    assert (
        explaining.false_statements(meaning_reason(OTHERS.meanings(Auction.parse(auction))[-1]), BOARD) == []
    )


@pytest.mark.parametrize("seconds", [-1.0, 5.0])
def test_a_false_statement_about_a_call_is_found(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkers, "SECONDS", seconds)
    reason = meaning_reason(meaning_of("N:1C P 1H"))
    shows, denies = reason.statement, reason.because[0].statement
    assert isinstance(shows, Shows)
    assert isinstance(denies, Denies)
    wrong = [
        replace(shows, stated=(parse("10+ hcp, 5+ hearts"),)),
        replace(shows, stated=(parse("6+ hearts"), parse("4- spades, 12+ hcp"))),
        replace(denies, stated=parse("3- spades")),
        replace(denies, stated=parse("4- diamonds")),
    ]
    for statement in wrong:
        assert explaining.false_statements(Reason(statement), BOARD) == [statement]


def test_a_false_statement_about_what_a_call_asks_is_found() -> None:
    asks = meaning_reason(meaning_of("N:1C P 1H")).because[-1].statement
    assert isinstance(asks, Asks)
    assert explaining.holds(asks, BOARD)
    assert not explaining.holds(replace(asks, disposition=bidding.Disposition.FORCING), BOARD)


# Choices

HAND = CardSet.parse("AQ432.KT98.KJ2.3")


def test_a_choice_is_explained_by_its_rule_and_the_rules_it_missed() -> None:
    reason = why(TABLE.bid(HAND, Auction.parse("N:")), HAND)
    makes, *below = reason.statements()
    assert isinstance(makes, Makes)
    assert (str(makes.call), makes.rule) == ("1S", "five-card major")
    assert [str(each.condition) for each in below if isinstance(each, Fits)] == [
        "points 12+",
        "spades 5+",
        "spades >= hearts",
    ]
    missed = [each for each in below if isinstance(each, Misses)]
    assert [(str(each.call), each.rule) for each in missed] == [
        ("1NT", "strong notrump"),
        ("1C", "strong club"),
    ]
    assert [[number for _, number in each.values] for each in missed] == [[13], [13, 15]]


def test_a_pass_for_want_of_a_rule_names_no_rule() -> None:
    hand = CardSet.parse("Q432.KQ98.AJ2.32")
    reason = why(TABLE.bid(hand, Auction.parse("N:")), hand)
    assert explaining.explain(reason).startswith("Q432.KQ98.AJ2.32 calls Pass\n  not 1NT")
    assert explaining.false_statements(reason, BOARD) == []


WHY = (
    ("AQ432.KT98.KJ2.3", "N:"),
    ("AQ43.KQ98.KJ2.32", "N:1C P"),
    ("Q43.KT98.KJ2.432", "N:1C P"),
    ("Q43.KT98.KJ2.432", "N:1C P 1D P"),
)


@pytest.mark.parametrize(("hand", "auction"), WHY, ids=map(" ".join, WHY))
def test_a_choice_is_never_without_a_reason_and_tells_what_is_asked_of_this_hand(
    hand: str, auction: str
) -> None:
    held = CardSet.parse(hand)
    reason = why(OTHERS.bid(held, Auction.parse(auction)), held)
    assert reason.because
    assert not any("no hand" in line for line in explaining.explain(reason).splitlines()[1:])
    assert explaining.false_statements(reason, BOARD) == []


def test_what_partner_is_said_to_have_is_checked() -> None:
    held = CardSet.parse("Q43.KT98.KJ2.432")
    reason = why(OTHERS.bid(held, Auction.parse("N:1C P")), held)
    (missed,) = [statement for statement in reason.statements() if isinstance(statement, Misses)]
    assert missed.partner is not None
    wrong = replace(missed, partner=replace(missed.partner, low=missed.partner.low + 1))
    assert not explaining.holds(wrong, BOARD)
    assert not explaining.holds(NoRule(held, missed.partner.state), BOARD)


@settings(max_examples=40, deadline=None)
@given(some.hands, st.sampled_from(["N:", "N:1C P", "N:1NT P", "N:P P"]))
def test_every_statement_about_a_choice_is_true(hand: CardSet, auction: str) -> None:
    reason = why(TABLE.bid(hand, Auction.parse(auction)), hand)
    missed = [statement for statement in reason.statements() if isinstance(statement, Misses)]
    assert len(missed) <= 3
    assert explaining.explain(reason)
    assert explaining.false_statements(reason, BOARD) == []


def test_a_false_statement_about_a_choice_is_found() -> None:
    choice = TABLE.bid(HAND, Auction.parse("N:"))
    makes = Makes(HAND, choice.call, "five-card major", choice.state)
    points = Quantity(SYSTEM.points)
    true = parse("5+ spades")
    assert explaining.holds(makes, BOARD)
    assert explaining.holds(Fits(HAND, true, ((points, 15),)), BOARD)
    wrong = [
        replace(makes, rule="strong notrump"),
        Fits(HAND, true, ((points, 16),)),
        Fits(HAND, parse("6+ spades"), ()),
        Misses(HAND, choice.call, "five-card major", true, ()),
    ]
    for statement in wrong:
        assert not explaining.holds(statement, BOARD)


def test_what_is_denied_is_what_the_promise_adds() -> None:
    meaning = meaning_of("N:1C P 1H")
    assert meaning.promise.range(Trait.SPADES)[1] == 4 < ANYTHING.range(Trait.SPADES)[1]


# The systems that come with the package

CALLS = (
    ("natural", "1S"),
    ("natural", "1NT"),
    ("natural", "2D"),
    ("natural", "P"),
    ("natural", "1S P"),
    ("natural", "1S P 2S"),
    ("natural", "1S P P"),
    ("natural", "1S P 2S P P"),
    ("natural", "1NT P P"),
    ("natural", "1NT P 2C P 2D"),
    ("natural", "1H P 2NT"),
    ("natural", "1S P 2S P 3NT* X XX* P P"),
    ("schenken", "P"),
    ("schenken", "1S"),
    ("schenken", "1C"),
    ("schenken", "2D"),
    ("schenken", "1C P 1D"),
    ("schenken", "1C P 1S"),
    ("schenken", "1C P P*"),
    ("schenken", "1S P P"),
    ("schenken", "1D P 1H P 1NT"),
    ("schenken", "1H X"),
)
"""Systems and auctions; an asterisk is after a call that nobody should make."""


@cache
def last_meaning(system: str, calls: str) -> Meaning:
    auction = Auction.parse(f"N:{calls.replace('*', '')}")
    return bidding.Agreements(bidding.load(system)).meanings(auction)[-1]


@pytest.mark.parametrize(("system", "calls"), CALLS, ids=map(" ".join, CALLS))
def test_what_is_said_of_the_calls_of_systems_is_true(system: str, calls: str) -> None:
    meaning = last_meaning(system, calls)
    assert meaning.interpretation.is_odd is calls.endswith("*")
    assert explaining.false_statements(meaning_reason(meaning), BOARD) == []
