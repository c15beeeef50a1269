"""Playing a match: on several processes, into a file from which it can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import cast

import overtrick
from overtrick.bidding.library import fingerprint
from overtrick.core import Board, OvertrickError
from overtrick.dd.batch import cores
from overtrick.processes import Interrupted, in_parallel
from overtrick.table.errors import MatchError
from overtrick.table.matches.results import Comparison, Line, comparison, line, play_board
from overtrick.table.matches.rooms import Match

__all__ = ["play_match"]


def play_match(
    match: Match, boards: int, path: Path | None = None, processes: int | None = None
) -> Iterator[Comparison]:
    """Play the first boards of a match and yield each as it is finished, those already in the file first.

    Every board is in the file before it is yielded. The same match gives the same boards on any number of
    processes; only their order and the times may differ.
    """
    if boards < 1:
        raise MatchError(f"a match has at least one board, not {boards}")
    kept = {} if path is None else _kept(path, match)
    yield from (compared for number, compared in sorted(kept.items()) if number <= boards)
    todo = [board for board in match.boards(boards) if board.number not in kept]
    with closing(_at_work(match, todo, processes or cores())) as finished:
        for made in finished:
            if path is not None:
                _append(path, made)
            yield comparison(made)


# The file


def _head(match: Match) -> Line:
    """The first line of the file, which must be the same for a match to be resumed."""
    systems = (match.a.system, match.b.system)
    return {
        "match": [str(match.a), str(match.b)],
        "seed": match.seed,
        "fixed_auctions": match.has_fixed_auctions,
        "fixed_leads": match.has_fixed_leads,
        "systems": [fingerprint(system) for system in systems],
        "version": overtrick.__version__,
    }


def _kept(path: Path, match: Match) -> dict[int, Comparison]:
    """The boards in a file; a new file is begun if there is none, and an incomplete last line is removed."""
    head = _head(match)
    try:
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole:
            if not _written(head).startswith(text):
                raise MatchError(f"{str(path)!r} is no file of a match")
            path.write_bytes(_written(head))
            return {}
        first, *rest = whole.decode("utf-8", "replace").removesuffix("\n").split("\n")
        _check(path, first, head)
        found = [_read(path, number, each) for number, each in enumerate(rest, 2)]
        if whole != text:
            os.truncate(path, len(whole))
    except OSError as error:
        raise MatchError(f"cannot read or write {str(path)!r}: {error.strerror}") from None
    return {compared.number: compared for compared in found}


def _written(told: Line) -> bytes:
    """A line of the file."""
    return json.dumps(told).encode() + b"\n"


def _check(path: Path, first: str, head: Line) -> None:
    """Refuse a file of another match."""
    try:
        found = json.loads(first.replace("aim=", "scoring="))  # the word of the previous release
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.keys() != head.keys():
        raise MatchError(f"{str(path)!r} is no file of a match")
    other = [f"{name} {found[name]}, not {head[name]}" for name in head if found[name] != head[name]]
    if other:
        raise MatchError(f"{str(path)!r} is of another match: {'; '.join(other)}")


def _read(path: Path, number: int, text: str) -> Comparison:
    try:
        return comparison(json.loads(text))
    except (ValueError, RecursionError) as error:
        why = f": {error}" if isinstance(error, MatchError) else ""
        raise MatchError(f"line {number} of {str(path)!r} cannot be read{why}") from None


def _append(path: Path, made: Line) -> None:
    try:
        with path.open("ab") as file:
            file.write(_written(made))
    except OSError as error:
        raise MatchError(f"cannot write {str(path)!r}: {error.strerror}") from None


# Worker processes


def _at_work(match: Match, todo: Sequence[Board], processes: int) -> Generator[Line, None, None]:
    """The lines of the boards as they are finished, in any order.

    After a failure no more boards are begun, but those in play are finished.
    """
    jobs = [partial(_play, match, board) for board in todo]
    if min(processes, len(todo)) <= 1:
        yield from (job() for job in jobs)
        return
    failed = list[str]()
    try:
        with closing(in_parallel(jobs, min(processes, len(todo)))) as replies:
            for _, reply in replies:
                if isinstance(reply.error, OvertrickError):
                    failed.append(str(reply.error))
                else:
                    yield cast(Line, reply.result())
    except Interrupted:
        raise MatchError("a process that played boards was ended; play again to go on") from None
    if failed:
        raise MatchError(*dict.fromkeys(failed))


def _play(match: Match, board: Board) -> Line:
    return line(play_board(match, board))
