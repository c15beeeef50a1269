"""Calls in words: a sentence for every kind of bidding statement, and the texts of commands and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from overtrick.bidding import reasons
from overtrick.bidding.bidder import Choice
from overtrick.bidding.entries import Disposition
from overtrick.bidding.interpretation import Interpretation
from overtrick.bidding.meanings import Meaning, either
from overtrick.bidding.notes import write_note
from overtrick.bidding.promises import everything
from overtrick.bidding.system import Candidate, System
from overtrick.bidding.words.conditions import condition_words, value_words
from overtrick.core import Call, CardSet, Suit
from overtrick.core.english import capital
from overtrick.core.explaining import explain, says
from overtrick.hands.evaluation import is_true
from overtrick.hands.terms import Always

__all__ = [
    "asks",
    "call_lines",
    "in_short",
    "meaning_words",
    "note",
    "own_sentence",
    "place_of",
    "sentence",
    "sentence_after_call",
    "source_of",
    "why_words",
]


def meaning_words(meaning: Meaning, *, with_asked: bool = True) -> str:
    """The meaning of a call as a paragraph: ``Strong club: 17 or more high-card points. Artificial.``

    What it asks of partner can be left out, and is left out if the name of the call says it.
    """
    shows, *statements = reasons.meaning_reason(meaning).statements()
    assert isinstance(shows, reasons.Shows)
    name = shows.name or shows.call.word
    sentences = [f"{name}: {_shown(shows)}"]
    known = name.split(", ") if with_asked else [each.value for each in Disposition]
    sentences += [_asked(each, known) for each in statements if isinstance(each, reasons.Asks)]
    denied = [condition_words(each.stated.term) for each in statements if isinstance(each, reasons.Denies)]
    if denied:
        sentences.append(f"by inference {', '.join(denied)}")
    return " ".join(f"{capital(each)}." for each in sentences if each)


@says(reasons.Shows, "en")
def _(statement: reasons.Shows) -> str:
    return f"{statement.call.print}{_named(statement.name)}: {_shown(statement)}"


def _shown(statement: reasons.Shows) -> str:
    if statement.origin is reasons.Origin.LEFT:
        return str(statement.origin.value)
    terms = tuple(each.term for each in statement.stated)
    found = condition_words(either(terms))
    if statement.origin is reasons.Origin.INFERRED and terms == (Always(True),):
        return "nothing new to tell"
    if statement.origin is not reasons.Origin.STATED:
        found = f"{statement.origin.value} {found}"
    return found if statement.rest is None else f"{found}, or any hand that has no other call"


@says(reasons.Denies, "en")
def _(statement: reasons.Denies) -> str:
    return f"by inference {condition_words(statement.stated.term)}"


@says(reasons.Asks, "en")
def _(statement: reasons.Asks) -> str:
    return _asked(statement)


def _asked(statement: reasons.Asks, known: Sequence[str] = ()) -> str:
    """What a call asks of partner, unless it is among the known texts."""
    usual = {Disposition.FORCING: "forcing for one round", Disposition.NOT_FORCING: ""}
    asked = usual.get(statement.disposition, statement.disposition.value)
    if statement.until is not None:
        asked = f"forcing to {statement.until.print}"
    alert = None if statement.alert is None else statement.alert or "alerted"
    return "; ".join(each for each in (alert, "" if statement.disposition.value in known else asked) if each)


@says(reasons.Makes, "en")
def _(statement: reasons.Makes) -> str:
    return f"{statement.hand} calls {statement.call.print}{_named(statement.rule)}"


@says(reasons.Fits, "en")
def _(statement: reasons.Fits) -> str:
    if statement.condition.term == Always(True):
        return "any hand will do"
    return condition_words(statement.condition.term) + _numbers(statement)


@says(reasons.NoRule, "en")
def _(statement: reasons.NoRule) -> str:
    return "no rule fits this hand"


@says(reasons.Misses, "en")
def _(statement: reasons.Misses) -> str:
    wanted = f"{condition_words(statement.condition.term)} is asked for{_numbers(statement)}"
    return f"not {statement.call.print}{_named(statement.rule)}: {wanted}"


def _named(rule: str) -> str:
    return f", {rule}" if rule else ""


def _partner(partner: reasons.Partner | None) -> str:
    """Partner's range of a trait that is counted for both hands together."""
    if partner is None:
        return ""
    if partner.low <= 0:
        return " since partner has promised none"
    if partner.high >= everything[partner.trait][1]:
        return f" beside partner's {partner.low} or more"
    return f" beside partner's {partner.low}" + (f" to {partner.high}" if partner.high > partner.low else "")


