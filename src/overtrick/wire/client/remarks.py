"""Remarks on lines that were of no use: what helps is quoted, a card never."""

from __future__ import annotations

import re

from overtrick.wire.messages import Message

__all__ = ["hushed", "unread", "whose"]

_QUOTED = 60
_RANK = "(?:10|[2-9TJQKA])"
_SOME_CARD = re.compile(
    rf"(?<!BID )(?<!BIDS )\b(?:{_RANK}[SHDC]|[SHDC]{_RANK}+)\b"
    rf"|\b[SHDC]\b[ :]*{_RANK}"
    rf"|{_RANK}*\.{_RANK}*\.{_RANK}*\.{_RANK}*",
    re.IGNORECASE,
)
"""A card, a suit with its ranks, or a hand with full stops between its suits."""
_OF_CARDS = re.compile("CARD|PLAY", re.IGNORECASE)


def hushed(words: str) -> str:
    """What the manager says, unless it names a card.

    >>> hushed("no seat is free"), hushed("East has the 4S")
    ('no seat is free', 'something about cards')
    """
    return "something about cards" if _SOME_CARD.search(words) else words


def unread(line: str) -> str:
    """A line that is none of the protocol, quoted if it is not about cards.

    >>> unread("ready for lunch"), unread("East's cards : S 8 7 3")
    ("'ready for lunch'", 'a line about cards')
    """
    is_of_cards = _OF_CARDS.search(line) or _SOME_CARD.search(line)
    return "a line about cards" if is_of_cards else repr(line[:_QUOTED])


def whose(message: Message) -> str:
    """The kind of a message, and of whom it tells."""
    seat = getattr(message, "seat", None)
    return f"{type(message).__name__} of {'dummy' if seat is None else seat.word}"
