"""Whole deals: which contracts depend on a squeeze, when it comes, and how boards are searched for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from overtrick import dd
from overtrick.core import Board, Card, Contract, Deal, DealError, IllegalPlay, Play, Seat, Strain
from overtrick.core.rotation import rotated
from overtrick.formats import read
from overtrick.squeezes import Kind, analyse
from overtrick.squeezes.report import DealSqueeze, Outcome
from overtrick.squeezes.whole_deals import BUDGET, ScannedBoard, scan, squeeze_in
from tests.endings import IS_SOAK

STRIP = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"
TRIPLE = "N:A52.JT82.942.A64 8764.7.8753.8732 K93.AKQ954.6.K95 QJT.63.AKQJT.QJT"
COMPOUND = "N:A4.AJ92.K864.A73 T7.KT8.JT2.KQ852 KQ98653.4.A7.J96 J2.Q7653.Q953.T4"
TO_THE_COMPOUND = "C3 CQ C6 S7 S6 S2 SA CA C2 C9 C4 S4 ST SK SJ SQ H3 H2 C5 S9 H5 H9 C8 S8 D3 D4 H8"
EASY = "N:AKQJ.AKQ.AKQ.AKQ 765.765.8765.765 T98.T98.T9.T9842 432.J432.J432.J3"
EITHER = "N:98532.Q72.K5.T32 AKT.J9863.63.Q95 Q76.T5.AQJT8.KJ7 J4.AK4.9742.A864"
PUBLISHED = [
    pytest.param(STRIP, "6H by S", "CK", "W", id="Wikipedia, Strip squeeze"),
    pytest.param(TRIPLE, "5H by S", "DA", "W", id="Wikipedia, Triple squeeze"),
    pytest.param(COMPOUND, "6S by S", "CT", "EW", id="Wikipedia, Compound squeeze"),
]
FOUND = [
    pytest.param("N:9.84.KJT7543.Q84 AKQ2.Q75.A96.K72 T64.KJ632.Q.T965 J8753.AT9.82.AJ3", "5S by W", "D3"),
    pytest.param("N:3.T42.A985.T6432 Q4.QJ93.K43.KJ87 K8762.875.J6.Q95 AJT95.AK6.QT72.A", "6NT by W", "C2"),
    pytest.param("N:K52.AQ7.AT63.A53 AT743.K5432.5.T8 Q9.98.KQ97.QJ962 J86.JT6.J842.K74", "6D by N", "S3"),
    pytest.param("N:2.K8.QT2.QJ96432 A98754.AQJ.A94.5 63.T9754.8753.KT KQJT.632.KJ6.A87", "7S by E", "H4"),
    pytest.param("N:K3.AJ98752.A82.2 Q87.Q6.Q4.AKQJ63 AT2.KT.KT95.9754 J9654.43.J763.T8", "6H by N", "C3"),
    pytest.param("N:K543.KT76.KQ7.J5 AQ98.9.JT9654.32 J72.Q4.A832.AQ64 T6.AJ8532..KT987", "3NT by S", "H2"),
    pytest.param(EITHER, "3H by E", "D8"),
]
EVERY = [pytest.param(*each.values[:3]) for each in PUBLISHED + FOUND]
TURNED = [
    (places, *each.values)
    for number, each in enumerate(EVERY)
    for places in ((1, 2, 3) if IS_SOAK else (1 + number % 3,))
]


@cache
def asked(
    deal: str, contract: str, lead: str = "", then: str = "", target: int | None = None, budget: int = BUDGET
) -> DealSqueeze:
    """The answer for texts."""
    first, rest = (Card.parse(lead) if lead else None), [Card.parse(word) for word in then.split()]
    bid = Contract.parse(contract)
    return squeeze_in(Deal.parse(deal), bid, first, then=rest, target=target, budget=budget)


def tricks_left(play: Play, declarer: Seat) -> int:
    """What declarer's side still takes."""
    left = play.start.cards_each - len(play.tricks)
    taken = max(dd.cards(play).values())
    return taken if play.to_play.side is declarer.side else left - taken


# What is known of the published deals


@pytest.mark.parametrize(("deal", "contract", "lead", "victims"), PUBLISHED)
def test_a_published_contract_makes_only_by_squeezing_whom_the_book_says(
    deal: str, contract: str, lead: str, victims: str
) -> None:
    found = asked(deal, contract, lead)
    assert found.outcome is Outcome.SQUEEZE
    assert found.tricks == found.target == Contract.parse(contract).needs
    assert found.victims == tuple(sorted(map(Seat.parse, victims)))


