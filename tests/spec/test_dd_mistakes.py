"""Error messages for wrong double-dummy requests: plain words, not internal errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from overtrick import Deal, DealError, OvertrickError, Play, Seat, Strain, Vul, _core
from overtrick import dd as typed
from overtrick.dd.packing import pack

dd: Any = typed
"""Without types, as somebody uses it who does not check them."""

TEXT = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
DEAL = Deal.parse(TEXT)
PLAY = Play(DEAL, Strain.NOTRUMP, Seat.SOUTH)
TABLE = dd.table(DEAL)
ODD: Any = 9
"""No strain."""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: dd.table(TEXT), "expected a deal, not 'N:Q.AJ"),
        (lambda: dd.table(DEAL, Strain.HEARTS), "expected some strains, such as"),
        (lambda: dd.table(DEAL, ["H"]), "expected a strain, not 'H'"),
        (lambda: dd.table(DEAL, [7]), "expected a strain, not 7"),
        (lambda: dd.tricks(DEAL, 9, Seat.SOUTH), "expected a strain, not 9"),
        (lambda: dd.tricks(DEAL, "H", Seat.SOUTH), "expected a strain, not 'H'"),
        (lambda: dd.tricks(DEAL, Strain.HEARTS, "S"), "expected the seat that leads, not 'S'"),
        (lambda: dd.cards(Play(DEAL, ODD, Seat.SOUTH)), "expected a strain, not 9"),
        (lambda: dd.cards(DEAL), "expected a play"),
        (lambda: dd.best_line(TEXT), "expected a play"),
        (lambda: dd.analyse(DEAL), "expected a play or a board"),
        (lambda: dd.at_least(PLAY, 2.5), "expected a whole number of tricks, not 2.5"),
        (lambda: dd.at_least(PLAY, 2, "NS"), "expected a side, not 'NS'"),
        (lambda: dd.par(TABLE, "N", Vul.NONE), "expected the seat that deals, not 'N'"),
        (lambda: dd.par(TABLE, Seat.NORTH, "NS"), "expected a vulnerability, not 'NS'"),
        (lambda: dd.par(DEAL, Seat.NORTH, Vul.NONE), "expected a table of tricks"),
        (lambda: dd.contract_score("3NT by E", TABLE, Vul.NONE), "expected a contract, not '3NT by E'"),
        (lambda: dd.Solver(megabytes=1.5), "expected a whole number of megabytes, not 1.5"),
        (lambda: dd.Solver(megabytes=10**30), "a solver can have 1 to 16384 megabytes"),
        (lambda: dd.Solver(free_discards={"W": 1}), "expected a seat, not 'W'"),
        (lambda: dd.Solver(free_discards={Seat.WEST: 14}), "West cannot have 14 free discards"),
        (lambda: dd.tables(DEAL), "expected deals, not Deal"),
        (lambda: dd.tables([DEAL], workers="2"), "expected a number of workers, not '2'"),
        (lambda: dd.samples(TEXT, [DEAL]), "expected a play"),
        (lambda: dd.samples(PLAY, None), "expected layouts, not None"),
        (lambda: dd.samples(PLAY, DEAL), "expected layouts, not Deal"),
        (lambda: dd.samples(PLAY, [TEXT]), "expected a deal as layout 1, not 'N:Q.AJ"),
        (lambda: dd.samples(PLAY, [DEAL], workers=0, solver=dd.Solver()), "0 workers"),
    ],
)
def test_a_mistake_is_said_in_words(asked: Callable[[], object], said: str) -> None:
    with pytest.raises(OvertrickError) as refused:
        asked()
    assert said in str(refused.value)


def test_nothing_is_not_passed_over_in_silence() -> None:
    for found in (dd.tables([DEAL, None, DEAL]), dd.all_cards([PLAY, None, PLAY])):
        next(found)
        with pytest.raises(OvertrickError, match=r"(deal|position) 2: expected a (deal|play).* not None"):
            next(found)


def test_cards_that_do_not_exist_are_refused_with_their_place() -> None:
    packed = pack([DEAL, DEAL])
    packed[1, Seat.EAST] = 0b111 << 61
    with pytest.raises(DealError, match="layout 2: a hand has bits outside the 52 cards"):
        dd.samples(PLAY, packed)
    tables = dd.tables(packed)
    next(tables)
    with pytest.raises(OvertrickError, match=r"deal 2: .*bits outside the 52 cards"):
        next(tables)


def test_an_unknown_hand_is_refused_with_the_place_of_its_layout() -> None:
    unknown = Deal.parse("N:Q.AJ.. - - K.KQ..")
    with pytest.raises(DealError, match=r"layout 2: all four hands must be known in 'N:Q\.AJ"):
        dd.samples(PLAY, [DEAL, unknown])


@pytest.mark.parametrize(("strain", "leader", "trick"), [(5, 0, []), (-1, 0, []), (0, 4, []), (0, 0, [52])])
def test_not_even_the_core_believes_in_a_sixth_strain_or_a_fifth_seat(
    strain: int, leader: int, trick: list[int]
) -> None:
    hands = [1, 2, 4, 8]
    solver = _core.DoubleDummy(1 << 20)
    with pytest.raises(ValueError, match="no such"):
        solver.tricks(hands, strain, leader, trick)
    with pytest.raises(ValueError, match="no such"):
        solver.layouts(np.array([hands], np.uint64), strain, leader, trick, 1)
