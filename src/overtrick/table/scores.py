"""Scores of finished boards: points, IMPs and matchpoints, double-dummy results, and the costs of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import final

from overtrick import dd
from overtrick.core import Board, Claim, Contract, Deal, OvertrickError, Play, Result, Seat, Side, Vul
from overtrick.core.english import counted
from overtrick.dd import Par, PlayedCard, par
from overtrick.dd import table as trick_table
from overtrick.dd.analysis import analyse
from overtrick.scoring import imps, matchpoints
from overtrick.table.errors import TableError
from overtrick.table.settings import Scoring
from overtrick.table.state import EndedBoard, Refusal

__all__ = [
    "BoardScore",
    "Costs",
    "Elsewhere",
    "PlayerCosts",
    "Scores",
    "board_par",
    "costs_of",
    "imps_words",
    "makeable",
    "player_costs",
    "points_words",
    "refusal_words",
    "scores",
]

Elsewhere = Mapping[int, int | Sequence[int]]
"""By board number: a datum, or the North-South scores of other tables."""


@final
@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board on the score sheet; all figures are North-South's."""

    number: int | None
    result: Result
    points_ns: int
    compared_ns: Fraction | None = None
    """IMPs, or the matchpoint percentage; None if there was no comparison."""
    datum: int | None = None
    """The score it was compared with: par unless another was given."""


@final
@dataclass(frozen=True, slots=True)
class Scores:
    """The score sheet of a table."""

    scoring: Scoring
    boards: tuple[BoardScore, ...]

    @property
    def points_ns(self) -> int:
        """North-South's total of points, less East-West's."""
        return sum(board.points_ns for board in self.boards)

    @property
    def total_ns(self) -> Fraction | None:
        """The total of IMPs, or the mean percentage; None if there was no comparison."""
        compared = [board.compared_ns for board in self.boards if board.compared_ns is not None]
        if not compared:
            return None
        total = sum(compared, Fraction(0))
        return total / len(compared) if self.scoring is Scoring.MATCHPOINTS else total


def scores(ended: Sequence[EndedBoard], scoring: Scoring, elsewhere: Elsewhere | None = None) -> Scores:
    """The score sheet of finished boards."""
    return Scores(scoring, tuple(_line(board, scoring, elsewhere or {}) for board in ended))


def board_par(ended: EndedBoard) -> Par:
    """The double-dummy par of a finished board."""
    return _par(ended.board.deal, ended.board.dealer, ended.board.vul)


@lru_cache(1024)
def _par(deal: Deal, dealer: Seat, vul: Vul) -> Par:
    """Par, cached because a score sheet is made after every board."""
    return par(trick_table(deal), dealer, vul)


def _line(ended: EndedBoard, scoring: Scoring, elsewhere: Elsewhere) -> BoardScore:
    number, result, points = ended.board.number, ended.board.result, ended.score_ns
    assert result is not None  # the board is over
    given = None if number is None else elsewhere.get(number)
    if scoring is Scoring.POINTS:
        return BoardScore(number, result, points)
    if scoring is Scoring.IMPS:
        if given is not None and not isinstance(given, int):
            raise TableError(f"IMPs on board {number} are against one datum, not against {len(given)} scores")
        datum = board_par(ended).score_ns if given is None else given
        return BoardScore(number, result, points, Fraction(imps(points - datum)), datum)
    if isinstance(given, int):
        raise TableError(f"matchpoints on board {number} are for scores of other tables, not for one datum")
    if not given:
        return BoardScore(number, result, points)
    own = matchpoints([points, *given])[0]
    assert own is not None  # this table has played
    return BoardScore(number, result, points, own.percent_ns)


# Costs of a player's cards


@final
@dataclass(frozen=True)
class PlayerCosts:
    """The tricks that a player's cards and claim gave away double dummy."""

    chosen: tuple[tuple[int, PlayedCard], ...]
    """Each card with its place in the play, from 0; dummy's too, if the player was declarer."""
    claim: int = 0
    is_concession: bool = False
    """Did the claim give the rest to the other side?"""

    @property
    def claim_words(self) -> str:
        """The cost of the claim in words; empty if it cost nothing."""
        act = "Conceding" if self.is_concession else "Your claim"
        return f"{act} gave {counted(self.claim, 'trick')} away." if self.claim else ""

    @property
    def dear(self) -> tuple[tuple[int, PlayedCard], ...]:
        """The cards that cost something."""
        return tuple((place, each) for place, each in self.chosen if each.cost)


