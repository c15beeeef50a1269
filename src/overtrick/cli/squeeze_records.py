"""Squeezes as JSON records: their keys are a promise, kept in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.core import Card, OvertrickError
from overtrick.explain.squeezes import text
from overtrick.explain.squeezes.near_misses import near_miss_text
from overtrick.squeezes import Ending, GivenUp, Modifier, Report, Squeeze, Squeezed, Threat, analyse
from overtrick.squeezes.nearby.near_misses import near_miss
from overtrick.squeezes.plans.planning import plan_for
from overtrick.squeezes.theory import theory

__all__ = ["MOST_CARDS_FOR_PLANS", "print_batch", "record", "short_record"]

Record = dict[str, object]
MOST_CARDS_FOR_PLANS = 7
"""Plans and cures of longer endings take too long to wait for."""


def short_record(report: Report) -> Record:
    """What there is, against whom, and what it is called."""
    values, squeeze = report.values, report.squeeze
    return {
        "ending": str(report.ending),
        "attackers": str(report.attackers),
        "tricks": values.tricks,
        "tops": values.tops,
        "squeeze": squeeze is not None,
        "victims": [str(seat) for seat in values.victims],
        "either": values.is_either,
        "gain": values.gain,
        "type": None if squeeze is None else str(squeeze.kind),
        **_modifiers(squeeze),
        "squeeze_card": None if squeeze is None else str(squeeze.first.squeeze_card),
        "squeezer": None if squeeze is None else str(squeeze.first.squeezer),
        "trick": None if squeeze is None else squeeze.first.trick,
        "play": None if squeeze is None else _cards(squeeze.first.play.cards),
        "threats": [] if squeeze is None else [_threat(threat) for threat in squeeze.first.threats],
        "also": [_brief(other) for other in report.also],
    }


def _modifiers(squeeze: Squeeze | None) -> Record:
    """One key for each modifier; null where there is no squeeze."""
    return {
        str(modifier).replace("-", "_").replace(" ", "_"): None
        if squeeze is None
        else modifier in squeeze.modifiers
        for modifier in Modifier
    }


def record(report: Report) -> Record:
    """Everything: with what each discard costs, the plan, the cure of a near miss, and the reasons."""
    is_short = report.ending.cards <= MOST_CARDS_FOR_PLANS
    return {
        **short_record(report),
        **_theory(report),
        "discards": None if report.squeeze is None else _squeezed(report.squeeze.first),
        "near_miss": _near_miss(report) if is_short and report.squeeze is None else None,
        "plan": _plan(report) if is_short else None,
        "text": text(report),
    }


def _theory(report: Report) -> Record:
    """The conditions of the theory, letter by letter, at the squeeze card."""
    judged = theory(report)
    blue = judged.blue
    return {
        "entry": judged.entry or None,
        "blue": {
            "B": {"holds": blue.busy.holds, "victim": str(blue.busy.victim)},
            "L": {"holds": blue.loser.holds, "losers": blue.loser.losers},
            "U": {"holds": blue.upper.holds, "hand": str(blue.upper.hand), "cards": _cards(blue.upper.cards)},
            "E": {"holds": blue.entry.holds, "entry": blue.entry.kind or None},
        },
        "extended_threats": [str(threat.card) for threat in judged.threats if threat.extended],
        "trump_threats": [str(threat.card) for threat in judged.threats if threat.is_trump_threat],
    }


def _plan(report: Report) -> Record | None:
    if report.squeeze is None:
        return None
    return plan_for(report.ending, line=report.squeeze.first.play.cards).record()


def _near_miss(report: Report) -> Record | None:
    miss = near_miss(report.ending)
    if miss is None:
        return None
    return {
        "letter": str(miss.letter),
        "text": near_miss_text(miss),
        "cured": short_record(miss.report),
    }


def _brief(squeeze: Squeeze) -> Record:
    return {
        "type": str(squeeze.kind),
        "victim": str(squeeze.first.victim),
        "squeeze_card": str(squeeze.first.squeeze_card),
        "trick": squeeze.first.trick,
    }


def _squeezed(squeezed: Squeezed) -> Record:
    return {
        "victim": str(squeezed.victim),
        "squeeze_card": str(squeezed.squeeze_card),
        "trick": squeezed.trick,
        "busy": [str(card) for card in squeezed.busy],
        "play": _cards(squeezed.play.cards),
        "given_up": [_given_up(way) for way in squeezed.given_up],
    }


def _given_up(way: GivenUp) -> Record:
    return {
        "suit": str(way.suit),
        "card": str(way.card),
        "means": str(way.means),
        "then": None if way.then is None else _squeezed(way.then),
    }


def _threat(threat: Threat) -> Record:
    return {
        "card": str(threat.card),
        "seat": str(threat.seat),
        "winners": [str(card) for card in threat.winners],
        "guarded_by": [str(seat) for seat in threat.guarded_by],
    }


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def print_batch(lines: Iterable[str], ending: object = None) -> None:
    """A short record for each line with an ending; a bad line gets a record that says what is wrong."""
    is_wrong, numbered = (
        False,
        [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)],
    )
    asked = [(number, text) for number, text in numbered if text]
    with bar("looking for squeezes") as progress:
        for done, (number, text) in enumerate(asked, 1):
            try:
                ending = Ending.parse(text if ";" in text else f"{text};NT;S")
                output.print_json({"line": number, **short_record(analyse(ending))})
            except OvertrickError as error:
                is_wrong = True
                output.print_json({"line": number, "ending": text, "error": str(error)})
            if progress is not None:
                progress(done, len(asked))
    if is_wrong:
        raise OvertrickError("some lines are no endings; their records say why")
