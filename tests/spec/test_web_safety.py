"""The server's security: Host and Origin checks, limits, and the refusals."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import replace
from time import monotonic, sleep
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from overtrick.core import Card, CardSet
from overtrick.processes import WorkError
from overtrick.table import LogConflict, LogError, Table
from overtrick.web import create_app
from overtrick.web.tables.session import TableSession
from tests.spec.test_web_tables import LAYDOWN
from tests.web import PATIENCE, SETTINGS, Serving, Sitting, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(settings=replace(SETTINGS, body=20_000, boards=3)) as found:
        yield found


# Host, Origin, headers

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing of others, nothing written into a page, and our pages in no frame."""


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.localhost"},
        {"Host": "evil-127.0.0.1"},
        {"Host": "localhost.evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[evil"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/tables/x", "/api/tables/x", "/static/base.css", "/nothing"])
def test_a_foreign_host_or_origin_gets_nothing(server: Serving, path: str, headers: dict[str, str]) -> None:
    answer = server.client.get(path, headers=headers)
    assert answer.status_code == 403
    assert "location" not in answer.headers
    assert answer.headers["content-security-policy"] == POLICY


PERSON = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


def test_a_foreign_page_may_link_to_ours_but_send_us_nothing(server: Serving) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", **PERSON}
    assert server.client.get("/help", headers=headers).status_code == 200
    assert server.client.post("/tables", headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("headers", "where"),
    [
        ({}, "/tables/"),
        ({"Sec-Fetch-Site": "none", **PERSON}, "/tables/"),
        ({"Sec-Fetch-Site": "cross-site", **PERSON}, "/tables/"),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, "/new"),
        ({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, "/new"),
    ],
)
def test_only_who_goes_to_the_page_gets_a_new_table(
    server: Serving, headers: dict[str, str], where: str
) -> None:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as stranger:
        assert stranger.get("/", headers=headers).headers["location"].startswith(where)


@pytest.mark.parametrize("host", ["fd00::7", "[fd00::7]", "FD00:0::7"])
@pytest.mark.parametrize("asked", ["[fd00::7]", "[fd00::7]:8137"])
def test_an_address_of_the_newer_kind_is_written_in_brackets(host: str, asked: str) -> None:
    app = create_app(replace(SETTINGS, host=host))
    assert answer_of(app, f"http://{asked}/help").status_code == 200
    assert answer_of(app, f"http://{asked}/help", Origin=f"http://{asked}").status_code == 200


def answer_of(app: FastAPI, address: str, **headers: str) -> httpx.Response:
    """What an application answers at any address, without a server."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.get(address, headers=headers)

    return asyncio.run(asked())


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_a_foreign_page_cannot_open_a_websocket(server: Serving, headers: dict[str, str]) -> None:
    table = server.new_table()
    address = f"{server.address.replace('http', 'ws')}ws/tables/{table}"
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(address, additional_headers=headers, open_timeout=PATIENCE),
    ):
        pass


def test_our_own_page_can(server: Serving) -> None:
    table = server.new_table()
    address = f"{server.address.replace('http', 'ws')}ws/tables/{table}"
    with connect(
        address, additional_headers={"Origin": server.address.rstrip("/")}, open_timeout=PATIENCE
    ) as socket:
        assert '"type": "scene"' in str(socket.recv(timeout=PATIENCE))


@pytest.mark.parametrize("path", ["/nothing", "/tables/x", "/static/base.css"])
def test_every_answer_has_a_policy_against_strange_scripts(server: Serving, path: str) -> None:
    headers = server.client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(("path", "kind"), [("/breaks", "text/html"), ("/api/breaks", "application/json")])
def test_what_nobody_expected_is_a_page_of_ours_too(path: str, kind: str) -> None:
    app = create_app(SETTINGS)
    app.add_api_route(path, lambda: 1 // 0)
    answer = answer_of(app, f"http://localhost{path}")
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith(kind)
    assert "Nothing is lost" in answer.text
    assert "division" not in answer.text.lower()  # what went wrong inside is nobody's business
    assert answer.headers["content-security-policy"] == POLICY


def test_who_comes_when_too_many_wait_is_asked_to_come_again() -> None:
    def full() -> None:
        raise WorkError("too many are waiting")

    app = create_app(SETTINGS)
    app.add_api_route("/api/full", full)
    answer = answer_of(app, "http://localhost/api/full")
    assert (answer.status_code, answer.json()) == (503, {"error": "too many are waiting"})


# Ids


@pytest.mark.parametrize("id", ["x", "../../etc/passwd", "%00", "A" * 5000, "'; DROP TABLE events; --"])
def test_an_unknown_table_is_a_page_that_says_so(server: Serving, id: str) -> None:
    answer = server.client.get(
        httpx.URL(server.address).join("/tables/").join(f"{httpx.QueryParams({'a': id})}"[2:])
    )
    assert answer.status_code == 404
    assert "<h1>" in answer.text
    scene = server.client.get("/api/tables/none")
    assert (scene.status_code, scene.json()["error"]) == (404, "There is no such table here.")


def test_an_unknown_table_closes_its_websocket_with_a_reason(server: Serving) -> None:
    address = f"{server.address.replace('http', 'ws')}ws/tables/none"
    with connect(address, open_timeout=PATIENCE) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "There is no such table here.")


# Sizes and files


def test_a_body_that_is_too_large_is_refused(server: Serving) -> None:
    answer = server.client.post("/tables", files={"file": ("x.pbn", b"%" * 30_000)})
    assert answer.status_code == 413
    assert "more than 20,000 bytes" in answer.text


def test_who_sends_far_too_much_hears_why_it_is_refused(server: Serving) -> None:
    for _ in range(20):
        answer = server.client.post("/tables", files={"file": ("x.pbn", b"%" * 900_000)})
        assert (answer.status_code, "more than 20,000 bytes" in answer.text) == (413, True)


def test_a_body_that_does_not_come_is_refused() -> None:
    with serving(settings=replace(SETTINGS, body_seconds=0.2)) as server:
        where = httpx.URL(server.address)
        with socket.create_connection((where.host, where.port or 80), PATIENCE) as slow:
            head = f"POST /tables HTTP/1.1\r\nHost: {where.host}:{where.port}\r\nContent-Length: 9\r\n"
            slow.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nseat".encode())
            with slow.makefile(encoding="utf-8") as answer:
                told = answer.read()  # to the end, for the connection is closed
    assert told.startswith("HTTP/1.1 408 ")
    assert "too slowly" in told
    assert "default-src 'none'" in told


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"what is this", "none of the formats"),
        (b"\xff\xfe\x00\x01", ""),
        (b'[Deal "N:AK... - - -"]', "North has 2 cards"),
        (LAYDOWN.replace("AKQJ", "AKQQ").encode(), ""),
        ((LAYDOWN + "\n").encode() * 4, "more than 3 boards"),
    ],
)
def test_a_bad_file_gets_a_page_that_says_what_is_wrong(server: Serving, content: bytes, fault: str) -> None:
    answer = server.client.post("/tables", files={"file": ("boards.pbn", content)})
    assert answer.status_code == 400
    assert fault in answer.text
    assert "Traceback" not in answer.text


def test_a_good_file_is_played(server: Serving) -> None:
    answer = server.client.post(
        "/tables", files={"file": ("boards.pbn", LAYDOWN.encode())}, data={"seat": "E"}
    )
    scene = server.scene(answer.headers["location"].rsplit("/", 1)[1])
    assert scene["seat"] == "E"
    hand = [card["card"] for suit in scene["seats"][0]["hand"]["suits"] for card in suit]
    assert CardSet.of(map(Card.parse, hand)) == CardSet.parse("JT9.JT9.JT9.T984")


def test_markup_in_a_name_of_a_file_is_text(server: Serving) -> None:
    table = server.new_table(text=LAYDOWN)
    page = server.client.get(f"/tables/{table}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_markup_in_what_is_wrong_is_text(server: Serving) -> None:
    answer = server.client.post("/tables", data={"scoring": "<script>alert(1)</script>"})
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text


@pytest.mark.parametrize(
    "wanted", [{"seat": "Q"}, {"scoring": "euros"}, {"seed": "-1"}, {"seed": "one"}, {"seed": "9" * 50}]
)
def test_a_table_that_cannot_be_is_refused_in_words(server: Serving, wanted: dict[str, str]) -> None:
    answer = server.client.post("/tables", data=wanted)
    assert answer.status_code == 400
    assert '<p class="wrong" role="alert">' in answer.text


def answered(sitting: Sitting) -> dict[str, object]:
    """The next answer to an act."""
    while (got := sitting.receive())["type"] == "scene":
        pass
    return got


def test_a_message_that_is_no_act_is_answered_with_an_error_and_the_next_is_heard(server: Serving) -> None:
    sitting = server.sit(server.new_table())
    for message in (
        "",
        "{",
        "[]",
        "null",
        '{"id": 1}',
        '{"id": "a", "act": "call"}',
        '{"id": NaN, "act": "call"}',
        '{"id": true, "act": "call"}',
        f'{{"id": 1{"0" * 400}, "act": "call"}}',
        '{"id": 2, "act": "call", "value": NaN}',
        '{"id": 2, "act": "call", "value": Infinity, "since": 1e999}',
        '{"id": 2, "act": "call", "value": "\\ud800"}',
        '{"id": 2, "act": ["call"]}',
        "[" * 1999,
        '{"id": ' * 250,
        "x" * 3000,
        "x" * 300_000,
        b"\x00\xff",
        b"{}",
    ):
        sitting.socket.send(message)
        got = answered(sitting)
        assert got["type"] == "error", message
        assert got["text"]
    assert answered_id(sitting, '{"id": 5, "act": 7}') == 5
    assert answered_id(sitting, '{"id": true, "act": "hint"}') is None
    padded = f'{{"id": 6, "act": "undo", "value": "", "more": "{"x" * 2000}"}}'
    sitting.socket.send(padded)
    assert answered(sitting)["text"] == "that message is too long"
    sitting.close()


def answered_id(sitting: Sitting, message: str) -> object:
    """The number by which an answer tells what it answers."""
    sitting.socket.send(message)
    return answered(sitting)["id"]


def test_a_table_is_left_when_its_browser_goes(server: Serving) -> None:
    sitting = server.sit(server.new_table(text=LAYDOWN))
    sitting.until_mine()
    app = server.server.config.app
    assert isinstance(app, FastAPI)
    hosted: TableSession = asyncio.run(app.state.host.find(sitting.table))  # it is at hand: nothing is read
    assert hosted.is_busy
    sitting.close()
    end = monotonic() + PATIENCE
    while hosted.is_busy and monotonic() < end:
        sleep(0.01)
    assert not hosted.is_busy


def test_an_error_that_nobody_expected_is_told_in_a_sentence(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = server.sit(server.new_table())

    async def broken(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(TableSession, "act", broken)
    assert sitting.act("hint")["text"] == "That did not work; nothing is lost."
    monkeypatch.undo()
    assert sitting.act("nonsense")["type"] == "error"
    sitting.close()


def test_the_file_of_the_log_is_not_told(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = server.sit(server.new_table())
    sitting.until_mine()
    for trouble, told in (
        (LogError("cannot use the log '/secret/place'"), "cannot be used now"),
        (LogConflict("another process is writing to '/secret/place'"), "in the meantime"),
    ):
        refuse = Mock(side_effect=trouble)
        monkeypatch.setattr(Table, "call", refuse)
        answer = sitting.act("call", "P")
        assert answer["type"] == "error"
        assert told in answer["text"]
        assert "secret" not in answer["text"]
        refuse.assert_called()
    sitting.close()


def test_without_scripts_acts_are_forms(server: Serving) -> None:
    table = server.new_table(text=LAYDOWN)
    number = server.scene(table)["number"]
    done = server.client.post(
        f"/tables/{table}/act", data={"act": "call", "value": "7NT", "since": str(number)}
    )
    assert done.status_code == 303
    assert server.scene(table)["calls"][0]["call"] == "7NT"
    late = server.client.post(
        f"/tables/{table}/act", data={"act": "call", "value": "P", "since": str(number)}
    )
    assert late.status_code == 409
    assert "in the meantime" in late.text


def test_a_board_that_is_not_over_is_in_no_record(server: Serving) -> None:
    table = server.new_table(text=LAYDOWN)
    record = server.client.get(f"/tables/{table}/record.pbn")
    assert record.status_code == 200
    assert "[Deal" not in record.text
