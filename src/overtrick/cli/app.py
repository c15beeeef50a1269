"""The command line put together: one file for each command, registered here."""

from __future__ import annotations

from typing import Annotated

import typer

import overtrick
from overtrick.cli.auction import auction
from overtrick.cli.bid import bid
from overtrick.cli.card import card
from overtrick.cli.check import check
from overtrick.cli.convert import convert
from overtrick.cli.deal import deal
from overtrick.cli.encyclopedia import encyclopedia
from overtrick.cli.hands import hands
from overtrick.cli.lead import lead
from overtrick.cli.match import match
from overtrick.cli.meaning import meaning
from overtrick.cli.openbid import openbid
from overtrick.cli.play import play
from overtrick.cli.practice import practice
from overtrick.cli.rules import rules
from overtrick.cli.score import score
from overtrick.cli.seat import seat
from overtrick.cli.serve import serve
from overtrick.cli.show import show
from overtrick.cli.solve import solve
from overtrick.cli.squeeze import squeeze
from overtrick.cli.suit import suit
from overtrick.cli.system import system
from overtrick.cli.table import table

__all__ = ["app"]

app = typer.Typer(
    help="A computer bridge expert that bids, plays and explains.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(auction)
app.command()(bid)
app.command()(card)
app.command()(check)
app.command()(convert)
app.command()(deal)
app.add_typer(encyclopedia)
app.add_typer(hands)
app.command()(lead)
app.command()(match)
app.command()(meaning)
app.command()(openbid)
app.command()(play)
app.command()(practice)
app.command()(rules)
# A result such as -1 looks like an option; let it through as what it is.
app.command(context_settings={"ignore_unknown_options": True})(score)
app.command()(seat)
app.command()(serve)
app.command()(show)
app.command()(solve)
app.command()(squeeze)
app.command()(suit)
app.command()(system)
app.command()(table)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"overtrick {overtrick.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """A computer bridge expert that bids, plays and explains."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)
