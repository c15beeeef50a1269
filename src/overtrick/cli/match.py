"""``overtrick match``: a match between two configurations, with the same boards in two rooms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Colours, Seed, argument, flag, number, option, output_option
from overtrick.cli.output import PLAIN, Style, board_record
from overtrick.cli.output import Record as JsonRecord
from overtrick.cli.sessions import broken_pipes_ignored, check_results_path
from overtrick.cli.terminal import followed
from overtrick.core import Board, OvertrickError
from overtrick.formats import Fingerprint, write
from overtrick.render import DEFAULT_THEME, Diagram, Line, Theme, line
from overtrick.table.matches import (
    Comparison,
    Configuration,
    Figures,
    Match,
    Results,
    Sitting,
    Team,
    play_match,
    records,
)

__all__ = ["match"]


def match(
    a: Annotated[str, argument("A", "How A plays, like plain or deals=100,weights=off.")],
    b: Annotated[str, argument("B", "How B plays (default: the usual settings).")],
    n: Annotated[int, number("How many boards (default 16).", most=1_000_000)] = 16,
    seed: Seed = 1,
    fixed_auctions: Annotated[
        bool, flag("--fixed-auctions", "A's system bids each board once, for both rooms.")
    ] = False,
    fixed_leads: Annotated[
        bool, flag("--fixed-leads", "Opening leads by the table of A's system, in both rooms.")
    ] = False,
    to_file: Annotated[Path | None, output_option("Write both rooms: .pbn, .lin, .json …")] = None,
    save: Annotated[
        Path | None, option("--save", "FILE", "Keep each board in FILE, and go on where it ends.")
    ] = None,
    processes: Annotated[
        int | None, number("Worker processes (default one for each core).", "--processes", most=1024)
    ] = None,
    theme: Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Play a duplicate match between two configurations of the player.

    A sits North-South in the open room and East-West in the closed room. A configuration is a preset
    (default, plain, blind, quick) or words with values, with commas between them, like
    deals=100,weights=off,strategies=off,meanings=off,leads=off,system=natural,simulate=20,scoring=imps.
    """
    if to_file is not None:
        check_results_path(to_file)
    played = Match(Configuration.parse(a), Configuration.parse(b), seed or 0, fixed_auctions, fixed_leads)
    found = list[Comparison]()
    try:
        with broken_pipes_ignored():
            for compared in followed(play_match(played, n, save, processes), n, "playing"):
                found.append(compared)
    except KeyboardInterrupt:
        _print(played, found, to_file, theme, style)
        output.note(_stopped(len(found), n, save))
        raise typer.Exit(output.INTERRUPTED) from None
    except OvertrickError:
        if found:
            output.note(_stopped(len(found), n, save))
        raise
    _print(played, found, to_file, theme, style)


def _stopped(done: int, wanted: int, save: Path | None) -> str:
    goes_on = "they would be kept with --save" if save is None else "the same command goes on with the rest"
    return f"stopped after {done} of {wanted} boards; {goes_on}"


def _print(
    match: Match,
    found: list[Comparison],
    to_file: Path | None,
    theme: Theme,
    style: Style,
) -> None:
    results = Results.of(match, found)
    if not found:
        return
    if style.as_json:
        _print_records(results)
    else:
        _print_results(results, theme, style)
        for words in _times(results):
            output.note(words)
    if to_file is not None:
        written = write(records(results), to_file)
        output.note(f"wrote {written.boards} records to {str(to_file)!r}, deal set {written.fingerprint}")


def _times(results: Results) -> Iterator[str]:
    """The teams' thinking times, apart from the results because they are never the same twice."""
    for team in Team:
        told = results.figures(team)
        if told.seconds_a_card is not None:
            yield (
                f"{team.value} thought {told.seconds_a_card:.3f} s a card,"
                f" {told.worst_seconds:.2f} s at most, {told.seconds_a_board:.1f} s a board"
            )


