"""A seat never receives a card it may not see: through whole boards, over every address and the WebSocket."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from overtrick.core import Card, Deal, Seat
from tests.spec.test_web_tables import to_the_play
from tests.web import Serving, Sitting, cards_named, legal_cards, serving, without_bids

OURS = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
OTHER = "N:5432.5432.543.32 876.876.876.7654 AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT92.T98"
"""South the same, the others with other cards."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as found:
        yield found


def pbn(deal: str, dealer: str = "S") -> str:
    return f'[Board "1"]\n[Dealer "{dealer}"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'


def everything(sitting: Sitting) -> str:
    """All that the server sends about a table, but for ids."""
    client, table = sitting.serving.client, sitting.table
    paths = [f"/tables/{table}", f"/api/tables/{table}", f"/tables/{table}/record.pbn"]
    paths += [f"/api/tables/{table}/meaning?call={call}" for call in ("P", "1NT", "7NT", "X")]
    answers = [client.get(path) for path in paths]
    told = [f"{each.status_code} {each.text}" for each in answers]
    told += [str({**each, "regions": None}) for each in sitting.got] + [*sitting.regions.values()]
    return re.sub(re.escape(table), "ID", "\n".join(told))


def test_boards_that_differ_in_hidden_cards_send_the_same_bytes(server: Serving) -> None:
    told = list[str]()
    for deal in (OURS, OTHER):
        sitting = server.sit(server.new_table(text=pbn(deal)))
        assert sitting.scene()["is_mine"]
        for act in ("hint", "why", "reveal"):
            assert sitting.act(act)["type"] == "done"
            while sitting.scene()["advice"][0].startswith("Thinking"):
                sitting.receive()
        told.append(everything(sitting))
        sitting.close()
    assert len(told[0]) > 2000
    assert told[0] == told[1]


@pytest.mark.parametrize("seat", Seat)
def test_no_hidden_card_is_sent_before_the_end_of_a_board(server: Serving, seat: Seat) -> None:
    sitting = server.sit(server.new_table(seat=str(seat), seed="11"))
    sent = list[tuple[set[Card], set[Card]]]()

    def look() -> None:
        scene = sitting.scene()
        if scene["phase"] != "ended":
            sent.append((cards_named(without_bids(everything(sitting))), seen_in(scene) | played(sitting)))

    sitting.until_mine()
    look()
    to_the_play(sitting)
    while sitting.flags["phase"] != "ended":
        look()
        sitting.until_mine()
        if sitting.flags["phase"] == "play":
            sitting.act("play", legal_cards(sitting.scene())[0])
    assert all(named <= allowed for named, allowed in sent)
    scene = sitting.scene()
    assert len(seen_in(scene)) == 52
    deal = {
        each["seat"]: {card["card"] for suit in each["hand"]["suits"] for card in suit}
        for each in scene["seats"]
    }
    first = sent[0][1]
    assert {str(card) for card in first} == deal[str(seat)]
    sitting.close()


def seen_in(scene: dict[str, Any]) -> set[Card]:
    """The cards of the hands that are shown."""
    hands = [each["hand"]["suits"] for each in scene["seats"] if each["hand"] is not None]
    return {Card.parse(card["card"]) for hand in hands for suit in hand for card in suit}


def played(sitting: Sitting) -> set[Card]:
    """The cards that were played, and the hands that were shown, as far as they were told."""
    told = " ".join(sitting.scene()["said"])
    found = cards_named(told)
    for hand in re.findall(r"(?:Dummy shows|Your hand): ([^.]*)", told):
        for holding in hand.split("; "):
            suit, *ranks = holding.split()
            found |= set() if suit == "no" else cards_named(" ".join(f"{rank} of {suit}" for rank in ranks))
    return found


def test_the_two_deals_differ_only_where_south_does_not_see() -> None:
    ours, other = Deal.parse(OURS), Deal.parse(OTHER)
    assert ours[Seat.SOUTH] == other[Seat.SOUTH]
    assert ours[Seat.EAST] != other[Seat.EAST]
    assert other.is_full
