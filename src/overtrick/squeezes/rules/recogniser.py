"""Does an ending hold a squeeze, which, against whom, and how?  By rules alone: no solver is asked.

First Love's L: only endings with one loser more than declarer may lose, or two, are looked at. Then his line:
is there an order of play that wins the trick against defenders who must discard, and none against defenders
who need not?  At the squeeze card of that line the threats, the entry and the four letters are read off.

The name is the first whose condition the facts fulfil. Love and PYTHON name simple, double, triple, repeating
and trump squeezes; the other names are the usual ones of the literature, told by what the line needs: a
finesse, a throw-in, a stranded winner, a crash of honours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, final

from overtrick.core import PACK, Card, Seat
from overtrick.core.bits import NOTRUMP, SUIT_BITS
from overtrick.squeezes.ending import Ending, Hands, State
from overtrick.squeezes.rules.blue import Blue, Threat, cashed, entry_class, letters, losers, threats
from overtrick.squeezes.rules.lines import PlayedLine, lines, played_line
from overtrick.squeezes.suits import clashes, layout

__all__ = ["Recognised", "blue", "recognise"]

_MOST_LOST = 1
"""Tricks given up on the way; with more, defenders have too much say for rules.

Of 209 squeezes in random endings of five cards 36 lose more.
"""
_DEFENDERS = (Seat.EAST, Seat.WEST)


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
    blue: Blue


def recognise(ending: Ending) -> Recognised | None:
    """The squeeze in an ending of North and South, or None.

    >>> found = recognise(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> found.kind, found.victims, found.entry, str(found.squeeze_card)
    ('simple', (Seat.WEST,), 'e11', 'CA')
    """
    state = ending.state
    spare = _tricks_to_lose(state)
    return None if spare is None else _described(state, spare)


def blue(ending: Ending) -> Blue:
    """Love's four letters for the most promising pair of threats, squeeze or not.

    >>> blue(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S")).missing
    'U'
    """
    state = ending.state
    return letters(state.hands, state.strain)


def _tricks_to_lose(state: State) -> int | None:
    """How many tricks a squeeze loses in all, or None if there is none.

    Love's L: one loser more than declarer may lose, or two if he may lose none (repeating squeezes). Winners
    that cannot be reached count as losers: a trick may be lost to reach them (stepping-stones; ours).
    """
    lost = losers(state.hands)
    reached = max(lost, state.tricks_left - cashed(state.hands, state.leader))
    fewest = max(0, lost - (2 if lost == 2 else 1))
    for spare in range(fewest, min(reached, _MOST_LOST + 1)):
        if lines().reaches(state, spare):
            return None if lines(*_DEFENDERS).reaches(state, spare) else spare
    return None


def _described(state: State, spare: int) -> Recognised:
    hands, strain, leader, _ = state
    victims = tuple(seat for seat in _DEFENDERS if not lines(seat).reaches(state, spare))
    gain = next(gain for gain in count(1) if lines(*_DEFENDERS).reaches(state, spare + gain))
    played = played_line(state, spare, victims or (Seat.WEST,))
    first = played.moments[0] if played.moments else None
    scene = first.hands if first else hands
    busy = {suit for moment in played.moments for suit in moment.suits}
    found = tuple(threat for threat in threats(scene, strain) if threat.suit in busy or not busy)
    facts = _Facts(
        hands=hands,
        line=played,
        is_double=len(victims) == 2,
        gain=gain,
        spare=spare,
        needs_trumps=not lines().reaches(state._replace(strain=NOTRUMP), spare),
        needs_finesse=not lines(may_finesse=False).reaches(state, spare),
        threats=found,
        busy_suits=busy,
    )
    return Recognised(
        kind=next(name for name, holds in _KINDS.items() if holds(facts)),
        victims=victims,
        gain=gain,
        tricks=hands[0].bit_count() - spare,
        squeeze_card=PACK[first.card if first else played.leads[0]],
        line=tuple(PACK[card] for card in played.leads[: first.trick if first else 0]),
        threats=found,
        entry=entry_class(scene, found, victims, Seat(first.squeezer if first else leader)),
        blue=letters(scene, strain, victims or (Seat.WEST, Seat.EAST)),
    )


# Names


class _Outcome(NamedTuple):
    """Once a suit has been given up: what declarer needs, what he has in winners, and what he can cash."""

    needed: int
    winners: int
    cashed: int


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of a squeeze when its name is asked."""

    hands: Hands
    """The ending."""
    line: PlayedLine
    is_double: bool
    """Are both defenders squeezed?"""
    gain: int
    spare: int
    """The tricks declarer can afford to lose."""
    needs_trumps: bool
    needs_finesse: bool
    threats: tuple[Threat, ...]
    busy_suits: set[int]
    """The suits in which somebody is squeezed."""

    def outcomes(self) -> Iterator[_Outcome]:
        """What each suit is worth that the first victim could give up."""
        for moment in self.line.moments[:1]:
            spare = self.spare - sum(loss < moment.trick for loss in self.line.losses)
            leader = next(seat for seat in range(4) if moment.hands[seat] >> moment.card & 1)
            for suit in moment.suits:
                held = moment.hands[moment.victim] & SUIT_BITS[suit]
                north, east, south, west = (hand & ~(held & -held) for hand in moment.hands)
                left, cards = (north, east, south, west), north.bit_count()
                yield _Outcome(cards - spare, cards - losers(left), cashed(left, leader))


def _is_clash(facts: _Facts) -> bool:
    """A threat would fall under winners opposite if the victim kept his guard; no finesse is needed."""
    if facts.is_double or facts.needs_finesse:
        return False
    first = facts.line.moments[:1]
    return any(clashes(layout(each.hands, suit), each.victim) for each in first for suit in each.suits)


_KINDS: dict[str, Callable[[_Facts], bool]] = {
    "single-suit": lambda facts: any(len(moment.suits) == 1 for moment in facts.line.moments[:1]),
    "extended-threat repeating": lambda facts: (
        facts.gain > 1 and not facts.is_double and any(threat.extended for threat in facts.threats)
    ),
    "repeating": lambda facts: facts.gain > 1 and not facts.is_double,
    # Both are squeezed, and all four suits are threats.
    "saturated": lambda facts: facts.is_double and len(threats(facts.hands)) == 4,
    "clash": _is_clash,
    # A trick to lose, and a suit whose loss gives declarer winners enough, but stranded ones.
    "stepping-stone": lambda facts: (
        facts.spare > 0 and any(each.winners >= each.needed > each.cashed for each in facts.outcomes())
    ),
    # A trick to lose, and a suit whose loss does not give declarer winners enough: he exits, or ducks.
    "strip": lambda facts: facts.spare > 0 and any(each.winners < each.needed for each in facts.outcomes()),
    "trump": lambda facts: facts.needs_trumps,
    "double guard": lambda facts: facts.is_double and facts.needs_finesse,
    # Two suits that both protect: which one to keep is a defender's choice, and both are wrong.
    "compound": lambda facts: (
        facts.is_double and sum(len(threat.protected_by) == 2 for threat in threats(facts.hands)) > 1
    ),
    "double": lambda facts: facts.is_double,
    "guard": lambda facts: facts.needs_finesse,
    # One defender squeezed in three suits (section 4).
    "triple": lambda facts: not facts.is_double and len(facts.busy_suits) > 2,
    "simple": lambda facts: True,
}
"""The more special before the more general."""
