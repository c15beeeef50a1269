"""Reading a hand from text: the one place that knows every spelling of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from overtrick.core.card import PACK, Rank, Suit

__all__ = ["plain_hand", "read_hand"]

_DISPLAY_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_SUIT_LETTERS = dict(zip("CDHS♣♦♥♠♧♢♡♤", tuple(Suit) * 3, strict=True))
_RANK_LETTERS = {str(rank): rank for rank in Rank}
_HIGH_TO_LOW = tuple((str(rank), int(rank)) for rank in reversed(Rank))
_BETWEEN = frozenset(" \t\r\n.,:;-—–")
_spelled: tuple[dict[str, int], ...] = tuple({"": 0, "-": 0} for _ in Suit)
"""Cache for each suit: the bits of every holding read so far, spelled high to low; at most 2**13 + 1."""
_clubs, _diamonds, _hearts, _spades = _spelled


def plain_hand(text: str) -> int:
    """The bits of a hand in the standard spelling, from the cache: the fast path.

    Any other spelling, or a holding not yet in the cache, raises ``KeyError`` or ``ValueError``.
    """
    spades, hearts, diamonds, clubs = text.split(".")
    return _spades[spades] | _hearts[hearts] | _diamonds[diamonds] | _clubs[clubs]


def read_hand(text: str) -> tuple[int, tuple[str, ...]]:
    """The bits of a hand, and every fault found in its text.

    >>> read_hand("AA.1..2")
    (2251799813685249, ('the ♠A appears twice', "'1' is not a rank"))
    """
    try:
        return plain_hand(text), ()
    except (KeyError, ValueError):
        return _read_carefully(text.upper().replace("10", "T"))


def _read_carefully(text: str) -> tuple[int, tuple[str, ...]]:
    bits, faults = 0, list[str]()
    for suit, holding in _holdings(text, faults):
        held, wrong = _read_holding(suit, holding)
        bits |= held
        faults += wrong
    return bits, tuple(faults)


def _holdings(text: str, faults: list[str]) -> Iterator[tuple[Suit, str]]:
    """Each suit with its holding: four suits, spades first, or ``♠AQ84 ♥QT98`` in any order."""
    start, *parts = re.split(f"([{''.join(_SUIT_LETTERS)}])", text)
    if not parts:
        written = text.split(".") if "." in text else re.split(r"[\s,]+", text.strip())
        if len(written) != 4:
            faults.append(f"expected four suits separated by dots, found {len(written)}")
            return
        yield from zip(_DISPLAY_ORDER, map(str.strip, written), strict=True)
    elif start.strip():
        faults.append(f"{start.strip()!r} stands before any suit")
    seen = set[Suit]()
    for letter, holding in zip(parts[::2], parts[1::2], strict=True):
        suit = _SUIT_LETTERS[letter]
        if suit in seen:
            faults.append(f"{suit.word} are listed twice")
        seen.add(suit)
        yield suit, "".join(c for c in holding if c not in _BETWEEN)


def _read_holding(suit: Suit, holding: str) -> tuple[int, list[str]]:
    """The bits of one suit and the faults in it; a holding spelled high to low goes into the cache."""
    bits, faults = 0, list[str]()
    for letter in "" if holding in ("-", "—", "–") else holding:
        rank = _RANK_LETTERS.get(letter)
        if rank is None:
            faults.append(f"{letter!r} is not a rank")
        elif bits >> rank & 1:
            faults.append(f"the {PACK[13 * suit + rank].print} appears twice")
        else:
            bits |= 1 << rank
    if not faults and holding == "".join(letter for letter, rank in _HIGH_TO_LOW if bits >> rank & 1):
        _spelled[suit][holding] = bits << 13 * suit
    return bits << 13 * suit, faults
