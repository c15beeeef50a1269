"""What `sayc` covers, counted: the tables of docs/sayc.md, printed, or written there with ``--write``.

An entry belongs to a topic if it stands in one of the topic's files or sections, if it has one of its tags,
or if it answers a call that has. An expectation belongs to a topic if one of its entries makes the call.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from overtrick.bidding import Agreements, load
from overtrick.bidding.entries import Block, Condition, Either, Entry, Every, Not, Sheet, ShownTag
from overtrick.bidding.practice import BiddingProblem, expectations

SYSTEM = "sayc"
PAGE = Path(__file__).parents[1] / "docs" / "sayc.md"


@dataclass(frozen=True)
class Topic:
    """A part of the system, and the criteria of its entries."""

    name: str
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()

    def covers(self, entry: Entry, block: Block, section: str) -> bool:
        """Does an entry belong to the topic?"""
        stem = entry.place.file.removesuffix(".bid")
        if stem in self.files or section in self.sections:
            return True
        contexts = (block.when, *(() if entry.convention is None else (entry.convention,)))
        asked = (tag for context in contexts for tag in tags_asked(context))
        return not {*asked, *(tag.name for tag in entry.tags)}.isdisjoint(self.tags)


TOPICS = (
    Topic("openings", files=("openings",)),
    Topic("responses", files=("responses",)),
    Topic("Jacoby 2NT", tags=("jacoby_raise",)),
    Topic("opener's rebids", files=("opener",)),
    Topic("responder's rebids", files=("responder",)),
    Topic("fourth suit", tags=("fourth_suit",)),
    Topic("1NT structure", files=("notrump",)),
    Topic("strong 2♣", files=("strong_two",), tags=("strong_two",)),
    Topic("weak twos", tags=("weak_two",)),
    Topic("all preempts", files=("preempts",), tags=("weak_two", "preempt")),
    Topic("after interference", files=("contested",)),
    Topic("overcalls", tags=("overcall",), sections=("They open one of a suit", "The overcaller goes on")),
    Topic("notrump overcalls", tags=("notrump_overcall",)),
    Topic("Michaels cue-bid", tags=("michaels",)),
    Topic("unusual notrump", tags=("unusual",)),
    Topic("takeout doubles", tags=("takeout",)),
    Topic("negative doubles", tags=("negative_double",)),
    Topic("responsive doubles", tags=("responsive",)),
    Topic("reopening by opener", sections=("Reopening by opener",)),
    Topic("penalty doubles", tags=("penalty",), sections=("Penalty doubles",)),
    Topic("lead-directing doubles", tags=("lead_directing",)),
    Topic("redoubles", tags=("strong_redouble",)),
    Topic("rescues", tags=("rescue",), sections=("Rescues",)),
    Topic("cue-bid raises", tags=("cue_raise",)),
    Topic("cue-bids that ask", tags=("cue_force",)),
    Topic("Blackwood", tags=("blackwood", "king_ask")),
    Topic("Gerber", tags=("gerber",)),
    Topic("control bids", tags=("control",)),
    Topic("balancing", tags=("balancing",), sections=("Balancing",)),
    Topic("defence to 1NT", sections=("They open one notrump",)),
    Topic("defence to preempts", sections=("They open with a preempt",)),
    Topic("slams", files=("slams",)),
    Topic("placing the contract", files=("placing",)),
    Topic("competing", files=("competing",)),
)


def tags_asked(condition: Condition) -> Iterator[str]:
    """The tags that a context says somebody showed; what it denies does not count."""
    match condition:
        case ShownTag(tag=tag):
            yield tag
        case Every(conditions) | Either(conditions):
            for each in conditions:
                yield from tags_asked(each)
        case Not():
            return


def sections(sheet: Sheet) -> dict[Entry, str]:
    """The heading that each entry stands under."""
    heads = [(place, text.lstrip("# ")) for place, text in sheet.remarks if text.startswith("#")]
    return {
        entry: next(
            (
                text
                for place, text in reversed(heads)
                if place.file == entry.place.file and place.line < entry.place.line
            ),
            "",
        )
        for block in sheet.blocks
        for entry in block.entries
    }


@dataclass(frozen=True)
class Covered:
    """A topic with the entries and the expectations found."""

    topic: Topic
    entries: frozenset[Entry]
    expected: tuple[BiddingProblem, ...]

    @property
    def files(self) -> list[str]:
        """The files of the entries, those with most entries first."""
        names = [entry.place.file.removesuffix(".bid") for entry in self.entries]
        return sorted(set(names), key=lambda name: (-names.count(name), name))


class Coverage:
    """All counts of the coverage."""

    def __init__(self) -> None:
        self.system = load(SYSTEM)
        self.sheet = self.system.sheets[0]
        self.expectations = expectations(SYSTEM)

    @cached_property
    def makers(self) -> dict[BiddingProblem, Entry]:
        """Which entry makes the call of an expectation; those of other systems count too."""
        agreements = Agreements(self.system)
        asked = ((each, agreements.bid(each.hand, each.auction, each.vul)) for each in self.expectations)
        return {
            each: choice.candidate.rule.entry
            for each, choice in asked
            if choice.candidate is not None and choice.call is each.call
        }

    @cached_property
    def topics(self) -> list[Covered]:
        """Topic by topic."""
        under = sections(self.sheet)
        found = list[Covered]()
        for topic in TOPICS:
            entries = frozenset(
                entry
                for block in self.sheet.blocks
                for entry in block.entries
                if topic.covers(entry, block, under[entry])
            )
            expected = tuple(each for each in self.expectations if self.makers.get(each) in entries)
            found.append(Covered(topic, entries, expected))
        return found

    def tables(self) -> dict[str, str]:
        """The tables of the page, by the names they have there."""
        return {
            "coverage": self._coverage(),
            "files": self._files(),
            "expectations": self._expectations(),
            "disputed": self._disputed(),
        }

    def _coverage(self) -> str:
        return table(
            ("topic", "files", "entries", "expectations"),
            (
                (each.topic.name, ", ".join(each.files), str(len(each.entries)), str(len(each.expected)))
                for each in self.topics
            ),
        )

    def _files(self) -> str:
        entries = [entry for block in self.sheet.blocks for entry in block.entries]
        names = list(dict.fromkeys(entry.place.file for entry in entries))
        rows = [(f"`{name}`", [entry for entry in entries if entry.place.file == name]) for name in names]
        return table(
            ("file", "entries", "by the booklet", "by practice", "catch-alls"),
            ((name, *counted(those)) for name, those in [*rows, ("all", entries)]),
        )

    def _expectations(self) -> str:
        names = list(dict.fromkeys(each.topic for each in self.expectations))
        rows = [(name, [each for each in self.expectations if each.topic == name]) for name in names]
        return table(
            ("topic", "problems", "contested", "disputed"),
            (
                (
                    name,
                    str(len(those)),
                    str(sum(each.is_contested for each in those)),
                    str(sum(bool(each.dispute) for each in those)),
                )
                for name, those in [*rows, ("all", list(self.expectations))]
            ),
        )

    def _disputed(self) -> str:
        return table(
            ("hand", "auction", "vul", "call", "why others differ"),
            (
                (f"`{each.hand}`", str(each.auction), str(each.vul), str(each.call), each.dispute)
                for each in self.expectations
                if each.dispute
            ),
        )


def counted(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The number of entries, in all and by kind."""
    numbers = (
        len(entries),
        sum(entry.source.startswith("booklet") for entry in entries),
        sum(entry.source.startswith("practice") for entry in entries),
        sum(entry.is_catch_all for entry in entries),
    )
    return tuple(f"{number:,}" for number in numbers)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as Markdown has it."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def written(page: str, tables: dict[str, str]) -> str:
    """A page with its tables between their marks."""
    for name, text in tables.items():
        before, begin, rest = page.partition(f"<!-- table: {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not end:
            raise ValueError(f"the page has no place for the table {name!r}")
        page = before + begin + text + end + after
    return page


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables into docs/sayc.md")
    tables = Coverage().tables()
    if parser.parse_args().write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
        return
    for name, text in tables.items():
        print(f"{name}\n{text}")


if __name__ == "__main__":
    main()
