"""A position in the play of a board, its stakes, and its double-dummy results in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick import dd
from overtrick.core import Board, Card, Contract, Deal, Play, Seat, Side, Strain
from overtrick.dd import Par, TrickTable
from overtrick.formats import Record
from overtrick.web.tools.deal_models import CardResult, Grade, ParFound, PositionFound, Solved

__all__ = [
    "SIDES",
    "Position",
    "Stakes",
    "declarer_tricks",
    "par_found",
    "par_kind",
    "par_of",
    "par_score",
    "position_found",
    "solved",
    "tricks_words",
]

MINUS = "−"
SIDES = {Side.NS: "North–South", Side.EW: "East–West"}


@final
@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes: the strain, the leader, and the side whose tricks are counted."""

    strain: Strain
    leader: Seat
    side: Side
    contract: Contract | None = None
    """None if only a strain is known, or for an ending."""

    @staticmethod
    def at(contract: Contract) -> Stakes:
        """The stakes of a contract."""
        return Stakes(contract.strain, contract.leader, contract.declarer.side, contract)

    @staticmethod
    def of(board: Board) -> Stakes | None:
        """The stakes of a board; in an ending, the tricks of the side on lead count."""
        if board.deal.known and board.deal.cards_each == 13 and board.contract is not None:
            return Stakes.at(board.contract)
        if board.play is None:
            return None
        is_ending = board.play.start.cards_each < 13
        side = board.play.leader.side if is_ending else board.play.leader.side.opponents
        return Stakes(board.play.strain, board.play.leader, side)

    @staticmethod
    def of_ending(board: Board) -> Stakes:
        """Default stakes of an ending: declarer, or else South at notrump, leads and counts his tricks."""
        contract = board.contract
        strain, leader = (
            (Strain.NOTRUMP, Seat.SOUTH) if contract is None else (contract.strain, contract.declarer)
        )
        return Stakes(strain, leader, leader.side)


@final
@dataclass(frozen=True)
class Position:
    """A position in the play of a board; without stakes nothing can be played yet."""

    record: Record
    stakes: Stakes | None
    cards: tuple[Card, ...]
    """The recorded cards."""
    step: int
    """The number of recorded cards that have been played."""
    own: tuple[Card, ...]
    """The cards played after them, off the record."""

    @property
    def board(self) -> Board:
        """The board."""
        return self.record.board

    @property
    def deal(self) -> Deal:
        """All the cards, before the first was played."""
        return self.board.deal.completed()

    @property
    def is_solvable(self) -> bool:
        """Are four hands of equal length known?"""
        return not self.fault

    @property
    def fault(self) -> str:
        """The reason why nothing can be solved; empty if it can."""
        lengths = {seat: len(hand) for seat, hand in self.deal.items()}
        most = max(lengths.values(), default=0)
        told = [f"{seat.word} is not known" for seat in Seat if seat not in lengths]
        told += [f"{seat.word} has only {number}" for seat, number in lengths.items() if number < most]
        if most and not told:
            return ""
        return f"double dummy needs four hands of equal length{': ' if told else ''}{', '.join(told)}"

    @property
    def is_whole(self) -> bool:
        """Are all 52 cards known?"""
        return self.deal.is_full

    @property
    def is_ending(self) -> bool:
        """Are four hands of equal length known, and some tricks gone?"""
        return self.is_solvable and not self.is_whole

    @cached_property
    def play(self) -> Play | None:
        """The play up to this position; None without stakes."""
        if self.stakes is None or not self.is_solvable:
            return None
        start = Play(self.deal, self.stakes.strain, self.stakes.leader)
        return start.then_all((*self.cards[: self.step], *self.own))

    @property
    def record_play(self) -> Play | None:
        """The recorded play; None without one."""
        if self.stakes is None or not self.is_solvable or not self.cards:
            return None
        return Play(self.deal, self.stakes.strain, self.stakes.leader, self.cards)

    @property
    def next_recorded(self) -> Card | None:
        """The next recorded card; None off the record and at its end."""
        return None if self.own or self.step >= len(self.cards) else self.cards[self.step]


# Double dummy in words


