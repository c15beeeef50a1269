"""Squeezes in whole deals: does a contract need one, against whom, and when is its matrix reached?

`squeeze_in` analyses one deal, `scan` many boards. On the line to the squeeze the attackers play winners
first, the defenders idle cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple, final

from overtrick import dd
from overtrick.core import (
    PACK,
    Board,
    Card,
    CardSet,
    Contract,
    Deal,
    DealError,
    OvertrickError,
    Play,
    Seat,
    Side,
    Strain,
)
from overtrick.core.bits import NOTRUMP, holding, indices
from overtrick.core.rotation import rotated
from overtrick.dd.batch import Progress, in_order
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending, State, after_tricks
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.moments import FREE, NO_BLANKS, Blanks, blanks_for, one_of_each_run, reserve_for
from overtrick.squeezes.oracle import Oracle, OutOfBudget, own_oracle
from overtrick.squeezes.report import DealSqueeze, Outcome, SqueezeLine

__all__ = ["BUDGET", "ScannedBoard", "scan", "squeeze_in"]

BUDGET = 20_000_000
"""The most positions searched for one deal: about ten seconds, where half of all deals take 0.03."""
_CARDS = 6
"""Cards left in the ending that names a squeeze, unless the squeeze comes sooner."""
_TRICKS = 13
_BYTES = 16 << 20
"""Memory for each kind of game."""
_FREE = {seat: blanks_for(seat) for seat in (Seat.EAST, Seat.WEST)}
_HIGH, _TO_PARTNER, _OTHER = range(3)


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

    Without a lead, a best one is chosen: among the leads that hold declarer to the fewest tricks, those after
    which he needs a squeeze, if any; of these the lowest card of the longest suit, of equally long suits the
    higher-ranking. The target is, unless given,
    declarer's double-dummy tricks, or what the contract needs if that is less. The analysis stops once
    `budget` positions have been searched, those for the lead and the name not counted; what is not known
    then is None, or undecided.

    >>> strip = Deal.parse("N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65")
    >>> found = squeeze_in(strip, Contract.parse("6H by S"), Card.parse("CK"))
    >>> found.victims, found.kind, found.line.matrix_trick, found.line.squeeze_trick
    ((Seat.WEST,), Kind.STRIP, 2, 10)
    """
    strain, declarer = (contract.strain, contract.declarer) if isinstance(contract, Contract) else contract
    needs = contract.needs if isinstance(contract, Contract) else _TRICKS
    if None in deal.hands or deal.cards_each != _TRICKS:
        raise DealError("a whole deal has four known hands of 13 cards", text=str(deal))
    play, places = Play(deal, strain, declarer.lho), Seat.SOUTH - declarer
    best = _best_leads(play) if lead is None else None
    leads = [lead] if lead is not None else _preferred(play, best or CardSet())
    answers = (
        rotated(_answer(rotated(play.then_all((card, *then)), places), needs, target, budget), -places)
        for card in leads
    )
    first = next(answers)
    found = next((each for each in chain((first,), answers) if each.outcome is Outcome.SQUEEZE), first)
    victims = None if found.victims is None else tuple(sorted(found.victims))
    return replace(found, victims=victims, best_leads=best)


def _best_leads(play: Play) -> CardSet:
    tricks = dd.cards(play)
    return CardSet.of(card for card, taken in tricks.items() if taken == max(tricks.values()))


def _preferred(play: Play, leads: CardSet) -> list[Card]:
    """The leads in order of preference: low cards of the longest suit first, or of the highest of these.

    A card is left out if the leader holds the next lower one, which does as well.
    """
    hand = play.hand(play.to_play)
    order = sorted(leads, key=lambda card: (-len(hand.holding(card.suit)), -card.suit, card.rank))
    return [card for card in order if not card.rank or PACK[card.index - 1] not in hand]


# With South as declarer


def _answer(play: Play, needs: int, target: int | None, budget: int) -> DealSqueeze:
    oracle = own_oracle(_BYTES)
    oracle.begin(budget)
    state, won = State.after(play), play.tricks_won(Side.NS)
    tricks = won + oracle.value(state)
    asked = min(tricks, needs) if target is None else target
    found = DealSqueeze(play, Seat.SOUTH, tricks, asked, Outcome.UNDECIDED)
    if asked > tricks:
        return replace(found, outcome=Outcome.OUT_OF_REACH)
    try:
        if oracle.reaches(state, asked - won, *FREE):
            return replace(found, outcome=Outcome.NO_SQUEEZE)
        found = replace(found, outcome=Outcome.SQUEEZE)
        victims = (seat for seat in _FREE if not oracle.reaches(state, asked - won, *_FREE[seat]))
        found = replace(found, victims=tuple(victims))
        return replace(found, line=_line(oracle, found))
    except OutOfBudget:
        return found


