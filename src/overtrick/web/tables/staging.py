"""The scene of a table: what its person may see now, from that seat's view and events alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from overtrick.core import CALLS, Call, CardSet, Contract, Play, Seat, SeatView, Side, Trick
from overtrick.web.tables.moments import Moment
from overtrick.web.tables.scene import (
    CallSeen,
    Ending,
    HandSeen,
    Phase,
    Place,
    Scene,
    SeatSeen,
    TrickSeen,
)
from overtrick.web.tables.spoken import call_words, card_seen, hand_seen, symbols, vulnerability

__all__ = ["Around", "scene_of"]

_PLACES = (Place.BOTTOM, Place.LEFT, Place.TOP, Place.RIGHT)


@final
@dataclass(frozen=True)
class Around:
    """What a scene has besides the table: who sits there, what robots do, what was asked for."""

    names: tuple[str, str, str, str]
    """As the seats are called, North first."""
    meaning: Callable[[tuple[Call, ...]], str]
    """The sentence for the last call of an auction, or nothing where it is not known yet."""
    is_thinking: bool = False
    can: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    advice_level: int = 0
    score: str = ""
    ending: Ending | None = None
    remarks: tuple[tuple[int, str], ...] = ()
    """What is told before anything happens, with the number of its entry."""


def scene_of(moment: Moment, around: Around) -> Scene:
    """All that may be seen of a table at a moment."""
    stage = _Stage(moment, around)
    view, told = stage.view, (*around.remarks, *moment.told())
    box = tuple(_in_box(call, view) for call in CALLS) if view.legal_calls and stage.is_mine else ()
    return Scene(
        number=moment.number,
        phase=stage.phase,
        board=view.number,
        dealer=str(view.dealer),
        vulnerability=vulnerability(view.vul),
        seats=tuple(stage.seat(seat) for seat in stage.bottom.clockwise()),
        seat=None if moment.seat is None else str(moment.seat),
        calls=tuple(stage.calls()),
        box=box,
        contract=_contract_words(view.contract),
        trick=stage.trick(),
        last_trick=stage.last_trick(),
        won=stage.won(stage.bottom.side),
        lost=stage.won(stage.bottom.side.opponents),
        tricks=stage.tricks_words(),
        is_mine=stage.is_mine,
        is_thinking=around.is_thinking,
        can=around.can,
        advice=around.advice,
        advice_level=around.advice_level,
        said=tuple(said for _, said in told),
        numbers=tuple(number for number, _ in told),
        score=around.score,
        ending=around.ending,
    )


class _Stage:
    """A table as its person sees it."""

    def __init__(self, moment: Moment, around: Around) -> None:
        self.state = moment.state
        self.person = moment.seat
        self.around = around
        self.bottom = moment.bottom
        self.view = self.state.view(self.bottom)
        self.is_over = self.state.in_play is None
        self.is_mine = self.person is not None and self.view.is_turn and not self.is_over
        self.play: Play | None = self.view.play

    @property
    def phase(self) -> Phase:
        """How far the board is."""
        if self.is_over:
            return Phase.ENDED
        return Phase.AUCTION if self.view.play is None else Phase.PLAY

    # Seats and hands

    def seat(self, seat: Seat) -> SeatSeen:
        """A seat, with its hand if it may be seen."""
        contract, play = self.view.contract, self.play
        to_act = self.view.auction.to_call if play is None else play.to_play
        is_you = seat is self.person
        return SeatSeen(
            seat=str(seat),
            word=seat.word,
            name="You" if is_you else self.around.names[seat],
            place=self.place(seat),
            is_vulnerable=self.view.vul.includes(seat),
            is_dealer=seat is self.view.dealer,
            is_declarer=contract is not None and seat is contract.declarer,
            is_dummy=contract is not None and seat is contract.dummy,
            is_turn=not self.is_over and seat is to_act,
            cards_left=13 if self.is_over else self._cards_left(seat),
            hand=self._hand(seat),
        )

    def place(self, seat: Seat) -> Place:
        """Where on the screen a seat is."""
        return _PLACES[(seat - self.bottom) % 4]

    def _cards_left(self, seat: Seat) -> int:
        if self.play is None:
            return 13
        played = sum(1 for trick in (*self.play.tricks, self.play.trick) for who, _ in trick if who is seat)
        return 13 - played

    def _hand(self, seat: Seat) -> HandSeen | None:
        """The cards that are left, of all four hands once the board is over."""
        strain = None if self.view.contract is None else self.view.contract.strain
        if self.is_over:
            return hand_seen(self.state.ended[-1].board.deal[seat], strain)
        cards = self._cards(seat)
        is_to_play = self.play is not None and seat is self.play.to_play
        legal = self.view.legal_cards if self.is_mine and is_to_play else CardSet()
        return None if cards is None else hand_seen(cards, strain, legal)

    def _cards(self, seat: Seat) -> CardSet | None:
        if self.person is None:
            board = self.state.board_in_play.board
            return board.deal[seat] if board.play is None else board.play.hand(seat)
        dealt = self.view.deal.get(seat)
        if dealt is None or self.play is None:
            return dealt
        return self.play.hand(seat)

    # Calls

    def calls(self) -> list[CallSeen]:
        """The calls that were made, each with what it means."""
        made = list[CallSeen]()
        calls = self.view.auction.calls
        for place, (seat, call, meaning) in enumerate(self.view.calls(), 1):
            short = "" if meaning is None else symbols(meaning.text).removesuffix(" --")
            sentence = self.around.meaning(calls[:place]) or short
            is_alerted = meaning is not None and meaning.alerted
            made.append(CallSeen(str(call), call.print, call_words(call), str(seat), sentence, is_alerted))
        return made

    # Tricks

    def trick(self) -> TrickSeen | None:
        """The trick on the table: one that is complete lies there until the next lead."""
        if self.play is None or self.is_over:
            return None
        if self.play.trick.cards:
            return self._trick(self.play.trick, len(self.play.tricks) + 1)
        return self.last_trick()

    def last_trick(self) -> TrickSeen | None:
        """The last trick that is complete."""
        if self.play is None or not self.play.tricks:
            return None
        return self._trick(self.play.tricks[-1], len(self.play.tricks))

    def _trick(self, trick: Trick, number: int) -> TrickSeen:
        assert self.play is not None
        cards = tuple((self.place(seat), card_seen(card)) for seat, card in trick)
        return TrickSeen(cards, self.place(trick.winner(self.play.strain)), number)

    def won(self, side: Side) -> int:
        """The tricks of a side; claimed ones too, once the board is over."""
        contract, play = self.view.contract, self.play
        if contract is None or play is None:
            return 0
        claim = self.view.claim
        if claim is not None:
            return claim.tricks if side is contract.declarer.side else 13 - claim.tricks
        return play.tricks_won(side)

    def tricks_words(self) -> str:
        """How far declarer, or the defence, is."""
        contract = self.view.contract
        if contract is None or self.play is None:
            return ""
        is_declaring = self.bottom.side is contract.declarer.side
        needs = contract.needs if is_declaring else 14 - contract.needs
        won = self.won(self.bottom.side)
        who = "You" if self.person is not None else str(self.bottom.side)
        if self.is_over:
            return f"{who} took {_counted(won)}"
        whom = "you" if self.person is not None else "they"
        aim = "need" if is_declaring else "need to beat it"
        return f"{who} have {_towards(won, needs)} {whom} {aim}"


def _counted(tricks: int) -> str:
    return "1 trick" if tricks == 1 else f"{tricks} tricks"


def _towards(won: int, needs: int) -> str:
    """How far some tricks are from those needed.

    >>> _towards(4, 10), _towards(10, 10), _towards(11, 10)
    ('4 of the 10 tricks', '10 tricks, all', '11 tricks, 1 more than')
    """
    if won < needs:
        return f"{won} of the {_counted(needs)}"
    return f"{_counted(won)}, {'all' if won == needs else f'{won - needs} more than'}"


def _in_box(call: Call, view: SeatView) -> CallSeen:
    return CallSeen(str(call), call.print, call_words(call), is_legal=call in view.legal_calls)


def _contract_words(contract: Contract | None) -> str:
    if contract is None:
        return ""
    doubled = ("", " doubled", " redoubled")[contract.doubled]
    return f"{contract.bid.print}{doubled} by {contract.declarer.word}"
