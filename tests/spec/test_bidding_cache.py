"""The cache of parsed systems: what it gives back, and what it survives."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from overtrick.bidding import BiddingError, SystemFileError, cache, load
from overtrick.bidding.bml import bml
from overtrick.bidding.cache import cache_folder, load_sheets
from overtrick.bidding.entries import Block, Entry, Sheet
from overtrick.bidding.library import EXTRA_NAMES, EXTRA_WORDS, known_systems
from overtrick.bidding.printing import notes
from overtrick.bidding.reading import read_sheets
from overtrick.bidding.system import System
from overtrick.hands import Vocabulary, standard
from overtrick.hands.terms import Definition
from overtrick.hands.writing import written
from overtrick.render import text_document


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.delenv("OVERTRICK_CACHE", raising=False)
    return tmp_path / "caches" / "overtrick"


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A small system of one's own."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "system.bid").write_text("system mine\nwhen opening\n  1C: 12+ hcp, 3+ clubs")
    return tmp_path / "mine"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The systems that were parsed, as they are."""
    found, read = list[object](), cache._read

    def counted(system: str | os.PathLike[str]) -> tuple[Sheet, ...]:
        found.append(system)
        return read(system)

    monkeypatch.setattr(cache, "_read", counted)
    return found


def calls(system: Path) -> list[str]:
    return [str(entry.call.call) for block in load_sheets(system)[0].blocks for entry in block.entries]


# The same system


def same(one: object, other: object) -> Iterator[bool]:
    """Every value of one against the same value of the other, field by field."""
    assert type(one) is type(other)
    if isinstance(one, Entry) and isinstance(other, Entry):
        yield written(one.shows) == written(other.shows)
        yield from same(one.shows, other.shows)
    if isinstance(one, Definition):
        yield one is other
    elif isinstance(one, Vocabulary) and isinstance(other, Vocabulary):
        yield list(one.features.items()) == list(other.features.items())
        yield list(one.names.items()) == list(other.names.items())
        yield list(one.definitions) == list(other.definitions)
        yield from (each is other.definitions[name] for name, each in one.definitions.items())
    elif isinstance(one, tuple) and isinstance(other, tuple):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            yield from same(first, second)
    elif is_dataclass(one):
        if isinstance(one, Block) and isinstance(other, Block):
            yield from same(one.entries, other.entries)
        if isinstance(one, Sheet) and isinstance(other, Sheet):
            yield from same(one.vocabulary, other.vocabulary)
        names = [each.name for each in fields(one) if not each.name.startswith("read_")]
        for name in names:
            yield from same(getattr(one, name), getattr(other, name))
    else:
        yield one == other


@pytest.mark.parametrize("name", known_systems())
def test_what_comes_from_the_cache_is_what_was_parsed(name: str, folder: Path, parsed: list[object]) -> None:
    read, first, again = read_sheets(name), load_sheets(name), load_sheets(name)
    assert parsed == [name]
    for sheets in (first, again):
        compared = list(same(read, sheets))
        assert len(compared) > 1_000
        assert all(compared)
        assert list(map(bml, sheets)) == list(map(bml, read))
        assert text_document(notes(System(sheets))) == text_document(notes(System(read)))


def test_a_system_is_parsed_again_when_a_file_changes(
    system: Path, folder: Path, parsed: list[object]
) -> None:
    assert calls(system) == calls(system) == ["1C"]
    (system / "system.bid").write_text("system mine\ninclude more")
    (system / "more.bid").write_text("when opening\n  1D: true")
    assert calls(system) == calls(system) == ["1D"]
    (system / "more.bid").write_text("when opening\n  1H: true")
    assert calls(system) == calls(system) == ["1H"]
    assert len(parsed) == 3
    assert len(list(folder.iterdir())) == 1


def test_a_system_is_parsed_again_when_one_that_it_uses_changes(system: Path, folder: Path) -> None:
    (system / "system.bid").write_text("system mine\nuses low")
    with pytest.raises(SystemFileError, match="there is no system 'low'"):
        load_sheets(system)
    low = system.parent / "low"
    low.mkdir()
    for call in ("1C", "1D"):
        (low / "system.bid").write_text(f"system low\nwhen opening\n  {call}: true")
        assert str(load_sheets(system)[1].blocks[0].entries[0].call.call) == call


