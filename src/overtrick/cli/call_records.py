"""Calls as records for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.core import Call, Suit

if TYPE_CHECKING:
    from overtrick.bidding import Meaning
    from overtrick.bidding.system import Candidate
    from overtrick.cli.records import Record

__all__ = ["call_record"]


def call_record(meaning: Meaning, candidate: Candidate | None = None) -> Record:
    """What a call means; the rule is the one that made it, or the first that may have."""
    from overtrick.explain.bidding.saying import asks, note, place_of, sentence, source_of

    if candidate is None:
        candidate = next(iter(meaning.said.rules), None)
    entry = None if candidate is None else candidate.rule.entry
    system = meaning.before.system
    alerts = [each.rule.entry.alert for each in meaning.said.rules if each.rule.entry.alert is not None]
    return {
        "call": str(meaning.said.call),
        "rule": "no rule" if candidate is None else str(candidate.rule),
        "meaning": sentence(meaning),
        "forcing": meaning.disposition.is_forcing and meaning.said.call is not Call.PASS,
        "source": "" if candidate is None else source_of(candidate, system),
        "asks": asks(meaning),
        "label": "" if entry is None else entry.label,
        "name": "" if entry is None else entry.name,
        "place": None if candidate is None else place_of(candidate, system),
        "note": note(meaning),
        "alert": bool(alerts),
        "alert_words": next(filter(None, alerts), "") if alerts else None,
        **_ranges(meaning),
    }


def _ranges(meaning: Meaning) -> Record:
    """What the player may have after the call."""
    from overtrick.bidding import Trait
    from overtrick.bidding.promises import everything

    promise = meaning.promise
    points = promise.range(Trait.POINTS)
    return {
        "hcp": list(promise.range(Trait.HCP)),
        "points": None if points == everything[Trait.POINTS] else list(points),
        "lengths": {str(suit): list(promise.length(suit)) for suit in reversed(Suit)},
    }
