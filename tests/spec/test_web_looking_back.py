"""What is said of a board that is over: scores and whose they are, claims, and the card that mattered."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from overtrick import dd, deals
from overtrick.core import Board, Call, Card, Deal, Seat, SeatView, Side
from overtrick.explain.words_english import NUMBERS
from overtrick.table import MemoryLog, Scoring, Table
from overtrick.table.reviewing import costs_of, refusal_words
from overtrick.web.tables.endings import ending_of, score_words
from overtrick.web.tables.host import Wanted, opened
from overtrick.web.tables.jobs import Mind
from overtrick.web.tables.kept import Kept, Reviewed, Scored, keep_reviewed, keep_scored
from overtrick.web.tables.looking_back import review
from overtrick.web.tables.moments import Moment
from overtrick.web.tables.reviews import Reviews
from overtrick.web.tables.scene import Ending
from overtrick.web.tables.spoken import card_words
from tests.played import played_board
from tests.tables import auction
from tests.tables import opened as open_table

SOLID = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765 432.432.5432.432")
"""North and South have all the tricks in notrump."""


# Scores and whose they are


def passed_out(seat: Seat | None, scoring: Scoring, scored: Scored) -> tuple[Moment, Kept]:
    """A table whose first board was passed out and compared."""
    table = opened(Wanted(seat, scoring, seed=1), MemoryLog())
    while (turn := table.turn) is not None:
        table.call(turn, Call.PASS)
    keep_scored(table, Scored(table.state.ended[-1].dealt, scored.datum, scored.others))
    return Moment.of(table, seat), Kept(table)


def ending(moment: Moment, kept: Kept, reviewed: Reviewed | None = None, is_complete: bool = True) -> Ending:
    """How the last board of a table is told."""
    known = SimpleNamespace(of=lambda ended: reviewed, is_complete=lambda ended: is_complete)
    found = ending_of(moment, kept, cast(Reviews, known), score_words(moment, kept))
    assert found is not None
    return found


def at_random(seed: int) -> Board:
    """A board bid and played at random."""
    return played_board(next(iter(deals.boards(np.random.default_rng(seed), 1))), random.Random(seed))


def over(board: Board, seat: Seat) -> tuple[Moment, Kept]:
    """A table at which a board was bid and played as it was elsewhere."""
    assert board.auction is not None
    assert board.play is not None
    table = open_table()
    table.deal(board, with_auction=True)
    for card in board.play.cards:
        assert table.turn is not None
        table.play(table.turn, card)
    return Moment.of(table, seat), Kept(table)


@pytest.mark.parametrize(
    ("seat", "compared", "total"),
    [
        (None, "Par is +110 for North-South: 3 IMPs to East-West", "3 IMPs to East-West over 1 board"),
        (Seat.SOUTH, "Par is +110 for North-South: 3 IMPs against you", "-3 IMPs over 1 board"),
        (Seat.WEST, "Par is +110 for North-South: 3 IMPs to you", "+3 IMPs over 1 board"),
    ],
)
def test_imps_say_whose_they_are(seat: Seat | None, compared: str, total: str) -> None:
    told = ending(*passed_out(seat, Scoring.IMPS, Scored(0, datum=110)))
    assert (told.compared, told.total) == (compared, total)


def test_matchpoints_that_are_watched_say_whose_they_are() -> None:
    told = ending(*passed_out(None, Scoring.MATCHPOINTS, Scored(0, others=(90, 90, -50))))
    assert told.compared.startswith("33 % of the matchpoints for North-South against 3 tables of robots")
    assert told.total == "33.3 % for North-South over 1 board"


def test_points_that_are_watched_say_whose_they_are() -> None:
    table = open_table()
    table.deal(Board.numbered(1, SOLID))
    auction(table, "7NT P P P")
    table.concede(Seat.NORTH)
    told = [ending(Moment.of(table, seat), Kept(table)).result for seat in (None, Seat.NORTH)]
    assert told == ["7NT by North, down 13: +650 for East-West", "7NT by North, down 13: -650"]


def test_what_is_still_worked_out_is_named() -> None:
    moment, kept = passed_out(Seat.SOUTH, Scoring.MATCHPOINTS, Scored(0))
    dealt = moment.state.ended[-1].dealt
    assert ending(moment, kept, is_complete=False).working == "Working out what could have been made"
    keep_reviewed(moment.table, Reviewed(dealt, 0, None, (), ""))
    assert ending(moment, kept, is_complete=False).working == "Working out what other tables score"
    assert ending(moment, kept).working == ""


@pytest.mark.parametrize("seed", range(4))
def test_costs_and_what_the_others_gave_lead_to_the_result(seed: int) -> None:
    board = at_random(seed)
    assert board.contract is not None
    assert board.result is not None
    gifts = {side: sum(each.cost for each in dd.analyse(board) if each.seat.side is side) for side in Side}
    for seat in (board.contract.declarer, board.contract.leader):
        told = ending(*over(board, seat), review(board, 1, seat, cast(Mind, Chooser())))
        number = int((re.search(r"\d+", told.balance) or ["0"])[0])
        if seat is board.contract.declarer:
            assert number == gifts[seat.side.opponents]
        elif told.balance.startswith("Declarer"):
            assert 0 < number <= gifts[seat.side.opponents]
        elif told.balance:
            assert 0 < number <= gifts[seat.side] - sum(each.cost for each in told.costs)


# Claims


def after_claim(deal: Deal, calls: str, by: Seat, tricks: int, cards: str = "") -> Table:
    """A table at which a claim was made after some cards."""
    table = open_table()
    table.deal(Board.numbered(1, deal))
    auction(table, calls)
    for card in cards.split():
        assert table.turn is not None
        table.play(table.turn, Card.parse(card))
    table.claim(by, tricks)
    return table


@pytest.mark.parametrize(("tricks", "told"), [(1, "Conceding gave 12"), (5, "Your claim gave 8")])
def test_conceding_is_not_called_a_claim(tricks: int, told: str) -> None:
    board = after_claim(SOLID, "7NT P P P", Seat.NORTH, tricks, "ST S5 S2 SA").state.ended[-1].board
    costs = costs_of(board, Seat.NORTH)
    assert costs is not None
    assert costs.claim_words == f"{told} tricks away."
    assert review(board, 1, Seat.NORTH, cast(Mind, Chooser())).mattered == costs.claim_words


@pytest.mark.parametrize(
    ("cards", "most"), [("", 11), ("SA", 11), ("SA S8 S5 S2", 10), ("SA S8 S5 S2 SK", 10)]
)
def test_the_line_against_a_claim_is_told_by_tricks_until_it_is_beaten(cards: str, most: int) -> None:
    table = after_claim(SOLID.rotated(1), "7NT P P P", Seat.NORTH, most + 1, cards)
    table.concede(Seat.NORTH)
    [refusal] = table.state.ended[-1].refusals
    told = refusal_words(refusal, table.state.ended[-1].board)
    all_cards = [*map(Card.parse, cards.split()), *refusal.line]
    first, last = len(cards.split()) // 4, 13 - most
    tricks = [
        f"East {' '.join(card.print for card in all_cards[4 * at : 4 * at + 4])}" for at in range(first, last)
    ]
    assert told == (
        f"North claimed {most + 1} tricks for declarer; not accepted, as this line shows: "
        f"{' · '.join(tricks)}; then declarer can have {most} at most."
    )


def test_a_defenders_claim_is_beaten_when_declarer_has_more() -> None:
    table = after_claim(SOLID, "7NT P P P", Seat.WEST, 1)
    table.concede(Seat.NORTH)
    [refusal] = table.state.ended[-1].refusals
    told = refusal_words(refusal, table.state.ended[-1].board)
    assert told.count(" · ") == 1
    assert told.endswith("; then declarer has 2.")


# The card that mattered


@dataclass(frozen=True)
class Chooser:
    """A mind and its player, who plays the first card he may."""

    def player(self) -> Chooser:
        """Himself."""
        return self

    def choose(self, view: SeatView) -> SimpleNamespace:
        """The lowest card."""
        return SimpleNamespace(card=min(view.legal_cards))


TOLD = re.compile(
    r"At trick (\d+) the ([a-z ]+?)(?: from dummy)? cost (\d+) tricks?: "
    r"(?:(\w+) cards, such as )?the ([a-z ]+?)(?: or the ([a-z ]+?))?,? would have kept (?:it|them), "
    r"and a player who sees what you saw would (not )?have found (it|one of them|none of them)( either)?\."
)


@pytest.mark.parametrize("seed", range(6))
def test_what_would_have_been_better_is_counted_as_the_solver_counts(seed: int) -> None:
    board = at_random(seed)
    assert board.contract is not None
    assert board.play is not None
    seat = board.contract.declarer
    told = review(board, 1, seat, cast(Mind, Chooser())).mattered
    found = TOLD.fullmatch(told)
    assert found is not None, told
    trick, card, _, number, one, two = found.groups()[:6]
    place = next(
        at
        for at, each in enumerate(board.play.cards)
        if at // 4 + 1 == int(trick) and card_words(each) == card
    )
    worth = dd.cards(board.play.back(len(board.play.cards) - place))
    best = {card_words(each): each for each, tricks in worth.items() if tricks == max(worth.values())}
    assert len(best) == (NUMBERS.index(number) if number else 1 + (two is not None))
    assert {one, two} - {None} <= best.keys()
    if two and len({each.suit for each in best.values()}) > 1:
        assert best[one].suit is not best[two].suit
    player = card_words(min(worth))
    assert (player in best) == ("not" not in (found[7] or "") and "none" not in found[8])
    assert player not in best or player == one
