"""Why a card was chosen: the decision as a tree of statements, each with what is needed to check it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from operator import gt, lt, mul, sub
from typing import TYPE_CHECKING, final

from overtrick.core import Card, CardSet, Reason
from overtrick.player import statements as st
from overtrick.player.evaluation import Payoff
from overtrick.player.experts import Victim, caught_by, likeliest, suit_line
from overtrick.player.layouts import (
    DecidingCondition,
    Layouts,
    contract_target,
    deal_of,
    deciding_condition,
    layouts_in_all,
)
from overtrick.player.manners import HABITS, SIGNALS, Manner, Turn, choose_by_manners, table_entry
from overtrick.player.settings import Aim, PlayerError
from overtrick.player.strategies import MOST_WORLDS
from overtrick.player.techniques import DECIDED, NamedPlay, Technique, name_play, thrown_in
from overtrick.squeezes import Ending

if TYPE_CHECKING:
    from overtrick.player.decision import Candidate, Decision

__all__ = ["by_expert", "by_manners", "why"]

Tricks = tuple[int, ...]
"""The tricks of the player's side in each layout."""


@final
@dataclass(frozen=True)
class CardOutcome:
    """A card, the layouts over which it was judged, and its tricks in each."""

    card: Card
    sample: Layouts
    tricks: Tricks

    @property
    def wins(self) -> list[bool]:
        return [tricks >= self.sample.needed for tricks in self.tricks]

    @property
    def chance(self) -> float:
        """The weight of the layouts won, not rounded."""
        return self.at(self.sample.needed)

    @property
    def average(self) -> float:
        """Tricks on average."""
        return self.mean(self.tricks)

    def mean(self, numbers: Sequence[float]) -> float:
        """The weighted mean of a number for each layout."""
        weights = self.sample.weights
        return fsum(map(mul, weights, numbers)) / fsum(weights)

    def first(self, number: int) -> CardOutcome:
        """The same over the first `number` layouts."""
        return CardOutcome(self.card, self.sample.first(number), self.tricks[:number])

    def at(self, needed: int) -> float:
        """The weight of the layouts in which it takes at least this many tricks."""
        return self.mean([tricks >= needed for tricks in self.tricks])


def why(decision: Decision) -> Reason:
    """The reason for a card: its chances, the other cards considered, and the deciding conditions."""
    play = decision.view.play
    if play is None or decision.card not in decision.view.legal_cards:
        raise PlayerError(f"{decision.view.seat.word} cannot play the {decision.card.print} now")
    if len(play.legal_cards) == 1:
        return Reason(st.OnlyCard(play, decision.card))
    manner = tuple(_manner(decision))
    if manner and len(_chosen(decision).equals) == len(play.legal_cards):
        return replace(manner[0], because=manner[1:])
    if not len(decision.worlds) or not _chosen(decision).looked_at:
        return Reason(st.Unjudged(play, decision.card), because=manner)
    return _judgement(decision, manner)


def _judgement(decision: Decision, besides: tuple[Reason, ...]) -> Reason:
    """The reason for a card that was judged over layouts."""
    chosen, *others = _outcomes(decision)
    same = [each for each in others if each.tricks == chosen.tricks]
    besides = (*_strategies(decision, chosen, others), *by_expert(decision, chosen.sample), *besides)
    if len(same) == len(others) and _are_all_told(decision):
        return Reason(st.SameEverywhere(chosen.sample, tuple(decision.view.legal_cards)), because=besides)
    worse = [each for each in others if each not in same]
    worse.sort(key=lambda each: (-len(each.tricks), -each.chance))  # fewer layouts do not compare
    as_good = Reason(st.AsGood(chosen.sample, chosen.card, tuple(each.card for each in same)))
    rivals = (*([as_good] if same else []), *_compared(chosen, worse), *_paid(decision, chosen, worse))
    below = (*_named(chosen), *rivals, *besides)
    return Reason(st.ChosenBy(chosen.sample, chosen.card, chosen.sample.share(chosen.wins)), because=below)


# The candidates


def _chosen(decision: Decision) -> Candidate:
    """The candidate of the chosen card or of a card equal to it."""
    equal = (each for each in decision.candidates if decision.card in (each.card, *each.equals))
    found = next(equal, None)
    if found is None:
        raise PlayerError(f"the {decision.card.print} is not among the candidates")
    return found


