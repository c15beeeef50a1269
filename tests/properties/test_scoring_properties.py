"""What is true of every score, whatever the contract and whoever played it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Board, Contract, Doubled, Result, Seat, Strain, Vul, explain, false_statements
from overtrick.scoring import (
    AdjustedScore,
    Scored,
    ScoreItem,
    blitz,
    butler,
    cross_imps,
    datum,
    imps,
    matchpoints,
    score,
    score_ns,
    victory_points,
    why,
)
from tests import strategies as some

tricks = st.integers(0, 13)
points = st.integers(-760, 316).map(lambda tens: 10 * tens)
travellers = st.lists(points, min_size=1, max_size=20)
adjusted_scores = st.builds(AdjustedScore, st.integers(0, 100), st.integers(0, 100))
margins = st.integers(-400, 400)
numbers_of_boards = st.integers(1, 64)

OTHER_SIDE = {Vul.NONE: Vul.NONE, Vul.NS: Vul.EW, Vul.EW: Vul.NS, Vul.BOTH: Vul.BOTH}


def in_every_doubling(contract: Contract, taken: int, vul: Vul) -> tuple[int, int, int]:
    """The score undoubled, doubled and redoubled."""
    undoubled, doubled, redoubled = (
        score(replace(contract, doubled=doubled), taken, vul) for doubled in Doubled
    )
    return undoubled, doubled, redoubled


# The score of a contract


@given(some.contracts, st.integers(0, 12), some.vuls)
def test_another_trick_always_scores_more(contract: Contract, taken: int, vul: Vul) -> None:
    assert score(contract, taken, vul) < score(contract, taken + 1, vul)


@given(some.contracts, tricks, some.vuls)
def test_declarers_side_scores_exactly_when_the_contract_is_made(
    contract: Contract, taken: int, vul: Vul
) -> None:
    assert (score(contract, taken, vul) > 0) == Result(contract, taken).is_made
    assert score(contract, taken, vul) % 10 == 0
    assert score(contract, taken, vul) != 0


@given(some.contracts, tricks, some.vuls)
def test_a_double_raises_the_stakes_and_a_redouble_raises_them_again(
    contract: Contract, taken: int, vul: Vul
) -> None:
    undoubled, doubled, redoubled = in_every_doubling(contract, taken, vul)
    if Result(contract, taken).is_made:
        assert undoubled < doubled < redoubled
    else:
        assert undoubled > doubled > redoubled


@given(some.contracts, tricks, some.vuls)
def test_redoubled_undertricks_cost_twice_the_doubled_ones(contract: Contract, taken: int, vul: Vul) -> None:
    taken = min(taken, contract.needs - 1)
    _, doubled, redoubled = in_every_doubling(contract, taken, vul)
    assert redoubled == 2 * doubled


@given(some.contracts, tricks)
def test_vulnerability_raises_the_stakes_and_never_lowers_them(contract: Contract, taken: int) -> None:
    safe, vulnerable = score(contract, taken, Vul.NONE), score(contract, taken, Vul.BOTH)
    if Result(contract, taken).is_made:
        assert vulnerable >= safe
    else:
        assert vulnerable < safe


@given(some.contracts, tricks, some.vuls)
def test_at_the_same_level_a_higher_strain_never_scores_less(
    contract: Contract, taken: int, vul: Vul
) -> None:
    scores = [score(replace(contract, strain=strain), taken, vul) for strain in Strain]
    assert scores == sorted(scores)


@given(st.integers(1, 6), some.strains, some.seats, tricks, some.vuls)
def test_bidding_one_more_of_the_tricks_one_takes_never_scores_less(
    level: int, strain: Strain, declarer: Seat, taken: int, vul: Vul
) -> None:
    taken = max(taken, level + 7)
    assert score(Contract(level + 1, strain, declarer), taken, vul) >= score(
        Contract(level, strain, declarer), taken, vul
    )


# Whose score it is


@given(some.contracts, tricks, some.vuls)
def test_partners_score_the_same(contract: Contract, taken: int, vul: Vul) -> None:
    by_partner = replace(contract, declarer=contract.dummy)
    assert score_ns(Result(contract, taken), vul) == score_ns(Result(by_partner, taken), vul)


@given(some.contracts, tricks, some.vuls)
def test_the_same_result_for_the_other_side_is_the_same_score_against(
    contract: Contract, taken: int, vul: Vul
) -> None:
    by_opponent = replace(contract, declarer=contract.leader)
    turned = score_ns(Result(by_opponent, taken), OTHER_SIDE[vul])
    assert score_ns(Result(contract, taken), vul) == -turned != 0


@given(some.contracts, tricks, some.vuls)
def test_the_vulnerability_of_the_defenders_does_not_matter(contract: Contract, taken: int, vul: Vul) -> None:
    for other in Vul:
        if other.includes(contract.declarer) == vul.includes(contract.declarer):
            assert score(contract, taken, vul) == score(contract, taken, other)


# Reasons


@given(some.contracts, tricks, some.vuls)
def test_the_explanation_of_a_score_names_the_total_and_every_item(
    contract: Contract, taken: int, vul: Vul
) -> None:
    reason = why(contract, taken, vul)
    headline, *lines = explain(reason).splitlines()
    assert headline.startswith(contract.print + ", ")
    assert headline.endswith(f": {score(contract, taken, vul):+d}")
    assert sum(int(line.split()[0]) for line in lines) == score(contract, taken, vul)
    assert len(lines) == len(reason.because)


def test_every_statement_behind_every_score_is_true() -> None:
    board, compared = Board.numbered(1), 0
    for level, strain, declarer, doubled in product(range(1, 8), Strain, Seat, Doubled):
        contract = Contract(level, strain, declarer, doubled)
        for taken, vul in product(range(14), Vul):
            reason = why(contract, taken, vul)
            assert false_statements(reason, board) == []
            items = [part.statement for part in reason.because]
            assert isinstance(reason.statement, Scored)
            assert reason.statement.points == score(contract, taken, vul)
            assert reason.statement.points == sum(
                item.points for item in items if isinstance(item, ScoreItem)
            )
            assert all(isinstance(item, ScoreItem) and item.points != 0 for item in items)
            compared += 1
    assert compared == 7 * 5 * 4 * 3 * 14 * 4


# IMPs


@given(margins)
def test_what_one_team_wins_in_imps_the_other_loses(tens: int) -> None:
    assert imps(-10 * tens) == -imps(10 * tens)


@given(st.integers(-12_000, 12_000), st.integers(0, 2000))
def test_a_larger_difference_never_wins_fewer_imps(difference: int, more: int) -> None:
    assert -24 <= imps(difference) <= imps(difference + more) <= 24


@given(travellers)
def test_cross_imps_sum_to_nothing_and_change_sign_with_the_scores(scores: list[int]) -> None:
    won = cross_imps(scores)
    assert len(won) == len(scores)
    assert sum(won) == 0
    assert cross_imps([-score for score in scores]) == tuple(-pair for pair in won)


@given(travellers)
def test_a_better_score_never_has_fewer_cross_imps(scores: list[int]) -> None:
    in_order = cross_imps(sorted(scores))
    assert list(in_order) == sorted(in_order)


@given(travellers)
def test_a_datum_is_a_multiple_of_ten_no_further_than_five_from_the_mean(scores: list[int]) -> None:
    middle = datum(scores)
    assert middle % 10 == 0
    assert abs(middle - Fraction(sum(scores), len(scores))) <= 5


@given(travellers, st.integers(0, 9))
def test_a_datum_and_the_butler_scores_change_sign_with_the_scores(scores: list[int], leave_out: int) -> None:
    leave_out = min(leave_out, (len(scores) - 1) // 2)
    turned = [-score for score in scores]
    assert datum(turned, leave_out) == -datum(scores, leave_out)
    assert butler(turned, leave_out) == tuple(-won for won in butler(scores, leave_out))


@given(travellers, st.integers(0, 9))
def test_leaving_out_the_extremes_is_the_datum_of_the_rest(scores: list[int], leave_out: int) -> None:
    leave_out = min(leave_out, (len(scores) - 1) // 2)
    rest = list(scores)
    for _ in range(leave_out):
        rest.remove(max(rest))
        rest.remove(min(rest))
    assert datum(scores, leave_out) == datum(rest)


# Matchpoints


@given(travellers)
def test_the_matchpoints_of_the_two_sides_at_a_table_make_a_top(scores: list[int]) -> None:
    lines = matchpoints(scores)
    assert len(lines) == len(scores)
    for line in lines:
        assert line is not None
        assert line.top == 2 * (len(scores) - 1)
        assert line.ns + line.ew == line.top
        assert 0 <= line.ns <= line.top


@given(travellers)
def test_matchpoints_are_counted_against_each_other_table_in_turn(scores: list[int]) -> None:
    for place, line in enumerate(matchpoints(scores)):
        others = scores[:place] + scores[place + 1 :]
        beaten = sum(other < scores[place] for other in others)
        tied = sum(other == scores[place] for other in others)
        assert line is not None
        assert line.ns == 2 * beaten + tied


@given(st.lists(points | adjusted_scores | st.none(), max_size=20), st.integers(0, 20))
def test_scores_that_are_factored_still_average_half_a_top(
    scores: list[int | AdjustedScore | None], absent: int
) -> None:
    entries = sum(score is not None for score in scores)
    lines = matchpoints(scores, entries + absent)
    played = [line for score, line in zip(scores, lines, strict=True) if isinstance(score, int)]
    top = 2 * max(entries + absent - 1, 0)
    assert all(line is not None and line.ns + line.ew == line.top == top for line in played)
    assert all(line is not None and 0 <= line.ns <= top for line in played)
    assert sum(line.ns for line in played if line is not None) == Fraction(len(played) * top, 2)
    assert [line is None for line in lines] == [score is None for score in scores]


@given(st.lists(points | adjusted_scores, min_size=1, max_size=20))
def test_an_adjusted_score_is_its_percentage_of_a_top(scores: list[int | AdjustedScore]) -> None:
    top = 2 * (len(scores) - 1)
    for given_score, line in zip(scores, matchpoints(scores), strict=True):
        assert line is not None
        if isinstance(given_score, AdjustedScore):
            assert line.top == top
            assert (line.ns, line.ew) == (
                Fraction(given_score.ns * top, 100),
                Fraction(given_score.ew * top, 100),
            )


@given(travellers, st.integers(0, 5))
def test_a_better_score_has_more_matchpoints_and_an_equal_score_as_many(
    scores: list[int], absent: int
) -> None:
    lines = [line.ns for line in matchpoints(scores, len(scores) + absent) if line is not None]
    for (one, won), (other, lost) in product(zip(scores, lines, strict=True), repeat=2):
        assert (one > other, one == other) == (won > lost, won == lost)


@given(travellers, st.integers(0, 5))
def test_turning_the_scores_round_turns_the_matchpoints_round(scores: list[int], absent: int) -> None:
    tables = len(scores) + absent
    turned = matchpoints([-score for score in scores], tables)
    for line, other in zip(matchpoints(scores, tables), turned, strict=True):
        assert line is not None
        assert other is not None
        assert (line.ns, line.ew) == (other.ew, other.ns)


@given(adjusted_scores)
def test_an_adjusted_score_reads_back(adjusted: AdjustedScore) -> None:
    assert AdjustedScore.parse(str(adjusted)) == eval(repr(adjusted)) == adjusted


# Victory points


@given(margins, numbers_of_boards)
def test_victory_points_sum_to_twenty_and_more_imps_never_win_fewer(margin: int, boards: int) -> None:
    won, lost = victory_points(margin, boards)
    assert won + lost == 20
    assert 0 <= won <= victory_points(margin + 1, boards)[0] <= 20
    assert (lost, won) == victory_points(-margin, boards)


@given(st.integers(1, 400), numbers_of_boards)
def test_the_same_margin_over_more_boards_never_wins_more(margin: int, boards: int) -> None:
    assert victory_points(margin, boards)[0] >= victory_points(margin, boards + 1)[0]
    assert blitz(boards) <= blitz(boards + 1)
