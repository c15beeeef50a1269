"""The scene: a table as data for pages and scripts, with the wording of cards, calls and hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import final

from overtrick.core import (
    Bid,
    Board,
    Call,
    Card,
    CardSet,
    Contract,
    Play,
    Seat,
    SeatView,
    Strain,
    Suit,
    Trick,
    Vul,
)
from overtrick.core.english import CARDS, NUMBERS

__all__ = [
    "VULNERABILITY",
    "CardCost",
    "Ending",
    "Phase",
    "Place",
    "Scene",
    "SceneCall",
    "SceneCard",
    "SceneHand",
    "SceneSeat",
    "SceneTrick",
    "Verdict",
    "call_words",
    "card_words",
    "dashes",
    "hand_words",
    "last_trick",
    "place_of",
    "scene_call",
    "scene_card",
    "scene_hand",
    "scene_seat",
    "symbols",
    "trick_on_table",
]


class Phase(StrEnum):
    """The phase of the board."""

    AUCTION = "auction"
    PLAY = "play"
    ENDED = "ended"


class Place(StrEnum):
    """A seat's place on the screen: the person at the bottom, the others around the table."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


@final
@dataclass(frozen=True, slots=True)
class SceneCard:
    """A visible card."""

    card: str
    """The card as typed, `HK`."""
    suit: str
    """`C`, `D`, `H` or `S`."""
    rank: str
    """The rank as printed, `10` for the ten."""
    words: str
    """`king of hearts`."""
    is_legal: bool = False
    """Can the viewing person play it now?"""


@final
@dataclass(frozen=True, slots=True)
class SceneHand:
    """The remaining cards of a hand, suit by suit."""

    suits: tuple[tuple[SceneCard, ...], ...]
    """Spades, hearts, clubs, diamonds, so that colours alternate; trumps first once there are any."""


@final
@dataclass(frozen=True, slots=True)
class SceneSeat:
    """A seat at the table."""

    seat: str
    """`N`, `E`, `S` or `W`."""
    word: str
    """`North`."""
    name: str
    """`You`, or the name of the occupant."""
    place: Place
    is_vulnerable: bool
    is_dealer: bool
    is_declarer: bool
    is_dummy: bool
    is_turn: bool
    """Is this hand to play?  At declarer's turn it may be dummy's."""
    cards_left: int
    hand: SceneHand | None
    """None if it is hidden."""


@final
@dataclass(frozen=True, slots=True)
class SceneCall:
    """A call that was made, or one in the bidding box."""

    call: str
    """The call as typed: `1NT`, `P`, `X`, `XX`."""
    print: str
    """`1NT`, `1♥`, `Pass`, `Dbl`."""
    words: str
    """`one heart`."""
    seat: str | None = None
    meaning: str = ""
    """The meaning in a sentence, for a call that was made."""
    is_alerted: bool = False
    is_legal: bool = True


@final
@dataclass(frozen=True, slots=True)
class SceneTrick:
    """The cards of a trick in the order of play, each with its player's place."""

    cards: tuple[tuple[Place, SceneCard], ...]
    winner: Place | None
    """The player who has won it, or is winning it so far."""
    number: int


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """Declarer's tricks in one comparison: the person's table, a good player, or double dummy."""

    who: str
    tricks: int
    words: str
    """`made with an overtrick`."""


@final
@dataclass(frozen=True, slots=True)
class CardCost:
    """A card that the person played, and its double-dummy cost."""

    trick: int
    card: SceneCard
    cost: int


@final
@dataclass(frozen=True, slots=True)
class Ending:
    """A board that is over."""

    result: str
    """`4♥ by South, made with an overtrick: +450`."""
    compared: str
    """`Par is +420 for North-South: 1 IMP to you`; empty if nothing is compared."""
    verdicts: tuple[Verdict, ...]
    """Empty until they are known."""
    costs: tuple[CardCost, ...]
    mattered: str
    """The card that mattered, in one sentence; empty until it is known."""
    refusals: tuple[str, ...]
    share: str
    """A path with which anybody can view this board."""
    total: str
    is_complete: bool
    """Is the review complete?"""
    working: str = ""
    """The part of the review still in progress; empty once it is complete."""
    balance: str = ""
    """The tricks that the others gave back, if the person's costs alone do not explain the result."""


@final
@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a seat may see now."""

    number: int
    """The number of the last log entry."""
    phase: Phase
    board: int | None
    dealer: str
    vulnerability: str
    """`Nobody vulnerable`."""
    seats: tuple[SceneSeat, ...]
    """Bottom, left, top, right."""
    seat: str | None
    """The person's seat; None for a spectator."""
    calls: tuple[SceneCall, ...]
    box: tuple[SceneCall, ...]
    """All 38 calls if it is the person's turn to call; else empty."""
    contract: str
    """`4♥ doubled by South`; empty before there is a contract."""
    trick: SceneTrick | None
    last_trick: SceneTrick | None
    won: int
    """The tricks of the person's side; North-South's for a spectator."""
    lost: int
    tricks: str
    """`You have 4 of the 10 tricks you need`."""
    is_mine: bool
    """Is it the person's turn, perhaps for dummy?"""
    is_thinking: bool = False
    """Is a robot thinking?"""
    can: tuple[str, ...] = ()
    """The actions possible now."""
    advice: tuple[str, ...] = ()
    """Paragraphs of the advice asked for: hint, why, candidates."""
    advice_level: int = 0
    """0 none, 1 hint, 2 why, 3 candidates."""
    said: tuple[str, ...] = ()
    """The events on this board, a sentence for each."""
    numbers: tuple[int, ...] = ()
    """The log entries of these sentences."""
    score: str = ""
    """The running score; empty before the first board is over."""
    ending: Ending | None = None


