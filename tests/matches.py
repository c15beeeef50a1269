"""Matches for tests: players that think little, players that do not think, and scores written down again."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from overtrick import Board, Card, Contract, Meaning, Seat, SeatView, Strain, Vul
from overtrick.table.matches import Comparison
from overtrick.table.matches.results import line

LITTLE = "deals=1,pool=2,meanings=off,leads=off,weights=off,strategies=off"
MORE = "deals=2,pool=4,meanings=off,weights=off,strategies=off"


class Guesser:
    """A player that calls and plays at random, the same in the same position."""

    def __init__(self, salt: object) -> None:
        self.salt = salt

    def bid(self, view: SeatView) -> Any:
        chance = self._chance(view)
        low = [call for call in view.legal_calls if str(call)[0] not in "34567"]
        call = view.legal_calls[0] if chance.random() < 0.5 else chance.choice(low)
        return SimpleNamespace(call=call, meaning=Meaning(chance.choice(["", "natural", "who knows"])))

    def choose(self, view: SeatView) -> Any:
        return SimpleNamespace(card=self._chance(view).choice(sorted(view.legal_cards)))

    def claim(self, view: SeatView) -> int | None:
        return None

    def _chance(self, view: SeatView) -> random.Random:
        assert type(view) is SeatView
        assert view.is_turn
        return random.Random(f"{self.salt} {view!r}")


def without_seconds(boards: Iterable[Comparison]) -> list[dict[str, Any]]:
    """The lines of boards in order, all but the time that they took."""
    found = [line(each) for each in sorted(boards, key=lambda each: each.number)]
    for each in found:
        for room in ("open", "closed"):
            each[room]["turns"] = [turn[:3] for turn in each[room]["turns"]]
    return found


# Scores once more


def tricks_of_declarer(board: Board) -> int:
    """Declarer's tricks, trick by trick from the cards."""
    assert board.play is not None
    assert board.contract is not None
    hands = {seat: set(board.deal[seat]) for seat in Seat}
    trump, on_lead, won = board.contract.strain.suit, Seat((board.contract.declarer + 1) % 4), 0
    for first in range(0, 52, 4):
        cards = board.play.cards[first : first + 4]
        for turn, card in enumerate(cards):
            hands[Seat((on_lead + turn) % 4)].remove(card)  # an error if it is not there

        def strength(card: Card, led: Card = cards[0]) -> tuple[bool, bool, int]:
            return card.suit is trump, card.suit is led.suit, card.rank

        on_lead = Seat((on_lead + cards.index(max(cards, key=strength))) % 4)
        won += on_lead % 2 == board.contract.declarer % 2
    return won


def plain_score(contract: Contract, tricks: int, vul: Vul) -> int:
    """Declarer's duplicate score as a score sheet explains it."""
    is_vul = vul in (Vul.BOTH, Vul.NS if contract.declarer in (Seat.NORTH, Seat.SOUTH) else Vul.EW)
    times = {"": 1, "X": 2, "XX": 4}[str(contract.doubled)]
    over = tricks - 6 - contract.level
    if over < 0:
        if times == 1:
            return 50 * over * (1 + is_vul)
        steps = [200] + [300] * 12 if is_vul else [100, 200, 200] + [300] * 10
        return -sum(steps[:-over]) * times // 2
    each = 20 if contract.strain in (Strain.CLUBS, Strain.DIAMONDS) else 30
    bid = times * (each * contract.level + 10 * (contract.strain is Strain.NOTRUMP))
    bonus = (500 if is_vul else 300) if bid >= 100 else 50
    bonus += {6: 750 if is_vul else 500, 7: 1500 if is_vul else 1000}.get(contract.level, 0)
    extra = each if times == 1 else 50 * times * (1 + is_vul)
    return bid + bonus + over * extra + {1: 0, 2: 50, 4: 100}[times]


_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000),
    *(2250, 2500, 3000, 3500, 4000),
)


def plain_imps(points: int) -> int:
    """IMPs for a difference, from the table of Law 78B."""
    won = bisect_right(_STEPS, abs(points))
    return won if points > 0 else -won
