"""The squeeze oracle against trying every card, against plain Python, and against its mirror image."""

from __future__ import annotations

from random import Random

import pytest

from overtrick import _core
from overtrick.squeezes.ending import State
from overtrick.squeezes.moments import NO_BLANKS
from overtrick.squeezes.oracle import ALWAYS, Oracle
from tests.endings import IS_SOAK, Ending, random_ending
from tests.plain_squeezes import plain_cash_tricks, random_start, respotted

NOTRUMP = 4
EAST, WEST = 1, 3
WAYS = [(ruffs, finesses) for ruffs in (False, True) for finesses in (False, True)]
PARTS = 20 if IS_SOAK else 2
ENDINGS = dict.fromkeys((3, 4, 5), 100_000) if IS_SOAK else {3: 800, 4: 400, 5: 100}
"""How many endings of so many cards are compared in notrump, and as many with trumps."""
CASHED = 20_000 if IS_SOAK else 300
SAMPLE = 20_000 if IS_SOAK else 600
"""How many endings each of the other properties is tried on."""

Values = tuple[int, int, int, int, int]
"""Tricks, with free discards for East, for West and for both, and by cashing."""


def values(oracle: Oracle, ending: Ending) -> Values:
    state = state_of(ending)
    return (
        oracle.value(state),
        oracle.value(state, *NO_BLANKS.given(EAST, ALWAYS)),
        oracle.value(state, *NO_BLANKS.given(WEST, ALWAYS)),
        oracle.value(state, ALWAYS, ALWAYS),
        oracle.tops(state),
    )


def state_of(ending: Ending) -> State:
    return State(ending.hands, ending.strain, ending.leader, ending.trick)


def cashed(ending: Ending) -> list[int]:
    """What the cash game gives, for each way to win tricks."""
    return [_core.cash_tricks(*state_of(ending), *ways) for ways in WAYS]


def any_ending(chance: Random, cards: int) -> Ending:
    """In any strain; one time in two a trick may be in progress."""
    strain = chance.randrange(5)
    make = random_start if cards > 2 and chance.randrange(2) else random_ending
    return make(chance, cards, strain)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("cards", ENDINGS)
@pytest.mark.parametrize("is_notrump", [True, False], ids=["notrump", "trumps"])
def test_every_value_is_what_trying_every_card_finds(cards: int, is_notrump: bool, part: int) -> None:
    chance, oracle = Random(f"squeezes {cards} {is_notrump} {part}"), Oracle()
    compared, squeezes, wrong = 0, 0, []
    for _ in range(ENDINGS[cards] // PARTS):
        ending = random_start(chance, cards, NOTRUMP if is_notrump else chance.randrange(4))
        plain = _core.plain_squeeze(ending.hands, ending.strain, ending.leader)
        if values(oracle, ending) != plain:
            wrong.append(ending)
        compared += 1
        squeezes += plain[0] > plain[3]
    assert not wrong, f"{len(wrong)} of {compared} are wrong, like {wrong[0]}"
    assert compared == ENDINGS[cards] // PARTS
    assert 200 * squeezes >= compared


@pytest.mark.parametrize("part", range(PARTS))
def test_cashing_gives_what_plain_python_finds(part: int) -> None:
    chance, compared, wrong = Random(f"cashing {part}"), 0, []
    for number in range(CASHED // PARTS):
        ending = any_ending(chance, chance.choice((2, 3, 3, 3, 3, 3, 3, 4)))
        ruffs, finesses = WAYS[number % 4]
        found = _core.cash_tricks(*state_of(ending), ruffs, finesses)
        if found != plain_cash_tricks(ending, ruffs, finesses):
            wrong.append((ending, ruffs, finesses))
        compared += 1
    assert not wrong, f"{len(wrong)} of {compared} are wrong, like {wrong[0]}"
    assert compared == CASHED // PARTS


def test_more_ways_to_win_never_cash_fewer_tricks() -> None:
    chance, compared = Random("ways"), 0
    for _ in range(SAMPLE):
        ending = any_ending(chance, chance.choice((3, 4, 5, 6)))
        tops, with_finesses, with_ruffs, with_both = cashed(ending)
        assert tops <= with_ruffs <= with_both, ending
        assert with_finesses == with_both, ending
        compared += 1
    assert compared == SAMPLE


def test_more_free_discards_never_give_more_tricks() -> None:
    chance, oracle, compared = Random("free discards"), Oracle(), 0
    for _ in range(SAMPLE):
        ending = any_ending(chance, chance.choice((3, 4, 5, 6)))
        state = state_of(ending)
        for defender in (EAST, WEST):
            fewer = [oracle.value(state, *NO_BLANKS.given(defender, times)) for times in (0, 1, 2, ALWAYS)]
            assert fewer == sorted(fewer, reverse=True), ending
            assert fewer[-1] >= oracle.value(state, ALWAYS, ALWAYS), ending
            compared += 1
    assert compared == 2 * SAMPLE


def test_cashing_takes_no_trick_that_free_discards_would_save() -> None:
    chance, oracle, compared = Random("cashed"), Oracle(), 0
    for _ in range(SAMPLE):
        ending = random_start(chance, chance.choice((3, 4, 5, 6)), chance.randrange(5))
        state = state_of(ending)
        assert oracle.tops(state) <= oracle.value(state, ALWAYS, ALWAYS), ending
        compared += 1
    assert compared == SAMPLE


def test_other_suits_other_spots_and_a_table_turned_round_change_no_value() -> None:
    chance, oracle, compared = Random("mirrors"), Oracle(), 0
    for _ in range(SAMPLE):
        ending = any_ending(chance, chance.choice((3, 4, 5, 6)))
        tricks, free_east, free_west, free_both, tops = whole = values(oracle, ending)
        in_all_ways = cashed(ending)
        for other in (ending.renamed(chance.sample(range(4), 4)), respotted(chance, ending)):
            assert (values(oracle, other), cashed(other)) == (whole, in_all_ways), (ending, other)
        turned = ending.turned(2)
        assert values(oracle, turned) == (tricks, free_west, free_east, free_both, tops), ending
        assert cashed(turned) == in_all_ways, ending
        compared += 3
    assert compared == 3 * SAMPLE


@pytest.mark.parametrize(
    ("hands", "fault"),
    [((63, 63 << 13, 63 << 26, 63 << 39), "more than five cards"), ((1, 6, 8, 16), "unequal length")],
)
def test_trying_every_card_refuses_what_it_cannot_hold(hands: tuple[int, int, int, int], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        _core.plain_squeeze(hands, NOTRUMP, 0)
