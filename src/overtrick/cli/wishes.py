"""What is wanted of the hands, as text: ``south: 15-17 balanced; west: AK52...``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from overtrick.core import CardSet, DealError, OvertrickError, Seat

if TYPE_CHECKING:
    from overtrick.deals import Sample, Sampler, Wanted

__all__ = ["read_wishes", "refuse_the_impossible", "refuse_what_excludes"]

_PART = re.compile(r"[^;\n]+")
_WISH = re.compile(r"\s*(north|east|south|west|[nesw])\s*:\s*", re.IGNORECASE)


def read_wishes(text: str) -> dict[Seat, Wanted]:
    """Read wishes: for each seat a condition, or a hand of which some or all cards are known, or both.

    >>> from overtrick import hands
    >>> read_wishes("South: 15-17 hcp; W: AK...; w: 5+ hearts")[Seat.WEST]
    Wanted(hands.parse('hearts 5+'), held=CardSet.parse('AK...'))
    """
    from overtrick.deals import Wanted

    found = dict[Seat, Wanted]()
    for seat, wish, place in _wishes(text):
        before, new = found.get(seat, Wanted()), _wanted(wish, place, text)
        both = [each for each in (before.meaning, new.meaning) if each is not None]
        meaning = both[0] & both[1] if len(both) == 2 else next(iter(both), None)
        found[seat] = Wanted(meaning, held=before.held | new.held)
    return found


def _wishes(text: str) -> Iterator[tuple[Seat, str, int]]:
    """The seats, what is said about each, and where that begins in the text."""
    for part in _PART.finditer(text):
        if not part[0].strip():
            continue
        named = _WISH.match(part[0])
        if named is None:
            column = part.start() + len(part[0]) - len(part[0].lstrip()) + 1
            raise OvertrickError(
                f"column {column}: expected a seat and a colon, as in 'south: 15-17 hcp'", text=text
            )
        yield Seat.parse(named[1]), part[0][named.end() :].rstrip(), part.start() + named.end()


def _wanted(wish: str, place: int, text: str) -> Wanted:
    from overtrick import hands
    from overtrick.deals import Wanted

    if wish.count(".") == 3 and " " not in wish:
        try:
            return Wanted(held=CardSet.parse(wish))
        except DealError as error:
            raise DealError(f"column {place + 1}: {'; '.join(error.faults)}", text=text) from None
    try:
        return Wanted(hands.parse(wish))
    except hands.PredicateError as error:
        raise hands.PredicateError(error.fault, place + error.column, text) from None


def refuse_the_impossible(sampler: Sampler, wishes: Mapping[Seat, Wanted]) -> None:
    """An error that names every seat whose condition no hand meets that it could have."""
    faults = [
        f"no hand that {seat.word} can have is {str(wishes[seat].meaning)!r}" for seat in sampler.impossible
    ]
    if faults:
        raise DealError(*faults)


def refuse_what_excludes(found: Sample, wishes: Mapping[Seat, Wanted]) -> None:
    """An error that names the seats whose conditions had to be given up, because no deal comes near them."""
    if found.is_given_up:
        *others, last = (seat.word for seat in Seat if seat in wishes and wishes[seat].meaning is not None)
        names = f"{', '.join(others)} and {last}" if others else last
        raise DealError(f"no deal comes near what is wanted of {names}: {found.remarks[0]}")
