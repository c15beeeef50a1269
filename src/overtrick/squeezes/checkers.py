"""Checkers of squeeze statements: by the double-dummy solver, a plain search for winners, and the cards.

Each statement carries its ending or its deal, so that it is true or false whatever the board.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from overtrick.core import Board, Card, CardSet, DealError, Play, Seat, Strain, Trick
from overtrick.core.explaining import checks
from overtrick.squeezes import near_misses
from overtrick.squeezes import statements as st
from overtrick.squeezes.ending import (
    Ending,
    State,
    after_tricks,
    can_beat,
    held,
    lasts,
    rounds_to_clear,
    winners,
)
from overtrick.squeezes.kinds import CASHING, Kind, Means
from overtrick.squeezes.verification import can_cash, free, reaches, total

__all__: list[str] = []


_OF_BOTH = (Kind.DOUBLE, Kind.COMPOUND, Kind.SATURATED, Kind.DOUBLE_GUARD)
_OF_ONE = (Kind.SIMPLE, Kind.TRIPLE)
_WORTH_TWO = (Kind.REPEATING, Kind.EXTENDED)
_WITH_TRUMPS = (Kind.TRUMP, Kind.KNOCKOUT, Kind.TRUMP_ENDPLAY)


# The ending


@checks(st.Squeezes)
def _(said: st.Squeezes, board: Board) -> bool:
    ending, tricks = said.ending, said.tricks
    defenders = ending.attackers.opponents.seats
    without = {seat: _total(ending, seat) for seat in defenders}
    victims = tuple(seat for seat in sorted(defenders) if without[seat] < tricks)
    return (
        said.gain > 0
        and _total(ending) == tricks
        and _unforced(ending) == tricks - said.gain
        and said.victims == victims
        and said.first in (victims or defenders)
        and _can_be_called(said, tricks - min(without.values()))
    )


def _can_be_called(said: st.Squeezes, worth: int) -> bool:
    """Are the conditions of its kind met?  `worth` is the most that pressure on one defender gains."""
    conditions = (
        (_OF_BOTH, len(said.victims) == 2),
        (_OF_ONE, len(said.victims) < 2),
        (_WORTH_TWO, worth >= 2 or not said.victims),
        (_WITH_TRUMPS, said.ending.strain is not Strain.NOTRUMP),
    )
    return all(is_met for kinds, is_met in conditions if said.kind in kinds)


checks(st.NoSqueeze)(lambda said, board: _total(said.ending) == said.tricks == _unforced(said.ending))
checks(st.OnlyTops)(lambda said, board: _most_cashed(said.ending) == said.tops)
checks(st.Unforced)(lambda said, board: _unforced(said.ending) == said.tricks)


@checks(st.Automatic)
def _(said: st.Automatic, board: Board) -> bool:
    other = near_misses.ExchangeDefenders().applied_to(said.ending)
    return _total(other) >= _total(said.ending) > _unforced(other)


@checks(st.Positional)
def _(said: st.Positional, board: Board) -> bool:
    return _total(near_misses.ExchangeDefenders().applied_to(said.ending)) < _total(said.ending)


def _total(ending: Ending, *keep: Seat) -> int:
    """The attackers' tricks when these defenders may keep their cards."""
    return total(ending.play, ending.attackers, free(*keep))


def _unforced(ending: Ending) -> int:
    """The attackers' tricks when nobody has to discard."""
    return _total(ending, *ending.attackers.opponents.seats)


# The squeeze


@checks(st.Caught)
def _(said: st.Caught, board: Board) -> bool:
    turn = said.turn
    return (
        _is_defenders(turn)
        and _after(turn, turn.play, turn.keeps) >= said.tricks > _in_reserve(turn, turn.play)
        and all(_is_busy(turn, card) for card in turn.play.legal_cards)
    )


