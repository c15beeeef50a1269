"""``overtrick convert``: convert one file format to another, with notes on anything that is lost."""

from __future__ import annotations

import sys
from typing import Annotated, BinaryIO

from overtrick.cli import output
from overtrick.cli.files import boards_in, written_words
from overtrick.cli.options import BoardNumber, Json, argument, option
from overtrick.formats import convert as convert_file

__all__ = ["convert"]


def convert(
    source: Annotated[str, argument("A", "The file to read, a handviewer URL, or - .")],
    target: Annotated[str, argument("B", "The file to write, or - .")],
    to: Annotated[
        str | None, option("--to", "FORMAT", "PBN, LIN, RBN, DUP, BRI, DGE, JSON, handviewer.")
    ] = None,
    come_from: Annotated[
        str | None, option("--from", "FORMAT", "The format of A, if it cannot be detected.")
    ] = None,
    board: BoardNumber = None,
    as_json: Json = False,
) -> None:
    """Convert a file of boards; nothing is lost in silence."""
    read_from: str | BinaryIO = sys.stdin.buffer if source == "-" else source
    write_to: str | BinaryIO = sys.stdout.buffer if target == "-" else target
    done = convert_file(boards_in(read_from, board, come_from), write_to, to)
    if as_json and target != "-":
        summary = {"format": done.format.name, "boards": done.boards, "deal_set": done.fingerprint}
        output.print_json(summary | {"lost": done.lost, "remarks": done.remarks})
        return
    for remark in done.remarks:
        output.note(str(remark))
    words = written_words(done)
    output.say(words if target == "-" else f"wrote {target}: {words}")