def test_the_strip_squeeze_is_named_and_its_matrix_is_there_once_the_lead_is_won() -> None:
    found = asked(STRIP, "6H by S", "CK")
    assert found.kind is Kind.STRIP
    assert found.line is not None
    assert (found.line.victim, found.line.matrix_trick, found.line.squeeze_trick) == (Seat.WEST, 2, 10)


def test_the_triple_squeeze_is_named() -> None:
    assert asked(TRIPLE, "5H by S", "DA").kind is Kind.TRIPLE


def test_cards_already_played_lead_to_the_ending_in_the_book() -> None:
    found = asked(COMPOUND, "6S by S", "CT", TO_THE_COMPOUND)
    assert found.line is not None
    assert str(found.line.ending) == "N:.AJ.K86.7 .KT.JT2.K 53.4.A7.J .Q76.Q95.;S;S"
    assert found.line.report == analyse(found.line.ending)
    assert found.victims == (Seat.EAST, Seat.WEST)
    assert found.target == 12


def test_a_squeeze_card_already_led_leaves_the_squeeze_without_a_name() -> None:
    line = asked(STRIP, "6H by S", "CK").line
    assert line is not None
    later = asked(STRIP, "6H by S", "CK", " ".join(map(str, line.play.cards[1:])))
    assert (later.outcome, later.victims, later.kind) == (Outcome.SQUEEZE, (Seat.WEST,), None)
    assert later.line is not None
    assert later.line.play == line.play
    assert not later.is_complete


# What holds of every line


@pytest.mark.parametrize(("deal", "contract", "lead"), EVERY)
def test_every_card_of_a_line_keeps_the_target(deal: str, contract: str, lead: str) -> None:
    found = asked(deal, contract, lead)
    line = found.line
    assert line is not None
    play = Play.of(Deal.parse(deal), Contract.parse(contract)).then(Card.parse(lead))
    for card in line.play.cards[1:]:
        play = play.then(card)
        won = play.tricks_won(found.declarer.side)
        assert won + tricks_left(play, found.declarer) >= found.target
    assert play == line.play


@pytest.mark.parametrize(("deal", "contract", "lead"), EVERY)
def test_a_line_ends_when_a_victim_must_discard(deal: str, contract: str, lead: str) -> None:
    found = asked(deal, contract, lead)
    line = found.line
    assert line is not None
    assert line.report is not None
    assert found.is_complete
    assert line.victim in (found.victims or found.declarer.side.opponents.seats)
    assert not line.play.hand(line.victim).holding(line.play.trick.cards[0].suit)
    assert line.report.values.gain > 0
    assert set(found.victims or ()) <= set(line.report.values.victims)
    assert line.ending.attackers is found.declarer.side
    assert 1 <= line.matrix_trick <= line.squeeze_trick


@pytest.mark.parametrize(("places", "deal", "contract", "lead"), TURNED)
def test_turning_the_deal_turns_the_answer(places: int, deal: str, contract: str, lead: str) -> None:
    bid, here = Contract.parse(contract), rotated(asked(deal, contract, lead), places)
    there = squeeze_in(rotated(Deal.parse(deal), places), rotated(bid, places), Card.parse(lead))
    assert replace(here, victims=tuple(sorted(here.victims or ()))) == there


# Other answers


def test_a_contract_with_enough_winners_needs_no_squeeze() -> None:
    found = asked(EASY, "7NT by N")
    assert (found.outcome, found.victims, found.line) == (Outcome.NO_SQUEEZE, None, None)
    assert found.is_complete


def test_a_contract_that_has_a_trick_more_than_the_squeeze_gains_needs_none() -> None:
    assert asked(STRIP, "5H by S", "CK").outcome is Outcome.NO_SQUEEZE
    assert asked(STRIP, "5H by S", "CK", target=12).outcome is Outcome.SQUEEZE


def test_a_contract_that_fails_is_asked_for_the_tricks_there_are() -> None:
    found = asked(STRIP, "7H by S", "CK")
    assert (found.target, found.outcome) == (12, Outcome.SQUEEZE)
    assert asked(STRIP, "7H by S", "CK", target=13).outcome is Outcome.OUT_OF_REACH


def test_a_strain_and_a_declarer_are_asked_for_all_the_tricks() -> None:
    found = squeeze_in(Deal.parse(STRIP), (Strain.HEARTS, Seat.SOUTH), Card.parse("CK"))
    assert found == asked(STRIP, "6H by S", "CK")


