"""The vocabulary of the paper: its descriptions of a hand (Appendix 2) as definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from overtrick.hands import Feature, Vocabulary, standard
from overtrick.hands.terms import Opening as OpeningTerm
from overtrick.hands.terms import defined
from overtrick.openbid.switches import AS_CODED, Switches

__all__ = ["data", "lines_of", "playing_trick_table", "vocabulary"]

_SOLID_BY_DEFINITION = "SOLID = every(X in SHDC: (X >= 2 and hcp(X) >= 3) or (X = 1 and A in X))"


def data(name: str) -> str:
    """The text of one of the data files beside this one."""
    return files("overtrick.openbid").joinpath("data", name).read_text(encoding="utf-8")


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a data file with their numbers, without blank lines and ``#`` comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def playing_trick_table() -> dict[tuple[str, int], int]:
    """Appendix 3 as printed: playing tricks by the honours of A K Q J held and the length."""
    table = dict[tuple[str, int], int]()
    for _, line in lines_of(data("appendix-3.txt")):
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
    lines = (line.partition(" ") for _, line in lines_of(data("appendix-2.txt")))
    words = [definition for kind, _, definition in lines if kind == "define"]
    if switches.solid:
        words = [_SOLID_BY_DEFINITION if each.startswith("SOLID ") else each for each in words]
    known = standard().registering(tricks).defining(*words)
    opening = defined("OPENING", (), OpeningTerm("OPENING", switches.bits))
    return replace(known, definitions={**known.definitions, "opening": opening})


@dataclass(frozen=True)
class PlayingTricks:
    """The playing tricks of Appendix 3, except where the code differs and no switch prefers the table."""

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
