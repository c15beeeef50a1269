"""Endings with squeezes, published ones and others, and the claims that are made about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

from overtrick import explain
from overtrick.core import Board, CardSet, Claim, Deal, Reason, Seat, Strain
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.reasons.why import why
from overtrick.squeezes.turning import turned

__all__ = ["board", "checked", "claims_of", "disturbed", "published", "reason_for"]

C = TypeVar("C", bound=Claim)

PUBLISHED = Path(__file__).parent / "data" / "published_squeezes.txt"


@cache
def published() -> list[Ending]:
    """The published endings."""
    lines = [line for line in PUBLISHED.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    return [Ending.parse(line.split("|")[0].strip()) for line in lines]


def disturbed(seed: int, number: int) -> Iterator[Ending]:
    """Squeezes found by exchanging cards in published endings of up to five cards: any side, any trumps."""
    chance = Random(seed)
    small = [ending for ending in published() if ending.cards <= 5]
    while number:
        ending = chance.choice(small)
        hands = [list(hand) for _, hand in ending.deal.items()]
        for _ in range(chance.choice((1, 1, 2, 3))):
            one, other = chance.sample(range(4), 2)
            first, second = chance.randrange(ending.cards), chance.randrange(ending.cards)
            hands[one][first], hands[other][second] = hands[other][second], hands[one][first]
        north, east, south, west = map(CardSet.of, hands)
        strain = chance.choice((ending.strain, ending.strain, *Strain))
        found = Ending(Deal((north, east, south, west)), strain, chance.choice((ending.leader, *Seat)))
        if values(found).gain > 0:
            number -= 1
            yield turned(found, 1) if chance.random() < 0.3 else found


def reason_for(ending: Ending | str) -> Reason:
    """The tree for an ending."""
    return why(analyse(Ending.parse(ending) if isinstance(ending, str) else ending))


def board(ending: Ending) -> Board:
    """A board with the deal of an ending."""
    return Board.numbered(1, ending.deal)


def checked(endings: Iterable[Ending]) -> Counter[type[Claim]]:
    """How many claims of each kind were made and found true; a false one fails."""
    count = Counter[type[Claim]]()
    for ending in endings:
        reason = reason_for(ending)
        assert explain.false_claims(reason, board(ending)) == [], str(ending)
        count.update(type(claim) for claim in reason.claims())
    return count


def claims_of(ending: str, kind: type[C]) -> list[C]:
    """The claims of a kind in the tree for an ending."""
    return [claim for claim in reason_for(ending).claims() if isinstance(claim, kind)]
