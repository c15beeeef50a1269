"""Close calls simulated: the options, what was found on the terminal, and as a record for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli.options import seconds_number, seed_number, whole_number

if TYPE_CHECKING:
    from overtrick.bidding.simulating import Estimate, Evidence, Outcome, Settings, Weighed
    from overtrick.bidding.system import System
    from overtrick.cli.records import Record

__all__ = [
    "Budget",
    "DealsAsked",
    "ScoringName",
    "SecondsAsked",
    "SeedAsked",
    "Simulate",
    "budget_given",
    "evidence_lines",
    "evidence_record",
]

_MOST_DEALS = 100_000
"""More would take an hour, and not decide better."""
_MOST_CONTRACTS = 5
"""So many are named of each call; the others are counted."""

Simulate = Annotated[
    bool, typer.Option("--simulate", help="Try the calls that come near on deals that fit the auction.")
]
DealsAsked = Annotated[
    str | None, typer.Option("--deals", metavar="N", help="How many deals are simulated; 50 if not said.")
]
SecondsAsked = Annotated[
    str | None, typer.Option("--seconds", metavar="S", help="Or as many as should take so long.")
]
SeedAsked = Annotated[str | None, typer.Option("--seed", metavar="N", help="The same seed, the same deals.")]
ScoringName = Annotated[
    str | None, typer.Option("--scoring", metavar="NAME", help="imps or matchpoints; IMPs if not said.")
]


@final
@dataclass(frozen=True)
class Budget:
    """How a decision is simulated, and the seconds that the number of deals was reckoned from, if any."""

    settings: Settings
    seconds: float | None = None


def budget_given(
    simulate: bool, deals: str | None, seconds: str | None, seed: str | None, scoring: str | None
) -> Budget | None:
    """What the options ask for; None where nothing is simulated."""
    given = {"--deals": deals, "--seconds": seconds, "--seed": seed, "--scoring": scoring}
    named = [name for name, value in given.items() if value is not None]
    if not simulate:
        if named:
            raise typer.BadParameter(f"{' and '.join(named)} only with --simulate: nothing is dealt without")
        return None
    if deals is not None and seconds is not None:
        raise typer.BadParameter("give --deals or --seconds: the seconds choose the number of deals")
    from overtrick.bidding.simulating import Scoring, Settings

    names = [each.value for each in Scoring]
    name = Scoring.IMPS.value if scoring is None else scoring.lower()
    if name not in names:
        raise typer.BadParameter(
            f"{name[:40]!r} is no scoring: expected {' or '.join(names)}", param_hint="'--scoring'"
        )
    settings = Settings(
        deals=Settings().deals if deals is None else _deals(deals),
        seed=Settings().seed if seed is None else seed_number(seed),
        scoring=Scoring(name),
    )
    if seconds is None:
        return Budget(settings)
    return Budget(settings.within(seconds_number(seconds)), seconds_number(seconds))


def _deals(text: str) -> int:
    """At least two, for one cannot tell a gain from luck."""
    return whole_number(text, "--deals", least=2, most=_MOST_DEALS)


# For people


def evidence_lines(evidence: Evidence, seconds: float | None) -> Iterator[str]:
    """The decision, the candidates, the contracts they led to, and where the deals come from."""
    from overtrick.explain.bidding.evidence import (
        budget_words,
        closeness_words,
        deals_words,
        decision_words,
        meant_words,
    )

    yield closeness_words(evidence)
    if not evidence.is_close:
        return
    yield f"decision: {decision_words(evidence)}"
    yield meant_words(evidence)
    yield ""
    yield from _aligned(_candidates(evidence))
    yield ""
    yield from _contracts(evidence)
    yield ""
    yield f"deals: {deals_words(evidence)}"
    yield f"budget: {budget_words(evidence, seconds)}"


def _candidates(evidence: Evidence) -> Iterator[tuple[str, ...]]:
    from overtrick.explain.bidding.evidence import near_words, unit_words
    from overtrick.explain.words_english import capital

    yield "Call", "Rule", "Why near", "Deals", capital(unit_words(evidence)), "Discounted", "Gifts"
    for each in evidence.weighed:
        is_systems = each is evidence.weighed[0]
        named = (each.call.print, each.option.rule, near_words(each.option, is_systems), str(each.gain.deals))
        if is_systems:
            yield (*named, "", "", "")
        elif each.discounted is None:
            yield (*named, str(each.gain), "", "")
        else:
            yield (*named, str(each.gain), str(each.discounted), str(each.gifts))


def _contracts(evidence: Evidence) -> Iterator[str]:
    from overtrick.explain.bidding.evidence import contract_words

    yield "contracts, on how many deals (and our mean score where the calls led to different ones):"
    for each in evidence.weighed:
        first, rest = each.outcomes[:_MOST_CONTRACTS], each.outcomes[_MOST_CONTRACTS:]
        told = [contract_words(outcome) for outcome in first]
        if rest:
            told.append(f"others on {sum(outcome.deals for outcome in rest)}")
        yield f"  {each.call.print}: {', '.join(told)}"


def _aligned(rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """Rows with their columns under each other."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# For scripts


def evidence_record(evidence: Evidence, system: System, seconds: float | None) -> Record:
    """All that a decision rests on."""
    from overtrick.explain.bidding.evidence import decision_words

    settings = evidence.settings
    return {
        "close": evidence.is_close,
        "decision": decision_words(evidence),
        "system_call": str(evidence.system_call),
        "deviates": evidence.is_deviation,
        "keeps_promise": evidence.keeps_promise,
        "candidates": [_weighed(each, evidence, system) for each in evidence.weighed],
        "scoring": settings.scoring.value,
        "deals": evidence.deals,
        "deals_asked": settings.deals,
        "seconds_asked": seconds,
        "seed": settings.seed,
        "source": None if evidence.source is None else evidence.source.name.lower(),
        "odd_calls": evidence.odd,
        "remarks": list(evidence.remarks),
        "margin": settings.least_gain,
        "sure": settings.sure,
        "solved": evidence.solved,
        "version": evidence.version,
    }


def _weighed(weighed: Weighed, evidence: Evidence, system: System) -> Record:
    from overtrick.explain.bidding.evidence import near_words
    from overtrick.explain.bidding.saying import place_of

    option = weighed.option
    return {
        "call": str(weighed.call),
        "rule": option.rule,
        "place": None if option.candidate is None else place_of(option.candidate, system),
        "near": near_words(option, weighed is evidence.weighed[0]),
        "nearness": round(option.nearness, 4),
        "change": None if option.change is None else [str(option.change.out), str(option.change.into)],
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
        "contract": None if outcome.contract is None else str(outcome.contract),
        "deals": outcome.deals,
        "score": None if outcome.score is None else round(outcome.score, 2),
    }
