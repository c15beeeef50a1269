"""Anything may be given to the readers of LIN and of links: nothing but `FormatError` comes out."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats import handviewer, lin
from overtrick.formats.lin import notation, reader
from overtrick.formats.lin.reader import LONGEST_BOARD
from overtrick.formats.record import FormatError, Record, Remark
from tests.endings import IS_SOAK
from tests.work import calls

UGLY = Path(__file__).parent.parent / "data" / "ugly"
SAMPLES = [path.read_bytes() for path in sorted(UGLY.iterdir()) if path.suffix in (".lin", ".url")]
PIECES = [
    *(b"|", b"||", b"\n", b"\r", b"qx|", b"md|", b"vg|", b"pn|", b"mb|", b"pc|XX|", b",,,,", b"\xff\xfe"),
    *(b"rs|PASS,7NNxx+9|", b"sv||", b"an||", b"mc|99|", b"%7C", b"%E9", b"&a=", b"{", b"(", b"-", b"1c"),
]
LONG = 20_000 if IS_SOAK else 10_000
"""Long enough to tell what grows with the length from what grows with its square."""


def read_with(read: str, text: bytes) -> list[Record]:
    """Read bytes as a file; a refusal is no boards."""
    reader = lin.read if read == "lin" else handviewer.read
    try:
        return list(reader(io.BytesIO(text)))
    except FormatError:
        return []


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A sample with pieces cut out, put in, doubled and overwritten."""
    text = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 8))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 60)))
        other = draw(st.integers(0, len(text)))
        copied = st.just(bytes(text[other : other + 90]))
        text[first:last] = draw(st.sampled_from(PIECES) | st.binary(max_size=4) | copied)
    return bytes(text)


@given(mutations())
def test_a_damaged_sample_is_read_or_refused(text: bytes) -> None:
    for format in ("lin", "url"):
        for record in read_with(format, text):
            assert lin.lost(record) is not None
            assert handviewer.lost(record) is not None


@given(mutations())
def test_a_damaged_sample_written_and_read_again_is_the_same(text: bytes) -> None:
    records = read_with("lin", text)
    carried = [record for record in records if not lin.lost(record)]
    file = io.BytesIO()
    lin.write(carried, file)
    assert read_with("lin", file.getvalue()) == carried


def read_carefully(text: bytes) -> list[Record]:
    """Read pair by pair, call by call and card by card."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notation, "_whole_pairs", lambda line, number: None)
        patch.setattr(reader, "_played_at_once", lambda play, pairs: None)
        return read_with("lin", text)


def facts(records: list[Record]) -> list[tuple[Record, tuple[Remark, ...]]]:
    return [(record, record.remarks) for record in records]


@given(mutations())
def test_the_quick_way_reads_what_the_careful_way_does(text: bytes) -> None:
    assert facts(read_with("lin", text)) == facts(read_carefully(text))


@given(st.binary(max_size=300))
def test_random_bytes_are_read_or_refused(text: bytes) -> None:
    for format in ("lin", "url"):
        read_with(format, text)
        read_with(format, b"md|" + text)
        read_with(format, b"?n=" + text)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join))
def test_random_pieces_are_read_or_refused(text: bytes) -> None:
    for format in ("lin", "url"):
        read_with(format, text)
        read_with(format, b"?a=" + text)


def grows_in_proportion(start: bytes, piece: bytes, end: bytes = b"") -> bool:
    """Is ten times as much read with about ten times the work?"""

    def work(size: int) -> int:
        text = start + piece * (size // len(piece)) + end
        return calls(lambda: [read_with(format, text) for format in ("lin", "url")])

    return work(LONG) < 15 * work(LONG // 10)


VALUES = (b"md|1", b"mb|", b"pc|", b"rs|", b"qx|o1", b"ah|", b"pn|", b"?a=", b"?p=", b"?s=")
CONTENTS = (b"-", b" ", b"1C", b"SA", b",", b"a", b"10", b"x", b"(", b"{", b"\r", b"%7C")


@pytest.mark.parametrize("piece", CONTENTS)
@pytest.mark.parametrize("start", VALUES)
def test_a_very_long_value_is_read_in_linear_time(start: bytes, piece: bytes) -> None:
    assert grows_in_proportion(start, piece)
    assert grows_in_proportion(start, piece, b"|mb|!|")


@pytest.mark.parametrize(
    "piece",
    [b"|", b"||", b"mb|", b"mb|p|", b"mb|-|", b"md|1,,,|", b"nt|x|", b"an|x|", b"vg|", b"rs|P,|", b"zz|y|"],
)
def test_very_many_pairs_are_read_in_linear_time(piece: bytes) -> None:
    assert grows_in_proportion(b"mb|1C|", piece)


@pytest.mark.parametrize("tag", [b"vg", b"rs", b"pn", b"bn"])
def test_a_very_long_head_is_read_once(tag: bytes) -> None:
    head = tag + b"|" + b"P,7," * 1000 + b"|"
    assert grows_in_proportion(head, b"qx|o1|")


LONGER = 1_000_000 if IS_SOAK else 250_000
"""Characters of a value that no board has."""
MOST_CALLS = 4 * LONGER
"""A few for each character: no value is gone over again and again."""
MOST_MEMORY = 16 * LONGER


@pytest.mark.parametrize(
    ("tag", "piece"),
    [
        *((b"md|1", b"SA"), (b"md|1", b"1C"), (b"md|1", b"x,"), (b"mb|", b"1C"), (b"mb|", b"- ")),
        *((b"pc|", b"SA"), (b"nt|", b"a"), (b"rs|", b"x,"), (b"pn|", b"x,"), (b"bn|", b"x,")),
    ],
)
@pytest.mark.parametrize("end", [b"", b"|md|1,,,|sv|o|"], ids=["not closed", "closed"])
def test_a_value_much_longer_than_any_takes_bounded_work_and_memory(
    tag: bytes, piece: bytes, end: bytes
) -> None:
    text = tag + piece * (LONGER // len(piece)) + end
    assert calls(lambda: read_with("lin", text)) < MOST_CALLS
    tracemalloc.start()
    records = read_with("lin", text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(records) <= 2
    assert peak < MOST_MEMORY


def test_a_value_over_very_many_lines_grows_with_them_alone() -> None:
    assert grows_in_proportion(b"md|1,,,|nt|", b"x\n")
    assert grows_in_proportion(b"md|1,,,|nt|x|", b"\n")


def test_a_value_beyond_the_longest_is_cut_and_said_to_be() -> None:
    [record] = read_with("lin", b"md|1,,,|sv|o|nt|" + b"x" * (2 * LONGEST_BOARD))
    assert record.comments == ()
    assert any("longer than" in remark.text for remark in record.remarks)
