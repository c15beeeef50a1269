"""Tables with random stories, and what each seat may have seen of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from overtrick import CALLS, PACK, Call, Card, CardSet, Meaning, OvertrickError, Rank, Seat, Suit
from overtrick.table import (
    BoardDealt,
    BoardEnded,
    CardPlayed,
    Entry,
    Scoring,
    Table,
    TableSettings,
    TableState,
)

NAMES = ("Ann", "Bob", "Cleo", "Dan")
MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def settings(seed: int = 1, scoring: Scoring = Scoring.IMPS) -> TableSettings:
    """Four people and a seed."""
    return TableSettings.of(*NAMES, scoring=scoring, seed=seed)


def opened(seed: int = 1) -> Table:
    """A table in memory at which time stands still."""
    return Table.open(settings(seed), clock=lambda: MOMENT)


def auction(table: Table, calls: str) -> None:
    """Make calls from the dealer on."""
    for call in calls.split():
        assert table.turn is not None
        table.call(table.turn, Call.parse(call))


@dataclass
class Story:
    """A table to which random things happen, legal and not."""

    table: Table
    chance: random.Random
    errors: list[tuple[Seat, Card | None, str]] = field(default_factory=list)
    """Who did wrong, the card he named, and what he was told."""

    def act(self) -> None:
        """Do something: mostly what is legal."""
        kind = self.chance.randrange(26)
        if self.table.state.in_play is None:
            self.table.deal()
        elif kind < 7:
            self._something_odd(kind)
        else:
            legal_step(self.table, self.chance)

    def _something_odd(self, kind: int) -> None:
        seat, card, chance = self.chance.choice(list(Seat)), None, self.chance
        before = self.table.number
        try:
            match kind:
                case 0:
                    self.table.undo()
                case 1:
                    self.table.undo(chance.randint(-1, before + 2))
                case 2:
                    self.table.claim(seat, chance.randint(-1, 14))
                case 3:
                    self.table.call(seat, chance.choice(CALLS), Meaning("anything"))
                case 4:
                    card = chance.choice(PACK)
                    self.table.play(seat, card)
                case 5 if chance.random() < 0.2:
                    self.table.concede(seat)
                case 6:
                    self.table.explain(chance.randint(-1, 6), Meaning("explained later"))
                case _:
                    self.table.note("hm", to=[seat])
        except OvertrickError as error:
            assert self.table.number == before, "what failed has happened"
            self.errors.append((seat, card, f"{error} {error!r}"))


def legal_step(table: Table, chance: random.Random) -> None:
    """Call or play something legal; auctions are short."""
    on_table, seat = table.state.board_in_play, table.turn
    assert seat is not None
    if on_table.contract is None:
        legal = on_table.auction.legal_calls
        is_bid = len(on_table.auction) < 2 or chance.random() < 0.3
        call = legal[chance.randrange(1, min(8, len(legal)))] if is_bid and len(legal) > 1 else Call.PASS
        table.call(seat, call, Meaning("something", alerted=True) if chance.random() < 0.3 else None)
    else:
        table.play(seat, chance.choice(list(on_table.play.legal_cards)))


class Witness:
    """The cards of the board on the table that each seat has ever seen, worked out from the whole log."""

    def __init__(self) -> None:
        self.seen = dict.fromkeys(Seat, CardSet())
        self._state = TableState()

    def watch(self, entries: Sequence[Entry]) -> None:
        """Go on with entries it does not know yet."""
        for entry in entries[self._state.number :]:
            self._state = self._state.after(entry.event)
            match entry.event:
                case BoardDealt(deal=deal):
                    self.seen = {seat: deal[seat] for seat in Seat}
                case CardPlayed(card=card):
                    on_table = self._state.board_in_play
                    assert on_table.contract is not None
                    faced = on_table.board.deal[on_table.contract.dummy].plus(card)
                    self.seen = {seat: seen | faced for seat, seen in self.seen.items()}
                case BoardEnded():
                    self.seen = dict.fromkeys(Seat, CardSet.pack())


def may_have_seen(entries: Sequence[Entry], seat: Seat) -> CardSet:
    """The cards that a seat has ever seen of the board on the table."""
    witness = Witness()
    witness.watch(entries)
    return witness.seen[seat]


def hidden_now(table: Table, seat: Seat) -> CardSet:
    """The cards that the view of a seat must not place: neither its own, nor dummy's, nor played."""
    on_table = table.state.board_in_play
    seen, play = on_table.board.deal[seat], on_table.board.play
    if play is not None and play.cards:
        assert on_table.contract is not None
        seen = seen | CardSet.of(play.cards) | on_table.board.deal[on_table.contract.dummy]
    return CardSet.pack() - seen


_HAND = re.compile(r"(?<![\w.])[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*(?![\w.])")
_SUITS = r"spades?|hearts?|diamonds?|clubs?|[CDHS♣♦♥♠♧♢♡♤]|\\u266[0-7]"
_RANKS = "ace|king|queen|jack|ten|10|[AKQJT2-9]"
_NAMED = re.compile(
    rf"(?<!\w)(?:(?P<suit>{_SUITS})[ -]?(?P<rank>{_RANKS})"
    rf"|(?P<first>{_RANKS}) of (?P<last>{_SUITS}))(?!\w)",
    re.IGNORECASE,
)
_ESCAPED = str.maketrans("01234567", "♠♡♢♣♤♥♦♧")


def cards_told(text: str) -> CardSet:
    """Every card that a text names, in whatever notation."""
    return CardSet.of(map(_named, _NAMED.finditer(text))).union(*hands_told(text))


def hands_told(text: str) -> Iterator[CardSet]:
    """Every hand in a text that is written with dots."""
    return (CardSet.parse(found[0]) for found in _HAND.finditer(text) if found[0] != "...")


def _named(found: re.Match[str]) -> Card:
    suit, rank = found["suit"] or found["last"], found["rank"] or found["first"]
    if suit.startswith("\\"):
        suit = suit[-1].translate(_ESCAPED)
    return Card(Suit.parse(suit), Rank.parse(rank if len(rank) < 3 else rank[0]))
