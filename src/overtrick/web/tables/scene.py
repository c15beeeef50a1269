"""The scene of a table: everything its person may see now, from that seat's view and events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import final

from overtrick.core import (
    CALLS,
    Auction,
    Board,
    Call,
    Card,
    CardSet,
    Contract,
    Deal,
    Play,
    Seat,
    SeatView,
    Side,
    Trick,
)
from overtrick.core.english import NUMBERS, counted
from overtrick.table import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    SeatEvent,
    Table,
    TableState,
    Undone,
)
from overtrick.web.pages import render
from overtrick.web.scene import (
    VULNERABILITY,
    Phase,
    Scene,
    SceneCall,
    SceneHand,
    call_words,
    card_words,
    hand_words,
    last_trick,
    scene_call,
    scene_hand,
    scene_seat,
    symbols,
    trick_on_table,
)

__all__ = ["Message", "Snapshot", "draw_regions", "flags", "person_at", "scene_of"]

Message = dict[str, object]
"""A message to a browser or a script."""
_REGIONS = ("bar", "felt", "auction", "box", "actions", "advice", "ended")


def person_at(table: Table) -> Seat | None:
    """The person's seat; None if four robots play."""
    return next((seat for seat in Seat if not table.settings.occupant(seat).is_robot), None)


@final
@dataclass(frozen=True)
class Snapshot:
    """A state of a table, and the events its person has seen until then."""

    state: TableState
    table: Table
    """The source of past events; entries after the state are left out."""
    seat: Seat | None
    """The person's seat; None for a spectator."""

    @staticmethod
    def of(table: Table, seat: Seat | None) -> Snapshot:
        """The table as it is now."""
        return Snapshot(table.state, table, seat)

    @property
    def bottom(self) -> Seat:
        """The seat from which the table is seen."""
        return Seat.SOUTH if self.seat is None else self.seat

    @property
    def board(self) -> Board:
        """The board in play, or the last one."""
        return (self.state.in_play or self.state.ended[-1]).board

    @property
    def number(self) -> int:
        """The last entry that the person has seen and may act upon."""
        for number in range(self.state.number, 0, -1):
            seen = self._seen(number - 1)
            if seen and seen[0].number == number and not isinstance(seen[0].event, CallExplained):
                return number
        return 0

    def sentences(self) -> tuple[tuple[int, str], ...]:
        """The events on the board as sentences, each with the number of its entry."""
        return _sentences(self._seen(self._dealt - 1), self.seat)

    def _seen(self, after: int) -> tuple[SeatEvent, ...]:
        seen = self.table.events_for(self.bottom, after)
        return tuple(each for each in seen if each.number <= self.state.number)

    @property
    def _dealt(self) -> int:
        """The entry that dealt the board."""
        in_play, ended = self.state.in_play, self.state.ended
        return in_play.dealt if in_play is not None else ended[-1].dealt if ended else 1


# The scene


def scene_of(
    moment: Snapshot,
    names: tuple[str, ...],
    meaning: Callable[[tuple[Call, ...]], str],
    remarks: tuple[tuple[int, str], ...] = (),
) -> Scene:
    """The scene of a table at a moment, without the robots' state and advice.

    `names` are those of the seats, North first; `meaning` gives the sentence for an auction's last call,
    or an empty one while it is unknown; `remarks` come first, with the numbers of their entries.
    """
    state, person, bottom = moment.state, moment.seat, moment.bottom
    view, is_over = state.view(bottom), state.in_play is None
    play, is_mine = view.play, person is not None and view.is_turn and not is_over
    to_act = None if is_over else view.auction.to_call if play is None else play.to_play
    told = (*remarks, *moment.sentences())
    legal = view.legal_cards if is_mine else CardSet()
    seats = tuple(
        scene_seat(
            seat,
            "You" if seat is person else names[seat],
            view,
            view.contract,
            is_turn=seat is to_act,
            hand=_hand(moment, view, seat, legal if seat is to_act else CardSet()),
            cards_left=13 if is_over or play is None else _cards_left(play, seat),
            bottom=bottom,
        )
        for seat in bottom.clockwise()
    )
    return Scene(
        number=moment.number,
        phase=Phase.ENDED if is_over else Phase.AUCTION if play is None else Phase.PLAY,
        board=view.number,
        dealer=str(view.dealer),
        vulnerability=VULNERABILITY[view.vul],
        seats=seats,
        seat=None if person is None else str(person),
        calls=tuple(_calls(view, meaning)),
        box=tuple(scene_call(call, is_legal=call in view.legal_calls) for call in CALLS)
        if view.legal_calls and is_mine
        else (),
        contract=_contract_words(view.contract),
        trick=None if is_over or play is None else trick_on_table(play, bottom),
        last_trick=None if play is None else last_trick(play, bottom),
        won=_won(view, bottom.side),
        lost=_won(view, bottom.side.opponents),
        tricks=_progress(view, person, is_over),
        is_mine=is_mine,
        said=tuple(sentence for _, sentence in told),
        numbers=tuple(number for number, _ in told),
    )


