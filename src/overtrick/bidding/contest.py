"""Bidding contests: the contract a system reaches, compared with awards, recorded results, or par.

The system's contract was never played: its tricks are those of double dummy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from math import pi, sqrt, tan
from statistics import fmean, stdev
from typing import TypeAlias, final

from overtrick import dd
from overtrick.core import (
    Bid,
    Board,
    Call,
    Contract,
    Doubled,
    NotationError,
    OvertrickError,
    Result,
    Seat,
    Vul,
)
from overtrick.core.errors import attempt
from overtrick.formats import Record
from overtrick.formats.record import PbnTable
from overtrick.scoring import datum, imps, score_ns

__all__ = [
    "PASSED_OUT",
    "Awards",
    "Basis",
    "ContestBoard",
    "Summary",
    "Verdict",
    "contract_named",
    "gather",
    "judge",
    "recorded_scores",
    "summary",
]

_SCORE = re.compile(
    r"(?:(?P<side>NS|EW)\s+)?(?P<points>[+-]?[0-9]{1,5})(?:\s+(?:NS|EW)\s+[+-]?[0-9]{1,5})?", re.IGNORECASE
)
"""Points as in PBN: the score of one side, or of both in turn."""
_IN_COMMENT = re.compile(r"\s*awards\s*:\s*(?P<awards>.*\S)\s*", re.IGNORECASE | re.DOTALL)


# Boards from files


@final
@dataclass(frozen=True)
class ContestBoard:
    """A board with all data of its file, from all rooms."""

    record: Record
    """The first record of the board."""
    scores_ns: tuple[int, ...] = ()
    """The recorded results, for North-South."""
    datum_ns: int | None = None
    """The awards of the file, if any."""
    awards: Awards | None = None
    remarks: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The board."""
        return self.record.board


def gather(records: Iterable[Record]) -> list[ContestBoard]:
    """The distinct boards of a file, with the results of all rooms."""
    groups = dict[object, list[Record]]()
    for place, record in enumerate(records):
        board = record.board
        key: object = (board.deal, board.dealer, board.vul) if board.deal.known else place
        groups.setdefault(key, []).append(record)
    return [_entry(group) for group in groups.values()]


def _entry(group: list[Record]) -> ContestBoard:
    scores, remarks = list[int](), list[str]()
    found_awards, found_datum = None, None
    for record in group:
        told, odd = recorded_scores(record)
        scores += told
        remarks += odd
        found_awards = found_awards or attempt(remarks, _awards, record)
        if found_datum is None:
            found_datum = attempt(remarks, partial(_points_ns, "Datum"), record)
    return ContestBoard(group[0], tuple(scores), found_datum, found_awards, tuple(remarks))


def _awards(record: Record) -> Awards | None:
    """The awards of a tag ``Awards``, or of a comment that begins with the word."""
    said = record.tag("Awards")
    in_comments = (match["awards"] for each in record.comments if (match := _IN_COMMENT.fullmatch(each.text)))
    text = said or next(in_comments, None)
    try:
        return None if text is None else Awards.parse(text)
    except NotationError as error:
        raise NotationError(
            *(f"the awards cannot be read: {each}" for each in error.faults), text=text
        ) from None


def recorded_scores(record: Record) -> tuple[list[int], list[str]]:
    """North-South's score at each table, and remarks on what could not be read.

    A ``ScoreTable`` has the results of all tables; without one the board's own result counts, or else the tag
    ``Score``.
    """
    odd = list[str]()
    for table in record.tables:
        if table.name == "ScoreTable":
            scores, odd = _from_table(table, record.board.vul)
            if scores:
                return scores, odd
    result = _result(record.board)
    if result is not None:
        return [score_ns(result, record.board.vul)], odd
    points = attempt(odd, partial(_points_ns, "Score"), record)
    return [] if points is None else [points], odd


def _result(board: Board) -> Result | None:
    """The result of a board, from its recorded result, its claim or its play."""
    if board.is_passed_out:
        return Result(None)
    contract = board.contract
    if contract is None:
        return None
    if board.result is not None and board.result.tricks is not None:
        return board.result
    if board.claim is not None:
        return Result(contract, board.claim.tricks)
    if board.play is not None and board.play.is_over and board.deal.cards_each == 13:
        return Result(contract, board.play.tricks_won(contract.declarer.side))
    return None


