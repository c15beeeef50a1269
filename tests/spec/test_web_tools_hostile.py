"""Whatever is asked of the tools, the answer is a page or a sentence, never a fault of the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from overtrick.processes import WorkError
from overtrick.web import create_app
from overtrick.web.tools.deal_query import DealQuery
from overtrick.web.tools.deal_solver import DoubleDummy
from overtrick.web.tools.suit_query import SuitQuery
from tests.endings import IS_SOAK
from tests.web import SETTINGS

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
LIN = (
    "qx|o1|md|3ST76H54D753CAJT82,SJ9532HA7DKQ84C96,SAQ84HQT98DJCKQ43,SKHKJ632DAT962C75|sv|n|mb|1C|an|x|mb|p|"
)
PBN = f'[Board "3"]\n[Dealer "S"]\n[Deal "{HANDS}"]\n[Auction "S"]\nPass Pass\n[Play "W"]\nSA\n'
STEP = 1 if IS_SOAK else 2
"""Each field is given every value, or every second one."""
ODD = (
    "",
    " ",
    "\0",
    "\r\n\r\n",
    "\ufeff",
    "\ud800",
    "-1",
    "0",
    "99999999999999999999999999",
    "1e9",
    "٣",
    "NaN",
    "None",
    "<script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}",
    "{% include 'base.html' %}",
    "../../../etc/passwd",
    "%00%ff",
    "♠♥♦♣",
    "♠A♥K♦Q♣J",
    "N",
    "NS",
    "7NT",
    "4SXX by N",
    "P P P P",
    "1C 1C",
    "SA SA SA",
    "S1",
    "H2.H4.HA",
    "....",
    "N:... ... ... ...",
    "N:- - - -",
    "N:AKQJT98765432... - - -",
    HANDS,
    HANDS.replace(" ", "\r\n"),
    HANDS.replace("AQ84", "ÄQ84"),
    ENDING,
    f"{ENDING};CA S9",
    f"{HANDS};NT;N;SA",
    f"{HANDS};NT",
    f"{HANDS}\n{HANDS}",
    LIN,
    LIN.replace("|sv|", "|"),
    LIN[:60],
    "md|" * 50,
    PBN,
    PBN.replace("\n", "\r\n"),
    PBN.replace('"W"', '"Q"'),
    '{"board": 1, "deal": 7}',
    '[{"deal": "N:"}]',
    "[" * 300,
    "https://example.org/tools/handviewer.html?lin=md|3",
    "/deal?lin=" + LIN,
    "AQT98",
    "aq10",
    "xxxx",
    "xxxxxxxxxxxxx",
    "AKQJT98765432",
    "-",
    "x" * 61,
    "x" * 2_001,
    "x" * 6_000,
    "3NT=4",
    "13-13",
    "0-0",
    "3+",
    "N-A",
    "0.1.2",
    "0.0.0.0.0.0.0.0.0.0.0.0.0.0",
    "average",
    "matchpoints",
    "imps",
)
FIELDS = {"deal": (*DealQuery.model_fields, "unknown"), "suit": (*SuitQuery.model_fields, "unknown")}
PATHS = {
    "deal": ("/deal", "/api/deal", "/api/deal/play", "/api/deal/solve"),
    "suit": ("/suit", "/api/suit", "/api/suit/events"),
}
Query = list[tuple[str, str]]


class Idle:
    """Nobody works here: what is understood would take long, and other tests ask it."""

    async def run(self, function: Callable[..., Any], *given: object) -> Any:
        """Read boards at once, and put off all else."""
        if function.__module__.endswith("deal_list"):
            return function(*given)
        raise WorkError("too many are waiting")


@pytest.fixture(scope="module")
def app() -> Iterator[FastAPI]:
    """An application whose tools answer what they can at once."""
    app = create_app(SETTINGS)
    app.state.double_dummy = DoubleDummy(waiting=10)
    app.state.readers = app.state.analysts = Idle()
    yield app
    app.state.double_dummy.close()


def answered(app: FastAPI, method: str, path: str, **sent: Any) -> httpx.Response:
    """What comes back; an exception that reaches the server fails the test."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.request(method, path, **sent)

    return asyncio.run(ask())


