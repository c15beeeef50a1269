"""Texts about one combination: lines, the layouts in which they win, and the alternatives.

A line is put into words only if the words are true: the plan has been played out over every layout
against every defence and wins exactly the layouts of the best line, and an independent grammar reads the
text back to the very same plan. Otherwise the tree is shown.

How to read the text (and how the grammars of `overtrick.suits` read it, independently):

- A sequence of plays is carried out in order. A condition is about the trick just before it, the last play
of the sequence it follows.
- Consecutive conditions ("if ...; if ...") are all about that same trick; the first that is met
counts. It is followed by a plain sequence of plays without conditions, which ends at the next
semicolon or full stop, so that "if ..., A, then B" means that B, too, is done only in that case.
- "Otherwise" continues the last condition: its plays are made if none of the conditions of that trick is
met. From there the text continues, and the next condition is about the last play after "otherwise".
- "Unless C, A. Otherwise, B" means "If C, B. Otherwise, A", but B, not A, may have conditions.
- Where the text says nothing, declarer plays his cards from the top.
- "Low" is every group of touching missing cards without an honour (ace to ten); "an honour" is every
  missing honour. Naming a card names the missing cards that touch it, so all of these are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import final

from overtrick.core import Odds, Seat
from overtrick.core.explaining import Unexplained
from overtrick.suits import Combination, FirstPlay, Goal, Solution, SuitPlan, Way, Weights, solve
from overtrick.suits.covers import Cover, Description, describe
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import LETTERS, TEN, above, below, highest, lowest, size
from overtrick.suits.plan_parser import read_plan
from overtrick.suits.planner import cost
from overtrick.suits.plans import next_play
from overtrick.suits.words.english import English
from overtrick.suits.words.german import German
from overtrick.suits.words.language import WordChoice
from overtrick.suits.words.outline import Outline, TooComplex

__all__ = [
    "PHRASES",
    "GoalText",
    "average_text",
    "cover_text",
    "first_play_text",
    "goal_text",
    "language_of",
    "line_text",
    "plan_text",
    "similar",
    "true_text",
    "wins_text",
]

PHRASES: dict[str, English] = {"en": English(), "de": German()}
_SMALL = (1 << 7) - 1
"""The cards below the nine."""
_SLACK = 2
"""A tied line is left out if it costs this many more words than the best one."""


@final
@dataclass(frozen=True, slots=True)
class GoalText:
    """The text about one goal, sentence by sentence; empty where there is nothing to say."""

    headline: str
    line: str | None
    """The best line in at most three sentences; None if only the tree can show it."""
    wins: str
    ties: tuple[str, ...]
    instead: str
    honest: str
    similar: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything after the headline and the line."""
        return tuple(filter(None, (self.wins, *self.ties, self.instead, self.honest, self.similar)))


def language_of(name: str) -> English:
    """The words of a language."""
    if name not in PHRASES:
        raise Unexplained(f"there are no words for suits in {name!r}: expected {' or '.join(PHRASES)}")
    return PHRASES[name]


def plan_text(plan: SuitPlan, combination: Combination, language: str = "en", apart: int = 0) -> str | None:
    """A plan in at most three sentences, or None if they cannot say it clearly.

    `apart` are missing cards to be told apart from those they touch, as bits, as for `Layouts`.

    >>> from overtrick.suits.plans import VOID, Branch, Phrase, Sees, Step, Way
    >>> nine, east_out = Phrase(Way.TOWARDS, 7), Sees(east=frozenset((VOID,)))
    >>> plan = (Step(Phrase(Way.LEAD, 12), (Branch(east_out, (Step(nine),)),)),)
    >>> plan_text(plan, Combination.parse("AKQ9 xxx"))
    'Cash the ace; if East shows out, finesse the nine.'
    >>> plan_text(plan, Combination.parse("AKQ9 xxx"), "de")
    'Das Ass abziehen; falls Ost nicht bedient, zur Neun schneiden.'
    """
    words = language_of(language)
    with suppress(TooComplex):
        return words.plan(Outline(combination, apart).sentences(plan), WordChoice(combination))
    return None


def cover_text(what: Cover | Description, weighed: Weights | None = None, language: str = "en") -> str:
    """A cover in words; if chances are given, with the chance that each clause adds.

    >>> from overtrick.suits import Chances, Layouts
    >>> layouts = Layouts(Combination.parse("A64 Q75"))
    >>> weighed = Chances().over(layouts)
    >>> cover_text(describe(layouts, 0xFFFF), weighed)
    'East has the king (50%), or West has the singleton king (0.5%)'
    >>> cover_text(describe(layouts, 0xFFFF), weighed, "de")
    'Ost hat den König (50 %), oder West hat den König blank (0,5 %)'
    """
    words = language_of(language)
    is_unless = isinstance(what, Description) and what.unless
    cover = what.cover if isinstance(what, Description) else what
    clauses = [clause for clause in cover.clauses if weighed is None or weighed.chance(clause.adds)]
    if not clauses or not clauses[0].facts:
        return words.words["always" if is_unless is not bool(clauses) else "never"]
    parts, before = [], ""
    for clause in clauses:
        text = words.layouts(clause, cover.groups)
        start = words.start(text)
        chance = "" if weighed is None else f" ({words.percent(Odds.of(weighed.chance(clause.adds)))})"
        parts.append(text.removeprefix(start if start == before else "") + chance)
        before = start
    return (words.words["unless"] if is_unless else "") + words.words["alternative"].join(parts)


