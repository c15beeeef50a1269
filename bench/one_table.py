"""One 20-entry table in a process of its own, so that it can be given up: ours or DDS's.

``python -m bench.one_table ours "N:..." 120`` prints the seconds of processor time, the table by strain and
declarer, the positions looked at and the bytes allocated, as JSON; after 120 seconds it is ended.
"""

from __future__ import annotations

import ctypes
import json
import resource
import signal
import sys
from dataclasses import dataclass
from subprocess import run
from time import process_time

import endplay._dds as _dds
import endplay.types as ep
from endplay.dds import calc_dd_table

from overtrick import Deal, Seat, Strain
from overtrick.dd import Solver
from tests.endplay_names import DENOMS, PLAYERS

__all__ = ["OneTable", "allocated", "our_table", "solve", "their_table"]

Table = list[list[int]]


class _Mallinfo(ctypes.Structure):
    """What malloc of the GNU C library says about itself: sizes in bytes, and how many of what."""

    _fields_ = (
        ("arena", ctypes.c_size_t),
        ("ordblks", ctypes.c_size_t),
        ("smblks", ctypes.c_size_t),
        ("hblks", ctypes.c_size_t),
        ("hblkhd", ctypes.c_size_t),
        ("usmblks", ctypes.c_size_t),
        ("fsmblks", ctypes.c_size_t),
        ("uordblks", ctypes.c_size_t),
        ("fordblks", ctypes.c_size_t),
        ("keepcost", ctypes.c_size_t),
    )


@dataclass(frozen=True, slots=True)
class OneTable:
    """The cost of a table."""

    seconds: float
    table: Table
    positions: int = 0
    bytes: int = 0


def our_table(solver: Solver, deal: Deal) -> Table:
    """Tricks by strain and declarer."""
    table = solver.table(deal)
    return [[table[strain, seat] for seat in Seat] for strain in Strain]


def their_table(deal: ep.Deal) -> Table:
    """The same by DDS."""
    table = calc_dd_table(deal)
    return [[table[DENOMS[strain], PLAYERS[seat]] for seat in Seat] for strain in Strain]


def allocated() -> int:
    """The bytes that malloc has given out, touched or not; 0 where the C library does not say."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        return 0
    mallinfo.restype = _Mallinfo
    now = mallinfo()
    return int(now.uordblks + now.hblkhd)


def solve(who: str, deal: Deal, limit: int) -> OneTable | None:
    """A table by us or by DDS; None if it takes more seconds of processor time than the limit."""
    command = [sys.executable, "-m", "bench.one_table", who, str(deal), str(limit)]
    done = run(command, capture_output=True, check=False)
    if done.returncode == -signal.SIGXCPU:
        return None
    done.check_returncode()
    return OneTable(**json.loads(done.stdout))


def _ours(deal: Deal) -> OneTable:
    before, start = allocated(), process_time()
    solver = Solver()
    table = our_table(solver, deal)
    return OneTable(process_time() - start, table, solver.positions, allocated() - before)


def _theirs(deal: Deal) -> OneTable:
    _dds.SetMaxThreads(1)
    asked = ep.Deal(str(deal))
    start = process_time()
    table = their_table(asked)
    return OneTable(process_time() - start, table)


def main() -> None:
    """Solve the deal on the command line."""
    _, who, text, limit = sys.argv
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
    found = (_ours if who == "ours" else _theirs)(Deal.parse(text))
    print(json.dumps({name: getattr(found, name) for name in OneTable.__slots__}))


if __name__ == "__main__":
    main()
