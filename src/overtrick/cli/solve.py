"""``overtrick solve``: double dummy for a deal, the boards of a file, or lines of standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.files import Watch, boards_in, file_in
from overtrick.cli.options import (
    Ascii,
    BoardNumber,
    Dealer,
    Json,
    ThemeName,
    Vulnerable,
    for_deals_only,
    one_of,
    whole_number,
)
from overtrick.cli.progress import tracked
from overtrick.core import Seat, Strain
from overtrick.formats import Fingerprint
from overtrick.render import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from overtrick.cli.solutions import Answer

__all__ = ["solve"]


def solve(
    deal: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEAL|FILE", help="A deal, or a position like 'N:A... K... Q... J...;NT;N;SA'."
        ),
    ] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Every legal card and what it brings.")] = False,
    line: Annotated[bool, typer.Option("--line", help="A line of best play to the end.")] = False,
    strain: Annotated[str | None, typer.Option(metavar="STRAIN", help="C, D, H, S or NT.")] = None,
    leader: Annotated[str | None, typer.Option(metavar="SEAT", help="Who leads: N, E, S or W.")] = None,
    board: BoardNumber = None,
    dealer: Dealer = None,
    vul: Vulnerable = None,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Show what every declarer can make at every strain, and par, when all the cards are seen.

    With --cards or --line it is a position that is solved: somebody on lead at some strain, as the board's
    contract, --strain and --leader or the position itself say. Without DEAL, or with -, standard input is
    read. A file may also have one deal on each line. North deals and nobody is vulnerable unless somebody
    says otherwise.
    """
    one_of(cards=cards, line=line)
    if not (cards or line) and (strain or leader):
        raise typer.BadParameter("--strain and --leader say which position: add --cards or --line")
    colours = Theme.parse(theme)
    from overtrick.cli import solutions  # here, so that the commands that need no engine start without it

    wanted = solutions.Wanted(
        cards=cards,
        line=line,
        strain=None if strain is None else Strain.parse(strain),
        leader=None if leader is None else Seat.parse(leader),
    )
    if (source := file_in(deal or [])) is None:
        number = None if board is None else whole_number(board, "--board")
        _tell(solutions.of_text(deal or [], wanted, number, dealer, vul), colours, ascii_only, as_json)
        return
    for_deals_only(board=board, dealer=dealer, vul=vul)
    seen, watch = Fingerprint(), Watch()
    boards = (record.board for record in watch.over(seen.watch(boards_in(source))))
    _tell(tracked(solutions.of_boards(boards, wanted), source), colours, ascii_only, as_json)
    output.say(f"{watch}, deal set {seen}")


def _tell(answers: Iterator[Answer], theme: Theme, ascii_only: bool, as_json: bool) -> None:
    """Print answers as they come."""
    if as_json:
        for answer in answers:
            output.print_json(answer.record)
            sys.stdout.flush()
    else:
        drawn = (answer.diagram for answer in answers if answer.diagram is not None)
        output.print_values(drawn, theme, ascii_only)
