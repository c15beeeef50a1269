"""A plan in words: numbered tricks that a player can follow, with branches on what the defenders do.

How to read the text: a line starts with its trick number. Where no card is named, a player follows suit with
his lowest or has no choice. A branch, marked by a dash, continues below it, indented;
once a plan has ended any card will do.

To know what its cards do (lead, follow, throw or ruff), a plan is followed through every defence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple

from overtrick.core import Card, CardSet, Seat, Strain
from overtrick.core.bits import indices
from overtrick.core.english import NUMBERS, capital, series
from overtrick.squeezes.ending import State
from overtrick.squeezes.plans import Cash, Plays, SqueezePlan, Step, Watch, Winner
from overtrick.squeezes.words.phrases import one_of

__all__ = ["plan_text"]

_INDENT = "   "
_MOST_IN_A_LINE = 3
"""The most tricks written in the line of a branch."""


class _Role(Enum):
    """The role of a card in its trick."""

    LEAD = auto()
    FOLLOW = auto()
    THROW = auto()
    RUFF = auto()
    PLAY = auto()
    """It depends on what the defenders have done."""


_DOES = {_Role.LEAD: "leads", _Role.THROW: "throws", _Role.RUFF: "ruffs with"}
"""The verb for a defender's card, by role; otherwise he plays it."""
_BEGINNINGS = ("lead ", "cash ", "cross ", "ruff the ")
"""Words that mark the beginning of a trick."""


def plan_text(plan: SqueezePlan) -> list[str]:
    """A plan trick by trick, a line for each; a branch and the little that follows it stand in one line.

    >>> from overtrick.squeezes.ending import Ending
    >>> from overtrick.squeezes.planning import plan_for
    >>> print(*plan_text(plan_for(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))), sep="\\n")
    1. Lead the ♣A from South.
       - If West throws the ♠K, throw the ♥J from North; then cross to the ♥A and cash the ♠Q.
       - If West throws a heart, throw the ♠Q from North; then cross to the ♥A and cash the ♥J.
    """
    if plan.first is None:
        return ["Any card will do." if plan.tricks else "There is no trick to play for."]
    start = _Positions(plan, frozenset({(plan.ending.state, 0)}))
    return _lines(_section(plan.first, start, plan.ending.strain, 0), "", None)


# Sections


class _TrickClause(NamedTuple):
    """The attackers' play to a trick, or to several that are cashed."""

    trick: int
    clause: str


class _Section(NamedTuple):
    """Some tricks, and then a defender's turn that matters, if there is one."""

    clauses: list[_TrickClause]
    cases: list[_Case]


class _Case(NamedTuple):
    """A defender's possible play and the continuation."""

    trick: int
    condition: str
    then: _Section


class _Action(NamedTuple):
    """An attacker's card and its role."""

    trick: int
    seat: Seat
    card: Card
    role: _Role
    is_sure: bool
    """Is it legal whatever the defenders have done?"""

    @property
    def name(self) -> str:
        """The card and whose it is."""
        at = "in" if self.role is _Role.RUFF else "from"
        return f"the {self.card.print} {at} {self.seat.word}{'' if self.is_sure else ' if possible'}"


def _section(step: Step | None, following: _Positions, strain: Strain, trick: int) -> _Section:
    """The section from a step on; `trick` is the last one mentioned."""
    moved = list[_Action]()
    while isinstance(step, Plays):
        following, trick = following.until(step), step.trick
        is_sure = following.is_always_legal(step.card)
        moved.append(_Action(trick, step.seat, step.card, following.role((step.card,)), is_sure))
        following = following.then_if_possible(step.card)
        step = step.then
    tricks = groupby(moved, key=lambda each: each.trick)
    clauses = [_TrickClause(number, _trick([*each])) for number, each in tricks]
    if isinstance(step, Cash):
        clauses.append(_TrickClause(step.trick, _cash(step, following.until(step), strain)))
    if isinstance(step, Watch):
        return _Section(clauses, _cases(step, following.until(step), strain, trick))
    return _Section(clauses, [])


