"""``overtrick suit``: how to play a suit combination, with exact odds and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any, NamedTuple

import typer

from overtrick.cli import output
from overtrick.cli.lines import lines_of, print_records, problems_in
from overtrick.cli.options import Batch, Json, argument, exclusive, flag, option, parsed, refused
from overtrick.cli.output import Record
from overtrick.cli.terminal import followed
from overtrick.core import Odds, OvertrickError, Seat
from overtrick.core.bits import indices
from overtrick.render import Bar, Chart, bar_chart, text_bars
from overtrick.suits import (
    Chances,
    Combination,
    Contest,
    Entries,
    FirstPlay,
    Goal,
    Line,
    Solution,
    Stake,
    SuitError,
    Tactic,
    TacticalPlay,
    applicable,
    at_imps,
    at_matchpoints,
    critical_cards,
    solve,
)
from overtrick.suits.audit import AuditResult, Verdict, read_statements
from overtrick.suits.audit import audit as audit_statement
from overtrick.suits.covers import describe
from overtrick.suits.holding import LETTERS, letters
from overtrick.suits.inputs import read_entries, read_known, read_lengths, read_stake, read_vacant
from overtrick.suits.words import (
    average_text,
    cover_text,
    first_play_text,
    goal_text,
    language_of,
    line_text,
    tree_text,
    true_text,
    wins_text,
)

__all__ = ["SUBCOMMANDS", "suit"]


_MOST_LINES = 20
_UNREADABLE = "unreadable"


# Options


class Pair(NamedTuple):
    """Two numbers of cards: the fewest and the most, or West's and East's."""

    first: int
    second: int


def _pair(read: Callable[[str], tuple[int, int]]) -> Callable[[str], Pair]:
    return lambda text: Pair(*read(text))


def _told(read: Callable[[str], object], name: str, metavar: str, words: str) -> Any:
    return parsed(read, name, metavar, words, usage=True)


_ANY = Pair(0, 13)


@dataclass(frozen=True)
class DefenderOptions:
    """Options for known facts about the defenders' cards."""

    vacant: Annotated[
        Pair | None, _told(_pair(read_vacant), "--vacant", "W-E", "Vacant places, this suit included.")
    ] = None
    west: Annotated[Pair, _told(_pair(read_lengths), "--west", "N-M", "West's length: 2-4, 3, 0-2.")] = _ANY
    east: Annotated[Pair, _told(_pair(read_lengths), "--east", "N-M", "East's length.")] = _ANY
    west_holds: Annotated[int, _told(read_known, "--west-holds", "CARDS", "Cards known to be with West.")] = 0
    east_holds: Annotated[int, _told(read_known, "--east-holds", "CARDS", "Cards known to be with East.")] = 0
    coins: Annotated[bool, flag("--coins", "The odds of 1992: each card like the toss of a coin.")] = False

    @property
    def chances(self) -> Chances:
        """The chances of every layout."""
        exclusive(coins=self.coins, vacant=self.vacant)
        held = self.west_holds, self.east_holds
        return Chances(self.vacant or (13, 13), self.west, self.east, *held, self.coins)


NOTHING_KNOWN = DefenderOptions()


@dataclass(frozen=True)
class Wording:
    """Options for the contents and the language of the answer."""

    matchpoints: Annotated[bool, flag("--matchpoints", "The line that beats every other line.")] = False
    imps: Annotated[
        str | None,
        option("--imps", "3NT=4", "The best line at IMPs; here 3NT needs four tricks of the suit."),
    ] = None
    vul: Annotated[str | None, typer.Option(help="For --imps: None, NS, EW or Both.")] = None
    every: Annotated[bool, flag("--all", "Every undominated line.")] = False
    tree: Annotated[bool, flag("--tree", "The best line as a tree of tactics.")] = False
    tactics: Annotated[bool, flag("--tactics", "Critical cards and the tactics that apply.")] = False
    lang: Annotated[str, option("--lang", "LANGUAGE", "en or de.")] = "en"

    @property
    def is_comparison(self) -> bool:
        """Is it about more than the best line for each goal?"""
        return self.every or self.tactics or self.matchpoints or self.imps is not None

    @property
    def stake(self) -> Stake | None:
        """The contract that the suit is played in, for IMPs."""
        if self.imps is None:
            return None
        try:
            return read_stake(self.imps, self.vul or "None")
        except SuitError as error:
            raise refused("--imps", str(error)) from None


BEST_LINES = Wording()


