"""``overtrick suit``: how to play a suit combination, with exact odds and reasons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from overtrick.cli import output
from overtrick.cli.given import lines_of
from overtrick.cli.options import Json, one_of, whole_number

if TYPE_CHECKING:
    from overtrick.suits import Chances, Entries, Solution, Stake

__all__ = ["suit"]

T = TypeVar("T")


def suit(
    north: Annotated[
        str | None, typer.Argument(help="North's cards: AQT, AK9xx, or - for a void; x is small.")
    ] = None,
    south: Annotated[str | None, typer.Argument(help="South's cards.")] = None,
    goal: Annotated[str | None, typer.Option(metavar="N", help="Only so many tricks, in detail.")] = None,
    vacant: Annotated[
        str | None, typer.Option(metavar="W-E", help="Vacant places of West and East, this suit included.")
    ] = None,
    west: Annotated[str | None, typer.Option(metavar="N-M", help="West's length: 2-4, 3, 0-2.")] = None,
    east: Annotated[str | None, typer.Option(metavar="N-M", help="East's length.")] = None,
    west_holds: Annotated[str, typer.Option(metavar="CARDS", help="Cards West is known to hold.")] = "",
    east_holds: Annotated[str, typer.Option(metavar="CARDS", help="Cards East is known to hold.")] = "",
    coins: Annotated[
        bool, typer.Option("--coins", help="The odds of 1992: each card like the toss of a coin.")
    ] = False,
    entries: Annotated[
        str | None, typer.Option(metavar="N=1,S=2", help="Outside entries to North and South.")
    ] = None,
    matchpoints: Annotated[
        bool, typer.Option("--matchpoints", help="The line that beats every other line.")
    ] = False,
    imps: Annotated[
        str | None,
        typer.Option(metavar="3NT=4", help="The best line at IMPs; here 3NT needs four tricks of the suit."),
    ] = None,
    vul: Annotated[str | None, typer.Option(help="For --imps: None, NS, EW or Both.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every undominated line.")] = False,
    tree: Annotated[bool, typer.Option("--tree", help="The best line as a tree of tactics.")] = False,
    tactics: Annotated[
        bool, typer.Option("--tactics", help="Critical cards and the tactics that apply.")
    ] = False,
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help="en or de.")] = "en",
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the chances of every first play.")
    ] = None,
    batch: Annotated[
        str | None, typer.Option(metavar="FILE", help="One problem a line, one JSON object each; - is stdin.")
    ] = None,
    audit: Annotated[
        str | None, typer.Option(metavar="FILE", help="Check published claims: holding | goal | line | odds.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play a suit combination: the best line for every number of tricks, its odds, and why.

    Against best defence, with entries as needed, unless you say otherwise.
    """
    asked = _Asked(goal, every, tree, tactics, matchpoints, imps, vul, chart, as_json)
    _check(asked, batch, audit, north is not None, coins and vacant is not None)
    chances = _chances(vacant, west, east, west_holds, east_holds, coins)
    limits = _entries(entries)
    if batch is not None:
        from overtrick.cli.suit_records import print_batch

        print_batch(lines_of(batch), chances, limits, lang)
    elif audit is not None:
        from overtrick.cli.suit_audit import print_audit

        print_audit(lines_of(audit), audit, chances, as_json)
    else:
        _tell(_answer(north, south, chances, limits), asked, lang)


class _Asked(NamedTuple):
    """What is asked about one combination."""

    goal: str | None
    every: bool
    tree: bool
    tactics: bool
    matchpoints: bool
    imps: str | None
    vul: str | None
    chart: Path | None
    as_json: bool


