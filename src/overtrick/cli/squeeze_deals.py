"""``overtrick squeeze --deal`` and ``--scan``: contracts that are made only by a squeeze."""

from __future__ import annotations

from collections import Counter

from overtrick.cli import output
from overtrick.cli.progress import tracked
from overtrick.cli.squeeze_records import short_record
from overtrick.core import Card, Contract, Deal, NotationError, OvertrickError, Seat
from overtrick.explain.squeezes import text
from overtrick.explain.squeezes.deals import deal_text, line_text
from overtrick.formats import read
from overtrick.render import Theme
from overtrick.squeezes.deals.scanning import Found, scan
from overtrick.squeezes.deals.whole_deals import DealSqueeze, squeeze_in
from overtrick.squeezes.kinds import Kind, Modifier

__all__ = ["kind_of", "print_deal", "print_scan"]


def print_deal(
    deal: Deal, contract: str | None, lead: Card | None, theme: Theme, ascii_only: bool, as_json: bool
) -> None:
    """Is a contract made only by a squeeze, against whom, and when?"""
    if contract is None:
        raise NotationError("which contract? Say --contract '6H by S'")
    played = Contract.parse(contract)
    found = squeeze_in(deal, played, lead)
    if as_json:
        output.print_json({"deal": str(deal), "contract": str(played), **_record(found)})
        return
    output.print_words(deal_text(found, played))
    for line in line_text(found):
        output.print_words(f"  {line}")
    if found.line is not None and found.line.report is not None:
        print()
        output.print_values([found.line.report], theme, ascii_only)
        print()
        output.print_words(text(found.line.report))


def _record(found: DealSqueeze) -> dict[str, object]:
    line = found.line
    return {
        "lead": str(found.play.cards[0]),
        "declarer": str(found.declarer),
        "tricks": found.tricks,
        "target": found.target,
        "outcome": str(found.outcome),
        "victims": None if found.victims is None else [str(seat) for seat in found.victims],
        "type": None if found.kind is None else str(found.kind),
        "matrix_trick": None if line is None else line.matrix_trick,
        "squeeze_trick": None if line is None else line.squeeze_trick,
        "play": None if line is None else [str(card) for card in line.play.cards],
        "ending": None if line is None or line.report is None else short_record(line.report),
    }


def print_scan(name: str, kind: Kind | None, victim: Seat | None, as_json: bool) -> None:
    """Every board of a file whose contract depends on a squeeze, and how many there were."""
    counted = Counter[str]()
    boards = (record.board for record in read(name))
    found = scan(
        boards,
        kinds=None if kind is None else (kind,),
        victims=None if victim is None else (victim,),
    )
    for each in tracked(found, name):
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
    output.say(f"{counted['squeeze']:,} squeeze{'' if counted['squeeze'] == 1 else 's'}{seen}")


def _print_found(found: Found, as_json: bool) -> None:
    if found.squeeze is None or found.contract is None:
        return
    if as_json:
        output.print_json(
            {
                "board": found.board.number,
                "place": found.place,
                "deal": str(found.board.deal),
                "contract": str(found.contract),
                "par": found.is_par,
                **_record(found.squeeze),
            }
        )
        return
    par = " (par contract)" if found.is_par else ""
    output.print_words(f"Board {_number(found)}{par}: {deal_text(found.squeeze, found.contract)}")


def _number(found: Found) -> str:
    return str(found.board.number) if found.board.number is not None else f"in place {found.place}"


def kind_of(said: str) -> Kind:
    """A type of squeeze by its name."""
    name = " ".join(said.lower().replace("_", " ").split()).removesuffix(" squeeze")
    for kind in Kind:
        if name in (str(kind), str(kind).replace("-", " ")):
            return kind
    if name in tuple(Modifier):
        raise OvertrickError(f"{said!r} is no type of squeeze but what a squeeze of some type may be besides")
    raise OvertrickError(f"{said!r} is not a type of squeeze: expected one of {', '.join(Kind)}")