@checks(st.Idle)
def _(said: st.Idle, board: Board) -> bool:
    is_his = _is_defenders(said.turn) and said.card in said.turn.play.legal_cards
    return is_his and not _is_busy(said.turn, said.card)


@checks(st.Needed)
def _(said: st.Needed, board: Board) -> bool:
    turn, suits = said.turn, {card.suit for card in said.cards}
    if len(suits) != 1 or not _is_defenders(turn):
        return False
    (suit,) = suits
    is_whole_suit = said.cards == turn.play.hand(turn.victim).in_suit(suit)
    is_so = is_whole_suit and said.use in (st.Use.BUSY, st.use_of(turn, suit))
    return is_so and all(_is_busy(turn, card) for card in said.cards)


@checks(st.Guards)
def _(said: st.Guards, board: Board) -> bool:
    play, seat, threat = said.play, said.seat, said.threat
    return (
        seat.side is not said.holder.side
        and said.cards == play.hand(seat).in_suit(threat.suit)
        and _is_threat(said)
        and can_beat(play, seat, threat)
        and said.is_alone is not can_beat(play, seat.partner, threat)
    )


def _is_threat(said: st.Guards) -> bool:
    """Is it its hand's best card that is no winner, and would a better one opposite fall under winners?"""
    play, threat, holder = said.play, said.threat, said.holder
    high = winners(play, holder.side, threat.suit)
    here, opposite = (play.hand(seat).in_suit(threat.suit) for seat in (holder, holder.partner))
    is_bettered = any(card > threat for card in opposite - high)
    return threat == max(here - high, default=None) and (not is_bettered or len(opposite) <= len(high))


@checks(st.GivesUp)
def _(said: st.GivesUp, board: Board) -> bool:
    turn = said.turn
    is_one_suit = len({card.suit for card in said.cards}) == 1
    is_legal = _is_defenders(turn) and said.cards <= turn.play.legal_cards
    return is_one_suit and is_legal and all(_plainest(said, card) is said.means for card in said.cards)


@checks(st.Good)
def _(said: st.Good, board: Board) -> bool:
    turn, suit = said.given_up.turn, said.card.suit
    high = winners(turn.play, turn.attackers, suit)
    rounds = rounds_to_clear(turn.play, turn.attackers.opponents, said.card)
    was_cleared = rounds <= (len(high) if said.rounds else 0)
    was_stopped = not (was_cleared and lasts(turn.play, said.card, rounds))
    return (
        said.given_up.means in CASHING
        and said.card not in high
        and was_stopped
        and all(thrown.suit is suit and _is_made_good(said, thrown) for thrown in said.given_up.cards)
    )


def _is_made_good(said: st.Good, thrown: Card) -> bool:
    """Is an attackers' card high after the stated rounds, does it last that long, and is it needed?"""
    turn, means, card = said.given_up.turn, said.given_up.means, said.card
    play = turn.play.then(thrown)
    own = held(play, turn.attackers, card.suit)
    barred = CardSet.of(each for each in own if not each > card)
    return (
        card in own
        and lasts(play, card, said.rounds)
        and rounds_to_clear(play, turn.attackers.opponents, card) == said.rounds
        and (means is not Means.WINNERS or said.rounds <= len(winners(play, turn.attackers, card.suit)))
        and not can_cash(play, turn.attackers, said.given_up.tricks, means, barred)
    )


@checks(st.Concedes)
def _(said: st.Concedes, board: Board) -> bool:
    turn, plays = said.given_up.turn, _since_discard(said)
    if not plays:
        return False
    *before, lost = tricks = said.play.tricks[len(turn.play.tricks) :]
    led, leads = said.next_lead, [trick.cards[0] for trick in tricks[1:2]]
    totals = {_after(turn, play, turn.attackers.opponents.seats) for play in plays}
    return (
        len(totals) == 1
        and min(totals) >= said.given_up.tricks
        and lost.leader.side is turn.attackers
        and said.play.on_lead.side is not turn.attackers
        and all(trick.winner(said.play.strain).side is turn.attackers for trick in before)
        and (led is None or (led in leads and said.given_up.is_right_lead(led, _unforced_after(turn))))
    )


