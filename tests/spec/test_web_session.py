"""A table inside the server: late answers, failures, concurrent changes, and saved data."""

from __future__ import annotations

import asyncio
import json

import pytest

from overtrick.core import Call, Meaning, Seat
from overtrick.table import LogConflict, LogError, MemoryLog, Scoring, SeatEvent, Table
from overtrick.web.scene import Scene
from overtrick.web.tables import host as hosting
from overtrick.web.tables.host import Host, TableRequest
from overtrick.web.tables.review import TABLES
from overtrick.web.tables.scene import Snapshot, scene_of
from tests.sessions import Staff, again, in_loop, new_session, passed_out, to_turn, until

# Calls and what they mean


def test_a_call_is_in_the_log_before_anybody_has_said_what_it_means() -> None:
    async def story() -> None:
        staff = Staff()
        served = new_session(staff)
        await to_turn(served)
        staff.waits["explain_call"] = asyncio.Event()
        await served.act("call", "1NT", None)
        assert served.scene().calls[-1].call == "1NT"
        assert served.scene().calls[-1].meaning == ""
        staff.waits["explain_call"].set()
        await to_turn(served)
        told = {each.call: each.meaning for each in served.scene().calls}
        assert told["1NT"].startswith("Sentence")
        place = [call for _, call in served.table.state.board_in_play.auction].index(Call.parse("1NT"))
        assert served.table.view(Seat.NORTH).meanings[place] == Meaning("told later")

    in_loop(story)


def test_robots_go_on_when_nobody_can_say_what_a_call_means() -> None:
    async def story() -> None:
        staff = Staff(fails={"explain_call"})
        served = new_session(staff)
        await to_turn(served)
        await served.act("call", "1NT", None)
        await to_turn(served)
        assert [each.meaning for each in served.scene().calls if each.call == "1NT"] == [""]
        assert staff.asked.count("explain_call") == 1
        assert not served.robots.trouble

    in_loop(story)


def test_calls_are_explained_again_after_the_server_was_started_again() -> None:
    async def story() -> None:
        log, staff = MemoryLog(), Staff()
        first = new_session(staff, log)
        await to_turn(first)
        await first.act("call", "1NT", None)
        await to_turn(first)
        second = again(first, log, staff)
        assert not any(each.meaning.startswith("Sentence") for each in second.scene().calls)
        await to_turn(second)
        assert all(each.meaning.startswith("Sentence") for each in second.scene().calls)
        assert second.table.number == first.table.number  # the log knew it

    in_loop(story)


def test_an_explanation_is_no_reason_to_refuse_an_act() -> None:
    async def story() -> None:
        served = new_session(Staff())
        assert served.table.turn is not None
        served.table.call(served.table.turn, Call.PASS)
        seen = served.scene().number
        served.table.explain(0, Meaning("nothing to say"))
        assert served.scene().number == seen
        await to_turn(served)

    in_loop(story)


# Advice


def test_advice_that_fails_says_so_and_can_be_asked_for_again() -> None:
    async def story() -> None:
        staff = Staff(fails={"advise"})
        served = new_session(staff)
        await to_turn(served)
        await served.act("hint", "", None)
        await until(lambda: not served.advisor.is_busy)
        assert served.scene().advice == ("No advice could be found; please ask again.",)
        assert "hint" in served.scene().can
        staff.fails.clear()
        await served.act("hint", "", None)
        await until(lambda: not served.advisor.is_busy)
        assert served.scene().advice == ("Pass.",)
        assert "why" in served.scene().can

    in_loop(story)


def test_asking_and_taking_back_again_and_again_leaves_one_thought_at_work() -> None:
    async def story() -> None:
        staff = Staff(waits={"advise": asyncio.Event()})
        served = new_session(staff)
        await to_turn(served)
        for call in ("1C", "1D", "1H", "1S", "1NT"):
            await served.act("hint", "", None)
            await served.act("call", call, None)
            await served.act("undo", "", None)
            assert served.scene().advice == ()
        await served.act("hint", "", None)
        await until(lambda: "advise" in staff.asked)
        assert staff.asked.count("advise") == 1
        staff.waits["advise"].set()
        await until(lambda: served.scene().advice == ("Pass.",))
        assert staff.asked.count("advise") <= 2

    in_loop(story)


# Looking back


def test_boards_that_were_never_compared_are_reckoned_when_the_table_is_read_again() -> None:
    async def story() -> None:
        log, staff = MemoryLog(), Staff(fails={"review"})
        first = new_session(staff, log)
        for _ in range(3):
            await passed_out(first)
            await first.act("next", "", None)
        await until(lambda: not first.reviews.is_busy)
        assert first.scene().score == ""
        staff.fails.clear()
        second = again(first, log, staff)
        second.go_on()
        await until(lambda: second.scene().score.endswith("over 3 boards"))

    in_loop(story)


def test_boards_that_were_never_compared_are_reckoned_one_at_a_time() -> None:
    async def story() -> None:
        log, staff = MemoryLog(), Staff(fails={"review"})
        first = new_session(staff, log)
        for _ in range(3):
            await passed_out(first)
            await first.act("next", "", None)
        await until(lambda: not first.reviews.is_busy)
        later = Staff(waits={"review": asyncio.Event()})
        second = again(first, log, later)
        for _ in range(5):
            second.go_on()
            await asyncio.sleep(0.01)
        assert later.asked.count("review") == 1
        later.waits["review"].set()
        await until(lambda: second.scene().score.endswith("over 3 boards"))

    in_loop(story)