def _are_all_told(decision: Decision) -> bool:
    """Was every legal card judged, itself or as an equal?"""
    told = {card for each in decision.candidates for card in (each.card, *each.equals)}
    return told >= set(decision.view.legal_cards)


def _outcomes(decision: Decision) -> list[CardOutcome]:
    """The candidates with their layouts, the chosen one first; all have the same number of tricks needed."""
    whole, best = _sample(decision), replace(_chosen(decision), card=decision.card)
    others = (each for each in decision.candidates if best.card not in each.equals and each.looked_at)
    chosen, *rest = (
        CardOutcome(each.card, whole.first(each.looked_at), tuple(each.tricks.tolist()))
        for each in (best, *others)
    )
    needed = _needed(decision, chosen, rest)
    return [replace(each, sample=replace(each.sample, needed=needed)) for each in (chosen, *rest)]


def _sample(decision: Decision) -> Layouts:
    """The layouts of a decision; the tricks needed are not set yet."""
    view, worlds = decision.view, decision.worlds
    assert view.play is not None  # a decision is about a card
    layouts = tuple(tuple(row) for row in worlds.deals.tolist())
    sample = Layouts(view.play, view.contract, layouts, tuple(worlds.weights.tolist()), 0)
    is_all = sample.is_even and len(set(layouts)) == len(layouts) == layouts_in_all(view.play, layouts[0])
    return replace(sample, is_all=is_all)


def _needed(decision: Decision, chosen: CardOutcome, every: Sequence[CardOutcome]) -> int:
    """The tricks to explain: the contract's if the cards differ there, else those where they differ most."""
    target, others = decision.grounds.target, [each for each in every if each.tricks != chosen.tricks]
    if target is not None and _plan_rival(decision, chosen, every) is not None:
        return target
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    for number in (target, usual):
        if number is not None and any(_shows(number, chosen, other) for other in others):
            return number
    numbers = sorted({tricks for each in (chosen, *others) for tricks in each.tricks})
    near = numbers[-1] if usual is None else usual
    return max(numbers, key=lambda each: (*_margins(each, chosen, others), -abs(each - near)))


def _shows(needed: int, chosen: CardOutcome, other: CardOutcome) -> bool:
    """Is one of two cards likelier to take this many tricks?"""
    return abs(chosen.first(len(other.tricks)).at(needed) - other.at(needed)) > 1e-9


def _margins(needed: int, chosen: CardOutcome, others: Sequence[CardOutcome]) -> tuple[float, float]:
    """The chosen card's lead in the chance of these tricks, over the best other card and summed over all."""
    margins = [round(chosen.at(needed) - other.at(needed), 9) for other in others]
    return min(margins, default=0.0), sum(margins)


# The chances of a card


def _named(outcome: CardOutcome) -> Iterator[Reason]:
    """The name of a play, and the condition that decides whether it succeeds."""
    found = deciding_condition(outcome.sample, outcome.wins, outcome.card.suit)
    decides = None if found is None else st.Decides(outcome.sample, outcome.card, *found)
    called = _called(outcome, found)
    is_decided = called is not None and called.kind in DECIDED
    if called is not None:
        yield Reason(st.PlayKind(outcome.sample, outcome.card, called, decides if is_decided else None))
    if decides is not None and not is_decided:
        yield Reason(decides)


def _called(outcome: CardOutcome, found: DecidingCondition | None) -> NamedPlay | None:
    """The name of a play; a throw-in only if the deciding condition gives it no other name."""
    called = name_play(outcome.sample, outcome.card, found)
    if found is None or not found.helps or (called is not None and called.kind in DECIDED):
        return called
    victim = thrown_in(outcome.sample, outcome.card, found.condition, outcome.wins)
    return called if victim is None else NamedPlay(Technique.THROW_IN, None, victim)


