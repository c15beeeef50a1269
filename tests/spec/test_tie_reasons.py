"""Why one of several cards that are as good: what signals, discards, leads and experts are said to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from overtrick import (
    Auction,
    Board,
    Card,
    CardSet,
    Odds,
    Play,
    Reason,
    Seat,
    SeatView,
    Strain,
    Suit,
    Vul,
    explain,
)
from overtrick.bidding.carding import CardTable, load_card, parse_card
from overtrick.core import Claim
from overtrick.explain.player import card_words
from overtrick.player import PlaySettings
from overtrick.player.decision import Candidate, Decision, Grounds
from overtrick.player.expert_claims import BeginsSqueeze, BestLine
from overtrick.player.experts import suit_line
from overtrick.player.manner_claims import ByHabit, Habit, Message, Signals, TableLead
from overtrick.player.sample import Sample
from overtrick.player.tie_reasons import by_expert, by_manners
from overtrick.player.worlds import Worlds
from tests.plain_claiming import view_of

SAYC = load_card("sayc")
UPSIDE_DOWN = parse_card(
    'when leading\n  top "high" from ?+\n'
    'when partner leads\n  low "encouraging": more\n  high "discouraging": no more\n'
)
NOWHERE = Board.parse("Deal N:A... K... Q... J...")
"""The claims carry what they are about."""


def tie(text: str, cards: str, name: str = "manners", worlds: tuple[str, ...] = ()) -> Decision:
    """The decision of the player to move, for the first of some cards that are as good."""
    play = Play.parse(text)
    seat = play.to_play.partner if play.to_play is Seat.NORTH else play.to_play
    rows = [[hand.bits for _, hand in Play.parse(each).start.items()] for each in worlds]
    deals = np.array(rows, np.uint64).reshape(len(rows), 4)
    found = Worlds(deals, np.full(len(rows), 1 / max(1, len(rows))))
    each = [
        Candidate(card, (card,), np.empty(0, np.int8), 0.0, 0.0, 0.0, 0.0, 0) for card in CardSet.parse(cards)
    ]
    view = view_of(play, Seat.SOUTH, seat)
    grounds = Grounds(name, tied=CardSet.parse(cards))
    return Decision(view, each[0].card, tuple(each), found, PlaySettings(), grounds)


def mannerly(text: str, cards: str, card: str, table: CardTable | None = SAYC) -> list[Claim]:
    """The claims of manners for a card."""
    decision = replace(tie(text, cards), card=Card.parse(card))
    return [each.claim for each in by_manners(decision, table)]


MANNERS = [
    ("N:5432... KJ76... AT98... Q...432;H;E", "KJ76...", "S6", SAYC),
    ("N:543... Q82... J76... AKT...;NT;W;SA S3", "82...", "S8", SAYC),
    ("N:543... Q82... J76... AKT...;NT;W;SA S3", "82...", "S2", UPSIDE_DOWN),
    ("N:Q43... 972... J65... AKT...;NT;W;SA S3", "972...", "S2", SAYC),
    ("N:KQJ5... 7632... A84.5.. T9.43..;NT;S;S4 S9 SK", "7632...", "S7", SAYC),
    ("N:KQJ... 732... A84... T65...;NT;S;S4 S5 SK", "732...", "S2", SAYC),
    ("N:2.K3.4.6 .A98.A.9 5.QJ.K.A 43..Q.KQ;S;E;HA HJ CQ H3", ".98..", "H9", SAYC),
    ("N:2.K3.6.4 .A98.9.A 5.QJ.A.K 43..KQ.Q;S;E;HA HJ DQ H3", ".98..", "H8", SAYC),
    ("N:.43..A .A87.. .KJ..2 .Q9..3;NT;S;C2 C3 CA", ".87..", "H8", SAYC),
    ("N:.43..A .J87.. .KA..2 .Q9..3;NT;S;C2 C3 CA", ".87..", "H7", SAYC),
    ("N:.5.5.A 2.3.2. .6.4.K .7.6.Q;S;S;CK CQ CA", "2.3..", "H3", None),
    ("N:.AK.AK.A .54.632. .Q6.Q4.K .87.87.Q;NT;S;CK CQ CA", ".4.2.", "D2", None),
    ("N:.A5.5.A .K4.32. .Q6.4.K .J7.6.Q;NT;S;CK CQ CA", ".4.2.", "D2", SAYC),
    ("N:.7653..A .9842.2. .AK.54.K .QJT..QJ;NT;S;CK CJ CA", ".2.2.", "D2", SAYC),
    ("N:.5.5.A .A3.2. .6.4.K .7.6.Q;NT;S;CK CQ CA", ".A.2.", "D2", None),
    ("N:432.4.. KJ7.6.. A98.K.. QT5.A..;NT;W;S5 S2 SK SA", "9.K..", "S9", None),
    ("N:A32... KJ7... T54... Q98...;NT;E;SK", "T4...", "S4", None),
]


@cache
def manners_told() -> tuple[Claim, ...]:
    return tuple(
        claim for text, cards, card, table in MANNERS for claim in mannerly(text, cards, card, table)
    )


def test_every_message_and_every_habit_is_told_and_true() -> None:
    told = manners_told()
    assert {each.message for each in told if isinstance(each, Signals)} == set(Message)
    assert {each.habit for each in told if isinstance(each, ByHabit)} == set(Habit)
    assert any(isinstance(each, TableLead) for each in told)
    assert [each for each in told if not explain.holds(each, NOWHERE)] == []


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (0, "♠6 is the agreed lead from ♠KJ76: fourth best"),
        (1, "♠8, the highest that costs nothing, encourages partner to go on with spades"),
        (2, "♠2, the lowest that costs nothing, encourages partner to go on with spades"),
        (4, "♠7, the highest that costs nothing, shows partner an even number of spades"),
        (6, "♥9, the highest that costs nothing, asks partner for diamonds after the ruff"),
        (12, "♦2 keeps the guard of the ♥K"),
        (13, "♦2 keeps as many hearts as dummy has"),
        (14, "♦2 keeps the winner ♥A"),
    ],
)
def test_manners_are_told_as_a_player_says_them(place: int, words: str) -> None:
    (first, *_) = mannerly(*MANNERS[place])
    assert explain.explain(Reason(first)) == words


def lies(claim: Claim) -> Iterator[Claim]:
    """A claim of manners with something changed that makes it false."""
    if isinstance(claim, ByHabit | Signals | TableLead):
        yield replace(claim, instead=())
        yield replace(claim, instead=(*claim.instead, claim.card))
        yield replace(claim, card=claim.instead[0], instead=(claim.card,))
        yield replace(claim, card=Card.parse("CJ"))
        yield replace(claim, instead=(Card.parse("CJ"),))
    match claim:
        case Signals():
            yield from (replace(claim, message=each) for each in Message if each is not claim.message)
        case TableLead():
            yield replace(claim, entry="top of nothing")
            yield replace(claim, table=UPSIDE_DOWN)
        case ByHabit(habit=habit):
            play = claim.view.play
            assert play is not None
            if play.strain is Strain.NOTRUMP:
                yield replace(claim, habit=Habit.KEEPS_TRUMPS)
            on_lead = (Habit.LONGEST_SUIT,)
            wrong = (Habit.KEEPS_GUARDS, Habit.USELESS_SUIT) if habit in on_lead else on_lead
            yield from (replace(claim, habit=each) for each in wrong)


def test_manners_that_are_false_are_refused() -> None:
    planted = [lie for claim in manners_told() for lie in lies(claim)]
    assert [lie for lie in planted if explain.holds(lie, NOWHERE)] == []
    assert len(planted) > 120


def test_the_only_card_to_spare_is_no_signal() -> None:
    """Second hand has four cards, and all but the lowest would win the trick: by the table low is odd."""
    position = ("N:KJ4.2.. A872... QT3.4.. 965.3..;NT;N;S4", "872...")
    (told,) = mannerly(*position, "S2")
    assert explain.explain(Reason(told)) == "♠2 is the lowest"
    assert explain.holds(told, NOWHERE)
    assert isinstance(told, ByHabit)
    lie = Signals(told.view, told.card, told.instead, Message.EVEN, SAYC)
    assert not explain.holds(lie, NOWHERE)


def test_a_signal_below_a_card_that_wins_is_not_called_the_lowest() -> None:
    told, *_ = mannerly("N:KJ6.2.. A852... QT3.4.. 974.3..;NT;N;S6", "852...", "S5")
    words = "♠5, the highest that can be spared, shows partner an even number of spades"
    assert explain.explain(Reason(told)) == words
    assert explain.holds(told, NOWHERE)


def test_a_reader_of_the_other_table_is_told_no_lie() -> None:
    """High encourages by one table and low by the other; the card that one asks for is false by the other."""
    (high,) = mannerly(*MANNERS[1])
    assert isinstance(high, Signals)
    assert not explain.holds(replace(high, table=UPSIDE_DOWN), NOWHERE)


# Experts

TENACE = "N:AQT.AKQ2.K32.765 987.543.QJT9.KQJ 43.JT9.A876.A432 KJ652.876.54.T98;NT;W;D5 DK DQ D6"
"""Two tricks are needed from the ace, queen and ten of spades: eight of the nine are elsewhere, or taken."""
SQUEEZE = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
NO_SQUEEZE = "N:Q.AJ.. KT...3 2.3..A 9.KQ..;NT;S"


@cache
def best_line() -> BestLine:
    play, auction = Play.parse(TENACE), Auction.parse("S: 3NT AP")
    view = SeatView.of(Board(None, Seat.SOUTH, Vul.NONE, play.start, auction, play=play), Seat.SOUTH)
    decision = replace(tie(TENACE, "AQT...", "suit"), view=view)
    line = suit_line(view, CardSet.parse("AQT..."))
    assert line is not None
    first = sorted(decision.candidates, key=lambda each: each.card is not line.card)
    (told,) = by_expert(replace(decision, card=line.card, candidates=tuple(first)), squeeze().sample)
    assert isinstance(told.claim, BestLine)
    return told.claim


@cache
def squeeze() -> BeginsSqueeze:
    decision = tie(SQUEEZE, "2.3..A", "squeeze", (SQUEEZE, NO_SQUEEZE, SQUEEZE))
    chosen = Card.parse("CA")
    first = [each for each in decision.candidates if each.card is chosen]
    others = [each for each in decision.candidates if each.card is not chosen]
    play = decision.view.play
    assert play is not None
    layouts = tuple(tuple(row) for row in decision.worlds.deals.tolist())
    sample = Sample(play, decision.view.contract, layouts, (1 / 3,) * 3, 3)
    (told,) = by_expert(replace(decision, card=chosen, candidates=(*first, *others)), sample)
    assert isinstance(told.claim, BeginsSqueeze)
    return told.claim


def test_the_best_line_is_told_with_the_next_best_and_holds() -> None:
    said = explain.explain(Reason(best_line()))
    assert "begins the best line" in said
    assert " against " in said
    assert explain.holds(best_line(), NOWHERE)


def test_a_squeeze_is_told_with_its_victim_and_holds() -> None:
    assert explain.explain(Reason(squeeze())) == (
        "♣A squeezes West in spades and hearts in 66.7% of the 3 likeliest layouts"
    )
    assert explain.holds(squeeze(), NOWHERE)


def false_lines() -> Iterator[Claim]:
    claim = best_line()
    yield replace(claim, value=claim.value + Fraction(1, 100))
    yield replace(claim, next_best=claim.next_best - Fraction(1, 100))
    yield replace(claim, tricks=claim.tricks + 1)
    yield replace(claim, card=claim.others[0], others=(claim.card, *claim.others[1:]))
    yield replace(claim, others=(*claim.others, Card.parse("HA")))
    yield replace(claim, others=(*claim.others, claim.card))


def false_squeezes() -> Iterator[Claim]:
    claim = squeeze()
    yield replace(claim, share=Odds(1, 1))
    yield replace(claim, share=Odds(1, 3))
    yield replace(claim, victim=Seat.EAST)
    yield replace(claim, suits=(Suit.SPADES, Suit.DIAMONDS))
    yield replace(claim, suits=(Suit.SPADES,))
    yield replace(claim, card=Card.parse("H3"))
    yield replace(claim, sample=replace(claim.sample, layouts=claim.sample.layouts[:2]))


def test_what_experts_never_said_is_refused() -> None:
    planted = [*false_lines(), *false_squeezes()]
    assert [lie for lie in planted if explain.holds(lie, NOWHERE)] == []
    assert len(planted) == 13


def test_every_kind_of_claim_about_ties_is_planted_here() -> None:
    modules = {ByHabit.__module__, BestLine.__module__}
    kinds = {kind for kind in explain.claim_kinds() if kind.__module__ in modules}
    assert kinds == {ByHabit, Signals, TableLead, BestLine, BeginsSqueeze}


def test_the_paragraph_ends_with_what_settled_it() -> None:
    (told, *_) = by_manners(replace(tie(MANNERS[1][0], MANNERS[1][1]), card=Card.parse("S8")), SAYC)
    assert card_words(told) == "♠8, the highest that costs nothing, encourages partner to go on with spades."
