"""Files for dealing machines: deals come back, and no bytes break the readers."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import PACK, Board, CardSet, Deal, Seat
from overtrick.formats import dealing_machine as machine
from overtrick.formats.record import FormatError, Record

packs = st.permutations(PACK)
full_deals = packs.map(
    lambda pack: Deal.of({seat: CardSet.of(pack[13 * seat : 13 * seat + 13]) for seat in Seat})
)
KINDS = {
    "DUP": (machine.DUP.read, machine.DUP.write),
    "BRI": (machine.BRI.read, machine.BRI.write),
    "DGE": (machine.DGE.read, machine.DGE.write),
}


def written(kind: str, deals: list[Deal], lowest: int = 1) -> bytes:
    file = io.BytesIO()
    KINDS[kind][1]((Record(Board.numbered(n, deal)) for n, deal in enumerate(deals, lowest)), file)
    return file.getvalue()


@pytest.mark.parametrize("kind", KINDS)
@given(deals=st.lists(full_deals, max_size=4))
def test_deals_come_back(kind: str, deals: list[Deal]) -> None:
    records = list(KINDS[kind][0](io.BytesIO(written(kind, deals))))
    assert records == [Record(Board.numbered(n, deal)) for n, deal in enumerate(deals, 1)]
    assert not any(record.remarks for record in records)


@given(st.lists(full_deals, min_size=1, max_size=3), st.integers(1, 990))
def test_a_dup_file_keeps_the_numbers_of_its_boards(deals: list[Deal], lowest: int) -> None:
    records = list(machine.DUP.read(io.BytesIO(written("DUP", deals, lowest))))
    assert [record.board for record in records] == [
        Board.numbered(n, deal) for n, deal in enumerate(deals, lowest)
    ]


@pytest.mark.parametrize("kind", KINDS)
@given(deals=st.lists(full_deals, min_size=1, max_size=3), data=st.data())
def test_a_file_with_a_wrong_byte_loses_one_deal_at_most(
    kind: str, deals: list[Deal], data: st.DataObject
) -> None:
    raw = bytearray(written(kind, deals))
    place = data.draw(st.integers(2, len(raw) - 1))
    raw[place] = data.draw(st.sampled_from(b"09AXYZ\x03\xff"))
    records = list(KINDS[kind][0](io.BytesIO(bytes(raw))))
    kept = [record.board.deal for record in records]
    if place > 156:
        assert sum(deal == other for deal, other in zip(kept, deals, strict=False)) >= len(deals) - 1


@pytest.mark.parametrize("kind", KINDS)
@given(junk=st.binary(max_size=500) | st.text("0123456789 \r\n\0\x06", max_size=400).map(str.encode))
def test_no_bytes_break_the_reader(kind: str, junk: bytes) -> None:
    try:
        records = list(KINDS[kind][0](io.BytesIO(junk)))
    except FormatError:
        return
    assert all(record.board.deal.is_full or record.remarks for record in records)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("junk", [b"01", b"\x06A", b"01\r\n", b"\x06\r"], ids=repr)
def test_much_junk_is_read_in_small_pieces(kind: str, junk: bytes) -> None:
    try:
        longest = max(
            (len(str(record.tags)) for record in KINDS[kind][0](io.BytesIO(junk * 20_000))), default=0
        )
    except FormatError:
        return
    assert longest < 10_000
