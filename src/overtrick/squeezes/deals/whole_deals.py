"""Whole deals: does a contract need a squeeze, against whom, and when is its matrix reached?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import local
from typing import final

from overtrick import dd
from overtrick._core import DoubleDummy
from overtrick.core import PACK, Card, CardSet, Contract, Deal, DealError, Play, Seat, Side, Strain
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.deals.lines import Games, line_to_squeeze, matrix_trick
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Modifier
from overtrick.squeezes.oracle import ALWAYS, Oracle
from overtrick.squeezes.recognition.moments import Blanks, reserve_for
from overtrick.squeezes.report import Report
from overtrick.squeezes.state import State
from overtrick.squeezes.turning import turned

__all__ = ["BUDGET", "DealSqueeze", "Outcome", "SqueezeLine", "squeeze_in"]

BUDGET = 20_000_000
"""Positions looked at for one deal: about ten seconds, where half of all deals take 0.03."""
_CARDS = 6
"""So many are left in the ending that names a squeeze, unless that comes sooner."""
_TRICKS = 13
_BYTES = 16 << 20
"""For each kind of game."""
_FREE = {Seat.EAST: Blanks(ALWAYS, 0), Seat.WEST: Blanks(0, ALWAYS)}


class Outcome(StrEnum):
    """What becomes of the tricks asked about."""

    OUT_OF_REACH = "out of reach"
    NO_SQUEEZE = "no squeeze needed"
    SQUEEZE = "squeeze"
    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


@final
@dataclass(frozen=True, slots=True)
class SqueezeLine:
    """One way to the squeeze, and the ending that names it.

    Of the cards that keep the target, even if a defender who need not be squeezed never had to discard,
    declarer and dummy play winners first. The defenders play as if the victim had a blank card in reserve.
    When six cards are left, or before the squeeze if that comes sooner, the line goes on as the report says.
    """

    play: Play
    """From the deal to the victim's turn."""
    matrix_trick: int
    """The first trick, 1 to 13, from which only winners are cashed, up to and including the squeeze card."""
    ending: Ending
    report: Report | None
    """What is said of the ending; None when cards to the squeeze trick were given already."""

    @property
    def victim(self) -> Seat:
        """Who is squeezed first."""
        return self.play.to_play

    @property
    def squeeze_trick(self) -> int:
        """The trick, 1 to 13, to which the victim has no idle card to throw."""
        return len(self.play.tricks) + 1

    @property
    def matrix(self) -> Ending:
        """The ending in which only winners are left to be cashed, up to and including the squeeze card."""
        before = self.play.back(len(self.play.cards) - 4 * (self.matrix_trick - 1))
        return _ending(before, self.ending.attackers)


@final
@dataclass(frozen=True, slots=True)
class DealSqueeze:
    """What is known of a deal at a contract, after a lead; None stands for what is not known."""

    play: Play
    """The deal with the lead, and the cards after it if any were given."""
    declarer: Seat
    tricks: int
    """What declarer takes after these cards, double dummy, those already won included."""
    target: int
    """The tricks asked about."""
    outcome: Outcome
    victims: tuple[Seat, ...] | None = None
    """Without whose forced discards the target is not reached; nobody: either defender can be squeezed."""
    line: SqueezeLine | None = None
    best_leads: CardSet | None = None
    """All leads that hold declarer to the fewest tricks, when none was given."""

    @property
    def kind(self) -> Kind | None:
        """What the squeeze is called."""
        report = None if self.line is None else self.line.report
        return None if report is None or report.squeeze is None else report.squeeze.kind

    @property
    def modifiers(self) -> frozenset[Modifier]:
        """What else may be said of it."""
        report = None if self.line is None else self.line.report
        return frozenset() if report is None or report.squeeze is None else report.squeeze.modifiers

    @property
    def is_either(self) -> bool:
        """Is a squeeze needed, but against neither defender in particular?"""
        return self.outcome is Outcome.SQUEEZE and self.victims == ()

    @property
    def is_complete(self) -> bool:
        """Was everything found out that was asked?"""
        if self.outcome is Outcome.SQUEEZE:
            return self.victims is not None and self.line is not None and self.line.report is not None
        return self.outcome is not Outcome.UNDECIDED


def squeeze_in(
    deal: Deal,
    contract: Contract | tuple[Strain, Seat],
    lead: Card | None = None,
    *,
    then: Sequence[Card] = (),
    target: int | None = None,
    budget: int = BUDGET,
) -> DealSqueeze:
    """Does declarer reach the target after this lead, and the cards that followed it, only by a squeeze?

    Without a lead it is a best one: of the leads that hold declarer to the fewest tricks one after which he
    needs a squeeze, else any; of those the lowest card of the longest suit, if two are equally long of the
    higher-ranking one. The target is, unless given, what
    declarer takes double dummy, or what the contract needs if that is less. No more questions are asked once
    `budget` positions have been looked at, those for the lead and the name not counted; what is not known
    then is None, or undecided.

    >>> strip = Deal.parse("N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65")
    >>> found = squeeze_in(strip, Contract.parse("6H by S"), Card.parse("CK"))
    >>> found.victims, found.kind, found.line.matrix_trick, found.line.squeeze_trick
    ((Seat.WEST,), Kind.STRIP, 2, 10)
    """
    strain, declarer = (contract.strain, contract.declarer) if isinstance(contract, Contract) else contract
    needs = contract.needs if isinstance(contract, Contract) else _TRICKS
    play, places = _whole(Play(deal, strain, declarer.lho)), Seat.SOUTH - declarer
    best = _best_leads(play) if lead is None else None
    leads = [lead] if lead is not None else _preferred(play, best or CardSet())
    answers = (
        turned(_answer(turned(play.then_all((card, *then)), places), needs, target, budget), -places)
        for card in leads
    )
    found = next(answers)
    for other in answers:
        if found.outcome is Outcome.SQUEEZE:
            break
        found = other if other.outcome is Outcome.SQUEEZE else found
    victims = None if found.victims is None else tuple(sorted(found.victims))
    return replace(found, victims=victims, best_leads=best)


