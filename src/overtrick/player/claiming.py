"""Claims and concessions that are proved: about every layout a seat cannot exclude, never about a sample."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import PACK, Card, Seat, SeatView, Side, TableClaim
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.cashing import POSITIONS, cashed
from overtrick.player.endings import Table, TooMuch, double_dummy, is_sure, is_won_ever, sure_card
from overtrick.player.unseen import Unseen, bits_of

__all__ = ["Claimed", "Conceded", "Proof", "accepts", "proved_claim", "proved_concession"]

LAYOUTS = 300
"""The most layouts that are listed."""
_SOLVED, _PLANNED, _PLAYED_OUT = 6, 5, 4
"""Cards in an ending whose layouts are solved one by one, in one for which a plan is sought for all at once,
and in one that is played out in all ways."""


class Proof(Enum):
    """How a claim is proved."""

    CASHING = "cashing"
    """Each trick is won by a card that no hidden card can beat."""
    EVERY_LAYOUT = "every layout"
    """All layouts were listed, and one plan takes the tricks in each against any defence."""


@final
@dataclass(frozen=True)
class Claimed:
    """Tricks that declarer takes whatever is hidden, against any defence; as many as he ever could."""

    tricks: int
    """Of those that are left, the one in progress among them."""
    of: int
    """How many are left."""
    total: int
    """Declarer's tricks in all, as a `TableClaim` says it."""
    proof: Proof
    line: tuple[Card, ...]
    """Declarer's cards, his own and dummy's, in the order they are played, as far as one order serves."""
    layouts: int
    """How many layouts it is true of."""


@final
@dataclass(frozen=True)
class Conceded:
    """Every trick that is left is lost, in every layout and however anybody plays."""

    tricks: int
    """How many are given up."""
    total: int
    """Declarer's tricks in all."""
    layouts: int


def proved_claim(view: SeatView, positions: int = POSITIONS) -> Claimed | None:
    """What declarer can claim; None if nothing is proved, or if he might yet do better.

    He claims the rest, or the rest but tricks that are lost in every layout even double dummy.

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
    try:
        return _claimed_by_layouts(view, hidden)
    except TooMuch:
        return None


def _cashed_rest(hidden: Unseen, left: int, positions: int) -> tuple[Card, ...] | None:
    """The line that takes the rest; on a defender's lead there must be one whatever he leads."""
    play = hidden.play
    if play.to_play not in hidden.seats or len(play.trick):
        return cashed(hidden, left, positions)
    place = hidden.seats.index(play.to_play)
    for card in bits_of(hidden.may[place]):
        later = Unseen.of(play.then(PACK[card]), hidden.out)
        if later is None or cashed(later, left, positions) is None:
            return None
    return ()


def _claimed_by_layouts(view: SeatView, hidden: Unseen) -> Claimed | None:
    play, worlds = hidden.play, tuple(hidden.worlds())
    table = Table(play.strain, view.seat.side)
    trick = tuple(card.index for card in play.trick.cards)
    tricks = double_dummy(table, worlds[0], play.on_lead, trick)
    if tricks == 0 or any(double_dummy(table, each, play.on_lead, trick) != tricks for each in worlds[1:]):
        return None
    line = cashed(hidden, tricks)
    if line is not None:
        return _claimed(view, hidden, tricks, Proof.CASHING, line)
    if hidden.tricks_left > _PLANNED and len(worlds) > 1:
        return None
    if play.to_play.side is not view.seat.side:
        is_proved = is_sure(table, worlds, play.on_lead, trick, tricks)
        return _claimed(view, hidden, tricks, Proof.EVERY_LAYOUT, ()) if is_proved else None
    card = sure_card(table, worlds, play.on_lead, trick, tricks)
    if card is None:
        return None
    return _claimed(view, hidden, tricks, Proof.EVERY_LAYOUT, (PACK[card],))


def _claimed(view: SeatView, hidden: Unseen, tricks: int, proof: Proof, line: tuple[Card, ...]) -> Claimed:
    total = tricks + hidden.play.tricks_won(view.seat.side)
    return Claimed(tricks, hidden.tricks_left, total, proof, line, hidden.layouts)


def proved_concession(view: SeatView) -> Conceded | None:
    """What any seat can concede: the rest, where its side wins no trick however all four play."""
    hidden = _hidden(view)
    if hidden is None or hidden.tricks_left > _PLAYED_OUT or hidden.layouts > LAYOUTS:
        return None
    play, table = hidden.play, Table(hidden.play.strain, view.seat.side)
    trick = tuple(card.index for card in play.trick.cards)
    try:
        if any(is_won_ever(table, hands, play.on_lead, trick) for hands in hidden.worlds()):
            return None
    except TooMuch:
        return None
    left, declarers = hidden.tricks_left, _declarers(view)
    theirs = 0 if view.seat.side is declarers else left
    return Conceded(left, play.tricks_won(declarers) + theirs, hidden.layouts)


def accepts(view: SeatView, claim: TableClaim) -> bool | None:
    """Does a seat agree to a claim? None: let the director decide.

    It does not if its side takes more tricks double dummy than the claim leaves it, in some layout that it
    cannot exclude; otherwise it does. With many layouts only sure trump tricks speak.
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
    table, trick = Table(play.strain, side), tuple(card.index for card in play.trick.cards)
    return all(double_dummy(table, each, play.on_lead, trick) <= granted for each in hidden.worlds())


def _sure_trumps(view: SeatView, hidden: Unseen) -> int:
    """The trumps of a hand above all that the three others may hold: each of them wins a trick.

    One that has yet to be played to a trick may fall under a higher one that lies on the table.
    """
    trump = hidden.play.strain.suit
    if trump is None:
        return 0
    own = hidden.play.bits[view.seat] & SUIT_BITS[trump]
    others = hidden.out & SUIT_BITS[trump]
    for seat in Seat:
        if seat is not view.seat and seat not in hidden.seats:
            others |= hidden.play.bits[seat] & SUIT_BITS[trump]
    if view.seat not in (seat for seat, _ in hidden.play.trick):
        others |= sum(card.bit for card in hidden.play.trick.cards if card.suit is trump)
    return (own >> others.bit_length()).bit_count()


def _hidden(view: SeatView) -> Unseen | None:
    """The hidden hands while the play goes on and dummy is seen."""
    if view.play is None or view.contract is None or view.claim is not None:
        return None
    return Unseen.of(view.play, view.unseen.bits)


def _declarers(view: SeatView) -> Side:
    return view.seat.side if view.contract is None else view.contract.declarer.side
