"""PBN: tolerant import, strict export, nothing lost."""

from __future__ import annotations

import pytest

from overtrick import Board, Claim, Meaning, Seat, Side, Vul
from overtrick.formats.record import Comment, FormatError, Mark, PbnTable, Record
from tests.ugly import UGLY, pbn_bytes, read_pbn, ugly_pbn

FULL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
EVERY_FILE = sorted(path.stem for path in UGLY.glob("*.pbn"))
READABLE = [name for name in EVERY_FILE if name not in ("empty", "blank")]


def remarks(name: str) -> list[str]:
    return [str(remark) for record in ugly_pbn(name) for remark in record.remarks]


# Reading


def test_the_corpus_is_there() -> None:
    assert len(EVERY_FILE) >= 22


@pytest.mark.parametrize("name", ["empty", "blank"])
def test_a_file_without_a_board_is_refused(name: str) -> None:
    with pytest.raises(FormatError, match="no board is in it"):
        ugly_pbn(name)


def test_question_marks_are_values_that_are_not_known() -> None:
    (record,) = ugly_pbn("question_marks")
    assert record.board.deal.known == (Seat.NORTH, Seat.SOUTH)
    assert (record.board.dealer, record.board.vul) == (Seat.SOUTH, Vul.EW)
    assert record.board.result is None
    assert record.tags == (("Site", "-"), ("North", "Ann"), ("Scoring", ""))


def test_suit_letters_lower_case_and_10_are_read() -> None:
    (record,) = ugly_pbn("suit_letters")
    board = record.board
    assert str(board.deal) == FULL
    assert str(board.auction) == "N: 1C 1H 1NT P 3NT X P P P"
    assert board.meanings == (None, None, Meaning("8-10", alerted=True))
    assert str(board.result) == "3NTX by S -2"
    assert board.play is not None
    assert " ".join(map(str, board.play.cards)) == "H7 H8 HK H4 H2"
    assert board.claim == Claim(7)
    assert record.tag("Board") == "1a"
    assert remarks("suit_letters") == ["line 1: [Board '1a'] is not a number"]


def test_a_programs_statistics_are_kept_as_a_comment() -> None:
    first, second = ugly_pbn("dealer_statistics")
    assert str(first.board.deal) == str(second.board.deal) == FULL
    assert first.board.dealer is Seat.NORTH
    (comment,) = second.comments
    assert comment.text.splitlines()[0] == "Generated 2922012 hands"
    assert remarks("dealer_statistics")[0].startswith("line 16: text that belongs to no board is kept")


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    records = ugly_pbn("mixed_line_ends")
    assert [record.board.number for record in records] == [1, 2, 3]
    assert records[0].board.vul is Vul.EW


@pytest.mark.parametrize(("name", "north"), [("latin1", "Größe, Jürgen"), ("utf16", "Łukasz")])
def test_names_are_read_in_every_encoding(name: str, north: str) -> None:
    assert ugly_pbn(name)[0].tag("North") == north


def test_two_rooms_share_a_deal_that_is_given_once() -> None:
    opened, closed = ugly_pbn("two_rooms")
    assert str(opened.board.deal) == str(closed.board.deal) == FULL
    assert (opened.tag("Room"), closed.tag("Room")) == ("Open", "Closed")
    assert closed.tag("Event") == "Final"
    assert closed.board.is_passed_out
    assert any("taken from the board before" in remark for remark in remarks("two_rooms"))


def test_values_are_inherited_as_the_standard_says() -> None:
    tags = [dict(record.tags) for record in ugly_pbn("inheritance")]
    assert [tag.get("Event") for tag in tags] == ["Spring Cup", "Spring Cup", "", "Autumn"]
    assert [tag.get("Site") for tag in tags] == ["Bath", "Bath", "Bath", None]
    assert [tag.get("North") for tag in tags] == ["Ann", "Ann", None, None]
    assert tags[2]["Date"] == "2026.03.01"


def test_comments_keep_their_places() -> None:
    (record,) = ugly_pbn("par_comments")
    places = {comment.place: comment.text for comment in record.comments}
    assert places[""] == "before everything"
    assert places["Event"] == " to the end of the line { not a brace }"
    assert places["Board"].endswith("\n\nwith an empty line inside")
    assert places["Deal"] == "PAR +110"
    assert (places["Auction"], places["call 1"], places["card 1"]) == ("slow", "natural", "top")
    assert Mark("card 1", glyph=9) in record.marks
    assert {mark.glyph for mark in record.marks if mark.place == "call 4"} == {1, 2}
    assert Mark("call 7", glyph=6) in record.marks


