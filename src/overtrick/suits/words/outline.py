"""Language-independent outlines of plans: the clauses and their order and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import final

from overtrick.suits.combination import Combination
from overtrick.suits.holding import HONOURS, above, below, cards_of, highest, lowest, size
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Step, SuitPlan, TrickEnd, Way

__all__ = [
    "DefenderPlays",
    "Link",
    "Move",
    "Outline",
    "Pair",
    "PlanClause",
    "PlayVerb",
    "PlayedCards",
    "Sentence",
    "SpokenCondition",
    "Subject",
    "TooComplex",
]


class PlayVerb(IntEnum):
    """The verb of a play; cards that are high from the start are cashed, not led.

    The last two are the stated default: "cash the top cards", with a card that is high, and "play your cards
    from the top" elsewhere.
    """

    CASH, LEAD, FINESSE, TOWARDS, RUN, DUCK, FROM_THE_TOP, PLAY_ON = range(8)


@final
@dataclass(frozen=True, slots=True)
class Move:
    """One verb with its play, or several plays of the same kind."""

    manner: PlayVerb
    ranks: tuple[int, ...] = ()
    is_repeated: bool = False
    is_again: bool = False
    """Is it the same as the play just before?"""


@final
@dataclass(frozen=True, slots=True)
class PlayedCards:
    """A defender's plays as they are worded; the parts are alternatives."""

    shows_out: bool = False
    follows: bool = False
    low: bool = False
    honour: bool = False
    at_most: int = -1
    at_least: int = -1
    named: tuple[int, ...] = ()

    @property
    def is_play(self) -> bool:
        """Is a card mentioned, not only whether he follows?"""
        return self.honour or self.at_most >= 0 or self.at_least >= 0 or bool(self.named)


class Subject(IntEnum):
    """The subject of a condition."""

    WEST, EAST, BOTH, EITHER = range(4)


@final
@dataclass(frozen=True, slots=True)
class DefenderPlays:
    """The plays of one defender, both, or either of them."""

    who: Subject
    cards: PlayedCards
    is_so_far: bool


@final
@dataclass(frozen=True, slots=True)
class Pair:
    """West's and East's plays; with ``is_either`` one of the two is enough."""

    west: DefenderPlays
    east: DefenderPlays
    is_either: bool


SpokenCondition = DefenderPlays | Pair | TrickEnd


class Link(IntEnum):
    """The link of a clause to the text before it."""

    FIRST, IF, UNLESS, OTHERWISE = range(4)


@final
@dataclass(frozen=True, slots=True)
class PlanClause:
    """A sequence of plays, and the conditions for making them."""

    link: Link
    moves: tuple[Move, ...]
    conditions: tuple[SpokenCondition, ...] = ()
    """Any one of them is enough."""
    is_after_cash: bool = False
    """Are the conditions about a trick led with a high card, to see what drops?"""


Sentence = tuple[PlanClause, ...]


_MOST_SENTENCES = 3
_MOST_NAMES = 5
"""The most cards named one by one in a condition; more would be a list, not a sentence."""
_MOST_JOINED = 3
"""The most plays that share a verb."""
_JOINED = frozenset((PlayVerb.CASH, PlayVerb.FINESSE, PlayVerb.RUN, PlayVerb.DUCK))
"""Plays of these kinds in a row share their verb: "cash the ace and king", "duck twice"."""


class TooComplex(Exception):
    """A plan too complicated for these sentences."""


