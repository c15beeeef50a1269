"""The checkers of what is said of squeezes: by the double-dummy solver and a plain search of winners.

Each claim carries its ending, so that it is true or false whatever the board.
"""

from __future__ import annotations

from collections.abc import Callable

from overtrick.core import Board, Card, CardSet, Play, Seat, Side, Strain, Suit
from overtrick.explain.registry import checks
from overtrick.explain.squeezes.cashing import Allowed, can_cash, from_down
from overtrick.explain.squeezes.game import Free, exchanged, free, total
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means
from overtrick.squeezes.reasons.claims import (
    Automatic,
    Caught,
    Concedes,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyTops,
    Positional,
    RuffsIn,
    Squeezes,
    Turn,
    Unforced,
    Use,
)

__all__: list[str] = []

_OF_BOTH = (Kind.DOUBLE, Kind.COMPOUND, Kind.SATURATED, Kind.DOUBLE_GUARD)
_OF_ONE = (Kind.SIMPLE, Kind.TRIPLE)
_WORTH_TWO = (Kind.REPEATING, Kind.EXTENDED)
_WITH_TRUMPS = (Kind.TRUMP, Kind.KNOCKOUT, Kind.TRUMP_ENDPLAY)
_ALLOWED = {
    Means.WINNERS: Allowed(),
    Means.RUFF: Allowed(ruffs=True),
    Means.FINESSE: Allowed(ruffs=True, finesses=True),
}


# The ending


@checks(Squeezes)
def _(claim: Squeezes, board: Board) -> bool:
    ending, tricks = claim.ending, claim.tricks
    defenders = ending.attackers.opponents.seats
    without = {seat: _total(ending, free(seat)) for seat in defenders}
    victims = tuple(seat for seat in sorted(defenders) if without[seat] < tricks)
    return (
        claim.gain > 0
        and _total(ending) == tricks
        and _total(ending, free(*defenders)) == tricks - claim.gain
        and claim.victims == victims
        and claim.first in (victims or defenders)
        and _can_be_called(claim, tricks - min(without.values()))
    )


def _can_be_called(claim: Squeezes, worth: int) -> bool:
    """What every squeeze of the kind has, `worth` being what pressure on one defender is worth at most."""
    conditions = (
        (_OF_BOTH, len(claim.victims) == 2),
        (_OF_ONE, len(claim.victims) < 2),
        (_WORTH_TWO, worth >= 2 or not claim.victims),
        (_WITH_TRUMPS, claim.ending.strain is not Strain.NOTRUMP),
    )
    return all(is_met for kinds, is_met in conditions if claim.kind in kinds)


@checks(NoSqueeze)
def _(claim: NoSqueeze, board: Board) -> bool:
    ending = claim.ending
    return _total(ending) == claim.tricks == _total(ending, free(*ending.attackers.opponents.seats))


@checks(OnlyTops)
def _(claim: OnlyTops, board: Board) -> bool:
    play, attackers = claim.ending.play, claim.ending.attackers
    has, has_more = (can_cash(play, attackers, claim.tops + more, Allowed()) for more in (0, 1))
    return has and not has_more


@checks(Unforced)
def _(claim: Unforced, board: Board) -> bool:
    return _total(claim.ending, free(*claim.ending.attackers.opponents.seats)) == claim.tricks


@checks(Automatic)
def _(claim: Automatic, board: Board) -> bool:
    attackers, tricks = claim.ending.attackers, _total(claim.ending)
    other = exchanged(claim.ending.play, attackers)
    unforced = total(other, attackers, free(*attackers.opponents.seats))
    return total(other, attackers, {}) >= tricks > unforced


@checks(Positional)
def _(claim: Positional, board: Board) -> bool:
    attackers = claim.ending.attackers
    return total(exchanged(claim.ending.play, attackers), attackers, {}) < _total(claim.ending)


def _total(ending: Ending, discards: Free | None = None) -> int:
    return total(ending.play, ending.attackers, discards or {})


# The squeeze


@checks(Caught)
def _(claim: Caught, board: Board) -> bool:
    turn = claim.turn
    if not _is_discard(turn) or _after(turn, turn.play, turn.keeps) < claim.tricks:
        return False
    is_held = _in_reserve(turn, turn.play) < claim.tricks
    return is_held and all(_is_busy(turn, card) for card in turn.play.legal_cards)


@checks(Idle)
def _(claim: Idle, board: Board) -> bool:
    turn = claim.turn
    if not _is_discard(turn) or claim.card not in turn.play.legal_cards:
        return False
    return _in_reserve(turn, turn.play.then(claim.card)) == _in_reserve(turn, turn.play)


@checks(Needed)
def _(claim: Needed, board: Board) -> bool:
    turn, play = claim.turn, claim.turn.play
    if not claim.cards or not _is_discard(turn):
        return False
    suit = next(iter(claim.cards)).suit
    attackers = _held(play, turn.attackers).in_suit(suit)
    is_so = {
        Use.BUSY: True,
        Use.TRUMPS: suit.strain is play.strain,
        Use.HIGH: all(card > other for card in claim.cards for other in attackers)
        and (play.strain is Strain.NOTRUMP or bool(attackers)),
    }[claim.use]
    is_whole_suit = claim.cards == play.hand(turn.victim).in_suit(suit)
    return is_so and is_whole_suit and all(_is_busy(turn, card) for card in claim.cards)


