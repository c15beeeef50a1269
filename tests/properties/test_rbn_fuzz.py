"""RBN: what is written is read back, what is not is named, and no input breaks the reader."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from overtrick import Auction, Board, Claim, Deal, Meaning, Play, Result
from overtrick.formats import rbn
from overtrick.formats.record import Comment, FormatError, Mark, PbnTable, Record
from tests import strategies as some
from tests.work import calls

words = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=2, max_size=8)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
ALPHABET = "AHPCRBNEDFSKTLIM0123456789 :;{}#^*!?xXNESWZAKQJT.\n\n-+"


@st.composite
def whole_boards(draw: st.DrawFn) -> Record:
    """A board that RBN can carry whole: its result goes with its auction, its claim with its result."""
    auction = draw(some.auctions(finished=True))
    deal = draw(some.endings())
    contract = auction.contract if auction.is_over else None
    if contract is None:
        result = Result(None) if auction.is_over else None
        return Record(Board(1, auction.dealer, draw(some.vuls), deal, auction, result=result))
    tricks = draw(st.integers(0, 13))
    play = draw(some.played_on(Play.of(deal, contract), 20))
    notes = st.builds(
        Meaning, st.sampled_from(["forcing", "5+ hearts", "", "transfer: spades"]), st.booleans()
    )
    marks = (Mark(f"call {n}", glyph=n) for n in range(1, min(len(auction), 6) + 1))
    card_marks = (Mark(f"card {n}", note="top of nothing") for n in range(1, len(play.cards) + 1, 3))
    board = Board(
        draw(st.none() | st.integers(1, 999)),
        auction.dealer,
        draw(some.vuls),
        deal,
        auction,
        tuple(draw(st.lists(st.none() | notes, max_size=len(auction)))),
        play,
        draw(st.none() | st.just(Claim(tricks))),
        Result(contract, tricks),
    )
    return Record(board, marks=(*marks, *card_marks))


tags = st.fixed_dictionaries(
    {},
    optional={
        "Event": words,
        "Site": words,
        "Date": st.dates().map(lambda day: f"{day:%Y.%m.%d}".rjust(10, "0")),
        "West": words,
        "North": words,
        "East": words,
        "South": words,
        "HomeTeam": words,
        "RBN_T": words,
        "Room": st.sampled_from(["Open", "Closed"]),
        "Scoring": st.sampled_from(["IMP", "MP", "IMP;Cross", "BAM", "my own"]),
        "Stage": st.sampled_from(["Final", "Session 3", "Round of 32", "Last chance"]),
    },
)
comments = st.lists(st.builds(Comment, words, st.sampled_from(["", "Event", "Deal", "Auction"])), max_size=3)


def back(records: list[Record]) -> list[Record]:
    file = io.BytesIO()
    rbn.write(records, file)
    file.seek(0)
    return list(rbn.read(file))


@given(st.lists(st.tuples(whole_boards(), tags), min_size=1, max_size=3))
def test_boards_come_back_whole_after_one_another(told: list[tuple[Record, dict[str, str]]]) -> None:
    records = [replace(record, tags=tuple(tags.items())) for record, tags in told]
    again = back(records)
    assert [record.board for record in again] == [record.board for record in records]
    assert [record.marks for record in again] == [record.marks for record in records]
    assert [dict(record.tags) for record in again] == [dict(record.tags) for record in records]
    assert not any(rbn.lost(record) for record in records)


@given(some.endings(hide=False, min_size=13), st.integers(1, 999), comments)
def test_full_deals_come_back_with_their_comments(deal: Deal, number: int, said: list[Comment]) -> None:
    record = Record(Board.numbered(number, deal), comments=tuple(said))
    (again,) = back([record])
    assert again.board == record.board
    assert sorted(again.comments, key=str) == sorted(said, key=str)


@given(some.deals())
def test_any_hands_come_back(deal: Deal) -> None:
    (again,) = back([Record(Board.numbered(1, deal))])
    assert again.board.deal == deal


@given(
    some.boards(), st.lists(st.tuples(st.sampled_from(["Event", "North", "Score", "RBN_?", "Odd"]), texts))
)
def test_whatever_does_not_come_back_is_named(board: Board, given: list[tuple[str, str]]) -> None:
    record = Record(board, tuple(given), (Comment("x"),), tables=(PbnTable("ScoreTable", "Rank"),))
    missing = rbn.lost(record)
    (again,) = back([record])
    for part, name in (("auction", "the auction"), ("deal", "the deal"), ("result", "the result")):
        assert (getattr(again.board, part) == getattr(board, part)) == (name not in missing)
    assert all((name, value) in again.tags or not value or name in missing for name, value in given)
    assert "the table ScoreTable" in missing


@given(some.boards())
def test_the_cards_the_dealer_and_the_number_are_never_lost(board: Board) -> None:
    missing = rbn.lost(Record(board))
    assert not {"the deal", "the dealer", "the vulnerability", "the board number", "the auction"} & {*missing}


@given(st.text(ALPHABET, max_size=400) | texts | st.binary(max_size=300))
def test_no_input_breaks_the_reader_and_what_it_reads_comes_back(junk: str | bytes) -> None:
    raw = junk if isinstance(junk, bytes) else junk.encode()
    try:
        records = list(rbn.read(io.BytesIO(raw)))
    except FormatError:
        return
    if records:
        again = back(records)
        assert [record.board for record in again] == [record.board for record in records]


@given(
    st.lists(
        st.tuples(st.sampled_from("DTLEFSKNBHACPRMI12"), st.text(ALPHABET[:-4], max_size=40)), max_size=12
    )
)
@example([("L", ":")])
@example([("C", ""), ("C", "")])
@example([("D", "#"), ("D", "0")])
@example([("H", "S"), ("H", "0")])
@example([("P", ""), ("1", "")])
@example([("P", ";")])
@example([("P", "2::")])
@example([("P", ":"), ("P", "0")])
@example([("1", "0"), ("1", "0"), ("P", "0")])
def test_labels_with_any_data_are_read_and_come_back(lines: list[tuple[str, str]]) -> None:
    raw = "\n".join(["B 1", *(f"{label} {' '.join(data.split())}" for label, data in lines)]).encode()
    records = list(rbn.read(io.BytesIO(raw)))
    assert back(records) == records
    assert not any(rbn.lost(record) for record in records)


ENDLESS = {
    "hands": (b"H N:", b"A"),
    "calls": (b"A NZ:", b"1C"),
    "cards": (b"C 3N:W\nP ", b"SA"),
    "comments": (b"B 1\n", b"{x}\n"),
    "an open comment": (b"B 1\n{", b"x\n"),
    "notes": (b"A NZ:1C^1\n", b"1 x\n"),
    "items": (b"I x\n", b"yy\n"),
    "repetitions": (b"B 1\n", b"B 2\n"),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_record_without_end_takes_work_in_proportion(kind: str) -> None:
    start, unit = ENDLESS[kind]
    short, long = (start + unit * size for size in (1_000, 10_000))
    done = calls(lambda: list(rbn.read(io.BytesIO(long))))
    assert done < 15 * calls(lambda: list(rbn.read(io.BytesIO(short))))


def test_an_auction_of_every_call_comes_back() -> None:
    auction = Auction.parse("N: P")
    while not auction.is_over:
        auction = auction.then(auction.legal_calls[min(1, len(auction.legal_calls) - 1)])
        if auction.last_bid is not None and str(auction.last_bid) == "7NT" and len(auction.legal_calls) == 1:
            auction = Auction.parse(f"{auction} AP")
    (again,) = back([Record(Board(1, auction.dealer, Board.numbered(1).vul, auction=auction))])
    assert len(auction) > 100
    assert again.board.auction == auction
