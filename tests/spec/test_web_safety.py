"""Who may ask the server, for what, and what is said to everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from overtrick.core import Card, CardSet
from tests.spec.test_web_tables import LAYDOWN
from tests.web import PATIENCE, SETTINGS, Serving, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(settings=replace(SETTINGS, body=20_000, boards=3)) as found:
        yield found


# Host, Origin, headers


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
@pytest.mark.parametrize("path", ["/", "/tables/x", "/api/tables/x", "/static/base.css", "/nothing"])
def test_a_foreign_host_or_origin_gets_nothing(server: Serving, path: str, headers: dict[str, str]) -> None:
    answer = server.client.get(path, headers=headers)
    assert answer.status_code == 403
    assert "location" not in answer.headers


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
    policy = server.client.get(path).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


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


def test_an_unknown_table_has_no_websocket(server: Serving) -> None:
    address = f"{server.address.replace('http', 'ws')}ws/tables/none"
    with pytest.raises(InvalidStatus, match="403"), connect(address, open_timeout=PATIENCE):
        pass


# Sizes and files


def test_a_body_that_is_too_large_is_refused(server: Serving) -> None:
    answer = server.client.post("/tables", files={"file": ("x.pbn", b"%" * 30_000)})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"what is this", "none of the formats"),
        (b"\xff\xfe\x00\x01", ""),
        (b'[Deal "N:AK... - - -"]', "four hands of thirteen cards"),
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


@pytest.mark.parametrize(
    "wanted", [{"seat": "Q"}, {"scoring": "euros"}, {"seed": "-1"}, {"seed": "one"}, {"seed": "9" * 50}]
)
def test_a_table_that_cannot_be_is_refused_in_words(server: Serving, wanted: dict[str, str]) -> None:
    answer = server.client.post("/tables", data=wanted)
    assert answer.status_code == 400
    assert "That did not work" in answer.text


@pytest.mark.parametrize(
    "message", ["", "{", "[]", '{"id": 1}', '{"id": "a", "act": "call"}', "x" * 3000, "null"]
)
def test_a_message_that_is_no_act_is_answered_with_an_error(server: Serving, message: str) -> None:
    sitting = server.sit(server.new_table())
    sitting.socket.send(message)
    while (got := sitting.receive())["type"] == "scene":
        pass
    assert got["type"] == "error"
    assert got["text"]
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
