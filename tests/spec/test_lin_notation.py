"""The letters and digits of LIN, every one of them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given

from overtrick import (
    CALLS,
    PACK,
    Call,
    Deal,
    Result,
    Seat,
    Suit,
    Vul,
)
from overtrick.formats import lin
from overtrick.formats.lin.notation import (
    CALL,
    CARD,
    DEALER_DIGITS,
    DEALERS,
    VUL_LETTERS,
    VULS,
    call_text,
    deal_text,
    hand_text,
    read_deal,
    read_result,
    result_text,
)
from overtrick.formats.record import Record
from tests import strategies as our

DEAL = Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96")


def read(text: str) -> list[Record]:
    return list(lin.read(io.BytesIO(text.encode())))


@pytest.mark.parametrize(("digit", "seat"), [("1", "S"), ("2", "W"), ("3", "N"), ("4", "E")])
def test_the_dealer_is_counted_from_south(digit: str, seat: str) -> None:
    assert DEALERS[digit] is Seat.parse(seat)
    assert DEALER_DIGITS[Seat.parse(seat)] == digit
    [record] = read(f"md|{digit},,,|sv|o|")
    assert record.board.dealer is Seat.parse(seat)


@pytest.mark.parametrize(
    ("letter", "vul"),
    [
        *(("o", Vul.NONE), ("0", Vul.NONE), ("-", Vul.NONE), ("", Vul.NONE), ("O", Vul.NONE)),
        *(("n", Vul.NS), ("e", Vul.EW), ("b", Vul.BOTH), ("N", Vul.NS), ("E", Vul.EW), ("B", Vul.BOTH)),
    ],
)
def test_every_letter_of_vulnerability_is_known(letter: str, vul: Vul) -> None:
    [record] = read(f"md|3,,,|sv|{letter}|")
    assert record.board.vul is vul
    assert VULS[VUL_LETTERS[vul]] is vul


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_every_call_reads_back_in_either_case(call: object) -> None:
    texts = [call_text(known) for known in CALLS if known is call]
    for text in (texts[0], texts[0].upper(), texts[0].lower()):
        match = CALL.fullmatch(text)
        assert match is not None
        assert Call.parse(match[0]) is call


@pytest.mark.parametrize(
    ("text", "call"), [("x", "X"), ("xx", "XX"), ("dbl", "X"), ("rdbl", "XX"), ("pass", "P"), ("3nt", "3NT")]
)
def test_other_spellings_of_calls_are_read(text: str, call: str) -> None:
    match = CALL.fullmatch(text)
    assert match is not None
    assert str(Call.parse(match[0])) == call


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_is_found_in_either_case(card: object) -> None:
    for text in (str(card), str(card).lower(), str(card).replace("T", "10")):
        assert CARD.fullmatch(text)


@given(our.deals())
def test_a_deal_reads_back_from_its_hands(deal: Deal) -> None:
    assert read_deal(deal_text(deal)) == deal.completed()


def test_a_void_keeps_its_letter() -> None:
    void = DEAL[Seat.EAST].in_suit(Suit.HEARTS)
    assert hand_text(void) == "SHKJ632DC"


@given(our.results)
def test_a_result_reads_back(result: Result) -> None:
    assert read_result(result_text(result)) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *(("4HN+1", "4H by N +1"), ("3NS+3", "3NT by S +3"), ("4SEx-2", "4SX by E -2")),
        *(("1NNxx=", "1NTXX by N ="), ("PASS", "passed out"), ("p", "passed out"), ("7cw", "7C by W")),
    ],
)
def test_declarer_stands_before_the_double(text: str, result: str) -> None:
    assert read_result(text) == Result.parse(result)
