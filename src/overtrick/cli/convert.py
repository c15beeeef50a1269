"""``overtrick convert``: from one file format to another, saying what cannot be carried."""

from __future__ import annotations

import sys
from typing import Annotated, BinaryIO

import typer

from overtrick.cli import output
from overtrick.cli.options import Json
from overtrick.formats import convert as convert_file
from overtrick.formats import read

__all__ = ["convert"]


def convert(
    source: Annotated[str, typer.Argument(metavar="A", help="The file to read, a handviewer URL, or - .")],
    target: Annotated[str, typer.Argument(metavar="B", help="The file to write, or - .")],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="PBN, LIN, RBN, DUP, BRI, DGE, JSON, handviewer."),
    ] = None,
    come_from: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="What A is, where it cannot be told.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Convert a file of boards; nothing is lost in silence."""
    given: str | BinaryIO = sys.stdin.buffer if source == "-" else source
    wanted: str | BinaryIO = sys.stdout.buffer if target == "-" else target
    done = convert_file(read(given, come_from), wanted, to)
    summary = {
        "format": done.format.name,
        "boards": done.boards,
        "deal_set": done.fingerprint,
        "lost": list(done.lost),
        "remarks": [str(remark) for remark in done.remarks],
    }
    if as_json and target != "-":
        output.print_json(summary)
        return
    for remark in done.remarks:
        output.note(str(remark))
    if done.lost:
        output.note(f"{done.format} cannot hold: {', '.join(done.lost)}")
    boards = f"{done.boards} {'board' if done.boards == 1 else 'boards'}"
    told = f"{boards} as {done.format}, deal set {done.fingerprint}"
    output.say(told if target == "-" else f"wrote {target}: {told}")