def test_a_review_that_fails_twice_is_over() -> None:
    async def story() -> None:
        staff = Staff(fails={"review"})
        served = new_session(staff)
        await passed_out(served)
        await until(lambda: staff.asked.count("review") > 0 and not served.reviews.is_busy)
        ending = served.scene().ending
        assert ending is not None
        assert ending.is_complete
        assert staff.asked.count("review") == 2

    in_loop(story)


def test_a_review_is_worked_out_once_and_read_from_the_log_then() -> None:
    async def story() -> None:
        log, staff = MemoryLog(), Staff()
        first = new_session(staff, log)
        await passed_out(first)
        await until(lambda: not first.reviews.is_busy)
        ending = first.scene().ending
        assert ending is not None
        assert ending.is_complete
        later = Staff()
        second = again(first, log, later)
        second.go_on()
        assert second.scene().ending == ending
        assert later.asked == []

    in_loop(story)


def test_what_somebody_else_wrote_meanwhile_does_not_lose_a_comparison() -> None:
    async def story() -> None:
        log, staff = MemoryLog(), Staff(waits={"review": asyncio.Event()})
        served = new_session(staff, log)
        await passed_out(served)
        await until(lambda: "review" in staff.asked)
        Table.resume(log, served.table.id).note("I was here")
        staff.waits["review"].set()
        await until(lambda: served.scene().score == "-2 IMPs over 1 board")

    in_loop(story)


def test_other_tables_play_a_board_once_even_if_it_is_played_again_here() -> None:
    async def story() -> None:
        staff = Staff()
        served = new_session(staff, scoring=Scoring.MATCHPOINTS)
        await passed_out(served)
        await until(lambda: not served.reviews.is_busy)
        assert staff.asked.count("elsewhere") == TABLES
        await served.act("replay", "", None)
        await passed_out(served)
        await until(lambda: not served.reviews.is_busy)
        ending = served.scene().ending
        assert ending is not None
        assert ending.compared.startswith("0 % of the matchpoints")
        assert staff.asked.count("elsewhere") == TABLES

    in_loop(story)


# What others do meanwhile


def test_whoever_was_too_late_is_shown_what_happened() -> None:
    async def story() -> None:
        log = MemoryLog()
        served = new_session(Staff(), log)
        await to_turn(served)
        watcher = served.watch()
        watcher.waiting.get_nowait()
        other = Table.resume(log, served.table.id)
        other.call(Seat.SOUTH, Call.parse("7NT"))
        with pytest.raises(LogConflict):
            await served.act("call", "1C", None)
        seen = watcher.waiting.get_nowait()
        assert seen is not None
        assert "You bid seven notrump." in str(seen["said"])
        await to_turn(served)  # and the robots go on

    in_loop(story)


def seen(moment: Snapshot) -> Scene:
    """What is seen at a moment."""
    return scene_of(moment, ("N", "E", "S", "W"), lambda calls: "")


def test_a_moment_is_whole_whatever_happens_after_it() -> None:
    served = new_session(Staff())
    table, compared = served.table, 0
    while table.state.in_play is not None:
        moment = Snapshot.of(table, Seat.SOUTH)
        before = seen(moment)
        assert table.turn is not None
        if table.view(Seat.SOUTH).play is None:
            table.call(table.turn, Call.parse("1NT") if not before.calls else Call.PASS)
        else:
            table.play(table.turn, min(table.view(table.turn).legal_cards))
        assert seen(moment) == before
        assert seen(Snapshot.of(table, Seat.SOUTH)) != before
        compared += 1
    assert compared == 56


def test_a_scene_reads_no_more_of_the_log_than_its_own_board(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        served = new_session(Staff())
        for _ in range(3):
            await passed_out(served)
            await until(lambda: not served.reviews.is_busy)
            await served.act("next", "", None)
        dealt = served.table.state.board_in_play.steps[0][0]
        asked, parsed = list[int](), list[str]()
        ask, parse = Table.events_for, json.loads

        def counted(table: Table, seat: Seat, after: int = 0) -> tuple[SeatEvent, ...]:
            asked.append(after)
            return ask(table, seat, after)

        def read(text: str) -> object:
            parsed.append(text)
            return parse(text)

        monkeypatch.setattr(Table, "events_for", counted)
        monkeypatch.setattr(json, "loads", read)
        served.scene()
        assert asked
        assert min(asked) >= dealt - 1
        assert parsed == []

    in_loop(story)


# Finding and forgetting tables


def test_the_host_forgets_who_was_asked_for_longest_ago_and_never_the_newest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        monkeypatch.setattr(hosting, "_MOST", 2)
        host = Host(MemoryLog(), Staff().services())
        first, second = [await host.open(TableRequest(seed=seed)) for seed in (1, 2)]
        for served in (first, second):
            await to_turn(served)
        assert await host.find(first.table.id) is first  # so the second is the older one now
        third = await host.open(TableRequest(seed=3))
        await to_turn(third)
        assert await host.find(first.table.id) is first
        assert await host.find(third.table.id) is third
        found = await host.find(second.table.id)
        assert found is not second
        assert found.table.state == second.table.state

    in_loop(story)


def test_the_host_keeps_those_who_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(hosting, "_MOST", 1)
        host = Host(MemoryLog(), Staff().services())
        first = await host.open(TableRequest(seed=1))
        first.watch()
        await to_turn(first)
        second = await host.open(TableRequest(seed=2))
        await to_turn(second)
        assert await host.find(first.table.id) is first

    in_loop(story)


def test_a_note_of_ours_that_is_damaged_is_an_error_of_the_log() -> None:
    served = new_session(Staff())
    served.table.note('{"web": {"scored": {"dealt": 2, "datum": "many", "others": []}}}')
    with pytest.raises(LogError, match="cannot be understood"):
        assert served.store.scored
