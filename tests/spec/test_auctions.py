"""What calls, auctions and contracts are."""

from __future__ import annotations

import pytest

from overtrick import (
    CALLS,
    Auction,
    Bid,
    Call,
    Contract,
    Doubled,
    IllegalCall,
    NotationError,
    Result,
    Seat,
    Strain,
)


def test_there_are_thirty_eight_calls_in_the_order_of_the_bidding() -> None:
    assert [str(call) for call in CALLS[:5]] == ["P", "X", "XX", "1C", "1D"]
    assert [call.index for call in CALLS] == list(range(38))
    bids = [call for call in CALLS if isinstance(call, Bid)]
    assert len(bids) == 35
    assert bids == sorted(bids, key=lambda bid: (bid.level, bid.strain))
    assert Bid(7, Strain.NOTRUMP) is CALLS[-1]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("pass", "P"),
        ("Dbl", "X"),
        ("redouble", "XX"),
        ("1n", "1NT"),
        ("3♥", "3H"),
        ("2 spades", "2S"),
        ("*", "X"),
    ],
)
def test_a_call_is_read_however_it_is_written(text: str, call: str) -> None:
    assert str(Call.parse(text)) == call


@pytest.mark.parametrize("text", ["", "8C", "0NT", "1X", "XXX", "1", "NT"])
def test_what_is_not_a_call_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Call.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("level", [0, 8])
def test_bids_go_from_one_to_seven(level: int) -> None:
    with pytest.raises(NotationError, match=f"{level} is not a level"):
        Bid(level, Strain.CLUBS)


@pytest.mark.parametrize(
    ("auction", "fault"),
    [
        ("N: 2H 2D", "East may not bid 2♦: it is not higher than 2♥"),
        ("N: 2H 2H", "East may not bid 2♥: it is not higher than 2♥"),
        ("N: X", "North may not call Dbl: nobody has bid"),
        ("N: P XX", "East may not call Rdbl: nobody has bid"),
        ("E: 1C P X", "West may not call Dbl: the last bid is partner's or their own"),
        ("E: 1C X X", "West may not call Dbl: the bid is doubled already"),
        ("E: 1C XX", "South may not call Rdbl: nobody has doubled"),
        ("E: 1C X P XX", "North may not call Rdbl: the double is partner's or their own"),
        ("E: 1C X XX XX", "North may not call Rdbl: the bid is redoubled already"),
        ("N: P P P P 1C", "North may not bid 1♣: the auction is over"),
        ("N: 1C P P P P", "North may not call Pass: the auction is over"),
    ],
)
def test_an_illegal_call_is_refused_with_the_law_behind_it(auction: str, fault: str) -> None:
    with pytest.raises(IllegalCall) as caught:
        Auction.parse(auction)
    assert caught.value.faults == (fault,)
    assert repr(auction) in str(caught.value)


@pytest.mark.parametrize(
    ("auction", "contract"),
    [
        ("N: 1S P 4S P P P", "4S by N"),
        ("N: 1H P 1S P 4S AP", "4S by S"),
        ("E: 1NT X XX AP", "1NTXX by E"),
        ("S: 1S X 2S X AP", "2SX by S"),
        ("W: 1C 1H 2C 2H 3C P P 3H AP", "3H by N"),
        ("N: 1D 2D P 3D P P X AP", "3DX by E"),
        ("N: 1S X 2S P P P", "2S by N"),
    ],
)
def test_the_contract_is_played_by_the_first_of_the_side_to_name_the_strain(
    auction: str, contract: str
) -> None:
    bid = Auction.parse(auction)
    assert bid.is_over
    assert str(bid.contract) == contract


def test_four_passes_pass_the_board_out() -> None:
    auction = Auction.parse("W: all pass")
    assert auction == Auction.parse("W: P P P P")
    assert auction.is_passed_out
    assert auction.contract is None


def test_three_passes_do_not_end_an_auction_that_nobody_has_opened() -> None:
    assert not Auction.parse("W: P P P").is_over


