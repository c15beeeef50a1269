"""The report on OPENBID: every number and every statement of the analysis, as one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter

from overtrick.core import CardSet
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
from overtrick.openbid.bids import SECTION_NAMES, SECTIONS, number_of
from overtrick.openbid.cases import propositions
from overtrick.openbid.census import Census, take_census
from overtrick.openbid.part_one import overlaps, part_one
from overtrick.openbid.statements import CheckedStatement
from overtrick.openbid.switches import Switches
from overtrick.openbid.synopsis import synopsis
from overtrick.render import Bar, Chart, Document, Heading, Paragraph, TextTable
from overtrick.render.document import Block

__all__ = ["anatomy_report"]

_STAGES = 6
_WITH_TRICKS = tuple(str(number) for number in range(7, 14))
"""The propositions about playing tricks."""


def anatomy_report(switches: Switches, progress: Progress | None = None) -> Document:
    """Run the whole analysis and return the report."""
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
    known = dict(standard().words())
    rows = (each for each in synopsis(switches).vocabulary.words() if each[0] not in known)
    yield _table(("word", "meaning"), sorted(rows))


def _table(heads: tuple[str, ...], rows: Iterable[Iterable[object]]) -> TextTable:
    return TextTable(heads, tuple(tuple(map(_cell, row)) for row in rows))


def _cell(value: object) -> str:
    """A table cell: whether a statement holds, a number, a hand, a text, or nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "holds" if value else "does not"
        case int():
            return f"{value:,}"
        case CardSet():
            return sketch(value)
    return str(value)


# Statements


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
    claims = dict[str, list[CheckedStatement]]()
    for each in statements:
        claims.setdefault(_KIND_WORDS[each.kind], []).append(each)
    rows = list[tuple[str, ...]]()
    for name, some in (*claims.items(), ("all", statements)):
        holds, empty = sum(each.holds for each in some), sum(each.is_empty for each in some)
        rows.append((name, *map(str, (len(some), holds, len(some) - holds, empty))))
    yield _table(("claims", "number", "hold", "do not", "empty"), rows)


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
    row = attrgetter("id", "text", "exceptions", "hands", "witness", "actual")
    heads = ("claim", "what it says", "hands against it", "of", "the simplest of them", "in fact")
    yield _table(heads, (row(each) for each in statements if not each.holds))


def _readings(statements: Sequence[CheckedStatement], others: Sequence[CheckedStatement]) -> Iterable[Block]:
    """The statements of Part Two whose truth the printed table of playing tricks would change."""
    yield Heading("The same claims with the playing tricks of Appendix 3", 2)
    before = {each.id: each for each in statements}
    changed = [each for each in others if each.id != "propositions" and before[each.id].holds != each.holds]
    yield Paragraph(
        "With the switches kj and jack, which follow the printed table where the code departs from it, "
        f"{len(changed)} claims of Propositions 7 to 13 change their truth."
    )
    if changed:
        heads = ("claim", "what it says", "by the code", "by the table", "hands against it")
        rows = ((each.id, each.text, before[each.id].holds, each.holds, each.exceptions) for each in changed)
        yield _table(heads, rows)


# The results of the routine


def _census(census: Census) -> Iterable[Block]:
    yield Heading("What it does with every hand")
    percent = 100 * census.passed / census.total
    yield Paragraph(f"It passes {census.passed:,} of {census.total:,} hands ({percent:.3f} %).")
    sections = [
        (section, SECTION_NAMES[number_of(section)], hands, _percent(hands))
        for section, hands in census.sections.items()
    ]
    yield _table(("section", "what it is", "hands", "share"), sections)
    yield _chart("sections", "Hands by the section that bids", census.sections.items())
    rows = ((bid, hands, _percent(hands)) for bid, hands in census.bids.items())
    yield _table(("bid", "hands", "share"), rows)
    yield _chart("bids", "Hands by opening bid", census.bids.items())
    opened, whole = Counter[int](), Counter[int]()
    for (opening, hcp, _), found in census.cells.items():
        whole[hcp] += found.hands
        opened[hcp] += found.hands * (opening.value != 0)
    bars = tuple(
        Bar(str(hcp), opened[hcp] / hands, f"{100 * opened[hcp] / hands:.4g} %")
        for hcp, hands in sorted(whole.items())
        if hcp <= 20
    )
    yield Chart("opened", "Share of hands opened, by high-card points", bars)
    for what, (points, number, hand) in (
        ("strongest hands passed", census.strongest_passed()),
        ("weakest hands opened", census.weakest_opened()),
    ):
        yield Paragraph(f"The {what} have {points} points: {number:,} hands, such as {sketch(hand)}.")


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
        row = attrgetter("by_synopsis", "by_code", "hands", "simplest")
        yield _table(("synopsis", "code", "hands", "the simplest"), map(row, found))