def _numbers(statement: reasons.Fits | reasons.Misses) -> str:
    """The values of partner and of the hand for the quantities of a condition."""
    told = ", ".join(value_words(quantity.term, number) for quantity, number in statement.values)
    return _partner(statement.partner) + (f" (it has {told})" if told else "")


# Texts of commands and tables

_sentences: WeakKeyDictionary[Interpretation, str] = WeakKeyDictionary()
_notes: WeakKeyDictionary[Interpretation, str] = WeakKeyDictionary()
"""Cache of the texts of calls, by the identity of their interpretation."""


@explain.register(Meaning)
def sentence(meaning: Meaning, language: str = "en") -> str:
    """The meaning of a call as a sentence, in English only."""
    made = meaning.interpretation
    if made not in _sentences:
        has_none = not made.rules and made.is_odd
        _sentences[made] = "The system has no such call here." if has_none else meaning_words(meaning)
    return _sentences[made]


def sentence_after_call(meaning: Meaning) -> str:
    """The meaning of a call, without the call itself, for use after it."""
    return capital(sentence(meaning).removeprefix(f"{capital(meaning.interpretation.call.word)}: "))


def own_sentence(choice: Choice, hand: CardSet) -> str | None:
    """The conditions of the rule behind a call, if the hand does not fit the meaning of the call."""
    if choice.candidate is None:
        return None
    told = (
        each
        for each in reasons.meaning_reason(choice.meaning).statements()
        if isinstance(each, reasons.Shows | reasons.Denies)
    )
    shown = [each.stated if isinstance(each, reasons.Shows) else (each.stated,) for each in told]
    is_meant = choice.candidate.rule in (each.rule for each in choice.meaning.interpretation.rules)
    if is_meant and all(any(is_true(each.term, hand) for each in stated) for stated in shown):
        return None
    name = reasons.rule_name(choice.candidate) or choice.call.word
    return f"{capital(name)}: {condition_words(choice.candidate.term)}."


def note(meaning: Meaning) -> str:
    """The meaning of a call in the style of Bridge Base's robots."""
    made = meaning.interpretation
    if made not in _notes:
        _notes[made] = write_note(meaning).removesuffix(" --")
    return _notes[made]


def in_short(meaning: Meaning) -> str:
    """The note of a call with suit symbols, for the terminal."""
    return re.sub("!([CDHS])", lambda found: Suit.parse(found[1]).symbol, note(meaning))


def asks(meaning: Meaning) -> str:
    """What a call asks of partner."""
    until = meaning.interpretation.until
    return f"forcing to {until.print}" if until is not None else meaning.disposition.value


def why_words(choice: Choice, hand: CardSet) -> str:
    """Why a hand makes its call: the conditions it meets, and those of other calls that it misses.

    Repeated lines are left out, since several conditions may be equal in this auction.
    """
    return "\n".join(dict.fromkeys(explain(reasons.why(choice, hand)).splitlines()))


@explain.register(Choice)
def choice_words(choice: Choice, language: str = "en") -> str:
    """A call with its meaning, rule and source, in English only."""
    return "\n".join(call_lines(choice))


def call_lines(choice: Choice, own: str | None = None) -> Iterator[str]:
    """The lines for a call: its meaning, rule and source; the hand's own rule, if given, comes first."""
    is_pass = choice.call is Call.PASS
    yield choice.call.print + ("" if is_pass else f", {asks(choice.meaning)}")
    if own is not None:
        yield f"  {own}"
    yield f"  {'' if own is None else 'to the others: '}{sentence(choice.meaning)}"
    if not is_pass:
        yield f"  in short: {in_short(choice.meaning)}"
    if choice.candidate is None:
        yield "  rule: none fits this hand"
    else:
        entry, system = choice.candidate.rule.entry, choice.state.system
        label = f"[{entry.label}] " if entry.label else ""
        yield f"  rule: {label}{entry.name or choice.call.word} ({place_of(choice.candidate, system)})"
        if source := source_of(choice.candidate, system):
            yield f"  source: {source}"


def source_of(candidate: Candidate, system: System) -> str:
    """The source of a rule, or else that of its system."""
    return candidate.rule.entry.source or system.sheets[candidate.rule.layer].source


def place_of(candidate: Candidate, system: System) -> str:
    """The system, file and line of a rule."""
    return f"{system.sheets[candidate.rule.layer].name}/{candidate.rule.entry.place}"
