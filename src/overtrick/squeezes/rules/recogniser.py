"""Recognises the squeeze in an ending, its kind, victims and line by rules alone, without a solver.

First Love's L: only endings with one loser more than declarer may lose, or two, are considered. Then his
line: is there an order of play that wins the trick against defenders who must discard, and none against
defenders who need not?  The threats, the entry and the four letters are those at that line's squeeze card.

The name is the first whose condition the facts fulfil. Love and PYTHON name simple, double, triple, repeating
and trump squeezes; the other names are the usual ones of the literature, given by what the line needs: a
finesse, a throw-in, a stranded winner, a crash of honours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, final

from overtrick.core import PACK, Card, Seat
from overtrick.core.bits import NOTRUMP, SUIT_BITS, lowest
from overtrick.squeezes.ending import Ending, State
from overtrick.squeezes.rules.blue import Blue, Threat, cashed, entry_class, letters, losers, threats
from overtrick.squeezes.rules.lines import PlayedLine, SqueezeTrick, lines
from overtrick.squeezes.suits import clashes, layout

__all__ = ["RuleSqueeze", "blue", "recognise"]

_MOST_LOST = 1
"""Tricks given up on the way; with more, defenders have too much say for rules.

Of 209 squeezes in random endings of five cards 36 lose more.
"""
_DEFENDERS = (Seat.EAST, Seat.WEST)


@final
@dataclass(frozen=True, slots=True)
class RuleSqueeze:
    """A squeeze found by the rules."""

    kind: str
    victims: tuple[Seat, ...]
    """The squeezed defenders; empty if it works against either and needs neither."""
    gain: int
    tricks: int
    """The tricks of North and South."""
    squeeze_card: Card
    line: tuple[Card, ...]
    """The cards led before the squeeze card."""
    threats: tuple[Threat, ...]
    """The threats at the squeeze card, in the suits in which somebody is squeezed."""
    entry: str
    """e11 to e32 for one victim, b1 to b4 for two; empty where Love has no name for it."""
    blue: Blue


def recognise(ending: Ending) -> RuleSqueeze | None:
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
    """The number of tricks that declarer loses with a squeeze, or None if there is no squeeze.

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


def _described(state: State, spare: int) -> RuleSqueeze:
    hands, strain, leader, _ = state
    victims = tuple(seat for seat in _DEFENDERS if not lines(seat).reaches(state, spare))
    gain = next(gain for gain in count(1) if lines(*_DEFENDERS).reaches(state, spare + gain))
    played = PlayedLine(state, spare, victims or (Seat.WEST,))
    first = next(iter(played.moments), SqueezeTrick(hands, played.leads[0], leader, 0, (), 0))
    scene = first.hands
    busy = {suit for moment in played.moments for suit in moment.suits}
    found = tuple(threat for threat in threats(scene, strain) if threat.suit in busy or not busy)
    return RuleSqueeze(
        kind=_kind(state, spare, gain, victims, played, found),
        victims=victims,
        gain=gain,
        tricks=hands[0].bit_count() - spare,
        squeeze_card=PACK[first.card],
        line=tuple(PACK[card] for card in played.leads[: first.trick]),
        threats=found,
        entry=entry_class(scene, found, victims, Seat(first.squeezer)),
        blue=letters(scene, strain, victims or (Seat.WEST, Seat.EAST)),
    )


# Names


class _Outcome(NamedTuple):
    """The result of giving up a suit: the tricks declarer needs, his winners, and the tricks he can cash."""

    needed: int
    winners: int
    cashed: int


def _kind(
    state: State, spare: int, gain: int, victims: Sequence[Seat], played: PlayedLine, found: Sequence[Threat]
) -> str:
    """The first name whose condition is fulfilled, the more special before the more general."""
    first, outcomes = played.moments[:1], list(_outcomes(played, spare))
    is_double, is_worth_two = len(victims) == 2, gain > 1 and len(victims) < 2
    needs_trumps = not lines().reaches(state._replace(strain=NOTRUMP), spare)
    needs_finesse = not lines(may_finesse=False).reaches(state, spare)
    at_first = threats(state.hands)
    conditions = {
        "single-suit": any(len(moment.suits) == 1 for moment in first),
        "extended-threat repeating": is_worth_two and any(threat.extended for threat in found),
        "repeating": is_worth_two,
        # Both are squeezed, and all four suits are threats.
        "saturated": is_double and len(at_first) == 4,
        # A threat would fall under winners opposite if the victim kept his guard; no finesse is needed.
        "clash": not is_double
        and not needs_finesse
        and any(clashes(layout(each.hands, suit), each.victim) for each in first for suit in each.suits),
        # A trick to lose, and a suit whose loss gives declarer winners enough, but stranded ones.
        "stepping-stone": spare > 0 and any(each.winners >= each.needed > each.cashed for each in outcomes),
        # A trick to lose, and a suit whose loss does not give declarer winners enough: he exits, or ducks.
        "strip": spare > 0 and any(each.winners < each.needed for each in outcomes),
        "trump": needs_trumps,
        "double guard": is_double and needs_finesse,
        # Two suits that both protect: which one to keep is a defender's choice, and both are wrong.
        "compound": is_double and sum(len(threat.protected_by) == 2 for threat in at_first) > 1,
        "double": is_double,
        "guard": needs_finesse,
        # One defender squeezed in three suits (section 4).
        "triple": len({suit for moment in played.moments for suit in moment.suits}) > 2,
        "simple": True,
    }
    return next(name for name, is_met in conditions.items() if is_met)


def _outcomes(played: PlayedLine, spare: int) -> Iterator[_Outcome]:
    """The outcome for each suit that the first victim could give up."""
    for moment in played.moments[:1]:
        left = spare - sum(loss < moment.trick for loss in played.losses)
        state = State(moment.hands, NOTRUMP, moment.victim)
        for suit in moment.suits:
            hands = state.then(lowest(moment.hands[moment.victim] & SUIT_BITS[suit])).hands
            cards = hands[0].bit_count()
            yield _Outcome(cards - left, cards - losers(hands), cashed(hands, state.holder(moment.card)))
