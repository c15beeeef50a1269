"""Random deals and deals by number: each deal has a number, by which it can be stored or drawn.

North's hand is one of the C(52,13) sets of thirteen cards, East's one of the C(39,13) sets of those
left, South's one of C(26,13); West has the rest. Each set has its number in the combinatorial number
system (members c1 < c2 < … give C(c1,1) + C(c2,2) + …), and the deal's number is the three in mixed radix.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

import numpy as np
import numpy.typing as npt

from overtrick._core import Dealer
from overtrick.core import Board, CardSet, Deal, DealError

__all__ = [
    "DEALS",
    "HANDS_IN_TURN",
    "Deals",
    "boards",
    "deal_numbered",
    "dealer",
    "deals",
    "number_of",
    "packed_deals",
    "unpack",
]

Deals = npt.NDArray[np.uint64]
"""Deals as rows of four hands, North first, one bit for each card."""

HANDS_IN_TURN = (comb(52, 13), comb(39, 13), comb(26, 13))
"""The number of possible hands for North, then for East, then for South."""
DEALS = prod(HANDS_IN_TURN)
"""The number of different deals, 53,644,737,765,488,792,839,237,440,000."""

dealer = Dealer()
_BATCH = 1024


def deal_numbered(number: int) -> Deal:
    """The deal with this number, from 0 to `DEALS` - 1.

    >>> deal_numbered(0)
    Deal.parse('N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432...')
    """
    if not 0 <= number < DEALS:
        raise DealError(f"there is no deal number {number}: they go from 0 to {DEALS - 1}")
    _, east, south = HANDS_IN_TURN
    rest, souths = divmod(number, south)
    norths, easts = divmod(rest, east)
    return unpack(dealer.deal(np.array([[norths, easts, souths]], dtype=np.uint64)))[0]


def number_of(deal: Deal) -> int:
    """The number of a full deal.

    >>> number_of(deal_numbered(10**28)) == 10**28
    True
    """
    if not deal.is_full:
        raise DealError("only a full deal has a number", text=str(deal))
    hands = np.array([[hand.bits for _, hand in deal.items()]], dtype=np.uint64)
    norths, easts, souths = (int(part) for part in dealer.number(hands)[0])
    _, east, south = HANDS_IN_TURN
    return (norths * east + easts) * south + souths


def unpack(packed: Deals) -> list[Deal]:
    """The deals in the rows of an array."""
    return [Deal(tuple(map(CardSet, hands))) for hands in packed.tolist()]


def packed_deals(rng: np.random.Generator, n: int) -> Deals:
    """Deal `n` times into an array: a row for each deal, North's hand first, one bit for each card.

    The deals depend only on the state of the generator, not on how many are dealt at a time.

    >>> packed_deals(np.random.default_rng(1), 3).shape
    (3, 4)
    """
    return dealer.deal(rng.integers(0, HANDS_IN_TURN, size=(n, 3), dtype=np.uint64))


def deals(rng: np.random.Generator, n: int) -> Iterator[Deal]:
    """Deal `n` times, drawing no more random numbers than that takes.

    >>> [deal.is_full for deal in deals(np.random.default_rng(1), 2)]
    [True, True]
    """
    for dealt in range(0, n, _BATCH):
        yield from unpack(packed_deals(rng, min(_BATCH, n - dealt)))


def boards(rng: np.random.Generator, n: int, first: int = 1) -> Iterator[Board]:
    """Deal `n` boards, numbered from `first`, with the dealer and vulnerability of their numbers.

    >>> [board.number for board in boards(np.random.default_rng(1), 2, first=15)]
    [15, 16]
    """
    return (Board.numbered(number, deal) for number, deal in enumerate(deals(rng, n), first))
