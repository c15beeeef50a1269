"""``overtrick encyclopedia``: the book of all suit combinations, made, searched and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Json
from overtrick.cli.progress import bar
from overtrick.core import OvertrickError
from overtrick.render import html_document, text_document

if TYPE_CHECKING:
    from overtrick.suits.book import Book, Entry
    from overtrick.suits.combination import Combination
    from overtrick.suits.solution import Solution

__all__ = ["encyclopedia"]

_MANY = 5_000
"""Pages that nobody exports by mistake."""
_TITLE = "Suit combinations"
_OWN_PAGE = re.compile(r"(index|missing-\w+-\d+|([2-9TJQKA]+|void)-([2-9TJQKA]+|void))\.html")

encyclopedia = typer.Typer(
    name="encyclopedia",
    help="The book of all suit combinations: the best chances and first plays of 158,842 of them.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

BookFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="The book; or set OVERTRICK_ENCYCLOPEDIA to its place."),
]
Missing = Annotated[
    str | None,
    typer.Option(metavar="HONOURS", help="Exactly these honours are missing: KJ, or none."),
]
Length = Annotated[
    str | None, typer.Option(metavar="CARDS", help="Cards in the two hands together: 8, or 8-11.")
]


@encyclopedia.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    """The book of all suit combinations: the best chances and first plays of 158,842 of them."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


@encyclopedia.command()
def build(
    file: BookFile = None,
    only: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Only combinations of so many cards: 8-11, or 2,3,9."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve every combination and write the book; a build that was interrupted goes on."""
    from overtrick.suits.book import ALL_CARDS, default_place
    from overtrick.suits.bookmaking import build as made

    cards = list(ALL_CARDS) if only is None else _numbers(only, "--only")
    with bar("solving every combination") as progress:
        book = made(default_place() if file is None else file, cards, progress=progress)
    if as_json:
        output.print_json({"file": str(book.path), "combinations": len(book)})
    else:
        output.print_words(
            f"{book.path}: {len(book):,} combinations, {book.path.stat().st_size / 1000:,.0f} kB"
        )


@encyclopedia.command()
def show(
    holding: Annotated[list[str], typer.Argument(metavar="NORTH SOUTH", help="The two hands: AQT 43.")],
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page instead.")] = None,
    file: BookFile = None,
    as_json: Json = False,
) -> None:
    """The page of one combination: chances, lines, first plays compared, and the layouts that win."""
    from overtrick.suits.book import Entry, record_of
    from overtrick.suits.combination import Combination
    from overtrick.suits.pages import combination_page
    from overtrick.suits.solution import solve

    combination = Combination.parse(" ".join(holding))
    entry = _looked_up(combination, file)
    if as_json:
        output.print_json(_record(entry or Entry.of(combination, record_of(solve(combination)))))
        return
    document = combination_page(solve(combination), _text_of, entry)
    if html is None:
        output.print_words(text_document(document))
    else:
        _write(html, html_document(document))
        output.print_words(f"wrote {html}")


@encyclopedia.command()
def index(
    missing: Missing = None, length: Length = None, file: BookFile = None, as_json: Json = False
) -> None:
    """What is in the book, by missing honours and number of cards; with a filter, every combination."""
    from overtrick.suits.pages import group_page, overview_page

    book = _book(file)
    chosen = _chosen(book, missing, length)
    if as_json:
        for entry in book.entries(chosen):
            output.print_json(_record(entry))
    elif not chosen:
        output.print_words("No combination of the book is like that.")
    elif missing is None and length is None:
        output.print_words(text_document(overview_page(_TITLE, chosen)))
    else:
        output.print_words(text_document(group_page(_TITLE, book.entries(chosen))))


@encyclopedia.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder, or one exported to before.")],
    filters: Annotated[
        str, typer.Option("--filter", metavar="WHAT", help="Which combinations: 'missing=KJ length=8'.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help=f"Even more than {_MANY:,} pages.")] = False,
    file: BookFile = None,
    as_json: Json = False,
) -> None:
    """Write pages of the book as a folder of HTML files that need neither scripts nor a network."""
    from overtrick.suits.canonical import chapter_size

    book = _book(file)
    chosen = _chosen(book, **_filters(filters))
    pages = sum(map(chapter_size, chosen))
    if not pages:
        raise OvertrickError(f"no combination of {str(book.path)!r} is like {filters!r}")
    if pages > _MANY and not everything:
        raise OvertrickError(
            f"that is {pages:,} pages: choose fewer with --filter 'missing=KJ length=8', or say --all"
        )
    _check_folder(folder)
    with bar("writing pages") as progress:
        _export(folder, book, chosen, lambda done: progress and progress(done, pages))
    if as_json:
        output.print_json({"index": str(folder / "index.html"), "pages": pages})
    else:
        output.print_words(f"wrote {folder / 'index.html'} and {pages:,} pages")


# What is asked for


def _numbers(text: str, option: str) -> list[int]:
    """Numbers of cards: ``8``, ``8-11`` or ``2,3,9``."""
    from overtrick.suits.book import ALL_CARDS

    found = set[int]()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2})\s*)?", part)
        numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not numbers or not set(numbers) <= set(ALL_CARDS):
            raise typer.BadParameter(
                f"{text[:40]!r} is not a number of cards from 2 to 11, nor a range such as 8-11",
                param_hint=repr(option),
            )
        found.update(numbers)
    return sorted(found)


