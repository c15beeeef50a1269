"""What stands around the story of an RBN board: headings, comments, strange lines; and what is lost."""

from __future__ import annotations

import io

import pytest

from overtrick import (
    Auction,
    Board,
    Deal,
    Meaning,
    Seat,
    Vul,
)
from overtrick.formats import rbn
from overtrick.formats.record import Comment, FormatError, Mark, PbnTable, Record
from tests.rbn_samples import DEAL, HANDS, one, remarks, told, written
from tests.ugly import UGLY

# Headings


@pytest.mark.parametrize(
    ("line", "tags"),
    [
        ("D 19861209", {"Date": "1986.12.09"}),
        ("D 1986", {"Date": "1986.??.??"}),
        ("D 198612", {"Date": "1986.12.??"}),
        ("D 19861209:203000", {"Date": "1986.12.09", "Time": "20:30:00"}),
        ("D 1986120911", {"Date": "1986.12.09", "RBN_D": "1986120911"}),
        ("D C1950", {"Date": "1950.??.??", "RBN_D": "C1950"}),
        ("D yesterday", {"RBN_D": "yesterday"}),
        ("T Title:Author", {"RBN_T": "Title:Author"}),
        ("L Rome", {"Site": "Rome"}),
        ("L Rome:Hotel::Bar", {"Site": "Rome, Hotel:Bar", "RBN_L": "Rome:Hotel::Bar"}),
        ("E Two:: colons", {"Event": "Two: colons"}),
        ("S 2", {"Stage": "Session 2"}),
        ("S R16", {"Stage": "Round of 16"}),
        ("S S:3", {"Stage": "Semifinal, segment 3", "RBN_S": "S:3"}),
        ("F X:Butler", {"Scoring": "IMP;Butler"}),
        ("F X", {"Scoring": "IMP;Cross"}),
        ("F I:1952", {"Scoring": "IMP;1952"}),
        ("F my own way", {"Scoring": "my own way"}),
        ("K Smith:Jones", {"HomeTeam": "Smith", "VisitTeam": "Jones"}),
        ("K A:B:10:-2.5", {"HomeTeam": "A", "RBN_K": "A:B:10:-2.5", "VisitTeam": "B"}),
        ("N A+B:C+D:O", {"West": "C", "North": "A", "East": "D", "South": "B", "Room": "Open"}),
        ("N :Jan+Joe:C", {"West": "Jan", "East": "Joe", "Room": "Closed"}),
        ("N +Roth:GIB 4.0:12", {"West": "GIB 4.0", "East": "GIB 4.0", "South": "Roth", "Table": "12"}),
        ("B 7a", {"Board": "7a"}),
        ("B 15:C", {"RBN_B": "15:C"}),
        ("M ::98776=:!!", {"RBN_M": "::98776=:!!"}),
        ("I some items", {"RBN_I": "some items"}),
    ],
)
def test_a_heading_becomes_tags_and_comes_back_as_it_was(line: str, tags: dict[str, str]) -> None:
    record = one(line)
    assert dict(record.tags) == tags
    assert written(record) == f"{line}\n\n"


@pytest.mark.parametrize("letter", "IBTXMNRCAP")
def test_every_form_of_scoring_has_its_word(letter: str) -> None:
    record = one(f"F {letter}")
    assert len(record.tags[0][1]) > 1
    assert written(record) == f"F {letter}\n\n"


@pytest.mark.parametrize("letter", "FPSQI")
def test_every_stage_has_its_word(letter: str) -> None:
    record = one(f"S {letter}")
    assert len(record.tags[0][1]) > 1
    assert written(record) == f"S {letter}\n\n"


def test_a_board_without_auction_has_the_dealer_of_its_number() -> None:
    assert one("B 7").board == Board.numbered(7)


def test_headings_hold_for_the_records_that_follow_and_the_story_does_not() -> None:
    first, second, third = told("E Cup", "B 1", HANDS, "C 3N:W", "", "B 2", "", "E", "N#", "H")
    assert (first.tag("Event"), second.tag("Event"), third.tag("Event")) == ("Cup", "Cup", None)
    assert (second.board.deal, third.board.deal) == (DEAL, Deal.unknown())
    assert second.board.result is None
    assert third.board.number == 2


