"""Hands as books print them, with ``x`` for a small card."""

from __future__ import annotations

import re

from overtrick.core import CardSet, DealError

__all__ = ["parse_sketch", "sketch"]

_SMALL = "23456789"


def parse_sketch(text: str) -> CardSet:
    """Read a hand in which each ``x`` is a card below the ten: the lowest one left.

    >>> parse_sketch("KJxxx QJ QJ Kxxx")
    CardSet.parse('KJ432.QJ.QJ.K432')
    """
    shown = re.sub(r"[Xx]+", "x", text.replace("10", "T"))
    if "x" not in shown:
        return CardSet.parse(text)
    return CardSet.parse(re.sub(r"[^\s.,;|:SHDCshdc♠♥♦♣]*[Xx][^\s.,;|:SHDCshdc♠♥♦♣]*", _filled, text))


def _filled(holding: re.Match[str]) -> str:
    written = holding[0].upper().replace("10", "T")
    named, number = written.replace("X", ""), written.count("X")
    free = [rank for rank in _SMALL if rank not in named]
    if number > len(free):
        raise DealError(f"{holding[0]!r} has more small cards than there are below the ten")
    return named + "".join(reversed(free[:number]))


def sketch(hand: CardSet) -> str:
    """A hand with ``x`` for every card below the ten.

    >>> sketch(CardSet.parse("KJ432.QJ.QJ.K432"))
    '♠KJxxx ♥QJ ♦QJ ♣Kxxx'
    """
    holdings = (re.sub(f"[{_SMALL}]", "x", text) or "—" for text in str(hand).split("."))
    return " ".join(symbol + holding for symbol, holding in zip("♠♥♦♣", holdings, strict=True))
