"""``overtrick squeeze``: find squeezes, name them, plan them, and explain why they work."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import typer

from overtrick.cli import options, output
from overtrick.cli.files import boards_in
from overtrick.cli.lines import lines_of, print_records, problems_in
from overtrick.cli.options import number
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.squeeze_output import (
    MOST_CARDS_FOR_PLANS,
    draw,
    print_divisions,
    print_report,
    report_record,
    short_record,
)
from overtrick.cli.terminal import bar, followed, tracked
from overtrick.core import (
    Card,
    CardSet,
    Contract,
    Deal,
    Holds,
    NotationError,
    OvertrickError,
    Seat,
    Side,
    Strain,
)
from overtrick.formats import fingerprint
from overtrick.render import DEFAULT_THEME, Diagram, Theme, describe, line
from overtrick.squeezes import Ending, Report, analyse
from overtrick.squeezes.audit import AuditedLine, Verdict, audit_line, statements_in, summary
from overtrick.squeezes.divisions import UndividedEnding
from overtrick.squeezes.exercises import Exercise
from overtrick.squeezes.exercises import make as make_exercises
from overtrick.squeezes.kinds import Kind, Modifier
from overtrick.squeezes.near_misses import near_miss
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.report import DealSqueeze
from overtrick.squeezes.whole_deals import ScannedBoard, squeeze_in
from overtrick.squeezes.whole_deals import scan as scan_boards
from overtrick.squeezes.words import text
from overtrick.squeezes.words.deals import deal_text, exercise_text, line_text
from overtrick.squeezes.words.plans import plan_text
from overtrick.squeezes.words.texts import near_miss_text, verdict_text

__all__ = ["SUBCOMMANDS", "squeeze"]


_SEEDS = 1 << 32
_EXAMPLE = "N:Q.AJ.. T9...3 2.3..A K.KQ.."


def _kind(said: str) -> Kind:
    """A type of squeeze by its name."""
    name = " ".join(said.lower().replace("_", " ").split()).removesuffix(" squeeze")
    for kind in Kind:
        if name in (str(kind), str(kind).replace("-", " ")):
            return kind
    if name in tuple(Modifier):
        raise OvertrickError(f"{said!r} is no type of squeeze but what a squeeze of some type may be besides")
    raise OvertrickError(f"{said!r} is not a type of squeeze: expected one of {', '.join(Kind)}")


# An ending


def squeeze(
    ending: Annotated[
        list[str] | None,
        options.argument("ENDING", "Four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'; - for a hidden hand."),
    ] = None,
    strain: options.StrainOption = None,
    leader: Annotated[Seat | None, options.seat_option("--leader", "Who leads (default South).")] = None,
    side: Annotated[
        Side | None, options.parsed(Side.parse, "--side", "SIDE", "Who wants tricks: NS or EW (default NS).")
    ] = None,
    out: Annotated[
        CardSet | None, options.cards_option("--out", "Cards of two hidden hands: 'KT9.KQ..3'.")
    ] = None,
    east_holds: Annotated[
        CardSet | None, options.cards_option("--east-holds", "With --out: East's known cards.")
    ] = None,
    west_holds: Annotated[
        CardSet | None, options.cards_option("--west-holds", "With --out: West's known cards.")
    ] = None,
    batch: options.Batch = None,
    to_file: options.Output = None,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Find the squeeze in an ending: its name, its victim, and how to play it.

    Without --strain it is at notrump. With two hidden hands and --out it is asked of every division of their
    cards. With --batch each line is 'DEAL;strain;leader'.
    """
    options.exclusive(output=to_file, json=style.as_json)
    options.exclusive(batch=batch, out=out)
    text = " ".join(ending or [])
    if batch is not None:
        if text:
            raise typer.BadParameter("an ending does not go with --batch")
        of_ending = {"strain": strain, "leader": leader, "side": side, "output": to_file}
        options.useless(
            "--batch says it line by line", **of_ending, east_holds=east_holds, west_holds=west_holds
        )
        problems = problems_in(batch)
        watched = followed(problems, len(problems), "looking for squeezes")
        print_records(watched, lambda line, text: {"line": line, **short_record(_analysed(text))}, "ending")
    elif out is not None:
        options.useless("--out is for North and South", side=side, output=to_file)
        known = ((Seat.EAST, east_holds or ()), (Seat.WEST, west_holds or ()))
        facts = tuple(Holds(seat, card) for seat, cards in known for card in cards)
        whole, at, by = _position(text, strain, leader)
        print_divisions(UndividedEnding(whole, out, at, by, facts), style)
    else:
        options.useless("they say something about --out", east_holds=east_holds, west_holds=west_holds)
        attackers = Side.NS if side is None else side
        report = analyse(Ending(*_position(text, strain, leader), attackers=attackers))
        if to_file is not None:
            draw(report, to_file, theme, style)
        elif style.as_json:
            output.print_json(report_record(report))
        else:
            print_report(report, theme, style)