def _points_ns(tag: str, record: Record) -> int | None:
    """North-South's points from PBN: ``NS 420``, ``EW 50``, or no side for declarer's, or a datum for NS."""
    text, contract = record.tag(tag), record.board.contract
    if not text:
        return None
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        raise NotationError(f'[{tag} "{text[:40]}"] is no score: expected one like "NS 420"')
    side = match["side"] or "NS"
    if match["side"] is None and tag == "Score":
        if contract is None:
            raise NotationError(f'[{tag} "{text[:40]}"] is declarer\'s score, but declarer is not known')
        side = str(contract.declarer.side)
    return int(match["points"]) * (-1 if side.upper() == "EW" else 1)


def _from_table(table: PbnTable, vul: Vul) -> tuple[list[int], list[str]]:
    heads = [head.partition("\\")[0].strip().lower() for head in table.heading.split(";")]
    scores, odd = list[int](), list[str]()
    for number, row in enumerate(table.rows, 1):
        cells = dict(zip(heads, (cell.strip('"') for cell in row), strict=False))
        try:
            found = _of_row(cells, vul)
        except OvertrickError as error:
            odd.append(f"row {number} of the ScoreTable: {error}")
            continue
        many = cells.get("multiplicity", "")
        if found is not None:
            scores += [found] * (int(many) if re.fullmatch("[0-9]{1,4}", many) else 1)
    return scores, odd


def _of_row(cells: dict[str, str], vul: Vul) -> int | None:
    """North-South's score from a row: from either side's column or the contract; None if not played."""
    for head, sign in (("score_ns", 1), ("score_ew", -1)):
        if re.fullmatch("[+-]?[0-9]{1,5}", cells.get(head, "")):
            return sign * int(cells[head])
    name, declarer, tricks = (cells.get(head, "-") for head in ("contract", "declarer", "result"))
    if name.strip().lower() in PASSED_OUT:
        return 0
    if name in ("-", "", "?", "*") or not re.fullmatch("[0-9]{1,2}", tricks):
        return None
    bid, doubled, seat = contract_named(name)
    assert bid is not None  # it was not passed out
    contract = Contract(bid.level, bid.strain, seat or Seat.parse(declarer), doubled)
    return score_ns(Result(contract, int(tricks)), vul)


# Comparison of contracts


class Basis(Enum):
    """The basis of a comparison."""

    RECORDED = "recorded"
    DATUM = "datum"
    PAR = "par"

    def __repr__(self) -> str:
        return f"Basis.{self.name}"


@final
@dataclass(frozen=True)
class Verdict:
    """The evaluation of a contract on a board."""

    entry: ContestBoard
    contract: Contract | None
    """The contract; None if the board was passed out."""
    tricks: int | None = None
    """Declarer's double-dummy tricks; None if a hand is unknown or the board was passed out."""
    score_ns: int | None = None
    basis: Basis | None = None
    against_ns: int | None = None
    award: float | None = None

    @property
    def imps(self) -> int | None:
        """The IMPs that North-South win by the comparison."""
        if self.score_ns is None or self.against_ns is None:
            return None
        return imps(self.score_ns - self.against_ns)


def judge(entry: ContestBoard, contract: Contract | None) -> Verdict:
    """Compare a contract with the awards or results of its board, or else with par."""
    board = entry.board
    award = None if entry.awards is None else entry.awards.of(contract)
    deal = board.deal.completed()
    if contract is not None and not deal.is_full:
        return Verdict(entry, contract, award=award)
    tricks = None if contract is None else 13 - dd.tricks(deal, contract.strain, contract.leader)
    points = score_ns(Result(contract, tricks), board.vul)
    basis, against = _recorded(entry)
    if basis is None and award is None and deal.is_full:
        basis, against = Basis.PAR, dd.par(dd.table(deal), board.dealer, board.vul).score_ns
    return Verdict(entry, contract, tricks, points, basis, against, award)


def _recorded(entry: ContestBoard) -> tuple[Basis | None, int | None]:
    if entry.datum_ns is not None:
        return Basis.DATUM, entry.datum_ns
    return (Basis.RECORDED, datum(entry.scores_ns)) if entry.scores_ns else (None, None)


# Totals