def suit(
    north: Annotated[
        str | None, typer.Argument(help="North's cards: AQT, AK9xx, or - for a void; x is small.")
    ] = None,
    south: Annotated[str | None, typer.Argument(help="South's cards.")] = None,
    goal: Annotated[str | None, option("--goal", "N", "Only so many tricks, or max, in detail.")] = None,
    known: DefenderOptions = NOTHING_KNOWN,
    entries: Annotated[
        Entries, _told(read_entries, "--entries", "N=1,S=2", "Entries in other suits.")
    ] = Entries(),  # noqa: B008
    wish: Wording = BEST_LINES,
    chart: Annotated[
        Path | None, option("--chart", "FILE.svg", "Draw the chances of every first play.")
    ] = None,
    batch: Batch = None,
    as_json: Json = False,
) -> None:
    """Play a suit combination: the best lines, their odds, and why.

    Against best defence, with entries as needed, unless you say otherwise.
    """
    modes = {"tree": wish.tree, "tactics": wish.tactics, "matchpoints": wish.matchpoints, "imps": wish.imps}
    exclusive(batch=batch, all=wish.every, **modes)
    for is_wrong, said in (
        (batch is not None and north is not None, "give a combination, or a file of them, not both"),
        (batch is not None and chart is not None, "--chart is for one combination"),
        (
            (batch is not None or wish.is_comparison) and goal is not None,
            "--goal is for one combination, alone or with --tree, --chart and --json",
        ),
        (wish.vul is not None and wish.imps is None, "--vul is for --imps"),
        (wish.tactics and as_json, "--tactics has no --json"),
        (north is None and batch is None, "give North's and South's cards, as in 'overtrick suit AQT 43'"),
    ):
        if is_wrong:
            raise typer.BadParameter(said)
    chances = known.chances
    solved = partial(solve, chances=chances, entries=entries)
    if north is None:
        problems = problems_in(batch or "-")
        print_records(
            problems,
            lambda _, text: _record(solved(Combination.parse(text)), Wording(lang=wish.lang)),
            "problem",
        )
        return
    combination = Combination.parse(north) if south is None else Combination.of(north, south)
    answer = solved(combination)
    tricks = None if goal is None else _goal(goal, answer)
    stake = wish.stake
    if chart is not None:
        _draw(answer, chart, tricks, wish.lang)
    if as_json:
        output.print_json(_record(answer, wish, tricks, stake))
    elif wish.tactics:
        _print_tactics(answer)
    elif wish.every:
        _print_lines(answer, wish.lang)
    elif wish.tree:
        _print_tree(answer, tricks, wish.lang)
    elif wish.matchpoints or stake is not None:
        _print_contest(answer, stake, wish.lang)
    elif tricks is not None:
        _print_goal(answer, tricks, wish.lang)
    else:
        _print_answer(answer, wish.lang)


def _goal(text: str, answer: Solution) -> int:
    if text == "max":
        return answer.goals[0].tricks if answer.goals else 1
    if not text.isascii() or not text.isdigit() or not int(text[:9]):
        raise refused("--goal", f"{text[:40]!r}: expected a number of tricks, or max")
    answer.goal(int(text[:9]))  # raises if it is invalid
    return int(text[:9])


# For people


def _print_answer(answer: Solution, language: str) -> None:
    """Every goal with its odds and its line, and the expected number of tricks."""
    phrases = language_of(language)
    for goal in _worth_telling(answer):
        output.print_words(phrases.headline(answer.combination, goal.tricks, goal.odds))
        line = line_text(answer, goal.tricks, language)
        output.print_words(indent(line or tree_text(answer, goal.tricks, language), "  "))
        if goal.odds.wins < goal.odds.cases:
            output.print_words(indent(phrases.wins(wins_text(answer, goal.tricks, language)), "  "))
    if not answer.goals:
        output.print_words(phrases.say("nothing", answer.combination))
    output.print_words(
        phrases.expected(answer.expected, average_text(answer, language) or _begin(answer, language))
    )
    output.print_words(phrases.assumptions(answer))


def _worth_telling(answer: Solution) -> list[Goal]:
    """The goals that may fail, and the largest of the certain ones."""
    sure = [goal for goal in answer.goals if goal.odds.wins == goal.odds.cases]
    return [goal for goal in answer.goals if goal not in sure[1:]]


def _begin(answer: Solution, language: str) -> str | None:
    """The beginning of a line that has no short text."""
    if not answer.expected:
        return None
    said = first_play_text(answer, answer.best_for_average[0], language)
    return f"{said[:1].upper()}{said[1:]} …"


