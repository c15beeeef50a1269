"""Reasons are data; every claim can be said and checked, and a false one is caught."""

from __future__ import annotations

import gc
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import overtrick
from overtrick import Board, Card, Claim, Contract, Holds, NotationError, Odds, Reason, Seat, Vul, explain
from overtrick.explain import registry
from overtrick.scoring import Scored, ScoreItem, why

BOARD = Board.parse("Board 1\nDeal N:A... K... Q... J...")


def load_everything() -> int:
    """Import every module of the package, so that every claim is declared."""
    names = [module.name for module in pkgutil.walk_packages(overtrick.__path__, "overtrick.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    return len(modules)


def test_every_claim_has_a_sentence_and_a_checker() -> None:
    assert load_everything() > 40
    assert {Holds, Scored, ScoreItem} <= set(explain.claim_kinds())
    assert explain.missing() == []


@pytest.fixture
def unheard_of() -> Iterator[type[Claim]]:
    @dataclass(frozen=True)
    class UnheardOf(Claim):
        """A claim that nobody has written a word for."""

    yield UnheardOf
    registry._sentences.pop((UnheardOf, "en"), None)
    registry._checkers.pop(UnheardOf, None)
    del UnheardOf
    gc.collect()  # or the class would stay among the subclasses of Claim


def test_a_claim_without_a_sentence_or_a_checker_is_reported(unheard_of: type[Claim]) -> None:
    assert explain.missing() == ["UnheardOf: no sentence in 'en'", "UnheardOf: no checker"]
    with pytest.raises(explain.Unexplained, match="no sentence"):
        explain.explain(Reason(unheard_of()))
    with pytest.raises(explain.Unexplained, match="no checker"):
        explain.holds(unheard_of(), BOARD)
    explain.says(unheard_of, "en")(lambda claim: "so it is")
    explain.checks(unheard_of)(lambda claim, board: True)
    assert explain.missing() == []
    assert explain.explain(Reason(unheard_of(), Odds(1, 4))) == "so it is (25%)"


def test_a_claim_has_one_sentence_and_one_checker() -> None:
    with pytest.raises(explain.Unexplained, match="two sentences"):
        explain.says(Holds, "en")(str)
    with pytest.raises(explain.Unexplained, match="two checkers"):
        explain.checks(Holds)(lambda claim, board: True)


def test_a_false_claim_is_found_anywhere_in_a_reason() -> None:
    true, false = Holds(Seat.NORTH, Card.parse("SA")), Holds(Seat.NORTH, Card.parse("SK"))
    assert explain.false_claims(Reason(true), BOARD) == []
    assert explain.false_claims(Reason(true, because=(Reason(true), Reason(false))), BOARD) == [false]


def test_what_is_said_to_be_certain_or_impossible_is_checked_as_a_fact() -> None:
    true, false = Holds(Seat.NORTH, Card.parse("SA")), Holds(Seat.NORTH, Card.parse("SK"))
    assert explain.false_claims(Reason(true, Odds(3, 3)), BOARD) == []
    assert explain.false_claims(Reason(false, Odds(1, 1)), BOARD) == [false]
    assert explain.false_claims(Reason(true, Odds(0, 5)), BOARD) == [true]
    assert explain.false_claims(Reason(false, Odds(0, 5)), BOARD) == []


def test_a_possibility_is_not_held_to_be_a_fact() -> None:
    chance = Reason(Holds(Seat.NORTH, Card.parse("SK")), Odds(1, 2))
    assert explain.false_claims(chance, BOARD) == []
    assert explain.explain(chance) == "North has the ♠K (50%)"


def test_a_reason_lists_all_its_claims() -> None:
    reason = why(Contract.parse("4S by N"), 11, Vul.NONE)
    assert [type(claim) for claim in reason.claims()] == [Scored, ScoreItem, ScoreItem, ScoreItem]


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
