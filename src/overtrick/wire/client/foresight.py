"""Positions that may come: the next decisions of a seat while others act, the likeliest first.

How likely they are taken to be decides only what is thought about first, never what is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, islice

from overtrick.core import Call, Card, Play, SeatView, Trick
from overtrick.wire.client.seen import SeenBoard

__all__ = ["MOST", "foreseen"]

MOST = 12
"""Positions that are thought about, at most, before something happens."""
_WAYS = 10
"""Cards of one hand that are taken into account."""
_STEPS = 60
"""Positions that are looked at."""


def foreseen(board: SeenBoard, most: int = MOST) -> list[SeatView]:
    """The views in which this seat may have to act next; none if it is its turn, or all is too uncertain.

    >>> from overtrick.core import Auction, CardSet, Seat, Vul
    >>> hand = CardSet.parse("AKQ2.AKQ.AKQ.AK2")
    >>> board = SeenBoard(Seat.NORTH, 1, Vul.NONE, hand, Auction.parse("E: P"))
    >>> [str(view.auction) for view in foreseen(board)]
    ['E: P P P']
    """
    if board.is_over or board.is_turn or board.lacks_dummy:
        return []
    if board.contract is None:
        return list(_if_all_pass(board))
    if not board.cards:
        return []  # dummy will change everything
    return list(islice(_by_likelihood(board), most))


def _if_all_pass(board: SeenBoard) -> Iterator[SeatView]:
    for _ in range(4):
        if board.auction.is_over:
            break
        board = board.after_call(Call.PASS)
        if board.is_turn:
            yield board.view
            return


def _by_likelihood(board: SeenBoard) -> Iterator[SeatView]:
    """The views in the order of their costs: a card costs as many as are likelier."""
    order, waiting = count(), list[tuple[int, int, SeenBoard, Card]]()

    def go_on(now: SeenBoard, cost: int) -> None:
        assert now.play is not None  # cards have been played
        for more, card in enumerate(islice(_likely(now.play), _WAYS)):
            heappush(waiting, (cost + more, next(order), now, card))

    go_on(board, 0)
    for _ in range(_STEPS):
        if not waiting:
            return
        cost, _, before, card = heappop(waiting)
        now = before.after_card(card)
        if now.is_turn:
            if len(now.view.legal_cards) > 1:  # what is forced takes no time
                yield now.view
        elif not now.is_over:
            go_on(now, cost)


def _likely(play: Play) -> Iterator[Card]:
    """The cards of the hand to play, the likeliest first: low, then as cheap as wins, then high."""
    legal = sorted(play.legal_cards, key=lambda card: (card.rank, card.suit))
    led = play.trick.suit
    if led is None:
        return _leads(play, legal)
    following = [card for card in legal if card.suit is led]
    if not following:
        return iter(legal)
    winning = [card for card in following if _wins(play, card)]
    first = [following[0], *winning[:1], following[-1]]
    if len(play.trick) > 1 and winning and play.trick.winner(play.strain).side is not play.to_play.side:
        first = [winning[0], following[0], following[-1]]
    return iter(dict.fromkeys((*first, *following)))


def _leads(play: Play, legal: list[Card]) -> Iterator[Card]:
    """The suit of the trick before goes on; then other suits."""
    last = play.cards[-4].suit if len(play.cards) >= 4 else None
    return iter(sorted(legal, key=lambda card: (card.suit is not last, -card.rank)))


def _wins(play: Play, card: Card) -> bool:
    """Would a card of the suit led take the trick as it lies?"""
    after = Trick(play.trick.leader, (*play.trick.cards, card))
    return after.winner(play.strain) is play.to_play
