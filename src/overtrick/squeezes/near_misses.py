"""Near misses: endings that one small change would turn into a squeeze, and the condition that failed.

An ending looks like a squeeze, and so may be a near miss, if the attackers

- hold threats in two suits or more, each guarded by a defender,
- have a trick to cash, and lose one trick or two as the cards lie.

It is a near miss if an ending one change away has a squeeze worth one trick more. The changes are tried
in this order, and of each type the least striking one that helps is reported:

1. another attacker on lead (Entry was failing),
2. the defenders' hands exchanged (Upper: the squeeze would work against the other defender),
3. two cards exchanged between the attackers (Entry; but Upper if no threat lay on the victim's left),
4. a trick lost in time (Loser: the count is not rectified),
5. two cards exchanged between the defenders (Busy: the guards are with the wrong defender, or with both),
6. two cards exchanged between the sides (Busy; but Loser if the attackers then cash more tricks).

Every cure is analysed: the attackers take one trick more, and no more than before if nobody has to discard.
A trump endplay or a squeeze in one suit needs no second threat: a near miss of only those is not reported.
The letters are those of Love 1959: Busy, Loser, Upper, Entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import final

from overtrick.core import Card, CardSet, Deal, DealError, Seat, Trick
from overtrick.core.card import PACK
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.ending import Ending, State, for_either_side
from overtrick.squeezes.kinds import WordEnum
from overtrick.squeezes.moments import FREE, one_of_each_run
from overtrick.squeezes.oracle import Oracle, own_oracle
from overtrick.squeezes.report import Report, Values
from overtrick.squeezes.suits import guards, threat_card

__all__ = [
    "ACROSS",
    "ATTACKERS",
    "DEFENDERS",
    "LETTERS",
    "Cure",
    "ExchangeCards",
    "ExchangeDefenders",
    "LeadFrom",
    "Letter",
    "NearMiss",
    "RectifyCount",
    "Repair",
    "exchanges",
    "looks_like_a_squeeze",
    "near_miss",
]

_MOST_LOSERS = 2
"""An ending in which more tricks are lost is too far from any squeeze to be called a near miss."""


# Changes of an ending


@final
@dataclass(frozen=True, slots=True)
class LeadFrom:
    """Another player is on lead."""

    leader: Seat

    def applied_to(self, ending: Ending) -> Ending:
        """The ending with the other player on lead."""
        return replace(ending, leader=self.leader)


@final
@dataclass(frozen=True, slots=True)
class ExchangeCards:
    """Two players exchange a card.

    >>> fig2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> swap = ExchangeCards(Card.parse("SQ"), Seat.NORTH, Card.parse("S2"), Seat.SOUTH)
    >>> swap.applied_to(fig2)
    Ending.parse('N:2.AJ.. T9...3 Q.3..A K.KQ..;NT;S')
    """

    card: Card
    holder: Seat
    other: Card
    other_holder: Seat

    def applied_to(self, ending: Ending) -> Ending:
        """The ending after the exchange."""
        for seat, card in ((self.holder, self.card), (self.other_holder, self.other)):
            if card not in ending.deal[seat]:
                raise DealError(f"{seat.word} does not hold the {card.print}", text=str(ending.deal))
        return replace(ending, deal=Deal(tuple(map(CardSet, self.state_after(ending.state).hands))))

    def state_after(self, state: State) -> State:
        """A position before a lead after the exchange; much quicker than a whole ending."""
        both, seats = self.card.bit | self.other.bit, (self.holder, self.other_holder)
        return state._replace(hands=tuple(bits ^ both * (at in seats) for at, bits in enumerate(state.hands)))

    @property
    def undone(self) -> ExchangeCards:
        """The exchange that takes this one back."""
        return ExchangeCards(self.other, self.holder, self.card, self.other_holder)


@final
@dataclass(frozen=True, slots=True)
class ExchangeDefenders:
    """The defenders exchange their hands; a defender's lead goes with his."""

    def applied_to(self, ending: Ending) -> Ending:
        """The ending after the exchange."""
        one, two = ending.attackers.opponents.seats
        hands = {**dict(ending.deal.items()), one: ending.deal[two], two: ending.deal[one]}
        leader = ending.leader.partner if ending.leader in (one, two) else ending.leader
        return replace(ending, deal=Deal.of(hands), leader=leader)

    def state_after(self, state: State) -> State:
        """A position before a lead after the exchange, where East and West defend."""
        return state.exchanged

    @property
    def undone(self) -> ExchangeDefenders:
        """The exchange that takes this one back: the same."""
        return self


@final
@dataclass(frozen=True, slots=True)
class RectifyCount:
    """A trick has been lost in time, and the lead is back where it was."""

    lost: Trick

    def applied_to(self, ending: Ending) -> Ending:
        """The ending one trick later, with the lead back where it was."""
        gone = CardSet.of(self.lost.cards)
        return replace(ending, deal=Deal.of({seat: hand - gone for seat, hand in ending.deal.items()}))


Repair = LeadFrom | ExchangeCards | ExchangeDefenders | RectifyCount
"""One small change of an ending."""


ATTACKERS = ((Seat.NORTH, Seat.SOUTH),)
DEFENDERS = ((Seat.EAST, Seat.WEST),)
ACROSS = tuple((one, two) for one, two in combinations(Seat, 2) if one.side is not two.side)
"""Pairs of hands that exchange cards."""


def exchanges(ending: Ending, pairs: tuple[tuple[Seat, Seat], ...]) -> list[ExchangeCards]:
    """Every exchange of two cards between the hands of these pairs, the least striking first.

    The order: between partners, low cards before high ones; between opponents, touching cards of one suit
    before others.
    """
    found = [
        ExchangeCards(card, one, other, two)
        for one, two in pairs
        for card, other in product(ending.deal[one], ending.deal[two])
    ]
    return sorted(found, key=_strikingness)


