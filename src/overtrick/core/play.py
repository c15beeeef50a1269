"""The play of the cards: a position, and the cards that led to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import final

from overtrick.core.bits import SUIT_BITS, WHOLE_PACK
from overtrick.core.card import Card, Strain, Suit
from overtrick.core.cardset import CardSet, cards_of
from overtrick.core.contract import Contract
from overtrick.core.deal import Deal
from overtrick.core.drawing import TextValue
from overtrick.core.errors import DealError, IllegalPlay, NotationError, attempt
from overtrick.core.seat import SEATS, Seat, Side
from overtrick.core.trick import Trick, winning_place

__all__ = ["Play", "PlayRecord"]

_WORD = re.compile(r"[^\s,]+")


@final
@dataclass(frozen=True, slots=True, repr=False)
class Play(TextValue):
    """A legal sequence of cards played from a deal, and the position it leads to.

    Any hand of the deal may be unknown: it may play any card that no other hand is known to hold, except
    of a suit it has shown out of, and must follow suit when nobody else can hold the rest of the suit.

    >>> ending = Play.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> later = ending.then(Card.parse("CA")).then(Card.parse("SK"))
    >>> later.to_play, later.legal_cards, later.hand(Seat.WEST)
    (Seat.NORTH, CardSet.parse('Q.AJ..'), CardSet.parse('.KQ..'))
    """

    start: Deal
    """The hands before the first card; all known hands have the same length."""
    strain: Strain
    leader: Seat
    """Who leads to the first trick."""
    cards: tuple[Card, ...] = ()

    _hands: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each seat the cards it holds or, if its hand is unknown, those it may turn out to hold."""
    _on_lead: Seat = field(init=False, repr=False, compare=False)
    """Who led to the trick in progress."""
    _won: tuple[int, int] = field(init=False, repr=False, compare=False)
    """Tricks won by each side."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", self.start.completed())
        object.__setattr__(self, "cards", tuple(self.cards))
        lengths = {len(hand) for _, hand in self.start.items()}
        if len(lengths) > 1:
            counts = ", ".join(f"{seat.word} {len(hand)}" for seat, hand in self.start.items())
            raise DealError(f"a trick begins with hands of equal length, not {counts}")
        unseen = WHOLE_PACK & ~self.start.dealt.bits
        hands = tuple(unseen if hand is None else hand.bits for hand in self.start.hands)
        play = _legal(self.start, self.strain, self.leader, (), hands, self.leader, (0, 0))
        play = play.then_all(self.cards)
        for name in ("_hands", "_on_lead", "_won"):
            object.__setattr__(self, name, getattr(play, name))

    # Making plays

    @staticmethod
    def of(deal: Deal, contract: Contract) -> Play:
        """The play of a contract before the opening lead."""
        return Play(deal, contract.strain, contract.leader)

    @staticmethod
    def resume(hands: Deal, strain: Strain, trick: Trick) -> Play:
        """A position in the middle of a trick, from the cards left and the cards on the table.

        >>> Play.resume(Deal.parse("N:A... K... Q... -"), Strain.CLUBS, Trick.parse("W: S2")).to_play
        Seat.NORTH
        """
        start = hands
        for seat, card in trick:
            held = hands.get(seat)
            if held is not None:
                if card in held:
                    raise IllegalPlay(f"the {card.print} is both on the table and in {seat.word}'s hand")
                start = start.with_hand(seat, held.plus(card))
        return Play(start, strain, trick.leader, trick.cards)

    @staticmethod
    def parse(text: str) -> Play:
        """Read deal, strain, leader and cards, with semicolons between: ``DEAL;NT;S;CA SK``."""
        parts = text.split(";")
        if len(parts) not in (3, 4):
            raise NotationError(f"{text!r} is not a play: expected 'DEAL;strain;leader' and perhaps ';cards'")
        faults = list[str]()
        deal = attempt(faults, Deal.parse, parts[0].strip())
        strain = attempt(faults, Strain.parse, parts[1])
        leader = attempt(faults, Seat.parse, parts[2])
        cards = [attempt(faults, Card.parse, word) for word in _WORD.findall(" ".join(parts[3:]))]
        if deal is None or strain is None or leader is None or faults:
            raise NotationError(*faults, text=text)
        try:
            return Play(deal, strain, leader, tuple(card for card in cards if card is not None))
        except (DealError, IllegalPlay) as error:
            raise type(error)(*error.faults, text=text) from None

    def read(self, text: str) -> PlayRecord:
        """Play the legal cards of an outside record; the rest is kept as unread text.

        >>> record = Play.parse("N:A... K... Q... J...;NT;N").read("SA SK S2 SJ")
        >>> record.play.cards, record.rest
        ((Card.parse('SA'), Card.parse('SK')), 'S2 SJ')
        """
        play = self
        for word in _WORD.finditer(text):
            try:
                play = play.then(Card.parse(word[0]))
            except (NotationError, IllegalPlay) as error:
                return PlayRecord(play, text[word.start() :], str(error))
        return PlayRecord(play)

    def then(self, card: Card) -> Play:
        """The play after one more card."""
        if not self._allowed & card.bit:
            raise IllegalPlay(self._why_illegal(card))
        return _legal(self.start, self.strain, self.leader, (*self.cards, card), *self._after(card))

    def then_all(self, cards: tuple[Card, ...]) -> Play:
        """The play after several more cards: the same as `then` for each, and faster."""
        play = self
        if len(cards) > 3 and len(self.cards) % 4 == 0 and None not in self.start.hands:
            play = _after_whole_tricks(self, cards)
        for card in cards[len(play.cards) - len(self.cards) :]:
            play = play.then(card)
        return play

    # The laws

    @property
    def is_over(self) -> bool:
        """Have all the cards been played?"""
        return len(self.cards) == 4 * self.start.cards_each

    @property
    def to_play(self) -> Seat:
        """The seat whose turn it is; once the play is over, the winner of the last trick."""
        return self._on_lead.next(len(self.cards))

    @property
    def legal_cards(self) -> CardSet:
        """Every card the seat to play may play; none once the play is over (Law 44)."""
        return cards_of(self._allowed)

    @property
    def _allowed(self) -> int:
        """The legal cards as bits."""
        turn = len(self.cards) & 3
        seat = self._on_lead + turn & 3
        hand = self._hands[seat]
        following = hand & SUIT_BITS[self.cards[-turn].suit] if turn else 0
        if self.start.hands[seat] is None and not self._must_follow(seat, following):
            return 0 if self.is_over else hand
        return following or hand

    def _must_follow(self, seat: int, following: int) -> bool:
        """Must an unknown hand follow suit, because no other hand can hold the rest of the suit?"""
        elsewhere = 0
        for other, hand in enumerate(self.start.hands):
            if hand is None and other != seat:
                elsewhere |= self._hands[other]
        return self.start.cards_each == 13 and bool(following & ~elsewhere)

    def _why_illegal(self, card: Card) -> str:
        seat = self.to_play
        said = f"{seat.word} may not play the {card.print}"
        if self.is_over:
            return f"the {card.print} cannot be played: the play is over"
        if card in self.cards:
            return f"{said}: it was played before"
        if card.suit in self.shown_out(seat):
            return f"{said}: {seat.word} has shown out of {card.suit.word}"
        if not self._hands[seat] & card.bit:
            return f"{said}: {seat.word} does not hold it"
        return f"{said}: {self.cards[-len(self.trick)].suit.word} were led and {seat.word} can follow suit"

    def _after(self, card: Card) -> tuple[tuple[int, ...], Seat, tuple[int, int]]:
        """The hands, the leader of the trick in progress, and the tricks won, after a card."""
        turn = len(self.cards) & 3
        seat = self._on_lead + turn & 3
        gone = ~card.bit
        hands = [hand & gone for hand in self._hands]
        if turn and card.suit is not (led := self.cards[-turn].suit):
            hands[seat] &= ~SUIT_BITS[led]
        if turn < 3:
            return tuple(hands), self._on_lead, self._won
        winner = self._on_lead.next(winning_place((*self.cards[-3:], card), self.strain))
        ns, ew = self._won
        return tuple(hands), winner, (ns, ew + 1) if winner & 1 else (ns + 1, ew)

    # The position

    @property
    def on_lead(self) -> Seat:
        """Who led, or leads, to the trick in progress."""
        return self._on_lead

    @property
    def bits(self) -> tuple[int, ...]:
        """Each seat's remaining cards as bits; for an unknown hand, the cards it may still hold."""
        return self._hands

    @property
    def trick(self) -> Trick:
        """The trick in progress; empty before its lead."""
        turn = len(self.cards) & 3
        return Trick(self._on_lead, self.cards[len(self.cards) - turn :])

    def hand(self, seat: Seat) -> CardSet:
        """The cards a seat has left; an unknown hand is an error."""
        return self.remaining[seat]

    @property
    def remaining(self) -> Deal:
        """The cards each seat has left; the hands are of unequal length in the middle of a trick."""
        hands = zip(self.start.hands, self._hands, strict=True)
        return Deal(tuple(None if hand is None else cards_of(left) for hand, left in hands))

    # The record

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks, in order."""
        tricks, leader = list[Trick](), self.leader
        for first in range(0, len(self.cards) - 3, 4):
            trick = Trick(leader, self.cards[first : first + 4])
            tricks.append(trick)
            leader = trick.winner(self.strain)
        return tuple(tricks)

    def tricks_won(self, side: Side) -> int:
        """How many complete tricks a side has won."""
        return self._won[side]

    def shown_out(self, seat: Seat) -> tuple[Suit, ...]:
        """The suits a seat has failed to follow."""
        tricks = (*self.tricks, self.trick)
        played = [(trick.suit, card.suit) for trick in tricks for who, card in trick if who is seat]
        return tuple(suit for suit in Suit if any(led is suit and own is not suit for led, own in played))

    def back(self, cards: int = 1) -> Play:
        """The play before its last card, or last few cards."""
        if not 0 <= cards <= len(self.cards):
            raise IllegalPlay(f"{cards} cards cannot be taken back of {len(self.cards)} played")
        return Play(self.start, self.strain, self.leader, self.cards[: len(self.cards) - cards])

    # Text

    def __str__(self) -> str:
        beginning = f"{self.start};{self.strain};{self.leader}"
        return f"{beginning};{' '.join(map(str, self.cards))}" if self.cards else beginning


@final
@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A play from an outside record: its legal cards, and the text that follows them."""

    play: Play
    rest: str = ""
    """The record from the first unreadable or illegal card on, exactly as written."""
    warning: str | None = None
    """Why the rest could not be read; None when there is none."""