def test_without_a_lead_it_is_the_lowest_best_one_of_the_longest_suit() -> None:
    found = asked(STRIP, "6H by S")
    leads = dd.cards(Play.of(Deal.parse(STRIP), Contract.parse("6H by S")))
    best = {card for card, tricks in leads.items() if tricks == max(leads.values())}
    assert found.best_leads is not None
    assert set(found.best_leads) == best
    assert found.play.cards[0] in best
    assert asked(STRIP, "6H by S", str(found.play.cards[0])) == replace(found, best_leads=None)


def test_either_defender_may_be_squeezed_where_neither_alone_is_needed() -> None:
    found = asked(EITHER, "3H by E", "D8")
    assert found.victims == ()
    assert found.line is not None


def test_what_the_budget_does_not_reach_is_not_known() -> None:
    found = asked(STRIP, "6H by S", "CK", budget=0)
    assert (found.tricks, found.outcome, found.victims, found.line) == (12, Outcome.UNDECIDED, None, None)
    assert not found.is_complete
    outcomes = {asked(TRIPLE, "5H by S", "DA", budget=budget).outcome for budget in (-1, 30_000, 200_000)}
    assert outcomes == {Outcome.UNDECIDED, Outcome.SQUEEZE}


def test_an_impossible_question_is_refused() -> None:
    with pytest.raises(IllegalPlay, match="does not hold it"):
        asked(STRIP, "6H by S", "SA")
    with pytest.raises(DealError, match="13 cards"):
        squeeze_in(Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ.."), (Strain.NOTRUMP, Seat.SOUTH))
    with pytest.raises(DealError, match="known hands"):
        squeeze_in(Deal.parse("N:A32.A632.432.432 - - -"), (Strain.NOTRUMP, Seat.SOUTH))


# Many boards


def pbn(number: int, deal: str, contract: str, declarer: str, lead: str = "") -> str:
    """A board as PBN writes it."""
    tags = {"Board": number, "Dealer": "S", "Vulnerable": "None", "Deal": deal}
    tags |= {"Declarer": declarer, "Contract": contract} if contract else {}
    play = f'[Play "{Seat.parse(declarer).lho}"]\n{lead}\n*\n' if lead else ""
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + play + "\n"


@pytest.fixture
def boards(tmp_path: Path) -> list[Board]:
    """Two squeezes, one contract without, one deal without a contract, and one without hands."""
    file = tmp_path / "boards.pbn"
    file.write_text(
        pbn(1, STRIP, "6H", "S", "CK")
        + pbn(2, EASY, "7NT", "N")
        + pbn(3, TRIPLE, "5H", "S", "DA")
        + pbn(4, STRIP, "", "")
        + pbn(5, "N:A32.A632.432.432 - - -", "3NT", "S"),
        encoding="utf-8",
    )
    return [record.board for record in read(file)]


def places(found: list[ScannedBoard]) -> list[int]:
    """Which boards were found."""
    return [each.place for each in found]


def test_a_scan_tells_of_every_board_in_order(boards: list[Board]) -> None:
    done = list[int]()
    found = list(scan(boards, progress=done.append))
    assert places(found) == done == [1, 2, 3, 4, 5]
    assert [each.is_squeeze for each in found[:3]] == [True, False, True]
    assert found[0].squeeze == asked(STRIP, "6H by S", "CK")


def test_a_board_without_a_contract_is_looked_at_in_its_par_contract(boards: list[Board]) -> None:
    found = next(scan(boards[3:4]))
    par = dd.par(dd.table(found.board.deal), found.board.dealer, found.board.vul)
    assert found.is_par
    assert found.contract == par.contracts[0]


def test_a_board_that_cannot_be_searched_has_a_remark(boards: list[Board]) -> None:
    found = list(scan(boards))[4]
    assert found.squeeze is None
    assert not found.is_complete
    assert "known hands" in found.remark


def test_a_scan_keeps_to_the_kinds_and_victims_asked_for(boards: list[Board]) -> None:
    three = boards[:3]
    assert places(list(scan(three, kinds=[Kind.STRIP]))) == [1]
    assert places(list(scan(three, kinds=[Kind.TRIPLE], victims=[Seat.WEST]))) == [3]
    assert places(list(scan(three, victims=[Seat.EAST]))) == []
    assert places(list(scan(boards, kinds=[Kind.DOUBLE]))) == [5]


def test_a_filter_lets_through_what_is_not_known(boards: list[Board]) -> None:
    found = list(scan(boards[:1], kinds=[Kind.DOUBLE], budget=0))
    assert places(found) == [1]
    assert not found[0].is_complete
