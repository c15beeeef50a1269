"""A table served to a browser: acts, advice, claims, files of boards, and that no hidden card is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from multiprocessing import active_children
from time import sleep
from typing import Any

import httpx
import pytest

from overtrick.core import Card, Deal, OvertrickError, Seat
from overtrick.web.tables.uploads import read_boards
from tests.web import Serving, Sitting, cards_named, legal_cards, serving, without_bids

LAYDOWN = """[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"]
[North "<script>alert(1)</script>"]
[South "Ann & Bob"]
"""
HOPELESS = LAYDOWN.replace("T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765", "AKQJ AKQ.AKQ.AKQ.T987 876.876.8762.654")
"""The same without a club trick for South."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as found:
        yield found


@pytest.fixture
def seat(server: Serving) -> Iterator[Sitting]:
    """South at a new table, whose turn it is."""
    sitting = server.sit(server.new_table(seed="7"))
    sitting.until_mine()
    yield sitting
    sitting.close()


def to_the_play(sitting: Sitting) -> None:
    """Pass until there is a contract, and then until it is the person's turn."""
    while sitting.flags["phase"] == "auction":
        sitting.until_mine()
        if sitting.flags["phase"] == "auction":
            sitting.act("call", "P" if sitting.scene()["calls"] else "1C")
    sitting.until_mine()


def play_out(sitting: Sitting) -> None:
    """Play any legal card until the board is over."""
    while sitting.flags["phase"] != "ended":
        sitting.until_mine()
        if sitting.flags["phase"] == "play":
            assert sitting.act("play", legal_cards(sitting.scene())[-1])["type"] == "done"


def declaring(server: Serving, text: str = LAYDOWN, **wanted: str) -> Sitting:
    """South, about to play in seven notrump."""
    sitting = server.sit(server.new_table(seat="S", text=text, **wanted))
    sitting.until_mine()
    while sitting.flags["phase"] == "auction":
        legal = [each["call"] for each in sitting.scene()["box"] if each["is_legal"]]
        sitting.act("call", "7NT" if "7NT" in legal else "P")
        sitting.until_mine()
    return sitting


# From the deal to the end


def test_a_browser_without_a_table_gets_one_with_a_hand_and_keeps_it(server: Serving) -> None:
    first = server.client.get("/")
    assert first.status_code == 303
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    again = server.client.get("/")  # this client keeps its cookies
    assert again.headers["location"] == first.headers["location"]


def test_a_whole_board_is_played_and_looked_back_on(seat: Sitting) -> None:
    to_the_play(seat)
    play_out(seat)
    scene = seat.reviewed()
    ending = scene["ending"]
    assert all(len(each["hand"]["suits"]) == 4 for each in scene["seats"])
    assert sum(len(suit) for each in scene["seats"] for suit in each["hand"]["suits"]) == 52
    assert {each["who"] for each in ending["verdicts"]} >= {"Your table", "A good player", "Double dummy"}
    assert ending["mattered"]
    assert ending["compared"].startswith("Par is")
    assert ending["share"].startswith("/deal?lin=")
    assert scene["can"] == ["next", "replay"]
    assert scene["score"].endswith("over 1 board")


def test_the_first_score_stays_when_a_board_is_replayed(server: Serving) -> None:
    sitting = declaring(server)
    sitting.act("claim", "13")
    sitting.until(phase="ended")
    first = sitting.reviewed()["ending"]
    assert sitting.act("replay")["type"] == "done"
    sitting.until(phase="auction")
    sitting.until_mine()
    sitting.act("call", "1C")
    while sitting.flags["phase"] == "auction":
        sitting.until_mine()
        if sitting.flags["phase"] == "auction":
            sitting.act("call", "P")
    if sitting.flags["phase"] != "ended":
        sitting.until_mine()
        if "concede" in sitting.scene()["can"]:
            sitting.act("concede")
        else:
            play_out(sitting)
    sitting.until(phase="ended")
    second = sitting.reviewed()["ending"]
    assert second["result"] != first["result"]
    assert second["total"] == first["total"]
    sitting.close()


def test_matchpoints_are_against_tables_of_robots(server: Serving) -> None:
    sitting = declaring(server, LAYDOWN, scoring="matchpoints")
    sitting.act("claim", "13")
    scene = sitting.reviewed()
    assert "% of the matchpoints against 8 tables of robots" in scene["ending"]["compared"]
    assert scene["score"].endswith("% over 1 board")
    sitting.close()


def test_a_dealt_board_is_followed_by_the_next_number(server: Serving) -> None:
    sitting = server.sit(server.new_table(seat="E", seed="3"))
    to_the_play(sitting)
    play_out(sitting)
    assert sitting.act("next")["type"] == "done"
    assert sitting.scene()["board"] == 2
    sitting.close()


def test_a_file_that_is_played_through_has_no_next_board(server: Serving) -> None:
    sitting = declaring(server)
    sitting.act("claim", "13")
    sitting.until(phase="ended")
    assert sitting.scene()["can"] == ["replay"]
    assert sitting.act("next")["text"] == "there are no more boards"
    sitting.close()


def test_every_event_is_a_sentence(seat: Sitting) -> None:
    to_the_play(seat)
    play_out(seat)
    told = " ".join(seat.said)
    assert told.count("wins the trick") + told.count("You win the trick") <= 13
    assert "Dummy shows: " in told or "You are dummy." in told
    assert told.count("The board is over: ") == 1


# Undo and conflicts


def test_an_act_on_an_old_scene_is_refused_and_nothing_is_lost(seat: Sitting) -> None:
    before = seat.scene()
    answer = seat.act("call", "P", since=before["number"] - 1)
    assert answer["type"] == "error"
    assert "in the meantime" in answer["text"]
    assert seat.scene()["calls"] == before["calls"]
    assert seat.act("call", "P")["type"] == "done"


def test_undo_while_a_robot_thinks_goes_back_to_the_last_decision(seat: Sitting) -> None:
    before = seat.scene()
    seat.act("call", "P")
    assert seat.act("undo", since=seat.scene()["number"])["type"] in ("done", "error")
    while seat.scene()["calls"] != before["calls"]:
        assert "undo" in seat.scene()["can"]
        seat.act("undo", since=seat.scene()["number"])
    seat.until_mine()
    assert seat.scene()["calls"] == before["calls"]
    assert seat.scene()["is_mine"]


def test_a_call_out_of_turn_an_illegal_call_and_nonsense_are_told_in_words(seat: Sitting) -> None:
    number = seat.scene()["number"]
    assert seat.act("play", "SA")["text"] == "the auction is not over"
    assert "is not a call" in seat.act("call", "8NT")["text"]
    assert "may not call Rdbl" in seat.act("call", "XX")["text"]
    assert "nothing that can be done" in seat.act("dance")["text"]
    assert "too long" in seat.act("call", "x" * 100)["text"]
    assert seat.scene()["number"] == number


# Advice


def test_hint_then_why_then_all_candidates_in_that_order_only(seat: Sitting) -> None:
    assert seat.act("why")["text"] == "ask for a hint first"
    assert seat.act("reveal")["text"] == "ask why first"
    assert seat.act("hint")["type"] == "done"
    while (scene := seat.scene())["advice"][0].startswith("Thinking"):
        seat.receive()
    assert scene["advice_level"] == 1
    assert scene["advice"][0]
    assert "Hint:" not in scene["advice"][0]  # its heading says so
    assert " -- " not in scene["advice"][0]
    assert len(scene["advice"]) == 1
    assert "why" in scene["can"]
    assert seat.act("reveal")["type"] == "error"
    assert seat.act("why")["type"] == "done"
    assert len(seat.scene()["advice"]) == 2
    assert seat.act("reveal")["type"] == "done"
    assert len(seat.scene()["advice"]) >= 3


def test_advice_is_gone_after_the_next_call(seat: Sitting) -> None:
    seat.act("hint")
    seat.act("call", "P")
    assert seat.scene()["advice"] == []
    seat.until_mine()
    assert seat.scene()["advice_level"] == 0


def test_a_call_tells_what_it_would_mean_and_whether_the_hand_fits(server: Serving) -> None:
    table = server.new_table(text=LAYDOWN)
    sitting = server.sit(table)
    sitting.until_mine()
    told = server.client.get(f"/api/tables/{table}/meaning", params={"call": "1NT"}).json()
    assert told["fits"] is False
    assert "high-card points" in told["why"]
    assert told["meaning"]
    wrong = server.client.get(f"/api/tables/{table}/meaning", params={"call": "XX"})
    assert wrong.status_code == 400
    assert wrong.json()["error"] == "that call cannot be made now"
    sitting.close()


# Claims


def test_a_claim_that_cannot_fail_is_accepted(server: Serving) -> None:
    sitting = declaring(server)
    assert sitting.act("claim", "13")["type"] == "done"
    sitting.until(phase="ended")
    assert "The claim was accepted." in " ".join(sitting.said)
    assert sitting.scene()["ending"]["result"] == "7NT by South, made: +1520"
    assert sitting.scene()["tricks"] == "You took 13 tricks"
    sitting.close()


def test_a_claim_of_too_much_is_only_said_to_be_not_accepted(server: Serving) -> None:
    sitting = declaring(server, HOPELESS)
    assert sitting.act("claim", "13")["type"] == "done"
    scene = sitting.scene()
    assert scene["phase"] == "play"
    assert scene["said"][-1].endswith("The claim was not accepted: play on.")
    assert scene["ending"] is None
    assert "claim" not in scene["can"]
    shown = cards_named(without_bids(f"{json.dumps(scene, ensure_ascii=False)} {sitting.regions}"))
    assert len(shown) <= 27, "why it was refused would show cards of the defence"
    sitting.act("concede")
    sitting.until(phase="ended")
    (refusal,) = sitting.scene()["ending"]["refusals"]
    assert refusal.startswith("South claimed 13 tricks for declarer; not accepted, as this line shows: ")
    sitting.close()


# Those who watch


def test_one_who_watches_sees_four_hands_and_goes_on_trick_by_trick(server: Serving) -> None:
    sitting = server.sit(server.new_table(seat="watch", seed="7"))
    assert all(each["hand"] is not None for each in sitting.scene()["seats"])
    while sitting.flags["phase"] != "ended":
        while "continue" not in sitting.scene()["can"] and sitting.flags["phase"] != "ended":
            sitting.receive()
        if sitting.flags["phase"] != "ended":
            sitting.act("continue")
    assert sitting.scene()["seat"] is None
    sitting.close()


def test_two_browsers_at_one_table_see_the_same(seat: Sitting) -> None:
    other = seat.serving.sit(seat.table)
    seat.act("call", "P")
    seat.until_mine()
    other.until(number=seat.flags["number"])
    assert seat.said
    assert seat.regions == other.regions
    other.close()


# Robots that fail


def test_a_robot_whose_process_dies_is_asked_again_and_nothing_is_lost(server: Serving) -> None:
    sitting = server.sit(server.new_table(seat="S", seed="7"))
    sitting.until_mine()
    made = sitting.scene()["calls"]
    sitting.act("call", "P")
    for process in active_children():
        process.kill()
    while not (scene := sitting.scene())["is_mine"] and scene["phase"] == "auction":
        if "continue" in scene["can"]:
            assert scene["advice"] == ["The robot did not answer. Nothing is lost: go on to ask it again."]
            sitting.act("continue")
        sleep(0.1)
    assert [each["call"] for each in scene["calls"]][: len(made) + 1] == [
        *(each["call"] for each in made),
        "P",
    ]
    assert len(scene["calls"]) > len(made) + 1
    sitting.close()


# A seat never receives a card it may not see, over every address and the WebSocket

OURS = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
REDEALT = "N:5432.5432.543.32 876.876.876.7654 AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT92.T98"
"""South the same, the others with other cards."""


def board_of(deal: str, dealer: str = "S") -> str:
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
    for deal in (OURS, REDEALT):
        sitting = server.sit(server.new_table(text=board_of(deal)))
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
    ours, other = Deal.parse(OURS), Deal.parse(REDEALT)
    assert ours[Seat.SOUTH] == other[Seat.SOUTH]
    assert ours[Seat.EAST] != other[Seat.EAST]
    assert other.is_full


# Boards that people bring: what is wrong with them is said, and nothing typed is lost

GOOD = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
OTHER = "E:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
TWICE = GOOD.replace("K.KJ632.AT962.75", "A.KJ632.AT962.75")
SHORT = GOOD.replace("KQ43", "KQ4")


def pbn(*deals: str) -> bytes:
    """Deals as a file."""
    return "\n".join(
        f'[Board "{number}"]\n[Deal "{deal}"]\n' for number, deal in enumerate(deals, 1)
    ).encode()


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
