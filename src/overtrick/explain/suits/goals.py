"""One combination explained: the line, when it wins, what else there is, and why that is worse.

A line is put into words only if the words are true: the plan has been carried out over every layout
against every defence and wins exactly what the best line wins, and the text reads back, by a grammar of
its own, to the very same plan. Otherwise the tree is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from overtrick.core import Odds, Seat
from overtrick.explain.suits.layouts import cover_text
from overtrick.explain.suits.phrases import PHRASES, Phrases
from overtrick.explain.suits.plans import plan_text
from overtrick.suits import Combination, FirstPlay, Goal, Plan, Solution, solve
from overtrick.suits.covers import describe
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import LETTERS, above, below, highest, lowest, size
from overtrick.suits.meaning import next_play
from overtrick.suits.planner import cost
from overtrick.suits.reading import read_plan

__all__ = ["GoalText", "average_text", "first_play_text", "goal_text", "line_text", "similar", "true_text"]

_TEN = 8
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


def true_text(plan: Plan | None, combination: Combination, language: str = "en") -> str | None:
    """A plan in words that read back to the same plan; None if there are none."""
    if plan is None:
        return None
    text = plan_text(plan, combination, language)
    try:
        return text if text is not None and read_plan(text, combination, language) == plan else None
    except SuitError:
        return None


def line_text(answer: Solution, tricks: int, language: str = "en") -> str | None:
    """The best line for so many tricks in words that have been checked.

    >>> line_text(solve(Combination.parse("AQT 43")), 3)
    'Take the finesse of the ten and repeat if necessary.'
    """
    return true_text(answer.plan(tricks), answer.combination, language)


def average_text(answer: Solution, language: str = "en") -> str | None:
    """The line with the largest expected number of tricks in words that have been checked."""
    return true_text(answer.plan_for_average(), answer.combination, language)


def goal_text(answer: Solution, tricks: int, language: str = "en") -> GoalText:
    """Everything about one goal."""
    phrases = _phrases(language)
    goal = answer.goal(tricks)
    line = line_text(answer, tricks, language)
    others = _others(answer, goal)
    return GoalText(
        headline=phrases.headline(answer.combination, tricks, goal.odds),
        line=line,
        wins=phrases.wins(
            cover_text(describe(answer.layouts, goal.wins, answer.possible), answer.weighed, language)
        ),
        ties=tuple(phrases.tie(text) for text in _ties(answer, goal, line, language)),
        instead=_instead(answer, goal, others[0], phrases, language) if others else "",
        honest=_honest(answer, tricks, phrases, language),
        similar=phrases.similar(tuple(similar(answer, tricks))) if line is not None else "",
    )


def first_play_text(answer: Solution, play: FirstPlay, language: str = "en") -> str:
    """A lead in words: the card's name, or that it is a small one, and the hand it comes from."""
    hand = answer.combination.north if play.seat is Seat.NORTH else answer.combination.south
    is_low = play.rank == lowest(hand) and size(hand) > 1 and play.rank < _TEN
    shown = LETTERS.index(answer.shown_card(play))
    return _phrases(language).lead(play.seat, None if is_low else shown)


def similar(answer: Solution, tricks: int) -> Iterator[Combination]:
    """Combinations one card away for which the same plan is best, the nearest first; at most two."""
    plan, found = answer.plan(tricks), 0
    for other in _neighbours(answer.combination):
        neighbour = solve(other, answer.chances, answer.entries)
        if tricks > other.length or not neighbour.goal(tricks).odds.wins:
            continue
        wins = neighbour.executor.wins(plan or (), tricks)
        if plan and neighbour.weighed.chance(wins) == neighbour.goal(tricks).odds.fraction:
            yield other
            found += 1
            if found == 2:
                return


def _neighbours(combination: Combination) -> Iterator[Combination]:
    """One small card more or less in a hand."""
    small = (1 << 7) - 1
    free = combination.missing & small
    for more in (0, 1):
        hands = [combination.north, combination.south]
        if free:
            hands[more] |= free & -free
            yield Combination(*hands)
    for less in (0, 1):
        hands = [combination.north, combination.south]
        if size(hands[less] & small) > 1:
            hands[less] &= ~(hands[less] & -hands[less])
            yield Combination(*hands)


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
        text = true_text(plan, answer.combination, language)
        is_clumsy = plan is not None and cost(plan) > most
        if text is not None and text not in said and not is_clumsy:
            said.add(text)
            yield text


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
    """First plays that are worse, the best of them first; each trick only from one hand."""
    return [play for play in answer.first_plays(goal.tricks) if 0 < play.value < goal.odds.fraction]


def _instead(answer: Solution, goal: Goal, play: FirstPlay, phrases: Phrases, language: str) -> str:
    """The second-best first play and the layouts that swing."""
    swings = [
        (
            cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed, language)
            if answer.weighed.chance(layouts)
            else ""
        )
        for layouts in (goal.wins & ~play.wins, play.wins & ~goal.wins)
    ]
    return phrases.instead(first_play_text(answer, play, language), _odds(play.value), *swings)


def _honest(answer: Solution, tricks: int, phrases: Phrases, language: str) -> str:
    found = answer.against_honest_defence(tricks)
    text = None if found is None else true_text(found.plan, answer.combination, language)
    return "" if found is None or text is None else phrases.honest(text, found.odds, found.against_best)


def _odds(chance: Fraction) -> Odds:
    return Odds(chance.numerator, chance.denominator)
