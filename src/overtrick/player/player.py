"""The player: calls and cards from one seat's view; the same settings give the same answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from overtrick.bidding import Agreements, load, write_note
from overtrick.bidding import Meaning as SystemMeaning
from overtrick.bidding.simulating import Evidence, Settings, Simulator
from overtrick.core import Call, Claim, Meaning, SeatView
from overtrick.player.claims import accepts, proved_claim, proved_concession
from overtrick.player.decision import Decision, choose_card, only_choice
from overtrick.player.evaluation import Payoff
from overtrick.player.likelihood import tables_of
from overtrick.player.settings import PlayerError, PlaySettings
from overtrick.player.worlds import draw

__all__ = ["ChosenCall", "Player"]

_SYSTEM = "sayc"


@final
@dataclass(frozen=True, eq=False)
class ChosenCall:
    """A call with its meaning and, after a simulation, the evidence for it."""

    call: Call
    meaning: Meaning
    """The meaning as explained to the opponents."""
    said: SystemMeaning
    """The meaning in the system."""
    evidence: Evidence | None
    """The result of a simulation; None if the system alone decided."""


@final
class Player:
    """A player that bids and plays for any seat, from its view alone.

    >>> from overtrick import Board, Seat
    >>> board = Board.parse('''Board 1
    ... Deal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3
    ... Auction N: P P 1NT AP''')
    >>> decision = Player(PlaySettings(deals=10)).choose(SeatView.of(board, Seat.WEST))
    >>> len(decision.worlds), decision.candidates[0].card is decision.card
    (10, True)
    """

    def __init__(
        self,
        settings: PlaySettings | None = None,
        agreements: Agreements | None = None,
        bidding: Settings | None = None,
    ) -> None:
        """`bidding` sets how close decisions are simulated; without it the system alone bids."""
        self.settings = PlaySettings() if settings is None else settings
        self.agreements = Agreements(load(_SYSTEM)) if agreements is None else agreements
        self.bidding = bidding
        self._tables = tables_of(self.agreements)
        self._simulator = Simulator(self.agreements)

    # Bidding

    def bid(self, view: SeatView) -> ChosenCall:
        """Choose a call for the seat to call."""
        if view.play is not None or not view.is_turn:
            raise PlayerError(f"{view.seat.word} is not to call", text=str(view.auction))
        evidence = None
        if self.bidding is None:
            call = self.agreements.bid(view.hand, view.auction, view.vul).call
        else:
            evidence = self._simulator.simulation(view.hand, view.auction, view.vul, self.bidding).evidence()
            call = evidence.chosen
        state = self.agreements.state(view.auction.then(call), view.vul)
        said = SystemMeaning(state, len(view.auction))
        return ChosenCall(call, Meaning(write_note(said), said.is_alerted), said, evidence)

    # Playing

    def choose(self, view: SeatView, needed: int | None = None) -> Decision:
        """Choose a card for the seat to play, or as declarer for dummy, with its reason.

        In an ending, `needed` is the number of tricks declarer still needs.
        """
        if view.play is None or view.contract is None or not view.is_turn:
            raise PlayerError(f"{view.seat.word} is not to play")
        payoff, table = Payoff.of(view, self.settings.aim, needed), self._tables.get(view.seat.side)
        decision = only_choice(view, self.settings, table)
        if decision is None:
            worlds = draw(view, self.agreements, self.settings, self._tables)
            decision = choose_card(view, worlds, payoff, self.settings, table)
        return replace(decision, table=table, before=payoff.before)

    def claim(self, view: SeatView) -> int | None:
        """Declarer's total of tricks, if it is proved for every layout; or None."""
        found = proved_claim(view) or proved_concession(view)
        return None if found is None else found.total

    def accepts(self, view: SeatView, claim: Claim) -> bool | None:
        """Does the seat agree to another's claim? None if its cards do not decide."""
        return accepts(view, claim)
