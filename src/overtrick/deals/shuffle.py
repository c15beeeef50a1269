"""Random deals: every one of the 53,644,737,765,488,792,839,237,440,000 equally likely."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from overtrick.core import Board, Deal
from overtrick.deals.numbers import HANDS_IN_TURN, Packed, dealer, unpack

__all__ = ["boards", "deals", "packed_deals"]

_BATCH = 1024


def packed_deals(rng: np.random.Generator, n: int) -> Packed:
    """Deal `n` times into an array: a row for each deal, North's hand first, one bit for each card.

    A generator in the same state deals the same cards, however many are asked for at a time.

    >>> packed_deals(np.random.default_rng(1), 3).shape
    (3, 4)
    """
    return dealer.deal(rng.integers(0, HANDS_IN_TURN, size=(n, 3), dtype=np.uint64))


def deals(rng: np.random.Generator, n: int) -> Iterator[Deal]:
    """Deal `n` times; the generator is asked for no more than that.

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
