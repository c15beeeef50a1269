"""The card player in a seat at the table."""

from __future__ import annotations

from dataclasses import replace

from overtrick import Auction, Board, Card, Seat, SeatView
from overtrick.player import Player, PlaySettings
from overtrick.table import Occupant, PlayerRobot, Table, TableSettings

DEAL = "N:92.KJ732.T752.J8 KQJT76.T.KQJ98.T 54.A5.643.AKQ976 A83.Q9864.A.5432"
player = Player(PlaySettings(deals=2, pool=16, positions=500, threads=1))
robot = PlayerRobot(player)


def played() -> Table:
    seats = (Occupant("player", is_robot=True),) * 4
    table = Table.open(TableSettings.of(*seats, seed=1), robots={"player": robot})
    table.deal(Board.parse(f"Board 1\nDeal {DEAL}"))
    table.run()
    return table


def test_four_robots_finish_a_board_and_do_it_alike_again() -> None:
    first, again = played(), played()
    assert first.result is not None
    assert [entry.event for entry in first.entries] == [entry.event for entry in again.entries]


def test_every_call_is_the_players_own_for_that_view_and_is_explained() -> None:
    board = played().state.ended[0].board
    assert board.auction is not None
    for place, (seat, call) in enumerate(board.auction):
        auction = Auction(board.dealer, board.auction.calls[:place])
        before = Board(1, board.dealer, board.vul, board.deal, auction, board.meanings[:place])
        bidden, told = player.bid(SeatView.of(before, seat)), board.meanings[place]
        assert (bidden.call, bidden.meaning.text) == (call, "" if told is None else told.text)
    assert sum(told is not None for told in board.meanings) >= 4


def test_every_card_is_the_players_own_for_that_view() -> None:
    board = played().state.ended[0].board
    assert board.play is not None
    assert board.contract is not None
    for place, card in enumerate(board.play.cards[:8]):
        before = replace(board, play=board.play.back(len(board.play.cards) - place), claim=None, result=None)
        assert before.play is not None
        to_play = before.play.to_play
        acting = board.contract.declarer if to_play is board.contract.dummy else to_play
        assert player.choose(SeatView.of(before, acting)).card is card


def test_it_claims_what_is_proved_and_nothing_else() -> None:
    sure = Board.parse("Dealer S\nDeal N:AK... 98... QJ... 76...\nPlay NT;N;\nResult 1NT by S")
    assert robot.claim(SeatView.of(sure, Seat.SOUTH)) == 2
    unsure = Board.parse("Dealer S\nDeal N:AQ... K9... 54... 87...\nPlay NT;S;\nResult 1NT by S")
    assert robot.claim(SeatView.of(unsure, Seat.SOUTH)) is None


def test_declarer_chooses_dummys_card() -> None:
    text = "Dealer S\nDeal N:AQ.4.. KJ.3.. 54.A.. 87.K..\nPlay NT;S;S4 S7\nResult 1NT by S"
    assert robot.card(SeatView.of(Board.parse(text), Seat.SOUTH)) is Card.parse("SQ")
