"""Contract, declarer and tricks: the tags that together are a board's result."""

from __future__ import annotations

import re

from overtrick.core import (
    Auction,
    Bid,
    Call,
    Contract,
    Doubled,
    NotationError,
    OvertrickError,
    Result,
    Seat,
    Strain,
)
from overtrick.formats.pbn.names import seat_of
from overtrick.formats.pbn.parts import Parts

__all__ = ["denomination", "keep_result", "read_result"]


def read_result(parts: Parts, auction: Auction | None) -> Result | None:
    """The result; None where the auction already says all there is."""
    declarer, contract, tricks = (parts.taken(name) for name in ("Declarer", "Contract", "Result"))
    if not contract:
        settled = auction.contract if auction is not None and auction.is_over else None
        if settled is None or not tricks:
            _keep_texts(parts, declarer, contract, tricks)
            return None
        return Result(settled, _tricks(parts, tricks, settled.declarer))
    if contract.strip().lower() in ("pass", "passed", "p"):
        return Result(None)
    try:
        found = _contract(contract, seat_of(declarer or ""))
    except OvertrickError:
        _keep_texts(parts, declarer, contract, tricks)
        return None
    if declarer is not None and declarer.startswith("^"):
        parts.kept("Declarer", declarer, "the declarer is marked as irregular")
    result = Result(found, _tricks(parts, tricks, found.declarer))
    is_news = result.tricks is not None or auction is None or not auction.is_over or auction.contract != found
    return result if is_news else None


def denomination(parts: Parts) -> Strain | None:
    """The strain of an end position, whose contract is only a denomination; taken out if it is one."""
    try:
        strain = Strain.parse(parts.tags.get("Contract", ""))
    except OvertrickError:
        return None
    parts.taken("Contract")
    return strain


def keep_result(parts: Parts, result: Result) -> None:
    """Keep as tags a result that contradicts the board."""
    contract = result.contract
    parts.tags["Declarer"] = "" if contract is None else str(contract.declarer)
    parts.tags["Contract"] = "Pass" if contract is None else f"{contract.bid}{contract.doubled}"
    parts.tags["Result"] = "" if result.tricks is None else str(result.tricks)


def _keep_texts(parts: Parts, declarer: str | None, contract: str | None, tricks: str | None) -> None:
    for name, value in (("Declarer", declarer), ("Contract", contract), ("Result", tricks)):
        if value is not None:
            parts.tags[name] = value
    if declarer or contract or tricks:
        parts.remark(f"no contract can be made of {contract!r} by {declarer!r}", "Contract")


def _contract(text: str, declarer: Seat) -> Contract:
    text = text.strip()
    bid = text.rstrip("xX*")
    call = Call.parse(bid)
    if not isinstance(call, Bid):
        raise NotationError(f"{text!r} is not a contract")
    return Contract(call.level, call.strain, declarer, Doubled.parse(text[len(bid) :]))


def _tricks(parts: Parts, text: str | None, declarer: Seat) -> int | None:
    """Declarer's tricks from ``9``, ``NS 9``, ``EW 4`` or ``NS 9 EW 4``, with or without a ``^``."""
    if not text:
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < 14:
        return int(text)
    sides = dict(re.findall(r"(NS|EW)\s*([0-9]{1,2})", text.upper()))
    plain = re.fullmatch(r"\^?\s*([0-9]{1,2})", text.strip())
    own = plain[1] if plain else sides.get(str(declarer.side))
    other = sides.get(str(declarer.side.opponents))
    tricks = int(own) if own is not None else 13 - int(other) if other is not None else -1
    if not 0 <= tricks <= 13 or text.startswith("^"):
        parts.kept("Result", text, f"[Result {text!r}] is no plain number of tricks")
    return tricks if 0 <= tricks <= 13 else None
