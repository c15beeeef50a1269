"""Conditions, calls and choices in words: short, exact, and checked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Auction, Board, CardSet, Reason, Seat, Suit, bidding, explain, openbid
from overtrick.bidding import reasons
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.promises import ANYTHING, Trait
from overtrick.bidding.reasons import (
    Asks,
    Denies,
    Fits,
    Makes,
    Manner,
    Misses,
    NoRule,
    Shows,
    meaning_reason,
    why,
)
from overtrick.explain.bidding import checkers, condition_words, meaning_words
from overtrick.explain.bidding.simplifying import simplified
from overtrick.hands import Predicate, Quantity, parse, plain, prove, standard
from overtrick.hands.terms import Call
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

CONDITIONS = {
    "15-17 hcp, balanced": "15 to 17 high-card points, balanced",
    "5+ spades, 4+ hearts": "five or more spades, four or more hearts",
    "4-5 hearts": "four or five hearts",
    "4-6 hearts": "four to six hearts",
    "3- spades": "at most three spades",
    "6 diamonds": "exactly six diamonds",
    "not 4 spades": "not exactly four spades",
    "void in clubs, singleton in hearts": "a void in clubs, a singleton in hearts",
    "8- hcp": "at most 8 high-card points",
    "no aces": "no aces",
    "0-1 aces": "at most one ace",
    "stopper(H)": "a stopper in hearts",
    "not stopper in hearts": "no stopper in hearts",
    "every(X in SHDC: stopper(X))": "a stopper in every suit",
    "some(X in SH: 5+ X)": "at least five cards in a major",
    "some(X in SH: 6 X, 2+ of AKQ in X)": (
        "for some major: (exactly six cards in it, at least two of the top three honours in it)"
    ),
    "2+ of AKQ in S": "at least two of the top three honours in spades",
    "1+ of AK in S": "the ace or king of spades",
    "AKQ in S": "the ace, king and queen of spades",
    "not A in S": "not the ace of spades",
    "not 1+ of AK in S": "neither the ace nor the king of spades",
    "AKxxx in S": "exactly AKxxx in spades",
    "spades >= hearts": "at least as many spades as hearts",
    "hearts <= spades": "at least as many spades as hearts",
    "not hearts >= spades": "more spades than hearts",
    "spades > hearts + 1": "at least two more spades than hearts",
    "spades = hearts": "exactly as many spades as hearts",
    "spades + 1 >= hearts": "at most one more heart than spades",
    "spades = hearts + 1": "exactly one more spade than hearts",
    "longest <= second_longest + 1": (
        "at most one more card in the longest suit than cards in the second longest suit"
    ),
    "spades + hearts >= 10": "ten or more cards in spades and hearts together",
    "majors 9+": "nine or more cards in the majors",
    "hcp + 12 >= 26": "14 or more high-card points",
    "2 * hcp + 3 >= 27": "12 or more high-card points",
    "10 <= hcp <= 12": "10 to 12 high-card points",
    "12+ hcp, 14- hcp": "12 to 14 high-card points",
    "14+ hcp, 13- hcp": "no hand",
    "hcp >= 0": "any hand",
    "hcp + longest + second_longest >= 20": (
        "20 or more for high-card points plus cards in the longest suit plus cards in the second longest suit"
    ),
    "17+ hcp or 21+ TOTALPTS": "17 or more high-card points, or 21 or more total points",
    "12+ hcp, (5+ spades or 5+ hearts)": (
        "12 or more high-card points, either at least five spades or at least five hearts"
    ),
    "(5+ spades, 10+ hcp) or (6+ hearts, 5+ hcp)": (
        "either at least five spades and at least 10 high-card points, "
        "or at least six hearts and at least 5 high-card points"
    ),
    "17+ hcp, not (22+ hcp, balanced)": (
        "17 or more high-card points, unless at least 22 high-card points and balanced"
    ),
    "not (22+ hcp, balanced)": "not both at least 22 high-card points and balanced",
    "not (5+ spades or 5+ hearts)": "at most four spades, at most four hearts",
    "5+ clubs or 4+ clubs or (6+ clubs, balanced)": "four or more clubs",
    "5+ spades, (4+ spades or 4+ hearts)": "five or more spades",
    "(5+ spades, 10+ hcp) or (10+ hcp, 6+ hearts)": (
        "10 or more high-card points, either at least five spades or at least six hearts"
    ),
    "unbalanced": "unbalanced",
    "4333|4432|5332": "balanced",
    "4441|5431": "4441 or 5431 shape",
    "4=4=3=2": "4=4=3=2 shape (spades first)",
    "count(X in SHDC: X = 2) >= 2": "two or more suits of exactly two cards",
    "count(X in SHDC: X >= 3) = 3": "exactly three suits of three or more cards",
    "count(X in SH: X <= 1) = 0": "no majors of at most one card",
    "count(X in SC: X >= 3) = 1": "exactly one suit X of spades and clubs with at least three cards in X",
    "spades = longest": "no suit longer than spades",
    "spades >= longest": "no suit longer than spades",
    "spades < longest": "a suit longer than spades",
    "not spades = longest": "a suit longer than spades",
    "longest - hearts >= 2": "at least two more cards in the longest suit than hearts",
    "10+ hcp, spades >= hearts, spades >= diamonds, spades >= clubs, 5+ spades": (
        "10 or more high-card points, no suit longer than spades, five or more spades"
    ),
    "quality(S) 8+": "suit quality 8 or more in spades",
    "largest(hcp) >= 8": "8 or more high-card points in the suit that has most",
    "EVENDIST, SUITPOINTS(S) >= 4": "balanced, 4 or more high-card points in spades",
    "not EVENDIST": "unbalanced",
    "STOP = 4": "four suits with at least A/Kx/xxx",
    "STOP >= 3": "three or more suits with at least A/Kx/xxx",
    "count(X in SHDC: X >= 3) = 4": "four suits of three or more cards",
    "NOTRUMPTRY": "at least Kx/Qxx/xxxx in every suit",
    "CANBEREBID(H), VOIDFLAG": "rebiddable hearts, one or more voids",
}


@pytest.mark.parametrize(("text", "words"), CONDITIONS.items(), ids=CONDITIONS)
def test_a_condition_is_said_in_the_words_of_players(text: str, words: str) -> None:
    assert condition_words(parse(text, WORDS).term) == words


@pytest.mark.parametrize("text", CONDITIONS)
def test_what_is_said_is_true_of_exactly_the_same_hands(text: str) -> None:
    condition = parse(text, WORDS)
    plainer = Predicate(simplified(condition.term))
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
    assert [plain.is_true(asked, hand) for hand in hands] == [plain.is_true(told, hand) for hand in hands]


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
    assert isinstance(term, Call)
    assert condition_words(term) == '"shapely" (spades)'


# Calls

MEANINGS = {
    "N:1NT": "Strong notrump: 15 to 17 high-card points, balanced.",
    "N:1C": (
        "Strong club: 17 or more high-card points, or 21 or more points. Artificial; forcing for one round."
    ),
    "N:2D": (
        "Both majors or six diamonds: 5 to 10 high-card points, either at least five spades and at least "
        "five hearts or at least six diamonds."
    ),
    "N:1C P 1D": "Negative: at most 8 high-card points. Alerted.",
    "N:1C P 1H": (
        "Positive: 9 or more high-card points, five or more hearts. Forcing to game. "
        "By inference at most four spades."
    ),
    "N:1C P 3C": "Clubs: six or more clubs. Forcing to 3NT.",
}


@pytest.mark.parametrize(("auction", "words"), MEANINGS.items(), ids=MEANINGS)
def test_a_call_is_explained_by_what_it_shows_asks_and_denies(auction: str, words: str) -> None:
    assert meaning_words(meaning_of(auction)).startswith(words[:-1])


AUCTIONS = [*MEANINGS, "N:1S", "N:1H", "N:2S", "N:P", "N:1C P 1S", "N:1C P 2NT", "N:1C P P", "N:1C P"]


@pytest.mark.parametrize("auction", AUCTIONS)
def test_every_claim_about_a_call_holds_for_every_hand_that_makes_it(auction: str) -> None:
    reason = meaning_reason(meaning_of(auction))
    assert explain.explain(reason)
    assert explain.false_claims(reason, BOARD) == []


@pytest.mark.parametrize("auction", AUCTIONS)
def test_claims_hold_for_hands_drawn_where_a_proof_would_take_too_long(
    auction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkers, "SECONDS", -1.0)
    monkeypatch.setattr(checkers, "DRAWN", 2_000)
    assert explain.false_claims(meaning_reason(meaning_of(auction)), BOARD) == []


@pytest.mark.parametrize("auction", AUCTIONS)
def test_long_conditions_are_told_in_brief_by_ranges_that_hold(
    auction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "MOST_TERMS", 0)
    reason = meaning_reason(meaning_of(auction))
    assert explain.false_claims(reason, BOARD) == []
    assert isinstance(reason.claim, Shows)
    assert (reason.claim.manner is Manner.BRIEF) is ("in brief" in explain.explain(reason))


def test_a_call_told_in_brief_is_told_by_its_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "MOST_TERMS", 0)
    words = meaning_words(meaning_of("N:1C P 1H"))
    assert words == (
        "Positive: in brief five or more hearts, at most four spades, 9 or more high-card points. "
        "Forcing to game."
    )


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


@pytest.mark.parametrize(
    ("auction", "words"),
    [
        ("N:P", "The rest: no hand for a better call."),
        ("N:P P", "Pass: any hand."),
        ("N:1C P 1D P P", "Pass: nothing new to tell."),
        ("N:1C", "Sound: in brief 12 or more high-card points."),
        ("N:1C P 1D", "Always: by inference at most 13 high-card points."),
    ],
)
def test_what_says_nothing_of_the_hand_is_told_as_that(auction: str, words: str) -> None:
    meaning = OTHERS.meanings(Auction.parse(auction))[-1]
    assert meaning_words(meaning) == words
    assert explain.false_claims(meaning_reason(meaning), BOARD) == []


def test_a_long_definition_without_ranges_is_told_by_its_name() -> None:
    (meaning,) = OTHERS.meanings(Auction.parse("N:2C"))
    assert meaning_words(meaning).startswith('Controls: "two stoppers", exactly five controls.')


@pytest.mark.parametrize("seconds", [-1.0, 5.0])
def test_a_false_statement_about_a_call_is_found(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkers, "SECONDS", seconds)
    reason = meaning_reason(meaning_of("N:1C P 1H"))
    shows, denies = reason.claim, reason.because[0].claim
    assert isinstance(shows, Shows)
    assert isinstance(denies, Denies)
    wrong = [
        replace(shows, stated=(parse("10+ hcp, 5+ hearts"),)),
        replace(shows, stated=(parse("6+ hearts"), parse("4- spades, 12+ hcp"))),
        replace(denies, stated=parse("3- spades")),
        replace(denies, stated=parse("4- diamonds")),
    ]
    for claim in wrong:
        assert explain.false_claims(Reason(claim), BOARD) == [claim]


def test_a_false_statement_about_what_a_call_asks_is_found() -> None:
    asks = meaning_reason(meaning_of("N:1C P 1H")).because[-1].claim
    assert isinstance(asks, Asks)
    assert explain.holds(asks, BOARD)
    assert not explain.holds(replace(asks, disposition=bidding.Disposition.FORCING), BOARD)


# Choices

HAND = CardSet.parse("AQ432.KT98.KJ2.3")


def test_a_choice_is_explained_by_its_rule_and_the_rules_it_missed() -> None:
    reason = why(TABLE.bid(HAND, Auction.parse("N:")), HAND)
    assert explain.explain(reason).splitlines() == [
        "AQ432.KT98.KJ2.3 calls 1♠, five-card major",
        "  12 or more points (it has 15 points)",
        "  five or more spades (it has five spades)",
        "  at least as many spades as hearts (it has five spades, four hearts)",
        "  not 1NT, strong notrump: 15 to 17 high-card points is asked for (it has 13 high-card points)",
        "  not 1♣, strong club: 17 or more high-card points, or 21 or more points is asked for "
        "(it has 13 high-card points, 15 points)",
    ]


def test_a_pass_for_want_of_a_rule_names_no_rule() -> None:
    hand = CardSet.parse("Q432.KQ98.AJ2.32")
    reason = why(TABLE.bid(hand, Auction.parse("N:")), hand)
    assert explain.explain(reason).startswith("Q432.KQ98.AJ2.32 calls Pass\n  not 1NT")
    assert explain.false_claims(reason, BOARD) == []


WHY = {
    ("AQ432.KT98.KJ2.3", "N:"): [
        "12 or more high-card points (it has 13 high-card points)",
        "five or more spades, or five or more hearts (it has five spades, four hearts)",
    ],
    ("AQ43.KQ98.KJ2.32", "N:1C P"): ["14 or more high-card points beside partner's 12 or more"],
    ("Q43.KT98.KJ2.432", "N:1C P"): [
        "any hand will do",
        "not 3NT, game: 14 or more high-card points is asked for beside partner's 12 or more "
        "(it has 9 high-card points)",
    ],
    ("Q43.KT98.KJ2.432", "N:1C P 1D P"): ["no rule fits this hand"],
}


@pytest.mark.parametrize(("hand", "auction"), WHY, ids=map(" ".join, WHY))
def test_a_choice_is_never_without_a_reason_and_tells_what_is_asked_of_this_hand(
    hand: str, auction: str
) -> None:
    held = CardSet.parse(hand)
    reason = why(OTHERS.bid(held, Auction.parse(auction)), held)
    lines = [line.strip() for line in explain.explain(reason).splitlines()[1:]]
    for line, words in zip(lines, WHY[hand, auction], strict=False):
        assert line.startswith(words)
    assert not any("no hand" in line for line in lines)
    assert explain.false_claims(reason, BOARD) == []


def test_what_partner_is_said_to_have_is_checked() -> None:
    held = CardSet.parse("Q43.KT98.KJ2.432")
    reason = why(OTHERS.bid(held, Auction.parse("N:1C P")), held)
    (missed,) = [claim for claim in reason.claims() if isinstance(claim, Misses)]
    assert missed.partner is not None
    wrong = replace(missed, partner=replace(missed.partner, low=missed.partner.low + 1))
    assert not explain.holds(wrong, BOARD)
    assert not explain.holds(NoRule(held, missed.partner.state), BOARD)


@settings(max_examples=40, deadline=None)
@given(some.hands, st.sampled_from(["N:", "N:1C P", "N:1NT P", "N:P P"]))
def test_every_claim_about_a_choice_is_true(hand: CardSet, auction: str) -> None:
    reason = why(TABLE.bid(hand, Auction.parse(auction)), hand)
    missed = [claim for claim in reason.claims() if isinstance(claim, Misses)]
    assert len(missed) <= 3
    assert explain.explain(reason)
    assert explain.false_claims(reason, BOARD) == []


def test_a_false_statement_about_a_choice_is_found() -> None:
    choice = TABLE.bid(HAND, Auction.parse("N:"))
    makes = Makes(HAND, choice.call, "five-card major", choice.state)
    points = Quantity(SYSTEM.points)
    true = parse("5+ spades")
    assert explain.holds(makes, BOARD)
    assert explain.holds(Fits(HAND, true, ((points, 15),)), BOARD)
    wrong = [
        replace(makes, rule="strong notrump"),
        Fits(HAND, true, ((points, 16),)),
        Fits(HAND, parse("6+ spades"), ()),
        Misses(HAND, choice.call, "five-card major", true, ()),
    ]
    for claim in wrong:
        assert not explain.holds(claim, BOARD)


def test_what_is_denied_is_what_the_promise_adds() -> None:
    meaning = meaning_of("N:1C P 1H")
    assert meaning.promise.range(Trait.SPADES)[1] == 4 < ANYTHING.range(Trait.SPADES)[1]