@final
@dataclass(frozen=True)
class Summary:
    """A total with its mean and the mean's 95 % confidence interval."""

    boards: int
    total: float
    mean: float
    interval: tuple[float, float] | None
    """The confidence interval; None for a single board."""


def summary(values: Iterable[float]) -> Summary | None:
    """The summary of some values; None if there are none.

    >>> summary([3, -1, 4])
    Summary(boards=3, total=6.0, mean=2.0, interval=(-4.57..., 8.57...))
    """
    given = [float(value) for value in values]
    if not given:
        return None
    mean, interval = fmean(given), None
    if len(given) > 1:
        reach = _student(len(given) - 1) * stdev(given) / sqrt(len(given))
        interval = mean - reach, mean + reach
    return Summary(len(given), sum(given), mean, interval)


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's t.

    In closed form for one and two degrees of freedom; from three on by the expansion of Cornish and Fisher
    (Abramowitz and Stegun, 26.7.5), which is accurate to a hundredth there.
    """
    if freedom == 1:
        return tan(0.475 * pi)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z = 1.959963984540054
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom**power) for power, term in enumerate(terms, 1))


_AWARD = re.compile(r"(?P<contracts>.+?)\s*[\s=:]\s*(?P<points>-?[0-9]{1,4}(?:\.[0-9]{1,2})?)")
_CONTRACT = re.compile(
    r"(?P<bid>[^\sxX*]+?)\s*(?P<doubled>XX?|\*\*?|)(?:\s+by\s+(?P<declarer>\w+))?", re.IGNORECASE
)
_OTHERS = ("other", "others", "any other")
PASSED_OUT = ("pass", "passed", "passed out", "p")

Key: TypeAlias = tuple[Bid | None, Doubled, Seat | None]
"""A contract, with or without its declarer; without a bid for a board passed out."""


@final
@dataclass(frozen=True)
class Awards:
    """The points for each contract on a board in a bidding contest.

    >>> awards = Awards.parse("4S 10; 3NT, 4H 7; 4SX by W 3; others 1")
    >>> awards.of(Contract.parse("4H by E")), awards.of(Contract.parse("2C by N")), awards.best
    (7.0, 1.0, 10.0)
    """

    points: tuple[tuple[Key, float], ...]
    others: float = 0.0
    """The points for every other contract."""

    @staticmethod
    def parse(text: str) -> Awards:
        """Read contracts with their points, separated by semicolons."""
        found = dict[Key, float]()
        others, faults = None, list[str]()
        for part in filter(None, (part.strip() for part in text.split(";"))):
            match = _AWARD.fullmatch(part)
            if match is None:
                faults.append(f"{part!r} is no award: expected a contract and its points, like '4S 10'")
                continue
            for name in match["contracts"].split(","):
                if name.strip().lower() in _OTHERS:
                    faults += ["the others are awarded twice"] if others is not None else []
                    others = float(match["points"])
                    continue
                if key := attempt(faults, contract_named, name.strip()):
                    faults += [f"{name.strip()} is awarded twice"] if key in found else []
                    found[key] = float(match["points"])
        if not found and others is None and not faults:
            faults.append("no contract is awarded anything")
        if faults:
            raise NotationError(*faults, text=text)
        return Awards(tuple(found.items()), others or 0.0)

    def of(self, contract: Contract | None) -> float:
        """The points of a contract; None stands for a board passed out."""
        table, keys = dict(self.points), list[Key]([(None, Doubled.NO, None)])
        if contract is not None:
            keys = [(contract.bid, contract.doubled, seat) for seat in (contract.declarer, None)]
        return next((table[key] for key in keys if key in table), self.others)

    @property
    def best(self) -> float:
        """The most points to win."""
        return max((self.others, *(points for _, points in self.points)))


def contract_named(name: str) -> Key:
    """Read a contract such as ``4S``, ``3NTX`` or ``4S by N``; a board passed out has no bid."""
    if name.lower() in PASSED_OUT:
        return None, Doubled.NO, None
    match = _CONTRACT.fullmatch(name)
    bid = match and attempt([], Call.parse, match["bid"])
    if match is None or not isinstance(bid, Bid):
        raise NotationError(f"{name!r} is no contract: expected one like 4S, 3NTX, 4S by N, or pass")
    declarer = None if match["declarer"] is None else Seat.parse(match["declarer"])
    return bid, Doubled.parse(match["doubled"]), declarer
