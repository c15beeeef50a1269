"""Why one of several cards that are as good: what signals, discards, leads and experts are said to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from overtrick import (
    Card,
    Odds,
    Seat,
    Strain,
    Suit,
)
from overtrick.core import Statement, explaining
from overtrick.player.manners import HABITS
from overtrick.player.statements import BeginsSqueeze, BestLine, ByHabit, Manner, Message, Signals, TableLead
from tests.card_reasons import (
    MANNERS,
    NOWHERE,
    SAYC,
    UPSIDE_DOWN,
    best_line,
    manners_told,
    squeeze,
    told_by_manners,
)


def test_every_message_and_every_habit_is_told_and_true() -> None:
    told = manners_told()
    assert {each.message for each in told if isinstance(each, Signals)} == set(Message)
    assert {each.habit for each in told if isinstance(each, ByHabit)} == set(HABITS)
    assert any(isinstance(each, TableLead) for each in told)
    assert [each for each in told if not explaining.holds(each, NOWHERE)] == []


def lies(statement: Statement) -> Iterator[Statement]:
    """A statement of manners with something changed that makes it false."""
    if isinstance(statement, ByHabit | Signals | TableLead):
        yield replace(statement, instead=())
        yield replace(statement, instead=(*statement.instead, statement.card))
        yield replace(statement, card=statement.instead[0], instead=(statement.card,))
        yield replace(statement, card=Card.parse("CJ"))
        yield replace(statement, instead=(Card.parse("CJ"),))
    match statement:
        case Signals():
            yield from (replace(statement, message=each) for each in Message if each is not statement.message)
        case TableLead():
            yield replace(statement, entry="top of nothing")
            yield replace(statement, table=UPSIDE_DOWN)
        case ByHabit(habit=habit):
            play = statement.view.play
            assert play is not None
            if play.strain is Strain.NOTRUMP:
                yield replace(statement, habit=Manner.KEEPS_TRUMPS)
            on_lead = (Manner.LONGEST_SUIT,)
            wrong = (Manner.KEEPS_GUARDS, Manner.USELESS_SUIT) if habit in on_lead else on_lead
            yield from (replace(statement, habit=each) for each in wrong)


def test_manners_that_are_false_are_refused() -> None:
    planted = [lie for statement in manners_told() for lie in lies(statement)]
    assert [lie for lie in planted if explaining.holds(lie, NOWHERE)] == []
    assert len(planted) > 120


def test_the_only_card_to_spare_is_no_signal() -> None:
    """Second hand has four cards, and all but the lowest would win the trick: by the table low is odd."""
    position = ("N:KJ4.2.. A872... QT3.4.. 965.3..;NT;N;S4", "872...")
    (told,) = told_by_manners(*position, "S2")
    assert explaining.holds(told, NOWHERE)
    assert isinstance(told, ByHabit)
    assert told.habit is Manner.LOWEST
    lie = Signals(told.view, told.card, told.instead, Message.EVEN, SAYC)
    assert not explaining.holds(lie, NOWHERE)


def test_a_signal_below_a_card_that_wins_is_not_called_the_lowest() -> None:
    told, *_ = told_by_manners("N:KJ6.2.. A852... QT3.4.. 974.3..;NT;N;S6", "852...", "S5")
    assert isinstance(told, Signals)
    assert (told.card, told.message) == (Card.parse("S5"), Message.EVEN)
    assert explaining.holds(told, NOWHERE)
    assert "the highest that can be spared" in explaining.explain(told)


def test_a_reader_of_the_other_table_is_told_no_lie() -> None:
    """High encourages by one table and low by the other; the card that one asks for is false by the other."""
    (high,) = told_by_manners(*MANNERS[1])
    assert isinstance(high, Signals)
    assert not explaining.holds(replace(high, table=UPSIDE_DOWN), NOWHERE)


# Experts


def test_the_best_line_is_told_with_the_next_best_and_holds() -> None:
    assert best_line().value > best_line().next_best
    assert explaining.holds(best_line(), NOWHERE)


def test_a_squeeze_is_told_with_its_victim_and_holds() -> None:
    told = squeeze()
    assert (told.card, told.victim, told.share) == (Card.parse("CA"), Seat.WEST, Odds(2, 3))
    assert told.suits == (Suit.SPADES, Suit.HEARTS)
    assert explaining.holds(told, NOWHERE)


def false_lines() -> Iterator[Statement]:
    statement = best_line()
    yield replace(statement, value=statement.value + Fraction(1, 100))
    yield replace(statement, next_best=statement.next_best - Fraction(1, 100))
    yield replace(statement, tricks=statement.tricks + 1)
    yield replace(statement, card=statement.others[0], others=(statement.card, *statement.others[1:]))
    yield replace(statement, others=(*statement.others, Card.parse("HA")))
    yield replace(statement, others=(*statement.others, statement.card))


def false_squeezes() -> Iterator[Statement]:
    statement = squeeze()
    yield replace(statement, share=Odds(1, 1))
    yield replace(statement, share=Odds(1, 3))
    yield replace(statement, victim=Seat.EAST)
    yield replace(statement, suits=(Suit.SPADES, Suit.DIAMONDS))
    yield replace(statement, suits=(Suit.SPADES,))
    yield replace(statement, card=Card.parse("H3"))
    yield replace(statement, sample=replace(statement.sample, layouts=statement.sample.layouts[:2]))


def test_what_experts_never_said_is_refused() -> None:
    planted = [*false_lines(), *false_squeezes()]
    assert [lie for lie in planted if explaining.holds(lie, NOWHERE)] == []
    assert len(planted) == 13


def test_every_kind_of_statement_about_ties_is_planted_here() -> None:
    planted = (*manners_told(), best_line(), squeeze())
    assert {type(each) for each in planted} == {ByHabit, Signals, TableLead, BestLine, BeginsSqueeze}
