"""The checker for every kind of claim about bidding: over all hands where that is quick, else over many.

What a call shows is a statement about every hand that makes it. It is proved by going through all hands in
classes; where the exact meaning tells too many classes apart, hands within the call's ranges are drawn.
"""

from __future__ import annotations

from time import monotonic

from overtrick.bidding.entries import Disposition
from overtrick.bidding.reasons import Asks, Denies, Fits, Makes, Misses, NoRule, Partner, Shows, rule_name
from overtrick.core import Board, CardSet
from overtrick.core import Call as Made
from overtrick.explain.registry import checks
from overtrick.hands import HandsError, Predicate, Quantity, examples, prove
from overtrick.hands.plain import is_true, value
from overtrick.hands.terms import Any

__all__ = ["follows"]

SECONDS = 0.5
"""How long a proof may take before hands are drawn instead."""
DRAWN = 20_000
"""Hands drawn within the ranges of a call."""


class _TooLong(Exception):
    """A proof that takes too long."""


def follows(conclusion: Predicate, given: Predicate, within: Predicate) -> bool:
    """Does a condition hold for every hand that meets another, all of which lie within some ranges?"""
    deadline = monotonic() + SECONDS

    def tell(done: int, steps: int) -> None:
        if monotonic() > deadline and done < steps:
            raise _TooLong

    try:
        return bool(prove(given, conclusion, progress=tell))
    except (HandsError, _TooLong):
        return _seems_to_follow(conclusion, given, within)


def _seems_to_follow(conclusion: Predicate, given: Predicate, within: Predicate) -> bool:
    """Does it hold for all of many hands?"""
    import numpy as np

    drawn = examples(within, DRAWN, np.random.default_rng(1))
    packed = np.array([hand.bits for hand in drawn], np.uint64)
    return not bool(np.any(given.packed(packed) & ~conclusion.packed(packed)))


@checks(Shows)
def _(claim: Shows, board: Board) -> bool:
    """A truth about the system, whatever the board."""
    ways = [each.term for each in (*claim.stated, *([claim.rest] if claim.rest is not None else []))]
    stated = Predicate(Any(tuple(ways)) if len(ways) > 1 else ways[0])
    return follows(stated, claim.meaning, claim.within)


@checks(Denies)
def _(claim: Denies, board: Board) -> bool:
    """A truth about the system, whatever the board."""
    return follows(claim.stated, claim.meaning, claim.within)


@checks(Asks)
def _(claim: Asks, board: Board) -> bool:
    """The least that any rule asks; only what is forcing to a bid names one."""
    order = list(Disposition)
    least = min(map(order.index, claim.asked), default=order.index(Disposition.NOT_FORCING))
    is_to_a_bid = claim.disposition is Disposition.FORCING_TO
    return order.index(claim.disposition) == least and (claim.until is None or is_to_a_bid)


@checks(Makes)
def _(claim: Makes, board: Board) -> bool:
    """The first rule whose condition, with everything given, is true of the hand; the plain way."""
    for candidate in claim.state.candidates:
        if is_true(candidate.term, claim.hand):
            return (claim.call, claim.rule) == (candidate.call, rule_name(candidate))
    return (claim.call, claim.rule) == (Made.PASS, "")


@checks(Fits)
def _(claim: Fits, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    is_met = is_true(claim.condition.term, claim.hand)
    return is_met and _are_true(claim.values, claim.hand) and _is_partners(claim.partner)


@checks(Misses)
def _(claim: Misses, board: Board) -> bool:
    """A truth about the hand, whatever the board."""
    is_met = is_true(claim.condition.term, claim.hand)
    return not is_met and _are_true(claim.values, claim.hand) and _is_partners(claim.partner)


@checks(NoRule)
def _(claim: NoRule, board: Board) -> bool:
    """No condition, with everything given, is true of the hand; the plain way."""
    return not any(is_true(each.term, claim.hand) for each in claim.state.candidates)


def _is_partners(told: Partner | None) -> bool:
    return told is None or told.state.range_of(2, told.trait) == (told.low, told.high)


def _are_true(values: tuple[tuple[Quantity, int], ...], hand: CardSet) -> bool:
    return all(value(quantity.term, hand) == told for quantity, told in values)
