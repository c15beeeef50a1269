"""What must hold for every combination, whatever its cards."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from overtrick import _core
from overtrick.suits import Chances, Combination, Entries, Solution, solve
from overtrick.suits.holding import highest, size
from tests.endings import IS_SOAK


@st.composite
def combinations(draw: st.DrawFn, fewest: int = 3, most: int = 9) -> Combination:
    """Holdings of a whole suit, every shape."""
    cards = draw(st.lists(st.integers(0, 12), min_size=fewest, max_size=most, unique=True))
    cut = draw(st.integers(0, len(cards)))
    return Combination(sum(1 << rank for rank in cards[:cut]), sum(1 << rank for rank in cards[cut:]))


def figures(answer: Solution) -> list[Fraction]:
    """The chance of each goal, and the expected tricks."""
    goals = range(1, answer.combination.length + 1)
    return [*(answer.goal(tricks).odds.fraction for tricks in goals), answer.expected]


def swapped(combination: Combination) -> Combination:
    return Combination(combination.south, combination.north, combination.ranks)


@given(combinations())
def test_north_and_south_can_change_places(combination: Combination) -> None:
    assert figures(solve(combination)) == figures(solve(swapped(combination)))


@given(combinations(most=7), st.tuples(st.integers(9, 13), st.integers(9, 13)))
def test_west_and_east_change_places_with_north_and_south(
    combination: Combination, vacant: tuple[int, int]
) -> None:
    turned = solve(swapped(combination), Chances(vacant=vacant[::-1]))
    assert figures(solve(combination, Chances(vacant=vacant))) == figures(turned)


@given(combinations(), st.data())
def test_touching_cards_are_worth_the_same(combination: Combination, data: st.DataObject) -> None:
    ours = combination.north | combination.south
    pairs = [rank for rank in range(12) if ours >> rank & 3 == 3]
    assume(pairs)
    rank = data.draw(st.sampled_from(pairs))
    changed = Combination(_exchanged(combination.north, rank), _exchanged(combination.south, rank))
    assert figures(solve(combination)) == figures(solve(changed))


def _exchanged(holding: int, rank: int) -> int:
    two = holding >> rank & 3
    return holding & ~(3 << rank) | (two >> 1 | (two & 1) << 1) << rank


@given(combinations(), st.data())
def test_a_better_card_never_hurts(combination: Combination, data: st.DataObject) -> None:
    exchanges = [
        (held, better)
        for held in range(12)
        for better in range(held + 1, 13)
        if (combination.north | combination.south) >> held & 1 and combination.missing >> better & 1
    ]
    assume(exchanges)
    held, better = data.draw(st.sampled_from(exchanges))
    hands = [
        hand & ~(1 << held) | 1 << better if hand >> held & 1 else hand
        for hand in (combination.north, combination.south)
    ]
    before, after = figures(solve(combination)), figures(solve(Combination(*hands)))
    assert all(old <= new for old, new in zip(before, after, strict=True))


@given(combinations())
def test_more_tricks_are_never_more_likely(combination: Combination) -> None:
    *chances, expected = figures(solve(combination))
    assert chances == sorted(chances, reverse=True)
    assert all(chance <= expected for chance in chances[:1])
    assert expected <= sum(chances)


@given(combinations(most=6), st.tuples(*2 * [st.none() | st.integers(0, 3)]))
def test_limited_entries_never_gain(combination: Combination, limits: tuple[int | None, int | None]) -> None:
    free, few = figures(solve(combination)), figures(solve(combination, entries=Entries(*limits)))
    assert all(less <= more for less, more in zip(few, free, strict=True))
    one_more = Entries(*(None if limit is None else limit + 1 for limit in limits))
    better = figures(solve(combination, entries=one_more))
    assert all(less <= more for less, more in zip(few, better, strict=True))


@given(combinations(most=6))
def test_entries_for_every_trick_are_free_entries(combination: Combination) -> None:
    assert figures(solve(combination, entries=Entries(13, 13))) == figures(solve(combination))


@settings(max_examples=1_000 if IS_SOAK else 6)
@given(combinations())
def test_a_plan_wins_what_the_best_line_wins(combination: Combination) -> None:
    answer = solve(combination)
    for goal in answer.goals:
        plan = answer.plan(goal.tricks)
        if plan is not None:
            wins = answer.executor.wins(plan, goal.tricks)
            assert answer.weighed.chance(wins) == goal.odds.fraction
            assert wins in [play.wins for play in goal.first_plays]


@given(combinations())
def test_no_tactics_beat_the_best_cards(combination: Combination) -> None:
    answer = solve(combination)
    core = _core.SingleSuit(combination.north, combination.south, tactics_only=True)
    for tricks in range(1, combination.length + 1):
        found = core.leads(tricks, answer.weighed.weights, True)
        best = max((value for _, _, value, _ in found), default=0)
        assert Fraction(best, answer.weighed.total) <= answer.goal(tricks).odds.fraction


@given(combinations(most=8), st.data())
def test_a_known_card_is_a_layout_ruled_out(combination: Combination, data: st.DataObject) -> None:
    assume(combination.missing)
    rank = highest(combination.missing)
    west = solve(combination, Chances(west_holds=1 << rank))
    east = solve(combination, Chances(east_holds=1 << rank))
    either = solve(combination)
    share = Fraction(1, 2)
    for mine, one, other in zip(figures(either), figures(west), figures(east), strict=True):
        assert mine <= share * one + share * other
    assert size(combination.missing) > 0
