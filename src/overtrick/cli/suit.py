"""``overtrick suit``: how to play a suit combination, with exact odds and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from overtrick.cli import output
from overtrick.cli.lines import lines_of, problems_in
from overtrick.cli.options import Batch, Json, argument, exclusive, flag, option, parsed
from overtrick.cli.output import Record
from overtrick.cli.terminal import bar
from overtrick.core import Odds, OvertrickError, Seat
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
from overtrick.suits.audit import audit as audit_claim
from overtrick.suits.covers import describe
from overtrick.suits.holding import LETTERS, letters
from overtrick.suits.inputs import read_entries, read_known, read_lengths, read_stake, read_vacant
from overtrick.suits.words import (
    PHRASES,
    average_text,
    cover_text,
    first_play_text,
    goal_text,
    line_text,
    tree_text,
    true_text,
    wins_text,
)

__all__ = ["SUBCOMMANDS", "suit"]


_MOST_LINES = 20
_NOT_A_CLAIM = "not a claim"


# Options


class Pair(NamedTuple):
    """Two numbers of cards: the fewest and the most, or West's and East's."""

    first: int
    second: int


def _pair(read: Callable[[str], tuple[int, int]]) -> Callable[[str], Pair]:
    return lambda text: Pair(*read(text))


Vacant = Annotated[
    Pair | None,
    parsed(
        _pair(read_vacant),
        "--vacant",
        "W-E",
        "Vacant places, this suit included.",
        usage=True,
    ),
]
West = Annotated[
    Pair, parsed(_pair(read_lengths), "--west", "N-M", "West's length: 2-4, 3, 0-2.", usage=True)
]
East = Annotated[Pair, parsed(_pair(read_lengths), "--east", "N-M", "East's length.", usage=True)]
WestHolds = Annotated[
    int, parsed(read_known, "--west-holds", "CARDS", "Cards known to be with West.", usage=True)
]
EastHolds = Annotated[
    int, parsed(read_known, "--east-holds", "CARDS", "Cards known to be with East.", usage=True)
]
Coins = Annotated[bool, flag("--coins", "The odds of 1992: each card like the toss of a coin.")]
_ANY_LENGTH = Pair(0, 13)


def suit(
    north: Annotated[
        str | None, typer.Argument(help="North's cards: AQT, AK9xx, or - for a void; x is small.")
    ] = None,
    south: Annotated[str | None, typer.Argument(help="South's cards.")] = None,
    goal: Annotated[str | None, option("--goal", "N", "Only so many tricks, or max, in detail.")] = None,
    vacant: Vacant = None,
    west: West = _ANY_LENGTH,
    east: East = _ANY_LENGTH,
    west_holds: WestHolds = 0,
    east_holds: EastHolds = 0,
    coins: Coins = False,
    entries: Annotated[
        Entries,
        parsed(read_entries, "--entries", "N=1,S=2", "Entries in other suits.", usage=True),
    ] = Entries(),  # noqa: B008
    matchpoints: Annotated[bool, flag("--matchpoints", "The line that beats every other line.")] = False,
    imps: Annotated[
        str | None,
        option("--imps", "3NT=4", "The best line at IMPs; here 3NT needs four tricks of the suit."),
    ] = None,
    vul: Annotated[str | None, typer.Option(help="For --imps: None, NS, EW or Both.")] = None,
    every: Annotated[bool, flag("--all", "Every undominated line.")] = False,
    tree: Annotated[bool, flag("--tree", "The best line as a tree of tactics.")] = False,
    tactics: Annotated[bool, flag("--tactics", "Critical cards and the tactics that apply.")] = False,
    lang: Annotated[str, option("--lang", "LANGUAGE", "en or de.")] = "en",
    chart: Annotated[
        Path | None, option("--chart", "FILE.svg", "Draw the chances of every first play.")
    ] = None,
    batch: Batch = None,
    as_json: Json = False,
) -> None:
    """Play a suit combination: the best lines, their odds, and why.

    Against best defence, with entries as needed, unless you say otherwise.
    """
    exclusive(batch=batch, all=every, tree=tree, tactics=tactics, matchpoints=matchpoints, imps=imps)
    is_comparison = every or tactics or matchpoints or imps is not None
    for is_wrong, said in (
        (batch is not None and north is not None, "give a combination, or a file of them, not both"),
        (batch is not None and chart is not None, "--chart is for one combination"),
        (
            (batch is not None or is_comparison) and goal is not None,
            "--goal is for one combination, alone or with --tree, --chart and --json",
        ),
        (vul is not None and imps is None, "--vul is for --imps"),
        (tactics and as_json, "--tactics has no --json"),
        (north is None and batch is None, "give North's and South's cards, as in 'overtrick suit AQT 43'"),
    ):
        if is_wrong:
            raise typer.BadParameter(said)
    chances = _chances(vacant, west, east, west_holds, east_holds, coins)
    if north is None:
        _print_batch(batch or "-", chances, entries, lang)
        return
    combination = Combination.parse(north) if south is None else Combination.of(north, south)
    answer = solve(combination, chances, entries)
    tricks = None if goal is None else _goal(goal, answer)
    stake = None if imps is None else _stake(imps, vul or "None")
    if chart is not None:
        _draw(answer, chart, tricks, lang)
    if as_json:
        output.print_json(_record(answer, lang, tricks, every, tree, matchpoints, stake))
    elif tactics:
        _print_tactics(answer)
    elif every:
        _print_lines(answer, lang)
    elif tree:
        _print_tree(answer, tricks, lang)
    elif matchpoints or stake is not None:
        _print_contest(answer, stake, lang)
    elif tricks is not None:
        _print_goal(answer, tricks, lang)
    else:
        _print_answer(answer, lang)


def _chances(
    vacant: Pair | None, west: Pair, east: Pair, west_holds: int, east_holds: int, coins: bool
) -> Chances:
    exclusive(coins=coins, vacant=vacant)
    return Chances(vacant or (13, 13), west, east, west_holds, east_holds, coins)


def _goal(text: str, answer: Solution) -> int:
    if text == "max":
        return answer.goals[0].tricks if answer.goals else 1
    if not text.isascii() or not text.isdigit() or not int(text[:9]):
        raise typer.BadParameter(f"{text[:40]!r}: expected a number of tricks, or max", param_hint="'--goal'")
    answer.goal(int(text[:9]))  # says what is wrong with it
    return int(text[:9])


def _stake(text: str, vul: str) -> Stake:
    try:
        return read_stake(text, vul)
    except SuitError as error:
        raise typer.BadParameter(str(error), param_hint="'--imps'") from None


# For people


def _print_answer(answer: Solution, language: str) -> None:
    """Every goal with its odds and its line, and the expected number of tricks."""
    phrases = PHRASES[_known(language)]
    for goal in _worth_telling(answer):
        output.print_words(phrases.headline(answer.combination, goal.tricks, goal.odds))
        line = line_text(answer, goal.tricks, language)
        output.print_words(_indented(line or tree_text(answer, goal.tricks, language)))
        if goal.odds.wins < goal.odds.cases:
            output.print_words(_indented(phrases.wins(wins_text(answer, goal.tricks, language))))
    if not answer.goals:
        output.print_words(phrases.say("nothing", answer.combination))
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


def _print_goal(answer: Solution, tricks: int, language: str) -> None:
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


def _print_tree(answer: Solution, tricks: int | None, language: str) -> None:
    """The best line for a goal, or for the most tricks, as a tree."""
    goal = _most(answer) if tricks is None else tricks
    if not answer.goal(goal).odds.wins:
        output.print_words(PHRASES[_known(language)].hopeless(goal))
        return
    output.print_words(PHRASES[_known(language)].headline(answer.combination, goal, answer.goal(goal).odds))
    output.print_words(tree_text(answer, goal, language))
    output.print_words(PHRASES[language].say("legend"))


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
    output.print_words(PHRASES[_known(language)].say("lines", answer.combination, len(lines)))
    for line in lines[:_MOST_LINES]:
        _print_line(answer, line, language)
    if len(lines) > _MOST_LINES:
        output.note(f"{len(lines) - _MOST_LINES} more undominated lines: --json has them all")


def _print_contest(answer: Solution, stake: Stake | None, language: str) -> None:
    """The line that no other line beats, or that there is none."""
    phrases = PHRASES[_known(language)]
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
    text = true_text(answer.plan_of(line), answer.combination, _known(language), answer.chances.known)
    figures = PHRASES[language].line(line.expected, chances)
    output.print_words(figures + (f"\n  {text}" if text else ""))


# Pictures


def _first_plays_chart(answer: Solution, tricks: int | None, language: str) -> Chart:
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


def _draw(answer: Solution, path: Path, tricks: int | None, language: str) -> None:
    """Write the chart of first plays into an SVG file."""
    if path.suffix.lower() != ".svg":
        raise OvertrickError(f"cannot draw into {str(path)!r}: expected a name ending in .svg")
    output.write_text(path, bar_chart(_first_plays_chart(answer, tricks, language)) + "\n")
    output.say(f"wrote {path}")


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.splitlines())


def _known(language: str) -> str:
    if language not in PHRASES:
        raise OvertrickError(f"there are no words for suits in {language!r}: expected {' or '.join(PHRASES)}")
    return language


def _record(
    answer: Solution,
    language: str,
    wanted: int | None = None,
    every: bool = False,
    tree: bool = False,
    matchpoints: bool = False,
    stake: Stake | None = None,
) -> Record:
    """Everything a script may want to know of a combination."""
    found: Record = {
        "north": letters(answer.combination.north) or "-",
        "south": letters(answer.combination.south) or "-",
    }
    if not answer.chances.is_plain:
        found["given"] = answer.chances.words
    if not answer.entries.are_free:
        found["entries"] = output.attributes(answer.entries, "north", "south")
    goals = [goal.tricks for goal in answer.goals] if wanted is None else [wanted]
    found["goals"] = [_goal_record(answer, tricks, language, tree) for tricks in goals]
    found["expected"] = _number(answer.expected)
    found["expected_fraction"] = str(answer.expected)
    found["expected_first_plays"] = _plays(answer, answer.best_for_average)
    found["expected_text"] = average_text(answer, language)
    if every:
        found["lines"] = [_line_record(line) for line in answer.lines()]
    if matchpoints:
        found["matchpoints"] = _contest_record(at_matchpoints(answer.lines(), answer.weighed))
    if stake is not None:
        found["imps"] = _contest_record(at_imps(answer.lines(), answer.weighed, stake))
    return found


def _goal_record(answer: Solution, tricks: int, language: str, tree: bool) -> Record:
    goal, text = answer.goal(tricks), line_text(answer, tricks, language)
    found: Record = {
        "tricks": tricks,
        "probability": _number(goal.odds.fraction),
        "fraction": str(goal.odds),
        "first_plays": _plays(answer, goal.first_plays),
        "text": text,
        "wins": wins_text(answer, tricks, language),
    }
    if tree or text is None:
        found["tree"] = tree_text(answer, tricks, language)
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
    return {"expected": _number(line.expected), "chances": [_number(chance) for chance in line.chances]}


def _number(value: Fraction) -> float:
    return round(float(value), 12)


def _print_batch(name: str, chances: Chances, entries: Entries, language: str) -> None:
    """One record for each line that holds a problem; a bad line gets a record that says what is wrong."""
    is_wrong = False
    for number, text in problems_in(name):
        try:
            output.print_json(_record(solve(Combination.parse(text), chances, entries), language))
        except OvertrickError as error:
            is_wrong = True
            output.print_json({"line": number, "problem": text, "error": str(error)})
    if is_wrong:
        raise OvertrickError("some lines are no problems; their records say why")


def audit(
    file: Annotated[str, argument("FILE", "Published claims: holding | goal | line | odds; or - .")],
    vacant: Vacant = None,
    west: West = _ANY_LENGTH,
    east: East = _ANY_LENGTH,
    west_holds: WestHolds = 0,
    east_holds: EastHolds = 0,
    coins: Coins = False,
    as_json: Json = False,
) -> None:
    """Check published claims: every one with its verdict, and how many there are of each."""
    chances = _chances(vacant, west, east, west_holds, east_holds, coins)
    claims = list(read_statements(lines_of(file)))
    if not claims:
        raise SuitError(f"there are no claims in {file!r}")
    found = Counter[str]()
    with bar("checking") as progress:
        for done, claim in enumerate(claims):
            if isinstance(claim, SuitError):
                found[_NOT_A_CLAIM] += 1
                output.say(str(claim))
            else:
                audited = audit_claim(claim, chances)
                found[audited.verdict.value] += 1
                if as_json:
                    output.print_json(_audit_record(audited, chances))
                else:
                    _print_audited(audited, chances)
            if progress is not None:
                progress(done + 1, len(claims))
    output.say(", ".join(f"{count} {verdict}" for verdict, count in found.most_common()))
    if found[_NOT_A_CLAIM]:
        raise SuitError("some lines are no claims")


def _print_audited(audited: AuditResult, chances: Chances) -> None:
    claim = audited.statement
    goal = "expected tricks" if not claim.goal else f"{claim.goal} tricks" if claim.goal > 1 else "1 trick"
    is_part = audited.verdict is Verdict.AGREES and audited.plan is not None and not audited.is_whole
    more = ", as far as it goes" if is_part else ""
    output.print_words(f"{claim.combination}, {goal}: {audited.verdict.value}{more}")
    output.print_words(
        f"  claimed: {claim.line} ({claim.odds})" + (f" [{claim.source}]" if claim.source else "")
    )
    if audited.fault:
        output.print_words(f"  {audited.fault}")
    if audited.verdict is Verdict.AGREES:
        return
    if audited.value is not None and not audited.is_whole:
        rest = f", with the best continuation {_claimed_value(audited, audited.at_best)}"
        output.print_words(f"  as printed: {_claimed_value(audited, audited.value)}{rest}")
    answer = solve(claim.combination, chances)
    text = line_text(answer, claim.goal) if claim.goal else average_text(answer)
    output.print_words(f"  the best: {_claimed_value(audited, audited.best)}" + (f", {text}" if text else ""))
    for said, layouts in (("it loses", audited.refuting), ("overlooked", audited.overlooked)):
        if layouts:
            cover = cover_text(describe(answer.layouts, layouts, answer.possible), answer.weighed)
            output.print_words(f"  {said}: {cover}")


def _claimed_value(audited: AuditResult, value: Fraction) -> str:
    if audited.statement.goal:
        return f"{Odds.of(value).percent} ({value})"
    return f"{float(value):.4f} tricks"


def _audit_record(audited: AuditResult, chances: Chances) -> Record:
    claim, answer = audited.statement, solve(audited.statement.combination, chances)
    return {
        "line": claim.number,
        "combination": str(claim.combination),
        "goal": claim.goal or "expected",
        "claimed": {"line": claim.line, "odds": claim.odds, "source": claim.source},
        "verdict": audited.verdict.value,
        "value": None if audited.value is None else round(float(audited.value), 12),
        "at_best": round(float(audited.at_best), 12),
        "whole": audited.is_whole,
        "best": round(float(audited.best), 12),
        "refuting": [str(answer.layouts[place]) for place in _places(audited.refuting)],
        "overlooked": [str(answer.layouts[place]) for place in _places(audited.overlooked)],
        "fault": audited.fault,
    }


def _places(layouts: int) -> list[int]:
    return [place for place in range(layouts.bit_length()) if layouts >> place & 1]


SUBCOMMANDS = {"audit": audit}