_BOARDS = ("Board", "Open room", "N-S", "Closed room", "N-S", "IMPs")
_TEAMS = ("Team", "Contracts made", "Lead", "Declarer", "Defence")
_COST_NAMES = ("lead_cost", "declarer_cost", "defence_cost")
_COSTS = "Lead, declarer, defence: tricks given away double dummy, a board."


# For people


def _print_results(results: Results, theme: Theme, style: Style) -> None:
    """Print the boards with a swing, the score, and how each team did."""
    drawn = [_teams(results)]
    if results.swings:
        rows = (_row(compared) for compared in results.swings)
        drawn.insert(0, Diagram("swings", "The boards with a swing.", output.table(_BOARDS, rows)))
    style.print_values(drawn, theme)


def _row(compared: Comparison) -> Iterator[Line]:
    yield line(str(compared.number))
    for played in (compared.open, compared.closed):
        yield output.contract_line(played.board.contract, played.board.result)
        yield line(output.signed(played.score_ns))
    yield line(output.signed(compared.imps))


def _teams(results: Results) -> Diagram:
    """Each team's figures, and the score below."""
    rows = [[line(results.match.name(team)), *_figures(results.figures(team))] for team in Team]
    notes = [*_score(results), _COSTS]
    return Diagram("teams", " ".join(notes), output.table(_TEAMS, rows), tuple(map(line, notes)))


def _figures(told: Figures) -> Iterator[Line]:
    yield line(f"{told.made} of {told.declared}")
    for cost in (getattr(told, name) for name in _COST_NAMES):
        yield line("" if cost is None else f"{cost.mean:.2f}")


def _score(results: Results) -> Iterator[str]:
    total = results.imps
    assert total is not None  # there is a board
    a, b = (results.imps_of(team) for team in Team)
    boards = output.counted(total.boards, "board")
    yield f"IMPs {a} to {b} after {boards}: {results.won} won by A, {results.lost} by B, {results.flat} flat"
    yield f"{output.with_sign(total.mean)} IMPs a board to A{output.interval_words(total.interval)}"


# For scripts


def _print_records(results: Results) -> None:
    """Print an object for each board, and one for the match."""
    seen = Fingerprint()
    for compared in results.boards:
        board = compared.open.board
        seen.add(board.deal)
        dealt = Board(board.number, board.dealer, board.vul, board.deal)
        told = {key: value for key, value in board_record(dealt).items() if key not in ("calls", "contract")}
        rooms = {"open": _room(compared.open), "closed": _room(compared.closed)}
        output.print_json(told | {"imps": compared.imps} | rooms | {"deal_set": seen})
    output.print_json(_total(results))


def _room(played: Sitting) -> JsonRecord:
    board, costs = played.board, played.costs
    assert board.result is not None  # the play is over
    return {
        **output.attributes(board.auction, "calls"),
        "contract": board.contract,
        "tricks": board.result.tricks,
        "score_ns": played.score_ns,
        "cards": [] if board.play is None else board.play.cards,
        "claimed": None if board.claim is None else board.claim.tricks,
        "costs": costs and output.attributes(costs, "lead", "declarer", "defence"),
    }


def _total(results: Results) -> JsonRecord:
    return {
        "boards": len(results.boards),
        "seed": results.match.seed,
        "fixed_auctions": results.match.has_fixed_auctions,
        "fixed_leads": results.match.has_fixed_leads,
        "imps": output.summary_record(results.imps),
        **output.attributes(results, "won", "lost", "flat"),
        "teams": {team.value: _team(results, team) for team in Team},
    }


def _team(results: Results, team: Team) -> JsonRecord:
    told = results.figures(team)
    return {
        "configuration": str(results.match.configuration(team)),
        "imps": results.imps_of(team),
        **output.attributes(told, "declared", "made"),
        **{name: output.summary_record(getattr(told, name)) for name in _COST_NAMES},
        **output.attributes(told, "seconds_a_card", "worst_seconds", "seconds_a_board"),
    }