@pytest.mark.parametrize(
    "text",
    [
        "1NT P 3NT P P P",
        "1nt-pass-3nt-ap",
        "1NT, P, 3NT, all pass",
        "N: 1N p 3n AP",
        "1NT (P) 3NT (P) P (pass)",
    ],
)
def test_an_auction_is_read_however_it_is_written(text: str) -> None:
    assert str(Auction.parse(text)) == "N: 1NT P 3NT P P P"


@pytest.mark.parametrize("text", ["N: 1C - - -", "N: 1C allosaurus", "N: 1C -- P", "N: 1C (P", "N: 1C ()"])
def test_nothing_in_an_auction_is_passed_over(text: str) -> None:
    with pytest.raises(NotationError):
        Auction.parse(text)
    record = Auction.read(text)
    assert str(record.auction) == "N: 1C"
    assert record.rest == text.removeprefix("N: 1C ")


def test_no_more_calls_can_be_taken_back_than_were_made() -> None:
    auction = Auction.parse("N: 1C P")
    assert auction.back(2) == Auction(Seat.NORTH)
    for calls in (-1, 3):
        with pytest.raises(IllegalCall, match="cannot be taken back"):
            auction.back(calls)


def test_an_unreadable_call_in_an_auction_is_quoted() -> None:
    with pytest.raises(NotationError, match="'1Z' is not a call"):
        Auction.parse("N: 1C 1Z")


def test_each_call_belongs_to_a_seat() -> None:
    assert [(str(seat), str(call)) for seat, call in Auction.parse("W: 1C P 1H")] == [
        ("W", "1C"),
        ("N", "P"),
        ("E", "1H"),
    ]


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4SX by N", "4SX by N"),
        ("4 sx North", "4SX by N"),
        ("4♠* N", "4SX by N"),
        ("3nte", "3NT by E"),
        ("3N by N", "3NT by N"),
        ("3NN", "3NT by N"),
        ("1cXXw", "1CXX by W"),
    ],
)
def test_a_contract_is_read_however_it_is_written(text: str, contract: str) -> None:
    assert str(Contract.parse(text)) == contract


@pytest.mark.parametrize("text", ["", "4S", "8S by N", "4SXXX by N", "4S by", "by N", "4S by X"])
def test_what_is_not_a_contract_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Contract.parse(text)
    assert repr(text) in str(caught.value)


def test_a_contract_says_who_leads_and_what_it_needs() -> None:
    contract = Contract(3, Strain.NOTRUMP, Seat.WEST, Doubled.DOUBLED)
    assert (contract.needs, contract.leader, contract.dummy) == (9, Seat.NORTH, Seat.EAST)
    with pytest.raises(NotationError, match="8 is not a level"):
        Contract(8, Strain.CLUBS, Seat.NORTH)


@pytest.mark.parametrize(
    ("text", "tricks", "made"),
    [("4S by N =", 10, True), ("4S by N+2", 12, True), ("4SX by N -3", 7, False), ("7NT by E = ", 13, True)],
)
def test_a_result_is_a_contract_and_the_tricks_over_or_under_it(text: str, tricks: int, made: bool) -> None:
    result = Result.parse(text)
    assert (result.tricks, result.is_made) == (tricks, made)


@pytest.mark.parametrize("text", ["pass", "AP", "Passed Out"])
def test_a_board_can_be_passed_out(text: str) -> None:
    result = Result.parse(text)
    assert result.is_passed_out
    assert (result.margin, result.is_made, str(result)) == (None, False, "passed out")


@pytest.mark.parametrize("text", ["4S by N +4", "1S by N -8", "1S by N +" + "9" * 5000])
def test_a_result_cannot_have_more_than_thirteen_tricks_or_fewer_than_none(text: str) -> None:
    with pytest.raises(NotationError):
        Result.parse(text)


def test_a_board_that_was_passed_out_has_no_tricks() -> None:
    with pytest.raises(NotationError, match="passed out"):
        Result(None, 7)