def player_costs(board: Board, seat: Seat) -> PlayerCosts | None:
    """The costs of a player's cards; None if the player chose none."""
    contract = board.contract
    if contract is None or seat is contract.dummy or board.play is None:
        return None
    own = {seat, contract.dummy} if seat is contract.declarer else {seat}
    analysed = dd.analyse(board)
    chosen = tuple((place, each) for place, each in enumerate(analysed) if each.seat in own)
    if not analysed or board.claim is None or board.claim.by is not seat:
        return PlayerCosts(chosen)
    lost = max(0, _lost_by_claim(analysed[-1], board.claim, contract, seat))
    kept = board.claim.tricks if seat.side is contract.declarer.side else 13 - board.claim.tricks
    return PlayerCosts(chosen, lost, is_concession=kept == board.play.tricks_won(seat.side))


def _lost_by_claim(last: PlayedCard, claim: Claim, contract: Contract, seat: Seat) -> int:
    """The tricks that the claimer's side could still have taken beyond the claim."""
    declarers = last.after if last.seat.side is contract.declarer.side else 13 - last.after
    lost = declarers - claim.tricks
    return lost if seat.side is contract.declarer.side else -lost


def makeable(board: Board, contract: Contract) -> int:
    """The number of tricks that declarer takes double dummy."""
    return 13 - dd.tricks(board.deal, contract.strain, contract.leader)


# Words


def points_words(score_ns: int) -> str:
    """A score with its side: `+420 for NS`."""
    if not score_ns:
        return "no score"
    return f"+{abs(score_ns)} for {Side.NS if score_ns > 0 else Side.EW}"


def imps_words(imps_ns: int) -> str:
    """IMPs with their side: `3 IMPs to EW`."""
    if not imps_ns:
        return "no IMPs either way"
    unit = "IMP" if abs(imps_ns) == 1 else "IMPs"
    return f"{abs(imps_ns)} {unit} to {Side.NS if imps_ns > 0 else Side.EW}"


def refusal_words(refusal: Refusal, board: Board) -> str:
    """A refused claim in words, with as much of the line that refutes it as is needed."""
    claim = refusal.claim
    claimed = f"{claim.by.word} claimed {counted(claim.tricks, 'trick')} for declarer"
    return f"{claimed}; not accepted, as this line shows: {_line_words(refusal, board)}."


def _line_words(refusal: Refusal, board: Board) -> str:
    """The line trick by trick until the claim is beaten: `West ♥4 ♥2 ♥8 ♥3 · …`."""
    contract, claim, line = board.contract, refusal.claim, _line_played(refusal, board)
    if contract is None or line is None:  # cards have been taken back since
        return " ".join(card.print for card in refusal.line)
    told, won = list[str](), line.back(len(refusal.line)).tricks_won(contract.declarer.side)
    is_declaring = claim.by.side is contract.declarer.side
    for number, trick in enumerate(line.tricks[refusal.tricks_played :], refusal.tricks_played + 1):
        told.append(f"{trick.leader.word} {' '.join(card.print for card in trick.cards)}")
        won += trick.winner(contract.strain).side is contract.declarer.side
        most = won + 13 - number
        if most < claim.tricks if is_declaring else won > claim.tricks:
            ended = f"can have {most} at most" if is_declaring else f"has {won}"
            return f"{' · '.join(told)}; then declarer {ended}"
    return " · ".join(told)


def _line_played(refusal: Refusal, board: Board) -> Play | None:
    """The play at the time of the claim, continued with the line; None if they do not fit."""
    if board.play is None:
        return None
    before = board.play.start.cards_each * 4 - len(refusal.line)
    if before // 4 != refusal.tricks_played or before > len(board.play.cards):
        return None
    try:
        return board.play.back(len(board.play.cards) - before).then_all(refusal.line)
    except OvertrickError:
        return None


@final
@dataclass(frozen=True, slots=True)
class Costs:
    """Tricks given away double dummy."""

    lead: int
    """Tricks given away by the opening lead."""
    declarer: int
    """Tricks given away by declarer, from both hands."""
    defence: int
    """Tricks given away by the defenders after the lead."""


def costs_of(board: Board) -> Costs | None:
    """The costs of a board that was played; None if it was passed out."""
    contract = board.contract
    if contract is None or board.play is None:
        return None
    side, found = contract.declarer.side, analyse(board)
    by_declarer = sum(each.cost for each in found if each.seat.side is side)
    by_defence = sum(each.cost for each in found[1:] if each.seat.side is not side)
    return Costs(found[0].cost if found else 0, by_declarer, by_defence)
