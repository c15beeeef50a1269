"""What a player at a strange table prints and keeps, also where files can hold no more."""

from __future__ import annotations

import json
import os
import signal
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
import typer

from overtrick import Auction, Board, Call, Deal, Meaning, OvertrickError, Result, Seat
from overtrick.cli import seat as seat_command
from overtrick.cli.output import Style
from overtrick.cli.seat import SeatReporter
from overtrick.formats import read
from overtrick.protocol.client import SeatRequest, Setup, Statistics
from overtrick.protocol.client.board import BoardLog, SeatBoard
from overtrick.protocol.client.dialogue import (
    BoardLeft,
    BoardOver,
    Explained,
    Ignored,
    SatDown,
)
from overtrick.protocol.messages import BoardHeader, Teams
from overtrick.table import FileLog, Table
from tests.spec.test_seat_dialogue import PASSED_OUT, PLAYED

PLACE = SeatRequest("bridge.example", 2000, "A", Seat.SOUTH)
FULL = Path("/dev/full")


def teller(log: Path | None = None, save: Path | None = None, as_json: bool = False) -> SeatReporter:
    return SeatReporter(PLACE, Style(as_json=as_json), log=log, save=save)


def seen(board: Board, cards: int = 52) -> SeatBoard:
    """A board as South saw it."""
    assert board.auction is not None
    assert board.number is not None
    known = SeatBoard(Seat.SOUTH, board.number, board.vul, board.deal[Seat.SOUTH], board.auction)
    for card in () if board.play is None else board.play.cards[:cards]:
        known = known.after_card(card)
    return known


