"""What a plan is, how it reads, and how it is followed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from overtrick import core
from overtrick.core import Card, NotationError, OvertrickError, Play, Seat, Side
from overtrick.core.rotation import rotated
from overtrick.squeezes import plans
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.oracle import own_oracle
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.plans import (
    Branch,
    Cash,
    PlanError,
    Plays,
    Record,
    Run,
    SqueezePlan,
    Watch,
    next_card,
    run,
)
from tests.plan_reader import size

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
FIGURE_3_LEFT = "N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"
FIGURE_3_RIGHT = "N:AT9.3.. 543.4.. K87...A QJ.Q2..;NT;S"
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"
SPADES_OF_3_LEFT = "N:AT8... 543... K97... QJ.2..;NT;S"
"""Sterling and Nygate 1990, as the squeeze notes rebuild them; figure 6 repaired."""

PRINTED = [
    (FIGURE_2, "CA SK HJ C3 H3 HQ HA S9 SQ ST S2 HK"),
    (FIGURE_2, "CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK"),
    (SPADES_OF_3_LEFT, "S7 SJ SA S3 ST S4 SK SQ S9 H2 S8 S5"),
    (SPADES_OF_3_LEFT, "SK SJ S8 S3 S9 SQ SA S4 ST S5 S7 H2"),
    (FIGURE_3_RIGHT, "CA H2 ST H4 S7 SJ SA S3 S9 S4 SK SQ S8 HQ H3 S5"),
    (FIGURE_8, "D6 HQ S2 H7 H4 HK HA H8 HJ H9 H5 S5 SA S8 S3 S6 S9 SQ D5 SK"),
    (FIGURE_8, "D6 S5 HJ H7 S3 S6 SA S8 S2 SQ D5 SK H4 HQ HA H8 S9 H9 H5 HK"),
]
"""The lines of play that the paper prints; the two of figure 3, left, are of spades by themselves."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize(
    ("ending", "tricks", "most"),
    [
        (FIGURE_2, 3, 8),
        (FIGURE_3_LEFT, 4, 1),
        (FIGURE_3_RIGHT, 4, 1),
        (FIGURE_5, 3, 12),
        (FIGURE_6, 4, 9),
        (FIGURE_7, 7, 39),
        (FIGURE_8, 5, 8),
    ],
)
def test_the_squeezes_of_the_paper_have_short_plans_that_always_work(
    ending: str, tricks: int, most: int
) -> None:
    plan = plan_for(Ending.parse(ending))
    assert plan.tricks == tricks == run(plan).worst
    assert size(plan) <= most


@pytest.mark.parametrize(("ending", "line"), PRINTED)
def test_the_lines_printed_in_the_paper_throw_no_trick_away(ending: str, line: str) -> None:
    oracle, state = own_oracle(), Ending.parse(ending).state
    need, ours = oracle.value(state), 0
    for card in Play.parse(f"{ending};{line}").cards:
        ours += state.seat % 2 == 0
        state, won = state.then(13 * card.suit + card.rank).gathered()
        need -= won
        assert oracle.value(state) >= need
    assert need == 0
    assert 2 * ours == len(line.split())


def test_the_simple_squeeze_reads_like_the_paper() -> None:
    assert plan_for(Ending.parse(FIGURE_2)).lines() == (
        "1 S CA",
        "  W SK",
        "1   N HJ",
        "2   cash S H3 N HA, N SQ S S2",
        "  W HK HQ",
        "1   N SQ",
        "2   cash S H3 N HA, N HJ S S2",
    )


@pytest.mark.parametrize(
    ("played", "card"),
    [
        ("", "CA"),
        ("CA SK", "HJ"),
        ("CA HK", "SQ"),
        ("CA HQ", "SQ"),
        ("CA SK HJ C3", "H3"),
        ("CA SK HJ C3 H3 HK", "HA"),
        ("CA SK HJ C3 H3 HK HA S9", "SQ"),
        ("CA SK HJ C3 H3 HK HA S9 SQ ST", "S2"),
    ],
)
def test_the_plan_tells_the_card_in_every_position_it_leads_to(played: str, card: str) -> None:
    ending = Ending.parse(FIGURE_2)
    assert next_card(plan_for(ending), ending.play.then_all(cards(played))) is Card.parse(card)


