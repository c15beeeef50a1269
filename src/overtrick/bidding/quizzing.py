"""Bidding problems to be asked: those a system is expected to solve, or hands that come up in self-play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import final

import numpy as np

from overtrick.bidding.bidder import Agreements
from overtrick.bidding.errors import BiddingError, suggestion
from overtrick.bidding.expectations import Expectation
from overtrick.core import Auction, Call, CardSet, Vul
from overtrick.deals import boards

__all__ = [
    "SITUATIONS",
    "Question",
    "about",
    "asked_before",
    "from_expectation",
    "from_self_play",
    "situation",
]

_ALSO_PASSES = 0.3
"""The share of self-play questions that may be about a pass where somebody also bid."""
_IN_VAIN = 2000
"""Boards without a question of the topics wanted after which it is given up."""
SITUATIONS = ("opening", "responding", "opener again", "they opened", "later")
"""The topics of self-play."""


@final
@dataclass(frozen=True)
class Question:
    """A hand that is to call, with the call that is right."""

    topic: str
    hand: CardSet
    auction: Auction
    vul: Vul
    call: Call
    reason: str = ""
    source: str = ""
    dispute: str = ""
    """Why others would call differently."""
    others: tuple[Call, ...] = ()
    """Calls that are accepted too, because the answer is disputed."""

    @property
    def key(self) -> str:
        """What tells it from all other questions.

        >>> hand = CardSet.parse("AQ854.KT98.KJ.43")
        >>> Question("openings", hand, Auction.parse("N:"), Vul.NONE, Call.parse("1S")).key
        'AQ854.KT98.KJ.43 | N: | None'
        """
        return f"{self.hand} | {str(self.auction).strip()} | {self.vul}"

    def accepts(self, call: Call) -> bool:
        """Is it right, or at least disputed?"""
        return call is self.call or call in self.others


# Problems of a system


def from_expectation(given: Expectation) -> Question:
    """The question of a problem; the calls that a dispute about its answer names are accepted too."""
    told = (given.reason, given.source, given.dispute)
    return Question(given.topic, given.hand, given.auction, given.vul, given.call, *told, given.others)


def about(topics: Sequence[str], known: Iterable[str]) -> list[str]:
    """The topics that are meant: each word is one of them, or is part of the names of some.

    >>> about(["open"], ["openings", "responses"])
    ['openings']
    """
    names, found = list(dict.fromkeys(known)), dict[str, None]()
    for topic in topics:
        wanted = " ".join(topic.lower().replace("_", " ").split())
        exact = [name for name in names if name.lower() == wanted]
        chosen = exact or [name for name in names if wanted and wanted in name.lower()]
        if not chosen:
            near = suggestion(wanted, names) or f": there are {', '.join(names) or 'none'}"
            raise BiddingError(f"there is no topic {topic[:60]!r}{near}")
        found |= dict.fromkeys(chosen)
    return list(found) if topics else names


# Self-play


def from_self_play(
    agreements: Agreements, rng: np.random.Generator, topics: Iterable[str] = SITUATIONS
) -> Iterator[Question]:
    """Hands of random boards, each somewhere in the auction that is bid on its board; without end.

    Where the system never gets into such a situation, it is said after many boards in vain.
    """
    wanted, last = frozenset(topics), 0
    for number in count(1):
        question = _from_board(agreements, rng, number)
        if question is not None and question.topic in wanted:
            last = number
            yield question
        elif number - last >= _IN_VAIN:
            names = ", ".join(name for name in SITUATIONS if name in wanted)
            raise BiddingError(f"in {_IN_VAIN:,} boards nobody had a question of {names or 'no topic'}")


def _from_board(agreements: Agreements, rng: np.random.Generator, number: int) -> Question | None:
    """A turn of a random board, most often one at which somebody bid."""
    (board,) = boards(rng, 1, number)
    auction, state = agreements.bid_out(board.deal, board.dealer, board.vul)
    turns = [turn for turn in range(len(auction)) if not state.at(turn).is_silenced]
    bids = [turn for turn in turns if auction.calls[turn] is not Call.PASS]
    asked = turns if rng.random() < _ALSO_PASSES or not bids else bids
    if not asked:
        return None
    turn = asked[int(rng.integers(len(asked)))]
    before = Auction(auction.dealer, auction.calls[:turn])
    hand = board.deal[before.to_call]
    return Question(situation(before), hand, before, board.vul, auction.calls[turn])


def asked_before(key: str, agreements: Agreements) -> Question:
    """A question of self-play once more, from its key."""
    parts = [part.strip() for part in key.split("|")]
    if len(parts) != 3:
        raise BiddingError("expected a hand, an auction and a vulnerability with bars between them", text=key)
    hand, auction, vul = CardSet.parse(parts[0]), Auction.parse(parts[1]), Vul.parse(parts[2])
    return Question(situation(auction), hand, auction, vul, agreements.bid(hand, auction, vul).call)


def situation(auction: Auction) -> str:
    """What kind of turn it is.

    >>> [situation(Auction.parse(calls)) for calls in ("N: P", "N: 1H P", "N: 1H P 2H P", "N: 1H")]
    ['opening', 'responding', 'opener again', 'they opened']
    """
    me, partner = auction.to_call, auction.to_call.next(2)
    made = [(seat, call) for seat, call in auction if call is not Call.PASS]
    if not made:
        return SITUATIONS[0]
    opener, mine = made[0][0], [seat for seat, _ in made if seat is me]
    if opener is partner and not mine:
        return SITUATIONS[1]
    if opener is me and len(mine) == 1:
        return SITUATIONS[2]
    return SITUATIONS[3] if opener.side is not me.side and not mine else SITUATIONS[4]
