"""The checkers of what is claimed about a card: every figure is worked out again, layout by layout."""

from __future__ import annotations

from fractions import Fraction

from overtrick.core import Board, Card, CardSet, Play
from overtrick.explain.player.kinds import is_called
from overtrick.explain.player.pay import imps_between, points
from overtrick.explain.player.plans import best_plan
from overtrick.explain.player.recount import (
    average,
    is_near,
    is_share,
    is_sound,
    met,
    share,
    successes,
    tricks,
)
from overtrick.explain.registry import checks
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    Differs,
    GainsImps,
    GainsWhere,
    HowSure,
    MannerOf,
    MoreTricks,
    OnlyCard,
    PlayKind,
    Safety,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.sample import Sample

__all__: list[str] = []

_AGREEMENT = Fraction(85, 100)
"""A condition that is said to decide agrees with the outcome so often."""

_ROUNDED = Fraction(1, 20) + Fraction(1, 10**6)
"""What a figure with one place may be off."""


# What needs no layouts


@checks(OnlyCard)
def _(claim: OnlyCard, board: Board) -> bool:
    """A truth about the position, whatever the board; as the others here."""
    return list(claim.play.legal_cards) == [claim.card]


@checks(Unjudged)
def _(claim: Unjudged, board: Board) -> bool:
    return claim.card in claim.play.legal_cards


@checks(MannerOf)
def _(claim: MannerOf, board: Board) -> bool:
    equals = list(claim.equals)
    if len(equals) < 2 or equals != sorted(set(equals), reverse=True):
        return False
    if claim.card not in (equals[0], equals[-1]) or not CardSet.of(equals) <= claim.play.legal_cards:
        return False
    return len({card.suit for card in equals}) == 1 and not _others_between(claim.play, equals)


def _others_between(play: Play, cards: list[Card]) -> list[Card]:
    """The cards between the highest and the lowest that somebody else may hold, or that wins the trick."""
    beaten = [card for card in play.trick.cards if not _is_winning(play, card)]
    earlier = CardSet.of(card for trick in play.tricks for card in trick.cards)
    harmless = earlier | play.hand(play.to_play) | CardSet.of(beaten)
    return [card for card in CardSet.pack() if cards[-1] < card < cards[0] and card not in harmless]


def _is_winning(play: Play, card: Card) -> bool:
    """Does a card on the table win the trick so far?"""
    winner = play.trick.winner(play.strain)
    return any(seat is winner and each is card for seat, each in play.trick)


# Chances


@checks(ChosenBy)
def _(claim: ChosenBy, board: Board) -> bool:
    sample = claim.sample
    return is_sound(sample, claim.card) and is_share(claim.chance, sample, successes(sample, claim.card))


@checks(Alternative)
def _(claim: Alternative, board: Board) -> bool:
    sample = claim.sample
    if not claim.cards or not is_sound(sample, *claim.cards):
        return False
    best = max((successes(sample, card) for card in claim.cards), key=lambda wins: share(sample, wins) or 0)
    return is_share(claim.chance, sample, best)


@checks(SameEverywhere)
def _(claim: SameEverywhere, board: Board) -> bool:
    if CardSet.of(claim.cards) != claim.sample.play.legal_cards or not is_sound(claim.sample, *claim.cards):
        return False
    return len({tuple(tricks(claim.sample, card)) for card in claim.cards}) == 1


@checks(AsGood)
def _(claim: AsGood, board: Board) -> bool:
    if (
        not claim.others
        or claim.card in claim.others
        or not is_sound(claim.sample, claim.card, *claim.others)
    ):
        return False
    mine = tricks(claim.sample, claim.card)
    return all(tricks(claim.sample, other) == mine for other in claim.others)


@checks(Averages)
def _(claim: Averages, board: Board) -> bool:
    told = ((claim.card, claim.hundredths), (claim.other, claim.other_hundredths))
    return is_sound(claim.sample, claim.card, claim.other) and all(
        is_near(hundredths, 100 * average(claim.sample, tricks(claim.sample, card)), 0)
        for card, hundredths in told
    )


@checks(HowSure)
def _(claim: HowSure, board: Board) -> bool:
    sample = claim.sample
    if not is_sound(sample, claim.card, claim.other):
        return False
    gains = _gains(sample, claim.card, claim.other)
    mean = average(sample, gains)
    weights = [Fraction(weight) / sum(map(Fraction, sample.weights)) for weight in sample.weights]
    variance = sum((weight * (gain - mean)) ** 2 for weight, gain in zip(weights, gains, strict=True))
    error = Fraction(float(variance) ** 0.5)
    worth = 1 / sum(weight**2 for weight in weights)
    told = ((claim.difference, 100 * mean, 1), (claim.error, 100 * error, 1), (claim.effective, worth, 0))
    return all(is_near(number, Fraction(exact), places) for number, exact, places in told)


def _gains(sample: Sample, card: Card, other: Card) -> list[int]:
    """1 in each layout where only the one card succeeds, -1 where only the other does."""
    pairs = zip(successes(sample, card), successes(sample, other), strict=True)
    return [mine - theirs for mine, theirs in pairs]


