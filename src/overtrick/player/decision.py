"""Decisions about a card: by sampling, then strategies, then experts, and last by manners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.bidding.carding import CardTable
from overtrick.core import Card, CardSet, Play, Reason, Seat, SeatView
from overtrick.dd.packing import Deals
from overtrick.player.evaluation import EvaluatedCards, Payoff, evaluate_cards, layouts_now, standard_error
from overtrick.player.experts import squeeze_lead, suit_line
from overtrick.player.manners import choose_by_manners, equals
from overtrick.player.reasons import why
from overtrick.player.settings import Aim, PlaySettings
from overtrick.player.strategies import (
    MOST_WORLDS,
    CardStrategy,
    Comparison,
    Detail,
    Weights,
    compare,
)
from overtrick.player.worlds import Worlds

__all__ = ["Candidate", "Decision", "Grounds", "choose_card", "only_choice"]

Tricks = npt.NDArray[np.int8]


@final
@dataclass(frozen=True, eq=False)
class Candidate:
    """A legal card with its results; it stands for all cards equal to it."""

    card: Card
    """The card among its equals that manners choose."""
    equals: tuple[Card, ...]
    """All equal cards, this one included, from high to low."""
    tricks: Tricks
    """The double-dummy tricks of the player's side, in the whole play, in each world evaluated."""
    chance: float
    """The chance that the contract is made, or for a defender beaten, double dummy."""
    mean_tricks: float
    value: float
    """The value for the aim: a probability, IMPs below the best card of each world, or matchpoints."""
    error: float
    """The standard error of the difference in value to the chosen candidate; 0 for that one itself."""
    plan: float | None = None
    """The weight of the worlds in which its best plan reaches the target, where plans were compared."""

    @property
    def looked_at(self) -> int:
        """The number of worlds in which it was evaluated: all, unless it was dropped before."""
        return len(self.tricks)


@final
@dataclass(frozen=True)
class Grounds:
    """The grounds of a decision: the chance alone, strategies, an expert, the table of leads, or manners."""

    name: str
    """`only card`, `chance`, `strategy`, `suit`, `squeeze`, `table` or `manners`."""
    target: int | None = None
    """The strategies' target, in tricks of the whole play."""
    depth: int = 0
    """How many cards of declarer's own the strategies looked ahead; 0 if none were compared."""
    is_whole: bool = False
    """Did they look to the end, over all layouts, with every card distinct?"""
    tied: CardSet = field(default_factory=CardSet)
    """The tied cards, among which experts, the table of leads or manners chose."""


@final
@dataclass(frozen=True, eq=False)
class Decision:
    """The chosen card with its grounds; the reason is built on first use."""

    view: SeatView
    card: Card
    candidates: tuple[Candidate, ...]
    """Best first; the first is the one chosen."""
    worlds: Worlds
    settings: PlaySettings
    """The settings used, including a budget that was set by a time limit."""
    grounds: Grounds
    solved: int = 0
    """The work done: solved pairs of a candidate and a world."""
    table: CardTable | None = None
    """The leads and signals that the player's side has agreed on."""
    before: int = 0
    """The side's tricks before the play began, if the play is that of an ending."""

    @cached_property
    def reason(self) -> Reason:
        """The reason for the card, as data; `overtrick.explain` puts it into words.

        Tricks count from the beginning of the play, which may be that of an ending.
        """
        target = None if self.grounds.target is None else self.grounds.target - self.before
        candidates = tuple(replace(each, tricks=each.tricks - self.before) for each in self.candidates)
        grounds = replace(self.grounds, target=target)
        return why(replace(self, candidates=candidates, grounds=grounds))


# Choosing a card

_SAME = 1e-9
"""Values that differ by less are equal."""
_TO_THE_END = 26
"""Depth of a full lookahead, in cards of declarer's own: he never has more."""
_DIGITS = 8
"""Decimals to which values are compared."""
_LUCK = 2.0
"""Standard errors within which a lead counts as no better than another from the same suit."""


