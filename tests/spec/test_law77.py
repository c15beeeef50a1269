"""What a contract is worth: Law 77, and the reasons behind every score."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from overtrick import (
    Board,
    Contract,
    Doubled,
    NotationError,
    Result,
    ScoreError,
    Seat,
    Strain,
    Vul,
    false_statements,
)
from overtrick.core.explaining import holds
from overtrick.scoring import Scored, ScoreItem, ScoreKind, score, score_ns, why

ANY_BOARD = Board.numbered(1)


def settled(result: str) -> tuple[Contract, int]:
    """The contract and the tricks of a result that can be scored."""
    read = Result.parse(result)
    assert read.contract is not None
    assert read.tricks is not None
    return read.contract, read.tricks


def worth(result: str, vul: Vul) -> int:
    """The score of a result such as ``2HX +1``, with North as declarer."""
    contract, margin = result.split()
    return score(*settled(f"{contract} by N {margin}"), vul)


# Law 77: contracts that are made


MADE = [
    # result, not vulnerable, vulnerable
    ("1C =", 70, 70),
    ("1D =", 70, 70),
    ("1H =", 80, 80),
    ("1S =", 80, 80),
    ("1NT =", 90, 90),
    ("1C +6", 190, 190),
    ("1NT +1", 120, 120),
    ("1NT +2", 150, 150),
    ("2C =", 90, 90),
    ("2S =", 110, 110),
    ("2S +1", 140, 140),
    ("2NT =", 120, 120),
    ("3D =", 110, 110),
    ("3H +1", 170, 170),
    ("4C =", 130, 130),
    ("3NT =", 400, 600),
    ("3NT +1", 430, 630),
    ("3NT +2", 460, 660),
    ("4H =", 420, 620),
    ("4S +1", 450, 650),
    ("4NT =", 430, 630),
    ("5C =", 400, 600),
    ("5D +1", 420, 620),
    ("5H =", 450, 650),
    ("6C =", 920, 1370),
    ("6H +1", 1010, 1460),
    ("6S =", 980, 1430),
    ("6NT =", 990, 1440),
    ("6NT +1", 1020, 1470),
    ("7D =", 1440, 2140),
    ("7S =", 1510, 2210),
    ("7NT =", 1520, 2220),
    ("1CX =", 140, 140),
    ("1SX =", 160, 160),
    ("1NTX =", 180, 180),
    ("1NTX +1", 280, 380),
    ("2CX =", 180, 180),
    ("2DX +1", 280, 380),
    ("2HX =", 470, 670),
    ("2SX +1", 570, 870),
    ("2NTX =", 490, 690),
    ("3CX =", 470, 670),
    ("3NTX =", 550, 750),
    ("4SX =", 590, 790),
    ("4SX +1", 690, 990),
    ("5CX =", 550, 750),
    ("6SX =", 1210, 1660),
    ("7NTX =", 1790, 2490),
    ("1CXX =", 230, 230),
    ("1CXX +1", 430, 630),
    ("1HXX =", 520, 720),
    ("1NTXX =", 560, 760),
    ("1NTXX +6", 1760, 3160),
    ("2DXX =", 560, 760),
    ("2HXX =", 640, 840),
    ("3NTXX =", 800, 1000),
    ("4SXX =", 880, 1080),
    ("6NTXX =", 1660, 2110),
    ("7NTXX =", 2280, 2980),
]


@pytest.mark.parametrize(("result", "not_vulnerable", "vulnerable"), MADE)
def test_a_contract_that_is_made_scores_by_the_table_of_law_77(
    result: str, not_vulnerable: int, vulnerable: int
) -> None:
    assert worth(result, Vul.NONE) == not_vulnerable
    assert worth(result, Vul.BOTH) == vulnerable


# Law 77: contracts that are not


PENALTIES: dict[tuple[Doubled, bool], list[int]] = {
    # down 1, 2, 3 and so on to 13
    (Doubled.NO, False): [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650],
    (Doubled.NO, True): [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300],
    (Doubled.DOUBLED, False): [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    (Doubled.DOUBLED, True): [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    (Doubled.REDOUBLED, False): [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
    (Doubled.REDOUBLED, True): [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
}


@pytest.mark.parametrize(("doubled", "is_vulnerable"), PENALTIES)
def test_undertricks_cost_the_same_whatever_the_level_and_strain(
    doubled: Doubled, is_vulnerable: bool
) -> None:
    vul = Vul.BOTH if is_vulnerable else Vul.NONE
    compared = 0
    for level, strain in product(range(1, 8), Strain):
        contract = Contract(level, strain, Seat.SOUTH, doubled)
        for down, penalty in enumerate(PENALTIES[doubled, is_vulnerable][: 6 + level], 1):
            assert score(contract, contract.needs - down, vul) == -penalty
            compared += 1
    assert compared == 5 * sum(range(7, 14))


@pytest.mark.parametrize(
    ("result", "not_vulnerable", "vulnerable"),
    [
        ("1NT -1", -50, -100),
        ("1NT -2", -100, -200),
        ("1NTX -1", -100, -200),
        ("1NTX -2", -300, -500),
        ("1NTX -3", -500, -800),
        ("1NTX -4", -800, -1100),
        ("1NTXX -1", -200, -400),
        ("1NTXX -2", -600, -1000),
        ("1NTXX -7", -3400, -4000),
    ],
)
def test_one_notrump_going_down_costs_what_every_player_knows(
    result: str, not_vulnerable: int, vulnerable: int
) -> None:
    assert worth(result, Vul.NONE) == not_vulnerable
    assert worth(result, Vul.BOTH) == vulnerable


def test_no_result_is_worth_more_than_3160_or_less_than_minus_7600() -> None:
    results = {
        (level, strain, doubled, tricks): score(Contract(level, strain, Seat.EAST, doubled), tricks, Vul.BOTH)
        for level, strain, doubled, tricks in product(range(1, 8), Strain, Doubled, range(14))
    }
    assert len(results) == 7 * 5 * 3 * 14
    assert max(results.values()) == results[1, Strain.NOTRUMP, Doubled.REDOUBLED, 13] == 3160
    worst = [result for result, points in results.items() if points == min(results.values())]
    assert worst == [(7, strain, Doubled.REDOUBLED, 0) for strain in Strain]
    assert min(results.values()) == -7600


# Whose score it is


@pytest.mark.parametrize(
    ("declarer", "vul", "points"),
    [
        *((declarer, Vul.NONE, 400) for declarer in Seat),
        *((declarer, Vul.BOTH, 600) for declarer in Seat),
        (Seat.NORTH, Vul.NS, 600),
        (Seat.EAST, Vul.NS, 400),
        (Seat.SOUTH, Vul.NS, 600),
        (Seat.WEST, Vul.NS, 400),
        (Seat.NORTH, Vul.EW, 400),
        (Seat.EAST, Vul.EW, 600),
        (Seat.SOUTH, Vul.EW, 400),
        (Seat.WEST, Vul.EW, 600),
    ],
)
def test_only_declarers_own_vulnerability_counts(declarer: Seat, vul: Vul, points: int) -> None:
    assert score(Contract(3, Strain.NOTRUMP, declarer), 9, vul) == points


@pytest.mark.parametrize(
    ("result", "vul", "points"),
    [
        ("3NT by N +1", Vul.NONE, 430),
        ("3NT by E +1", Vul.NONE, -430),
        ("4S by S =", Vul.NS, 620),
        ("4S by W =", Vul.NS, -420),
        ("4SX by S -1", Vul.NS, -200),
        ("4SX by W -1", Vul.NS, 100),
        ("6H by E -2", Vul.EW, 200),
        ("passed out", Vul.BOTH, 0),
    ],
)
def test_north_south_lose_what_east_west_score(result: str, vul: Vul, points: int) -> None:
    assert score_ns(Result.parse(result), vul) == points


@pytest.mark.parametrize("tricks", [-1, 14, 20])
def test_a_deal_has_thirteen_tricks_to_score(tricks: int) -> None:
    for scorer in (score, why):
        with pytest.raises(NotationError, match=f"^{tricks} tricks cannot be taken: a deal has thirteen"):
            scorer(Contract.parse("1C by N"), tricks, Vul.NONE)


def test_a_contract_without_a_result_has_no_score() -> None:
    with pytest.raises(ScoreError, match=r"'4S by N' has no score: how many tricks did declarer take\?"):
        score_ns(Result.parse("4S by N"), Vul.NONE)


# Why it is the score


def test_two_hearts_doubled_with_an_overtrick_is_accounted_for_line_by_line() -> None:
    reason = why(Contract.parse("2HX by N"), 9, Vul.NONE)
    result = settled("2HX by N +1")
    assert reason.statement == Scored(570, *result, is_vulnerable=False)
    assert [part.statement for part in reason.because] == [
        ScoreItem(ScoreKind.TRICKS, 120, *result, is_vulnerable=False),
        ScoreItem(ScoreKind.OVERTRICKS, 100, *result, is_vulnerable=False),
        ScoreItem(ScoreKind.INSULT, 50, *result, is_vulnerable=False),
        ScoreItem(ScoreKind.GAME, 300, *result, is_vulnerable=False),
    ]


@pytest.mark.parametrize(
    ("result", "vul", "items"),
    [
        ("1NT by N =", Vul.NONE, [(ScoreKind.TRICKS, 40), (ScoreKind.PARTSCORE, 50)]),
        (
            "3C by E +1",
            Vul.EW,
            [(ScoreKind.TRICKS, 60), (ScoreKind.OVERTRICKS, 20), (ScoreKind.PARTSCORE, 50)],
        ),
        ("6NT by W =", Vul.NS, [(ScoreKind.TRICKS, 190), (ScoreKind.GAME, 300), (ScoreKind.SMALL_SLAM, 500)]),
        ("6H by S =", Vul.NS, [(ScoreKind.TRICKS, 180), (ScoreKind.GAME, 500), (ScoreKind.SMALL_SLAM, 750)]),
        ("7C by S =", Vul.EW, [(ScoreKind.TRICKS, 140), (ScoreKind.GAME, 300), (ScoreKind.GRAND_SLAM, 1000)]),
        (
            "7NTXX by S =",
            Vul.BOTH,
            [
                (ScoreKind.TRICKS, 880),
                (ScoreKind.INSULT, 100),
                (ScoreKind.GAME, 500),
                (ScoreKind.GRAND_SLAM, 1500),
            ],
        ),
        ("5DX by N -3", Vul.NONE, [(ScoreKind.UNDERTRICKS, -500)]),
    ],
)
def test_a_score_is_the_sum_of_its_items(result: str, vul: Vul, items: list[tuple[ScoreKind, int]]) -> None:
    contract, tricks = settled(result)
    reason = why(contract, tricks, vul)
    statements = [part.statement for part in reason.because]
    assert [
        (statement.kind, statement.points) for statement in statements if isinstance(statement, ScoreItem)
    ] == items
    assert len(statements) == len(items)
    assert isinstance(reason.statement, Scored)
    assert reason.statement.points == sum(points for _, points in items)
    assert reason.statement.points == score(contract, tricks, vul)


@pytest.mark.parametrize("error", [-10, 10])
@pytest.mark.parametrize("result", ["1NT by N =", "2HX by E +1", "6S by S +1", "7NTXX by W =", "4SX by N -3"])
def test_a_statement_wrong_by_ten_points_is_refuted(result: str, error: int) -> None:
    contract, tricks = settled(result)
    for vul in (Vul.NONE, Vul.BOTH):
        reason = why(contract, tricks, vul)
        assert false_statements(reason, ANY_BOARD) == []
        assert isinstance(reason.statement, Scored)
        total = replace(reason.statement, points=reason.statement.points + error)
        assert not holds(total, ANY_BOARD)
        assert false_statements(replace(reason, statement=total), ANY_BOARD) == [total]
        for place, part in enumerate(reason.because):
            assert isinstance(part.statement, ScoreItem)
            item = replace(part.statement, points=part.statement.points + error)
            altered = replace(part, statement=item)
            because = (*reason.because[:place], altered, *reason.because[place + 1 :])
            assert false_statements(replace(reason, because=because), ANY_BOARD) == [item]


@pytest.mark.parametrize(
    "statement",
    [
        Scored(600, *settled("3NT by N ="), is_vulnerable=False),
        Scored(400, *settled("3NT by N ="), is_vulnerable=True),
        ScoreItem(ScoreKind.GAME, 300, *settled("2NT by N +1"), is_vulnerable=False),
        ScoreItem(ScoreKind.SMALL_SLAM, 500, *settled("5S by N +1"), is_vulnerable=False),
        ScoreItem(ScoreKind.GRAND_SLAM, 1000, *settled("6S by N +1"), is_vulnerable=False),
        ScoreItem(ScoreKind.TRICKS, 120, *settled("4S by N -1"), is_vulnerable=False),
        ScoreItem(ScoreKind.INSULT, 0, *settled("4S by N ="), is_vulnerable=False),
    ],
)
def test_points_that_the_result_does_not_earn_are_refuted(statement: Scored | ScoreItem) -> None:
    assert not holds(statement, ANY_BOARD)
