"""What waits for a player is sent in order, when it asks or when patience is at an end."""

from __future__ import annotations

from overtrick import Call, Card, CardSet, Seat, Side, Vul
from overtrick.table import MemoryLog
from overtrick.wire.manager.clocks import Clocks
from overtrick.wire.manager.kept import (
    RoomPlan,
    clocks_of,
    forfeits_of,
    keep_clocks,
    keep_forfeit,
    open_table,
    plans_in,
)
from overtrick.wire.manager.outbox import Outbox
from overtrick.wire.messages import (
    BoardHeader,
    Called,
    FromManager,
    HandCards,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    StartOfBoard,
    Timing,
)
from tests.wire_sessions import some_boards

N, E, S, W = Seat
HEADER = BoardHeader(1, N, Vul.NONE)
CARDS = HandCards(N, CardSet.parse("A643.KJT8.92.AK3"))
CALL = Called(E, Call.PASS)


def an_outbox() -> tuple[Outbox, list[FromManager]]:
    sent = list[FromManager]()
    return Outbox(sent.append, patience=10.0), sent


def test_what_nobody_asks_for_waits_and_what_needs_no_asking_does_not() -> None:
    outbox, sent = an_outbox()
    outbox.tell(StartOfBoard(), 0.0)
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    assert sent == [StartOfBoard()]
    assert not outbox.is_empty


def test_who_does_not_ask_for_the_deal_is_waited_for_once() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.hurry(10.5)
    assert sent == [HEADER]
    outbox.tell(HEADER, 20.0, ReadyForDeal(N))
    outbox.tell(CARDS, 20.0, ReadyForCards(N))
    assert sent == [HEADER, HEADER]
    outbox.hurry(30.5)
    outbox.tell(CARDS, 40.0, ReadyForCards(N))
    assert sent == [HEADER, HEADER, CARDS]  # of other things it is believed that they are asked for


def test_a_line_that_asks_for_a_later_thing_asks_for_those_before_it() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.tell(CARDS, 0.0, ReadyForCards(N))
    assert outbox.ask(ReadyForCards(N), 1.0)
    assert sent == [HEADER, CARDS]
    assert outbox.sent == 1.0


def test_a_line_that_comes_early_is_kept_and_its_repetition_is_useless() -> None:
    outbox, sent = an_outbox()
    assert outbox.ask(ReadyForBid(N, E), 0.0)
    assert not outbox.ask(ReadyForBid(N, E), 0.0)
    outbox.tell(CALL, 1.0, ReadyForBid(N, E))
    assert sent == [CALL]


def test_a_card_may_be_asked_for_without_the_number_of_its_trick() -> None:
    outbox, sent = an_outbox()
    card = Played(W, Card.parse("D7"))
    outbox.tell(card, 0.0, ReadyForCard(N, W, 3))
    outbox.ask(ReadyForCard(N, W, None), 0.0)
    assert sent == [card]


def test_patience_ends_once_for_each_thing() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.tell(CARDS, 0.0, ReadyForCards(N))
    outbox.hurry(9.0)
    assert sent == []
    outbox.hurry(10.5)
    assert sent == [HEADER]
    outbox.hurry(11.0)
    assert sent == [HEADER]
    outbox.hurry(21.0)
    assert sent == [HEADER, CARDS]


def test_lines_from_before_a_board_ask_for_nothing_on_it() -> None:
    outbox, sent = an_outbox()
    outbox.ask(ReadyForBid(N, E), 0.0)
    outbox.tell(StartOfBoard(), 1.0)
    outbox.tell(CALL, 2.0, ReadyForBid(N, E))
    assert sent == [StartOfBoard()]


def test_only_a_few_lines_that_come_early_are_kept() -> None:
    outbox, sent = an_outbox()
    of_use = [outbox.ask(ReadyForCard(N, W, trick), 0.0) for trick in range(1, 11)]
    assert of_use == [True] * 4 + [False] * 6
    for trick in (1, 10):
        outbox.tell(Played(W, Card.parse("D7")), 1.0, ReadyForCard(N, W, trick))
        assert bool(sent) == (trick == 10)


def test_clocks_and_forfeits_are_read_back_from_the_log() -> None:
    log = MemoryLog()
    plan = RoomPlan("open", ("A", "B"), some_boards(2), house=(Seat.EAST,))
    table = open_table(plan, log)
    table.deal(plan.boards[0])
    clocks = Clocks()
    clocks.charge(Side.EW, 61.4)
    keep_clocks(table, clocks)
    keep_forfeit(table, Side.NS)
    (kept,) = plans_in(log)
    assert kept.plan == plan
    assert clocks_of(kept.table) == clocks
    assert clocks_of(kept.table).timing() == Timing(0, 0, 61, 61)
    assert list(forfeits_of(kept.table).values()) == [Side.NS]


def test_a_session_of_many_days_still_has_times_that_can_be_told() -> None:
    clocks = Clocks()
    clocks.charge(Side.NS, 2e6)
    clocks.next_board()
    clocks.charge(Side.NS, 75)
    assert clocks.timing() == Timing(75, 1_000_000, 0, 0)
