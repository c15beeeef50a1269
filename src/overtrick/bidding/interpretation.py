"""Interpretation of calls: the rules that may have made a call, less the hands that earlier rules take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, final

from overtrick.bidding.auction_facts import suit_number
from overtrick.bidding.entries import Disposition
from overtrick.bidding.promises import ANYTHING, Box, Promise, hull
from overtrick.bidding.system import Candidate, System
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands.terms import quick_dataclass

if TYPE_CHECKING:
    from overtrick.bidding.state import State

__all__ = ["Interpretation", "interpret", "without_rule"]

_MOST_NAMES = 3
"""Limit on the names of rules given for a call."""


@final
@quick_dataclass
class Interpretation:
    """A call with the rules that may have made it, and what all of the player's calls promise."""

    call: Call
    rules: tuple[Candidate, ...]
    """The rules that may have made it; empty if there are none, as for a silent player."""
    promise: Promise
    tags: tuple[tuple[str, tuple[int, ...]], ...] = ()
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    agrees: Suit | None = None
    is_jump: bool = False
    is_raise: bool = False
    is_odd: bool = False
    """Does no hand make this call after the earlier ones? It then means what its first rule states."""
    is_alone: bool = False
    """Does it contradict the player's earlier calls, which are then ignored?"""

    @property
    def name(self) -> str:
        """The names of its rules: all if they are few, else the first ones; catch-alls come last."""
        entries = sorted((each.rule.entry for each in self.rules), key=lambda entry: entry.is_catch_all)
        names = list(dict.fromkeys(entry.name for entry in entries if entry.name))
        if len(names) > _MOST_NAMES:
            names = [*names[: _MOST_NAMES - 1], "others"]
        return " or ".join(names)

    def tagged(self, tag: str) -> Iterator[tuple[int, ...]]:
        """The suits of each tag with this name."""
        return (suits for name, suits in self.tags if name == tag)


_MOST_READ = 50_000
"""Size of each system's cache of interpretations; a full cache is cleared."""


def interpret(state: State, call: Call) -> Interpretation:
    """The interpretation of a call, the same for all players; results are cached."""
    if state.is_silenced:
        return Interpretation(call, (), state.promise_of(0))
    read, key = state.system.read, (call, state.decision_key)
    found = read.get(key)
    if found is None:
        if len(read) >= _MOST_READ:
            read.clear()
        found = _interpreted(state, call)
        if not found.is_odd:  # the meaning of an odd call depends on more than the key
            read[key] = found
    return found


def _interpreted(state: State, call: Call) -> Interpretation:
    before = state.promise_of(0)
    possible, rest = _possible(state, call, before)
    is_odd = not possible and not rest
    is_alone = False
    if is_odd:
        possible, is_alone = _as_it_stands(state, call, before)
    rules = tuple(candidate for candidate, _ in possible)
    boxes = [*rest, *(box for _, left in possible for box in left)]
    promise = Promise.of(boxes) if boxes else before
    is_jump = isinstance(call, Bid) and call.level > state.cheapest(call.strain)
    made = Interpretation(
        call, rules, promise, is_jump=is_jump, is_raise=_is_raise(state, call), is_odd=is_odd
    )
    if not rules or rest:
        return made
    disposition, until = _weakest(rules)
    tags, agrees = _common_tags(rules), _agrees(rules)
    return replace(made, tags=tags, disposition=disposition, until=until, agrees=agrees, is_alone=is_alone)


# The rules that may have made a call


def _possible(
    state: State, call: Call, before: Promise
) -> tuple[list[tuple[Candidate, list[Box]]], list[Box]]:
    """The rules that may have made the call, each with the part of the earlier promise that fits it.

    For a pass, the second value is the part for hands that no rule fits, which pass too.
    """
    found, earlier = list[tuple[Candidate, list[Box]]](), list[Candidate]()
    anything = hull(before.boxes)
    for candidate in state.candidates:
        known = candidate.known(anything)
        if known is False:
            continue
        if candidate.call is call:
            boxes = _less(_narrowed(before, candidate, state.system), earlier, state.system)
            found += [(candidate, boxes)] if boxes else []
        earlier.append(candidate)
        if known:  # later rules get no hands
            return found, []
    return found, without_rule(state) if call is Call.PASS else []


def without_rule(state: State) -> list[Box]:
    """The part of the promise of the player to call with hands that no rule fits.

    The rules are processed from the last to the first, since the last are the widest and leave the least.
    """
    return _less(list(state.promise_of(0)), state.candidates[::-1], state.system)


def _less(boxes: list[Box], earlier: list[Candidate], system: System) -> list[Box]:
    """The parts of boxes where none of the earlier rules fits."""
    everywhere = hull(boxes) if boxes else None
    for other in earlier:
        if everywhere is None:
            return []
        if other.known(everywhere) is not False:
            left = [made for box in boxes if (made := _without(box, other)) is not None]
            if left != boxes:
                boxes, everywhere = left, hull(left) if left else None
    return [made for box in boxes if (made := system.link.applied(box)) is not None]


def _narrowed(before: Promise, candidate: Candidate, system: System) -> list[Box]:
    boxes = Promise.of(made for box in before for made in candidate.narrowed(box))
    linked = [made for box in boxes if (made := system.link.applied(box)) is not None]
    return list(Promise.of(made for box in linked for made in candidate.narrowed(box)))


def _without(box: Box, other: Candidate) -> Box | None:
    """A box without the hands that another rule takes, as far as a single box can exclude them."""
    left = other.narrowed(box, fits=False)
    return hull(left) if left else None


def _as_it_stands(
    state: State, call: Call, before: Promise
) -> tuple[list[tuple[Candidate, list[Box]]], bool]:
    """The first rule for a call that no hand should make, with the earlier promise or else without it.

    The second value says whether the rule contradicts that promise.
    """
    for promise in (before, ANYTHING):
        for candidate in (*state.candidates, *state.readings):
            if candidate.call is call:
                boxes = _narrowed(promise, candidate, state.system)
                if boxes:
                    return [(candidate, boxes)], promise is ANYTHING and before is not ANYTHING
    return [], False


# Common properties of the rules


def _weakest(rules: tuple[Candidate, ...]) -> tuple[Disposition, Bid | None]:
    order = list(Disposition)
    least = min((each.rule.entry.disposition for each in rules), key=order.index)
    goals = [each.rule.entry.until for each in rules if each.rule.entry.disposition is least]
    return least, min((goal for goal in goals if goal is not None), default=None)


def _common_tags(rules: tuple[Candidate, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    tagged = [_tags(each) for each in rules]
    return tuple(tag for tag in tagged[0] if all(tag in other for other in tagged[1:]))


def _tags(candidate: Candidate) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (tag.name, tuple(suit_number(suit, candidate.names) for suit in tag.suits))
        for tag in candidate.rule.entry.tags
    ]


def _agrees(rules: tuple[Candidate, ...]) -> Suit | None:
    agreed = {
        None if each.rule.entry.agrees is None else suit_number(each.rule.entry.agrees, each.names)
        for each in rules
    }
    (only,) = agreed if len(agreed) == 1 else (None,)
    return None if only is None else Suit(only)


def _is_raise(state: State, call: Call) -> bool:
    if not isinstance(call, Bid) or call.strain is Strain.NOTRUMP:
        return False
    return state.promise_of(2).length(Suit(call.strain))[0] >= 4
