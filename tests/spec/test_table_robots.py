"""Robots at the table: they see a view, they act, and when they fail nothing falls over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from overtrick import Board, Call, Card, Meaning, Seat, SeatView
from overtrick.table import (
    ClaimAccepted,
    ClaimRefused,
    Occupant,
    PlainRobot,
    Plugged,
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
    table = with_robots(Plugged(one_club, lowest))
    table.deal()
    assert table.run() == 4 + 52
    assert table.result is not None
    assert table.state.ended[0].board.meanings == (Meaning("clubs, perhaps"),) * 4
    assert table.step() is None


def test_robots_wait_for_a_person() -> None:
    table = with_robots(Plugged(one_club, lowest), people=1)
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
    assert str(PlainRobot().card(SeatView.of(board, Seat.WEST))) == card


def test_a_robot_sees_only_a_view() -> None:
    given = list[object]()

    def card(*words: object) -> Card:
        given.extend(words)
        (view,) = words
        assert isinstance(view, SeatView)
        assert view.is_turn
        assert len(view.deal.known) == (1 if view.faced_dummy is None else 2)
        return lowest(view)

    table = with_robots(Plugged(one_club, card))
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
        (lambda view: None, "did not answer with a card"),
        (lambda view: "SA", "did not answer with a card"),
    ],
)
def test_a_robot_that_plays_nonsense_is_named_and_the_log_unharmed(
    card: Callable[[SeatView], Any], how: str
) -> None:
    table = with_robots(Plugged(one_club, card))
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
        (lambda view: Call.PASS, "did not answer with a call and its meaning"),
        (lambda view: (Call.PASS, "words"), "did not answer with a call and its meaning"),
        (lambda view: (Call.REDOUBLE, None), "chose a call that is not allowed"),
    ],
)
def test_a_robot_that_calls_nonsense_is_named_and_the_log_unharmed(
    call: Callable[[SeatView], Any], how: str
) -> None:
    table = with_robots(Plugged(call, lowest))
    table.deal()
    with pytest.raises(RobotError, match=f"the robot 'tin' that sits North {how}") as failure:
        table.run()
    assert not cards_told(str(failure.value))
    assert table.number == 2


@pytest.mark.parametrize("tricks", [14, -1, "all", True])
def test_a_robot_that_claims_nonsense_is_named_and_the_log_unharmed(tricks: Any) -> None:
    table = with_robots(Plugged(one_club, lowest, lambda view: tricks))
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

    table = with_robots(Plugged(one_club, lowest, all_mine))
    table.deal()
    table.run()
    answers = [type(entry.event) for entry in table.entries]
    assert answers.count(ClaimRefused) > 2
    assert answers.count(ClaimAccepted) == 1
    assert table.result is not None


def test_a_robot_that_nobody_has_brought_is_asked_for_by_name() -> None:
    table = Table.open(TableSettings.of(TIN, TIN, TIN, TIN, seed=1))
    table.deal()
    with pytest.raises(TableError, match="nobody has brought the robot 'tin' that sits North"):
        table.step()


def test_a_robot_is_not_heard_if_the_table_moved_on_while_it_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call is taken back and made again otherwise between the look and the answer."""
    table = with_robots(Plugged(one_club, lowest), people=1)
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
    table = with_robots(Plugged(one_club, lowest), people=1)

    def slow(view: SeatView) -> tuple[Call, Meaning | None]:
        table.undo()
        return Call.PASS, None

    table.robots["tin"] = Plugged(slow, lowest)
    table.deal()
    auction(table, "1C")
    with pytest.raises(TableError, match="in the meantime"):
        table.step()
    assert table.turn is Seat.NORTH
