"""Messages as lines, in the one form that every known program reads."""

from __future__ import annotations

from overtrick.core import Bid, Call, Card, CardSet, Meaning, Seat, Suit, Vul
from overtrick.wire.messages import (
    BoardHeader,
    Called,
    Connecting,
    DummyCards,
    EndOfSession,
    HandCards,
    IllegalBid,
    IllegalCard,
    Message,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    ReadyForDummy,
    ReadyForTeams,
    ReadyToStart,
    Refused,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)

__all__ = ["card_name", "write"]

_VERBS = {Call.PASS: "passes", Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}
_VULNERABLE = {Vul.NONE: "Neither", Vul.NS: "N/S", Vul.EW: "E/W", Vul.BOTH: "Both"}


def write(message: Message) -> str:
    """A message as its line, without the line end.

    >>> write(Played(Seat.WEST, Card.parse("D7")))
    'West plays 7D'
    >>> write(Called(Seat.NORTH, Call.parse("1NT"), Meaning("15-17", alerted=True)))
    'North bids 1NT Alert. 15-17'
    """
    return _from_player(message) or _from_manager(message)


def card_name(card: Card) -> str:
    """A card as the protocol names it, rank first."""
    return f"{card.rank}{card.suit}"


def _from_player(message: Message) -> str:
    match message:
        case Connecting(team, seat, version):
            place = "ANYPL" if seat is None else seat.word
            return f'Connecting "{team}" as {place} using protocol version {version}'
        case ReadyForTeams(seat):
            return f"{seat.word} ready for teams"
        case ReadyToStart(seat):
            return f"{seat.word} ready to start"
        case ReadyForDeal(seat):
            return f"{seat.word} ready for deal"
        case ReadyForCards(seat):
            return f"{seat.word} ready for cards"
        case ReadyForBid(seat, of):
            return f"{seat.word} ready for {of.word}'s bid"
        case ReadyForCard(seat, of, trick):
            whose, number = (
                ("dummy" if of is None else of.word),
                "" if trick is None else f" to trick {trick}",
            )
            return f"{seat.word} ready for {whose}'s card{number}"
        case ReadyForDummy(seat):
            return f"{seat.word} ready for dummy"
        case Called(seat, call, meaning):
            return f"{seat.word} {_call(call)}{_explanation(meaning)}"
        case Played(seat, card):
            return f"{_hand_name(seat)} plays {card_name(card)}"
    return ""


def _from_manager(message: Message) -> str:
    match message:
        case Seated(seat, team):
            return f'{seat.word} ("{team}") seated'
        case Teams(ns, ew, playing):
            return f'Teams : N/S : "{ns}" E/W : "{ew}"{f" Playing {playing}" if playing else ""}'
        case StartOfBoard():
            return "Start of board"
        case BoardHeader(number, dealer, vul):
            return f"Board number {number}. Dealer {dealer.word}. {_VULNERABLE[vul]} vulnerable."
        case HandCards(seat, hand):
            return f"{seat.word}'s cards : {_hand(hand)}"
        case ToLead(leader):
            return f"{_hand_name(leader)} to lead"
        case DummyCards(hand):
            return f"Dummy's cards : {_hand(hand)}"
        case Timing():
            return _timing(message)
        case EndOfSession():
            return "End of session"
        case IllegalBid(why):
            return f"Illegal bid. {why}".removesuffix(". ")
        case IllegalCard(why):
            return f"Illegal card. {why}".removesuffix(". ")
        case Refused(why):
            return f"Refused. {why}".removesuffix(". ")
    raise AssertionError(message)  # every message is here


def _hand_name(seat: Seat | None) -> str:
    return "Dummy" if seat is None else seat.word


def _call(call: Call) -> str:
    return f"bids {call}" if isinstance(call, Bid) else _VERBS[call]


def _explanation(meaning: Meaning | None) -> str:
    if meaning is None:
        return ""
    return f" {'Alert' if meaning.alerted else 'Infos'}. {meaning.text}".rstrip(" ")


def _hand(hand: CardSet) -> str:
    """All four suits, spades first, a dash for a void: ``S A 6 4 3. H K J T 8. D 9 2. C -.``"""
    return " ".join(f"{suit} {' '.join(hand.holding(suit)) or '-'}." for suit in reversed(Suit))


def _timing(timing: Timing) -> str:
    """The spaces are doubled as the first managers doubled them."""
    ns = f"this board  {_short(timing.ns_board)},  total  {_long(timing.ns_total)}."
    ew = f"this board  {_short(timing.ew_board)},  total  {_long(timing.ew_total)}."
    return f"Timing - N/S : {ns}  E/W : {ew}"


def _short(seconds: int) -> str:
    return f"{seconds // 60:02}:{seconds % 60:02}"


def _long(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