def _check(asked: _Asked, batch: str | None, audit: str | None, is_given: bool, is_two_models: bool) -> None:
    """Refuse options that do not go together."""
    is_file = batch is not None or audit is not None
    one_of(
        batch=batch is not None,
        audit=audit is not None,
        all=asked.every,
        tree=asked.tree,
        tactics=asked.tactics,
        matchpoints=asked.matchpoints,
        imps=asked.imps is not None,
    )
    is_comparison = asked.every or asked.tactics or asked.matchpoints or asked.imps is not None
    for is_wrong, said in (
        (is_file and is_given, "give a combination, or a file of them, not both"),
        (is_file and asked.chart is not None, "--chart is for one combination"),
        (
            (is_file or is_comparison) and asked.goal is not None,
            "--goal is for one combination, alone or with --tree, --chart and --json",
        ),
        (asked.vul is not None and asked.imps is None, "--vul is for --imps"),
        (asked.tactics and asked.as_json, "--tactics has no --json"),
        (is_two_models, "choose one of --coins and --vacant"),
    ):
        if is_wrong:
            raise typer.BadParameter(said)


def _tell(answer: Solution, asked: _Asked, lang: str) -> None:
    """Answer what is asked about one combination."""
    # Here, because they load the grammars.
    import overtrick.cli.suit_records as records
    import overtrick.cli.suit_words as words

    wanted = None if asked.goal is None else _goal(asked.goal, answer)
    stake = None if asked.imps is None else _stake(asked.imps, asked.vul or "None")
    if asked.chart is not None:
        words.draw(answer, asked.chart, wanted, lang)
    if asked.as_json:
        output.print_json(
            records.record(answer, lang, wanted, asked.every, asked.tree, asked.matchpoints, stake)
        )
    elif asked.tactics:
        words.print_tactics(answer)
    elif asked.every:
        words.print_lines(answer, lang)
    elif asked.tree:
        words.print_tree(answer, wanted, lang)
    elif asked.matchpoints or stake is not None:
        words.print_contest(answer, stake, lang)
    elif wanted is not None:
        words.print_goal(answer, wanted, lang)
    else:
        words.print_answer(answer, lang)


def _answer(north: str | None, south: str | None, chances: Chances, entries: Entries) -> Solution:
    from overtrick.suits import Combination, solve

    if north is None:
        raise typer.BadParameter("give North's and South's cards, as in 'overtrick suit AQT 43'")
    combination = Combination.parse(north) if south is None else Combination.of(north, south)
    return solve(combination, chances, entries)


def _chances(
    vacant: str | None, west: str | None, east: str | None, west_holds: str, east_holds: str, coins: bool
) -> Chances:
    from overtrick.suits import Chances
    from overtrick.suits.typed import read_known, read_lengths, read_vacant

    return Chances(
        vacant=(13, 13) if vacant is None else _read(read_vacant, vacant, "--vacant"),
        west=(0, 13) if west is None else _read(read_lengths, west, "--west"),
        east=(0, 13) if east is None else _read(read_lengths, east, "--east"),
        west_holds=_read(read_known, west_holds, "--west-holds"),
        east_holds=_read(read_known, east_holds, "--east-holds"),
        coins=coins,
    )


def _entries(text: str | None) -> Entries:
    from overtrick.suits import Entries
    from overtrick.suits.typed import read_entries

    return Entries() if text is None else _read(read_entries, text, "--entries")


def _read(read: Callable[[str], T], text: str, option: str) -> T:
    """What an option says, or that it says nothing sensible."""
    from overtrick.suits import SuitError

    try:
        return read(text)
    except SuitError as error:
        raise typer.BadParameter(str(error), param_hint=repr(option)) from None


def _goal(text: str, answer: Solution) -> int:
    if text == "max":
        return answer.goals[0].tricks if answer.goals else 1
    if not text.isascii() or not text.isdigit():
        raise typer.BadParameter(f"{text[:40]!r}: expected a number of tricks, or max", param_hint="'--goal'")
    tricks = whole_number(text, "--goal", least=1)
    answer.goal(tricks)  # says what is wrong with it
    return tricks


def _stake(text: str, vul: str) -> Stake:
    from overtrick.suits.typed import read_stake

    return _read(lambda text: read_stake(text, vul), text, "--imps")
