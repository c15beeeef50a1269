"""``overtrick openbid``: the routine of 1967 on one hand, or everything it does with all of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Json, one_of
from overtrick.cli.progress import bar
from overtrick.core import OvertrickError
from overtrick.render import Bar, text_bars

if TYPE_CHECKING:
    from overtrick.openbid import Census, Checked, Switches

__all__ = ["openbid"]


def openbid(
    hand: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="A hand; x is a small card: 'KQxxx Axx Kx Qxx'."),
    ] = None,
    census: Annotated[bool, typer.Option("--census", help="Every section and bid, over all hands.")] = False,
    claims: Annotated[bool, typer.Option("--claims", help="Every claim of the paper, checked.")] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the whole anatomy, as Markdown and HTML.")
    ] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Read the paper otherwise: some of kqx,kj,jack,solid."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Open a hand as OPENBID did in 1967, and say why; or go through all hands.

    With --claims every statement of the paper about its routine is checked over all 635,013,559,600 hands.
    """
    from overtrick.openbid import Switches

    one_of(census=census, claims=claims, report=report is not None)
    if bool(hand) == (census or claims or report is not None):
        raise typer.BadParameter("give a hand, or one of --census, --claims and --report DIR")
    switches = Switches.parse(",".join(switch or []))
    if hand:
        _open(" ".join(hand), switches, as_json)
    elif census:
        _census(switches, as_json)
    elif claims:
        _claims(switches, as_json)
    elif report is not None:
        _report(report, switches)


def _open(text: str, switches: Switches, as_json: bool) -> None:
    from overtrick.explain import explain
    from overtrick.hands.sketch import parse_sketch
    from overtrick.openbid import Fails, Meets, opening_of, why

    hand = parse_sketch(text)
    reason = why(hand, switches)
    if not as_json:
        output.print_words(explain(reason))
        return
    opening = opening_of(hand, switches)
    claims = [each.claim for each in reason.because]
    output.print_json(
        {
            "hand": str(hand),
            "bid": opening.bid,
            "section": opening.section,
            "because": [
                {"meets": str(each.condition), "values": dict(each.values)}
                for each in claims
                if isinstance(each, Meets)
            ],
            "earlier": [
                {"sections": each.sections, "needs": str(each.condition), "values": dict(each.values)}
                for each in claims
                if isinstance(each, Fails)
            ],
            "switches": switches.as_dict(),
        }
    )


def _census(switches: Switches, as_json: bool) -> None:
    from overtrick.openbid import take_census

    with bar("all hands") as progress:
        taken = take_census(switches, progress)
    if as_json:
        output.print_json(taken.record())
        return
    output.print_words(f"{taken.total:,} hands, {100 * taken.passed / taken.total:.4g}% of them passed\n")
    for title, rows in (("By section", taken.sections), ("By bid", taken.bids)):
        bars = tuple(Bar(name, number, _share(number, taken)) for name, number in rows.items())
        output.print_words("\n".join((title, *text_bars(bars), "")))
    points, number, hand = taken.strongest_passed()
    output.print_words(f"Strongest hand passed: {points} points ({number:,} hands), such as {hand}")
    points, number, hand = taken.weakest_opened()
    output.print_words(f"Weakest hand opened: {points} points ({number:,} hands), such as {hand}")


def _share(number: int, census: Census) -> str:
    return f"{number:,} ({100 * number / census.total:.3g}%)"


def _claims(switches: Switches, as_json: bool) -> None:
    from overtrick.openbid import check_claims

    with bar("checking every claim") as progress:
        checked = check_claims(switches, progress=progress)
    if as_json:
        for each in checked:
            output.print_json(claim_record(each))
        return
    by_kind = Counter((each.kind, each.holds) for each in checked)
    for kind in dict.fromkeys(each.kind for each in checked):
        output.print_words(f"{kind:>10}: {by_kind[kind, True]} hold, {by_kind[kind, False]} do not")
    output.print_words("")
    for each in checked:
        if not each.holds:
            output.print_words(_refutation(each))


def claim_record(checked: Checked) -> dict[str, object]:
    """A claim for scripts."""
    record: dict[str, object] = {
        "id": checked.id,
        "kind": checked.kind,
        "claim": checked.claim,
        "holds": checked.holds,
        "hands": checked.hands,
        "exceptions": checked.exceptions,
    }
    if checked.earlier is not None:
        record["earlier"] = checked.earlier
    if not checked.holds:
        record["witness"] = None if checked.witness is None else str(checked.witness)
        record["actual"] = checked.actual
    return record


def _refutation(checked: Checked) -> str:
    example = "" if checked.witness is None else f"; {checked.witness}"
    actual = f": {checked.actual}" if checked.actual else ""
    return (
        f"{checked.id}: {checked.claim}\n"
        f"    not so for {checked.exceptions:,} of {checked.hands:,}{example}{actual}"
    )


def _report(folder: Path, switches: Switches) -> None:
    from overtrick.openbid.report import anatomy_report
    from overtrick.render import bar_chart, html_document, markdown

    _write(folder, {})  # so that a folder that cannot be written to is told of at once
    with bar("the whole anatomy") as progress:
        document = anatomy_report(switches, progress)
    pages = {"anatomy.md": markdown(document), "anatomy.html": html_document(document)}
    pictures = {f"{chart.name}.svg": bar_chart(chart) + "\n" for chart in document.charts}
    _write(folder, pages | pictures)
    output.print_words(f"wrote {folder / 'anatomy.md'}, {folder / 'anatomy.html'} and {len(pictures)} charts")


def _write(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write into {str(folder)!r}: {error.strerror}") from None
