"""English: the sentence for every kind of claim about bidding."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.bidding.entries import Disposition
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.promises import everything
from overtrick.bidding.reasons import (
    Asks,
    Denies,
    Fits,
    Makes,
    Manner,
    Misses,
    NoRule,
    Partner,
    Shows,
    meaning_reason,
)
from overtrick.explain.bidding.words import condition_words, value_words
from overtrick.explain.registry import says
from overtrick.explain.words_english import capital
from overtrick.hands import Quantity
from overtrick.hands.terms import Always, Any

__all__ = ["meaning_words"]


def meaning_words(meaning: Meaning, *, with_asked: bool = True) -> str:
    """What a call means, as a paragraph: ``Strong club: 17 or more high-card points. Artificial.``

    What it asks of partner may be left out where that is told beside it, and is where the name says it.
    """
    reason = meaning_reason(meaning)
    assert isinstance(reason.claim, Shows)
    name = reason.claim.name or reason.claim.call.word
    sentences = [f"{name}: {_shown(reason.claim)}"]
    claims = [each.claim for each in reason.because]
    known = name.split(", ") if with_asked else [each.value for each in Disposition]
    sentences += [_asked(each, known) for each in claims if isinstance(each, Asks)]
    denied = [condition_words(each.stated.term) for each in claims if isinstance(each, Denies)]
    if denied:
        sentences.append(f"by inference {', '.join(denied)}")
    return " ".join(f"{capital(each)}." for each in sentences if each)


@says(Shows, "en")
def _(claim: Shows) -> str:
    return f"{claim.call.print}{_named(claim.name)}: {_shown(claim)}"


def _shown(claim: Shows) -> str:
    if claim.manner is Manner.LEFT:
        return str(claim.manner.value)
    terms = tuple(each.term for each in claim.stated)
    found = condition_words(Any(terms) if len(terms) > 1 else terms[0])
    if claim.manner is Manner.INFERRED and terms == (Always(True),):
        return "nothing new to tell"
    if claim.manner is not Manner.STATED:
        found = f"{claim.manner.value} {found}"
    return found if claim.rest is None else f"{found}, or any hand that has no other call"


@says(Denies, "en")
def _(claim: Denies) -> str:
    return f"by inference {condition_words(claim.stated.term)}"


@says(Asks, "en")
def _(claim: Asks) -> str:
    return _asked(claim)


def _asked(claim: Asks, known: Sequence[str] = ()) -> str:
    """What a call asks, unless that is known."""
    match claim.disposition:
        case Disposition.FORCING:
            asked = "forcing for one round"
        case Disposition.FORCING_TO if claim.until is not None:
            asked = f"forcing to {claim.until.print}"
        case Disposition.NOT_FORCING:
            asked = ""
        case other:
            asked = other.value
    alert = None if claim.alert is None else claim.alert or "alerted"
    return "; ".join(each for each in (alert, "" if claim.disposition.value in known else asked) if each)


@says(Makes, "en")
def _(claim: Makes) -> str:
    return f"{claim.hand} calls {claim.call.print}{_named(claim.rule)}"


@says(Fits, "en")
def _(claim: Fits) -> str:
    if claim.condition.term == Always(True):
        return "any hand will do"
    return f"{condition_words(claim.condition.term)}{_partner(claim.partner)}{_values(claim.values)}"


@says(NoRule, "en")
def _(claim: NoRule) -> str:
    return "no rule fits this hand"


@says(Misses, "en")
def _(claim: Misses) -> str:
    asked = condition_words(claim.condition.term)
    wanted = f"{asked} is asked for{_partner(claim.partner)}{_values(claim.values)}"
    return f"not {claim.call.print}{_named(claim.rule)}: {wanted}"


def _named(rule: str) -> str:
    return f", {rule}" if rule else ""


def _partner(partner: Partner | None) -> str:
    """What partner has of what counts together."""
    if partner is None:
        return ""
    if partner.low <= 0:
        return " since partner has promised none"
    if partner.high >= everything[partner.trait][1]:
        return f" beside partner's {partner.low} or more"
    return f" beside partner's {partner.low}" + (f" to {partner.high}" if partner.high > partner.low else "")


def _values(values: tuple[tuple[Quantity, int], ...]) -> str:
    told = ", ".join(value_words(quantity.term, number) for quantity, number in values)
    return f" (it has {told})" if told else ""
