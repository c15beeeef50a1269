"""Whatever the text of a system file: read, or refused with a SystemFileError, and with little CPU time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bidding.entries import (
    Place,
)
from overtrick.bidding.errors import SystemFileError
from overtrick.bidding.reading import (
    read_text,
)
from tests.system_texts import SCHENKEN

PIECES = st.sampled_from(
    [
        *(
            "when ",
            "opening",
            "\n",
            "\n  ",
            "\n    ",
            "1NT",
            "2X",
            ": ",
            "15-17 hcp",
            ", ",
            "(",
            ")",
            " or ",
            " not ",
        ),
        *(
            "partner ",
            "bid ",
            "showed ",
            "forcing",
            "is ",
            "strong",
            "alert",
            '"',
            "#",
            "##",
            ">",
            "unless ",
            "if ",
        ),
        *(
            "define ",
            "f(X) = ",
            "5+ X",
            "using ",
            "points = ",
            "include ",
            "system",
            "[",
            "]",
            "for X in SH",
            "n",
            "M",
        ),
        *("\t", "\r", "\0", "♠", "é", "-", "9" * 30),
    ]
)


def reads_or_refuses(text: str) -> None:
    began = time.process_time()
    place = Place("system.bid", 1)
    try:
        read_text(text)
    except SystemFileError as error:
        place = error.place
    lines = text.replace("\r\n", "\n").split("\n")
    assert place.file == "system.bid"
    assert 1 <= place.line <= len(lines)
    assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    assert time.process_time() - began < 5


@given(st.lists(PIECES, max_size=40).map("".join))
def test_pieces_of_the_language_are_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)
    reads_or_refuses(f"when opening\n  1C: {text}")


@given(st.data())
@settings(max_examples=200)
def test_a_system_with_changes_is_read_or_refused(data: st.DataObject) -> None:
    text = SCHENKEN
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(PIECES | st.text(max_size=3)) + text[end:]
    reads_or_refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "when " + "(" * 20_000,
        "when " + "not " * 20_000 + "opening\n 1C: true",
        "when " + "opening, " * 20_000 + "opening\n 1C: true",
        "when " + "opening or " * 20_000 + "opening\n 1C: true",
        "when opening\n" + "  1C: 12+ hcp\n" * 5_000,
        "when opening\n  1C: " + "(" * 5_000,
        "when opening\n  1C: true\n    is " + "a, " * 20_000 + "a",
        "> a\n" * 50_000,
        "\n" * 200_000,
        '"#' * 100_000,
        "x" * 2_000_000,
    ],
    ids=lambda text: repr(text[:24]),
)
def test_large_files_take_bounded_time(text: str) -> None:
    began = time.process_time()
    message = ""
    try:
        read_text(text)
    except SystemFileError as error:
        message = str(error)
    assert len(message) < 1_000
    assert time.process_time() - began < 20
