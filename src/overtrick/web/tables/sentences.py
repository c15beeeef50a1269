"""What happened at a table, one sentence for each event, as the person at it is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import final

from overtrick.core import Call, Card, Contract, Deal, Seat, Strain, Trick
from overtrick.core.auction import Auction
from overtrick.explain.words_english import NUMBERS
from overtrick.table import (
    BoardDealt,
    BoardEnded,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    Seen,
    Undone,
)
from overtrick.web.tables.spoken import call_words, card_words, hand_words, vulnerability

__all__ = ["Teller", "sentences"]


def sentences(events: Iterable[Seen], seat: Seat | None) -> tuple[tuple[int, str], ...]:
    """A sentence for each event that a seat was told, with the number of the event."""
    teller = Teller(seat)
    return tuple((seen.number, " ".join(said)) for seen in events if (said := tuple(teller.told(seen))))


@final
@dataclass
class Teller:
    """Tells events in their order: what a card is depends on the cards before it."""

    seat: Seat | None
    auction: Auction = field(default_factory=lambda: Auction(Seat.NORTH))
    contract: Contract | None = None
    tricks: list[Trick] = field(default_factory=list)
    stood: dict[int, tuple[Auction, Contract | None, list[Trick]]] = field(default_factory=dict)
    """How the board stood after each deal, call and card, for what is taken back."""

    def told(self, seen: Seen) -> Iterator[str]:
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
        self.stood[seen.number] = (self.auction, self.contract, list(self.tricks))

    def _dealt(self, dealt: BoardDealt) -> Iterator[str]:
        self.auction, self.contract = Auction(dealt.dealer), None
        self.tricks.clear()
        self.stood.clear()
        name = "A board" if dealt.number is None else f"Board {dealt.number}"
        yield f"{name}: {self._who(dealt.dealer, 'deal')}. {vulnerability(dealt.vul)}."
        if self.seat is not None:
            yield f"Your hand: {hand_words(dealt.deal[self.seat])}."

    def _called(self, seat: Seat, call: Call) -> Iterator[str]:
        self.auction = self.auction.then(call)
        verbs = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
        verb = verbs.get(call)
        yield f"{self._who(seat, verb)}." if verb else f"{self._who(seat, 'bid')} {call_words(call)}."
        if self.auction.is_over:
            self.contract = self.auction.contract
            yield from self._contract_told()

    def _contract_told(self) -> Iterator[str]:
        contract = self.contract
        if contract is None:
            yield "Everybody has passed."
            return
        yield f"The contract is {contract.word}. {self._who(contract.leader, 'lead')}."
        if self.seat is contract.dummy:
            yield "You are dummy."

    def _played(self, seat: Seat, card: Card, shown: Deal | None) -> Iterator[str]:
        contract = self.contract
        if contract is None:
            return
        if not self.tricks or self.tricks[-1].is_complete:
            self.tricks.append(Trick(seat, (card,)))
            verb = "lead"
        else:
            self.tricks[-1] = Trick(self.tricks[-1].leader, (*self.tricks[-1].cards, card))
            verb = "play"
        yield f"{self._player(seat, contract, verb)} the {card_words(card)}."
        if shown is not None and contract.dummy in shown.known and self.seat is not contract.dummy:
            yield f"Dummy shows: {hand_words(shown[contract.dummy])}."
        if self.tricks[-1].is_complete:
            yield self._won(self.tricks[-1], contract.strain)

    def _won(self, trick: Trick, strain: Strain) -> str:
        return f"{self._who(trick.winner(strain), 'win')} the trick."

    def _player(self, seat: Seat, contract: Contract, verb: str) -> str:
        """Who plays a card: dummy's are played by declarer."""
        if seat is not contract.dummy:
            return self._who(seat, verb)
        return f"You {verb} from dummy" if self.seat is contract.declarer else f"Dummy {verb}s"

    def _undone(self, to: int) -> Iterator[str]:
        if to in self.stood:
            self.auction, self.contract, tricks = self.stood[to]
            self.tricks[:] = tricks
        yield "Taken back."

    def _who(self, seat: Seat, verb: str | None) -> str:
        """A seat and what it does: `You pass`, `West passes`."""
        if verb is None:
            return seat.word
        if seat is self.seat:
            return f"You {verb}"
        return f"{seat.word} {verb}{'es' if verb.endswith('s') else 's'}"
