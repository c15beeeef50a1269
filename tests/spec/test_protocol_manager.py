"""A manager and players of every dialect: boards are finished, and nobody sees a card too early."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from overtrick import Auction, Board, Call, Card, CardSet, Play, Seat, SeatView
from overtrick.core.rotation import rotated
from overtrick.processes import Pool
from overtrick.protocol.manager import Session, SessionPlan
from overtrick.protocol.manager.results import Sheet
from overtrick.table import Act, CustomRobot, EndedBoard, MemoryLog
from overtrick.table.matches import Team
from tests.endings import IS_SOAK
from tests.protocol_client import BARE, BEN, DIALECTS, GIB, MONITEUR, OPENSPIEL, WBRIDGE5, Client, Dialect
from tests.protocol_sessions import PATIENCE, QUICK, managing, sheet_of, some_boards

MIXED = (BEN, WBRIDGE5, GIB, OPENSPIEL)
BOARDS = 64 if IS_SOAK else 8


async def _played(plan: SessionPlan, *dialects: Dialect) -> tuple[list[Client], list[EndedBoard]]:
    async with managing(plan) as running:
        clients = [
            running.client(seat, dialect=dialect) for seat, dialect in zip(Seat, dialects, strict=True)
        ]
        await running.play(*clients)
        return clients, list(running.session.rooms[0].table.state.ended)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_four_players_of_one_dialect_finish_their_boards(dialect: Dialect) -> None:
    clients, ended = asyncio.run(_played(SessionPlan(some_boards(4), QUICK), *(dialect,) * 4))
    assert [client.boards for client in clients] == [4] * 4
    assert [each.board.number for each in ended] == [1, 2, 3, 4]


def test_players_of_four_dialects_sit_together() -> None:
    clients, ended = asyncio.run(_played(SessionPlan(some_boards(BOARDS, seed=3), QUICK), *MIXED))
    assert [client.boards for client in clients] == [BOARDS] * 4
    assert len(ended) == BOARDS
    assert all(each.board.result is not None for each in ended)
    told = [line for client in clients for line in client.got]
    assert not any("Illegal" in line or "Refused" in line for line in told)
    assert any(line.endswith("Infos. 12-14 balanced") for line in told)
    assert any(line.endswith("Alert. artificial") for line in told)


def test_what_a_player_says_of_its_call_is_in_the_record() -> None:
    _, ended = asyncio.run(_played(SessionPlan(some_boards(4), QUICK), BEN, WBRIDGE5, BEN, WBRIDGE5))
    said = {meaning for each in ended for meaning in each.board.meanings if meaning is not None}
    assert {(each.text, each.alerted) for each in said} == {("12-14 balanced", False), ("artificial", True)}


def test_a_board_that_everybody_passes_ends_with_the_times() -> None:
    async def passed_out() -> tuple[list[Client], list[EndedBoard]]:
        async with managing(SessionPlan(some_boards(2), QUICK)) as running:
            clients = [running.client(seat) for seat in Seat]
            for client in clients:
                client.calls = -1
            await running.play(*clients)
            return clients, list(running.session.rooms[0].table.state.ended)

    clients, ended = asyncio.run(passed_out())
    assert [each.board.is_passed_out for each in ended] == [True, True]
    first = clients[0].got
    assert [line.split(" ")[0] for line in first[2:10]] == [
        *("Start", "Board", "North's", "East", "South", "West", "Timing", "Start"),
    ]


# Who sees what

CARD = re.compile(r"\b([2-9TJQKA])([CDHS])\b")
CALL = re.compile(r"bids [1-7](C|D|H|S|NT)\b.*")


def cards_named(line: str) -> CardSet:
    """Every card that a line tells."""
    if "cards : " in line:
        holdings = line.split(" : ")[1].split(".")[:4]
        return CardSet.of(
            Card.parse(f"{suit}{rank}")
            for suit, *ranks in map(str.split, holdings)
            for rank in ranks
            if rank != "-"
        )
    return CardSet.of(Card.parse(f"{suit}{rank}") for rank, suit in CARD.findall(CALL.sub("", line)))


def visible(board: Board, seat: Seat, cards: int) -> CardSet:
    """What a seat may know after so many cards: an answer of its own, from its view."""
    play = board.play
    if play is None or not cards:
        blank = Board(board.number, board.dealer, board.vul, board.deal, Auction(board.dealer))
        return SeatView.of(blank, seat).hand
    partial = replace(board, result=None, play=Play(play.start, play.strain, play.leader, play.cards[:cards]))
    view = SeatView.of(partial, seat)
    return view.hand | (view.dummy or CardSet()) | CardSet.of(play.cards[:cards])


@pytest.mark.parametrize("seed", range(3))
def test_no_line_tells_a_card_that_its_reader_may_not_see(seed: int) -> None:
    clients, ended = asyncio.run(_played(SessionPlan(some_boards(5, seed), QUICK), BEN, MONITEUR, BARE, GIB))
    compared = 0
    for client in clients:
        place, cards = -1, 0
        for direction, line in client.said_and_heard:
            if line == "Start of board":
                place, cards = place + 1, 0
            if " plays " in " ".join(line.split()):
                cards += 1
            if direction == "<" and place >= 0 and (told := cards_named(line)):
                assert told <= visible(ended[place].board, client.seat, cards), (client.seat, line)
                compared += 1
    assert compared > 4 * 5  # every player was told its hand on every board


def test_the_check_of_lines_would_notice_dummy_before_the_lead_and_a_card_before_it_is_played() -> None:
    _, ended = asyncio.run(_played(SessionPlan(some_boards(3), QUICK), *(BEN,) * 4))
    board = next(each.board for each in ended if each.board.play is not None)
    assert board.contract is not None
    assert board.play is not None
    leader, dummy, cards = board.contract.declarer.lho, board.contract.dummy, board.play.cards
    assert not board.deal[dummy] <= visible(board, leader, 0)
    assert board.deal[dummy] <= visible(board, leader, 1)
    third = cards_named(f"{leader.partner.word} plays {cards[2].rank}{cards[2].suit}")
    assert len(third) == 1
    assert not third <= visible(board, leader, 2)
    assert third <= visible(board, leader, 3)


# Matches


def test_two_tables_at_once_play_the_same_boards_with_the_teams_the_other_way() -> None:
    async def match() -> Sheet:
        async with managing(SessionPlan(some_boards(3), QUICK, is_match=True)) as running:
            teams = [running.client(seat, team, seed=7) for team in ("Ben", "Moniteur") for seat in Seat]
            await running.play(*teams)
            assert [client.boards for client in teams] == [3] * 8
            return sheet_of(running.session.logged)

    sheet = asyncio.run(match())
    assert sheet.names == {Team.A: "Ben", Team.B: "Moniteur"}
    assert [len(line.sittings) for line in sheet.lines] == [2, 2, 2]
    assert all(line.imps is not None for line in sheet.lines)
    seated = {(record.tag("Room"), record.tag("North")) for record in sheet.records()}
    assert seated == {("Open", "Ben"), ("Closed", "Moniteur")}
    assert sheet.imps is not None
    assert sheet.imps.interval is not None


def test_eight_players_of_one_name_find_their_seats() -> None:
    async def match() -> list[Client]:
        async with managing(SessionPlan(some_boards(1), QUICK, is_match=True)) as running:
            clients = [running.client(seat, "same") for _ in range(2) for seat in Seat]
            await running.play(*clients)
            return clients

    assert [client.boards for client in asyncio.run(match())] == [1] * 8


def test_four_players_alone_replay_the_boards_with_the_seats_turned() -> None:
    boards = some_boards(3)

    async def match() -> tuple[list[Client], Sheet]:
        async with managing(SessionPlan(boards, QUICK, is_turned=True)) as running:
            clients = [running.client(seat) for seat in Seat]
            await running.play(*clients)
            return clients, sheet_of(running.session.logged)

    clients, sheet = asyncio.run(match())
    assert [client.boards for client in clients] == [6] * 4
    for board, line in zip(boards, sheet.lines, strict=True):
        first, again = line.sittings
        assert (first.board.deal, again.board.deal) == (board.deal, board.deal)
        assert first.ended.board.deal[Seat.NORTH] == again.ended.board.deal[Seat.EAST]
        assert again.score_ns == -again.ended.score_ns


def test_a_board_turned_there_and_back_is_the_same() -> None:
    _, ended = asyncio.run(_played(SessionPlan(some_boards(2), QUICK), *(BEN,) * 4))
    assert len(ended) == 2
    for each, places in product(ended, (1, 2, 3, -1)):
        assert rotated(rotated(each.board, places), -places) == each.board


def _lowest(file: Path, view: SeatView) -> Act:
    """Pass and play low, and write down in which process."""
    with file.open("a") as written:
        written.write(f"{os.getpid()}\n")
    return CustomRobot(lambda view: (Call.PASS, None), lambda view: min(view.legal_cards)).act(view, False)


def test_robots_of_two_rooms_think_in_two_worker_processes(tmp_path: Path) -> None:
    async def played() -> int:
        with closing(Pool(2, waiting=0, seconds=PATIENCE)) as robots:
            await robots.warm_up()
            plan = SessionPlan(some_boards(4), QUICK, is_match=True, house=tuple(Seat))
            file = tmp_path / "processes"
            session = Session(plan, MemoryLog(), lambda view: robots.run(_lowest, file, view))
            await asyncio.wait_for(session.run([], lambda ports: None, lambda room: None), PATIENCE)
            return sum(len(room.table.state.ended) for room in session.rooms)

    assert asyncio.run(played()) == 8
    processes = set(map(int, (tmp_path / "processes").read_text().split()))
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_robots_of_the_house_fill_the_seats_that_they_are_given() -> None:
    async def half() -> tuple[list[Client], list[EndedBoard]]:
        plan = SessionPlan(some_boards(2), QUICK, house=(Seat.EAST, Seat.WEST))
        async with managing(plan) as running:
            clients = [running.client(seat, "Ben") for seat in (Seat.NORTH, Seat.SOUTH)]
            await running.play(*clients)
            return clients, list(running.session.rooms[0].table.state.ended)

    clients, ended = asyncio.run(half())
    assert [client.boards for client in clients] == [2, 2]
    assert clients[0].got[1] == 'Teams : N/S : "Ben" E/W : "overtrick"'
    east_west = [call for each in ended for seat, call in each.board.auction or () if seat.side == 1]
    assert set(east_west) == {Call.PASS}
