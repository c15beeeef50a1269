"""``overtrick score``: what a contract is worth, and why."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Json, Vulnerable
from overtrick.cli.output import Record, Style
from overtrick.core import NotationError, Reason, Result, Vul
from overtrick.core.explaining import explain
from overtrick.scoring import ScoreItem, score_ns, why

__all__ = ["CONTEXT_SETTINGS", "score"]

CONTEXT_SETTINGS = {"ignore_unknown_options": True}
"""A result such as -1 looks like an option; let it through as what it is."""


def score(
    contract: Annotated[str, typer.Argument(help="Like '4SX by N', or with its result '4SX by N -1'.")],
    tricks: Annotated[str | None, typer.Argument(help="Tricks taken, like 9; or =, +1, -2.")] = None,
    vul: Vulnerable = Vul.NONE,
    as_json: Json = False,
) -> None:
    """Score a contract by Law 77, item by item.

    Points are for declarer's side, then for North-South.
    """
    result = _result(contract, tricks)
    points_ns = score_ns(result, vul)
    contract_made, taken = result.contract, result.tricks
    reason = None if contract_made is None or taken is None else why(contract_made, taken, vul)
    words = "Passed out" if reason is None else explain(reason)
    record = _record(result, vul, points_ns, reason)
    Style(as_json=as_json).print_answer(record, [words, f"NS {output.signed(points_ns)}"])


def _result(contract: str, tricks: str | None) -> Result:
    """The result, from the contract and the tricks taken or the tricks over or under it."""
    result = Result.parse(contract)
    if tricks is None:
        return result
    if result.tricks is not None:
        raise NotationError(f"{contract!r} says its result already, and again {tricks!r}")
    if tricks.startswith("--"):
        raise typer.BadParameter(f"no such option: {tricks}")
    if re.fullmatch("[0-9]{1,2}", tricks):
        return Result(result.contract, int(tricks))
    if re.fullmatch("=|[+-][0-9]{1,2}", tricks) and result.contract is not None:
        return Result.parse(f"{contract} {tricks}")
    raise NotationError(f"{tricks[:40]!r} is not a number of tricks: expected something like 9, =, +1 or -2")


def _record(result: Result, vul: Vul, points_ns: int, reason: Reason | None) -> Record:
    statements = [] if reason is None else [part.statement for part in reason.because]
    items = [statement for statement in statements if isinstance(statement, ScoreItem)]
    return {
        **output.attributes(result, "contract", "tricks"),
        "vul": vul,
        "score": sum(item.points for item in items),
        "score_ns": points_ns,
        "items": [{"kind": item.kind.name.lower(), "points": item.points} for item in items],
    }
