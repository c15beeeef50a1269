"""``overtrick check``: a bidding system proved, or what is wrong with it."""

from __future__ import annotations

from typing import Annotated

import typer

from overtrick.bidding import load
from overtrick.bidding.checking import (
    CatchAll,
    CheckSettings,
    Finding,
    Gift,
    HandsFinding,
    Report,
    accepted_by,
    write_accepted,
)
from overtrick.bidding.checking import check as checked
from overtrick.bidding.checking.words import entries_words, finding_words, report_words
from overtrick.bidding.simulating import find_gifts
from overtrick.cli import output
from overtrick.cli.options import Seed, argument, flag, number, option, refused
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.terminal import bar
from overtrick.core import Seat

__all__ = ["check"]


def check(
    system: Annotated[str, argument("SYSTEM", "A system by name, or the folder of one.")],
    n: Annotated[int | None, number("Boards bid to find the auctions that matter.")] = None,
    seed: Seed = 1,
    silent: Annotated[
        str | None, option("--silent", "SEATS", "Who never bids: EW, or none; else half and half.")
    ] = None,
    questions: Annotated[
        int | None, number("How many of the most frequent auctions to go through.", "--questions")
    ] = None,
    gifts: Annotated[
        int | None, number("Also simulate the decisions of so many boards; slow.", "--gifts", most=100_000)
    ] = None,
    accept: Annotated[bool, flag("--accept", "Accept all findings from now on.")] = False,
    every: Annotated[bool, flag("--all", "Also name the entries that made no call, however many.")] = False,
    style: Style = PLAIN,
) -> None:
    """Prove a bidding system, or tell what is wrong with it.

    Gaps, ties, dead entries, false explanations, forcing calls that can be passed, catch-alls used too often;
    each with its number of hands and a witness. With --gifts also calls that let the other side gain by
    leaving the system. The exit code is 1 if there is a finding that the list accepted.txt in the system's
    folder does not accept.
    """
    usual = CheckSettings()
    settings = CheckSettings(
        boards=n or usual.boards,
        seed=usual.seed if seed is None else seed,
        silent=usual.silent if silent is None else (_seats(silent),),
        questions=questions or usual.questions,
    )
    read, accepted = load(system), accepted_by(system)
    with bar("all hands") as progress:
        report = checked(read, settings, accepted, progress)
    if gifts:
        with bar("gifts") as progress:
            report = report.with_gifts(find_gifts(read, settings.seed, gifts, progress=progress), gifts)
    if style.as_json:
        _print_records(report)
    else:
        _print_report(report, every, style)
    if accept:
        file = write_accepted(system, report.findings, accepted, report.not_looked_for)
        output.say(f"wrote {file}")
    elif report.new:
        raise typer.Exit(1)


def _seats(text: str) -> frozenset[Seat]:
    if text.lower() == "none":
        return frozenset()
    if not text or not set(text.upper()) <= set("NESW"):
        raise refused("--silent", f"{text[:40]!r} names no seats")
    return frozenset(Seat.parse(letter) for letter in text)


# For people


_FEW = 10
"""Entries listed by default."""


def _print_report(report: Report, every: bool, style: Style) -> None:
    for finding in report.findings:
        reason = report.accepted.get(finding.key)
        mark = "new" if reason is None else f"accepted: {reason}"
        style.print_words(f"{finding.kind} [{mark}]\n    {finding_words(finding)}")
    for key in report.gone:
        style.print_words(f"no longer found, can be struck out\n    {key}")
    for rules, what in (
        (report.undecided, "made no call, in auctions too rare to go through"),
        (report.unvisited, "applied in no auction of these boards"),
    ):
        if rules:
            named = every or len(rules) <= _FEW
            style.print_words(entries_words(rules, what, named))
    style.print_words(report_words(report))


# For scripts


def _print_records(report: Report) -> None:
    for finding in report.findings:
        output.print_json(_finding_record(finding) | {"accepted": report.accepted.get(finding.key)})
    output.print_json(
        {
            "system": report.system,
            "new": len(report.new),
            "accepted": len(report.findings) - len(report.new),
            "gone": report.gone,
            "undecided": [rule.key for rule in report.undecided],
            "unvisited": [rule.key for rule in report.unvisited],
            **output.attributes(report, "questions", "visited"),
            "coverage": report.coverage.fraction,
            "exact": report.exact.fraction,
            "boards": report.settings.boards,
            "gift_boards": report.gift_boards,
            "seed": report.settings.seed,
            "version": report.version,
        }
    )


def _finding_record(finding: Finding) -> Record:
    """A finding for scripts."""
    record = output.attributes(finding, "kind", "key") | {
        "auction": " ".join(map(str, finding.location.auction)),
        "auctions": finding.location.auctions,
        "boards": finding.location.times,
    }
    if isinstance(finding, Gift):
        return record | _gift_record(finding)
    if isinstance(finding, HandsFinding | CatchAll):
        share = finding.share
        record |= {"hands": share.hands, "of": share.of, "percent": 100 * share.fraction}
        if share.is_sampled:
            record["interval"] = [100 * end for end in share.interval]
        record["witness"] = finding.witness
    if isinstance(finding, CatchAll):
        record["calls"] = finding.calls.fraction
    return record


def _gift_record(gift: Gift) -> Record:
    return {
        "deals": gift.share.hands,
        "of": gift.share.of,
        "percent": 100 * gift.share.fraction,
        **output.attributes(gift, "imps", "call"),
        "rule": None if gift.rule is None else gift.rule.key,
        **output.attributes(gift, "witness", "better", "deal"),
        "dealer": gift.auction.dealer,
        "calls": gift.auction.calls,
        "gaining": gift.place,
        "instead_of": gift.instead_of,
    }
