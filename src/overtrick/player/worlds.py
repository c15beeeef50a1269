"""Worlds: complete deals that agree with a seat's knowledge, each with its weight by Bayes' rule."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.bidding import Agreements, Meaning, State, read_note
from overtrick.bidding.carding import CardTable
from overtrick.bidding.meanings import as_predicate
from overtrick.bidding.promises import ANYTHING
from overtrick.bidding.sampling import both
from overtrick.core import Seat, SeatView, Side
from overtrick.deals import Constraint, Sample, Sampler
from overtrick.deals.constraints import Constraints
from overtrick.deals.dealing import Deals
from overtrick.deals.softening import steps_away
from overtrick.hands import Predicate
from overtrick.hands.terms import All, Always
from overtrick.player.knowledge import Divisions, Knowledge, known
from overtrick.player.likelihood import (
    chances_among_equals,
    lead_chances,
    partners_suits,
    play_chances,
    signal_chances,
    tables_of,
)
from overtrick.player.settings import PlaySettings

__all__ = ["CallInformation", "Worlds", "draw", "read_calls"]

Weights = npt.NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Worlds:
    """Deals that a seat cannot exclude, as the hands were dealt, with their probabilities."""

    deals: Deals
    """A row for each world, North first: the thirteen cards each was dealt, or the cards of an ending."""
    weights: Weights
    """The probability of each world; the sum is one."""
    remarks: tuple[str, ...] = ()
    """Warnings: for example, calls that contradict the cards."""
    is_all: bool = False
    """Are these all possible deals, each once?  Then the weights are exact."""

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def effective(self) -> float:
        """The effective sample size: this many equally likely worlds would carry as much information."""
        return float(1.0 / np.sum(self.weights**2)) if len(self.weights) else 0.0


# Information from the calls


_NOTHING = (Always(True), All(()))


@final
@dataclass(frozen=True)
class CallInformation:
    """The constraints that the calls put on each hidden hand, exactly and by ranges."""

    exact: Constraints = field(default_factory=dict)
    promised: Constraints = field(default_factory=dict)
    """The ranges that the calls promise, for when no deal fits the exact meanings."""
    remarks: tuple[str, ...] = ()


def read_calls(view: SeatView, agreements: Agreements | None) -> CallInformation:
    """The information from the calls about the hands that a view does not show.

    >>> from overtrick import Board
    >>> view = SeatView.of(Board.parse("Deal N:- - AKQJT98765432... -\\nAuction N: 1NT AP"), Seat.SOUTH)
    >>> read_calls(view, None).exact
    {}
    """
    notes, remarks = _explained(view)
    state = None if agreements is None else agreements.state(view.auction, view.vul)
    exact, promised = dict[Seat, Constraint](), dict[Seat, Constraint]()
    for player in range(min(4, len(view.auction))):
        seat = view.dealer.next(player)
        if view.deal.get(seat) is not None:
            continue
        own = {place: note for place, note in notes.items() if place % 4 == player}
        if (everything := _exactly(state, player, own)) is not None:
            exact[seat] = everything
        if (ranges := _in_ranges(state, player, own)) is not None:
            promised[seat] = ranges
    return CallInformation(exact, promised, remarks)


def _explained(view: SeatView) -> tuple[dict[int, Predicate], tuple[str, ...]]:
    """The predicates of the explanations by place of the call, and remarks on those without information."""
    notes, remarks = dict[int, Predicate](), list[str]()
    for place, (seat, call, meaning) in enumerate(view.calls()):
        if meaning is None or not meaning.text or view.deal.get(seat) is not None:
            continue
        note = read_note(meaning.text)
        if note.predicate.term in _NOTHING:
            remarks.append(f"{seat.word}'s {call.print} goes by the system: {meaning.text!r} says no more")
        else:
            notes[place] = note.predicate
    return notes, tuple(remarks)


def _exactly(state: State | None, player: int, notes: Mapping[int, Predicate]) -> Constraint | None:
    """The constraint of a player's calls; the system's only from the last that contradicts earlier ones."""
    terms = [note.term for note in notes.values()]
    within = None
    if state is not None and player not in state.silent:
        places = range(player, len(state.history), 4)
        first = max((place for place in places if state.history[place].is_alone), default=0)
        read = [place for place in places if place >= first and place not in notes]
        terms += [Meaning(state, place).condition.term for place in read]
        within = None if notes else as_predicate(state.promises[player])
    said = tuple(term for term in terms if term not in _NOTHING)
    if not said:
        return None
    return Constraint(Predicate(All(said) if len(said) > 1 else said[0]), within)


def _in_ranges(state: State | None, player: int, notes: Mapping[int, Predicate]) -> Constraint | None:
    """The ranges of a player's calls; if some were explained, the explanations alone."""
    if notes:
        return _exactly(None, player, notes)
    if state is None or player in state.silent or state.promises[player] is ANYTHING:
        return None
    return Constraint(as_predicate(state.promises[player]))


