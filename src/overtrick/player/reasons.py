"""Why a card was chosen: the decision as a tree of claims, each with what is needed to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import final

from overtrick.core import Card, Reason
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    Differs,
    GainsWhere,
    HowSure,
    MannerOf,
    OnlyCard,
    PlayKind,
    Safety,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.deciding import deciding
from overtrick.player.decision import Candidate, Decision
from overtrick.player.errors import PlayerError
from overtrick.player.plays import Kind, kind_of
from overtrick.player.sample import Sample, contract_target, layouts_in_all

__all__ = ["why"]

Tricks = tuple[int, ...]
"""The tricks of the player's side in each layout."""


@final
@dataclass(frozen=True)
class _Judged:
    """A card, the layouts it was judged by, and the tricks it took in each."""

    card: Card
    sample: Sample
    tricks: Tricks

    @property
    def wins(self) -> list[bool]:
        return [tricks >= self.sample.needed for tricks in self.tricks]

    @property
    def chance(self) -> float:
        """The weight of the layouts won, not rounded."""
        return self.mean([float(win) for win in self.wins])

    @property
    def average(self) -> float:
        """Tricks on average."""
        return self.mean(self.tricks)

    def mean(self, numbers: Sequence[float]) -> float:
        """The weighted mean of a number for each layout."""
        weights = self.sample.weights
        return fsum(weight * each for weight, each in zip(weights, numbers, strict=True)) / fsum(weights)

    def first(self, number: int) -> _Judged:
        """The same over the first so many layouts."""
        return _Judged(self.card, self.sample.first(number), self.tricks[:number])


def why(decision: Decision, also: tuple[Reason, ...] = ()) -> Reason:
    """Why a card was chosen: what it achieves, what else was considered, and what decides between them.

    `also` is what others have to say for it, an expert for example.
    """
    play = decision.view.play
    if play is None or decision.card not in decision.view.legal_cards:
        raise PlayerError(f"{decision.view.seat.word} cannot play the {decision.card.print} now")
    if len(play.legal_cards) == 1:
        return Reason(OnlyCard(play, decision.card))
    manner = tuple(_manner(decision))
    if manner and _has_one_choice(decision):
        return manner[0]
    if not len(decision.worlds) or not _looked_at(_chosen(decision)):
        return Reason(Unjudged(play, decision.card), because=(*also, *manner))
    return _judgement(decision, (*also, *manner))


def _judgement(decision: Decision, besides: tuple[Reason, ...]) -> Reason:
    """The reason for a card that was judged by layouts."""
    chosen, *others = _judged(decision)
    same = [each for each in others if each.tricks == chosen.tricks]
    if len(same) == len(others) and _are_all_told(decision):
        return Reason(SameEverywhere(chosen.sample, tuple(decision.view.legal_cards)), because=besides)
    worse = sorted((each for each in others if each not in same), key=lambda each: -each.chance)
    as_good = AsGood(chosen.sample, chosen.card, tuple(each.card for each in same))
    below = (
        *_named(chosen),
        *([Reason(as_good)] if same else []),
        *_compared(chosen, worse),
        *_strategies(decision, chosen),
        *besides,
    )
    return Reason(ChosenBy(chosen.sample, chosen.card, chosen.sample.share(chosen.wins)), because=below)


# What was looked at


def _chosen(decision: Decision) -> Candidate:
    """The candidate that the card chosen is, or is equal to."""
    equal = (each for each in decision.candidates if decision.card in (each.card, *each.equals))
    found = next(equal, None)
    if found is None:
        raise PlayerError(f"the {decision.card.print} is not among the candidates")
    return found


def _has_one_choice(decision: Decision) -> bool:
    """Are all the cards that may be played equal?"""
    return len(_chosen(decision).equals) == len(decision.view.legal_cards)


def _are_all_told(decision: Decision) -> bool:
    """Was every legal card judged, itself or as an equal?"""
    told = {card for each in decision.candidates for card in (each.card, *each.equals)}
    return told >= set(decision.view.legal_cards)


def _judged(decision: Decision) -> list[_Judged]:
    """The candidates, the chosen one first, each with its layouts and one number of tricks needed for all."""
    whole, best = _sample(decision), _chosen(decision)
    chosen = _Judged(decision.card, whole.first(_looked_at(best)), _tricks(best))
    others = [
        _Judged(each.card, whole.first(_looked_at(each)), _tricks(each))
        for each in decision.candidates
        if each is not best and _looked_at(each)
    ]
    needed = _needed(decision, chosen, [each for each in others if each.tricks != chosen.tricks])
    return [
        _Judged(each.card, replace(each.sample, needed=needed), each.tricks) for each in (chosen, *others)
    ]


def _sample(decision: Decision) -> Sample:
    """The layouts of a decision; how many tricks are needed is not settled yet."""
    view, worlds = decision.view, decision.worlds
    assert view.play is not None  # a decision is about a card
    layouts = tuple(tuple(row) for row in worlds.deals.tolist())
    sample = Sample(view.play, view.contract, layouts, tuple(worlds.weights.tolist()), 0)
    is_all = sample.is_even and len(set(layouts)) == len(layouts) == layouts_in_all(view.play, layouts[0])
    return replace(sample, is_all=is_all)


def _looked_at(candidate: Candidate) -> int:
    return min(candidate.looked_at, len(candidate.tricks))


def _tricks(candidate: Candidate) -> Tricks:
    return tuple(candidate.tricks[: _looked_at(candidate)].tolist())


