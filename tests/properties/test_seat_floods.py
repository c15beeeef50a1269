"""A manager that floods, drips, hangs up or says nothing: a player keeps little, and says what is wrong."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from random import Random

import pytest

from overtrick import Board, OvertrickError, Seat
from overtrick.protocol import read
from overtrick.protocol.client import Client, Dialogue, SeatRequest, Stage
from overtrick.protocol.client import client as connection
from overtrick.protocol.client.dialogue import BoardLeft, Ignored, SeatEvent, as_line
from overtrick.protocol.client.explanations import says_something
from tests.endings import IS_SOAK
from tests.properties.test_seat_fuzz import WHOLE, PlainThinker, at_table, is_played_out, played, tell
from tests.protocol_manager import TELL, hand_words
from tests.protocol_messages import SAMPLES, spoilt

DEAL = Board.parse("Deal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3").deal
FUZZED = 10_000 if IS_SOAK else 2_000
BEFORE = [
    'NORTH ("A") seated',
    'Teams : N/S : "A" E/W : "B"',
    "Start of board",
    "Board number 1. Dealer East. Neither vulnerable.",
    f"North's cards : {hand_words(DEAL[Seat.NORTH])}",
    "East bids 1NT",
    "South passes",
    "West passes",
    "North passes",
    "South plays 3H",
]
"""From the door to the first card."""


@pytest.mark.parametrize("kind", SAMPLES)
def test_many_spoilt_lines_of_each_kind_leave_a_player_that_can_speak(kind: str) -> None:
    rng, sitting, answered, ignored = Random(f"seat {kind}"), Dialogue("A", Seat.NORTH), 0, 0
    for place in range(FUZZED):
        if place % 20 == 0:
            sitting = Dialogue("A", Seat.NORTH)
            for line in BEFORE[: place // 20 % (len(BEFORE) + 1)]:
                sitting.hear(line)
        heard = sitting.hear(spoilt(rng, rng.choice(SAMPLES[kind])))
        for message in heard.say:
            assert read(as_line(message, sitting.is_loud)) == message
        answered += len(heard.say)
        ignored += sum(isinstance(each, Ignored) for each in heard.events)
        assert not sitting.may_act or sitting.to_think is not None
        assert sitting.board is None or sitting.stage is Stage.BOARD
    assert 0 < ignored <= FUZZED
    assert answered <= FUZZED


def test_a_line_of_ten_megabytes_leaves_nothing_behind() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, WHOLE[:3])
        for _ in range(160):
            writer.write(b"x" * 65536)
            await writer.drain()
        writer.write(b"\r\n")
        await tell(reader, writer, WHOLE[3:])

    told = list[SeatEvent]()
    says_something("")  # what is loaded once is not counted
    tracemalloc.start()
    try:
        asyncio.run(at_table(serve, told))
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2_000_000
    finally:
        tracemalloc.stop()
    assert is_played_out(told)


@pytest.mark.parametrize("line", ["Start of board", "Timing - N/S : this board 0:01, total 0:00:01. "
                                  "E/W : this board 0:01, total 0:00:01.", "North to lead"])  # fmt: skip
def test_lines_that_are_well_formed_and_change_nothing_do_not_go_on_for_ever(line: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, [step for step in WHOLE[:6] if step[0] == TELL])
        while True:
            writer.write(f"{line}\r\n".encode() * 100)
            await writer.drain()

    with pytest.raises(OvertrickError, match="10000 lines in a row"):
        played(serve)


def test_lines_of_use_between_others_are_no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_MOST_IDLE", 10)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for step in WHOLE:
            await tell(reader, writer, [*([(TELL, "blah")] * 3 if step[0] == TELL else ()), step])

    assert is_played_out(played(serve))


def test_bytes_that_are_no_letters_and_lines_that_come_byte_by_byte_are_one_game() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for kind, what in WHOLE:
            if kind == TELL:
                for byte in b"\xff\xfe\0\x1b[2J\r\n" + f"{what}\r\n\0".encode():
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0)
            else:
                await tell(reader, writer, [(kind, what)])

    assert is_played_out(played(serve))


def test_a_manager_that_hangs_up_in_mid_line_and_mid_board_has_abandoned_the_board() -> None:
    visits = list[int]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(1)
        await tell(reader, writer, WHOLE[:13] if len(visits) == 1 else WHOLE)
        if len(visits) == 1:
            writer.write(b"West pas")
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    told = played(serve)
    assert len(visits) == 2
    assert [each for each in told if isinstance(each, BoardLeft)] == [BoardLeft(3)]
    assert is_played_out(told)


def test_a_manager_that_says_nothing_is_told_of_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.02)
    told = list[SeatEvent]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, WHOLE[:1])
        while not told:
            await asyncio.sleep(0.005)
        await tell(reader, writer, WHOLE[1:])

    asyncio.run(at_table(serve, told))
    assert told[0] == Ignored("the manager has not answered yet")
    assert is_played_out(told)


def test_words_instead_of_a_seat_and_then_silence_are_why_it_cannot_sit_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.02)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, [*WHOLE[:1], (TELL, "Illegal hand specified")])
        await reader.read()

    with pytest.raises(OvertrickError, match="does not let us sit down: 'Illegal hand specified'"):
        played(serve)


@pytest.mark.parametrize("host", ["a..b", "x" * 70])
def test_a_name_that_no_host_can_have_is_one_sentence(host: str) -> None:
    place = SeatRequest(host, 2000, "A", Seat.SOUTH, retry=0.0)
    with pytest.raises(OvertrickError, match=r"there is no table at .*: this can be no name of a host"):
        asyncio.run(Client(place, PlainThinker(), lambda news: None).run())
