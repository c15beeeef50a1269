"""LIN: what is read out of it, however it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import (
    Auction,
    Claim,
    Contract,
    Deal,
    Meaning,
    Seat,
    Vul,
)
from overtrick.formats.record import Comment, FormatError, Mark
from tests.lin_samples import AUCTION, DEAL, NAMES, read, remarks, sample, written

# Single boards


def test_a_single_board_is_read_whole() -> None:
    [record] = sample("single_board")
    board = record.board
    assert (board.number, board.dealer, board.vul, board.deal) == (3, Seat.SOUTH, Vul.EW, DEAL)
    assert board.auction == AUCTION
    assert board.contract == Contract.parse("3C by S")
    assert board.play is not None
    assert board.play.is_over
    assert record.tags == NAMES
    assert record.remarks == ()


@pytest.mark.parametrize(
    "name", ["deal_over_lines", "upper_case_tags", "mixed_line_ends", "run_together", "latin1_names"]
)
def test_the_same_board_is_read_however_it_is_written(name: str) -> None:
    [plain], first = sample("single_board"), sample(name)[0]
    assert replace(first.board, meanings=()) == plain.board
    assert first.remarks == ()


def test_latin_1_names_are_read() -> None:
    [record] = sample("latin1_names")
    assert [record.tag(seat.word) for seat in Seat] == ["Åse", "José", "Søren", "Zoë"]


def test_line_ends_of_every_kind_may_be_mixed() -> None:
    assert [record.board.number for record in sample("mixed_line_ends")] == [3, 4, 19]


def test_unknown_tags_are_kept_and_written_back_in_order() -> None:
    [record] = sample("unknown_tags")
    kept = [("LIN_sk", "S"), ("LIN_zz", "what is this"), ("LIN_ht", "b"), ("LIN_up", "2"), ("LIN_3d", "box")]
    assert list(record.tags[4:]) == kept
    assert "sk|S|zz|what is this|ht|b|up|2|3d|box|" in written([record])
    assert "the tag zz is kept" in remarks(record)


def test_alerts_explanations_and_commentary_have_their_places() -> None:
    [record] = sample("alerts_and_claim")
    assert record.board.meanings[2] == Meaning("take-out: 12+ with 4 hearts", alerted=True)
    assert record.board.meanings[4] == Meaning("0-8, natural")
    assert record.board.meanings[6] == Meaning("", alerted=True)
    assert [comment.place for comment in record.comments] == ["", "call 10", "card 6", "card 6"]
    assert record.board.claim == Claim(9)


def test_a_board_may_be_passed_out() -> None:
    [record] = sample("passed_out")
    assert record.board.is_passed_out
    assert record.board.play is None


def test_boards_without_auction_are_deals() -> None:
    first, second = sample("no_auction")
    assert (first.board.number, first.board.deal, first.board.auction) == (3, DEAL, None)
    assert (second.board.number, second.board.dealer, second.tags) == (4, Seat.WEST, ())


def test_empty_names_are_no_names() -> None:
    [record] = sample("empty_names")
    assert record.tags == (("LIN_sa", "0"),)


def test_a_list_of_names_of_the_wrong_length_is_kept() -> None:
    [record] = sample("names_with_commas")
    assert record.tag("LIN_pn") == "Sue, S,Will,Nell%COMMA% N,Ed,"
    assert "6 names are given, not four" in remarks(record)


# What cannot be


def test_an_insufficient_bid_ends_the_legal_auction_but_not_the_play() -> None:
    [record] = sample("insufficient_bid")
    assert record.board.auction == Auction.parse("S: P 1S X P")
    assert record.board.unread_calls == "1C p 3C p p p"
    assert record.marks == (Mark("call 5", note="did not see it"),)
    assert record.board.play is not None
    assert len(record.board.play.cards) == 8
    assert "line 1: South may not bid 1♣: it is not higher than 1♠" in remarks(record)


def test_a_revoke_ends_the_legal_play() -> None:
    [record] = sample("revoke")
    assert record.board.play is not None
    assert len(record.board.play.cards) == 9
    assert record.board.unread_cards == "C5 H2 H4 H7 HT H3 S7"
    assert "East can follow suit" in remarks(record)


def test_a_file_that_breaks_off_keeps_what_there_is() -> None:
    [record] = sample("truncated")
    assert record.board.play is not None
    assert len(record.board.play.cards) == 27
    assert record.board.unread_cards == "S"
    assert "the file ends here" in remarks(record)


def test_an_impossible_deal_is_kept_as_text_with_every_fault() -> None:
    first, second = sample("impossible_deal")
    assert first.board.deal == Deal.unknown()
    assert first.tag("LIN_md") == "1SAAT76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,"
    assert first.board.auction == Auction.parse("S: P 1S")
    assert "South: the ♠A appears twice; South has 14 cards: the ♠A is also in North" in remarks(first)
    assert "'X' is not a rank" in remarks(second)
    assert (second.board.number, second.tag("LIN_ah"), second.tag("LIN_sv")) == (9, "Brett 9", "q")


def test_odd_conditions_are_read_as_well_as_can_be() -> None:
    first, second, third = sample("odd_conditions")
    assert (first.board.dealer, first.board.vul) == (Seat.SOUTH, Vul.BOTH)
    assert (second.tag("Board"), second.board.vul, second.tag("LIN_mc")) == ("12a", Vul.BOTH, "15")
    assert third.board.deal == DEAL
    assert third.board.contract == Contract.parse("3NT by E")
    assert (third.board.number, third.tag("LIN_ah")) == (8, "Deal 8 of 12")
    assert "South's hand is not given and has been filled in" in remarks(third)


def test_a_value_that_is_not_closed_ends_with_its_board() -> None:
    first, second, third = sample("unclosed_value")
    assert first.comments == (Comment("The operator went away"),)
    assert [record.board.number for record in (first, second, third)] == [3, 4, 5]
    assert "'rubbish' stands before qx|" in remarks(third)


def test_a_result_that_contradicts_the_auction_is_kept_beside_it() -> None:
    first, second = sample("result_contradicts")
    assert (first.board.result, first.tag("LIN_rs")) == (None, "4HN=")
    assert (second.board.result, second.tag("LIN_rs")) == (None, "3NX+1")
    assert "the auction ends in 3C by S, but the result is 4H by N =" in remarks(first)


@pytest.mark.parametrize("text", ["no bars at all", "a | b | c", "<html></html>\n" * 1000, "xx|yy|"])
def test_what_is_not_lin_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="this is not LIN"):
        read(text)


def test_an_empty_file_has_no_boards() -> None:
    assert read("") == []
    assert written([]) == ""


# Vugraph


def test_a_vugraph_file_has_two_rooms() -> None:
    records = sample("vugraph_two_rooms")
    where = [(record.board.number, record.tag("Room"), record.tag("South")) for record in records]
    assert where == [
        (3, "Open", "Sue"),
        (3, "Closed", "Sam"),
        (4, "Open", "Sue"),
        (4, "Closed", "Sam"),
        (5, "Open", "Sue"),
    ]
    results = [str(record.board.result) for record in records]
    assert results == ["3C by S -1", "2C by N +1", "passed out", "passed out", "3NT by W ="]
    assert records[0].tag("Event") == "Reds v. Blues"
    assert records[0].tag("HomeTeam") == "Reds"
    assert records[0].tag("LIN_vg") == ",,,3,5,,0,,3.5"


def test_a_deal_left_out_is_that_of_the_other_room() -> None:
    _, _, opened, closed, last = sample("vugraph_two_rooms")
    assert closed.board.deal == opened.board.deal
    assert "taken from the other room" in remarks(closed)
    assert "results without a board: 4SEx-2" in remarks(last)


def test_a_file_may_have_several_segments() -> None:
    records = sample("vugraph_two_segments")
    assert [record.tag("Stage") for record in records] == ["Final 1/2", "Final 1/2", "Final 2/2"]
    assert [record.tag("South") for record in records] == ["Sue", "Sam", "Sam"]


def test_a_tournament_has_other_players_on_each_board() -> None:
    first, second = sample("tournament")
    assert (first.tag("South"), second.tag("South"), first.tag("Room")) == ("Sue", "Wes", None)
    assert (first.tag("Scoring"), str(first.board.result)) == ("MP", "3C by S -1")
