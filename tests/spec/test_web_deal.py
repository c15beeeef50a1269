"""The page of a deal: what it reads, what its address carries, and what it says of every card."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from io import BytesIO
from typing import cast

import pytest

from overtrick import dd
from overtrick.bidding import Agreements, State
from overtrick.core import (
    Auction,
    Board,
    Card,
    Contract,
    Deal,
    Meaning,
    OvertrickError,
    Play,
    Seat,
    Side,
    Strain,
    Vul,
)
from overtrick.formats import FORMATS, Record
from overtrick.player import PlaySettings
from overtrick.processes import Pool
from overtrick.web.pages import render
from overtrick.web.scene import symbols
from overtrick.web.tables.jobs import CallMeaning, Mind, explain_call
from overtrick.web.tools import deal_analysis, deal_position
from overtrick.web.tools.deal_analysis import look, questions, squeezes, with_path
from overtrick.web.tools.deal_models import SqueezeFound
from overtrick.web.tools.deal_page import BoardPage, calls_of, page_of
from overtrick.web.tools.deal_position import Position, Stakes
from overtrick.web.tools.deal_query import (
    DealQuery,
    boards_in,
    path_of,
    position_of,
    query_for,
    query_for_all,
    reading_of,
)
from overtrick.web.tools.deal_solver import DoubleDummy
from overtrick.web.tools.events import Event, Progress

HANDS = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
STRIP = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"
ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
CARDS = "H2 H4 HA H8 H7 H9 HJ H5"


def told_board() -> Board:
    """A board with an auction, meanings and the first tricks."""
    auction = Auction.parse("1C 1H P P X P 2C AP", Seat.NORTH)
    deal = Deal.parse(HANDS)
    play = Play.of(deal, Contract.parse("2C by N")).then_all(tuple(map(Card.parse, CARDS.split())))
    meanings = (Meaning("11-21 points"), Meaning("8-16 points", alerted=True))
    return replace(Board.numbered(5, deal), vul=Vul.NS, auction=auction, meanings=meanings, play=play)


def written(kind: str, *boards: Board) -> str:
    """Boards in a format."""
    target = BytesIO()
    FORMATS[kind].write([Record(board) for board in boards], target)
    return target.getvalue().decode()


def stand(asked: DealQuery) -> Position:
    """Where an address stands."""
    return position_of(asked, reading_of(asked, 500))


# Reading


@pytest.mark.parametrize("kind", ["PBN", "LIN", "handviewer", "JSON", "RBN", "DUP"])
def test_a_board_is_understood_in_every_format(kind: str) -> None:
    reading = boards_in(written(kind, told_board()), 500)
    assert (reading.format, reading.records[0].board.deal) == (kind, Deal.parse(HANDS))


@pytest.mark.parametrize(
    "text",
    [
        HANDS,
        "\n".join(
            ("N: AQ84.QT98.J.KQ43", "E: K.KJ632.AT962.75", "S: T76.54.753.AJT82", "W: J9532.A7.KQ84.96")
        ),
        f"Board 7\nDeal {HANDS}",
        f"{HANDS};C;E;H2 H4",
        "http://127.0.0.1:8137/deal?deal=" + HANDS.replace(" ", "%20"),
        "/deal?lin=" + written("LIN", told_board()).strip().replace("|", "%7C").replace(" ", "%20"),
    ],
)
def test_hands_are_understood_as_people_type_them(text: str) -> None:
    assert boards_in(text, 500).records[0].board.deal == Deal.parse(HANDS)


def test_deals_may_stand_one_on_each_line() -> None:
    assert [str(record.board.deal) for record in boards_in(f"{HANDS}\n\n{STRIP}", 500).records] == [
        HANDS,
        STRIP,
    ]


def test_a_fault_in_one_of_several_lines_is_told_with_its_number() -> None:
    with pytest.raises(OvertrickError, match=r"line 2: .*♠A"):
        boards_in(f"{HANDS}\n{STRIP.replace('N:A32', 'N:AA3')}", 500)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("  ", "which deal"),
        ("N:AAQ.432.432.5432 - - -", "♠A appears twice"),
        ("hello", "hello"),
        ("N:AKQJT98765432A... - - -", "♠A"),
    ],
)
def test_what_is_wrong_is_said_in_bridge_words(text: str, fault: str) -> None:
    with pytest.raises(OvertrickError, match=fault):
        boards_in(text, 500)


def test_no_more_boards_are_read_than_allowed() -> None:
    reading = boards_in("\n".join([HANDS] * 5), 3)
    assert len(reading.records) == 3
    assert reading.warnings == ("only the first 3 boards were read",)


# Addresses


@pytest.mark.parametrize(
    "board",
    [
        told_board(),
        Board.numbered(3, Deal.parse(HANDS)),
        replace(Board.numbered(1, Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")), play=Play.parse(ENDING)),
        Board.numbered(2, Deal.parse("N:AQ84.QT98.J.KQ43 - T76.54.753.AJT82 -")),
        Board.parse(f"Board 9\nDeal {STRIP}\nResult 6H by S +1"),
    ],
    ids=["told", "dealt", "ending", "two hands", "result"],
)
def test_an_address_carries_the_board(board: Board) -> None:
    again = stand(query_for(Record(board))).board
    kept = ("deal", "dealer", "vul", "auction", "contract", "play")
    assert [getattr(again, part) for part in kept] == [getattr(board, part) for part in kept]


def test_an_address_says_only_what_is_not_usual() -> None:
    assert (
        path_of(DealQuery(deal="N:A... K... Q... J...", step=3), step=0)
        == "/deal?deal=N%3AA...%20K...%20Q...%20J..."
    )


def test_a_little_is_carried_as_it_was_pasted_and_more_board_by_board() -> None:
    assert query_for_all(HANDS.encode()) == DealQuery(text=HANDS)
    assert query_for_all("\n".join([HANDS] * 100).encode()) is None
    assert query_for_all(HANDS.encode(), boards=101) is None
    assert query_for_all("♠".encode() * 1_000) is None
    assert query_for_all(b"\xff\xfe") is None


def test_lines_cannot_be_smuggled_into_a_board() -> None:
    with pytest.raises(OvertrickError):
        stand(DealQuery(deal=HANDS, dealer="N\nResult 7NT by N"))


def test_a_chosen_contract_takes_the_place_of_the_one_told_and_of_its_play() -> None:
    asked = query_for(Record(told_board())).model_copy(update={"strain": "S", "declarer": "W", "level": "2"})
    chosen = stand(asked)
    assert chosen.stakes is not None
    assert (chosen.stakes.contract, chosen.cards) == (Contract.parse("2S by W"), ())


def test_a_card_that_breaks_the_laws_is_refused() -> None:
    asked = query_for(Record(told_board())).model_copy(update={"own": "SA"})
    with pytest.raises(OvertrickError, match="East may not play the ♠A"):
        _ = stand(asked).play


# Steps


def test_the_card_of_the_record_stays_in_the_record_and_another_leaves_it() -> None:
    asked = query_for(Record(told_board()))
    begins = stand(asked)
    shown = BoardPage(asked, begins, None, None, None, "", (), ())
    assert shown.after("H2") == path_of(asked, step=1)
    assert shown.after("SK") == path_of(asked, own="SK")


def test_back_to_the_record_is_one_step_from_anywhere() -> None:
    asked = query_for(Record(told_board())).model_copy(update={"step": 3, "own": "HT.H7"})
    away = stand(asked)
    steps = BoardPage(asked, away, None, None, None, "", (), ()).steps
    assert steps is not None
    assert steps["record"] == path_of(asked, own="")
    assert steps["back"] == path_of(asked, own="HT")
    assert (steps["last"], away.next_recorded) == ("", None)


# Results


@pytest.mark.parametrize("step", range(len(CARDS.split()) + 1))
def test_every_card_is_marked_with_what_the_solver_says_after_it(step: int) -> None:
    here = stand(query_for(Record(told_board())).model_copy(update={"step": step}))
    assert here.play is not None
    assert here.stakes is not None
    found = deal_position.position_found(here, here.play, here.stakes, dd.cards(here.play))
    assert {each.card for each in found.cards} == set(map(str, here.play.legal_cards))
    for each in found.cards:
        later = here.play.then(Card.parse(each.card))
        best = max(dd.cards(later).values())
        assert each.tricks == deal_position.declarer_tricks(later, here.stakes, best)
        sign = {0: "="}.get(each.tricks - 8, f"{each.tricks - 8:+d}".replace("-", "−"))
        assert each.mark == sign
    assert min(each.cost for each in found.cards) == 0


def test_every_card_of_the_record_tells_what_it_cost_itself() -> None:
    asked = query_for(Record(told_board()))
    here = stand(asked)
    assert here.record_play is not None
    costs = tuple(
        replace(each, after=each.before - place % 3)
        for place, each in enumerate(dd.analyse(here.record_play))
    )
    told = BoardPage(asked, here, None, costs, None, "", (), ()).record
    assert [each["card"].card for each in told] == CARDS.split()
    assert [card["cost"] for card in told] == [place % 3 for place in range(len(told))]
    assert [("gives away" in card["words"]) for card in told] == [place % 3 > 0 for place in range(len(told))]


def test_each_call_is_explained_as_it_was_made_at_that_vulnerability(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[str, Vul]]()

    def explained(auction: Auction, vul: Vul, mind: Mind) -> CallMeaning:
        asked.append((str(auction), vul))
        return CallMeaning(None, f"About {auction.calls[-1]}.")

    monkeypatch.setattr(deal_analysis, "explain_call", explained)
    whole = Auction.parse("1C P 1H X", Seat.NORTH)
    told = deal_analysis.meanings(whole, Vul.EW, Mind("natural", PlaySettings()))
    assert told == ("About 1C.", None, "About 1H.", "About X.")
    assert asked == [(str(whole.back(back)), Vul.EW) for back in (3, 1, 0)]


@pytest.mark.parametrize("vul", Vul)
def test_a_system_is_asked_about_the_vulnerability_that_there_is(
    vul: Vul, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, state = list[Vul](), Agreements.state

    def noted(agreements: Agreements, auction: Auction, vul: Vul) -> State:
        asked.append(vul)
        return state(agreements, auction, vul)

    monkeypatch.setattr(Agreements, "state", noted)
    explain_call(Auction.parse("1NT", Seat.NORTH), vul, Mind("natural", PlaySettings()))
    assert set(asked) == {vul}


def test_an_ending_counts_the_tricks_of_the_side_on_lead() -> None:
    here = stand(DealQuery(text=ENDING))
    assert here.play is not None
    assert here.stakes is not None
    found = deal_position.position_found(here, here.play, here.stakes, dd.cards(here.play))
    assert {each.card: (each.mark, each.cost) for each in found.cards} == {
        "S2": ("1", 2),
        "H3": ("1", 2),
        "CA": ("3", 0),
    }


# Squeezes


def test_the_contract_played_is_looked_at_first_and_no_contract_twice() -> None:
    par = dd.Par.parse("+990: 6H by S, 6NT by S, 6C by N, 6D by N, 6S by N")
    here = stand(DealQuery(deal=STRIP, contract="6H by S", play="CK"))
    asked = [(str(stakes.contract), lead and str(lead)) for _, stakes, lead in questions(here, par)]
    assert asked == [("6H by S", "CK"), ("6NT by S", None), ("6C by N", None), ("6D by N", None)]


def test_a_strip_squeeze_is_named_located_and_explained() -> None:
    asked = DealQuery(deal=STRIP, contract="6H by S", play="CK")
    question = (Deal.parse(STRIP), Stakes.at(Contract.parse("6H by S")), Card.parse("CK"))
    answer, cards = look(question)
    found = with_path(asked, stand(asked), question, cards, answer)
    assert (found.name, found.victims, found.squeeze_card, found.squeeze_trick) == (
        "a strip squeeze",
        ("West",),
        "♥8",
        10,
    )
    assert "West is caught in a strip squeeze" in found.why
    assert len(found.line) == 10
    assert found.path == path_of(asked, own=".".join(cards))
    assert stand(asked.model_copy(update={"own": ".".join(cards)})).play is not None


def test_a_squeeze_in_an_ending_is_named_too() -> None:
    [question] = questions(stand(DealQuery(text=ENDING)), None)
    answer, cards = look(question)
    assert (answer.outcome, answer.name, cards[0]) == ("squeeze", "a simple squeeze", "CA")


class _Slow:
    """Analysts who never finish, and remember what they were asked."""

    def __init__(self) -> None:
        self.asked, self.cancelled = list[object](), 0

    async def run(self, function: object, question: object) -> SqueezeFound:
        """Work for ever."""
        self.asked.append(question)
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError("nobody waits so long")


def test_when_the_browser_goes_away_the_search_ends() -> None:
    here, slow = stand(DealQuery(deal=STRIP, contract="6H by S", play="CK")), _Slow()

    async def leave_early() -> list[Event]:
        events = squeezes(DealQuery(deal=STRIP), here, None, cast(Pool, slow))
        seen = [await anext(events), await anext(events)]
        await events.aclose()  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        assert (len(slow.asked), slow.cancelled) == (1, 1)  # the end of the loop would cancel it, too
        return seen

    assert [event.name for event in asyncio.run(leave_early())] == ["progress", "progress"]


# Endings: who leads, whose tricks are counted, what is lit

SQUEEZE = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
LONG = "N:AKQJ.AKQJ.. T987.T987.. 6543.6543.. ..AKQJ.AKQJ"
NOBODY = cast(Pool, None)


def page(asked: DealQuery) -> BoardPage:
    """The page of an address."""
    solver = DoubleDummy(4)
    try:
        return asyncio.run(page_of(asked, reading_of(asked, 500), stand(asked), solver, NOBODY))
    finally:
        solver.close()


def lit(page: BoardPage) -> list[tuple[str, int, int]]:
    """The cells of the table that are lit: row, column, tricks."""
    assert page.solved is not None
    return [
        (name, place, cell["tricks"])
        for name, cells in page.solved["rows"]
        for place, cell in enumerate(cells)
        if cell["is_chosen"]
    ]


def test_south_leads_to_an_ending_at_notrump_unless_it_is_told_otherwise() -> None:
    stakes = stand(DealQuery(text=SQUEEZE)).stakes
    assert stakes is not None
    assert (stakes.strain, stakes.leader, stakes.side) == (Strain.NOTRUMP, Seat.SOUTH, Side.NS)
    [question] = questions(stand(DealQuery(text=SQUEEZE)), None)
    assert look(question)[0].name == "a simple squeeze"


@pytest.mark.parametrize("asked", [DealQuery(text=SQUEEZE), DealQuery(deal=SQUEEZE, play="NT;S;")])
def test_the_lit_cell_is_what_the_words_say(asked: DealQuery) -> None:
    shown = page(asked)
    assert lit(shown) == [("South leads", Strain.NOTRUMP, 3)]
    assert shown.found is not None
    assert "South to lead" in shown.found.words
    assert "North–South take 3 tricks" in shown.found.words


@pytest.mark.parametrize("leader", list(Seat))
@pytest.mark.parametrize("strain", list(Strain))
def test_every_cell_of_an_ending_leads_to_the_tricks_it_tells(leader: Seat, strain: Strain) -> None:
    shown = page(DealQuery(text=SQUEEZE, leader=str(leader), strain=str(strain)))
    tricks = dd.tricks(Deal.parse(SQUEEZE), strain, leader)
    assert lit(shown) == [(f"{leader.word} leads", strain, tricks)]
    assert shown.found is not None
    assert f"{'North–South' if leader.side is Side.NS else 'East–West'} take" in shown.found.words


def test_nobody_deals_an_ending_or_is_vulnerable_in_it() -> None:
    shown = page(DealQuery(deal=SQUEEZE, number="4"))
    assert "South is on lead in notrump" in shown.conditions
    assert not any(seat.is_dealer or seat.is_vulnerable for seat in shown.seats)
    assert page(DealQuery(text=SQUEEZE)).title == "Ending"


def test_it_is_told_for_whom_an_ending_without_a_squeeze_was_looked_at() -> None:
    [question] = questions(stand(DealQuery(text=SQUEEZE, leader="W", strain="NT")), None)
    found, _ = look(question)
    assert found.sentence.startswith("West leads in notrump for East–West. Declarer has ")


def test_an_ending_too_long_for_squeezes_is_said_to_be() -> None:
    async def told() -> object:
        return [
            event.data async for event in squeezes(DealQuery(), stand(DealQuery(text=LONG)), None, NOBODY)
        ][-1]

    last = asyncio.run(told())
    assert isinstance(last, Progress)
    assert "at most seven cards" in last.words


# What the page says of cards, claims, hands that are short, and the tricks of a squeeze

SOLID = (
    "md|3SAKQHAKQDAKQCAKQJ,SJT9HJT9DJT9CT987,S876H876D876C6543,S5432H5432D5432C2|sv|o|"
    "mb|7N|mb|p|mb|p|mb|p|pc|S5|pc|SA|pc|S9|pc|S6|mc|{}|"
)


def grades(shown: BoardPage) -> set[tuple[str, str]]:
    """The signs on the cards that can be played, each with its colour."""
    return {(result.mark[0], shown.grade(result)) for result in shown.results.values()}


def test_colours_are_those_of_the_side_to_play() -> None:
    lead = page(DealQuery(deal=STRIP, contract="6H by S"))
    assert [seat.word for seat in lead.seats if seat.is_turn] == ["West"]
    assert grades(lead) == {("=", "down")}
    six = page(DealQuery(deal=STRIP, contract="7H by S"))
    assert grades(six) == {("−", "over")}
    dummy = page(DealQuery(deal=STRIP, contract="6H by S", play="CK", step=1))
    assert grades(dummy) == {("=", "made")}


@pytest.mark.parametrize(
    ("asked", "legend"),
    [
        (DealQuery(deal=STRIP, contract="6H by S"), "declarer’s tricks over or under the contract"),
        (DealQuery(text=SQUEEZE), "the tricks that North–South take if it is played"),
    ],
)
def test_the_numbers_on_the_cards_are_explained(asked: DealQuery, legend: str) -> None:
    shown = page(asked)
    assert legend in shown.legend
    assert legend in render("deal.html", page=shown, boards=None, wrong="", text="")


def test_two_hyphens_in_a_note_are_a_dash() -> None:
    auction = Auction.parse("1C P P P", Seat.NORTH)
    meanings = [call.meaning for call in calls_of(auction, ["opening -- 3+ !c"])]
    assert meanings == ["opening – 3+ ♣", "", "", ""]
    assert symbols("opening -- 3+ !C") == "opening – 3+ ♣"


def test_a_claim_ends_the_record_that_is_shown() -> None:
    shown = page(DealQuery(lin=SOLID.format(5)))
    assert "5 tricks for declarer" in shown.claim
    assert shown.claim in render("deal/record.html", page=shown)
    assert page(DealQuery(lin=SOLID.format(5), strain="S", declarer="S", level="4")).claim == ""


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        (HANDS.replace("KQ43", "KQ4"), "North has only 12."),
        (HANDS.replace("KQ43", "KQ4").replace("J9532", "J953"), "North has only 12, West has only 12."),
        ("N:AQ84.QT98.J.KQ43 - - J9532.A7.KQ84.96", "East is not known, South is not known."),
    ],
)
def test_the_hand_that_is_short_is_named(deal: str, fault: str) -> None:
    told = page(DealQuery(deal=deal)).remark
    assert told.endswith(f": {fault}")


def test_the_tricks_of_a_squeeze_are_counted_from_the_lead_everywhere() -> None:
    found, _ = look((Deal.parse(STRIP), Stakes.at(Contract.parse("6H by S")), Card.parse("CK")))
    assert found.why.startswith("In the last six tricks declarer has four top tricks and takes five:")
    assert re.findall("[Aa]t trick ([a-z0-9]+), on the ♥8", found.why) == [str(found.squeeze_trick)]
    assert not re.search("[Aa]t trick [a-z]", found.why)
