"""The words of the paper as a vocabulary: its descriptions of a hand (Appendix 2), written as definitions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from overtrick.hands import Feature, Vocabulary, standard
from overtrick.hands.terms import Opening as OpeningTerm
from overtrick.hands.terms import defined
from overtrick.openbid.switches import AS_CODED, Switches

__all__ = ["data", "playing_trick_table", "vocabulary"]

_TOTAL_POINTS = (
    "TOTALPTS = hcp + 1 + sum(X in SHDC: [X >= 5] * (2 * X - 9))"
    " + count(X in SHDC: X = 1 and A in X) + [aces = 4] - [aces = 0] - [4333]"
    " - 2 * count(X in SHDC: X = 1 and (K in X or Q in X)) - count(X in SHDC: X = 2 and Q in X)"
    " - count(X in SHDC: X <= 2 and J in X)"
)
_SOLID = "SOLID = every(X in SHDC: not (hcp(X) <= 2 and X <= 4) and not NOTR(X))"
_SOLID_BY_DEFINITION = "SOLID = every(X in SHDC: (X >= 2 and hcp(X) >= 3) or (X = 1 and A in X))"


def data(name: str) -> str:
    """The text of one of the data files beside this one."""
    return files("overtrick.openbid").joinpath("data", name).read_text(encoding="utf-8")


def playing_trick_table() -> dict[tuple[str, int], int]:
    """Appendix 3 as printed: playing tricks by the honours of A K Q J held and the length."""
    table = dict[tuple[str, int], int]()
    for line in data("appendix-3.txt").splitlines():
        if line.strip() and not line.startswith("#"):
            honours, cells = line.split("|")
            for length, cell in enumerate(cells.split()):
                if cell != "-":
                    table[honours.strip().strip("-"), length] = int(cell)
    return table


@cache
def vocabulary(switches: Switches = AS_CODED) -> Vocabulary:
    """The standard words and those of the paper."""
    tricks = Feature(
        "suit_playing_tricks", PlayingTricks(switches), "playing tricks by Appendix 3 of the paper"
    )
    words = (
        standard()
        .registering(tricks)
        .defining(
            "SUITLENGTH(X) = X",
            "SUITPOINTS(X) = hcp(X)",
            "HONORCOUNT(X) = honours(X)",
            "SP1 = largest(hcp)",
            "SP2 = second_largest(hcp)",
            "PLAYTRICKS = suit_playing_tricks",
            "DISTP = 3 * voids + 2 * singletons + doubletons",
            "EVENDIST = DISTP <= 1",
            "VOIDFLAG = voids >= 1",
            "FOUR441 = 4441|5521|5431",
            _TOTAL_POINTS,
            "SAFE(X) = X >= 3 or (X = 2 and (A in X or K in X)) or (X = 1 and A in X)",
            "STOP = count(X in SHDC: SAFE(X))",
            "NOTR(X) = (X = 1 and K in X) or (X = 2 and QJ in X)",
            "NOTRUMPTRY = every(X in SHDC: X >= 2, (X != 2 or 1+ of AK in X), (X != 3 or 1+ of AKQ in X))",
            _SOLID_BY_DEFINITION if switches.solid else _SOLID,
            "CANBEREBID(X) = X >= 6 or (X = 5, hcp(X) >= 4, honours(X) >= 2)",
            "OUTSIDEACE(X) = aces - [A in X] >= 1",
            "SLIDEPOINTS(X, from, step) = hcp(X) >= from - step * X",
        )
    )
    opening = defined("OPENING", (), OpeningTerm("OPENING", switches.bits))
    return replace(words, definitions={**words.definitions, "opening": opening})


@dataclass(frozen=True)
class PlayingTricks:
    """Appendix 3, save where the code says otherwise and no switch prefers the table."""

    switches: Switches

    def __call__(self, holding: int) -> int:
        honours = "".join(letter for place, letter in enumerate("AKQJ") if holding >> 12 - place & 1)
        return _playing_tricks(self.switches)[honours, holding.bit_count()]


@cache
def _playing_tricks(switches: Switches) -> dict[tuple[str, int], int]:
    table = playing_trick_table()
    if switches.kqx:
        table["KQ", 3] = 1
    if not switches.kj:
        table["KJ", 2] = -1
    if not switches.jack:
        table |= {("J", length): length - 4 for length in (8, 9, 10)}
    return table