def only_choice(view: SeatView, settings: PlaySettings, table: CardTable | None) -> Decision | None:
    """The decision if all legal cards are equal, which needs no world; None otherwise."""
    run, *others = _runs(view)
    if others:
        return None
    card = choose_by_manners(view, CardSet.of(run), table).card
    unseen = Candidate(card, run, np.empty(0, np.int8), 0.0, 0.0, 0.0, 0.0)
    nowhere = Worlds(np.empty((0, 4), np.uint64), np.empty(0))
    return Decision(view, card, (unseen,), nowhere, settings, Grounds("only card", tied=CardSet.of(run)))


def choose_card(
    view: SeatView, worlds: Worlds, payoff: Payoff, settings: PlaySettings, table: CardTable | None
) -> Decision:
    """Choose a card for the seat to play, from its view and the worlds it cannot exclude."""
    assert view.play is not None
    left = view.play.start.cards_each - len(view.play.cards) // 4
    compares = settings.compares_strategies and payoff.is_declarers and left <= settings.foresight
    runs, solved = evaluate_cards(view.play, _runs(view), worlds, payoff, settings.threads, compares)
    ahead = _look_ahead(view.play, runs, worlds, payoff, settings) if compares else None
    ranked = sorted((_planned(each, ahead, payoff) for each in runs), key=_order)
    chosen, grounds = _settled(view, ranked, ahead, worlds, table)
    best = next(each for each in ranked if chosen in each.cards)
    ordered = (best, *(each for each in ranked if each is not best))
    cards = (choose_by_manners(view, CardSet.of(each.cards), table).card for each in ordered)
    candidates = tuple(map(_candidate, cards, ordered, repeat(best), repeat(worlds), repeat(payoff)))
    return Decision(view, chosen, candidates, worlds, settings, grounds, solved)


def _runs(view: SeatView) -> list[tuple[Card, ...]]:
    """The legal cards in runs of equals, each from high to low."""
    assert view.play is not None
    legal = view.legal_cards
    return [tuple(group & legal) for group in equals(view.play, view.play.to_play) if group & legal]


def _candidate(
    card: Card, run: EvaluatedCards, best: EvaluatedCards, worlds: Worlds, payoff: Payoff
) -> Candidate:
    weights = worlds.weights[: run.looked_at]
    share = weights / weights.sum()
    return Candidate(
        card=card,
        equals=run.cards,
        tricks=run.tricks,
        chance=float(share @ payoff.is_made(run.tricks)),
        mean_tricks=float(share @ run.tricks),
        value=run.planned,
        error=_error(run, best, worlds),
        plan=run.plan,
    )


# Strategies


@dataclass(frozen=True, eq=False)
class _Lookahead:
    """The strategies found, by the first card of each run of equal cards."""

    target: int
    """The target, in tricks of the whole play."""
    found: Comparison
    hoped: dict[Card, float]
    """For each card, the weight of the worlds in which it reaches the target double dummy."""

    def strategy(self, head: Card) -> CardStrategy:
        """The best strategy that begins with a card."""
        return next(each for each in self.found.strategies if head in each.equals)


def _look_ahead(
    play: Play, runs: Sequence[EvaluatedCards], worlds: Worlds, payoff: Payoff, settings: PlaySettings
) -> _Lookahead | None:
    """The candidates' strategies compared over some worlds or all layouts; None if not comparable."""
    target = min(payoff.needed, max(int(each.tricks.max()) for each in runs))
    to_come = target - payoff.before - play.tricks_won(payoff.side)
    if to_come <= 0 or len(np.unique(np.bitwise_or.reduce(worlds.deals, axis=1))) > 1:
        return None  # the same cards must be in play in all worlds; in some endings they are not
    some = min(len(worlds), MOST_WORLDS if worlds.is_all else settings.worlds)
    weights = worlds.weights[:some] / worlds.weights[:some].sum()
    question = (play, payoff.contract.declarer, layouts_now(play, worlds)[:some], weights, to_come)
    is_all = worlds.is_all and some == len(worlds)
    hoped = {each.cards[0]: float(weights @ (each.tricks[:some] >= target)) for each in runs}
    ahead = _Lookahead(target, _compared(question, is_all, settings, only_best=True), hoped)
    if payoff.aim is Aim.CONTRACT or not _may_be_worth_more(ahead, runs, payoff):
        return ahead
    return _Lookahead(target, _compared(question, is_all, settings, only_best=False), hoped)


