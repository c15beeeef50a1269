"""What is asked and answered about endings whose outstanding cards are not divided."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb

import pytest

from overtrick import Card, CardSet, Deal, DealError, Odds, OvertrickError, Seat, Side, Strain, Suit
from overtrick.core import Holds
from overtrick.core.rotation import rotated
from overtrick.squeezes.divisions import BusyHands, Divisions, Length, UndividedEnding, divisions
from overtrick.squeezes.kinds import Kind

EAST, WEST = Seat.EAST, Seat.WEST
FIGURE_2 = "N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"
FIGURE_2_EXCHANGED = "N:2.AJ.. - Q.3..A -;KT9.KQ..3;NT;S"
FIGURE_5 = "N:..8.A3 - 2.8..8 -;.9.Q.QJT9;NT;S"
FIGURE_8 = "N:A92.AJ.. - 3.54.65. -;KQ865.KQ987..;D;S"
GUESS = "N:3..AJ3. - J4..Q.A -;AQ9..KT.KJT;NT;S"
QUESTIONS = (FIGURE_2, FIGURE_2_EXCHANGED, FIGURE_5, FIGURE_8, GUESS)
RENAMINGS = list(permutations(range(4)))[1::5]


def answer_to(text: str, *known: Holds | Length) -> Divisions:
    asked = UndividedEnding.parse(text)
    return divisions(UndividedEnding(asked.hands, asked.outstanding, asked.strain, asked.leader, known))


def holds(seat: Seat, card: str) -> Holds:
    return Holds(seat, Card.parse(card))


def any_of(busy: BusyHands) -> CardSet:
    """The cards beside the needed ones: each is in some of his hands."""
    return CardSet().union(*busy.hands) - busy.needed


def is_any(busy: BusyHands) -> bool:
    """May any of those cards fill the other places, or do some not go together?"""
    return len(busy.hands) == comb(len(any_of(busy)), len(busy.hands[0]) - len(busy.needed))


def makes(answer: Divisions, tricks: int) -> Odds:
    """How likely it is that so many tricks are there, by whatever means."""
    return Odds(sum(count for (found, _), count in answer.counts.items() if found >= tricks), answer.total)


def makes_by_squeeze(answer: Divisions, tricks: int) -> Odds:
    """The same, but only by a squeeze."""
    counts = (count for (found, free), count in answer.counts.items() if free < tricks <= found)
    return Odds(sum(counts), answer.total)


# The paper's own question


def test_the_division_of_figure_2_is_the_only_squeeze_and_west_is_its_victim() -> None:
    answer = answer_to(FIGURE_2)
    [division] = answer.squeezes
    assert division.deal == Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")
    assert (division.kind, division.victims, division.gain, division.tricks) == (Kind.SIMPLE, (WEST,), 1, 3)
    assert (answer.total, answer.odds) == (20, Odds(1, 20))


def test_with_the_spades_of_north_and_south_exchanged_either_defender_can_be_squeezed() -> None:
    answer = answer_to(FIGURE_2_EXCHANGED)
    assert {group.victims for group in answer.groups} == {(EAST,), (WEST,)}
    assert {division.deal[division.victims[0]] for division in answer.squeezes} == {CardSet.parse("K.KQ..")}
    assert answer.odds == Odds(1, 10)


def test_west_must_hold_the_spade_king_and_the_two_heart_honours() -> None:
    [busy] = answer_to(FIGURE_2).hands_of(WEST)
    assert busy.needed == CardSet.parse("K.KQ..")
    assert busy.suits == (Suit.SPADES, Suit.HEARTS)
    assert (any_of(busy), is_any(busy)) == (CardSet(), True)
    assert answer_to(FIGURE_2).hands_of(EAST) == ()


def test_in_a_double_squeeze_any_two_clubs_go_with_each_defenders_own_guard() -> None:
    answer = answer_to(FIGURE_5)
    [east], [west] = answer.hands_of(EAST), answer.hands_of(WEST)
    assert (str(east.needed), str(west.needed)) == (".9..", "..Q.")
    assert any_of(east) == any_of(west) == CardSet.parse("...QJT9")
    assert (is_any(east), east.odds) == (True, Odds(3, 10))


def test_cards_that_do_not_all_go_together_are_said_not_to_be_any() -> None:
    trump, simple = answer_to(FIGURE_8).hands_of(WEST)
    assert (trump.kind, is_any(trump), len(trump.hands)) == (Kind.TRUMP, False, 6)
    assert (simple.kind, is_any(simple), len(simple.hands)) == (Kind.SIMPLE, True, 3)


def test_touching_cards_of_the_two_defenders_are_not_equals() -> None:
    answer = answer_to("N:J..98.A - K.Q8.A. -;Q98.KJT.T.T;NT;S")
    squeezed = {division.deal[EAST] for division in answer.squeezes}
    assert CardSet.parse("Q9.KT..") in squeezed
    assert CardSet.parse("Q9.KJ..") not in squeezed


# Chances


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_chances_of_every_number_of_tricks_add_up_to_one(text: str) -> None:
    answer = answer_to(text)
    cards = answer.question.cards
    assert answer.total == comb(2 * cards, cards)
    exactly = [makes(answer, t).fraction - makes(answer, t + 1).fraction for t in range(cards + 1)]
    assert sum(exactly) == 1
    assert min(exactly) >= 0
    assert makes(answer, 0) == Odds(1, 1)
    assert makes(answer, cards + 1) == makes_by_squeeze(answer, cards + 1) == Odds(0, 1)


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_groups_share_out_the_squeezes(text: str) -> None:
    answer = answer_to(text)
    groups = answer.groups
    assert sum((group.odds.fraction for group in groups), Fraction(0)) == answer.odds.fraction
    assert sum(group.count for group in groups) == len(answer.squeezes)
    assert all(division in answer.squeezes for group in groups for division in group.divisions)
    assert [group.count for group in groups] == sorted((group.count for group in groups), reverse=True)


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_hands_of_a_victim_are_those_of_the_divisions(text: str) -> None:
    answer = answer_to(text)
    for victim in (EAST, WEST):
        busy = answer.hands_of(victim)
        hands = [hand for each in busy for hand in each.hands]
        assert len(hands) == sum(victim in division.victims for division in answer.squeezes)
        assert all(each.needed <= hand <= each.needed | any_of(each) for each in busy for hand in each.hands)


def test_a_gain_of_one_trick_is_a_trick_made_only_by_a_squeeze() -> None:
    answer = answer_to(FIGURE_2)
    assert makes(answer, 3) == Odds(13, 20)
    assert makes_by_squeeze(answer, 3) == Odds(1, 20)
    assert makes_by_squeeze(answer, 2) == Odds(0, 1)


# What is known


def test_a_known_card_fills_a_place_and_doubles_the_odds() -> None:
    answer = answer_to(FIGURE_2, holds(WEST, "SK"))
    assert (answer.question.vacant(EAST), answer.question.vacant(WEST)) == (3, 2)
    assert (answer.total, answer.odds) == (comb(5, 2), Odds(1, 10))


def test_a_card_known_to_be_on_the_other_side_ends_the_chance() -> None:
    assert answer_to(FIGURE_2, holds(EAST, "SK")).odds == Odds(0, 1)


def test_a_defender_who_showed_out_leaves_fewer_divisions() -> None:
    answer = answer_to(FIGURE_2, Length(EAST, Suit.HEARTS, most=0))
    assert (answer.total, answer.odds) == (4, Odds(1, 4))


def test_a_known_length_may_be_exact() -> None:
    answer = answer_to(FIGURE_2, Length(WEST, Suit.SPADES, 1, 1), Length(WEST, Suit.HEARTS, fewest=2))
    assert (answer.total, answer.odds) == (3, Odds(1, 3))


# The first card


def test_in_figure_2_the_club_ace_is_the_one_right_lead() -> None:
    answer = answer_to(FIGURE_2)
    assert answer.sure_leads == CardSet.parse("...A")
    assert answer.leads == {Card.parse("CA"): Odds(1, 20)}


def test_where_different_squeezes_need_different_leads_none_is_sure() -> None:
    answer = answer_to(GUESS)
    assert len(answer.squeezes) > 1
    assert answer.sure_leads == CardSet()
    assert all(odds < answer.odds for odds in answer.leads.values())
    assert list(answer.leads.values()) == sorted(answer.leads.values(), reverse=True)


def test_without_a_squeeze_and_on_a_defenders_lead_there_is_no_first_card_to_name() -> None:
    assert answer_to(FIGURE_2, holds(EAST, "SK")).sure_leads == CardSet()
    led = answer_to(FIGURE_5.replace(";S", ";W"))
    assert led.leads == {}
    assert led.sure_leads == CardSet()


# The same question in other words


def facts(answer: Divisions) -> set[tuple[object, ...]]:
    return {(d.deal, d.kind, frozenset(d.victims), d.gain, d.tricks, d.leads) for d in answer.squeezes}


def renamed(cards: CardSet, suits: tuple[int, ...]) -> CardSet:
    return CardSet.of(Card(Suit(suits[card.suit]), card.rank) for card in cards)


@pytest.mark.parametrize("text", QUESTIONS)
def test_renaming_the_suits_renames_the_answer(text: str) -> None:
    asked, answer = UndividedEnding.parse(text), answer_to(text)
    compared = 0
    for suits in RENAMINGS:

        def deal(hands: Deal, suits: tuple[int, ...] = suits) -> Deal:
            return Deal.of({seat: renamed(hand, suits) for seat, hand in hands.items()})

        strain = Strain.NOTRUMP if asked.strain.suit is None else Strain(suits[asked.strain])
        other = divisions(
            UndividedEnding(deal(asked.hands), renamed(asked.outstanding, suits), strain, asked.leader)
        )
        expected = {
            (deal(d.deal), d.kind, frozenset(d.victims), d.gain, d.tricks, renamed(d.leads, suits))
            for d in answer.squeezes
        }
        assert facts(other) == expected
        assert other.counts == answer.counts
        compared += 1
    assert compared == len(RENAMINGS) == 5


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("places", [1, 2, 3])
def test_turning_the_table_turns_the_answer(text: str, places: int) -> None:
    asked = rotated(UndividedEnding.parse(text), places)
    assert asked.attackers is (Side.NS if places == 2 else Side.EW)
    answer = divisions(asked)
    assert facts(answer) == facts(rotated(answer_to(text), places))
    assert answer.question == asked
    assert all(division.ending.attackers is asked.attackers for division in answer.squeezes)


def test_knowledge_turns_with_the_table() -> None:
    asked = rotated(answer_to(FIGURE_2, holds(WEST, "SK")).question, 1)
    assert asked.known == (holds(Seat.NORTH, "SK"),)
    [division] = divisions(asked).squeezes
    assert division.victims == (Seat.NORTH,)


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_reads_back_from_its_own_text(text: str) -> None:
    asked = UndividedEnding.parse(text)
    assert UndividedEnding.parse(str(asked)) == eval(repr(asked)) == asked
    known = UndividedEnding(
        asked.hands, asked.outstanding, asked.strain, asked.leader, (Length(EAST, Suit.CLUBS),)
    )
    assert eval(repr(known)) == known


def test_progress_goes_up_to_all_the_divisions() -> None:
    told = list[tuple[int, int]]()
    divisions(UndividedEnding.parse(FIGURE_8), lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {252}
    assert told == sorted(set(told))
    assert told[-1] == (252, 252)


# Mistakes


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("N:Q.AJ.. - 2.3..A -;NT;S", "is not an undivided ending: expected 'HANDS;outstanding;trump;leader'"),
        ("N:Q.AJ.. 2.3..A - -;KT9.KQ..3;NT;S", "two partners, not of North and East"),
        ("N:- - - -;KT9.KQ..3;NT;S", "two partners, not of nobody"),
        ("N:Q.AJ.. - - -;KT9.KQ..3;NT;S", "two partners, not of North in"),
        ("N:Q.AJ.. - 2...A -;KT9.KQ..3;NT;S", "partners have as many cards, and at least one: not 3 and 2"),
        ("N:... - ... -;...;NT;S", "not 0 and 0"),
        ("N:Q.AJ.. - 2.3..A -;KT9.KQ..;NT;S", "with 3 cards in each hand 6 are outstanding, not 5"),
        ("N:Q.AJ.. - 2.3..A -;KT9.KJ..3;NT;S", "North has the ♥J: it cannot be outstanding"),
        ("N:Q.AJ.. - 2.J..A -;KT9.KQ..3;NT;S", "♥J is in both North and South"),
        ("N:Q.AJ.. - 2.3..A -;KT9.KKQ..3;NT;X", "the ♥K appears twice; 'X' is not a seat"),
    ],
)
def test_a_question_that_cannot_be_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(OvertrickError, match=fault):
        UndividedEnding.parse(text)


@pytest.mark.parametrize(
    ("known", "fault"),
    [
        ([holds(EAST, "SA")], "East cannot hold the ♠A: it is not outstanding"),
        ([holds(Seat.NORTH, "SK")], "North is not a defender"),
        ([holds(EAST, "SK"), holds(WEST, "SK")], "♠K cannot be with East and with West"),
        ([holds(EAST, card) for card in ("SK", "ST", "S9", "C3")], "East has 3 cards and cannot hold 4"),
        ([Length(EAST, Suit.SPADES, most=0), holds(EAST, "SK")], "no division .* has the known lengths"),
    ],
)
def test_knowledge_that_cannot_be_says_what_is_wrong(known: list[Holds | Length], fault: str) -> None:
    with pytest.raises(DealError, match=f"{fault}.* in 'N:Q.AJ"):
        answer_to(FIGURE_2, *known)


def test_a_length_is_a_range() -> None:
    with pytest.raises(DealError, match="West cannot hold 3 to 2 hearts"):
        Length(WEST, Suit.HEARTS, 3, 2)


def test_too_many_divisions_are_refused_before_they_are_counted_out() -> None:
    hands = Deal.parse("N:AKQJT9876... - .AKQJT9876.. -")
    rest = CardSet.parse("..AKQJT9876.AKQJT9876")
    with pytest.raises(DealError, match="can be divided in 48,620 ways: at most 12,870"):
        divisions(UndividedEnding(hands, rest, Strain.NOTRUMP, Seat.SOUTH))
