"""``overtrick deal``: deal boards, at random or to fit what is wanted of the hands."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import Conventions, TheirSystem
from overtrick.cli.called import Called, CalledDealer, CalledText, CalledVul, called_given
from overtrick.cli.options import Ascii, Json, ThemeName, one_of, seed_number, whole_number
from overtrick.cli.records import record
from overtrick.cli.wishes import read_wishes, refuse_the_impossible, refuse_what_excludes
from overtrick.core import Board, Seat
from overtrick.formats import FORMATS, Fingerprint, Record, fingerprint, write
from overtrick.render import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from overtrick.deals import Wanted

__all__ = ["deal"]

_RECORDS = tuple(suffix for kind in FORMATS.values() for suffix in kind.suffixes)


@dataclass(frozen=True)
class _Dealt:
    """A board, and what is told about it beside its own record."""

    board: Board
    told: dict[str, object] = field(default_factory=dict)


def deal(
    wishes: Annotated[
        str | None,
        typer.Argument(metavar="[WISHES]", help="As in 'south: 15-17 balanced; north: 5+ hearts'."),
    ] = None,
    auction: CalledText = None,
    system: Annotated[str | None, typer.Option(metavar="NAME", help="What they play in the auction.")] = None,
    their_system: TheirSystem = None,
    convention: Conventions = None,
    dealer: CalledDealer = None,
    vul: CalledVul = None,
    number: Annotated[str, typer.Option("-n", "--number", metavar="N", help="How many boards.")] = "1",
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed deals the same boards.")
    ] = None,
    first: Annotated[str, typer.Option(metavar="N", help="The number of the first board.")] = "1",
    lines: Annotated[bool, typer.Option("--lines", help="Only the deals, one a line.")] = False,
    theme: ThemeName = DEFAULT_THEME.name,
    to_file: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write .pbn, .lin … or draw .svg, .html or .txt into FILE."
        ),
    ] = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Deal boards at random: every deal, or every deal that fits the wishes, is equally likely.

    With --auction those in which the players make these calls; North-South play --system.
    """
    one_of(json=as_json, lines=lines, output=to_file is not None)
    colours = Theme.parse(theme)
    chosen = secrets.randbelow(10**9) if seed is None else seed_number(seed)
    n, start = whole_number(number, "-n", least=1), whole_number(first, "--first", least=1)
    called = called_given(auction, dealer, vul, system, their_system, convention)
    wanted = {} if wishes is None else read_wishes(wishes)
    dealt = _fitting(wanted, n, chosen, start, called) if wanted or called else _any(n, chosen, start)
    if to_file is not None:
        _write(to_file, [each.board for each in dealt], colours, ascii_only)
    elif as_json:
        _print_json(dealt, chosen)
    elif lines:
        for each in dealt:
            print(each.board.deal)
    else:
        output.print_values((each.board for each in dealt), colours, ascii_only)
    if seed is None:
        output.note(f"dealt with --seed {chosen}")


# Dealing


def _any(n: int, seed: int, first: int) -> Iterator[_Dealt]:
    import numpy as np  # here, so that the commands that need no engine start without it

    from overtrick.deals import boards

    return (_Dealt(board) for board in boards(np.random.default_rng(seed), n, first))


def _fitting(
    wishes: Mapping[Seat, Wanted], n: int, seed: int, first: int, called: Called | None
) -> Iterator[_Dealt]:
    """Boards that fit; what was done where none does is told beside them."""
    from overtrick.deals import Sampler, unpack

    wanted = wishes if called is None else called.with_wishes(wishes)
    sampler = Sampler(wanted)
    if called is not None:
        called.refuse_the_impossible(sampler)
    refuse_the_impossible(sampler, wanted)
    found = sampler.draw(n, seed)
    refuse_what_excludes(found, wanted)
    for remark in (*(() if called is None else called.remarks), *found.remarks):
        output.note(remark)
    odd = (
        {}
        if called is None
        else {"odd": [{"seat": str(seat), "call": str(call)} for seat, call in called.odd]}
    )
    for number, (dealt, weight) in enumerate(zip(unpack(found.deals), found.weights, strict=True), first):
        board = Board.numbered(number, dealt)
        told: dict[str, object] = {"weight": float(weight), "exact": found.exact, **odd}
        yield _Dealt(board if called is None else called.on(board), told)


# Showing


def _print_json(dealt: Iterable[_Dealt], seed: int) -> None:
    seen = Fingerprint()
    for each in dealt:
        seen.add(each.board.deal)
        output.print_json(record(each.board) | {"deal_set": str(seen), "seed": seed} | each.told)


def _write(path: Path, boards: list[Board], theme: Theme, ascii_only: bool) -> None:
    if path.suffix.lower() not in _RECORDS:
        output.write_picture(path, boards, fingerprint(board.deal for board in boards), theme, ascii_only)
        return
    done = write((Record(board) for board in boards), path)
    number = f"{done.boards} {'board' if done.boards == 1 else 'boards'}"
    print(f"wrote {path}: {number} as {done.format}, deal set {done.fingerprint}")
