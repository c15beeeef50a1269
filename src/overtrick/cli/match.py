"""``overtrick match``: two ways to play, the same boards in two rooms, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.aloud import broken_pipes_ignored
from overtrick.cli.match_words import tell_people, tell_scripts
from overtrick.cli.options import Ascii, Json, ThemeName, seed_number, whole_number
from overtrick.cli.progress import bar
from overtrick.cli.results_file import check_name
from overtrick.core import OvertrickError
from overtrick.formats import write
from overtrick.render import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from overtrick.table.matches import Comparison, Match, Results

__all__ = ["match"]

_MOST_BOARDS, _MOST_PROCESSES = 1_000_000, 1024
_INTERRUPTED = 130


def match(
    a: Annotated[str, typer.Argument(metavar="A", help="How A plays, like plain or deals=100,weights=off.")],
    b: Annotated[str, typer.Argument(metavar="B", help="How B plays; default is as usual.")],
    boards: Annotated[str, typer.Option("--boards", "-n", metavar="N", help="How many boards.")] = "16",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="The boards and all chance.")] = "1",
    fixed_auctions: Annotated[
        bool, typer.Option("--fixed-auctions", help="A's system bids each board once, for both rooms.")
    ] = False,
    fixed_leads: Annotated[
        bool, typer.Option("--fixed-leads", help="Opening leads by the table of A's system, in both rooms.")
    ] = False,
    to_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write both rooms: .pbn, .lin, .json …"),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="RUN", help="Keep each board in RUN, and go on where it ends."),
    ] = None,
    processes: Annotated[
        str | None, typer.Option("--processes", metavar="N", help="Without it one for each core.")
    ] = None,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Play a duplicate match between two configurations of the player.

    A sits North-South in the open room and East-West in the closed room. A configuration is a preset
    (default, plain, blind, quick) or words with values, with commas between them, like
    deals=100,weights=off,strategies=off,meanings=off,leads=off,system=natural,simulate=20,aim=imps.
    """
    from overtrick.table.matches import Configuration, Match

    colours = Theme.parse(theme)
    if to_file is not None:
        check_name(to_file)
    number = whole_number(boards, "--boards", 1, _MOST_BOARDS)
    workers = None if processes is None else whole_number(processes, "--processes", 1, _MOST_PROCESSES)
    asked = Match(
        Configuration.parse(a), Configuration.parse(b), seed_number(seed), fixed_auctions, fixed_leads
    )
    found = list["Comparison"]()
    try:
        _play(asked, number, file, workers, found)
    except KeyboardInterrupt:
        _tell(asked, found, to_file, colours, ascii_only, as_json)
        output.note(_stopped(len(found), number, file))
        raise typer.Exit(_INTERRUPTED) from None
    except OvertrickError:
        if found:
            output.note(_stopped(len(found), number, file))
        raise
    _tell(asked, found, to_file, colours, ascii_only, as_json)


def _play(asked: Match, number: int, file: Path | None, workers: int | None, found: list[Comparison]) -> None:
    """Play, and collect the boards as they are finished."""
    from overtrick.table.matches import play_match

    with broken_pipes_ignored(), bar("playing") as progress:
        if progress is not None:
            progress(0, number)
        for compared in play_match(asked, number, file, workers):
            found.append(compared)
            if progress is not None:
                progress(len(found), number)


def _stopped(done: int, wanted: int, file: Path | None) -> str:
    goes_on = "they would be kept with --file" if file is None else "the same command goes on with the rest"
    return f"stopped after {done} of {wanted} boards; {goes_on}"


def _tell(
    asked: Match,
    found: list[Comparison],
    to_file: Path | None,
    theme: Theme,
    ascii_only: bool,
    as_json: bool,
) -> None:
    from overtrick.table.matches import Results, records

    results = Results.of(asked, found)
    if not found:
        return
    if as_json:
        tell_scripts(results)
    else:
        tell_people(results, theme, ascii_only)
        for words in _times(results):
            output.note(words)
    if to_file is not None:
        written = write(records(results), to_file)
        output.note(f"wrote {written.boards} records to {str(to_file)!r}, deal set {written.fingerprint}")


def _times(results: Results) -> Iterator[str]:
    """How long the teams thought: beside the results, because it is never the same twice."""
    from overtrick.table.matches import Team

    for team in Team:
        told = results.figures(team)
        if told.seconds_a_card is not None:
            yield (
                f"{team.value} thought {told.seconds_a_card:.3f} s a card,"
                f" {told.worst_seconds:.2f} s at most, {told.seconds_a_board:.1f} s a board"
            )
