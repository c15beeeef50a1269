"""The pages of the book: one for each combination, and an index by missing honours and number of cards."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from overtrick.core import Odds
from overtrick.core.english import counted
from overtrick.render import Bar, Chart, Document, Heading, Paragraph, TextTable
from overtrick.render.document import Block
from overtrick.render.markup import escaped
from overtrick.suits.book import BookGoal, Entry
from overtrick.suits.canonical import chapter_size
from overtrick.suits.combination import Combination
from overtrick.suits.holding import HONOURS, LETTERS, letters, size
from overtrick.suits.solution import Goal, Solution

__all__ = [
    "Group",
    "TextOf",
    "combination_page",
    "group_of",
    "group_page",
    "linked",
    "overview_page",
    "page_name",
]

TextOf = Callable[[Solution, int], str | None]
"""The text of the line for a number of tricks, or None."""


def _nothing(solution: Solution, tricks: int) -> None:
    """No text."""


# One combination


def combination_page(solution: Solution, text_of: TextOf = _nothing, entry: Entry | None = None) -> Document:
    """The page of one combination: chances, lines, first plays compared, and the layouts that win.

    >>> from overtrick.suits.solution import solve
    >>> page = combination_page(solve(Combination.parse("AQT 43")))
    >>> page.title, [part.text for part in page.parts]
    ('AQT 43', ['Chances', '3 tricks', '2 tricks', 'Expected tricks', 'Layouts'])
    """
    texts = {goal.tricks: text_of(solution, goal.tricks) for goal in _worth_telling(solution)}
    blocks: list[Block] = [Heading("Chances"), _chances(entry or solution)]
    for tricks, text in texts.items():
        blocks += _line(solution, tricks, text)
    if any(goal.odds.wins < goal.odds.cases for goal in solution.goals):
        blocks += [Heading("Expected tricks"), _chart(solution, 0, "expected tricks")]
    wins = {tricks: _wins(solution, tricks, text) for tricks, text in texts.items()}
    blocks += [Heading("Layouts"), _layouts(solution, wins)]
    return Document(str(solution.combination), tuple(blocks))


def _worth_telling(answer: Solution | Entry) -> tuple[Goal | BookGoal, ...]:
    """The goals down to the first certain one, for fewer tricks are certain, too."""
    sure = [goal for goal in answer.goals if goal.odds.wins == goal.odds.cases]
    return (*(goal for goal in answer.goals if goal not in sure), *sure[:1])


def _chances(answer: Solution | Entry) -> TextTable:
    rows = [
        (counted(goal.tricks, "trick"), goal.odds.percent, str(goal.odds), _listed(goal.first_plays))
        for goal in answer.goals
    ]
    average = f"{float(answer.expected):.2f}", str(answer.expected), _listed(answer.best_for_average)
    return TextTable(("At least", "Chance", "Exactly", "First plays"), (*rows, ("on average", *average)))


def _listed(plays: Iterable[object]) -> str:
    return ", ".join(map(str, plays))


def _line(solution: Solution, tricks: int, text: str | None) -> Iterator[Block]:
    """The line for a number of tricks; a goal that is certain whatever is led needs no chart."""
    is_open = any(play.value < 1 for play in solution.first_plays(tricks))
    if text or is_open:
        yield Heading(counted(tricks, "trick"))
    if text:
        yield Paragraph(text)
    if is_open:
        yield _chart(solution, tricks, counted(tricks, "trick"))


def _chart(solution: Solution, tricks: int, title: str) -> Chart:
    name = f"{page_name(solution.combination)}-{tricks or 'expected'}"
    values = ((str(play), play.value) for play in solution.first_plays(tricks))
    bars = (Bar(at, float(of), Odds.of(of).percent if tricks else f"{float(of):.2f}") for at, of in values)
    return Chart(name, f"{solution.combination}, {title}, by first play", tuple(bars))


def _wins(solution: Solution, tricks: int, text: str | None) -> int:
    """The layouts that the line in the text wins, as bits; without a text, those of a best line."""
    plan = solution.plan(tricks) if text else None
    return solution.goal(tricks).wins if plan is None else solution.executor.wins(plan, tricks)


def _layouts(solution: Solution, wins: Mapping[int, int]) -> TextTable:
    """A table of the layouts, even splits and likely ones first, with the goals reached in each."""
    weights, total = solution.weighed.weights, solution.weighed.total
    layouts, missing = list(solution.layouts), size(solution.combination.missing)
    places = [place for place, weight in enumerate(weights) if weight]
    places.sort(key=lambda place: (abs(2 * layouts[place].west_length - missing), -weights[place]))
    rows = []
    for place in places:
        west, east = str(layouts[place]).split()
        outcomes = ("wins" if won >> place & 1 else "loses" for won in wins.values())
        rows.append((west, east, f"{100 * weights[place] / total:.2f}%", *outcomes))
    return TextTable(("West", "East", "Chance", *(counted(tricks, "trick") for tricks in wins)), tuple(rows))


# The index


class Group(NamedTuple):
    """Combinations that miss the same honours and have the same number of cards in the two hands together."""

    missing: str
    cards: int

    @property
    def name(self) -> str:
        """A name that is valid for a file."""
        return f"missing-{self.missing}-{self.cards}"

    def __str__(self) -> str:
        return f"{self.cards} cards, missing {self.missing}"


def group_of(ours: int) -> Group:
    """The group of the index for combinations of these cards.

    >>> str(group_of(Combination.parse("AQT 43").north))
    '3 cards, missing KJ'
    """
    return Group(letters(HONOURS & ~ours) or "none", size(ours))


def page_name(combination: Combination) -> str:
    """A name for a combination that is valid for a file."""
    return "-".join(letters(hand) or "void" for hand in (combination.north, combination.south))


def group_page(title: str, entries: Iterable[Entry]) -> Document:
    """A table of combinations with their chances."""
    rows = []
    for entry in entries:
        chances = ", ".join(f"{goal.tricks}: {goal.odds.percent}" for goal in _worth_telling(entry))
        rows.append((str(entry.combination), f"{float(entry.expected):.2f}", chances))
    return Document(title, (TextTable(("Combination", "Expected tricks", "Chances"), tuple(rows)),))


def overview_page(title: str, chapters: Iterable[int]) -> Document:
    """A table of the numbers of combinations, by missing honours and number of cards."""
    counts = Counter[Group]()
    for ours in chapters:
        counts[group_of(ours)] += chapter_size(ours)
    ordered = sorted(counts, key=_honours_first)
    heads = ("Index", "Missing honours", "Cards", "Combinations")
    rows = tuple((str(group), group.missing, str(group.cards), f"{counts[group]:,}") for group in ordered)
    return Document(title, (TextTable(heads, rows),))


def _honours_first(group: Group) -> tuple[int, list[int], int]:
    missing = [-LETTERS.index(letter) for letter in group.missing.removeprefix("none")]
    return len(missing), missing, group.cards


def linked(page: str, links: Mapping[str, str], back: str | None = None) -> str:
    """An HTML page in which cells of tables are links, and with a link back to another page.

    >>> linked("<td>a</td><td>b</td>", {"a": "a.html"})
    '<td><a href="a.html">a</a></td><td>b</td>'
    """

    def cell(match: re.Match[str]) -> str:
        target = links.get(html.unescape(match[1]))
        return match[0] if target is None else f'<td><a href="{escaped(target)}">{match[1]}</a></td>'

    with_links = re.sub("<td>([^<]*)</td>", cell, page)
    link = "" if back is None else f'\n<p><a href="{escaped(back)}">Index</a></p>'
    return with_links.replace("<main>", f"<main>{link}", 1)
