"""Why a card was chosen: the decision as a tree of claims, each with what is needed to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from overtrick.core import Reason
from overtrick.player.claims import (
    Alternative,
    AsGood,
    ChosenBy,
    Decides,
    Differs,
    GainsWhere,
    MannerOf,
    OnlyCard,
    PlayKind,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.deciding import Deciding, deciding
from overtrick.player.decision import Candidate, Decision
from overtrick.player.errors import PlayerError
from overtrick.player.gains import how_sure, on_average, paid, plan_rival, strategies
from overtrick.player.judged import Judged, Tricks
from overtrick.player.manner_claims import Signals, TableLead
from overtrick.player.plays import DECIDED, Called, Kind, kind_of
from overtrick.player.sample import Sample, contract_target, layouts_in_all
from overtrick.player.throw_ins import thrown_in
from overtrick.player.tie_reasons import by_expert, by_manners

if TYPE_CHECKING:
    from overtrick.bidding.carding import CardTable

__all__ = ["why"]


def why(decision: Decision, also: tuple[Reason, ...] = (), table: CardTable | None = None) -> Reason:
    """Why a card was chosen: what it achieves, what else was considered, and what decides between them.

    `also` is what others have to say for it; `table` is what the player's side has agreed on.
    """
    play = decision.view.play
    if play is None or decision.card not in decision.view.legal_cards:
        raise PlayerError(f"{decision.view.seat.word} cannot play the {decision.card.print} now")
    if len(play.legal_cards) == 1:
        return Reason(OnlyCard(play, decision.card))
    manner = tuple(_manner(decision, table))
    if manner and _has_one_choice(decision):
        return replace(manner[0], because=manner[1:])
    if not len(decision.worlds) or not _looked_at(_chosen(decision)):
        return Reason(Unjudged(play, decision.card), because=(*also, *manner))
    return _judgement(decision, (*also, *manner))


def _judgement(decision: Decision, besides: tuple[Reason, ...]) -> Reason:
    """The reason for a card that was judged by layouts."""
    chosen, *others = _judged(decision)
    same = [each for each in others if each.tricks == chosen.tricks]
    if len(same) == len(others) and _are_all_told(decision):
        besides = (*strategies(decision, chosen, others), *by_expert(decision, chosen.sample), *besides)
        return Reason(SameEverywhere(chosen.sample, tuple(decision.view.legal_cards)), because=besides)
    worse = sorted((each for each in others if each not in same), key=_rivalry)
    as_good = AsGood(chosen.sample, chosen.card, tuple(each.card for each in same))
    below = (
        *_named(chosen),
        *([Reason(as_good)] if same else []),
        *_compared(chosen, worse),
        *paid(decision, chosen, worse),
        *strategies(decision, chosen, others),
        *by_expert(decision, chosen.sample),
        *besides,
    )
    return Reason(ChosenBy(chosen.sample, chosen.card, chosen.sample.share(chosen.wins)), because=below)


def _rivalry(judged: Judged) -> tuple[int, float]:
    """Rivals looked at longest first, then by their chances: those over fewer layouts do not compare."""
    return -len(judged.tricks), -judged.chance


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


def _judged(decision: Decision) -> list[Judged]:
    """The candidates, the chosen one first, each with its layouts and one number of tricks needed for all."""
    whole, best = _sample(decision), _chosen(decision)
    chosen = Judged(decision.card, whole.first(_looked_at(best)), _tricks(best))
    others = [
        Judged(each.card, whole.first(_looked_at(each)), _tricks(each))
        for each in decision.candidates
        if each is not best and _looked_at(each)
    ]
    needed = _needed(decision, chosen, others)
    return [Judged(each.card, replace(each.sample, needed=needed), each.tricks) for each in (chosen, *others)]


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


def _needed(decision: Decision, chosen: Judged, every: Sequence[Judged]) -> int:
    """The tricks to speak of: the contract's, if the choice shows there; else those where it shows most."""
    target, others = decision.grounds.target, [each for each in every if each.tricks != chosen.tricks]
    if target is not None and (
        plan_rival(decision, chosen, every) is not None
        or any(_shows(target, chosen, other) for other in others)
    ):
        return target
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    if usual is not None and any(_shows(usual, chosen, other) for other in others):
        return usual
    numbers = sorted({tricks for each in (chosen, *others) for tricks in each.tricks})
    near = numbers[-1] if usual is None else usual
    return max(numbers, key=lambda each: (*_margins(each, chosen, others), -abs(each - near)))


def _shows(needed: int, chosen: Judged, other: Judged) -> bool:
    """Is one of two cards likelier to take so many tricks?"""
    return abs(chosen.first(len(other.tricks)).at(needed) - other.at(needed)) > 1e-9


def _margins(needed: int, chosen: Judged, others: Sequence[Judged]) -> tuple[float, float]:
    """How much likelier the chosen card is to take so many tricks than the best other, and than all."""
    margins = [round(chosen.at(needed) - other.at(needed), 9) for other in others]
    return min(margins, default=0.0), sum(margins)


# What is told of it


def _named(judged: Judged) -> Iterator[Reason]:
    """What a play is called, and what decides whether it succeeds."""
    found = deciding(judged.sample, judged.wins, judged.card.suit)
    decides = None
    if found is not None:
        decides = Decides(judged.sample, judged.card, found.condition, found.inside, found.outside)
    called = _called(judged, found)
    is_decided = called is not None and called.kind in DECIDED
    if called is not None:
        yield Reason(PlayKind(judged.sample, judged.card, called, decides if is_decided else None))
    if decides is not None and not is_decided:
        yield Reason(decides)


def _called(judged: Judged, found: Deciding | None) -> Called | None:
    """What a play is called; a throw-in only where no other name has the condition that decides."""
    called = kind_of(judged.sample, judged.card, found)
    if found is None or not found.helps or (called is not None and called.kind in DECIDED):
        return called
    victim = thrown_in(judged.sample, judged.card, found.condition, judged.wins)
    return called if victim is None else Called(Kind.THROW_IN, None, victim)


def _compared(chosen: Judged, others: Sequence[Judged]) -> Iterator[Reason]:
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


def _between(chosen: Judged, other: Judged) -> Iterator[Reason]:
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
        yield Reason(how_sure(chosen, other))
    yield from on_average(chosen, other)


def _manner(decision: Decision, table: CardTable | None) -> Iterator[Reason]:
    """Which of equal cards it is, and why it is that one of those that are as good."""
    assert decision.view.play is not None
    equals = next((each.equals for each in decision.candidates if decision.card in each.equals), ())
    told = tuple(by_manners(decision, table)) if _chosen(decision) is decision.candidates[0] else ()
    says_more = any(type(each.claim) in (Signals, TableLead) for each in told)
    if len(equals) > 1 and decision.card in (equals[0], equals[-1]) and not says_more:
        yield Reason(MannerOf(decision.view.play, decision.card, equals))
    yield from told
