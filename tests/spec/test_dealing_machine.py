"""Files for dealing machines: what they say, byte by byte."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from overtrick import PACK, Auction, Board, CardSet, Deal, Seat, Vul
from overtrick.formats import dealing_machine as machine
from overtrick.formats.files import Reader, Writer
from overtrick.formats.record import FormatError, Record

UGLY = Path(__file__).parents[1] / "data" / "ugly"
VENDOR = Deal.parse("N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76")
NUMBERS = b"180437272408224221062507175150321516492941264031464543351128302039140152133403"
COMPARISONS = 300


def some_deals(count: int) -> list[Deal]:
    random = Random(2024)
    packs = (random.sample(PACK, 52) for _ in range(count))
    return [Deal.of({s: CardSet.of(pack[13 * s : 13 * s + 13]) for s in Seat}) for pack in packs]


def ugly(name: str) -> list[Record]:
    read = {"dup": machine.DUP.read, "bri": machine.BRI.read, "dge": machine.DGE.read}[name[-3:]]
    with (UGLY / name).open("rb") as file:
        return list(read(file))


def deals(records: list[Record]) -> list[Deal]:
    return [record.board.deal for record in records]


def remarks(record: Record) -> str:
    return "\n".join(map(str, record.remarks))


def dup(records: list[Record]) -> bytes:
    file = io.BytesIO()
    machine.DUP.write(records, file)
    return file.getvalue()


# A second opinion, from the description alone: no code of the package but the text of a hand


def bytes_by_hand(deal: Deal, lowest: int, highest: int) -> bytes:
    deck = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    symbols = {"S": 0x06, "H": 0x03, "D": 0x04, "C": 0x05}
    hands = [dict(zip("SHDC", hand.split("."), strict=True)) for hand in str(deal)[2:].split(" ")]
    numbers, letters = "", b""
    for place, hand in enumerate(hands):
        for suit, ranks in hand.items():
            letters += bytes([symbols[suit]]) + ranks.encode()
            numbers += "".join(f"{deck.index(suit + rank) + 1:02}" for rank in ranks) if place < 3 else ""
    control = "YN" + str(lowest).ljust(3) + "1 " + str(highest).ljust(3)
    return numbers.encode() + letters + control.encode()


def test_the_bytes_agree_with_an_encoder_written_from_the_description() -> None:
    checked = [
        dup([Record(Board.numbered(number, deal))]) == bytes_by_hand(deal, number, number)
        for number, deal in enumerate(some_deals(COMPARISONS), 1)
    ]
    assert len(checked) == COMPARISONS >= 200
    assert all(checked)


def test_the_reader_agrees_with_that_encoder() -> None:
    dealt = some_deals(COMPARISONS)
    raw = b"".join(bytes_by_hand(deal, 1, len(dealt)) for deal in dealt)
    records = list(machine.DUP.read(io.BytesIO(raw)))
    assert [record.board for record in records] == [
        Board.numbered(n, deal) for n, deal in enumerate(dealt, 1)
    ]
    assert not any(record.remarks for record in records)


# The vendor's example


def test_the_vendor_s_example_is_read() -> None:
    (record,) = ugly("vendor.dup")
    assert record.board == Board.numbered(1, VENDOR)
    assert "ends with board 1, but says it goes to 32" in remarks(record)


def test_the_numbers_of_a_hand_may_stand_in_any_order() -> None:
    assert deals(list(machine.BRI.read(io.BytesIO(NUMBERS)))) == [VENDOR]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("set.dup", 3),
        ("digits_on_lines.dup", 2),
        ("empty.dup", 0),
        ("padded.bri", 2),
        ("dense.bri", 3),
        ("padded.dge", 2),
        ("dense.dge", 2),
        ("lines.dge", 2),
    ],
)
def test_records_may_be_padded_or_dense_or_lines(name: str, count: int) -> None:
    assert deals(ugly(name)) == [VENDOR] * count


def test_a_set_is_numbered_from_its_lowest_board() -> None:
    records = ugly("set.dup")
    assert [(r.board.number, r.board.dealer, r.board.vul) for r in records] == [
        (17, Seat.NORTH, Vul.NONE),
        (18, Seat.EAST, Vul.NS),
        (19, Seat.SOUTH, Vul.EW),
    ]
    assert records[0].tags == (("DUP-Random", "N"), ("DUP-Backwards", "Y"), ("DUP-Copies", "2"))
    assert dup(records) == (UGLY / "set.dup").read_bytes().replace(NUMBERS, bytes_by_hand(VENDOR, 1, 1)[:78])


# Faults


def test_the_numbers_count_when_the_two_halves_disagree() -> None:
    first, second = ugly("disagreeing.dup")
    assert first.board.deal == VENDOR
    assert "record 1: the part with symbols has another deal" in remarks(first)
    assert second.board.deal == VENDOR
    assert "record 2: North: '99' is not the number of a card" in remarks(second)
    assert second.tag("DUP-Control") == "garbage!!!"


def test_a_record_that_is_cut_off_says_so() -> None:
    _, second = ugly("truncated.dup")
    assert second.board.deal == VENDOR
    assert "cut off after 100 bytes" in remarks(second)


def test_wrong_numbers_are_named_record_by_record_and_kept() -> None:
    first, second, third, fourth = ugly("wrong_numbers.bri")
    assert first.board.deal == VENDOR
    assert deals([second, third, fourth]) == [Deal.unknown()] * 3
    assert "record 2: North: '53' is not the number of a card; North: the ♠A appears twice" in remarks(second)
    assert "are in North and East and South" in remarks(third)
    assert third.tag("BRI-Rest") == "hello"
    assert "record 4: there are 51 digits instead of 78" in remarks(fourth)
    assert second.tag("BRI") == "015301" + NUMBERS[6:].decode()


def test_a_short_line_does_not_disturb_the_others() -> None:
    assert deals(ugly("lines.bri")) == [VENDOR, Deal.unknown(), VENDOR]


def test_wrong_cards_are_named() -> None:
    _, second, third = ugly("wrong_cards.dge")
    assert "record 2: North: 'Z' is not a card; North: the ♠J appears twice" in remarks(second)
    assert (second.tag("DGE") or "").startswith("♠JJ8Z♥JT7643♦A4♣Q")
    assert "record 3: there are 30 bytes instead of 68" in remarks(third)


@pytest.mark.parametrize("read", [machine.DUP.read, machine.BRI.read, machine.DGE.read])
def test_a_file_of_another_kind_is_refused(read: Reader) -> None:
    with pytest.raises(FormatError, match="this is not"):
        list(read(io.BytesIO(b'[Event "x"]')))


# Writing


def test_stand_alone_files_have_records_of_128_bytes() -> None:
    record = Record(Board.numbered(1, VENDOR))
    bri, dge = io.BytesIO(), io.BytesIO()
    machine.BRI.write([record] * 2, bri)
    machine.DGE.write([record] * 2, dge)
    assert bri.getvalue()[78:128] == b" " * 32 + b"\0" * 18
    assert dge.getvalue()[68:128] == b"\0" * 60
    assert len(bri.getvalue()) == len(dge.getvalue()) == 256


@pytest.mark.parametrize("write", [machine.DUP.write, machine.BRI.write, machine.DGE.write])
def test_a_board_without_a_full_deal_cannot_be_dealt(write: Writer) -> None:
    with pytest.raises(FormatError, match="board 2 is not a full deal"):
        write([Record(Board.numbered(1, VENDOR)), Record(Board.numbered(2))], io.BytesIO())


def test_boards_that_do_not_follow_one_another_cannot_be_a_dup_file() -> None:
    with pytest.raises(FormatError, match="board 3 follows board 1"):
        dup([Record(Board.numbered(1, VENDOR)), Record(Board.numbered(3, VENDOR))])


def test_numbers_of_four_digits_do_not_fit() -> None:
    with pytest.raises(FormatError, match="board 1000 is too high"):
        dup([Record(Board.numbered(1000, VENDOR))])


def test_nothing_is_written_for_no_boards() -> None:
    assert dup([]) == b""


def test_what_the_files_cannot_carry_is_named() -> None:
    auction = Auction(Seat.WEST)
    record = Record(
        Board(1, Seat.WEST, Vul.NONE, VENDOR, auction), tags=(("Event", "Cup"), ("DUP-Copies", "2"))
    )
    assert machine.DUP.lost(record) == ("the dealer", "the auction", "Event")
    assert machine.BRI.lost(record) == (
        "the board number",
        "the dealer",
        "the auction",
        "Event",
        "DUP-Copies",
    )
    assert machine.DGE.lost(record) == machine.BRI.lost(record)
    assert machine.DUP.lost(Record(Board.numbered(1, VENDOR))) == ()