def _analysed(text: str) -> Report:
    return analyse(Ending.parse(text if ";" in text else f"{text};NT;S"))


def _position(text: str, strain: Strain | None, leader: Seat | None) -> tuple[Deal, Strain, Seat]:
    """Deal, strain and leader, from the text and the options."""
    if not text:
        raise NotationError(f"which ending? Give four hands, as in {_EXAMPLE!r}")
    deal, *said = (part.strip() for part in text.split(";"))
    if not deal or len(said) not in (0, 2):
        raise NotationError(f"{text!r} is not an ending: expected four hands, as in {_EXAMPLE!r}")
    usual_strain, usual_leader = said or ("NT", "S")
    return (
        Deal.parse(deal),
        Strain.parse(usual_strain) if strain is None else strain,
        Seat.parse(usual_leader) if leader is None else leader,
    )


# Whole deals


def deal(
    words: Annotated[list[str], options.argument("DEAL", "A whole deal.")],
    contract: Annotated[Contract, options.parsed(Contract.parse, "--contract", "'6H by S'", "The contract.")],
    lead: Annotated[Card | None, options.parsed(Card.parse, "--lead", "CARD", "The opening lead.")] = None,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Is the contract of a whole deal made only by a squeeze, against whom, and when?"""
    whole = Deal.parse(" ".join(words))
    found = squeeze_in(whole, contract, lead)
    if style.as_json:
        output.print_json({"deal": whole, "contract": contract, **_deal_record(found)})
        return
    style.print_words(deal_text(found, contract))
    for said in line_text(found):
        style.print_words(f"  {said}")
    if found.line is not None and found.line.report is not None:
        print()
        style.print_values([found.line.report], theme)
        print()
        style.print_words(text(found.line.report))


def _deal_record(found: DealSqueeze) -> Record:
    line = found.line
    return {
        "lead": found.play.cards[0],
        **output.attributes(found, "declarer", "tricks", "target", "outcome", "victims"),
        "type": found.kind,
        **output.attributes(line, "matrix_trick", "squeeze_trick"),
        "play": None if line is None else line.play.cards,
        "ending": None if line is None or line.report is None else short_record(line.report),
    }


def scan(
    file: Annotated[str, options.argument("FILE", "A file of boards, in any format.")],
    kind: Annotated[
        Kind | None, options.parsed(_kind, "--type", "TYPE", "Only this type of squeeze.")
    ] = None,
    victim: Annotated[Seat | None, options.seat_option("--victim", "Only against this defender.")] = None,
    board: options.BoardNumber = None,
    style: Style = PLAIN,
) -> None:
    """Look for squeezes in a file of boards: every board whose contract depends on one."""
    counted = Counter[str]()
    found = scan_boards(
        (record.board for record in boards_in(file, board)),
        kinds=None if kind is None else (kind,),
        victims=None if victim is None else (victim,),
    )
    for each in tracked(found, file):
        counted["board"] += 1
        if each.remark:
            output.say(f"board {_number(each)}: {each.remark}")
        elif each.is_squeeze:
            counted["squeeze"] += 1
            _print_found(each, style)
        elif not each.is_complete:
            output.say(f"board {_number(each)}: whether a squeeze is needed was not found out")
    boards, is_filtered = counted["board"], (kind, victim) != (None, None)
    seen = "" if is_filtered else f" in {boards:,} board{'' if boards == 1 else 's'}"
    output.say(f"{output.counted(counted['squeeze'], 'squeeze')}{seen}")


def _print_found(found: ScannedBoard, style: Style) -> None:
    if found.squeeze is None or found.contract is None:
        return
    if style.as_json:
        about: Record = {"board": found.board.number, "place": found.place, "deal": found.board.deal}
        about |= {"contract": found.contract, "par": found.is_par}
        output.print_json(about | _deal_record(found.squeeze))
        return
    par = " (par contract)" if found.is_par else ""
    style.print_words(f"Board {_number(found)}{par}: {deal_text(found.squeeze, found.contract)}")


def _number(found: ScannedBoard) -> str:
    return str(found.board.number) if found.board.number is not None else f"in place {found.place}"


def make(
    kind: Annotated[list[str], options.argument("TYPE", "The type of squeeze, like simple.")],
    n: Annotated[int, number("How many exercises (default 1).")] = 1,
    cards: Annotated[int, number("Cards in each hand (default 5).", "--cards", least=2)] = 5,
    seed: options.Seed = None,
    strain: options.StrainOption = None,
    to_file: options.Output = None,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Make exercises: the ending, the question, the answer and a near miss."""
    options.exclusive(output=to_file, json=style.as_json)
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    with bar("making exercises") as progress:
        exercises = make_exercises(
            _kind(" ".join(kind)), cards, seed=chosen, strain=strain, count=n, progress=progress
        )
    if to_file is not None:
        shown = [diagram for exercise in exercises for diagram in _sheet(exercise)]
        deals = (exercise.ending.deal for exercise in exercises)
        output.write_picture(to_file, shown, fingerprint(deals), theme, style)
    elif style.as_json:
        for exercise in exercises:
            output.print_json(_exercise_record(exercise, chosen))
    else:
        for number, exercise in enumerate(exercises):
            if number:
                print()
            _print_exercise(exercise, theme, style)
    output.say(f"seed {chosen}")


def _print_exercise(exercise: Exercise, theme: Theme, style: Style) -> None:
    question, answer = exercise_text(exercise)
    style.print_values([exercise.ending], theme)
    print()
    style.print_words(question)
    print()
    style.print_words(f"Answer: {answer}")
    for words in _plan_lines(exercise):
        style.print_words(f"  {words}")
    print()
    style.print_values([exercise.twin_report], theme)
    miss = near_miss(exercise.twin)
    if miss is not None:
        print()
        style.print_words(near_miss_text(miss))


def _plan_lines(exercise: Exercise) -> list[str]:
    squeeze = exercise.report.squeeze
    if squeeze is None or exercise.ending.cards > MOST_CARDS_FOR_PLANS:
        return []
    return plan_text(plan_for(exercise.ending, line=squeeze.first.play.cards))


def _sheet(exercise: Exercise) -> list[Diagram]:
    """The question with its ending, then the answer with the marked one."""
    question, answer = exercise_text(exercise)
    asked, marked = describe(exercise.ending), describe(exercise.report)
    return [
        replace(asked, notes=(*asked.notes, line(question))),
        replace(
            marked,
            notes=(*marked.notes, line(answer), *map(line, _plan_lines(exercise))),
            below=(*marked.below, describe(exercise.twin_report)),
        ),
    ]


def _exercise_record(exercise: Exercise, seed: int) -> Record:
    question, answer = exercise_text(exercise)
    return {
        **short_record(exercise.report),
        "twin": short_record(exercise.twin_report),
        "difficulty": exercise.difficulty,
        "question": question,
        "answer": answer,
        "seed": seed,
    }


def audit(
    file: Annotated[str, options.argument("FILE", "Published endings, one a line; or - .")],
    style: Style = PLAIN,
) -> None:
    """Check published endings: every one with its verdict, and how many there are of each."""
    items = list(statements_in(lines_of(file)))
    if not items:
        raise OvertrickError(f"there are no endings in {file!r}")
    findings = list[AuditedLine]()
    for place, item in followed(items, len(items), "checking"):
        finding = audit_line(item, place)
        findings.append(finding)
        style.print_answer(_finding_record(finding), _finding_lines(finding))
    found = summary(findings)
    output.say(", ".join(f"{number} {verdict}" for verdict, number in reversed(found.items())))
    if Verdict.UNREADABLE in found:
        raise OvertrickError("some lines could not be read")


def _finding_lines(finding: AuditedLine) -> Iterator[str]:
    item = finding.statement
    source = f" [{item.source}]" if item is not None and item.source else ""
    yield f"{finding.text.split('|')[0].strip()}{source}"
    yield f"  {verdict_text(finding)}"


def _finding_record(finding: AuditedLine) -> Record:
    item, report = finding.statement, finding.report
    return {
        "line": finding.number,
        "claim": finding.text,
        **output.attributes(finding, "verdict", "verdicts"),
        **output.attributes(item, "source"),
        "text": verdict_text(finding),
        "found": None if report is None else short_record(report),
    }


SUBCOMMANDS = {"deal": deal, "scan": scan, "make": make, "audit": audit}
