"""Why a card was chosen: the decision as a tree of statements, each with what is needed to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import TYPE_CHECKING, final

from overtrick.core import Card, CardSet, Reason, Seat, Suit
from overtrick.player.evaluation import Payoff
from overtrick.player.experts import SQUEEZE_WORLDS, squeezes_in, suit_line
from overtrick.player.layouts import (
    DecidingCondition,
    Hands,
    Layouts,
    contract_target,
    deal_of,
    deciding_condition,
    layouts_in_all,
)
from overtrick.player.manners import HABITS, SIGNALS, Manner, Turn, choose_by_manners, table_entry
from overtrick.player.settings import Aim, PlayerError
from overtrick.player.statements import (
    Alternative,
    AsGood,
    Averages,
    BeginsSqueeze,
    BestLine,
    ByHabit,
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
    Signals,
    TableLead,
    Unjudged,
)
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
    """A card, the layouts it was judged by, and the tricks it took in each."""

    card: Card
    sample: Layouts
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

    def first(self, number: int) -> CardOutcome:
        """The same over the first so many layouts."""
        return CardOutcome(self.card, self.sample.first(number), self.tricks[:number])

    def at(self, needed: int) -> float:
        """The weight of the layouts in which it takes so many tricks."""
        return self.mean([float(tricks >= needed) for tricks in self.tricks])


def why(decision: Decision) -> Reason:
    """Why a card was chosen: what it achieves, what else was considered, and what decides between them."""
    play = decision.view.play
    if play is None or decision.card not in decision.view.legal_cards:
        raise PlayerError(f"{decision.view.seat.word} cannot play the {decision.card.print} now")
    if len(play.legal_cards) == 1:
        return Reason(OnlyCard(play, decision.card))
    manner = tuple(_manner(decision))
    if manner and _has_one_choice(decision):
        return replace(manner[0], because=manner[1:])
    if not len(decision.worlds) or not _chosen(decision).looked_at:
        return Reason(Unjudged(play, decision.card), because=manner)
    return _judgement(decision, manner)


def _judgement(decision: Decision, besides: tuple[Reason, ...]) -> Reason:
    """The reason for a card that was judged by layouts."""
    chosen, *others = _outcomes(decision)
    same = [each for each in others if each.tricks == chosen.tricks]
    if len(same) == len(others) and _are_all_told(decision):
        besides = (*_strategies(decision, chosen, others), *by_expert(decision, chosen.sample), *besides)
        return Reason(SameEverywhere(chosen.sample, tuple(decision.view.legal_cards)), because=besides)
    worse = sorted((each for each in others if each not in same), key=_rivalry)
    as_good = AsGood(chosen.sample, chosen.card, tuple(each.card for each in same))
    below = (
        *_named(chosen),
        *([Reason(as_good)] if same else []),
        *_compared(chosen, worse),
        *_paid(decision, chosen, worse),
        *_strategies(decision, chosen, others),
        *by_expert(decision, chosen.sample),
        *besides,
    )
    return Reason(ChosenBy(chosen.sample, chosen.card, chosen.sample.share(chosen.wins)), because=below)


def _rivalry(outcome: CardOutcome) -> tuple[int, float]:
    """Rivals looked at longest first, then by their chances: those over fewer layouts do not compare."""
    return -len(outcome.tricks), -outcome.chance


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


def _outcomes(decision: Decision) -> list[CardOutcome]:
    """The candidates, the chosen one first, each with its layouts and one number of tricks needed for all."""
    whole, best = _sample(decision), _chosen(decision)
    chosen = CardOutcome(decision.card, whole.first(best.looked_at), tuple(best.tricks.tolist()))
    others = [
        CardOutcome(each.card, whole.first(each.looked_at), tuple(each.tricks.tolist()))
        for each in decision.candidates
        if each is not best and each.looked_at
    ]
    needed = _needed(decision, chosen, others)
    return [replace(each, sample=replace(each.sample, needed=needed)) for each in (chosen, *others)]


def _sample(decision: Decision) -> Layouts:
    """The layouts of a decision; how many tricks are needed is not settled yet."""
    view, worlds = decision.view, decision.worlds
    assert view.play is not None  # a decision is about a card
    layouts = tuple(tuple(row) for row in worlds.deals.tolist())
    sample = Layouts(view.play, view.contract, layouts, tuple(worlds.weights.tolist()), 0)
    is_all = sample.is_even and len(set(layouts)) == len(layouts) == layouts_in_all(view.play, layouts[0])
    return replace(sample, is_all=is_all)


def _needed(decision: Decision, chosen: CardOutcome, every: Sequence[CardOutcome]) -> int:
    """The tricks to speak of: the contract's, if the choice shows there; else those where it shows most."""
    target, others = decision.grounds.target, [each for each in every if each.tricks != chosen.tricks]
    if target is not None and (
        _plan_rival(decision, chosen, every) is not None
        or any(_shows(target, chosen, other) for other in others)
    ):
        return target
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    if usual is not None and any(_shows(usual, chosen, other) for other in others):
        return usual
    numbers = sorted({tricks for each in (chosen, *others) for tricks in each.tricks})
    near = numbers[-1] if usual is None else usual
    return max(numbers, key=lambda each: (*_margins(each, chosen, others), -abs(each - near)))


