"""How the browser table and the page of a deal are worded."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick import dd
from overtrick.core import Board, Call, Card, Seat
from overtrick.table import MemoryLog, Scoring, Table
from overtrick.web.tables.host import TableRequest, open_table
from overtrick.web.tables.scene import Snapshot, scene_of
from overtrick.web.tables.session import TableSession
from overtrick.web.tables.store import BoardReview, Comparison, FileBoard, TableStore, note_found
from overtrick.web.tools.deal_page import BoardPage
from overtrick.web.tools.deal_position import par_found, position_found
from overtrick.web.tools.deal_query import DealQuery, position_of, reading_of
from tests.golden.golden import compare
from tests.sessions import Staff

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
LAYDOWN = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
CLAIMED = (
    "md|3SAKQHAKQDAKQCAKQJ,SJT9HJT9DJT9CT987,S876H876D876C6543,S5432H5432D5432C2|sv|o|"
    "mb|7N|mb|p|mb|p|mb|p|pc|S5|pc|SA|pc|S9|pc|S6|mc|5|"
)
BOARDS = (("7NT P P P", "S8", 13), ("7NT P P P", "S8", 12), ("P P P P", "", None))
"""Calls, cards, and what South claims."""
SEATS = (Seat.SOUTH, Seat.NORTH, Seat.WEST, None)
PARS = ("+420: 4H by N, 4H by S", "-140: 3H by E", "+300: 5DX by W", "0: passed out")
PAGES = {
    "a deal": DealQuery(deal=DEAL),
    "a contract and its lead": DealQuery(deal=DEAL, contract="2C by N", play="H2 H4 HA H8", step=1),
    "a trick": DealQuery(deal=DEAL, contract="2C by N", play="H2 H4 HA H8", step=4),
    "an ending": DealQuery(text=ENDING),
    "an ending led by West": DealQuery(text=ENDING, leader="W", strain="H"),
    "a claim": DealQuery(lin=CLAIMED, step=4),
    "two hands": DealQuery(deal="N:AQ84.QT98.J.KQ43 - T76.54.753.AJT82 -"),
    "passed out": DealQuery(deal=DEAL, auction="P P P P"),
}


def name(seat: Seat | None) -> str:
    """Who is told."""
    return "a watcher" if seat is None else seat.word


def played(seat: Seat | None, scoring: Scoring, calls: str, cards: str, claim: int | None) -> Table:
    """A table at which a board was bid, some tricks were played, and perhaps one side claimed."""
    board = FileBoard(Board.parse(f"Board 3\nDealer S\nVul EW\nDeal {LAYDOWN}"))
    table = open_table(TableRequest(seat, scoring, boards=[board]), MemoryLog())
    for call in calls.split():
        assert table.turn is not None
        table.call(table.turn, Call.parse(call))
    for card in cards.split():
        assert table.turn is not None
        table.play(table.turn, Card.parse(card))
    if claim is not None:
        table.claim(Seat.SOUTH, claim)
    return table


def narrated(seat: Seat | None) -> str:
    """What a person is told of a board that is being played, and how far the tricks are."""
    table = played(seat, Scoring.IMPS, "3NT P P X XX P P P", "S8 S2 S9 SA HA", None)
    scene = scene_of(Snapshot.of(table, seat), ("Robot",) * 4, lambda calls: "")
    return "\n".join((*scene.said, scene.vulnerability, scene.contract, scene.tricks))


def endings() -> Iterator[tuple[str, str]]:
    """What is told of boards that are over: claimed and passed out, at IMPs and matchpoints."""
    for seat in SEATS:
        for scoring, scored in ((Scoring.IMPS, (420, ())), (Scoring.MATCHPOINTS, (None, (990, 990, 2220)))):
            for calls, cards, claim in BOARDS:
                table = played(seat, scoring, calls, cards, claim)
                if table.state.in_play is not None:
                    table.concede(Seat.SOUTH)
                note_found(table, Comparison(table.state.ended[-1].dealt, *scored))
                ending = TableSession(TableStore(table), Staff().services()).scene().ending
                assert ending is not None
                told = (ending.result, ending.compared, ending.total, ending.working, *ending.refusals)
                yield f"{calls}, claim {claim}, {scoring.value}, for {name(seat)}", "\n".join(told)


def page(query: DealQuery) -> str:
    """What the page of a deal says."""
    position = position_of(query, reading_of(query, 1))
    found = None
    if position.play is not None and position.stakes is not None:
        found = position_found(position, position.play, position.stakes, dd.cards(position.play))
    record = position.record_play
    shown = BoardPage(
        query, position, found, None if record is None else dd.analyse(record), None, "", (), ()
    )
    said = (shown.title, shown.conditions, shown.contract, shown.legend, shown.trick_words, shown.tally)
    cards = () if found is None else (found.words, *(each.words for each in found.cards))
    record_words = (each["words"] for each in shown.record)
    return "\n".join(filter(None, (*said, shown.remark, shown.claim, *cards, *record_words)))


def test_the_browser_is_worded_as_in_the_golden_file() -> None:
    texts = {
        f"A board in play, for {'a watcher' if seat is None else seat.word}": narrated(seat) for seat in SEATS
    }
    texts |= dict(endings())
    texts |= {f"The page of {kind}": page(query) for kind, query in PAGES.items()}
    table = played(Seat.SOUTH, Scoring.MATCHPOINTS, *BOARDS[2])
    note_found(table, BoardReview(table.state.ended[-1].dealt, 0, None, (), ""))
    reviewed = TableSession(TableStore(table), Staff().services()).scene().ending
    assert reviewed is not None
    texts["What is worked out after the review"] = reviewed.working
    texts["Par"] = "\n".join(par_found(dd.Par.parse(text)).words for text in PARS)
    compare("web.en", texts)
