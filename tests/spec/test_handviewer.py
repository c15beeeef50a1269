"""Links to the handviewer: every way in which they tell a board."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import Auction, Board, Claim, Contract, Deal, Meaning, Result, Seat, Vul
from overtrick.formats import handviewer, lin
from overtrick.formats.record import Comment, FormatError, Record

UGLY = Path(__file__).parent.parent / "data" / "ugly"
SAMPLES = sorted(UGLY.glob("*.url"))
BASE = "https://www.bridgebase.com/tools/handviewer.html?"
DEAL = Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96")


def sample(name: str) -> list[Record]:
    with open(UGLY / f"{name}.url", "rb") as file:
        return list(handviewer.read(file))


def remarks(record: Record) -> str:
    return "\n".join(map(str, record.remarks))


def test_hands_calls_and_cards_are_read() -> None:
    [record] = sample("hands_and_play")
    board = record.board
    assert (board.number, board.dealer, board.vul, board.deal) == (3, Seat.SOUTH, Vul.EW, DEAL)
    assert board.auction == Auction.parse("S: P 1S X P 2C P 3C P P P")
    assert board.play is not None
    assert board.play.is_over
    assert record.tags == (("West", "Will_W"), ("North", "Nell N."), ("East", "~~Ed"), ("South", "Sue"))
    assert record.remarks == ()


def test_the_same_board_as_lin_in_a_link_is_the_same() -> None:
    with open(UGLY / "single_board.lin", "rb") as file:
        [plain] = lin.read(file)
    records = sample("lin_encoded")
    assert [record.board for record in records] == [plain.board] * 3
    assert records[0] == plain
    assert records[2].tags[4:] == (("URL_bbo", "y"), ("URL_k", "s"))


def test_the_fourth_hand_is_filled_in() -> None:
    without_east, without_south = sample("three_hands")
    assert without_east.board.deal == without_south.board.deal == DEAL
    assert "line 3: South's hand is not given and has been filled in" in remarks(without_south)


def test_alerts_explanations_and_comments_have_their_places() -> None:
    [record] = sample("alerts_and_comments")
    assert record.board.meanings[2] == Meaning("take-out", alerted=True)
    assert record.board.meanings[4] == Meaning("0-8")
    assert record.comments == (
        Comment("Hello there"),
        Comment("what a bid", "call 4"),
        Comment("Now the play", "call 10"),
        Comment("Oh!", "card 6"),
    )
    assert record.board.claim == Claim(9)
    assert record.tag("URL_tbt") == "y"


def test_odd_links_are_read_as_well_as_can_be() -> None:
    position, contract, elsewhere, forum, impossible, illegal, crosses = sample("odd_links")
    assert (position.board.deal, position.tag("URL_a")) == (DEAL, "-s")
    assert contract.board.result == Result(Contract.parse("4H by S"))
    assert "line 3: this is not a link" in remarks(contract)
    assert (elsewhere.tag("URL_myhand"), elsewhere.board.deal) == ("M-123-456", Deal.unknown())
    assert forum.board.contract == Contract.parse("7NT by N")
    assert impossible.tag("LIN_md") == "3sa,,saaxh,"
    assert "North: the ♠A appears twice; North: 'X' is not a rank" in remarks(impossible)
    assert (illegal.board.unread_calls, illegal.tag("Board")) == ("1c ?pp", "7a")
    assert crosses.board.auction == Auction.parse("S: P 1S X XX P P 2C P P P")


@pytest.mark.parametrize("seat", list(Seat), ids=str)
def test_every_seat_may_deal(seat: Seat) -> None:
    for letter in (str(seat), str(seat).lower()):
        assert handviewer.read_url(f"{BASE}n=SA&d={letter}&v=o").board.dealer is seat


@pytest.mark.parametrize(
    ("letter", "vul"), [("n", Vul.NS), ("e", Vul.EW), ("b", Vul.BOTH), ("o", Vul.NONE), ("-", Vul.NONE)]
)
def test_every_vulnerability_is_read(letter: str, vul: Vul) -> None:
    for text in (letter, letter.upper()):
        assert handviewer.read_url(f"{BASE}n=SA&d=n&v={text}").board.vul is vul


def test_what_a_link_leaves_out_is_as_the_viewer_shows_it() -> None:
    record = handviewer.read_url(f"{BASE}n=SA")
    assert (record.board.dealer, record.board.vul) == (Seat.NORTH, Vul.NONE)
    assert "North is taken to deal" in remarks(record)


def test_a_plus_sign_in_a_name_is_a_space() -> None:
    assert handviewer.read_url(f"{BASE}n=SA&nn=Nell+N").tag("North") == "Nell N"


def test_a_link_made_like_a_form_is_read() -> None:
    record = handviewer.read_url(f"{BASE}lin=pn%7CA+B%2C%2C%2C%7Cmd%7C3%2C%2C%2C%7Cah%7CBoard+7%7C")
    assert (record.board.number, record.tag("South")) == (7, "A B")


@pytest.mark.parametrize("text", ["", "hello", "https://example.org/?q=1", "https://example.org/?lin=hello"])
def test_what_is_no_link_to_the_viewer_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="this is not"):
        handviewer.read_url(text)


def test_a_file_that_begins_with_no_link_is_refused() -> None:
    with pytest.raises(FormatError, match="this is not a link"):
        list(handviewer.read(io.BytesIO(b'\n[Event "x"]\n')))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_written_and_read_again_is_the_same(path: Path) -> None:
    records = sample(path.stem)
    assert records
    file = io.BytesIO()
    handviewer.write(records, file)
    assert list(handviewer.read(io.BytesIO(file.getvalue()))) == records
    assert [handviewer.lost(record) for record in records] == [()] * len(records)


def test_what_a_link_cannot_carry_is_named() -> None:
    tags = (("Event", "Cup"), ("North", "Nell"), ("Room", "Open"), ("Site", "Oslo"))
    board = replace(Board.numbered(7, DEAL), result=Result.parse("4S by N ="))
    assert handviewer.lost(Record(board, tags)) == ("Event", "Room", "Site")


def test_a_link_has_no_signs_that_need_care() -> None:
    url = handviewer.url_of(Record(Board.numbered(7, DEAL), (("North", "Å & B"),)))
    assert url.startswith(f"{BASE}lin=pn%7C")
    assert not set(url) & set(" |<>\"'{}\\^`")
    assert url.count("&") == 0
