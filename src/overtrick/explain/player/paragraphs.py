"""Why a card was chosen, in three sentences at most."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Claim, Reason
from overtrick.explain.player.phrases import percent
from overtrick.explain.registry import sentence_for
from overtrick.explain.words_english import capital
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    Decides,
    GainsWhere,
    MannerOf,
    PlayKind,
    Safety,
)
from overtrick.player.conditions import Condition

__all__ = ["card_words"]

_MOST = 3


def card_words(reason: Reason) -> str:
    """The reason for a card as a short paragraph; what is told below it is left to `explain`.

    >>> from overtrick.core import Card, Play
    >>> from overtrick.player.claims import OnlyCard
    >>> card_words(Reason(OnlyCard(Play.parse("N:A... K... Q... J...;NT;N"), Card.parse("SA"))))
    'The ♠A is the only card.'
    """
    sentences = [capital(each) for each in _sentences(reason)]
    return " ".join(f"{each}." for each in sentences[:_MOST])


def _sentences(reason: Reason) -> Iterator[str]:
    said = sentence_for(reason.claim, "en")
    if not isinstance(reason.claim, ChosenBy):
        manner = [each.claim for each in reason.because if isinstance(each.claim, MannerOf)]
        yield ": ".join((said, *(sentence_for(each, "en") for each in manner)))
        return
    yield "; ".join((said, *_others(reason)))
    told = [each.claim for each in reason.because if _is_telling(each.claim)]
    known = [_condition(each) for each in told]
    told += [each.claim for each in reason.because if isinstance(each.claim, Safety | Averages)]
    told += [each for each in reason.claims() if isinstance(each, GainsWhere)]
    told += [
        each.claim
        for other in reason.because
        for each in other.because
        if isinstance(other.claim, Alternative) and _is_telling(each.claim)
    ]
    yield from (sentence_for(each, "en") for each in told[:1])
    yield from (sentence_for(each, "en") for each in told[1:] if _condition(each) not in known)


def _condition(claim: Claim) -> Condition | None:
    """The condition on hidden hands that a claim is about."""
    told = claim.by if isinstance(claim, PlayKind) else claim
    return told.condition if isinstance(told, Decides | GainsWhere) else None


def _is_telling(claim: Claim) -> bool:
    """Does a claim say more than anybody sees?"""
    return isinstance(claim, Decides) or (isinstance(claim, PlayKind) and claim.by is not None)


def _others(reason: Reason) -> Iterator[str]:
    """The chances of the other cards, beside that of the one chosen."""
    assert isinstance(reason.claim, ChosenBy)
    sample = reason.claim.sample
    for each in reason.because:
        claim = each.claim
        if isinstance(claim, AsGood):
            yield f"{' '.join(card.print for card in claim.others)} the same"
        if isinstance(claim, Alternative):
            few = "" if claim.sample == sample else f" of {len(claim.sample.layouts)}"
            told = f"{percent(claim.sample, claim.chance)}{few}" if claim.chance.wins else "never"
            only = len(claim.cards) == 1
            most = "any other card at most" if claim.chance.wins else "any other card"
            yield f"{claim.cards[0].print} {told}" if only else f"{most} {told}"
