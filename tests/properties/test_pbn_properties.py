"""PBN for all boards, and for all bytes: what can be written reads back, and nothing breaks the reader."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Board, Result
from overtrick.formats.record import Comment, FormatError, Record
from tests import strategies as some
from tests.ugly import UGLY, pbn_bytes, read_pbn

SAMPLES = [path.read_bytes() for path in sorted(UGLY.glob("*.pbn"))]
words = st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=20)
names = st.from_regex(r"X[A-Za-z0-9_]{1,10}", fullmatch=True)
comments = st.builds(Comment, words.map(lambda text: text.replace("}", ")").strip() or "x"), st.just(""))


def as_pbn_tells_it(board: Board) -> Board:
    """A board without what says nothing: a result that only repeats a finished auction's contract."""
    settled = board.auction is not None and board.auction.is_over
    says_nothing = settled and board.result is not None and board.result.tricks is None
    result = None if says_nothing and not board.is_passed_out else board.result
    if board.auction is not None and board.auction.is_passed_out:
        result = Result(None)
    calls, cards = board.unread_calls.strip(), board.unread_cards.strip()
    return replace(board, result=result, unread_calls=calls, unread_cards=cards)


@given(
    some.boards(),
    st.lists(st.tuples(names, words), max_size=4, unique_by=lambda tag: tag[0]),
    st.lists(comments),
)
def test_a_record_reads_back_from_its_export(
    board: Board, tags: list[tuple[str, str]], remarks: list[Comment]
) -> None:
    record = Record(as_pbn_tells_it(board), tuple(tags), tuple(remarks))
    exported = pbn_bytes([record, record])
    first, second = read_pbn(exported)
    assert first.board == second.board
    assert str(first.board) == str(replace(record.board, unread_calls=first.board.unread_calls))
    assert sorted(first.tags) == sorted((name, " ".join(value.splitlines())) for name, value in tags)
    assert pbn_bytes([first, second]) == exported


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A sample with pieces cut out, put in or doubled."""
    data = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 5))):
        start, length = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        piece = draw(
            st.binary(max_size=6)
            | st.sampled_from([b"[", b'"', b"{", b"}", b";", b"\n\n", b"#", b"\\", b"^"])
        )
        data = data[:start] + piece + data[start + draw(st.sampled_from([0, length])) :]
    return data


@given(spoilt() | st.binary(max_size=300))
def test_nothing_but_a_format_error_comes_out_of_spoilt_bytes(data: bytes) -> None:
    try:
        records = read_pbn(data)
    except FormatError:
        return
    exported = pbn_bytes(records)
    assert len(read_pbn(exported)) == len(records)
