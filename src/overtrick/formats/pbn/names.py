"""The names PBN gives to things, and how they are written."""

from __future__ import annotations

from overtrick.core import Call, Seat, Vul

__all__ = [
    "ALERT",
    "HEADER",
    "IRREGULARITIES",
    "MANDATORY",
    "NOT_INHERITED",
    "SUFFIX_GLYPHS",
    "UNKNOWN",
    "VULNERABLE",
    "call_in_pbn",
    "seat_of",
]

ALERT = "Alert."
"""How a note says that the call was alerted; the standard has no other place for it."""
HEADER = ("% PBN 2.1", "% EXPORT")
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags of every exported game, in their order (PBN 2.1, section 3.4)."""
NOT_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
"""Tags for which ``#`` is no inheritance (section 4.8)."""
SUFFIX_GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""The suffixes of glyphs 1 to 6 for calls and 7 to 12 for cards (section 3.7)."""
VULNERABLE = {Vul.NONE: "None", Vul.NS: "NS", Vul.EW: "EW", Vul.BOTH: "All"}
UNKNOWN = "?"
IRREGULARITIES = {
    "^I": "an insufficient bid that was accepted",
    "^S": "a player who was skipped",
    "^R": "a revoke",
    "^L": "a lead out of turn",
}
"""Marks of what the laws do not allow, but the record tells (section 3.9)."""


def call_in_pbn(call: Call) -> str:
    """A call as the standard spells it: ``Pass``, ``X``, ``1NT``."""
    return "Pass" if call is Call.PASS else str(call)


def seat_of(text: str) -> Seat:
    """A seat, with or without the mark of an irregular declarer."""
    return Seat.parse(text.removeprefix("^"))
