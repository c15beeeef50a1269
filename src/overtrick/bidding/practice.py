"""Bidding problems: those stored with a system as its expected calls, and those from self-play.

Each line of such a file is a problem: the hand, the auction so far, the vulnerability, the call, the reason
and its source, separated by bars. A seventh part marks the answer as disputed: the other calls, a colon, and
the reason, like ``2H: some open at once``. The name of the file is the topic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, final

from overtrick.bidding.bidder import Agreements
from overtrick.bidding.errors import BiddingError, suggestion
from overtrick.bidding.library import find_system
from overtrick.core import Auction, Call, CardSet, OvertrickError, Vul

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "SITUATIONS",
    "BiddingProblem",
    "expectations",
    "from_self_play",
    "matching_topics",
    "problem_of",
    "read_expectations",
    "situation",
]

_ALSO_PASSES = 0.3
"""The share of self-play problems whose call may be a pass although somebody has bid."""
_IN_VAIN = 2000
"""Limit on consecutive boards without a problem on the requested topics."""
SITUATIONS = ("opening", "responding", "opener again", "they opened", "later")
"""The topics of self-play."""


@final
@dataclass(frozen=True)
class BiddingProblem:
    """A hand in turn to call, with the right call."""

    topic: str
    hand: CardSet
    auction: Auction
    vul: Vul
    call: Call
    reason: str = ""
    source: str = ""
    dispute: str = ""
    """The other calls and the reason for them, as written; empty if the call is not disputed."""
    others: tuple[Call, ...] = ()
    """The other calls, which are accepted too."""

    @property
    def is_contested(self) -> bool:
        """Has each side made a call other than a pass?"""
        return len({seat.side for seat, call in self.auction if call is not Call.PASS}) == 2

    @property
    def key(self) -> str:
        """A text that identifies the problem.

        >>> hand = CardSet.parse("AQ854.KT98.KJ.43")
        >>> BiddingProblem("openings", hand, Auction.parse("N:"), Vul.NONE, Call.parse("1S")).key
        'AQ854.KT98.KJ.43 | N: | None'
        """
        return f"{self.hand} | {str(self.auction).strip()} | {self.vul}"

    def accepts(self, call: Call) -> bool:
        """Is a call right or one of the disputed calls?"""
        return call is self.call or call in self.others


# Problems of a system

_PARTS = ("a hand", "an auction", "a vulnerability", "a call", "a reason", "a source")


def expectations(system: str) -> tuple[BiddingProblem, ...]:
    """The expected calls of a system as problems, topic by topic; empty if it has no such files.

    >>> expectations("natural")
    ()
    """
    folder = find_system(system) / "expectations"
    files = {file.name: file for file in folder.iterdir()} if folder.is_dir() else {}
    return tuple(
        each
        for name, file in sorted(files.items())
        if name.endswith(".txt")
        for each in read_expectations(
            file.read_text(encoding="utf-8"), name.removesuffix(".txt").replace("_", " ")
        )
    )


def read_expectations(text: str, topic: str) -> Iterator[BiddingProblem]:
    """Read problems, one per line; ``#`` begins a comment.

    >>> line = "AQ854.KT98.KJ.43 | N: | none | 1S | five spades | booklet"
    >>> [str(each.call) for each in read_expectations(line, "openings")]
    ['1S']
    """
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        try:
            yield _expectation(said, topic)
        except OvertrickError as error:
            raise BiddingError(f"{topic}, line {number}: {error}", text=said) from error


def _expectation(line: str, topic: str) -> BiddingProblem:
    parts = [part.strip() for part in line.split("|")]
    if not len(_PARTS) <= len(parts) <= len(_PARTS) + 1 or not all(parts):
        raise BiddingError(f"expected {', '.join(_PARTS)} with bars between them")
    hand, auction, vul, call, reason, source, dispute = (*parts, "")[: len(_PARTS) + 1]
    held, before = CardSet.parse(hand), Auction.parse(auction)
    if len(held) != 13:
        raise BiddingError(f"a hand has thirteen cards, not {len(held)}", text=hand)
    expected = Call.parse(call)
    before.then(expected)  # raises if it is not legal
    others = tuple(_disputed(dispute, before, expected)) if dispute else ()
    return BiddingProblem(topic, held, before, Vul.parse(vul), expected, reason, source, dispute, others)


def _disputed(dispute: str, before: Auction, expected: Call) -> Iterator[Call]:
    """The disputed calls, which are listed before the colon."""
    named, _, words = dispute.partition(":")
    if not words.strip():
        raise BiddingError("expected calls, a colon and why, like '2H: some open at once'", text=dispute)
    for name in named.split(","):
        call = Call.parse(name)
        before.then(call)  # raises if it is not legal
        if call is expected:
            raise BiddingError(f"{call} is the answer itself", text=dispute)
        yield call


def matching_topics(topics: Sequence[str], known: Iterable[str]) -> list[str]:
    """The known topics that some words mean: each word is a topic, or a part of topic names.

    >>> matching_topics(["open"], ["openings", "responses"])
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
) -> Iterator[BiddingProblem]:
    """An endless stream of problems from random boards, each at some turn of the system's auction.

    Raises if many boards in a row have no problem on these topics.
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


def _from_board(agreements: Agreements, rng: np.random.Generator, number: int) -> BiddingProblem | None:
    """A problem from a random turn of a random board, preferably one with a bid."""
    from overtrick.deals import boards  # loads numpy

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
    return BiddingProblem(situation(before), hand, before, board.vul, auction.calls[turn])


def problem_of(key: str, agreements: Agreements) -> BiddingProblem:
    """A self-play problem from its key."""
    parts = [part.strip() for part in key.split("|")]
    if len(parts) != 3:
        raise BiddingError("expected a hand, an auction and a vulnerability with bars between them", text=key)
    hand, auction, vul = CardSet.parse(parts[0]), Auction.parse(parts[1]), Vul.parse(parts[2])
    return BiddingProblem(situation(auction), hand, auction, vul, agreements.bid(hand, auction, vul).call)


def situation(auction: Auction) -> str:
    """The kind of turn, which is the topic of self-play problems.

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
