"""Near misses: an ending without the squeeze that one small change would give, and what was wrong with it.

An ending looks like a squeeze, and so may be a near miss, if the attackers

- hold threats in two suits or more, each guarded by a defender,
- have a trick to cash, and lose one trick or two as the cards lie.

It is a near miss if an ending one change away has a squeeze worth one trick more. The changes are tried
in this order, and of each sort the least striking one that helps is told:

1. another attacker on lead (Entry was failing),
2. the defenders' hands exchanged (Upper: the squeeze would work against the other defender),
3. two cards exchanged between the attackers (Entry; but Upper if no threat lay on the victim's left),
4. a trick lost in time (Loser: the count is not rectified),
5. two cards exchanged between the defenders (Busy: the guards are with the wrong defender, or with both),
6. two cards exchanged between the sides (Busy; but Loser if the attackers then cash more tricks).

Every cure is analysed: the attackers take one trick more, and no more than before if nobody has to discard.
A trump endplay or a squeeze in one suit needs no second threat: an ending near only to those is passed over.
The letters are those of Love 1959: Busy, Loser, Upper, Entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import final

from overtrick.core import Seat, Side, Trick
from overtrick.core.card import PACK
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.exchanges import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    RectifyCount,
    Repair,
    across_the_sides,
    exchanges,
    within_a_side,
)
from overtrick.squeezes.oracle import ALWAYS, Oracle, own_oracle
from overtrick.squeezes.recognition import holdings
from overtrick.squeezes.recognition.moments import one_of_each_run
from overtrick.squeezes.report import Report, Values
from overtrick.squeezes.state import State
from overtrick.squeezes.turning import turned

__all__ = ["Cure", "Letter", "NearMiss", "looks_like_a_squeeze", "near_miss"]

_MOST_LOSERS = 2
"""An ending in which more tricks are lost is too far from any squeeze to be called a near miss."""


class Letter(StrEnum):
    """The four conditions of a squeeze (Love 1959)."""

    BUSY = "B"
    LOSER = "L"
    UPPER = "U"
    ENTRY = "E"

    def __repr__(self) -> str:
        return f"Letter.{self.name}"


@final
@dataclass(frozen=True, slots=True)
class Cure:
    """A change that makes the squeeze work, which condition had failed, and the squeeze there is then."""

    repair: Repair
    letter: Letter
    report: Report


@final
@dataclass(frozen=True, slots=True)
class NearMiss:
    """An ending that one small change would turn into a squeeze worth a trick more."""

    ending: Ending
    values: Values
    cures: tuple[Cure, ...]
    """One of each sort that helps, the cheapest first."""

    @property
    def repair(self) -> Repair:
        """The cheapest change."""
        return self.cures[0].repair

    @property
    def letter(self) -> Letter:
        """The condition that it cures."""
        return self.cures[0].letter

    @property
    def report(self) -> Report:
        """The squeeze there is then."""
        return self.cures[0].report


def near_miss(ending: Ending) -> NearMiss | None:
    """What one small change would give, if the ending looks like a squeeze and a change helps.

    >>> miss = near_miss(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"))
    >>> miss.letter, miss.repair, miss.report.squeeze.kind
    (Letter.UPPER, ExchangeDefenders(), Kind.SIMPLE)
    """
    if ending.attackers is Side.EW:
        return turned(near_miss(turned(ending, 1)), -1)
    oracle = own_oracle()
    if not looks_like_a_squeeze(oracle, ending.state):
        return None
    now = values(ending)
    cures = tuple(
        cure for sort in _sorts(oracle, ending, now.tricks) if (cure := _first_cure(ending, now, sort))
    )
    return NearMiss(ending, now, cures) if cures else None


def looks_like_a_squeeze(oracle: Oracle, state: State) -> bool:
    """Are there two guarded threats, a trick to cash and no more than two losers?"""
    guarded = sum(bool(holdings.guards(state, suit)) for suit in range(4))
    losers = state.tricks_left - oracle.value(state)
    return guarded >= 2 and 1 <= losers <= _MOST_LOSERS and oracle.tops(state) > 0


# The changes, with the position each of them leads to

Change = tuple[Repair, State]


def _sorts(oracle: Oracle, ending: Ending, tricks: int) -> Iterator[Iterable[Change]]:
    state = ending.state
    yield [
        (LeadFrom(seat), state._replace(leader=int(seat)))
        for seat in (Seat.SOUTH, Seat.NORTH)
        if seat is not ending.leader
    ]
    yield _exchanged(state, [ExchangeDefenders()])
    yield _exchanged(state, exchanges(ending, within_a_side(Seat.NORTH)))
    yield _count_rectified(oracle, state, tricks)
    yield _exchanged(state, exchanges(ending, within_a_side(Seat.EAST)))
    yield _exchanged(state, exchanges(ending, across_the_sides()))


def _exchanged(state: State, found: Sequence[ExchangeCards | ExchangeDefenders]) -> Iterator[Change]:
    return ((exchange, exchange.state_after(state)) for exchange in found)


def _count_rectified(oracle: Oracle, state: State, tricks: int) -> Iterator[Change]:
    """The attacker on lead loses a trick, all playing their best, and is then on lead again."""
    if state.leader & 1 or state.tricks_left < 3:
        return
    gain, is_lost, lost = _losing_a_trick(oracle, state)
    if gain > tricks and is_lost:
        trick = Trick(Seat(state.leader), tuple(PACK[card] for card in lost.trick))
        yield RectifyCount(trick), state._replace(hands=lost.hands)


def _losing_a_trick(oracle: Oracle, state: State) -> tuple[int, bool, State]:
    """The attackers' tricks if a defender who wins this trick returns the lead; is it lost; how it goes."""
    if len(state.trick) == 4:
        later, won = state.gathered()
        if won:
            return won + oracle.value(later), False, state
        return oracle.value(later._replace(leader=state.leader)), True, state
    results = [_losing_a_trick(oracle, state.then(card)) for card in one_of_each_run(state, state.legal)]
    if state.seat & 1:
        return min(results, key=lambda result: (result[0], not result[1]))
    return max(results, key=lambda result: result[:2])


# Cures


def _first_cure(ending: Ending, now: Values, changes: Iterable[Change]) -> Cure | None:
    oracle = own_oracle()
    for repair, state in changes:
        if oracle.value(state) == now.tricks + 1 and oracle.value(state, ALWAYS, ALWAYS) <= now.free_both:
            report = analyse(repair.applied_to(ending))
            return Cure(repair, _letter(ending, repair, report), report)
    return None


def _letter(ending: Ending, repair: Repair, report: Report) -> Letter:
    match repair:
        case LeadFrom():
            return Letter.ENTRY
        case ExchangeDefenders():
            return Letter.UPPER
        case RectifyCount():
            return Letter.LOSER
        case ExchangeCards(holder=one, other_holder=two) if one.side is not two.side:
            return Letter.LOSER if report.values.tops > values(ending).tops else Letter.BUSY
        case ExchangeCards(holder=one) if one.side is ending.attackers:
            return Letter.ENTRY if _has_upper_threat(ending.state, report) else Letter.UPPER
    return Letter.BUSY


def _has_upper_threat(state: State, report: Report) -> bool:
    """Is a threat that the later victim guards with the attacker on his left?"""
    if report.squeeze is None:
        return False
    victim = report.squeeze.first.victim
    guarded = [suit for suit in range(4) if victim in holdings.guards(state, suit)]
    threats = [holdings.threat_card(state, suit) for suit in guarded]
    return any(threat is not None and state.hands[victim.lho] >> threat & 1 for threat in threats)
