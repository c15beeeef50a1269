"""Endings and reports: their text and hashes, what is refused, and what trumps and leads do to them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from overtrick.core import (
    Board,
    Card,
    CardSet,
    Contract,
    Deal,
    DealError,
    NotationError,
    Reason,
    Seat,
    Side,
    explaining,
)
from overtrick.formats import read
from overtrick.squeezes import Ending, Means, Modifier, analyse, marks, plan_for
from overtrick.squeezes.counter_measures import counter_measures
from overtrick.squeezes.statements import Breaks
from overtrick.squeezes.whole_deals import scan, squeeze_in
from tests.plan_reader import steps

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
STRIP = "N:..J84.65 3.T4.Q5. A.KJ.7.T 9..T92.Q;NT;S"


@pytest.mark.parametrize("text", [FIGURE_2, "N:K.KQ.. Q.AJ.. T9...3 2.3..A;NT;W;EW"])
def test_an_ending_reads_back_from_its_text_with_its_attackers(text: str) -> None:
    ending = Ending.parse(text)
    assert str(ending) == text
    assert eval(repr(ending)) == ending
    assert ending.attackers is (Side.EW if text.endswith("EW") else Side.NS)


def test_reports_can_be_kept_in_sets_and_stored() -> None:
    report = analyse(Ending.parse(FIGURE_2))
    assert {report, analyse(Ending.parse(FIGURE_2))} == {report}
    assert pickle.loads(pickle.dumps(report)) == report


def test_what_is_no_ending_is_refused_in_words() -> None:
    with pytest.raises(NotationError, match="expected an ending"):
        analyse(FIGURE_2)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="is not an ending"):
        Ending.parse(None)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="without cards"):
        Ending.parse("N:... ... ... ...;NT;S")


@pytest.mark.parametrize("text", [FIGURE_2, STRIP])
def test_a_plan_leads_the_cards_of_the_line_it_is_given(text: str) -> None:
    ending = Ending.parse(text)
    squeeze = analyse(ending).squeeze
    assert squeeze is not None
    plan = plan_for(ending, line=squeeze.first.play.cards)
    led = {(step.trick, step.card) for step in steps(plan.first) if hasattr(step, "card")}
    tricks = (*squeeze.first.play.tricks, squeeze.first.play.trick)
    assert {(number, trick.cards[0]) for number, trick in enumerate(tricks, 1)} <= led


# Trumps, a defender's lead, a choice of victims

EITHER = "N:98532.Q72.K5.T32 AKT.J9863.63.Q95 Q76.T5.AQJT8.KJ7 J4.AK4.9742.A864"
SOUTH_RUFFS = "N:..32.A5 T2..5.6 .42..J4 .QT.T7.;C;S"


def is_true(statement: Breaks) -> bool:
    return not explaining.false_statements(Reason(statement), Board.numbered(1, statement.ending.deal))


def test_a_ruff_is_a_plainer_means_than_a_finesse() -> None:
    report = analyse(Ending.parse("N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"))
    assert report.squeeze is not None
    means = {str(way.card): way.means for way in report.squeeze.first.given_up}
    assert means == {"HQ": Means.WINNERS, "S5": Means.RUFF}


@pytest.mark.parametrize(
    "text",
    [
        "N:..852.2 7.74.J. Q.AQ5.. .K.6.65;NT;W",
        "N:..A2.96 .KQT9.. A2..3.T .2.K8.J;S;E",
        "N:.8.9.K6 AT..32. 8..KQ.4 .52.A.Q;NT;E",
    ],
)
def test_a_defender_who_leads_still_leads_when_the_defenders_exchange_their_hands(text: str) -> None:
    """The hand that leads goes to the other seat, and the lead with it."""
    report = analyse(Ending.parse(text))
    assert report.squeeze is not None
    assert Modifier.AUTOMATIC in report.squeeze.modifiers


def test_a_lead_that_an_attacker_would_ruff_does_not_cash() -> None:
    leads = counter_measures(Ending.parse(SOUTH_RUFFS)).leads
    assert (Seat.EAST, CardSet.parse("..5."), False) in [
        (lead.defender, lead.cards, lead.cashes) for lead in leads
    ]


@pytest.mark.parametrize(
    ("text", "defender", "card", "tricks"),
    [
        ("N:.AJ.2. 7.93.. 3.8..6 .KQ.Q.;NT;S", Seat.EAST, "S7", 2),
        ("N:A5...2 43.Q.. 8..8.9 K9...A;NT;S", Seat.EAST, "HQ", 2),
    ],
)
def test_a_lead_after_which_discards_are_still_forced_breaks_nothing(
    text: str, defender: Seat, card: str, tricks: int
) -> None:
    ending = Ending.parse(text)
    assert not is_true(Breaks(ending, defender, CardSet.of([Card.parse(card)]), tricks))
    led = counter_measures(ending).leads
    assert not any(Card.parse(card) in lead.cards for lead in led if lead.defender is defender)


@pytest.mark.parametrize(
    ("text", "trump"),
    [("N:.3.AQ.4 ..K852. 96.Q9.. ..6.T86;D;S", "D2"), ("N:3..A3.5 9...QJ3 Q.KQ.6. A.3.K9.;H;N", "H3")],
)
def test_a_trump_that_a_victim_ruffed_with_is_no_idle_card(text: str, trump: str) -> None:
    assert Card.parse(trump) not in marks(analyse(Ending.parse(text))).idle


def test_of_two_possible_victims_a_scan_finds_the_one_of_the_line(tmp_path: Path) -> None:
    line = squeeze_in(Deal.parse(EITHER), Contract.parse("3H by E"), Card.parse("D8")).line
    assert line is not None
    file = tmp_path / "either.pbn"
    tags = {"Board": "1", "Dealer": "N", "Vulnerable": "None", "Deal": EITHER, "Declarer": "E"}
    tags |= {"Contract": "3H", "Play": "S"}
    file.write_text("".join(f'[{name} "{text}"]\n' for name, text in tags.items()) + "D8\n*\n")
    boards = [record.board for record in read(file)]
    assert [found.place for found in scan(boards, victims=[line.victim])] == [1]
    assert [found.place for found in scan(boards, victims=[line.victim.partner])] == []
