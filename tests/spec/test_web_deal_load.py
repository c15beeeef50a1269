"""Many boards and many askers: the loop stays free, addresses stay short, and too much is refused."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from overtrick.core import Deal
from overtrick.processes import Pool, WorkError
from overtrick.web import create_app
from overtrick.web.tools import deal_query, deal_solver
from overtrick.web.tools.deal_solver import DoubleDummy
from tests.web import PATIENCE, SETTINGS, serving

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"


def club(boards: int) -> bytes:
    """A file of so many boards."""
    each = '[Board "{}"]\n[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "{}"]\n\n'
    return "".join(each.format(number, HANDS) for number in range(1, boards + 1)).encode()


class Gated:
    """Readers who work in a thread, and begin only when they are told to."""

    def __init__(self) -> None:
        self.has_begun, self.may_work = asyncio.Event(), asyncio.Event()

    async def run(self, function: Callable[..., Any], *given: object) -> Any:
        """Wait, then work."""
        self.has_begun.set()
        await self.may_work.wait()
        return await asyncio.to_thread(function, *given)


@pytest.fixture
def app() -> Iterator[FastAPI]:
    """An application without tables."""
    app = create_app(SETTINGS)
    app.state.double_dummy = DoubleDummy(waiting=1)
    app.state.analysts = Pool(1, 1, seconds=60)
    yield app
    app.state.double_dummy.close()


def browser(app: FastAPI) -> httpx.AsyncClient:
    """Somebody who asks it."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")


# Many boards


@pytest.mark.parametrize("path", ["/api/deal", "/deal"])
def test_a_light_page_is_answered_before_a_large_file_that_was_sent_earlier(app: FastAPI, path: str) -> None:
    answered = list[str]()

    async def ask() -> None:
        readers = app.state.readers = Gated()
        async with browser(app) as client:

            async def send() -> None:
                if path == "/deal":
                    sent = await client.post(path, files={"file": ("club.pbn", club(500))})
                else:
                    sent = await client.post(path, content=club(500))
                assert sent.status_code == 200
                answered.append("file")

            sending = asyncio.create_task(send())
            begun = asyncio.create_task(readers.has_begun.wait())
            await asyncio.wait([sending, begun], return_when=asyncio.FIRST_COMPLETED)
            begun.cancel()
            assert (await client.get("/help")).status_code == 200
            answered.append("help")
            readers.may_work.set()
            await sending

    asyncio.run(ask())
    assert answered == ["help", "file"]


