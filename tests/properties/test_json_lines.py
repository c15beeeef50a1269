"""The JSON form carries every record, and nothing breaks its reader or the finding out of formats."""

from __future__ import annotations

import contextlib
import io

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Board
from overtrick.formats import Comment, FormatError, Mark, PbnTable, Record, read, write
from tests import strategies as some
from tests.ugly import UGLY

SAMPLES = [path.read_bytes() for path in sorted(UGLY.iterdir())]
comments = st.builds(Comment, some.sentences, st.sampled_from(["", "Event", "call 1"]))
marks = st.builds(Mark, st.just("card 1"), st.none() | st.integers(0, 255), st.none() | some.sentences)
tables = st.builds(
    PbnTable, some.sentences, some.sentences, st.lists(st.lists(some.sentences).map(tuple)).map(tuple)
)


def in_json(record: Record) -> bytes:
    file = io.BytesIO()
    write([record], file, "JSON")
    return file.getvalue()


@given(
    some.boards(),
    st.lists(st.tuples(some.sentences, some.sentences)),
    st.lists(comments),
    st.lists(marks),
    st.lists(tables, max_size=2),
)
def test_a_record_comes_back_from_json_whole(
    board: Board, tags: list[tuple[str, str]], said: list[Comment], marked: list[Mark], tabled: list[PbnTable]
) -> None:
    record = Record(board, tuple(tags), tuple(said), tuple(marked), tuple(tabled))
    (again,) = read(in_json(record), "JSON")
    assert again == record


@given(st.sampled_from(SAMPLES), st.data())
def test_whatever_bytes_are_given_come_out_as_records_or_a_format_error(
    sample: bytes, data: st.DataObject
) -> None:
    place, length = data.draw(st.integers(0, len(sample))), data.draw(st.integers(0, 30))
    spoilt = sample[:place] + data.draw(st.binary(max_size=8)) + sample[place + length :]
    with contextlib.suppress(FormatError):
        for record in read(spoilt):
            in_json(record)


@given(some.boards(), st.data())
def test_a_spoilt_line_of_json_is_refused_with_its_number(board: Board, data: st.DataObject) -> None:
    line = in_json(Record(board))
    place = data.draw(st.integers(0, len(line)))
    spoilt = line[:place] + data.draw(st.binary(max_size=4)) + line[place + data.draw(st.integers(0, 9)) :]
    with contextlib.suppress(FormatError):
        list(read(spoilt, "JSON"))