@checks(st.Establishes)
def _(said: st.Establishes, board: Board) -> bool:
    given_up, play = said.concedes.given_up, said.concedes.play
    attackers, suit = given_up.turn.attackers, said.card.suit
    if not play.tricks:
        return False
    new = winners(play, attackers, suit) - winners(play.back(4), attackers, suit)
    return said.card in new and can_cash(play, attackers, given_up.tricks, Means.FINESSE)


@checks(st.RuffsIn)
def _(said: st.RuffsIn, board: Board) -> bool:
    turn = said.given_up.turn
    return _is_defenders(turn) and said.given_up.is_ruffed_in(_unforced_after(turn))


@checks(st.Finesses)
def _(said: st.Finesses, board: Board) -> bool:
    turn, plays = said.given_up.turn, _since_discard(said)
    if not plays:
        return False
    trick, winner = said.play.tricks[-1], said.play.on_lead
    seats = [seat for seat, _ in trick]
    return (
        all(can_cash(play, turn.attackers, said.given_up.tricks, Means.FINESSE) for play in plays)
        and trick.leader.side is turn.attackers is not said.against.side
        and said.card.suit is trick.suit
        and (winner, said.card) in list(trick)
        and seats.index(said.against) < seats.index(winner)
        and can_beat(said.play, said.against, said.card)
    )


def _since_discard(said: st.Concedes | st.Finesses) -> list[Play]:
    """The play after his discard and after each later card, to a trick's end; none if the play differs."""
    before, cards = said.given_up.turn.play, said.play.cards
    start = len(before.cards)
    is_the_same = said.play.start == before.start and cards[:start] == before.cards
    if not is_the_same or len(cards) % 4 or not set(cards[start : start + 1]) & set(said.given_up.cards):
        return []
    return [said.play.back(len(cards) - number) for number in range(start + 1, len(cards) + 1)]


# Modifiers


@checks(st.CrissCross)
def _(said: st.CrissCross, board: Board) -> bool:
    one, other = said.one, said.other
    holders = {_holder(said.turn.play, each.threat) for each in (one, other)}
    return (
        one.threat.suit is not other.threat.suit
        and len(holders) == 2
        and all(_is_crossed(said.turn, each) for each in (one, other))
    )


def _is_crossed(turn: st.Turn, crossed: st.Crossed) -> bool:
    """Is a winner opposite a threat of its suit, and alone there?"""
    suit, holder = crossed.threat.suit, _holder(turn.play, crossed.threat)
    if holder is None or not _threatens(turn, crossed.threat):
        return False
    is_alone = list(turn.play.hand(holder.partner).in_suit(suit)) == [crossed.winner]
    return is_alone and not _who_beat(turn.play, turn, crossed.winner)


@checks(st.ViennaCoup)
def _(said: st.ViennaCoup, board: Board) -> bool:
    play, holder = said.turn.play, _holder(said.turn.play, said.threat)
    won = [(trick.winner(play.strain), dict(trick)) for trick in play.tricks]
    return (
        holder is not None
        and said.winner.suit is said.threat.suit
        and _threatens(said.turn, said.threat)
        and any(winner is holder.partner and cards[winner] == said.winner for winner, cards in won)
    )


@checks(st.Transfer)
def _(said: st.Transfer, board: Board) -> bool:
    play, victim = said.turn.play, said.turn.victim
    leads = [trick.cards[0] for trick in play.tricks]
    if said.led not in leads or said.led.suit is not said.threat.suit:
        return False
    number = leads.index(said.led)
    before, after = after_tricks(play, number), after_tricks(play, number + 1)
    had, has = (_who_beat(each, said.turn, said.threat) for each in (before, after))
    return victim.partner in had and has == {victim} and _threatens(said.turn, said.threat)


