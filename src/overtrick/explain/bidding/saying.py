"""Calls in words: the one place where commands and tables ask for explanations of calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from overtrick.core import Call, CardSet, Suit

if TYPE_CHECKING:
    from overtrick.bidding import Choice, Meaning
    from overtrick.bidding.said import Said
    from overtrick.bidding.system import Candidate, System

__all__ = [
    "asks",
    "call_lines",
    "in_short",
    "note",
    "own_sentence",
    "place_of",
    "sentence",
    "sentence_after_call",
    "source_of",
    "why_words",
]

_MOST = 20_000
"""Texts remembered before all are forgotten."""
_sentences: WeakKeyDictionary[Said, str] = WeakKeyDictionary()
"""What was said of a call before: where the same question is asked, the call is the same object."""
_notes: dict[object, str] = {}
"""Notes by all that they depend on: the rules, and the ranges after the call."""


def sentence(meaning: Meaning) -> str:
    """What a call means, in English."""
    from overtrick.explain.bidding import meaning_words

    if meaning.said not in _sentences:
        has_none = not meaning.said.rules and meaning.said.is_odd
        _sentences[meaning.said] = "The system has no such call here." if has_none else meaning_words(meaning)
    return _sentences[meaning.said]


def sentence_after_call(meaning: Meaning) -> str:
    """The same where the call stands before it: one that has no name is not told twice."""
    from overtrick.explain.words_english import capital

    return capital(sentence(meaning).removeprefix(f"{capital(meaning.said.call.word)}: "))


def own_sentence(choice: Choice, hand: CardSet) -> str | None:
    """What the rule of a call says, where what the call means to the others is not true of the hand."""
    from overtrick.bidding.reasons import Denies, Shows, meaning_reason, rule_name
    from overtrick.explain.bidding import condition_words
    from overtrick.explain.words_english import capital
    from overtrick.hands.plain import is_true

    if choice.candidate is None:
        return None
    reason = meaning_reason(choice.meaning)
    claims = (reason.claim, *(each.claim for each in reason.because))
    shown = [each.stated for each in claims if isinstance(each, Shows)]
    shown += [(each.stated,) for each in claims if isinstance(each, Denies)]
    is_meant = choice.candidate.rule in (each.rule for each in choice.meaning.said.rules)
    if is_meant and all(any(is_true(each.term, hand) for each in stated) for stated in shown):
        return None
    name = rule_name(choice.candidate) or choice.call.word
    return f"{capital(name)}: {condition_words(choice.candidate.term)}."


def note(meaning: Meaning) -> str:
    """What a call means, as the robots of Bridge Base say it."""
    from overtrick.bidding.notes import write_note

    said, points = meaning.said, meaning.before.system.points
    rules = tuple((each.rule.entry, each.term) for each in said.rules)
    key = (rules, said.promise, said.disposition, said.until, points)
    if key not in _notes:
        if len(_notes) >= _MOST:
            _notes.clear()
        _notes[key] = write_note(meaning).removesuffix(" --")
    return _notes[key]


def in_short(meaning: Meaning) -> str:
    """The same with suit symbols, for the terminal."""
    return re.sub("!([CDHS])", lambda found: Suit.parse(found[1]).symbol, note(meaning))


def asks(meaning: Meaning) -> str:
    """What a call asks of partner."""
    until = meaning.said.until
    return f"forcing to {until.print}" if until is not None else meaning.disposition.value


def why_words(choice: Choice, hand: CardSet) -> str:
    """Why a hand makes its call: the conditions it meets, and those of other calls that it misses.

    Two conditions may be the same in this auction; what was said is not said again.
    """
    from overtrick.bidding.reasons import why
    from overtrick.explain import explain

    return "\n".join(dict.fromkeys(explain(why(choice, hand)).splitlines()))


def call_lines(choice: Choice, own: str | None = None) -> Iterator[str]:
    """A call, what it means, its rule and its source; what the hand's own rule says is told first."""
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
    """Where a rule is from: its own source, or else that of the whole system it stands in."""
    return candidate.rule.entry.source or system.sheets[candidate.rule.layer].source


def place_of(candidate: Candidate, system: System) -> str:
    """Where a rule is written."""
    return f"{system.sheets[candidate.rule.layer].name}/{candidate.rule.entry.place}"
