"""What ``overtrick table`` says of boards that are over, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.core import Result

if TYPE_CHECKING:
    from overtrick.table.matches import Team
    from overtrick.wire.manager.kept import Kept
    from overtrick.wire.manager.results import BoardLine, Sheet, Sitting

__all__ = ["kept_words", "sitting_record", "sitting_words", "tell_end", "total_record"]


def kept_words(rooms: Sequence[Kept]) -> str:
    """How far a session came that goes on, room by room."""
    counts = [(each.plan.name, len(each.table.state.ended), len(each.plan.boards)) for each in rooms]
    return "; ".join(f"{name} room, boards that are over: {over} of {all_}" for name, over, all_ in counts)


def sitting_words(sheet: Sheet, sitting: Sitting, won: Mapping[Team, int]) -> str:
    """A board that has just ended, in a line, and how the match stands if the board can be compared."""
    where = f"Board {sitting.board.number}, {sitting.room.value} room"
    if sitting.forfeited_by is not None:
        told = f"{where}: forfeited by {_name(sheet, sitting.forfeited_by)}"
    else:
        told = f"{where}: {_result(sitting.result)}, N-S {_signed(sitting.score_ns)}"
    imps = _line(sheet, sitting).imps
    if imps is None:
        return told
    stand = ", ".join(f"{_name(sheet, team)} {points}" for team, points in won.items())
    return f"{told}, {_signed(imps)} IMPs to {_a(sheet)} ({stand})"


def _line(sheet: Sheet, sitting: Sitting) -> BoardLine:
    return next(line for line in sheet.lines if sitting in line.sittings)


def _result(result: Result) -> str:
    contract, margin = result.contract, result.margin
    if contract is None or margin is None:
        return "passed out"
    name = f"{contract.level}{contract.strain.symbol}{contract.doubled} by {contract.declarer.word}"
    return f"{name} {f'{margin:+d}' if margin else '='}"


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _name(sheet: Sheet, team: Team) -> str:
    """A team by its name, and by its letter too where both have the same."""
    name = sheet.names[team]
    return f"{name} ({team.value})" if len(set(sheet.names.values())) == 1 else name


def _a(sheet: Sheet) -> str:
    from overtrick.table.matches import Team

    return _name(sheet, Team.A)


def tell_end(sheet: Sheet, ascii_only: bool) -> None:
    """Who won, and how sure that is."""
    for words in _end(sheet):
        output.print_words(words, ascii_only)


def _end(sheet: Sheet) -> Iterator[str]:
    from overtrick.table.matches import Team

    a, b = (_name(sheet, team) for team in Team)
    total, boards = sheet.imps, len(sheet.lines)
    after = f"after {boards} board{'' if boards == 1 else 's'}"
    if total is None:
        yield f"{a} (North-South) {_signed(sheet.points_ns)} points against {b} {after}"
        return
    yield f"{a} {sheet.imps_of(Team.A)}, {b} {sheet.imps_of(Team.B)} IMPs {after}"
    spread = "" if total.interval is None else ", 95% from {:.2f} to {:.2f}".format(*total.interval)
    mean = f"{total.mean:+.2f}" if total.mean else "0.00"
    yield f"{mean} IMPs a board to {a}{spread}"


# For scripts


def sitting_record(sheet: Sheet, sitting: Sitting) -> dict[str, object]:
    """A board that has just ended, as JSON."""
    contract = sitting.result.contract
    forfeited = sitting.forfeited_by
    return {
        "board": sitting.board.number,
        "room": sitting.room.value,
        "contract": None if contract is None else str(contract),
        "tricks": sitting.result.tricks,
        "score_ns": sitting.score_ns,
        "forfeited_by": None if forfeited is None else sheet.names[forfeited],
        "imps": _line(sheet, sitting).imps,
    }


def total_record(sheet: Sheet) -> dict[str, object]:
    """The end of a session, as JSON."""
    from overtrick.table.matches import Team

    total = sheet.imps
    interval = None if total is None or total.interval is None else list(total.interval)
    return {
        "boards": len(sheet.lines),
        "teams": {team.value: sheet.names[team] for team in Team},
        "points_ns": sheet.points_ns,
        "imps": None if total is None else total.total,
        "mean": None if total is None else total.mean,
        "interval": interval,
    }