@checks(st.Backwash)
def _(said: st.Backwash, board: Board) -> bool:
    play, trumps = said.turn.play, said.turn.play.strain.suit
    cards = dict(play.trick)
    is_ruff = said.ruffer in cards and cards[said.ruffer].suit is trumps is not play.trick.suit
    is_between = said.ruffer.side is said.turn.attackers is not said.turn.victim.side
    return trumps is not None and is_ruff and is_between and bool(play.legal_cards.in_suit(trumps))


def _are_in_turn(said: st.Simultaneous | st.Successive, board: Board) -> bool:
    """Does one defender discard, and the other one later, on the same trick or another?"""
    before, then = said.first.play, said.then
    is_later = then.start == before.start and then.cards[: len(before.cards)] == before.cards
    is_other = not then.is_over and then.to_play is said.first.victim.partner
    is_same_trick = len(then.tricks) == len(before.tricks)
    is_so = is_later and is_other and is_same_trick is isinstance(said, st.Simultaneous)
    return is_so and State.after(before).is_discard and State.after(then).is_discard


checks(st.Simultaneous)(_are_in_turn)
checks(st.Successive)(_are_in_turn)


def _threatens(turn: st.Turn, card: Card) -> bool:
    """Is it an attacker's card that the victim can beat?"""
    holder = _holder(turn.play, card)
    is_attackers = holder is not None and holder.side is turn.attackers
    return is_attackers and turn.victim in _who_beat(turn.play, turn, card)


def _who_beat(play: Play, turn: st.Turn, card: Card) -> set[Seat]:
    """The defenders with a higher card of its suit."""
    defenders = turn.attackers.opponents.seats
    return {seat for seat in defenders if can_beat(play, seat, card)}


def _holder(play: Play, card: Card) -> Seat | None:
    return next((seat for seat in Seat if card in play.hand(seat)), None)


# Near misses and counter-measures


@checks(st.Repairs)
def _(said: st.Repairs, board: Board) -> bool:
    ending = said.ending
    mended = _mended(ending, said.repair)
    return (
        mended is not None
        and _total(ending) == said.tricks
        and _total(mended) == said.tricks + 1
        and _unforced(mended) <= said.tricks
        and said.letter in _letters(ending, said.repair, mended)
    )


def _mended(ending: Ending, repair: near_misses.Repair) -> Ending | None:
    """The ending after a change; None if the change cannot be made."""
    if isinstance(repair, near_misses.RectifyCount) and not _is_lost(ending, repair.lost):
        return None
    try:
        return repair.applied_to(ending)
    except DealError:
        return None


def _is_lost(ending: Ending, trick: Trick) -> bool:
    """Are the cards of a trick legal play, and does a defender win it?"""
    is_whole = trick.leader is ending.leader and trick.is_complete
    return is_whole and ending.play.then_all(trick.cards).tricks_won(ending.attackers) == 0


def _letters(ending: Ending, repair: near_misses.Repair, mended: Ending) -> tuple[near_misses.Letter, ...]:
    """The conditions that a change of this type can repair."""
    if not isinstance(repair, near_misses.ExchangeCards):
        return (near_misses.LETTERS[type(repair)],)
    one, other = repair.holder.side, repair.other_holder.side
    if one is other is ending.attackers:
        return near_misses.Letter.ENTRY, near_misses.Letter.UPPER
    cashes_more = one is not other and _most_cashed(mended) > _most_cashed(ending)
    return (near_misses.Letter.LOSER,) if cashes_more else (near_misses.Letter.BUSY,)


def _most_cashed(ending: Ending) -> int:
    """The tricks that the attackers can cash from the top."""
    tricks = range(ending.cards, 0, -1)
    return next((most for most in tricks if can_cash(ending.play, ending.attackers, most, Means.WINNERS)), 0)


