"""Gifts: calls that gain only because the opponents' system makes a mistake.

If a candidate's gain is convincing, but not against opponents who see each other's cards, it exploits a hole
in the system that bids for them. The finding is the rule that made their last losing call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from overtrick.bidding.bidder import Agreements, choice
from overtrick.bidding.checking import findings
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.simulating.evidence import Estimate
from overtrick.bidding.simulating.projection import Cap, Projection
from overtrick.bidding.simulating.settings import Settings
from overtrick.bidding.simulating.simulator import Simulation, Simulator
from overtrick.bidding.state import State
from overtrick.bidding.system import System
from overtrick.core import Auction, Call, Deal
from overtrick.deals import boards
from overtrick.hands.counting import Progress

__all__ = ["find_gifts", "gifts_of"]

_SETTINGS = Settings(deals=32, sure=2.5, margin=1.0)
"""For a finding the gain must be larger and more significant than for a call."""


def find_gifts(
    system: System,
    seed: int = 1,
    number: int = 50,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> list[findings.Gift]:
    """The gifts that a system's players give each other in the decisions of random boards.

    Those that cost most over all boards come first.
    """
    table, used = Agreements(system), settings or _SETTINGS
    simulator, refs, found = Simulator(table), findings.entry_refs(system), dict[str, list[_Trial]]()
    for done, board in enumerate(boards(np.random.default_rng(seed), number), 1):
        whole, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place in range(len(whole)):
            auction = Auction(board.dealer, whole.calls[:place])
            made = simulator.simulation(board.deal[auction.to_call], auction, board.vul, used)
            given = dict[str, dict[Deal, findings.Gift]]()
            for gift in gifts_of(made, refs):
                given.setdefault(gift.key, {}).setdefault(gift.deal, gift)
            for key, gifts in given.items():
                found.setdefault(key, []).append((len(made.paths[0]), list(gifts.values())))
        if progress is not None:
            progress(done, number)
    costly = sorted(found.values(), key=lambda each: -sum(gift.imps for _, some in each for gift in some))
    return list(map(_together, costly))


_Trial: TypeAlias = tuple[int, list[findings.Gift]]
"""The number of deals of a decision, and the gifts of one kind on some of them."""


def _together(decisions: list[_Trial]) -> findings.Gift:
    """All gifts of one kind merged into the worst one, with their frequency and mean loss."""
    gifts = [gift for _, some in decisions for gift in some]
    worst = max(gifts, key=lambda gift: gift.imps)
    auctions = {gift.location.auction for gift in gifts}
    return replace(
        worst,
        location=replace(worst.location, times=len(decisions), auctions=len(auctions)),
        share=findings.Share(len(gifts), sum(deals for deals, _ in decisions), is_sampled=True),
        imps=sum(gift.imps for gift in gifts) / len(gifts),
    )


# One decision


def gifts_of(made: Simulation, refs: findings.EntryRefs) -> Iterator[findings.Gift]:
    """The gifts of one decision: for each candidate whose discounted gain is not convincing, one per deal."""
    for each, left in enumerate(made.discounted):
        if left is not None and not Estimate.of(left).is_convincing(made.settings):
            lost = made.gains[each] - left
            for board in map(int, np.flatnonzero(lost > 0)):
                path, cap = made.paths[each][board], made.caps[each][board]
                place = path.better(cap)
                if place is not None:
                    yield _gift(made, path, cap, place, float(lost[board]), refs)


def _gift(
    made: Simulation, path: Projection, cap: Cap, place: int, imps: float, refs: findings.EntryRefs
) -> findings.Gift:
    before = path.state.at(place)
    witness = path.hands[path.dealer.next(place)]
    rule = choice(before, HandValues(witness)).candidate
    assert cap.better is not None
    where = findings.Location(before.calls, _after(before, refs), 1), findings.Share(1, 1, is_sampled=True)
    entry, call = None if rule is None else refs[rule.rule.entry], path.calls[place]
    deal = Deal((path.hands[0], path.hands[1], path.hands[2], path.hands[3]))
    auction = Auction(made.auction.dealer, path.calls)
    own = made.options[0].call
    return findings.Gift(*where, witness, entry, call, imps, cap.better, deal, auction, made.place, own)


def _after(state: State, refs: findings.EntryRefs) -> str:
    """The last call other than a pass, with its player and entry."""
    for player in (3, 2, 1, 0):
        for last in state.last_calls_of(player):
            if last.call is not Call.PASS:
                return f"{('I', 'LHO', 'partner', 'RHO')[player]} {findings.call_ref(last, refs)}"
    return "at the start"
