"""The page of a deal and its endpoints over HTTP, as scripts and browsers without scripts see them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from tests.e2e.browser.serving import Server
from tests.e2e.command import PATIENCE

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
STRIP = {
    "deal": "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65",
    "contract": "6H by S",
    "play": "CK",
}
NAMED = f"""[Board "3"]
[North "<img src=x onerror=alert(1)>"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "{HANDS}"]
"""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server."""
    server = Server(tmp_path_factory.mktemp("tables") / "tables.db")
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client
    server.stop()


def test_the_page_reads_without_scripts(web: httpx.Client) -> None:
    page = web.get("/deal", params={**STRIP, "step": 1})
    text = unescape(page.text)
    assert page.status_code == 200
    assert "West played the club king. North to play." in text
    assert "Par is 990 to North–South" in text
    assert text.count('class="rank made') == 3
    assert "<style" not in page.text
    assert " style=" not in page.text


def test_the_page_can_wait_for_the_squeezes(web: httpx.Client) -> None:
    page = web.get("/deal", params={**STRIP, "squeezes": "true"})
    assert "West is caught in a strip squeeze" in unescape(page.text)


def test_what_is_pasted_goes_into_the_address(web: httpx.Client) -> None:
    sent = web.post("/deal", data={"text": NAMED}, files={"file": ("", b"")})
    assert sent.status_code == 303
    page = web.get(sent.headers["location"])
    assert page.status_code == 200
    assert "<h1>Board 3" in page.text


def test_markup_in_names_is_text(web: httpx.Client) -> None:
    page = web.get("/deal", params={"text": NAMED})
    assert "&lt;img src=x" in page.text
    assert "<img" not in page.text


def test_a_large_file_gets_a_page_with_a_way_to_each_board(web: httpx.Client) -> None:
    many = "\n".join(NAMED.replace('"3"', f'"{number}"') for number in range(1, 101))
    page = web.post("/deal", files={"file": ("club.pbn", many.encode())})
    assert page.status_code == 200
    assert page.text.count('<span class="hidden">Board </span>') == 100


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("N:AAQ84.QT98.J.KQ43 - - -", "North: the ♠A appears twice"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_bad_input_is_kept_in_the_box_with_what_is_wrong(web: httpx.Client, text: str, fault: str) -> None:
    page = web.post("/deal", data={"text": text}, files={"file": ("", b"")})
    assert page.status_code == 400
    assert fault in unescape(page.text)
    assert "<script>alert" not in page.text
    assert text in unescape(page.text.partition("<textarea")[2].partition("</textarea>")[0])


def test_a_body_beyond_the_limit_is_refused(web: httpx.Client) -> None:
    assert web.post("/api/deal", content=b"x" * 1_000_001).status_code == 413


def test_an_address_beyond_the_limit_is_refused_in_words(web: httpx.Client) -> None:
    answer = web.get("/api/deal", params={"deal": "N" * 2_001})
    assert (answer.status_code, "error" in answer.json()) == (422, True)


# JSON


def test_a_text_is_read_as_boards(web: httpx.Client) -> None:
    told = web.post("/api/deal", content=NAMED.encode()).json()
    assert told["format"] == "PBN"
    [board] = told["boards"]
    assert (board["number"], board["dealer"], board["vul"], board["deal"]) == (3, "S", "EW", HANDS)
    assert web.get(board["path"]).status_code == 200


def test_a_deal_is_solved(web: httpx.Client) -> None:
    told = web.get("/api/deal/solve", params={"deal": HANDS}).json()
    assert told["tricks"]["N"] == {"C": 9, "D": 3, "H": 4, "S": 6, "NT": 5}
    assert told["par"]["contracts"] == ["4D by E", "4D by W"]


def test_every_card_has_its_result(web: httpx.Client) -> None:
    told = web.get("/api/deal/play", params={**STRIP, "step": 1}).json()
    assert told["to_play"] == "N"
    assert [(card["card"], card["mark"]) for card in told["cards"]] == [("C4", "="), ("C3", "="), ("C2", "=")]


@pytest.mark.parametrize(
    ("path", "params", "fault"),
    [
        ("/api/deal/solve", {"deal": "N:AQ84.QT98.J.KQ43 - - -"}, "four hands"),
        ("/api/deal/play", {"deal": HANDS}, "no contract"),
        ("/api/deal/play", {**STRIP, "own": "S2"}, "West may not play the ♠2"),
        ("/api/deal", {}, "which deal"),
        ("/api/deal/solve", {"text": HANDS, "board": "2"}, "no board in place 2"),
    ],
)
def test_a_bad_question_is_answered_in_bridge_words(
    web: httpx.Client, path: str, params: dict[str, str], fault: str
) -> None:
    answer = web.get(path, params=params)
    assert answer.status_code == 400
    assert fault in answer.json()["error"]


# Server-sent events


def test_the_analysis_comes_as_events_in_order(web: httpx.Client) -> None:
    with web.stream("GET", "/api/deal/analysis", params=STRIP) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = list(answer.iter_lines())
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    assert [name for name in names if name != "progress"] == ["table", "par", "squeeze", "squeeze", "done"]
    assert names[0] == "progress"
    squeeze = told[names.index("squeeze")]
    assert (squeeze["name"], squeeze["victims"]) == ("a strip squeeze", ["West"])
    assert told[-1]["words"] == "Looked at 2 contracts: 2 squeezes."


def test_pages_are_served_while_an_analysis_runs(web: httpx.Client) -> None:
    with web.stream("GET", "/api/deal/analysis", params={"deal": HANDS}) as answer:
        lines = answer.iter_lines()
        while not next(lines).startswith("event: par"):
            pass
        assert httpx.get(f"{web.base_url}/api/deal/play", params={**STRIP, "step": 1}).status_code == 200
        assert any(line == "event: done" for line in lines)