def _shows(needed: int, chosen: CardOutcome, other: CardOutcome) -> bool:
    """Is one of two cards likelier to take so many tricks?"""
    return abs(chosen.first(len(other.tricks)).at(needed) - other.at(needed)) > 1e-9


def _margins(needed: int, chosen: CardOutcome, others: Sequence[CardOutcome]) -> tuple[float, float]:
    """How much likelier the chosen card is to take so many tricks than the best other, and than all."""
    margins = [round(chosen.at(needed) - other.at(needed), 9) for other in others]
    return min(margins, default=0.0), sum(margins)


# What is told of it


def _named(outcome: CardOutcome) -> Iterator[Reason]:
    """What a play is called, and what decides whether it succeeds."""
    found = deciding_condition(outcome.sample, outcome.wins, outcome.card.suit)
    decides = None if found is None else Decides(outcome.sample, outcome.card, *found)
    called = _called(outcome, found)
    is_decided = called is not None and called.kind in DECIDED
    if called is not None:
        yield Reason(PlayKind(outcome.sample, outcome.card, called, decides if is_decided else None))
    if decides is not None and not is_decided:
        yield Reason(decides)


def _called(outcome: CardOutcome, found: DecidingCondition | None) -> NamedPlay | None:
    """What a play is called; a throw-in only where no other name has the condition that decides."""
    called = name_play(outcome.sample, outcome.card, found)
    if found is None or not found.helps or (called is not None and called.kind in DECIDED):
        return called
    victim = thrown_in(outcome.sample, outcome.card, found.condition, outcome.wins)
    return called if victim is None else NamedPlay(Technique.THROW_IN, None, victim)