def test_what_the_record_before_said_is_not_written_again() -> None:
    text = "E Cup\nB 1\nC 3N:W\n\nB 2\n\nE\nB 3\n\n"
    assert written(*told(*text.split("\n"))) == text


# Comments and strange lines


def test_a_comment_belongs_to_the_line_before_it() -> None:
    text = "{at the start}\nE Cup\n{on the event,\nin two lines}\nB 1\nC 3N:W\n{on the contract}\n\n"
    record = one(*text.split("\n"))
    assert record.comments == (
        Comment("at the start"),
        Comment("on the event,\nin two lines", "Event"),
        Comment("on the contract", "Contract"),
    )
    assert written(record) == text


def test_a_comment_that_stands_alone_belongs_to_the_next_record() -> None:
    first, second = told("B 1", "", "{in between}", "", "B 2")
    assert (first.comments, second.comments) == ((), (Comment("in between"),))


def test_lines_that_are_no_part_of_a_record_are_kept() -> None:
    record = one("B 1", "Generated 3 hands", "Z what", "B 2")
    assert record.tags == (("RBN_?", "Generated 3 hands"), ("RBN_?", "Z what"), ("RBN_?", "B 2"))
    assert "line 4: B is said twice" in remarks(record)
    assert written(record) == "B 1\nGenerated 3 hands\nZ what\nB 2\n\n"


def test_items_may_go_over_several_lines() -> None:
    record = one("B 1", "I one", "and two")
    assert record.tags == (("RBN_I", "one\nand two"),)
    assert written(record) == "B 1\nI one\nand two\n\n"


@pytest.mark.parametrize("text", ['% PBN 2.1\n[Event "x"]', "pn|a,b,c,d|", "\x00\x01\x02"])
def test_what_has_no_label_at_all_is_not_rbn(text: str) -> None:
    with pytest.raises(FormatError, match="not RBN"):
        told(text)


def test_an_empty_file_has_no_records() -> None:
    assert told("") == []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_may_end_in_any_way(ends: str) -> None:
    text = ends.join(("E Cup", "B 1", "", "B 2"))
    assert [record.board.number for record in rbn.read(io.BytesIO(text.encode()))] == [1, 2]


# What is lost


def test_what_rbn_cannot_carry_is_named() -> None:
    record = Record(
        Board.numbered(1),
        tags=(("Event", "Cup"), ("DealId", "x"), ("Date", "soon"), ("South", "a+b")),
        comments=(Comment("blank\n\nline"),),
        marks=(Mark("card 1", glyph=99),),
        tables=(PbnTable("ScoreTable", "Rank"),),
        escapes=("% hello",),
    )
    assert rbn.lost(record) == (
        "DealId",
        "Date",
        "South",
        "comments",
        "marks on calls and cards",
        "the table ScoreTable",
        "lines for programs",
    )


def test_a_claim_by_a_known_player_cannot_be_carried() -> None:
    board = Board.parse("Board 1\nAuction N: 1NT AP\nPlay NT;E;\nClaim 7 by N\nResult 1NT by N =")
    assert rbn.lost(Record(board)) == ("the claim",)


def test_ten_different_notes_are_one_too_many() -> None:
    auction = Auction.parse("N: 1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT")
    board = Board(
        1, Seat.NORTH, Vul.NONE, auction=auction, meanings=tuple(Meaning(f"note {n}") for n in range(10))
    )
    assert rbn.lost(Record(board)) == ("the meanings of calls",)


# Ugly files

RECORDS = {"empty": 0, "everything": 3, "illegal": 5, "latin1": 1, "repeats": 3}


@pytest.mark.parametrize("name", RECORDS)
def test_an_ugly_file_is_read_whole_and_comes_back_the_same(name: str) -> None:
    with (UGLY / f"{name}.rbn").open("rb") as file:
        records = list(rbn.read(file))
    assert len(records) == RECORDS[name]
    assert list(rbn.read(io.BytesIO(written(*records).encode()))) == records
    assert all(rbn.lost(record) == () for record in records)


def test_a_file_of_another_kind_is_refused() -> None:
    with (UGLY / "not_rbn.rbn").open("rb") as file, pytest.raises(FormatError):
        list(rbn.read(file))
