"""``overtrick deal``: deal boards."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Ascii, Json, Output, ThemeName, one_of, whole_number
from overtrick.cli.records import record
from overtrick.formats import Fingerprint, fingerprint
from overtrick.render import DEFAULT_THEME, Theme

__all__ = ["deal"]


def deal(
    number: Annotated[str, typer.Option("-n", "--number", metavar="N", help="How many boards.")] = "1",
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed deals the same boards.")
    ] = None,
    first: Annotated[str, typer.Option(metavar="N", help="The number of the first board.")] = "1",
    lines: Annotated[bool, typer.Option("--lines", help="Only the deals, one a line.")] = False,
    theme: ThemeName = DEFAULT_THEME.name,
    to_file: Output = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Deal boards at random, every deal equally likely."""
    import numpy as np  # here, so that the commands that need no engine start without it

    from overtrick.deals import boards

    one_of(json=as_json, lines=lines, output=to_file is not None)
    colours = Theme.parse(theme)
    chosen = secrets.randbelow(10**9) if seed is None else whole_number(seed, "--seed")
    rng = np.random.default_rng(chosen)
    dealt = boards(rng, whole_number(number, "-n", least=1), whole_number(first, "--first", least=1))
    if to_file is not None:
        shown = list(dealt)
        output.write_picture(to_file, shown, fingerprint(board.deal for board in shown), colours, ascii_only)
    elif as_json:
        seen = Fingerprint()
        for board in dealt:
            seen.add(board.deal)
            output.print_json(record(board) | {"deal_set": str(seen), "seed": chosen})
    elif lines:
        for board in dealt:
            print(board.deal)
    else:
        output.print_values(dealt, colours, ascii_only)
    if seed is None:
        output.note(f"dealt with --seed {chosen}")
