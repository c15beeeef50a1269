"""IMPs between two rooms, forfeits, par and the tags of records: each to the team that earned it."""

from __future__ import annotations

from overtrick import Call, Seat, Side
from overtrick.cli.table_session import sitting_words
from overtrick.protocol.manager import SessionPlan
from overtrick.protocol.manager.results import ResultsReader
from overtrick.protocol.manager.session_log import log_forfeit
from overtrick.scoring import imps
from overtrick.table import board_par
from overtrick.table.matches import Team
from tests.protocol_sessions import begun, pass_out, play_out, sheet_of, some_boards

(BOARD,) = some_boards(1)


def test_what_is_won_in_the_open_room_is_the_first_team_s() -> None:
    _, (first, second) = begun("open", "closed", boards=[BOARD], is_of_match=True)
    score = play_out(first, BOARD)
    pass_out(second, BOARD)
    assert score
    sheet = sheet_of([first, second])
    assert sheet.lines[0].imps == imps(score)
    told = imps(score)
    assert [record.tag("ScoreIMP") for record in sheet.records()] == [f"NS {told}", f"NS {-told}"]
    assert [record.tag("Score") for record in sheet.records()] == [f"NS {score}", "NS 0"]
    assert sheet.imps is not None
    assert sheet.imps.interval is None  # of one board


def test_what_is_won_in_the_closed_room_is_the_second_team_s() -> None:
    _, (first, second) = begun("open", "closed", boards=[BOARD], is_of_match=True)
    pass_out(first, BOARD)
    score = play_out(second, BOARD)
    sheet = sheet_of([first, second])
    assert sheet.lines[0].imps == imps(-score)
    winner, loser = (Team.A, Team.B) if score < 0 else (Team.B, Team.A)
    assert (sheet.imps_of(winner), sheet.imps_of(loser)) == (abs(imps(score)), 0)


def test_the_match_stands_as_the_sheet_says_board_by_board() -> None:
    boards = some_boards(8)
    _, (first, second) = begun("open", "closed", boards=boards, is_of_match=True)
    collected, compared = ResultsReader(), 0
    for number, board in enumerate(boards):
        play_out(first if number % 2 else second, board)
        collected.take([first, second])
        pass_out(second if number % 2 else first, board)
        collected.take([first, second])
        sheet = collected.sheet()
        assert collected.won == {team: sheet.imps_of(team) for team in Team}
        compared += 1
    assert compared == 8
    assert all(collected.won.values())


def test_who_forfeits_in_the_closed_room_sits_the_other_way_there() -> None:
    _, (first, second) = begun("open", "closed", boards=[BOARD], is_of_match=True)
    play_out(first, BOARD)
    second.table.deal(BOARD)
    log_forfeit(second.table, Side.NS)
    for seat in BOARD.dealer.clockwise():
        second.table.call(seat, Call.PASS)
    collected = ResultsReader()
    *_, last = collected.take([first, second])
    (line,) = (sheet := collected.sheet()).lines
    assert line.sittings[1].forfeited_by is Team.B
    assert line.imps == 3
    words = sitting_words(sheet, last, collected.won)
    assert words == "Board 1, closed room: forfeited by EW, +3 IMPs to NS (NS 3, EW 0)"


def test_one_table_is_compared_with_par() -> None:
    _, kept = begun("open", boards=[BOARD])
    pass_out(kept[0], BOARD)
    (line,) = sheet_of(kept, against_par=True).lines
    par = board_par(kept[0].table.state.ended[0]).score_ns
    assert par
    assert line.imps == imps(-par)
    assert sheet_of(kept).lines[0].imps is None


def test_robots_of_the_house_stay_with_their_team_at_the_second_table() -> None:
    first, second = SessionPlan((BOARD,), is_match=True, house=(Seat.NORTH, Seat.SOUTH)).rooms()
    assert set(first.house) == {Seat.NORTH, Seat.SOUTH}
    assert set(second.house) == {Seat.EAST, Seat.WEST}
