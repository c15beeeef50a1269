"""A tiny bidding system, and what its tests say to it."""

from __future__ import annotations

import json
from pathlib import Path

TINY = """\
system tiny "A tiny system"
  source: the back of an envelope
convention stayman "Two clubs asks for majors" on

when opening
  [nt] 1NT "strong notrump": 15-17 hcp, balanced
    source: page 1
  1C "strong club": 18+ hcp
    forcing
    is strong
    alert "artificial"
  1X "natural" for X in SHD: 12-17 hcp, 4+ X

when partner opened 1NT, RHO passed
  2C "Stayman": 8+ hcp, 4+ hearts or 4+ spades
    if using stayman
    forcing
    alert
  3NT "to play": 10+ hcp
    sign-off
"""
BROKEN = 'system broken "Broken"\nwhen opening\n  1Q: 12+ hcp\n'
STRONG = "AQ4.KT98.KJ2.K43"
RESPONDER = "KJ52.A762.32.865"
QUESTION = {"hand": RESPONDER, "auction": ["1NT", "P"], "dealer": "N", "seat": "S", "vul": "None"}
TABLE = "N:AQ4.KT98.KJ2.K43 J76.Q5.Q984.QJT7 KT52.A762.A3.865 983.J43.T765.A92"
CALL_KEYS = {
    *("call", "rule", "meaning", "forcing", "source", "asks", "label", "name", "place", "note"),
    *("alert", "alert_words", "hcp", "points", "lengths"),
}


def folder(path: Path, text: str | bytes) -> Path:
    """A new folder with a system in it."""
    path.mkdir()
    (path / "system.bid").write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def lines(*objects: object) -> str:
    """Objects as JSON, one on each line."""
    return "".join(json.dumps(each) + "\n" for each in objects)
