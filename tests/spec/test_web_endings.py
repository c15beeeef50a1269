"""A board that is over: scored from the person's own side, told card by card, and shared without a name."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from types import SimpleNamespace
from typing import NoReturn, cast
from urllib.parse import unquote

import pytest

from overtrick.core import Board, Card, Seat, SeatView
from overtrick.formats import read
from overtrick.table import MemoryLog, Scoring, Table
from overtrick.table.robots import Plugged
from overtrick.web.tables import looking_back
from overtrick.web.tables.host import Wanted, opened
from overtrick.web.tables.hosted import Hosted
from overtrick.web.tables.jobs import Mind
from overtrick.web.tables.kept import FileBoard, Kept, Reviewed, Scored, keep_reviewed, keep_scored
from overtrick.web.tables.scene import Ending, Scene
from overtrick.web.tables.watching import drawn
from tests.hosted import PAGES, Staff
from tests.tables import auction

LAYDOWN = "N:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
TURNED = "E:5432.5432.543.32 JT9.JT9.JT9.T984 AKQ.AKQ.AKQ.AKQJ 876.876.8762.765"
NAMES = ("Nora", "Emil", "Susi", "Willi")


def boards(*deals: str) -> Sequence[FileBoard]:
    """Boards of a file in which people have names; South deals the first."""
    told = [f"Board {number}\nDealer S\nVul None\nDeal {deal}" for number, deal in enumerate(deals, 1)]
    return [FileBoard(Board.parse(each), NAMES) for each in told]


def claimed(seat: Seat | None, scoring: Scoring = Scoring.IMPS) -> Hosted:
    """A table at which South has bid and claimed seven notrump, one of two boards."""
    table = opened(Wanted(seat, scoring, boards=boards(LAYDOWN, TURNED)), MemoryLog())
    auction(table, "7NT P P P")
    table.play(Seat.WEST, Card.parse("S8"))
    table.claim(Seat.SOUTH, 13)
    return Hosted(Kept(table), Staff().services())


def ending(served: Hosted) -> Ending:
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
    keep_scored(served.table, Scored(served.table.state.ended[-1].dealt, datum=datum))
    is_ours = seat in (Seat.NORTH, Seat.SOUTH, None)
    told, sign = ending(served), "+" if is_ours else "-"
    whose = " for North-South" if seat is None else ""
    whom = "to North-South" if seat is None else "to you" if is_ours else "against you"
    assert told.result == f"7NT by South, made: {sign}1520{whose}"
    assert told.compared == f"Par is {par}: {imps} IMPs {whom}"
    score = f"{imps} IMPs to North-South" if seat is None else f"{sign}{imps} IMPs"
    assert told.total == served.scene().score == f"{score} over 1 board"


@pytest.mark.parametrize("seat", Seat)
def test_matchpoints_are_those_of_the_person_s_side_and_their_average(seat: Seat) -> None:
    served = claimed(seat, Scoring.MATCHPOINTS)
    table = served.table
    keep_scored(table, Scored(table.state.ended[-1].dealt, others=(990, 990, 990, 2220)))
    is_ours = seat in (Seat.NORTH, Seat.SOUTH)
    assert ending(served).compared.startswith(
        f"{75 if is_ours else 25} % of the matchpoints against 4 tables"
    )
    table.deal(served.kept.next_board(table.state))
    auction(table, "P P P P")
    keep_scored(table, Scored(table.state.ended[-1].dealt, others=(50, 50, 50, 50)))
    assert served.scene().score == f"{37.5 if is_ours else 62.5} % over 2 boards"


def test_the_score_grows_when_a_comparison_comes_late() -> None:
    served = claimed(Seat.SOUTH)
    assert served.scene().score == ""
    keep_scored(served.table, Scored(served.table.state.ended[-1].dealt, datum=420))
    assert served.scene().score == "+15 IMPs over 1 board"


# What is told


def test_the_tricks_of_a_claim_go_to_the_side_that_took_them() -> None:
    for seat, won in ((Seat.SOUTH, (13, 0)), (Seat.EAST, (0, 13))):
        scene = claimed(seat).scene()
        assert (scene.won, scene.lost) == won


def test_a_card_is_told_with_its_trick_and_a_verdict_with_who_took_so_many() -> None:
    served = claimed(Seat.SOUTH)
    dealt = served.table.state.ended[-1].dealt
    cards = tuple((place, Card.parse(name).index, cost) for place, name, cost in ((3, "SA", 0), (4, "HA", 2)))
    keep_reviewed(served.table, Reviewed(dealt, 420, 12, cards, "Nothing.", good=11))
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


def shown(served: Hosted, scene: Scene) -> str:
    """The end of the board as it is drawn."""
    return drawn(PAGES, scene, served.table.id)["ended"]


# From board to board


def test_after_a_board_that_was_played_again_the_next_one_comes() -> None:
    served = claimed(Seat.SOUTH)
    table = served.table
    table.deal(looking_back_to_the_start(table))
    auction(table, "P P P P")
    following = served.kept.next_board(table.state)
    assert following is not None
    assert following.number == 2
    table.deal(following)
    auction(table, "P P P P")
    assert not served.kept.has_next(table.state)


def looking_back_to_the_start(table: Table) -> Board:
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
    table = opened(Wanted(Seat.NORTH, seed=16), MemoryLog())
    auction(table, "1NT P P P")
    while table.turn is not None:
        table.play(table.turn, min(table.view(table.turn).legal_cards))
    return table.state.ended[-1].board


@pytest.mark.parametrize(
    ("found", "would"),
    [("DK", "would have found none of them either."), ("HK", "would have found one of them.")],
)
def test_the_dearest_card_is_the_one_that_mattered(found: str, would: str) -> None:
    told = looking_back.review(thrown_away(), 1, Seat.NORTH, mind_that_plays(found))
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

    monkeypatch.setattr(looking_back, "PlayerRobot", lambda player: Plugged(no_call, lowest))
    assert looking_back.good_tricks(board, mind_that_plays("SA")) is not None
    assert set(seen) == {("7NT by S", "S8")}
