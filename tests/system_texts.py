"""System files as text, and short ways to read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.bidding.entries import Block, Condition, Entry
from overtrick.bidding.errors import SystemFileError
from overtrick.bidding.reading import read_text

SCHENKEN = """\
system schenken "The Schenken club of OPENBID, continued to a contract"
  source: London and Wasserman 1967
words openbid
points = TOTALPTS
## Openings
> One club is strong,
> everything else is limited.
convention weak_twos "Weak two-bids in the majors" on

define good(X) = 5+ X, 2+ of AKQ in X

when opening
  1NT "strong notrump": 15-17 hcp,
      balanced                     # whatever the seat
    source: synopsis, section 7
  [8] 1C "strong club": 17+ hcp or 21+ points
    unless 22+ hcp, balanced
    forcing
    is strong_club
    alert "artificial"
  2X "weak two" for X in SH: 6-10 hcp, 6 X, good(X)
    if using weak_twos
  pass: true

when partner showed strong_club, RHO passed, priority 3, complete
  1D "negative": 8- hcp
    alert
    priority -2
  1X "positive" for X in SH: 9+ hcp, 5+ X
    forcing to game
"""
"""Every kind of statement, and most lines that an entry may have."""


def block(text: str) -> Block:
    """The only block of a text."""
    (found,) = read_text(text).blocks
    return found


def entry(text: str, context: str = "opening") -> Entry:
    """The only entry of a block."""
    (found,) = block(f"when {context}\n  {text}\n").entries
    return found


def context(text: str, tail: str = "") -> Condition:
    """A context, in a system that has some tags and conventions to speak of."""
    rest = "convention stayman on\nwhen opening\n  1C: true\n    is strong, transfer(S), two(S, H)\n"
    return read_text(f"when {text}{tail}\n  pass: true\n{rest}").blocks[0].when


def fault(text: str, files: dict[str, str] | None = None) -> str:
    """What is wrong with a text, without the line that is quoted."""
    with pytest.raises(SystemFileError) as caught:
        read_text(text, files=files)
    return caught.value.faults[0]


def write_folder(folder: Path, **texts: str) -> Path:
    """A new folder with these files of a system."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.bid").write_text(text, encoding="utf-8")
    return folder
