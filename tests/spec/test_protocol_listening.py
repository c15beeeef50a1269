"""Listening sockets: every address of a name at one port, and errors for invalid names."""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import closing
from typing import Any, cast

import pytest

from overtrick import Seat
from overtrick.protocol import ProtocolError
from overtrick.protocol.manager import Door, LineEnd, Rules, Session, SessionPlan, connection
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.manager.connection import Connection, listening
from overtrick.table import MemoryLog
from tests.protocol_sessions import PATIENCE, QUICK, Line, managing, robot, sat_down, some_boards

FOUR, OTHER = "127.0.0.1", "127.0.0.2"


def names(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have some addresses."""

    async def found(loop: object, host: str, port: int, **options: int) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", found)


def opened(door: Door) -> list[tuple[str, int]]:
    """Where the sockets of a door listen; they are closed again."""
    sockets = asyncio.run(listening(door))
    found = [each.getsockname()[:2] for each in sockets]
    for each in sockets:
        each.close()
    return found


def test_all_addresses_of_a_name_have_one_port_when_the_system_chooses_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names(monkeypatch, FOUR, OTHER)
    first, second = opened(Door("club", 0))
    assert (first[0], second[0]) == (FOUR, OTHER)
    assert first[1] == second[1] != 0


def test_a_port_that_another_address_has_in_use_is_given_up_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = list[tuple[Any, ...]]()
    really = connection._listening_at

    def listening_at(family: int, address: tuple[Any, ...]) -> socket.socket:
        tried.append(address)
        if len(tried) == 2:
            raise OSError(errno.EADDRINUSE, "Address already in use")
        return really(family, address)

    monkeypatch.setattr(connection, "_listening_at", listening_at)
    names(monkeypatch, FOUR, OTHER)
    first, second = opened(Door("club", 0))
    assert first[1] == second[1]
    assert len(tried) == 4


def test_an_address_that_this_machine_has_not_is_left_out_if_there_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names(monkeypatch, "192.0.2.1", FOUR)
    assert [host for host, _ in opened(Door("club", 0))] == [FOUR]
    names(monkeypatch, "192.0.2.1")
    with pytest.raises(ProtocolError, match=r"cannot listen at club:0: Cannot assign"):
        opened(Door("club", 0))


@pytest.mark.parametrize("host", ["a..b", "x" * 300, "a\0b"])
def test_a_host_that_cannot_be_is_refused_in_a_sentence(host: str) -> None:
    with pytest.raises(ProtocolError, match="cannot listen at"):
        opened(Door(host, 0))


def test_a_taken_port_ends_the_session_and_leaves_no_other_door_open() -> None:
    async def session(*opens: Door) -> None:
        manager = Session(SessionPlan(some_boards(1), QUICK, is_match=True), MemoryLog(), robot)
        await asyncio.wait_for(manager.run(opens, lambda ports: None, lambda room: None), PATIENCE)

    with socket.create_server((FOUR, 0)) as taken, closing(socket.create_server((FOUR, 0))) as other:
        port, free = taken.getsockname()[1], other.getsockname()[1]
        other.close()
        with pytest.raises(ProtocolError, match=f"cannot listen at {FOUR}:{port}: Address already in use"):
            asyncio.run(session(Door(FOUR, free, "open"), Door(FOUR, port, "closed")))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((FOUR, free))


@pytest.mark.parametrize(("line_end", "end"), [(LineEnd.CRLF, b" seated\r\n"), (LineEnd.LF, b'") seated\n')])
def test_lines_end_as_the_rules_say(line_end: LineEnd, end: bytes) -> None:
    async def answer(rules: Rules) -> bytes:
        async with managing(SessionPlan(some_boards(1), rules)) as running:
            reader, writer = await asyncio.open_connection(FOUR, running.port)
            writer.write(b'Connecting "A" as North using protocol version 18\n')
            line = await reader.readline()
            writer.close()
            return line

    assert asyncio.run(answer(Rules(line_end=line_end))).endswith(end)


def test_a_player_that_is_replaced_is_not_heard_any_more() -> None:
    class Replaced(Line):
        """One whose line comes at the moment in which another takes its seat."""

        async def next(self) -> str | None:
            if chair.connection is not cast("Connection", self):
                return None
            sat_down(chair)
            return "North passes"

    async def session() -> None:
        manager = Session(SessionPlan(some_boards(1), QUICK), MemoryLog(), robot)
        old = cast("Connection", Replaced())
        chair.sit(old, "A")
        await manager._heard(old, manager.rooms[0], chair)

    chair = Chair(Seat.NORTH, QUICK, lambda seat, what: None, is_house=False)
    asyncio.run(session())
    assert chair.faults == 0
