"""What a squeeze is called: the first name whose condition the facts fulfil.

Love and PYTHON name simple, double, triple, repeating and trump squeezes; the other names are the usual ones
of the literature, told by what the line needs: a finesse, a throw-in, a stranded winner, a crash of honours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, final

from overtrick.core import Seat
from overtrick.squeezes.rules.entries import cashed
from overtrick.squeezes.rules.moments import Moment, Story
from overtrick.squeezes.rules.suits import Layout, layout, lowest, winners
from overtrick.squeezes.rules.threats import Threat, threats
from overtrick.squeezes.state import Hands

__all__ = ["Facts", "kind_of"]


class Outcome(NamedTuple):
    """Once a suit has been given up: what declarer needs, what he has in winners, and what he can cash."""

    needed: int
    winners: int
    cashed: int


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a squeeze when its name is asked."""

    hands: Hands
    """The ending."""
    story: Story
    victims: tuple[Seat, ...]
    gain: int
    spare: int
    """The tricks declarer can afford to lose."""
    needs_trumps: bool
    needs_finesse: bool
    threats: tuple[Threat, ...]

    @property
    def is_double(self) -> bool:
        """Are both defenders squeezed?"""
        return len(self.victims) == 2

    @property
    def outcomes(self) -> list[Outcome]:
        """What each suit is worth that the first victim could give up."""
        return [
            outcome for moment in self.story.moments[:1] for outcome in _outcomes(moment, self.spare_then)
        ]

    @property
    def spare_then(self) -> int:
        """The tricks declarer can still lose at the squeeze card."""
        first = self.story.moments[0].trick
        return self.spare - sum(loss.trick < first for loss in self.story.losses)

    @property
    def busy_suits(self) -> set[int]:
        """The suits in which somebody is squeezed."""
        return {suit for moment in self.story.moments for suit in moment.suits}


def _outcomes(moment: Moment, spare: int) -> list[Outcome]:
    leader = next(seat for seat in range(4) if moment.hands[seat] >> moment.card & 1)
    found = []
    for suit in moment.suits:
        hands = list(moment.hands)
        hands[moment.victim] &= ~(1 << 13 * suit + lowest(layout(moment.hands, suit)[moment.victim]))
        left = hands[0], hands[1], hands[2], hands[3]
        total = sum(winners(layout(left, each)) for each in range(4))
        found.append(Outcome(hands[0].bit_count() - spare, total, cashed(left, leader)))
    return found


def _has_extended_threat(facts: Facts) -> bool:
    return any(threat.extended for threat in facts.threats)


def _is_saturated(facts: Facts) -> bool:
    """Both are squeezed, and all four suits are threats."""
    return facts.is_double and len(threats(facts.hands)) == 4


def _is_compound(facts: Facts) -> bool:
    """Two suits that both protect: which one to keep is a defender's choice, and both are wrong."""
    return facts.is_double and sum(len(threat.protected_by) == 2 for threat in threats(facts.hands)) > 1


def _is_single_suit(facts: Facts) -> bool:
    return all(len(moment.suits) == 1 for moment in facts.story.moments[:1]) and bool(facts.story.moments)


def _is_clash(facts: Facts) -> bool:
    """A threat would fall under winners opposite if the victim kept his guard; no finesse is needed."""
    if facts.is_double or facts.needs_finesse:
        return False
    return any(
        _clashes(layout(moment.hands, suit), moment.victim)
        for moment in facts.story.moments[:1]
        for suit in moment.suits
    )


def _clashes(suit: Layout, victim: int) -> bool:
    above = suit.theirs.bit_length()
    for own, opposite in ((suit.north, suit.south), (suit.south, suit.north)):
        high = (opposite >> above).bit_count()
        if own and not own >> above and max(own.bit_count(), suit[victim].bit_count()) <= high:
            return True
    return False


def _is_stepping_stone(facts: Facts) -> bool:
    """A trick to lose, and a suit whose loss gives declarer winners enough, but stranded ones."""
    return facts.spare > 0 and any(each.winners >= each.needed > each.cashed for each in facts.outcomes)


def _is_strip(facts: Facts) -> bool:
    """A trick to lose, and a suit whose loss does not give declarer winners enough: he exits, or ducks."""
    return facts.spare > 0 and any(each.winners < each.needed for each in facts.outcomes)


def _is_triple(facts: Facts) -> bool:
    """One defender squeezed in three suits (section 4)."""
    return not facts.is_double and len(facts.busy_suits) > 2


_KINDS: tuple[tuple[str, Callable[[Facts], bool]], ...] = (
    ("single-suit", _is_single_suit),
    (
        "extended-threat repeating",
        lambda facts: facts.gain > 1 and not facts.is_double and _has_extended_threat(facts),
    ),
    ("repeating", lambda facts: facts.gain > 1 and not facts.is_double),
    ("saturated", _is_saturated),
    ("clash", _is_clash),
    ("stepping-stone", _is_stepping_stone),
    ("strip", _is_strip),
    ("trump", lambda facts: facts.needs_trumps),
    ("double guard", lambda facts: facts.is_double and facts.needs_finesse),
    ("compound", _is_compound),
    ("double", lambda facts: facts.is_double),
    ("guard", lambda facts: facts.needs_finesse),
    ("triple", _is_triple),
    ("simple", lambda facts: True),
)
"""The more special before the more general."""


def kind_of(facts: Facts) -> str:
    """The name of a squeeze."""
    return next(name for name, holds in _KINDS if holds(facts))
