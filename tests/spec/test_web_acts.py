"""What a person may do at a table and when, what robots do meanwhile, and what becomes of late answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any, final

import pytest

from overtrick.core import Auction, Board, Call, Card, Meaning, Seat, SeatView, Vul
from overtrick.player import PlaySettings
from overtrick.processes import QueueFull
from overtrick.table import Act, CallMade, CardPlayed, ClaimMade, MemoryLog, TableError
from overtrick.web.scene import Place, SceneCard, SceneHand
from overtrick.web.tables import robots
from overtrick.web.tables.host import Host, TableRequest, open_table
from overtrick.web.tables.jobs import CallMeaning, Mind, explain_call, fit
from overtrick.web.tables.session import TableSession
from overtrick.web.tables.store import FileBoard, TableStore
from overtrick.web.tables.uploads import read_boards
from tests import sessions as staffing
from tests.sessions import Staff, in_loop, new_session, passed_out, to_turn, until
from tests.tables import auction

LAYDOWN = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
HOPELESS = "N:5432.5432.543.32 JT9.JT9.JT9.AKQJ AKQ.AKQ.AKQ.T987 876.876.8762.654"
"""The same without a club trick for South."""


def declared(
    seat: Seat | None, calls: str = "7NT P P P", lead: str = "S8", deal: str = LAYDOWN
) -> TableSession:
    """A table at which South declares and West has led."""
    board = Board.parse(f"Board 1\nDealer S\nVul NS\nDeal {deal}")
    table = open_table(TableRequest(seat, boards=[FileBoard(board)]), MemoryLog())
    auction(table, calls)
    if lead:
        table.play(Seat.WEST, Card.parse(lead))
    return TableSession(TableStore(table), Staff().services())


def calls_of(served: TableSession) -> list[str]:
    """The calls that were made."""
    return [each.call for each in served.scene().calls]


# What can be done


def test_only_what_the_person_did_is_taken_back() -> None:
    async def story() -> None:
        served = new_session(Staff())
        await to_turn(served)
        before = calls_of(served)
        assert before == ["P", "P"]
        assert "undo" not in served.scene().can
        with pytest.raises(TableError, match="nothing of yours to take back"):
            await served.act("undo", "", None)
        await served.act("call", "1NT", None)
        await until(lambda: served.scene().phase.value == "play" and served.scene().is_mine)
        await served.act("undo", "", None)
        assert calls_of(served) == before
        assert served.scene().is_mine

    in_loop(story)


@pytest.mark.parametrize("seat", Seat)
def test_dummy_neither_claims_nor_concedes(seat: Seat) -> None:
    served = declared(seat)
    assert ({"claim", "concede"} <= set(served.scene().can)) == (seat is not Seat.NORTH)
    assert ({"claim", "concede"} & set(served.scene().can) == set()) == (seat is Seat.NORTH)


def test_what_needs_a_robot_is_refused_while_too_many_wait_and_nothing_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        bidding, playing, over = new_session(Staff()), declared(Seat.SOUTH), declared(Seat.SOUTH)
        await to_turn(bidding)
        over.table.claim(Seat.SOUTH, 13)
        monkeypatch.setattr(Staff, "check", full)
        monkeypatch.setattr(TableSession, "go_on", lambda served: None)
        for served, act, value in (
            (bidding, "call", "1C"),
            (bidding, "hint", ""),
            (playing, "play", "S2"),
            (over, "replay", ""),
        ):
            before = served.table.number
            with pytest.raises(QueueFull):
                await served.act(act, value, None)
            assert served.table.number == before, act
        await playing.act("concede", "", None)
        assert playing.scene().ending is not None

    in_loop(story)


def full(staff: Staff) -> None:
    """No room for more."""
    raise QueueFull("too many tables are waiting")


def test_a_claim_is_judged_by_those_few_who_judge() -> None:
    @final
    class Judges(ThreadPoolExecutor):
        asked = 0

        def submit(self, job: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
            Judges.asked += 1
            return super().submit(job, *given, **named)

    async def story() -> None:
        served = declared(Seat.SOUTH)
        served.shared.services = replace(served.shared.services, judges=Judges(1))
        await served.act("claim", "13", None)
        assert served.scene().ending is not None
        assert Judges.asked == 1

    in_loop(story)


# What is seen


def test_the_seats_are_seen_from_the_person_s_own() -> None:
    scene = declared(Seat.EAST).scene()
    assert {each.seat: each.place for each in scene.seats} == {
        "E": Place.BOTTOM,
        "S": Place.LEFT,
        "W": Place.TOP,
        "N": Place.RIGHT,
    }
    assert {each.seat for each in scene.seats if each.is_vulnerable} == {"N", "S"}
    assert {each.seat: each.cards_left for each in scene.seats} == {"E": 13, "S": 13, "W": 12, "N": 13}


@pytest.mark.parametrize("seat", Seat)
def test_dummy_is_not_seen_before_the_lead_nor_is_there_anything_to_do_for_others(seat: Seat) -> None:
    served = declared(seat, lead="")
    assert [each.seat for each in served.scene().seats if each.hand is not None] == [str(seat)]
    can_play = [card for each in served.scene().seats for card in cards(each.hand) if card.is_legal]
    assert bool(can_play) == (seat is Seat.WEST)
    bidding = declared(seat, calls="1C", lead="").scene()
    assert bool(bidding.box) == (seat is Seat.WEST) == bidding.is_mine


def test_one_who_watches_is_offered_neither_calls_nor_cards() -> None:
    bidding, leading = declared(None, calls="", lead=""), declared(None, calls="P P P 1C P P P", lead="")
    assert bidding.table.turn is leading.table.turn is Seat.SOUTH
    assert bidding.scene().box == ()
    assert not any(card.is_legal for each in leading.scene().seats for card in cards(each.hand))


def cards(hand: SceneHand | None) -> list[SceneCard]:
    """The cards of a hand that is seen."""
    return [] if hand is None else [card for suit in hand.suits for card in suit]


def test_who_wins_a_trick_is_said_once_also_after_a_card_was_taken_back() -> None:
    served = declared(Seat.SOUTH)
    table, led = served.table, served.table.number
    table.play(Seat.SOUTH, Card.parse("S2"))
    table.undo(led)
    for seat, card in ((Seat.SOUTH, "S3"), (Seat.EAST, "S9"), (Seat.SOUTH, "SA"), (Seat.SOUTH, "HA")):
        table.play(seat, Card.parse(card))
    told = (
        "two of spades",
        "Taken back",
        "three of spades",
        "nine of spades",
        "ace of spades",
        "ace of hearts",
    )
    said = served.scene().said[-len(told) :]
    assert all(words in line for words, line in zip(told, said, strict=True))
    assert ["win" in line for line in said] == [False, False, False, False, True, False]


def test_names_of_a_file_are_short_and_robots_are_told_from_people() -> None:
    text = f'[Board "1"]\n[Dealer "N"]\n[Deal "{LAYDOWN}"]\n[North "You"]\n[East "?"]\n[West "{"x" * 90}"]\n'
    (board,) = read_boards(text.encode(), 1).boards
    table = open_table(TableRequest(Seat.SOUTH, boards=[board]), MemoryLog())
    scene = TableSession(TableStore(table), Staff().services()).scene()
    assert {each.seat: each.name for each in scene.seats} == {
        "N": "You (robot)",
        "E": "Robot",
        "S": "You",
        "W": f"{'x' * 40} (robot)",
    }


def test_each_call_that_may_be_made_has_the_meaning_that_it_would_have() -> None:
    view = declared(Seat.SOUTH, calls="", lead="").table.view(Seat.SOUTH)
    mind = Mind("natural", PlaySettings())
    calls = [Call.parse(name) for name in ("P", "1NT", "2C", "2NT")]
    told = [fit(view, call, mind)["meaning"] for call in calls]
    assert told == [explain_call(view.auction.then(call), view.vul, mind).sentence for call in calls]
    assert len(set(told)) == len(told)


# Late answers


def test_a_robot_s_answer_to_what_was_taken_back_is_not_made() -> None:
    def act(view: SeatView, may_claim: bool, mind: Mind) -> tuple[Act, str]:
        is_doubled = view.seat is Seat.WEST and str(view.auction.calls[-1]) == "1C"
        return CallMade(view.seat, Call.DOUBLE if is_doubled else Call.PASS), ""

    async def story() -> None:
        staff = Staff()
        served = new_session(staff)
        await to_turn(served)
        staff.waits["act"] = asyncio.Event()
        asked = staff.asked.count("act")
        await served.act("call", "1C", None)
        await until(lambda: staff.asked.count("act") > asked)
        await served.act("undo", "", None)
        await served.act("call", "1D", None)
        staff.waits["act"].set()
        await until(lambda: len(calls_of(served)) >= 6)
        assert calls_of(served)[:6] == ["P", "P", "1D", "P", "P", "P"]

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(staffing._ANSWERS, "act", act)
        in_loop(story)


def test_a_table_has_one_thought_at_a_time() -> None:
    async def story() -> None:
        staff = Staff()
        served = new_session(staff)
        await to_turn(served)
        staff.waits["act"] = asyncio.Event()
        asked = staff.asked.count("act")
        await served.act("call", "1C", None)
        await until(lambda: staff.asked.count("act") > asked)
        await served.act("undo", "", None)
        await served.act("hint", "", None)
        await asyncio.sleep(0.05)
        assert "advise" not in staff.asked
        staff.waits["act"].set()
        await until(lambda: served.scene().advice == ("Pass.",))

    in_loop(story)


def test_what_a_call_meant_is_not_said_of_the_one_that_took_its_place() -> None:
    def about(told: Auction, vul: Vul, mind: Mind) -> CallMeaning:
        return CallMeaning(Meaning(f"about {told.calls[-1]}"), f"About {told.calls[-1]}.")

    async def story() -> None:
        staff = Staff(waits={"explain_call": asyncio.Event()})
        served = new_session(staff)
        await to_turn(served)
        await served.act("call", "1NT", None)
        await until(lambda: "explain_call" in staff.asked)
        await served.act("undo", "", None)
        await served.act("call", "2NT", None)
        staff.waits["explain_call"].set()
        await until(lambda: len(calls_of(served)) > 3)
        assert served.table.view(Seat.NORTH).meanings[2] == Meaning("about 2NT")
        assert served.scene().calls[2].meaning == "About 2NT."

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(staffing._ANSWERS, "explain_call", about)
        in_loop(story)


def test_what_calls_meant_is_forgotten_with_their_board() -> None:
    async def story() -> None:
        served = new_session(Staff())
        await passed_out(served)  # North dealt: the second pass was a robot's
        await until(lambda: not served.reviews.is_busy)
        await served.act("next", "", None)
        await to_turn(served)
        await served.act("call", "P", None)  # East dealt: the second pass is the person's
        await until(lambda: served.scene().calls[1].meaning != "")
        assert served.scene().calls[1].meaning == "Sentence 2."

    in_loop(story)


# Robots that fail, wait or claim


@pytest.mark.parametrize(("times", "is_told"), [(1, False), (2, True)])
def test_a_robot_is_asked_once_more_before_anybody_hears_of_it(times: int, is_told: bool) -> None:
    left, usual = [None] * times, staffing._ANSWERS["act"]

    def act(*given: Any) -> object:
        if left:
            left.pop()
            raise RuntimeError("nobody is there")
        return usual(*given)

    async def story() -> None:
        served = new_session(Staff())
        served.go_on()
        await until(lambda: bool(served.robots.trouble) or served.table.turn is Seat.SOUTH)
        assert bool(served.robots.trouble) == is_told
        assert ("continue" in served.scene().can) == is_told
        if is_told:
            await served.act("continue", "", None)
        await to_turn(served)
        assert served.scene().advice == ()

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(staffing._ANSWERS, "act", act)
        in_loop(story)


def test_robots_of_a_table_wait_where_too_many_do(monkeypatch: pytest.MonkeyPatch) -> None:
    left, run = [None] * 5, Staff.run

    async def think(staff: Staff, job: Callable[..., Any], *given: Any) -> Any:
        if left:
            left.pop()
            raise QueueFull("too many tables are waiting")
        return await run(staff, job, *given)

    async def story() -> None:
        served = new_session(Staff())
        await to_turn(served)
        assert not left
        assert not served.robots.trouble

    monkeypatch.setattr(robots, "_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(Staff, "think", think)
    in_loop(story)


def test_a_robot_whose_claim_was_refused_plays_on() -> None:
    def act(view: SeatView, may_claim: bool, mind: Mind) -> tuple[Act, str]:
        is_declarer = view.contract is not None and view.seat is view.contract.declarer
        if may_claim and is_declarer:
            return ClaimMade(view.seat, 13), ""
        return CardPlayed(view.seat, min(view.legal_cards)), ""

    async def story() -> None:
        served = declared(Seat.WEST, lead="", deal=HOPELESS)
        await served.act("play", "S8", None)
        await until(lambda: bool(served.robots.trouble) or served.table.turn is Seat.WEST)
        assert "The claim was not accepted: play on." in served.scene().said
        assert not served.robots.trouble

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(staffing._ANSWERS, "act", act)
        in_loop(story)


# Those who watch


def test_a_browser_that_does_not_read_is_given_up() -> None:
    async def story() -> None:
        served = new_session(Staff())
        await to_turn(served)
        slow, quick = served.watch(), served.watch()
        while slow.send({"type": "scene"}):
            assert slow.waiting.qsize() < 1000
        assert slow.waiting.get_nowait() is None
        slow.waiting.put_nowait(None)
        while slow.waiting.qsize() < slow.waiting.maxsize:
            slow.waiting.put_nowait({"type": "scene"})
        await served.act("call", "1C", None)
        assert slow.waiting.get_nowait() is None  # it is told to come again, and nothing else
        assert slow.waiting.empty()
        served.leave(quick)
        await to_turn(served)
        await until(lambda: not served.is_busy)

    in_loop(story)


def test_a_table_that_two_ask_for_at_once_is_one_table() -> None:
    async def story() -> None:
        log = MemoryLog()
        table = open_table(TableRequest(seed=1), log)
        host = Host(log, Staff().services())
        first, second = await asyncio.gather(host.find(table.id), host.find(table.id))
        assert first is second

    in_loop(story)