@pytest.mark.parametrize("how", ["endpoint", "file", "address"])
def test_the_server_itself_reads_and_writes_no_board_of_a_long_text(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Only processes of the readers do: here in the process of the server it would be an error."""

    async def ask() -> httpx.Response:
        app.state.readers = Pool(1, 10, seconds=100)
        async with browser(app) as client:
            if how == "endpoint":
                return await client.post("/api/deal", content=club(500))
            if how == "file":
                return await client.post("/deal", files={"file": ("club.pbn", club(500))})
            return await client.get("/deal", params={"text": club(40).decode()})

    def refuse(*given: object) -> None:
        raise AssertionError("the loop waits for this")

    monkeypatch.setattr(deal_query, "_lin", refuse)
    if how != "address":
        monkeypatch.setattr(deal_query, "read", refuse)
    try:
        answer = asyncio.run(ask())
    finally:
        app.state.readers.close()
    assert answer.status_code == 200
    assert (len(answer.json()["boards"]) if how == "endpoint" else links_in(answer)) == (
        40 if how == "address" else 500
    )


def links_in(answer: httpx.Response) -> int:
    """How many boards a list leads to, each by an address that carries that board alone."""
    found = [unescape(path) for path in re.findall(r'<a href="(/deal\?[^"]+)"', answer.text)]
    assert max(map(len, found)) < 300
    return len(found)


def test_a_long_list_is_folded(app: FastAPI) -> None:
    async def ask() -> str:
        readers = app.state.readers = Gated()
        readers.may_work.set()
        async with browser(app) as client:
            return (await client.post("/deal", files={"file": ("club.pbn", club(120))})).text

    text = asyncio.run(ask())
    assert re.findall(r"<summary>(Boards .*?)</summary>", text) == [
        "Boards 1 to 50",
        "Boards 51 to 100",
        "Boards 101 to 120",
    ]
    assert text.count(" open><summary>Boards") == 1


def test_a_board_of_several_in_an_address_is_shown_with_links_that_carry_it_alone(app: FastAPI) -> None:
    async def ask() -> str:
        async with browser(app) as client:
            return (await client.get("/deal", params={"text": club(20).decode(), "board": "7"})).text

    text = asyncio.run(ask())
    assert "<h1>Board 7" in text
    paths = [unescape(path) for path in re.findall(r'<a href="(/deal\?[^"]+)"', text)]
    assert sorted(len(path) > 300 for path in paths).count(True) == 1  # the way back to all of them
    assert len(paths) > 20


MARKUP = f"""[Event "<img src=event>"]
[Board "{{}}"]
[North "<img src=north>"]
[East "<img src=east>"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{HANDS}"]
[Auction "N"]
1C =1= Pass Pass Pass
[Note "1:\"><img src=note>"]
"""


@pytest.mark.parametrize("boards", [1, 2])
def test_markup_in_a_record_is_text_wherever_it_is_shown(app: FastAPI, boards: int) -> None:
    async def ask() -> str:
        async with browser(app) as client:
            text = "\n".join(MARKUP.format(number) for number in range(1, boards + 1))
            return (await client.get("/deal", params={"text": text})).text

    page = asyncio.run(ask())
    shown = page.partition("<main")[2]
    told = ("event", "note") if boards == 1 else ("north", "east")
    assert all(f"&lt;img src={each}&gt;" in shown for each in told)
    assert "<img" not in page


@pytest.mark.parametrize("path", ["/deal", "/api/deal", "/api/deal/solve"])
@pytest.mark.parametrize("name", ["text", "lin"])
def test_more_than_an_address_carries_is_refused_in_a_sentence(app: FastAPI, path: str, name: str) -> None:
    text = club(60).decode()

    async def ask() -> httpx.Response:
        async with browser(app) as client:
            return await client.get(path, params={name: text})

    answer = asyncio.run(ask())
    assert answer.status_code == 400
    said = f"at most 5,000 characters of boards, and these are {len(text):,}: paste them into the box"
    assert said in unescape(answer.text)
    if path == "/deal":
        assert '[Board "60"]' in unescape(answer.text.partition("<textarea")[2])


def test_a_field_too_long_is_refused_and_quoted_in_short(app: FastAPI) -> None:
    async def ask() -> httpx.Response:
        async with browser(app) as client:
            return await client.get("/api/deal", params={"deal": "N" * 2_001})

    answer = asyncio.run(ask())
    assert answer.status_code == 422
    assert answer.json()["error"] == f"deal: '{'N' * 40}…' is too long: at most 2,000 characters"


# Many askers


def test_too_many_deals_to_solve_are_refused_and_later_ones_served_again(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_solve = threading.Event()
    solve = deal_solver._table

    def slow(deal: Deal) -> object:
        may_solve.wait(PATIENCE)
        return solve(deal)

    monkeypatch.setattr(deal_solver, "_table", slow)

    async def ask() -> tuple[httpx.Response, list[int], int]:
        async with browser(app) as client:

            async def one() -> httpx.Response:
                return await client.get("/api/deal/solve", params={"deal": HANDS})

            waiting = [asyncio.create_task(one()) for _ in range(3)]  # two threads, and one may wait
            while app.state.double_dummy._asked < 3:
                await asyncio.sleep(0.01)
            refused = await one()
            may_solve.set()
            served = [(await each).status_code for each in waiting]
            return refused, served, (await one()).status_code

    refused, served, later = asyncio.run(ask())
    assert "too many deals are waiting to be solved" in refused.json()["error"]
    assert (served, later) == ([200, 200, 200], 200)


def test_the_threads_of_double_dummy_end_with_the_server() -> None:
    before = set(threading.enumerate())
    with serving() as server:
        assert server.client.get("/api/deal/solve", params={"deal": HANDS}).status_code == 200
        ours = [each for each in set(threading.enumerate()) - before if "double-dummy" in each.name]
    assert ours
    for thread in ours:
        thread.join(60)
        assert not thread.is_alive()


def test_nothing_is_solved_after_the_end() -> None:
    solver = DoubleDummy(waiting=1)
    solver.close()
    with pytest.raises(WorkError, match="ending"):
        asyncio.run(solver.table(Deal.parse(HANDS)))