@pytest.mark.parametrize(
    ("played", "fault"),
    [
        ("H3", "not their turn"),
        ("H3 HK", "has South play the ♣A, not the ♥3"),
        ("CA SK HA", "not their turn"),
        ("CA SK HA C3", "has North play the ♥J, not the ♥A"),
        ("CA", "not their turn"),
        ("CA SK HJ C3 H3 HQ HA S9 SQ ST S2 HK", "not their turn"),
    ],
)
def test_a_position_that_has_left_the_plan_is_an_error_that_says_where(played: str, fault: str) -> None:
    ending = Ending.parse(FIGURE_2)
    with pytest.raises(PlanError, match=fault):
        next_card(plan_for(ending), ending.play.then_all(cards(played)))


def test_a_plan_is_for_its_own_ending() -> None:
    plan = plan_for(Ending.parse(FIGURE_2))
    with pytest.raises(PlanError, match="does not begin with the ending of the plan"):
        next_card(plan, Ending.parse(FIGURE_5).play)


def test_once_the_tricks_are_in_any_card_will_do() -> None:
    ending = Ending.parse("N:A2... 43... 65... KQ...;NT;N")
    plan = plan_for(ending)
    assert plan.lines() == ("1 cash N SA S S5",)
    assert str(next_card(plan, ending.play.then_all(cards("SA S3 S5 SQ")))) == "S2"
    assert run(plan) == Run(lines=4, worst=1)


def test_where_there_is_nothing_to_win_there_is_nothing_to_plan() -> None:
    plan = plan_for(Ending.parse("N:2... A... 3... K...;NT;N"))
    assert (plan.tricks, plan.first, size(plan), plan.lines()) == (0, None, 0, ())
    assert run(plan).worst == 0


def test_an_only_card_is_not_written_down() -> None:
    ending = Ending.parse("N:A.2.. 3.3.. K.4.. ...K2;NT;E")
    plan = plan_for(ending)
    assert plan.lines() == ()
    assert (plan.tricks, run(plan).worst) == (2, 2)
    assert str(next_card(plan, ending.play.then_all(cards("H3")))) == "H4"


def test_defenders_may_lead_and_a_plan_answers() -> None:
    plan = plan_for(Ending.parse("N:AQ... 2..2. 4..4. KJ...;NT;W"))
    assert plan.lines() == ("  W SK", "1   N SA", "  W SJ", "1   N SQ")
    assert run(plan).worst == plan.tricks


def test_east_and_west_may_attack() -> None:
    ending = rotated(Ending.parse(FIGURE_2), 1)
    assert ending.attackers is Side.EW
    plan = plan_for(ending)
    assert plan == rotated(plan_for(Ending.parse(FIGURE_2)), 1)
    assert (plan.tricks, run(plan)) == (3, Run(lines=8, worst=3))
    assert next_card(plan, ending.play) is Card.parse("CA")
    assert rotated(rotated(plan, 3), -3) == plan


# Records


def test_a_record_holds_plain_values_another_program_can_read() -> None:
    record = plan_for(Ending.parse("N:A2... 43... 65... KQ...;NT;N")).record()
    assert record == {
        "ending": "N:A2... 43... 65... KQ...;NT;N",
        "attackers": "NS",
        "tricks": 1,
        "first": {"trick": 1, "cash": [{"seat": "N", "lead": "SA", "partner": "S5"}]},
    }


@pytest.mark.parametrize("figure", [FIGURE_2, FIGURE_5, FIGURE_6, FIGURE_7, FIGURE_8])
@pytest.mark.parametrize("places", [0, 1])
def test_a_plan_reads_back_from_its_record_its_text_and_its_repr(figure: str, places: int) -> None:
    plan = rotated(plan_for(Ending.parse(figure)), places)
    assert SqueezePlan.from_record(json.loads(json.dumps(plan.record()))) == plan
    assert SqueezePlan.parse(str(plan)) == plan
    assert eval(repr(plan), {**vars(core), **vars(plans)}) == plan


