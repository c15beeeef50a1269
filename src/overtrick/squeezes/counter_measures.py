"""Counter-measures against a squeeze: leads that break it, idle discards, and better layouts.

- A lead breaks it if, with that defender on lead now, the attackers take fewer tricks than by leading
themselves, and forced discards no longer gain them anything.
- A card that has to be thrown is idle or busy as at a squeeze moment: see `moments`.
- An exchange saves the defenders if, had they held each other's card, the attackers would take fewer tricks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import final

from overtrick.core import CardSet, Seat, Suit
from overtrick.core.bits import NOTRUMP, SUIT_BITS
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending, State, for_either_side
from overtrick.squeezes.moments import FREE, NO_BLANKS, busy_and_idle, reserve_for
from overtrick.squeezes.near_misses import DEFENDERS, ExchangeCards, exchanges
from overtrick.squeezes.oracle import Oracle, own_oracle
from overtrick.squeezes.report import Dilemma, Report

__all__ = ["BreakingLead", "CounterMeasures", "Discard", "SavingExchange", "counter_measures"]


@final
@dataclass(frozen=True, slots=True)
class BreakingLead:
    """A defender's cards of one suit that would break the squeeze if he could lead them now."""

    defender: Seat
    cards: CardSet
    tricks: int
    """The attackers' tricks after any of these leads."""
    instead_of: int | None
    """The most they take after a lead of his that does not break it; None if every lead breaks it."""
    cashes: bool
    """Does each of these cards simply win the trick? If not, it attacks an entry or a threat."""


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """A forced discard before the first squeeze, or at the squeeze itself, where no card is idle."""

    defender: Seat
    trick: int
    idle: CardSet
    """Cards that he can throw at no cost."""
    busy: CardSet


@final
@dataclass(frozen=True, slots=True)
class SavingExchange:
    """Two cards that would have broken the squeeze if the defenders had held each other's."""

    exchange: ExchangeCards
    tricks: int
    """The attackers' tricks after the exchange."""


@final
@dataclass(frozen=True, slots=True)
class CounterMeasures:
    """Leads that break a squeeze, forced discards, and exchanges that would have saved the defenders."""

    report: Report
    leads: tuple[BreakingLead, ...]
    discards: tuple[Discard, ...]
    exchanges: tuple[SavingExchange, ...]
    """Exchanges of low cards come first."""


@for_either_side
def counter_measures(ending: Ending) -> CounterMeasures:
    """The defenders' counter-measures; empty if there is no squeeze.

    >>> found = counter_measures(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> [(lead.defender, str(lead.cards), lead.tricks) for lead in found.leads if not lead.cashes]
    [(Seat.EAST, 'T9...', 1), (Seat.WEST, '.KQ..', 1)]
    """
    oracle, report = own_oracle(), analyse(ending)
    if report.squeeze is None:
        return CounterMeasures(report, (), (), ())
    return CounterMeasures(
        report,
        tuple(_breaking_leads(oracle, report)),
        tuple(_discards(oracle, report, report.squeeze.first)),
        tuple(_saving_exchanges(oracle, report)),
    )


def _breaking_leads(oracle: Oracle, report: Report) -> Iterator[BreakingLead]:
    for defender in (Seat.EAST, Seat.WEST):
        state = report.ending.state._replace(leader=int(defender))
        others, by_sort = list[int](), dict[tuple[Suit, int, bool], CardSet]()
        for card in report.ending.deal[defender]:
            led = state.then(card.index)
            tricks = oracle.value(led)
            if tricks < report.values.tricks and tricks == oracle.value(led, *FREE):
                sort = card.suit, tricks, _cashes(state, card.index)
                by_sort[sort] = by_sort.get(sort, CardSet()).plus(card)
            else:
                others.append(tricks)
        for (_, tricks, cashes), cards in by_sort.items():
            yield BreakingLead(defender, cards, tricks, max(others, default=None), cashes)


def _cashes(state: State, card: int) -> bool:
    """Can neither attacker beat or ruff a card?"""
    trumps, suit = 0 if state.strain == NOTRUMP else SUIT_BITS[state.strain], SUIT_BITS[card // 13]
    return all(hand & suit < 1 << card if hand & suit else not hand & trumps for hand in state.hands[::2])


def _discards(oracle: Oracle, report: Report, first: Dilemma) -> Iterator[Discard]:
    """Each discard of a defender on the way to the first squeeze, and the squeeze itself.

    Turns where one blank would not save the victim are left out: busy and idle mean little there.
    """
    start = report.ending.state
    if reserve_for(oracle, start, first.victim, NO_BLANKS, report.values.tricks) != 1:
        return
    for state in accumulate(first.play.cards, lambda state, card: state.played(card.index)[0], initial=start):
        if state.seat & 1 and state.is_discard:
            busy, idle = map(CardSet, busy_and_idle(oracle, state))
            yield Discard(Seat(state.seat), report.ending.trick(state), idle, busy)


def _saving_exchanges(oracle: Oracle, report: Report) -> Iterator[SavingExchange]:
    for exchange in exchanges(report.ending, DEFENDERS):
        tricks = oracle.value(exchange.state_after(report.ending.state))
        if tricks < report.values.tricks:
            yield SavingExchange(exchange, tricks)
