"""The page of a deal put together: what is drawn, waiting only for what comes at once."""

from __future__ import annotations

from typing import final

from pydantic import BaseModel, ConfigDict

from overtrick.core import Contract, Seat, Strain
from overtrick.dd import Par, TrickTable
from overtrick.web.tools.deal_analysis import squeezes
from overtrick.web.tools.deal_asked import Asked, path_of
from overtrick.web.tools.deal_drawing import board_shown
from overtrick.web.tools.deal_links import shortened
from overtrick.web.tools.deal_list import some
from overtrick.web.tools.deal_models import PositionFound
from overtrick.web.tools.deal_reading import Reading
from overtrick.web.tools.deal_results import SIDES, par_kind, par_of, par_score, position_found
from overtrick.web.tools.deal_scene import BoardShown, Cell, Row
from overtrick.web.tools.deal_solving import DoubleDummy, quickly
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.workers import Workers

__all__ = ["Page", "SolvedShown", "page_of", "position_of", "solved_shown"]

_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


@final
class SolvedShown(BaseModel):
    """The double-dummy table and par."""

    model_config = ConfigDict(frozen=True)

    rows: tuple[Row, ...]
    par: str
    """Who scores what."""
    par_links: tuple[tuple[str, str], ...]
    """The par contracts, each with its page."""
    par_kind: str
    is_ending: bool = False
    """Do the rows tell who leads, and not who declares?"""


@final
class Page(BaseModel):
    """All that the page of a deal draws."""

    model_config = ConfigDict(frozen=True)

    board: BoardShown
    solved: SolvedShown | None
    """None while it is worked out."""
    others: str
    """The list of boards that this one is in; empty if there are no others."""
    warnings: tuple[str, ...]
    squeezes: tuple[BaseModel, ...]
    """If the page was asked to wait for them."""
    analysis: str
    """Where the analysis can be followed; empty if there is none."""
    wait: str
    """The page that waits for the squeezes."""
    carried: tuple[tuple[str, str | int | bool], ...]
    """What a form adds to its own fields: the board."""


async def page_of(
    given: Asked, reading: Reading, stand: Stand, solver: DoubleDummy, analysts: Workers
) -> Page:
    """The page of a board, with short addresses."""
    asked = shortened(given, reading)
    others = path_of(Asked(text=given.text, lin=given.lin)) if len(reading.records) > 1 else ""
    found = await position_of(stand, solver)
    table = await quickly(solver.table, stand.deal) if stand.is_solvable else None
    shown = None if table is None else solved_shown(asked, stand, table)
    par = None if table is None else par_of(stand, table)
    record = stand.record_play
    costs = None if record is None else await quickly(solver.costs, record)
    return Page(
        board=board_shown(asked, stand, found, costs),
        solved=shown,
        others=others,
        warnings=some((*reading.warnings, *stand.board.warnings)),
        squeezes=await _squeezes(asked, stand, par, analysts) if asked.squeezes else (),
        analysis=path_of(asked, step=0, own="").replace("/deal", "/api/deal/analysis", 1)
        if stand.is_solvable
        else "",
        wait=path_of(asked, squeezes=True),
        carried=tuple(_bare(asked).model_dump(exclude_defaults=True).items()),
    )


async def position_of(stand: Stand, solver: DoubleDummy) -> PositionFound | None:
    """The position with the result of every card; None while nothing can be played."""
    if stand.play is None or stand.stakes is None:
        return None
    return position_found(stand, stand.play, stand.stakes, await solver.card_results(stand.play))


async def _squeezes(asked: Asked, stand: Stand, par: Par | None, analysts: Workers) -> tuple[BaseModel, ...]:
    events = squeezes(asked, stand, par, analysts)
    return tuple([event.told async for event in events if event.name == "squeeze"])


# The table


def solved_shown(asked: Asked, stand: Stand, table: TrickTable) -> SolvedShown:
    """The table with a way to every contract, and par."""
    par = par_of(stand, table)
    draw, name = (_lead_cell, "{} leads") if stand.is_ending else (_cell, "{}")
    rows = tuple(
        Row(
            name=name.format(seat.word),
            cells=tuple(draw(asked, stand, table, seat, strain) for strain in Strain),
        )
        for seat in _DECLARERS
    )
    contracts = () if par is None else par.contracts
    links = tuple((contract.print, _at(asked, contract)) for contract in contracts)
    if par is None:
        return SolvedShown(rows=rows, par="", par_links=(), par_kind="", is_ending=stand.is_ending)
    return SolvedShown(rows=rows, par=par_score(par), par_links=links, par_kind=par_kind(par))


def _cell(asked: Asked, stand: Stand, table: TrickTable, declarer: Seat, strain: Strain) -> Cell:
    """What a declarer takes when the hand to his left leads."""
    tricks = table[strain, declarer]
    words = f"{declarer.word} takes {tricks} at {strain.word}: play it"
    path = _at(asked, Contract(max(1, tricks - 6), strain, declarer))
    return Cell(tricks, path, words, _is_chosen(stand, strain, declarer.lho))


def _lead_cell(asked: Asked, stand: Stand, table: TrickTable, leader: Seat, strain: Strain) -> Cell:
    """What the side on lead takes of an ending."""
    tricks = stand.deal.cards_each - table[strain, leader.rho]
    words = f"{leader.word} leads at {strain.word}: {SIDES[leader.side]} take {tricks}: play it"
    path = path_of(_bare(asked), strain=str(strain), leader=str(leader))
    return Cell(tricks, path, words, _is_chosen(stand, strain, leader))


def _is_chosen(stand: Stand, strain: Strain, leader: Seat) -> bool:
    stakes = stand.stakes
    return stakes is not None and stakes.strain is strain and stakes.leader is leader


def _at(asked: Asked, contract: Contract) -> str:
    return path_of(
        _bare(asked), strain=str(contract.strain), declarer=str(contract.declarer), level=str(contract.level)
    )


def _bare(asked: Asked) -> Asked:
    """The same board, without any contract chosen or card played."""
    left_out = {
        "strain": "",
        "declarer": "",
        "leader": "",
        "level": "",
        "step": 0,
        "own": "",
        "squeezes": False,
    }
    return asked.model_copy(update=left_out)
