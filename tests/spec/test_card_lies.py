"""Reasons for a card that are true hold, and every kind of false one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from overtrick import Odds, Reason, Seat, Vul, explain
from overtrick.core import Claim
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    Differs,
    GainsImps,
    GainsWhere,
    HowSure,
    MannerOf,
    MoreTricks,
    OnlyCard,
    PlayKind,
    Safety,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.conditions import Both, Guarded, Lies
from overtrick.player.deciding import Deciding
from overtrick.player.plays import Called, Kind, kind_of
from overtrick.player.reasons import why
from overtrick.player.sample import Sample
from tests.card_decisions import all_layouts, decide, view_of
from tests.card_reasons import BARE_KING, BOARDS, WITH_QUEEN, card, claims, ending, reason, safety, sample_of


@cache
def true_claims() -> tuple[Claim, ...]:
    """Claims that hold: of the positions above, and of a few made for the purpose."""
    found = [claim for board in BOARDS for claim in reason(board).claims()]
    view = view_of(BARE_KING)
    layouts = all_layouts(view)[::3]
    weighted = why(decide(view, layouts, [1 + number % 5 for number in range(len(layouts))]))
    sample = sample_of(WITH_QUEEN, needed=3)
    only = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
    same = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
    made = [
        CombinesChances(sample, card("SQ"), 40.0, card("SA"), 10.0, 6, True),
        CombinesChances(sample, card("SQ"), 40.0, card("SA"), 10.0, 2, False),
        Averages(sample, card("SQ"), 240, card("SA"), 210),
        AsGood(sample_of(same), card("HK"), (card("SA"),)),
        *reason(only).claims(),
        *reason(same).claims(),
        Unjudged(sample.play, card("SQ")),
        safety(),
        *pay(),
        *(PlayKind(sample_of(board), each, Called(kind)) for board, each, kind in SIGHTS),
    ]
    return (*found, *weighted.claims(), *made)


SHORT = ending("N:.A..2 2.3.. 4..5. 6..7.", "W", "S6", contract="1C")
LOW = ending("N:A2... J3... 4.A.. 8.K..", "S", "S4 S8")
ON_LEAD = ending("N:A.2.. J3... 4.A.. 8.K..", "S", contract="1S")
SIGHTS = [
    (SHORT, card("C2"), Kind.RUFF),
    (SHORT, card("HA"), Kind.DISCARD),
    (LOW, card("S2"), Kind.DUCK),
    (ON_LEAD, card("S4"), Kind.TRUMPS),
    (ON_LEAD, card("HA"), Kind.CASH),
]


def pay() -> tuple[GainsImps, MoreTricks]:
    """What the card that takes more on average gains in the same place."""
    sample, ace, eight = safety().sample, card("DA"), card("C8")
    more, fewer = Odds(7, 10), Odds(1, 10)
    return GainsImps(sample, Vul.NONE, eight, ace, 170), MoreTricks(sample, eight, ace, more, fewer)


def other_figures(odds: Odds) -> list[Odds]:
    """Figures near a true one that are false."""
    return [Odds.of(each) for each in (odds.fraction / 2, (odds.fraction + 1) / 2) if each != odds.fraction]


def lies(claim: Claim) -> Iterator[Claim]:
    """A claim with something changed that makes it false."""
    match claim:
        case OnlyCard() | Unjudged():
            yield replace(claim, card=card("C2"))
        case MannerOf(_, _, equals):
            yield replace(claim, equals=equals[:1])
            yield replace(claim, equals=equals[::-1])
            yield replace(claim, equals=(*equals, card("C2")))
            yield replace(claim, card=card("C2"))
        case ChosenBy(_, _, chance) | Alternative(_, _, chance):
            yield from (replace(claim, chance=other) for other in other_figures(chance))
        case SameEverywhere():
            yield replace(claim, cards=claim.cards[:1])
        case AsGood():
            yield replace(claim, others=())
            yield replace(claim, others=(claim.card,))
            yield AsGood(sample_of(WITH_QUEEN), card("SQ"), (card("SA"),))
        case Averages():
            yield replace(claim, hundredths=claim.hundredths + 2)
            yield replace(claim, other_hundredths=claim.other_hundredths - 2)
        case GainsImps():
            yield replace(claim, hundredths=claim.hundredths + 2)
            yield replace(claim, hundredths=-claim.hundredths)
            yield replace(claim, vul=Vul.BOTH)
        case MoreTricks(_, mine, theirs):
            yield replace(claim, card=theirs, other=mine)
            yield from (replace(claim, more=other) for other in other_figures(claim.more))
            yield from (replace(claim, fewer=other) for other in other_figures(claim.fewer))
        case HowSure():
            yield replace(claim, difference=claim.difference + 0.2)
            yield replace(claim, error=claim.error + 0.2)
            yield replace(claim, effective=claim.effective + 1)
        case Differs(_, mine, theirs):
            yield replace(claim, card=theirs, other=mine)
            yield from (replace(claim, better=other) for other in other_figures(claim.better))
            yield from (replace(claim, worse=other) for other in other_figures(claim.worse))
        case Decides() | GainsWhere():
            yield from lies_about_conditions(claim)
        case PlayKind():
            yield from lies_about_kinds(claim)
        case Safety(_, mine, theirs):
            yield replace(claim, cost=claim.cost + 2)
            yield replace(claim, card=theirs, other=mine)
        case CombinesChances(_, mine, _, theirs):
            yield replace(claim, plan=claim.plan + 1)
            yield replace(claim, plan=claim.plan - 1)
            yield replace(claim, other_plan=claim.other_plan + 1)
            yield replace(claim, other_plan=claim.other_plan - 1)
            yield replace(claim, card=theirs, other=mine)


def lies_about_conditions(claim: Decides | GainsWhere) -> Iterator[Claim]:
    yield from (replace(claim, inside=other) for other in other_figures(claim.inside))
    yield from (replace(claim, outside=other) for other in other_figures(claim.outside))
    seen = next(iter(claim.sample.play.hand(claim.sample.play.to_play)))
    yield replace(claim, condition=Lies(seen, claim.sample.play.to_play))
    yield replace(claim, condition=Lies(seen, claim.sample.hidden[0]))
    if isinstance(claim.condition, Lies):
        elsewhere = next(seat for seat in claim.sample.hidden if seat is not claim.condition.seat)
        yield replace(claim, condition=Lies(claim.condition.card, elsewhere))


def lies_about_kinds(claim: PlayKind) -> Iterator[Claim]:
    called = claim.called
    yield from (replace(claim, called=replace(called, kind=kind)) for kind in Kind if kind is not called.kind)
    if called.honour is not None:
        yield replace(claim, called=replace(called, honour=card("C2")))
        yield replace(claim, called=replace(called, honour=None))
    if called.against is not None:
        yield replace(claim, called=replace(called, against=called.against.partner))
        yield replace(claim, called=replace(called, against=None))
    if claim.by is not None:
        yield replace(claim, by=None)
        yield replace(claim, by=replace(claim.by, inside=claim.by.outside, outside=claim.by.inside))


def test_every_kind_of_claim_is_among_those_that_are_tried() -> None:
    kinds = {kind for kind in explain.claim_kinds() if kind.__module__ == ChosenBy.__module__}
    assert {type(claim) for claim in true_claims()} == kinds
    assert {claim.called.kind for claim in true_claims() if isinstance(claim, PlayKind)} == set(Kind)


def test_claims_that_are_true_hold() -> None:
    assert [claim for claim in true_claims() if not explain.holds(claim, WITH_QUEEN)] == []


def test_claims_that_are_false_are_refused() -> None:
    planted = [lie for claim in true_claims() for lie in lies(claim)]
    assert [lie for lie in planted if explain.holds(lie, WITH_QUEEN)] == []
    assert len(planted) > 200
    assert {type(lie) for lie in planted} == {type(claim) for claim in true_claims()}


def test_a_card_that_may_not_be_played_is_refused_in_every_claim() -> None:
    tried = 0
    for claim in true_claims():
        if hasattr(claim, "card"):
            assert not explain.holds(replace(claim, card=card("C9")), WITH_QUEEN)  # type: ignore[type-var]
            tried += 1
    assert tried > 30


def bad_samples(sample: Sample) -> list[Sample]:
    """Samples that cannot be: too few layouts to be all, a card of another hand, weights that are none."""
    north, east, south, west = sample.layouts[0]
    return [
        replace(sample, layouts=sample.layouts[1:], weights=sample.weights[1:]),
        replace(sample, layouts=((north, south, east, west), *sample.layouts[1:])),
        replace(sample, layouts=((north, east, south, 0), *sample.layouts[1:])),
        replace(sample, layouts=(sample.layouts[1], *sample.layouts[1:])),
        replace(sample, weights=sample.weights[1:]),
        replace(sample, weights=(0.5, *sample.weights[1:])),
        replace(sample, weights=(-1.0, *sample.weights[1:]), is_all=False),
        replace(sample, layouts=(), weights=(), is_all=False),
        replace(sample, layouts=tuple(map(_with_hearts_exchanged, sample.layouts)), is_all=False),
    ]


def _with_hearts_exchanged(layout: tuple[int, ...]) -> tuple[int, ...]:
    """The four of hearts, which dummy is seen to have, where the three is, and the three in dummy."""
    three, four = card("H3").bit, card("H4").bit
    return tuple(
        hand ^ (three | four) if bool(hand & three) != bool(hand & four) else hand for hand in layout
    )


def test_layouts_that_cannot_be_are_refused() -> None:
    (claim,) = claims(WITH_QUEEN, ChosenBy)
    assert isinstance(claim, ChosenBy)
    for sample in bad_samples(claim.sample):
        assert not explain.holds(replace(claim, sample=sample), WITH_QUEEN)


def test_a_condition_that_tells_little_does_not_decide_though_its_figures_are_right() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    wins = [Lies(card("SK"), Seat.WEST).is_met(hands) for hands in sample.left]
    told = Lies(card("SJ"), Seat.WEST)
    inside = [told.is_met(hands) for hands in sample.left]
    figures = sample.share(wins, inside), sample.share(wins, [not each for each in inside])
    assert not explain.holds(Decides(sample, card("SQ"), told, *figures), WITH_QUEEN)


def test_a_card_that_the_honour_beats_does_not_play_for_its_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    few = Both(Lies(card("SK"), Seat.WEST), Guarded(card("SK"), 0, 2))
    by = Decides(sample, card("SQ"), few, Odds(1, 1), Odds(0, 1))
    assert explain.holds(by, WITH_QUEEN)
    called = Called(Kind.DROP, card("SK"))
    assert not explain.holds(PlayKind(sample, card("SQ"), called, by), WITH_QUEEN)
    assert kind_of(sample, card("SA"), Deciding(few, Odds(1, 1), Odds(0, 1))) == called


def test_an_honour_that_must_be_guarded_is_not_played_to_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    guarded = Deciding(Guarded(card("SK"), 1, 13), Odds(1, 1), Odds(0, 1))
    assert kind_of(sample, card("SA"), guarded) is None


def test_a_finesse_is_none_against_the_hand_that_plays_last() -> None:
    """Before East has played, the queen loses to a king behind it, whatever the layouts say."""
    (finesse,) = [each for each in claims(WITH_QUEEN, PlayKind) if "finesse" in explain.explain(Reason(each))]
    assert isinstance(finesse, PlayKind)
    assert finesse.by is not None
    wrong = replace(finesse.by, condition=Lies(card("SK"), Seat.EAST))
    behind = replace(finesse, called=Called(Kind.FINESSE, card("SK"), Seat.EAST), by=wrong)
    assert not explain.holds(behind, WITH_QUEEN)
