"""``overtrick rules``: what an ordered list of rules does with every hand there is."""

from __future__ import annotations

from typing import Annotated

from overtrick.cli import output
from overtrick.cli.options import Json, argument, number
from overtrick.cli.output import Record
from overtrick.cli.terminal import bar
from overtrick.core import OvertrickError
from overtrick.hands import ALL_HANDS
from overtrick.hands.anatomy import Anatomy, Change, analyse, compare
from overtrick.hands.rules import Rule, Rules
from overtrick.hands.sketch import parse_sketch
from overtrick.hands.trees import CaseOfRules, case_tree
from overtrick.openbid import synopsis, vocabulary

__all__ = ["SUBCOMMANDS", "rules"]


_MOST_SHOWN = 20


RulesFile = Annotated[str, argument("FILE", "A file of rules, or 'openbid' for the routine of 1967.")]


def rules(file: RulesFile, as_json: Json = False) -> None:
    """Count what each rule of a list does: overlaps, gaps, dead rules.

    A rule is a line such as '1NT: 15-17 hcp, balanced'. The first rule a hand meets makes its call.
    """
    with bar("all hands") as progress:
        found = analyse(_load(file), progress=progress)
    if as_json:
        output.print_json(_record(found))
    else:
        _print(found)


def _load(name: str) -> Rules:
    return synopsis() if name == "openbid" else Rules.load(name, vocabulary())


def _name(rule: Rule | None) -> str:
    if rule is None:
        return "no rule"
    return f"[{rule.label}] {rule.call}" if rule.label else f"{rule.call} (line {rule.line})"


# One hand


def hand(
    file: RulesFile,
    cards: Annotated[str, argument("HAND", "A hand; x is a small card.")],
    as_json: Json = False,
) -> None:
    """The call of one hand, and why."""
    held, listed = parse_sketch(cards), _load(file)
    if len(held) != 13:
        raise OvertrickError(f"a hand has thirteen cards, not {len(held)}", text=cards)
    made = listed.first(held)
    earlier = listed.rules if made is None else listed.rules[: listed.rules.index(made)]
    failed = [(rule, rule.failing(held)) for rule in earlier]
    if as_json:
        refused = [{"rule": _rule_record(rule), "fails": [str(each) for each in why]} for rule, why in failed]
        call = None if made is None else made.call
        output.print_json({"hand": held, "call": call, "rule": _rule_record(made), "earlier": refused})
        return
    output.print_words("No rule speaks of this hand." if made is None else f"{_name(made)}: {made.condition}")
    for rule, why in failed:
        output.print_words(f"  not {_name(rule)}: {' and '.join(str(each) for each in why)}")


def show(file: RulesFile) -> None:
    """Print the rules as they are written."""
    print(_load(file).source, end="")


# What each rule does


def _print(found: Anatomy) -> None:
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
    idle = [f"{_name(each.rule)}: {each.condition}" for each in found.idle]
    _list("Conditions that decide nothing, each if the others stay", idle)
    overlaps = [
        f"{_name(each.earlier)} before {_name(each.later)}: {each.hands:,} hands, such as {each.simplest}"
        for each in sorted(found.overlaps, key=lambda each: -each.hands)
    ]
    _list("Overlaps: both rules are met, the earlier one bids", overlaps)


def _list(title: str, lines: list[str]) -> None:
    if lines:
        rest = len(lines) - _MOST_SHOWN
        more = [f"  … and {rest} more (--json has them all)"] if rest > 0 else []
        output.print_words("\n".join(("", title, *(f"  {line}" for line in lines[:_MOST_SHOWN]), *more)))


def _rule_record(rule: Rule | None) -> Record | None:
    return None if rule is None else output.attributes(rule, "label", "call", "line")


def _record(found: Anatomy) -> Record:
    return {
        "of": found.of,
        "rules": [
            (_rule_record(fate.rule) or {}) | output.attributes(fate, "hands", "alone", "simplest")
            for fate in found.fates
        ],
        "calls": dict(found.calls),
        "gap": found.gap and output.attributes(found.gap, "hands", "simplest"),
        "dead": [_rule_record(rule) for rule in found.dead],
        "idle": [{"rule": _rule_record(each.rule), "condition": each.condition} for each in found.idle],
        "overlaps": [
            {"earlier": _rule_record(each.earlier), "later": _rule_record(each.later)}
            | output.attributes(each, "hands", "simplest")
            for each in found.overlaps
        ],
    }


# The case tree


def tree(
    file: RulesFile,
    leaves: Annotated[int, number("How many cases the tree may end in (default 200).", "--leaves")] = 200,
    as_json: Json = False,
) -> None:
    """The rules as a tree of small cases."""
    with bar("all hands") as progress:
        grown = case_tree(_load(file), most_leaves=leaves, progress=progress)
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


def _case_record(case: CaseOfRules) -> Record:
    record = output.attributes(case, "assumption", "hands", "calls", "simplest")
    return record | ({"cases": [_case_record(inner) for inner in case.cases]} if case.cases else {})


# What changes


def diff(before: RulesFile, after: RulesFile, as_json: Json = False) -> None:
    """The hands whose call changes from one file of rules to another."""
    with bar("all hands") as progress:
        changes = compare(_load(before), _load(after), progress=progress)
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


def _change_record(change: Change) -> Record:
    old, new = change.calls
    rules = [_rule_record(change.before), _rule_record(change.after)]
    return {"before": old, "after": new, **output.attributes(change, "hands", "simplest"), "rules": rules}


SUBCOMMANDS = {"hand": hand, "tree": tree, "diff": diff, "show": show}
