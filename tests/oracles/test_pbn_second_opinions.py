"""Endplay and bridgebots as second opinions on PBN, over the corpus and over boards of our own."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import bridgebots
import endplay.config
import numpy as np
import pytest
from endplay.parsers import pbn as endplay_pbn

from overtrick import Auction, Board, Call, Seat, Vul, deals
from overtrick.formats.record import Record
from tests.played import played_board
from tests.ugly import UGLY, pbn_bytes, read_pbn

VUL = {"none": Vul.NONE, "ns": Vul.NS, "ew": Vul.EW, "both": Vul.BOTH}


@pytest.fixture(scope="module")
def records() -> list[Record]:
    chance = random.Random(1)
    names = (("Event", "Cup"), ("North", "Ann"), ("East", "Bob"), ("South", "Cy"), ("West", "Di"))
    return [
        Record(played_board(board, chance), names) for board in deals.boards(np.random.default_rng(1), 60)
    ]


def endplay_reads(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(endplay.config, "use_unicode", False)
    return list(endplay_pbn.load(io.StringIO(data.decode())))


def compare_with_endplay(ours: Board, theirs: Any) -> int:
    """Compare what both have read, part by part; return the number of comparisons."""
    assert theirs.board_num == ours.number
    assert Seat(int(theirs.dealer)) is ours.dealer
    assert VUL[theirs.vul.name] is ours.vul
    assert theirs.deal.to_pbn() == str(ours.deal)
    compared = 4
    if ours.auction is not None:
        assert [call_of(call) for call in theirs.auction] == list(ours.auction.calls)
        compared += len(ours.auction)
    if ours.result is not None and ours.result.tricks is not None:
        contract = theirs.contract
        assert ours.result.contract is not None
        assert contract.level == ours.result.contract.level
        assert Seat(int(contract.declarer)) is ours.result.contract.declarer
        assert contract.result == ours.result.margin
        compared += 3
    if ours.play is not None and len(ours.play.cards) == 52:
        assert [str(card) for card in theirs.play] == [str(card) for card in ours.play.cards]
        compared += 52
    return compared


def call_of(call: Any) -> Call:
    if hasattr(call, "level"):
        return Call.parse(f"{call.level}{call.denom.abbr}")
    return (Call.PASS, Call.DOUBLE, Call.REDOUBLE)[
        ("passed", "doubled", "redoubled").index(call.penalty.name)
    ]


def test_endplay_reads_our_export_as_we_wrote_it(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = endplay_reads(pbn_bytes(records), monkeypatch)
    compared = sum(
        compare_with_endplay(ours.board, board) for ours, board in zip(records, theirs, strict=True)
    )
    assert compared == sum(4 + 3 + 52 + len(record.board.auction or ()) for record in records)
    assert compared > 3500


def test_we_read_endplays_export_as_it_wrote_it(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = endplay_reads(pbn_bytes(records), monkeypatch)
    again = read_pbn(endplay_pbn.dumps(theirs).encode())
    assert [record.board for record in again] == [record.board for record in records]
    assert len(again) == 60


def test_bridgebots_reads_our_export_as_we_wrote_it(records: list[Record], tmp_path: Path) -> None:
    path = tmp_path / "ours.pbn"
    path.write_bytes(
        pbn_bytes(records) + b"\r\n"
    )  # without an empty line at the end it misreads the last board
    theirs = bridgebots.parse_pbn(path)
    compared = 0
    for ours, board in zip(records, theirs, strict=True):
        (told,) = board.board_records
        contract = ours.board.contract
        assert contract is not None
        assert told.declarer.name == contract.declarer.name
        assert told.tricks == (ours.board.result.tricks if ours.board.result else None)
        assert [str(call) for call in (ours.board.auction or Auction(Seat.NORTH)).calls] == [
            spelled(call) for call in told.bidding_record
        ]
        for seat in Seat:
            hand = board.deal.player_cards[bridgebots.Direction[seat.name]]
            assert {f"{card.suit.abbreviation()}{card.rank.abbreviation()}" for card in hand} == {
                str(card) for card in ours.board.deal[seat]
            }
        assert [f"{card.suit.abbreviation()}{card.rank.abbreviation()}" for card in told.play_record] == [
            str(card) for card in (ours.board.play.cards if ours.board.play else ())
        ]
        compared += 4 + 4
    assert compared == 8 * 60


def spelled(call: str) -> str:
    names = {"PASS": "P", "DBL": "X", "RDBL": "XX"}
    return names.get(call.upper(), call.upper())


READ_BY_ENDPLAY = ("club", "contradiction", "markup", "revoke", "two_rooms")
"""The ugly files that endplay reads at all; the others it refuses or misreads."""


def test_endplay_agrees_on_the_deals_of_the_ugly_files_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for name in READ_BY_ENDPLAY:
        data = (UGLY / f"{name}.pbn").read_bytes()
        for ours, theirs in zip(read_pbn(data), endplay_reads(data, monkeypatch), strict=True):
            bare = replace(ours.board, auction=None, meanings=(), play=None, claim=None, result=None)
            if ours.tag("Room") != "Closed":  # endplay gives the closed room no deal
                compared += compare_with_endplay(bare, theirs)
    assert compared == 4 * 5
