"""A match: the same boards in two rooms, the same results from the same seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from overtrick import Board, SeatView, Side, dd
from overtrick.bidding.library import find_system
from overtrick.formats import read, write
from overtrick.player import Player
from overtrick.player.likelihood import tables_of
from overtrick.player.manners import choose_by_manners
from overtrick.table.matches import (
    Comparison,
    Configuration,
    Match,
    MatchError,
    Results,
    Role,
    Room,
    Team,
    play_board,
    play_match,
    records,
)
from tests.matches import (
    LITTLE,
    MORE,
    Guesser,
    plain_imps,
    plain_score,
    tricks_of_declarer,
    without_seconds,
)

A, B = Configuration.parse(LITTLE), Configuration.parse(MORE)
MATCH = Match(A, B, seed=2)


@pytest.fixture
def guessing(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of players that do not think, those of A and of B in different ways."""

    def player(self: Configuration, agreements: object, seed: int, threads: int | None = 1) -> Any:
        return Guesser((str(self), seed))

    monkeypatch.setattr(Configuration, "player", player)
    return MATCH


@pytest.fixture(scope="module")
def board_one() -> Comparison:
    """The first board of the match by real players."""
    return play_board(MATCH, MATCH.boards(1)[0])


# Real players


def test_the_same_match_is_played_the_same_way_again(board_one: Comparison) -> None:
    again = list(play_match(MATCH, 1, processes=1))
    assert without_seconds(again) == without_seconds([board_one])
    assert len(board_one.open.turns) > 20


def test_teams_that_change_places_change_only_the_sign(board_one: Comparison) -> None:
    assert board_one.imps != 0
    swapped = play_board(Match(B, A, seed=2), MATCH.boards(1)[0])
    assert swapped.imps == -board_one.imps
    assert (swapped.open.board, swapped.closed.board) == (board_one.closed.board, board_one.open.board)


def test_a_team_against_itself_plays_every_card_alike() -> None:
    match = Match(A, A, seed=3)
    (compared,) = play_match(match, 1, processes=1)
    assert compared.imps == 0
    assert compared.open.board == compared.closed.board
    assert len(compared.open.board.play.cards if compared.open.board.play else ()) > 20


def test_fixed_auctions_and_leads_leave_only_the_play() -> None:
    match = Match(A, B, 2, has_fixed_auctions=True, has_fixed_leads=True)
    compared = play_board(match, match.boards(1)[0])
    rooms = [compared.open.board, compared.closed.board]
    assert rooms[0].auction == rooms[1].auction
    assert rooms[0].meanings == rooms[1].meanings != ()
    agreements = match.agreements(Room.OPEN)
    for board in rooms:
        assert board.play is not None
        assert board.contract is not None
        before = Board(board.number, board.dealer, board.vul, board.deal, board.auction, board.meanings)
        view = SeatView.of(before, board.contract.leader)
        assert (
            board.play.cards[0]
            == choose_by_manners(view, view.legal_cards, tables_of(agreements)[Side.NS]).card
        )
    for played in (compared.open, compared.closed):
        assert {turn.role for turn in played.turns} <= {Role.DECLARER, Role.DEFENCE, Role.CLAIM}


def test_the_tricks_given_away_lead_from_double_dummy_to_the_result(board_one: Comparison) -> None:
    for played in (board_one.open, board_one.closed):
        board, costs = played.board, played.costs
        assert board.contract is not None
        assert board.result is not None
        assert costs is not None
        expected = 13 - dd.tricks(board.deal, board.contract.strain, board.contract.leader)
        assert board.result.tricks == expected + costs.lead + costs.defence - costs.declarer


# Players that do not think


