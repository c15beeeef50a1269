"""The Borel simulation: close decisions made by projecting each candidate over deals that fit the auction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from time import perf_counter
from typing import TypeAlias, final
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from overtrick.bidding.bidder import Agreements, check_turn
from overtrick.bidding.meanings import as_predicate
from overtrick.bidding.sampling import DealSample, deals_for
from overtrick.bidding.simulating.evidence import (
    Estimate,
    Evidence,
    OptionResult,
    Outcome,
    Seconds,
    best_other,
)
from overtrick.bidding.simulating.options import Option, options
from overtrick.bidding.simulating.projection import Cap, Projection, Tricks, last_states
from overtrick.bidding.simulating.settings import Scoring, Settings
from overtrick.bidding.state import State
from overtrick.core import Auction, CardSet, Contract, Vul
from overtrick.hands.counting import Progress
from overtrick.scoring import imps

__all__ = ["Gains", "Simulation", "Simulator", "simulate", "worth"]

_MOST_STATES = 10_000
"""Limit on cached states; a full cache is cleared. About 220 MB for `sayc`, see docs/borel.md."""

Gains: TypeAlias = npt.NDArray[np.float64]
"""A number for each deal."""


def simulate(
    agreements: Agreements,
    hand: CardSet,
    auction: Auction,
    vul: Vul = Vul.NONE,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Evidence:
    """The call of a hand in turn: the system's, or a close one with a convincing gain.

    >>> from overtrick.bidding import load
    >>> table = Agreements(load("natural"))
    >>> simulate(table, CardSet.parse("9742.853.J64.952"), Auction.parse("N:")).is_close
    False
    """
    simulator = _simulators.get(agreements)
    if simulator is None:
        simulator = _simulators[agreements] = Simulator(agreements)
    return simulator.simulation(hand, auction, vul, settings or Settings(), progress).evidence()


@final
class Simulator:
    """Decides close calls for the players of a table, with a bounded cache of auctions."""

    def __init__(self, agreements: Agreements) -> None:
        self._systems, self._silent = agreements.systems, agreements.silent
        self._table = Agreements(*self._systems, self._silent)
        self._states = set[State]()

    def simulation(
        self, hand: CardSet, auction: Auction, vul: Vul, settings: Settings, progress: Progress | None = None
    ) -> Simulation:
        """Simulate the candidates, if there is more than one; `Simulation.evidence` gives the choice."""
        check_turn(hand, auction)
        if len(self._states) > _MOST_STATES:
            self._table, self._states = Agreements(*self._systems, self._silent), set()
        made = Simulation(self._table.state(auction, vul), hand, auction, vul, settings, progress)
        self._states |= made.states
        return made


_simulators = WeakKeyDictionary[Agreements, Simulator]()


@final
@dataclass(eq=False, repr=False)
class Simulation:
    """The state of one decision."""

    state: State
    hand: CardSet
    auction: Auction
    vul: Vul
    settings: Settings
    progress: Progress | None = None

    def __post_init__(self) -> None:
        start = perf_counter()
        self.options = options(self.state, self.hand, self.settings.most_candidates)
        self.paths: list[list[Projection]] = [[] for _ in self.options]
        """For each candidate its auctions, deal by deal, as far as it was simulated."""
        self.gains: list[Gains] = [np.zeros(0) for _ in self.options]
        """For each candidate its gain on each deal."""
        self.discounted: list[Gains | None] = [None for _ in self.options]
        self.caps: list[dict[int, Cap]] = [{} for _ in self.options]
        """For each candidate that was discounted its cap on each deal where it gains."""
        self.dealt: DealSample | None = None
        self._times = [perf_counter() - start, 0.0, 0.0, 0.0]
        self._scored = dict[tuple[int, int], int]()
        self._solved = 0
        if len(self.options) > 1:
            self._run()

    @property
    def states(self) -> set[State]:
        """All states of its auctions, from the first call on."""
        found = set[State]()
        for last in (self.state, *(path.state for paths in self.paths for path in paths)):
            state: State | None = last
            while state is not None and state not in found:
                found.add(state)
                state = state.before
        return found

    @property
    def place(self) -> int:
        """The index of the call."""
        return len(self.auction)

    # Simulation of the deals

    def _run(self) -> None:
        settings = self.settings
        since = perf_counter()
        dealt = deals_for(self.state, self.hand, self.auction.dealer, settings.deals, settings.seed)
        self.dealt, self._times[1] = dealt, perf_counter() - since
        live = list(range(1, len(self.options)))
        with Tricks(dealt.deals, settings.threads) as tricks:
            for first in range(0, len(dealt.deals), settings.first_look):
                boards = range(first, min(first + settings.first_look, len(dealt.deals)))
                self._look(boards, live, tricks)
                if self.progress is not None:
                    self.progress(boards.stop, len(dealt.deals))
                live = [each for each in live if not Estimate.of(self.gains[each]).is_hopeless(settings)]
                if not live:
                    break
            since = perf_counter()
            for each in range(1, len(self.options)):
                if settings.is_discounted and Estimate.of(self.gains[each]).is_convincing(settings):
                    self.discounted[each] = self._discount(each, tricks)
            self._times[3] += perf_counter() - since
            self._solved = len(tricks)

    def _look(self, boards: range, live: list[int], tricks: Tricks) -> None:
        """Project the system's call and the others on some deals, and score them."""
        since = perf_counter()
        for each in (0, *live):
            self.paths[each] += self._projected(self.options[each], boards)
        tricks.ask(
            question
            for each in live
            for board in boards
            if self._is_different(each, board)
            for path in (self.paths[0][board], self.paths[each][board])
            if (question := path.question) is not None
        )
        self._times[2] += perf_counter() - since
        since = perf_counter()
        for each in live:
            gains = [self._gain(each, board, tricks) for board in boards]
            self.gains[each] = np.concatenate([self.gains[each], gains])
        self._times[3] += perf_counter() - since

    def _projected(self, option: Option, boards: range) -> list[Projection]:
        assert self.dealt is not None
        deals, dealer = self.dealt.deals[boards.start : boards.stop], self.auction.dealer
        states = last_states(self.state, option.call, deals, dealer)
        side = self.auction.to_call.side
        return [
            Projection(last, dealer, self.place, board, [CardSet(int(bits)) for bits in row], side, self.vul)
            for last, board, row in zip(states, boards, deals, strict=True)
        ]

    def _is_different(self, each: int, board: int) -> bool:
        """Does a candidate lead to another contract than the system's call?"""
        return self.paths[each][board].contract != self.paths[0][board].contract

    def _gain(self, each: int, board: int, tricks: Tricks) -> float:
        if not self._is_different(each, board):
            return 0.0
        for place in (0, each):
            self._scored[place, board] = self.paths[place][board].points(tricks)
        return worth(self._scored[each, board] - self._scored[0, board], self.settings.scoring)

    def _discount(self, each: int, tricks: Tricks) -> Gains:
        """The discounted gains; see docs/borel.md."""
        gained = [int(board) for board in np.flatnonzero(self.gains[each] > 0)]
        tricks.ask(
            question
            for board in gained
            for place in (0, each)
            for question in self.paths[place][board].questions()
        )
        left = self.gains[each].copy()
        for board in gained:
            cap, own = (self.paths[place][board].cap(tricks) for place in (each, 0))
            self.caps[each][board] = cap
            left[board] = min(left[board], worth(cap.points - own.points, self.settings.scoring))
        return left

    # Results

    def evidence(self) -> Evidence:
        """The results and the chosen call."""
        results = tuple(map(self._result, range(len(self.options))))
        best = best_other(results, self.settings)
        if best is None or not best.is_convincing(self.settings):
            best = results[0]
        keeps = self.hand in as_predicate(self.state.after(best.call).history[-1].promise)
        question = self.hand, self.auction, self.vul, self.settings
        answer = best.call, results, len(self.paths[0]), keeps
        found = Evidence(*question, *answer, solved=self._solved, seconds=Seconds(*self._times))
        if (dealt := self.dealt) is None:
            return found
        return replace(found, source=dealt.source, odd=dealt.odd, remarks=dealt.remarks)

    def _result(self, each: int) -> OptionResult:
        left = self.discounted[each]
        gain = Estimate.of(self.gains[each] if each else np.zeros(len(self.paths[0])))
        gifts = 0 if left is None else int(np.sum(left < self.gains[each]))
        discounted = None if left is None else Estimate.of(left)
        return OptionResult(self.options[each], gain, discounted, gifts, self._outcomes(each))

    def _outcomes(self, each: int) -> tuple[Outcome, ...]:
        boards = dict[Contract | None, list[int]]()
        for path in self.paths[each]:
            boards.setdefault(path.contract, []).append(path.board)
        made = list[Outcome]()
        for contract, some in boards.items():
            known = [self._scored[each, board] for board in some if (each, board) in self._scored]
            made.append(Outcome(contract, len(some), fmean(known) if known else None))
        return tuple(sorted(made, key=lambda outcome: (-outcome.deals, str(outcome.contract))))


def worth(difference: int, scoring: Scoring) -> float:
    """The value of a difference in score: IMPs, or a comparison won or lost.

    >>> worth(-500, Scoring.IMPS), worth(-500, Scoring.MATCHPOINTS), worth(0, Scoring.IMPS)
    (-11.0, -1.0, 0.0)
    """
    if scoring is Scoring.IMPS:
        return float(imps(difference))
    return float((difference > 0) - (difference < 0))
