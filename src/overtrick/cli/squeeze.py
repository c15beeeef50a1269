"""``overtrick squeeze``: is there a squeeze, what is it called, how is it played, and why does it work?"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.files import boards_in
from overtrick.cli.lines import lines_of, problems_in
from overtrick.cli.options import (
    Ascii,
    Batch,
    BoardNumber,
    Colours,
    Json,
    Output,
    Seed,
    StrainOption,
    argument,
    exclusive,
    number,
    parsed,
    useless,
)
from overtrick.cli.output import Record
from overtrick.cli.squeeze_output import (
    MOST_CARDS_FOR_PLANS,
    draw,
    print_batch,
    print_divisions,
    print_report,
    report_record,
    short_record,
)
from overtrick.cli.terminal import bar, tracked
from overtrick.core import Card, CardSet, Contract, Deal, NotationError, OvertrickError, Seat, Side, Strain
from overtrick.formats import fingerprint
from overtrick.render import DEFAULT_THEME, Diagram, Theme, describe, line
from overtrick.squeezes import Ending, analyse
from overtrick.squeezes.audit import AuditedLine, Verdict, audit_line, statements_in, summary
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


def _kind(said: str) -> Kind:
    """A type of squeeze by its name."""
    name = " ".join(said.lower().replace("_", " ").split()).removesuffix(" squeeze")
    for kind in Kind:
        if name in (str(kind), str(kind).replace("-", " ")):
            return kind
    if name in tuple(Modifier):
        raise OvertrickError(f"{said!r} is no type of squeeze but what a squeeze of some type may be besides")
    raise OvertrickError(f"{said!r} is not a type of squeeze: expected one of {', '.join(Kind)}")


Kinds = Annotated[Kind | None, parsed(_kind, "--type", "TYPE", "Only this type of squeeze.")]


# An ending


def squeeze(
    ending: Annotated[
        list[str] | None,
        argument("ENDING", "Four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'; - for a hidden hand."),
    ] = None,
    strain: StrainOption = None,
    leader: Annotated[
        Seat | None, parsed(Seat.parse, "--leader", "SEAT", "Who leads (default South).")
    ] = None,
    side: Annotated[
        Side | None, parsed(Side.parse, "--side", "SIDE", "Who wants tricks: NS or EW; NS.")
    ] = None,
    out: Annotated[
        CardSet | None,
        parsed(CardSet.parse, "--out", "CARDS", "Cards of two hidden hands: 'KT9.KQ..3'."),
    ] = None,
    east_holds: Annotated[
        CardSet | None,
        parsed(CardSet.parse, "--east-holds", "CARDS", "With --out: East's known cards."),
    ] = None,
    west_holds: Annotated[
        CardSet | None,
        parsed(CardSet.parse, "--west-holds", "CARDS", "With --out: West's known cards."),
    ] = None,
    batch: Batch = None,
    to_file: Output = None,
    theme: Colours = DEFAULT_THEME,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Find the squeeze in an ending: its name, its victim, and how to play it.

    Without --strain it is at notrump. With two hidden hands and --out it is asked of every division of their
    cards. With --batch each line is 'DEAL;strain;leader'.
    """
    exclusive(output=to_file, json=as_json)
    exclusive(batch=batch, out=out)
    text = " ".join(ending or [])
    if batch is not None:
        if text:
            raise typer.BadParameter("an ending does not go with --batch")
        of_ending = {"strain": strain, "leader": leader, "side": side, "output": to_file}
        useless("--batch says it line by line", **of_ending, east_holds=east_holds, west_holds=west_holds)
        print_batch(problems_in(batch))
    elif out is not None:
        useless("--out is for North and South", side=side, output=to_file)
        known = {Seat.EAST: east_holds or CardSet(), Seat.WEST: west_holds or CardSet()}
        print_divisions(*_position(text, strain, leader), out, known, as_json)
    else:
        useless("they say something about --out", east_holds=east_holds, west_holds=west_holds)
        attackers = Side.NS if side is None else side
        report = analyse(Ending(*_position(text, strain, leader), attackers=attackers))
        if to_file is not None:
            draw(report, to_file, theme, ascii_only)
        elif as_json:
            output.print_json(report_record(report))
        else:
            print_report(report, theme, ascii_only)


def _position(text: str, strain: Strain | None, leader: Seat | None) -> tuple[Deal, Strain, Seat]:
    """Deal, strain and leader, from the text and the options."""
    if not text:
        raise NotationError("which ending? Give four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'")
    deal, *said = (part.strip() for part in text.split(";"))
    if not deal or len(said) not in (0, 2):
        raise NotationError(
            f"{text!r} is not an ending: expected four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'"
        )
    usual_strain, usual_leader = said or ("NT", "S")
    return (
        Deal.parse(deal),
        Strain.parse(usual_strain) if strain is None else strain,
        Seat.parse(usual_leader) if leader is None else leader,
    )


# Whole deals