@checks(Guards)
def _(claim: Guards, board: Board) -> bool:
    suit = claim.threat.suit
    partners = claim.play.hand(claim.seat.partner).in_suit(suit)
    return (
        claim.seat.side is not claim.holder.side
        and claim.cards == claim.play.hand(claim.seat).in_suit(suit)
        and _is_threat(claim)
        and any(card > claim.threat for card in claim.cards)
        and claim.is_alone is not any(card > claim.threat for card in partners)
    )


def _is_threat(claim: Guards) -> bool:
    """The best card of its hand that is no winner; a better one opposite would fall under winners."""
    play, suit, attackers = claim.play, claim.threat.suit, claim.holder.side
    winners = _winners(attackers, play, suit)
    here, opposite = (play.hand(seat).in_suit(suit) for seat in (claim.holder, claim.holder.partner))
    is_best_here = claim.threat == max((card for card in here if card not in winners), default=None)
    is_bettered = any(card > claim.threat and card not in winners for card in opposite)
    return is_best_here and (not is_bettered or len(opposite) <= len(winners))


@checks(GivesUp)
def _(claim: GivesUp, board: Board) -> bool:
    turn = claim.turn
    is_one_suit = len({card.suit for card in claim.cards}) == 1
    is_legal = _is_discard(turn) and claim.cards <= turn.play.legal_cards
    return is_one_suit and is_legal and all(_means_are_plainest(claim, card) for card in claim.cards)


@checks(Good)
def _(claim: Good, board: Board) -> bool:
    turn, suit = claim.given_up.turn, claim.card.suit
    winners = _winners(turn.attackers, turn.play, suit)
    rounds = _rounds_to_clear(turn, turn.play, claim.card)
    was_cleared = rounds <= (len(winners) if claim.rounds else 0)
    was_stopped = not (was_cleared and _lasts(turn.play, claim.card, rounds))
    return (
        claim.given_up.means in _ALLOWED
        and claim.card not in winners
        and was_stopped
        and all(thrown.suit is suit and _is_made_good(claim, thrown) for thrown in claim.given_up.cards)
    )


def _is_made_good(claim: Good, thrown: Card) -> bool:
    """Is a card of the attackers high after so many rounds, does it last so long, and is it needed?"""
    turn, allowed = claim.given_up.turn, _ALLOWED[claim.given_up.means]
    play = turn.play.then(thrown)
    barred = from_down(play, turn.attackers, claim.card)
    winners = _winners(turn.attackers, play, claim.card.suit)
    return (
        claim.card in _held(play, turn.attackers)
        and _lasts(play, claim.card, claim.rounds)
        and _rounds_to_clear(turn, play, claim.card) == claim.rounds
        and (allowed.ruffs or claim.rounds <= len(winners))
        and not can_cash(play, turn.attackers, claim.given_up.tricks, allowed, barred)
    )


@checks(Concedes)
def _(claim: Concedes, board: Board) -> bool:
    turn, plays = claim.given_up.turn, _since_discard(claim)
    if not plays:
        return False
    *before, lost = claim.play.tricks[len(turn.play.tricks) :]
    totals = {_after(turn, play, turn.attackers.opponents.seats) for play in plays}
    return (
        len(totals) == 1
        and min(totals) >= claim.given_up.tricks
        and lost.leader.side is turn.attackers
        and claim.play.on_lead.side is not turn.attackers
        and all(trick.winner(claim.play.strain).side is turn.attackers for trick in before)
        and (claim.next_lead is None or _is_right_lead(claim, claim.next_lead))
    )


def _is_right_lead(claim: Concedes, led: Card) -> bool:
    """Is it led in that play to the trick after his discard, and right whatever the defenders play before?"""
    turn, defenders = claim.given_up.turn, claim.given_up.turn.attackers.opponents.seats
    later = claim.play.tricks[len(turn.play.tricks) + 1 :]

    def is_right(play: Play) -> bool:
        can_lead = play.on_lead.side is turn.attackers and led in play.hand(play.on_lead)
        return can_lead and _after(turn, play.then(led), defenders) >= claim.given_up.tricks

    return bool(later) and later[0].cards[0] == led and _can_all_end(claim.given_up, is_right)


@checks(Establishes)
def _(claim: Establishes, board: Board) -> bool:
    given_up, play = claim.concedes.given_up, claim.concedes.play
    attackers = given_up.turn.attackers
    if not play.tricks or claim.card not in _held(play, attackers):
        return False
    before, after = (_winners(attackers, each, claim.card.suit) for each in (play.back(4), play))
    is_enough = can_cash(play, attackers, given_up.tricks, _ALLOWED[Means.FINESSE])
    return claim.card in after and claim.card not in before and is_enough


