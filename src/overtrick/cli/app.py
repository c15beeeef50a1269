"""The commands in one table: a command's module is loaded when the command is run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer._click import Command, Context
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import overtrick
from overtrick.cli.old_spellings import new_spelling
from overtrick.cli.options import with_groups

__all__ = ["COMMANDS", "app", "load"]


class Entry(NamedTuple):
    """A command: its module and its function have its name."""

    name: str
    panel: str
    help: str
    """The first line of the command's docstring."""


COMMANDS = (
    Entry("play", "Play", "Play bridge with robots, in the browser or at the terminal."),
    Entry("serve", "Play", "Serve the table and the tools to browsers, until Ctrl-C."),
    Entry("match", "Play", "Play a duplicate match between two configurations of the player."),
    Entry("table", "Play", "Manage a table that other programs can sit down at."),
    Entry("seat", "Play", "Sit down at a table of another program, and play to the end of its session."),
    Entry("solve", "Analyse", "Solve deals double dummy: tricks of every declarer, par, cards, lines."),
    Entry("card", "Analyse", "Choose a card for the player whose turn it is, from what that player may see."),
    Entry("lead", "Analyse", "Choose an opening lead: every card ranked, over deals that fit the auction."),
    Entry("suit", "Analyse", "Play a suit combination: the best lines, their odds, and why."),
    Entry("squeeze", "Analyse", "Find the squeeze in an ending: its name, its victim, and how to play it."),
    Entry("hands", "Analyse", "Count, show and prove: exact answers about all 635,013,559,600 hands."),
    Entry("rules", "Analyse", "Count what each rule of a list does: overlaps, gaps, dead rules."),
    Entry("practice", "Learn", "Practise bidding: a hand and an auction, you call, and then the reason."),
    Entry(
        "encyclopedia", "Learn", "The book of all 158,842 suit combinations: best chances and first plays."
    ),
    Entry("openbid", "Learn", "Open a hand as OPENBID did in 1967, and say why."),
    Entry("bid", "Bid", "Bid a hand: the call, what it means, and the rule that makes it."),
    Entry("meaning", "Bid", "Say what each call of an auction means."),
    Entry("auction", "Bid", "Bid the boards of a file, and say what the calls mean."),
    Entry("system", "Bid", "Print the notes of a bidding system, or list the systems there are."),
    Entry("check", "Bid", "Prove a bidding system, or tell what is wrong with it."),
    Entry("deal", "Tools", "Deal boards at random, or to fit conditions or an auction."),
    Entry("show", "Tools", "Draw a deal or the boards of a file."),
    Entry("convert", "Tools", "Convert a file of boards; nothing is lost in silence."),
    Entry("score", "Tools", "Score a contract by Law 77, item by item."),
)
_HELP = {entry.name: entry.help for entry in COMMANDS}


class _Commands(TyperGroup):
    """The group of all commands, listed from the table and loaded when run."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]
        for name, panel, words in COMMANDS:
            self.add_command(TyperCommand(name, help=words, rich_help_panel=panel))

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """The command, and its arguments in the current spelling."""
        name, _, rest = super().resolve_command(ctx, args)
        assert name is not None  # otherwise it is an error
        command = load(name)
        return name, command, new_spelling(name, rest, getattr(command, "commands", {}))


class _DefaultGroup(TyperGroup):
    """A command with sub-commands beside it: ``squeeze ENDING`` and ``squeeze scan FILE``."""

    allow_extra_args = False
    allow_interspersed_args = True

    def make_context(
        self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: object
    ) -> Context:
        """The context of the sub-command named first, or else of the command itself."""
        if args and args[0] in self.commands:
            return self.commands[args[0]].make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the arguments and options of the command itself."""
        return Command.parse_args(self, ctx, args)

    def invoke(self, ctx: Context) -> object:
        """Run the command itself."""
        return Command.invoke(self, ctx)


@cache
def load(name: str) -> Command:
    """A command with its options, from its module.

    The module may have `SUBCOMMANDS`, functions by name; without a function of the command's own name it is
    a group of them. It may have `CONTEXT_SETTINGS` for the parser.
    """
    module = import_module(f"overtrick.cli.{name}")
    others: dict[str, Callable[..., None]] = getattr(module, "SUBCOMMANDS", {})
    if (function := getattr(module, name, None)) is None:
        return get_command(_group(name, others))
    kind: type[Any] = _DefaultGroup if others else TyperCommand
    command = _command(name, function, cls=kind, context_settings=getattr(module, "CONTEXT_SETTINGS", None))
    if isinstance(command, _DefaultGroup):
        command.subcommand_metavar = "| COMMAND [ARGS]..."
        command.commands = {each: _command(each, function) for each, function in others.items()}
    return command


def _group(name: str, functions: dict[str, Callable[..., None]]) -> typer.Typer:
    made = typer.Typer(add_completion=False, help=_HELP[name])
    made.callback(invoke_without_command=True)(_show_help)
    for each, function in functions.items():
        made.command(each)(with_groups(function))
    return made


def _command(name: str, function: Callable[..., None], **settings: Any) -> Command:
    made = typer.Typer(add_completion=False)
    made.command(name, **settings)(with_groups(function))
    return get_command(made)


def _show_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    _show_help(context)
