"""Contexts asked through the filter against contexts asked plainly: the same blocks match in the same way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from overtrick.bidding import Agreements, State, System, load, parse
from overtrick.bidding.batch import visits
from overtrick.bidding.contexts import matcher
from overtrick.bidding.entries import Condition, Either, Every, LastBid, Not
from overtrick.bidding.evaluation import Names
from overtrick.bidding.system import ContextFilter
from overtrick.core import Bid, Call, Seat, Strain, Vul
from overtrick.deals import packed_deals
from tests.endings import IS_SOAK

STATES = 1_000 if IS_SOAK else 60
"""Of self-play, and as many again of calls at random."""
CONTEXTS = 400
LETTERED = """
when partner opened 1X, not RHO has 4+ X
  pass: true
when RHO opened 1X, not (partner has 4+ X or LHO has 4+ X)
  pass: true
when partner opened nX, not RHO bid nY
  pass: true
when RHO bid nX, not partner has 3+ X
  pass: true
"""
"""What is not so of a suit that something else has to find: no system has it yet."""


def reached(table: Agreements, number: int) -> list[State]:
    """Some states of self-play, early and late, with and without interference."""
    found = list[State]()
    for dealer, vul in ((Seat.NORTH, Vul.NONE), (Seat.EAST, Vul.NS)):
        deals = packed_deals(np.random.default_rng(dealer + 21), number // 2)
        met = [visit.state for visit in visits(table.start(dealer, vul), deals, dealer)]
        found += met[:: max(1, 2 * len(met) // number)]
    return found


def wandered(table: Agreements, number: int) -> list[State]:
    """States after calls at random, most of them made by no rule: there contexts say what they seldom say."""
    rng, found = np.random.default_rng(4), list[State]()
    every = [
        Call.PASS,
        Call.DOUBLE,
        Call.REDOUBLE,
        *(Bid(level, strain) for level in (1, 2, 3, 4) for strain in Strain),
    ]
    for _ in range(number // 4):
        state = table.start(Seat(int(rng.integers(4))), Vul(int(rng.integers(4))))
        for _ in range(4 + rng.integers(8)):
            legal = [call for call in every if state.is_legal(call)][:9]
            state = state.after(Call.PASS if rng.random() < 0.4 else legal[rng.integers(len(legal))])
            found.append(state)
            if state.is_over:
                break
    return found[:number]


def different(ways: list[Names]) -> list[Names]:
    """Each way once, in the order found."""
    return [way for place, way in enumerate(ways) if way not in ways[:place]]


def compare(system: System, contexts: Sequence[Condition], states: Sequence[State]) -> tuple[int, int, int]:
    """Ask every context of every state both ways: how many were compared, matched, and held back."""
    filter = ContextFilter(system.switches)
    divided = [(filter.needed(context), filter.rest(context)) for context in contexts]
    plainly = [matcher(context, system.switches) for context in contexts]
    compared = matched = held_back = 0
    for state in states:
        truths = filter.truths(state)
        for (needed, rest), whole in zip(divided, plainly, strict=True):
            passes = needed & truths == needed
            filtered = different(list(rest(state, {}))) if passes else []
            assert filtered == different(list(whole(state, {})))
            compared += 1
            matched += bool(filtered)
            held_back += not passes
    return compared, matched, held_back


@pytest.mark.parametrize("name", ["sayc", "schenken"])
def test_the_filter_answers_as_the_whole_context_asked_plainly(name: str) -> None:
    system = load(name)
    table = Agreements(system)
    contexts = [block.when for sheet in system.sheets for block in sheet.blocks]
    states = [*reached(table, STATES), *wandered(table, STATES)]
    compared, matched, held_back = compare(system, contexts, states)
    assert compared == len(states) * len(contexts) >= 2 * STATES * 50
    assert matched >= 2 * len(states)  # the comparison is not of nothing with nothing
    assert held_back >= compared // 2  # and the filter is good for something


def test_the_filter_answers_so_too_for_conditions_put_together_at_random() -> None:
    """What stands beside a condition in the systems often implies it; at random it does not."""
    system = load("sayc")
    found = [part for sheet in system.sheets for block in sheet.blocks for part in parts(block.when)]
    known = list(dict.fromkeys(each for each in found if not needs_a_letter(each)))
    rng = np.random.default_rng(6)
    contexts = [
        Every(tuple(known[place] for place in rng.integers(len(known), size=size)))
        for size in (1, 2, 2, 3)
        for _ in range(CONTEXTS // 4)
    ]
    lettered = [block.when for block in parse(LETTERED).sheets[0].blocks]
    contexts += [
        Every((*parts(each), known[rng.integers(len(known))])) for each in lettered for _ in range(5)
    ]
    states = wandered(Agreements(system), STATES)
    compared, matched, _ = compare(system, [*contexts, *lettered], states)
    assert compared == len(states) * (CONTEXTS + 6 * len(lettered))
    assert matched >= compared // 50
    _, of_letters, _ = compare(system, lettered, states)
    assert of_letters >= len(states) // 4


def parts(context: Condition) -> tuple[Condition, ...]:
    """What a context asks, one by one."""
    return context.conditions if isinstance(context, Every) else (context,)


def needs_a_letter(condition: Condition) -> bool:
    """Does it ask whether a bid is below one in a suit that something before has to find?"""
    match condition:
        case Every(conditions) | Either(conditions):
            return any(map(needs_a_letter, conditions))
        case Not(inner):
            return needs_a_letter(inner)
        case LastBid(relation, pattern):
            return relation != "at" and type(pattern.strain) is str
    return False


def test_every_candidate_of_a_system_stands_in_a_block_that_matches_plainly() -> None:
    """No candidate without a way to match its block, the letters as the candidate has them."""
    system = load("sayc")
    compared = 0
    for state in reached(Agreements(system), STATES // 4):
        if state.is_over:
            continue
        for candidate in state.candidates:
            ways = list(matcher(candidate.rule.block.when, system.switches)(state, {}))
            assert any(way.items() <= candidate.names.items() for way in ways), candidate
            compared += 1
    assert compared >= 10 * (STATES // 4)
