"""Looking back on a board that is over: what it scored, what double dummy takes, what cards cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick import dd
from overtrick.core import Board, Contract, OvertrickError, Play, Seat, Side, TableClaim
from overtrick.dd import PlayedCard
from overtrick.table.state import Refusal

__all__ = ["Costs", "costs_of", "imps_words", "makeable", "points_words", "refusal_words", "tricks_words"]


@final
@dataclass(frozen=True)
class Costs:
    """What the cards that a player chose, and the claim, gave away over open cards."""

    chosen: tuple[tuple[int, PlayedCard], ...]
    """Each card with its place in the play, from 0; dummy's too, if the player was declarer."""
    claim: int = 0
    is_concession: bool = False
    """Did the claim leave the rest to the other side?"""

    @property
    def claim_words(self) -> str:
        """What the claim gave away; empty if that was nothing."""
        act = "Conceding" if self.is_concession else "Your claim"
        return f"{act} gave {tricks_words(self.claim)} away." if self.claim else ""

    @property
    def dear(self) -> tuple[tuple[int, PlayedCard], ...]:
        """Those that cost something."""
        return tuple((place, each) for place, each in self.chosen if each.cost)


def costs_of(board: Board, seat: Seat) -> Costs | None:
    """What a player's cards cost; None for one who chose none."""
    contract = board.contract
    if contract is None or seat is contract.dummy or board.play is None:
        return None
    own = {seat, contract.dummy} if seat is contract.declarer else {seat}
    analysed = dd.analyse(board)
    chosen = tuple((place, each) for place, each in enumerate(analysed) if each.seat in own)
    if not analysed or board.claim is None or board.claim.by is not seat:
        return Costs(chosen)
    lost = max(0, _lost_by_claim(analysed[-1], board.claim, contract, seat))
    kept = board.claim.tricks if seat.side is contract.declarer.side else 13 - board.claim.tricks
    return Costs(chosen, lost, is_concession=kept == board.play.tricks_won(seat.side))


def _lost_by_claim(last: PlayedCard, claim: TableClaim, contract: Contract, seat: Seat) -> int:
    """What the claimer's side could still have taken beyond the claim."""
    declarers = last.after if last.seat.side is contract.declarer.side else 13 - last.after
    lost = declarers - claim.tricks
    return lost if seat.side is contract.declarer.side else -lost


def makeable(board: Board, contract: Contract) -> int:
    """The tricks that declarer takes double dummy."""
    return 13 - dd.tricks(board.deal, contract.strain, contract.leader)


# Words


def points_words(score_ns: int) -> str:
    """A score and whose it is: `+420 for NS`."""
    if not score_ns:
        return "no score"
    return f"+{abs(score_ns)} for {Side.NS if score_ns > 0 else Side.EW}"


def imps_words(imps_ns: int) -> str:
    """IMPs and whose they are: `3 IMPs to EW`."""
    if not imps_ns:
        return "no IMPs either way"
    unit = "IMP" if abs(imps_ns) == 1 else "IMPs"
    return f"{abs(imps_ns)} {unit} to {Side.NS if imps_ns > 0 else Side.EW}"


def tricks_words(number: int) -> str:
    """A number of tricks.

    >>> tricks_words(1), tricks_words(9)
    ('1 trick', '9 tricks')
    """
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def refusal_words(refusal: Refusal, board: Board) -> str:
    """A claim that was not accepted, and the line that shows why, as far as it is needed."""
    claim = refusal.claim
    claimed = f"{claim.by.word} claimed {tricks_words(claim.tricks)} for declarer"
    return f"{claimed}; not accepted, as this line shows: {_line_words(refusal, board)}."


def _line_words(refusal: Refusal, board: Board) -> str:
    """Trick by trick until the claim is beaten: `West ♥4 ♥2 ♥8 ♥3 · …`."""
    contract, claim, line = board.contract, refusal.claim, _line_played(refusal, board)
    if contract is None or line is None:  # cards were taken back since
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
    """The play with the line after the cards that lay when the claim was made; None if they do not fit."""
    if board.play is None:
        return None
    before = board.play.start.cards_each * 4 - len(refusal.line)
    if before // 4 != refusal.tricks_played or before > len(board.play.cards):
        return None
    try:
        return board.play.back(len(board.play.cards) - before).then_all(refusal.line)
    except OvertrickError:
        return None