def _line(oracle: Oracle, found: DealSqueeze) -> SqueezeLine:
    """The line to the squeeze; of those against two victims the one that squeezes sooner, or else East's."""
    state, need = State.after(found.play), found.target - found.play.tricks_won(Side.NS)
    victims = found.victims or ()
    games = [_games(oracle, state, need, victim, victims) for victim in victims or (Seat.WEST,)]
    lines = [_line_to_squeeze(oracle, state, need, game) for game in games]
    play = found.play.then_all(tuple(PACK[card] for card in min(lines, key=len)))
    given = len(found.play.cards)
    cut = min(4 * len(play.tricks), max(4 * (_TRICKS - _CARDS), given + -given % 4))
    before = play.back(len(play.cards) - cut)
    ending = Ending.after(before, Side.NS)
    report = analyse(ending) if cut >= given else None
    if report is not None and report.squeeze is not None:
        play = before.then_all(report.squeeze.first.play.cards)
    return SqueezeLine(play, _matrix_trick(play), ending, report)


def _games(oracle: Oracle, state: State, need: int, victim: Seat, victims: tuple[Seat, ...]) -> _Games:
    """The games for a line: free discards for a defender who need not be squeezed; both if either will do."""
    others = _FREE[victim.partner]
    if not victims:
        return _Games(others, FREE)
    reserve = NO_BLANKS.given(victim, reserve_for(oracle, state, victim, NO_BLANKS, need))
    return _Games(others, reserve) if len(victims) == 1 else _Games(NO_BLANKS, reserve, tuple(_FREE.values()))


# The line to the squeeze


class _Games(NamedTuple):
    """The blanks assumed on the way to a squeeze."""

    attackers: Blanks
    """The attackers keep their tricks even against these."""
    reserve: Blanks
    """Both defenders play as if they had these."""
    victims: tuple[Blanks, ...] = ()
    """With two victims, the blanks for each: with them the tricks fail, and should not become safe later."""


def _line_to_squeeze(oracle: Oracle, state: State, need: int, games: _Games) -> list[int]:
    """Play on until a defender has no idle card to throw.

    That must happen if there are enough tricks in the attackers' game and not in the defenders'.
    """
    line = list[int]()
    while True:
        card = (_theirs if state.seat & 1 else _ours)(oracle, state, need, games)
        if card is None:
            return line
        line.append(card)
        state, won = state.played(card)
        need -= won


def _ours(oracle: Oracle, state: State, need: int, games: _Games) -> int | None:
    """The first card, in the attackers' order, that keeps the tricks."""
    after = ((card, *state.played(card)) for card in _in_order(state))
    return next(card for card, later, won in after if oracle.reaches(later, need - won, *games.attackers))


def _theirs(oracle: Oracle, state: State, need: int, games: _Games) -> int | None:
    """A best card, the blank still in reserve, or none when only the blank is best.

    If possible, it costs nothing in normal play and lets no victim off; of such cards it is the lowest.
    """
    least = oracle.value(state, *games.reserve)
    unwanted = [(NO_BLANKS, need + 1), *((blanks, need) for blanks in games.victims)]
    faults = dict[int, int]()
    for card in _low_first(state):
        later, won = state.played(card)
        if not oracle.reaches(later, least + 1 - won, *games.reserve):
            faults[card] = sum(oracle.reaches(later, tricks - won, *blanks) for blanks, tricks in unwanted)
            if not faults[card]:
                return card
    return min(faults, key=faults.__getitem__, default=None)


def _low_first(state: State) -> list[int]:
    return sorted(one_of_each_run(state), key=lambda card: (card % 13, card))


# Winners


def _matrix_trick(play: Play) -> int:
    """The number of the first trick from which the attackers only cash winners, up to the squeeze card.

    It is the squeeze trick itself if they do not lead to it, or lead no winner.
    """
    number = len(play.tricks) + 1
    before = State.after(play.back(len(play.trick.cards)))
    if before.leader & 1 or not _can_cash(before, play.trick.cards[0].suit):
        return number
    while number > 1 and _is_cashed(play, number - 1):
        number -= 1
    return number


def _is_cashed(play: Play, number: int) -> bool:
    """Was a complete trick led by the attackers and won with a card that was high when it was led?"""
    trick = play.tricks[number - 1]
    before = State.after(after_tricks(play, number - 1))
    winner = trick.winner(play.strain)
    card = trick.cards[winner - trick.leader & 3]
    is_ours = trick.leader.side is winner.side is Side.NS
    return is_ours and card.suit is trick.cards[0].suit and _is_high(before, card.index)