def true_text(
    plan: SuitPlan | None, combination: Combination, language: str = "en", apart: int = 0
) -> str | None:
    """A plan in words that read back to the same plan, or None."""
    if plan is None:
        return None
    text = plan_text(plan, combination, language, apart)
    with suppress(SuitError):
        return text if text is not None and read_plan(text, combination, language, apart) == plan else None
    return None


def line_text(answer: Solution, tricks: int, language: str = "en") -> str | None:
    """The best line for this many tricks in checked words, or None.

    >>> line_text(solve(Combination.parse("AQT 43")), 3)
    'Take the finesse of the ten and repeat if necessary.'
    """
    plans = (answer.plan(tricks), answer.shortest_plan(tricks))
    return next(filter(None, (_text_of(answer, plan, language) for plan in plans)), None)


def average_text(answer: Solution, language: str = "en") -> str | None:
    """The line with the largest expected number of tricks in checked words, or None."""
    return _text_of(answer, answer.plan_for_average(), language)


def _text_of(answer: Solution, plan: SuitPlan | None, language: str) -> str | None:
    return true_text(plan, answer.combination, language, answer.chances.known)


def wins_text(answer: Solution, tricks: int, language: str = "en") -> str:
    """The layouts that the best line wins, or after "unless" those that it loses."""
    return _layouts_text(answer, answer.wins(tricks), language)


def _layouts_text(answer: Solution, layouts: int, language: str) -> str:
    return cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed, language)


def goal_text(answer: Solution, tricks: int, language: str = "en") -> GoalText:
    """The text about one goal."""
    phrases, goal = language_of(language), answer.goal(tricks)
    line = line_text(answer, tricks, language)
    return GoalText(
        headline=phrases.headline(answer.combination, tricks, goal.odds),
        line=line,
        wins=phrases.wins(wins_text(answer, tricks, language)),
        ties=tuple(phrases.say("tie", text) for text in _ties(answer, goal, line, language)),
        instead=_instead(answer, goal, language),
        honest=_honest(answer, tricks, language),
        similar=phrases.similar(tuple(similar(answer, tricks))) if line is not None else "",
    )


def first_play_text(answer: Solution, play: FirstPlay, language: str = "en") -> str:
    """A lead in words: the card's name, or that it is a small one, and the hand it comes from."""
    hand = answer.combination.north if play.seat is Seat.NORTH else answer.combination.south
    is_low = play.rank == lowest(hand) and size(hand) > 1 and play.rank < TEN
    rank = LETTERS.index(answer.shown_card(play))
    return language_of(language).lead(play.seat, None if is_low else rank)


def similar(answer: Solution, tricks: int) -> Iterator[Combination]:
    """At most two combinations one small card away for which the same text is a best line."""
    text = line_text(answer, tricks)
    if not answer.plan(tricks) or text is None or not answer.chances.is_plain or not answer.entries.are_free:
        return
    others = (other for other in _neighbours(answer.combination) if tricks <= other.length)
    yield from islice((other for other in others if _is_best(text, other, tricks)), 2)


def _is_best(text: str, combination: Combination, tricks: int) -> bool:
    """Is a line in words a best line for the combination?"""
    answer = solve(combination)
    with suppress(SuitError):
        return 0 < answer.worth(read_plan(text, combination), tricks) == answer.best(tricks)
    return False


def _neighbours(combination: Combination) -> Iterator[Combination]:
    """The combinations with one small card more or less in a hand."""
    north, south, free = combination.north, combination.south, combination.missing & _SMALL
    if more := free & -free:
        yield replace(combination, north=north | more)
        yield replace(combination, south=south | more)
    if size(north & _SMALL) > 1:
        yield replace(combination, north=north & north - 1)
    if size(south & _SMALL) > 1:
        yield replace(combination, south=south & south - 1)


def _ties(answer: Solution, goal: Goal, line: str | None, language: str) -> Iterator[str]:
    """Tied first plays that have a line of their own."""
    known = {line}
    if goal.odds.wins == goal.odds.cases:
        return
    best = answer.plan(goal.tricks)
    begun, most = _first_lead(answer, best), _SLACK + cost(best or ())
    for play in goal.first_plays:
        if begun == (play.seat is Seat.NORTH, play.rank):
            continue
        plan = answer.plan_for(play, goal.tricks)
        text = _text_of(answer, plan, language)
        is_clumsy = plan is not None and (cost(plan) > most or _only_cashes(answer, plan))
        if text is not None and text not in known and not is_clumsy:
            known.add(text)
            yield text


def _only_cashes(answer: Solution, plan: SuitPlan) -> bool:
    """Does the plan just cash top cards in some order, and so need no separate line?"""
    missing = answer.combination.missing
    return all(
        step.phrase.way is Way.LEAD and not above(missing, step.phrase.rank) and not step.branches
        for step in plan
    )


def _first_lead(answer: Solution, plan: SuitPlan | None) -> tuple[bool, int] | None:
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


def _instead(answer: Solution, goal: Goal, language: str) -> str:
    """The second-best first play and the layouts that swing."""
    worse = [play for play in answer.first_plays(goal.tricks) if 0 < play.value < goal.odds.fraction]
    if not worse:
        return ""
    play, wins = worse[0], answer.wins(goal.tricks)
    swings = [
        _layouts_text(answer, layouts, language) if answer.weighed.chance(layouts) else ""
        for layouts in (wins & ~play.wins, play.wins & ~wins)
    ]
    lead = first_play_text(answer, play, language)
    return language_of(language).instead(lead, Odds.of(play.value), *swings)


def _honest(answer: Solution, tricks: int, language: str) -> str:
    found = answer.against_honest_defence(tricks)
    text = None if found is None else _text_of(answer, found.plan, language)
    if found is None or text is None:
        return ""
    return language_of(language).honest(text, found.odds, found.against_best)
