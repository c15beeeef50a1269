"""Looking for squeezes in many boards: those that a contract depends on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import final

from overtrick import dd
from overtrick.core import Board, Contract, OvertrickError, Seat
from overtrick.dd.batch import Progress, in_order
from overtrick.squeezes.deals.whole_deals import BUDGET, DealSqueeze, Outcome, squeeze_in
from overtrick.squeezes.kinds import Kind

__all__ = ["Found", "scan"]


@final
@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a board."""

    place: int
    """Its place among the boards, from 1."""
    board: Board
    contract: Contract | None = None
    """The one that was looked at."""
    is_par: bool = False
    """Is that the par contract, because the board has none?"""
    squeeze: DealSqueeze | None = None
    remark: str = ""
    """Why nothing was found out."""

    @property
    def is_complete(self) -> bool:
        """Is everything known about it?"""
        return self.squeeze is not None and self.squeeze.is_complete

    @property
    def is_squeeze(self) -> bool:
        """Does the contract, or what declarer takes of it, depend on a squeeze?"""
        return self.squeeze is not None and self.squeeze.outcome is Outcome.SQUEEZE


def scan(
    boards: Iterable[Board],
    *,
    kinds: Collection[Kind] | None = None,
    victims: Collection[Seat] | None = None,
    budget: int = BUDGET,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Found]:
    """What `squeeze_in` says of each board's contract after its lead, in order, on all cores.

    A board without a contract, or passed out, is looked at in its par contract, the lowest if there are
    several; one without a lead after the best one. With `kinds` or `victims` only squeezes of these kinds,
    or against one of these defenders, are found, and boards of which that is not known: they are not
    complete. A board about which nothing can be found out has a remark.
    """
    answers = in_order(enumerate(boards, 1), partial(_found, budget=budget), "board", workers, progress)
    return (found for found in answers if _fits(found, kinds, victims))


def _found(place_and_board: tuple[int, Board], budget: int) -> Found:
    place, board = place_and_board
    found = Found(place, board)
    try:
        contract = board.contract or _par_contract(board)
        if contract is None:
            return Found(place, board, remark="at par the board is passed out")
        found = Found(place, board, contract, is_par=board.contract is None)
        lead = board.play.cards[0] if board.contract and board.play and board.play.cards else None
        squeeze = squeeze_in(board.deal, contract, lead, budget=budget)
        return Found(place, board, contract, found.is_par, squeeze)
    except OvertrickError as error:
        return Found(place, board, found.contract, found.is_par, remark=str(error))


def _par_contract(board: Board) -> Contract | None:
    contracts = dd.par(dd.table(board.deal), board.dealer, board.vul).contracts
    return contracts[0] if contracts else None


def _fits(found: Found, kinds: Collection[Kind] | None, victims: Collection[Seat] | None) -> bool:
    squeeze = found.squeeze
    if (kinds is None and victims is None) or squeeze is None or squeeze.outcome is Outcome.UNDECIDED:
        return True
    if not found.is_squeeze:
        return False
    of_kind = kinds is None or squeeze.kind in (None, *kinds)
    return of_kind and (victims is None or not _squeezed(squeeze) or bool(_squeezed(squeeze) & set(victims)))


def _squeezed(squeeze: DealSqueeze) -> set[Seat]:
    """Who is squeezed; nobody if that is not known."""
    if squeeze.victims or squeeze.line is None:
        return set(squeeze.victims or ())
    return {squeeze.line.victim}
