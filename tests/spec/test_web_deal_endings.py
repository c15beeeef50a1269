"""The page of a deal where it shows an ending: who leads, whose tricks are counted, what is lit."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from overtrick import dd
from overtrick.core import Deal, Seat, Side, Strain
from overtrick.web.tools import deal_squeezes
from overtrick.web.tools.deal_analysis import squeezes
from overtrick.web.tools.deal_asked import Asked, reading_of, stand_of
from overtrick.web.tools.deal_page import Page, page_of
from overtrick.web.tools.deal_solving import DoubleDummy
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.tools.events import Progress
from overtrick.web.workers import Workers

SQUEEZE = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
LONG = "N:AKQJ.AKQJ.. T987.T987.. 6543.6543.. ..AKQJ.AKQJ"
NOBODY = cast(Workers, None)


def stand(asked: Asked) -> Stand:
    """Where an address stands."""
    return stand_of(asked, reading_of(asked, 500))


def page(asked: Asked) -> Page:
    """The page of an address."""
    solver = DoubleDummy(4)
    try:
        return asyncio.run(page_of(asked, reading_of(asked, 500), stand(asked), solver, NOBODY))
    finally:
        solver.close()


def lit(page: Page) -> list[tuple[str, int, int]]:
    """The cells of the table that are lit: row, column, tricks."""
    assert page.solved is not None
    return [
        (row.name, place, cell.tricks)
        for row in page.solved.rows
        for place, cell in enumerate(row.cells)
        if cell.is_chosen
    ]


def test_south_leads_to_an_ending_at_notrump_unless_it_is_told_otherwise() -> None:
    stakes = stand(Asked(text=SQUEEZE)).stakes
    assert stakes is not None
    assert (stakes.strain, stakes.leader, stakes.side) == (Strain.NOTRUMP, Seat.SOUTH, Side.NS)
    [question] = deal_squeezes.questions(stand(Asked(text=SQUEEZE)), None)
    assert deal_squeezes.look(question)[0].name == "a simple squeeze"


@pytest.mark.parametrize("asked", [Asked(text=SQUEEZE), Asked(deal=SQUEEZE, play="NT;S;")])
def test_the_lit_cell_is_what_the_words_say(asked: Asked) -> None:
    shown = page(asked)
    assert lit(shown) == [("South leads", Strain.NOTRUMP, 3)]
    assert shown.board.words == "South to lead. With best play North–South take 3 tricks."


@pytest.mark.parametrize("leader", list(Seat))
@pytest.mark.parametrize("strain", list(Strain))
def test_every_cell_of_an_ending_leads_to_the_tricks_it_tells(leader: Seat, strain: Strain) -> None:
    shown = page(Asked(text=SQUEEZE, leader=str(leader), strain=str(strain)))
    tricks = dd.tricks(Deal.parse(SQUEEZE), strain, leader)
    assert lit(shown) == [(f"{leader.word} leads", strain, tricks)]
    assert f"{'North–South' if leader.side is Side.NS else 'East–West'} take" in shown.board.words


def test_nobody_deals_an_ending_or_is_vulnerable_in_it() -> None:
    board = page(Asked(deal=SQUEEZE, number="4")).board
    assert board.conditions == "South is on lead in notrump; the tricks are counted for North–South"
    assert not any(hand.is_dealer or hand.is_vulnerable for hand in board.hands)
    assert page(Asked(text=SQUEEZE)).board.title == "Ending"


def test_it_is_told_for_whom_an_ending_without_a_squeeze_was_looked_at() -> None:
    [question] = deal_squeezes.questions(stand(Asked(text=SQUEEZE, leader="W", strain="NT")), None)
    found, _ = deal_squeezes.look(question)
    assert found.sentence.startswith("West leads in notrump for East–West. Declarer has ")


def test_an_ending_too_long_for_squeezes_is_said_to_be() -> None:
    async def told() -> object:
        return [event.told async for event in squeezes(Asked(), stand(Asked(text=LONG)), None, NOBODY)][-1]

    last = asyncio.run(told())
    assert isinstance(last, Progress)
    assert last.words == "Squeezes are looked for in endings of at most seven cards."
