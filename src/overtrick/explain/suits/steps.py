"""A line of play step by step: each trick in words, and below it what the defenders may be seen to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import final

from overtrick.core import Seat
from overtrick.explain.suits.plans import plan_text
from overtrick.explain.suits.wording import series
from overtrick.explain.words_english import CARDS
from overtrick.suits import VOID, Answers, Phrase, Solution, Step, Tactic, Tree, Way
from overtrick.suits.holding import TEN, cards_of, highest

__all__ = ["StepText", "Then", "steps"]

_LOW = -2
"""In place of a group: some group of small cards, whichever."""
Seen = tuple[int, int]
"""West's and East's groups."""


@final
@dataclass(frozen=True, slots=True)
class Then:
    """What the defenders are seen to play, and what declarer does next; None: play from the top."""

    seen: str
    step: StepText | None


@final
@dataclass(frozen=True, slots=True)
class StepText:
    """One trick: what declarer does, the hand that leads, and the answers; without any, play from the top."""

    play: str
    leads: Seat
    answers: tuple[Then, ...]


def steps(answer: Solution, tree: Tree) -> StepText:
    """A tree in words.

    >>> from overtrick.suits import solve
    >>> answer = solve("AQT 43")
    >>> first = steps(answer, answer.tree(3))
    >>> first.play, first.leads.word, first.answers[0].seen
    ('Take the finesse of the ten', 'South', 'West follows low, East follows low or shows out')
    """
    return _Writer(answer).step([tree])


class _Differ(Exception):
    """Branches that look alike go on differently."""


@final
class _Writer:
    """Writes the tree of one combination."""

    def __init__(self, answer: Solution) -> None:
        self._answer = answer
        self._groups = answer.layouts.groups
        self._small = {place for place, group in enumerate(self._groups) if highest(group) < TEN}

    def step(self, trees: Sequence[Tree]) -> StepText:
        """Trees that begin alike as one; small cards are told apart only where it matters."""
        plays = {(self._play(tree), tree.play.from_north) for tree in trees}
        if len(plays) > 1:
            raise _Differ
        [(play, from_north)] = plays
        try:
            answers = self._answers(trees, self._blurred)
        except _Differ:
            answers = self._answers(trees, lambda group: group)
        return StepText(play, Seat.NORTH if from_north else Seat.SOUTH, answers)

    def _blurred(self, group: int) -> int:
        return _LOW if group in self._small else group

    def _answers(self, trees: Sequence[Tree], look: Callable[[int], int]) -> tuple[Then, ...]:
        """Every answer, those that go on alike together."""
        following: dict[Seen, list[Tree | None]] = {}
        for tree in trees:
            for outcome in tree.outcomes:
                for event in outcome.events:
                    found = following.setdefault((look(event.west), look(event.east)), [])
                    if outcome.then not in found:
                        found.append(outcome.then)
        alike: dict[StepText | None, list[Seen]] = {}
        for seen, found in following.items():
            alike.setdefault(self._next(found), []).append(seen)
        if set(alike) <= {None}:
            return ()
        return tuple(Then(self._seen(seen), step) for step, seen in alike.items())

    def _next(self, found: Sequence[Tree | None]) -> StepText | None:
        trees = [tree for tree in found if tree is not None]
        if trees and len(trees) < len(found):
            raise _Differ
        return self.step(trees) if trees else None

    # What declarer does

    def _play(self, tree: Tree) -> str:
        if isinstance(tree.play, Answers):
            return self._answered(tree.play)
        phrase = Phrase(Way.DUCK) if tree.tactic is Tactic.DUCK else Phrase(tree.play.way, tree.play.rank)
        text = plan_text((Step(phrase),), self._answer.combination, apart=self._answer.chances.known)
        return (text or f"Play the {CARDS[tree.play.rank]}").removesuffix(".")

    def _answered(self, answers: Answers) -> str:
        third, second = (Seat.SOUTH, Seat.EAST) if answers.from_north else (Seat.NORTH, Seat.WEST)
        cards: dict[int, list[int]] = {}
        for group, rank in answers.thirds:
            cards.setdefault(rank, []).append(group)
        told = ", ".join(
            f"{'another suit' if rank < 0 else f'the {CARDS[rank]}'} if {second.word} {self._deed(groups)}"
            for rank, groups in cards.items()
        )
        return f"Lead the {CARDS[answers.lead]}; {third.word} plays {told}"

    # What the defenders are seen to play

    def _seen(self, pairs: Sequence[Seen]) -> str:
        """The pairs as few pairs of sets: West's cards with which East's are the same stand together."""
        easts: dict[int, set[int]] = {}
        for west, east in pairs:
            easts.setdefault(west, set()).add(east)
        wests: dict[frozenset[int], list[int]] = {}
        for west, found in easts.items():
            wests.setdefault(frozenset(found), []).append(west)
        return "; or ".join(
            f"West {self._deed(mine)}, East {self._deed(yours)}" for yours, mine in wests.items()
        )

    def _deed(self, groups: Iterable[int]) -> str:
        found = set(groups)
        if _LOW in found or found >= self._small:
            found = found - self._small | ({_LOW} if self._small else set())
        deeds = ["follows low"] if _LOW in found else []
        named = sum(self._groups[group] for group in found if group not in (_LOW, VOID))
        if named:
            deeds.append(f"plays the {series([CARDS[rank] for rank in cards_of(named)], ' or ')}")
        return " or ".join([*deeds, "shows out"] if VOID in found else deeds)