def _strikingness(exchange: ExchangeCards) -> tuple[int, ...]:
    card, other = exchange.card, exchange.other
    names = (card.suit != other.suit, card.suit, other.suit, card.rank, other.rank)
    if exchange.holder.side is exchange.other_holder.side:
        return (card.rank + other.rank, *names)
    return (card.suit != other.suit, abs(card.rank - other.rank), *names)


# Near misses


class Letter(WordEnum):
    """The four conditions of a squeeze (Love 1959)."""

    BUSY = "B"
    LOSER = "L"
    UPPER = "U"
    ENTRY = "E"


LETTERS: dict[type[Repair], Letter] = {
    LeadFrom: Letter.ENTRY,
    ExchangeDefenders: Letter.UPPER,
    RectifyCount: Letter.LOSER,
}
"""The condition that had failed, by type of change; for an exchange of cards it depends on the cards."""


@final
@dataclass(frozen=True, slots=True)
class Cure:
    """A change that makes the squeeze work, the condition it repairs, and the report on the new ending."""

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
    """One change of each type that helps, the cheapest first."""

    @property
    def repair(self) -> Repair:
        """The cheapest change."""
        return self.cures[0].repair

    @property
    def letter(self) -> Letter:
        """The condition that the cheapest change repairs."""
        return self.cures[0].letter

    @property
    def report(self) -> Report:
        """The report on the ending after the cheapest change."""
        return self.cures[0].report


@for_either_side
def near_miss(ending: Ending) -> NearMiss | None:
    """The near miss in an ending; None if it does not look like a squeeze or no change helps.

    >>> miss = near_miss(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"))
    >>> miss.letter, miss.repair, miss.report.squeeze.kind
    (Letter.UPPER, ExchangeDefenders(), Kind.SIMPLE)
    """
    oracle = own_oracle()
    if not looks_like_a_squeeze(oracle, ending.state):
        return None
    now = values(ending)
    found = (_first_cure(ending, now, sort) for sort in _sorts(oracle, ending, now.tricks))
    cures = tuple(filter(None, found))
    return NearMiss(ending, now, cures) if cures else None


def looks_like_a_squeeze(oracle: Oracle, state: State) -> bool:
    """Are there two guarded threats, a trick to cash and no more than two losers?"""
    guarded = sum(bool(guards(state.hands, suit)) for suit in range(4))
    losers = state.tricks_left - oracle.value(state)
    return guarded >= 2 and 1 <= losers <= _MOST_LOSERS and oracle.tops(state) > 0


# The changes


def _sorts(oracle: Oracle, ending: Ending, tricks: int) -> Iterator[Iterable[Repair]]:
    yield [LeadFrom(seat) for seat in (Seat.SOUTH, Seat.NORTH) if seat is not ending.leader]
    yield [ExchangeDefenders()]
    yield exchanges(ending, ATTACKERS)
    yield _count_rectified(oracle, ending.state, tricks)
    yield exchanges(ending, DEFENDERS)
    yield exchanges(ending, ACROSS)


def _count_rectified(oracle: Oracle, state: State, tricks: int) -> Iterator[RectifyCount]:
    """The change in which the attacker on lead loses a trick, with best play, and is then on lead again."""
    if state.leader & 1 or state.tricks_left < 3:
        return
    gain, is_lost, lost = _losing_a_trick(oracle, state)
    if gain > tricks and is_lost:
        yield RectifyCount(Trick(Seat(state.leader), tuple(PACK[card] for card in lost.trick)))


def _losing_a_trick(oracle: Oracle, state: State) -> tuple[int, bool, State]:
    """The attackers' tricks if a defender who wins the trick returns the lead; is it lost; how it ends."""
    if len(state.trick) == 4:
        later, won = state.gathered()
        if won:
            return won + oracle.value(later), False, state
        return oracle.value(later._replace(leader=state.leader)), True, state
    results = [_losing_a_trick(oracle, state.then(card)) for card in one_of_each_run(state)]
    if state.seat & 1:
        return min(results, key=lambda result: (result[0], not result[1]))
    return max(results, key=lambda result: result[:2])


# Cures


def _first_cure(ending: Ending, now: Values, repairs: Iterable[Repair]) -> Cure | None:
    oracle, before = own_oracle(), ending.state
    for repair in repairs:
        exchanged = repair.state_after(before) if isinstance(repair, ExchangeCards) else None
        state = exchanged or repair.applied_to(ending).state
        if oracle.value(state) == now.tricks + 1 and oracle.value(state, *FREE) <= now.free_both:
            report = analyse(repair.applied_to(ending))
            return Cure(repair, _letter(ending, repair, report), report)
    return None


def _letter(ending: Ending, repair: Repair, report: Report) -> Letter:
    if not isinstance(repair, ExchangeCards):
        return LETTERS[type(repair)]
    one, other = repair.holder.side, repair.other_holder.side
    if one is other is ending.attackers:
        return Letter.ENTRY if _has_upper_threat(ending.state, report) else Letter.UPPER
    cashes_more = one is not other and report.values.tops > values(ending).tops
    return Letter.LOSER if cashes_more else Letter.BUSY


def _has_upper_threat(state: State, report: Report) -> bool:
    """Is a threat that the later victim guards with the attacker on his left?"""
    assert report.squeeze is not None, "it is one trick more, and only by forcing discards"
    victim = report.squeeze.first.victim
    threats = [threat_card(state.hands, suit) for suit in range(4) if victim in guards(state.hands, suit)]
    return any(threat is not None and state.holder(threat) == victim.lho for threat in threats)