def _print_goal(answer: Solution, tricks: int, language: str) -> None:
    """One goal in full: the line, when it wins, the alternatives, and a chart of first plays."""
    if not answer.goal(tricks).odds.wins:
        output.print_words(language_of(language).hopeless(tricks))
        return
    said = goal_text(answer, tricks, language)
    output.print_words(said.headline)
    output.print_words(said.line or tree_text(answer, tricks, language))
    for sentence in said.sentences:
        output.print_words(sentence)
    print()
    output.print_words("\n".join(text_bars(_bars(answer, tricks, language))))
    output.print_words(language_of(language).assumptions(answer))


def _print_tree(answer: Solution, tricks: int | None, language: str) -> None:
    """The best line for a goal, or for the most tricks, as a tree."""
    goal = _most(answer) if tricks is None else tricks
    if not answer.goal(goal).odds.wins:
        output.print_words(language_of(language).hopeless(goal))
        return
    output.print_words(language_of(language).headline(answer.combination, goal, answer.goal(goal).odds))
    output.print_words(tree_text(answer, goal, language))
    output.print_words(language_of(language).say("legend"))


def _most(answer: Solution) -> int:
    """The largest number of tricks that has a chance."""
    if not answer.goals:
        raise OvertrickError(f"{answer.combination} makes no tricks")
    return answer.goals[0].tricks


def _print_tactics(answer: Solution) -> None:
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


def _print_lines(answer: Solution, language: str) -> None:
    """Every undominated line: its expected tricks, the chance of each goal, and words where there are any."""
    lines = answer.lines()
    output.print_words(language_of(language).say("lines", answer.combination, len(lines)))
    for line in lines[:_MOST_LINES]:
        _print_line(answer, line, language)
    if len(lines) > _MOST_LINES:
        output.note(f"{len(lines) - _MOST_LINES} more undominated lines: --json has them all")


def _print_contest(answer: Solution, stake: Stake | None, language: str) -> None:
    """The line that no other line beats, or that there is none."""
    phrases = language_of(language)
    lines = answer.lines(limit=600)
    contest = (
        at_matchpoints(lines, answer.weighed) if stake is None else at_imps(lines, answer.weighed, stake)
    )
    if contest.unbeaten:
        output.print_words(phrases.say("unbeaten", len(lines)))
        for place in contest.unbeaten:
            _print_line(answer, lines[place], language)
        return
    output.print_words(phrases.say("cycle", len(contest.cycle)))
    for place in contest.cycle:
        _print_line(answer, lines[place], language)


def _print_line(answer: Solution, line: Line, language: str) -> None:
    chances = ", ".join(
        f"{tricks}: {Odds.of(chance).percent}" for tricks, chance in enumerate(line.chances, 1) if chance
    )
    text = true_text(answer.plan_of(line), answer.combination, language, answer.chances.known)
    figures = language_of(language).line(line.expected, chances)
    output.print_words(figures + (f"\n  {text}" if text else ""))


# Pictures


def _bars(answer: Solution, tricks: int, language: str) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            first_play_text(answer, play, language),
            float(play.value),
            language_of(language).percent(Odds.of(play.value)),
        )
        for play in answer.first_plays(tricks)
    )


def _draw(answer: Solution, path: Path, tricks: int | None, language: str) -> None:
    """Write the chart of first plays into an SVG file."""
    if path.suffix.lower() != ".svg":
        raise OvertrickError(f"cannot draw into {str(path)!r}: expected a name ending in .svg")
    goal = _most(answer) if tricks is None else tricks
    title = language_of(language).headline(answer.combination, goal, answer.goal(goal).odds)
    output.write_text(path, bar_chart(Chart("first-plays", title, _bars(answer, goal, language))) + "\n")
    output.say(f"wrote {path}")


def _record(answer: Solution, wish: Wording, wanted: int | None = None, stake: Stake | None = None) -> Record:
    """The full record of a combination."""
    found: Record = {
        "north": letters(answer.combination.north) or "-",
        "south": letters(answer.combination.south) or "-",
    }
    if not answer.chances.is_plain:
        found["given"] = answer.chances.words
    if not answer.entries.are_free:
        found["entries"] = output.attributes(answer.entries, "north", "south")
    goals = [goal.tricks for goal in answer.goals] if wanted is None else [wanted]
    found["goals"] = [_goal_record(answer, tricks, wish) for tricks in goals]
    found |= {
        "expected": output.exact(answer.expected),
        "expected_fraction": str(answer.expected),
        "expected_first_plays": _plays(answer, answer.best_for_average),
        "expected_text": average_text(answer, wish.lang),
    }
    if wish.every:
        found["lines"] = [_line_record(line) for line in answer.lines()]
    if wish.matchpoints:
        found["matchpoints"] = _contest_record(at_matchpoints(answer.lines(), answer.weighed))
    if stake is not None:
        found["imps"] = _contest_record(at_imps(answer.lines(), answer.weighed, stake))
    return found