def deal(
    words: Annotated[list[str], argument("DEAL", "A whole deal.")],
    contract: Annotated[Contract, parsed(Contract.parse, "--contract", "'6H by S'", "The contract.")],
    lead: Annotated[Card | None, parsed(Card.parse, "--lead", "CARD", "The opening lead.")] = None,
    theme: Colours = DEFAULT_THEME,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Is the contract of a whole deal made only by a squeeze, against whom, and when?"""
    whole = Deal.parse(" ".join(words))
    found = squeeze_in(whole, contract, lead)
    if as_json:
        output.print_json({"deal": whole, "contract": contract, **_deal_record(found)})
        return
    output.print_words(deal_text(found, contract))
    for said in line_text(found):
        output.print_words(f"  {said}")
    if found.line is not None and found.line.report is not None:
        print()
        output.print_values([found.line.report], theme, ascii_only)
        print()
        output.print_words(text(found.line.report))


def _deal_record(found: DealSqueeze) -> Record:
    line = found.line
    return {
        "lead": found.play.cards[0],
        **output.attributes(found, "declarer", "tricks", "target", "outcome", "victims"),
        "type": found.kind,
        "matrix_trick": None if line is None else line.matrix_trick,
        "squeeze_trick": None if line is None else line.squeeze_trick,
        "play": None if line is None else line.play.cards,
        "ending": None if line is None or line.report is None else short_record(line.report),
    }


def scan(
    file: Annotated[str, argument("FILE", "A file of boards, in any format.")],
    kind: Kinds = None,
    victim: Annotated[
        Seat | None, parsed(Seat.parse, "--victim", "SEAT", "Only against this defender.")
    ] = None,
    board: BoardNumber = None,
    as_json: Json = False,
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
            _print_found(each, as_json)
        elif not each.is_complete:
            output.say(f"board {_number(each)}: whether a squeeze is needed was not found out")
    is_filtered = kind is not None or victim is not None
    seen = "" if is_filtered else f" in {counted['board']:,} boards"
    output.say(f"{output.counted(counted['squeeze'], 'squeeze')}{seen}")


def _print_found(found: ScannedBoard, as_json: bool) -> None:
    if found.squeeze is None or found.contract is None:
        return
    if as_json:
        output.print_json(
            {
                "board": found.board.number,
                "place": found.place,
                "deal": found.board.deal,
                "contract": found.contract,
                "par": found.is_par,
                **_deal_record(found.squeeze),
            }
        )
        return
    par = " (par contract)" if found.is_par else ""
    output.print_words(f"Board {_number(found)}{par}: {deal_text(found.squeeze, found.contract)}")


def _number(found: ScannedBoard) -> str:
    return str(found.board.number) if found.board.number is not None else f"in place {found.place}"


def make(
    kind: Annotated[list[str], argument("TYPE", "The type of squeeze, like simple.")],
    n: Annotated[int, number("How many exercises (default 1).")] = 1,
    cards: Annotated[int, number("Cards in each hand (default 5).", "--cards", least=2)] = 5,
    seed: Seed = None,
    strain: StrainOption = None,
    to_file: Output = None,
    theme: Colours = DEFAULT_THEME,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Make exercises: the ending, the question, the answer and a near miss."""
    exclusive(output=to_file, json=as_json)
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    with bar("making exercises") as progress:
        exercises = make_exercises(
            _kind(" ".join(kind)), cards, seed=chosen, strain=strain, count=n, progress=progress
        )
    if to_file is not None:
        shown = [diagram for exercise in exercises for diagram in _sheet(exercise)]
        deals = (exercise.ending.deal for exercise in exercises)
        output.write_picture(to_file, shown, fingerprint(deals), theme, ascii_only)
    elif as_json:
        for exercise in exercises:
            output.print_json(_exercise_record(exercise, chosen))
    else:
        for number, exercise in enumerate(exercises):
            if number:
                print()
            _print_exercise(exercise, theme, ascii_only)
    output.say(f"seed {chosen}")


def _print_exercise(exercise: Exercise, theme: Theme, ascii_only: bool) -> None:
    question, answer = exercise_text(exercise)
    output.print_values([exercise.ending], theme, ascii_only)
    print()
    output.print_words(question, ascii_only)
    print()
    output.print_words(f"Answer: {answer}", ascii_only)
    for words in _plan_lines(exercise):
        output.print_words(f"  {words}", ascii_only)
    print()
    output.print_values([exercise.twin_report], theme, ascii_only)
    miss = near_miss(exercise.twin)
    if miss is not None:
        print()
        output.print_words(near_miss_text(miss), ascii_only)


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
        Diagram(asked.kind, asked.words, asked.rows, (*asked.notes, line(question)), asked.below),
        Diagram(
            marked.kind,
            marked.words,
            marked.rows,
            (*marked.notes, line(answer), *map(line, _plan_lines(exercise))),
            (*marked.below, describe(exercise.twin_report)),
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
    file: Annotated[str, argument("FILE", "Published endings, one a line; or - .")],
    as_json: Json = False,
) -> None:
    """Check published endings: every one with its verdict, and how many there are of each."""
    claims = list(statements_in(lines_of(file)))
    if not claims:
        raise OvertrickError(f"there are no endings in {file!r}")
    findings = list[AuditedLine]()
    with bar("checking") as progress:
        for done, (number, text) in enumerate(claims, 1):
            finding = audit_line(text, number)
            findings.append(finding)
            if as_json:
                output.print_json(_finding_record(finding))
            else:
                _print_finding(finding)
            if progress is not None:
                progress(done, len(claims))
    found = summary(findings)
    output.say(", ".join(f"{number} {verdict}" for verdict, number in reversed(found.items())))
    if Verdict.UNREADABLE in found:
        raise OvertrickError("some lines could not be read")


def _print_finding(finding: AuditedLine) -> None:
    source = (
        "" if finding.statement is None or not finding.statement.source else f" [{finding.statement.source}]"
    )
    ending = finding.text.split("|")[0].strip()
    output.print_words(f"{ending}{source}")
    output.print_words(f"  {verdict_text(finding)}")


def _finding_record(finding: AuditedLine) -> Record:
    claim, report = finding.statement, finding.report
    return {
        "line": finding.number,
        "claim": finding.text,
        "verdict": finding.verdict,
        "verdicts": finding.verdicts,
        "source": None if claim is None else claim.source,
        "text": verdict_text(finding),
        "found": None if report is None else short_record(report),
    }


SUBCOMMANDS = {"deal": deal, "scan": scan, "make": make, "audit": audit}
