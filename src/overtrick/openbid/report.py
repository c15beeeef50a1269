"""The report on the anatomy of OPENBID: every number and every statement, as one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from overtrick.hands import ALL_HANDS, standard
from overtrick.hands.anatomy import Anatomy, analyse
from overtrick.hands.counting import Progress, shares
from overtrick.hands.sketch import sketch
from overtrick.openbid.anatomy import (
    Effect,
    check_part_two,
    check_statements,
    compare_forms,
    switch_effects,
)
from overtrick.openbid.appendices import distributions
from overtrick.openbid.bids import SECTION_NAMES, SECTIONS
from overtrick.openbid.cases import propositions
from overtrick.openbid.census import Census, take_census
from overtrick.openbid.part_one import overlaps, part_one
from overtrick.openbid.statements import CheckedStatement
from overtrick.openbid.switches import Switches
from overtrick.openbid.synopsis import synopsis
from overtrick.render import Bar, Chart, Document, Heading, Paragraph, Table
from overtrick.render.document import Block

__all__ = ["anatomy_report"]

_STAGES = 6
_WITH_TRICKS = tuple(str(number) for number in range(7, 14))
"""The propositions that speak of playing tricks."""
_CASE_KINDS = ("bid", "pass", "impossible", "therefore", "implies", "order", "example", "cases", "apart")
_PART_ONE_KINDS = ("pair", "preference", "because", "lemma", "bids")
_APPENDIX_KINDS = ("definition", "cell", "value", "change", "statement")


def anatomy_report(switches: Switches, progress: Progress | None = None) -> Document:
    """Work everything out and write it down."""
    stage = shares(progress, _STAGES)
    census = take_census(switches, stage(0))
    statements = check_statements(switches, census, stage(1))
    other = Switches.parse("kj,jack")
    by_table = check_part_two(other, _WITH_TRICKS, stage(2)) if switches != other else []
    rules = analyse(synopsis(switches), progress=stage(3))
    blocks = [
        *_introduction(switches),
        *_summary(statements),
        *_refutations(statements),
        *_readings(statements, by_table),
        *_census(census),
        *_forms(switches, stage(4)),
        *_switches(switch_effects(stage(5))),
        *_dead_code(rules),
        *_part_one(switches, statements),
        *_part_two(statements),
        *_appendices(statements, switches),
        *_words(switches),
    ]
    title = "The anatomy of OPENBID, by machine"
    return Document(title + (f" (switches: {switches})" if switches != Switches() else ""), tuple(blocks))


def _introduction(switches: Switches) -> Iterable[Block]:
    yield Paragraph(
        "OPENBID is an Algol procedure that opens a bridge hand. In 1967 its author Anthony Wasserman and "
        "Ralph London described by hand everything it does (The Anatomy of an Algol Procedure, University of "
        "Wisconsin, Technical Report 5). This report checks what they wrote against the procedure, over all "
        "hands. Words in capitals are theirs; the last part says what they mean."
    )
    settings = ", ".join(f"{name} {value}" for name, value in switches.as_dict().items())
    yield Paragraph(f"Where the paper contradicts itself it is read so: {settings}.")


def _words(switches: Switches) -> Iterable[Block]:
    yield Heading("Words")
    known = {name for name, _ in standard().words()}
    rows = [(name, meaning) for name, meaning in synopsis(switches).vocabulary.words() if name not in known]
    yield Table(("word", "meaning"), tuple(sorted(rows)))


# Claims


def _summary(statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Which claims hold")
    yield Paragraph(
        f"Every claim is worked out over all {ALL_HANDS:,} hands. A bid at a section holds if every hand of "
        "the case meets the conditions of that section for such a bid and the routine does not pass it; a "
        "pass holds if the routine passes every hand of the case. A claim about no hand at all holds, and is "
        "counted as empty. Cases that the paper takes over with the words 'as in' count where they are used."
    )
    own = [case for whole in propositions() for case in whole.walk() if not case.is_repeated]
    ends = Counter(case.conclusion.kind for case in own if case.conclusion is not None)
    marks = sum(len(case.therefore) for case in own)
    yield Paragraph(
        f"Without the cases taken over there are {ends['bid']} bids, {ends['pass']} passes and {marks} "
        "conclusions marked 'therefore'. Of these 6, 4 and 4 are in a case (2.II.B.2.b.iii) that the paper "
        "takes over with other assumptions, so that it had to be written out: the paper's own are 149 bids, "
        "one of which the print leaves out, 92 passes and 106 marks."
    )
    holds = Counter((each.kind, each.holds) for each in statements)
    empty = Counter(each.kind for each in statements if each.is_empty)
    kinds = list(dict.fromkeys(each.kind for each in statements))
    rows = [
        (_KIND_WORDS[kind], *(str(each) for each in (yes + no, yes, no, empty[kind])))
        for kind in kinds
        for yes, no in ((holds[kind, True], holds[kind, False]),)
    ]
    whole = ("all", str(len(statements)), str(sum(each.holds for each in statements)))
    total = (*whole, str(sum(not each.holds for each in statements)), str(sum(empty.values())))
    yield Table(("claims", "number", "hold", "do not", "empty"), (*rows, total))


_KIND_WORDS = {
    "bid": "bids at a section (Part Two)",
    "pass": "passes (Part Two)",
    "impossible": "cases said to be impossible",
    "therefore": "conclusions marked 'therefore'",
    "implies": "other conclusions within cases",
    "cases": "cases that are all there are",
    "apart": "cases that exclude one another (which the paper does not claim)",
    "order": "bids that only an earlier section may forestall",
    "example": "example hands",
    "pair": "pairs of sections said to be impossible, or to make the same bid (Part One)",
    "preference": "pairs where the earlier section is said to be as good, and has to bid",
    "because": "reasons given for pairs",
    "lemma": "inequalities and steps of Part One",
    "bids": "bids listed for a section",
    "definition": "definitions of Appendix 2 against the code",
    "cell": "cells of Appendix 3",
    "value": "bids of Appendix 5, possible or not",
    "change": "entries of Appendix 6",
    "statement": "statements of Appendix 7 and of the introduction",
}


def _refutations(statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Claims that do not hold")
    rows = [
        (each.id, each.text, f"{each.exceptions:,}", f"{each.hands:,}", _hand(each), each.actual)
        for each in statements
        if not each.holds
    ]
    yield Table(
        ("claim", "what it says", "hands against it", "of", "the simplest of them", "in fact"), tuple(rows)
    )


def _hand(each: CheckedStatement) -> str:
    return "" if each.witness is None else sketch(each.witness)


def _readings(statements: Sequence[CheckedStatement], others: Sequence[CheckedStatement]) -> Iterable[Block]:
    """Claims of Part Two that the printed table of playing tricks would change."""
    yield Heading("The same claims with the playing tricks of Appendix 3", 2)
    before = {each.id: each for each in statements}
    changed = [each for each in others if each.id != "propositions" and before[each.id].holds != each.holds]
    yield Paragraph(
        "With the switches kj and jack, which follow the printed table where the code departs from it, "
        f"{len(changed)} claims of Propositions 7 to 13 change their truth."
    )
    if changed:
        rows = [
            (each.id, each.text, _yes(before[each.id].holds), _yes(each.holds), f"{each.exceptions:,}")
            for each in changed
        ]
        yield Table(("claim", "what it says", "by the code", "by the table", "hands against it"), tuple(rows))


def _yes(holds: bool) -> str:
    return "holds" if holds else "does not"


# What the routine does


def _census(census: Census) -> Iterable[Block]:
    yield Heading("What it does with every hand")
    percent = 100 * census.passed / census.total
    yield Paragraph(f"It passes {census.passed:,} of {census.total:,} hands ({percent:.3f} %).")
    sections = [
        (section, SECTION_NAMES[section.rstrip("abcdefghij")], f"{hands:,}", _percent(hands))
        for section, hands in census.sections.items()
    ]
    yield Table(("section", "what it is", "hands", "share"), tuple(sections))
    yield _chart("sections", "Hands by the section that bids", census.sections.items())
    rows = [(bid, f"{hands:,}", _percent(hands)) for bid, hands in census.bids.items()]
    yield Table(("bid", "hands", "share"), tuple(rows))
    yield _chart("bids", "Hands by opening bid", census.bids.items())
    opened = Counter[int]()
    whole = Counter[int]()
    for (opening, hcp, _), found in census.cells.items():
        whole[hcp] += found.hands
        opened[hcp] += found.hands * (opening.value != 0)
    bars = tuple(
        Bar(str(hcp), opened[hcp] / whole[hcp], f"{100 * opened[hcp] / whole[hcp]:.4g} %")
        for hcp in sorted(whole)
        if hcp <= 20
    )
    yield Chart("opened", "Share of hands opened, by high-card points", bars)
    strong, number, hand = census.strongest_passed()
    yield Paragraph(
        f"The strongest hands passed have {strong} points: {number:,} hands, such as {sketch(hand)}."
    )
    weak, number, hand = census.weakest_opened()
    yield Paragraph(f"The weakest hands opened have {weak} points: {number:,} hands, such as {sketch(hand)}.")


def _percent(hands: int) -> str:
    return f"{100 * hands / ALL_HANDS:.6f} %"


def _chart(name: str, title: str, rows: Iterable[tuple[str, int]]) -> Chart:
    return Chart(name, title, tuple(Bar(label, hands, _percent(hands)) for label, hands in rows))


def _forms(switches: Switches, progress: Progress) -> Iterable[Block]:
    yield Heading("Synopsis and code")
    found = compare_forms(switches, progress)
    number = sum(each.hands for each in found)
    yield Paragraph(
        f"The synopsis and the code make the same bid at the same section with all but {number:,} hands."
    )
    if found:
        rows = [(d.by_synopsis, d.by_code, f"{d.hands:,}", sketch(d.simplest)) for d in found]
        yield Table(("synopsis", "code", "hands", "the simplest"), tuple(rows))


def _switches(effects: Sequence[Effect]) -> Iterable[Block]:
    yield Heading("What each switch changes", 2)
    rows = [
        (each.switch, str(each.before), str(each.after), f"{each.hands:,}", sketch(each.simplest))
        for each in effects
    ]
    yield Table(("switch", "as coded", "switched", "hands", "one of them"), tuple(rows))


def _dead_code(found: Anatomy) -> Iterable[Block]:
    yield Heading("Dead code")
    yield Paragraph(
        "Lines of the synopsis that never make a bid, because earlier ones always do or none can:"
    )
    yield Table(
        ("section", "bid", "condition"), tuple((r.label, r.call, str(r.condition)) for r in found.dead)
    )
    yield Paragraph(
        "Conditions that decide nothing: every hand that comes so far and meets the rest meets them."
    )
    yield Table(
        ("section", "bid", "condition"),
        tuple((each.rule.label, each.rule.call, str(each.condition)) for each in found.idle),
    )


# The two parts and the appendices


def _part_one(switches: Switches, statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Part One: can a hand that meets one section bid at an earlier one?")
    paper = part_one(switches)
    met = overlaps(switches)
    rows = [
        (
            later,
            earlier,
            f"{found.hands:,}",
            paper.verdict(later, earlier) or "not discussed",
            sketch(found.simplest),
        )
        for (later, earlier), found in sorted(
            met.items(), key=lambda each: (SECTIONS.index(each[0][0]), SECTIONS.index(each[0][1]))
        )
    ]
    places = len(SECTIONS) - 1
    yield Paragraph(
        f"Of the {places * (places - 1) // 2} pairs of places where a bid is made, {len(rows)} have hands "
        "that meet both. All others are impossible."
    )
    yield Table(("a hand that meets", "meets also", "hands", "the paper says", "one of them"), tuple(rows))
    yield Heading("Its claims", 2)
    yield _statement_table(statements, _PART_ONE_KINDS)


def _part_two(statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Part Two: the propositions, case by case")
    yield _statement_table(statements, _CASE_KINDS[:3])
    yield Heading("What follows within the cases", 2)
    yield _statement_table(statements, _CASE_KINDS[3:6])
    yield Heading("Examples, and how the cases divide", 2)
    divided = [each for each in statements if each.kind in ("cases", "apart")]
    good = sum(each.holds for each in divided)
    yield Paragraph(
        f"Of {len(divided)} statements on how cases divide a case, {good} hold; they are left out."
    )
    listed = [each for each in statements if each.kind == "example" or (each in divided and not each.holds)]
    yield _statement_table(listed, _CASE_KINDS[6:])


def _appendices(statements: Sequence[CheckedStatement], switches: Switches) -> Iterable[Block]:
    yield Heading("Appendix 6 made again")
    yield Paragraph(
        "The least and the greatest difference between TOTALPTS and HCP: over all hands, with at most 15 "
        "points, and with 16 or more."
    )
    rows = [
        (each.pattern, f"{each.hands:,}", str(each.least), str(each.most), _or_none(each.most_with_16))
        for each in distributions(switches)
    ]
    heads = ("distribution", "hands", "least", "greatest, HCP <= 15", "greatest, HCP >= 16")
    yield Table(heads, tuple(rows))
    yield Heading("The claims of the appendices")
    yield _statement_table(statements, _APPENDIX_KINDS)


def _or_none(number: int | None) -> str:
    return "" if number is None else str(number)


def _statement_table(statements: Sequence[CheckedStatement], kinds: Sequence[str]) -> Table:
    """The claims of some kinds; the last column is there if one of them is about a bid."""
    chosen = [each for each in statements if each.kind in kinds]
    has_bids = any(each.earlier is not None for each in chosen)
    heads = ("claim", "what it says", "truth", "hands", "against it", *(["bid earlier"] if has_bids else []))
    return Table(heads, tuple(_statement_row(each, has_bids) for each in chosen))


def _statement_row(each: CheckedStatement, has_bids: bool) -> tuple[str, ...]:
    row = (each.id, each.text, _yes(each.holds), f"{each.hands:,}", f"{each.exceptions:,}")
    earlier = "" if each.earlier is None else f"{each.earlier:,}"
    return (*row, earlier) if has_bids else row
