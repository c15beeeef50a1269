"""One way in and one way out, whatever the format."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from overtrick import Deal, deals
from overtrick.formats import FORMATS, FormatError, Record, convert, detect, fingerprint, read, write
from tests.ugly import UGLY

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
PBN = f'[Board "7"]\n[Dealer "S"]\n[Deal "{DEAL}"]\n[North "Ann"]\n'
FORMAT_OF = {kind: name for name, format in FORMATS.items() for kind in format.suffixes}
MISLEADING = {
    "not_rbn.rbn",
    "empty.dup",
    "empty.rbn",
    "empty.pbn",
    "blank.pbn",
}
"""Files whose name says one thing and whose content another, or nothing."""
TIDY = [path for path in sorted(UGLY.iterdir()) if path.name not in MISLEADING]


def in_format(name: str) -> bytes:
    """A full deal in a format."""
    file = io.BytesIO()
    write(read(PBN), file, name)
    return file.getvalue()


@pytest.mark.parametrize("path", TIDY, ids=lambda path: path.name)
def test_a_file_is_known_by_how_it_begins(path: Path) -> None:
    assert detect(path.read_bytes()[:4096], path.name).name == FORMAT_OF[path.suffix]
    if path.name != "digits_on_lines.dup":
        assert detect(path.read_bytes()[:4096]).name == FORMAT_OF[path.suffix]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"A ??:1CPPP\nC 1C:N\n", "RBN"),
        (b"B 7\nA NZ\n", "RBN"),
        (b"H W;AK.Q..:...:\n", "RBN"),
        (b'T Club night\nE Pairs\nS 3:1\n\n[Event "inside"]\n', "RBN"),
        (b'{ "quoted" }\n[Board "1"]\n', "PBN"),
        (b"; see pc|S2| in the other file\n", "LIN"),
        (b'[Event "mb|1C| and H N:AK"]\nH N:AK...\n', "PBN"),
        (b'{"board": 1, "deal": "[x"}', "JSON"),
        (b"01" * 39 + b" " * 50, "BRI"),
        (b"01" * 39 + b"\x03", "DUP"),
    ],
)
def test_the_mark_that_comes_first_decides(head: bytes, name: str) -> None:
    assert detect(head).name == name


def test_the_name_decides_between_formats_that_begin_alike() -> None:
    lines = b"01" * 39 + b"\r\n"
    assert [detect(lines, name).name for name in ("a.dup", "a.bri", "a.pbn")] == ["DUP", "BRI", "BRI"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_carries_a_deal_and_is_known_again(name: str, tmp_path: Path) -> None:
    data = in_format(name)
    path = tmp_path / "boards"
    path.write_bytes(data)
    for source in (data, path, str(path), io.BytesIO(data)):
        (record,) = read(source)
        assert str(record.board.deal) == DEAL
    assert detect(data).name == name


def test_text_and_urls_are_read_as_what_they_are() -> None:
    (record,) = read(PBN)
    assert record.tag("North") == "Ann"
    (link,) = read(in_format("handviewer").decode())
    assert str(link.board.deal) == DEAL


@pytest.mark.parametrize("source", [b"", b" \n", "\n"])
def test_nothing_is_no_file_of_boards(source: str | bytes) -> None:
    with pytest.raises(FormatError, match="there is nothing in it"):
        list(read(source))


def test_what_is_in_no_format_is_refused_and_quoted() -> None:
    with pytest.raises(FormatError, match=r"in none of the formats PBN, .* in 'Dear Ann, how are you"):
        list(read(b"Dear Ann, how are you?"))


@pytest.mark.parametrize("source", [Path("nowhere.pbn"), "nowhere.pbn"])
def test_a_file_that_is_not_there_is_named(source: str | Path) -> None:
    with pytest.raises(FormatError, match=r"cannot read 'nowhere\.pbn'"):
        list(read(source))


def test_a_format_can_be_named_and_a_wrong_name_is_refused(tmp_path: Path) -> None:
    assert write(read(PBN), io.BytesIO(), ".lin").format.name == "LIN"
    with pytest.raises(FormatError, match="'doc' is not a format"):
        write(read(PBN), io.BytesIO(), "doc")
    with pytest.raises(FormatError, match=r"cannot tell the format of .*boards\.doc"):
        write(read(PBN), tmp_path / "boards.doc")


def test_converting_says_what_the_target_cannot_hold(tmp_path: Path) -> None:
    done = convert(PBN, tmp_path / "boards.dup")
    assert (done.format.name, done.boards) == ("DUP", 1)
    assert "North" in done.lost
    assert done.fingerprint == fingerprint([Deal.parse(DEAL)])
    assert convert(PBN, tmp_path / "boards.json").lost == ()


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "boards.dup"
    target.write_bytes(b"before")
    with pytest.raises(FormatError, match="not a full deal"):
        convert('[Board "1"]\n[Deal "N:A... K... Q... J..."]', target)
    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]


def test_the_fingerprint_tells_sets_of_deals_apart() -> None:
    one, other = Deal.parse(DEAL), Deal.parse(DEAL).rotated(1)
    assert fingerprint([one, other]) != fingerprint([other, one])
    assert fingerprint([one]) == fingerprint([one])


@pytest.mark.parametrize("name", ["PBN", "LIN", "RBN", "JSON"])
@pytest.mark.parametrize("boards", [1, 3])
def test_a_file_ends_with_the_fingerprint_of_its_deals_which_is_no_part_of_any_board(
    name: str, boards: int
) -> None:
    records = [Record(board) for board in deals.boards(np.random.default_rng(2), boards)]
    told = fingerprint(record.board.deal for record in records)
    file = io.BytesIO()
    write(records, file, name)
    last = file.getvalue().rstrip().rpartition(b"\n")[2].decode()
    assert (f"Deal set {told}" in last) or last.endswith(f'"deal_set": "{told}"}}')
    again = list(read(file.getvalue()))
    assert [record.board for record in again] == [record.board for record in records]
    assert not any(record.comments or record.escapes or record.remarks for record in again)


def test_keys_that_json_boards_do_not_have_are_named() -> None:
    (record,) = read(in_format("JSON").replace(b'{"board"', b'{"weather": "rain", "board"'))
    assert [str(remark) for remark in record.remarks] == ["line 1: nothing is known of weather: left out"]


def test_a_long_file_is_read_board_by_board() -> None:
    """Only as much of a file is read as the boards that are asked for need."""
    file = io.BytesIO((PBN + "\n").encode() * 10_000)
    records = read(file)
    assert [next(records).board.number for _ in range(100)] == [7] * 100
    assert file.tell() < 60_000


def test_three_thousand_boards_are_read_in_constant_memory() -> None:
    file = io.BytesIO()
    write((Record(board) for board in deals.boards(np.random.default_rng(1), 3_000)), file, "PBN")
    data = file.getvalue()
    assert sum(1 for _ in read(data)) == 3_000  # every holding that is kept for the next time is met
    tracemalloc.start()
    boards = sum(1 for _ in read(io.BytesIO(data)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert boards == 3_000
    assert peak < 200_000 < len(data)
