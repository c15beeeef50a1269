"""Transcripts of each dialect say what they say in our own form, however their bytes come."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.wire import LineReader, read, write

FOLDER = Path(__file__).parents[1] / "data" / "wire"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))


def lines(path: Path) -> list[tuple[str, str]]:
    """Each line as it was sent, and in our own form."""
    found = list[tuple[str, str]]()
    for line in path.read_text(encoding="ascii").splitlines():
        if line[:1] in "<>":
            sent, _, plain = line[2:].partition(" = ")
            found.append((sent, plain or sent))
    return found


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_read_line_by_line(path: Path) -> None:
    told = lines(path)
    assert len(told) > 5
    for sent, plain in told:
        assert write(read(sent)) == plain


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_transcript_is_the_same_with_any_line_end_byte_by_byte(path: Path, end: str) -> None:
    told, reader, found = lines(path), LineReader(), list[str]()
    for byte in "".join(f"{sent}{end}" for sent, _ in told).encode():
        found += reader.feed(bytes([byte]))
    assert [write(read(line)) for line in found] == [plain for _, plain in told]


def test_messages_without_line_ends_and_one_said_twice_are_told_apart() -> None:
    header = b"Board number 1. Dealer North. Neither vulnerable.\n"
    said = b"Start of BoardStart of Board" + header + b"East to leadDummy to lead\n"
    assert [write(read(line)) for line in LineReader().feed(said)] == [
        "Start of board",
        "Start of board",
        "Board number 1. Dealer North. Neither vulnerable.",
        "East to lead",
        "Dummy to lead",
    ]