def _in_order(state: State) -> list[int]:
    """The attackers' cards: winners that can be cashed, then low cards, one of touching ones."""
    if not state.trick:
        return sorted(indices(state.legal), key=lambda card: _place_of_lead(state, card))
    low_first = _low_first(state)
    if len(state.trick) == 2 and not _is_high(state, state.trick[0]):
        led = state.trick[0] // 13
        return sorted(low_first, key=lambda card: card // 13 != led or not _is_high(state, card))
    return low_first


def _place_of_lead(state: State, card: int) -> tuple[int, ...]:
    """High cards, then low ones to partner's high card, of suits first in which the defenders have few."""
    suit = card // 13
    if not _can_cash(state, suit):
        return _OTHER, card % 13, suit
    left = holding(state.hands[1] | state.hands[3], suit).bit_count()
    return (_HIGH, left, suit, -card) if _is_high(state, card) else (_TO_PARTNER, left, suit, card)


def _can_cash(state: State, suit: int) -> bool:
    """Have the attackers, on lead, the highest card of a suit, with no defender ready to ruff it?"""
    ours = holding(state.hands[0] | state.hands[2], suit)
    ruffs = state.strain not in (NOTRUMP, suit) and any(
        holding(hand, state.strain) and not holding(hand, suit) for hand in state.hands[1::2]
    )
    return not ruffs and ours > holding(state.hands[1] | state.hands[3], suit)


def _is_high(state: State, card: int) -> bool:
    """Has no defender a higher card of its suit, in hand or on the table?"""
    played = sum(1 << card for place, card in enumerate(state.trick) if state.leader + place & 1)
    theirs = state.hands[1] | state.hands[3] | played
    return 1 << card % 13 > holding(theirs, card // 13)


# Many boards


@final
@dataclass(frozen=True, slots=True)
class ScannedBoard:
    """The result of scanning a board."""

    place: int
    """The place of the board in the input, from 1."""
    board: Board
    contract: Contract | None = None
    """The contract that was analysed."""
    is_par: bool = False
    """Is it the par contract, because the board has none?"""
    squeeze: DealSqueeze | None = None
    remark: str = ""
    """Why the board could not be analysed."""

    @property
    def is_complete(self) -> bool:
        """Is the analysis complete?"""
        return self.squeeze is not None and self.squeeze.is_complete

    @property
    def is_squeeze(self) -> bool:
        """Does the contract, or what declarer takes of it, depend on a squeeze?"""
        return self.squeeze is not None and self.squeeze.outcome is Outcome.SQUEEZE


def scan(
    boards: Iterable[Board],
    *,
    kinds: Collection[Kind] | None = None,
    victims: Collection[Seat] | None = None,
    budget: int = BUDGET,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[ScannedBoard]:
    """Analyse each board's contract after its lead with `squeeze_in`, in order, on all cores.

    A board without a contract, or passed out, is looked at in its par contract, the lowest if there are
    several; one without a lead after the best one. With `kinds` or `victims` only squeezes of these kinds,
    or against one of these defenders, are found, and boards of which that is not known: they are not
    complete. A board about which nothing can be found out has a remark.
    """
    answers = in_order(enumerate(boards, 1), partial(_scanned, budget=budget), "board", workers, progress)
    return (found for found in answers if _fits(found, kinds, victims))


def _scanned(place_and_board: tuple[int, Board], budget: int) -> ScannedBoard:
    place, board = place_and_board
    scanned = ScannedBoard(place, board)
    try:
        contract = board.contract or _par_contract(board)
        if contract is None:
            return replace(scanned, remark="at par the board is passed out")
        scanned = replace(scanned, contract=contract, is_par=board.contract is None)
        lead = board.play.cards[0] if board.contract and board.play and board.play.cards else None
        return replace(scanned, squeeze=squeeze_in(board.deal, contract, lead, budget=budget))
    except OvertrickError as error:
        return replace(scanned, remark=str(error))


def _par_contract(board: Board) -> Contract | None:
    contracts = dd.par(dd.table(board.deal), board.dealer, board.vul).contracts
    return contracts[0] if contracts else None


def _fits(found: ScannedBoard, kinds: Collection[Kind] | None, victims: Collection[Seat] | None) -> bool:
    squeeze = found.squeeze
    if (kinds is None and victims is None) or squeeze is None or squeeze.outcome is Outcome.UNDECIDED:
        return True
    if not found.is_squeeze:
        return False
    squeezed = squeeze.victims or (() if squeeze.line is None else (squeeze.line.victim,))
    of_kind = kinds is None or squeeze.kind in (None, *kinds)
    return of_kind and (victims is None or not squeezed or not set(victims).isdisjoint(squeezed))