def test_irregularities_end_what_is_legal_and_the_rest_is_kept() -> None:
    (record,) = ugly_pbn("irregular")
    assert str(record.board.auction) == "N: 1H"
    assert record.board.unread_calls == "^I 1C Pass 2H Pass Pass Pass"
    assert record.board.unread_cards == "^R D4 CK C7"
    assert record.tag("Declarer") == "^E"
    assert record.tag("Result") == "^8"
    assert len(remarks("irregular")) == 4


def test_a_revoke_ends_the_legal_play() -> None:
    (record,) = ugly_pbn("revoke")
    assert record.board.play is not None
    assert len(record.board.play.cards) == 5
    assert record.board.unread_cards == "D4 CK C7 S6 S2 SA SK"
    assert "West may not play the ♦4" in remarks("revoke")[0]


@pytest.mark.parametrize("name", ["truncated_tag", "truncated_comment"])
def test_a_file_that_breaks_off_is_read_up_to_there(name: str) -> None:
    (record,) = ugly_pbn(name)
    assert record.board.number == 1
    assert any("the file ends in the middle" in remark for remark in remarks(name))


def test_a_play_that_breaks_off_is_read_up_to_there() -> None:
    (record,) = ugly_pbn("truncated_play")
    assert record.board.play is not None
    assert len(record.board.play.cards) == 6


def test_tables_and_unknown_tags_and_escape_lines_are_kept() -> None:
    (record,) = ugly_pbn("club")
    assert [table.name for table in record.tables] == ["OptimumResultTable", "ScoreTable", "TotalScoreTable"]
    assert record.tables[0] == PbnTable(
        "OptimumResultTable",
        "Declarer;Denomination\\2R;Result\\2R",
        (("N", "NT", "5"), ("N", "S", "8"), ("N", "H", "5")),
    )
    assert record.tables[1].rows[0][-1] == '"Ann;Bob"'
    assert record.tag("BCFlags") == "1f"
    assert record.escapes == ("%Creator: BridgeComposer Version 5.70", "%BoardsPerPage 2")


def test_tags_may_stand_anyhow_and_a_second_one_is_not_lost() -> None:
    (record,) = ugly_pbn("anyhow")
    assert (record.board.dealer, record.board.vul) == (Seat.NORTH, Vul.BOTH)
    assert str(record.board.result) == "2H by E ="
    assert str(record.board.auction) == "N: P 1H P 2H P P P"
    assert record.tag("Event") == "first"
    assert Comment('[Event "second"]', "Event") in record.comments
    assert record.tag("Foo_Bar9") == 'a "quoted" word, a back\\slash and \\a lone one'


def test_an_impossible_deal_is_kept_as_written_and_says_every_fault() -> None:
    first, second = ugly_pbn("impossible_deal")
    assert first.board.deal.known == second.board.deal.known == ()
    assert first.tag("Deal") is not None
    assert second.tag("Deal") == "nonsense"
    assert str(first.board.contract) == "4S by N"
    assert "line 3: East has 14 cards: the ♦7 is also in North" in remarks("impossible_deal")


def test_what_contradicts_the_auction_is_kept_beside_the_board() -> None:
    (record,) = ugly_pbn("contradiction")
    assert str(record.board.contract) == "1C by N"
    assert (record.tag("Contract"), record.tag("Declarer"), record.tag("Result")) == ("4S", "N", "10")
    assert record.board.unread_cards == "SK S6 S2 S4"


def test_an_end_position_has_a_denomination_for_a_contract() -> None:
    (record,) = ugly_pbn("ending")
    assert record.board.play is not None
    assert record.board.play.tricks_won(Side.NS) == 2


@pytest.mark.parametrize("text", ["9", "NS 9", "EW 4", "NS 9 EW 4", "EW 4 NS 9", "ns 9"])
def test_a_result_is_read_in_every_form(text: str) -> None:
    (record,) = read_pbn(f'[Board "1"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "{text}"]\n'.encode())
    assert record.board.result is not None
    assert record.board.result.tricks == 9


@pytest.mark.parametrize(
    ("text", "vul"),
    [
        ("None", "None"),
        ("Love", "None"),
        ("-", "None"),
        ("NS", "NS"),
        ("EW", "EW"),
        ("All", "Both"),
        ("Both", "Both"),
    ],
)
def test_every_name_of_a_vulnerability_is_read_and_one_written(text: str, vul: str) -> None:
    (record,) = read_pbn(f'[Board "x"]\n[Vulnerable "{text}"]\n'.encode())
    assert str(record.board.vul) == vul
    written = {"None": "None", "NS": "NS", "EW": "EW", "Both": "All"}[vul]
    assert f'[Vulnerable "{written}"]'.encode() in pbn_bytes([record])


