"""A card chosen: by sampling, by strategies where sampling is blind, by experts, and last by manners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import final

import numpy as np

from overtrick.bidding.carding import CardTable
from overtrick.core import Card, CardSet, Play, SeatView
from overtrick.dd.packed import Packed
from overtrick.player.decision import Candidate, Decision, Grounds
from overtrick.player.experts import squeeze_plan, suit_line
from overtrick.player.manners import equals, mannerly
from overtrick.player.sampling import Sampled, layouts_now, sample_cards, standard_error
from overtrick.player.settings import Aim, PlaySettings
from overtrick.player.strategies import MOST_WORLDS, Comparison, Detail, Weights, compare, look_ahead
from overtrick.player.worlds import Worlds
from overtrick.player.worth import Worth

__all__ = ["choose_card", "only_choice"]

_SAME = 1e-9
"""Values that differ by less are equal."""
_TO_THE_END = 26
"""Cards of declarer's own: he never has more."""
_DIGITS = 8
"""Decimals of values that count."""
_LUCK = 2.0
"""Standard errors within which a lead from the same suit may be better by luck."""


def only_choice(view: SeatView, settings: PlaySettings, table: CardTable | None) -> Decision | None:
    """The decision where there is one card, or cards that are all equal: no world is needed for it."""
    assert view.play is not None
    run, *others = _runs(view, view.play)
    if others:
        return None
    card = mannerly(view, CardSet.of(run), table).card
    unseen = Candidate(card, run, np.empty(0, np.int8), 0.0, 0.0, 0.0, 0.0, 0)
    nowhere = Worlds(np.empty((0, 4), np.uint64), np.empty(0))
    return Decision(view, card, (unseen,), nowhere, settings, Grounds("only card", tied=CardSet.of(run)))


def choose_card(
    view: SeatView, worlds: Worlds, worth: Worth, settings: PlaySettings, table: CardTable | None
) -> Decision:
    """The card of the seat whose turn it is, from what it sees and the worlds it cannot exclude."""
    assert view.play is not None
    runs = _runs(view, view.play)
    compares = settings.compares_strategies and worth.is_declarers and _is_in_sight(view.play, settings)
    sampled, solved = sample_cards(view.play, runs, worlds, worth, settings.threads, keeps_all=compares)
    plans = _planned(view.play, sampled, worlds, worth, settings) if compares else None
    judged = sorted((_Judged.of(each, plans, worth) for each in sampled), key=_Judged.order)
    chosen, grounds = _settled(view, judged, plans, worlds, table)
    best = next(each for each in judged if chosen in each.sampled.cards)
    ordered = (best, *(each for each in judged if each is not best))
    candidates = tuple(_candidate(view, each, best, worlds, worth, table) for each in ordered)
    return Decision(view, chosen, candidates, worlds, settings, grounds, solved=solved)


def _runs(view: SeatView, play: Play) -> list[tuple[Card, ...]]:
    """The legal cards in runs of equals, each from high to low."""
    legal = view.legal_cards
    return [tuple(group & legal) for group in equals(play, play.to_play) if group & legal]


# Strategies


def _is_in_sight(play: Play, settings: PlaySettings) -> bool:
    """Are few enough cards left to look ahead?"""
    return play.start.cards_each - len(play.cards) // 4 <= settings.foresight


@final
@dataclass(frozen=True, eq=False)
class _Plans:
    """What strategies found, and how they change what cards are worth."""

    target: int
    """Tricks of the whole play."""
    depth: int
    is_whole: bool
    reached: dict[Card, float]
    """The weight of the worlds in which the best plan that begins with a card reaches the target."""
    hoped: dict[Card, float]
    """The same if declarer saw all the cards from then on."""
    beaten: frozenset[Card]
    """Cards after which no plan does as well as after another; their weights are bounds."""

    @staticmethod
    def of(found: Comparison, hoped: dict[Card, float], target: int) -> _Plans:
        """The same by the heads of runs of equal cards."""
        values = {card: plan.value for plan in found.plans for card in plan.equals}
        beaten = frozenset(card for plan in found.plans if plan.is_beaten for card in plan.equals)
        reached = {head: values[head] for head in hoped}
        return _Plans(target, found.depth, found.is_whole, reached, hoped, beaten)


def _planned(
    play: Play, sampled: Sequence[Sampled], worlds: Worlds, worth: Worth, settings: PlaySettings
) -> _Plans | None:
    """The candidates as strategies over some worlds, or all layouts; None if nothing is to be compared."""
    some = _compared(worlds, settings)
    target = _target(sampled, worth)
    weights = worlds.weights[:some] / worlds.weights[:some].sum()
    to_come = target - worth.before - play.tricks_won(worth.side)
    if to_come <= 0 or not _are_alike(worlds):
        return None
    is_all = worlds.is_all and some == len(worlds)
    found = partial(_found, play, worth, layouts_now(play, worlds)[:some], weights, to_come, is_all, settings)
    hoped = {each.cards[0]: float(weights @ (each.tricks[:some] >= target)) for each in sampled}
    plans = _Plans.of(found(only_best=True), hoped, target)
    if worth.aim is Aim.CONTRACT or not _may_be_worth_more(plans, sampled, worth):
        return plans
    return _Plans.of(found(only_best=False), hoped, target)


def _may_be_worth_more(plans: _Plans, sampled: Sequence[Sampled], worth: Worth) -> bool:
    """Is there a card with a worse plan that may still be worth more than all with the best?

    The plan decides the contract, and a card may gain more in other tricks than it loses by its plan.
    """
    judged = [_Judged.of(each, plans, worth) for each in sampled]
    best = max((each.value for each in judged if not each.is_beaten), default=-np.inf)
    return any(each.value > best + _SAME for each in judged if each.is_beaten)


