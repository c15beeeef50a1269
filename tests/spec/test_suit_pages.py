"""The pages of the book of suit combinations, and the command that makes, searches and prints it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from overtrick.cli.app import app
from overtrick.core import OvertrickError
from overtrick.render import TextTable
from overtrick.suits.book import Book, build
from overtrick.suits.combination import Combination
from overtrick.suits.pages import combination_page, linked
from overtrick.suits.solution import solve

# Pages


class Balance(HTMLParser):
    """Checks that every tag is closed, and collects links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags = set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


def parsed(page: str) -> Balance:
    parser = Balance()
    parser.feed(page)
    assert parser.open == []
    return parser


def command(*words: str) -> Result:
    return CliRunner().invoke(app, ["encyclopedia", *words])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book of the combinations of 11 cards."""
    return build(tmp_path_factory.mktemp("book") / "eleven.suits", (11,), workers=1)


@pytest.fixture(scope="module")
def site(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("overtrick.cli.encyclopedia.line_text", lambda solution, tricks: "<script>&")
        done = command("export", str(folder), "--filter", "missing=KQ length=11", "--save", str(book.path))
    assert done.exception is None, done.output
    return folder


def test_exported_pages_are_sound_and_link_to_one_another(site: Path) -> None:
    pages = {path.name: parsed(path.read_text(encoding="utf-8")) for path in site.iterdir()}
    assert len(pages) == 2 + 11
    for page in pages.values():
        assert "script" not in page.tags
        assert all(link.startswith("#") or link in pages for link in page.links)
    assert set(pages["missing-KQ-11.html"].links) == set(pages) - {"missing-KQ-11.html"}


def test_nothing_in_a_text_becomes_markup(site: Path) -> None:
    page = (site / "AJT98765432-void.html").read_text(encoding="utf-8")
    assert "<p>&lt;script&gt;&amp;</p>" in page
    assert linked("<td>a &amp; b</td>", {"a & b": 'x"y'}) == '<td><a href="x&quot;y">a &amp; b</a></td>'


def test_a_folder_may_be_exported_to_again_but_not_one_with_other_files(book: Book, site: Path) -> None:
    words = ("export", str(site), "--filter", "missing=KQ length=11", "--save", str(book.path))
    assert command(*words).exception is None
    for name in ("thesis.txt", "index.html"):
        folder = site.parent / f"with-{name}"
        folder.mkdir()
        (folder / name).write_text("mine")
        refused = command("export", str(folder), *words[2:]).exception
        assert isinstance(refused, OvertrickError)
        assert name in str(refused)
        assert (folder / name).read_text() == "mine"


def test_the_grid_of_layouts_adds_up_to_the_chance() -> None:
    solution = solve(Combination.parse("AQT 43"))
    page = combination_page(solution, lambda solution, tricks: "text" if solution.plan(tricks) else None)
    grid = page.blocks[-1]
    assert isinstance(grid, TextTable)
    assert grid.heads == ("West", "East", "Chance", "3 tricks", "2 tricks", "1 trick")
    won = sum(float(row[2].rstrip("%")) for row in grid.rows if row[4] == "wins")
    assert won == pytest.approx(100 * float(solution.goal(2).odds.fraction), abs=0.2)


# The command


def test_show_says_when_there_is_no_book(tmp_path: Path) -> None:
    done = command("show", "AQT", "43", "--save", str(tmp_path / "none"))
    assert "19/25" in done.output
    assert "solved on the spot" in done.output


def test_the_index_finds_combinations_by_their_missing_honours(book: Book) -> None:
    done = command("index", "--missing", "jk", "--length", "11", "--json", "--save", str(book.path))
    records = [json.loads(line) for line in done.output.splitlines()]
    assert len(records) == 20
    assert {(record["missing"], record["cards"]) for record in records} == {("KJ", 11)}
    assert records[0]["goals"][0]["first_plays"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("index", "--missing", "KX"), "'KX' are not honours"),
        (("index", "--length", "12"), "'12' is not a number of cards"),
        (("export", "x", "--filter", "colour=red"), "'colour=red' is not understood"),
        (("build", "--only", "5-3"), "'5-3' is not a number of cards"),
    ],
)
def test_a_wrong_filter_is_quoted(book: Book, words: tuple[str, ...], fault: str) -> None:
    done = command(*words, "--save", str(book.path))
    assert done.exit_code == 2
    assert fault in " ".join(done.output.replace("│", "").split())


@pytest.mark.parametrize("words", [("index",), ("export", "somewhere")])
def test_without_a_book_one_is_told_how_to_make_it(words: tuple[str, ...], tmp_path: Path) -> None:
    done = command(*words, "--save", str(tmp_path / "none"))
    assert "make it with 'overtrick encyclopedia build'" in str(done.exception)
