"""What a call means: the rules that make it, less what the rules before them would have taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.bidding.entries import Disposition
from overtrick.bidding.promises import ANYTHING, Box, Promise, hull
from overtrick.bidding.said import Said
from overtrick.bidding.system import Candidate, System
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands.terms import SuitTerm

if TYPE_CHECKING:
    from overtrick.bidding.state import State

__all__ = ["interpreted", "without_rule"]


_MOST_READ = 50_000
"""Interpretations a system remembers before it forgets all."""


def interpreted(state: State, call: Call) -> Said:
    """What a call means to everybody at the table; the same question is answered once."""
    if state.is_silenced:
        return Said(call, (), state.promise_of(0))
    read, question = state.system.read, (call, state.question)
    found = read.get(question)
    if found is None:
        if len(read) >= _MOST_READ:
            read.clear()
        found = _interpreted(state, call)
        if not found.is_odd:  # what an odd call means depends on more than the question
            read[question] = found
    return found


def _interpreted(state: State, call: Call) -> Said:
    before = state.promise_of(0)
    possible, rest = _possible(state, call, before)
    is_odd = not possible and not rest
    is_alone = False
    if is_odd:
        possible, is_alone = _as_it_stands(state, call, before)
    rules = tuple(candidate for candidate, _ in possible)
    promise = before
    if possible:
        promise = Promise.of((*rest, *(box for _, boxes in possible for box in boxes)))
    elif rest:
        promise = Promise.of(rest)
    is_jump, is_raise = _is_jump(state, call), _is_raise(state, call)
    if not rules or rest:
        return Said(call, rules, promise, is_jump=is_jump, is_raise=is_raise, is_odd=is_odd)
    disposition, until = _weakest(rules)
    return Said(
        call,
        rules,
        promise,
        _common_tags(rules),
        disposition,
        until,
        _agrees(rules),
        is_jump,
        is_raise,
        is_odd,
        is_alone,
    )


# The rules that may have made a call


def _possible(
    state: State, call: Call, before: Promise
) -> tuple[list[tuple[Candidate, list[Box]]], list[Box]]:
    """The rules that may have made the call, each with what it leaves of an earlier promise.

    For a pass also what is left to hands that no rule fits: they pass for want of anything else.
    """
    found, earlier = list[tuple[Candidate, list[Box]]](), list[Candidate]()
    anything = hull(before.boxes)
    for candidate in state.candidates:
        told = candidate.rule.bounds.told(anything, candidate.names, candidate.facts)
        if told is False:
            continue
        if candidate.call is call and (boxes := _left(before, candidate, earlier, state.system)):
            found.append((candidate, boxes))
        earlier.append(candidate)
        if told:  # nothing is left for the rules after it
            return found, []
    return found, without_rule(state) if call is Call.PASS else []


def without_rule(state: State) -> list[Box]:
    """Where the hands of the player to call are that no rule fits.

    The rules are taken from the last to the first: the last are the widest and leave the least.
    """
    return _less(list(state.promise_of(0)), state.candidates[::-1], state.system)


def _left(before: Promise, candidate: Candidate, earlier: list[Candidate], system: System) -> list[Box]:
    """The boxes where a rule holds and none of the earlier ones does."""
    return _less(_narrowed(before, candidate, system), earlier, system)


def _less(boxes: list[Box], earlier: list[Candidate], system: System) -> list[Box]:
    """What is left of boxes where none of the earlier rules holds."""
    everywhere = hull(boxes) if boxes else None
    for other in earlier:
        if everywhere is None:
            return []
        if other.rule.bounds.told(everywhere, other.names, other.facts) is not False:
            left = [made for box in boxes if (made := _without(box, other)) is not None]
            if left != boxes:
                boxes, everywhere = left, hull(left) if left else None
    return [made for box in boxes if (made := system.link.applied(box)) is not None]


def _narrowed(before: Promise, candidate: Candidate, system: System) -> list[Box]:
    narrowed, names, facts = candidate.rule.bounds.narrowed, candidate.names, candidate.facts
    boxes = Promise.of(made for box in before for made in narrowed(box, names, facts, True))
    linked = [made for box in boxes if (made := system.link.applied(box)) is not None]
    again = [made for box in linked for made in narrowed(box, names, facts, True)]
    return list(Promise.of(again))


def _without(box: Box, other: Candidate) -> Box | None:
    """A box less the hands that another rule would have taken, as far as a box can say it."""
    left = other.rule.bounds.narrowed(box, other.names, other.facts, False)
    return hull(left) if left else None


def _as_it_stands(
    state: State, call: Call, before: Promise
) -> tuple[list[tuple[Candidate, list[Box]]], bool]:
    """The first rule for a call that no hand should make: what it says with the earlier calls, or alone.

    And whether it is alone: it contradicts what the player has shown before.
    """
    for promise in (before, ANYTHING):
        for candidate in (*state.candidates, *state.readings):
            if candidate.call is call:
                boxes = _narrowed(promise, candidate, state.system)
                if boxes:
                    return [(candidate, boxes)], promise is ANYTHING and before is not ANYTHING
    return [], False


# What the rules have in common


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
        (tag.name, tuple(_suit(suit, candidate) for suit in tag.suits)) for tag in candidate.rule.entry.tags
    ]


def _suit(suit: SuitTerm, candidate: Candidate) -> int:
    return int(suit) if isinstance(suit, Suit) else candidate.names[suit.name]


def _agrees(rules: tuple[Candidate, ...]) -> Suit | None:
    agreed = {
        None if each.rule.entry.agrees is None else _suit(each.rule.entry.agrees, each) for each in rules
    }
    (only,) = agreed if len(agreed) == 1 else (None,)
    return None if only is None else Suit(only)


def _is_jump(state: State, call: Call) -> bool:
    return isinstance(call, Bid) and call.level > state.cheapest(call.strain)


def _is_raise(state: State, call: Call) -> bool:
    if not isinstance(call, Bid) or call.strain is Strain.NOTRUMP:
        return False
    return state.promise_of(2).length(Suit(call.strain))[0] >= 4