def _goal_record(answer: Solution, tricks: int, wish: Wording) -> Record:
    goal, text = answer.goal(tricks), line_text(answer, tricks, wish.lang)
    found: Record = {
        "tricks": tricks,
        "probability": output.exact(goal.odds.fraction),
        "fraction": str(goal.odds),
        "first_plays": _plays(answer, goal.first_plays),
        "text": text,
        "wins": wins_text(answer, tricks, wish.lang),
    }
    if wish.tree or text is None:
        found["tree"] = tree_text(answer, tricks, wish.lang)
    return found


def _plays(answer: Solution, plays: Iterable[FirstPlay]) -> list[str]:
    return [f"{'N' if play.seat is Seat.NORTH else 'S'}{answer.shown_card(play)}" for play in plays]


def _contest_record(contest: Contest) -> Record:
    chosen = contest.unbeaten or contest.cycle
    return {
        "unbeaten": bool(contest.unbeaten),
        "lines": [_line_record(contest.lines[place]) for place in chosen],
    }


def _line_record(line: Line) -> Record:
    return {
        "expected": output.exact(line.expected),
        "chances": [output.exact(chance) for chance in line.chances],
    }


def audit(
    file: Annotated[str, argument("FILE", "Published statements: holding | goal | line | odds; or - .")],
    known: DefenderOptions = NOTHING_KNOWN,
    as_json: Json = False,
) -> None:
    """Check published statements: every one with its verdict, and how many there are of each."""
    chances = known.chances
    items = list(read_statements(lines_of(file)))
    if not items:
        raise SuitError(f"there are no statements in {file!r}")
    found = Counter[str]()
    for item in followed(items, len(items), "checking"):
        if isinstance(item, SuitError):
            found[_UNREADABLE] += 1
            output.say(str(item))
            continue
        audited = audit_statement(item, chances)
        found[audited.verdict.value] += 1
        if as_json:
            output.print_json(_audit_record(audited, chances))
        else:
            output.print_words("\n".join(_audited_lines(audited, chances)))
    output.say(", ".join(f"{count} {verdict}" for verdict, count in found.most_common()))
    if found[_UNREADABLE]:
        raise SuitError("some lines could not be read")


def _audited_lines(audited: AuditResult, chances: Chances) -> Iterator[str]:
    item = audited.statement
    goal = "expected tricks" if not item.goal else f"{item.goal} tricks" if item.goal > 1 else "1 trick"
    is_part = audited.verdict is Verdict.AGREES and audited.plan is not None and not audited.is_whole
    more = ", as far as it goes" if is_part else ""
    yield f"{item.combination}, {goal}: {audited.verdict.value}{more}"
    yield f"  claimed: {item.line} ({item.odds})" + (f" [{item.source}]" if item.source else "")
    if audited.fault:
        yield f"  {audited.fault}"
    if audited.verdict is Verdict.AGREES:
        return
    if audited.value is not None and not audited.is_whole:
        rest = f", with the best continuation {_claimed_value(audited, audited.at_best)}"
        yield f"  as printed: {_claimed_value(audited, audited.value)}{rest}"
    answer = solve(item.combination, chances)
    text = line_text(answer, item.goal) if item.goal else average_text(answer)
    yield f"  the best: {_claimed_value(audited, audited.best)}" + (f", {text}" if text else "")
    for said, layouts in (("it loses", audited.refuting), ("overlooked", audited.overlooked)):
        if layouts:
            cover = cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed)
            yield f"  {said}: {cover}"


def _claimed_value(audited: AuditResult, value: Fraction) -> str:
    if audited.statement.goal:
        return f"{Odds.of(value).percent} ({value})"
    return f"{float(value):.4f} tricks"


def _audit_record(audited: AuditResult, chances: Chances) -> Record:
    item, answer = audited.statement, solve(audited.statement.combination, chances)
    return {
        "line": item.number,
        "combination": str(item.combination),
        "goal": item.goal or "expected",
        "claimed": {"line": item.line, "odds": item.odds, "source": item.source},
        "verdict": audited.verdict.value,
        "value": None if audited.value is None else output.exact(audited.value),
        "at_best": output.exact(audited.at_best),
        "whole": audited.is_whole,
        "best": output.exact(audited.best),
        "refuting": [str(answer.layouts[place]) for place in indices(audited.refuting)],
        "overlooked": [str(answer.layouts[place]) for place in indices(audited.overlooked)],
        "fault": audited.fault,
    }


SUBCOMMANDS = {"audit": audit}
