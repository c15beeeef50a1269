"""``overtrick openbid``: the routine of 1967 on one hand, or a census of all hands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from overtrick.cli import output
from overtrick.cli.options import Json, argument, option
from overtrick.cli.output import Record
from overtrick.cli.terminal import bar
from overtrick.core.explaining import explain
from overtrick.hands.sketch import parse_sketch
from overtrick.openbid import (
    Census,
    CheckedStatement,
    Fails,
    Meets,
    Switches,
    check_statements,
    opening_of,
    take_census,
    why,
)
from overtrick.openbid.report import anatomy_report
from overtrick.render import Bar, bar_chart, html_document, markdown, text_bars

__all__ = ["SUBCOMMANDS", "openbid"]


Switch = Annotated[
    list[str] | None, option("--switch", "NAMES", "Other readings of the paper: some of kqx,kj,jack,solid.")
]


def openbid(
    hand: Annotated[list[str], argument("HAND", "A hand; x is a small card: 'KQxxx Axx Kx Qxx'.")],
    switch: Switch = None,
    as_json: Json = False,
) -> None:
    """Open a hand as OPENBID did in 1967, and say why."""
    switches, cards = _switches(switch), parse_sketch(" ".join(hand))
    reason = why(cards, switches)
    if not as_json:
        output.print_words(explain(reason))
        return
    opening = opening_of(cards, switches)
    statements = [each.statement for each in reason.because]
    output.print_json(
        {
            "hand": cards,
            **output.attributes(opening, "bid", "section"),
            "because": [
                {"meets": each.condition, "values": dict(each.values)}
                for each in statements
                if isinstance(each, Meets)
            ],
            "earlier": [
                {"sections": each.sections, "needs": each.condition, "values": dict(each.values)}
                for each in statements
                if isinstance(each, Fails)
            ],
            "switches": switches.as_dict(),
        }
    )


def _switches(names: list[str] | None) -> Switches:
    return Switches.parse(",".join(names or []))


def census(switch: Switch = None, as_json: Json = False) -> None:
    """Every section and bid, counted over all 635,013,559,600 hands."""
    with bar("all hands") as progress:
        taken = take_census(_switches(switch), progress)
    if as_json:
        output.print_json(taken.record())
        return
    output.print_words(f"{taken.total:,} hands, {100 * taken.passed / taken.total:.4g}% of them passed\n")
    for title, rows in (("By section", taken.sections), ("By bid", taken.bids)):
        bars = tuple(Bar(name, number, _share(number, taken)) for name, number in rows.items())
        output.print_words("\n".join((title, *text_bars(bars), "")))
    for what, (points, number, hand) in (
        ("Strongest hand passed", taken.strongest_passed()),
        ("Weakest hand opened", taken.weakest_opened()),
    ):
        output.print_words(f"{what}: {points} points ({number:,} hands), such as {hand}")


def _share(number: int, census: Census) -> str:
    return f"{number:,} ({100 * number / census.total:.3g}%)"


def statements(switch: Switch = None, as_json: Json = False) -> None:
    """Every statement of the paper about its routine, checked over all hands."""
    with bar("checking every statement") as progress:
        checked = check_statements(_switches(switch), progress=progress)
    if as_json:
        for each in checked:
            output.print_json(statement_record(each))
        return
    by_kind = Counter((each.kind, each.holds) for each in checked)
    for kind in dict.fromkeys(each.kind for each in checked):
        output.print_words(f"{kind:>10}: {by_kind[kind, True]} hold, {by_kind[kind, False]} do not")
    output.print_words("")
    for each in checked:
        if not each.holds:
            output.print_words(_refutation(each))


def statement_record(checked: CheckedStatement) -> Record:
    """A statement for scripts."""
    record: Record = {"id": checked.id, "kind": checked.kind, "claim": checked.text}
    record |= output.attributes(checked, "holds", "hands", "exceptions")
    if checked.earlier is not None:
        record["earlier"] = checked.earlier
    return record if checked.holds else record | output.attributes(checked, "witness", "actual")


def _refutation(checked: CheckedStatement) -> str:
    example = "" if checked.witness is None else f"; {checked.witness}"
    actual = f": {checked.actual}" if checked.actual else ""
    return (
        f"{checked.id}: {checked.text}\n"
        f"    not so for {checked.exceptions:,} of {checked.hands:,}{example}{actual}"
    )


def report(
    folder: Annotated[Path, argument("DIR", "The folder to write into.")],
    switch: Switch = None,
) -> None:
    """Write the whole anatomy into a folder, as Markdown and HTML."""
    _write(folder, {})  # so that an unwritable folder is reported at once
    with bar("the whole anatomy") as progress:
        document = anatomy_report(_switches(switch), progress)
    pages = {"anatomy.md": markdown(document), "anatomy.html": html_document(document)}
    pictures = {f"{chart.name}.svg": bar_chart(chart) + "\n" for chart in document.charts}
    _write(folder, pages | pictures)
    output.print_words(f"wrote {folder / 'anatomy.md'}, {folder / 'anatomy.html'} and {len(pictures)} charts")


def _write(folder: Path, files: dict[str, str]) -> None:
    with output.explained(f"write into {str(folder)!r}"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")


SUBCOMMANDS = {"census": census, "statements": statements, "report": report}
