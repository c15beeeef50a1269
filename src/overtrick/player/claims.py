"""Proofs of claims and concessions, for every layout that a seat cannot exclude, never for a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple, final

from overtrick.core import PACK, Card, CardSet, Claim, Seat, SeatView, Side, Strain
from overtrick.core.bits import SUIT_BITS, descending, highest, lowest, runs, winning_place
from overtrick.dd.position import Position
from overtrick.dd.solver import own_solver
from overtrick.player.knowledge import Hands, HiddenHands

__all__ = [
    "EndingSearch",
    "Proof",
    "ProvedClaim",
    "ProvedConcession",
    "accepts",
    "cashed",
    "proved_claim",
    "proved_concession",
    "winner_of",
]

# Small endings


WORK = 60_000
"""Layouts visited before a proof is given up; repeated visits count."""

Trick = tuple[int, ...]
"""The cards on the table, by their numbers."""
Worlds = tuple[Hands, ...]


class TooMuch(Exception):
    """A proof that exceeds its budget."""


@final
class EndingSearch:
    """Proofs about small endings, for all layouts at once, within a budget of work.

    A position is the hands that are left, the leader of the trick, and the cards on the table.
    """

    def __init__(self, strain: Strain, side: Side, work: int = WORK) -> None:
        self.strain = strain
        self.side = side
        self._work = work
        self._known: dict[tuple[object, ...], bool] = {}

    def _proved(self, key: tuple[object, ...], work: int, proof: Callable[[], bool]) -> bool:
        """The cached result of a proof; TooMuch if the work exceeds the budget."""
        if key not in self._known:
            self._work -= work
            if self._work < 0:
                raise TooMuch
            self._known[key] = proof()
        return self._known[key]

    def double_dummy(self, hands: Hands, leader: Seat, trick: Trick) -> int:
        """The tricks that the side takes from here on when everybody sees all the cards."""
        position = Position(hands, self.strain, leader, tuple(PACK[card] for card in trick))
        return position.tricks_of(self.side, own_solver().tricks_ns(position))

    # One plan for every layout

    def sure_card(self, worlds: Worlds, leader: Seat, trick: Trick, needed: int) -> int | None:
        """A card of the side to play that begins a plan with enough tricks in every world, or None."""
        cards = descending(_legal(worlds[0][leader.next(len(trick))], trick))
        sure = (card for card in cards if self._is_sure_after(worlds, leader, trick, card, needed))
        return next(sure, None)

    def is_sure(self, worlds: Worlds, leader: Seat, trick: Trick, needed: int) -> bool:
        """Is there one plan, blind to what is hidden, that takes enough tricks in every world?"""
        if needed <= 0:
            return True
        key = (worlds, leader, trick, needed)
        return self._proved(key, len(worlds), lambda: self._find_plan(worlds, leader, trick, needed))

    def _find_plan(self, worlds: Worlds, leader: Seat, trick: Trick, needed: int) -> bool:
        if not trick and any(self.double_dummy(hands, leader, ()) < needed for hands in worlds):
            return False  # in one world, a plan for all does no better than a plan for that world
        if not trick and len(worlds) == 1:
            return True
        seat = leader.next(len(trick))
        if seat.side is self.side:
            return self.sure_card(worlds, leader, trick, needed) is not None
        seen = reduce(or_, (_legal(hands[seat], trick) for hands in worlds))
        return all(
            self._is_sure_after(_able(worlds, seat, card, trick), leader, trick, card, needed)
            for card in descending(seen)
        )

    def _is_sure_after(self, worlds: Worlds, leader: Seat, trick: Trick, card: int, needed: int) -> bool:
        seat = leader.next(len(trick))
        after = tuple(_without(hands, seat, card) for hands in worlds)
        played = (*trick, card)
        if len(played) < 4:
            return self.is_sure(after, leader, played, needed)
        winner = winner_of(played, leader, self.strain)
        needed -= winner.side is self.side
        return needed <= after[0][winner].bit_count() and self.is_sure(after, winner, (), needed)

    # Whatever anybody plays

    def is_won_ever(self, hands: Hands, leader: Seat, trick: Trick) -> bool:
        """Is there a way for all four to play in which the side wins a trick?"""
        cards = descending(_legal(hands[leader.next(len(trick))], trick))
        return self._proved(
            (hands, leader, trick),
            1,
            lambda: any(self._is_won_after(hands, leader, trick, card) for card in cards),
        )

    def _is_won_after(self, hands: Hands, leader: Seat, trick: Trick, card: int) -> bool:
        after, played = _without(hands, leader.next(len(trick)), card), (*trick, card)
        if len(played) < 4:
            return self.is_won_ever(after, leader, played)
        winner = winner_of(played, leader, self.strain)
        return winner.side is self.side or self.is_won_ever(after, winner, ())


# The laws, on bits


def _legal(hand: int, trick: Trick) -> int:
    return (hand & SUIT_BITS[trick[0] // 13] or hand) if trick else hand


def _able(worlds: Worlds, seat: Seat, card: int, trick: Trick) -> Worlds:
    """The worlds in which a seat may play a card."""
    return tuple(hands for hands in worlds if _legal(hands[seat], trick) >> card & 1)


def _without(hands: Hands, seat: Seat, card: int) -> Hands:
    return (*hands[:seat], hands[seat] & ~(1 << card), *hands[seat + 1 :])


def winner_of(trick: Trick, leader: Seat, strain: Strain) -> Seat:
    """Who wins a whole trick."""
    return leader.next(winning_place(trick, strain))


# Cashing


POSITIONS = 4_000
"""Positions after which the search gives up without a proof."""


class _Defender(NamedTuple):
    """A defender's plays since the search began."""

    led: tuple[int, ...] = (0, 0, 0, 0)
    """The number of rounds of each suit to which he has had to play."""
    loose: int = 0
    """The number of those rounds in which he may have discarded."""


