"""Gifts: calls that gain only because the system lets the opponents do something foolish.

A candidate whose gain convinces as it is, and does not against opponents who see each other's cards, lives on
a hole in the system that bids for them. The rule that made their last foolish call is the finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from overtrick.bidding.batch import calls_of
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.checking.findings import Gift, Rule, Seen, Share, rules_of
from overtrick.bidding.entries import Entry
from overtrick.bidding.simulating.discounting import Cap, Projected
from overtrick.bidding.simulating.evidence import Estimate
from overtrick.bidding.simulating.settings import Settings
from overtrick.bidding.simulating.simulator import Simulation, Simulator
from overtrick.bidding.state import State
from overtrick.bidding.system import System
from overtrick.core import Auction, Call, Deal
from overtrick.deals import boards
from overtrick.hands.questions import Progress

__all__ = ["find_gifts", "gifts_of"]

_SETTINGS = Settings(deals=32, sure=2.5, margin=1.0)
"""For a finding the gain has to be larger and surer than for a call."""


@final
@dataclass
class _Tally:
    """The gifts of one rule's call after the same call of the other side."""

    deals: int = 0
    decisions: int = 0
    imps: float = 0.0
    given: int = 0
    auctions: set[tuple[Call, ...]] = field(default_factory=set)
    worst: float = 0.0
    example: Gift | None = None

    def add(self, gift: Gift) -> None:
        """One more deal."""
        self.given += 1
        self.imps += gift.imps
        self.auctions.add(gift.seen.auction)
        if gift.imps > self.worst:
            self.worst, self.example = gift.imps, gift


def find_gifts(
    system: System,
    seed: int = 1,
    number: int = 50,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> list[Gift]:
    """What the players of a system give away to each other, over the decisions of random boards; worst first.

    Those come first that cost most over the boards.
    """
    table, used = Agreements(system), settings or _SETTINGS
    simulator, names, tallies = Simulator(table), rules_of(system), dict[str, _Tally]()
    for done, board in enumerate(boards(np.random.default_rng(seed), number), 1):
        whole, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place in range(len(whole)):
            auction = Auction(board.dealer, whole.calls[:place])
            made = simulator.simulation(board.deal[auction.to_call], auction, board.vul, used)
            _add(made, names, tallies)
        if progress is not None:
            progress(done, number)
    found = sorted(tallies.values(), key=lambda each: -each.imps)
    return [_finding(each) for each in found if each.example is not None]


def _finding(tally: _Tally) -> Gift:
    found = tally.example
    assert found is not None
    return replace(
        found,
        seen=replace(found.seen, times=tally.decisions, auctions=len(tally.auctions)),
        share=Share(tally.given, tally.deals, is_sampled=True),
        imps=tally.imps / tally.given,
    )


# One decision


def gifts_of(made: Simulation, names: Mapping[Entry, Rule]) -> Iterator[Gift]:
    """What one decision's candidates live on: a gift for each deal, of those whose gain is gone."""
    for each, left in enumerate(made.discounted):
        if left is not None and not Estimate.of(left).is_convincing(made.settings):
            lost = made.gains[each] - left
            for board in map(int, np.flatnonzero(lost > 0)):
                path, cap = made.paths[each][board], made.caps[each][board]
                place = path.better(cap)
                if place is not None:
                    yield _gift(made, path, cap, place, float(lost[board]), names)


def _add(made: Simulation, names: Mapping[Entry, Rule], tallies: dict[str, _Tally]) -> None:
    """Count the gifts of a decision, a deal once for each rule that is to blame."""
    counted = dict[str, set[Deal]]()
    for gift in gifts_of(made, names):
        tally = tallies.setdefault(gift.key, _Tally())
        if gift.key not in counted:
            counted[gift.key] = set()
            tally.decisions += 1
            tally.deals += len(made.paths[0])
        if gift.deal not in counted[gift.key]:
            counted[gift.key].add(gift.deal)
            tally.add(gift)


def _gift(
    made: Simulation, path: Projected, cap: Cap, place: int, imps: float, names: Mapping[Entry, Rule]
) -> Gift:
    before = path.end.state.at(place)
    witness = path.hands[made.auction.dealer.next(place)]
    rule = int(calls_of(before, np.array([witness.bits], np.uint64))[0])
    assert cap.better is not None
    return Gift(
        Seen(before.calls, _after(before, names), 1),
        Share(1, 1, is_sampled=True),
        witness,
        names[before.candidates[rule].rule.entry] if rule >= 0 else None,
        path.end.calls[place],
        imps,
        cap.better,
        Deal((path.hands[0], path.hands[1], path.hands[2], path.hands[3])),
        Auction(made.auction.dealer, path.end.calls),
        made.place,
        made.options[0].call,
    )


def _after(state: State, names: Mapping[Entry, Rule]) -> str:
    """The last call that was no pass, and the entry that makes it."""
    for place in range(len(state.said) - 1, -1, -1):
        said = state.said[place]
        if said.call is not Call.PASS:
            who = ("I", "LHO", "partner", "RHO")[(place - len(state.said)) % 4]
            entries = list(dict.fromkeys(each.rule.entry for each in said.rules))
            return f"{who} {said.call}" + (f" ({names[entries[0]].key})" if len(entries) == 1 else "")
    return "at the start"
