"""A line of play as an indented tree: each trick, and below it what the defenders may be seen to play."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.explain.suit_words import plan_text
from overtrick.suits import VOID, Answers, Event, Phrase, Solution, Step, Tactic, Tree, Way
from overtrick.suits.holding import LETTERS, highest
from overtrick.suits.meaning import Play

__all__ = ["tree_text"]

_WORDS = {
    "en": ("play from the top", "then", "lead the {lead} from {hand}", "{second}: {third}", "North", "South"),
    "de": ("von oben spielen", "dann", "{lead} von {hand} vorspielen", "{second}: {third}", "Nord", "Süd"),
}
_TEN = 8


def tree_text(answer: Solution, tricks: int, language: str = "en") -> str:
    """The best line for so many tricks as a tree, West's card before the stroke and East's behind it.

    ``x`` is a card of the lowest group of small cards, ``v`` shows out; other groups are named by their
    highest card. Branches in which nothing is at stake any more are left out.
    """
    tree = answer.tree(tricks)
    if tree is None:
        return _capital(_WORDS[language][0])
    return "\n".join(_lines(tree, answer, language, ""))


def _lines(tree: Tree, answer: Solution, language: str, indent: str) -> Iterator[str]:
    yield indent + _capital(_play(tree, answer, language))
    for outcome in tree.outcomes:
        seen = ", ".join(_event(event, answer) for event in outcome.events)
        if outcome.then is None:
            yield f"{indent}  {seen}: {_WORDS[language][0]}"
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
    _, _, lead, each, north, south = _WORDS[language]
    told = ", ".join(
        each.format(second=_group(second, answer), third=LETTERS[third] if third >= 0 else "v")
        for second, third in answers.thirds
    )
    hand = north if answers.from_north else south
    return f"{lead.format(lead=LETTERS[answers.lead], hand=hand)} ({told})"


def _event(event: Event, answer: Solution) -> str:
    return f"{_group(event.west, answer)}/{_group(event.east, answer)}"


def _group(group: int, answer: Solution) -> str:
    if group == VOID:
        return "v"
    top = highest(answer.layouts.groups[group])
    return "x" if group == 0 and top < _TEN else LETTERS[top]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