def _compared(chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
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


def _between(chosen: CardOutcome, other: CardOutcome) -> Iterator[Reason]:
    """Where a card and the next best differ, and how sure that is."""
    sample, pairs = chosen.sample, list(zip(chosen.wins, other.wins, strict=True))
    better, worse = [one and not two for one, two in pairs], [two and not one for one, two in pairs]
    if any(better) and any(other.wins):
        found = deciding_condition(sample, better, chosen.card.suit)
        where = None if found is None else GainsWhere(sample, chosen.card, other.card, *found)
        differs = Differs(sample, chosen.card, other.card, sample.share(better), sample.share(worse))
        yield Reason(differs, because=() if where is None else (Reason(where),))
    if not sample.is_all and (any(better) or any(worse)) and not all(better):
        yield Reason(_how_sure(chosen, other))
    yield from _on_average(chosen, other)


def _manner(decision: Decision) -> Iterator[Reason]:
    """Which of equal cards it is, and why it is that one of those that are as good."""
    assert decision.view.play is not None
    equals = next((each.equals for each in decision.candidates if decision.card in each.equals), ())
    told = tuple(by_manners(decision)) if _chosen(decision) is decision.candidates[0] else ()
    says_more = any(type(each.statement) in (Signals, TableLead) for each in told)
    if len(equals) > 1 and decision.card in (equals[0], equals[-1]) and not says_more:
        yield Reason(MannerOf(decision.view.play, decision.card, equals))
    yield from told


# Gains


_SAME = 1e-9


def _how_sure(chosen: CardOutcome, other: CardOutcome) -> HowSure:
    sample = chosen.sample
    gains = [float(one) - two for one, two in zip(chosen.wins, other.wins, strict=True)]
    mean, total = chosen.mean(gains), fsum(sample.weights)
    squares = fsum((weight * (gain - mean)) ** 2 for weight, gain in zip(sample.weights, gains, strict=True))
    error = sqrt(squares) / total
    figures = round(100 * mean, 1), round(100 * error, 1), round(sample.effective)
    return HowSure(sample, chosen.card, other.card, *figures)


def _on_average(chosen: CardOutcome, other: CardOutcome) -> Iterator[Reason]:
    """What a safety play costs; or, for a card no likelier to succeed, the tricks it takes."""
    mine, theirs = (round(100 * each.average) for each in (chosen, other))
    is_for_contract = chosen.sample.is_contract or chosen.sample.play.start.cards_each < 13
    if chosen.chance > other.chance and theirs > mine and is_for_contract:
        yield Reason(Safety(chosen.sample, chosen.card, other.card, theirs - mine))
    elif chosen.chance <= other.chance and mine > theirs:
        yield Reason(Averages(chosen.sample, chosen.card, other.card, mine, theirs))


def _paid(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
    """What the choice is worth at the aim, where the chances of the contract do not tell."""
    view, aim = decision.view, decision.settings.aim
    usual = contract_target(chosen.sample.play, chosen.sample.contract)
    if not others or usual is None or view.contract is None:
        return
    other = others[0]
    mine = chosen.first(len(other.tricks))
    if mine.at(usual) > other.at(usual) + _SAME:
        return
    pairs = list(zip(mine.tricks, other.tricks, strict=True))
    more, fewer = [one > two for one, two in pairs], [one < two for one, two in pairs]
    if mine.mean([float(each) for each in more]) > mine.mean([float(each) for each in fewer]) + _SAME:
        shares = mine.sample.share(more), mine.sample.share(fewer)
        yield Reason(MoreTricks(mine.sample, mine.card, other.card, *shares))
    if aim is Aim.IMPS:
        imps = Payoff(view.contract, mine.sample.side, view.vul, aim).imp_table
        gain = round(100 * mine.mean([float(imps[pair]) for pair in pairs]))
        if gain > 0:
            yield Reason(GainsImps(mine.sample, mine.card, other.card, view.vul, gain))


def _strategies(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> Iterator[Reason]:
    """What the best plan is sure of beside the card that seems as good, where plans decided."""
    rival = _plan_rival(decision, chosen, others)
    plans = {each.card: each.plan for each in decision.candidates}
    mine, theirs = decision.candidates[0].plan, plans.get(rival.card) if rival is not None else None
    if rival is None or mine is None or theirs is None or round(1000 * mine) == round(1000 * theirs):
        return
    grounds = decision.grounds
    sample = chosen.sample.first(MOST_WORLDS if decision.worlds.is_all else decision.settings.worlds)
    figures = round(100 * mine, 1), round(100 * theirs, 1)
    yield Reason(CombinesChances(sample, chosen.card, rival.card, *figures, grounds.depth, grounds.is_whole))


def _plan_rival(decision: Decision, chosen: CardOutcome, others: Sequence[CardOutcome]) -> CardOutcome | None:
    """The card that would be as good if declarer saw all the cards, and is not, for want of a plan."""
    target, best = decision.grounds.target, decision.candidates[0]
    if target is None or best.plan is None:
        return None
    plans = {each.card: each.plan for each in decision.candidates if each.plan is not None}
    tempting = [
        each
        for each in others
        if plans.get(each.card, 1.0) < best.plan and each.at(target) >= chosen.at(target) - _SAME
    ]
    if not tempting and decision.grounds.name == "strategy":
        tempting = [each for each in others if plans.get(each.card, 1.0) < best.plan]
    return max(tempting, key=lambda each: (each.at(target), plans[each.card]), default=None)


# Cards that are as good

Begun = tuple[Seat, tuple[Suit, ...]]
"""Who is squeezed, and in which suits."""


def _tied(decision: Decision) -> CardSet:
    """The cards that were as good as the one chosen, that one and its equals among them."""
    return decision.grounds.tied or CardSet.of(decision.candidates[0].equals)


# Experts


def by_expert(decision: Decision, sample: Layouts) -> Iterator[Reason]:
    """What the expert says who decided between cards that are as good."""
    if decision.grounds.name == "suit":
        yield from _best_line(decision)
    elif decision.grounds.name == "squeeze":
        yield from _squeeze(decision, sample)


def _best_line(decision: Decision) -> Iterator[Reason]:
    cards = _tied(decision)
    line = suit_line(decision.view, cards)
    if line is not None and line.card is decision.card:
        others = tuple(cards.in_suit(line.suit).minus(line.card))
        statement = BestLine(decision.view, line.card, others, line.tricks, line.value, line.next_best)
        yield Reason(statement)


def _squeeze(decision: Decision, sample: Layouts) -> Iterator[Reason]:
    """The squeeze of one defender that the card begins most often in the likeliest layouts."""
    some = _likeliest(sample, SQUEEZE_WORLDS)
    equals = decision.candidates[0].equals
    begun = [_begun(some, hands, equals) for hands in some.left]
    weights = dict[Begun, float]()
    for found, weight in zip(begun, some.weights, strict=True):
        weights |= {each: weights.get(each, 0.0) + weight for each in found}
    if weights:
        victim, suits = max(weights, key=lambda each: (weights[each], each))
        share = some.share([(victim, suits) in found for found in begun])
        yield Reason(BeginsSqueeze(some, decision.card, victim, suits, share))


def _likeliest(sample: Layouts, most: int) -> Layouts:
    """The likeliest layouts of a sample."""
    places = sorted(range(len(sample.layouts)), key=lambda place: (-sample.weights[place], place))[:most]
    layouts = tuple(sample.layouts[place] for place in places)
    is_all = sample.is_all and len(places) == len(sample.layouts)
    return replace(
        sample, layouts=layouts, weights=tuple(sample.weights[place] for place in places), is_all=is_all
    )


def _begun(sample: Layouts, hands: Hands, equals: tuple[Card, ...]) -> set[Begun]:
    """Who is squeezed first, in which suits, by the squeezes that begin with one of these cards."""
    play = sample.play
    ending = Ending(deal_of(hands), play.strain, play.to_play, sample.side)
    return {
        (each.victim, each.suits)
        for each in squeezes_in(ending)
        if each.play.cards[0] in equals and len(each.suits) > 1
    }


# Manners


def by_manners(decision: Decision) -> Iterator[Reason]:
    """The rules that left cards out among those that were as good, each with the cards it left out."""
    view, cards = decision.view, _tied(decision)
    answer = choose_by_manners(view, cards, decision.table)
    if answer.card is not decision.card:
        return
    turn, left = Turn.of(view, decision.table), cards.bits
    for manner, left_out in answer.steps:
        yield from _followed(turn, answer.card, left_out, manner, left)
        left &= ~left_out.bits


def _followed(turn: Turn, card: Card, left_out: CardSet, manner: Manner, cards: int) -> Iterator[Reason]:
    """Why one of some cards and not those that a manner left out."""
    view, instead = turn.view, tuple(left_out)
    message = SIGNALS[manner](turn, cards) if manner in SIGNALS else None
    if message is not None and not turn.spare(left_out.bits):
        yield Reason(ByHabit(view, card, instead, Manner.LOWEST))  # the only card to spare tells nothing
    elif message is not None and turn.table is not None:
        yield Reason(Signals(view, card, instead, message, turn.table))
    elif manner is Manner.TABLE_LEAD and turn.table is not None:
        entry = table_entry(turn, card.suit).entry.name
        yield Reason(TableLead(view, card, instead, entry, turn.table))
    elif manner in HABITS:
        yield Reason(ByHabit(view, card, instead, manner))
