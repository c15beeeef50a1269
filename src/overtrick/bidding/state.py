"""The state of an auction: the interpretation of each call, and what follows from all of them.

States are immutable; `after` returns the state after one more call, and caches it. Players are counted from
the player to call: 0 is that player, 1 the next, 2 partner, 3 the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import final

from overtrick.bidding.entries import GAMES, Disposition
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.evaluation import Facts
from overtrick.bidding.interpretation import Interpretation, interpret
from overtrick.bidding.promises import ANYTHING, Promise, Range, Trait
from overtrick.bidding.system import Candidate, System
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands.terms import Value, quick_dataclass

__all__ = ["State", "is_game"]


def is_game(bid: Bid) -> bool:
    """Is a bid game or more?"""
    return bid.level >= GAMES[bid.strain]


@final
@quick_dataclass
class Side(Value):
    """The agreements of two partners in an auction."""

    agreed: Suit | None = None
    is_game_forced: bool = False
    until: Bid | None = None
    """The bid up to which they must go on."""


@final
@quick_dataclass
class State:
    """An auction so far, with its interpretation; sides and silent players are counted from the dealer."""

    systems: tuple[System, System]
    vulnerable: tuple[bool, bool] = (False, False)
    silent: frozenset[int] = frozenset()
    history: tuple[Interpretation, ...] = ()
    promises: tuple[Promise, ...] = (ANYTHING,) * 4
    sides: tuple[Side, Side] = (Side(), Side())
    last_bid: Bid | None = None
    last_bid_at: int = -1
    doubled: int = 0
    before: State | None = None
    _next: dict[Call, State] = field(default_factory=dict)

    # Earlier and later states

    def at(self, place: int) -> State:
        """The state before the call at an index."""
        state = self
        while len(state.history) > place and state.before is not None:
            state = state.before
        return state

    def after(self, call: Call) -> State:
        """The state after one more call, which must be legal."""
        made = self._next.get(call)
        if made is None:
            if self.is_over or not self.is_legal(call):
                raise BiddingError(f"{call.print} is not legal after {self!r}")
            made = self._next[call] = self._with(call, interpret(self, call))
        return made

    def _with(self, call: Call, interpretation: Interpretation) -> State:
        player = len(self.history) % 4
        changes: dict[str, object] = {
            "history": (*self.history, interpretation),
            "promises": (*self.promises[:player], interpretation.promise, *self.promises[player + 1 :]),
            "sides": self._sides_after(interpretation, player % 2),
            "before": self,
            "_next": {},
        }
        if isinstance(call, Bid):
            changes |= {"last_bid": call, "last_bid_at": len(self.history), "doubled": 0}
        elif call is not Call.PASS:
            changes["doubled"] = call.index
        return replace(self, **changes)  # type: ignore[arg-type]

    def _sides_after(self, interpretation: Interpretation, number: int) -> tuple[Side, Side]:
        side = self.sides[number]
        ours = Side(
            side.agreed if interpretation.agrees is None else interpretation.agrees,
            side.is_game_forced or interpretation.disposition is Disposition.FORCING_TO_GAME,
            max((goal for goal in (interpretation.until, side.until) if goal is not None), default=None),
        )
        return (ours, self.sides[1]) if number == 0 else (self.sides[0], ours)

    def __repr__(self) -> str:
        return f"<State after {' '.join(map(str, self.calls)) or 'nothing'}>"

    # The laws

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls so far."""
        return tuple(each.call for each in self.history)

    @property
    def is_over(self) -> bool:
        """Have three passes followed a bid, or have all four players passed?"""
        return len(self.history) > 3 and all(each.call is Call.PASS for each in self.history[-3:])

    def is_legal(self, call: Call) -> bool:
        """May the call be made now?"""
        if isinstance(call, Bid):
            return self.last_bid is None or call.index > self.last_bid.index
        if call is Call.PASS:
            return True
        if call is Call.DOUBLE:
            return self.doubled == 0 and self.last_bidder in (1, 3)
        return self.doubled == 1 and self.last_bidder in (0, 2)

    def cheapest(self, strain: Strain) -> int:
        """The lowest level at which a strain can be bid; 8 if there is none."""
        last = self.last_bid
        return 1 if last is None else last.level + (strain <= last.strain)

    # Players, counted from the one to call

    def calls_of(self, player: int) -> Sequence[Interpretation]:
        """A player's calls, in order."""
        return self.history[(len(self.history) + player) % 4 :: 4]

    def counting(self, place: int) -> list[int]:
        """The indices of a player's calls up to `place` that count: not those before a contradicting call."""
        places = range(place % 4, place + 1, 4)
        first = max((each for each in places if self.history[each].is_alone), default=0)
        return [each for each in places if each >= first]

    def last_calls_of(self, player: int) -> Sequence[Interpretation]:
        """A sequence with a player's last call; empty if there is none."""
        at = len(self.history) - 4 + player
        return self.history[at : at + 1] if at >= 0 else ()

    def last_of(self, player: int) -> Interpretation | None:
        """A player's last call; None if there is none."""
        return next(iter(self.last_calls_of(player)), None)

    def first_of(self, player: int) -> Interpretation | None:
        """A player's first call other than a pass."""
        return next((each for each in self.calls_of(player) if each.call is not Call.PASS), None)

    def opening_of(self, player: int) -> Interpretation | None:
        """The first bid of the auction, if this player made it."""
        at = next((place for place, each in enumerate(self.history) if isinstance(each.call, Bid)), None)
        is_own = at is not None and (at - len(self.history)) % 4 == player
        return self.history[at] if is_own and at is not None else None

    def is_silent(self, player: int) -> bool:
        """Has a player only passed, or not called yet?"""
        return all(each.call is Call.PASS for each in self.calls_of(player))

    def is_passed_hand(self, player: int) -> bool:
        """Did a player pass before anybody bid?"""
        place = (len(self.history) + player) % 4
        return place < len(self.history) and all(each.call is Call.PASS for each in self.history[: place + 1])

    def promise_of(self, player: int) -> Promise:
        """The promise of a player's calls."""
        return self.promises[(len(self.history) + player) % 4]

    def range_of(self, player: int, trait: int) -> Range:
        """The range of a trait of a player's hand."""
        return self.promise_of(player).range(Trait(trait))

    def may_have(self, player: int, trait: int, low: int, high: int) -> bool:
        """May a player have a hand with a trait within a range?"""
        return any(low <= box[trait][1] and box[trait][0] <= high for box in self.promise_of(player))

    def is_vulnerable(self, side: int) -> bool:
        """Is our side (0) or their side (1) vulnerable?"""
        return self.vulnerable[(len(self.history) + side) % 2]

    # The player to call

    @property
    def system(self) -> System:
        """The system of the player to call."""
        return self.systems[len(self.history) % 2]

    @property
    def is_silenced(self) -> bool:
        """Does the player to call always pass?"""
        return len(self.history) % 4 in self.silent

    @property
    def seat(self) -> int:
        """The position of the player to call: 1 for the dealer, 2 for the next, and so on."""
        return len(self.history) % 4 + 1

    @property
    def last_bidder(self) -> int | None:
        """The player who made the last bid."""
        return None if self.last_bid is None else (self.last_bid_at - len(self.history)) % 4

    @property
    def is_last_chance(self) -> bool:
        """Would a pass end the auction?"""
        passes = 2 if self.last_bid is not None else 3
        return len(self.history) >= passes and all(each.call is Call.PASS for each in self.history[-passes:])

    @property
    def _ours(self) -> Side:
        return self.sides[len(self.history) % 2]

    @property
    def agreed(self) -> Suit | None:
        """The suit our side has agreed."""
        return self._ours.agreed

    @property
    def is_game_forced(self) -> bool:
        """Is our side forced to game, which has not been reached yet?"""
        return self._ours.is_game_forced and (self.last_bid is None or not is_game(self.last_bid))

    @property
    def is_in_game(self) -> bool:
        """Is the last bid our side's, and game or more?"""
        return self.last_bidder in (0, 2) and self.last_bid is not None and is_game(self.last_bid)

    @property
    def is_forced(self) -> bool:
        """Is the auction forcing, so that the player to call may not pass?"""
        if len(self.history) < 2 or self.history[-1].call is not Call.PASS:
            return False
        if self.history[-2].call is not Call.PASS and self._is_short_of(self.history[-2]):
            return True
        until = self._ours.until
        goes_on = self.is_game_forced or (
            until is not None and self.last_bid is not None and self.last_bid.index < until.index
        )
        return goes_on and (self.last_bidder == 2 or (self.is_last_chance and self.doubled == 0))

    def _is_short_of(self, interpretation: Interpretation) -> bool:
        """Is a call still forcing, because the auction has not reached the bid to which it forces?"""
        if interpretation.disposition is Disposition.FORCING_TO_GAME:
            return self.last_bid is None or not is_game(self.last_bid)
        if interpretation.disposition is Disposition.FORCING_TO and interpretation.until is not None:
            return self.last_bid is None or self.last_bid.index < interpretation.until.index
        return interpretation.disposition.is_forcing

    @cached_property
    def facts(self) -> Facts:
        """The facts of the auction, for the words of the system."""
        partner, me = self.promise_of(2), self.promise_of(0)
        points, hcp = partner.range(Trait.POINTS), partner.range(Trait.HCP)
        others = (self.promise_of(1), self.promise_of(3))
        suits = tuple(Suit)
        ours, theirs = (self._suits_of(players) for players in ((0, 2), (1, 3)))
        return {
            "partner_points": points[:1],
            "partner_most": points[1:],
            "partner_hcp": hcp[:1],
            "partner_most_hcp": hcp[1:],
            "partner_aces": partner.range(Trait.ACES)[:1],
            "partner_kings": partner.range(Trait.KINGS)[:1],
            "my_points": me.range(Trait.POINTS)[:1],
            "their_hcp": [sum(each.range(Trait.HCP)[0] for each in others)],
            "partner_length": [partner.length(suit)[0] for suit in suits],
            "partner_most_length": [partner.length(suit)[1] for suit in suits],
            "my_length": [me.length(suit)[0] for suit in suits],
            "their_length": [sum(each.length(suit)[0] for each in others) for suit in suits],
            "level": [self.cheapest(Strain(suit)) for suit in suits],
            "agreed": [self.agreed is suit for suit in suits],
            "theirs": [suit in theirs for suit in suits],
            "ours": [suit in ours for suit in suits],
        }

    def _suits_of(self, players: tuple[int, int]) -> frozenset[Suit]:
        """The suits of two partners: those with four cards shown, or bid with three."""
        calls = [each.call for player in players for each in self.calls_of(player)]
        bid = {int(call.strain) for call in calls if isinstance(call, Bid)}
        promises = [self.promise_of(player) for player in players]
        return frozenset(
            suit
            for suit in Suit
            if max(each.length(suit)[0] for each in promises) >= (3 if int(suit) in bid else 4)
        )

    @cached_property
    def candidates(self) -> list[Candidate]:
        """The rules that apply now; the first that fits a hand makes its call."""
        return [] if self.is_silenced or self.is_over else self.system.candidates(self)

    @cached_property
    def decision_key(self) -> tuple[object, ...]:
        """A key of everything on which a choice and its meaning depend, for caches."""
        rules = tuple((id(each.rule), *each.names.items(), each.call) for each in self.candidates)
        facts = tuple(map(tuple, self.facts.values()))
        return rules, facts, self.promise_of(0), self.last_bid

    @property
    def readings(self) -> list[Candidate]:
        """The read-only rules, which only interpret calls."""
        return self.system.candidates(self, read_only=True)
