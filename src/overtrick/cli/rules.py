"""``overtrick rules``: what an ordered list of rules does with every hand there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Json, one_of, whole_number
from overtrick.cli.progress import bar
from overtrick.core import OvertrickError

if TYPE_CHECKING:
    from overtrick.hands.anatomy import Anatomy, Change
    from overtrick.hands.rules import Rule, Rules
    from overtrick.hands.trees import CaseOfRules

__all__ = ["rules"]

_MOST_SHOWN = 20


def rules(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="A file of rules, or 'openbid' for the routine of 1967."),
    ],
    tree: Annotated[bool, typer.Option("--tree", help="The rules as a tree of small cases.")] = False,
    leaves: Annotated[str, typer.Option(metavar="N", help="How many cases the tree may end in.")] = "200",
    diff: Annotated[bool, typer.Option("--diff", help="With two files: whose call changes.")] = False,
    hand: Annotated[str | None, typer.Option(metavar="HAND", help="The call of one hand, and why.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the rules as they are written.")] = False,
    as_json: Json = False,
) -> None:
    """Count what each rule does; find overlaps, gaps, dead rules and idle conditions.

    A rule is a line such as '1NT: 15-17 hcp, balanced'. The first rule a hand meets makes its call.
    """
    one_of(tree=tree, diff=diff, hand=hand is not None, show=show)
    if len(files) != (2 if diff else 1):
        raise typer.BadParameter("give two files with --diff, and one file otherwise")
    loaded = [_load(name) for name in files]
    if diff:
        _diff(loaded[0], loaded[1], as_json)
    elif hand is not None:
        _call(loaded[0], hand, as_json)
    elif tree:
        _tree(loaded[0], whole_number(leaves, "--leaves", least=1), as_json)
    elif show:
        print(loaded[0].source, end="")
    else:
        _analyse(loaded[0], as_json)


def _load(name: str) -> Rules:
    from overtrick.hands.rules import Rules
    from overtrick.openbid import synopsis, vocabulary

    return synopsis() if name == "openbid" else Rules.load(name, vocabulary())


def _name(rule: Rule | None) -> str:
    if rule is None:
        return "no rule"
    return f"[{rule.label}] {rule.call}" if rule.label else f"{rule.call} (line {rule.line})"


# One hand


def _call(given: Rules, text: str, as_json: bool) -> None:
    from overtrick.hands.sketch import parse_sketch

    hand = parse_sketch(text)
    if len(hand) != 13:
        raise OvertrickError(f"a hand has thirteen cards, not {len(hand)}", text=text)
    made = given.first(hand)
    earlier = given.rules if made is None else given.rules[: given.rules.index(made)]
    failed = [(rule, rule.failing(hand)) for rule in earlier]
    if as_json:
        refused = [{"rule": _rule_record(rule), "fails": [str(each) for each in why]} for rule, why in failed]
        call = None if made is None else made.call
        output.print_json({"hand": str(hand), "call": call, "rule": _rule_record(made), "earlier": refused})
        return
    output.print_words("No rule speaks of this hand." if made is None else f"{_name(made)}: {made.condition}")
    for rule, why in failed:
        output.print_words(f"  not {_name(rule)}: {' and '.join(str(each) for each in why)}")


# What each rule does


def _analyse(given: Rules, as_json: bool) -> None:
    from overtrick.hands.anatomy import analyse

    with bar("all hands") as progress:
        found = analyse(given, progress=progress)
    if as_json:
        output.print_json(_record(found))
        return
    width = max(len(_name(fate.rule)) for fate in found.fates)
    for fate in found.fates:
        alone = "" if fate.alone == fate.hands else f"   ({fate.alone:,} if it were the only rule)"
        output.print_words(
            f"{_name(fate.rule):<{width}}  {fate.hands:>15,}  {100 * fate.hands / found.of:9.5f}%{alone}"
        )
    if found.gap:
        share = 100 * found.gap.hands / found.of
        output.print_words(
            f"{'no rule':<{width}}  {found.gap.hands:>15,}  {share:9.5f}%   such as {found.gap.simplest}"
        )
    _list("Rules that never make a call", [_name(rule) for rule in found.dead])
    _list(
        "Conditions that decide nothing, each if the others stay",
        [f"{_name(each.rule)}: {each.condition}" for each in found.idle],
    )
    overlaps = sorted(found.overlaps, key=lambda each: -each.hands)
    _list(
        "Overlaps: both rules are met, the earlier one bids",
        [
            f"{_name(each.earlier)} before {_name(each.later)}: {each.hands:,} hands, such as {each.simplest}"
            for each in overlaps
        ],
    )


def _list(title: str, lines: list[str]) -> None:
    if lines:
        rest = len(lines) - _MOST_SHOWN
        more = [f"  … and {rest} more (--json has them all)"] if rest > 0 else []
        output.print_words("\n".join(("", title, *(f"  {line}" for line in lines[:_MOST_SHOWN]), *more)))


def _rule_record(rule: Rule | None) -> dict[str, object] | None:
    return None if rule is None else {"label": rule.label, "call": rule.call, "line": rule.line}


def _record(found: Anatomy) -> dict[str, object]:
    return {
        "of": found.of,
        "rules": [
            (_rule_record(fate.rule) or {})
            | {"hands": fate.hands, "alone": fate.alone, "simplest": fate.simplest and str(fate.simplest)}
            for fate in found.fates
        ],
        "calls": dict(found.calls),
        "gap": None if found.gap is None else {"hands": found.gap.hands, "simplest": str(found.gap.simplest)},
        "dead": [_rule_record(rule) for rule in found.dead],
        "idle": [{"rule": _rule_record(each.rule), "condition": str(each.condition)} for each in found.idle],
        "overlaps": [
            {
                "earlier": _rule_record(each.earlier),
                "later": _rule_record(each.later),
                "hands": each.hands,
                "simplest": str(each.simplest),
            }
            for each in found.overlaps
        ],
    }


# The case tree


def _tree(given: Rules, leaves: int, as_json: bool) -> None:
    from overtrick.hands.trees import case_tree

    with bar("all hands") as progress:
        grown = case_tree(given, most_leaves=leaves, progress=progress)
    if as_json:
        output.print_json(_case_record(grown))
    else:
        _print_case(grown, 0)


def _print_case(case: CaseOfRules, depth: int) -> None:
    said = "all hands" if case.assumption is None else str(case.assumption)
    line = f"{'  ' * depth}{said}: "
    if case.cases:
        output.print_words(f"{line}{case.hands:,} hands")
    elif case.call is not None:
        output.print_words(f"{line}{case.call}, {case.hands:,} hands, such as {case.simplest}")
    else:
        mixed = ", ".join(f"{call} {100 * hands / case.hands:.3g}%" for call, hands in case.calls.items())
        output.print_words(f"{line}{mixed} of {case.hands:,} hands, such as {case.simplest}")
    for inner in case.cases:
        _print_case(inner, depth + 1)


def _case_record(case: CaseOfRules) -> dict[str, object]:
    record: dict[str, object] = {
        "assumption": None if case.assumption is None else str(case.assumption),
        "hands": case.hands,
        "calls": case.calls,
        "simplest": str(case.simplest),
    }
    return record | ({"cases": [_case_record(inner) for inner in case.cases]} if case.cases else {})


# What changes


def _diff(before: Rules, after: Rules, as_json: bool) -> None:
    from overtrick.hands import ALL_HANDS
    from overtrick.hands.anatomy import compare

    with bar("all hands") as progress:
        changes = compare(before, after, progress=progress)
    if as_json:
        for change in changes:
            output.print_json(_change_record(change))
        return
    total = sum(change.hands for change in changes)
    output.print_words(f"{total:,} hands ({100 * total / ALL_HANDS:.4g}%) are bid differently.")
    for change in changes:
        old, new = change.calls
        output.print_words(
            f"  {old} becomes {new}: {change.hands:,} hands, such as {change.simplest}"
            f"   {_name(change.before)}, {_name(change.after)}"
        )


def _change_record(change: Change) -> dict[str, object]:
    old, new = change.calls
    return {
        "before": old,
        "after": new,
        "hands": change.hands,
        "simplest": str(change.simplest),
        "rules": [_rule_record(change.before), _rule_record(change.after)],
    }