def _compared(chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
    """The next best card with its chances, then the rest."""
    if not others:
        return
    best, *rest = others
    chance = best.sample.share(best.wins)
    yield Reason(st.Alternative(best.sample, (best.card,), chance), because=tuple(_named(best)))
    same = [each for each in rest if each.sample == chosen.sample]
    if same:
        most = max(same, key=lambda each: each.chance)
        cards = tuple(each.card for each in same)
        yield Reason(st.Alternative(chosen.sample, cards, chosen.sample.share(most.wins)))
    yield from _between(chosen.first(len(best.tricks)), best)


def _between(chosen: CardOutcome, other: CardOutcome) -> Iterator[Reason]:
    """The difference between a card and the next best, and how sure it is."""
    sample = chosen.sample
    better, worse = list(map(gt, chosen.wins, other.wins)), list(map(lt, chosen.wins, other.wins))
    if any(better) and any(other.wins):
        found = deciding_condition(sample, better, chosen.card.suit)
        where = None if found is None else st.GainsWhere(sample, chosen.card, other.card, *found)
        differs = st.Differs(sample, chosen.card, other.card, sample.share(better), sample.share(worse))
        yield Reason(differs, because=() if where is None else (Reason(where),))
    if not sample.is_all and (any(better) or any(worse)) and not all(better):
        yield Reason(_how_sure(chosen, other))
    yield from _on_average(chosen, other)


def _manner(decision: Decision) -> Iterator[Reason]:
    """Which of the equal cards was chosen, and why it was preferred among the tied ones."""
    assert decision.view.play is not None
    equals = next((each.equals for each in decision.candidates if decision.card in each.equals), ())
    told = tuple(by_manners(decision)) if _chosen(decision) is decision.candidates[0] else ()
    says_more = any(type(each.statement) in (st.Signals, st.TableLead) for each in told)
    if len(equals) > 1 and decision.card in (equals[0], equals[-1]) and not says_more:
        yield Reason(st.MannerOf(decision.view.play, decision.card, equals))
    yield from told


# Gains


_SAME = 1e-9


def _how_sure(chosen: CardOutcome, other: CardOutcome) -> st.HowSure:
    sample = chosen.sample
    gains = list(map(sub, chosen.wins, other.wins))
    mean, total = chosen.mean(gains), fsum(sample.weights)
    squares = fsum((weight * (gain - mean)) ** 2 for weight, gain in zip(sample.weights, gains, strict=True))
    error = sqrt(squares) / total
    figures = round(100 * mean, 1), round(100 * error, 1), round(sample.effective)
    return st.HowSure(sample, chosen.card, other.card, *figures)


def _on_average(chosen: CardOutcome, other: CardOutcome) -> Iterator[Reason]:
    """The cost of a safety play; or, for a card no likelier to succeed, its tricks."""
    mine, theirs = (round(100 * each.average) for each in (chosen, other))
    play, sample = chosen.sample.play, chosen.sample
    is_for_contract = sample.needed == contract_target(play, sample.contract) or play.start.cards_each < 13
    if chosen.chance > other.chance and theirs > mine and is_for_contract:
        yield Reason(st.Safety(sample, chosen.card, other.card, theirs - mine))
    elif chosen.chance <= other.chance and mine > theirs:
        yield Reason(st.Averages(sample, chosen.card, other.card, mine, theirs))


def _paid(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
    """The value of the choice for the aim, where the chances of the contract do not differ."""
    view, aim = decision.view, decision.settings.aim
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    if not others or usual is None or view.contract is None:
        return
    other = others[0]
    mine = chosen.first(len(other.tricks))
    if mine.at(usual) > other.at(usual) + _SAME:
        return
    more, fewer = list(map(gt, mine.tricks, other.tricks)), list(map(lt, mine.tricks, other.tricks))
    if mine.mean(more) > mine.mean(fewer) + _SAME:
        shares = mine.sample.share(more), mine.sample.share(fewer)
        yield Reason(st.MoreTricks(mine.sample, mine.card, other.card, *shares))
    if aim is Aim.IMPS:
        imps = Payoff(view.contract, mine.sample.side, view.vul, aim).imp_table
        gain = round(100 * mine.mean(imps[mine.tricks, other.tricks].tolist()))
        if gain > 0:
            yield Reason(st.GainsImps(mine.sample, mine.card, other.card, view.vul, gain))


def _strategies(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
    """The value of the best plan beside that of the tempting card, where plans decided."""
    rival = _plan_rival(decision, chosen, others)
    plans = {each.card: each.plan for each in decision.candidates}
    mine, theirs = decision.candidates[0].plan, plans.get(rival.card) if rival is not None else None
    if rival is None or mine is None or theirs is None or round(1000 * mine) == round(1000 * theirs):
        return
    grounds = decision.grounds
    sample = chosen.sample.first(MOST_WORLDS if decision.worlds.is_all else decision.settings.worlds)
    figures = round(100 * mine, 1), round(100 * theirs, 1)
    yield Reason(
        st.CombinesChances(sample, chosen.card, rival.card, *figures, grounds.depth, grounds.is_whole)
    )


def _plan_rival(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> CardOutcome | None:
    """The tempting card: as good double dummy, but with a worse plan."""
    target, best = decision.grounds.target, decision.candidates[0]
    if target is None or best.plan is None:
        return None
    plans = {each.card: each.plan for each in decision.candidates if each.plan is not None}
    worse = [each for each in others if plans.get(each.card, 1.0) < best.plan]
    tempting = [each for each in worse if each.at(target) >= chosen.at(target) - _SAME]
    if not tempting and decision.grounds.name == "strategy":
        tempting = worse
    return max(tempting, key=lambda each: (each.at(target), plans[each.card]), default=None)


# Ties


def _tied(decision: Decision) -> CardSet:
    """The tied cards, the chosen one and its equals included."""
    return decision.grounds.tied or CardSet.of(decision.candidates[0].equals)


# Experts


def by_expert(decision: Decision, sample: Layouts) -> Iterator[Reason]:
    """The statement of the expert who decided between tied cards."""
    cards = _tied(decision)
    line = suit_line(decision.view, cards) if decision.grounds.name == "suit" else None
    if line is not None and line.card is decision.card:
        others = tuple(cards.in_suit(line.suit).minus(line.card))
        figures = line.tricks, line.value, line.next_best
        yield Reason(st.BestLine(decision.view, line.card, others, *figures))
    elif decision.grounds.name == "squeeze":
        yield from _squeeze(decision, sample)


def _squeeze(decision: Decision, sample: Layouts) -> Iterator[Reason]:
    """The squeeze of one defender that the card begins most often in the likeliest layouts."""
    some = sample.some(likeliest(sample.weights))
    equals = decision.candidates[0].equals
    play, weights = sample.play, defaultdict[Victim, float](float)
    endings = (Ending(deal_of(hands), play.strain, play.to_play, sample.side) for hands in some.left)
    begun = [caught_by(ending, equals) for ending in endings]
    for found, weight in zip(begun, some.weights, strict=True):
        for each in found:
            weights[each] += weight
    if weights:
        victim, suits = max(weights, key=lambda each: (weights[each], each))
        share = some.share([(victim, suits) in found for found in begun])
        yield Reason(st.BeginsSqueeze(some, decision.card, victim, suits, share))


# Manners


def by_manners(decision: Decision) -> Iterator[Reason]:
    """The rules that ruled tied cards out, each with these cards."""
    view, cards = decision.view, _tied(decision)
    answer = choose_by_manners(view, cards, decision.table)
    if answer.card is not decision.card:
        return
    turn, left = Turn.of(view, decision.table), cards.bits
    for manner, left_out in answer.steps:
        yield from _followed(turn, answer.card, left_out, manner, left)
        left &= ~left_out.bits


def _followed(turn: Turn, card: Card, left_out: CardSet, manner: Manner, cards: int) -> Iterator[Reason]:
    """Why a card was preferred to those that a manner ruled out."""
    view, instead = turn.view, tuple(left_out)
    message = SIGNALS[manner](turn, cards) if manner in SIGNALS else None
    if message is not None and not turn.spare(left_out.bits):
        yield Reason(st.ByHabit(view, card, instead, Manner.LOWEST))  # the only spare card is no signal
    elif message is not None and turn.table is not None:
        yield Reason(st.Signals(view, card, instead, message, turn.table))
    elif manner is Manner.TABLE_LEAD and turn.table is not None:
        entry = table_entry(turn, card.suit).entry.name
        yield Reason(st.TableLead(view, card, instead, entry, turn.table))
    elif manner in HABITS:
        yield Reason(st.ByHabit(view, card, instead, manner))
