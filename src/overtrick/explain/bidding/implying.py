"""Which of several plain conditions say nothing beside the others, as far as their form tells."""

from __future__ import annotations

from collections.abc import Callable

from overtrick.hands.terms import All, Any, Between, Term

__all__ = ["implies", "without_idle"]


def without_idle(conditions: list[Term], is_idle: Callable[[Term, Term], bool]) -> list[Term]:
    """The conditions without those that are idle beside another one."""
    kept = list(conditions)
    for each in conditions:
        if any(other is not each and is_idle(each, other) for other in kept):
            kept.remove(each)
    return kept


def implies(one: Term, other: Term) -> bool:
    """Does one plain condition surely imply another?"""
    if one == other:
        return True
    if isinstance(other, All):
        return all(implies(one, each) for each in other.conditions)
    if isinstance(one, Any):
        return all(implies(each, other) for each in one.conditions)
    if isinstance(one, Between) and isinstance(other, Between) and one.term == other.term:
        is_above = other.low is None or (one.low is not None and one.low >= other.low)
        return is_above and (other.high is None or (one.high is not None and one.high <= other.high))
    either = one.conditions if isinstance(one, All) else ()
    others = other.conditions if isinstance(other, Any) else ()
    return any(implies(each, other) for each in either) or any(implies(one, each) for each in others)