def test_scores_and_imps_are_those_of_the_laws(guessing: Match) -> None:
    boards = list(play_match(guessing, 12, processes=1))
    checked = 0
    for compared in boards:
        for played in (compared.open, compared.closed):
            if (contract := played.board.contract) is None:
                assert played.score_ns == 0
                continue
            tricks = tricks_of_declarer(played.board)
            points = plain_score(contract, tricks, played.board.vul)
            assert played.score_ns == (points if contract.declarer.side is Side.NS else -points)
            checked += 1
        assert compared.imps == plain_imps(compared.open.score_ns - compared.closed.score_ns)
    assert checked >= 18
    assert len({compared.imps for compared in boards}) > 5


def test_the_results_add_up(guessing: Match) -> None:
    results = Results.of(guessing, list(play_match(guessing, 6, processes=1))[::-1])
    assert [each.number for each in results.boards] == [1, 2, 3, 4, 5, 6]
    assert results.won + results.lost + results.flat == 6
    assert len(results.swings) == 6 - results.flat
    assert results.imps is not None
    assert results.imps.total == results.imps_of(Team.A) - results.imps_of(Team.B)
    told = {team: results.figures(team) for team in Team}
    contracts = [each.played(room).board.contract for each in results.boards for room in Room]
    assert sum(each.declared for each in told.values()) == sum(each is not None for each in contracts)
    in_open = [each.open.board for each in results.boards if each.open.board.contract]
    in_closed = [each.closed.board for each in results.boards if each.closed.board.contract]
    of_a = [board for board in in_open if board.contract and board.contract.declarer.side is Side.NS]
    of_a += [board for board in in_closed if board.contract and board.contract.declarer.side is Side.EW]
    assert told[Team.A].declared == len(of_a)
    assert told[Team.A].made == sum(board.result is not None and board.result.is_made for board in of_a)
    costs = (told[Team.A].lead_cost, told[Team.A].defence_cost, told[Team.B].declarer_cost)
    assert [each and each.boards for each in costs] == [told[Team.B].declared] * 3


def test_both_rooms_read_back_from_a_file(guessing: Match) -> None:
    results = Results.of(guessing, list(play_match(guessing, 2, processes=1)))
    file = BytesIO()
    write(records(results), file, "PBN")
    found = list(read(file.getvalue()))
    assert [(record.board.number, record.tag("Room")) for record in found] == [
        *((1, "Open"), (1, "Closed"), (2, "Open"), (2, "Closed"))
    ]
    assert [record.board for record in found] == [
        each.played(room).board for each in results.boards for room in Room
    ]
    assert found[0].tag("North") == found[1].tag("East") == f"A: {LITTLE}"
    assert any(record.board.meanings for record in found)
    imps = results.boards[0].imps
    assert [record.tag("ScoreIMP") for record in found[:2]] == [f"NS {imps}", f"NS {-imps}"]


