"""Declarer's plans, compared against best defence over worlds that he cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick import _core
from overtrick.core import PACK, Card, CardSet, Play, Seat
from overtrick.dd.packing import Deals, check_packed
from overtrick.player.settings import PlayerError

__all__ = ["MOST_WORLDS", "TIE", "CardStrategy", "Comparison", "Detail", "Weights", "compare"]

Weights = npt.NDArray[np.float64]
Made = npt.NDArray[np.bool_]

MOST_WORLDS: int = _core.MOST_WORLDS
"""The most worlds over which strategies can be compared."""
TIE = 1e-9
"""Weights that differ by at most this are equal."""
_SCALE = 1 << 45
"""The sum of all weights in the search, which uses integers so that ties are exact."""
_BYTES = 1 << 26
"""Memory of the solvers, all worlds together."""


_MOST_POSITIONS = 1 << 62
"""Positions searched at most."""


class Detail(Enum):
    """How a defender's touching cards are treated.

    Every strategy counted with `UNBLOCKS` also works with `CARDS`; docs/play.md says why.
    """

    LOWEST = _core.Detail.LOWEST
    """He plays the lowest, and declarer cannot tell which card it was."""
    UNBLOCKS = _core.Detail.UNBLOCKS
    """He plays the lowest, or one above a card of his partner's; declarer cannot tell which it was."""
    CARDS = _core.Detail.CARDS
    """He plays any, and declarer can tell which: right for all layouts, but not for a sample."""


@final
@dataclass(frozen=True, eq=False)
class CardStrategy:
    """Declarer's best strategy after a card."""

    card: Card
    equals: CardSet
    """Equal cards of the same hand, this one included."""
    value: float
    """The weight of the worlds made, or an upper bound of it."""
    worlds: Made
    """The worlds made; if the value is only a bound, those made double dummy."""
    is_exact: bool
    """Is the value exact, not just a bound?"""
    is_beaten: bool = False
    """Is it known to be worse than another card?  Then its search was cut short."""


@final
@dataclass(frozen=True, eq=False)
class Comparison:
    """Declarer's cards, best first, after a lookahead of `depth` cards of his own."""

    strategies: tuple[CardStrategy, ...]
    depth: int
    is_complete: bool
    """Was every card searched within the budget?"""
    positions: int
    """Positions searched, those of the double-dummy solvers included, over all comparisons."""
    is_whole: bool = False
    """Did it go to the end, with every card distinct?  Then the values of complete plans are exact."""

    @property
    def best(self) -> CardStrategy:
        """The card to play."""
        return self.strategies[0]

    @property
    def is_alone(self) -> bool:
        """Is the best card better than every other?"""
        best, *others = self.strategies
        return self.is_complete and all(each.is_beaten or each.value < best.value - TIE for each in others)


def compare(
    play: Play,
    declarer: Seat,
    worlds: Deals,
    weights: Weights,
    target: int,
    depth: int,
    positions: int,
    detail: Detail = Detail.LOWEST,
    only_best: bool = False,
    by_steps: bool = False,
) -> Comparison:
    """Compare the best strategies of declarer's side after each of its legal cards.

    `worlds` are rows of the four hands as they are now, without the cards on the table; `target` is the
    number of undecided tricks declarer needs, the one in progress included; `depth` is the number of his and
    dummy's cards before double dummy takes over. With `only_best` a card that is worse than another is not
    searched to the end. With `by_steps` the lookahead deepens by one card at a time, and the last comparison
    complete within the budget is the answer. It goes on when one card alone is best: its value may fall.
    A lookahead of one card is always complete.

    >>> from overtrick.core import Deal
    >>> from overtrick.dd.packing import pack
    >>> play = Play.parse("N:AJ3... - KT4... -;NT;S")
    >>> with_west, with_east = ("765...", "Q98..."), ("Q98...", "765...")
    >>> deals = [Deal.parse(f"N:AJ3... {east} KT4... {west}") for east, west in (with_west, with_east)]
    >>> worlds, chances = pack(deals), np.array([0.6, 0.4])
    >>> [compare(play, Seat.SOUTH, worlds, chances, 3, depth, 1000).best.value for depth in (1, 4)]
    [1.0, 0.6]
    """
    search = _WorldSearch(play, declarer, worlds, weights, target, detail)
    found = search.compare(1 if by_steps else depth, positions, only_best)
    if not by_steps:
        return found
    used = found.positions
    for further in range(2, min(depth, search.cards_left) + 1):
        if not found.best.value or used >= positions:
            break
        deeper = search.compare(further, positions - used, only_best)
        used += deeper.positions
        if not deeper.is_complete:
            break
        found = deeper
    return replace(found, positions=used)


