"""Suit combinations in words and pictures, for the terminal."""

from __future__ import annotations

from pathlib import Path

from overtrick.cli import output
from overtrick.core import Odds, OvertrickError
from overtrick.explain.suits import (
    PHRASES,
    average_text,
    first_play_text,
    goal_text,
    line_text,
    tree_text,
    true_text,
    wins_text,
)
from overtrick.render import Bar, Chart, bar_chart, text_bars
from overtrick.suits import (
    Goal,
    Line,
    Solution,
    Stake,
    Tactic,
    TacticalPlay,
    applicable,
    at_imps,
    at_matchpoints,
    critical_cards,
)
from overtrick.suits.holding import LETTERS, letters

__all__ = [
    "draw",
    "first_plays",
    "print_answer",
    "print_contest",
    "print_goal",
    "print_lines",
    "print_tactics",
    "print_tree",
]

_MOST_LINES = 20


def print_answer(answer: Solution, language: str) -> None:
    """Every goal with its odds and its line, and the expected number of tricks."""
    phrases = PHRASES[_known(language)]
    for goal in _worth_telling(answer):
        output.print_words(phrases.headline(answer.combination, goal.tricks, goal.odds))
        line = line_text(answer, goal.tricks, language)
        output.print_words(_indented(line or tree_text(answer, goal.tricks, language)))
        if goal.odds.wins < goal.odds.cases:
            output.print_words(_indented(phrases.wins(wins_text(answer, goal.tricks, language))))
    if not answer.goals:
        output.print_words(phrases.nothing(answer.combination))
    output.print_words(
        phrases.expected(answer.expected, average_text(answer, language) or _begin(answer, language))
    )
    output.print_words(phrases.assumptions(answer))


def _worth_telling(answer: Solution) -> list[Goal]:
    """Every goal that may fail, and of those that cannot the largest."""
    sure = [goal for goal in answer.goals if goal.odds.wins == goal.odds.cases]
    return [goal for goal in answer.goals if goal not in sure[1:]]


def _begin(answer: Solution, language: str) -> str | None:
    """How a line begins that no short words tell."""
    if not answer.expected:
        return None
    said = first_play_text(answer, answer.best_for_average[0], language)
    return f"{said[:1].upper()}{said[1:]} …"


def print_goal(answer: Solution, tricks: int, language: str) -> None:
    """One goal in full: the line, when it wins, what else there is, and a chart of first plays."""
    if not answer.goal(tricks).odds.wins:
        output.print_words(PHRASES[_known(language)].hopeless(tricks))
        return
    said = goal_text(answer, tricks, _known(language))
    output.print_words(said.headline)
    output.print_words(said.line or tree_text(answer, tricks, language))
    for sentence in said.sentences:
        output.print_words(sentence)
    print()
    for line in text_bars(_bars(answer, tricks, language)):
        output.print_words(line)
    output.print_words(PHRASES[language].assumptions(answer))


def print_tree(answer: Solution, tricks: int | None, language: str) -> None:
    """The best line for a goal, or for the most tricks, as a tree."""
    goal = _most(answer) if tricks is None else tricks
    if not answer.goal(goal).odds.wins:
        output.print_words(PHRASES[_known(language)].hopeless(goal))
        return
    output.print_words(PHRASES[_known(language)].headline(answer.combination, goal, answer.goal(goal).odds))
    output.print_words(tree_text(answer, goal, language))
    output.print_words(PHRASES[language].legend())


def _most(answer: Solution) -> int:
    """The largest number of tricks that has a chance."""
    if not answer.goals:
        raise OvertrickError(f"{answer.combination} makes no tricks")
    return answer.goals[0].tricks


def print_tactics(answer: Solution) -> None:
    """The critical cards, and the tactics whose preconditions hold."""
    critical = letters(critical_cards(answer.combination))
    output.print_words(f"Critical cards: {' '.join(critical) or 'none'}")
    for play in applicable(answer.combination):
        output.print_words(_tactic(play))


def _tactic(play: TacticalPlay) -> str:
    card = LETTERS[play.rank]
    if play.tactic is Tactic.DUCK:
        return "Duck a round"
    if play.tactic.is_finesse:
        number = play.tactic - Tactic.FINESSE_1 + 1
        return f"Finesse the {card} against {play.against.word} (type {number})"
    return f"{'Cash' if play.tactic is Tactic.CASH else 'Sequence:'} the {card}"


# Lines compared


def print_lines(answer: Solution, language: str) -> None:
    """Every undominated line: its expected tricks, the chance of each goal, and words where there are any."""
    lines = answer.lines()
    output.print_words(PHRASES[_known(language)].lines(answer.combination, len(lines)))
    for line in lines[:_MOST_LINES]:
        _print_line(answer, line, language)
    if len(lines) > _MOST_LINES:
        output.note(f"{len(lines) - _MOST_LINES} more undominated lines: --json has them all")


def print_contest(answer: Solution, stake: Stake | None, language: str) -> None:
    """The line that no other line beats, or that there is none."""
    phrases = PHRASES[_known(language)]
    lines = answer.lines(limit=600)
    contest = (
        at_matchpoints(lines, answer.weighed) if stake is None else at_imps(lines, answer.weighed, stake)
    )
    if contest.unbeaten:
        output.print_words(phrases.unbeaten(len(lines)))
        for place in contest.unbeaten:
            _print_line(answer, lines[place], language)
        return
    output.print_words(phrases.cycle(len(contest.cycle)))
    for place in contest.cycle:
        _print_line(answer, lines[place], language)


def _print_line(answer: Solution, line: Line, language: str) -> None:
    chances = ", ".join(
        f"{tricks}: {Odds.of(chance).percent}" for tricks, chance in enumerate(line.chances, 1) if chance
    )
    text = true_text(answer.plan_of(line), answer.combination, _known(language), answer.chances.known)
    figures = PHRASES[language].line(line.expected, chances)
    output.print_words(figures + (f"\n  {text}" if text else ""))


# Pictures


def first_plays(answer: Solution, tricks: int | None, language: str) -> Chart:
    """The chart of every first play."""
    goal = _most(answer) if tricks is None else tricks
    title = PHRASES[_known(language)].headline(answer.combination, goal, answer.goal(goal).odds)
    return Chart("first-plays", title, _bars(answer, goal, language))


def _bars(answer: Solution, tricks: int, language: str) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            first_play_text(answer, play, language),
            float(play.value),
            PHRASES[language].percent(Odds.of(play.value)),
        )
        for play in answer.first_plays(tricks)
    )


def draw(answer: Solution, path: Path, tricks: int | None, language: str) -> None:
    """Write the chart of first plays into an SVG file."""
    if path.suffix.lower() != ".svg":
        raise OvertrickError(f"cannot draw into {str(path)!r}: expected a name ending in .svg")
    try:
        path.write_text(bar_chart(first_plays(answer, tricks, language)) + "\n", encoding="utf-8")
    except OSError as error:
        raise OvertrickError(f"cannot write {str(path)!r}: {error.strerror}") from None
    output.say(f"wrote {path}")


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.splitlines())


def _known(language: str) -> str:
    if language not in PHRASES:
        raise OvertrickError(f"there are no words for suits in {language!r}: expected {' or '.join(PHRASES)}")
    return language
