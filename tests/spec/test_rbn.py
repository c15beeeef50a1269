"""What RBN says, and what becomes of it; the examples are those of Pavlicek's page and of formats in use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import (
    Auction,
    Board,
    Card,
    CardSet,
    Claim,
    Contract,
    Deal,
    Meaning,
    Play,
    Result,
    Seat,
    Vul,
)
from overtrick.formats import rbn
from overtrick.formats.record import Mark, Record
from tests.rbn_samples import DEAL, HANDS, one, remarks, written

# Hands


def test_the_fourth_hand_of_a_full_deal_may_be_left_out_but_not_its_colon() -> None:
    assert one(HANDS).board.deal == DEAL
    assert one(HANDS.removesuffix(":")).board.deal == DEAL.with_hand(Seat.SOUTH, None)


@pytest.mark.parametrize("seat", Seat)
def test_the_hands_go_clockwise_from_the_seat_named(seat: Seat) -> None:
    assert one(f"H {seat}:AK...:QJ...:T9...:87...").board.deal[seat.lho] == CardSet.parse("QJ...")


def test_a_hand_that_is_not_given_is_unknown_but_a_hand_of_voids_is_known() -> None:
    assert one("H N:AK...::...:").board.deal == Deal.parse("N:AK... - ... -")


def test_a_semicolon_before_a_hand_hides_it() -> None:
    record = one("H N:AK...;QJ...:T9...;87...")
    assert record.tags == (("Hidden", "WE"),)
    assert written(record) == "H W;87...:AK...;QJ...:T9...\n\n"


def test_a_hand_with_small_cards_that_are_not_named_is_kept_as_written() -> None:
    record = one("H N:AKxx.xxx.Axx.Kxx:QJT9.QJT.KQJ.QJT")
    assert record.board.deal.known == (Seat.EAST,)
    assert record.tag("RBN_H") == "N:AKxx.xxx.Axx.Kxx:QJT9.QJT.KQJ.QJT"
    assert "North's hand has cards that are not named" in remarks(record)


def test_every_fault_of_an_impossible_deal_is_named_with_its_line() -> None:
    record = one("B 1", "H N:AAK...:A1...:QJ...:")
    assert record.board.deal == Deal.unknown()
    assert record.tag("RBN_H") == "N:AAK...:A1...:QJ...:"
    faults = ("line 2: North: the ♠A appears twice", "line 2: East: '1' is not a rank")
    assert all(fault in remarks(record) for fault in faults)


def test_fourteen_cards_are_not_a_hand() -> None:
    assert "North has 14 cards" in remarks(one("H N:AKQJT98765432.A..:::"))


# Auctions


@pytest.mark.parametrize(("letter", "vul"), [("Z", Vul.NONE), ("N", Vul.NS), ("E", Vul.EW), ("B", Vul.BOTH)])
@pytest.mark.parametrize("dealer", Seat)
def test_every_dealer_and_vulnerability_is_read_and_written(dealer: Seat, letter: str, vul: Vul) -> None:
    record = one(f"A {dealer}{letter}:A")
    assert (record.board.dealer, record.board.vul) == (dealer, vul)
    assert written(record) == f"A {dealer}{letter}:A\n\n"


def test_the_example_auction_reads_and_writes_the_same() -> None:
    record = one("A WN:1CP1N^1P:2NP3NA", "1 8-10")
    assert record.board.auction == Auction.parse("W: 1C P 1NT P 2NT P 3NT P P P")
    assert record.board.meanings == (None, None, Meaning("8-10"))
    assert written(record) == "A WN:1CP1N^1P:2NP3NA\n1 8-10\n\n"


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize(("letter", "strain"), [("C", "C"), ("D", "D"), ("H", "H"), ("S", "S"), ("N", "NT")])
def test_every_bid_is_read(level: int, letter: str, strain: str) -> None:
    assert one(f"A NZ:{level}{letter}XR").board.auction == Auction.parse(f"N: {level}{strain} X XX")


def test_small_letters_are_calls_too() -> None:
    assert one("A wn:1cp1na").board.auction == Auction.parse("W: 1C P 1NT P P P")


def test_an_auction_without_dealer_is_west_s_at_any_vulnerability() -> None:
    record = one("A 1SPPP")
    assert record.board.dealer is Seat.WEST
    assert record.tag("Vulnerable") == "?"
    assert "vulnerability is not given" in remarks(record)
    assert written(record) == "A W?:1SA\n\n"


def test_an_insufficient_bid_ends_what_is_read_and_the_rest_is_kept() -> None:
    record = one("A WZ:1CP1DP:1C*2HA")
    assert record.board.auction == Auction.parse("W: 1C P 1D P")
    assert record.board.unread_calls == "1C* 2H AP"
    assert "line 1: West may not bid 1♣: it is not higher than 1♦" in remarks(record)
    assert rbn.lost(record) == ()


def test_a_star_is_an_alert_and_signs_of_quality_are_marks() -> None:
    record = one("A NZ:1N*!P2C*^2?!P", "2 asks for majors")
    assert record.board.meanings == (Meaning("", True), None, Meaning("asks for majors", True))
    assert record.marks == (Mark("call 1", glyph=1), Mark("call 3", glyph=6))
    assert rbn.lost(record) == ()


@pytest.mark.parametrize(
    ("sign", "glyph"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)], ids=str
)
def test_every_sign_of_quality_has_its_pbn_number(sign: str, glyph: int) -> None:
    assert one(f"A NZ:1N{sign}").marks == (Mark("call 1", glyph=glyph),)
    assert one("C 3N:E", f"P SA{sign}").marks == (Mark("card 1", glyph=glyph + 6),)


def test_a_note_that_is_missing_and_a_note_that_is_not_used_are_both_told() -> None:
    record = one("A NZ:1N^1", "4 nobody asks", "0 general")
    assert record.board.meanings == (Meaning("^1"),)
    assert record.tags == (("RBN_A0", "general"), ("RBN_A4", "nobody asks"))
    assert "note 1 is referred to but not given" in remarks(record)
    assert rbn.lost(record) == ()


# Contracts, play, results


@pytest.mark.parametrize(
    ("letters", "contract"), [("5HX:N", "5HX by N"), ("3N:S", "3NT by S"), ("1CR:w", "1CXX by W")]
)
def test_a_contract_is_level_strain_and_declarer(letters: str, contract: str) -> None:
    assert one(f"C {letters}").board.result == Result(Contract.parse(contract))


@pytest.mark.parametrize(
    ("line", "tricks", "score", "rest"),
    [("10+420", 10, "NS 420", None), ("8-100:-5", 8, "NS -100", "-5"), ("9+400:=", 9, "NS 400", "=")],
)
def test_a_result_is_tricks_and_score_and_comparison(
    line: str, tricks: int, score: str, rest: str | None
) -> None:
    record = one("C 4S:N", f"R {line}")
    assert record.board.result == Result(Contract.parse("4S by N"), tricks)
    assert (record.tag("Score"), record.tag("RBN_R")) == (score, rest)
    assert written(record) == f"C 4S:N\nR {line}\n\n"


def test_a_score_after_a_colon_is_a_score() -> None:
    assert one("C 4S:N", "R 10:+420:3").tags == (("RBN_R", "3"), ("Score", "NS 420"))


def test_a_passed_out_board_has_no_contract() -> None:
    record = one("A NZ:A", "R P")
    assert record.board.is_passed_out
    assert record.board.result == Result(None)
    assert written(record) == "A NZ:A\nR P\n\n"


def test_a_contract_that_contradicts_the_auction_is_set_aside() -> None:
    record = one("A NZ:1NA", "C 4S:S", "R 10")
    assert record.board.result is None
    assert record.tags == (("RBN_?", "R 10"), ("RBN_?", "C 4S:S"))
    assert "the auction ends in 1NT by N, the contract is 4S by S" in remarks(record)


def test_cards_that_follow_suit_need_no_suit() -> None:
    record = one(HANDS, "C 3N:W", "P H53JA:DT7QJ")
    assert record.board.play is not None
    assert [str(card) for card in record.board.play.cards] == ["H5", "H3", "HJ", "HA", "DT", "D7", "DQ", "DJ"]


def test_a_note_on_a_card_is_a_mark() -> None:
    record = one(HANDS, "C 3N:W", "A WZ:3NA", "1 to play", "P H5^1!3JA", "1 top of nothing")
    assert record.marks == (Mark("card 1", note="top of nothing"), Mark("card 1", glyph=7))
    assert record.tags == (("RBN_A1", "to play"),)
    assert rbn.lost(record) == ()


def test_a_revoke_ends_what_is_read_and_the_rest_is_kept_with_its_suits() -> None:
    record = one(HANDS, "C 3N:W", "P H53JC8:S32")
    assert record.board.play is not None
    assert record.board.play.cards[-1] is Card.parse("HJ")
    assert record.board.unread_cards == "C8 S3 S2"
    assert "West may not play the ♣8: hearts were led and West can follow suit" in remarks(record)
    assert rbn.lost(record) == ()


def test_a_semicolon_after_the_last_card_is_a_claim_of_the_tricks_in_the_result() -> None:
    record = one(HANDS, "C 3N:W", "P H53JA;", "R 9")
    assert record.board.claim == Claim(9)
    assert written(record) == f"{HANDS}\nC 3N:W\nP H53JA;\nR 9\n\n"


def test_a_semicolon_before_cards_that_do_not_matter_keeps_its_place() -> None:
    record = one(HANDS, "C 3N:W", "P H53JA;DT7", "R 9")
    assert record.board.claim is None
    assert record.tag("RBN_P") == "4"
    assert "P H53JA;DT7\n" in written(record)


def test_an_ending_may_have_another_leader() -> None:
    record = one("H N:A.K..:K.Q..:Q.J..:J.T..", "C 1N:S:N", "P SAKQJ:HKQJT")
    assert record.board.play == Play.parse("N:A.K.. K.Q.. Q.J.. J.T..;NT;N;SA SK SQ SJ HK HQ HJ HT")
    assert rbn.lost(record) == ()


def test_play_without_a_contract_is_kept_as_cards() -> None:
    record = one(HANDS, "P H53")
    assert (record.board.play, record.board.unread_cards) == (None, "H5 H3")
    assert "there is play, but no contract" in remarks(record)


def test_a_call_that_rbn_does_not_know_is_named_as_lost() -> None:
    board = replace(Board.numbered(1), auction=Auction.parse("N: 1C"), unread_calls="D")
    assert rbn.lost(Record(board)) == ("calls that are not legal",)
