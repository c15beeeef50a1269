"""English: the sentence for every claim around a squeeze."""

from __future__ import annotations

from overtrick.explain.registry import says
from overtrick.explain.squeezes.around_phrases import as_it_would_be, by_squeezing, goal, one_of
from overtrick.explain.squeezes.phrases import count
from overtrick.explain.words_english import NUMBERS
from overtrick.squeezes.reasons.around_claims import (
    BeyondReach,
    Breaks,
    OnlyBySqueeze,
    Repairs,
    Saves,
    WithoutSqueeze,
)

__all__: list[str] = []


@says(Repairs, "en")
def _(claim: Repairs) -> str:
    would = f"declarer would take {count(claim.tricks + 1, 'trick')} instead of {NUMBERS[claim.tricks]}"
    return f"If {as_it_would_be(claim.ending, claim.repair)}, {would}, by a squeeze"


@says(Breaks, "en")
def _(claim: Breaks) -> str:
    cards = one_of(claim.cards, claim.ending.deal[claim.defender])
    takes = f"declarer would take only {count(claim.tricks, 'trick')}"
    return f"If {claim.defender.word} could lead {cards} now, {takes}"


@says(Saves, "en")
def _(claim: Saves) -> str:
    takes = f"declarer would take only {count(claim.tricks, 'trick')}"
    return f"If {as_it_would_be(claim.ending, claim.exchange)}, {takes}"


@says(OnlyBySqueeze, "en")
def _(claim: OnlyBySqueeze) -> str:
    who, does = goal(claim.declarer, claim.play.strain, claim.target, None)
    return f"{who} {does} only {by_squeezing(claim.victims)}"


@says(WithoutSqueeze, "en")
def _(claim: WithoutSqueeze) -> str:
    who, does = goal(claim.declarer, claim.play.strain, claim.target, None)
    return f"{who} {does} without a squeeze"


@says(BeyondReach, "en")
def _(claim: BeyondReach) -> str:
    who, does = goal(claim.declarer, claim.play.strain, claim.tricks, None)
    return f"{who} {does} at most"
