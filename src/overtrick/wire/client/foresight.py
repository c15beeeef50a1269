"""Positions that may come: the next decisions of a seat while others act, the likeliest first.

The hidden cards are dealt many times at random and the hands before ours play by habit; what came about most
often is likeliest. That decides only what is thought about first, never what is found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random

from overtrick.core import Call, Card, CardSet, IllegalPlay, Play, Seat, SeatView
from overtrick.core.trick import winning_place
from overtrick.player.manners import equals
from overtrick.wire.client.habits import Turn, chances
from overtrick.wire.client.seen import SeenBoard

__all__ = ["MOST", "followed", "foreseen"]

MOST = 12
"""Positions that are thought about, at most, before something happens."""
_DEALS = 150
"""Times that the hidden cards are dealt: with more, no more is foreseen."""

Cards = tuple[Card, ...]


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
    if not board.cards or board.seat is board.contract.dummy:
        return []  # dummy will change everything, or it is ours
    return list(islice(_by_likelihood(board), most))


def followed(view: SeatView, act: Call | Card) -> SeatView | None:
    """The view after an act of ours, if it is our turn again and there is a choice.

    >>> from overtrick.core import Board
    >>> text = "Deal N:AK..4. Q5..3. J2..A. T9..2.\\nPlay NT;E;SQ S2 S9\\nResult 1NT by N"
    >>> further = followed(SeatView.of(Board.parse(text), Seat.NORTH), Card.parse("SA"))
    >>> further is not None and further.legal_cards
    CardSet.parse('K..4.')
    """
    if view.play is None or not isinstance(act, Card):
        return None
    after = replace(view, play=view.play.then(act))
    return after if after.is_turn and _has_choice(after) else None


def _if_all_pass(board: SeenBoard) -> Iterator[SeatView]:
    """The next call, and the lead that follows if all pass: it takes far longer."""
    while not board.auction.is_over:
        board = board.after_call(Call.PASS)
        if board.is_turn:
            yield board.view


def _has_choice(view: SeatView) -> bool:
    """Are there cards that are not all equal? If there are none, a decision takes no time."""
    assert view.play is not None  # cards have been played
    legal = view.legal_cards
    return sum(bool(group & legal) for group in equals(view.play, view.play.to_play)) > 1


# The play


def _by_likelihood(board: SeenBoard) -> Iterator[SeatView]:
    """The views with a choice, those that came about most often first."""
    play, contract, chance = board.play, board.contract, Random(len(board.cards))
    assert play is not None  # cards have been played
    assert contract is not None
    ours = (board.seat, contract.dummy) if board.seat is contract.declarer else (board.seat,)
    found = defaultdict[Cards, float](float)
    for hands in _dealt(play, chance):
        for cards, likely in _played(play, hands, ours, contract.dummy, chance):
            found[cards] += likely
    for cards in sorted(found, key=lambda cards: -found[cards]):
        now = board
        with suppress(IllegalPlay):  # strange managers tell of hands that cannot be
            for card in cards:
                now = now.after_card(card)
            if now.is_turn and _has_choice(now.view):
                yield now.view


def _dealt(play: Play, chance: Random) -> Iterator[tuple[int, ...]]:
    """All hands, with the hidden ones dealt at random: who has shown out of a suit gets no card of it."""
    hidden = [seat for seat in Seat if play.start.get(seat) is None]
    if len(hidden) != 2:
        return
    one, other = (play.bits[seat] for seat in hidden)
    open_cards, own = list(CardSet(one & other)), one & ~other
    has_played = (hidden[0] - play.on_lead) % 4 < len(play.cards) % 4
    wanted = 13 - len(play.cards) // 4 - has_played - own.bit_count()
    for _ in range(_DEALS):
        chance.shuffle(open_cards)
        hands = list(play.bits)
        hands[hidden[0]] = own | CardSet.of(open_cards[: max(0, wanted)]).bits
        hands[hidden[1]] = (one | other) & ~hands[hidden[0]]
        yield tuple(hands)


def _played(
    play: Play, hands: tuple[int, ...], ours: tuple[Seat, ...], dummy: Seat, chance: Random
) -> Iterator[tuple[Cards, float]]:
    """What may be played before our turn: by chance up to the last card, and then each with its chance."""
    leader, trick, left, cards = play.on_lead, play.trick.cards, list(hands), Cards()
    last = play.cards[-4].suit if len(play.cards) > 3 and not trick else None
    while left[seat := leader.next(len(trick))]:
        turn = Turn(tuple(left), seat, trick, play.strain, dummy, play.cards[0].suit, last)
        likely = chances(turn)
        if len(trick) < 3 and leader.next(len(trick) + 1) in ours:
            total = sum(likely.values())
            yield from (((*cards, card), each / total) for card, each in likely.items())
            return
        (card,) = chance.choices(list(likely), list(likely.values()))
        cards, trick = (*cards, card), (*trick, card)
        left[seat] &= ~card.bit
        if len(trick) == 4:
            leader, last, trick = leader.next(winning_place(trick, play.strain)), trick[0].suit, ()
            if leader in ours:
                yield cards, 1.0
                return
