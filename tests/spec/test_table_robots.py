"""Robots at the table: they see a view, they act, and when they fail nothing falls over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from overtrick import Auction, Board, Call, Card, Meaning, Seat, SeatView
from overtrick.player import Player, PlaySettings
from overtrick.table import (
    Act,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    CustomRobot,
    Occupant,
    PlainRobot,
    PlayerRobot,
    Robot,
    RobotError,
    Table,
    TableError,
    TableSettings,
    replay,
)
from tests.tables import NAMES, auction, cards_told

TIN = Occupant("tin", is_robot=True)


def lowest(view: SeatView) -> Card:
    return min(view.legal_cards)


def one_club(view: SeatView) -> tuple[Call, Meaning | None]:
    return (Call.PASS if view.auction.last_bid else Call.parse("1C")), Meaning("clubs, perhaps")


def with_robots(robot: Robot, people: int = 0, seed: int = 4) -> Table:
    """A table of robots, the first few seats from North taken by people."""
    north, *others = [Occupant(name) for name in NAMES[:people]] + [TIN] * (4 - people)
    east, south, west = others
    return Table.open(TableSettings.of(north, east, south, west, seed=seed), robots={"tin": robot})


def test_four_robots_play_a_board_to_its_end() -> None:
    table = with_robots(CustomRobot(one_club, lowest))
    table.deal()
    assert table.run() == 4 + 52
    assert table.result is not None
    assert table.state.ended[0].board.meanings == (Meaning("clubs, perhaps"),) * 4
    assert table.step() is None


def test_robots_wait_for_a_person() -> None:
    table = with_robots(CustomRobot(one_club, lowest), people=1)
    table.deal()
    assert table.run() == 0
    table.call(Seat.NORTH, Call.parse("1NT"))
    assert table.run() == 3 + 1
    assert table.turn is Seat.NORTH
    table.play(Seat.NORTH, lowest(table.view(Seat.NORTH)))
    assert table.run() == 1


def test_a_plain_robot_bids_by_its_system_and_says_what_it_shows() -> None:
    table = with_robots(PlainRobot())
    shown = 0
    for _ in range(4):
        table.deal()
        table.run()
        board = table.state.ended[-1].board
        shown += sum(meaning is not None for meaning in board.meanings)
        assert board.result is not None
    assert len(table.state.ended) == 4
    assert shown > 4
    assert replay(table.entries) == table.state


@pytest.mark.parametrize(
    ("hands", "trick", "card"),
    [
        ("N:J3.2.. T9.3.. 87.4.. KQ2...", "SJ ST S7", "SQ"),
        ("N:A3.2.. T9.3.. 87.4.. KQ2...", "SA ST S7", "S2"),
        ("N:43.2.. JT.3.. 87.4.. KQ2...", "S4 SJ S7", "S2"),
    ],
    ids=["as cheaply as it can", "not what it cannot win", "not from partner"],
)
def test_a_plain_robot_wins_a_trick_in_fourth_seat(hands: str, trick: str, card: str) -> None:
    """North leads, and West plays after his partner and dummy."""
    board = Board.parse(f"Board 1\nDeal {hands}\nPlay NT;N;{trick}\nResult 1NT by N")
    assert PlainRobot().act(SeatView.of(board, Seat.WEST)) == CardPlayed(Seat.WEST, Card.parse(card))


def test_a_robot_sees_only_a_view() -> None:
    given = list[object]()

    def card(*words: object) -> Card:
        given.extend(words)
        (view,) = words
        assert isinstance(view, SeatView)
        assert view.is_turn
        assert len(view.deal.known) == (1 if view.faced_dummy is None else 2)
        return lowest(view)

    table = with_robots(CustomRobot(one_club, card))
    table.deal()
    table.run()
    assert len(given) == 52
    assert all(type(each) is SeatView for each in given)


def explodes(view: SeatView) -> Any:
    raise RuntimeError(f"my hand is {view.hand}")


def revokes(view: SeatView) -> Card:
    return next(card for card in view.hand if card not in view.legal_cards)


NOT_ALLOWED = "chose a card that is not allowed"


@pytest.mark.parametrize(
    ("card", "how"),
    [
        (explodes, r"failed when asked for a card \(RuntimeError\)"),
        (revokes, r"failed when asked for a card \(StopIteration\)"),
        (lambda view: next(iter(view.unseen)), NOT_ALLOWED),
        (lambda view: None, "did not answer with a call, a card or a claim"),
        (lambda view: "SA", "did not answer with a call, a card or a claim"),
    ],
)
def test_a_robot_that_plays_nonsense_is_named_and_the_log_unharmed(
    card: Callable[[SeatView], Any], how: str
) -> None:
    table = with_robots(CustomRobot(one_club, card))
    table.deal()
    with pytest.raises(RobotError, match=f"the robot 'tin' that sits East {how}") as failure:
        table.run()
    assert not cards_told(str(failure.value) + repr(failure.value))
    assert table.number == 2 + 4
    assert replay(table.entries) == table.state
    table.play(Seat.EAST, lowest(table.view(Seat.EAST)))


@pytest.mark.parametrize(
    ("call", "how"),
    [
        (explodes, r"failed when asked for a call \(RuntimeError\)"),
        (lambda view: ("1C", None), "did not answer with a call, a card or a claim"),
        (lambda view: (Call.PASS, "words"), r"failed when asked for a call \(AttributeError\)"),
        (lambda view: (Call.REDOUBLE, None), "chose a call that is not allowed"),
    ],
)
def test_a_robot_that_calls_nonsense_is_named_and_the_log_unharmed(
    call: Callable[[SeatView], Any], how: str
) -> None:
    table = with_robots(CustomRobot(call, lowest))
    table.deal()
    with pytest.raises(RobotError, match=f"the robot 'tin' that sits North {how}") as failure:
        table.run()
    assert not cards_told(str(failure.value))
    assert table.number == 2


@pytest.mark.parametrize("tricks", [14, -1, "all", True])
def test_a_robot_that_claims_nonsense_is_named_and_the_log_unharmed(tricks: Any) -> None:
    table = with_robots(CustomRobot(one_club, lowest, lambda view: tricks))
    table.deal()
    with pytest.raises(RobotError, match="the robot 'tin' that sits East"):
        table.run()
    assert table.number == 2 + 4


def test_a_robot_whose_claim_is_refused_plays_on() -> None:
    def all_mine(view: SeatView) -> int:
        assert view.contract is not None
        assert view.play is not None
        ours = view.seat.side is view.contract.declarer.side
        return (
            13 - view.play.tricks_won(view.seat.side.opponents)
            if ours
            else view.play.tricks_won(view.contract.declarer.side)
        )

    table = with_robots(CustomRobot(one_club, lowest, all_mine))
    table.deal()
    table.run()
    answers = [type(entry.event) for entry in table.entries]
    assert answers.count(ClaimRefused) > 2
    assert answers.count(ClaimAccepted) == 1
    assert table.result is not None


@pytest.mark.parametrize(
    ("act", "how"),
    [
        (None, "did not answer with a call, a card or a claim"),
        (CardPlayed(Seat.NORTH, Card.parse("SA")), "chose a call that is not allowed"),
        (CallMade(Seat.EAST, Call.PASS), "chose a call that is not allowed"),
        (ClaimMade(Seat.NORTH, 7), "chose a claim that is not allowed"),
        (ClaimMade(Seat.SOUTH, 7), "did not answer with a call, a card or a claim"),
    ],
)
def test_a_robot_that_acts_out_of_turn_is_named_and_the_log_unharmed(act: Any, how: str) -> None:
    class Restless:
        def act(self, view: SeatView, may_claim: bool = True) -> Act:
            assert not may_claim  # in the auction there is nothing to claim
            return act  # type: ignore[no-any-return]

    table = with_robots(Restless())
    table.deal()
    with pytest.raises(RobotError, match=f"the robot 'tin' that sits North {how}"):
        table.run()
    assert table.number == 2


def test_a_robot_that_nobody_has_brought_is_asked_for_by_name() -> None:
    table = Table.open(TableSettings.of(TIN, TIN, TIN, TIN, seed=1))
    table.deal()
    with pytest.raises(TableError, match="nobody has brought the robot 'tin' that sits North"):
        table.step()


def test_a_robot_is_not_heard_if_the_table_moved_on_while_it_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call is taken back and made again otherwise between the look and the answer."""
    table = with_robots(CustomRobot(one_club, lowest), people=1)
    table.deal()
    auction(table, "1C")
    look = table.view

    def looked(seat: Seat) -> SeatView:
        seen = look(seat)
        table.undo()
        table.call(Seat.NORTH, Call.parse("1H"))
        return seen

    monkeypatch.setattr(table, "view", looked)
    with pytest.raises(TableError, match="in the meantime"):
        table.step()
    assert table.turn is Seat.EAST