def _cases(watch: Watch, following: _Positions, strain: Strain, trick: int) -> list[_Case]:
    among = CardSet().union(*(branch.cards for branch in watch.branches))
    found = list[_Case]()
    for branch in watch.branches:
        role = following.role(branch.cards)
        does = f"{_DOES.get(role, 'plays')} {one_of(branch.cards, among)}"
        is_next = watch.trick == trick + (role is _Role.LEAD or not trick)
        when = "" if is_next else f" to trick {NUMBERS[watch.trick]}"
        then = _section(branch.then, following.then(branch.cards), strain, watch.trick)
        found.append(_Case(watch.trick, f"if {watch.seat.word} {does}{when}", then))
    return found


# Clauses


def _trick(moved: Sequence[_Action]) -> str:
    """The attackers' cards to one trick."""
    first, *others = moved
    if others and first.role is _Role.LEAD and _is_to(first.card, others[0]):
        return f"lead the {first.card.print} from {first.seat.word} to the {others[0].card.print}"
    clauses = list(map(_move, moved))
    if len({each.role for each in moved}) == 1:
        clauses[1:] = (each.name for each in others)
    return " and ".join(clauses)


def _is_to(led: Card, other: _Action) -> bool:
    return other.role is _Role.FOLLOW and other.card > led and other.is_sure


def _move(moved: _Action) -> str:
    verbs = {_Role.LEAD: "lead", _Role.THROW: "throw", _Role.RUFF: "ruff with"}
    return f"{verbs.get(moved.role, 'play')} {moved.name}"


def _cash(cash: Cash, following: _Positions, strain: Strain) -> str:
    """All that is cashed in one clause; winners in a row from one hand share their verb."""
    seats = (seat for winner in cash.winners for seat in (winner.seat, winner.seat.partner))
    hands = {seat: following.hand(seat) for seat in seats}
    clauses = list[str]()
    can_join = False
    for winner in cash.winners:
        clause, beside = _won(winner, hands, strain), _beside(winner, hands, strain)
        if can_join and clause.startswith("cash "):
            clauses[-1] += f" and {clause.removeprefix('cash ')}{beside}"
            can_join = False
        else:
            clauses.append(clause + beside)
            can_join = clause.startswith("cash ") and not beside
        for seat, card in ((winner.seat, winner.lead), (winner.seat.partner, winner.partner)):
            hands[seat] = hands[seat].minus(card)
    return series(clauses)


def _won(winner: Winner, hands: dict[Seat, CardSet], strain: Strain) -> str:
    lead, partner = winner.lead, winner.partner
    if partner.suit is lead.suit and partner > lead:
        is_only = hands[winner.seat].length(lead.suit) == 1
        return f"cross to the {partner.print}" if is_only else f"lead the {lead.print} to the {partner.print}"
    if partner.suit is not lead.suit and partner.suit.strain is strain:
        return f"ruff the {lead.print} with the {partner.print}"
    return f"cash the {lead.print}"


def _beside(winner: Winner, hands: dict[Seat, CardSet], strain: Strain) -> str:
    """The partner's card, where he has a choice and does not simply follow with his lowest."""
    lead, card, hand = winner.lead, winner.partner, hands[winner.seat.partner]
    held = hand.in_suit(lead.suit)
    if card.suit is not lead.suit:
        has_choice = len(hand) > 1 and card.suit.strain is not strain
        return f" (throwing the {card.print})" if has_choice else ""
    is_told = card > lead or card == min(held, default=card)
    return "" if is_told else f" (playing the {card.print} under it)"


# Lines


def _lines(section: _Section, indent: str, current: int | None) -> list[str]:
    """A line for each trick; the rest of the current trick has no number."""
    lines = list[str]()
    for trick, clause in section.clauses:
        number = "" if trick == current else f"{trick}. "
        lines.append(f"{indent}{number}{capital(clause)}.")
    for case in section.cases:
        lines += _branch(case, indent + _INDENT if section.clauses or current is None else indent)
    return lines