def test_another_version_of_the_program_parses_again(
    system: Path, folder: Path, parsed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_sheets(system)
    monkeypatch.setattr(cache, "_version", lambda: "another")
    assert calls(system) == calls(system) == ["1C"]
    assert len(parsed) == 2


# Files that cannot be used


def damaged(whole: bytes) -> Iterator[bytes]:
    head, _, body = whole.partition(b"\n")
    yield from (
        b"",
        b"\n",
        b"{}",
        b"\xff\xfe\xff",
        whole[:-1],
        whole[:100],
        whole[: len(whole) // 2],
        whole + b" ",
    )
    yield head + b"\n" + body.replace(b"1C", b"1D")
    yield b"0" * 64 + whole[64:]
    yield b"[]\n" + body


def test_a_damaged_file_is_ignored_and_replaced(system: Path, folder: Path, parsed: list[object]) -> None:
    load_sheets(system)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for number, content in enumerate(damaged(whole), 2):
        file.write_bytes(content)
        assert calls(system) == ["1C"]
        assert len(parsed) == number
        assert file.read_bytes() == whole


def test_data_of_another_program_is_ignored(system: Path, folder: Path, parsed: list[object]) -> None:
    load_sheets(system)
    (file,) = folder.iterdir()
    key, whole = file.read_text().split()[0], file.read_bytes()
    for number, body in enumerate(
        ("null", "{}", "[1,2,3]", "[[],[99999]]", '[[],["tuple",7]]', "no JSON"), 2
    ):
        cache._store(file, key, body)
        assert calls(system) == ["1C"]
        assert len(parsed) == number
        assert file.read_bytes() == whole


def test_a_file_that_is_a_folder_is_left_alone(system: Path, folder: Path) -> None:
    load_sheets(system)
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    assert calls(system) == ["1C"]
    assert list(folder.iterdir()) == [file]


def test_a_fault_is_told_each_time_and_leaves_no_file(system: Path, folder: Path) -> None:
    (system / "system.bid").write_text("system mine\nwhen opening\n  1Q: true")
    for _ in range(2):
        with pytest.raises(SystemFileError, match=r"^mine/system\.bid, line 3, column 3: expected a call"):
            load_sheets(system)
    assert not list(folder.iterdir())


def test_old_files_are_removed(system: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_sheets(system)
    (file,) = folder.iterdir()
    for age in range(1, 100):
        (folder / f"{age}.json").write_text("")
        os.utime(folder / f"{age}.json", (10**9 - age, 10**9 - age))
    file.write_text("")
    load_sheets(system)
    assert {each.name for each in folder.iterdir()} == {file.name, *(f"{age}.json" for age in range(1, 64))}


# Folders that cannot be used


def test_the_folder_belongs_to_the_user_alone(system: Path, folder: Path) -> None:
    load_sheets(system)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.stat().st_uid == os.getuid()


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755, 0o701])
def test_a_folder_that_others_may_enter_is_not_used(
    mode: int, system: Path, folder: Path, parsed: list[object]
) -> None:
    load_sheets(system)
    folder.chmod(mode)
    assert calls(system) == calls(system) == ["1C"]
    assert len(parsed) == 3


def test_a_folder_of_somebody_else_is_not_used(
    system: Path, folder: Path, parsed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_sheets(system)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert calls(system) == ["1C"]
    assert len(parsed) == 2


def test_without_a_folder_to_write_a_system_is_parsed(
    system: Path, folder: Path, parsed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.write_text("a file, no folder")
    assert calls(system) == calls(system) == ["1C"]
    monkeypatch.setenv("OVERTRICK_CACHE", "/proc/no such folder")
    assert calls(system) == ["1C"]
    assert len(parsed) == 3


def test_a_full_disk_leaves_no_half_file(system: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text.encode()[:50])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert calls(system) == ["1C"]
    assert not list(folder.iterdir())


# Settings


def test_the_cache_may_be_moved_or_switched_off(
    system: Path, folder: Path, tmp_path: Path, parsed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_folder() == folder
    for off in ("off", "OFF", ""):
        monkeypatch.setenv("OVERTRICK_CACHE", off)
        assert cache_folder() is None
        assert calls(system) == ["1C"]
    assert len(parsed) == 3
    assert not folder.exists()
    monkeypatch.setenv("OVERTRICK_CACHE", str(tmp_path / "other" / "place"))
    load_sheets(system)
    assert len(list((tmp_path / "other" / "place").iterdir())) == 1


def test_a_relative_cache_home_does_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OVERTRICK_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for home in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", home)
        assert cache_folder() == tmp_path / ".cache" / "overtrick"


def test_a_system_that_is_not_there_is_told_as_before(folder: Path) -> None:
    with pytest.raises(BiddingError, match="there is no system 'no such'"):
        load("no such")


# Several processes


_LOAD_OFTEN = """
import sys
from overtrick.bidding import cache
for _ in range(20):
    (sheet,) = cache.load_sheets(sys.argv[1])
    assert str(sheet.blocks[0].entries[0].shows), sheet
    cache._stored = lambda file, key: None
"""


def test_processes_that_write_at_once_leave_a_whole_file(
    system: Path, folder: Path, parsed: list[object]
) -> None:
    words = [sys.executable, "-c", _LOAD_OFTEN, str(system)]
    running = [subprocess.Popen(words, stderr=subprocess.PIPE) for _ in range(4)]
    for each in running:
        _, faults = each.communicate(timeout=180)
        assert each.returncode == 0, faults.decode()
    assert len(list(folder.iterdir())) == 1
    assert calls(system) == ["1C"]
    assert not parsed


def test_the_names_of_extra_words_are_known_without_loading_them() -> None:
    extra = {name for words in EXTRA_WORDS.values() for name in words().definitions}
    assert extra - set(standard().definitions) == EXTRA_NAMES


def test_compiling_a_module_to_byte_code_changes_no_key() -> None:
    cache._version.cache_clear()
    before = cache._version()
    assert '"syntax.py"' in before.replace("'", '"')
    assert "__pycache__" not in before


def test_neither_the_parser_nor_numpy_is_loaded_for_a_cached_system(folder: Path) -> None:
    load_sheets("sayc")
    script = (
        "import sys; from overtrick.bidding import Agreements, load; from overtrick import Auction, CardSet;"
        "from overtrick.bidding.words.calls import call_lines;"
        "choice = Agreements(load('sayc')).bid(CardSet.parse('AKJ75.Q62.K3.874'), Auction.parse('1H P'));"
        "print(*call_lines(choice)); print([name for name in ('lark', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
