"""English sentences for scoring statements."""

from __future__ import annotations

from overtrick.core.english import NUMBERS, spelled
from overtrick.core.explaining import says
from overtrick.scoring.law77 import Scored, ScoreItem, ScoreKind

__all__: list[str] = []


@says(Scored, "en")
def _(statement: Scored) -> str:
    margin = statement.tricks - statement.contract.needs
    state = "vulnerable" if statement.is_vulnerable else "not vulnerable"
    if margin < 0:
        ending = f"down {NUMBERS[-margin]}"
    else:
        ending = f"made with {spelled(margin, 'overtrick')}" if margin else "made"
    return f"{statement.contract.print}, {state}, {ending}: {statement.points:+d}"


@says(ScoreItem, "en")
def _(statement: ScoreItem) -> str:
    contract, margin = statement.contract, statement.tricks - statement.contract.needs
    doubled = ("", "doubled ", "redoubled ")[contract.doubled]
    what = {
        ScoreKind.TRICKS: f"{spelled(contract.level, f'{doubled}odd trick')} at {contract.strain.word}",
        ScoreKind.OVERTRICKS: spelled(abs(margin), f"{doubled}overtrick"),
        ScoreKind.UNDERTRICKS: spelled(abs(margin), f"{doubled}undertrick"),
        ScoreKind.INSULT: f"for making a {doubled}contract",
        ScoreKind.PARTSCORE: "for a partscore",
        ScoreKind.GAME: "for game",
        ScoreKind.SMALL_SLAM: "for a small slam",
        ScoreKind.GRAND_SLAM: "for a grand slam",
    }[statement.kind]
    return f"{statement.points:+d} {what}"
