"""What the defenders can do against a squeeze: leads that break it, discards that cost nothing, better hands.

- A lead breaks it if, with that defender on lead now, the attackers take fewer tricks than by leading
  themselves, and forced discards gain them nothing any more.
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
    """What the attackers take after any of them."""
    instead_of: int | None
    """What they take at most after a lead of his that does not break it; None if every lead does."""
    cashes: bool
    """Does each of them simply win the trick? If not, it attacks an entry or a threat."""


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """A defender has to throw a card on the way to the first squeeze, or is squeezed: then none is idle."""

    defender: Seat
    trick: int
    idle: CardSet
    """Any of these does not matter."""
    busy: CardSet


@final
@dataclass(frozen=True, slots=True)
class SavingExchange:
    """Had the defenders held these two cards the other way round."""

    exchange: ExchangeCards
    tricks: int
    """What the attackers would take."""


@final
@dataclass(frozen=True, slots=True)
class CounterMeasures:
    """What breaks a squeeze, what does not matter, and what would have saved the defenders."""

    report: Report
    leads: tuple[BreakingLead, ...]
    discards: tuple[Discard, ...]
    exchanges: tuple[SavingExchange, ...]
    """Those of low cards first."""


@for_either_side
def counter_measures(ending: Ending) -> CounterMeasures:
    """What the defenders can do, or could have done; nothing at all if there is no squeeze.

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

    Nothing is told where one blank would not save the victim: then busy and idle mean little.
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
