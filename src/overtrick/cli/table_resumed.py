"""A session of ``overtrick table`` that goes on, by the rules it began with and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from overtrick.core import Seat

if TYPE_CHECKING:
    from overtrick.wire.manager import Plan, Rules
    from overtrick.wire.manager.kept import Kept

__all__ = ["USUAL_HOW", "Wishes", "resumed_plan"]

USUAL_HOW = "quick"
"""How robots of the house play if nobody says."""


@final
@dataclass(frozen=True)
class Wishes:
    """What the options say of a session; None for what they leave open."""

    rules: Callable[[Rules], Rules]
    """Some rules with what the options say in their place."""
    how: str | None
    house: tuple[Seat, ...] | None
    is_match: bool
    is_turned: bool


def resumed_plan(kept: Sequence[Kept], wishes: Wishes) -> Plan:
    """The plan of a session in a log; options that say otherwise are an error.

    Only the ends of lines may change: they are no rule, and whoever needs others cannot play at all.
    """
    from overtrick.wire import WireError
    from overtrick.wire.manager import Plan

    before = Plan.of(kept)
    if kept[0].plan.rules is None:  # a log of before they were kept
        before = replace(before, rules=wishes.rules(before.rules), how=wishes.how)
    before = replace(before, how=before.how or USUAL_HOW)
    if changed := dict(_changed(before, wishes)):
        begun, useless = (" and ".join(each) for each in (changed.values(), changed))
        raise WireError(f"this session began {begun}, and goes on so: leave out {useless}")
    return replace(before, rules=wishes.rules(before.rules))


def _changed(plan: Plan, wishes: Wishes) -> Iterator[tuple[str, str]]:
    """The options that say otherwise, and what was said before."""
    before, wanted = plan.rules, wishes.rules(plan.rules)
    if wanted.limit != before.limit:
        yield "--limit", f"with --limit {before.limit or 0:g}"
    if wanted.wait != before.wait:
        yield "--wait", f"with --wait {before.wait:g}"
    if wanted.on_failure is not before.on_failure:
        yield "--on-failure", f"with --on-failure {before.on_failure.value}"
    if wishes.how is not None and wishes.how != plan.how:
        yield "--how", f"with --how {plan.how}"
    if wishes.house is not None and wishes.house != plan.house:
        robots = ",".join(map(str, plan.house))
        yield "--robots", f"with --robots {robots}" if robots else "without --robots"
    if wishes.is_match and not plan.is_match:
        yield "--teams", "without --teams"
    if wishes.is_turned and not plan.is_turned:
        yield "--turned", "without --turned"
