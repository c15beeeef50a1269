"""A line of play trick by trick: as an indented tree, or as steps in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import final

from overtrick.core import Seat
from overtrick.core.english import CARDS, capital, series
from overtrick.suits import VOID, Phrase, Replies, Solution, Step, Tactic, Tree, Way
from overtrick.suits.holding import LETTERS, TEN, cards_of, highest
from overtrick.suits.plans import Play
from overtrick.suits.words.texts import language_of, plan_text

__all__ = ["NextStep", "StepText", "steps", "tree_text"]


def tree_text(answer: Solution, tricks: int, language: str = "en") -> str:
    """The best line for this many tricks as a tree, with West's card before the slash and East's after it.

    ``x`` is a card of the lowest group of small cards, ``v`` shows out; other groups are named by their
    highest card. Branches in which nothing is at stake any more are left out.
    """
    tree, words = answer.tree(tricks), language_of(language).words
    return capital(words["top"]) if tree is None else "\n".join(_lines(tree, answer, language, ""))


def _lines(tree: Tree, answer: Solution, language: str, indent: str) -> Iterator[str]:
    yield indent + capital(_play(tree, answer, language))
    for outcome in tree.outcomes:
        seen = ((_group(event.west, answer), _group(event.east, answer)) for event in outcome.events)
        events = ", ".join(map("/".join, seen))
        if outcome.then is None:
            yield f"{indent}  {events}: {language_of(language).words['top']}"
        else:
            yield f"{indent}  {events}:"
            yield from _lines(outcome.then, answer, language, indent + "    ")


def _play(tree: Tree, answer: Solution, language: str) -> str:
    if not isinstance(tree.play, Replies):
        return _trick_text(tree.play, tree.tactic, answer, language)
    cards = ((_group(second, answer), third) for second, third in tree.play.thirds)
    thirds = ", ".join(f"{second}: {LETTERS[third] if third >= 0 else 'v'}" for second, third in cards)
    words = language_of(language)
    hand = words.seats[Seat.NORTH if tree.play.from_north else Seat.SOUTH]
    return f"{words.words['lead from'].format(lead=LETTERS[tree.play.lead], hand=hand)} ({thirds})"


def _trick_text(play: Play, tactic: Tactic | None, answer: Solution, language: str) -> str:
    """One trick without a full stop; empty if there are no words for it."""
    phrase = Phrase(Way.DUCK) if tactic is Tactic.DUCK else Phrase(play.way, play.rank)
    apart = answer.chances.known
    return (plan_text((Step(phrase),), answer.combination, language, apart) or "").removesuffix(".")


def _group(group: int, answer: Solution) -> str:
    if group == VOID:
        return "v"
    top = highest(answer.layouts.groups[group])
    return "x" if group == 0 and top < TEN else LETTERS[top]


_LOW = -2
"""Stands for any group of small cards."""
CardPair = tuple[int, int]
"""West's and East's groups."""


@final
@dataclass(frozen=True, slots=True)
class NextStep:
    """Visible plays of the defenders, and declarer's next step; None: play from the top."""

    seen: str
    step: StepText | None


@final
@dataclass(frozen=True, slots=True)
class StepText:
    """One trick: declarer's play, the leading hand, and the replies; without replies, play from the top."""

    play: str
    leads: Seat
    answers: tuple[NextStep, ...]


def steps(answer: Solution, tree: Tree) -> StepText:
    """A tree in words.

    >>> from overtrick.suits import solve
    >>> answer = solve("AQT 43")
    >>> first = steps(answer, answer.tree(3))
    >>> first.play, first.leads.word, first.answers[0].seen
    ('Take the finesse of the ten', 'South', 'West follows low, East follows low or shows out')
    """
    return _Writer(answer).step([tree])


class _Conflict(Exception):
    """Branches that look alike continue differently."""


@final
class _Writer:
    """Writes the tree of one combination."""

    def __init__(self, answer: Solution) -> None:
        self._answer = answer
        self._groups = answer.layouts.groups
        self._small = {place for place, group in enumerate(self._groups) if highest(group) < TEN}

    def step(self, trees: Sequence[Tree]) -> StepText:
        """Merge trees with the same first trick; small cards are told apart only where it matters."""
        (play, from_north), *others = {(self._play(tree), tree.play.from_north) for tree in trees}
        if others:
            raise _Conflict
        try:
            answers = self._answers(trees, lambda group: _LOW if group in self._small else group)
        except _Conflict:
            answers = self._answers(trees, lambda group: group)
        return StepText(play, Seat.NORTH if from_north else Seat.SOUTH, answers)

    def _answers(self, trees: Sequence[Tree], look: Callable[[int], int]) -> tuple[NextStep, ...]:
        """Every reply, grouped by continuation."""
        following: dict[CardPair, list[Tree | None]] = {}
        for tree in trees:
            for outcome in tree.outcomes:
                for event in outcome.events:
                    found = following.setdefault((look(event.west), look(event.east)), [])
                    if outcome.then not in found:
                        found.append(outcome.then)
        alike: dict[StepText | None, list[CardPair]] = {}
        for seen, found in following.items():
            alike.setdefault(self._next(found), []).append(seen)
        if set(alike) <= {None}:
            return ()
        return tuple(NextStep(self._seen(seen), step) for step, seen in alike.items())

    def _next(self, found: Sequence[Tree | None]) -> StepText | None:
        trees = [tree for tree in found if tree is not None]
        if trees and len(trees) < len(found):
            raise _Conflict
        return self.step(trees) if trees else None

    # Declarer's plays

    def _play(self, tree: Tree) -> str:
        if isinstance(tree.play, Replies):
            return self._answered(tree.play)
        text = _trick_text(tree.play, tree.tactic, self._answer, "en")
        return text or f"Play the {CARDS[tree.play.rank]}"

    def _answered(self, answers: Replies) -> str:
        third, second = (Seat.SOUTH, Seat.EAST) if answers.from_north else (Seat.NORTH, Seat.WEST)
        groups: dict[str, list[int]] = {}
        for group, rank in answers.thirds:
            groups.setdefault("another suit" if rank < 0 else f"the {CARDS[rank]}", []).append(group)
        thirds = ", ".join(f"{card} if {second.word} {self._deed(of)}" for card, of in groups.items())
        return f"Lead the {CARDS[answers.lead]}; {third.word} plays {thirds}"

    # The defenders' visible plays

    def _seen(self, pairs: Sequence[CardPair]) -> str:
        """The pairs in few groups: cards of West's with the same set of East's stand together."""
        wests: dict[frozenset[int], list[int]] = {}
        for west in dict.fromkeys(west for west, _ in pairs):
            wests.setdefault(frozenset(east for each, east in pairs if each == west), []).append(west)
        told = (f"West {self._deed(mine)}, East {self._deed(yours)}" for yours, mine in wests.items())
        return "; or ".join(told)

    def _deed(self, groups: Iterable[int]) -> str:
        found = set(groups)
        if _LOW in found or found >= self._small:
            found = found - self._small | ({_LOW} if self._small else set())
        deeds = ["follows low"] if _LOW in found else []
        named = sum(self._groups[group] for group in found if group not in (_LOW, VOID))
        if named:
            deeds.append(f"plays the {series([CARDS[rank] for rank in cards_of(named)], 'or')}")
        return " or ".join([*deeds, "shows out"] if VOID in found else deeds)
