"""The results of ``overtrick match``, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.records import record as board_record
from overtrick.core import Board, Result, Strain
from overtrick.formats import Fingerprint
from overtrick.render import Cell, Diagram, Line, Theme, line

if TYPE_CHECKING:
    from overtrick.bidding.contest import Summary
    from overtrick.cli.records import Record as JsonRecord
    from overtrick.table.matches import Comparison, Figures, Played, Results, Team

__all__ = ["tell_people", "tell_scripts"]

_BOARDS = ("Board", "Open room", "N-S", "Closed room", "N-S", "IMPs")
_TEAMS = ("Team", "Contracts made", "Lead", "Declarer", "Defence")
_COSTS = "Lead, declarer, defence: tricks given away double dummy, a board."


# For people


def tell_people(results: Results, theme: Theme, ascii_only: bool) -> None:
    """Print the boards with a swing, the score, and how each team did."""
    drawn = [_teams(results)]
    if results.swings:
        rows = (_row(compared) for compared in results.swings)
        drawn.insert(0, Diagram("swings", "The boards with a swing.", _table(_BOARDS, rows)))
    output.print_values(drawn, theme, ascii_only)


def _table(heads: Iterable[str], rows: Iterable[Iterable[Line]]) -> tuple[tuple[Cell, ...], ...]:
    heading = tuple(map(Cell.heading, heads))
    return (heading, *(tuple(Cell((each,)) for each in row) for row in rows))


def _row(compared: Comparison) -> Iterator[Line]:
    yield line(str(compared.number))
    for played in (compared.open, compared.closed):
        yield _result(played.board.result)
        yield line(_signed(played.score_ns))
    yield line(_signed(compared.imps))


def _result(result: Result | None) -> Line:
    if result is None or result.contract is None or result.margin is None:
        return line("Passed out")
    contract, margin = result.contract, result.margin
    strain = contract.strain
    suit = strain.symbol if strain is Strain.NOTRUMP or strain.suit is None else strain.suit
    ending = f"{margin:+d}" if margin else "="
    return line(str(contract.level), suit, f"{contract.doubled} by {contract.declarer.word} {ending}")


def _teams(results: Results) -> Diagram:
    """What each team did, and the score below."""
    from overtrick.table.matches import Team

    rows = [[line(results.match.name(team)), *_figures(results.figures(team))] for team in Team]
    notes = [*_score(results), _COSTS]
    return Diagram("teams", " ".join(notes), _table(_TEAMS, rows), tuple(map(line, notes)))


def _figures(told: Figures) -> Iterator[Line]:
    yield line(f"{told.made} of {told.declared}")
    for cost in (told.lead_cost, told.declarer_cost, told.defence_cost):
        yield line("" if cost is None else f"{cost.mean:.2f}")


def _score(results: Results) -> Iterator[str]:
    from overtrick.table.matches import Team

    total = results.imps
    assert total is not None  # there is a board
    a, b = (results.imps_of(team) for team in Team)
    boards = f"{total.boards} board{'s' if total.boards > 1 else ''}"
    yield f"IMPs {a} to {b} after {boards}: {results.won} won by A, {results.lost} by B, {results.flat} flat"
    spread = "" if total.interval is None else ", 95% from {:.2f} to {:.2f}".format(*total.interval)
    yield f"{_plus(total.mean)} IMPs a board to A{spread}"


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _plus(number: float) -> str:
    """A number with its sign, which nothing has not."""
    shown = f"{number:+.2f}"
    return shown if float(shown) else "0.00"


# For scripts


def tell_scripts(results: Results) -> None:
    """Print an object for each board, and one for the match."""
    seen = Fingerprint()
    for compared in results.boards:
        board = compared.open.board
        seen.add(board.deal)
        dealt = Board(board.number, board.dealer, board.vul, board.deal)
        told = {key: value for key, value in board_record(dealt).items() if key not in ("calls", "contract")}
        rooms = {"open": _room(compared.open), "closed": _room(compared.closed)}
        output.print_json(told | {"imps": compared.imps} | rooms | {"deal_set": str(seen)})
    output.print_json(_total(results))


def _room(played: Played) -> JsonRecord:
    board, costs = played.board, played.costs
    told = board_record(board)
    assert board.result is not None  # the play is over
    return {
        "calls": told["calls"],
        "contract": told["contract"],
        "tricks": board.result.tricks,
        "score_ns": played.score_ns,
        "cards": [] if board.play is None else [str(card) for card in board.play.cards],
        "claimed": None if board.claim is None else board.claim.tricks,
        "costs": None
        if costs is None
        else {"lead": costs.lead, "declarer": costs.declarer, "defence": costs.defence},
    }


def _total(results: Results) -> JsonRecord:
    from overtrick.table.matches import Team

    return {
        "boards": len(results.boards),
        "seed": results.match.seed,
        "fixed_auctions": results.match.has_fixed_auctions,
        "fixed_leads": results.match.has_fixed_leads,
        "imps": _summary(results.imps),
        "won": results.won,
        "lost": results.lost,
        "flat": results.flat,
        "teams": {team.value: _team(results, team) for team in Team},
    }


def _team(results: Results, team: Team) -> JsonRecord:
    told = results.figures(team)
    return {
        "configuration": str(results.match.configuration(team)),
        "imps": results.imps_of(team),
        "declared": told.declared,
        "made": told.made,
        "lead_cost": _summary(told.lead_cost),
        "declarer_cost": _summary(told.declarer_cost),
        "defence_cost": _summary(told.defence_cost),
        "seconds_a_card": told.seconds_a_card,
        "worst_seconds": told.worst_seconds,
        "seconds_a_board": told.seconds_a_board,
    }


def _summary(told: Summary | None) -> JsonRecord | None:
    if told is None:
        return None
    interval = None if told.interval is None else list(told.interval)
    return {"boards": told.boards, "total": told.total, "mean": told.mean, "interval": interval}
