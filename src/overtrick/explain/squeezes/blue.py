"""The four conditions of a simple squeeze in words, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.explain.squeezes.phrases import count, series
from overtrick.squeezes.rules.letters import Blue
from overtrick.squeezes.theory import Theory

__all__ = ["blue_text"]


def blue_text(judged: Theory) -> list[str]:
    """Busy, Loser, Upper and Entry, each with what it was judged by.

    >>> from overtrick.squeezes.analysis import analyse
    >>> from overtrick.squeezes.ending import Ending
    >>> from overtrick.squeezes.theory import theory
    >>> print(*blue_text(theory(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))), sep="\\n")
    Busy: West alone guards spades and hearts.
    Loser: there is one loser.
    Upper: the ♠Q and ♥J lie with North, at West's left.
    Entry: class e11.
    """
    return list(_letters(judged.blue))


def _letters(blue: Blue) -> Iterator[str]:
    victim = blue.busy.victim.word
    suits = series([threat.suit.word for threat in blue.busy.threats]) if blue.busy.threats else "any suit"
    yield (
        f"Busy: {victim} alone guards {suits}."
        if blue.busy.holds
        else f"Busy: {victim} is not busy in two suits."
    )
    is_one = blue.loser.losers == 1
    yield f"Loser: there {'is' if is_one else 'are'} {count(blue.loser.losers, 'loser')}."
    if blue.upper.holds:
        cards = series([card.print for card in blue.upper.cards])
        lie = "lies" if len(blue.upper.cards) == 1 else "lie"
        yield f"Upper: the {cards} {lie} with {blue.upper.hand.word}, at {victim}'s left."
    else:
        yield f"Upper: no threat lies with {blue.upper.hand.word}, at {victim}'s left."
    yield (
        f"Entry: class {blue.entry.kind}." if blue.entry.holds else "Entry: the threat could not be reached."
    )
