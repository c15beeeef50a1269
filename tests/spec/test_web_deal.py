"""The page of a deal: what it reads, what its address carries, and what it says of every card."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from io import BytesIO
from typing import cast

import pytest

from overtrick import dd
from overtrick.bidding import Agreements, State
from overtrick.core import Auction, Board, Card, Contract, Deal, Meaning, OvertrickError, Play, Seat, Vul
from overtrick.formats import FORMATS, Record
from overtrick.player import PlaySettings
from overtrick.web.tables.jobs import Mind, Told, tell
from overtrick.web.tools import deal_meanings, deal_results, deal_squeezes
from overtrick.web.tools.deal_analysis import squeezes
from overtrick.web.tools.deal_asked import Asked, path_of, reading_of, stand_of
from overtrick.web.tools.deal_links import asked_for, asked_for_all
from overtrick.web.tools.deal_models import SqueezeFound
from overtrick.web.tools.deal_reading import boards_in
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.tools.deal_steps import after, record_rows, steps_of
from overtrick.web.tools.events import Event
from overtrick.web.workers import Workers

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


def stand(asked: Asked) -> Stand:
    """Where an address stands."""
    return stand_of(asked, reading_of(asked, 500))


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
    again = stand(asked_for(Record(board))).board
    kept = ("deal", "dealer", "vul", "auction", "contract", "play")
    assert [getattr(again, part) for part in kept] == [getattr(board, part) for part in kept]


def test_an_address_says_only_what_is_not_usual() -> None:
    assert (
        path_of(Asked(deal="N:A... K... Q... J...", step=3), step=0)
        == "/deal?deal=N%3AA...%20K...%20Q...%20J..."
    )


def test_a_little_is_carried_as_it_was_pasted_and_more_board_by_board() -> None:
    assert asked_for_all(HANDS.encode()) == Asked(text=HANDS)
    assert asked_for_all("\n".join([HANDS] * 100).encode()) is None
    assert asked_for_all(HANDS.encode(), boards=101) is None
    assert asked_for_all("♠".encode() * 1_000) is None
    assert asked_for_all(b"\xff\xfe") is None


def test_lines_cannot_be_smuggled_into_a_board() -> None:
    with pytest.raises(OvertrickError):
        stand(Asked(deal=HANDS, dealer="N\nResult 7NT by N"))


def test_a_chosen_contract_takes_the_place_of_the_one_told_and_of_its_play() -> None:
    asked = asked_for(Record(told_board())).model_copy(update={"strain": "S", "declarer": "W", "level": "2"})
    chosen = stand(asked)
    assert chosen.stakes is not None
    assert (chosen.stakes.contract, chosen.told) == (Contract.parse("2S by W"), ())


def test_a_card_that_breaks_the_laws_is_refused() -> None:
    asked = asked_for(Record(told_board())).model_copy(update={"own": "SA"})
    with pytest.raises(OvertrickError, match="East may not play the ♠A"):
        _ = stand(asked).play


# Steps


def test_the_card_of_the_record_stays_in_the_record_and_another_leaves_it() -> None:
    asked = asked_for(Record(told_board()))
    begins = stand(asked)
    assert after(asked, begins, Card.parse("H2")) == path_of(asked, step=1)
    assert after(asked, begins, Card.parse("SK")) == path_of(asked, own="SK")


def test_back_to_the_record_is_one_step_from_anywhere() -> None:
    asked = asked_for(Record(told_board())).model_copy(update={"step": 3, "own": "HT.H7"})
    away = stand(asked)
    assert away.play is not None
    steps = steps_of(asked, away, away.play, None)
    assert steps.record == path_of(asked, own="")
    assert steps.back == path_of(asked, own="HT")
    assert (steps.last, away.recorded) == ("", None)


# Results


@pytest.mark.parametrize("step", range(len(CARDS.split()) + 1))
def test_every_card_is_marked_with_what_the_solver_says_after_it(step: int) -> None:
    here = stand(asked_for(Record(told_board())).model_copy(update={"step": step}))
    assert here.play is not None
    assert here.stakes is not None
    found = deal_results.position_found(here, here.play, here.stakes, dd.cards(here.play))
    assert {each.card for each in found.cards} == set(map(str, here.play.legal_cards))
    for each in found.cards:
        later = here.play.then(Card.parse(each.card))
        best = max(dd.cards(later).values())
        assert each.tricks == deal_results.declarer_tricks(later, here.stakes, best)
        sign = {0: "="}.get(each.tricks - 8, f"{each.tricks - 8:+d}".replace("-", "−"))
        assert each.mark == sign
    assert min(each.cost for each in found.cards) == 0


def test_every_card_of_the_record_tells_what_it_cost_itself() -> None:
    asked = asked_for(Record(told_board()))
    here = stand(asked)
    assert here.record_play is not None
    costs = tuple(
        replace(each, after=each.before - place % 3)
        for place, each in enumerate(dd.analyse(here.record_play))
    )
    rows = record_rows(asked, here, costs)
    told = [card for row in rows for card in row.cards]
    assert [card.card for card in told] == CARDS.split()
    assert [card.cost for card in told] == [place % 3 for place in range(len(told))]
    assert [("gives away" in card.words) for card in told] == [place % 3 > 0 for place in range(len(told))]


def test_each_call_is_explained_as_it_was_made_at_that_vulnerability(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[str, Vul]]()

    def tell(auction: Auction, vul: Vul, mind: Mind) -> Told:
        asked.append((str(auction), vul))
        return Told(None, f"About {auction.calls[-1]}.")

    monkeypatch.setattr(deal_meanings, "tell", tell)
    whole = Auction.parse("1C P 1H X", Seat.NORTH)
    told = deal_meanings.meanings(whole, Vul.EW, Mind("natural", PlaySettings()))
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
    tell(Auction.parse("1NT", Seat.NORTH), vul, Mind("natural", PlaySettings()))
    assert set(asked) == {vul}


def test_an_ending_counts_the_tricks_of_the_side_on_lead() -> None:
    here = stand(Asked(text=ENDING))
    assert here.play is not None
    assert here.stakes is not None
    found = deal_results.position_found(here, here.play, here.stakes, dd.cards(here.play))
    assert {each.card: (each.mark, each.cost) for each in found.cards} == {
        "S2": ("1", 2),
        "H3": ("1", 2),
        "CA": ("3", 0),
    }


def test_par_is_told_with_who_scores_it_and_whether_it_is_a_sacrifice() -> None:
    told = [
        deal_results.par_words(dd.Par.parse(text))
        for text in ("+420: 4H by N, 4H by S", "-140: 3H by E", "+300: 5DX by W", "0: passed out")
    ]
    assert told == [
        "Par is 420 to North–South: 4♥ by North or 4♥ by South.",
        "Par is 140 to East–West: 3♥ by East.",
        "Par is 300 to North–South: 5♦X by West, a sacrifice.",
        "Par is to pass the board out.",
    ]


# Squeezes


def test_the_contract_played_is_looked_at_first_and_no_contract_twice() -> None:
    par = dd.Par.parse("+990: 6H by S, 6NT by S, 6C by N, 6D by N, 6S by N")
    here = stand(Asked(deal=STRIP, contract="6H by S", play="CK"))
    asked = [(contract, lead) for _, contract, lead in deal_squeezes.questions(here, par)]
    assert asked == [("6H by S", "CK"), ("6NT by S", None), ("6C by N", None), ("6D by N", None)]


def test_a_strip_squeeze_is_named_located_and_explained() -> None:
    asked = Asked(deal=STRIP, contract="6H by S", play="CK")
    question = (STRIP, "6H by S", "CK")
    answer, cards = deal_squeezes.look(question)
    found = deal_squeezes.with_path(asked, stand(asked), question, cards, answer)
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
    [question] = deal_squeezes.questions(stand(Asked(text=ENDING)), None)
    answer, cards = deal_squeezes.look(question)
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
    here, slow = stand(Asked(deal=STRIP, contract="6H by S", play="CK")), _Slow()

    async def leave_early() -> list[Event]:
        events = squeezes(Asked(deal=STRIP), here, None, cast(Workers, slow))
        seen = [await anext(events), await anext(events)]
        await events.aclose()  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        assert (len(slow.asked), slow.cancelled) == (1, 1)  # the end of the loop would cancel it, too
        return seen

    assert [event.name for event in asyncio.run(leave_early())] == ["progress", "progress"]
