"""``overtrick squeeze --out``: squeezes when the defenders' cards are not divided."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.core import CardSet, Deal, Holds, Odds, Seat, Strain
from overtrick.explain.squeezes.divisions import division_text
from overtrick.squeezes.divisions.divided import Division, Divisions, Group, divisions
from overtrick.squeezes.divisions.undivided import Undivided

__all__ = ["print_divisions"]

_SHOWN = 12
"""Divisions that are listed on the terminal; --json has them all."""


def print_divisions(
    deal: Deal,
    strain: Strain,
    leader: Seat,
    out: CardSet,
    known: dict[Seat, CardSet],
    as_json: bool,
) -> None:
    """Every division that gives a squeeze, with its type, victim and chance."""
    facts = tuple(Holds(seat, card) for seat, cards in known.items() for card in cards)
    question = Undivided(deal, out, strain, leader, facts)
    with bar("dividing the cards") as progress:
        found = divisions(question, progress)
    if as_json:
        output.print_json(_record(found))
        return
    for line in division_text(found):
        output.print_words(line)
    for division in found.squeezes[:_SHOWN]:
        hands = ", ".join(f"{seat.word} {division.deal[seat]}" for seat in question.attackers.opponents.seats)
        output.print_words(f"  {hands}: {division.kind} squeeze, {division.tricks} tricks")
    if len(found.squeezes) > _SHOWN:
        output.print_words(f"  … and {len(found.squeezes) - _SHOWN} more; --json has them all")


def _record(found: Divisions) -> dict[str, object]:
    return {
        "question": str(found.question),
        "attackers": str(found.question.attackers),
        "divisions": found.total,
        "probability": _number(found.odds),
        "fraction": str(found.odds),
        "groups": [_group(group) for group in found.groups],
        "leads": {str(card): str(odds) for card, odds in found.leads.items()},
        "sure_leads": [str(card) for card in found.sure_leads],
        "squeezes": [_division(division) for division in found.squeezes],
    }


def _group(group: Group) -> dict[str, object]:
    return {
        "type": str(group.kind),
        "victims": [str(seat) for seat in group.victims],
        "gain": group.gain,
        "tricks": group.tricks,
        "divisions": group.count,
        "probability": _number(group.odds),
        "fraction": str(group.odds),
    }


def _division(division: Division) -> dict[str, object]:
    return {
        "deal": str(division.deal),
        "type": str(division.kind),
        "victims": [str(seat) for seat in division.victims],
        "gain": division.gain,
        "tricks": division.tricks,
        "leads": [str(card) for card in division.leads],
    }


def _number(odds: Odds) -> float:
    return round(float(odds.fraction), 12)