def par_of(position: Position, table: TrickTable) -> Par | None:
    """Par of a whole deal; an ending has none."""
    return dd.par(table, position.board.dealer, position.board.vul) if position.is_whole else None


def solved(table: TrickTable, par: Par | None) -> Solved:
    """A table and par."""
    tricks = {str(seat): {str(strain): table[strain, seat] for strain in Strain} for seat in Seat}
    return Solved(tricks=tricks, par=None if par is None else par_found(par))


def par_found(par: Par) -> ParFound:
    """Par, with a sentence on the score and the contracts."""
    named = " or ".join(contract.print for contract in par.contracts)
    words = f"{par_score(par)}: {named}{par_kind(par)}." if named else f"{par_score(par)}."
    return ParFound(score_ns=par.score_ns, contracts=tuple(map(str, par.contracts)), words=words)


def par_score(par: Par) -> str:
    """The par score in words."""
    if not par.contracts:
        return "Par is to pass the board out"
    return f"Par is {abs(par.score_ns)} to {SIDES[_winners(par)]}"


def par_kind(par: Par) -> str:
    """The kind of the par contracts, if they do not make."""
    return ", a sacrifice" if par.contracts and par.contracts[0].declarer.side is not _winners(par) else ""


def _winners(par: Par) -> Side:
    return Side.NS if par.score_ns >= 0 else Side.EW


# Cards


def declarer_tricks(play: Play, stakes: Stakes, taken: int) -> int:
    """The tricks of the counting side when the side to play takes `taken` of those left."""
    left = play.start.cards_each - len(play.tricks)
    return play.tricks_won(stakes.side) + (taken if play.to_play.side is stakes.side else left - taken)


def position_found(position: Position, play: Play, stakes: Stakes, taken: dict[Card, int]) -> PositionFound:
    """The position, with the result of every legal card."""
    best = max(taken.values(), default=0)
    cards = list[CardResult]()
    for card, tricks in taken.items():
        total, cost = declarer_tricks(play, stakes, tricks), best - tricks
        mark, grade = _mark(total, stakes)
        gives = f"; gives away {tricks_words(cost)}" if cost else ""
        words = f"{card.word}: {_outcome(total, stakes)}{gives}"
        found = CardResult(card=str(card), tricks=total, mark=mark, grade=grade, cost=cost, words=words)
        cards.append(found)
    return PositionFound(
        step=position.step,
        own=tuple(map(str, position.own)),
        to_play=None if play.is_over else str(play.to_play),
        trick=min(len(play.tricks) + 1, play.start.cards_each),
        tricks_ns=play.tricks_won(Side.NS),
        tricks_ew=play.tricks_won(Side.EW),
        recorded=None if position.next_recorded is None else str(position.next_recorded),
        cards=tuple(cards),
        words=_words(play, stakes, cards),
    )


def _mark(total: int, stakes: Stakes) -> tuple[str, Grade]:
    if stakes.contract is None:
        return str(total), "plain"
    over = total - stakes.contract.needs
    if over < 0:
        return f"{MINUS}{-over}", "down"
    return (f"+{over}", "over") if over else ("=", "made")


def _words(play: Play, stakes: Stakes, cards: Iterable[CardResult]) -> str:
    """The last card, the player to move, and the double-dummy result."""
    last = f"{play.back().to_play.word} played the {play.cards[-1].word}. " if play.cards else ""
    if play.is_over:
        return f"{last}The play is over: {_outcome(play.tricks_won(stakes.side), stakes)}."
    best = next(card for card in cards if not card.cost)
    verb = "to play" if play.trick.cards else "to lead"
    return f"{last}{play.to_play.word} {verb}. With best play {_outcome(best.tricks, stakes)}."


def _outcome(total: int, stakes: Stakes) -> str:
    if stakes.contract is None:
        return f"{SIDES[stakes.side]} take {tricks_words(total)}"
    over, name = total - stakes.contract.needs, stakes.contract.print
    if over < 0:
        return f"{name} goes {-over} down"
    return f"{name} makes with {tricks_words(over, 'overtrick')}" if over else f"{name} just makes"


def tricks_words(count: int, what: str = "trick") -> str:
    """`a trick`, `2 tricks`."""
    if count == 1:
        return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    return f"{count or 'no'} {what}s"
