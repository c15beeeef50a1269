"""Endings of which it is said how many tricks declarer still needs."""

from __future__ import annotations

import pytest

from overtrick import Board, Seat, SeatView, explain
from overtrick.player import Player, PlayerError, PlaySettings

FINESSE = "Dealer S\nDeal N:AQ.4.. KJ.3.. 54.A.. 87.K..\nPlay NT;S;S4 S7\nResult {contract}"
player = Player(PlaySettings(threads=1))


@pytest.mark.parametrize("contract", ["1NT by S", "3NT by S", "7NT by S"])
@pytest.mark.parametrize("needed", [None, 1, 2, 3])
def test_the_reason_speaks_of_the_tricks_of_the_ending_and_is_true(contract: str, needed: int | None) -> None:
    board = Board.parse(FINESSE.format(contract=contract))
    view = SeatView.of(board, Seat.SOUTH)
    if contract == "7NT by S" and needed in (1, 2):
        with pytest.raises(PlayerError, match="cannot need"):
            player.choose(view, needed)
        return
    reason = player.choose(view, needed).reason
    assert reason is not None
    assert explain.false_claims(reason, board) == []
    assert sum(1 for _ in reason.claims()) >= 2


def test_the_contract_behind_the_need_changes_no_word() -> None:
    words = set[str]()
    for contract in ("1NT by S", "3NT by S", "7NT by S"):
        view = SeatView.of(Board.parse(FINESSE.format(contract=contract)), Seat.SOUTH)
        reason = player.choose(view, 3).reason
        assert reason is not None
        words.add(explain.explain(reason))
    assert len(words) == 1
    assert words.pop().startswith("♠Q from dummy takes 3 tricks or more in about 41% of 10 layouts")