def _cards_left(play: Play, seat: Seat) -> int:
    return 13 - len(play.tricks) - sum(player is seat for player, _ in play.trick)


def _hand(moment: Snapshot, view: SeatView, seat: Seat, legal: CardSet) -> SceneHand | None:
    """The remaining cards, if the person may see them; all four hands once the board is over."""
    is_over = moment.state.in_play is None
    known = moment.board if is_over or moment.seat is None else view
    cards = known.deal.get(seat)
    if cards is not None and known.play is not None and not is_over:
        cards = known.play.hand(seat)
    strain = None if view.contract is None else view.contract.strain
    return None if cards is None else scene_hand(cards, strain, legal)


def _calls(view: SeatView, sentence: Callable[[tuple[Call, ...]], str]) -> Iterator[SceneCall]:
    """The calls that were made, each with its meaning."""
    for place, (seat, call, meaning) in enumerate(view.calls(), 1):
        short = "" if meaning is None else symbols(meaning.text).removesuffix(" --")
        is_alerted = meaning is not None and meaning.alerted
        yield scene_call(call, seat, sentence(view.auction.calls[:place]) or short, is_alerted=is_alerted)


def _contract_words(contract: Contract | None) -> str:
    if contract is None:
        return ""
    doubled = ("", " doubled", " redoubled")[contract.doubled]
    return f"{contract.bid.print}{doubled} by {contract.declarer.word}"


def _won(view: SeatView, side: Side) -> int:
    """The tricks of a side, including claimed ones once the board is over."""
    if view.contract is None or view.play is None:
        return 0
    if view.claim is not None:
        return view.claim.tricks if side is view.contract.declarer.side else 13 - view.claim.tricks
    return view.play.tricks_won(side)


def _progress(view: SeatView, person: Seat | None, is_over: bool) -> str:
    """The progress of declarer, or of the defence."""
    side = view.seat.side
    if view.contract is None or view.play is None:
        return ""
    is_declaring = side is view.contract.declarer.side
    needs = view.contract.needs if is_declaring else 14 - view.contract.needs
    who, whom = ("You", "you") if person is not None else (str(side), "they")
    if is_over:
        return f"{who} took {counted(_won(view, side), 'trick')}"
    aim = "need" if is_declaring else "need to beat it"
    return f"{who} have {_towards(_won(view, side), needs)} {whom} {aim}"


def _towards(won: int, needs: int) -> str:
    """The tricks won in relation to those needed.

    >>> _towards(4, 10), _towards(10, 10), _towards(11, 10)
    ('4 of the 10 tricks', '10 tricks, all', '11 tricks, 1 more than')
    """
    if won < needs:
        return f"{won} of the {counted(needs, 'trick')}"
    return f"{counted(won, 'trick')}, {'all' if won == needs else f'{won - needs} more than'}"


# The scene for browsers


def draw_regions(scene: Scene, table: str) -> dict[str, str]:
    """The regions of a page."""
    return {name: render(f"regions/{name}.html", scene=scene, table=table) for name in _REGIONS}


def flags(scene: Scene) -> Message:
    """The data that keys and motion need."""
    turn = next((each.seat for each in scene.seats if each.is_turn), None)
    is_complete = scene.trick is not None and len(scene.trick.cards) == 4
    return {
        "phase": scene.phase.value,
        "is_mine": scene.is_mine,
        "is_thinking": scene.is_thinking,
        "turn": turn if scene.phase is not Phase.ENDED else None,
        "trick_complete": is_complete,
        "number": scene.number,
    }


# Events in sentences


