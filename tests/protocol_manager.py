"""A table manager for tests of a player: whole boards in several dialects, told strictly in turn.

It knows the protocol by itself: it writes its own lines, and says which line of the player it waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick import Board, Call, Card, CardSet, Seat, Suit

TELL, HEAR, CALL, PLAY = "tell", "hear", "call", "play"
Step = tuple[str, str | Call | Card]
"""A line for the player, a line that it must say, or what it decides to do."""


@dataclass(frozen=True)
class Spoken:
    """How a manager speaks."""

    name: str
    seated: str = '{seat} ("{team}") seated'
    teams: str = 'Teams : N/S : "A" E/W : "B"'
    start: str = "Start of board"
    starts: int = 1
    header: str = "Board number {number}. Dealer {dealer}. {vul} vulnerable."
    cards: str = "{whose}'s cards : {hand}"
    plays: str = "{seat} plays {rank}{suit}"
    timing: str = (
        "Timing - N/S : this board  01:15,  total  0:11:23.  E/W : this board  01:18,  total  0:10:23."
    )
    is_loud: bool = False
    """Is everything in capitals?"""
    echoes: bool = False
    """Is a player told its own calls and cards too?"""
    names_dummy: bool = False
    """Is it North to lead rather than dummy?"""
    says_dummy: bool = False
    """Does dummy play a card, rather than North?"""
    explains: str = ""


OURS = Spoken("ours", explains=" Alert. 5+ !S; 11-21 HCP")
MONITEUR = Spoken(
    "Bridge Moniteur", seated="{seat} {team} seated", start="Start of Board", starts=2, is_loud=True
)
ROBOBRIDGE = Spoken(
    "RoboBridge",
    teams='Teams : N/S : "A". E/W : "B". Playing IMP',
    timing="Timing - N/S : this board [1:15], total [0:11:23]. E/W : this board [1:18], total [0:10:23].",
    says_dummy=True,
)
OPENSPIEL = Spoken(
    "OpenSpiel",
    teams='Teams: N/S "A" E/W "B"',
    start="Start of Board",
    cards="{whose}'s cards: {hand}",
    names_dummy=True,
)
FOR_BEN = Spoken("as Ben wants it", explains=" Infos. 12-14 balanced")
OTHER = Spoken("small and echoing", plays="{seat}  plays  {suit}{rank}", echoes=True, names_dummy=True)
DIALECTS = (OURS, MONITEUR, ROBOBRIDGE, OPENSPIEL, FOR_BEN, OTHER)


def seating(spoken: Spoken, seat: Seat, asked: str | None = None) -> Iterator[Step]:
    """From the first line to the first board."""
    name, mine = _name(spoken, seat), seat.word
    yield HEAR, f'Connecting "A" as {asked or mine} using protocol version 18'
    yield TELL, spoken.seated.format(seat=name, team="A")
    yield HEAR, f"{mine} ready for teams"
    yield TELL, spoken.teams
    yield HEAR, f"{mine} ready to start"


def dealing(spoken: Spoken, seat: Seat, board: Board) -> Iterator[Step]:
    """The start of a board."""
    for _ in range(spoken.starts):
        yield TELL, spoken.start
    yield HEAR, f"{seat.word} ready for deal"
    vul = {"None": "Neither", "NS": "N/S", "EW": "E/W"}.get(str(board.vul), "Both")
    yield TELL, spoken.header.format(number=board.number, dealer=_name(spoken, board.dealer), vul=vul)
    yield HEAR, f"{seat.word} ready for cards"
    yield TELL, spoken.cards.format(whose=_name(spoken, seat), hand=hand_words(board.deal[seat]))


def board_steps(spoken: Spoken, seat: Seat, board: Board) -> Iterator[Step]:
    """A whole board, as its record says, for one seat."""
    yield from dealing(spoken, seat, board)
    yield from _calls(spoken, seat, board)
    if board.play is not None:
        yield from _cards(spoken, seat, board)
    yield TELL, spoken.timing


def _calls(spoken: Spoken, seat: Seat, board: Board) -> Iterator[Step]:
    assert board.auction is not None
    for caller, call in board.auction:
        verb = {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(str(call), f"bids {call}")
        words = verb.upper() if spoken.is_loud else verb
        line = f"{_name(spoken, caller)} {words}{spoken.explains if words.startswith('bids') else ''}"
        if caller is seat:
            yield CALL, call
            yield HEAR, f"{seat.word} {verb}"
        else:
            yield HEAR, f"{seat.word} ready for {caller.word}'s bid"
        if caller is not seat or spoken.echoes:
            yield TELL, line


def _cards(spoken: Spoken, seat: Seat, board: Board) -> Iterator[Step]:
    assert board.play is not None
    contract = board.contract
    assert contract is not None
    declarer, dummy = contract.declarer, contract.dummy
    for number, trick in enumerate(board.play.tricks, 1):
        for place, (hand, card) in enumerate(trick):
            actor = declarer if hand is dummy else hand
            if actor is seat:
                if place == 0:
                    is_named = hand is not dummy or spoken.names_dummy
                    yield TELL, f"{_name(spoken, hand) if is_named else 'Dummy'} to lead"
                yield PLAY, card
                yield HEAR, f"{hand.word} plays {card.rank}{card.suit}"
            else:
                whose = "dummy" if hand is dummy else hand.word
                yield HEAR, f"{seat.word} ready for {whose}'s card to trick {number}"
            if actor is not seat or spoken.echoes:
                who = "Dummy" if spoken.says_dummy and hand is dummy else _name(spoken, hand)
                yield TELL, spoken.plays.format(seat=who, rank=card.rank, suit=card.suit)
            if number == 1 and place == 0 and seat is not dummy:
                yield HEAR, f"{seat.word} ready for dummy"
                yield TELL, spoken.cards.format(whose="Dummy", hand=hand_words(board.deal[dummy]))


def hand_words(hand: CardSet) -> str:
    """A hand as lines of the protocol have it."""
    return " ".join(f"{suit} {' '.join(hand.holding(suit)) or '-'}." for suit in reversed(Suit))


def _name(spoken: Spoken, seat: Seat) -> str:
    return seat.word.upper() if spoken.is_loud else seat.word
