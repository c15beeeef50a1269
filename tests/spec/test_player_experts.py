"""What the experts say of declarer's leads that are as good otherwise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from overtrick.core import Card, CardSet, Play, Seat, Suit
from overtrick.player.experts import squeeze_lead, suit_line
from overtrick.player.worlds import Worlds
from overtrick.squeezes import Kind
from overtrick.suits import Chances, Combination, solve
from tests.plain_claiming import view_of


def _worlds(*plays: str, weights: tuple[float, ...] = (1.0,)) -> Worlds:
    rows = [[hand.bits for _, hand in Play.parse(text).start.items()] for text in plays]
    return Worlds(np.array(rows, np.uint64), np.array(weights))


def test_a_low_card_is_led_towards_the_tenace_and_the_odds_are_the_experts() -> None:
    play = Play.parse("N:AQ2... 765... 43.K.. KJT...;NT;N")
    line = suit_line(view_of(play, Seat.SOUTH), CardSet.parse("AQ2..."), tricks=2)
    assert line is not None
    assert line.suit is Suit.SPADES
    assert line.card != Card.parse("SQ")
    assert line.value > line.next_best


def test_a_suit_that_nobody_has_touched_has_the_odds_of_the_encyclopedia() -> None:
    play = Play.parse(
        "N:AQT.AKQ2.K32.765 987.543.QJT9.KQJ 43.JT9.A876.A432 KJ652.876.54.T98;NT;W;D5 DK DQ D6"
    )
    line = suit_line(view_of(play, Seat.SOUTH), CardSet.parse("AQT..."), tricks=2)
    expected = solve(Combination.parse("AQT 43"), Chances(vacant=(12, 12))).first_plays(2)
    norths = {lead.rank: lead.value for lead in expected if lead.seat is Seat.NORTH}
    assert line is not None
    assert line.value == max(norths.values()) == norths[line.card.rank]


def test_the_odds_do_not_depend_on_where_declarer_sits() -> None:
    found = []
    for text, declarer in (
        ("N:QJ2... .765.. A43... .KT9..;NT;N", Seat.SOUTH),
        ("N:.KT9.. QJ2... .765.. A43...;NT;E", Seat.WEST),
        ("N:A43... .KT9.. QJ2... .765..;NT;S", Seat.NORTH),
    ):
        play = Play.parse(text)
        line = suit_line(view_of(play, declarer), CardSet.parse("QJ2..."), tricks=2)
        found.append(None if line is None else (line.card, line.value))
    assert found[0] == found[1] == found[2]


def test_cards_that_begin_equally_good_lines_are_not_told_apart() -> None:
    play = Play.parse("N:AK... QJ... 32... T9...;NT;N")
    assert suit_line(view_of(play, Seat.SOUTH), CardSet.parse("AK..."), tricks=2) is None


def test_a_defender_gets_no_advice_about_a_suit() -> None:
    play = Play.parse("N:AQ2... 765... 43.K.. KJT...;NT;W")
    assert suit_line(view_of(play, Seat.SOUTH, Seat.WEST), CardSet.parse("KJ...")) is None


def test_the_lead_that_squeezes_is_found_in_the_worlds() -> None:
    text = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
    play = Play.parse(text)
    plan = squeeze_lead(view_of(play, Seat.SOUTH), play.legal_cards, _worlds(text))
    assert plan is not None
    assert (plan.card, plan.kind) == (Card.parse("CA"), Kind.SIMPLE)
    assert (plan.share, plan.next_share, plan.worlds) == (1.0, 0.0, 1)


def test_the_share_is_the_weight_of_the_worlds_with_a_squeeze() -> None:
    text, other = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S", "N:Q.AJ.. K9...3 2.3..A T.KQ..;NT;S"
    play = Play.parse(text)
    plan = squeeze_lead(
        view_of(play, Seat.SOUTH), play.legal_cards, _worlds(text, other, weights=(0.75, 0.25))
    )
    assert plan is not None
    assert Fraction(plan.share) == Fraction(3, 4)


def test_without_a_squeeze_there_is_no_plan() -> None:
    text = "N:Q.AJ.. K9...3 2.3..A T.KQ..;NT;S"
    play = Play.parse(text)
    assert squeeze_lead(view_of(play, Seat.SOUTH), play.legal_cards, _worlds(text)) is None
