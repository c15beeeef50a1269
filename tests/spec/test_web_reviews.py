"""A board that is over: scores and whose they are, reviews, claims, the card that mattered, sharing."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from types import SimpleNamespace
from typing import NoReturn, cast
from urllib.parse import unquote

import numpy as np
import pytest

from overtrick import dd, deals
from overtrick.core import Board, Call, Card, Deal, Seat, SeatView, Side
from overtrick.core.english import NUMBERS
from overtrick.formats import read
from overtrick.table import MemoryLog, Scoring, Table
from overtrick.table.robots import CustomRobot
from overtrick.table.scores import player_costs, refusal_words
from overtrick.web.scene import Ending, Scene, card_words
from overtrick.web.tables import jobs
from overtrick.web.tables.host import TableRequest, open_table
from overtrick.web.tables.jobs import Mind, review
from overtrick.web.tables.review import Reviews, ending_of, score_words
from overtrick.web.tables.scene import Snapshot, draw_regions
from overtrick.web.tables.session import TableSession
from overtrick.web.tables.store import BoardReview, Comparison, FileBoard, TableStore, note_found
from tests.endings import IS_SOAK
from tests.played import played_board
from tests.sessions import Staff
from tests.tables import auction, opened

LAYDOWN = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
TURNED = "E:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
NAMES = ("Nora", "Emil", "Susi", "Willi")


def boards(*deals: str) -> Sequence[FileBoard]:
    """Boards of a file in which people have names; South deals the first."""
    told = [f"Board {number}\nDealer S\nVul None\nDeal {deal}" for number, deal in enumerate(deals, 1)]
    return [FileBoard(Board.parse(each), NAMES) for each in told]


def claimed(seat: Seat | None, scoring: Scoring = Scoring.IMPS) -> TableSession:
    """A table at which South has bid and claimed seven notrump, one of two boards."""
    table = open_table(TableRequest(seat, scoring, boards=boards(LAYDOWN, TURNED)), MemoryLog())
    auction(table, "7NT P P P")
    table.play(Seat.WEST, Card.parse("S8"))
    table.claim(Seat.SOUTH, 13)
    return TableSession(TableStore(table), Staff().services())


def ending(served: TableSession) -> Ending:
    """What is told of the board."""
    found = served.scene().ending
    assert found is not None
    return found


# Scores


@pytest.mark.parametrize("seat", [*Seat, None])
@pytest.mark.parametrize(
    ("datum", "par", "imps"), [(420, "+420 for North-South", 15), (-50, "+50 for East-West", 17)]
)
def test_imps_and_points_are_those_of_the_person_s_side(
    seat: Seat | None, datum: int, par: str, imps: int
) -> None:
    served = claimed(seat)
    note_found(served.table, Comparison(served.table.state.ended[-1].dealt, datum=datum))
    is_ours = seat in (Seat.NORTH, Seat.SOUTH, None)
    told, sign = ending(served), "+" if is_ours else "-"
    whom = "to North-South" if seat is None else "to you" if is_ours else "against you"
    assert f"{sign}1520" in told.result
    assert (par in told.compared, told.compared.endswith(f"{imps} IMPs {whom}")) == (True, True)
    assert told.total == served.scene().score
    assert told.total.startswith(f"{imps} IMPs to North-South" if seat is None else f"{sign}{imps} IMPs ")


@pytest.mark.parametrize("seat", Seat)
def test_matchpoints_are_those_of_the_person_s_side_and_their_average(seat: Seat) -> None:
    served = claimed(seat, Scoring.MATCHPOINTS)
    table = served.table
    note_found(table, Comparison(table.state.ended[-1].dealt, others=(990, 990, 990, 2220)))
    is_ours = seat in (Seat.NORTH, Seat.SOUTH)
    assert ending(served).compared.startswith(
        f"{75 if is_ours else 25} % of the matchpoints against 4 tables"
    )
    table.deal(served.store.next_board(table.state))
    auction(table, "P P P P")
    note_found(table, Comparison(table.state.ended[-1].dealt, others=(50, 50, 50, 50)))
    assert served.scene().score.startswith(f"{37.5 if is_ours else 62.5} %")


def test_the_score_grows_when_a_comparison_comes_late() -> None:
    served = claimed(Seat.SOUTH)
    assert served.scene().score == ""
    note_found(served.table, Comparison(served.table.state.ended[-1].dealt, datum=420))
    assert served.scene().score.startswith("+15 IMPs")


# What is told


def test_the_tricks_of_a_claim_go_to_the_side_that_took_them() -> None:
    for seat, won in ((Seat.SOUTH, (13, 0)), (Seat.EAST, (0, 13))):
        scene = claimed(seat).scene()
        assert (scene.won, scene.lost) == won


def test_a_card_is_told_with_its_trick_and_a_verdict_with_who_took_so_many() -> None:
    served = claimed(Seat.SOUTH)
    dealt = served.table.state.ended[-1].dealt
    cards = tuple((place, Card.parse(name).index, cost) for place, name, cost in ((3, "SA", 0), (4, "HA", 2)))
    note_found(served.table, BoardReview(dealt, 420, 12, cards, "Nothing.", good=11))
    told = ending(served)
    assert [(each.trick, each.card.card, each.cost) for each in told.costs] == [(1, "SA", 0), (2, "HA", 2)]
    assert [(each.who, each.tricks) for each in told.verdicts] == [
        ("Your table", 13),
        ("A good player", 11),
        ("Double dummy", 12),
    ]


def test_a_board_is_shared_whole_and_says_nothing_of_who_played_it_where() -> None:
    served = claimed(Seat.SOUTH)
    scene = served.scene()
    share = ending(served).share
    (record,) = read(unquote(share.removeprefix("/deal?lin=")).encode())
    board = served.table.state.ended[-1].board
    assert (record.board.deal, record.board.contract) == (board.deal, board.contract)
    assert not any(name in share for name in (*NAMES, "Robot", "You", "set"))
    assert f'href="{escape(share)}" data-share' in shown(served, scene)


def shown(served: TableSession, scene: Scene) -> str:
    """The end of the board as it is drawn."""
    return draw_regions(scene, served.table.id)["ended"]


# From board to board


def test_after_a_board_that_was_played_again_the_next_one_comes() -> None:
    served = claimed(Seat.SOUTH)
    table = served.table
    table.deal(as_dealt(table))
    auction(table, "P P P P")
    following = served.store.next_board(table.state)
    assert following is not None
    assert following.number == 2
    table.deal(following)
    auction(table, "P P P P")
    assert not served.store.has_next(table.state)


def as_dealt(table: Table) -> Board:
    """The last board as it was dealt."""
    board = table.state.ended[-1].board
    return Board(board.number, board.dealer, board.vul, board.deal)


# What a review finds


def mind_that_plays(card: str) -> Mind:
    """A mind whose player always finds one card."""
    player = SimpleNamespace(choose=lambda view: SimpleNamespace(card=Card.parse(card)))
    return cast(Mind, SimpleNamespace(player=lambda: player))


def thrown_away() -> Board:
    """A board on which everybody played the lowest card: declarer, North, paid for it five times."""
    table = open_table(TableRequest(Seat.NORTH, seed=16), MemoryLog())
    auction(table, "1NT P P P")
    while table.turn is not None:
        table.play(table.turn, min(table.view(table.turn).legal_cards))
    return table.state.ended[-1].board


@pytest.mark.parametrize(
    ("found", "would"),
    [("DK", "would have found none of them either."), ("HK", "would have found one of them.")],
)
def test_the_dearest_card_is_the_one_that_mattered(found: str, would: str) -> None:
    told = jobs.review(thrown_away(), 1, Seat.NORTH, mind_that_plays(found))
    assert [cost for _, _, cost in told.costs if cost] == [1, 1, 1, 3, 1]
    cost = "At trick 8 the king of diamonds from dummy cost 3 tricks"
    assert told.mattered.startswith(f"{cost}: three cards, such as the king of hearts or ")
    assert told.mattered.endswith(f", and a player who sees what you saw {would}")


def test_a_good_player_gets_the_same_auction_and_the_same_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    board = claimed(Seat.SOUTH).table.state.ended[-1].board
    seen = list[tuple[str, str]]()

    def lowest(view: SeatView) -> Card:
        assert view.play is not None
        seen.append((str(view.contract), str(view.play.cards[0])))
        return min(view.legal_cards)

    def no_call(view: SeatView) -> NoReturn:
        raise AssertionError("the auction is over")

    monkeypatch.setattr(jobs, "PlayerRobot", lambda player: CustomRobot(no_call, lowest))
    assert jobs.good_tricks(board, mind_that_plays("SA")) is not None
    assert set(seen) == {("7NT by S", "S8")}


SOLID = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765 432.432.5432.432")
"""North and South have all the tricks in notrump."""


# Scores and whose they are


def passed_out(seat: Seat | None, scoring: Scoring, scored: Comparison) -> tuple[Snapshot, TableStore]:
    """A table whose first board was passed out and compared."""
    table = open_table(TableRequest(seat, scoring, seed=1), MemoryLog())
    while (turn := table.turn) is not None:
        table.call(turn, Call.PASS)
    note_found(table, Comparison(table.state.ended[-1].dealt, scored.datum, scored.others))
    return Snapshot.of(table, seat), TableStore(table)


def told_ending(
    moment: Snapshot, store: TableStore, reviewed: BoardReview | None = None, is_complete: bool = True
) -> Ending:
    """How the last board of a table is told."""
    known = SimpleNamespace(of=lambda ended: reviewed, is_complete=lambda ended: is_complete)
    found = ending_of(moment, store, cast(Reviews, known), score_words(moment, store))
    assert found is not None
    return found


def at_random(seed: int) -> Board:
    """A board bid and played at random."""
    return played_board(next(iter(deals.boards(np.random.default_rng(seed), 1))), random.Random(seed))


def over(board: Board, seat: Seat) -> tuple[Snapshot, TableStore]:
    """A table at which a board was bid and played as it was elsewhere."""
    assert board.auction is not None
    assert board.play is not None
    table = opened()
    table.deal(board, with_auction=True)
    for card in board.play.cards:
        assert table.turn is not None
        table.play(table.turn, card)
    return Snapshot.of(table, seat), TableStore(table)


def test_matchpoints_that_are_watched_say_whose_they_are() -> None:
    told = told_ending(*passed_out(None, Scoring.MATCHPOINTS, Comparison(0, others=(90, 90, -50))))
    assert told.compared.startswith("33 % of the matchpoints for North-South against 3 tables of robots")
    assert told.total.startswith("33.3 % for North-South")


def test_points_that_are_watched_say_whose_they_are() -> None:
    table = opened()
    table.deal(Board.numbered(1, SOLID))
    auction(table, "7NT P P P")
    table.concede(Seat.NORTH)
    told = [told_ending(Snapshot.of(table, seat), TableStore(table)).result for seat in (None, Seat.NORTH)]
    assert (told[0].endswith("+650 for East-West"), told[1].endswith("-650")) == (True, True)


def test_what_is_still_worked_out_is_named() -> None:
    moment, store = passed_out(Seat.SOUTH, Scoring.MATCHPOINTS, Comparison(0))
    dealt = moment.state.ended[-1].dealt
    assert "could have been made" in told_ending(moment, store, is_complete=False).working
    note_found(moment.table, BoardReview(dealt, 0, None, (), ""))
    assert "other tables" in told_ending(moment, store, is_complete=False).working
    assert told_ending(moment, store).working == ""


@pytest.mark.parametrize("seed", range(4 if IS_SOAK else 2))
def test_costs_and_what_the_others_gave_lead_to_the_result(seed: int) -> None:
    board = at_random(seed)
    assert board.contract is not None
    assert board.result is not None
    gifts = {side: sum(each.cost for each in dd.analyse(board) if each.seat.side is side) for side in Side}
    for seat in (board.contract.declarer, board.contract.leader):
        told = told_ending(*over(board, seat), review(board, 1, seat, cast(Mind, Chooser())))
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
    table = opened()
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
    costs = player_costs(board, Seat.NORTH)
    assert costs is not None
    assert costs.claim_words.startswith(told)
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
    assert told.startswith(f"North claimed {most + 1} tricks ")
    assert f": {' · '.join(tricks)}; " in told
    assert told.endswith(f" {most} at most.")


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


@pytest.mark.parametrize("seed", range(6 if IS_SOAK else 3))
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