# Deals before weighting


_MOST_TRIES = 400_000
"""Attempts before the constraints are relaxed: about a second."""
_FEWEST = 0.4
"""The constraints are relaxed if less than this share of the deals is found."""


def _pool(knowledge: Knowledge, told: CallInformation, n: int, seed: int) -> Worlds:
    """All deals that agree with the knowledge if there are at most `n`, or `n` drawn from them."""
    divisions = Divisions(knowledge)
    if len(knowledge.free) <= _FEW and divisions.count <= n:
        return _listed(divisions.every(), told)
    if not knowledge.is_whole:
        return Worlds(divisions.draw(n, Random(seed)), np.ones(n))
    found, remarks = _drawn(knowledge.wanted, told, n, seed)
    return Worlds(found.deals, found.weights, (*remarks, *found.remarks))


_FEW = 24
"""With more free cards the divisions are not counted: there are always enough."""


# All deals


def _listed(deals: Deals, told: CallInformation) -> Worlds:
    """The divisions that fit the calls; if none does, all of them, the nearer ones with more weight."""
    for asked in (told.exact, told.promised):
        fits = _fits(deals, asked)
        if fits.any():
            remarks = () if asked is told.exact else ("no deal goes with the exact meaning of every call",)
            return Worlds(deals[fits], np.ones(int(fits.sum())), is_all=True, remarks=remarks)
    steps = np.zeros(len(deals), np.int64)
    for seat, wanted in told.promised.items():
        if wanted.meaning is not None:
            steps += steps_away(wanted.meaning, deals[:, seat])
    why = "no deal goes with what the calls promise: each counts half for every point or card it is away"
    return Worlds(deals, np.exp2(steps.min() - steps.astype(np.float64)), is_all=True, remarks=(why,))


def _fits(deals: Deals, asked: Constraints) -> npt.NDArray[np.bool_]:
    fits = np.ones(len(deals), np.bool_)
    for seat, wanted in asked.items():
        for condition in (wanted.meaning, wanted.within):
            if condition is not None:
                fits &= condition.packed(np.ascontiguousarray(deals[:, seat]))
    return fits


# A sample of deals


def _drawn(cards: Constraints, told: CallInformation, n: int, seed: int) -> tuple[Sample, list[str]]:
    """Deals that fit the calls, or relaxed constraints; the remarks name what was relaxed."""
    remarks = list[str]()
    for asked, name in _levels(cards, told):
        sampler = Sampler(asked)
        found = sampler.draw(n, seed, most_tries=_MOST_TRIES, soften=False)
        if len(found) >= _FEWEST * n:
            return found, remarks
        remarks.append(f"no use of {name}: {_why(sampler, found)}")
    return Sampler(both(cards, told.promised)).draw(n, seed, most_tries=_MOST_TRIES), remarks


def _why(sampler: Sampler, found: Sample) -> str:
    """Words for why there are too few deals."""
    if sampler.impossible:
        return f"{' and '.join(seat.word for seat in sampler.impossible)} can have no such hand"
    if not found.tried:
        return "the lengths do not go into one deal"
    return f"only {len(found) or 'none'} of {found.tried:,} deals would do".replace("only none", "none")


def _levels(cards: Constraints, told: CallInformation) -> Iterator[tuple[Constraints, str]]:
    """The constraints to try with their names, from the strictest to the loosest."""
    exact = both(cards, told.exact)
    yield exact, "the exact meaning of every call"
    odd = Sampler(exact).impossible
    if odd and any(seat not in odd for seat in told.exact):
        less = {seat: told.promised.get(seat, Constraint()) for seat in odd}
        yield both(cards, {**told.exact, **less}), "the exact meaning of the other calls"
    yield both(cards, told.promised), "what the calls promise"


# Worlds


