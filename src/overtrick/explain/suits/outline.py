"""Plans for one suit put into clauses: what is said, in which order, in which sentences.

This file decides on the structure and knows no language; `plans` says how the text is to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import final

from overtrick.explain.suits.clauses import (
    Cards,
    Clause,
    Link,
    Manner,
    Move,
    Pair,
    Said,
    Sentence,
    Told,
    Trick,
    Who,
)
from overtrick.suits.combination import Combination
from overtrick.suits.holding import HONOURS, above, below, cards_of, highest, lowest, size
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Plan, Step, TrickWas, Way

__all__ = ["Outline", "Unsayable"]

_MOST_SENTENCES = 3
_MOST_NAMES = 5
"""Cards named one by one in a condition; more would be a list, not a sentence."""
_MOST_JOINED = 3
"""Plays that share a verb."""
_JOINED = frozenset((Manner.CASH, Manner.FINESSE, Manner.RUN, Manner.DUCK))
"""Plays of these kinds in a row share their verb: "cash the ace and king", "duck twice"."""


class Unsayable(Exception):
    """A plan too complicated for the sentences of this file."""


@final
class Outline:
    """Puts the plans of one combination into clauses."""

    def __init__(self, combination: Combination, apart: int = 0) -> None:
        self._combination = combination
        self._missing = combination.missing
        self._groups = Layouts(combination, apart).groups

    # Clauses and sentences

    def sentences(self, plan: Plan) -> list[Sentence]:
        """The whole plan."""
        sentences: list[list[Clause]] = []
        for clause in self._clauses(Link.FIRST, plan):
            if clause.link in (Link.FIRST, Link.OTHERWISE):
                sentences.append([])
            sentences[-1].append(clause)
        if len(sentences) > _MOST_SENTENCES:
            raise Unsayable
        found: list[Sentence] = []
        for place, clauses in enumerate(sentences):
            free = _MOST_SENTENCES - len(found) - (len(sentences) - place)
            found += _divided(tuple(clauses), free)
        return found

    def _clauses(self, link: Link, plan: Plan) -> Iterator[Clause]:
        length = next((place for place, step in enumerate(plan, 1) if step.branches), len(plan))
        row, rest = plan[:length], plan[length:]
        yield Clause(link, self._moves(row) if row else (self._default(link),))
        if row and row[-1].branches:
            yield from self._decision(row[-1], rest)

    def _decision(self, step: Step, rest: Plan) -> Iterator[Clause]:
        """What follows a trick after which there is something to look at."""
        branches = self._joined(step.branches)
        is_cash = self._manner(step.phrase) is Manner.CASH
        first, conditions = branches[0]
        is_single, is_plain_rest = len(branches) == 1, _is_plain(rest)
        if is_single and is_plain_rest and (not _is_plain(first) or (rest and not first)):
            yield Clause(Link.UNLESS, self._row(rest), conditions, is_cash)
            if first:
                yield from self._clauses(Link.OTHERWISE, first)
            return
        for plan, conditions in branches:
            if not _is_plain(plan):
                raise Unsayable
            yield Clause(Link.IF, self._row(plan), conditions, is_cash)
        if rest:
            yield from self._clauses(Link.OTHERWISE, rest)

    def _joined(self, branches: Sequence[Branch]) -> list[tuple[Plan, tuple[Said, ...]]]:
        """The plans with their conditions; neighbours with the same plan share it: "if C or D, ..."."""
        joined: list[tuple[Plan, tuple[Said, ...]]] = []
        for branch in branches:
            said = self._said(branch.condition)
            plan, others = joined[-1] if joined else (None, ())
            if plan == branch.plan and not any(isinstance(each, Pair) for each in (said, *others)):
                joined[-1] = branch.plan, (*others, said)
            else:
                joined.append((branch.plan, (said,)))
        return joined

    # Plays

    def _row(self, plan: Plan) -> tuple[Move, ...]:
        return self._moves(plan) if plan else (Move(Manner.PLAY_ON),)

    def _default(self, link: Link) -> Move:
        both = self._combination.north | self._combination.south
        is_high = link is Link.FIRST and highest(both) > highest(self._missing)
        return Move(Manner.FROM_THE_TOP if is_high else Manner.PLAY_ON)

    def _moves(self, row: Plan) -> tuple[Move, ...]:
        moves: list[Move] = []
        for step in row:
            phrase = step.phrase
            manner = self._manner(phrase)
            before = moves[-1] if moves and moves[-1].manner is manner else None
            is_again = before is not None and before.ranks[-1] == phrase.rank and manner is not Manner.DUCK
            if before and not is_again and _can_join(before, phrase):
                moves[-1] = Move(manner, (*before.ranks, phrase.rank))
            else:
                moves.append(Move(manner, (phrase.rank,), phrase.is_repeated, is_again))
        return tuple(moves)

    def _manner(self, phrase: Phrase) -> Manner:
        if phrase.way is Way.LEAD:
            return Manner.CASH if phrase.rank > highest(self._missing) else Manner.LEAD
        if phrase.way is Way.TOWARDS:
            north, south = self._combination.north, self._combination.south
            hand = north if north >> phrase.rank & 1 else south
            between = below(above(self._missing, phrase.rank), max(0, highest(hand)))
            return Manner.FINESSE if between else Manner.TOWARDS
        return Manner.RUN if phrase.way is Way.RUN else Manner.DUCK

    # Conditions

    def _said(self, condition: Condition) -> Said:
        if isinstance(condition, TrickWas):
            return Trick(condition.is_won)
        west, east, is_so_far = condition.west, condition.east, condition.is_so_far
        if west is not None and east is not None:
            if west == east:
                who = Who.EITHER if condition.is_either else Who.BOTH
                return Told(who, self._cards(west), is_so_far)
            each = Told(Who.WEST, self._cards(west), is_so_far), Told(Who.EAST, self._cards(east), is_so_far)
            return Pair(*each, condition.is_either)
        seen = east if west is None else west
        if seen is None or condition.is_either:
            raise Unsayable  # of nobody, or one of one
        return Told(Who.EAST if west is None else Who.WEST, self._cards(seen), is_so_far)

    def _cards(self, seen: frozenset[int]) -> Cards:
        """The fewest words for a set of groups."""
        groups = sorted(seen - {VOID})
        every = list(range(len(self._groups)))
        out = VOID in seen
        if not seen or not set(groups) <= set(every) or (out and groups == every):
            raise Unsayable  # never so, or always
        if not groups:
            return Cards(shows_out=True)
        cards = sum(self._groups[group] for group in groups)
        if groups == every:
            return Cards(out, follows=True)
        if groups == self._low():
            return Cards(out, low=True)
        if cards == self._missing & HONOURS and size(cards) > 2:
            return Cards(out, honour=True)
        if size(cards) > 3 and groups == every[groups[0] :]:
            return Cards(out, at_least=lowest(cards))
        return self._listed(cards, groups, out)

    def _listed(self, cards: int, groups: list[int], out: bool) -> Cards:
        bottom = [group for place, group in enumerate(groups) if place == group]
        lowest_cards = sum(self._groups[group] for group in bottom)
        if bottom and (bottom == self._low() or size(lowest_cards) > 3):
            others = tuple(cards_of(cards & ~lowest_cards))
            is_low = bottom == self._low()
            said = Cards(out, low=is_low, at_most=-1 if is_low else highest(lowest_cards), named=others)
        else:
            said = Cards(out, named=tuple(cards_of(cards)))
        if len(said.named) > _MOST_NAMES:
            raise Unsayable
        return said

    def _low(self) -> list[int]:
        return [place for place, group in enumerate(self._groups) if not group & HONOURS]


def _can_join(move: Move, phrase: Phrase) -> bool:
    are_single = not move.is_repeated and not move.is_again and not phrase.is_repeated
    return move.manner in _JOINED and are_single and len(move.ranks) < _MOST_JOINED


def _is_plain(plan: Plan) -> bool:
    return not any(step.branches for step in plan)


def _divided(sentence: Sentence, free: int) -> list[Sentence]:
    """A sentence, or two of them if it is long and one more is free: plays, then conditions."""
    is_long = len(sentence) > 2 or any(len(clause.moves) > 1 for clause in sentence)
    if free > 0 and len(sentence) > 1 and is_long:
        return [sentence[:1], sentence[1:]]
    return [sentence]