@final
class Outline:
    """Turns the plans of one combination into clauses."""

    def __init__(self, combination: Combination, apart: int = 0) -> None:
        self._combination = combination
        self._missing = combination.missing
        self._groups = Layouts(combination, apart).groups

    # Clauses and sentences

    def sentences(self, plan: SuitPlan) -> list[Sentence]:
        """The sentences of the whole plan."""
        sentences: list[list[PlanClause]] = []
        for clause in self._clauses(Link.FIRST, plan):
            if clause.link in (Link.FIRST, Link.OTHERWISE):
                sentences.append([])
            sentences[-1].append(clause)
        if len(sentences) > _MOST_SENTENCES:
            raise TooComplex
        found: list[Sentence] = []
        for place, clauses in enumerate(sentences):
            free = _MOST_SENTENCES - len(found) - (len(sentences) - place)
            found += _divided(tuple(clauses), free)
        return found

    def _clauses(self, link: Link, plan: SuitPlan) -> Iterator[PlanClause]:
        length = next((place for place, step in enumerate(plan, 1) if step.branches), len(plan))
        row, rest = plan[:length], plan[length:]
        yield PlanClause(link, self._moves(row) if row else (self._default(link),))
        if row and row[-1].branches:
            yield from self._decision(row[-1], rest)

    def _decision(self, step: Step, rest: SuitPlan) -> Iterator[PlanClause]:
        """The clauses after a trick with branches."""
        branches = self._joined(step.branches)
        is_cash = self._manner(step.phrase) is PlayVerb.CASH
        first, conditions = branches[0]
        is_single, is_plain_rest = len(branches) == 1, _is_plain(rest)
        if is_single and is_plain_rest and (not _is_plain(first) or (rest and not first)):
            yield PlanClause(Link.UNLESS, self._row(rest), conditions, is_cash)
            if first:
                yield from self._clauses(Link.OTHERWISE, first)
            return
        for plan, conditions in branches:
            if not _is_plain(plan):
                raise TooComplex
            yield PlanClause(Link.IF, self._row(plan), conditions, is_cash)
        if rest:
            yield from self._clauses(Link.OTHERWISE, rest)

    def _joined(self, branches: Sequence[Branch]) -> list[tuple[SuitPlan, tuple[SpokenCondition, ...]]]:
        """The plans with their conditions; neighbours with the same plan share it: "if C or D, ..."."""
        joined: list[tuple[SuitPlan, tuple[SpokenCondition, ...]]] = []
        for branch in branches:
            spoken = self._spoken(branch.condition)
            plan, others = joined[-1] if joined else (None, ())
            if plan == branch.plan and not any(isinstance(each, Pair) for each in (spoken, *others)):
                joined[-1] = branch.plan, (*others, spoken)
            else:
                joined.append((branch.plan, (spoken,)))
        return joined

    # Plays

    def _row(self, plan: SuitPlan) -> tuple[Move, ...]:
        return self._moves(plan) if plan else (Move(PlayVerb.PLAY_ON),)

    def _default(self, link: Link) -> Move:
        both = self._combination.north | self._combination.south
        is_high = link is Link.FIRST and highest(both) > highest(self._missing)
        return Move(PlayVerb.FROM_THE_TOP if is_high else PlayVerb.PLAY_ON)

    def _moves(self, row: SuitPlan) -> tuple[Move, ...]:
        moves: list[Move] = []
        for step in row:
            phrase, manner = step.phrase, self._manner(step.phrase)
            before = moves[-1] if moves and moves[-1].manner is manner else None
            is_again = before is not None and before.ranks[-1] == phrase.rank and manner is not PlayVerb.DUCK
            if before and not is_again and _can_join(before, phrase):
                moves[-1] = Move(manner, (*before.ranks, phrase.rank))
            else:
                moves.append(Move(manner, (phrase.rank,), phrase.is_repeated, is_again))
        return tuple(moves)

    def _manner(self, phrase: Phrase) -> PlayVerb:
        if phrase.way is Way.LEAD:
            return PlayVerb.CASH if phrase.rank > highest(self._missing) else PlayVerb.LEAD
        if phrase.way is Way.TOWARDS:
            north, south = self._combination.north, self._combination.south
            hand = north if north >> phrase.rank & 1 else south
            between = below(above(self._missing, phrase.rank), max(0, highest(hand)))
            return PlayVerb.FINESSE if between else PlayVerb.TOWARDS
        return PlayVerb.RUN if phrase.way is Way.RUN else PlayVerb.DUCK

    # Conditions

    def _spoken(self, condition: Condition) -> SpokenCondition:
        if isinstance(condition, TrickEnd):
            return condition
        west, east = (
            None if seen is None else DefenderPlays(who, self._cards(seen), condition.is_so_far)
            for who, seen in ((Subject.WEST, condition.west), (Subject.EAST, condition.east))
        )
        if west is not None and east is not None:
            if condition.west == condition.east:
                return replace(west, who=Subject.EITHER if condition.is_either else Subject.BOTH)
            return Pair(west, east, condition.is_either)
        play = west or east
        if play is None or condition.is_either:
            raise TooComplex  # about nobody, or about either of one
        return play

    def _cards(self, seen: frozenset[int]) -> PlayedCards:
        """The shortest wording for a set of groups."""
        groups = sorted(seen - {VOID})
        every = list(range(len(self._groups)))
        out = VOID in seen
        if not seen or not set(groups) <= set(every) or (out and groups == every):
            raise TooComplex  # never true, or always
        if not groups:
            return PlayedCards(shows_out=True)
        cards = sum(self._groups[group] for group in groups)
        if groups == every:
            return PlayedCards(out, follows=True)
        if groups == self._low():
            return PlayedCards(out, low=True)
        if cards == self._missing & HONOURS and size(cards) > 2:
            return PlayedCards(out, honour=True)
        if size(cards) > 3 and groups == every[groups[0] :]:
            return PlayedCards(out, at_least=lowest(cards))
        return self._listed(cards, groups, out)

    def _listed(self, cards: int, groups: list[int], out: bool) -> PlayedCards:
        bottom = [group for place, group in enumerate(groups) if place == group]
        is_low = bottom == self._low()
        lowest_cards = sum(self._groups[group] for group in bottom)
        if not is_low and size(lowest_cards) <= 3:
            lowest_cards = 0
        named = tuple(cards_of(cards & ~lowest_cards))
        if len(named) > _MOST_NAMES:
            raise TooComplex
        at_most = -1 if is_low else highest(lowest_cards)
        return PlayedCards(out, low=is_low and bool(bottom), at_most=at_most, named=named)

    def _low(self) -> list[int]:
        return [place for place, group in enumerate(self._groups) if not group & HONOURS]


def _can_join(move: Move, phrase: Phrase) -> bool:
    are_single = not (move.is_repeated or move.is_again or phrase.is_repeated)
    return move.manner in _JOINED and are_single and len(move.ranks) < _MOST_JOINED


def _is_plain(plan: SuitPlan) -> bool:
    return not any(step.branches for step in plan)


def _divided(sentence: Sentence, free: int) -> list[Sentence]:
    """A sentence, or two if it is long and another is free: plays, then conditions."""
    is_long = len(sentence) > 2 or any(len(clause.moves) > 1 for clause in sentence)
    is_divided = free > 0 and len(sentence) > 1 and is_long
    return [sentence[:1], sentence[1:]] if is_divided else [sentence]
