"""A line of play as an indented tree: each trick, and below it what the defenders may be seen to play."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Seat
from overtrick.explain.suits.plans import plan_text
from overtrick.explain.words_english import capital
from overtrick.explain.words_german import SEATS
from overtrick.suits import VOID, Answers, Event, Phrase, Solution, Step, Tactic, Tree, Way
from overtrick.suits.holding import LETTERS, TEN, highest
from overtrick.suits.meaning import Play

__all__ = ["tree_text"]

_TOP = {"en": "play from the top", "de": "von oben spielen"}
_LEAD = {"en": "lead the {lead} from {hand}", "de": "{lead} von {hand} vorspielen"}
_HANDS = {"en": {seat: seat.word for seat in Seat}, "de": SEATS}


def tree_text(answer: Solution, tricks: int, language: str = "en") -> str:
    """The best line for so many tricks as a tree, West's card before the stroke and East's behind it.

    ``x`` is a card of the lowest group of small cards, ``v`` shows out; other groups are named by their
    highest card. Branches in which nothing is at stake any more are left out.
    """
    tree = answer.tree(tricks)
    if tree is None:
        return capital(_TOP[language])
    return "\n".join(_lines(tree, answer, language, ""))


def _lines(tree: Tree, answer: Solution, language: str, indent: str) -> Iterator[str]:
    yield indent + capital(_play(tree, answer, language))
    for outcome in tree.outcomes:
        seen = ", ".join(_event(event, answer) for event in outcome.events)
        if outcome.then is None:
            yield f"{indent}  {seen}: {_TOP[language]}"
        else:
            yield f"{indent}  {seen}:"
            yield from _lines(outcome.then, answer, language, indent + "    ")


def _play(tree: Tree, answer: Solution, language: str) -> str:
    if isinstance(tree.play, Answers):
        return _answers(tree.play, answer, language)
    text = plan_text((Step(_phrase(tree.play, tree.tactic)),), answer.combination, language)
    return (text or "").removesuffix(".")


def _phrase(play: Play, tactic: Tactic | None) -> Phrase:
    return Phrase(Way.DUCK) if tactic is Tactic.DUCK else Phrase(play.way, play.rank)


def _answers(answers: Answers, answer: Solution, language: str) -> str:
    told = ", ".join(
        f"{_group(second, answer)}: {LETTERS[third] if third >= 0 else 'v'}"
        for second, third in answers.thirds
    )
    hand = _HANDS[language][Seat.NORTH if answers.from_north else Seat.SOUTH]
    return f"{_LEAD[language].format(lead=LETTERS[answers.lead], hand=hand)} ({told})"


def _event(event: Event, answer: Solution) -> str:
    return f"{_group(event.west, answer)}/{_group(event.east, answer)}"


def _group(group: int, answer: Solution) -> str:
    if group == VOID:
        return "v"
    top = highest(answer.layouts.groups[group])
    return "x" if group == 0 and top < TEN else LETTERS[top]
