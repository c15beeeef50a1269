"""Our lines as a manager reads them: in capitals for one that speaks in capitals.

Most managers read without case. One compares letter by letter: it was written against a player that has names
of seats and calls in capitals and cards in small letters, and it names its seats in capitals itself.
"""

from __future__ import annotations

import re

from overtrick.wire.messages import Called, Connecting, FromPlayer, Played
from overtrick.wire.writing import write

__all__ = ["spoken"]

_LOUD = re.compile(r"\b(?:north|east|south|west|passes|doubles|redoubles)\b", re.IGNORECASE)


def spoken(message: FromPlayer, is_loud: bool) -> str:
    """A message as its line, in capitals if the manager speaks so.

    >>> from overtrick.core import Card, Seat
    >>> spoken(Played(Seat.WEST, Card.parse("D7")), is_loud=False)
    'West plays 7D'
    >>> spoken(Played(Seat.WEST, Card.parse("D7")), is_loud=True)
    'WEST plays 7d'
    """
    line = write(message)
    match message:
        case Connecting():
            return line
        case _ if not is_loud:
            return line
        case Played():
            hand, plays, card = line.split()
            return f"{hand.upper()} {plays} {card.lower()}"
        case Called(seat, call):
            bare = write(Called(seat, call))
            return _in_capitals(bare) + line.removeprefix(bare)
    return _in_capitals(line)


def _in_capitals(line: str) -> str:
    return _LOUD.sub(lambda word: word[0].upper(), line)
