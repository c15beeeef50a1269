"""One combination explained: the line, when it wins, what else there is, and why that is worse.

A line is put into words only if the words are true: the plan has been carried out over every layout
against every defence and wins exactly what the best line wins, and the text reads back, by a grammar of
its own, to the very same plan. Otherwise the tree is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core import Odds, Seat
from overtrick.explain.suits.layouts import cover_text
from overtrick.explain.suits.phrases import PHRASES, Phrases
from overtrick.explain.suits.plans import plan_text
from overtrick.suits import Combination, FirstPlay, Goal, Plan, Solution, Way, solve
from overtrick.suits.covers import describe
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import LETTERS, TEN, above, below, highest, lowest, size
from overtrick.suits.meaning import next_play
from overtrick.suits.planner import cost
from overtrick.suits.reading import read_plan

__all__ = [
    "GoalText",
    "average_text",
    "first_play_text",
    "goal_text",
    "line_text",
    "similar",
    "true_text",
    "wins_text",
]

_SLACK = 2
"""A tied line that takes so much more saying than the best one is not told."""


@final
@dataclass(frozen=True, slots=True)
class GoalText:
    """What there is to say about one goal, sentence by sentence; empty where there is nothing to say."""

    headline: str
    line: str | None
    """The best line, at most three sentences; None if only the tree tells it."""
    wins: str
    ties: tuple[str, ...]
    instead: str
    honest: str
    similar: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything after the headline and the line."""
        return tuple(
            said for said in (self.wins, *self.ties, self.instead, self.honest, self.similar) if said
        )


def true_text(
    plan: Plan | None, combination: Combination, language: str = "en", apart: int = 0
) -> str | None:
    """A plan in words that read back to the same plan; None if there are none."""
    if plan is None:
        return None
    text = plan_text(plan, combination, language, apart)
    try:
        return text if text is not None and read_plan(text, combination, language, apart) == plan else None
    except SuitError:
        return None


def line_text(answer: Solution, tricks: int, language: str = "en") -> str | None:
    """The best line for so many tricks in words that have been checked.

    >>> line_text(solve(Combination.parse("AQT 43")), 3)
    'Take the finesse of the ten and repeat if necessary.'
    """
    known = answer.chances.known
    return true_text(answer.plan(tricks), answer.combination, language, known) or true_text(
        answer.shortest_plan(tricks), answer.combination, language, known
    )


def average_text(answer: Solution, language: str = "en") -> str | None:
    """The line with the largest expected number of tricks in words that have been checked."""
    return true_text(answer.plan_for_average(), answer.combination, language, answer.chances.known)


def wins_text(answer: Solution, tricks: int, language: str = "en") -> str:
    """The layouts that the best line wins, or "unless" those it does not win."""
    found = describe(answer.layouts, answer.wins(tricks), answer.possible)
    return cover_text(found, answer.weighed, language)


def goal_text(answer: Solution, tricks: int, language: str = "en") -> GoalText:
    """Everything about one goal."""
    phrases = _phrases(language)
    goal = answer.goal(tricks)
    line = line_text(answer, tricks, language)
    others = _others(answer, goal)
    return GoalText(
        headline=phrases.headline(answer.combination, tricks, goal.odds),
        line=line,
        wins=phrases.wins(wins_text(answer, tricks, language)),
        ties=tuple(phrases.tie(text) for text in _ties(answer, goal, line, language)),
        instead=_instead(answer, goal, others[0], phrases, language) if others else "",
        honest=_honest(answer, tricks, phrases, language),
        similar=phrases.similar(tuple(similar(answer, tricks))) if line is not None else "",
    )


def first_play_text(answer: Solution, play: FirstPlay, language: str = "en") -> str:
    """A lead in words: the card's name, or that it is a small one, and the hand it comes from."""
    hand = answer.combination.north if play.seat is Seat.NORTH else answer.combination.south
    is_low = play.rank == lowest(hand) and size(hand) > 1 and play.rank < TEN
    shown = LETTERS.index(answer.shown_card(play))
    return _phrases(language).lead(play.seat, None if is_low else shown)