def _branch(case: _Case, indent: str) -> Iterator[str]:
    clauses, condition = case.then.clauses, capital(case.condition)
    if not clauses and not case.then.cases:
        yield f"{indent}- {condition}, any card will do."
    elif _fits_in_a_line(case):
        yield f"{indent}- {condition}, {'; then '.join(clause for _, clause in clauses)}."
    elif clauses and clauses[0].trick == case.trick:
        yield f"{indent}- {condition}, {clauses[0].clause}."
        yield from _lines(_Section(clauses[1:], case.then.cases), indent + _INDENT, case.trick)
    else:
        yield f"{indent}- {condition}:"
        yield from _lines(case.then, indent + _INDENT, case.trick)


def _fits_in_a_line(case: _Case) -> bool:
    """Are there few tricks, and is it clear without numbers where each of them begins?"""
    later = [clause for trick, clause in case.then.clauses if trick != case.trick]
    is_clear = all(clause.startswith(_BEGINNINGS) for clause in later)
    return is_clear and not case.then.cases and len(case.then.clauses) <= _MOST_IN_A_LINE


# Following a plan

Case = tuple[State, int]
"""A position, and the attackers' tricks so far."""
Cases = frozenset[Case]


class _Positions(NamedTuple):
    """The positions that a plan can reach, step by step."""

    plan: SqueezePlan
    cases: Cases

    def until(self, step: Step) -> _Positions:
        """The positions at the turn of a step; before it, every legal card is played."""
        arrived, seen, ahead = set[Case](), set[Case](), list(self.cases)
        while ahead:
            case = ahead.pop()
            state, won = case
            if case in seen or not any(state.hands) or won >= self.plan.tricks:
                continue
            seen.add(case)
            if self._is_turn(step, state):
                arrived.add(case)
            else:
                ahead.extend(self._after(case, indices(state.legal)))
        return _Positions(self.plan, frozenset(arrived))

    def then(self, cards: Iterable[Card]) -> _Positions:
        """The positions after any of these cards, where it is legal."""
        played = [card.index for card in cards]
        later = (after for case in self.cases for after in self._after(case, played))
        return _Positions(self.plan, frozenset(later))

    def then_if_possible(self, card: Card) -> _Positions:
        """The positions after a card or, where it is not legal, after the only one that is."""
        forced = (case for case in self.cases if not case[0].legal & card.bit)
        others = (after for case in forced for after in self._after(case, indices(case[0].legal)))
        return _Positions(self.plan, self.then((card,)).cases.union(others))

    def is_always_legal(self, card: Card) -> bool:
        """Is a card legal in every position?"""
        return all(state.legal & card.bit for state, _ in self.cases)

    def role(self, cards: Iterable[Card]) -> _Role:
        """The common role of these cards."""
        legal = ((state, card) for card in cards for state, _ in self.cases if state.legal & card.bit)
        roles = {_role(state, card) for state, card in legal}
        return roles.pop() if len(roles) == 1 else _Role.PLAY

    def hand(self, seat: Seat) -> CardSet:
        """The cards that a player still may hold."""
        return CardSet().union(*(CardSet(state.hands[seat]) for state, _ in self.cases))

    def _is_turn(self, step: Step, state: State) -> bool:
        is_his = not state.trick if isinstance(step, Cash) else step.seat == state.seat
        return is_his and self.plan.ending.trick(state) == step.trick

    def _after(self, case: Case, cards: Iterable[int]) -> Iterator[Case]:
        """The positions after each of these cards that is legal."""
        state, won = case
        for card in cards:
            if state.legal >> card & 1:
                later, by_us = state.played(card, self.plan.ending.attackers)
                yield later, won + by_us


def _role(state: State, card: Card) -> _Role:
    if not state.trick:
        return _Role.LEAD
    if state.trick[0] // 13 == card.suit:
        return _Role.FOLLOW
    return _Role.RUFF if card.suit == state.strain else _Role.THROW
