"""Worlds: complete deals that agree with what a seat knows, each with the weight that Bayes gives it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.bidding import Agreements
from overtrick.bidding.carding import CardTable
from overtrick.core import SeatView, Side
from overtrick.deals.numbers import Packed
from overtrick.player.knowledge import Knowledge, Played, known
from overtrick.player.leads_read import lead_chances, partners_suits, signal_chances, tables_of
from overtrick.player.likelihood import chances_among_equals, play_chances
from overtrick.player.pool import Pool, pool_of
from overtrick.player.settings import PlaySettings
from overtrick.player.told import Told, told

__all__ = ["Worlds", "draw"]

Weights = npt.NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Worlds:
    """Deals a seat cannot exclude, as the hands were dealt, and how likely each is."""

    deals: Packed
    """A row for each world, North first: the thirteen cards each was dealt, or the cards of an ending."""
    weights: Weights
    """How likely each world is; they add up to one."""
    remarks: tuple[str, ...] = ()
    """What could not be met: calls that contradict the cards, for example."""
    is_all: bool = False
    """Are these all the deals there can be, each once? Then the weights are exact."""

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def effective(self) -> float:
        """The effective sample size: as many equally likely worlds would tell as much."""
        return float(1.0 / np.sum(self.weights**2)) if len(self.weights) else 0.0


def draw(
    view: SeatView,
    agreements: Agreements | None = None,
    settings: PlaySettings | None = None,
    tables: Mapping[Side, CardTable] | None = None,
) -> Worlds:
    """The worlds of a view: drawn, weighed by the lead, the signals and the play, and so many chosen.

    Where all layouts can be listed, none is left out.

    Without agreements only explanations say what calls mean; without `tables` those of the systems count. The
    same view and settings give the same worlds, on any number of threads.

    >>> from overtrick import Board, Seat
    >>> text = "Dealer S\\nDeal N:K.2.. A..2. 2.A.. 3...2\\nAuction S: 1NT AP\\nPlay NT;S;S2 S3"
    >>> worlds = draw(SeatView.of(Board.parse(text), Seat.SOUTH))  # the ace is hardly with West
    >>> len(worlds), worlds.is_all, round(worlds.effective, 2)
    (3, True, 2.08)
    """
    settings = PlaySettings() if settings is None else settings
    knowledge, seed = known(view), _seed(view, settings)
    calls = told(view, agreements) if knowledge.is_whole and settings.uses_meanings else Told()
    pool = pool_of(knowledge, calls, settings.pool, seed)
    deals, weights = _each_once(pool)
    if settings.uses_leads and knowledge.is_whole:
        found = tables_of(agreements) if tables is None else tables
        weights *= _by_tables(deals, view, knowledge, agreements, found, settings.strange)
    if settings.is_weighted:
        weights *= _by_play(deals, knowledge, settings)
    if not weights.any():  # so unlikely a play, by these settings, that no number is small enough
        weights = np.ones(len(deals))
    most = len(deals) if pool.is_all else settings.deals
    chosen, counts = _chosen(weights, most, np.random.default_rng(seed))
    return Worlds(deals[chosen], counts / counts.sum(), (*calls.remarks, *pool.remarks), pool.is_all)


def _seed(view: SeatView, settings: PlaySettings) -> int:
    """A number of 64 bits, the same for the same settings and all that the view shows."""
    shown = (settings.seed, view.seat, view.deal, view.auction, view.meanings, view.vul, view.play)
    digest = hashlib.blake2b(" ".join(map(repr, shown)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


# What is judged


def _by_tables(
    deals: Packed,
    view: SeatView,
    knowledge: Knowledge,
    agreements: Agreements | None,
    tables: Mapping[Side, CardTable],
    strange: float,
) -> Weights:
    """The chance of the opening lead and of the signals in every deal."""
    declarer = knowledge.play.leader.rho
    chances = signal_chances(deals, knowledge, declarer, tables, strange)
    lead = next((played for played in knowledge.played() if _is_opening_lead(played)), None)
    table = None if lead is None else tables.get(lead.seat.side)
    if lead is None or table is None:
        return chances
    is_partners = lead.card.suit in partners_suits(view, agreements, lead.seat)
    return chances * lead_chances(deals, lead, table, knowledge.play.strain, is_partners, strange)


def _is_opening_lead(played: Played) -> bool:
    return not played.gone


def _by_play(deals: Packed, knowledge: Knowledge, settings: PlaySettings) -> Weights:
    """The chance of every other choice: double dummy with few cards in hand, among equals with more."""
    chosen = [each for each in knowledge.played() if not (knowledge.is_whole and _is_opening_lead(each))]
    few = [each for each in chosen if each.in_hand <= settings.recall]
    chances = play_chances(deals, few, knowledge.play.strain, settings.mistake, settings.threads)
    for played in chosen:
        if played.in_hand > settings.recall:
            chances *= chances_among_equals(deals, played)
    return chances


# What is kept


def _each_once(pool: Pool) -> tuple[Packed, Weights]:
    """The deals of a pool; one that was drawn twice counts twice."""
    deals, same = np.unique(pool.deals, axis=0, return_inverse=True)
    return deals, np.bincount(same.ravel(), pool.weights).astype(np.float64)


def _chosen(weights: Weights, n: int, chance: np.random.Generator) -> tuple[npt.NDArray[np.intp], Weights]:
    """The places of at most `n` worlds in random order, and how much each counts.

    If there are more, the weights are laid end to end, and marks at equal distances, the first at random,
    choose: each world is expected as often as its weight says.
    """
    order = chance.permutation(len(weights))
    if len(weights) <= n:
        return order, weights[order]
    ends = np.cumsum(weights[order]) / weights.sum()
    marks = (np.arange(n) + chance.random()) / n
    places = np.minimum(np.searchsorted(ends, marks, side="right"), len(ends) - 1)
    chosen, counts = np.unique(places, return_counts=True)
    return order[chosen], counts.astype(np.float64)
