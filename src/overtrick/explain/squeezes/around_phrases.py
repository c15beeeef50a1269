"""English phrases about sets of cards, changes of an ending, and tricks of a contract."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.core import CardSet, Contract, Seat, Strain, Suit
from overtrick.explain.squeezes.phrases import cards_of, count, series, singular
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.exchanges import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    RectifyCount,
    Repair,
)

__all__ = [
    "all_of",
    "as_it_would_be",
    "by_squeezing",
    "goal",
    "lost_trick",
    "one_of",
    "partners",
    "strain_of",
]


def all_of(cards: CardSet, link: str = "and") -> str:
    """Cards of several suits: ``the ♠K and ♥KQ``.

    >>> all_of(CardSet.parse("K.KQ..2"))
    'the ♠K, ♥KQ and ♣2'
    """
    suits = [suit for suit in reversed(Suit) if cards.length(suit)]
    return f"the {series([_holding(cards, suit) for suit in suits], link)}"


def _holding(cards: CardSet, suit: Suit) -> str:
    return f"{suit.symbol}{''.join(card.rank.print for card in cards.in_suit(suit))}"


def one_of(cards: CardSet, among: CardSet) -> str:
    """One of some cards, ``a heart`` where they are all the hearts there are to choose from.

    >>> one_of(CardSet.parse("K.KQ.."), CardSet.parse("KJ.KQ..2"))
    'the ♠K or a heart'
    """
    said = list[str]()
    for suit in reversed(Suit):
        held = cards.in_suit(suit)
        if held and held == among.in_suit(suit) and len(held) > 1:
            said.append(singular(suit))
        elif held:
            said.append(cards_of(held, "or"))
    return series(said, "or")


def partners(seats: Sequence[Seat]) -> str:
    """Two players: ``East and West``."""
    return series([seat.word for seat in seats])


def strain_of(strain: Strain) -> str:
    """Where tricks are taken: ``in hearts``, ``at notrump``."""
    return f"at {strain.word}" if strain is Strain.NOTRUMP else f"in {strain.word}"


def goal(declarer: Seat, strain: Strain, target: int, contract: Contract | None) -> tuple[str, str]:
    """Who does what: a contract makes, or a declarer takes tricks.

    >>> goal(Seat.SOUTH, Strain.HEARTS, 12, None)
    ('South', 'takes twelve tricks in hearts')
    """
    if contract is not None and contract.needs == target:
        return contract.print, "makes"
    return declarer.word, f"takes {count(target, 'trick')} {strain_of(strain)}"


def by_squeezing(victims: tuple[Seat, ...] | None) -> str:
    """Whom a squeeze needs, as far as that is known."""
    if victims is None:
        return "by a squeeze"
    if not victims:
        return "by a squeeze, and either defender can be the victim"
    return f"by squeezing {partners(victims)}"


# Changes


def as_it_would_be(ending: Ending, repair: Repair) -> str:
    """A change as a condition: ``the lead were in North``."""
    match repair:
        case LeadFrom(leader):
            return f"the lead were in {leader.word}"
        case ExchangeDefenders():
            return f"{partners(ending.attackers.opponents.seats)} exchanged their hands"
        case ExchangeCards(card, holder, other, other_holder):
            return f"{other_holder.word} held the {card.print} and {holder.word} the {other.print}"
        case RectifyCount():
            return f"a trick were lost first, {lost_trick(ending, repair)}"


def lost_trick(ending: Ending, repair: RectifyCount) -> str:
    """A trick that is lost in time: ``the ♣2 to East's ♣A``."""
    winner = repair.lost.winner(ending.strain)
    card = dict(repair.lost)[winner]
    return f"the {repair.lost.cards[0].print} to {winner.word}'s {card.print}"
