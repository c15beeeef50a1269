"""German words that several texts need: numbers, cards with their articles, seats and percentages."""

from __future__ import annotations

from overtrick.core import Odds, Seat

__all__ = ["AFTER_TO", "AFTER_WITH", "CARDS", "DATIVE", "NAMES", "NUMBERS", "SEATS", "declined", "percent"]

NUMBERS = (
    *("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn"),
)
"""From none to thirteen; the first two take an ending."""
CARDS = (
    *(f"die {number.capitalize()}" for number in NUMBERS[2:11]),
    *("den Buben", "die Dame", "den König", "das Ass"),
)
"""By rank, lowest first; with the article, as an object."""
NAMES = tuple(card.split()[1] for card in CARDS)
"""The cards without the article, as objects."""
AFTER_TO = {"die": "zur", "den": "zum", "das": "zum"}
AFTER_WITH = {"die": "mit der", "den": "mit dem", "das": "mit dem"}
DATIVE = {"die": "der", "den": "dem", "das": "dem"}
SEATS = {Seat.NORTH: "Nord", Seat.EAST: "Ost", Seat.SOUTH: "Süd", Seat.WEST: "West"}


def declined(card: str, forms: dict[str, str]) -> str:
    """A card with another form of its article.

    >>> declined("den Buben", AFTER_TO)
    'zum Buben'
    """
    article, name = card.split()
    return f"{forms[article]} {name}"


def percent(odds: Odds) -> str:
    """A chance, with a comma.

    >>> percent(Odds(1, 8))
    '12,5 %'
    """
    return odds.percent.replace(".", ",").replace("%", " %")
