"""Why a card was chosen, in three sentences at most: the plan, where it wins, what settled it."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Claim, Odds, Reason
from overtrick.explain.player.phrases import (
    achieves,
    cards_words,
    percent,
    plan_words,
    played,
    share_words,
    short_plan,
    where_words,
)
from overtrick.explain.registry import sentence_for
from overtrick.explain.words_english import capital
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    GainsImps,
    GainsWhere,
    HowSure,
    MannerOf,
    MoreTricks,
    PlayKind,
    Safety,
)
from overtrick.player.expert_claims import BeginsSqueeze, BestLine
from overtrick.player.manner_claims import ByHabit, Habit, Signals, TableLead
from overtrick.player.sample import Sample

__all__ = ["card_words"]

_MOST = 3
_SETTLING = (
    CombinesChances,
    BestLine,
    BeginsSqueeze,
    Signals,
    TableLead,
    Safety,
    GainsImps,
    MoreTricks,
    Averages,
    GainsWhere,
    ByHabit,
    MannerOf,
)
"""What may settle the choice, the weightiest first."""


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
    if not isinstance(reason.claim, ChosenBy):
        lowest = [each for each in reason.claims() if _is_plain(each)]
        told = [sentence_for(each, "en") for each in (*_settling(reason), *lowest)[:1]]
        yield ": ".join((sentence_for(reason.claim, "en"), *told))
        return
    yield "; ".join((_plan(reason, reason.claim), *_others(reason, reason.claim.sample)))
    where = next((each.claim for each in reason.because if _is_telling(each.claim)), None)
    if where is not None:
        yield _where(where)
    if not any(isinstance(each, CombinesChances) for each in reason.claims()):
        yield from (_close(each) for each in reason.claims() if _is_close(each, reason.claim.sample))
    settling = [each for each in _settling(reason) if where is None or not isinstance(each, GainsWhere)]
    yield from (_told(each) for each in settling[:1])
    rivals = [each for each in reason.because if isinstance(each.claim, Alternative)]
    yield from (_where(each.claim) for one in rivals for each in one.because if _is_telling(each.claim))


def _settling(reason: Reason) -> list[Claim]:
    """The claims that may have settled it, the weightiest first, habits in the order they were followed."""
    found = [each for each in reason.claims() if isinstance(each, _SETTLING)]
    told = [each for each in found if each is not reason.claim and not _is_plain(each)]
    if _is_ahead(reason):
        told = [each for each in told if not isinstance(each, MoreTricks)]
    return sorted(told, key=lambda each: _SETTLING.index(type(each)))


def _is_ahead(reason: Reason) -> bool:
    """Does the card succeed more often than its rivals, so that tricks beyond need no words?"""
    rivals = [each.claim for each in reason.because if isinstance(each.claim, Alternative)]
    return isinstance(reason.claim, ChosenBy) and all(
        each.chance.fraction < reason.claim.chance.fraction for each in rivals
    )


def _is_plain(claim: Claim) -> bool:
    """Does a claim say no more than that the card is a low one?"""
    return isinstance(claim, ByHabit) and claim.habit is Habit.LOWEST


def _told(claim: Claim) -> str:
    if not isinstance(claim, GainsWhere):
        return sentence_for(claim, "en")
    verb = "gains on" if claim.inside > claim.outside else "does not gain on"
    where = where_words(claim.sample, claim.condition, claim.inside, claim.outside)
    return f"{claim.card.print} {verb} {claim.other.print} where {where}"


# The plan and its rivals


def _plan(reason: Reason, claim: ChosenBy) -> str:
    """What is played for, and how often it works."""
    card, sample = played(claim.sample, claim.card), claim.sample
    share = share_words(sample, claim.chance)
    named = plan_words(_kind(reason), card)
    return f"{card} {achieves(sample)} {share}" if named is None else f"{named}: {achieves(sample)} {share}"


def _kind(reason: Reason) -> PlayKind | None:
    """What the play is called."""
    return next((each.claim for each in reason.because if isinstance(each.claim, PlayKind)), None)


def _others(reason: Reason, sample: Sample) -> Iterator[str]:
    """The chances of the other cards, beside that of the one chosen."""
    yield from (
        f"{cards_words(each.claim.others)} the same"
        for each in reason.because
        if isinstance(each.claim, AsGood)
    )
    rivals = [(each, each.claim) for each in reason.because if isinstance(each.claim, Alternative)]
    for each, claim in rivals[:1]:
        name, told = short_plan(_kind(each), claim.cards[0]), _chance(claim.sample, claim.chance)
        few = "" if claim.sample == sample else f" of the first {len(claim.sample.layouts)}"
        yield f"{name}: {'none' if few and told == 'never' else told}{few}"
    for _, claim in rivals[1:]:
        told = _chance(claim.sample, claim.chance)
        if claim.chance == rivals[0][1].chance and claim.chance.wins:
            yield "no other card more often"
        elif len(claim.cards) == 1:
            yield f"{claim.cards[0].print}: {told}"
        else:
            yield f"any other card {'at most ' if claim.chance.wins else ''}{told}"


def _chance(sample: Sample, odds: Odds) -> str:
    """A chance beside that of another card."""
    if odds.fraction in (0, 1):
        return "always" if odds.fraction else "never"
    return percent(sample, odds)


# Where it wins, and whether the difference is luck


def _is_telling(claim: Claim) -> bool:
    """Does a claim say more than anybody sees?"""
    return isinstance(claim, Decides) or (isinstance(claim, PlayKind) and claim.by is not None)


def _where(claim: Claim) -> str:
    by = claim.by if isinstance(claim, PlayKind) else claim
    assert isinstance(by, Decides)
    verb = "wins" if by.inside > by.outside else "fails"
    return f"{by.card.print} {verb} where {where_words(by.sample, by.condition, by.inside, by.outside)}"


def _is_close(claim: Claim, sample: Sample) -> bool:
    """May a difference be luck, over all the layouts looked at?"""
    return isinstance(claim, HowSure) and claim.sample == sample and claim.is_luck and claim.difference != 0


def _close(claim: Claim) -> str:
    assert isinstance(claim, HowSure)
    points = f"{abs(claim.difference):g} ± {claim.error:g} percentage points"
    ahead, behind = (claim.card, claim.other) if claim.difference > 0 else (claim.other, claim.card)
    if claim.is_close:
        return f"{ahead.print} and {behind.print} are too close to call: {points}"
    return f"{ahead.print} is ahead of {behind.print}, but not for sure: {points}"
