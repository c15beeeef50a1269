"""The checkers of what is said of squeezes: by the double-dummy solver, a plain search of winners, the cards.

Each statement carries its ending or its deal, so that it is true or false whatever the board.
"""

from __future__ import annotations

from collections.abc import Callable

from overtrick.core import Board, Card, CardSet, DealError, Play, Seat, Side, Strain, Suit, Trick
from overtrick.core.explaining import checks
from overtrick.squeezes.ending import Ending, after_tricks
from overtrick.squeezes.kinds import Kind, Means
from overtrick.squeezes.near_misses import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    Letter,
    RectifyCount,
    Repair,
)
from overtrick.squeezes.statements import (
    Automatic,
    Backwash,
    BeyondReach,
    Breaks,
    Caught,
    Concedes,
    CrissCross,
    Crossed,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyBySqueeze,
    OnlyTops,
    Positional,
    Repairs,
    RuffsIn,
    Saves,
    Simultaneous,
    Squeezes,
    Successive,
    Transfer,
    Turn,
    Unforced,
    Use,
    ViennaCoup,
    WithoutSqueeze,
)
from overtrick.squeezes.verification import (
    Allowed,
    can_cash,
    free,
    reaches,
    total,
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
def _(statement: Squeezes, board: Board) -> bool:
    ending, tricks = statement.ending, statement.tricks
    defenders = ending.attackers.opponents.seats
    without = {seat: _total(ending, seat) for seat in defenders}
    victims = tuple(seat for seat in sorted(defenders) if without[seat] < tricks)
    return (
        statement.gain > 0
        and _total(ending) == tricks
        and _unforced(ending) == tricks - statement.gain
        and statement.victims == victims
        and statement.first in (victims or defenders)
        and _can_be_called(statement, tricks - min(without.values()))
    )


def _can_be_called(statement: Squeezes, worth: int) -> bool:
    """What every squeeze of the kind has, `worth` being what pressure on one defender is worth at most."""
    conditions = (
        (_OF_BOTH, len(statement.victims) == 2),
        (_OF_ONE, len(statement.victims) < 2),
        (_WORTH_TWO, worth >= 2 or not statement.victims),
        (_WITH_TRUMPS, statement.ending.strain is not Strain.NOTRUMP),
    )
    return all(is_met for kinds, is_met in conditions if statement.kind in kinds)


@checks(NoSqueeze)
def _(statement: NoSqueeze, board: Board) -> bool:
    return _total(statement.ending) == statement.tricks == _unforced(statement.ending)


@checks(OnlyTops)
def _(statement: OnlyTops, board: Board) -> bool:
    play, attackers = statement.ending.play, statement.ending.attackers
    has, has_more = (can_cash(play, attackers, statement.tops + more, Allowed()) for more in (0, 1))
    return has and not has_more


@checks(Unforced)
def _(statement: Unforced, board: Board) -> bool:
    return _unforced(statement.ending) == statement.tricks


@checks(Automatic)
def _(statement: Automatic, board: Board) -> bool:
    other = ExchangeDefenders().applied_to(statement.ending)
    return _total(other) >= _total(statement.ending) > _unforced(other)


@checks(Positional)
def _(statement: Positional, board: Board) -> bool:
    return _total(ExchangeDefenders().applied_to(statement.ending)) < _total(statement.ending)


def _total(ending: Ending, *keep: Seat) -> int:
    """The attackers' tricks when these defenders may keep their cards."""
    return total(ending.play, ending.attackers, free(*keep))


def _unforced(ending: Ending) -> int:
    """The attackers' tricks when nobody has to discard."""
    return _total(ending, *ending.attackers.opponents.seats)


# The squeeze


@checks(Caught)
def _(statement: Caught, board: Board) -> bool:
    turn = statement.turn
    if not _is_defenders(turn) or _after(turn, turn.play, turn.keeps) < statement.tricks:
        return False
    is_held = _in_reserve(turn, turn.play) < statement.tricks
    return is_held and all(_is_busy(turn, card) for card in turn.play.legal_cards)


@checks(Idle)
def _(statement: Idle, board: Board) -> bool:
    turn = statement.turn
    if not _is_defenders(turn) or statement.card not in turn.play.legal_cards:
        return False
    return _in_reserve(turn, turn.play.then(statement.card)) == _in_reserve(turn, turn.play)


@checks(Needed)
def _(statement: Needed, board: Board) -> bool:
    turn, play = statement.turn, statement.turn.play
    if not statement.cards or not _is_defenders(turn):
        return False
    suit = next(iter(statement.cards)).suit
    attackers = _held(play, turn.attackers).in_suit(suit)
    is_so = {
        Use.BUSY: True,
        Use.TRUMPS: suit.strain is play.strain,
        Use.HIGH: all(card > other for card in statement.cards for other in attackers)
        and (play.strain is Strain.NOTRUMP or bool(attackers)),
    }[statement.use]
    is_whole_suit = statement.cards == play.hand(turn.victim).in_suit(suit)
    return is_so and is_whole_suit and all(_is_busy(turn, card) for card in statement.cards)


@checks(Guards)
def _(statement: Guards, board: Board) -> bool:
    suit = statement.threat.suit
    partners = statement.play.hand(statement.seat.partner).in_suit(suit)
    return (
        statement.seat.side is not statement.holder.side
        and statement.cards == statement.play.hand(statement.seat).in_suit(suit)
        and _is_threat(statement)
        and any(card > statement.threat for card in statement.cards)
        and statement.is_alone is not any(card > statement.threat for card in partners)
    )


def _is_threat(statement: Guards) -> bool:
    """The best card of its hand that is no winner; a better one opposite would fall under winners."""
    play, suit, attackers = statement.play, statement.threat.suit, statement.holder.side
    winners = _winners(attackers, play, suit)
    here, opposite = (play.hand(seat).in_suit(suit) for seat in (statement.holder, statement.holder.partner))
    is_best_here = statement.threat == max((card for card in here if card not in winners), default=None)
    is_bettered = any(card > statement.threat and card not in winners for card in opposite)
    return is_best_here and (not is_bettered or len(opposite) <= len(winners))


@checks(GivesUp)
def _(statement: GivesUp, board: Board) -> bool:
    turn = statement.turn
    is_one_suit = len({card.suit for card in statement.cards}) == 1
    is_legal = _is_defenders(turn) and statement.cards <= turn.play.legal_cards
    return is_one_suit and is_legal and all(_means_are_plainest(statement, card) for card in statement.cards)


@checks(Good)
def _(statement: Good, board: Board) -> bool:
    turn, suit = statement.given_up.turn, statement.card.suit
    winners = _winners(turn.attackers, turn.play, suit)
    rounds = _rounds_to_clear(turn, turn.play, statement.card)
    was_cleared = rounds <= (len(winners) if statement.rounds else 0)
    was_stopped = not (was_cleared and _lasts(turn.play, statement.card, rounds))
    return (
        statement.given_up.means in _ALLOWED
        and statement.card not in winners
        and was_stopped
        and all(
            thrown.suit is suit and _is_made_good(statement, thrown) for thrown in statement.given_up.cards
        )
    )


def _is_made_good(statement: Good, thrown: Card) -> bool:
    """Is a card of the attackers high after so many rounds, does it last so long, and is it needed?"""
    turn, allowed = statement.given_up.turn, _ALLOWED[statement.given_up.means]
    play = turn.play.then(thrown)
    own = _held(play, turn.attackers).in_suit(statement.card.suit)
    barred = CardSet.of(card for card in own if not card > statement.card)
    winners = _winners(turn.attackers, play, statement.card.suit)
    return (
        statement.card in _held(play, turn.attackers)
        and _lasts(play, statement.card, statement.rounds)
        and _rounds_to_clear(turn, play, statement.card) == statement.rounds
        and (allowed.ruffs or statement.rounds <= len(winners))
        and not can_cash(play, turn.attackers, statement.given_up.tricks, allowed, barred)
    )


@checks(Concedes)
def _(statement: Concedes, board: Board) -> bool:
    turn, plays = statement.given_up.turn, _since_discard(statement)
    if not plays:
        return False
    *before, lost = statement.play.tricks[len(turn.play.tricks) :]
    totals = {_after(turn, play, turn.attackers.opponents.seats) for play in plays}
    return (
        len(totals) == 1
        and min(totals) >= statement.given_up.tricks
        and lost.leader.side is turn.attackers
        and statement.play.on_lead.side is not turn.attackers
        and all(trick.winner(statement.play.strain).side is turn.attackers for trick in before)
        and (statement.next_lead is None or _is_right_lead(statement, statement.next_lead))
    )


def _is_right_lead(statement: Concedes, led: Card) -> bool:
    """Is it led in that play to the trick after his discard, and right whatever the defenders play before?"""
    turn, defenders = statement.given_up.turn, statement.given_up.turn.attackers.opponents.seats
    later = statement.play.tricks[len(turn.play.tricks) + 1 :]

    def is_right(play: Play) -> bool:
        can_lead = play.on_lead.side is turn.attackers and led in play.hand(play.on_lead)
        return can_lead and _after(turn, play.then(led), defenders) >= statement.given_up.tricks

    return bool(later) and later[0].cards[0] == led and _can_all_end(statement.given_up, is_right)


@checks(Establishes)
def _(statement: Establishes, board: Board) -> bool:
    given_up, play = statement.concedes.given_up, statement.concedes.play
    attackers = given_up.turn.attackers
    if not play.tricks or statement.card not in _held(play, attackers):
        return False
    before, after = (_winners(attackers, each, statement.card.suit) for each in (play.back(4), play))
    is_enough = can_cash(play, attackers, given_up.tricks, _ALLOWED[Means.FINESSE])
    return statement.card in after and statement.card not in before and is_enough


@checks(RuffsIn)
def _(statement: RuffsIn, board: Board) -> bool:
    turn = statement.given_up.turn
    defenders, trumps = turn.attackers.opponents.seats, turn.play.strain.suit
    hand = turn.play.hand(turn.victim)

    def is_on_lead(play: Play) -> bool:
        is_his = play.on_lead is turn.victim and not play.is_over
        return is_his and _after(turn, play, defenders) >= statement.given_up.tricks

    has_only_trumps = trumps is not None and hand.in_suit(trumps) == hand
    return _is_defenders(turn) and has_only_trumps and _can_all_end(statement.given_up, is_on_lead)


def _can_all_end(statement: GivesUp, is_so: Callable[[Play], bool]) -> bool:
    """Can the attackers finish the trick so after each of the discards, whatever the defenders play to it?"""

    def can_end(play: Play) -> bool:
        if not play.trick.cards:
            return is_so(play)
        ends = [can_end(play.then(card)) for card in play.legal_cards]
        return any(ends) if play.to_play.side is statement.turn.attackers else all(ends)

    return all(can_end(statement.turn.play.then(card)) for card in statement.cards)


@checks(Finesses)
def _(statement: Finesses, board: Board) -> bool:
    turn, plays = statement.given_up.turn, _since_discard(statement)
    if not plays:
        return False
    trick = statement.play.tricks[-1]
    seats = [seat for seat, _ in trick]
    held = statement.play.hand(statement.against).in_suit(statement.card.suit)
    return (
        all(
            can_cash(play, turn.attackers, statement.given_up.tricks, _ALLOWED[Means.FINESSE])
            for play in plays
        )
        and trick.leader.side is turn.attackers is not statement.against.side
        and statement.card.suit is trick.suit
        and (statement.play.on_lead, statement.card) in list(trick)
        and seats.index(statement.against) < seats.index(statement.play.on_lead)
        and any(card > statement.card for card in held)
    )


def _since_discard(statement: Concedes | Finesses) -> list[Play]:
    """The play after his discard and each later card, to the end of a trick; none if that is another play."""
    before, cards = statement.given_up.turn.play, statement.play.cards
    start = len(before.cards)
    is_the_same = statement.play.start == before.start and cards[:start] == before.cards
    if not is_the_same or len(cards) % 4 or not set(cards[start : start + 1]) & set(statement.given_up.cards):
        return []
    return [statement.play.back(len(cards) - number) for number in range(start + 1, len(cards) + 1)]


# What sets it apart


@checks(CrissCross)
def _(statement: CrissCross, board: Board) -> bool:
    one, other = statement.one, statement.other
    holders = {_holder(statement.turn.play, each.threat) for each in (one, other)}
    return (
        one.threat.suit is not other.threat.suit
        and len(holders) == 2
        and all(_is_crossed(statement.turn, each) for each in (one, other))
    )


def _is_crossed(turn: Turn, crossed: Crossed) -> bool:
    """Is a winner opposite a threat of its suit, and alone there?"""
    suit, holder = crossed.threat.suit, _holder(turn.play, crossed.threat)
    if holder is None or not _threatens(turn, crossed.threat):
        return False
    is_alone = list(turn.play.hand(holder.partner).in_suit(suit)) == [crossed.winner]
    return is_alone and not _who_beat(turn.play, turn, crossed.winner)


@checks(ViennaCoup)
def _(statement: ViennaCoup, board: Board) -> bool:
    play, holder = statement.turn.play, _holder(statement.turn.play, statement.threat)
    won = [(trick.winner(play.strain), dict(trick)) for trick in play.tricks]
    return (
        holder is not None
        and statement.winner.suit is statement.threat.suit
        and _threatens(statement.turn, statement.threat)
        and any(winner is holder.partner and cards[winner] == statement.winner for winner, cards in won)
    )


@checks(Transfer)
def _(statement: Transfer, board: Board) -> bool:
    play, victim = statement.turn.play, statement.turn.victim
    leads = [trick.cards[0] for trick in play.tricks]
    if statement.led not in leads or statement.led.suit is not statement.threat.suit:
        return False
    number = leads.index(statement.led)
    before, after = after_tricks(play, number), after_tricks(play, number + 1)
    had, has = (_who_beat(each, statement.turn, statement.threat) for each in (before, after))
    return victim.partner in had and has == {victim} and _threatens(statement.turn, statement.threat)


@checks(Backwash)
def _(statement: Backwash, board: Board) -> bool:
    play, trumps = statement.turn.play, statement.turn.play.strain.suit
    cards = dict(play.trick)
    is_ruff = statement.ruffer in cards and cards[statement.ruffer].suit is trumps is not play.trick.suit
    is_between = statement.ruffer.side is statement.turn.attackers is not statement.turn.victim.side
    return trumps is not None and is_ruff and is_between and bool(play.legal_cards.in_suit(trumps))


@checks(Simultaneous)
def _(statement: Simultaneous, board: Board) -> bool:
    return _are_in_turn(statement.first, statement.then) and _tricks_between(statement) == 0


@checks(Successive)
def _(statement: Successive, board: Board) -> bool:
    return _are_in_turn(statement.first, statement.then) and _tricks_between(statement) > 0


def _tricks_between(statement: Simultaneous | Successive) -> int:
    return len(statement.then.tricks) - len(statement.first.play.tricks)


def _are_in_turn(first: Turn, then: Play) -> bool:
    """Does one defender discard, and later the other?"""
    before = first.play
    is_later = then.start == before.start and then.cards[: len(before.cards)] == before.cards
    is_other = not then.is_over and then.to_play is first.victim.partner
    return is_later and is_other and _is_discard(before) and _is_discard(then)


def _threatens(turn: Turn, card: Card) -> bool:
    """Is it an attacker's, and can the victim beat it?"""
    holder = _holder(turn.play, card)
    is_attackers = holder is not None and holder.side is turn.attackers
    return is_attackers and turn.victim in _who_beat(turn.play, turn, card)


def _who_beat(play: Play, turn: Turn, card: Card) -> set[Seat]:
    """The defenders with a higher card of its suit."""
    defenders = turn.attackers.opponents.seats
    return {seat for seat in defenders if any(held > card for held in play.hand(seat).in_suit(card.suit))}


def _holder(play: Play, card: Card) -> Seat | None:
    return next((seat for seat in Seat if card in play.hand(seat)), None)


# Near misses and counter-measures


@checks(Repairs)
def _(statement: Repairs, board: Board) -> bool:
    ending = statement.ending
    mended = _mended(ending, statement.repair)
    return (
        mended is not None
        and _total(ending) == statement.tricks
        and _total(mended) == statement.tricks + 1
        and _unforced(mended) <= statement.tricks
        and statement.letter in _letters(ending, statement.repair, mended)
    )


def _mended(ending: Ending, repair: Repair) -> Ending | None:
    """The ending after a change; None if the change cannot be made."""
    if isinstance(repair, RectifyCount) and not _is_lost(ending, repair.lost):
        return None
    try:
        return repair.applied_to(ending)
    except DealError:
        return None


def _is_lost(ending: Ending, trick: Trick) -> bool:
    """Are the cards of a trick legal play, and does a defender win it?"""
    if trick.leader is not ending.leader or not trick.is_complete:
        return False
    return ending.play.then_all(trick.cards).tricks_won(ending.attackers) == 0


def _letters(ending: Ending, repair: Repair, mended: Ending) -> tuple[Letter, ...]:
    """The conditions that a change of this sort can mend."""
    match repair:
        case LeadFrom():
            return (Letter.ENTRY,)
        case ExchangeDefenders():
            return (Letter.UPPER,)
        case RectifyCount():
            return (Letter.LOSER,)
        case ExchangeCards(holder=one, other_holder=other) if one.side is not other.side:
            return (Letter.LOSER,) if _cashes_more(ending, mended) else (Letter.BUSY,)
        case ExchangeCards(holder=one):
            return (Letter.ENTRY, Letter.UPPER) if one.side is ending.attackers else (Letter.BUSY,)


def _cashes_more(ending: Ending, mended: Ending) -> bool:
    """Have the attackers more winners to cash after a change?"""
    return _most_cashed(mended) > _most_cashed(ending)


def _most_cashed(ending: Ending) -> int:
    tricks = range(ending.cards, 0, -1)
    return next((most for most in tricks if can_cash(ending.play, ending.attackers, most, Allowed())), 0)


@checks(Breaks)
def _(statement: Breaks, board: Board) -> bool:
    ending, side = statement.ending, statement.ending.attackers
    if (
        statement.defender.side is side
        or not statement.cards
        or not statement.cards <= ending.deal[statement.defender]
    ):
        return False
    start = Play(ending.deal, ending.strain, statement.defender)
    led = [start.then(card) for card in statement.cards]
    defenders = side.opponents.seats
    return statement.tricks < _total(ending) and all(
        total(play, side, {}) == statement.tricks == total(play, side, free(*defenders)) for play in led
    )


@checks(Saves)
def _(statement: Saves, board: Board) -> bool:
    ending, side = statement.ending, statement.ending.attackers
    seats = {statement.exchange.holder, statement.exchange.other_holder}
    saved = _mended(ending, statement.exchange) if seats == set(side.opponents.seats) else None
    return saved is not None and _total(saved) == statement.tricks < _total(ending)


# Whole deals


@checks(OnlyBySqueeze)
def _(statement: OnlyBySqueeze, board: Board) -> bool:
    defenders = statement.declarer.side.opponents.seats
    if _reaches(statement, statement.target, *defenders) or not _reaches(statement, statement.target):
        return False
    needed = (seat for seat in sorted(defenders) if statement.victims is not None)
    return statement.victims in (
        None,
        tuple(seat for seat in needed if not _reaches(statement, statement.target, seat)),
    )


@checks(WithoutSqueeze)
def _(statement: WithoutSqueeze, board: Board) -> bool:
    return _reaches(statement, statement.target, *statement.declarer.side.opponents.seats)


@checks(BeyondReach)
def _(statement: BeyondReach, board: Board) -> bool:
    most = statement.tricks
    return most < statement.target and _reaches(statement, most) and not _reaches(statement, most + 1)


def _reaches(statement: OnlyBySqueeze | WithoutSqueeze | BeyondReach, tricks: int, *keep: Seat) -> bool:
    """Does declarer take so many tricks of the deal if these defenders never have to discard?"""
    return reaches(statement.play, statement.declarer.side, tricks, free(*keep))


# What they rest on


def _is_discard(play: Play) -> bool:
    """Is it the turn of a player who cannot follow suit?"""
    led = play.trick.suit
    return led is not None and not play.hand(play.to_play).in_suit(led)


def _is_defenders(turn: Turn) -> bool:
    """Is it a defender's turn, and can he not follow suit?"""
    return turn.victim.side is not turn.attackers and _is_discard(turn.play)


def _after(turn: Turn, play: Play, seats: tuple[Seat, ...]) -> int:
    """The attackers' tricks when these defenders may keep their cards."""
    return total(play, turn.attackers, free(*seats))


def _in_reserve(turn: Turn, play: Play) -> int:
    """The attackers' tricks while the victim has his blanks in reserve."""
    return total(play, turn.attackers, {**free(*turn.keeps), turn.victim: turn.blanks})


def _is_busy(turn: Turn, card: Card) -> bool:
    """Does it cost the victim a trick to throw a card rather than a blank?"""
    return _in_reserve(turn, turn.play.then(card)) > _in_reserve(turn, turn.play)


def _means_are_plainest(statement: GivesUp, thrown: Card) -> bool:
    """Are these means enough after a discard, and all plainer ones not?"""
    plainest = next((means for means in Means if _is_enough(statement, thrown, means)), None)
    return plainest is statement.means


def _is_enough(statement: GivesUp, thrown: Card, means: Means) -> bool:
    turn = statement.turn
    play = turn.play.then(thrown)
    if means in _ALLOWED:
        return can_cash(play, turn.attackers, statement.tricks, _ALLOWED[means])
    victim, partner = turn.victim, turn.victim.partner
    seats = {
        Means.LOSER: (victim, partner),
        Means.PARTNER: (*turn.keeps, victim),
        Means.AGAIN: (*turn.keeps, partner),
        Means.BOTH: turn.keeps,
    }[means]
    return _after(turn, play, seats) >= statement.tricks


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