def _honours(text: str) -> str:
    """Missing honours, sorted as `group_of` has them."""
    letters = text.strip().upper().replace("10", "T")
    if letters in ("NONE", "-"):
        return "none"
    if not letters or set(letters) - set("AKQJT") or len(set(letters)) < len(letters):
        raise typer.BadParameter(
            f"{text[:40]!r} are not honours: expected some of AKQJT, each once, or none",
            param_hint="'--missing'",
        )
    return "".join(sorted(letters, key="AKQJT".index))


def _filters(text: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {"missing": None, "length": None}
    for word in text.split():
        name, equals, value = word.partition("=")
        if name not in found or not equals or found[name] is not None:
            raise typer.BadParameter(
                f"{word[:40]!r} is not understood: expected 'missing=KJ length=8'", param_hint="'--filter'"
            )
        found[name] = value
    return found


def _chosen(book: Book, missing: str | None, length: str | None) -> list[int]:
    """The chapters of the book that pass the filters."""
    from overtrick.suits.pages import group_of

    honours = None if missing is None else _honours(missing)
    cards = book.cards if length is None else _numbers(length, "--length")
    groups = ((ours, group_of(ours)) for ours in book.chapters)
    return [ours for ours, group in groups if group.cards in cards and honours in (None, group.missing)]


# The book


def _book(file: Path | None) -> Book:
    from overtrick.suits.book import Book, default_place

    book = Book.find(file)
    if book is None:
        place = str(file or default_place())
        raise OvertrickError(f"there is no book at {place!r}: make it with 'overtrick encyclopedia build'")
    return book


def _looked_up(combination: Combination, file: Path | None) -> Entry | None:
    """What the book says; None, with a note, if there is no book or it does not cover the combination."""
    from overtrick.suits.book import Book, default_place

    book = Book.find(file)
    if book is not None and combination in book:
        return book[combination]
    place = str(file or default_place())
    reason = f"there is no book at {place!r}" if book is None else f"{combination} is not in {place!r}"
    output.note(f"solved on the spot: {reason}")
    return None


def _text_of(solution: Solution, tricks: int) -> str | None:
    from overtrick.explain.suits import line_text

    return line_text(solution, tricks)


def _record(entry: Entry) -> dict[str, object]:
    """An entry for scripts."""
    from overtrick.suits.holding import letters
    from overtrick.suits.pages import group_of

    north, south = entry.combination.north, entry.combination.south
    group = group_of(north | south)
    return {
        "north": letters(north),
        "south": letters(south),
        "cards": group.cards,
        "missing": "" if group.missing == "none" else group.missing,
        "goals": [
            {
                "tricks": goal.tricks,
                "odds": str(goal.odds),
                "percent": goal.odds.percent,
                "first_plays": [str(lead) for lead in goal.first_plays],
            }
            for goal in entry.goals
        ],
        "expected": str(entry.expected),
        "best_for_average": [str(lead) for lead in entry.best_for_average],
    }


# Pages in files and on the terminal


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = sorted(each.name for each in folder.iterdir() if not _OWN_PAGE.fullmatch(each.name))
        index_page = folder / "index.html"
        if index_page.exists() and f"<title>{_TITLE}</title>" not in index_page.read_text(encoding="utf-8"):
            others.append(index_page.name)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "its index.html is not a page of text"
        raise OvertrickError(f"cannot write into {str(folder)!r}: {why}") from None
    if others:
        raise OvertrickError(f"{str(folder)!r} has other files, such as {others[0]!r}: name a new folder")


def _export(folder: Path, book: Book, chosen: list[int], progress: Callable[[int], object]) -> None:
    from overtrick.suits.pages import combination_page, group_of, group_page, linked, overview_page, page_name
    from overtrick.suits.solution import solve

    done, groups = 0, dict[str, str]()
    for group, chapters in groupby(sorted(chosen, key=group_of), group_of):
        entries = list(book.entries(chapters))
        names = {str(entry.combination): f"{page_name(entry.combination)}.html" for entry in entries}
        for entry, name in zip(entries, names.values(), strict=True):
            document = combination_page(solve(entry.combination), _text_of, entry)
            _write(folder / name, linked(html_document(document), {}, f"{group.name}.html"))
            done += 1
            progress(done)
        listed = html_document(group_page(str(group), entries))
        _write(folder / f"{group.name}.html", linked(listed, names, "index.html"))
        groups[str(group)] = f"{group.name}.html"
    _write(folder / "index.html", linked(html_document(overview_page(_TITLE, chosen)), groups))


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write {str(path)!r}: {error.strerror}") from None
