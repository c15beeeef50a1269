"""Auctions written with what their calls mean: PBN notes and LIN explanations, read back the same."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bidding import Agreements, load, read_note
from overtrick.bidding import Meaning as Meant
from overtrick.bidding.words.calls import note
from overtrick.core import Auction, Board, Call, Meaning
from overtrick.deals import boards
from overtrick.formats import Record, read, write

AUCTION = Auction.parse("N: 1S X XX 2C P 2D P 3NT AP")
PIECES = [
    *"|\";\\[]{}%!=♠é日 'ab:1.,<>&#@^$*-_~`",
    *("Alert.", "alert.", "=1=", "!S", "!h", "mb", "an|", "pg||", "1:", "%COMMA%", "\ufeff", "\u200b"),
]
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.text(max_size=200))
meanings = st.one_of(st.none(), st.builds(Meaning, texts, st.booleans()))


def there_and_back(record: Record, kind: str) -> tuple[Record, tuple[str, ...], str]:
    buffer = io.BytesIO()
    done = write([record], buffer, kind)
    (back,) = read(buffer.getvalue())
    return back, done.lost, buffer.getvalue().decode("utf-8", "replace")


@pytest.mark.parametrize("kind", ["PBN", "LIN", "JSON"])
@given(told=st.lists(meanings, max_size=len(AUCTION)))
def test_whatever_a_call_is_said_to_mean_reads_back_or_is_told_as_lost(
    kind: str, told: list[Meaning | None]
) -> None:
    board = replace(Board.numbered(1), auction=AUCTION, meanings=tuple(told))
    back, lost, _ = there_and_back(Record(board), kind)
    if kind == "LIN" and any(re.search("%(PIPE|BREAK)%", each.text) for each in told if each is not None):
        return
    if not lost:
        assert back.board == board


@pytest.mark.parametrize("kind", ["PBN", "LIN", "JSON"])
@pytest.mark.parametrize(
    "text",
    [
        "5+ !S; 11-21 HCP",
        'the "Jacoby" transfer',
        "one | two || three",
        'a \\ backslash \\" and a quote',
        "either; or, {braces} [brackets] %percent =1= $3 *",
        "♠♥♦♣ żółć 日本",
        "Alert. is how it begins",
        "alert.",
        "x" * 3000,
        "",
    ],
    ids=lambda text: text[:20],
)
@pytest.mark.parametrize("alerted", [True, False])
def test_special_characters_and_long_texts_are_safe(kind: str, text: str, alerted: bool) -> None:
    board = replace(
        Board.numbered(1), auction=AUCTION, meanings=(Meaning(text, alerted), None, Meaning(text))
    )
    back, lost, _ = there_and_back(Record(board), kind)
    assert lost == ()
    assert back.board == board


def annotated(system: str, number: int, seed: int) -> list[Board]:
    table, found = Agreements(load(system)), list[Board]()
    for board in boards(np.random.default_rng(seed), number):
        auction, state = table.bid_out(board.deal, board.dealer, board.vul)
        meant = [Meant(state, place) for place in range(len(auction))]
        told = tuple(
            Meaning(note(each), each.is_alerted)
            if each.interpretation.call is not Call.PASS or each.is_alerted
            else None
            for each in meant
        )
        found.append(replace(board, auction=auction, meanings=told))
    return found


@pytest.mark.parametrize("system", ["natural", "schenken", "sayc"])
def test_the_auctions_of_a_system_read_back_with_every_note_and_alert(system: str) -> None:
    told = annotated(system, 20, 3)
    assert sum(each is not None and each.alerted for board in told for each in board.meanings) > 0 or (
        system == "natural"
    )
    for kind in ("PBN", "LIN", "JSON"):
        buffer = io.BytesIO()
        done = write([Record(board) for board in told], buffer, kind)
        assert done.lost == ()
        assert [record.board for record in read(buffer.getvalue())] == told


def test_a_note_that_was_written_still_says_the_same_when_read_back() -> None:
    for board in annotated("sayc", 10, 4):
        back, _, _ = there_and_back(Record(board), "LIN")
        for before, after in zip(board.meanings, back.board.meanings, strict=True):
            assert (before is None) is (after is None)
            if before is not None and after is not None:
                assert read_note(before.text).promise == read_note(after.text).promise


def test_pbn_refers_to_numbered_notes_and_lin_explains_each_call() -> None:
    told = (Meaning("five spades -- 5+ !S"), Meaning("takeout", True), None, Meaning("five spades -- 5+ !S"))
    record = Record(replace(Board.numbered(1), auction=AUCTION, meanings=told))
    _, _, pbn = there_and_back(record, "PBN")
    assert "1S =1= X =2= XX 2C =1=\r\n" in pbn
    assert '[Note "1:five spades -- 5+ !S"]\r\n[Note "2:Alert. takeout"]\r\n' in pbn
    _, _, lin = there_and_back(record, "LIN")
    assert "mb|1S|an|five spades -- 5+ !S|mb|d!|an|takeout|mb|r|mb|2C|an|five spades -- 5+ !S|" in lin
