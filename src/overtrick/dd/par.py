"""Par: the score and the contracts when both sides bid perfectly with all cards in view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Bid, Contract, Doubled, NotationError, OvertrickError, Seat, Side, Strain, Vul
from overtrick.core.drawing import TextValue
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.table import TrickTable
from overtrick.scoring import score

__all__ = ["PASSED_OUT", "Par", "contract_score", "par"]

BIDS = tuple(Bid(level, strain) for level in range(1, 8) for strain in Strain)
"""The 35 bids, lowest first."""
PASSED_OUT = "passed out"


@final
@dataclass(frozen=True, slots=True, repr=False)
class Par(TextValue):
    """The par score for North and South, and every contract that reaches it.

    >>> Par.parse("+420: 4H by N, 4H by S").contracts[1].declarer
    Seat.SOUTH
    """

    score_ns: int
    contracts: tuple[Contract, ...] = ()
    """The par contracts, lowest bid first; none when par is to pass the board out."""

    @staticmethod
    def parse(text: str) -> Par:
        """Read the score and the contracts: ``+420: 4H by N, 4H by S``, or ``0: passed out``."""
        points, _, contracts = (part.strip() for part in text.partition(":"))
        try:
            named = [] if contracts == PASSED_OUT else contracts.split(",")
            return Par(int(points), tuple(map(Contract.parse, named)))
        except OvertrickError as error:
            raise NotationError(*error.faults, text=text) from None
        except ValueError:
            raise NotationError(f"{points!r} is not a score", text=text) from None

    @property
    def word(self) -> str:
        """Par as it is spoken."""
        named = ", ".join(contract.word for contract in self.contracts)
        return f"{self.points} for North and South: {named or PASSED_OUT}"

    @property
    def points(self) -> str:
        """The score with its sign: ``+420``, ``0``."""
        return f"{self.score_ns:+d}" if self.score_ns else "0"

    def __str__(self) -> str:
        return f"{self.points}: {', '.join(map(str, self.contracts)) or PASSED_OUT}"


def contract_score(contract: Contract, table: TrickTable, vul: Vul) -> int:
    """What declarer's side scores for a contract, double dummy.

    >>> table = TrickTable.parse("S; N 10; E 3; S 10; W 3")
    >>> contract_score(Contract.parse("4SX by N"), table, Vul.NONE)
    590
    """
    expect(Contract, "a contract", contract)
    return score(contract, table[contract.strain, contract.declarer], vul)


def par(table: TrickTable, dealer: Seat, vul: Vul) -> Par:
    """The score when both sides bid perfectly with all cards in view, and the contracts that reach it.

    The auction is a game. A contract that makes is not doubled; one that fails is. After a bid the other
    side lets it stand, at its score, or bids higher, whichever is better for it; and so on, up to 7NT.
    Before the first bid each player from the dealer on may bid or pass, and four passes score nothing. Par
    is the value of this game; the dealer matters only if both sides want to make the same bid first.

    A contract is par if it scores par and the other side can neither outbid it with profit nor make the
    same bid first. Where several levels of a strain by one declarer are par, only the lowest is listed: 2♠
    with an overtrick for 3♠ made.

    >>> table = TrickTable.parse("C D H S NT; N 8 7 10 9 9; E 5 6 3 4 4; S 8 7 10 9 9; W 5 6 3 4 4")
    >>> print(par(table, Seat.NORTH, Vul.NONE))
    +420: 4H by N, 4H by S
    """
    expect(TrickTable, "a table of tricks", table)
    expect(Seat, "the seat that deals", dealer)
    expect(Vul, "a vulnerability", vul)
    if not table.is_complete:
        known = " ".join(map(str, table.strains)) or "none"
        raise DoubleDummyError(f"par needs the tricks at every strain, and these are known: {known}")
    game = _Bidding(table, vul)
    value = game.value(dealer)
    return Par(value, tuple(game.par_contracts(value, dealer)))


class _Bidding:
    """The auction as a game, solved from 7NT downward; all scores are North-South's."""

    def __init__(self, table: TrickTable, vul: Vul) -> None:
        self.table = table
        self.vul = vul
        self.scores = {(bid, seat): self._score(bid, seat) for bid in BIDS for seat in Seat}

    def value(self, dealer: Seat) -> int:
        """The par score: the value of the best first bid, the players choosing in turn."""
        answered, value = self._answered(), 0
        for seat in reversed(dealer.clockwise()):
            value = _choice(seat.side, [value, *(answered[bid, seat] for bid in BIDS)])
        return value

    def _answered(self) -> dict[tuple[Bid, Seat], int]:
        """The value of each bid by each player after the other side's best answer."""
        answered = dict[tuple[Bid, Seat], int]()
        above: dict[Side, list[int]] = {side: [] for side in Side}
        for bid in reversed(BIDS):
            for seat in Seat:
                other = seat.side.opponents
                answered[bid, seat] = _choice(other, [self.scores[bid, seat], *above[other]])
            for side in Side:
                bids = [answered[bid, seat] for seat in side.seats]
                above[side] = [_choice(side, [*above[side], *bids])]
        return answered

    def par_contracts(self, value: int, dealer: Seat) -> list[Contract]:
        """The lowest contract of every strain and declarer that scores par and is left to stand."""
        found = dict[tuple[Strain, Seat], Contract]()
        above = dict.fromkeys(Side, value)
        for bid in reversed(BIDS):
            side = self._first_to_want(bid, value, dealer)
            if side is not None and above[side.opponents] == value:
                for seat in side.seats:
                    if self.scores[bid, seat] == value:
                        found[bid.strain, seat] = self._contract(bid, seat)
            for side in Side:
                above[side] = _choice(side, [above[side], *(self.scores[bid, seat] for seat in side.seats)])
        return sorted(found.values(), key=lambda contract: (contract.bid, contract.declarer))

    def _first_to_want(self, bid: Bid, value: int, dealer: Seat) -> Side | None:
        """The side of the first player, from the dealer on, to whom a bid is worth par or more."""
        scores = ((seat.side, self.scores[bid, seat]) for seat in dealer.clockwise())
        return next((side for side, score in scores if _choice(side, [score, value]) == score), None)

    def _contract(self, bid: Bid, declarer: Seat) -> Contract:
        makes = self.table[bid.strain, declarer] >= 6 + bid.level
        return Contract(bid.level, bid.strain, declarer, Doubled.NO if makes else Doubled.DOUBLED)

    def _score(self, bid: Bid, declarer: Seat) -> int:
        points = contract_score(self._contract(bid, declarer), self.table, self.vul)
        return points if declarer.side is Side.NS else -points


def _choice(side: Side, scores: list[int]) -> int:
    """The score a side chooses."""
    return max(scores) if side is Side.NS else min(scores)
