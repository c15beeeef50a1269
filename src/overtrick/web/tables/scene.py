"""What a seat sees of its table, as data: all that a page draws and a script reads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

__all__ = [
    "CallSeen",
    "CardSeen",
    "CostSeen",
    "Ending",
    "HandSeen",
    "Phase",
    "Place",
    "Scene",
    "SeatSeen",
    "TrickSeen",
    "Verdict",
]


class Phase(Enum):
    """How far the board is."""

    AUCTION = "auction"
    PLAY = "play"
    ENDED = "ended"


class Place(Enum):
    """Where on the screen a seat is: the person at the bottom, the others around the table as they sit."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


@final
@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card that may be seen."""

    card: str
    """As it is typed, `HK`."""
    suit: str
    """`C`, `D`, `H` or `S`."""
    rank: str
    """As it is printed, `10` for the ten."""
    words: str
    """`king of hearts`."""
    is_legal: bool = False
    """Can it be played now by the person who looks?"""


@final
@dataclass(frozen=True, slots=True)
class HandSeen:
    """The cards of a hand that are left, suit by suit."""

    suits: tuple[tuple[CardSeen, ...], ...]
    """Spades, hearts, clubs, diamonds, so that colours alternate; trumps first once there are any."""


@final
@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat at the table."""

    seat: str
    """`N`, `E`, `S` or `W`."""
    word: str
    """`North`."""
    name: str
    """`You`, or who sits there."""
    place: Place
    is_vulnerable: bool
    is_dealer: bool
    is_declarer: bool
    is_dummy: bool
    is_turn: bool
    """Declarer's turn is also dummy's: the hand that is to play."""
    cards_left: int
    hand: HandSeen | None
    """None if it may not be seen."""


@final
@dataclass(frozen=True, slots=True)
class CallSeen:
    """A call that was made, or one in the bidding box."""

    call: str
    """As it is typed: `1NT`, `P`, `X`, `XX`."""
    print: str
    """`1NT`, `1♥`, `Pass`, `Dbl`."""
    words: str
    """`one heart`."""
    seat: str | None = None
    meaning: str = ""
    """What it means, in a sentence; of calls that were made."""
    is_alerted: bool = False
    is_legal: bool = True


@final
@dataclass(frozen=True, slots=True)
class TrickSeen:
    """The cards of a trick in the order they were played, each with where its player sits."""

    cards: tuple[tuple[Place, CardSeen], ...]
    winner: Place | None
    """Who has won it, or is winning it so far."""
    number: int


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """Tricks of declarer's: the person's table, a good player, double dummy."""

    who: str
    tricks: int
    words: str
    """`made with an overtrick`."""


@final
@dataclass(frozen=True, slots=True)
class CostSeen:
    """A card of the person's, and what it cost double dummy."""

    trick: int
    card: CardSeen
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
    """Empty until they are worked out."""
    costs: tuple[CostSeen, ...]
    mattered: str
    """The card that mattered, in one sentence; empty until it is known."""
    refusals: tuple[str, ...]
    share: str
    """A path that shows this board to anybody."""
    total: str
    is_complete: bool
    """Has the review been worked out?"""
    working: str = ""
    """What is still being worked out; empty once it is complete."""
    balance: str = ""
    """What the others gave back, where the person's costs alone do not lead to the result."""


@final
@dataclass(frozen=True, slots=True)
class Scene:
    """All that a seat may see now."""

    number: int
    """The last entry of the log."""
    phase: Phase
    board: int | None
    dealer: str
    vulnerability: str
    """`Nobody vulnerable`."""
    seats: tuple[SeatSeen, ...]
    """Bottom, left, top, right."""
    seat: str | None
    """Where the person sits; None for one who watches."""
    calls: tuple[CallSeen, ...]
    box: tuple[CallSeen, ...]
    """All 38 calls, when it is the person's turn to call; else empty."""
    contract: str
    """`4♥ doubled by South`; empty before there is one."""
    trick: TrickSeen | None
    last_trick: TrickSeen | None
    won: int
    """Tricks of the person's side; North-South's for one who watches."""
    lost: int
    tricks: str
    """`You have 4 of the 10 tricks you need`."""
    is_mine: bool
    """Is it the person's turn, for dummy too?"""
    is_thinking: bool
    """Does a robot think?"""
    can: tuple[str, ...]
    """Acts that are possible now."""
    advice: tuple[str, ...]
    """Paragraphs of what was asked for: hint, why, candidates."""
    advice_level: int
    """0 nothing asked, 1 hint, 2 why, 3 candidates."""
    said: tuple[str, ...]
    """What happened on this board, a sentence for each event."""
    numbers: tuple[int, ...]
    """The entries that these sentences tell of."""
    score: str
    """The running score; empty before the first board is over."""
    ending: Ending | None