def holds(answer: httpx.Response) -> None:
    """It is an answer, or a sentence that says what is wrong, and nothing that was typed is markup."""
    assert answer.status_code in (200, 303, 400, 422, 503), answer.text
    assert "Traceback" not in answer.text
    if answer.status_code in (400, 422, 503):
        said = _said(answer)
        assert 4 < len(said) < 1_500, said
        ours = re.sub("‘[^’]*’|'[^']*'", "", said)  # what was typed is quoted
        assert not re.search(r"Error\b|Exception|Input should|validation|NoneType| object at 0x", ours), said
    if "json" not in answer.headers.get("content-type", ""):
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text
        assert "49" not in re.findall(r"value=\"([^\"]*)\"", answer.text)


def _said(answer: httpx.Response) -> str:
    if "json" in answer.headers["content-type"]:
        return str(answer.json()["error"])
    found = re.search(r'<(\w+)[^>]*role="alert"[^>]*>(.*?)</\1>', answer.text, re.DOTALL)
    found = found or re.search(r"<main[^>]*>(.*?)</main>", answer.text, re.DOTALL)
    assert found is not None
    return " ".join(unescape(re.sub("<[^>]*>", " ", found[found.lastindex or 0])).split())


def typed(value: str) -> str:
    """What a browser can send: no half of a character."""
    return value.encode("utf-8", "replace").decode()


words = (
    st.sampled_from(ODD)
    | st.text(max_size=30)
    | st.text("AKQJT98765432xX.,;:-|♠♥♦♣NESW /\r\n\0", max_size=60)
)


@st.composite
def queries(draw: st.DrawFn, tool: str) -> Query:
    """Some fields, some of them again, with anything in them."""
    asked = draw(st.lists(st.tuples(st.sampled_from(FIELDS[tool]), words.map(typed)), max_size=5))
    first = {"deal": ("deal", HANDS), "suit": ("north", "AQT98")}[tool]
    return [first, *asked] if draw(st.booleans()) else asked


@given(st.sampled_from(PATHS["deal"]), queries("deal"))
def test_anything_may_be_asked_of_a_deal(app: FastAPI, path: str, query: Query) -> None:
    holds(answered(app, "GET", path, params=query))


@given(st.sampled_from(PATHS["suit"]), queries("suit"))
def test_anything_may_be_asked_of_a_suit(app: FastAPI, path: str, query: Query) -> None:
    holds(answered(app, "GET", path, params=query))


@given(words.map(typed) | st.binary(max_size=200))
def test_anything_may_be_pasted(app: FastAPI, text: str | bytes) -> None:
    content = text.encode() if isinstance(text, str) else text
    holds(answered(app, "POST", "/api/deal", content=content))
    holds(answered(app, "POST", "/deal", files={"file": ("a.pbn", content)}))
    if isinstance(text, str):
        holds(answered(app, "POST", "/deal", data={"text": text}))


@pytest.mark.parametrize("tool", PATHS)
def test_every_odd_input_in_every_field_is_answered(app: FastAPI, tool: str) -> None:
    path = PATHS[tool][0]
    every = product(enumerate(FIELDS[tool]), enumerate(ODD))
    asked = [(field, typed(value)) for (row, field), (column, value) in every if not (row + column) % STEP]
    first = {"deal": ("deal", ENDING), "suit": ("north", "AQT98")}[tool]
    for field, value in asked:
        query = [(field, value)] if field == first[0] else [first, (field, value)]
        holds(answered(app, "GET", path, params=query))
    assert len(asked) > 1_000 // STEP


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"deal": HANDS, "step": "-1"}, "'-1' is no number of cards played: expected 0 to 52"),
        ({"deal": HANDS, "board": "9" * 60}, f"'{'9' * 40}…' is no place of a board: expected 1 to 10,000"),
        ({"deal": HANDS, "squeezes": "perhaps"}, "'perhaps' is neither true nor false"),
        ({"deal": HANDS, "strain": "<b>", "declarer": "N"}, "<b>"),
        ({"deal": HANDS, "strain": "NT", "declarer": "N", "own": "S2.S2"}, "♠2"),
        ({"text": "hello \0 world"}, "hello"),
    ],
)
def test_what_is_wrong_is_quoted_in_short(app: FastAPI, query: dict[str, str], said: str) -> None:
    for path in ("/deal", "/api/deal/play"):
        answer = answered(app, "GET", path, params=query)
        assert answer.status_code in (400, 422)
        assert said in _said(answer)
