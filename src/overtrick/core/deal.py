"""Deals, whole and partial: four hands, some of them perhaps unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import final

from overtrick.core.card import Card
from overtrick.core.cardset import CardSet, cards_of
from overtrick.core.drawing import TextValue
from overtrick.core.errors import DealError, attempt
from overtrick.core.notation import plain_hand, read_hand
from overtrick.core.seat import SEAT_PATTERN, Seat

__all__ = ["Deal", "deal_of_written"]

_SEAT_LABEL = re.compile(rf"(?:^|(?<=\s))({SEAT_PATTERN})\s*:\s*")
_WHOLE_HAND = re.compile(r"-|.*\..*|.*[CDHS♣♦♥♠♧♢♡♤].*[CDHS♣♦♥♠♧♢♡♤].*")
"""A word that is a whole hand: ``-`` for an unknown one, suits with dots, or several suit letters."""
_CLOCKWISE = {f"{seat}:": seat.clockwise() for seat in Seat}
_UNKNOWN = "-"


@final
@dataclass(frozen=True, slots=True, repr=False)
class Deal(TextValue):
    """Who holds what. Any hand may be short, as in an ending, or unknown.

    >>> deal = Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96")
    >>> deal[Seat.SOUTH], deal.is_full
    (CardSet.parse('T76.54.753.AJT82'), True)
    >>> ending = Deal.parse("N:Q.AJ.. T9...3 2.3..A -")
    >>> ending.known, ending.cards_each
    ((Seat.NORTH, Seat.EAST, Seat.SOUTH), 3)
    """

    hands: tuple[CardSet | None, ...]
    """North's hand, then clockwise; None where a hand is unknown."""

    def __post_init__(self) -> None:
        together, is_sound = 0, len(self.hands) == 4
        for hand in self.hands:
            if hand is not None:
                bits = hand.bits
                is_sound = is_sound and not together & bits and bits.bit_count() <= 13
                together |= bits
        if not is_sound:
            raise DealError(*(_faults(self.hands) or [f"a deal has four hands, not {len(self.hands)}"]))

    # Making deals

    @staticmethod
    def of(hands: Mapping[Seat, CardSet]) -> Deal:
        """Give each seat its hand; a seat left out is unknown."""
        return Deal(tuple(hands.get(seat) for seat in Seat))

    @staticmethod
    def unknown() -> Deal:
        """A deal of four unknown hands."""
        return Deal((None, None, None, None))

    @staticmethod
    def parse(text: str) -> Deal:
        """Read ``N:hand hand hand hand``, clockwise from the seat named; ``-`` is an unknown hand.

        Each hand may carry its own seat instead, and is then read in any spelling of a hand; one hand
        with its seat is enough.

        >>> Deal.parse("S: ♠AK ♥2 ♦- ♣3  N: 32.A..4")
        Deal.parse('N:32.A..4 - AK.2..3 -')
        """
        return _read_plainly(text) or deal_of_written(_split(text), text)

    # Hands

    def __getitem__(self, seat: Seat) -> CardSet:
        """A seat's hand; raises `DealError` when it is unknown."""
        hand = self.hands[seat]
        if hand is None:
            raise DealError(f"{seat.word}'s hand is unknown")
        return hand

    def get(self, seat: Seat) -> CardSet | None:
        """A seat's hand, or None when it is unknown."""
        return self.hands[seat]

    @property
    def known(self) -> tuple[Seat, ...]:
        """The seats whose hands are known."""
        return tuple(seat for seat in Seat if self.hands[seat] is not None)

    def items(self) -> Iterator[tuple[Seat, CardSet]]:
        """The known hands with their seats."""
        return ((seat, hand) for seat, hand in zip(Seat, self.hands, strict=True) if hand is not None)

    def holder(self, card: Card) -> Seat | None:
        """The seat known to hold a card."""
        return next((seat for seat, hand in self.items() if card in hand), None)

    # The whole

    @property
    def is_full(self) -> bool:
        """Are all 52 cards dealt, thirteen to each hand?"""
        return all(hand is not None and len(hand) == 13 for hand in self.hands)

    @property
    def cards_each(self) -> int:
        """The number of cards in the longest known hand: thirteen when no hand is known."""
        return max((len(hand) for hand in self.hands if hand is not None), default=13)

    @property
    def dealt(self) -> CardSet:
        """Every card in a known hand."""
        return CardSet().union(*(hand for _, hand in self.items()))

    @property
    def missing(self) -> CardSet:
        """Every card in no known hand."""
        return CardSet.pack() - self.dealt

    # Other deals

    def with_hand(self, seat: Seat, hand: CardSet | None) -> Deal:
        """The same deal with another hand at one seat."""
        return Deal(tuple(hand if place is seat else self.hands[place] for place in Seat))

    def completed(self) -> Deal:
        """The deal with its fourth hand filled in when the other three are full; otherwise unchanged.

        >>> three = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -")
        >>> three.completed()[Seat.WEST]
        CardSet.parse('...AKQJT98765432')
        """
        if None not in self.hands:
            return self
        unknown = [seat for seat in Seat if self.hands[seat] is None]
        if len(unknown) != 1 or len(self.missing) != 13:
            return self
        return self.with_hand(unknown[0], self.missing)

    def rotated(self, steps: int) -> Deal:
        """The same hands, each moved this many seats to the left."""
        return Deal(tuple(self.hands[seat.next(-steps)] for seat in Seat))

    # Text

    def __str__(self) -> str:
        return "N:" + " ".join(_UNKNOWN if hand is None else str(hand) for hand in self.hands)


