"""Squeezes in words: every claim can be checked, false ones are caught, and the sentences are a teacher's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from overtrick import explain
from overtrick.core import Card, CardSet, Claim, Seat
from overtrick.explain.squeezes import text
from overtrick.explain.squeezes.game import total
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.reasons.claims import (
    Automatic,
    Caught,
    Concedes,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyTops,
    Positional,
    RuffsIn,
    Squeezes,
    Unforced,
    Use,
)
from overtrick.squeezes.reasons.modifier_claims import (
    MODIFIERS,
    Backwash,
    CrissCross,
    Simultaneous,
    Successive,
    Transfer,
    ViennaCoup,
)
from overtrick.squeezes.turning import turned
from tests.endings import IS_SOAK
from tests.squeeze_claims import board, checked, claims_of, disturbed, published, reason_for

DISTURBED = 3000 if IS_SOAK else 150
LONGEST = 13 if IS_SOAK else 9
"""Cards for each hand in the published endings: one of ten takes longer than all others together."""
FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"
COMPOUND = "N:.AJ.K86.7 .KT.JT2.K 53.4.A7.J .Q76.Q95.;S;S"
GUARD = "N:K2.5..5 T73..2. A94..9. QJ.8..8;NT;S"
WINKLE = "N:4...T84 ..96.K3 K..A7.7 2...J65;NT;S"
VICE = "N:.KT.K5. .A9.74. 5.3.82. .QJ.T9.;NT;S"
STEPPING_STONE = "N:AJ.2..2 ..9876. K.K.2.A Q3.A.3.;NT;S"
ENDPLAY = "N:KT.3.. AQ4... 2.Q..A J5.K..;S;S"
CRISS_CROSS = "N:Q5.A..2 T9.T9.. A.Q5..A K3.K3..;NT;S"
VIENNA = "N:AJ.A..2 KQ.K4.. 4.Q2..A T9.JT..;NT;S"
TRANSFER = "N:AJ6.K.. Q32.J.. K95...A T87.A..;NT;N"
BACKWASH = "N:9.J..T J.Q..7 ..T6.9 75.7..;C;S"
INVERTED = "N:3.AJ.K. QT..A.2 A2.2..A KJ.KQ..;NT;S"
STRIP = "N:A3..2.4 J..JT.9 Q4..K.J K7...QT;H;S"


# Every claim is true


def test_every_claim_about_a_squeeze_has_a_sentence_and_a_checker() -> None:
    kinds = set(explain.claim_kinds())
    assert {Squeezes, NoSqueeze, OnlyTops, Unforced, Caught, Idle, Guards, GivesUp, Good} <= kinds
    assert {Automatic, Positional, Concedes, Establishes, Finesses, Needed, RuffsIn, *MODIFIERS} <= kinds
    ours = {kind.__name__ for kind in explain.claim_kinds() if "squeezes" in kind.__module__}
    assert not [line for line in explain.missing() if line.partition(":")[0] in ours]


def test_nothing_false_is_said_of_the_published_endings() -> None:
    endings = [ending for ending in published() if ending.cards <= LONGEST]
    count = checked(endings)
    assert len(endings) >= 120
    assert count[Squeezes] >= 100
    assert count[NoSqueeze] >= 8
    assert count[OnlyTops] == len(endings)
    assert count[Caught] >= 150
    assert count[GivesUp] >= 400
    assert count[Guards] >= 300
    assert count[Good] >= 250
    assert count[Concedes] >= 50
    assert count[Finesses] >= 5
    assert count[Idle] >= 20
    assert count[Unforced] >= 10
    assert count[Automatic] >= 45
    assert count[Positional] >= 40
    assert count[Establishes] >= 20
    assert count[Needed] >= 25
    assert count[CrissCross] >= 7
    assert count[Simultaneous] >= 10
    assert count[Successive] >= 15
    assert count[ViennaCoup] >= 3
    assert count[Backwash] >= 4
    assert count[Transfer] >= 1


def test_every_modifier_with_a_sentence_is_said() -> None:
    kinds = {
        Modifier.CRISS_CROSS: CrissCross,
        Modifier.VIENNA_COUP: ViennaCoup,
        Modifier.TRANSFER: Transfer,
        Modifier.BACKWASH: Backwash,
        Modifier.SIMULTANEOUS: Simultaneous,
    }
    for ending in (*published(), *disturbed(7, DISTURBED // 3)):
        squeeze, said = analyse(ending).squeeze, {type(claim) for claim in reason_for(ending).claims()}
        modifiers = frozenset[Modifier]() if squeeze is None else squeeze.modifiers
        assert {kind for each, kind in kinds.items() if each in modifiers} == said & set(kinds.values())


@pytest.mark.parametrize("part", range(3))
def test_nothing_false_is_said_of_random_squeezes(part: int) -> None:
    number = DISTURBED // 3
    count = checked(disturbed(part, number))
    assert count[Squeezes] == count[OnlyTops] == number
    assert count[Caught] >= number
    assert count[GivesUp] >= 2 * number
    assert count[Guards] >= number
    assert count[Good] >= number
    assert count[Concedes] >= number // 5
    assert count[Idle] >= number // 8
    assert count[Automatic] + count[Positional] >= number // 2


def test_a_squeeze_can_be_told_of_any_ending_in_a_few_sentences() -> None:
    for ending in published():
        said = text(analyse(ending))
        assert 1 <= said.count(". ") + said.endswith(".") <= 8, said
        assert said.endswith(".")
        assert "None" not in said


def test_a_table_turned_by_a_place_turns_the_words() -> None:
    said = text(analyse(turned(Ending.parse(FIGURE_2), 1)))
    assert "North is caught in a simple squeeze" in said
    assert "guards against East's ♠Q" in said


# False claims are caught


def is_false(claim: Claim) -> bool:
    """Does the checker see it?"""
    return not explain.holds(claim, board(Ending.parse(FIGURE_2)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda claim: replace(claim, tricks=2),
        lambda claim: replace(claim, gain=2),
        lambda claim: replace(claim, victims=(Seat.EAST,)),
        lambda claim: replace(claim, victims=(Seat.EAST, Seat.WEST)),
        lambda claim: replace(claim, first=Seat.EAST),
        lambda claim: replace(claim, kind=Kind.DOUBLE),
        lambda claim: replace(claim, kind=Kind.TRUMP),
        lambda claim: replace(claim, kind=Kind.REPEATING),
    ],
)
def test_a_wrong_squeeze_is_caught(spoil: Callable[[Squeezes], Squeezes]) -> None:
    (claim,) = claims_of(FIGURE_2, Squeezes)
    assert not is_false(claim)
    assert is_false(spoil(claim))


def test_wrong_numbers_of_tricks_are_caught() -> None:
    ending = Ending.parse(FIGURE_2)
    assert [is_false(OnlyTops(ending, tops)) for tops in range(4)] == [True, True, False, True]
    assert [is_false(Unforced(ending, tricks)) for tricks in range(4)] == [True, True, False, True]
    assert all(is_false(NoSqueeze(ending, tricks)) for tricks in range(4))


def test_positional_is_not_automatic() -> None:
    ending, other = Ending.parse(FIGURE_2), Ending.parse(FIGURE_6)
    assert [is_false(Automatic(ending)), is_false(Positional(ending))] == [True, False]
    assert [is_false(Automatic(other)), is_false(Positional(other))] == [False, True]


def test_a_busy_card_called_idle_is_caught() -> None:
    for figure in (FIGURE_2, FIGURE_5, FIGURE_6, FIGURE_7, FIGURE_8):
        for caught in claims_of(figure, Caught):
            busy = [Idle(caught.turn, card) for card in caught.turn.play.legal_cards]
            assert all(is_false(idle) for idle in busy)
            assert len(busy) >= 2


def test_who_can_follow_suit_or_spare_a_card_is_not_caught() -> None:
    (caught,) = claims_of(FIGURE_2, Caught)
    east = caught.turn.play.then(Card.parse("SK")).then(Card.parse("HJ"))
    assert is_false(replace(caught, turn=replace(caught.turn, play=east)))
    idle, *_ = claims_of(COMPOUND, Idle)
    assert not is_false(idle)
    assert is_false(Caught(idle.turn, tricks=6))
    assert is_false(replace(idle, card=Card.parse("DQ")))
    assert is_false(replace(idle, card=Card.parse("HA")))


def test_more_tricks_than_there_are_are_caught() -> None:
    (caught,) = claims_of(FIGURE_6, Caught)
    assert all(is_false(replace(caught, tricks=tricks)) for tricks in (3, 5))
    assert all(is_false(replace(given_up, tricks=5)) for given_up in claims_of(FIGURE_6, GivesUp))


def test_a_wrong_threat_is_caught() -> None:
    for guards in claims_of(FIGURE_2, Guards):
        assert not is_false(guards)
        assert is_false(replace(guards, is_alone=False))
        assert is_false(replace(guards, threat=Card.parse("HA")))
        assert is_false(replace(guards, threat=Card.parse("H3")))
        assert is_false(replace(guards, holder=Seat.SOUTH))
        assert is_false(replace(guards, cards=CardSet.parse(".K..")))


@pytest.mark.parametrize("figure", [FIGURE_2, FIGURE_5, FIGURE_7, FIGURE_8, STRIP])
def test_the_wrong_means_are_caught(figure: str) -> None:
    for given_up in claims_of(figure, GivesUp):
        wrong = [replace(given_up, means=means) for means in Means if means is not given_up.means]
        assert not is_false(given_up)
        assert all(is_false(claim) for claim in wrong)


def test_a_card_that_does_not_become_good_is_caught() -> None:
    for good in (*claims_of(FIGURE_2, Good), *claims_of(FIGURE_8, Good)):
        assert not is_false(good)
        assert is_false(replace(good, rounds=good.rounds + 1))
        others = CardSet.parse("A2.AJ3..") if good.card.rank.word != "jack" else CardSet.parse("A92.A..")
        assert all(is_false(replace(good, card=card)) for card in others if card != good.card)


def test_a_trick_that_is_not_lost_so_is_caught() -> None:
    (concedes,) = claims_of(STRIP, Concedes)
    assert not is_false(concedes)
    others = [concedes.play.back(1), concedes.play.back(4), concedes.given_up.turn.play]
    assert all(is_false(replace(concedes, play=play)) for play in others)


def test_a_lead_that_is_wrong_now_is_not_called_the_next_one() -> None:
    (concedes,) = claims_of(STEPPING_STONE, Concedes)
    assert concedes.next_lead == Card.parse("SK")
    assert is_false(replace(concedes, next_lead=Card.parse("HK")))
    lost = next(claim for claim in claims_of(WINKLE, Concedes) if Card.parse("CK") in claim.given_up.cards)
    assert lost.next_lead == Card.parse("C7")
    assert is_false(replace(lost, next_lead=Card.parse("D7")))


def test_a_named_next_lead_keeps_the_tricks_whatever_the_defenders_do() -> None:
    number = 0
    for ending in (*published(), *disturbed(5, DISTURBED // 3)):
        for claim in reason_for(ending).claims():
            if isinstance(claim, Concedes) and claim.next_lead is not None:
                turn, led = claim.given_up.turn, claim.next_lead
                before = claim.play.back(4 * claim.number)
                assert total(before.then(led), turn.attackers, {}) >= claim.given_up.tricks
                number += 1
    assert number >= 50


def test_what_a_lost_trick_does_not_gain_is_caught() -> None:
    (gain,) = claims_of(VICE, Establishes)
    assert not is_false(gain)
    assert all(is_false(replace(gain, card=Card.parse(card))) for card in ("HK", "H9", "DK", "D8"))
    (ruffs, *_) = claims_of(ENDPLAY, RuffsIn)
    assert not is_false(ruffs)
    (other, *_) = claims_of(STRIP, GivesUp)
    assert is_false(replace(ruffs, given_up=other))


def test_needed_cards_are_neither_idle_nor_more_than_they_are() -> None:
    (needed,) = claims_of(WINKLE, Needed)
    assert not is_false(needed)
    assert all(is_false(replace(needed, use=use)) for use in (Use.HIGH, Use.TRUMPS))
    assert is_false(replace(needed, cards=CardSet.parse("...K")))
    idle, *_ = claims_of(COMPOUND, Idle)
    suit = idle.turn.play.hand(idle.turn.victim).in_suit(idle.card.suit)
    assert is_false(Needed(idle.turn, suit, Use.BUSY))


def test_a_modifier_that_does_not_fit_is_caught() -> None:
    (crossed,) = claims_of(CRISS_CROSS, CrissCross)
    assert is_false(replace(crossed, other=crossed.one))
    assert is_false(replace(crossed, one=replace(crossed.one, winner=crossed.one.threat)))
    (vienna,) = claims_of(VIENNA, ViennaCoup)
    assert is_false(replace(vienna, winner=Card.parse("SA")))
    assert is_false(replace(vienna, threat=Card.parse("SJ")))
    (transfer,) = claims_of(TRANSFER, Transfer)
    assert is_false(replace(transfer, threat=Card.parse("SA")))
    assert is_false(replace(transfer, led=Card.parse("SK")))
    (backwash,) = claims_of(BACKWASH, Backwash)
    assert is_false(replace(backwash, ruffer=backwash.ruffer.partner))
    (together,) = claims_of(FIGURE_5, Simultaneous)
    (apart,) = claims_of(INVERTED, Successive)
    assert is_false(Successive(together.first, together.then))
    assert is_false(Simultaneous(apart.first, apart.then))
    assert is_false(replace(apart, then=apart.first.play))


def test_a_finesse_that_is_none_is_caught() -> None:
    (finesse,) = claims_of(GUARD, Finesses)
    assert not is_false(finesse)
    assert is_false(replace(finesse, against=Seat.WEST))
    assert is_false(replace(finesse, card=Card.parse("SA")))
    assert is_false(replace(finesse, play=finesse.play.back(4)))


# The sentences


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            FIGURE_2,
            "Declarer has two top tricks and takes three: West is caught in a simple squeeze. On the ♣A"
            " West has no card to spare: the ♠K guards against North's ♠Q, the ♥K and ♥Q against the ♥J."
            " If he throws the ♠K, the ♠Q is good; if a heart, the ♥A drops the other and the ♥J is good."
            " It is positional: it fails if the defenders exchange their hands.",
        ),
        (
            FIGURE_5,
            "Declarer has two top tricks and takes three: both defenders are caught in a double squeeze."
            " On the ♠2 West has no card to spare: the ♦Q guards against North's ♦8, the ♣Q and ♣J against"
            " the ♣3, which East can beat too. If he throws the ♦Q, the ♦8 is good. If he throws a club,"
            " East is squeezed in turn on the same trick: if East throws the ♥9, the ♥8 is good; if a"
            " club, the ♣A clears the way for the ♣3. It is simultaneous: both can be squeezed on the ♠2."
            " It is positional: it fails if the defenders exchange their hands.",
        ),
        (
            FIGURE_6,
            "Declarer has three top tricks and takes four: East is caught in a triple squeeze. On the ♠A"
            " East has no card to spare: the ♦Q and ♦10 guard against North's ♦J, the ♣A against South's"
            " ♣J, the ♥K and ♥Q against North's ♥J. If he throws a diamond, the ♦J becomes good; if the"
            " ♣A, the ♣J is good; if a heart, the ♥A drops the other and the ♥J is good. It is automatic:"
            " it works as well if the defenders exchange their hands.",
        ),
        (
            FIGURE_7,
            "Declarer has five top tricks and takes seven: West is caught in a repeating squeeze. On the"
            " ♥A West has no card to spare: the ♣A guards against North's ♣10, the ♠QJ7 against South's"
            " ♠10, the ♦QJ7 against the ♦8. If he throws the ♣A, he is squeezed again at trick five, on"
            " the ♣10: if he throws the ♠Q, the ♠9 is good; if a diamond, the ♦K drops the other and the"
            " ♦8 is good. If he throws a spade, say the ♠7, he is squeezed again at trick five, on the ♠9:"
            " if he throws the ♣A, the ♣10 is good; if a diamond, the ♦K drops the other and the ♦8 is"
            " good. If he throws a diamond, say the ♦7, he is squeezed again at trick four, on the ♦8: if"
            " he throws the ♣A, the ♣10 is good; if a spade, the ♠A and ♠K clear the way for the ♠10. It"
            " is automatic: it works as well if the defenders exchange their hands.",
        ),
        (
            FIGURE_8,
            "Declarer has four top tricks and takes five: West is caught in a trump squeeze. On the ♦5"
            " West has no card to spare: the ♥K and ♥Q guard against North's ♥J, the ♠K65 against the ♠9,"
            " which East can beat too. If he throws a heart, the ♥A drops the other and the ♥J is good; if"
            " a spade, a ruff sets up the ♠9. It is positional: it fails if the defenders exchange their"
            " hands.",
        ),
    ],
    ids=[f"figure {number}" for number in (2, 5, 6, 7, 8)],
)
def test_the_figures_of_the_paper_are_told_as_a_teacher_would(figure: str, said: str) -> None:
    assert text(analyse(Ending.parse(figure))) == said


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (STRIP, "if he throws the ♣10, declarer throws him in with the ♣J, and he must lead a spade;"),
        (WINKLE, "if the ♣K, declarer leads the ♣7, which West's ♣J wins, and the ♣10 is good"),
        (WINKLE, "the ♦9 and ♦6 guard against South's ♦7, and the ♣K and ♣3 are needed too."),
        (VICE, "if he throws a heart, declarer leads the ♥3, which East's ♥A wins, and the ♥10 is good"),
        (STEPPING_STONE, "declarer leads the ♠K and later throws him in with the ♥K, and he must lead"),
        (STEPPING_STONE, "the ♠Q and ♠3 against North's ♠J, and the ♦3 is high."),
        (ENDPLAY, "If he plays a spade, he has ruffed and must lead another spade into declarer's hand."),
        (CRISS_CROSS, "It is a criss-cross: the ♠A is alone opposite the ♠Q, and the ♥A opposite the ♥Q."),
        (VIENNA, "It is a Vienna coup: the ♥A is cashed first, and the ♥Q is left."),
        (TRANSFER, "The guard is transferred: after the lead of the ♠J only West can beat the ♠9."),
        (BACKWASH, "It is a backwash: East has to choose after North has ruffed."),
        (INVERTED, "It is not simultaneous: the defenders are squeezed one after the other."),
        (GUARD, "if a spade, declarer finesses the ♠9 against East"),
        (COMPOUND, "At trick two, on the ♠5, West has no card to spare"),
        ("N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S", "takes four tricks from the top: there is no squeeze"),
        (
            "N:J2..3.6 7.54..7 .Q.K8.2 98..Q4.;NT;S",
            "has two top tricks and takes three, but not by a squeeze",
        ),
        (
            "N:T.7.T4.6 8..KQ.J8 J9..7.75 4.J.852.;S;N",
            "If he plays the ♠8, declarer loses this trick to East",
        ),
    ],
)
def test_words_for_what_else_happens(ending: str, said: str) -> None:
    assert said.lower() in text(analyse(Ending.parse(ending))).lower()


def test_a_tree_is_told_line_by_line() -> None:
    assert explain.explain(reason_for(FIGURE_2)).splitlines() == [
        "West is caught in a simple squeeze: declarer takes three tricks, one more than if nobody had to"
        " discard",
        "  Declarer has two top tricks",
        "  On the ♣A West has no card to spare",
        "    The ♠K guards against North's ♠Q",
        "    The ♥K and ♥Q guard against North's ♥J",
        "    If West throws the ♠K, declarer has winners enough",
        "      The ♠Q is good",
        "    If West throws a heart, declarer has winners enough",
        "      The ♥A drops the other and the ♥J is good",
        "  It is positional: it fails if the defenders exchange their hands",
    ]