def _needed(decision: Decision, chosen: _Judged, others: Sequence[_Judged]) -> int:
    """The tricks to speak of: the contract's, if the choice shows there; else those where it shows most."""
    if decision.grounds.target is not None:
        return decision.grounds.target
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    if usual is not None and any(_shows(usual, chosen, other) for other in others):
        return usual
    numbers = sorted({tricks for each in (chosen, *others) for tricks in each.tricks})
    near = numbers[-1] if usual is None else usual
    return max(numbers, key=lambda each: (*_margins(each, chosen, others), -abs(each - near)))


def _shows(needed: int, chosen: _Judged, other: _Judged) -> bool:
    """Is one of two cards likelier to take so many tricks?"""
    return abs(_at(needed, chosen.first(len(other.tricks))) - _at(needed, other)) > 1e-9


def _margins(needed: int, chosen: _Judged, others: Sequence[_Judged]) -> tuple[float, float]:
    """How much likelier the chosen card is to take so many tricks than the best other, and than all."""
    margins = [round(_at(needed, chosen) - _at(needed, other), 9) for other in others]
    return min(margins, default=0.0), sum(margins)


def _at(needed: int, judged: _Judged) -> float:
    return judged.mean([float(tricks >= needed) for tricks in judged.tricks])


# What is told of it


def _named(judged: _Judged) -> Iterator[Reason]:
    """What a play is called, and what decides whether it succeeds."""
    found = deciding(judged.sample, judged.wins, judged.card.suit)
    decides = None
    if found is not None:
        decides = Decides(judged.sample, judged.card, found.condition, found.inside, found.outside)
    called = kind_of(judged.sample, judged.card, found)
    is_decided = called is not None and called.kind in (Kind.FINESSE, Kind.TOWARDS, Kind.DROP, Kind.BREAK)
    if called is not None:
        yield Reason(PlayKind(judged.sample, judged.card, called, decides if is_decided else None))
    if decides is not None and not is_decided:
        yield Reason(decides)


def _compared(chosen: _Judged, others: Sequence[_Judged]) -> Iterator[Reason]:
    """The next best card and what speaks for it, then the rest."""
    if not others:
        return
    best, *rest = others
    chance = best.sample.share(best.wins)
    yield Reason(Alternative(best.sample, (best.card,), chance), because=tuple(_named(best)))
    same = [each for each in rest if each.sample == chosen.sample]
    if same:
        most = max(same, key=lambda each: each.chance)
        cards = tuple(each.card for each in same)
        yield Reason(Alternative(chosen.sample, cards, chosen.sample.share(most.wins)))
    yield from _between(chosen.first(len(best.tricks)), best)


def _between(chosen: _Judged, other: _Judged) -> Iterator[Reason]:
    """Where a card and the next best differ, and how sure that is."""
    sample, pairs = chosen.sample, list(zip(chosen.wins, other.wins, strict=True))
    better, worse = [one and not two for one, two in pairs], [two and not one for one, two in pairs]
    if any(better) and any(other.wins):
        found = deciding(sample, better, chosen.card.suit)
        where = tuple[Reason, ...]()
        if found is not None:
            told = GainsWhere(sample, chosen.card, other.card, found.condition, found.inside, found.outside)
            where = (Reason(told),)
        differs = Differs(sample, chosen.card, other.card, sample.share(better), sample.share(worse))
        yield Reason(differs, because=where)
    if not sample.is_all and (any(better) or any(worse)) and not all(better):
        yield Reason(_how_sure(chosen, other))
    yield from _on_average(chosen, other)


def _how_sure(chosen: _Judged, other: _Judged) -> HowSure:
    sample = chosen.sample
    gains = [float(one) - two for one, two in zip(chosen.wins, other.wins, strict=True)]
    mean, total = chosen.mean(gains), fsum(sample.weights)
    squares = fsum((weight * (gain - mean)) ** 2 for weight, gain in zip(sample.weights, gains, strict=True))
    error = sqrt(squares) / total
    return HowSure(
        sample,
        chosen.card,
        other.card,
        round(100 * mean, 1),
        round(100 * error, 1),
        round(sample.effective),
    )


def _on_average(chosen: _Judged, other: _Judged) -> Iterator[Reason]:
    """What a safety play costs; or, for a card no likelier to succeed, the tricks it takes."""
    mine, theirs = (round(100 * each.average) for each in (chosen, other))
    is_for_contract = chosen.sample.is_contract or chosen.sample.play.start.cards_each < 13
    if chosen.chance > other.chance and theirs > mine and is_for_contract:
        yield Reason(Safety(chosen.sample, chosen.card, other.card, theirs - mine))
    elif chosen.chance <= other.chance and mine != theirs:
        yield Reason(Averages(chosen.sample, chosen.card, mine, other.card, theirs))


def _strategies(decision: Decision, chosen: _Judged) -> Iterator[Reason]:
    """What strategies are sure of, where they were compared."""
    best = _chosen(decision)
    rest = (each for each in decision.candidates if each is not best)
    others = {each.card: each.plan for each in rest if each.plan is not None}
    if best.plan is None or not others or decision.grounds.name != "strategy":
        return
    other = max(others, key=lambda card: others[card])
    sample = chosen.sample.first(decision.settings.worlds)
    figures = round(100 * best.plan, 1), other, round(100 * others[other], 1)
    yield Reason(CombinesChances(sample, chosen.card, *figures))


def _manner(decision: Decision) -> Iterator[Reason]:
    """Which of equal cards it is, where there are any and it is the lowest or the highest."""
    assert decision.view.play is not None
    equals = next((each.equals for each in decision.candidates if decision.card in each.equals), ())
    if len(equals) > 1 and decision.card in (equals[0], equals[-1]):
        yield Reason(MannerOf(decision.view.play, decision.card, equals))
