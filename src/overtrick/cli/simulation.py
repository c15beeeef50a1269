"""Close calls simulated for ``overtrick bid --simulate``: in words, and as a record for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.bidding import Agreements
from overtrick.bidding.simulating import (
    Estimate,
    Evidence,
    OptionResult,
    Outcome,
    Scoring,
    Settings,
    simulate,
)
from overtrick.bidding.simulating.words import (
    budget_words,
    closeness_words,
    contract_words,
    deals_words,
    decision_words,
    meant_words,
    near_words,
    unit_words,
)
from overtrick.bidding.system import System
from overtrick.bidding.words.calls import place_of
from overtrick.cli import output
from overtrick.cli.options import exclusive
from overtrick.cli.output import Record
from overtrick.cli.terminal import bar
from overtrick.core import Auction, CardSet, Vul
from overtrick.core.english import capital

__all__ = ["SimulationOptions"]

_MOST_CONTRACTS = 5
"""Contracts listed for each call; the others are counted."""
_LONG = 1.0
"""Seconds before a progress bar is shown."""


@final
@dataclass(frozen=True)
class SimulationOptions:
    """The settings of simulations, and the time limit from which the number of deals was computed, if any."""

    settings: Settings
    seconds: float | None = None

    @staticmethod
    def of(deals: int | None, seconds: float | None, seed: int | None, scoring: str) -> SimulationOptions:
        """The settings of the options; a time limit sets the number of deals."""
        exclusive(deals=deals, seconds=seconds)
        usual = Settings()
        settings = Settings(
            deals=usual.deals if deals is None else deals,
            seed=usual.seed if seed is None else seed,
            scoring=Scoring(scoring),
        )
        return SimulationOptions(settings if seconds is None else settings.within(seconds), seconds)

    def run(self, agreements: Agreements, hand: CardSet, auction: Auction, vul: Vul) -> Evidence:
        """Simulate the calls near to the system's own, with a bar while it takes long."""
        with bar("simulating", after=_LONG) as progress:
            return simulate(agreements, hand, auction, vul, self.settings, progress)

    def lines(self, evidence: Evidence) -> Iterator[str]:
        """The decision, the candidates, the contracts they led to, and where the deals come from."""
        yield closeness_words(evidence)
        if not evidence.is_close:
            return
        yield f"decision: {decision_words(evidence)}"
        yield meant_words(evidence)
        yield ""
        yield from output.aligned(_candidates(evidence))
        yield ""
        yield from _contracts(evidence)
        yield ""
        yield f"deals: {deals_words(evidence)}"
        yield f"budget: {budget_words(evidence, self.seconds)}"

    def record(self, evidence: Evidence, system: System) -> Record:
        """The grounds of a decision as a record."""
        settings = evidence.settings
        return {
            "close": evidence.is_close,
            "decision": decision_words(evidence),
            "system_call": evidence.system_call,
            "deviates": evidence.is_deviation,
            "keeps_promise": evidence.keeps_promise,
            "candidates": [_weighed(each, evidence, system) for each in evidence.results],
            "scoring": settings.scoring.value,
            "deals": evidence.deals,
            "deals_asked": settings.deals,
            "seconds_asked": self.seconds,
            "seed": settings.seed,
            "source": None if evidence.source is None else evidence.source.name.lower(),
            "odd_calls": evidence.odd,
            "remarks": evidence.remarks,
            "margin": settings.least_gain,
            "sure": settings.sure,
            **output.attributes(evidence, "solved", "version"),
        }


def _candidates(evidence: Evidence) -> Iterator[tuple[str, ...]]:
    yield "Call", "Rule", "Why near", "Deals", capital(unit_words(evidence)), "Discounted", "Gifts"
    for each in evidence.results:
        is_systems, discounted = each is evidence.results[0], each.discounted
        named = (each.call.print, each.option.rule, near_words(each.option, is_systems), str(each.gain.deals))
        seen = ("", "") if discounted is None or is_systems else (str(discounted), str(each.gifts))
        yield (*named, "" if is_systems else str(each.gain), *seen)


def _contracts(evidence: Evidence) -> Iterator[str]:
    yield "contracts, on how many deals (and our mean score where the calls led to different ones):"
    for each in evidence.results:
        first, rest = each.outcomes[:_MOST_CONTRACTS], each.outcomes[_MOST_CONTRACTS:]
        told = [contract_words(outcome) for outcome in first]
        if rest:
            told.append(f"others on {sum(outcome.deals for outcome in rest)}")
        yield f"  {each.call.print}: {', '.join(told)}"


def _weighed(weighed: OptionResult, evidence: Evidence, system: System) -> Record:
    option = weighed.option
    return {
        "call": weighed.call,
        "rule": option.rule,
        "place": None if option.candidate is None else place_of(option.candidate, system),
        "near": near_words(option, weighed is evidence.results[0]),
        "nearness": round(option.nearness, 4),
        "change": option.change and (option.change.out, option.change.into),
        "fits": option.fits,
        "gain": _estimate(weighed.gain),
        "discounted": None if weighed.discounted is None else _estimate(weighed.discounted),
        "gifts": weighed.gifts,
        "contracts": [_outcome(each) for each in weighed.outcomes],
    }


def _estimate(estimate: Estimate) -> Record:
    return {"mean": round(estimate.mean, 4), "error": round(estimate.error, 4), "deals": estimate.deals}


def _outcome(outcome: Outcome) -> Record:
    return {
        "contract": outcome.contract,
        "deals": outcome.deals,
        "score": None if outcome.score is None else round(outcome.score, 2),
    }
