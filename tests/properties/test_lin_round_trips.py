"""LIN written and read again: the same, unless `lost` names what is not."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Board, Contract, Play, Result
from overtrick.formats import handviewer, lin
from overtrick.formats.record import Comment, Record
from tests import strategies as our


def read(text: str) -> list[Record]:
    return list(lin.read(io.BytesIO(text.encode())))


def written(records: list[Record]) -> str:
    file = io.BytesIO()
    lin.write(records, file)
    return file.getvalue().decode()


names = st.text(st.characters(categories=["L", "P"]), min_size=1, max_size=12).filter(
    lambda name: "%" not in name
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A board with what LIN can tell of it, and perhaps what it cannot."""
    tags = [
        (name, draw(names)) for name in ("Event", "West", "North", "East", "South") if draw(st.booleans())
    ]
    tags += draw(st.sampled_from([[], [("Scoring", "IMP")], [("Room", "Open")], [("Room", "Closed")]]))
    tags += [("Stage", draw(names))] if draw(st.booleans()) else []
    tags += [(f"LIN_{tag}", draw(names)) for tag in draw(st.sets(st.sampled_from(["zz", "sk", "3d"])))]
    board = draw(our.boards())
    calls = 0 if board.auction is None else len(board.auction)
    places = ["", *(f"call {turn + 1}" for turn in range(calls))]
    comments = [Comment(text, place) for place in places if (text := draw(our.sentences))]
    return Record(board, tuple(tags), tuple(comments))


@given(records())
def test_what_lin_can_carry_is_the_same_again(record: Record) -> None:
    told = lin.as_told(record)
    [again] = read(written([record]))
    if not lin.lost(record):
        assert again == told
    else:
        assert again != told


@given(st.lists(records(), min_size=2, max_size=4))
def test_several_records_are_the_same_again(several: list[Record]) -> None:
    carried = [lin.as_told(record) for record in several if not lin.lost(record)]
    if len(carried) > 1:
        assert read(written(carried)) == carried


@given(our.boards(), st.data())
def test_the_play_is_the_same_again(board: Board, data: st.DataObject) -> None:
    contract = board.contract or Contract.parse("1NT by S")
    play = Play.of(board.deal, contract)
    for _ in range(data.draw(st.integers(1, 4 * play.start.cards_each))):
        legal = tuple(play.legal_cards)
        if not legal:
            break
        play = play.then(data.draw(st.sampled_from(legal)))
    result = None if board.is_passed_out else Result(contract)
    told = Board(board.number, board.dealer, board.vul, board.deal.completed(), play=play, result=result)
    if not board.is_passed_out:
        [again] = read(written([Record(told)]))
        assert again.board == told


@given(records())
def test_what_a_link_can_carry_is_the_same_again(record: Record) -> None:
    again = handviewer.read_url(handviewer.url_of(record))
    assert (again == lin.as_told(record)) is (not handviewer.lost(record))