def _are_alike(worlds: Worlds) -> bool:
    """Are the same cards in play in all worlds? Not in an ending of which two hands are unknown."""
    return len(np.unique(np.bitwise_or.reduce(worlds.deals, axis=1))) == 1


def _compared(worlds: Worlds, settings: PlaySettings) -> int:
    """Over how many worlds strategies are compared: all, if they are all the layouts there are."""
    return min(len(worlds), MOST_WORLDS if worlds.is_all else settings.worlds)


def _found(
    play: Play,
    worth: Worth,
    layouts: Packed,
    weights: Weights,
    target: int,
    is_all: bool,
    settings: PlaySettings,
    only_best: bool,
) -> Comparison:
    """Over all layouts the whole play, every card told apart, if the budget allows; or a look ahead."""
    question = (play, worth.contract.declarer, layouts, weights, target)
    if is_all:
        exact = compare(*question, _TO_THE_END, settings.positions, Detail.CARDS, only_best=only_best)
        if exact.is_complete:
            return exact
    return look_ahead(*question, settings.depth, settings.positions, only_best=only_best)


def _target(sampled: Sequence[Sampled], worth: Worth) -> int:
    """The tricks that strategies are compared by: the contract, unless it is out of reach."""
    best = max(int(each.tricks.max()) for each in sampled)
    return min(worth.needed, best)


@final
@dataclass(frozen=True, eq=False)
class _Judged:
    """A candidate with all that is known of it."""

    sampled: Sampled
    plan: float | None
    value: float
    """By sampling, less what the guesses that it defers would cost."""
    is_beaten: bool = False
    """Is its plan known to be worse than another's?"""

    @staticmethod
    def of(sampled: Sampled, plans: _Plans | None, worth: Worth) -> _Judged:
        """The value of a candidate once plans are known."""
        if plans is None:
            return _Judged(sampled, None, sampled.value)
        head = sampled.cards[0]
        deferred = plans.hoped[head] - plans.reached[head]
        value = sampled.value - worth.stake(plans.target) * deferred
        return _Judged(sampled, plans.reached[head], value, head in plans.beaten)

    def order(self) -> tuple[int, bool, float, float]:
        """Those looked at longest first, then those whose plans are best, then by value.

        Where plans make cards equal, the one that gains more if the defence goes wrong is better.
        """
        planned, hoped = round(self.value, _DIGITS), round(self.sampled.value, _DIGITS)
        return -self.sampled.looked_at, self.is_beaten, -planned, -hoped


# What decides


def _settled(
    view: SeatView,
    judged: Sequence[_Judged],
    plans: _Plans | None,
    worlds: Worlds,
    table: CardTable | None,
) -> tuple[Card, Grounds]:
    """The card, and what decided: of those that are as good, the one that experts or manners prefer."""
    tied = [each for each in judged if _is_as_good(each, judged[0])]
    if table is not None and view.play is not None and not view.play.cards:
        tied = [each for each in judged if any(_is_as_good_a_lead(each, best, worlds) for best in tied)]
    cards = CardSet.of(card for each in tied for card in each.sampled.cards)
    grounds = Grounds("chance", tied=cards)
    if plans is not None:
        grounds = replace(grounds, target=plans.target, depth=plans.depth, is_whole=plans.is_whole)
    if len(tied) > 1:
        if (line := suit_line(view, cards)) is not None:
            return line.card, replace(grounds, name="suit")
        if (squeeze := squeeze_plan(view, cards, worlds)) is not None:
            return squeeze.card, replace(grounds, name="squeeze")
    card = mannerly(view, cards, table).card
    return card, replace(grounds, name=_ground(card, judged, tied))


def _ground(card: Card, judged: Sequence[_Judged], tied: Sequence[_Judged]) -> str:
    """What decided if no expert did: what left out the cards that somebody else would have played."""
    best = judged[0]
    if best.plan is not None and best.sampled.value < max(each.sampled.value for each in judged) - _SAME:
        return "strategy"
    if len(tied) == 1:
        return "chance"
    chosen = next(each for each in tied if card in each.sampled.cards)
    return "manners" if _is_as_good(chosen, best) else "table"


def _is_as_good(one: _Judged, best: _Judged) -> bool:
    return one.order() == best.order()


def _is_as_good_a_lead(one: _Judged, best: _Judged, worlds: Worlds) -> bool:
    """From the suit of the best lead, cards that chance does not tell apart: partner reads the table's."""
    if one.sampled.looked_at < best.sampled.looked_at:
        return False
    suits = {each.sampled.cards[0].suit for each in (one, best)}
    is_close = best.value - one.value <= _LUCK * _error(one.sampled, best.sampled, worlds) + _SAME
    return len(suits) == 1 and is_close


def _error(one: Sampled, best: Sampled, worlds: Worlds) -> float:
    """The standard error of the difference in value, over the worlds in which both were looked at."""
    both = min(one.looked_at, best.looked_at)
    return standard_error(one.values[:both] - best.values[:both], worlds.weights)


def _candidate(
    view: SeatView,
    judged: _Judged,
    best: _Judged,
    worlds: Worlds,
    worth: Worth,
    table: CardTable | None,
) -> Candidate:
    sampled = judged.sampled
    weights = worlds.weights[: sampled.looked_at]
    share = weights / weights.sum()
    return Candidate(
        card=mannerly(view, CardSet.of(sampled.cards), table).card,
        equals=sampled.cards,
        tricks=sampled.tricks,
        chance=float(share @ worth.is_made(sampled.tricks)),
        mean_tricks=float(share @ sampled.tricks),
        value=judged.value,
        error=_error(sampled, best.sampled, worlds),
        looked_at=sampled.looked_at,
        plan=judged.plan,
    )
