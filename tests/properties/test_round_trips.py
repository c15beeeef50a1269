"""Every value reads back from its text and its code, survives a copy, and cannot be changed."""

from __future__ import annotations

import contextlib
import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick import (
    Auction,
    Board,
    Call,
    Card,
    CardSet,
    Contract,
    Deal,
    Odds,
    Play,
    Result,
    Seat,
    SeatView,
    Trick,
)
from tests import strategies as some

NAMES = {name: getattr(overtrick, name) for name in overtrick.__all__}


def same_after_copying(value: object) -> bool:
    copies = (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)))
    rebuilt = eval(repr(value), NAMES)
    return all(other == value and hash(other) == hash(value) for other in (*copies, rebuilt))


def reads_back(kind: Any, value: object) -> bool:
    return bool(kind.parse(str(value)) == value)


@pytest.mark.parametrize(
    ("kind", "size"),
    [("Suit", 4), ("Strain", 5), ("Rank", 13), ("Seat", 4), ("Side", 2), ("Vul", 4), ("Doubled", 3)],
)
def test_every_member_of_a_closed_list_reads_back(kind: str, size: int) -> None:
    members = list(NAMES[kind])
    assert len(members) == size
    assert all(reads_back(NAMES[kind], member) and same_after_copying(member) for member in members)


def test_each_of_the_cards_and_calls_exists_once_and_reads_back() -> None:
    values: list[Card | Call] = [*overtrick.PACK, *overtrick.CALLS]
    assert len(values) == 52 + 38
    for value in values:
        assert type(value).parse(str(value)) is value
        assert pickle.loads(pickle.dumps(value)) is copy.deepcopy(value) is eval(repr(value), NAMES) is value


@given(some.card_sets)
def test_a_set_of_cards_reads_back(cards: CardSet) -> None:
    assert reads_back(CardSet, cards)
    assert same_after_copying(cards)


@given(some.deals())
def test_a_deal_of_any_hands_reads_back(deal: Deal) -> None:
    assert reads_back(Deal, deal)
    assert same_after_copying(deal)


@given(some.auctions())
def test_an_auction_reads_back(auction: Auction) -> None:
    assert reads_back(Auction, auction)
    assert same_after_copying(auction)


@given(some.contracts, some.results)
def test_a_contract_and_a_result_read_back(contract: Contract, result: Result) -> None:
    assert reads_back(Contract, contract)
    assert reads_back(Result, result)
    assert same_after_copying((contract, result))


@given(some.tricks)
def test_a_trick_reads_back(trick: Trick) -> None:
    assert reads_back(Trick, trick)
    assert same_after_copying(trick)


@given(some.plays())
def test_a_play_reads_back(play: Play) -> None:
    assert reads_back(Play, play)
    assert same_after_copying(play)
    again = pickle.loads(pickle.dumps(play))
    assert (again.legal_cards, again.to_play) == (play.legal_cards, play.to_play)


@given(some.odds)
def test_odds_read_back(odds: Odds) -> None:
    assert reads_back(Odds, odds)
    assert same_after_copying(odds)


@given(some.boards())
def test_a_board_reads_back_with_all_that_is_told_of_it(board: Board) -> None:
    assert reads_back(Board, board)
    assert same_after_copying(board)


@given(some.boards(), some.seats)
def test_a_view_survives_a_copy(board: Board, seat: Seat) -> None:
    assert same_after_copying(SeatView.of(board, seat))


VALUES = [
    Card.parse("SA"),
    Call.PASS,
    Call.parse("1C"),
    CardSet.parse("A..."),
    Deal.parse("N:A... K... Q... -"),
    Auction.parse("N: 1C"),
    Contract.parse("1C by N"),
    Result.parse("1C by N ="),
    Trick.parse("N: SA"),
    Play.parse("N:A... K... Q... -;NT;N;SA"),
    Odds(1, 2),
    Board.parse("Board 1\nDeal N:A... K... Q... -\nAuction N: 1C\nMeaning 1 clubs\nClaim 7 by N"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_no_value_can_be_changed(value: object) -> None:
    fields = [name for name in dir(value) if not name.startswith("__") and not callable(getattr(value, name))]
    before = repr(value)
    assert fields
    for name in fields:
        with pytest.raises((AttributeError, TypeError)):  # a TypeError from slotted dataclasses before 3.12
            setattr(value, name, None)
    assert repr(value) == before


PIECES = ["N:", ";", ".", "-", "10", "AK", "\n", "\nBoard", " by ", "9" * 5000, "²"]


@given(st.sampled_from(VALUES), st.data())
def test_a_spoilt_text_is_read_or_refused_with_an_error_of_ours(value: object, data: st.DataObject) -> None:
    text = str(value)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.text(max_size=3) | st.sampled_from(PIECES))
        text = text[:place] + piece + text[place + data.draw(st.integers(0, 3)) :]
    for kind in {type(value), Deal, Board, Play, Auction, Result}:
        with contextlib.suppress(overtrick.OvertrickError):
            kind.parse(text)  # type: ignore[attr-defined]