def test_a_robot_is_not_heard_when_the_table_has_moved_on() -> None:
    table = with_robots(CustomRobot(one_club, lowest), people=1)

    def slow(view: SeatView) -> tuple[Call, Meaning | None]:
        table.undo()
        return Call.PASS, None

    table.robots["tin"] = CustomRobot(slow, lowest)
    table.deal()
    auction(table, "1C")
    with pytest.raises(TableError, match="in the meantime"):
        table.step()
    assert table.turn is Seat.NORTH


# The card player in a seat


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
    assert robot.act(SeatView.of(sure, Seat.SOUTH)) == ClaimMade(Seat.SOUTH, 2)
    assert isinstance(robot.act(SeatView.of(sure, Seat.SOUTH), may_claim=False), CardPlayed)
    unsure = Board.parse("Dealer S\nDeal N:AQ... K9... 54... 87...\nPlay NT;S;\nResult 1NT by S")
    assert isinstance(robot.act(SeatView.of(unsure, Seat.SOUTH)), CardPlayed)


def test_declarer_chooses_dummys_card() -> None:
    text = "Dealer S\nDeal N:AQ.4.. KJ.3.. 54.A.. 87.K..\nPlay NT;S;S4 S7\nResult 1NT by S"
    assert robot.act(SeatView.of(Board.parse(text), Seat.SOUTH)) == CardPlayed(Seat.NORTH, Card.parse("SQ"))