def printed(told: SeatReporter, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    out, err = capsys.readouterr()
    return out.splitlines(), err.splitlines()


def test_boards_are_told_as_they_end(capsys: pytest.CaptureFixture[str]) -> None:
    with teller() as told:
        told.tell(SatDown(Seat.SOUTH, "A"))
        for board in (seen(PLAYED), seen(PASSED_OUT), seen(PLAYED, 20)):
            told.tell(BoardOver(board, None))
        told.tell(BoardLeft(7))
        told.end(Statistics(decisions=1, foreseen=2, waited=3.04, saved=4.06))
    out, err = printed(told, capsys)
    assert out[:5] == [
        'South for "A" at bridge.example:2000.',
        "Board 1: 2 notrump by South, made, N/S +120",
        "Board 3: passed out",
        "Board 1 ended before it was played out.",
        "Board 7 was abandoned.",
    ]
    assert out[5].startswith("3 boards in ")
    assert out[5].endswith(" s: 1 decision in 3.0 s; 2 were foreseen, which saved 4.1 s.")
    assert err == []


def test_in_json_boards_and_the_sum_are_objects_and_the_rest_stands_beside(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with teller(as_json=True) as told:
        told.tell(SatDown(Seat.SOUTH, "A"))
        for board in (seen(PLAYED), seen(PASSED_OUT), seen(PLAYED, 20)):
            told.tell(BoardOver(board, None))
        told.tell(BoardLeft(7))
        statistics = Statistics(
            decisions=1, foreseen=2, waited=3.0, saved=4.0, pondered=5, given_up=6, failed=7
        )
        told.end(statistics)
    out, err = printed(told, capsys)
    played, passed, broken, total = map(json.loads, out)
    assert played == {"board": 1, "contract": "2NT by S", "tricks": 8, "score_ns": 120}
    assert passed == {"board": 3, "contract": None, "tricks": None, "score_ns": 0}
    assert broken == {"board": 1, "contract": "2NT by S", "tricks": None, "score_ns": None}
    assert total.pop("seconds") >= 0
    assert total == {
        "boards": 3,
        "abandoned": 1,
        "decisions": 1,
        "foreseen": 2,
        "seconds_waited": 3.0,
        "seconds_saved": 4.0,
        "pondered": 5,
        "given_up": 6,
        "failed": 7,
    }
    assert len(err) == 2


@pytest.mark.parametrize("as_json", [False, True])
def test_a_game_goes_on_when_nobody_reads_what_it_prints(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as broken, pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdout", broken)
        with teller(as_json=as_json) as told:
            told.tell(SatDown(Seat.SOUTH, "A"))
            told.tell(BoardOver(seen(PLAYED), None))
            told.tell(BoardOver(seen(PASSED_OUT), None))
            told.end(Statistics(decisions=1))
    assert capsys.readouterr().err.count("Broken pipe): the game goes on") == 1


def test_boards_that_go_to_no_file_are_not_remembered() -> None:
    with teller() as told:
        told.tell(BoardOver(seen(PLAYED), None))
    assert told._records == []


def test_a_line_that_breaks_does_not_end_the_player() -> None:
    def broken(*args: object) -> None:
        handled.append(signal.getsignal(signal.SIGPIPE))

    handled, before = list[object](), signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        with patch.object(seat_command, "_sit", broken):
            seat_command.seat("South")
    finally:
        signal.signal(signal.SIGPIPE, before)
    assert handled == [signal.SIG_IGN]


def test_who_never_sat_has_no_sum(capsys: pytest.CaptureFixture[str]) -> None:
    with teller(as_json=True) as told:
        told.end(Statistics(decisions=1))
    assert printed(told, capsys) == ([], [])


def test_twenty_remarks_a_board_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with teller() as told:
        for place in range(30):
            told.tell(Ignored(f"remark {place}"))
        told.tell(BoardHeader(1, Seat.NORTH, PLAYED.vul))
        told.tell(Ignored("once more"))
    _, err = printed(told, capsys)
    assert err == [
        *(f"note: remark {place}" for place in range(20)),
        "note: more lines like these are not told",
        "note: once more",
    ]


def test_who_sat_and_decided_nothing_has_no_sum_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with teller() as told:
        told.tell(SatDown(Seat.SOUTH, "A"))
        told.end(Statistics())
    assert printed(told, capsys) == (['South for "A" at bridge.example:2000.'], [])


# Files


def test_lines_are_kept_with_their_time_and_without_what_moves_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("before\n")
    with teller(log=path) as told:
        told.write("< North bids 1NT Alert. \x1b[2J\0é")
        told.tell(Explained(Seat.NORTH, Call.parse("1NT"), Meaning("odd"), read=False))
    before, first, second = path.read_text(encoding="utf-8").splitlines()
    assert before == "before"
    assert float(first[:9]) >= 0
    assert first[9:] == " < North bids 1NT Alert. ?[2J?é"
    assert second[9:] == "   North's 1NT was explained: odd (not understood)"


def test_a_file_of_lines_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_command, "_LONGEST_LOG", 100)
    with teller(log=tmp_path / "lines") as told:
        for _ in range(1000):
            told.write("x" * 40)
    lines = (tmp_path / "lines").read_text().splitlines()
    assert len(lines) == 4
    assert lines[-1] == "more lines are not kept"


@pytest.mark.skipif(not FULL.exists(), reason="there is no such file here")
def test_a_disk_that_is_full_does_not_end_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    with teller(log=FULL) as told:
        told.write("one")
        told.write("two")
    assert printed(told, capsys) == ([], ["note: the lines are no longer kept: No space left on device"])


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OvertrickError, match="cannot write"), teller(log=tmp_path / "no" / "file"):
        pass


def test_boards_are_kept_when_they_are_over_and_a_table_has_one_name(tmp_path: Path) -> None:
    with teller(save=tmp_path / "boards") as told:
        for _ in range(2):
            told.tell(Teams("A", "B"))
        for board in (seen(PLAYED), seen(PASSED_OUT)):
            told.tell(BoardOver(board, None))
    with FileLog(tmp_path / "boards") as log:
        (name,) = log.tables()
        table = Table.resume(log, name)
        (ended,) = table.state.ended
        assert ended.board.deal == PLAYED.deal
        assert [str(each.name) for each in table.settings.occupants] == ["A", "B", "A", "B"]
        assert "board 3, as South saw it: passed out" in "\n".join(map(str, table.entries))


def test_boards_that_cannot_be_kept_do_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(keeper: BoardLog, board: SeatBoard) -> None:
        raise OvertrickError("the disk is full")

    monkeypatch.setattr(BoardLog, "keep", broken)
    with teller(save=tmp_path / "boards") as told:
        told.tell(Teams("A", "B"))
        for _ in range(2):
            told.tell(BoardOver(seen(PASSED_OUT), None))
    out, err = printed(told, capsys)
    assert out[-1] == "Board 3: passed out"
    assert err == ["note: the boards are no longer kept: the disk is full"]


def test_boards_are_written_as_south_knows_them(tmp_path: Path) -> None:
    file, early = tmp_path / "boards.pbn", seen(PLAYED, 20)
    told = SeatReporter(PLACE, Style(), to_file=file)
    with told:
        told.tell(Teams("A", "B"))
        for board in (seen(PLAYED), seen(PASSED_OUT), early):
            told.tell(BoardOver(board, None))
        told.end(Statistics())
    whole, passed, half = read(file)
    assert whole.board == replace(PLAYED, meanings=(), result=seen(PLAYED).result)
    assert [whole.tag(seat.word) for seat in Seat] == ["A", "B", "A", "B"]
    assert passed.board.deal == Deal.of({Seat.SOUTH: PASSED_OUT.deal[Seat.SOUTH]})
    assert (passed.board.auction, passed.board.result) == (PASSED_OUT.auction, Result(None))
    assert half.board.play is not None
    assert half.board.play.cards == early.cards
    assert half.board.deal == Deal.of({Seat.SOUTH: PLAYED.deal[Seat.SOUTH]})


def test_a_board_that_ended_early_is_a_note_without_cards(tmp_path: Path) -> None:
    early = replace(seen(PASSED_OUT), auction=Auction.parse("S: 1NT"))
    with teller(save=tmp_path / "boards") as told:
        told.tell(Teams("", ""))
        told.tell(BoardOver(early, None))
    with FileLog(tmp_path / "boards") as log:
        (name,) = log.tables()
        entries = "\n".join(map(str, Table.resume(log, name).entries))
        assert "board 3, as South saw it: not finished" in entries
        assert "N/S" in entries
        assert "T83" not in entries


# The command


@pytest.mark.parametrize("is_left", [False, True])
def test_who_leaves_says_so_and_either_way_the_sum_is_told(is_left: bool) -> None:
    at_work, before = list[object](), signal.getsignal(signal.SIGTERM)

    class Session:
        def __init__(self, where: SeatRequest, mind: object, *told: object) -> None:
            assert where is PLACE

        async def run(self) -> None:
            at_work.append(signal.getsignal(signal.SIGTERM))
            if is_left:
                raise KeyboardInterrupt

    told = teller()
    with (
        patch.object(seat_command, "Client", Session),
        patch.object(told, "end") as end,
        patch.object(told, "say") as say,
        pytest.raises(typer.Exit) if is_left else nullcontext() as left,
    ):
        seat_command._sit(PLACE, Setup(), True, told)
    assert left is None or left.value.exit_code == 130
    assert [call.args for call in say.call_args_list] == ([("Left the table.",)] if is_left else [])
    assert [call.args for call in end.call_args_list] == [(Statistics(),)]
    assert at_work == [signal.default_int_handler]  # both ways to end it are one
    assert signal.getsignal(signal.SIGTERM) is before