_new = object.__new__
_setters = tuple(Play.__dict__[name].__set__ for name in Play.__slots__)


def _legal(*values: object) -> Play:
    """A play of cards already known to be legal, from its fields in order, unchecked."""
    play = _new(Play)
    for put, value in zip(_setters, values, strict=True):
        put(play, value)
    return play


def _after_whole_tricks(play: Play, cards: tuple[Card, ...]) -> Play:
    """The play after the whole tricks at the start of `cards` that are legal; all four hands are known."""
    hands, leader, won, played = play._hands, play._on_lead, list(play._won), 0
    while len(cards) - played > 3:
        trick = cards[played : played + 4]
        left = _hands_after(trick, leader, hands)
        if left is None:
            break
        hands, played = left, played + 4
        leader = SEATS[leader + winning_place(trick, play.strain) & 3]
        won[leader & 1] += 1
    said = (*play.cards, *cards[:played])
    return _legal(play.start, play.strain, play.leader, said, hands, leader, tuple(won))


def _hands_after(trick: tuple[Card, ...], leader: Seat, hands: tuple[int, ...]) -> tuple[int, ...] | None:
    """Four known hands after a whole trick; None if they may not play it."""
    led, seat, left = SUIT_BITS[trick[0].suit], int(leader), list(hands)
    for card in trick:
        hand, bit = left[seat], card.bit
        if not hand & bit or (not bit & led and hand & led):
            return None
        left[seat] = hand ^ bit
        seat = seat + 1 & 3
    return tuple(left)