def _compared(
    question: tuple[Play, Seat, Deals, Weights, int], is_all: bool, settings: PlaySettings, only_best: bool
) -> Comparison:
    """A full comparison to the end over all layouts if the budget allows, or else a lookahead."""
    if is_all:
        exact = compare(*question, _TO_THE_END, settings.positions, Detail.CARDS, only_best)
        if exact.is_complete:
            return exact
    return compare(*question, settings.depth, settings.positions, only_best=only_best, by_steps=True)


def _may_be_worth_more(ahead: _Lookahead, runs: Sequence[EvaluatedCards], payoff: Payoff) -> bool:
    """Is there a card with a worse plan that may still be worth more than every card with the best?

    The plan decides the contract, and a card may gain more in other tricks than it loses by its plan.
    """
    ranked = [_planned(each, ahead, payoff) for each in runs]
    best = max((each.planned for each in ranked if not each.is_beaten), default=-np.inf)
    return any(each.planned > best + _SAME for each in ranked if each.is_beaten)


# Ranking


def _planned(run: EvaluatedCards, ahead: _Lookahead | None, payoff: Payoff) -> EvaluatedCards:
    """A run with its planned value: its value less the stake on the worlds its strategy does not win."""
    if ahead is None:
        return replace(run, planned=run.value)
    strategy = ahead.strategy(run.cards[0])
    deferred = ahead.hoped[run.cards[0]] - strategy.value
    value = run.value - payoff.stake(ahead.target) * deferred
    return replace(run, plan=strategy.value, planned=value, is_beaten=strategy.is_beaten)


def _order(run: EvaluatedCards) -> tuple[int, bool, float, float]:
    """Sort key: most worlds evaluated first, then the best plan, then the planned value, then the value.

    So among cards with equal plans, the one that gains more if the defence goes wrong is better.
    """
    return -run.looked_at, run.is_beaten, -round(run.planned, _DIGITS), -round(run.value, _DIGITS)


def _settled(
    view: SeatView,
    ranked: Sequence[EvaluatedCards],
    ahead: _Lookahead | None,
    worlds: Worlds,
    table: CardTable | None,
) -> tuple[Card, Grounds]:
    """The card and its grounds: of the tied cards the one that experts or manners prefer."""
    tied = [each for each in ranked if _order(each) == _order(ranked[0])]
    if table is not None and view.play is not None and not view.play.cards:
        tied = [each for each in ranked if any(_is_as_good_a_lead(each, best, worlds) for best in tied)]
    cards = CardSet.of(card for each in tied for card in each.cards)
    grounds = Grounds("chance", tied=cards)
    if ahead is not None:
        found = ahead.found
        grounds = replace(grounds, target=ahead.target, depth=found.depth, is_whole=found.is_whole)
    if len(tied) > 1:
        if (line := suit_line(view, cards)) is not None:
            return line.card, replace(grounds, name="suit")
        if (lead := squeeze_lead(view, cards, worlds)) is not None:
            return lead.card, replace(grounds, name="squeeze")
    card = choose_by_manners(view, cards, table).card
    return card, replace(grounds, name=_ground(card, ranked, tied))


def _ground(card: Card, ranked: Sequence[EvaluatedCards], tied: Sequence[EvaluatedCards]) -> str:
    """The grounds if no expert decided: `strategy`, `chance`, `table` or `manners`."""
    best = ranked[0]
    if best.plan is not None and best.value < max(each.value for each in ranked) - _SAME:
        return "strategy"
    if len(tied) == 1:
        return "chance"
    chosen = next(each for each in tied if card in each.cards)
    return "manners" if _order(chosen) == _order(best) else "table"


def _is_as_good_a_lead(one: EvaluatedCards, best: EvaluatedCards, worlds: Worlds) -> bool:
    """Is it within luck of the best lead, and of its suit?  Then the table decides, for partner reads it."""
    if one.looked_at < best.looked_at or one.cards[0].suit is not best.cards[0].suit:
        return False
    return best.planned - one.planned <= _LUCK * _error(one, best, worlds) + _SAME


def _error(one: EvaluatedCards, best: EvaluatedCards, worlds: Worlds) -> float:
    """The standard error of the difference in value, over the worlds in which both were evaluated."""
    both = min(one.looked_at, best.looked_at)
    return standard_error(one.values[:both] - best.values[:both], worlds.weights)