class _WorldSearch:
    """A position and its worlds, with a cache of double-dummy results."""

    def __init__(
        self, play: Play, declarer: Seat, worlds: Deals, weights: Weights, target: int, detail: Detail
    ) -> None:
        check_packed(worlds)
        _check(play, declarer, worlds, weights)
        self._weights = np.asarray(weights, np.float64)
        self._legal = play.legal_cards
        self._detail = detail
        self.cards_left = sum(play.bits[seat].bit_count() for seat in declarer.side.seats)
        packed = np.ascontiguousarray(worlds, np.uint64)
        table = [card.index for card in play.trick.cards]
        position = packed, play.strain, play.on_lead, table
        try:
            self._search = _core.Strategies(*position, target, _BYTES, detail.value)
        except ValueError as error:
            raise PlayerError(f"strategies cannot be compared: {error}", text=str(play)) from None

    def compare(self, depth: int, positions: int, only_best: bool) -> Comparison:
        """Compare all cards at one depth."""
        for name, number, least in (("depth", depth, 1), ("positions", positions, 0)):
            if number < least:
                raise PlayerError(f"{name} must be at least {least}, not {number}")
        scaled = np.rint(self._weights * (_SCALE / self._weights.sum())).astype(np.int64).tolist()
        ahead, budget = min(depth, self.cards_left), min(positions, _MOST_POSITIONS)
        best = (scaled, round(TIE * _SCALE)) if only_best else ([], 0)
        found = self._search.compare(ahead, budget, *best)
        plans = self._bounded([self._plan(answer) for answer in found])
        is_complete = all(answer.is_complete for answer in found)
        is_whole = is_complete and self._detail is Detail.CARDS and depth >= self.cards_left
        return Comparison(tuple(plans), ahead, is_complete, self._search.positions, is_whole)

    def _plan(self, answer: _core.CardStrategies) -> CardStrategy:
        is_exact = answer.is_complete and not answer.is_beaten
        vectors = answer.plans if is_exact else [answer.hope]
        made = max((self._made(vector) for vector in vectors), key=self._weight)
        card, equals = PACK[answer.card], CardSet(answer.equals) & self._legal
        return CardStrategy(card, equals, self._weight(made), made, is_exact, answer.is_beaten)

    def _bounded(self, plans: list[CardStrategy]) -> list[CardStrategy]:
        """The strategies, best first; the bound of a card known to be worse is lowered below the best."""
        best = max((plan.value for plan in plans if plan.is_exact), default=0.0)
        bounded = (
            replace(plan, value=min(plan.value, best - TIE)) if plan.is_beaten else plan for plan in plans
        )
        return sorted(bounded, key=lambda plan: (plan.value, plan.is_exact), reverse=True)

    def _made(self, words: list[int]) -> Made:
        raw = np.array(words, dtype="<u8").view(np.uint8)
        return np.unpackbits(raw, bitorder="little")[: len(self._weights)].astype(np.bool_)

    def _weight(self, made: Made) -> float:
        return float(self._weights[made].sum())


def _check(play: Play, declarer: Seat, worlds: Deals, weights: Weights) -> None:
    """Refuse positions that cannot be searched."""
    if play.is_over or play.to_play.side is not declarer.side:
        who = "nobody is" if play.is_over else f"{play.to_play.word} is"
        raise PlayerError(f"{declarer.word} cannot plan a card: {who} to play", text=str(play))
    if not 1 <= len(worlds) <= MOST_WORLDS:
        fault = f"strategies are compared over 1 to {MOST_WORLDS} worlds, not {len(worlds)}"
        raise PlayerError(fault, text=str(play))
    if np.shape(weights) != (len(worlds),) or not np.isfinite(weights).all() or min(weights) < 0:
        raise PlayerError(f"each of {len(worlds)} worlds needs a weight that is not below zero")
    if not np.sum(weights) > 0:
        raise PlayerError("the weights of the worlds add up to nothing")
    played = sum(card.bit for card in play.cards)
    if (worlds & np.uint64(played)).any():
        raise PlayerError("a world holds a card that has been played", text=str(play))
    for seat in declarer.side.seats:
        if play.start.get(seat) is not None and (worlds[:, seat] != np.uint64(play.bits[seat])).any():
            raise PlayerError(f"a world gives {seat.word} other cards than {play.hand(seat)}", text=str(play))
