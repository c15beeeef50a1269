"""How reasons for a card are worded."""

from __future__ import annotations

from dataclasses import replace

from overtrick import Board, Contract, Seat, Suit, explain
from overtrick.player.decision import Grounds
from overtrick.player.layouts import Both, Breaks, Condition, Guarded, Length, Lies
from overtrick.player.reasons import why
from overtrick.player.statements import HowSure
from overtrick.player.words import achieves, card_words, condition_words
from tests.card_reasons import (
    BARE_KING,
    BOARDS,
    DEFENDER,
    MANNERS,
    SAME_AND_WORSE,
    WITH_QUEEN,
    best_line,
    card,
    decided,
    ending,
    safety,
    sample_of,
    squeeze,
    told_by_manners,
    true_statements,
)
from tests.golden.golden import compare

ONLY = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
EQUAL = ending("N:65... J.3.. 4.A.. 8.K..", "S", "S4 S8")
SAME = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
SPADE_ACE, HEART_KING = card("SA"), card("HK")
HIDDEN = (Seat.EAST, Seat.WEST)
CONDITIONS: list[Condition] = [
    Lies(SPADE_ACE, Seat.SOUTH),
    Lies(SPADE_ACE, Seat.WEST),
    Length(Seat.WEST, Suit.SPADES, 0, 0),
    Length(Seat.WEST, Suit.SPADES, 0, 1),
    Length(Seat.SOUTH, Suit.HEARTS, 2, 13),
    Length(Seat.SOUTH, Suit.HEARTS, 1, 13),
    Guarded(SPADE_ACE, 0, 0),
    Guarded(SPADE_ACE, 0, 1),
    Guarded(SPADE_ACE, 0, 2),
    Guarded(SPADE_ACE, 1, 13),
    Guarded(SPADE_ACE, 2, 13),
    Breaks(Suit.HEARTS, HIDDEN, 5, 3, 3),
    Breaks(Suit.HEARTS, HIDDEN, 5, 4, 5),
    Breaks(Suit.HEARTS, HIDDEN, 5, 3, 4),
    Both(Lies(SPADE_ACE, Seat.SOUTH), Lies(HEART_KING, Seat.SOUTH)),
    Both(Lies(SPADE_ACE, Seat.SOUTH), Guarded(SPADE_ACE, 0, 0)),
    Both(Lies(SPADE_ACE, Seat.SOUTH), Length(Seat.SOUTH, Suit.HEARTS, 0, 0)),
    Both(Lies(SPADE_ACE, Seat.SOUTH), Lies(HEART_KING, Seat.WEST)),
]


def test_reasons_for_a_card_are_worded_as_in_the_golden_file() -> None:
    texts = {f"reason, {_name(board)}": explain(decided(board).reason) for board in BOARDS}
    boards = (*BOARDS, SAME_AND_WORSE, ONLY, EQUAL, SAME)
    texts |= {f"paragraph, {_name(board)}": explain(decided(board)) for board in boards}
    one, other = decided(WITH_QUEEN).candidates
    planned = replace(
        decided(WITH_QUEEN),
        candidates=(replace(one, plan=0.4), replace(other, plan=0.1)),
        grounds=Grounds("strategy", target=3, depth=2),
    )
    texts["reason, by strategies"] = explain(planned.reason)
    best, second, *_ = decided(BARE_KING).candidates
    short = replace(second, tricks=second.tricks[:200])
    texts["paragraph, a rival dropped early"] = card_words(
        why(replace(decided(BARE_KING), candidates=(best, short)))
    )
    compare("player.en", texts | _statements() | _phrases())


def _statements() -> dict[str, str]:
    found = [each for position in MANNERS for each in told_by_manners(*position)]
    spared = told_by_manners("N:KJ6.2.. A852... QT3.4.. 974.3..;NT;N;S6", "852...", "S5")
    sure = HowSure(sample_of(WITH_QUEEN), card("SQ"), card("SA"), 4.0, 4.0, 24)
    close = [replace(sure, difference=difference) for difference in (4.0, 7.0, 8.5)]
    told = (*true_statements(), *found, *spared, best_line(), squeeze(), *close)
    lines = sorted({f"{type(each).__name__}: {explain(each)}" for each in told})
    return {"statements": "\n".join(lines)}


def _phrases() -> dict[str, str]:
    defender = sample_of(DEFENDER)
    conditions = [condition_words(defender, each) for each in CONDITIONS]
    samples = (safety().sample, replace(safety().sample, contract=Contract.parse("1C by W")))
    tricks = [achieves(replace(sample, needed=needed)) for sample in samples for needed in range(4, 14)]
    return {"conditions": "\n".join(conditions), "tricks": "\n".join(tricks)}


def _name(board: Board) -> str:
    return str(board.play)
