"""Love's conditions for an ending, letter by letter, judged where they should hold: at the squeeze card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Side
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.report import Report
from overtrick.squeezes.rules.letters import Blue, letters
from overtrick.squeezes.rules.recogniser import entry_class
from overtrick.squeezes.rules.threats import Threat, threats
from overtrick.squeezes.turning import turned

__all__ = ["Theory", "theory"]


@final
@dataclass(frozen=True, slots=True)
class Theory:
    """What the theory of 1959 says of an ending; beyond simple squeezes it may say no and be wrong."""

    ending: Ending
    """Before the squeeze trick; the ending itself where there is no squeeze."""
    blue: Blue
    """For the most promising pair of threats."""
    threats: tuple[Threat, ...]
    """In the suits the victims are squeezed in; all there are where nobody is."""
    entry: str
    """e11 to e32, or b1 to b4 of a double squeeze; empty where the theory has no name for it."""


def theory(report: Report) -> Theory:
    """The four letters, the threats and the class of the entries.

    >>> from overtrick.squeezes.analysis import analyse
    >>> judged = theory(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> judged.entry, judged.blue.missing
    ('e11', '')
    """
    if report.attackers is Side.EW:
        return turned(theory(turned(report, 1)), -1)
    ending = _at_the_squeeze_card(report)
    hands, strain, _, _ = ending.state
    found = threats(hands, strain)
    if report.squeeze is None:
        judged = letters(hands, strain)
        return Theory(ending, judged, found, judged.entry.kind)
    first, victims = report.squeeze.first, report.values.victims or (report.squeeze.first.victim,)
    busy = {suit for chapter in first.chapters() for suit in chapter.suits}
    found = tuple(threat for threat in found if threat.suit in busy)
    return Theory(
        ending,
        letters(hands, strain, victims),
        found,
        entry_class(hands, found, victims, first.squeezer),
    )


def _at_the_squeeze_card(report: Report) -> Ending:
    if report.squeeze is None:
        return report.ending
    play = report.squeeze.first.play
    before = play.back(len(play.trick.cards))
    return Ending(before.remaining, before.strain, before.on_lead, report.attackers)
