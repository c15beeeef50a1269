"""Does an ending hold a squeeze, which, against whom, and how?  By rules alone: no solver is asked.

First Love's L: only endings with one loser more than declarer may lose, or two, are looked at. Then his line:
is there an order of play that wins the trick against defenders who must discard, and none against defenders
who need not?  At the squeeze card of that line the threats, the entry and the four letters are read off.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import final

from overtrick.core import Card, Seat, Side
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.rules.entries import cashed, double_entry, simple_entry, squeezed
from overtrick.squeezes.rules.kinds import Facts, kind_of
from overtrick.squeezes.rules.letters import Blue, letters
from overtrick.squeezes.rules.lines import lines
from overtrick.squeezes.rules.moments import Story, story
from overtrick.squeezes.rules.threats import Threat, card_of, losers, seated, threats
from overtrick.squeezes.state import NOTRUMP, Hands, State

__all__ = ["Recognised", "blue", "entry_class", "recognise", "squeeze_in"]

_MOST_LOST = 1
"""Tricks given up on the way; with more, defenders have too much say for rules.

Of 209 squeezes in random endings of five cards 36 lose more.
"""
_EAST, _WEST = 1, 3


@final
@dataclass(frozen=True, slots=True)
class Recognised:
    """A squeeze, as the rules see it."""

    kind: str
    victims: tuple[Seat, ...]
    """Who is squeezed; nobody if it works against either and needs neither."""
    gain: int
    tricks: int
    """What North and South take."""
    squeeze_card: Card
    line: tuple[Card, ...]
    """The cards led before it."""
    threats: tuple[Threat, ...]
    """In the suits in which somebody is squeezed, at the squeeze card."""
    entry: str
    """e11 to e32 for one victim, b1 to b4 for two; empty where Love has no name for it."""
    discards: tuple[Card, ...]
    """What declarer's own hands throw, in order."""
    unblocks: tuple[Card, ...]
    """Those of them that unblock a threat."""
    blue: Blue


def recognise(ending: Ending) -> Recognised | None:
    """The squeeze in an ending of North and South, or None.

    >>> found = recognise(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> found.kind, found.victims, found.entry, str(found.squeeze_card)
    ('simple', (Seat.WEST,), 'e11', 'CA')
    """
    state = ending.state
    spare = squeeze_in(state)
    return None if spare is None else _described(state, spare)


def blue(ending: Ending) -> Blue:
    """Love's four letters for the most promising pair of threats, squeeze or not.

    >>> blue(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S")).missing
    'U'
    """
    state = ending.state
    return letters(state.hands, state.strain)


def squeeze_in(state: State) -> int | None:
    """How many tricks a squeeze loses in all, or None if there is none.

    Love's L: one loser more than declarer may lose, or two if he may lose none (repeating squeezes). Winners
    that cannot be reached count as losers: a trick may be lost to reach them (stepping-stones; ours).
    """
    hands, strain, leader, _ = state
    lost = losers(hands)
    reached = max(lost, hands[0].bit_count() - cashed(hands, leader))
    fewest = max(0, lost - (2 if lost == 2 else 1))
    for spare in range(fewest, min(reached, _MOST_LOST + 1)):
        if lines(strain).reaches(hands, leader, spare):
            return None if lines(strain, _EAST, _WEST).reaches(hands, leader, spare) else spare
    return None


def _described(state: State, spare: int) -> Recognised:
    hands, strain, leader, _ = state
    victims = _victims(state, spare)
    told = story(hands, leader, strain, spare, tuple(map(int, victims)) or (_WEST,))
    first = told.moments[0] if told.moments else None
    scene = first.hands if first else hands
    found = _busy_threats(scene, strain, told)
    gain = _gain(state, spare)
    facts = Facts(
        hands=hands,
        story=told,
        victims=victims,
        gain=gain,
        spare=spare,
        needs_trumps=strain != NOTRUMP and not lines(NOTRUMP).reaches(hands, leader, spare),
        needs_finesse=not lines(strain, may_finesse=False).reaches(hands, leader, spare),
        threats=found,
    )
    squeezer = Seat(first.squeezer if first else leader)
    return Recognised(
        kind=kind_of(facts),
        victims=victims,
        gain=gain,
        tricks=hands[0].bit_count() - spare,
        squeeze_card=card_of(first.card if first else told.leads[0]),
        line=tuple(card_of(card) for card in told.leads[: first.trick if first else 0]),
        threats=found,
        entry=entry_class(scene, found, victims, squeezer),
        discards=tuple(card_of(card) for card in told.discards),
        unblocks=_unblocks(told, found),
        blue=letters(scene, strain, victims or (Seat.WEST, Seat.EAST)),
    )


def _victims(state: State, spare: int) -> tuple[Seat, ...]:
    """Those whose relief from discarding would cost declarer the trick."""
    hands, strain, leader, _ = state
    return tuple(
        seat for seat in (Seat.EAST, Seat.WEST) if not lines(strain, int(seat)).reaches(hands, leader, spare)
    )


def _gain(state: State, spare: int) -> int:
    """How many tricks fewer there would be, if nobody had to discard."""
    hands, strain, leader, _ = state
    gain = 1
    while not lines(strain, _EAST, _WEST).reaches(hands, leader, spare + gain):
        gain += 1
    return gain


def _busy_threats(hands: Hands, strain: int, told: Story) -> tuple[Threat, ...]:
    """The threats in the suits in which somebody is squeezed."""
    busy = {suit for moment in told.moments for suit in moment.suits}
    return tuple(threat for threat in threats(hands, strain) if threat.suit in busy or not busy)


def entry_class(hands: Hands, found: tuple[Threat, ...], victims: tuple[Seat, ...], squeezer: Seat) -> str:
    """The first class that fits, the threats seated wherever they can be."""
    if squeezer.side is not Side.NS:
        return ""
    if len(victims) == 2:
        return _double_entry(hands, found, squeezer)
    for one, other in combinations([seated(hands, threat) for threat in found], 2):
        for pair in product(one, other):
            entry = simple_entry(hands, pair, squeezer)
            if entry and (not victims or victims[0] in squeezed(squeezer, entry)):
                return entry
    return ""


def _double_entry(hands: Hands, found: tuple[Threat, ...], squeezer: Seat) -> str:
    guards = ((Seat.EAST, Seat.WEST), (squeezer.lho,), (squeezer.rho,))
    both, left, right = (
        [place for threat in found if threat.protected_by == who for place in seated(hands, threat)]
        for who in guards
    )
    entries = (double_entry(hands, *three, squeezer) for three in product(both, left, right))
    return min(filter(None, entries), default="")


def _unblocks(told: Story, found: tuple[Threat, ...]) -> tuple[Card, ...]:
    blocked = {int(threat.suit) for threat in found if threat.is_blocked}
    return tuple(card_of(card) for card in told.discards if card // 13 in blocked)
