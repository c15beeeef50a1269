"""What a person at a table asks for: back to the last turn, and a claim."""

from __future__ import annotations

from overtrick.core import NotationError, OvertrickError, Seat, SeatView
from overtrick.table.state import TableState

__all__ = ["last_turn", "tricks_claimed"]


def last_turn(state: TableState, seat: Seat) -> int | None:
    """The entry after which it was last this seat's turn on the board in play, before what it did then."""
    steps = state.board_in_play.steps
    own = (number for number, board in reversed(steps[:-1]) if SeatView.of(board, seat).is_turn)
    return next(own, None)


def tricks_claimed(view: SeatView, text: str) -> int:
    """The tricks for declarer that a claim says; without a number the claimer's side takes the rest."""
    contract, play = view.contract, view.play
    if contract is None or play is None:
        raise OvertrickError("there is nothing to claim before the play")
    declarer = contract.declarer.side
    if not text:
        is_declarers = view.seat.side is declarer
        return 13 - play.tricks_won(declarer.opponents) if is_declarers else play.tricks_won(declarer)
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) <= 2:
        return int(text)
    raise NotationError(f"{text[:40]!r} is no number of tricks: a claim is declarer's in all, such as 9")
