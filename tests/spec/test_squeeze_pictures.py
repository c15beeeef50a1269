"""Endings and reports drawn: who squeezes whom, and the part of every card marked."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest

import overtrick.squeezes.picture  # noqa: F401
from overtrick import Card, CardSet, Deal, Seat, Side, Strain, Suit
from overtrick.core import PACK
from overtrick.core.rotation import rotated
from overtrick.render import Mark, Span, Theme, describe, html, svg, text
from overtrick.squeezes import Ending, Kind, Report, analyse, values
from overtrick.squeezes.report import Marks, marks
from tests.pictures import SVG, Reader, every_theme, lines_of_svg, mark_shapes, marks_are_clear, parsed

SIMPLE = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
DOUBLE = Ending.parse("N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S")
REPEATING = Ending.parse("N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S")
TRUMP = Ending.parse("N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S")
FIGURES = {"simple": SIMPLE, "double": DOUBLE, "repeating": REPEATING, "trump": TRUMP}
"""Figures 2, 5, 7 and 8 of Sterling & Nygate 1990."""
NONE = Ending.parse("N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S")
every_figure = pytest.mark.parametrize("ending", FIGURES.values(), ids=FIGURES.keys())

PUBLISHED = [
    analyse(ending)
    for row in (Path(__file__).parents[1] / "data/published_squeezes.txt").read_text().splitlines()
    if row and row[0] != "#"
    if (ending := Ending.parse(row.split("|")[0].strip())).cards <= 6
]

SIMPLE_AS_TEXT = """\
Simple squeeze    North
against West      ♠ Q*
Notrump           ♥ A^ J*
South leads       ♦ —
                  ♣ —
West                         East
♠ K+                N        ♠ (10) (9)
♥ K+ Q+           W   E      ♥ —
♦ —                 S        ♦ —
♣ —                          ♣ (3)
                  South
                  ♠ 2
                  ♥ 3^
                  ♦ —
                  ♣ [A]

Tricks 3, tops 2, gain 1.
[x] squeeze card   x* threat   x^ entry
x+ guard   (x) idle"""

DOUBLE_AS_TEXT = """\
Double squeeze           North
against East and West    ♠ —
Notrump                  ♥ —
South leads              ♦ 8*
                         ♣ A^ 3*
West                                East
♠ —                        N        ♠ —
♥ —                      W   E      ♥ 9+
♦ Q+                       S        ♦ —
♣ Q+ J+                             ♣ 10+ 9+
                         South
                         ♠ [2]
                         ♥ 8*
                         ♦ —
                         ♣ 8^

Tricks 3, tops 2, gain 1.
[x] squeeze card   x* threat   x^ entry
x+ guard"""

ENDING_AS_TEXT = """\
Diamonds are trumps    North
South leads            S A 9 2
                       H A J
                       D -
                       C -