def similar(answer: Solution, tricks: int) -> Iterator[Combination]:
    """Combinations one small card away for which the same words are best; at most two."""
    text = line_text(answer, tricks)
    if not answer.plan(tricks) or text is None or not answer.chances.is_plain or not answer.entries.are_free:
        return
    found = 0
    for other in _neighbours(answer.combination):
        if found < 2 and tricks <= other.length and _is_best(text, other, tricks):
            found += 1
            yield other


def _is_best(text: str, combination: Combination, tricks: int) -> bool:
    """Whether a line in words has the best chance there is."""
    answer = solve(combination)
    try:
        plan = read_plan(text, combination)
    except SuitError:
        return False
    chance = answer.weighed.chance(answer.executor.wins(plan, tricks))
    return 0 < chance == answer.goal(tricks).odds.fraction


def _neighbours(combination: Combination) -> Iterator[Combination]:
    """One small card more or less in a hand."""
    small = (1 << 7) - 1
    free = combination.missing & small
    for more in (0, 1):
        hands = [combination.north, combination.south]
        if free:
            hands[more] |= free & -free
            yield Combination(hands[0], hands[1], combination.ranks)
    for less in (0, 1):
        hands = [combination.north, combination.south]
        if size(hands[less] & small) > 1:
            hands[less] &= ~(hands[less] & -hands[less])
            yield Combination(hands[0], hands[1], combination.ranks)


def _phrases(language: str) -> Phrases:
    if language not in PHRASES:
        raise SuitError(f"there are no words for suits in {language!r}: expected {' or '.join(PHRASES)}")
    return PHRASES[language]


def _ties(answer: Solution, goal: Goal, line: str | None, language: str) -> Iterator[str]:
    """Other first plays that are as good, each with a line of its own."""
    said = {line}
    if goal.odds.wins == goal.odds.cases:
        return
    best = answer.plan(goal.tricks)
    begun, most = _first_lead(answer, best), _SLACK + cost(best or ())
    for play in goal.first_plays:
        if begun == (play.seat is Seat.NORTH, play.rank):
            continue
        plan = answer.plan_for(play, goal.tricks)
        text = true_text(plan, answer.combination, language, answer.chances.known)
        is_clumsy = plan is not None and (cost(plan) > most or _only_cashes(answer, plan))
        if text is not None and text not in said and not is_clumsy:
            said.add(text)
            yield text


def _only_cashes(answer: Solution, plan: Plan) -> bool:
    """Nothing but top cards, in some order: no line of its own."""
    missing = answer.combination.missing
    return all(
        step.phrase.way is Way.LEAD and not above(missing, step.phrase.rank) and not step.branches
        for step in plan
    )


def _first_lead(answer: Solution, plan: Plan | None) -> tuple[bool, int] | None:
    """The lead a plan begins with: from North or not, and the lowest card that is equal to it."""
    if plan is None:
        return None
    had = answer.combination
    play, _ = next_play(plan, had, had.north, had.south, had.missing)
    if play is None:
        return None
    hand = had.north if play.from_north else had.south
    lead = play.lead(hand)
    lower = below(had.missing, lead)
    return play.from_north, lowest(above(hand, highest(lower)) if lower else hand)


def _others(answer: Solution, goal: Goal) -> list[FirstPlay]:
    """First plays that are worse, the best of them first."""
    return [play for play in answer.first_plays(goal.tricks) if 0 < play.value < goal.odds.fraction]


def _instead(answer: Solution, goal: Goal, play: FirstPlay, phrases: Phrases, language: str) -> str:
    """The second-best first play and the layouts that swing."""
    wins = answer.wins(goal.tricks)
    swings = [
        (
            cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed, language)
            if answer.weighed.chance(layouts)
            else ""
        )
        for layouts in (wins & ~play.wins, play.wins & ~wins)
    ]
    return phrases.instead(first_play_text(answer, play, language), Odds.of(play.value), *swings)


def _honest(answer: Solution, tricks: int, phrases: Phrases, language: str) -> str:
    found = answer.against_honest_defence(tricks)
    if found is None:
        return ""
    text = true_text(found.plan, answer.combination, language, answer.chances.known)
    return "" if text is None else phrases.honest(text, found.odds, found.against_best)
