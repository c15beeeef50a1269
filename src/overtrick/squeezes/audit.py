"""Published claims about squeezes, checked: is there one, what kind, against whom, for how many tricks?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, final

from overtrick.core import NotationError, OvertrickError, Seat
from overtrick.core.errors import attempt
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Modifier
from overtrick.squeezes.report import Report, Squeeze

__all__ = ["Finding", "PublishedClaim", "Verdict", "audit", "audit_line", "claims_in", "summary"]

V = TypeVar("V")

MOST_CARDS = 10
"""An ending with more cards in each hand could take minutes and is not looked at."""
_FIELDS = 6
_NOT_CLAIMED = ("", "-")
_NO_SQUEEZE = "none"
_EITHER = "either"
_OTHER_NAMES = {"vise": Kind.VICE, "progressive": Kind.REPEATING}


class Verdict(StrEnum):
    """What became of a claim, the gravest first after what could not be read."""

    UNREADABLE = "unreadable"
    NOT_A_SQUEEZE = "not a squeeze"
    A_SQUEEZE = "a squeeze after all"
    OTHER_TYPE = "other type"
    OTHER_VICTIM = "other victim"
    OTHER_TRICKS = "other tricks"
    OTHER_MODIFIERS = "other modifiers"
    ALSO = "also"
    """Everything is true, but not of the squeeze that the engine names first."""
    REAL = "real"

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


@final
@dataclass(frozen=True, slots=True)
class PublishedClaim:
    """What a source says of an ending; None stands for what it does not say."""

    ending: Ending
    is_squeeze: bool | None
    kind: Kind | None
    victims: tuple[Seat, ...] | None
    """Nobody: either defender can be squeezed."""
    tricks: int | None
    modifiers: frozenset[Modifier]
    lacks: frozenset[Modifier]
    """What the source says the squeeze is not: ``non-simultaneous``."""
    source: str


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """A line of a file of claims, and what is true of it."""

    number: int
    text: str
    verdicts: tuple[Verdict, ...]
    """Everything that is wrong, the gravest first; or that the claim is true."""
    claim: PublishedClaim | None = None
    report: Report | None = None
    reason: str = ""
    """Why the line could not be read."""

    @property
    def verdict(self) -> Verdict:
        """The gravest of them."""
        return self.verdicts[0]

    @property
    def is_true(self) -> bool:
        """Does all that is claimed hold?"""
        return self.verdict in (Verdict.REAL, Verdict.ALSO)


def audit(lines: Iterable[str]) -> Iterator[Finding]:
    """Check every claim, one a line: ``DEAL;trump;leader | type | victims | tricks | modifiers | source``.

    What stands after the type may be left out, or be ``-`` where nothing is claimed. Empty lines and those
    that begin with ``#`` are no claims; a line that cannot be read is a finding like any other.

    >>> [finding] = audit(["N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S | simple | E | 3"])
    >>> finding.verdict, finding.report.values.victims
    (Verdict.OTHER_VICTIM, (Seat.WEST,))
    """
    return (audit_line(text, number) for number, text in claims_in(lines))


def claims_in(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that are claims, each with its number."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def audit_line(text: str, number: int = 1) -> Finding:
    """Check one claim."""
    try:
        claim = _claim(text)
    except OvertrickError as error:
        return Finding(number, text, (Verdict.UNREADABLE,), reason="; ".join(error.faults))
    report = analyse(claim.ending)
    return Finding(number, text, tuple(_verdicts(claim, report)), claim, report)


def summary(findings: Iterable[Finding]) -> dict[Verdict, int]:
    """How many there are of each verdict, in the order of the verdicts."""
    counts = Counter(finding.verdict for finding in findings)
    return {verdict: counts[verdict] for verdict in Verdict if counts[verdict]}


# Judging


def _verdicts(claim: PublishedClaim, report: Report) -> Iterator[Verdict]:
    found = [verdict for verdict, holds in _OBJECTIONS if holds(claim, report)]
    if found:
        yield from found
    else:
        first = report.squeeze
        yield Verdict.REAL if first is None or _is_so(claim, first) else Verdict.ALSO


def _is_no_squeeze(claim: PublishedClaim, report: Report) -> bool:
    return claim.is_squeeze is True and report.squeeze is None


def _is_squeeze(claim: PublishedClaim, report: Report) -> bool:
    return claim.is_squeeze is False and report.squeeze is not None


def _is_other_type(claim: PublishedClaim, report: Report) -> bool:
    kinds = {squeeze.kind for squeeze in _squeezes(report)}
    return bool(kinds) and claim.kind is not None and claim.kind not in kinds


def _is_other_victim(claim: PublishedClaim, report: Report) -> bool:
    if claim.victims is None or report.squeeze is None:
        return False
    return set(claim.victims) != set(report.values.victims)


def _is_other_tricks(claim: PublishedClaim, report: Report) -> bool:
    return claim.tricks not in (None, report.values.tricks)


def _has_other_modifiers(claim: PublishedClaim, report: Report) -> bool:
    named = [squeeze for squeeze in _squeezes(report) if claim.kind in (None, squeeze.kind)]
    return bool(named) and not any(_is_so(claim, squeeze) for squeeze in named)


_OBJECTIONS: tuple[tuple[Verdict, Callable[[PublishedClaim, Report], bool]], ...] = (
    (Verdict.NOT_A_SQUEEZE, _is_no_squeeze),
    (Verdict.A_SQUEEZE, _is_squeeze),
    (Verdict.OTHER_TYPE, _is_other_type),
    (Verdict.OTHER_VICTIM, _is_other_victim),
    (Verdict.OTHER_TRICKS, _is_other_tricks),
    (Verdict.OTHER_MODIFIERS, _has_other_modifiers),
)


def _is_so(claim: PublishedClaim, squeeze: Squeeze) -> bool:
    """Are kind and modifiers those of a squeeze?"""
    is_kind = claim.kind in (None, squeeze.kind)
    return is_kind and claim.modifiers <= squeeze.modifiers and not claim.lacks & squeeze.modifiers


def _squeezes(report: Report) -> tuple[Squeeze, ...]:
    return () if report.squeeze is None else (report.squeeze, *report.also)


# Reading


def _claim(text: str) -> PublishedClaim:
    fields = [field.strip() for field in text.split("|", _FIELDS - 1)]
    if len(fields) < 2:
        raise NotationError("expected 'DEAL;trump;leader | type | victims | tricks | modifiers | source'")
    faults = list[str]()
    ending, kind, victims, tricks, modifiers, source = (*fields, *[""] * _FIELDS)[:_FIELDS]
    where = attempt(faults, _ending, ending)
    what = _said(faults, _kind, kind)
    whom = _said(faults, _victims, victims)
    number = _said(faults, _tricks, tricks)
    has, lacks = _said(faults, _modifiers, modifiers) or (frozenset(), frozenset())
    if where is None or faults:
        raise NotationError(*faults)
    denied = _NO_SQUEEZE in (kind.lower(), victims.lower())
    said = (what, whom) != (None, None) or bool(has)
    is_squeeze = False if denied else said or None
    return PublishedClaim(where, is_squeeze, what, whom, number, has, lacks, source)


def _said(faults: list[str], read: Callable[[str], V], text: str) -> V | None:
    """What a field says; None if nothing, or that there is no squeeze."""
    return None if text.lower() in (*_NOT_CLAIMED, _NO_SQUEEZE) else attempt(faults, read, text)


def _ending(text: str) -> Ending:
    ending = Ending.parse(text)
    if ending.cards > MOST_CARDS:
        raise NotationError(f"{ending.cards} cards in each hand are too many: expected at most {MOST_CARDS}")
    return ending


def _kind(text: str) -> Kind:
    name = text.lower().removesuffix(" squeeze")
    kind = next((kind for kind in Kind if kind == name), _OTHER_NAMES.get(name))
    if kind is None:
        raise NotationError(f"{text!r} is no type of squeeze: expected none, {', '.join(Kind)}")
    return kind


def _victims(text: str) -> tuple[Seat, ...]:
    if text.lower() == _EITHER:
        return ()
    if not re.fullmatch("[EW]{1,2}", text.upper()) or len(set(text.upper())) < len(text):
        raise NotationError(f"{text!r} are no victims: expected E, W, EW, either or none")
    return tuple(sorted(map(Seat.parse, text)))


def _tricks(text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text):
        raise NotationError(f"{text!r} is no number of tricks")
    return int(text)


def _modifiers(text: str) -> tuple[frozenset[Modifier], frozenset[Modifier]]:
    """What a squeeze is, and what it is not."""
    words = [word.strip().lower() for word in text.split(",")]
    unknown = [word for word in words if word.removeprefix("non-") not in set(Modifier)]
    if unknown:
        raise NotationError(f"{', '.join(map(repr, unknown))}: expected some of {', '.join(Modifier)}")
    has = frozenset(Modifier(word) for word in words if not word.startswith("non-"))
    return has, frozenset(Modifier(word.removeprefix("non-")) for word in words if word.startswith("non-"))
