"""An ending of which only two hands are seen, in words: how likely is a squeeze, and what must be where?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_

from overtrick.core import CardSet, Seat
from overtrick.explain.squeezes.around_phrases import all_of, one_of, partners
from overtrick.explain.squeezes.phrases import count, name_of
from overtrick.explain.words_english import capital
from overtrick.squeezes.divisions.divided import Divisions, Group

__all__ = ["division_text"]


def division_text(divisions: Divisions) -> list[str]:
    """The chance of a squeeze, a sentence for each sort of it, and whether the first card is a guess.

    >>> from overtrick.squeezes.divisions.divided import divisions
    >>> from overtrick.squeezes.divisions.undivided import Undivided
    >>> found = divisions(Undivided.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"))
    >>> print(*division_text(found), sep="\\n")
    There are 20 divisions of the cards that are out; 1 of them gives a squeeze (5%).
    A simple squeeze against West for three tricks: 1 division (5%). West must hold the ♠K and ♥KQ.
    The ♣A is the right first card for every squeeze.
    """
    total, number = divisions.total, len(divisions.squeezes)
    every = "There is one division" if total == 1 else f"There are {total:,} divisions"
    if not number:
        return [f"{every} of the cards that are out; none of them gives a squeeze."]
    give = "gives" if number == 1 else "give"
    opening = f"{every} of the cards that are out; {number:,} of them {give} a squeeze"
    return [
        f"{opening} ({divisions.odds.percent}).",
        *map(_group, divisions.groups),
        *_first_card(divisions),
    ]


def _group(group: Group) -> str:
    number = "1 division" if group.count == 1 else f"{group.count:,} divisions"
    against = partners(group.victims) if group.victims else "either defender"
    what = f"{name_of(group.kind)} against {against} for {count(group.tricks, 'trick')}"
    needs = [said for seat in group.victims if (said := _needs(group, seat))]
    held = f" {'; '.join(needs)}." if needs else ""
    return f"{capital(what)}: {number} ({group.odds.percent}).{held}"


def _needs(group: Group, victim: Seat) -> str:
    """The cards that a victim holds in each of the divisions."""
    needed = reduce(and_, (division.deal[victim] for division in group.divisions))
    return f"{victim.word} must hold {all_of(needed)}" if needed else ""


def _first_card(divisions: Divisions) -> Iterator[str]:
    """Whether declarer has to guess at once; nothing if a defender leads."""
    if divisions.question.leader.side is not divisions.question.attackers:
        return
    sure, hand = divisions.sure_leads, divisions.question.hands[divisions.question.leader]
    if sure:
        yield f"{capital(one_of(sure, hand))} is the right first card for every squeeze."
        return
    odds = next(iter(divisions.leads.values()))
    equal = CardSet.of(card for card, chance in divisions.leads.items() if chance == odds)
    has = f"keeps a squeeze in {odds.percent} of all divisions"
    yield f"No first card is right for every squeeze; the best, {one_of(equal, hand)}, {has}."