# What the event pays for


@checks(GainsImps)
def _(claim: GainsImps, board: Board) -> bool:
    """The score by the closed formulas, the scale looked up in its steps."""
    sample = claim.sample
    if sample.contract is None or sample.play.start.cards_each != 13:
        return False
    if claim.hundredths <= 0 or not is_sound(sample, claim.card, claim.other):
        return False
    mine, theirs = (tricks(sample, card) for card in (claim.card, claim.other))
    gains = [
        imps_between(points(sample, claim.vul, one), points(sample, claim.vul, two))
        for one, two in zip(mine, theirs, strict=True)
    ]
    return is_near(claim.hundredths, 100 * average(sample, gains), 0)


@checks(MoreTricks)
def _(claim: MoreTricks, board: Board) -> bool:
    sample = claim.sample
    if not is_sound(sample, claim.card, claim.other):
        return False
    pairs = list(zip(tricks(sample, claim.card), tricks(sample, claim.other), strict=True))
    more, fewer = [one > two for one, two in pairs], [one < two for one, two in pairs]
    return any(more) and is_share(claim.more, sample, more) and is_share(claim.fewer, sample, fewer)


# What decides


@checks(Decides)
def decides(claim: Decides, board: Board) -> bool:
    """Do the figures hold, and does the condition tell success from failure nearly always?"""
    sample = claim.sample
    if not is_sound(sample, claim.card):
        return False
    wins = successes(sample, claim.card)
    return _tells(claim, wins)


@checks(GainsWhere)
def _(claim: GainsWhere, board: Board) -> bool:
    if not is_sound(claim.sample, claim.card, claim.other):
        return False
    return _tells(claim, [gain > 0 for gain in _gains(claim.sample, claim.card, claim.other)])


def _tells(claim: Decides | GainsWhere, wins: list[bool]) -> bool:
    """Are both figures right, and does the condition agree with the outcome?

    What is a fact or cannot be has no layouts outside or inside, and so no share there.
    """
    sample, inside = claim.sample, met(claim.sample, claim.condition)
    outside = [not each for each in inside]
    agrees = share(sample, [place == win for place, win in zip(inside, wins, strict=True)]) or Fraction()
    return (
        is_share(claim.inside, sample, wins, inside)
        and is_share(claim.outside, sample, wins, outside)
        and max(agrees, 1 - agrees) >= _AGREEMENT - Fraction(1, 10**6)
    )


@checks(Differs)
def _(claim: Differs, board: Board) -> bool:
    sample = claim.sample
    if not is_sound(sample, claim.card, claim.other):
        return False
    gains = _gains(sample, claim.card, claim.other)
    better, worse = [gain > 0 for gain in gains], [gain < 0 for gain in gains]
    return is_share(claim.better, sample, better) and is_share(claim.worse, sample, worse)


@checks(PlayKind)
def _(claim: PlayKind, board: Board) -> bool:
    if not is_sound(claim.sample, claim.card) or not is_called(claim):
        return False
    by = claim.by
    if by is None:
        return True
    is_about_it = (by.sample, by.card) == (claim.sample, claim.card) and by.inside > by.outside
    return is_about_it and decides(by, board)


@checks(Safety)
def _(claim: Safety, board: Board) -> bool:
    sample = claim.sample
    if not is_sound(sample, claim.card, claim.other):
        return False
    mine, theirs = (round(100 * average(sample, tricks(sample, card))) for card in (claim.card, claim.other))
    is_likelier = average(sample, _gains(sample, claim.card, claim.other)) > 0
    return is_likelier and claim.cost > 0 and abs(theirs - mine - claim.cost) <= 1


@checks(CombinesChances)
def _(claim: CombinesChances, board: Board) -> bool:
    """No plan is sure of more than double dummy; both are searched again."""
    sample = claim.sample
    if not is_sound(sample, claim.card, claim.other) or not claim.plan >= claim.other_plan >= 0:
        return False
    mine, theirs = (
        100 * (share(sample, successes(sample, card)) or Fraction()) for card in (claim.card, claim.other)
    )
    bound = min(theirs, Fraction(claim.plan))
    if Fraction(claim.plan) > mine + _ROUNDED or Fraction(claim.other_plan) > bound + _ROUNDED:
        return False
    return _is_plan(claim, claim.card, claim.plan, None) and _is_plan(
        claim, claim.other, claim.other_plan, bound
    )


def _is_plan(claim: CombinesChances, card: Card, told: float, bound: Fraction | None) -> bool:
    """Is a figure what the best plan is sure of or, where one is given, no more than a bound?"""
    found = best_plan(claim.sample, card, claim.depth, claim.is_whole)
    if found is None:
        return True
    is_exact = abs(Fraction(told) - 100 * found) <= _ROUNDED
    is_bound = bound is not None and abs(Fraction(told) - bound) <= _ROUNDED
    return is_exact or (is_bound and 100 * found <= bound + _ROUNDED if bound is not None else False)