def _switches(effects: Sequence[Effect]) -> Iterable[Block]:
    yield Heading("What each switch changes", 2)
    row = attrgetter("switch", "before", "after", "hands", "simplest")
    yield _table(("switch", "as coded", "switched", "hands", "one of them"), map(row, effects))


def _dead_code(found: Anatomy) -> Iterable[Block]:
    yield Heading("Dead code")
    yield Paragraph(
        "Lines of the synopsis that never make a bid, because earlier ones always do or none can:"
    )
    row, heads = attrgetter("label", "call", "condition"), ("section", "bid", "condition")
    yield _table(heads, map(row, found.dead))
    yield Paragraph(
        "Conditions that decide nothing: every hand that comes so far and meets the rest meets them."
    )
    yield _table(heads, map(attrgetter("rule.label", "rule.call", "condition"), found.idle))


# The two parts and the appendices


def _part_one(switches: Switches, statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Part One: can a hand that meets one section bid at an earlier one?")
    paper, met = part_one(switches), overlaps(switches)
    rows = [
        (*pair, met[pair].hands, paper.verdict(*pair) or "not discussed", met[pair].simplest)
        for pair in sorted(met, key=lambda pair: tuple(map(SECTIONS.index, pair)))
    ]
    places = len(SECTIONS) - 1
    yield Paragraph(
        f"Of the {places * (places - 1) // 2} pairs of places where a bid is made, {len(rows)} have hands "
        "that meet both. All others are impossible."
    )
    yield _table(("a hand that meets", "meets also", "hands", "the paper says", "one of them"), rows)
    yield Heading("Its claims", 2)
    yield _statement_table(statements, "pair", "preference", "because", "lemma", "bids")


def _part_two(statements: Sequence[CheckedStatement]) -> Iterable[Block]:
    yield Heading("Part Two: the propositions, case by case")
    yield _statement_table(statements, "bid", "pass", "impossible")
    yield Heading("What follows within the cases", 2)
    yield _statement_table(statements, "therefore", "implies", "order")
    yield Heading("Examples, and how the cases divide", 2)
    divided = [each for each in statements if each.kind in ("cases", "apart")]
    good = sum(each.holds for each in divided)
    yield Paragraph(
        f"Of {len(divided)} statements on how cases divide a case, {good} hold; they are left out."
    )
    listed = [each for each in statements if each.kind == "example" or (each in divided and not each.holds)]
    yield _statement_table(listed, "example", "cases", "apart")


def _appendices(statements: Sequence[CheckedStatement], switches: Switches) -> Iterable[Block]:
    yield Heading("Appendix 6 made again")
    yield Paragraph(
        "The least and the greatest difference between TOTALPTS and HCP: over all hands, with at most 15 "
        "points, and with 16 or more."
    )
    heads = ("distribution", "hands", "least", "greatest, HCP <= 15", "greatest, HCP >= 16")
    row = attrgetter("pattern", "hands", "least", "most", "most_with_16")
    yield _table(heads, map(row, distributions(switches)))
    yield Heading("The claims of the appendices")
    yield _statement_table(statements, "definition", "cell", "value", "change", "statement")


def _statement_table(statements: Sequence[CheckedStatement], *kinds: str) -> TextTable:
    """The statements of some kinds; the last column is present if one of them is about a bid."""
    chosen = [each for each in statements if each.kind in kinds]
    heads = ("claim", "what it says", "truth", "hands", "against it", "bid earlier")
    columns = 5 + any(each.earlier is not None for each in chosen)
    row = attrgetter("id", "text", "holds", "hands", "exceptions", "earlier")
    return _table(heads[:columns], (row(each)[:columns] for each in chosen))