def _sentences(events: Iterable[SeatEvent], seat: Seat | None) -> tuple[tuple[int, str], ...]:
    """A sentence for each event visible to a seat, with the number of the event."""
    narrator = _Narrator(seat)
    return tuple((seen.number, " ".join(said)) for seen in events if (said := tuple(narrator.words(seen))))


@final
@dataclass
class _Narrator:
    """Puts events into words, in order: whether a card is a lead depends on the cards before it."""

    seat: Seat | None
    auction: Auction = field(default_factory=lambda: Auction(Seat.NORTH))
    tricks: tuple[Trick, ...] = ()
    stood: dict[int, tuple[Auction, tuple[Trick, ...]]] = field(default_factory=dict)
    """The state of the board after each deal, call and card, for undone actions."""

    def words(self, seen: SeatEvent) -> Iterator[str]:
        """The sentences of one event."""
        match seen.event:
            case BoardDealt() as dealt:
                yield from self._dealt(dealt)
            case CallMade(seat, call):
                yield from self._called(seat, call)
            case CardPlayed(seat, card):
                yield from self._played(seat, card, seen.shown)
            case ClaimMade(by, tricks):
                yield f"{self._who(by, 'claim')} {NUMBERS[tricks]} tricks for declarer."
            case ClaimAccepted():
                yield "The claim was accepted."
            case ClaimRefused():
                yield "The claim was not accepted: play on."
            case Conceded(by):
                yield f"{self._who(by, 'concede')} the rest."
            case Undone(to):
                yield from self._undone(to)
            case BoardEnded(result):
                yield f"The board is over: {result.word}."
        self.stood[seen.number] = (self.auction, self.tricks)

    def _dealt(self, dealt: BoardDealt) -> Iterator[str]:
        self.auction, self.tricks = Auction(dealt.dealer), ()
        self.stood.clear()
        name = "A board" if dealt.number is None else f"Board {dealt.number}"
        yield f"{name}: {self._who(dealt.dealer, 'deal')}. {VULNERABILITY[dealt.vul]}."
        if self.seat is not None:
            yield f"Your hand: {hand_words(dealt.deal[self.seat])}."

    def _called(self, seat: Seat, call: Call) -> Iterator[str]:
        self.auction = self.auction.then(call)
        verbs = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
        verb = verbs.get(call)
        yield f"{self._who(seat, verb)}." if verb else f"{self._who(seat, 'bid')} {call_words(call)}."
        contract = self.auction.contract
        if self.auction.is_over and contract is None:
            yield "Everybody has passed."
        elif self.auction.is_over and contract is not None:
            yield f"The contract is {contract.word}. {self._who(contract.leader, 'lead')}."
            if self.seat is contract.dummy:
                yield "You are dummy."

    def _played(self, seat: Seat, card: Card, shown: Deal | None) -> Iterator[str]:
        contract = self.auction.contract
        assert contract is not None  # a card is played
        is_lead = not self.tricks or self.tricks[-1].is_complete
        trick = Trick(seat) if is_lead else self.tricks[-1]
        trick = Trick(trick.leader, (*trick.cards, card))
        self.tricks = (*(self.tricks if is_lead else self.tricks[:-1]), trick)
        yield f"{self._player(seat, contract, 'lead' if is_lead else 'play')} the {card_words(card)}."
        if shown is not None and contract.dummy in shown.known and self.seat is not contract.dummy:
            yield f"Dummy shows: {hand_words(shown[contract.dummy])}."
        if trick.is_complete:
            yield f"{self._who(trick.winner(contract.strain), 'win')} the trick."

    def _player(self, seat: Seat, contract: Contract, verb: str) -> str:
        """The player of a card, with the verb: dummy's cards are played by declarer."""
        if seat is not contract.dummy:
            return self._who(seat, verb)
        return f"You {verb} from dummy" if self.seat is contract.declarer else f"Dummy {verb}s"

    def _undone(self, to: int) -> Iterator[str]:
        if to in self.stood:
            self.auction, self.tricks = self.stood[to]
        yield "Taken back."

    def _who(self, seat: Seat, verb: str | None) -> str:
        """A seat with its verb: `You pass`, `West passes`."""
        if verb is None:
            return seat.word
        if seat is self.seat:
            return f"You {verb}"
        return f"{seat.word} {verb}{'es' if verb.endswith('s') else 's'}"
