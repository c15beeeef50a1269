"""Systems in folders: their files, the systems beneath them, and reading them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.bidding import load
from overtrick.bidding.entries import Place, Sheet
from overtrick.bidding.errors import BiddingError, SystemFileError
from overtrick.bidding.reading import (
    Points,
    find_system,
    known_systems,
    read_sheet,
    read_sheets,
    read_text,
)
from overtrick.hands import Kind
from overtrick.hands.reading import read
from overtrick.hands.terms import All
from overtrick.hands.terms import Not as NotSo
from tests.system_texts import write_folder

# Files and systems beneath


def test_other_files_are_read_in_place() -> None:
    sheet = read_text(
        "include a\ninclude b\nwhen opening\n  pass: true",
        files={"a": "## A\ndefine good = 13+ hcp\nwhen seat 1\n  1C: good", "b": "when seat 2\n  1D: true"},
    )
    assert [str(each.place) for each in sheet.blocks] == [
        "a.bid, line 3",
        "b.bid, line 1",
        "system.bid, line 3",
    ]
    assert sheet.includes == ((Place("system.bid", 1, 9), "a.bid"), (Place("system.bid", 2, 9), "b.bid"))
    assert "good" in sheet.vocabulary.definitions


def test_a_system_beneath_counts_points_as_the_one_above(tmp_path: Path) -> None:
    write_folder(
        tmp_path / "low", system="system low\npoints = hcp\nwhen opening\n  1C: 12+ points\n    is low_club"
    )
    top = write_folder(
        tmp_path / "top",
        system="system top\nwords openbid\ndefine bonus = [balanced]\npoints = TOTALPTS + bonus\nuses low\n"
        "when partner showed low_club\n  pass: true",
    )
    sheets = read_sheets(top)
    assert [sheet.name for sheet in sheets] == ["top", "low"]
    assert sheets[0].below == ("low",)
    points = [sheet.vocabulary.definitions["points"] for sheet in sheets]
    assert points[0] is points[1]
    alone = read_sheet(tmp_path / "low").vocabulary.definitions["points"]
    assert alone is not points[0]
    given = read_sheet(tmp_path / "low", Points("losers")).vocabulary.definitions["points"]
    assert given.body == read("losers", sheets[0].vocabulary, Kind.NUMBER)


def test_points_may_be_defined_as_well() -> None:
    assert read_text("define points = losers").vocabulary.definitions["points"].body == read(
        "losers", read_text("").vocabulary, Kind.NUMBER
    )


def test_systems_are_found_by_name_and_by_folder(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "mine", system="system mine")
    assert find_system(folder) == find_system(folder / "system.bid") == folder
    with pytest.raises(BiddingError, match=r"there is no system 'no such': expected a folder with a file"):
        find_system("no such")
    with pytest.raises(BiddingError, match="there is no system"):
        find_system("a\0b")


def every_shipped_sheet() -> list[Sheet]:
    return [sheet for name in known_systems() for sheet in read_sheets(name)]


def test_contexts_of_every_system_read_back_from_their_own_text() -> None:
    sheets = every_shipped_sheet()
    names = {name.name for sheet in sheets for name in sheet.conventions}
    tags = {
        tag.name for sheet in sheets for each in sheet.blocks for entry in each.entries for tag in entry.tags
    }
    rest = "\n".join(
        (
            *(f"convention {name} on" for name in names),
            "when opening\n  1C: true",
            *(f"    is {tag}(S, H, D, C)" for tag in tags),
        )
    )
    blocks = [each for sheet in sheets for each in sheet.blocks]
    texts = (f"when {found.text}\n  pass: true\n" for found in blocks)
    again = read_text(f"{''.join(texts)}{rest}").blocks
    assert len(again) == len(blocks) + 1
    for found, other in zip(blocks, again, strict=False):
        assert other.when == found.when, found.text


def test_conditions_of_every_system_read_back_from_their_own_text() -> None:
    for sheet in every_shipped_sheet():
        for each in (entry for found in sheet.blocks for entry in found.entries):
            condition, *unless = each.text.split(" unless ", 1)
            letters = {*"MmXYZW", "OM", "Om"}
            term = read(condition, sheet.vocabulary, suits=letters)
            if unless:
                term = All((term, NotSo(read(unless[0], sheet.vocabulary, suits=letters))))
            assert term == each.shows


# Faults


def test_a_folder_has_to_say_what_the_system_is_called(tmp_path: Path) -> None:
    for text in ("", "when opening\n  1C: true"):
        (tmp_path / "system.bid").write_text(text)
        with pytest.raises(
            SystemFileError, match="line 1, column 1: expected a line such as 'system natural"
        ):
            read_sheet(tmp_path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemFileError, match=r"there is no file system\.bid"):
        read_sheet(tmp_path)
    (tmp_path / "system.bid").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(SystemFileError, match=r"cannot read system\.bid: it is not UTF-8 text"):
        read_sheet(tmp_path)


def test_systems_that_use_each_other_are_refused(tmp_path: Path) -> None:
    a = write_folder(tmp_path / "a", system="system a\nuses b")
    write_folder(tmp_path / "b", system="system b\nuses a")
    with pytest.raises(SystemFileError, match=r"^b/system\.bid, line 2, column 6: a uses itself by way of b"):
        read_sheets(a)
    c = write_folder(tmp_path / "c", system="system c\nuses c")
    with pytest.raises(SystemFileError, match=r"^c/system\.bid, line 2, column 6: c uses itself in"):
        read_sheets(c)


def test_faults_and_places_name_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "low", system="system low\ninclude more", more="when opening\n  1Q: true")
    top = write_folder(tmp_path / "top", system="system other\nuses low")
    with pytest.raises(SystemFileError, match=r"^low/more\.bid, line 2, column 3: expected a call") as caught:
        read_sheets(top)
    assert caught.value.place == Place("low/more.bid", 2, 3)
    monkeypatch.chdir(tmp_path / "low")
    for folder in (".", "../low", "system.bid"):
        with pytest.raises(SystemFileError, match=r"^low/more\.bid, line 2, column 3: "):
            read_sheets(folder)
    (top / "system.bid").write_text("system top\ninclude a")
    (top / "a.bid").write_text("define f = 3\nconvention c on\nconvention c on")
    with pytest.raises(SystemFileError, match=r"^top/a.*: c is a convention already: see top/a\.bid, line 2"):
        read_sheets(top)
    (top / "a.bid").write_text("define f = 3\ndefine f = 4")
    with pytest.raises(SystemFileError, match=r"^top/a.*: 'f' is defined already: see top/a\.bid, line 1"):
        read_sheets(top)
    (top / "a.bid").write_text("when partner showed foo\n  1C: true")
    with pytest.raises(SystemFileError, match=r"^top/a\.bid, line 1, column 21: no entry has the line"):
        read_sheets(top)


# Systems loaded


def test_a_folder_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    low = write_folder(tmp_path / "low", system="system low\nwhen opening\n  1C: true")
    top = write_folder(
        tmp_path / "top", system="system top\nuses low\ninclude a", a="when seat 1\n  1D: true"
    )

    def calls() -> list[str]:
        return [str(rule.entry.call.call) for rule in load(top).rules]

    first = load(top)
    assert calls() == ["1D", "1C"]
    assert load(top) is first
    assert load(str(top)).name == "top"
    (top / "a.bid").write_text("when seat 1\n  1H: true")
    assert calls() == ["1H", "1C"]
    (low / "system.bid").write_text("system low\nwhen opening\n  1S: true")
    assert calls() == ["1H", "1S"]
    assert load("natural") is load("natural")


def test_a_convention_is_switched_with_true_or_false_only() -> None:
    assert load("natural", {"stayman": False}).switches["stayman"] is False
    for value in ("off", 0, None):
        with pytest.raises(BiddingError, match=f"stayman is switched with True or False, not with {value!r}"):
            load("natural", {"stayman": value})  # type: ignore[dict-item]


def test_a_system_is_named_or_a_folder() -> None:
    with pytest.raises(BiddingError, match="expected the name of a system or a folder, not a int"):
        load(5)  # type: ignore[arg-type]


def test_a_convention_may_override_one_beneath(tmp_path: Path) -> None:
    write_folder(tmp_path / "low", system='system low\nconvention a "low" on\nwhen opening\n  1C: true')
    top = write_folder(tmp_path / "top", system='system top\nuses low\nconvention a "top" off')
    assert load(top).switches == {"a": False}