def test_a_match_goes_on_where_its_file_ends(guessing: Match, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    boards = list(play_match(guessing, 3, whole, 1))
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    cut.write_bytes(b"".join(lines[:2]) + lines[2][:100])  # the machine was switched off
    again = list(play_match(guessing, 3, cut, 1))
    assert without_seconds(again) == without_seconds(boards)
    assert len(cut.read_bytes().splitlines()) == 4
    played = [json.loads(line)["board"] for line in cut.read_bytes().splitlines()[1:]]
    assert played == [1, 2, 3]
    assert cut.read_bytes().startswith(b"".join(lines[:2]))
    assert list(play_match(guessing, 2, cut, 1)) == again[:2]


def test_a_match_goes_on_with_a_file_of_the_release_before(guessing: Match, tmp_path: Path) -> None:
    path, a = tmp_path / "run", Configuration.parse(f"{LITTLE},scoring=contract")
    match = replace(guessing, a=a)
    boards = list(play_match(match, 1, path, 1))
    head, played = path.read_bytes().splitlines(keepends=True)
    assert b"scoring=" in head
    path.write_bytes(head.replace(b"scoring=", b"aim=") + played)
    assert list(play_match(match, 1, path, 1)) == boards


def test_a_file_whose_first_line_was_cut_short_is_begun_again(guessing: Match, tmp_path: Path) -> None:
    system, path = tmp_path / "système", tmp_path / "run"
    copytree(str(find_system("natural")), system)
    match = replace(guessing, a=replace(guessing.a, system=str(system)))
    whole = list(play_match(match, 1, path, 1))
    for length in (0, 1, path.read_bytes().index(b"seed"), path.read_bytes().index(b"\n")):
        path.write_bytes(path.read_bytes()[:length])
        assert without_seconds(list(play_match(match, 1, path, 1))) == without_seconds(whole)


def test_a_file_of_another_match_is_refused(guessing: Match, tmp_path: Path) -> None:
    path = tmp_path / "run"
    list(play_match(guessing, 1, path, 1))
    before = path.read_bytes()
    for other, fault in (
        (Match(A, B, seed=8), "seed 2, not 8"),
        (Match(B, A, seed=2), "is of another match: match"),
        (Match(A, B, 2, has_fixed_leads=True), "fixed_leads False, not True"),
    ):
        with pytest.raises(MatchError, match=fault):
            list(play_match(other, 1, path, 1))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: b"notes of mine\n" + text, "is no file of a match"),
        (lambda text: b"notes of mine", "is no file of a match"),
        (
            lambda text: text.replace(b'"rooms"', b"").replace(b'"open"', b'"opn"'),
            "line 2 of .* cannot be read",
        ),
        (lambda text: text + b"{}\n", "line 3 of .* cannot be read"),
        (
            lambda text: re.sub(b'"score_ns": -?[0-9]+', b'"score_ns": 5', text),
            "does not follow from its result",
        ),
    ],
)
def test_a_file_that_is_damaged_is_left_alone(
    guessing: Match, tmp_path: Path, change: Callable[[bytes], bytes], fault: str
) -> None:
    path = tmp_path / "run"
    list(play_match(guessing, 1, path, 1))
    path.write_bytes(change(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(MatchError, match=fault):
        list(play_match(guessing, 2, path, 1))
    assert path.read_bytes() == before


def test_a_player_that_fails_stops_the_match_and_nothing_is_lost(
    guessing: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run"
    choose = Guesser.choose

    def failing(self: Guesser, view: SeatView) -> Any:
        if view.number == 2 and view.play is not None and len(view.play.cards) > 30:
            raise RuntimeError("cannot count to thirteen")
        return choose(self, view)

    monkeypatch.setattr(Guesser, "choose", failing)
    with pytest.raises(MatchError) as raised:
        list(play_match(guessing, 3, path, 1))
    fault = str(raised.value)
    assert re.fullmatch(
        r"board 2, open room: the robot '[AB]: .*' that sits (North|East|South|West) failed"
        r" when asked for a card \(RuntimeError\): cannot count to thirteen",
        fault,
    )
    assert len(path.read_bytes().splitlines()) == 2
    monkeypatch.setattr(Guesser, "choose", choose)
    assert [each.number for each in play_match(guessing, 3, path, 1)] == [1, 2, 3]


def test_players_that_think_get_a_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[SeatView]()
    guesser = Guesser("nobody")

    def choose(self: Player, view: SeatView) -> Any:
        asked.append(view)
        return guesser.choose(view)

    monkeypatch.setattr(Player, "choose", choose)
    monkeypatch.setattr(Player, "claim", lambda self, view: None)
    match = Match(A, B, 2, has_fixed_auctions=True)
    play_board(match, match.boards(1)[0])
    assert len(asked) == 104
    for view in asked:
        assert set(view.deal.known) <= {view.seat, view.faced_dummy}


def test_a_seed_and_a_number_of_boards_must_be_possible() -> None:
    with pytest.raises(MatchError, match="a seed is a number from 0 up, not -1"):
        Match(A, B, seed=-1)
    with pytest.raises(MatchError, match="at least one board, not 0"):
        list(play_match(MATCH, 0))


def test_more_boards_of_a_match_begin_with_the_same_ones() -> None:
    assert MATCH.boards(5)[:2] == MATCH.boards(2)
    assert len({MATCH.board_seed(number) for number in range(1, 100)}) == 99
