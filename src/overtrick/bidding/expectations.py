"""What a system is expected to call: problems with their answers, kept in text files beside its rules.

A line is a problem: the hand, the auction so far, who is vulnerable, the call, the reason and its source,
with bars between them. A seventh part says that the answer is disputed: the calls that others would make,
a colon, and why, like ``2H: some open at once``. The name of the file is the topic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import final

from overtrick.bidding.errors import BiddingError
from overtrick.bidding.library import find_system
from overtrick.core import Auction, Call, CardSet, OvertrickError, Vul

__all__ = ["Expectation", "expectations", "read_expectations"]

_FOLDER = "expectations"
_PARTS = ("a hand", "an auction", "a vulnerability", "a call", "a reason", "a source")


@final
@dataclass(frozen=True)
class Expectation:
    """A hand that is to call, with the call expected and why."""

    topic: str
    hand: CardSet
    auction: Auction
    vul: Vul
    call: Call
    reason: str
    source: str
    dispute: str = ""
    """What others would call and why, as it is written; empty if nobody would."""
    others: tuple[Call, ...] = ()
    """The calls of the dispute."""

    @property
    def is_contested(self) -> bool:
        """Have both sides called something other than a pass?"""
        return len({seat.side for seat, call in self.auction if call is not Call.PASS}) == 2


def expectations(system: str) -> tuple[Expectation, ...]:
    """All that is expected of a system, topic by topic; nothing if it has no such files.

    >>> expectations("natural")
    ()
    """
    folder = find_system(system) / _FOLDER
    return tuple(each for file in _files(folder) for each in _read(file))


def _files(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    found = (file for file in folder.iterdir() if file.name.endswith(".txt"))
    return sorted(found, key=lambda file: file.name)


def _read(file: Traversable) -> Iterator[Expectation]:
    return read_expectations(
        file.read_text(encoding="utf-8"), file.name.removesuffix(".txt").replace("_", " ")
    )


def read_expectations(text: str, topic: str) -> Iterator[Expectation]:
    """Read problems, one on a line; ``#`` begins a comment.

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


def _expectation(line: str, topic: str) -> Expectation:
    parts = [part.strip() for part in line.split("|")]
    if not len(_PARTS) <= len(parts) <= len(_PARTS) + 1 or not all(parts):
        raise BiddingError(f"expected {', '.join(_PARTS)} with bars between them")
    hand, auction, vul, call, reason, source, dispute = (*parts, "")[: len(_PARTS) + 1]
    held, before = CardSet.parse(hand), Auction.parse(auction)
    if len(held) != 13:
        raise BiddingError(f"a hand has thirteen cards, not {len(held)}", text=hand)
    expected = Call.parse(call)
    before.then(expected)  # it has to be legal
    others = tuple(_disputed(dispute, before, expected)) if dispute else ()
    told = (reason, source, dispute, others)
    return Expectation(topic, held, before, Vul.parse(vul), expected, *told)


def _disputed(dispute: str, before: Auction, expected: Call) -> Iterator[Call]:
    """The calls that stand before the colon."""
    named, _, words = dispute.partition(":")
    if not words.strip():
        raise BiddingError("expected calls, a colon and why, like '2H: some open at once'", text=dispute)
    for name in named.split(","):
        call = Call.parse(name)
        before.then(call)  # so has this
        if call is expected:
            raise BiddingError(f"{call} is the answer itself", text=dispute)
        yield call