@checks(st.Breaks)
def _(said: st.Breaks, board: Board) -> bool:
    ending, side = said.ending, said.ending.attackers
    is_his = said.defender.side is not side and said.cards <= ending.deal[said.defender]
    if not is_his or not said.cards:
        return False
    start = Play(ending.deal, ending.strain, said.defender)
    games = product(map(start.then, said.cards), ({}, free(*side.opponents.seats)))
    tricks = {total(play, side, discards) for play, discards in games}
    return tricks == {said.tricks} and said.tricks < _total(ending)


@checks(st.Saves)
def _(said: st.Saves, board: Board) -> bool:
    ending, side = said.ending, said.ending.attackers
    seats = {said.exchange.holder, said.exchange.other_holder}
    saved = _mended(ending, said.exchange) if seats == set(side.opponents.seats) else None
    return saved is not None and _total(saved) == said.tricks < _total(ending)


# Whole deals


@checks(st.OnlyBySqueeze)
def _(said: st.OnlyBySqueeze, board: Board) -> bool:
    defenders = said.declarer.side.opponents.seats
    if _reaches(said, said.target, *defenders) or not _reaches(said, said.target):
        return False
    needed = (seat for seat in sorted(defenders) if not _reaches(said, said.target, seat))
    return said.victims is None or said.victims == tuple(needed)


@checks(st.WithoutSqueeze)
def _(said: st.WithoutSqueeze, board: Board) -> bool:
    return _reaches(said, said.target, *said.declarer.side.opponents.seats)


@checks(st.BeyondReach)
def _(said: st.BeyondReach, board: Board) -> bool:
    most = said.tricks
    return most < said.target and _reaches(said, most) and not _reaches(said, most + 1)


def _reaches(said: st.AboutDeal, tricks: int, *keep: Seat) -> bool:
    """Does declarer take this many tricks of the deal if these defenders never have to discard?"""
    return reaches(said.play, said.declarer.side, tricks, free(*keep))


# Helpers


def _is_defenders(turn: st.Turn) -> bool:
    """Is it a defender's turn, with no card of the suit led?"""
    return turn.victim.side is not turn.attackers and State.after(turn.play).is_discard


def _after(turn: st.Turn, play: Play, seats: tuple[Seat, ...]) -> int:
    """The attackers' tricks when these defenders may keep their cards."""
    return total(play, turn.attackers, free(*seats))


def _unforced_after(turn: st.Turn) -> Callable[[Play], int]:
    """The attackers' tricks after a play if nobody has to discard any more."""
    return lambda play: _after(turn, play, turn.attackers.opponents.seats)


def _in_reserve(turn: st.Turn, play: Play) -> int:
    """The attackers' tricks while the victim has his blanks in reserve."""
    return total(play, turn.attackers, {**free(*turn.keeps), turn.victim: turn.blanks})


def _is_busy(turn: st.Turn, card: Card) -> bool:
    """Does it cost the victim a trick to throw a card rather than a blank?"""
    return _in_reserve(turn, turn.play.then(card)) > _in_reserve(turn, turn.play)


def _plainest(said: st.GivesUp, thrown: Card) -> Means | None:
    """The plainest means that suffice after a discard."""
    return next((means for means in Means if _is_enough(said, thrown, means)), None)


def _is_enough(said: st.GivesUp, thrown: Card, means: Means) -> bool:
    turn = said.turn
    play = turn.play.then(thrown)
    if means in CASHING:
        return can_cash(play, turn.attackers, said.tricks, means)
    victim, partner = turn.victim, turn.victim.partner
    seats = {
        Means.LOSER: (victim, partner),
        Means.PARTNER: (*turn.keeps, victim),
        Means.AGAIN: (*turn.keeps, partner),
        Means.BOTH: turn.keeps,
    }[means]
    return _after(turn, play, seats) >= said.tricks
