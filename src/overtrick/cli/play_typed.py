"""What a person types at the table: a command, a call, or a card in one of several ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, NotationError, Play, Rank, Suit

__all__ = ["HELP", "Typed", "card_typed"]

_COMMANDS = {
    "hint": "a call or a card, from what you see",
    "why": "the reason for the hint, or what the last call or card of the others says",
    "meaning": "what the calls so far mean; meaning 1NT: what that call would mean",
    "hand": "your cards and the table once more",
    "auction": "the calls so far",
    "last": "the last trick",
    "undo": "take back your last call or card, and what followed",
    "claim": "claim 9: declarer is to have 9 tricks in all; without a number, your side takes the rest",
    "concede": "the other side takes the rest",
    "save": "where the game is kept; save FILE.pbn: write the boards that are over",
    "quit": "stop; nothing is lost, --resume goes on here",
    "help": "this list",
}
_STAND_ALONE = {"hint", "why", "undo", "concede", "quit"}
"""Commands after which a word would be lost that somebody meant."""
_OTHER_NAMES = {"?": "help", "exit": "quit", "stop": "quit", "show": "hand", "meanings": "meaning"}
HELP = "\n".join(
    (
        "a call: 1NT, 2♥ or 2h, p or pass, x, xx",
        "a card: HK, ♥K, hk; K or H alone, if there is one such card you may play",
        *(f"{name}: {words}" for name, words in _COMMANDS.items()),
    )
)


@final
@dataclass(frozen=True)
class Typed:
    """A line in parts: the command, empty if it is none, and what stands after it, or the whole line."""

    command: str
    rest: str

    @staticmethod
    def parse(text: str) -> Typed:
        """Take a line apart; nothing is done by a line of which a part would be left out.

        >>> Typed.parse("claim 9"), Typed.parse("1NT")
        (Typed(command='claim', rest='9'), Typed(command='', rest='1NT'))
        """
        first, _, rest = text.strip().partition(" ")
        name = _OTHER_NAMES.get(first.lower(), first.lower())
        if name in _STAND_ALONE and rest.strip():
            raise NotationError(f"{name} stands alone, without {rest.strip()[:40]!r}: see help")
        return Typed(name, rest.strip()) if name in _COMMANDS else Typed("", text.strip())


def card_typed(text: str, play: Play) -> Card:
    """The card that somebody means, who may not say its suit, or its rank, where one card will do.

    >>> play = Play.parse("N:AK.2.. - - -;NT;N")
    >>> card_typed("k", play), card_typed("h", play), card_typed("AS", play)
    (Card.parse('SK'), Card.parse('H2'), Card.parse('SA'))
    """
    name = text.strip().upper().replace("10", "T")
    for spelling in (name, name[::-1]) if len(name) == 2 else (name,):
        try:
            card = Card.parse(spelling)
        except NotationError:
            continue
        play.then(card)  # one that is not legal is an error that says why
        return card
    return _only(text, _fitting(name, play.legal_cards))


def _fitting(name: str, legal: CardSet) -> list[Card] | None:
    """The legal cards of a rank or of a suit; None for neither."""
    try:
        rank = Rank.parse(name)
        return [card for card in legal if card.rank is rank]
    except NotationError:
        pass
    try:
        suit = Suit.parse(name)
    except NotationError:
        return None
    return [card for card in legal if card.suit is suit]


def _only(text: str, cards: list[Card] | None) -> Card:
    if cards is None:
        raise NotationError(f"{text[:40]!r} is neither a card, like HK, nor a command: help lists them")
    if not cards:
        raise NotationError(f"there is no card {text[:40]!r} that may be played now")
    if len(cards) > 1:
        names = ", ".join(card.print for card in cards[:-1])
        raise NotationError(f"{text[:40]!r} may be {names} or {cards[-1].print}: say which")
    return cards[0]
