"""``overtrick encyclopedia``: the book of all suit combinations, made, searched and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Annotated

from overtrick.cli import output
from overtrick.cli.options import Json, argument, flag, option, refused
from overtrick.cli.output import Style
from overtrick.cli.terminal import bar
from overtrick.core import OvertrickError
from overtrick.render import html_document, text_document
from overtrick.suits.book import ALL_CARDS, Book, Entry, default_place, record_of
from overtrick.suits.book import build as build_book
from overtrick.suits.canonical import chapter_size
from overtrick.suits.combination import Combination
from overtrick.suits.holding import letters
from overtrick.suits.pages import combination_page, group_of, group_page, linked, overview_page, page_name
from overtrick.suits.solution import solve
from overtrick.suits.words import line_text

__all__ = ["SUBCOMMANDS"]


_MANY = 5_000
"""Exports with more pages need to be confirmed."""
_TITLE = "Suit combinations"
_OWN_PAGE = re.compile(r"(index|missing-\w+-\d+|([2-9TJQKA]+|void)-([2-9TJQKA]+|void))\.html")

BookFile = Annotated[
    Path | None, option("--save", "FILE", "Where the book is kept, if not in OVERTRICK_ENCYCLOPEDIA.")
]
Missing = Annotated[
    str | None, option("--missing", "HONOURS", "Exactly these honours are missing: KJ, or none.")
]
Length = Annotated[str | None, option("--length", "CARDS", "Cards in the two hands together: 8, or 8-11.")]


def build(
    save: BookFile = None,
    only: Annotated[
        str | None, option("--only", "CARDS", "Only combinations of so many cards: 8-11, or 2,3,9.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve every combination and write the book; a build that was interrupted goes on."""
    cards = list(ALL_CARDS) if only is None else _numbers(only, "--only")
    with bar("solving every combination") as progress:
        book = build_book(save or default_place(), cards, progress=progress)
    record: output.Record = {"file": str(book.path), "combinations": len(book)}
    words = f"{book.path}: {len(book):,} combinations, {book.path.stat().st_size / 1000:,.0f} kB"
    Style(as_json=as_json).print_answer(record, [words])


def show(
    holding: Annotated[list[str], argument("NORTH SOUTH", "The two hands: AQT 43.")],
    html: Annotated[Path | None, option("--html", "FILE", "Write an HTML page instead.")] = None,
    save: BookFile = None,
    as_json: Json = False,
) -> None:
    """The page of one combination: chances, lines, first plays compared, and the layouts that win."""
    combination = Combination.parse(" ".join(holding))
    entry = _looked_up(combination, save)
    if as_json:
        output.print_json(_record(entry or Entry.of(combination, record_of(solve(combination)))))
        return
    document = combination_page(solve(combination), line_text, entry)
    if html is None:
        output.print_words(text_document(document))
    else:
        output.write_text(html, html_document(document))
        output.print_words(f"wrote {html}")


def index(
    missing: Missing = None, length: Length = None, save: BookFile = None, as_json: Json = False
) -> None:
    """What is in the book, by missing honours and number of cards; with a filter, every combination."""
    book = _book(save)
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


def export(
    folder: Annotated[Path, argument("DIR", "A new folder, or one exported to before.")],
    filters: Annotated[str, option("--filter", "WHAT", "Which combinations: 'missing=KJ length=8'.")] = "",
    everything: Annotated[bool, flag("--all", f"Even more than {_MANY:,} pages.")] = False,
    save: BookFile = None,
    as_json: Json = False,
) -> None:
    """Write pages of the book as a folder of HTML files that need neither scripts nor a network."""
    book = _book(save)
    chosen = _chosen(book, **_filters(filters))
    pages = sum(map(chapter_size, chosen))
    if not pages:
        raise OvertrickError(f"no combination of {str(book.path)!r} is like {filters!r}")
    if pages > _MANY and not everything:
        fewer = "choose fewer with --filter 'missing=KJ length=8', or say --all"
        raise OvertrickError(f"that is {pages:,} pages: {fewer}")
    _check_folder(folder)
    with bar("writing pages") as progress:
        _export(folder, book, chosen, lambda done: progress and progress(done, pages))
    page = str(folder / "index.html")
    words = f"wrote {page} and {pages:,} pages"
    Style(as_json=as_json).print_answer({"index": page, "pages": pages}, [words])


# Arguments


def _numbers(text: str, option: str) -> list[int]:
    """Numbers of cards: ``8``, ``8-11`` or ``2,3,9``."""
    found = set[int]()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2})\s*)?", part)
        numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not numbers or not set(numbers) <= set(ALL_CARDS):
            words = f"{text[:40]!r} is not a number of cards from 2 to 11, nor a range such as 8-11"
            raise refused(option, words)
        found.update(numbers)
    return sorted(found)


def _honours(text: str) -> str:
    """Missing honours, sorted as `group_of` has them."""
    letters = text.strip().upper().replace("10", "T")
    if letters in ("NONE", "-"):
        return "none"
    if not letters or set(letters) - set("AKQJT") or len(set(letters)) < len(letters):
        words = f"{text[:40]!r} are not honours: expected some of AKQJT, each once, or none"
        raise refused("--missing", words)
    return "".join(sorted(letters, key="AKQJT".index))


def _filters(text: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {"missing": None, "length": None}
    for word in text.split():
        name, equals, value = word.partition("=")
        if name not in found or not equals or found[name] is not None:
            raise refused("--filter", f"{word[:40]!r} is not understood: expected 'missing=KJ length=8'")
        found[name] = value
    return found


def _chosen(book: Book, missing: str | None, length: str | None) -> list[int]:
    """The chapters of the book that pass the filters."""
    honours = None if missing is None else _honours(missing)
    cards = book.cards if length is None else _numbers(length, "--length")
    groups = ((ours, group_of(ours)) for ours in book.chapters)
    return [ours for ours, group in groups if group.cards in cards and honours in (None, group.missing)]


# The book


def _book(file: Path | None) -> Book:
    book = Book.find(file)
    if book is None:
        place = str(file or default_place())
        raise OvertrickError(f"there is no book at {place!r}: make it with 'overtrick encyclopedia build'")
    return book


def _looked_up(combination: Combination, file: Path | None) -> Entry | None:
    """The book's entry; None, with a note, if there is no book or it does not cover the combination."""
    book = Book.find(file)
    if book is not None and combination in book:
        return book[combination]
    place = str(file or default_place())
    reason = f"there is no book at {place!r}" if book is None else f"{combination} is not in {place!r}"
    output.note(f"solved on the spot: {reason}")
    return None


def _record(entry: Entry) -> dict[str, object]:
    """An entry for scripts."""
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
    done, groups = 0, dict[str, str]()
    for group, chapters in groupby(sorted(chosen, key=group_of), group_of):
        entries = list(book.entries(chapters))
        names = {str(entry.combination): f"{page_name(entry.combination)}.html" for entry in entries}
        for entry, name in zip(entries, names.values(), strict=True):
            document = combination_page(solve(entry.combination), line_text, entry)
            output.write_text(folder / name, linked(html_document(document), {}, f"{group.name}.html"))
            done += 1
            progress(done)
        listed = html_document(group_page(str(group), entries))
        output.write_text(folder / f"{group.name}.html", linked(listed, names, "index.html"))
        groups[str(group)] = f"{group.name}.html"
    output.write_text(folder / "index.html", linked(html_document(overview_page(_TITLE, chosen)), groups))


SUBCOMMANDS = {"build": build, "show": show, "index": index, "export": export}