# Writing


def test_an_export_has_the_mandatory_tags_in_order_and_crlf() -> None:
    lines = pbn_bytes(ugly_pbn("question_marks")).decode().split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    assert lines[2:17] == [
        '[Event "?"]',
        '[Site "-"]',
        '[Date "?"]',
        '[Board "3"]',
        '[West "?"]',
        '[North "Ann"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "S"]',
        '[Vulnerable "EW"]',
        '[Deal "S:T76.54.753.AJT82 - AQ84.QT98.J.KQ43 -"]',
        '[Scoring ""]',
        '[Declarer "?"]',
        '[Contract "?"]',
        '[Result "?"]',
    ]
    assert "\n" not in "".join(lines)


def test_a_played_board_is_exported_with_a_column_for_each_seat() -> None:
    exported = pbn_bytes(ugly_pbn("suit_letters")).decode()
    assert exported.split("\r\n\r\n")[0].endswith(
        '[Auction "N"]\r\n1C 1H 1NT =1= Pass\r\n3NT X Pass Pass\r\nPass\r\n[Note "1:Alert. 8-10"]\r\n'
        '[Play "W"]\r\nH7 H8 HK H4\r\n- - H2 -\r\n*'
    )


def test_tables_are_padded_to_their_widths() -> None:
    exported = pbn_bytes(ugly_pbn("club")).decode()
    assert "N NT  5\r\nN  S  8\r\n" in exported
    assert ' 1  2 3H   E  9  -140 "Ann;Bob"\r\n' in exported


@pytest.mark.parametrize("name", READABLE)
def test_an_export_is_read_back_as_it_was_and_exported_to_the_same_bytes(name: str) -> None:
    records = ugly_pbn(name)
    exported = pbn_bytes(records)
    again = read_pbn(exported)
    assert pbn_bytes(again) == exported
    for before, after in zip(records, again, strict=True):
        assert after.board == before.board
        assert sorted(after.tags) == sorted(before.tags)
        assert after.comments == before.comments
        assert set(after.marks) == set(before.marks)
        assert (after.tables, after.escapes) == (before.tables, before.escapes)


def test_every_tag_of_a_file_may_go_on_in_the_next_line() -> None:
    records = read_pbn(b'[Event "a\nb"]\n\n' * 20)
    assert [record.tag("Event") for record in records] == ["a b"] * 20


def test_a_result_beside_the_denomination_of_an_ending_is_kept() -> None:
    (record,) = read_pbn(b'[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n[Result "1"]\n[Play "N"]\nSA\n')
    assert record.board.play is not None
    assert record.tag("Result") == "1"


def test_tags_beyond_the_first_hundred_do_not_hold_on_and_that_is_said() -> None:
    tags = b"".join(b'[A%d "##x"]\n' % place for place in range(101))
    first, second = read_pbn(tags + b'\n[Board "2"]\n')
    assert [str(remark) for remark in first.remarks if "A100" in remark.text] == [
        "line 101: [A100] holds for this game only: 100 tags hold on already"
    ]
    assert (second.tag("A99"), second.tag("A100")) == ("x", None)


def test_an_ending_is_played_in_its_denomination_whatever_the_auction_was_about_to_say() -> None:
    (record,) = read_pbn(
        b'[Deal "N:A... K... Q... J..."]\n[Contract "D"]\n[Auction "N"]\n1C\n[Play "E"]\nSK SQ SJ SA\n'
    )
    assert record.board.play is not None
    assert str(record.board.play.strain) == "D"


def test_quotes_in_the_heading_of_a_table_are_protected() -> None:
    record = Record(Board.numbered(1), tables=(PbnTable("Odd", 'A;"B"\\', (("1", "2"),)),))
    assert read_pbn(pbn_bytes([record])) == [record]


@pytest.mark.parametrize("value", ["#", "##x", " #", "#4 of 10"])
def test_a_value_that_looks_like_inheritance_comes_back_as_it_is(value: str) -> None:
    record = Record(Board.numbered(1), tags=(("Table", value),))
    assert read_pbn(pbn_bytes([record, Record(Board.numbered(2))]))[0].tag("Table") == value


def test_what_looks_like_a_tag_is_no_cell_of_a_table() -> None:
    (record,) = read_pbn(b'[ScoreTable "A;B"]\n1 ]\n')
    assert record.tables == ()
    assert record.comments == (Comment("1 ]", "ScoreTable"),)
    odd = Record(Board.numbered(1), tables=(PbnTable("Odd", "A;B", (("[", "a b"),)),))
    (again,) = read_pbn(pbn_bytes([odd]))
    assert again.tables[0].rows == (('"["', '"a b"'),)
