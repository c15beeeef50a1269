"""Reasons for a card that are true hold, and every kind of false one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from overtrick import Odds, Reason, Seat, Vul
from overtrick.core import Statement, explaining
from overtrick.player.layouts import Both, DecidingCondition, Guarded, Layouts, Lies
from overtrick.player.statements import (
    Alternative,
    AsGood,
    Averages,
    BeginsSqueeze,
    BestLine,
    ByHabit,
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
    Signals,
    TableLead,
    Unjudged,
)
from overtrick.player.techniques import NamedPlay, Technique, name_play
from tests.card_reasons import (
    WITH_QUEEN,
    card,
    sample_of,
    statements,
    true_statements,
)
from tests.statements import statement_kinds


def other_figures(odds: Odds) -> list[Odds]:
    """Figures near a true one that are false."""
    return [Odds.of(each) for each in (odds.fraction / 2, (odds.fraction + 1) / 2) if each != odds.fraction]


def lies(statement: Statement) -> Iterator[Statement]:
    """A statement with something changed that makes it false."""
    match statement:
        case OnlyCard() | Unjudged():
            yield replace(statement, card=card("C2"))
        case MannerOf(_, _, equals):
            yield replace(statement, equals=equals[:1])
            yield replace(statement, equals=equals[::-1])
            yield replace(statement, equals=(*equals, card("C2")))
            yield replace(statement, card=card("C2"))
        case ChosenBy(_, _, chance) | Alternative(_, _, chance):
            yield from (replace(statement, chance=other) for other in other_figures(chance))
        case SameEverywhere():
            yield replace(statement, cards=statement.cards[:1])
        case AsGood():
            yield replace(statement, others=())
            yield replace(statement, others=(statement.card,))
            yield AsGood(sample_of(WITH_QUEEN), card("SQ"), (card("SA"),))
        case Averages():
            yield replace(statement, hundredths=statement.hundredths + 2)
            yield replace(statement, other_hundredths=statement.other_hundredths - 2)
        case GainsImps():
            yield replace(statement, hundredths=statement.hundredths + 2)
            yield replace(statement, hundredths=-statement.hundredths)
            yield replace(statement, vul=Vul.BOTH)
        case MoreTricks(_, mine, theirs):
            yield replace(statement, card=theirs, other=mine)
            yield from (replace(statement, more=other) for other in other_figures(statement.more))
            yield from (replace(statement, fewer=other) for other in other_figures(statement.fewer))
        case HowSure():
            yield replace(statement, difference=statement.difference + 0.2)
            yield replace(statement, error=statement.error + 0.2)
            yield replace(statement, effective=statement.effective + 1)
        case Differs(_, mine, theirs):
            yield replace(statement, card=theirs, other=mine)
            yield from (replace(statement, better=other) for other in other_figures(statement.better))
            yield from (replace(statement, worse=other) for other in other_figures(statement.worse))
        case Decides() | GainsWhere():
            yield from lies_about_conditions(statement)
        case PlayKind():
            yield from lies_about_kinds(statement)
        case Safety(_, mine, theirs):
            yield replace(statement, cost=statement.cost + 2)
            yield replace(statement, card=theirs, other=mine)
        case CombinesChances(_, mine, theirs):
            yield replace(statement, plan=statement.plan + 1)
            yield replace(statement, plan=statement.plan - 1)
            yield replace(statement, other_plan=statement.other_plan + 1)
            yield replace(statement, other_plan=statement.other_plan - 1)
            yield replace(statement, card=theirs, other=mine)


def lies_about_conditions(statement: Decides | GainsWhere) -> Iterator[Statement]:
    yield from (replace(statement, inside=other) for other in other_figures(statement.inside))
    yield from (replace(statement, outside=other) for other in other_figures(statement.outside))
    seen = next(iter(statement.sample.play.hand(statement.sample.play.to_play)))
    yield replace(statement, condition=Lies(seen, statement.sample.play.to_play))
    yield replace(statement, condition=Lies(seen, statement.sample.hidden[0]))
    if isinstance(statement.condition, Lies):
        elsewhere = next(seat for seat in statement.sample.hidden if seat is not statement.condition.seat)
        yield replace(statement, condition=Lies(statement.condition.card, elsewhere))


def lies_about_kinds(statement: PlayKind) -> Iterator[Statement]:
    called = statement.called
    yield from (
        replace(statement, called=replace(called, kind=kind)) for kind in Technique if kind is not called.kind
    )
    if called.honour is not None:
        yield replace(statement, called=replace(called, honour=card("C2")))
        yield replace(statement, called=replace(called, honour=None))
    if called.against is not None:
        yield replace(statement, called=replace(called, against=called.against.partner))
        yield replace(statement, called=replace(called, against=None))
    if statement.by is not None:
        yield replace(statement, by=None)
        yield replace(
            statement, by=replace(statement.by, inside=statement.by.outside, outside=statement.by.inside)
        )


def test_every_kind_of_statement_is_among_those_that_are_tried() -> None:
    kinds = {kind for kind in statement_kinds() if kind.__module__ == ChosenBy.__module__}
    ties = {ByHabit, Signals, TableLead, BestLine, BeginsSqueeze}  # in test_tie_reasons
    assert {type(statement) for statement in true_statements()} == kinds - ties
    assert {
        statement.called.kind for statement in true_statements() if isinstance(statement, PlayKind)
    } == set(Technique)


def test_statements_that_are_true_hold() -> None:
    assert [statement for statement in true_statements() if not explaining.holds(statement, WITH_QUEEN)] == []


def test_statements_that_are_false_are_refused() -> None:
    planted = [lie for statement in true_statements() for lie in lies(statement)]
    assert [lie for lie in planted if explaining.holds(lie, WITH_QUEEN)] == []
    assert len(planted) > 200
    assert {type(lie) for lie in planted} == {type(statement) for statement in true_statements()}


def test_a_card_that_may_not_be_played_is_refused_in_every_statement() -> None:
    tried = 0
    for statement in true_statements():
        if hasattr(statement, "card"):
            assert not explaining.holds(replace(statement, card=card("C9")), WITH_QUEEN)  # type: ignore[type-var]
            tried += 1
    assert tried > 30


def bad_samples(sample: Layouts) -> list[Layouts]:
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
    (statement,) = statements(WITH_QUEEN, ChosenBy)
    assert isinstance(statement, ChosenBy)
    for sample in bad_samples(statement.sample):
        assert not explaining.holds(replace(statement, sample=sample), WITH_QUEEN)


def test_a_condition_that_tells_little_does_not_decide_though_its_figures_are_right() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    wins = [Lies(card("SK"), Seat.WEST).is_met(hands) for hands in sample.left]
    told = Lies(card("SJ"), Seat.WEST)
    inside = [told.is_met(hands) for hands in sample.left]
    figures = sample.share(wins, inside), sample.share(wins, [not each for each in inside])
    assert not explaining.holds(Decides(sample, card("SQ"), told, *figures), WITH_QUEEN)


def test_a_card_that_the_honour_beats_does_not_play_for_its_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    few = Both(Lies(card("SK"), Seat.WEST), Guarded(card("SK"), 0, 2))
    by = Decides(sample, card("SQ"), few, Odds(1, 1), Odds(0, 1))
    assert explaining.holds(by, WITH_QUEEN)
    called = NamedPlay(Technique.DROP, card("SK"))
    assert not explaining.holds(PlayKind(sample, card("SQ"), called, by), WITH_QUEEN)
    assert name_play(sample, card("SA"), DecidingCondition(few, Odds(1, 1), Odds(0, 1))) == called


def test_an_honour_that_must_be_guarded_is_not_played_to_drop() -> None:
    sample = sample_of(WITH_QUEEN, needed=3)
    guarded = DecidingCondition(Guarded(card("SK"), 1, 13), Odds(1, 1), Odds(0, 1))
    assert name_play(sample, card("SA"), guarded) is None


def test_a_finesse_is_none_against_the_hand_that_plays_last() -> None:
    """Before East has played, the queen loses to a king behind it, whatever the layouts say."""
    (finesse,) = [
        each for each in statements(WITH_QUEEN, PlayKind) if "finesse" in explaining.explain(Reason(each))
    ]
    assert isinstance(finesse, PlayKind)
    assert finesse.by is not None
    wrong = replace(finesse.by, condition=Lies(card("SK"), Seat.EAST))
    behind = replace(finesse, called=NamedPlay(Technique.FINESSE, card("SK"), Seat.EAST), by=wrong)
    assert not explaining.holds(behind, WITH_QUEEN)
