"""LIN: what is written into it, and what it cannot carry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import (
    Auction,
    Board,
    Claim,
    Contract,
    Meaning,
    Play,
    Result,
    Seat,
    Vul,
)
from overtrick.formats import lin
from overtrick.formats.record import Comment, Mark, PbnTable, Record
from tests.lin_samples import AUCTION, DEAL, NAMES, SAMPLES, read, sample, written


def test_a_board_is_written_as_bbo_writes_it() -> None:
    board = Board(3, Seat.SOUTH, Vul.EW, DEAL, AUCTION, (None, None, Meaning("any", True)))
    contract = Contract.parse("3C by S")
    play = Play.of(DEAL, contract).read("SJ SQ SK S6 D6 D3 DQ DJ").play
    record = Record(replace(board, play=play, claim=Claim(9)), NAMES)
    assert written([record]) == (
        "pn|Sue,Will,Nell,Ed|st||"
        "md|1ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,SKHKJ632DAT962C75|sv|e|ah|Board 3|"
        "mb|p|mb|1S|mb|d!|an|any|mb|p|mb|2C|mb|p|mb|3C|mb|p|mb|p|mb|p|pg||"
        "pc|SJ|pc|SQ|pc|SK|pc|S6|pg||pc|D6|pc|D3|pc|DQ|pc|DJ|pg||mc|9|pg||\n"
    )


def test_several_boards_are_written_with_a_head() -> None:
    rooms = [
        Record(
            Board(7, Seat.SOUTH, Vul.BOTH, DEAL, result=Result.parse("4S by N =")), (*NAMES, ("Room", "Open"))
        ),
        Record(Board(7, Seat.SOUTH, Vul.BOTH, DEAL), (("North", "Nora"), ("Room", "Closed"))),
    ]
    lines = written(rooms).splitlines()
    assert lines[:5] == ["vg|,,,7,7,,,,|", "rs|4SN=,|", "pn|Sue,Will,Nell,Ed,,,Nora,|", "bn|7|", "pg||"]
    assert [line[:6] for line in lines[5:]] == ["qx|o7|", "qx|c7|"]
    assert read(written(rooms)) == rooms


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_written_and_read_again_is_the_same(path: Path) -> None:
    records = sample(path.stem)
    assert records
    assert read(written(records)) == records
    assert [lin.lost(record) for record in records] == [()] * len(records)
    for record in records:
        assert read(written([record])) == [record]


# What is lost


@pytest.mark.parametrize(
    ("record", "phrase"),
    [
        (Record(Board.numbered(1), (("Site", "Oslo"),)), "Site"),
        (Record(Board.numbered(1), (("Room", "Upstairs"),)), "Room"),
        (Record(Board.numbered(1), tables=(PbnTable("ScoreTable", "Rank"),)), "the table ScoreTable"),
        (Record(Board.numbered(1), escapes=("% hello",)), "lines for programs"),
        (Record(Board.numbered(1), comments=(Comment("nice", "Event"),)), "comments"),
        (Record(Board.numbered(1), marks=(Mark("card 1", glyph=7),)), "marks on calls and cards"),
        (Record(replace(Board.numbered(1), claim=Claim(3, Seat.EAST))), "who claimed"),
    ],
)
def test_what_lin_cannot_carry_is_named(record: Record, phrase: str) -> None:
    assert lin.lost(record) == (phrase,)


def test_bars_and_commas_in_texts_survive() -> None:
    record = Record(
        replace(Board.numbered(1), auction=Auction.parse("N: 1C"), meanings=(Meaning("a | b, c"),)),
        (("West", "Herman, I"), ("North", "A|B")),
        (Comment("two\nlines | here", "call 1"),),
    )
    assert lin.lost(record) == ()
    assert read(written([record])) == [record]


@pytest.mark.parametrize("last", ["qx", "vg", "pn", "md", "st", "mb", "pc", "pg", "MB", "nt"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_last_line_of_a_text_may_look_like_a_tag(last: str, end: str) -> None:
    board = replace(Board.numbered(1), auction=Auction.parse("N: 1C"))
    text = f"what now?{end}pg{end}{last}"
    record = Record(board, (("LIN_zz", text),), (Comment(text), Comment(text, "call 1")))
    plain = text.replace("\r", "")
    told = Record(board, (("LIN_zz", plain),), (Comment(plain), Comment(plain, "call 1")))
    assert read(written([record])) == [told]
    assert read(written([record, record])) == [told, told]