def _read_plainly(text: str) -> Deal | None:
    """Read a deal spelled as `str` spells it; None for any other spelling and for every fault."""
    try:
        seats, written = _CLOCKWISE[text[:2]], text[2:].split()
        hands: list[CardSet | None] = [None, None, None, None]
        for seat, hand in zip(seats, written, strict=True):
            if hand != _UNKNOWN:
                hands[seat] = cards_of(plain_hand(hand))
        return Deal(tuple(hands))
    except (KeyError, ValueError):
        return None


def deal_of_written(written: Iterable[tuple[Seat, str]], text: str, faults: Iterable[str] = ()) -> Deal:
    """The deal of hands in any spelling; raises one `DealError` for these faults and all it finds itself."""
    found, hands = list(faults), dict[Seat, CardSet]()
    for seat, hand in written:
        if hand != _UNKNOWN:
            bits, wrong = read_hand(hand)
            hands[seat] = cards_of(bits)
            found += (f"{seat.word}: {fault}" for fault in wrong)
    deal = attempt(found, Deal.of, hands)
    if deal is None or found:
        raise DealError(*found, text=text)
    return deal


def _split(text: str) -> list[tuple[Seat, str]]:
    """Cut a deal into its hands, each with its seat."""
    start, *labelled = _SEAT_LABEL.split(text.strip().upper())
    if len(labelled) > 2:
        hands = list(zip(map(Seat.parse, labelled[::2]), map(str.strip, labelled[1::2]), strict=True))
        faults = [f"{start.strip()!r} stands before any seat"] if start.strip() else []
        seats = [seat for seat, _ in hands]
        faults += [f"{seat.word} is listed twice" for seat in Seat if seats.count(seat) > 1]
        if faults:
            raise DealError(*faults, text=text)
        return hands
    first = Seat.parse(labelled[0]) if labelled else Seat.NORTH
    written = " ".join((start, *labelled[1:])).split()
    whole = [bool(_WHOLE_HAND.fullmatch(word)) for word in written]
    if labelled and written and (len(written) == 1 or not any(whole)):
        return [(first, " ".join(written))]
    if len(written) != 4:
        raise DealError(f"expected four hands, found {len(written)}", text=text)
    return list(zip(first.clockwise(), written, strict=True))


def _faults(hands: tuple[CardSet | None, ...]) -> list[str]:
    """Why four hands are not a deal, in bridge words; a card held twice is named once."""
    faults, told = list[str](), CardSet()
    held = [(seat, hand) for seat, hand in zip(Seat, hands, strict=False) if hand is not None]
    for seat, hand in held:
        if len(hand) > 13:
            shared = [(other, hand & cards) for other, cards in held if other is not seat and hand & cards]
            also = "; ".join(f"{_cards_are(cards)} also in {other.word}" for other, cards in shared)
            told = told.union(*(cards for _, cards in shared))
            faults.append(f"{seat.word} has {len(hand)} cards" + (f": {also}" if also else ""))
    by_holders = dict[str, CardSet]()
    for card in CardSet().union(*(hand for _, hand in held)) - told:
        holders = [seat.word for seat, hand in held if card in hand]
        if len(holders) > 1:
            place = f"both {' and '.join(holders)}" if len(holders) == 2 else " and ".join(holders)
            by_holders[place] = by_holders.get(place, CardSet()).plus(card)
    return faults + [f"{_cards_are(cards)} in {place}" for place, cards in by_holders.items()]


def _cards_are(cards: CardSet) -> str:
    return f"the {' '.join(card.print for card in cards)} {'is' if len(cards) == 1 else 'are'}"