def _whole(play: Play) -> Play:
    if None in play.start.hands or play.start.cards_each != _TRICKS:
        raise DealError("a whole deal has four known hands of 13 cards", text=str(play.start))
    return play


def _best_leads(play: Play) -> CardSet:
    tricks = dd.cards(play)
    return CardSet.of(card for card, taken in tricks.items() if taken == max(tricks.values()))


def _preferred(play: Play, leads: CardSet) -> list[Card]:
    """Low cards of the leader's longest suit first, of equally long ones of the one that ranks highest."""
    hand = play.hand(play.to_play)
    order = sorted(leads, key=lambda card: (-len(hand.holding(card.suit)), -card.suit, card.rank))
    return [card for card in order if not _is_run_on(hand, card)]


def _is_run_on(hand: CardSet, card: Card) -> bool:
    """Does the hand hold the next lower card too, which does as well?"""
    return bool(card.rank) and PACK[card.index - 1] in hand


# With South as declarer


def _answer(play: Play, needs: int, target: int | None, budget: int) -> DealSqueeze:
    oracle = _own_oracle()
    oracle.begin(budget)
    state, won = State.after(play), play.tricks_won(Side.NS)
    tricks = won + oracle.value(state)
    asked = min(tricks, needs) if target is None else target
    found = DealSqueeze(play, Seat.SOUTH, tricks, asked, Outcome.UNDECIDED)
    if asked > tricks:
        return replace(found, outcome=Outcome.OUT_OF_REACH)
    try:
        if oracle.reaches(state, asked - won, ALWAYS, ALWAYS):
            return replace(found, outcome=Outcome.NO_SQUEEZE)
        found = replace(found, outcome=Outcome.SQUEEZE)
        found = replace(found, victims=_victims(oracle, state, asked - won))
        return replace(found, line=_line(oracle, found))
    except _OutOfBudget:
        return found


def _victims(oracle: Oracle, state: State, need: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, blanks in _FREE.items() if not oracle.reaches(state, need, *blanks))


def _line(oracle: Oracle, found: DealSqueeze) -> SqueezeLine:
    """Of the lines against two victims the one that squeezes sooner, East if they do at the same time."""
    state, need = State.after(found.play), found.target - found.play.tricks_won(Side.NS)
    victims = found.victims or ()
    games = [_games(oracle, state, need, victim, victims) for victim in victims or (Seat.WEST,)]
    moments = [line_to_squeeze(oracle, state, need, game) for game in games]
    moment = min(moments, key=lambda moment: len(moment.line))
    play = found.play.then_all(tuple(PACK[card] for card in moment.line))
    given = len(found.play.cards)
    cut = min(4 * len(play.tricks), max(4 * (_TRICKS - _CARDS), given + -given % 4))
    before = play.back(len(play.cards) - cut)
    ending = _ending(before, Side.NS)
    report = analyse(ending) if cut >= given else None
    if report is None or report.squeeze is None:
        return SqueezeLine(play, matrix_trick(play), ending, report)
    play = before.then_all(report.squeeze.first.play.cards)
    return SqueezeLine(play, matrix_trick(play), ending, report)


def _ending(play: Play, attackers: Side) -> Ending:
    return Ending(play.remaining, play.strain, play.on_lead, attackers)


def _games(oracle: Oracle, state: State, need: int, victim: Seat, victims: tuple[Seat, ...]) -> Games:
    """A defender who need not be squeezed may throw what he likes; against either one, both may."""
    others = Blanks().given(victim.partner, ALWAYS)
    if not victims:
        return Games(others, Blanks(ALWAYS, ALWAYS))
    reserve = Blanks().given(victim, reserve_for(oracle, state, victim, Blanks(), need))
    return Games(others, reserve) if len(victims) == 1 else Games(Blanks(), reserve, tuple(_FREE.values()))


# What is searched


class _OutOfBudget(Exception):
    """More positions were looked at than asked for."""


class _Bounded(Oracle):
    """An oracle that answers no more questions once it has looked at so many positions."""

    def __init__(self) -> None:
        super().__init__(_BYTES)
        self._limit = 0

    def begin(self, budget: int) -> None:
        """Allow so many positions from now on."""
        self._limit = self._positions + max(0, budget)

    def _game(self, east: int, west: int) -> DoubleDummy:
        if self._positions > self._limit:
            raise _OutOfBudget
        return super()._game(east, west)

    @property
    def _positions(self) -> int:
        return sum(game.positions for game in self._games.values())


_own = local()


def _own_oracle() -> _Bounded:
    """The oracle of this thread."""
    oracle: _Bounded | None = getattr(_own, "oracle", None)
    if oracle is None:
        oracle = _own.oracle = _Bounded()
    return oracle