# Words

VULNERABILITY = {
    Vul.NONE: "Nobody vulnerable",
    Vul.NS: "North-South vulnerable",
    Vul.EW: "East-West vulnerable",
    Vul.BOTH: "Everybody vulnerable",
}
"""The vulnerability in words."""


def card_words(card: Card) -> str:
    """A card as named in a sentence.

    >>> card_words(Card.parse("HT"))
    'ten of hearts'
    """
    return f"{CARDS[card.rank]} of {card.suit.word}"


def call_words(call: Call) -> str:
    """A call as named in a sentence.

    >>> call_words(Call.parse("1H")), call_words(Call.parse("3NT")), call_words(Call.PASS)
    ('one heart', 'three notrump', 'pass')
    """
    return f"{NUMBERS[call.level]} {call.word.split()[1]}" if isinstance(call, Bid) else call.word


def hand_words(hand: CardSet) -> str:
    """A hand as named in a sentence, spades first.

    >>> hand_words(CardSet.parse("AQT.K..2"))
    'spades ace queen ten; hearts king; no diamonds; clubs two'
    """
    return "; ".join(_suit_words(hand, suit) for suit in reversed(Suit))


def _suit_words(hand: CardSet, suit: Suit) -> str:
    ranks = hand.ranks(suit)
    return " ".join((suit.word, *(CARDS[rank] for rank in ranks))) if ranks else f"no {suit.word}"


def symbols(note: str) -> str:
    """A short explanation of a call with suit symbols and a dash.

    >>> symbols("overcall -- 5+ !S; 3+ !h; 10-21 HCP")
    'overcall – 5+ ♠; 3+ ♥; 10-21 HCP'
    """
    return re.sub("(?i)!([CDHS])", lambda found: Suit.parse(found[1]).symbol, dashes(note))


def dashes(text: str) -> str:
    """A text with dashes for double hyphens between words.

    >>> dashes("overcall -- 5+ ♠")
    'overcall – 5+ ♠'
    """
    return text.replace(" -- ", " – ")


# Scenes from boards

_S, _H, _C, _D = Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS
_ORDER: dict[Strain | None, tuple[Suit, ...]] = {
    Strain.HEARTS: (_H, _S, _D, _C),
    Strain.CLUBS: (_C, _H, _S, _D),
    Strain.DIAMONDS: (_D, _S, _H, _C),
}
"""The suits of a hand from left to right: trumps first, colours alternating; else spades first."""
_NONE = CardSet()


def scene_card(card: Card, legal: CardSet = _NONE) -> SceneCard:
    """A card for the scene, legal or not."""
    return SceneCard(str(card), str(card.suit), card.rank.print, card_words(card), card in legal)


def scene_hand(hand: CardSet, strain: Strain | None = None, legal: CardSet = _NONE) -> SceneHand:
    """A hand, trumps first once there are any."""
    suits = _ORDER.get(strain, (_S, _H, _C, _D))
    return SceneHand(tuple(tuple(scene_card(card, legal) for card in hand.in_suit(suit)) for suit in suits))


def scene_seat(
    seat: Seat,
    name: str,
    board: Board | SeatView,
    contract: Contract | None,
    is_turn: bool,
    hand: SceneHand | None,
    cards_left: int = 13,
    bottom: Seat = Seat.SOUTH,
) -> SceneSeat:
    """A seat of a board, with its hand as far as it is visible."""
    return SceneSeat(
        seat=str(seat),
        word=seat.word,
        name=name,
        place=place_of(seat, bottom),
        is_vulnerable=board.vul.includes(seat),
        is_dealer=seat is board.dealer,
        is_declarer=contract is not None and seat is contract.declarer,
        is_dummy=contract is not None and seat is contract.dummy,
        is_turn=is_turn,
        cards_left=cards_left,
        hand=hand,
    )


def place_of(seat: Seat, bottom: Seat = Seat.SOUTH) -> Place:
    """A seat's place on the screen."""
    return tuple(Place)[(seat - bottom) % 4]


def scene_call(call: Call, seat: Seat | None = None, meaning: str = "", **kinds: bool) -> SceneCall:
    """A call that was made, with its meaning, or one of the bidding box."""
    seated = None if seat is None else str(seat)
    return SceneCall(str(call), call.print, call_words(call), seated, meaning, **kinds)


def trick_on_table(play: Play, bottom: Seat = Seat.SOUTH) -> SceneTrick | None:
    """The trick on the table; a complete one stays there until the next lead."""
    if play.trick.cards:
        return _trick(play, play.trick, len(play.tricks) + 1, bottom)
    return last_trick(play, bottom)


def last_trick(play: Play, bottom: Seat = Seat.SOUTH) -> SceneTrick | None:
    """The last complete trick."""
    return _trick(play, play.tricks[-1], len(play.tricks), bottom) if play.tricks else None


def _trick(play: Play, trick: Trick, number: int, bottom: Seat) -> SceneTrick:
    cards = tuple((place_of(seat, bottom), scene_card(card)) for seat, card in trick)
    return SceneTrick(cards, place_of(trick.winner(play.strain), bottom), number)
