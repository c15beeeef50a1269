"""The results of simulations in words."""

from __future__ import annotations

from overtrick.bidding.simulating.evidence import Evidence, OptionResult, Outcome
from overtrick.bidding.simulating.options import Option
from overtrick.core.english import number_word
from overtrick.core.explaining import explain

__all__ = [
    "budget_words",
    "closeness_words",
    "contract_words",
    "deals_words",
    "decision_words",
    "meant_words",
    "near_words",
    "unit_words",
]

# The decision


def closeness_words(evidence: Evidence) -> str:
    """Whether the decision was clear or close, in words."""
    if not evidence.is_close:
        return "clear: no other call comes near, so nothing was simulated"
    return f"close: {number_word(len(evidence.results))} calls come near"


@explain.register(Evidence)
def decision_words(evidence: Evidence, language: str = "en") -> str:
    """The decision in one sentence: the call, the best other call, and why."""
    system, best = evidence.system_call.print, evidence.best_other
    if best is None:
        return f"{system} is clear."
    if evidence.is_deviation:
        return f"{best.call.print} instead of the system's {system}: it gains {_gain(best, evidence)}."
    return f"The system's {system} stays: {_why_not(best, evidence)}."


def _gain(result: OptionResult, evidence: Evidence, but: str = "and") -> str:
    """The gain of a call, and its discounted gain."""
    gain = f"{result.gain.mean:.2f} ± {result.gain.error:.2f} {unit_words(evidence)}"
    left = result.discounted
    if left is None:
        return gain
    if left == result.gain:
        return f"{gain}, and no less against opponents who see each other's cards"
    return f"{gain}, {but} {left} against opponents who see each other's cards"


def _why_not(best: OptionResult, evidence: Evidence) -> str:
    """Why the best of the other calls does not replace the system's call."""
    gaining = [each for each in evidence.results[1:] if each.gain.mean > 0]
    if not gaining:
        nearest = f"{best.call.print} comes nearest with {best.gain} {unit_words(evidence)}"
        return f"no other call gains, and {nearest}"
    if best.gain.mean <= 0:  # the gains of the others vanish when discounted
        best = max(gaining, key=lambda each: each.value)
    name = best.call.print
    if best.gain.is_convincing(evidence.settings):
        return f"{name} would gain {_gain(best, evidence, 'but')}"
    return f"{name}, the best of the others, gains {_gain(best, evidence)}, which does not convince"


def meant_words(evidence: Evidence) -> str:
    """Whether the hand agrees with the meaning of the call, in words."""
    call = evidence.chosen.print
    if not evidence.is_deviation:
        but = "" if evidence.keeps_promise else ", but the hand is outside the ranges promised so far"
        return f"no deviation: {call} is the system's call{but}"
    if evidence.of(evidence.chosen).option.fits:
        late = f"the hand fits a rule for {call}, but one for {evidence.system_call.print} comes before it"
        but = "" if evidence.keeps_promise else f", and it is outside the ranges that {call} promises"
        return f"a deviation: {late}{but}"
    if evidence.keeps_promise:
        return f"a deviation: the hand is not exactly what {call} means, but within the ranges it promises"
    return f"a deviation: the hand is outside the ranges that {call} promises"


# The candidates


def near_words(option: Option, is_systems: bool) -> str:
    """Why a call is a candidate."""
    share = f"{option.nearness:.0%} of the hands near"
    if is_systems:
        return f"the system's call; {share}"
    if option.change is not None:
        return f"made with {option.change.into.print} for {option.change.out.print}; {share}"
    return f"fits, but comes later; {share}" if option.nearness else "fits, but comes later"


def contract_words(outcome: Outcome) -> str:
    """A contract, how often it was reached, and its mean score if that was needed."""
    contract = "passed out" if outcome.contract is None else outcome.contract.print
    score = "" if outcome.score is None else f" ({outcome.score:+.0f})" if round(outcome.score) else " (0)"
    return f"{contract} on {outcome.deals}{score}"


def unit_words(evidence: Evidence) -> str:
    """The unit of gains."""
    return "IMPs a deal" if evidence.settings.scoring.value == "imps" else "comparisons a deal"


# Deals and settings


def deals_words(evidence: Evidence) -> str:
    """The number of deals, the constraints that they meet, and remarks on relaxed constraints."""
    if evidence.source is None:
        return "none"
    parts = [f"{evidence.deals:,}, in line with {evidence.source.value}"]
    if evidence.odd:
        calls = "one call" if evidence.odd == 1 else f"{number_word(evidence.odd)} calls"
        parts.append(f"{calls} of the auction no rule makes")
    return "; ".join((*parts, *evidence.remarks))


def budget_words(evidence: Evidence, seconds: float | None = None) -> str:
    """The number of deals requested, directly or by a time limit, and the seed."""
    asked = f"{evidence.settings.deals:,} deals"
    if seconds is not None:
        asked += f", reckoned from {seconds:g} {'second' if seconds == 1 else 'seconds'}"
    hopeless = all(each.gain.is_hopeless(evidence.settings) for each in evidence.results[1:])
    if 0 < evidence.deals < evidence.settings.deals and hopeless:
        asked += f", but after {evidence.deals} no other call had hope"
    return f"{asked}; seed {evidence.settings.seed}"
