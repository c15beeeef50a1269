"""Reasons are data; every statement can be said and checked, and a false one is caught."""

from __future__ import annotations

import gc
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import overtrick
from overtrick import Board, Card, Contract, Holds, NotationError, Odds, Reason, Seat, Statement, Vul
from overtrick.core import explaining
from overtrick.scoring import Scored, ScoreItem, why
from tests.statements import missing, statement_kinds

BOARD = Board.parse("Board 1\nDeal N:A... K... Q... J...")


def load_everything() -> int:
    """Import every module of the package, so that every statement is declared."""
    names = [module.name for module in pkgutil.walk_packages(overtrick.__path__, "overtrick.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    return len(modules)


def test_every_statement_has_a_sentence_and_a_checker() -> None:
    assert load_everything() > 40
    assert {Holds, Scored, ScoreItem} <= set(statement_kinds())
    assert missing() == []


@pytest.fixture
def unheard_of() -> Iterator[type[Statement]]:
    @dataclass(frozen=True)
    class UnheardOf(Statement):
        """A statement that nobody has written a word for."""

    yield UnheardOf
    explaining._sentences.pop((UnheardOf, "en"), None)
    explaining._checkers.pop(UnheardOf, None)
    del UnheardOf
    gc.collect()  # or the class would stay among the subclasses of Statement


def test_a_statement_without_a_sentence_or_a_checker_is_reported(unheard_of: type[Statement]) -> None:
    assert missing() == ["UnheardOf: no sentence in 'en'", "UnheardOf: no checker"]
    with pytest.raises(explaining.Unexplained, match="no sentence"):
        explaining.explain(Reason(unheard_of()))
    with pytest.raises(explaining.Unexplained, match="no checker"):
        explaining.holds(unheard_of(), BOARD)
    explaining.says(unheard_of, "en")(lambda statement: "so it is")
    explaining.checks(unheard_of)(lambda statement, board: True)
    assert missing() == []
    assert explaining.explain(Reason(unheard_of(), Odds(1, 4))) == "so it is (25%)"


def test_a_statement_has_one_sentence_and_one_checker() -> None:
    with pytest.raises(explaining.Unexplained, match="two sentences"):
        explaining.says(Holds, "en")(str)
    with pytest.raises(explaining.Unexplained, match="two checkers"):
        explaining.checks(Holds)(lambda statement, board: True)


def test_a_false_statement_is_found_anywhere_in_a_reason() -> None:
    true, false = Holds(Seat.NORTH, Card.parse("SA")), Holds(Seat.NORTH, Card.parse("SK"))
    assert explaining.false_statements(Reason(true), BOARD) == []
    assert explaining.false_statements(Reason(true, because=(Reason(true), Reason(false))), BOARD) == [false]


def test_what_is_said_to_be_certain_or_impossible_is_checked_as_a_fact() -> None:
    true, false = Holds(Seat.NORTH, Card.parse("SA")), Holds(Seat.NORTH, Card.parse("SK"))
    assert explaining.false_statements(Reason(true, Odds(3, 3)), BOARD) == []
    assert explaining.false_statements(Reason(false, Odds(1, 1)), BOARD) == [false]
    assert explaining.false_statements(Reason(true, Odds(0, 5)), BOARD) == [true]
    assert explaining.false_statements(Reason(false, Odds(0, 5)), BOARD) == []


def test_a_possibility_is_not_held_to_be_a_fact() -> None:
    chance = Reason(Holds(Seat.NORTH, Card.parse("SK")), Odds(1, 2))
    assert explaining.false_statements(chance, BOARD) == []
    assert explaining.explain(chance) == "North has the ♠K (50%)"


def test_a_reason_lists_all_its_statements() -> None:
    reason = why(Contract.parse("4S by N"), 11, Vul.NONE)
    assert [type(statement) for statement in reason.statements()] == [Scored, ScoreItem, ScoreItem, ScoreItem]


@pytest.mark.parametrize(
    ("odds", "percent"),
    [
        ((1, 2), "50%"),
        ((1, 3), "33.3%"),
        ((0, 5), "0%"),
        ((5, 5), "100%"),
        ((1, 10**6), "0.1%"),
        ((9999, 10**4), "99.9%"),
    ],
)
def test_only_what_is_certain_is_a_hundred_per_cent(odds: tuple[int, int], percent: str) -> None:
    assert Odds(*odds).percent == percent


@pytest.mark.parametrize("odds", [(-1, 2), (3, 2), (0, 0), (1, -2)])
def test_a_chance_lies_between_nought_and_one(odds: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match="is not a chance"):
        Odds(*odds)


def test_odds_are_read_as_fractions_and_percentages_and_compared() -> None:
    assert Odds.parse("35.5%") == Odds(71, 200)
    assert Odds.parse("2/4") == Odds(1, 2) > Odds(1, 3)
    for text in ("", "x", "1/0", "3/2", "120%"):
        with pytest.raises(NotationError, match="is not a chance"):
            Odds.parse(text)
