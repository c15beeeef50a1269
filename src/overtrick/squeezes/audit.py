"""Checks published statements about squeezes: is there one, what kind, against whom, for how many tricks?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar, final

from overtrick.core import NotationError, OvertrickError, Seat
from overtrick.core.errors import attempt
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Modifier, WordEnum
from overtrick.squeezes.report import Report, Squeeze

__all__ = ["AuditedLine", "PublishedStatement", "Verdict", "audit", "audit_line", "statements_in", "summary"]

V = TypeVar("V")

MOST_CARDS = 10
"""Endings with more cards in each hand are skipped: they could take minutes."""
_FIELDS = 6
_NOTHING_SAID = ("", "-")
_NO_SQUEEZE = "none"
_EITHER = "either"
_OTHER_NAMES = {"vise": Kind.VICE, "progressive": Kind.REPEATING}


class Verdict(WordEnum):
    """The result of checking a statement: first unreadable, then the errors, the gravest first."""

    UNREADABLE = "unreadable"
    NOT_A_SQUEEZE = "not a squeeze"
    A_SQUEEZE = "a squeeze after all"
    OTHER_TYPE = "other type"
    OTHER_VICTIM = "other victim"
    OTHER_TRICKS = "other tricks"
    OTHER_MODIFIERS = "other modifiers"
    ALSO = "also"
    """The statement is true of a squeeze other than the one that the engine names first."""
    REAL = "real"


@final
@dataclass(frozen=True, slots=True)
class PublishedStatement:
    """What a source says about an ending; None where it says nothing."""

    ending: Ending
    is_squeeze: bool | None
    kind: Kind | None
    victims: tuple[Seat, ...] | None
    """Empty if either defender can be squeezed."""
    tricks: int | None
    modifiers: frozenset[Modifier]
    lacks: frozenset[Modifier]
    """What the source says the squeeze is not: ``non-simultaneous``."""
    source: str


@final
@dataclass(frozen=True, slots=True)
class AuditedLine:
    """A line of a file of published statements, with the verdict."""

    number: int
    text: str
    verdicts: tuple[Verdict, ...]
    """All errors, the gravest first; or the verdict that the statement is true."""
    statement: PublishedStatement | None = None
    report: Report | None = None
    reason: str = ""
    """Why the line could not be read."""

    @property
    def verdict(self) -> Verdict:
        """The gravest verdict."""
        return self.verdicts[0]

    @property
    def is_true(self) -> bool:
        """Does all that is stated hold?"""
        return self.verdict in (Verdict.REAL, Verdict.ALSO)


def audit(lines: Iterable[str]) -> Iterator[AuditedLine]:
    """Check statements, one per line: ``DEAL;trump;leader | type | victims | tricks | modifiers | source``.

    What stands after the type may be left out, or be ``-`` where nothing is said. Empty lines and those
    that begin with ``#`` are passed over; a line that cannot be read has a verdict like any other.

    >>> [line] = audit(["N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S | simple | E | 3"])
    >>> line.verdict, line.report.values.victims
    (Verdict.OTHER_VICTIM, (Seat.WEST,))
    """
    return (audit_line(text, number) for number, text in statements_in(lines))


def statements_in(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold a statement, each with its number."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def audit_line(text: str, number: int = 1) -> AuditedLine:
    """Check one statement."""
    try:
        statement = _statement(text)
    except OvertrickError as error:
        return AuditedLine(number, text, (Verdict.UNREADABLE,), reason="; ".join(error.faults))
    report = analyse(statement.ending)
    return AuditedLine(number, text, _verdicts(statement, report), statement, report)


def summary(lines: Iterable[AuditedLine]) -> dict[Verdict, int]:
    """The number of lines with each verdict, in the order of the verdicts."""
    counts = Counter(line.verdict for line in lines)
    return {verdict: counts[verdict] for verdict in Verdict if counts[verdict]}


# Verdicts


def _verdicts(said: PublishedStatement, report: Report) -> tuple[Verdict, ...]:
    values, squeezes = report.values, report.squeezes
    named = [squeeze for squeeze in squeezes if said.kind in (None, squeeze.kind)]
    objections = {
        Verdict.NOT_A_SQUEEZE: said.is_squeeze is True and not squeezes,
        Verdict.A_SQUEEZE: said.is_squeeze is False and bool(squeezes),
        Verdict.OTHER_TYPE: bool(squeezes) and not named,
        Verdict.OTHER_VICTIM: bool(squeezes) and said.victims not in (None, values.victims),
        Verdict.OTHER_TRICKS: said.tricks not in (None, values.tricks),
        Verdict.OTHER_MODIFIERS: bool(named) and not any(_is_so(said, squeeze) for squeeze in named),
    }
    found = tuple(verdict for verdict, is_raised in objections.items() if is_raised)
    is_first = not squeezes or _is_so(said, squeezes[0])
    return found or (Verdict.REAL if is_first else Verdict.ALSO,)


def _is_so(said: PublishedStatement, squeeze: Squeeze) -> bool:
    """Are kind and modifiers those of a squeeze?"""
    is_kind = said.kind in (None, squeeze.kind)
    return is_kind and said.modifiers <= squeeze.modifiers and not said.lacks & squeeze.modifiers


# Reading


def _statement(text: str) -> PublishedStatement:
    fields = [field.strip() for field in text.split("|", _FIELDS - 1)]
    if len(fields) < 2:
        raise NotationError("expected 'DEAL;trump;leader | type | victims | tricks | modifiers | source'")
    faults = list[str]()
    ending, kind, victims, tricks, modifiers, source = (*fields, *[""] * _FIELDS)[:_FIELDS]
    where = attempt(faults, _ending, ending)
    what = _field(faults, _kind, kind)
    whom = _field(faults, _victims, victims)
    number = _field(faults, _tricks, tricks)
    has, lacks = _field(faults, _modifiers, modifiers) or (frozenset(), frozenset())
    if where is None or faults:
        raise NotationError(*faults)
    denied = _NO_SQUEEZE in (kind.lower(), victims.lower())
    said = (what, whom) != (None, None) or bool(has)
    is_squeeze = False if denied else said or None
    return PublishedStatement(where, is_squeeze, what, whom, number, has, lacks, source)


def _field(faults: list[str], read: Callable[[str], V], text: str) -> V | None:
    """The value of a field; None if it says nothing, or that there is no squeeze."""
    return None if text.lower() in (*_NOTHING_SAID, _NO_SQUEEZE) else attempt(faults, read, text)


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
    """The modifiers that a squeeze has, and those that it lacks."""
    words = [word.strip().lower() for word in text.split(",")]
    unknown = [word for word in words if word.removeprefix("non-") not in set(Modifier)]
    if unknown:
        raise NotationError(f"{', '.join(map(repr, unknown))}: expected some of {', '.join(Modifier)}")
    has = frozenset(Modifier(word) for word in words if not word.startswith("non-"))
    return has, frozenset(Modifier(word.removeprefix("non-")) for word in words if word.startswith("non-"))
