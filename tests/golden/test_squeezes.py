"""How squeezes are worded: reports, trees of reasons, plans, near misses, the defence, deals and verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from overtrick import explain
from overtrick.core import Card, Contract, Deal, Side
from overtrick.core.rotation import rotated
from overtrick.squeezes import (
    Ending,
    Kind,
    SqueezePlan,
    UndividedEnding,
    analyse,
    counter_measures,
    divisions,
    near_miss,
    plan_for,
    why,
)
from overtrick.squeezes.audit import audit_line
from overtrick.squeezes.exercises import make
from overtrick.squeezes.reasons import why_broken, why_missed, why_needed
from overtrick.squeezes.rules.blue import theory
from overtrick.squeezes.whole_deals import squeeze_in
from overtrick.squeezes.words.deals import deal_text, exercise_text, line_text
from overtrick.squeezes.words.texts import cure_text
from tests.golden.golden import compare
from tests.squeeze_endings import (
    BACKWASH,
    COMPOUND,
    CRISS_CROSS,
    ENDPLAY,
    EXCHANGED,
    FIGURE_2,
    FIGURE_5,
    FIGURE_6,
    FIGURE_7,
    FIGURE_8,
    GUARD,
    INVERTED,
    ONE_LOSER_MORE,
    STEPPING_STONE,
    STRIP,
    STRIP_DEAL,
    TRANSFER,
    VICE,
    VIENNA,
    WINKLE,
    WRONG_HAND,
)

FIGURES = {
    "figure 2": FIGURE_2,
    "figure 5": FIGURE_5,
    "figure 6": FIGURE_6,
    "figure 7": FIGURE_7,
    "figure 8": FIGURE_8,
    "strip": STRIP,
}
OTHERS = {
    "winkle": WINKLE,
    "vice": VICE,
    "stepping-stone": STEPPING_STONE,
    "trump endplay": ENDPLAY,
    "criss-cross": CRISS_CROSS,
    "Vienna coup": VIENNA,
    "transfer": TRANSFER,
    "backwash": BACKWASH,
    "inverted": INVERTED,
    "guard": GUARD,
    "compound": COMPOUND,
    "from the top": "N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S",
    "not by a squeeze": "N:J2..3.6 7.54..7 .Q.K8.2 98..Q4.;NT;S",
    "a trick lost at once": "N:T.7.T4.6 8..KQ.J8 J9..7.75 4.J.852.;S;N",
}
MISSES = {
    "hands exchanged": EXCHANGED,
    "wrong hand on lead": WRONG_HAND,
    "one loser more": ONE_LOSER_MORE,
}
UNDIVIDED = {
    "figure 2": "N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S",
    "criss-cross": "N:Q5.A..2 - A.Q5..A -;KT93.KT93..;NT;S",
    "guess": "N:.J32.J.T - J.T7.82. -;.98654.T954.J;NT;S",
    "no squeeze": "N:AK... - 54... -;QJ32...;NT;S",
}
STATEMENTS = (
    f"{FIGURE_2} | simple | W | 3",
    f"{FIGURE_2} | double | E | 2 | automatic",
    f"{FIGURE_2} | simple | W | 3 | automatic",
    f"{FIGURE_2} | simple | W | 3 | non-positional",
    f"{FIGURE_2} | none",
    f"{FIGURE_2} | simple | W | 77",
    f"{EXCHANGED} | simple | E | 3",
    f"{EXCHANGED} | none",
    f"{FIGURE_2} | sample",
)


def test_squeezes_are_worded_as_in_the_golden_file() -> None:
    compare("squeezes.en", dict((*_endings(), *_near_misses(), *_deals(), *_others())))


def _endings() -> Iterator[tuple[str, str]]:
    for name, text in (FIGURES | OTHERS).items():
        report = analyse(Ending.parse(text))
        yield f"{name}: report", explain(report)
        yield f"{name}: reasons", explain(why(report))
    for name, text in FIGURES.items():
        ending = Ending.parse(text)
        yield f"{name}: plan", explain(plan_for(ending))
        yield f"{name}: counter-measures", explain(counter_measures(ending))
        yield f"{name}: reasons of the defence", explain(why_broken(counter_measures(ending)))
        yield f"{name}: Love's letters", explain(theory(analyse(ending)))
    turned = rotated(Ending.parse(FIGURE_2), 1)
    assert turned.attackers is Side.EW
    yield "figure 2 for East and West", explain(analyse(turned))
    yield "figure 2 for East and West: plan", explain(plan_for(turned))
    yield "figure 2 for East and West: counter-measures", explain(counter_measures(turned))
    yield "no trick to plan", explain(SqueezePlan(Ending.parse("N:2... A... 3... 4...;NT;S"), 0))
    yield "no squeeze to break", explain(counter_measures(Ending.parse(EXCHANGED)))


def _near_misses() -> Iterator[tuple[str, str]]:
    for name, text in MISSES.items():
        miss = near_miss(Ending.parse(text))
        assert miss is not None
        yield f"near miss, {name}", explain(miss)
        yield f"near miss, {name}: every cure", "\n".join(cure_text(miss, cure) for cure in miss.cures)
        yield f"near miss, {name}: reasons", explain(why_missed(miss))


def _deals() -> Iterator[tuple[str, str]]:
    deal, six, seven = Deal.parse(STRIP_DEAL), Contract.parse("6H by S"), Contract.parse("7H by S")
    found = squeeze_in(deal, six, Card.parse("CK"))
    assert found.line is not None
    lead, *others = found.line.play.cards
    cases = {
        "by a squeeze": (found, six),
        "best lead": (squeeze_in(deal, six), six),
        "without a squeeze": (squeeze_in(deal, six, Card.parse("C5")), six),
        "out of reach": (squeeze_in(deal, six, Card.parse("C5"), target=13), six),
        "undecided": (squeeze_in(deal, six, Card.parse("CK"), budget=1), six),
        "how is not known": (replace(found, victims=None, line=None), six),
        "either defender": (replace(found, victims=(), line=None), six),
        "one down": (squeeze_in(deal, six, Card.parse("CK"), target=12), seven),
        "a lower contract": (squeeze_in(deal, six, Card.parse("CK"), target=12), Contract.parse("5H by S")),
        "no contract named": (found, None),
        "cannot be made": (squeeze_in(deal, six, Card.parse("CK"), target=13), seven),
        "after a trick": (squeeze_in(deal, six, lead, then=others[:3]), six),
        "amid a trick": (squeeze_in(deal, six, lead, then=others[:4]), None),
    }
    for name, (squeeze, contract) in cases.items():
        yield f"deal, {name}", deal_text(squeeze, contract)
        reason = why_needed(squeeze)
        yield f"deal, {name}: reason", "not known" if reason is None else explain(reason)
    yield "deal, the line", "\n".join(line_text(found))


def _others() -> Iterator[tuple[str, str]]:
    for name, text in UNDIVIDED.items():
        yield f"undivided, {name}", explain(divisions(UndividedEnding.parse(text)))
    (exercise,) = make(Kind.SIMPLE, 4, seed=1)
    yield "exercise", "\n".join(exercise_text(exercise))
    for line in STATEMENTS:
        yield f"published: {line}", explain(audit_line(line))
