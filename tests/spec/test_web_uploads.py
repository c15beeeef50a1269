"""Boards that people bring to a new table: what is wrong with them is said, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from overtrick.core import OvertrickError
from overtrick.web.tables.uploads import read_boards
from tests.web import Serving, serving

GOOD = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
OTHER = "E:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
TWICE = GOOD.replace("K.KJ632.AT962.75", "A.KJ632.AT962.75")
SHORT = GOOD.replace("KQ43", "KQ4")


def pbn(*deals: str) -> bytes:
    """Deals as a file."""
    return "\n".join(
        f'[Board "{number}"]\n[Deal "{deal}"]\n' for number, deal in enumerate(deals, 1)
    ).encode()


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as found:
        yield found


def sent(server: Serving, content: bytes, **wanted: str) -> httpx.Response:
    """What is answered to a file."""
    return server.client.post("/tables", data=wanted, files={"file": ("club.pbn", content)})


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        (TWICE, "board 1: the ♠A is in both North and East"),
        (SHORT, "board 1: North has 12 cards"),
        ("N:AQ84.QT98.J.KQ43 - - -", "board 1: East's hand is not told"),
    ],
)
def test_a_board_that_cannot_be_played_is_said_to_be_so_with_the_reason(deal: str, fault: str) -> None:
    with pytest.raises(OvertrickError, match=fault):
        read_boards(pbn(deal), 10)


def test_boards_that_are_left_out_are_counted_and_named() -> None:
    found = read_boards(pbn(GOOD, TWICE, OTHER, SHORT, GOOD), 10)
    assert len(found.boards) == 2
    assert found.left_out == (
        "3 of 5 boards cannot be played: board 2: the ♠A is in both North and East; "
        "board 4: North has 12 cards; board 5: its deal has come before."
    )
    assert read_boards(pbn(GOOD, OTHER), 10).left_out == ""
    assert read_boards(pbn(GOOD, *[SHORT] * 5), 10).left_out.endswith("; and 2 more.")


def test_the_table_tells_first_which_boards_are_left_out(server: Serving) -> None:
    table = sent(server, pbn(GOOD, SHORT)).headers["location"].rsplit("/", 1)[1]
    said = server.scene(table)["said"]
    assert said[0] == "1 of 2 boards cannot be played: board 2: North has 12 cards."
    assert said[1].startswith("Board 1: ")


@pytest.mark.parametrize("content", [b"", b" \n"])
def test_an_empty_file_is_not_taken_for_no_file(server: Serving, content: bytes) -> None:
    answer = sent(server, content)
    assert answer.status_code == 400
    assert "There is nothing in that file." in answer.text


def test_what_was_chosen_and_pasted_is_kept_when_it_cannot_be_read(server: Serving) -> None:
    text = "hello\nthere"
    answer = server.client.post("/tables", data={"seat": "W", "scoring": "matchpoints", "text": text})
    page = unescape(answer.text)
    assert answer.status_code == 400
    assert 'value="W" checked' in page
    assert 'value="S" checked' not in page
    assert 'value="matchpoints" checked' in page
    assert f"{text}</textarea>" in page
    assert '<p class="wrong" role="alert">This is in none of the formats' in page


def test_what_cannot_be_read_is_quoted_without_signs_of_programmers(server: Serving) -> None:
    page = unescape(sent(server, b"\x89PNG\r\n\x1a\nhello\x00there" + b"x" * 500).text)
    wrong = page.partition('role="alert">')[2].partition("</p>")[0]
    assert "in ‘PNG hello therexxx" in wrong
    assert wrong.endswith("x…’.")
    assert "\\" not in wrong
    assert len(wrong) < 200
