"""Why a squeeze is missed, what breaks it and whether a deal needs one: claims to say and to check."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Claim, Odds, Play, Reason
from overtrick.squeezes.deals.whole_deals import DealSqueeze, Outcome
from overtrick.squeezes.nearby.defence import CounterMeasures, Discard
from overtrick.squeezes.nearby.near_misses import Cure, NearMiss
from overtrick.squeezes.reasons.around_claims import (
    BeyondReach,
    Breaks,
    OnlyBySqueeze,
    Repairs,
    Saves,
    WithoutSqueeze,
)
from overtrick.squeezes.reasons.claims import Idle, NoSqueeze, Squeezes, Turn
from overtrick.squeezes.report import Report

__all__ = ["claim_about", "turn_of", "why_broken", "why_missed", "why_needed"]

_NEVER = Odds(0, 1)


def claim_about(report: Report) -> Squeezes | NoSqueeze:
    """The claim that a report comes down to."""
    ending, values, squeeze = report.ending, report.values, report.squeeze
    if squeeze is None:
        return NoSqueeze(ending, values.tricks)
    return Squeezes(ending, squeeze.kind, squeeze.first.victim, values.victims, values.tricks, values.gain)


def why_missed(miss: NearMiss, cure: Cure | None = None) -> Reason:
    """What a cure mends, unless named the cheapest one, and the squeeze there is then."""
    cure = cure or miss.cures[0]
    mends = Repairs(miss.ending, cure.repair, cure.letter, miss.values.tricks)
    return Reason(mends, because=(Reason(claim_about(cure.report)),))


def why_broken(measures: CounterMeasures) -> Reason:
    """Leads that break a squeeze, cards that can and cannot be spared, and hands that would have saved."""
    ending = measures.report.ending
    leads = (Breaks(ending, lead.defender, lead.cards, lead.tricks) for lead in measures.leads)
    saving = (Saves(ending, saving.exchange, saving.tricks) for saving in measures.exchanges)
    return Reason(
        claim_about(measures.report),
        because=(
            *map(Reason, leads),
            *(part for discard in measures.discards for part in _spared(measures.report, discard)),
            *map(Reason, saving),
        ),
    )


def turn_of(report: Report, discard: Discard) -> Turn:
    """The turn at which a defender has to throw a card on the way to the first squeeze."""
    assert report.squeeze is not None, "nobody is on the way to a squeeze"
    last = report.squeeze.first.play
    plays = (last.back(number) for number in range(len(last.cards) + 1))
    play = next(play for play in plays if _is_turn(play, discard))
    return Turn(play, report.attackers)


def why_needed(found: DealSqueeze) -> Reason | None:
    """What a deal comes down to; None if that is not known."""
    play, declarer, target = found.play, found.declarer, found.target
    claims: dict[Outcome, Claim] = {
        Outcome.SQUEEZE: OnlyBySqueeze(play, declarer, target, found.victims),
        Outcome.NO_SQUEEZE: WithoutSqueeze(play, declarer, target),
        Outcome.OUT_OF_REACH: BeyondReach(play, declarer, target, found.tricks),
    }
    return Reason(claims[found.outcome]) if found.outcome in claims else None


def _spared(report: Report, discard: Discard) -> Iterator[Reason]:
    turn = turn_of(report, discard)
    yield from (Reason(Idle(turn, card)) for card in discard.idle)
    yield from (Reason(Idle(turn, card), odds=_NEVER) for card in discard.busy)


def _is_turn(play: Play, discard: Discard) -> bool:
    is_his_trick = len(play.tricks) + 1 == discard.trick
    return is_his_trick and play.to_play is discard.defender and bool(play.trick.cards)