@checks(RuffsIn)
def _(claim: RuffsIn, board: Board) -> bool:
    turn = claim.given_up.turn
    defenders, trumps = turn.attackers.opponents.seats, turn.play.strain.suit
    hand = turn.play.hand(turn.victim)

    def is_on_lead(play: Play) -> bool:
        is_his = play.on_lead is turn.victim and not play.is_over
        return is_his and _after(turn, play, defenders) >= claim.given_up.tricks

    has_only_trumps = trumps is not None and hand.in_suit(trumps) == hand
    return _is_discard(turn) and has_only_trumps and _can_all_end(claim.given_up, is_on_lead)


def _can_all_end(claim: GivesUp, is_so: Callable[[Play], bool]) -> bool:
    """Can the attackers finish the trick so after each of the discards, whatever the defenders play to it?"""

    def can_end(play: Play) -> bool:
        if not play.trick.cards:
            return is_so(play)
        ends = [can_end(play.then(card)) for card in play.legal_cards]
        return any(ends) if play.to_play.side is claim.turn.attackers else all(ends)

    return all(can_end(claim.turn.play.then(card)) for card in claim.cards)


@checks(Finesses)
def _(claim: Finesses, board: Board) -> bool:
    turn, plays = claim.given_up.turn, _since_discard(claim)
    if not plays:
        return False
    trick = claim.play.tricks[-1]
    seats = [seat for seat, _ in trick]
    held = claim.play.hand(claim.against).in_suit(claim.card.suit)
    return (
        all(can_cash(play, turn.attackers, claim.given_up.tricks, _ALLOWED[Means.FINESSE]) for play in plays)
        and trick.leader.side is turn.attackers is not claim.against.side
        and claim.card.suit is trick.suit
        and (claim.play.on_lead, claim.card) in list(trick)
        and seats.index(claim.against) < seats.index(claim.play.on_lead)
        and any(card > claim.card for card in held)
    )


def _since_discard(claim: Concedes | Finesses) -> list[Play]:
    """The play after his discard and each later card, to the end of a trick; none if that is another play."""
    before, cards = claim.given_up.turn.play, claim.play.cards
    start = len(before.cards)
    is_the_same = claim.play.start == before.start and cards[:start] == before.cards
    if not is_the_same or len(cards) % 4 or not set(cards[start : start + 1]) & set(claim.given_up.cards):
        return []
    return [claim.play.back(len(cards) - number) for number in range(start + 1, len(cards) + 1)]


# What they rest on


def _is_discard(turn: Turn) -> bool:
    """Is it a defender's turn, and can he not follow suit?"""
    led = turn.play.trick.suit
    is_defender = turn.victim.side is not turn.attackers
    return is_defender and led is not None and not turn.play.hand(turn.victim).in_suit(led)


def _after(turn: Turn, play: Play, seats: tuple[Seat, ...]) -> int:
    """The attackers' tricks when these defenders may keep their cards."""
    return total(play, turn.attackers, free(*seats))


def _in_reserve(turn: Turn, play: Play) -> int:
    """The attackers' tricks while the victim has his blanks in reserve."""
    return total(play, turn.attackers, {**free(*turn.keeps), turn.victim: turn.blanks})


def _is_busy(turn: Turn, card: Card) -> bool:
    """Does it cost the victim a trick to throw a card rather than a blank?"""
    return _in_reserve(turn, turn.play.then(card)) > _in_reserve(turn, turn.play)


def _means_are_plainest(claim: GivesUp, thrown: Card) -> bool:
    """Are these means enough after a discard, and all plainer ones not?"""
    plainest = next((means for means in Means if _is_enough(claim, thrown, means)), None)
    return plainest is claim.means


def _is_enough(claim: GivesUp, thrown: Card, means: Means) -> bool:
    turn = claim.turn
    play = turn.play.then(thrown)
    if means in _ALLOWED:
        return can_cash(play, turn.attackers, claim.tricks, _ALLOWED[means])
    victim, partner = turn.victim, turn.victim.partner
    seats = {
        Means.LOSER: (victim, partner),
        Means.PARTNER: (*turn.keeps, victim),
        Means.AGAIN: (*turn.keeps, partner),
        Means.BOTH: turn.keeps,
    }[means]
    return _after(turn, play, seats) >= claim.tricks


def _held(play: Play, side: Side) -> CardSet:
    return CardSet().union(*(play.hand(seat) for seat in side.seats))


def _winners(attackers: Side, play: Play, suit: Suit) -> list[Card]:
    """The attackers' cards of a suit above all of the defenders'."""
    best = max(_held(play, attackers.opponents).in_suit(suit), default=None)
    return [card for card in _held(play, attackers).in_suit(suit) if best is None or card > best]


def _lasts(play: Play, card: Card, rounds: int) -> bool:
    """Has the hand with a card others of its suit to follow so many rounds with?"""
    return any(card in hand and hand.length(card.suit) > rounds for _, hand in play.remaining.items())


def _rounds_to_clear(turn: Turn, play: Play, card: Card) -> int:
    """The length of the longest holding with which a defender beats a card."""
    holdings = [play.hand(seat).in_suit(card.suit) for seat in turn.attackers.opponents.seats]
    return max((len(held) for held in holdings if any(each > card for each in held)), default=0)
