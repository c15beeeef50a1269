"""Figures of squeezes, random ones, and what every text about them must look like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from overtrick import explain
from overtrick.core import Board, Card, Claim, Deal
from overtrick.explain.squeezes import around_checkers as _checkers  # noqa: F401
from overtrick.squeezes.ending import Ending
from tests.endings import IS_SOAK
from tests.squeeze_claims import disturbed

__all__ = [
    "EXCHANGED",
    "FIGURE_2",
    "FIGURE_5",
    "FIGURE_6",
    "FIGURE_7",
    "FIGURE_8",
    "SAMPLE",
    "STRIP",
    "cards_in",
    "check_form",
    "is_true",
    "sample",
]

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"
STRIP = "N:A3..2.4 J..JT.9 Q4..K.J K7...QT;H;S"
EXCHANGED = "N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"
"""Figure 2 with East's and West's hands exchanged."""
SAMPLE = 2000 if IS_SOAK else 100


@cache
def sample() -> list[Ending]:
    """Random squeezes of three to five cards."""
    return list(disturbed(11, SAMPLE))


def is_true(claim: Claim) -> bool:
    """Does the checker agree? The board does not matter."""
    return explain.holds(claim, Board.numbered(1, Deal.unknown()))


def cards_in(text: str) -> Iterator[Card]:
    """Every card that a text names, holdings such as ♥KQ10 card by card."""
    for symbol, ranks in re.findall(r"([♠♥♦♣])((?:10|[2-9JQKA])+)", text):
        yield from (Card.parse(symbol + rank) for rank in re.findall("10|[2-9JQKA]", ranks))


def check_form(text: str, ending: Ending, *, most: int = 3) -> None:
    """No blanks left open, no double spaces, only cards of the ending, and no more sentences than that."""
    said = re.sub(r"^ *(-|\d+\.) ", "", text)
    assert not re.search(r"[{}<>_]|None|\bEnum|[A-Z]{3}|  | [.,:;]|\.\.", said), text
    assert re.fullmatch(r"[A-Z].*[.?:]", said), text
    assert set(cards_in(said)) <= set(ending.deal.dealt), text
    assert len(re.findall(r"[.?:](?: |$)(?=[A-Z]|$)", said)) <= most, text
