"""``overtrick check``: a bidding system proved, or what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Ascii, Json, seed_number, whole_number
from overtrick.cli.progress import bar
from overtrick.core import Seat

if TYPE_CHECKING:
    from overtrick.bidding import System
    from overtrick.bidding.checking import Finding, Gift, Report, Settings, Share

__all__ = ["check"]


def check(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="A system by name, or the folder of one.")],
    boards: Annotated[
        str | None, typer.Option(metavar="N", help="Boards bid to find the auctions that matter.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="N", help="The same seed bids the same boards.")] = "1",
    silent: Annotated[
        str | None, typer.Option(metavar="SEATS", help="Who never bids: EW, or none; else half and half.")
    ] = None,
    questions: Annotated[
        str | None, typer.Option(metavar="N", help="How many of the most frequent auctions to go through.")
    ] = None,
    gifts: Annotated[
        str | None,
        typer.Option(metavar="BOARDS", help="Also simulate the decisions of so many boards; it takes long."),
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Accept all findings from now on.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Also name the entries that made no call, however many.")
    ] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Prove a bidding system, or tell what is wrong with it.

    Gaps, ties, dead entries, false explanations, forcing calls that can be passed, catch-alls used too often;
    each with its number of hands and a witness. With --gifts also calls that let the other side gain by
    leaving the system. The exit code is 1 if there is a finding that the list accepted.txt in the system's
    folder does not accept.
    """
    from overtrick.bidding import load
    from overtrick.bidding.checking import accepted_by, write_accepted
    from overtrick.bidding.checking import check as checked

    settings = _settings(boards, seed, silent, questions)
    gift_boards = 0 if gifts is None else whole_number(gifts, "--gifts", least=1, most=_MOST_GIFT_BOARDS)
    read, accepted = load(system), accepted_by(system)
    with bar("all hands") as progress:
        report = checked(read, settings, accepted, progress)
    if gift_boards:
        report = _with_gifts(report, read, gift_boards)
    if as_json:
        _print_records(report)
    else:
        _print_report(report, every, ascii_only)
    if accept:
        file = write_accepted(system, report.findings, accepted, report.not_looked_for)
        output.say(f"wrote {file}")
    elif report.new:
        raise typer.Exit(1)


_MOST_GIFT_BOARDS = 100_000


def _with_gifts(report: Report, system: System, boards: int) -> Report:
    """The same with what the players of the system give to each other."""
    from overtrick.bidding.simulating import find_gifts

    with bar("gifts") as progress:
        found = find_gifts(system, report.settings.seed, boards, progress=progress)
    return report.with_gifts(found, boards)


def _settings(boards: str | None, seed: str, silent: str | None, questions: str | None) -> Settings:
    from overtrick.bidding.checking import Settings

    usual = Settings()
    return Settings(
        boards=usual.boards if boards is None else whole_number(boards, "--boards", least=1),
        seed=seed_number(seed),
        silent=usual.silent if silent is None else (_seats(silent),),
        questions=usual.questions if questions is None else whole_number(questions, "--questions", least=1),
    )


def _seats(text: str) -> frozenset[Seat]:
    if text.lower() == "none":
        return frozenset()
    if not text or not set(text.upper()) <= set("NESW"):
        raise typer.BadParameter(f"{text[:40]!r} names no seats", param_hint="'--silent'")
    return frozenset(Seat.parse(letter) for letter in text)


# For people


_FEW = 10
"""So many entries are named without being asked for."""


def _print_report(report: Report, every: bool, ascii_only: bool) -> None:
    from overtrick.explain.bidding.findings import entries_words, finding_words, report_words

    for finding in report.findings:
        reason = report.accepted.get(finding.key)
        mark = "new" if reason is None else f"accepted: {reason}"
        output.print_words(f"{finding.kind} [{mark}]\n    {finding_words(finding)}", ascii_only)
    for key in report.gone:
        output.print_words(f"no longer found, can be struck out\n    {key}", ascii_only)
    for rules, what in (
        (report.undecided, "made no call, in auctions too rare to go through"),
        (report.unvisited, "applied in no auction of these boards"),
    ):
        if rules:
            named = every or len(rules) <= _FEW
            output.print_words(entries_words(rules, what, named), ascii_only)
    output.print_words(report_words(report), ascii_only)


# For scripts


def _print_records(report: Report) -> None:
    for finding in report.findings:
        output.print_json(finding_record(finding) | {"accepted": report.accepted.get(finding.key)})
    output.print_json(
        {
            "system": report.system,
            "new": len(report.new),
            "accepted": len(report.findings) - len(report.new),
            "gone": list(report.gone),
            "undecided": [rule.key for rule in report.undecided],
            "unvisited": [rule.key for rule in report.unvisited],
            "questions": report.questions,
            "visited": report.visited,
            "coverage": report.coverage.fraction,
            "exact": report.exact.fraction,
            "boards": report.settings.boards,
            "gift_boards": report.gift_boards,
            "seed": report.settings.seed,
            "version": report.version,
        }
    )


def finding_record(finding: Finding) -> dict[str, object]:
    """A finding for scripts."""
    from overtrick.bidding.checking import CatchAll, Dead, Gift

    record: dict[str, object] = {
        "kind": finding.kind,
        "key": finding.key,
        "auction": " ".join(map(str, finding.seen.auction)),
        "auctions": finding.seen.auctions,
        "boards": finding.seen.times,
    }
    if isinstance(finding, Gift):
        return record | _gift_record(finding)
    if not isinstance(finding, Dead):
        record |= _share_record(finding.share)
        record["witness"] = None if finding.witness is None else str(finding.witness)
    if isinstance(finding, CatchAll):
        record["calls"] = finding.calls.fraction
    return record


def _gift_record(gift: Gift) -> dict[str, object]:
    return {
        "deals": gift.share.hands,
        "of": gift.share.of,
        "percent": 100 * gift.share.fraction,
        "imps": gift.imps,
        "call": str(gift.call),
        "rule": None if gift.rule is None else gift.rule.key,
        "witness": str(gift.witness),
        "better": str(gift.better),
        "deal": str(gift.deal),
        "dealer": str(gift.auction.dealer),
        "calls": [str(call) for call in gift.auction.calls],
        "gaining": gift.place,
        "instead_of": str(gift.instead_of),
    }


def _share_record(share: Share) -> dict[str, object]:
    record: dict[str, object] = {"hands": share.hands, "of": share.of, "percent": 100 * share.fraction}
    if share.is_sampled:
        record["interval"] = [100 * end for end in share.interval]
    return record