_FRESH = (_Defender(), _Defender())


class _Position(NamedTuple):
    """Declarer's two hands before a lead by one of them."""

    hands: tuple[int, int]
    """The hand on lead first."""
    leader: int
    defenders: tuple[_Defender, _Defender]


def cashed(hidden: HiddenHands, tricks: int, positions: int = POSITIONS) -> tuple[Card, ...] | None:
    """Declarer's cards, in order, that cash this many tricks in every layout; None if none are found.

    Nothing can be cashed while a defender is on lead.

    >>> from overtrick.core import Play
    >>> play = Play.parse("N:A2... - K3... -;NT;N")
    >>> hidden = HiddenHands.of(play, 0b1111)  # the defenders have four small clubs
    >>> [str(card) for card in cashed(hidden, 2)]
    ['SA', 'S3', 'S2', 'SK']
    """
    if hidden.play.to_play in hidden.seats and not len(hidden.play.trick):
        return None
    line = _Search(hidden, positions).from_here(tricks)
    return None if line is None else tuple(PACK[card] for card in line)


class _Search:
    """One proof: its bounds, and the positions known to fail."""

    def __init__(self, hidden: HiddenHands, positions: int) -> None:
        self._play = hidden.play
        self._seats = hidden.seats
        self._fewest, self._most = hidden.lengths
        self._top = tuple(tuple(highest(may & bits) for bits in SUIT_BITS) for may in hidden.may)
        self._between = hidden.out | sum(card.bit for card in hidden.play.trick.cards)
        self._trump = int(hidden.play.strain)
        self._left = positions
        self._failed = set[tuple[_Position, int]]()

    # The trick in progress

    def from_here(self, tricks: int) -> list[int] | None:
        """The line from the position of the play, in the middle of a trick or before a lead."""
        play, trick = self._play, self._play.trick
        if not len(trick):
            hands = play.bits[play.to_play], play.bits[play.to_play.partner]
            return self._line(_Position(hands, play.to_play, _FRESH), tricks)
        led = int(trick.cards[0].suit)
        waiting = [seat for seat in trick.leader.clockwise()[len(trick) :] if seat not in self._seats]
        for cards in product(*(self._followed(play.bits[seat], led) for seat in waiting)):
            table = {seat: card.index for seat, card in trick} | dict(zip(waiting, cards, strict=True))
            after = self._finished(table, led)
            rest = None if after is None else self._line(after, tricks - 1)
            if rest is not None:
                return [*cards, *rest]
        return None

    def _finished(self, table: dict[Seat, int], led: int) -> _Position | None:
        """The position after the trick in progress, if declarer is sure to win it with these cards."""
        winner = tuple(table)[winning_place(tuple(table.values()), self._trump)]
        late = [place for place, seat in enumerate(self._seats) if seat not in table]
        if winner in self._seats or any(self._may_beat(e, _FRESH[e], table[winner], led) for e in late):
            return None
        gone = sum(1 << card for card in table.values())
        hands = self._play.bits[winner] & ~gone, self._play.bits[winner.partner] & ~gone
        first, second = (self._played_to(e, _FRESH[e], led) if e in late else _FRESH[e] for e in range(2))
        return _Position(hands, winner, (first, second))

    # Whole tricks

    def _line(self, position: _Position, tricks: int) -> list[int] | None:
        """Leads and cards from the other hand, in order, that win so many tricks from here on."""
        if tricks <= 0:
            return []
        key = (position, tricks)
        if self._left <= 0 or key in self._failed or self._potential(position) < tricks:
            return None
        self._left -= 1
        for lead, other in self._sure_tricks(position):
            rest = self._line(self._after(position, lead, other), tricks - 1)
            if rest is not None:
                return [lead, other, *rest]
        self._failed.add(key)
        return None

    def _sure_tricks(self, position: _Position) -> Iterator[tuple[int, int]]:
        """A lead and a card from the other hand that win whatever the defenders play; trumps first."""
        leads = sorted(self._distinct(*position.hands), key=lambda card: (card // 13 != self._trump, -card))
        for lead in leads:
            suit = lead // 13
            for other in self._followed(position.hands[1], suit, position.hands[0]):
                best = (lead, other)[winning_place((lead, other), self._trump)]
                if not any(self._may_beat(e, position.defenders[e], best, suit) for e in range(2)):
                    yield lead, other

    def _after(self, position: _Position, lead: int, other: int) -> _Position:
        suit = lead // 13
        first, second = position.hands[0] & ~(1 << lead), position.hands[1] & ~(1 << other)
        one, two = (self._played_to(e, position.defenders[e], suit) for e in range(2))
        if winning_place((lead, other), self._trump) == 0:
            return _Position((first, second), position.leader, (one, two))
        return _Position((second, first), position.leader ^ 2, (one, two))

    def _followed(self, hand: int, suit: int, partner: int = 0) -> list[int]:
        """What a hand may play to a suit, low cards first; of cards that are equal only one."""
        legal = hand & SUIT_BITS[suit] or hand
        return sorted(self._distinct(legal, partner), key=lambda card: (card % 13, -card))

    def _distinct(self, cards: int, partner: int) -> Iterator[int]:
        """One of each group of cards with none of the other hands or the table between them, the lowest."""
        return map(lowest, runs(cards, self._between | partner))

    # The defenders

    def _may_beat(self, e: int, he: _Defender, best: int, suit: int) -> bool:
        """May a defender beat this card on a lead of the suit?"""
        holding = best // 13
        if holding == suit and self._most[e][suit] > he.led[suit] and self._top[e][suit] > best:
            return True
        if suit == self._trump or self._trump > 3 or self._follows(e, he, suit):
            return False
        if self._most[e][self._trump] <= he.led[self._trump]:
            return False
        return holding != self._trump or self._top[e][self._trump] > best

    def _follows(self, e: int, he: _Defender, suit: int) -> bool:
        """Is a defender sure to have a card of the suit, whatever he may have thrown away?"""
        return self._fewest[e][suit] - he.led[suit] - he.loose > 0

    def _played_to(self, e: int, he: _Defender, suit: int) -> _Defender:
        led = tuple(rounds + (each == suit) for each, rounds in enumerate(he.led))
        return _Defender(led, he.loose + (not self._follows(e, he, suit)))

    def _potential(self, position: _Position) -> int:
        """An upper bound on the tricks to cash: the cards that may become good, at most one per round."""
        one, two = position.hands
        found = 0
        for suit, bits in enumerate(SUIT_BITS):
            own = (one | two) & bits
            rounds = max((one & bits).bit_count(), (two & bits).bit_count())
            left = [self._most[e][suit] - position.defenders[e].led[suit] for e in range(2)]
            if suit == self._trump:
                found += own.bit_count()
            elif any(0 < cards < rounds for cards in left):
                found += rounds
            else:
                top = max((self._top[e][suit] for e in range(2) if left[e] > 0), default=-1)
                found += min(rounds, (own >> top + 1).bit_count())
        return found


# Claims


LAYOUTS = 300
"""The most layouts that are enumerated."""
_SOLVED, _PLANNED, _PLAYED_OUT = 6, 5, 4
"""The most cards in a hand for solving the layouts one by one, for seeking one plan for all of them, and
for playing an ending out in all ways."""


class Proof(Enum):
    """How a claim is proved."""

    CASHING = "cashing"
    """Each trick is won by a card that no hidden card can beat."""
    EVERY_LAYOUT = "every layout"
    """All layouts were enumerated, and one plan takes the tricks in each against any defence."""


@final
@dataclass(frozen=True)
class ProvedClaim:
    """The tricks that declarer takes in every layout, against any defence; the most he could ever take."""

    tricks: int
    """The tricks claimed of those left, the one in progress included."""
    of: int
    """The number of tricks left."""
    total: int
    """Declarer's tricks in all, as a `Claim` says it."""
    proof: Proof
    line: tuple[Card, ...]
    """Declarer's and dummy's cards in the order of play, as far as one order serves."""
    layouts: int
    """The number of layouts it is true of."""


@final
@dataclass(frozen=True)
class ProvedConcession:
    """All tricks left are lost, in every layout and however anybody plays."""

    tricks: int
    """The number of tricks given up."""
    total: int
    """Declarer's tricks in all."""
    layouts: int


def proved_claim(view: SeatView, positions: int = POSITIONS) -> ProvedClaim | None:
    """Declarer's claim; None if nothing is proved, or if he might still do better.

    He claims the rest, except tricks that are lost in every layout even double dummy.

    >>> from overtrick.core import Board
    >>> board = Board.parse("Deal N:AQ... .54.. K3... .76..\\nPlay NT;S;\\nResult 1NT by S")
    >>> claim = proved_claim(SeatView.of(board, Seat.SOUTH))
    >>> claim.tricks, [str(card) for card in claim.line]
    (2, ['SK', 'SQ', 'S3', 'SA'])
    """
    hidden = _hidden(view)
    if hidden is None or view.contract is None or view.seat is not view.contract.declarer:
        return None
    left = hidden.tricks_left
    line = _cashed_rest(hidden, left, positions)
    if line is not None:
        return _claimed(view, hidden, left, Proof.CASHING, line)
    if left > _SOLVED or hidden.layouts > LAYOUTS:
        return None
    with suppress(TooMuch):
        return _claimed_by_layouts(view, hidden)
    return None


def _cashed_rest(hidden: HiddenHands, left: int, positions: int) -> tuple[Card, ...] | None:
    """The line that takes the rest; on a defender's lead there must be one whatever he leads."""
    play = hidden.play
    if play.to_play not in hidden.seats or len(play.trick):
        return cashed(hidden, left, positions)
    place = hidden.seats.index(play.to_play)
    for card in descending(hidden.may[place]):
        later = HiddenHands.of(play.then(PACK[card]), hidden.out)
        if later is None or cashed(later, left, positions) is None:
            return None
    return ()


def _claimed_by_layouts(view: SeatView, hidden: HiddenHands) -> ProvedClaim | None:
    play, trick, worlds = hidden.play, hidden.trick, tuple(hidden.worlds())
    search = EndingSearch(play.strain, view.seat.side)
    values = (search.double_dummy(each, play.on_lead, trick) for each in worlds)
    tricks = next(values)
    if tricks == 0 or any(other != tricks for other in values):
        return None
    line = cashed(hidden, tricks)
    if line is not None:
        return _claimed(view, hidden, tricks, Proof.CASHING, line)
    if hidden.tricks_left > _PLANNED and len(worlds) > 1:
        return None
    if play.to_play.side is not view.seat.side:
        is_proved = search.is_sure(worlds, play.on_lead, trick, tricks)
        return _claimed(view, hidden, tricks, Proof.EVERY_LAYOUT, ()) if is_proved else None
    card = search.sure_card(worlds, play.on_lead, trick, tricks)
    return None if card is None else _claimed(view, hidden, tricks, Proof.EVERY_LAYOUT, (PACK[card],))


def _claimed(
    view: SeatView, hidden: HiddenHands, tricks: int, proof: Proof, line: tuple[Card, ...]
) -> ProvedClaim:
    total = tricks + hidden.play.tricks_won(view.seat.side)
    return ProvedClaim(tricks, hidden.tricks_left, total, proof, line, hidden.layouts)


def proved_concession(view: SeatView) -> ProvedConcession | None:
    """A seat's concession of the rest, if its side wins no trick however all four play; None otherwise."""
    hidden = _hidden(view)
    if hidden is None or hidden.tricks_left > _PLAYED_OUT or hidden.layouts > LAYOUTS:
        return None
    play, search = hidden.play, EndingSearch(hidden.play.strain, view.seat.side)
    left, declarers = hidden.tricks_left, _declarers(view)
    with suppress(TooMuch):
        if not any(search.is_won_ever(hands, play.on_lead, hidden.trick) for hands in hidden.worlds()):
            theirs = 0 if view.seat.side is declarers else left
            return ProvedConcession(left, play.tricks_won(declarers) + theirs, hidden.layouts)
    return None


def accepts(view: SeatView, claim: Claim) -> bool | None:
    """Does a seat agree to a claim? None if it cannot tell: let the director decide.

    It refuses if, in some layout that it cannot exclude, its side takes more tricks double dummy than the
    claim leaves it; otherwise it agrees. With many layouts only sure trump tricks count against the claim.
    """
    hidden = _hidden(view)
    if hidden is None:
        return None
    play, side = hidden.play, view.seat.side
    won = play.tricks_won(side)
    is_declarer = side is _declarers(view)
    granted = (claim.tricks if is_declarer else play.start.cards_each - claim.tricks) - won
    if not is_declarer and _sure_trumps(view, hidden) > granted:
        return False
    left = hidden.tricks_left
    if granted >= left:
        return True
    if left > _SOLVED or hidden.layouts > LAYOUTS:
        return None
    search = EndingSearch(play.strain, side)
    worlds = hidden.worlds()
    return all(search.double_dummy(each, play.on_lead, hidden.trick) <= granted for each in worlds)


def _sure_trumps(view: SeatView, hidden: HiddenHands) -> int:
    """The number of a hand's trumps above all that the other three may hold: each wins a trick.

    A trump still to be played to this trick may fall under a higher one on the table.
    """
    trump = hidden.play.strain.suit
    if trump is None:
        return 0
    dummys = (hidden.play.bits[seat] for seat in Seat if seat not in (view.seat, *hidden.seats))
    others, trick = hidden.out | sum(dummys), dict(hidden.play.trick)
    if view.seat not in trick:
        others |= CardSet.of(trick.values()).bits
    own = hidden.play.bits[view.seat] & SUIT_BITS[trump]
    return (own >> (others & SUIT_BITS[trump]).bit_length()).bit_count()


def _hidden(view: SeatView) -> HiddenHands | None:
    """The hidden hands during the play, once dummy is seen; None otherwise."""
    return None if view.contract is None or view.claim is not None else HiddenHands.seen_by(view)


def _declarers(view: SeatView) -> Side:
    return view.seat.side if view.contract is None else view.contract.declarer.side
