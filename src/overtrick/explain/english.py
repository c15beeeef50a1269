"""English: the sentence for every kind of claim."""

from __future__ import annotations

from overtrick.core import Holds
from overtrick.explain.registry import says
from overtrick.explain.words_english import NUMBERS
from overtrick.openbid import SECTION_NAMES, Fails, Meets, Opens
from overtrick.scoring import Scored, ScoreItem, ScoreKind

__all__: list[str] = []


def _count(number: int, thing: str) -> str:
    return f"{NUMBERS[number]} {thing}" if number == 1 else f"{NUMBERS[number]} {thing}s"


@says(Holds, "en")
def _(claim: Holds) -> str:
    return f"{claim.seat.word} has the {claim.card.print}"


@says(Scored, "en")
def _(claim: Scored) -> str:
    margin = claim.tricks - claim.contract.needs
    state = "vulnerable" if claim.is_vulnerable else "not vulnerable"
    if margin < 0:
        ending = f"down {NUMBERS[-margin]}"
    else:
        ending = f"made with {_count(margin, 'overtrick')}" if margin else "made"
    return f"{claim.contract.print}, {state}, {ending}: {claim.points:+d}"


@says(ScoreItem, "en")
def _(claim: ScoreItem) -> str:
    contract, margin = claim.contract, claim.tricks - claim.contract.needs
    doubled = ("", "doubled ", "redoubled ")[contract.doubled]
    what = {
        ScoreKind.TRICKS: f"{_count(contract.level, f'{doubled}odd trick')} at {contract.strain.word}",
        ScoreKind.OVERTRICKS: _count(abs(margin), f"{doubled}overtrick"),
        ScoreKind.UNDERTRICKS: _count(abs(margin), f"{doubled}undertrick"),
        ScoreKind.INSULT: f"for making a {doubled}contract",
        ScoreKind.PARTSCORE: "for a partscore",
        ScoreKind.GAME: "for game",
        ScoreKind.SMALL_SLAM: "for a small slam",
        ScoreKind.GRAND_SLAM: "for a grand slam",
    }[claim.kind]
    return f"{claim.points:+d} {what}"


@says(Opens, "en")
def _(claim: Opens) -> str:
    name = SECTION_NAMES[claim.section.rstrip("abcdefghij")]
    bid = "passes" if claim.bid == "pass" else f"bids {claim.bid}"
    return f"OPENBID {bid} at section {claim.section} ({name})"


@says(Meets, "en")
def _(claim: Meets) -> str:
    return f"{claim.section}: {claim.condition}{_values(claim.values)}"


@says(Fails, "en")
def _(claim: Fails) -> str:
    sections = ", ".join(claim.sections)
    return f"not {sections}: {claim.condition} is asked for{_values(claim.values)}"


def _values(values: tuple[tuple[str, int], ...]) -> str:
    return f" ({', '.join(f'{name} is {number}' for name, number in values)})" if values else ""
