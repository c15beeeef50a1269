"""A squeeze in a few sentences, made of the claims of its reason and of nothing else.

Each function takes a reason, or several, and returns sentences; a longer text puts more of them in a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from overtrick.core import CardSet, Claim, Reason
from overtrick.explain.registry import sentence_for
from overtrick.explain.squeezes.around_phrases import all_of
from overtrick.explain.squeezes.english import against, consequence, needed
from overtrick.explain.squeezes.phrases import (
    becomes,
    cards_of,
    conceded,
    count,
    finessed,
    given_up,
    moment,
    ruffed_in,
    series,
    throws,
    whom,
)
from overtrick.explain.words_english import NUMBERS, capital
from overtrick.squeezes.kinds import Means
from overtrick.squeezes.reasons.claims import (
    Automatic,
    Caught,
    Concedes,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Needed,
    NoSqueeze,
    OnlyTops,
    Positional,
    RuffsIn,
    Squeezes,
    Unforced,
    Use,
)
from overtrick.squeezes.reasons.modifier_claims import MODIFIERS
from overtrick.squeezes.reasons.why import why
from overtrick.squeezes.report import Report

__all__ = ["modified", "opening", "position", "squeezed", "text"]

C = TypeVar("C", bound=Claim)


def text(report: Report) -> str:
    """Why there is a squeeze, or that there is none.

    >>> from overtrick.squeezes.analysis import analyse
    >>> from overtrick.squeezes.ending import Ending
    >>> print(text(analyse(Ending.parse("N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"))))
    Declarer takes four tricks from the top: there is no squeeze.
    """
    reason = why(report)
    moments = (said for part in _follow_ups(reason) for said in squeezed(part))
    return " ".join((opening(reason), *moments, *modified(reason), *position(reason)))


def opening(reason: Reason) -> str:
    """The tricks there are from the top and without pressure, and who is caught in what."""
    tops = next(_claims(reason, OnlyTops)).tops
    unforced = next((claim.tricks for claim in _claims(reason, Unforced)), None)
    match reason.claim:
        case Squeezes() as claim:
            between = "" if unforced is None else f", could take {NUMBERS[unforced]} without a squeeze"
            takes = NUMBERS[claim.tricks]
            return f"Declarer has {count(tops, 'top trick')}{between} and takes {takes}: {whom(claim)}."
        case NoSqueeze() as claim if unforced is None:
            return f"Declarer takes {count(claim.tricks, 'trick')} from the top: there is no squeeze."
        case NoSqueeze() as claim:
            has = f"Declarer has {count(tops, 'top trick')} and takes {NUMBERS[claim.tricks]}"
            return f"{has}, but not by a squeeze."
    raise TypeError(f"{type(reason.claim).__name__} does not open a text about a squeeze")


def modified(reason: Reason) -> Iterator[str]:
    """What else sets it apart: a criss-cross, a Vienna coup, and so on."""
    for part in reason.because:
        if isinstance(part.claim, MODIFIERS):
            yield f"{sentence_for(part.claim, 'en')}."


def position(reason: Reason) -> Iterator[str]:
    """Whether it matters which defender has which hand."""
    for claim in (*_claims(reason, Automatic), *_claims(reason, Positional)):
        yield f"{sentence_for(claim, 'en')}."


def squeezed(reason: Reason) -> Iterator[str]:
    """The moment of a squeeze, what the victim guards, and what giving it up costs."""
    caught = _caught(reason)
    spare = f"{capital(moment(caught.turn.play))} {caught.turn.victim.word} has no card to spare"
    guards = _guarded([*_claims(reason, Guards)])
    others = list(_needed([*_claims(reason, Needed)], is_first=not guards))
    *first, last = *guards, *others
    link = ", and " if others else ", "
    yield f"{spare}: {', '.join(first)}{link if first else ''}{last}."
    given = _all_given_up(reason)
    told = {_merges(part): part for part in given if _follow_ups(part)}
    plain = [part for part in given if _merges(part) not in told]
    if plain:
        yield f"{capital('; '.join(_clauses(plain, 'he')))}."
    for likeness, part in told.items():
        alike = [_given_up(other) for other in given if _merges(other) == likeness]
        yield _followed(part, alike, caught)


def _guarded(guards: Sequence[Guards]) -> list[str]:
    """The guards in a row; a holder is named where he changes."""
    said, holder = list[str](), None
    for claim in guards:
        verb = "" if said else " guards" if len(claim.cards) == 1 else " guard"
        threat = against(claim, with_holder=claim.holder is not holder)
        said.append(f"{cards_of(claim.cards)}{verb} against {threat}")
        holder = claim.holder
    return said


def _needed(claims: Sequence[Needed], *, is_first: bool) -> Iterator[str]:
    """The other suits he holds: what is known of them, and those that are only known to be busy together."""
    for claim in claims:
        if claim.use is not Use.BUSY:
            yield f"{cards_of(claim.cards)} {needed(claim)}"
    busy = [claim.cards for claim in claims if claim.use is Use.BUSY]
    if busy:
        cards = CardSet().union(*busy)
        named = cards_of(cards) if len(busy) == 1 else all_of(cards)
        too = "" if is_first and len(busy) == len(claims) else " too"
        yield f"{named} {'is' if len(cards) == 1 else 'are'} needed{too}"


def _followed(reason: Reason, alike: Sequence[GivesUp], before: Caught) -> str:
    """A suit given up and the squeeze that follows; told of one card where others of the suit are alike."""
    given, then = _given_up(reason), _follow_ups(reason)[0]
    caught = _caught(then)
    turn, is_again = caught.turn, caught.is_again
    say = f", say {cards_of(given.cards, 'or')}" if len(alike) > 1 else ""
    is_same_trick = len(turn.play.tricks) == len(before.turn.play.tricks)
    when = "on the same trick" if is_same_trick else moment(turn.play).rstrip(",")
    who = "he is squeezed again" if is_again else f"{turn.victim.word} is squeezed in turn"
    clauses = "; ".join(_clauses(_all_given_up(then), "he" if is_again else turn.victim.word))
    return f"If he {throws(given)} {given_up(alike)}{say}, {who} {when}: {clauses}."


def _clauses(reasons: Sequence[Reason], subject: str) -> Iterator[str]:
    """For each suit given up, what follows; what was said is not said again."""
    parts = [list(group) for _, group in groupby(reasons, key=_merges)]
    said = [(throws(_given_up(part[0])), given_up([*map(_given_up, part)]), _becomes(part)) for part in parts]
    last = ""
    for (verb, follows), alike in groupby(said, key=lambda clause: (clause[0], clause[2])):
        does = "" if verb == last else f"{subject} {verb} "
        yield f"if {does}{series([cards for _, cards, _ in alike], 'or')}, {follows}"
        last = verb


def _merges(reason: Reason) -> tuple[object, ...]:
    """Discards of which the same is said, but for the rounds it takes."""
    claim = _given_up(reason)
    good = tuple(good.card for good in _claims(reason, Good))
    return next(iter(claim.cards)).suit, claim.means, good, tuple(_exploits(reason))


def _becomes(reasons: Sequence[Reason]) -> str:
    """What discards that merge lead to."""
    goods = [good for reason in reasons for good in _claims(reason, Good)]
    said = {becomes(good) for good in goods}
    if not said:
        return next(_exploits(reasons[0]), consequence(_given_up(reasons[0])))
    helped = ", with a ruff to help" if goods[0].given_up.means is Means.RUFF else ""
    return said.pop() if len(said) == 1 else f"the {goods[0].card.print} becomes good{helped}"


def _exploits(reason: Reason) -> Iterator[str]:
    """The trick lost or the finesse taken, if it is known."""
    yield from map(ruffed_in, _claims(reason, RuffsIn))
    for part in reason.because:
        if isinstance(part.claim, Concedes):
            yield conceded(part.claim, next(_claims(part, Establishes), None))
    yield from map(finessed, _claims(reason, Finesses))


# Parts of a tree


def _all_given_up(reason: Reason) -> list[Reason]:
    """What is said of each suit that may be given up."""
    return [part for part in reason.because if isinstance(part.claim, GivesUp)]


def _follow_ups(reason: Reason) -> list[Reason]:
    """The squeeze below a reason, if there is one."""
    return [part for part in reason.because if isinstance(part.claim, Caught)]


def _caught(reason: Reason) -> Caught:
    if not isinstance(reason.claim, Caught):
        raise TypeError(f"{type(reason.claim).__name__} does not tell of a squeezed defender")
    return reason.claim


def _given_up(reason: Reason) -> GivesUp:
    if not isinstance(reason.claim, GivesUp):
        raise TypeError(f"{type(reason.claim).__name__} does not tell what a defender gives up")
    return reason.claim


def _claims(reason: Reason, kind: type[C]) -> Iterator[C]:
    """The claims of a kind right below a reason."""
    return (part.claim for part in reason.because if isinstance(part.claim, kind))
