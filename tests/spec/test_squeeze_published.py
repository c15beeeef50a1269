"""The published endings, each with the names found for it: a change of any test of names shows here.

The file is written by ``python -m tests.spec.test_squeeze_published``. To write it anew is to look at every
line that has changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.report import Report, Squeeze

DATA = Path(__file__).parents[1] / "data"
PUBLISHED = DATA / "published_squeezes.txt"
NAMED = DATA / "published_squeezes_named.txt"


def rows(path: Path) -> list[str]:
    """The lines of a file that are no remarks."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]


def named(squeeze: Squeeze) -> str:
    """Kind, modifiers, the trick and the victim, and what giving up each suit costs, all that follows too."""
    first = squeeze.first
    ways = [
        f"{chapter.victim}{chapter.trick}:{','.join(f'{way.card}={way.means}' for way in chapter.given_up)}"
        for chapter in first.chapters()
    ]
    modifiers = ",".join(sorted(squeeze.modifiers)) or "-"
    return f"{squeeze.kind} ({modifiers}) {' '.join(ways)}"


def row(report: Report) -> str:
    """An ending and all its squeezes."""
    squeezes = () if report.squeeze is None else (report.squeeze, *report.also)
    return f"{report.ending} | {' | '.join(map(named, squeezes)) or 'none'}"


def ending_of(line: str) -> Ending:
    return Ending.parse(line.split("|")[0].strip())


@pytest.mark.parametrize("expected", rows(NAMED))
def test_a_published_ending_keeps_its_names_and_its_story(expected: str) -> None:
    assert row(analyse(ending_of(expected))) == expected


def test_every_published_ending_has_its_names() -> None:
    published, known = (list(map(ending_of, rows(path))) for path in (PUBLISHED, NAMED))
    assert published == known


if __name__ == "__main__":
    found = (row(analyse(ending_of(line))) for line in rows(PUBLISHED))
    NAMED.write_text("\n".join(["# ENDING | kind (modifiers) story | others", *found, ""]), encoding="utf-8")
