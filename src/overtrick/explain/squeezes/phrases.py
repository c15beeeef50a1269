"""English phrases about cards, seats and tricks, for sentences about squeezes."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.core import CardSet, Play, Seat, Suit
from overtrick.explain.words_english import NUMBERS
from overtrick.squeezes.kinds import Kind, Means
from overtrick.squeezes.reasons.claims import (
    Concedes,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    RuffsIn,
    Squeezes,
)

__all__ = [
    "becomes",
    "cards_of",
    "conceded",
    "count",
    "finessed",
    "given_up",
    "moment",
    "name_of",
    "ruffed_in",
    "series",
    "singular",
    "throws",
    "whom",
]

_MOST_LISTED = 2
"""More cards of a suit are written as a holding: ♠K65."""


def series(words: Sequence[str], link: str = "and") -> str:
    """Words in a row, the last two linked.

    >>> series(["the ♥K", "♥Q"])
    'the ♥K and ♥Q'
    """
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


def count(number: int, thing: str) -> str:
    """So many things."""
    return f"{NUMBERS[number]} {thing}" if number == 1 else f"{NUMBERS[number]} {thing}s"


def singular(suit: Suit) -> str:
    """A card of a suit: ``a heart``."""
    return f"a {suit.word[:-1]}"


def cards_of(cards: CardSet, link: str = "and") -> str:
    """Cards of one suit: ``the ♥K and ♥Q``, ``the ♠K65``; one or the other is always listed."""
    if len(cards) > _MOST_LISTED and link == "and":
        suit = next(iter(cards)).suit
        return f"the {suit.symbol}{''.join(card.rank.print for card in cards)}"
    return f"the {series([card.print for card in cards], link)}"


def name_of(kind: Kind) -> str:
    """A kind with its article: ``an entry-shifting squeeze``, ``a trump endplay``."""
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind}" if kind is Kind.TRUMP_ENDPLAY else f"{article} {kind} squeeze"


def whom(claim: Squeezes) -> str:
    """Who is caught in what."""
    if len(claim.victims) == 2:
        return f"both defenders are caught in {name_of(claim.kind)}"
    instead = "" if claim.victims else f" ({claim.first.partner.word} could be squeezed instead)"
    return f"{claim.first.word} is caught in {name_of(claim.kind)}{instead}"


def moment(play: Play) -> str:
    """When a trick is played: ``on the ♣A``, ``at trick two, on East's ♣A,``."""
    led, number = play.trick.cards[0], len(play.tricks) + 1
    lead = f"{play.on_lead.word}'s" if play.on_lead.side is play.to_play.side else "the"
    return f"on {lead} {led.print}" if number == 1 else f"at trick {NUMBERS[number]}, on {lead} {led.print},"


def throws(claim: GivesUp) -> str:
    """What a defender does with these cards: a trump is not thrown away."""
    return "plays" if next(iter(claim.cards)).suit.strain is claim.turn.play.strain else "throws"


def given_up(claims: Sequence[GivesUp]) -> str:
    """The cards of a suit that some claims speak of; all of a suit are ``a heart``."""
    cards = CardSet().union(*(claim.cards for claim in claims))
    suit, play = next(iter(cards)).suit, claims[0].turn.play
    held = play.hand(play.to_play).in_suit(suit)
    return singular(suit) if cards == held and len(cards) > 1 else cards_of(cards, "or")


# What becomes of it


def conceded(claim: Concedes, good: Establishes | None = None) -> str:
    """To whom declarer loses a trick, with which lead, and what is gained.

    Who wins it and has cards left is thrown in. A lead is named as the next one only where it is right.
    """
    play, first = claim.play, claim.next_lead
    winner, led = play.on_lead, play.tricks[-1].cards[0]
    gained = "" if good is None else f", and the {good.card.print} is good"
    if not claim.number:
        return f"declarer loses this trick to {winner.word}{gained}"
    is_next = claim.number == 1 and first == led
    before = "" if first is None else f" leads the {first.print} and"
    later = "" if is_next else f"{before} later"
    if winner is claim.given_up.turn.victim and not play.is_over:
        return f"declarer{later} throws him in with the {led.print}{gained or _must_lead(play)}"
    if is_next:
        card = dict(play.tricks[-1])[winner].print
        return f"declarer leads the {led.print}, which {winner.word}'s {card} wins{gained}"
    return f"declarer{later} loses the {led.print} to {winner.word}{gained}"


def _must_lead(play: Play) -> str:
    """What a player on lead has to lead, if he has only one suit."""
    suits = {card.suit for card in play.hand(play.on_lead)}
    return f", and he must lead {singular(suits.pop())}" if len(suits) == 1 else ""


def ruffed_in(claim: RuffsIn) -> str:
    """A defender with nothing but trumps has to ruff and to lead."""
    trumps = next(iter(claim.given_up.cards)).suit
    return f"he has ruffed and must lead another {trumps.word[:-1]} into declarer's hand"


def finessed(claim: Finesses) -> str:
    """The card that wins a finesse, and against whom."""
    return f"declarer finesses the {claim.card.print} against {claim.against.word}"


def becomes(claim: Good) -> str:
    """How a card becomes good."""
    good, winners = claim.card.print, _winners(claim)
    if claim.given_up.means is Means.RUFF:
        is_ruffed_out = claim.rounds > max(map(len, winners))
        return f"a ruff sets up the {good}" if is_ruffed_out else f"the {good} is good, with a ruff to help"
    if not claim.rounds:
        return f"the {good} is good"
    if len(winners) > 1:
        return f"the {good} becomes good"
    (winning,) = winners
    if claim.rounds < len(winning):
        makes = "makes" if claim.rounds == 1 else "make"
        return f"{count(claim.rounds, 'round')} of {claim.card.suit.word} {makes} the {good} good"
    dropped = _dropped(claim) if claim.rounds == 1 else None
    if dropped is not None:
        return f"{cards_of(winning)} drops {dropped} and the {good} is good"
    return f"{cards_of(winning)} {'clears' if claim.rounds == 1 else 'clear'} the way for the {good}"


def _dropped(claim: Good) -> str | None:
    """The only card of the suit the victim keeps, if nobody else beats the one that becomes good."""
    turn = claim.given_up.turn
    partners = turn.play.hand(turn.victim.partner).in_suit(claim.card.suit)
    held = turn.play.hand(turn.victim).in_suit(claim.card.suit)
    left = [held.minus(card) for card in claim.given_up.cards]
    if any(card > claim.card for card in partners) or any(len(kept) != 1 for kept in left):
        return None
    return cards_of(left[0]) if len(left) == 1 else "the other"


def _winners(claim: Good) -> set[CardSet]:
    """The attackers' cards of the suit above all of the defenders', after each of the discards."""
    turn, suit = claim.given_up.turn, claim.card.suit
    hands = [(seat.side, turn.play.hand(seat).in_suit(suit)) for seat in Seat]
    own = [card for side, hand in hands if side is turn.attackers for card in hand]
    others = [card for side, hand in hands if side is not turn.attackers for card in hand]
    return {
        CardSet.of(card for card in own if all(card > other for other in others if other != thrown))
        for thrown in claim.given_up.cards
    }