def without(key: str) -> Callable[[Record], Record]:
    return lambda record: {name: value for name, value in record.items() if name != key}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (without("tricks"), "no 'tricks'"),
        (without("first"), "no 'first'"),
        (lambda record: {**record, "tricks": "three"}, "expected a number .* not 'three'"),
        (lambda record: {**record, "tricks": 4}, "4 tricks cannot be won with 3 cards"),
        (lambda record: {**record, "ending": "N:A..."}, "not an ending"),
        (lambda record: {**record, "first": "CA"}, "expected a table .* not 'CA'"),
        (lambda record: {**record, "first": {"trick": 1, "cash": 3}}, "expected a list .* not 3"),
        (lambda record: {**record, "first": {"trick": 1, "seat": "S", "then": None}}, "no 'card'"),
    ],
)
def test_a_record_that_is_no_plan_says_what_is_wrong(change: Callable[[Record], Record], fault: str) -> None:
    record = plan_for(Ending.parse(FIGURE_2)).record()
    with pytest.raises(OvertrickError, match=fault):
        SqueezePlan.from_record(change(record))


def test_a_text_that_is_no_json_is_no_plan() -> None:
    with pytest.raises(NotationError, match="JSON"):
        SqueezePlan.parse("lead the club ace")
    with pytest.raises(NotationError, match="expected a table"):
        SqueezePlan.parse("[]")


# Plans that do not work


def branched(plan: SqueezePlan, branches: Callable[[tuple[Branch, ...]], tuple[Branch, ...]]) -> SqueezePlan:
    """The plan with other branches after its first card."""
    lead = plan.first
    assert isinstance(lead, Plays)
    assert isinstance(lead.then, Watch)
    return replace(plan, first=replace(lead, then=replace(lead.then, branches=branches(lead.then.branches))))


@pytest.mark.parametrize(("figure", "worst"), [(FIGURE_2, 2), (FIGURE_5, 2), (FIGURE_8, 4)])
def test_a_plan_with_its_branches_exchanged_is_found_out(figure: str, worst: int) -> None:
    plan = plan_for(Ending.parse(figure))

    def exchanged(branches: tuple[Branch, ...]) -> tuple[Branch, ...]:
        first, second = branches
        return Branch(first.cards, second.then), Branch(second.cards, first.then)

    assert run(branched(plan, exchanged)).worst == worst


def test_a_plan_without_a_branch_cannot_be_carried_out() -> None:
    plan = branched(plan_for(Ending.parse(FIGURE_2)), lambda branches: branches[1:])
    with pytest.raises(PlanError, match="does not expect the ♠K from West"):
        run(plan)


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        (Plays(1, Seat.SOUTH, Card.parse("HA")), "South cannot play the ♥A"),
        (Plays(1, Seat.NORTH, Card.parse("HA")), "does not expect South's turn"),
        (Cash(2, ()), "does not expect South's turn"),
        (Watch(1, Seat.WEST, ()), "does not expect South's turn"),
    ],
)
def test_a_plan_that_asks_for_the_impossible_is_refused(first: Plays | Cash | Watch, fault: str) -> None:
    plan = SqueezePlan(Ending.parse(FIGURE_2), 3, first)
    with pytest.raises(PlanError, match=fault):
        run(plan)


def test_a_plan_that_stops_too_soon_falls_short() -> None:
    plan = SqueezePlan(Ending.parse(FIGURE_2), 3, None)
    assert run(plan).worst < 3


def test_a_card_with_which_the_tricks_are_won_needs_no_branch() -> None:
    plan = plan_for(Ending.parse("N:62.Q9.7.5 T4.8.Q.J9 .KT.83.K6 .J43..873;C;W"))
    assert run(plan).worst == plan.tricks
