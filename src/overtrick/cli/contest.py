"""``overtrick auction --contest``: the contracts that a system reaches, scored against a file's results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.progress import bar
from overtrick.cli.records import record as board_record
from overtrick.core import Auction, Board, Contract, Strain
from overtrick.formats import Fingerprint, Record
from overtrick.render import Cell, Diagram, Line, Theme, line

if TYPE_CHECKING:
    from overtrick.bidding import Agreements
    from overtrick.bidding.contest import Entry, Summary, Verdict
    from overtrick.cli.records import Record as JsonRecord

__all__ = ["tell_contest"]

_HEADS = ("Board", "Contract", "Tricks", "N-S", "Against", "IMPs", "Award")
_DOUBLE_DUMMY = "Contracts are scored with the tricks that double dummy gives them; IMPs are North-South's."


def tell_contest(
    records: Iterator[Record], agreements: Agreements, theme: Theme, ascii_only: bool, as_json: bool
) -> bool:
    """Bid the boards and print how the contracts did; is there a board without a score?"""
    from overtrick.bidding.contest import gather

    entries = gather(records)
    for entry in entries:
        for remark in entry.remarks:
            output.note(f"{_name(entry.board)}: {remark}")
    auctions = list[Auction]()
    verdicts: list[Verdict] = []
    seen = Fingerprint()
    with bar("bidding and solving") as progress:
        for verdict in _judged(entries, agreements, auctions):
            verdicts.append(verdict)
            if as_json:
                seen.add(verdict.entry.board.deal)
                output.print_json(_record(verdict, auctions[len(verdicts) - 1]) | {"deal_set": str(seen)})
            if progress is not None:
                progress(len(verdicts), len(entries))
    unscored = [each for each in verdicts if each.score_ns is None and each.award is None]
    for each in unscored:
        name, contract = _name(each.entry.board), each.contract.print if each.contract else "a pass-out"
        output.say(f"overtrick: {name}: without all four hands {contract} has no score")
    if as_json:
        output.print_json(_total_record(verdicts))
    elif verdicts:
        output.print_values([_diagram(verdicts)], theme, ascii_only)
    return bool(unscored)


def _judged(entries: list[Entry], agreements: Agreements, auctions: list[Auction]) -> Iterator[Verdict]:
    """The verdicts in order: bidding goes on here, while the boards before are solved on all cores."""
    from overtrick.bidding.contest import judge
    from overtrick.dd.batch import in_order

    def bidden() -> Iterator[tuple[Entry, Contract | None]]:
        for entry in entries:
            board = entry.board
            auction, _ = agreements.bid_out(board.deal, board.dealer, board.vul)
            auctions.append(auction)
            yield entry, auction.contract

    return in_order(bidden(), lambda asked: judge(*asked), "board", None, None)


def _name(board: Board) -> str:
    return "a board" if board.number is None else f"board {board.number}"


# For people


def _diagram(verdicts: list[Verdict]) -> Diagram:
    """The boards as a table, without columns that have nothing in them, and the totals below."""
    rows = [tuple(_row(each)) for each in verdicts]
    filled = [place for place in range(len(_HEADS)) if any(row[place] for row in rows)]
    cells = [tuple(Cell.heading(_HEADS[place]) for place in filled)]
    cells += [tuple(Cell((row[place],)) for place in filled) for row in rows]
    notes = list(_totals(verdicts))
    if any(each.score_ns is not None for each in verdicts):
        notes.append(_DOUBLE_DUMMY)
    return Diagram("contest", " ".join(notes), tuple(cells), tuple(line(each) for each in notes))


def _row(verdict: Verdict) -> Iterator[Line]:
    number, awards = verdict.entry.board.number, verdict.entry.awards
    yield line("" if number is None else str(number))
    yield _contract_line(verdict.contract)
    yield line("" if verdict.tricks is None else str(verdict.tricks))
    yield line(_signed(verdict.score_ns))
    yield line(_against(verdict))
    yield line(_signed(verdict.imps))
    yield line("" if awards is None else f"{verdict.award:g} of {awards.best:g}")


def _contract_line(contract: Contract | None) -> Line:
    if contract is None:
        return line("Passed out")
    strain = contract.strain
    suit = strain.symbol if strain is Strain.NOTRUMP or strain.suit is None else strain.suit
    return line(str(contract.level), suit, f"{contract.doubled} by {contract.declarer.word}")


def _against(verdict: Verdict) -> str:
    if verdict.basis is None:
        return ""
    tables = len(verdict.entry.scores_ns)
    name = {"recorded": f"mean of {tables}" if tables > 1 else "result"}.get(
        verdict.basis.value, verdict.basis.value
    )
    return f"{_signed(verdict.against_ns)} ({name})"


def _signed(points: int | None) -> str:
    return "" if points is None else f"{points:+d}" if points else "0"


def _totals(verdicts: list[Verdict]) -> Iterator[str]:
    for what, told in _summaries(verdicts).items():
        if told is None:
            continue
        boards = f"{told.boards} {'board' if told.boards == 1 else 'boards'}"
        spread = (
            "" if told.interval is None else f", 95% from {told.interval[0]:.2f} to {told.interval[1]:.2f}"
        )
        if what == "awards":
            best = sum(each.entry.awards.best for each in verdicts if each.entry.awards is not None)
            yield f"{boards} with awards: {told.total:g} of {best:g}, {told.mean:.2f} a board{spread}"
        else:
            words = "the results of the file" if what == "recorded" else "par"
            won = f"{_plus(told.total, 0)} IMPs, {_plus(told.mean, 2)} a board"
            yield f"{boards} against {words}: {won}{spread}"


def _plus(number: float, digits: int) -> str:
    """A number with its sign, which nothing has not."""
    shown = f"{number:+.{digits}f}"
    return shown if float(shown) else shown[1:]


# For scripts


def _summaries(verdicts: list[Verdict]) -> dict[str, Summary | None]:
    from overtrick.bidding.contest import Basis, summary

    def imps_against(*bases: Basis) -> list[float]:
        return [each.imps for each in verdicts if each.basis in bases and each.imps is not None]

    return {
        "recorded": summary(imps_against(Basis.RECORDED, Basis.DATUM)),
        "par": summary(imps_against(Basis.PAR)),
        "awards": summary(each.award for each in verdicts if each.award is not None),
    }


def _record(verdict: Verdict, auction: Auction) -> JsonRecord:
    entry, board = verdict.entry, verdict.entry.board
    bidden = Board(board.number, board.dealer, board.vul, board.deal, auction)
    return board_record(bidden) | {
        "tricks_dd": verdict.tricks,
        "score_ns": verdict.score_ns,
        "against": None if verdict.basis is None else verdict.basis.value,
        "against_ns": verdict.against_ns,
        "recorded_ns": list(entry.scores_ns),
        "imps_ns": verdict.imps,
        "award": verdict.award,
        "award_best": None if entry.awards is None else entry.awards.best,
    }


def _total_record(verdicts: list[Verdict]) -> JsonRecord:
    def told(what: Summary | None) -> JsonRecord | None:
        if what is None:
            return None
        interval = None if what.interval is None else list(what.interval)
        return {"boards": what.boards, "total": what.total, "mean": what.mean, "interval": interval}

    return {
        "boards": len(verdicts),
        "total": {name: told(each) for name, each in _summaries(verdicts).items()},
    }
