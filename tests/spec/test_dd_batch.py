"""Tables of many deals: in order, on any number of workers, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from overtrick import Deal, DealError, Play, Seat, Strain
from overtrick.dd import DoubleDummyError, all_cards, cards, table, tables
from overtrick.dd.batch import AHEAD
from overtrick.dd.packing import Deals
from overtrick.deals import packed_deals, unpack

SIZE = 4


def packed_endings(number: int) -> Deals:
    """Random endings: the lowest cards of random hands."""
    dealt = packed_deals(np.random.default_rng(7), number).tolist()
    return np.array([[lowest(hand) for hand in row] for row in dealt], dtype=np.uint64)


def lowest(hand: int) -> int:
    kept = 0
    for _ in range(SIZE):
        kept |= hand & -hand
        hand &= hand - 1
    return kept


PACKED = packed_endings(60)
ENDINGS = unpack(PACKED)


@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_tables_come_in_order_whoever_works_them_out(workers: int | None) -> None:
    found = list(tables(ENDINGS, workers=workers))
    assert found == [table(deal) for deal in ENDINGS]
    assert len(found) == 60


def test_packed_deals_are_as_good_as_others() -> None:
    assert list(tables(PACKED)) == list(tables(ENDINGS))


def test_a_full_deal_goes_through_the_same_door() -> None:
    dealt = packed_deals(np.random.default_rng(3), 2)
    assert list(tables(dealt, [Strain.SPADES])) == [table(deal, [Strain.SPADES]) for deal in unpack(dealt)]


def test_only_the_strains_asked_for_are_worked_out() -> None:
    wanted = {Strain.NOTRUMP, Strain.CLUBS}
    for found in tables(ENDINGS[:3], wanted):
        assert found.strains == (Strain.CLUBS, Strain.NOTRUMP)


def endless(taken: list[int]) -> Iterator[Deal]:
    while True:
        taken.append(len(taken))
        yield ENDINGS[len(taken) % len(ENDINGS)]


@pytest.mark.parametrize(("workers", "ahead"), [(1, 1), (3, 3 * AHEAD)])
def test_deals_without_end_are_taken_only_a_little_in_advance(workers: int, ahead: int) -> None:
    taken = list[int]()
    found = tables(endless(taken), [Strain.HEARTS], workers=workers)
    assert taken == []
    assert len(list(islice(found, 100))) == 100
    assert len(taken) <= 99 + ahead
    found.close()  # type: ignore[attr-defined]


def test_progress_is_told_after_each_deal() -> None:
    told = list[int]()
    for number, _ in enumerate(tables(ENDINGS[:10], progress=told.append), 1):
        assert told == list(range(1, number + 1))
    assert told[-1] == 10


def test_no_deals_give_no_tables() -> None:
    assert list(tables([])) == []
    assert list(tables(np.empty((0, 4), dtype=np.uint64))) == []


def test_a_deal_that_cannot_be_solved_is_an_error_when_its_turn_comes() -> None:
    found = tables([*ENDINGS[:5], Deal.parse("N:A... K... Q... -"), *ENDINGS[5:]])
    assert list(islice(found, 5)) == [table(deal) for deal in ENDINGS[:5]]
    with pytest.raises(DealError, match="deal 6: West's hand is unknown"):
        next(found)


def test_trouble_with_the_source_comes_after_the_deals_before_it() -> None:
    def broken() -> Iterator[Deal]:
        yield from ENDINGS[:5]
        raise OSError("the line went dead")

    found = tables(broken())
    assert len(list(islice(found, 5))) == 5
    with pytest.raises(OSError, match="the line went dead"):
        next(found)


def test_a_caller_who_stops_is_not_held_up_and_ctrl_c_goes_through() -> None:
    def interrupted() -> Iterator[Deal]:
        yield from ENDINGS[:30]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(tables(interrupted(), workers=2))


@pytest.mark.parametrize(
    "packed", [np.zeros((2, 5), dtype=np.uint64), np.zeros(4, dtype=np.uint64), np.zeros((2, 4))]
)
def test_an_array_of_another_kind_is_refused(packed: Deals) -> None:
    with pytest.raises(DealError, match="packed deals are rows of four whole numbers, not "):
        tables(packed)


def test_packed_hands_that_share_a_card_are_refused() -> None:
    with pytest.raises(DealError, match="in both North and East"):
        list(tables(np.array([[1, 1, 2, 4]], dtype=np.uint64)))


def test_somebody_must_work() -> None:
    with pytest.raises(DoubleDummyError, match="0 workers cannot solve anything"):
        tables(ENDINGS, workers=0)


def test_a_table_does_not_depend_on_what_was_solved_before() -> None:
    before = [table(deal) for deal in ENDINGS[:10]]
    assert [table(deal) for deal in reversed(ENDINGS[:10])] == before[::-1]
    assert before[0][Strain.NOTRUMP, Seat.NORTH] <= SIZE


@pytest.mark.parametrize("workers", [1, 3, None])
def test_every_card_of_many_positions_comes_in_order_too(workers: int | None) -> None:
    plays = [Play(deal, Strain(number % 5), Seat(number % 4)) for number, deal in enumerate(ENDINGS)]
    found = list(all_cards(plays, workers=workers))
    assert found == [cards(play) for play in plays]
    assert len(found) == 60


def test_a_position_that_cannot_be_solved_is_named_by_its_number() -> None:
    plays = [Play(ENDINGS[0], Strain.CLUBS, Seat.NORTH), Play.parse("N:A2... - - -;NT;N")]
    found = all_cards(plays)
    assert next(found)
    with pytest.raises(DealError, match=r"position 2: the hands of East, South and West are unknown"):
        next(found)
