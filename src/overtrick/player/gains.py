"""What a card gains on another: how surely, on average, at the aim of the event, and as one plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt

from overtrick.core import Reason
from overtrick.player.claims import Averages, CombinesChances, GainsImps, HowSure, MoreTricks, Safety
from overtrick.player.decision import Decision
from overtrick.player.judged import Judged
from overtrick.player.sample import contract_target
from overtrick.player.settings import Aim
from overtrick.player.strategies import MOST_WORLDS
from overtrick.scoring import imps, score

__all__ = ["how_sure", "on_average", "paid", "plan_rival", "strategies"]

_SAME = 1e-9


def how_sure(chosen: Judged, other: Judged) -> HowSure:
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


def on_average(chosen: Judged, other: Judged) -> Iterator[Reason]:
    """What a safety play costs; or, for a card no likelier to succeed, the tricks it takes."""
    mine, theirs = (round(100 * each.average) for each in (chosen, other))
    is_for_contract = chosen.sample.is_contract or chosen.sample.play.start.cards_each < 13
    if chosen.chance > other.chance and theirs > mine and is_for_contract:
        yield Reason(Safety(chosen.sample, chosen.card, other.card, theirs - mine))
    elif chosen.chance <= other.chance and mine > theirs:
        yield Reason(Averages(chosen.sample, chosen.card, mine, other.card, theirs))


def paid(decision: Decision, chosen: Judged, others: Sequence[Judged]) -> Iterator[Reason]:
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
        sign = 1 if mine.sample.side is view.contract.declarer.side else -1
        points = [sign * score(view.contract, _declarers(sign, tricks), view.vul) for tricks in range(14)]
        gain = round(100 * mine.mean([imps(points[one] - points[two]) for one, two in pairs]))
        if gain > 0:
            yield Reason(GainsImps(mine.sample, view.vul, mine.card, other.card, gain))


def _declarers(sign: int, tricks: int) -> int:
    """Declarer's tricks, from those of his side or the other."""
    return tricks if sign > 0 else 13 - tricks


def strategies(decision: Decision, chosen: Judged, others: Sequence[Judged]) -> Iterator[Reason]:
    """What the best plan is sure of beside the card that seems as good, where plans decided."""
    rival = plan_rival(decision, chosen, others)
    plans = {each.card: each.plan for each in decision.candidates}
    mine, theirs = decision.candidates[0].plan, plans.get(rival.card) if rival is not None else None
    if rival is None or mine is None or theirs is None or round(1000 * mine) == round(1000 * theirs):
        return
    grounds = decision.grounds
    sample = chosen.sample.first(MOST_WORLDS if decision.worlds.is_all else decision.settings.worlds)
    figures = round(100 * mine, 1), rival.card, round(100 * theirs, 1)
    yield Reason(CombinesChances(sample, chosen.card, *figures, grounds.depth, grounds.is_whole))


def plan_rival(decision: Decision, chosen: Judged, others: Sequence[Judged]) -> Judged | None:
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