West                              East
S K 6 5                  N        S Q 8
H K Q                  W   E      H 9 8 7
D -                      S        D -
C -                               C -
                       South
                       S 3
                       H 5 4
                       D 6 5
                       C -"""


# What is drawn


def test_a_simple_squeeze_is_drawn_with_its_parts() -> None:
    assert text(analyse(SIMPLE)) == SIMPLE_AS_TEXT


def test_a_double_squeeze_marks_the_guards_of_both_victims_and_the_card_that_lasts() -> None:
    assert text(analyse(DOUBLE)) == DOUBLE_AS_TEXT


def test_an_ending_is_drawn_with_trumps_and_leader_and_without_marks() -> None:
    assert text(TRUMP, symbols=False) == ENDING_AS_TEXT
    assert describe(TRUMP).words.startswith("Diamonds are trumps. South leads. North: spades ace 9 2, ")
    assert mark_shapes(parsed(TRUMP)) == []
    assert "<mark" not in html(TRUMP)


@pytest.mark.parametrize("mark", Mark, ids=lambda mark: mark.value)
def test_every_mark_is_in_text_in_svg_in_html_and_in_words(mark: Mark) -> None:
    report = analyse(SIMPLE)
    example = Span("x", mark=mark).signed
    assert f"{example} {mark.word}" in text(report)
    assert f"{example} {mark.word}" in Reader(html(report)).text
    assert {"class": mark.value, "title": mark.word} in Reader(html(report)).attributes("mark")
    assert f"x {mark.word}" in "\n".join(lines_of_svg(parsed(report)))
    assert mark.word.rstrip("y") in describe(report).words.lower()


def test_the_words_say_the_part_of_every_marked_card() -> None:
    said = describe(analyse(SIMPLE)).words
    assert said.startswith(
        "Simple squeeze against West. Tricks 3, tops 2, gain 1. Notrump. South leads. North: "
    )
    assert said.endswith(
        " Squeeze card: club ace. Threats: spade queen, heart jack. Entries: heart ace, heart 3."
        " Guards: spade king, heart king, heart queen. Idle cards: spade 10, spade 9, club 3."
    )


def test_without_a_squeeze_nothing_is_marked() -> None:
    report = analyse(NONE)
    assert marks(report) == Marks()
    assert text(report).splitlines()[0].startswith("No squeeze     North")
    assert text(report).endswith("\n\nTricks 4, tops 4, gain 0.")
    assert mark_shapes(parsed(report)) == []


def test_a_title_is_made_from_the_kind_and_the_victims() -> None:
    report = analyse(SIMPLE)
    assert report.squeeze is not None
    coup = replace(report, squeeze=replace(report.squeeze, kind=Kind.TRUMP_ENDPLAY))
    either = replace(report, values=replace(report.values, free={Seat.EAST: 3, Seat.WEST: 3}))
    assert describe(coup).words.startswith("Trump endplay against West. ")
    assert describe(either).words.startswith("Simple squeeze against either defender. ")


@every_theme
@every_figure
def test_a_marked_svg_is_well_formed_and_no_mark_touches_another_card(ending: Ending, theme: Theme) -> None:
    report = analyse(ending)
    root = parsed(report, theme)
    marked = sum(map(len, marks(report).parts()))
    legend = sum(bool(part) for part in marks(report).parts())
    assert len(mark_shapes(root)) == marked + legend > 10
    assert marks_are_clear(root)
    assert root.findtext(f"{SVG}title") == describe(report).words


def test_every_published_squeeze_can_be_drawn() -> None:
    assert len(PUBLISHED) > 100
    for report in PUBLISHED:
        assert marks_are_clear(parsed(report)), report.ending
        without_signs = re.sub(r"[][()*^+]", "", text(report))
        assert sorted(" ".join(lines_of_svg(parsed(report))).split()) == sorted(without_signs.split())
        assert sorted(Reader(html(report)).text.split()) == sorted(text(report).split())


def test_a_report_and_an_ending_draw_themselves_in_a_notebook() -> None:
    for value in (SIMPLE, analyse(SIMPLE)):
        assert value._repr_svg_() == svg(value)


# What is marked


def sides(report: Report) -> tuple[CardSet, CardSet]:
    """The cards of the attackers and those of the defenders."""
    hands = report.ending.deal
    own, theirs = (
        CardSet.of(chain.from_iterable(hands[seat] for seat in side.seats))
        for side in (report.attackers, report.attackers.opponents)
    )
    return own, theirs


def test_no_card_has_two_parts_and_every_part_belongs_to_its_side() -> None:
    for report in PUBLISHED:
        found, (own, theirs) = marks(report), sides(report)
        assert all(not one & two for one, two in combinations(found.parts(), 2))
        assert len(found.squeeze_card) == (report.squeeze is not None)
        assert found.threats | found.entries <= own
        assert found.guards | found.idle <= theirs


def test_what_a_victim_holds_when_he_is_squeezed_is_guards_and_nothing_else() -> None:
    checked = 0
    for report in PUBLISHED:
        if report.squeeze is not None:
            for chapter in report.squeeze.first.chapters():
                assert chapter.busy <= marks(report).guards | marks(report).squeeze_card
                checked += 1
    assert checked > 100


def test_a_defender_who_is_never_squeezed_has_only_idle_cards() -> None:
    for ending in (SIMPLE, REPEATING, TRUMP):
        assert marks(analyse(ending)).idle == ending.deal[Seat.EAST]


def test_an_entry_is_a_winner_beside_a_threat_or_the_lower_card_opposite_that_leads_to_it() -> None:
    checked = 0
    for report in PUBLISHED:
        if report.squeeze is None:
            continue
        found, hands = marks(report), report.squeeze.first.play.remaining
        for card in found.entries:
            seat = next(seat for seat in Seat if card in hands[seat])
            beaten = [other for each in (seat.lho, seat.rho) for other in hands[each].in_suit(card.suit)]
            opposite = hands[seat.partner].in_suit(card.suit)
            wins = all(card > other for other in beaten) and bool(found.threats & hands[seat])
            leads = any(winner > card for winner in opposite) and bool(found.threats & hands[seat.partner])
            assert (wins and opposite) or leads, (report.ending, card)
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("ending", [SIMPLE, DOUBLE, TRUMP], ids=["simple", "double", "trump"])
def test_without_any_one_of_its_threats_the_squeeze_fails(ending: Ending) -> None:
    for threat in marks(analyse(ending)).threats:
        seat = next(seat for seat in Seat if threat in ending.deal[seat])
        suits = {card.suit for each in (Seat.EAST, Seat.WEST) for card in ending.deal[each]} - {threat.suit}
        lowest = (min(card for card in PACK if card.suit is suit and is_free(ending, card)) for suit in suits)
        for other in lowest:
            hand = ending.deal[seat].minus(threat).plus(other)
            weaker = replace(ending, deal=ending.deal.with_hand(seat, hand))
            assert values(weaker).tricks < values(ending).tricks


def is_free(ending: Ending, card: Card) -> bool:
    return card not in ending.deal.dealt


# Turning and renaming


@every_figure
@pytest.mark.parametrize("places", [1, 2, 3])
def test_turning_the_table_turns_the_picture_and_marks_the_same_cards(ending: Ending, places: int) -> None:
    report = analyse(ending)
    assert marks(rotated(report, places)) == marks(analyse(rotated(ending, places))) == marks(report)


def renamed(cards: CardSet, names: tuple[Suit, ...]) -> CardSet:
    return CardSet.of(Card(names[card.suit], card.rank) for card in cards)


def has_twin_suits(ending: Ending) -> bool:
    """Are two suits held alike, so that either may be told of?"""
    owners = [
        tuple(ending.deal.holder(card) for card in ending.deal.dealt.in_suit(suit))
        for suit in Suit
        if suit is not ending.strain.suit
    ]
    return len(set(filter(None, owners))) < len(list(filter(None, owners)))


def test_renaming_the_suits_renames_the_marks() -> None:
    chance, checked = Random(4), 0
    for report in PUBLISHED:
        ending, names = report.ending, tuple(chance.sample(list(Suit), 4))
        if has_twin_suits(ending):
            continue
        deal = Deal.of({seat: renamed(hand, names) for seat, hand in ending.deal.items()})
        strain = ending.strain if ending.strain.suit is None else Strain(names[ending.strain.suit])
        other = marks(analyse(Ending(deal, strain, ending.leader, Side.NS)))
        assert other.parts() == tuple(renamed(part, names) for part in marks(report).parts()), ending
        checked += 1
    assert checked > 80
