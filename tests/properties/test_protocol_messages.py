"""Messages of the table-manager protocol read back as they were written, and spoilt lines do no harm."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.protocol import LineReader, ProtocolError, messages, read, write
from overtrick.protocol.messages import Message
from tests.endings import IS_SOAK
from tests.protocol_messages import MESSAGES, SAMPLES, spoilt

FUZZED = 10_000 if IS_SOAK else 2_000
KINDS = {
    name
    for name, kind in vars(messages).items()
    if isinstance(kind, type) and issubclass(kind, Message) and getattr(kind, "__final__", False)
}
any_message = st.one_of(*MESSAGES.values())


@given(any_message)
def test_a_message_reads_back_from_its_line(message: Message) -> None:
    line = write(message)
    assert read(line) == message
    assert line.isascii()
    assert line.isprintable()
    assert len(line) < 1000


@given(any_message, st.randoms(use_true_random=False))
def test_neither_case_nor_spacing_matters(message: Message, rng: Random) -> None:
    line = "".join(rng.choice(("\t", "  ", " ")) if letter == " " else letter for letter in write(message))
    assert _without_case(read(f" {line} ")) == _without_case(message)
    loud = read(line.upper())
    assert _without_case(loud) == _without_case(message)
    assert _without_case(read(line.lower())) == _without_case(message)


def _without_case(message: Message) -> str:
    return write(message).casefold()


def test_every_kind_of_message_has_lines_that_the_fuzz_begins_with() -> None:
    assert set(SAMPLES) == set(MESSAGES) == KINDS
    for kind, lines in SAMPLES.items():
        assert [type(read(line)).__name__ for line in lines] == [kind] * len(lines)


@pytest.mark.parametrize("kind", SAMPLES)
def test_many_spoilt_lines_of_each_kind_are_read_or_refused(kind: str) -> None:
    rng, refused = Random(f"wire {kind}"), 0
    for _ in range(FUZZED):
        line = spoilt(rng, rng.choice(SAMPLES[kind]))
        try:
            message = read(line)
        except ProtocolError:
            refused += 1
        else:
            assert read(write(message)) == message
    assert 0 < refused < FUZZED


@given(st.lists(any_message, max_size=8), st.randoms(use_true_random=False))
def test_lines_are_the_same_however_their_bytes_are_cut(messages: list[Message], rng: Random) -> None:
    ends = ("\r\n", "\n", "\r")
    data = "".join(f"{write(message)}{rng.choice(ends)}" for message in messages).encode()
    reader, lines = LineReader(), list[str]()
    while data:
        size = rng.randint(1, 40)
        lines += reader.feed(data[:size])
        data = data[size:]
    assert [read(line) for line in lines] == messages
    assert reader.rest() == []


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_whatever_bytes_come_no_more_than_a_line_is_kept(chunks: list[bytes]) -> None:
    reader = LineReader()
    for chunk in chunks:
        try:
            for line in reader.feed(chunk):
                assert line.strip()
                assert len(line) <= 1000
        except ProtocolError:
            pass
        assert len(reader._kept) <= 1000