def draw(
    view: SeatView,
    agreements: Agreements | None = None,
    settings: PlaySettings | None = None,
    tables: Mapping[Side, CardTable] | None = None,
) -> Worlds:
    """The worlds of a view: drawn, weighted by the lead, the signals and the play, and then sampled.

    Where all layouts can be listed, none is left out.

    Without agreements, calls have only the meanings explained; `tables` default to those of the systems. The
    same view and settings give the same worlds, on any number of threads.

    >>> from overtrick import Board, Seat
    >>> text = "Dealer S\\nDeal N:K.2.. A..2. 2.A.. 3...2\\nAuction S: 1NT AP\\nPlay NT;S;S2 S3"
    >>> worlds = draw(SeatView.of(Board.parse(text), Seat.SOUTH))  # the ace is hardly with West
    >>> len(worlds), worlds.is_all, round(worlds.effective, 2)
    (3, True, 2.08)
    """
    settings = PlaySettings() if settings is None else settings
    knowledge, seed = known(view), _seed(view, settings)
    is_told = knowledge.is_whole and settings.uses_meanings
    calls = read_calls(view, agreements) if is_told else CallInformation()
    pool = _pool(knowledge, calls, settings.pool, seed)
    deals, same = np.unique(pool.deals, axis=0, return_inverse=True)
    weights = np.bincount(same.ravel(), pool.weights).astype(np.float64)  # a deal drawn twice counts twice
    if settings.uses_leads and knowledge.is_whole:
        found = tables_of(agreements) if tables is None else tables
        weights *= _by_tables(deals, view, knowledge, agreements, found, settings.strange)
    if settings.is_weighted:
        weights *= _by_play(deals, knowledge, settings)
    if not weights.any():  # the play is so unlikely, by these settings, that all weights underflow
        weights = np.ones(len(deals))
    most = len(deals) if pool.is_all else settings.deals
    chosen, counts = _chosen(weights, most, np.random.default_rng(seed))
    return Worlds(deals[chosen], counts / counts.sum(), (*calls.remarks, *pool.remarks), pool.is_all)


def _seed(view: SeatView, settings: PlaySettings) -> int:
    """A 64-bit seed derived from the settings and all that the view shows."""
    shown = (settings.seed, view.seat, view.deal, view.auction, view.meanings, view.vul, view.play)
    digest = hashlib.blake2b(" ".join(map(repr, shown)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


# Likelihoods


def _by_tables(
    deals: Deals,
    view: SeatView,
    knowledge: Knowledge,
    agreements: Agreements | None,
    tables: Mapping[Side, CardTable],
    strange: float,
) -> Weights:
    """The likelihood of the opening lead and of the signals in every deal."""
    declarer = knowledge.play.leader.rho
    chances = signal_chances(deals, knowledge, declarer, tables, strange)
    lead = next((played for played in knowledge.played() if not played.gone), None)
    table = None if lead is None else tables.get(lead.seat.side)
    if lead is None or table is None:
        return chances
    is_partners = lead.card.suit in partners_suits(view, agreements, lead.seat)
    return chances * lead_chances(deals, lead, table, knowledge.play.strain, is_partners, strange)


def _by_play(deals: Deals, knowledge: Knowledge, settings: PlaySettings) -> Weights:
    """The likelihood of every other choice: double dummy with few cards in hand, among equals with more."""
    chosen = [each for each in knowledge.played() if each.gone or not knowledge.is_whole]
    few = [each for each in chosen if each.in_hand <= settings.recall]
    chances = play_chances(deals, few, knowledge.play.strain, settings.mistake, settings.threads)
    for played in chosen:
        if played.in_hand > settings.recall:
            chances *= chances_among_equals(deals, played)
    return chances


# Sampling


def _chosen(weights: Weights, n: int, chance: np.random.Generator) -> tuple[npt.NDArray[np.intp], Weights]:
    """The places of at most `n` worlds in random order, and the weight of each.

    If there are more, systematic sampling chooses: the weights are laid end to end and marked at equal
    distances from a random start, so that each world is expected as often as its weight says.
    """
    order = chance.permutation(len(weights))
    if len(weights) <= n:
        return order, weights[order]
    ends = np.cumsum(weights[order]) / weights.sum()
    marks = (np.arange(n) + chance.random()) / n
    places = np.minimum(np.searchsorted(ends, marks, side="right"), len(ends) - 1)
    chosen, counts = np.unique(places, return_counts=True)
    return order[chosen], counts.astype(np.float64)
