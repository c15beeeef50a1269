"""Why there is a squeeze, why one is missed, what breaks one, why a deal needs one: trees of statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple

from overtrick import _core
from overtrick.core import PACK, Card, CardSet, Odds, Play, Reason, Seat, Side, Statement, Strain, Suit
from overtrick.core.bits import SUIT_BITS, holding, indices, lowest, runs
from overtrick.squeezes.counter_measures import CounterMeasures, Discard
from overtrick.squeezes.ending import State, after_tricks, for_either_side
from overtrick.squeezes.kinds import Means, Modifier
from overtrick.squeezes.moments import FREE, Blanks, means_after, one_of_each_run, reserve_for
from overtrick.squeezes.near_misses import Cure, NearMiss
from overtrick.squeezes.oracle import ALWAYS, Oracle, own_oracle
from overtrick.squeezes.report import DealSqueeze, GivenUp, Outcome, Report, Squeeze, Squeezed
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
from overtrick.squeezes.suits import layout, top_cards, tops

__all__ = ["statement_about", "turn_of", "why", "why_broken", "why_missed", "why_needed"]

_NEVER = Odds(0, 1)
_MOST_POSITIONS = 300
"""So many are looked at for a finesse; one that is there was found among the first few dozen."""


@for_either_side
def why(report: Report) -> Reason:
    """The tree of statements behind a report.

    >>> from overtrick.squeezes import Ending, analyse
    >>> reason = why(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> [type(part.statement).__name__ for part in reason.because]
    ['OnlyTops', 'Caught', 'Positional']
    """
    ending, values, squeeze = report.ending, report.values, report.squeeze
    because = [Reason(OnlyTops(ending, values.tops))]
    if values.free_both > values.tops:
        because.append(Reason(Unforced(ending, values.free_both)))
    if squeeze is not None:
        keeps = () if values.victims else (squeeze.first.victim.partner,)
        because.append(_Teller(values.tricks).caught(squeeze.first, ending.play, keeps))
        because += map(Reason, _modifying(report, squeeze))
        if squeeze.is_automatic:
            because.append(Reason(Automatic(ending)))
        if Modifier.POSITIONAL in squeeze.modifiers:
            because.append(Reason(Positional(ending)))
    return Reason(statement_about(report), because=tuple(because))


def statement_about(report: Report) -> Squeezes | NoSqueeze:
    """The statement that a report comes down to."""
    ending, values, squeeze = report.ending, report.values, report.squeeze
    if squeeze is None:
        return NoSqueeze(ending, values.tricks)
    return Squeezes(ending, squeeze.kind, squeeze.first.victim, values.victims, values.tricks, values.gain)


# A squeezed defender


class _Outcome(NamedTuple):
    """What a discard leads to, as far as it will be told."""

    means: Means
    good: tuple[int, int] | None = None
    """A card that becomes good, and the rounds of its suit after which no defender has a higher one."""
    touching: Card | None = None
    """The lowest of the cards that are as good as this one, where what follows depends on the card."""


class _Teller:
    """Tells of squeezed defenders, in an ending in which the attackers are to take so many tricks."""

    def __init__(self, tricks: int) -> None:
        self._tricks = tricks
        self._oracle = own_oracle()

    def caught(
        self, squeezed: Squeezed, since: Play, keeps: tuple[Seat, ...], *, is_again: bool = False
    ) -> Reason:
        """A squeeze, told from a position on."""
        left = self._tricks - since.tricks_won(Side.NS)
        blanks = reserve_for(self._oracle, State.after(since), squeezed.victim, _blanks(keeps), left)
        turn = Turn(squeezed.play, Side.NS, keeps, blanks)
        guards = list(_guards(squeezed))
        because = (
            *map(Reason, _idle(turn, since)),
            *map(Reason, guards),
            *map(Reason, _needed(turn, guards)),
            *(reason for given_up in squeezed.given_up for reason in self._given_up(turn, given_up)),
        )
        return Reason(Caught(turn, self._tricks, is_again), because=because)

    def _given_up(self, turn: Turn, given_up: GivenUp) -> Iterator[Reason]:
        """What becomes of each card of a suit; those of which the same can be said together."""
        outcomes = dict[_Outcome, list[Card]]()
        for card in turn.play.legal_cards.in_suit(given_up.suit):
            outcomes.setdefault(self._outcome(turn, card), []).append(card)
        main = self._outcome(turn, given_up.card)
        for outcome in sorted(outcomes, key=lambda outcome: outcome != main):
            statement = GivesUp(turn, CardSet.of(outcomes[outcome]), outcome.means, self._tricks)
            because = list(self._how(statement, outcome))
            if outcome == main and given_up.then is not None:
                because.append(self._next(turn, given_up, given_up.then))
            yield Reason(statement, because=tuple(because))

    def _outcome(self, turn: Turn, card: Card) -> _Outcome:
        play = turn.play.then(card)
        left, blanks = self._tricks - play.tricks_won(Side.NS), _blanks(turn.keeps)
        means = means_after(self._oracle, State.after(play), left, turn.victim, blanks)
        if means in (Means.WINNERS, Means.RUFF):
            return _Outcome(means, _promoted(State.after(turn.play), card.index, means))
        return _Outcome(means, touching=_lowest_touching(turn.play, card))

    def _how(self, statement: GivesUp, outcome: _Outcome) -> Iterator[Reason]:
        """The card that becomes good, the trick that is lost, or the finesse."""
        if _is_ruffed_in(self._oracle, statement):
            yield Reason(RuffsIn(statement))
            return
        if outcome.good is not None:
            card, rounds = outcome.good
            yield Reason(Good(statement, PACK[card], rounds))
        if outcome.touching is None:
            return
        play = statement.turn.play.then(outcome.touching)
        if outcome.means is Means.LOSER and (lost := _conceded(self._oracle, play)) is not None:
            yield self._lost(statement, lost)
        if outcome.means is Means.FINESSE:
            finesses = _finesses(play, outcome.touching.suit, self._tricks, set())
            yield from (Reason(Finesses(statement, *finesse)) for finesse in islice(finesses, 1))

    def _lost(self, statement: GivesUp, play: Play) -> Reason:
        """The trick that is lost, what to lead before, and what is gained."""
        lost = Concedes(statement, play)
        led = play.tricks[len(statement.turn.play.tricks) + 1].cards[0] if lost.number else None
        if led is not None and _is_right_lead(self._oracle, statement, led):
            lost = replace(lost, next_lead=led)
        good = _established(play, self._tricks)
        return Reason(lost, because=() if good is None else (Reason(Establishes(lost, good)),))

    def _next(self, turn: Turn, given_up: GivenUp, then: Squeezed) -> Reason:
        """The squeeze that follows; only where both are needed is there pressure on both."""
        keeps = turn.keeps if given_up.means is Means.BOTH else (*turn.keeps, then.victim.partner)
        is_again = then.victim is turn.victim
        return self.caught(then, turn.play.then(given_up.card), tuple(sorted(set(keeps))), is_again=is_again)


def _lowest_touching(play: Play, card: Card) -> Card:
    """The lowest card of the same hand and suit with no card of another hand, or on the table, between."""
    own = play.bits[play.to_play]
    others = sum(play.bits) ^ own | CardSet.of(play.trick.cards).bits
    return next(PACK[lowest(run)] for run in runs(own, others) if run & card.bit)


def _blanks(free: tuple[Seat, ...]) -> Blanks:
    return Blanks(*(ALWAYS if seat in free else 0 for seat in (Seat.EAST, Seat.WEST)))


def _idle(turn: Turn, since: Play) -> Iterator[Idle]:
    """What the victim threw on the way to his squeeze."""
    play = since
    for card in turn.play.cards[len(since.cards) :]:
        if play.to_play is turn.victim and play.trick.cards and card.suit is not play.trick.suit:
            yield Idle(replace(turn, play=play), card)
        play = play.then(card)


def _guards(squeezed: Squeezed) -> Iterator[Guards]:
    """What the victim guards; not where a trick must be lost in a suit that his partner guards as well."""
    losing = {given_up.suit for given_up in squeezed.given_up if given_up.means is Means.LOSER}
    for threat in squeezed.threats:
        is_alone = threat.guarded_by == (squeezed.victim,)
        if is_alone or (squeezed.victim in threat.guarded_by and threat.suit not in losing):
            cards = squeezed.busy.in_suit(threat.suit)
            yield Guards(squeezed.play, squeezed.victim, cards, threat.card, threat.seat, is_alone)


def _needed(turn: Turn, guards: list[Guards]) -> Iterator[Needed]:
    """What the victim holds in suits in which he guards nothing."""
    guarded = {guard.threat.suit for guard in guards}
    for suit in reversed(Suit):
        held = turn.play.hand(turn.victim).in_suit(suit)
        if held and suit not in guarded:
            yield Needed(turn, held, _use(turn, suit, held))


def _use(turn: Turn, suit: Suit, cards: CardSet) -> Use:
    if suit.strain is turn.play.strain:
        return Use.TRUMPS
    theirs = [card for seat in Side.NS.seats for card in turn.play.hand(seat).in_suit(suit)]
    is_high = min(cards) > max(theirs) if theirs else turn.play.strain is Strain.NOTRUMP
    return Use.HIGH if is_high else Use.BUSY


# How a discard is exploited


def _promoted(state: State, thrown: int, means: Means) -> tuple[int, int] | None:
    """The highest card of its suit that throwing a busy card makes good, where winners and ruffs are enough.

    As they were not enough before, the trick comes from that suit, and with no card that was a winner before.
    """
    suit = thrown // 13
    if suit == state.strain or state.leader & 1 or state.winner & 1:
        return None  # a trump may have been kept to ruff with; and a defender's lead may be what helps
    after, _ = state.played(thrown)
    before_tops, after_tops = (tops(layout(each.hands, suit)).bit_count() for each in (state, after))
    candidates = (after.hands[0] | after.hands[2]) & SUIT_BITS[suit] & ~top_cards(state.hands, suit)
    for card in reversed(list(indices(candidates))):
        before, rounds = _rounds(state, card), _rounds(after, card)
        was_cleared = before <= (before_tops if rounds else 0)
        was_stopped = not (was_cleared and _lasts(state, card, before))
        is_cleared = rounds <= after_tops or means is Means.RUFF
        if was_stopped and is_cleared and _lasts(after, card, rounds):
            return card, rounds
    return None


def _rounds(state: State, card: int) -> int:
    """How often the suit must be played until no defender has a card above this one."""
    held = (hand & SUIT_BITS[card // 13] for hand in state.hands[1::2])
    return max((cards.bit_count() for cards in held if cards >> card), default=0)


def _lasts(state: State, card: int, rounds: int) -> bool:
    """Has its hand other cards to follow so many rounds with?"""
    return holding(state.hands[state.holder(card)], card // 13).bit_count() > rounds


def _conceded(oracle: Oracle, play: Play) -> Play | None:
    """Best play by everybody, up to the first trick that North or South can lead and lose.

    It is best play although nobody has to discard; None where a defender would rather not, or they lose no
    such trick.
    """
    most = max(len(play.hand(seat)) for seat in Seat)
    found = (_conceded_within(oracle, play, leads) for leads in range(most + 1))
    return next((lost for lost in found if lost is not None), None)


def _conceded_within(oracle: Oracle, play: Play, leads: int) -> Play | None:
    """The same with so many leads at most."""
    if not play.trick.cards:
        if play.on_lead.side is Side.EW:
            return play if play.tricks[-1].leader.side is Side.NS else None
        if not leads or play.is_over:
            return None
        leads -= 1
    value = _total(oracle, play)
    plays = (later for later in _next_plays(play) if _total(oracle, later) == value)
    found = (_conceded_within(oracle, later, leads) for later in plays)
    return next((lost for lost in found if lost is not None), None)


def _next_plays(play: Play) -> Iterator[Play]:
    """The play after each card, low ones first; one of touching cards will do."""
    return (play.then(PACK[card]) for card in one_of_each_run(State.after(play)))


def _total(oracle: Oracle, play: Play) -> int:
    return play.tricks_won(Side.NS) + oracle.value(State.after(play), *FREE)


def _is_right_lead(oracle: Oracle, statement: GivesUp, led: Card) -> bool:
    """Does a lead after the trick keep the tricks, whatever the defenders play to the rest of it?"""

    def is_right(play: Play) -> bool:
        can_lead = play.on_lead.side is Side.NS and led in play.hand(play.on_lead)
        return can_lead and _total(oracle, play.then(led)) >= statement.tricks

    return _can_reach(statement, is_right)


def _is_ruffed_in(oracle: Oracle, statement: GivesUp) -> bool:
    """Can the victim only ruff, and can he be left on lead, with the tricks still there?"""
    before, victim = statement.turn.play, statement.turn.victim
    suits = {card.suit for card in before.hand(victim)}
    if {suit.strain for suit in suits} != {before.strain} or before.trick.suit in suits:
        return False

    def is_on_lead(play: Play) -> bool:
        return play.on_lead is victim and not play.is_over and _total(oracle, play) >= statement.tricks

    return _can_reach(statement, is_on_lead)


def _can_reach(statement: GivesUp, is_reached: Callable[[Play], bool]) -> bool:
    """Can North and South finish the trick so after each discard, whatever the defenders play to it?"""

    def can_reach(play: Play) -> bool:
        if not play.trick.cards:
            return is_reached(play)
        results = (can_reach(play.then(card)) for card in play.legal_cards)
        return any(results) if play.to_play.side is Side.NS else all(results)

    return all(can_reach(statement.turn.play.then(card)) for card in statement.cards)


def _established(play: Play, tricks: int) -> Card | None:
    """The card that is high once a trick is lost in its suit, if winners, ruffs and finesses then do."""
    lost = play.tricks[-1]
    winning = dict(lost)[play.on_lead]
    own, others = (
        [card for seat in side.seats for card in play.hand(seat).in_suit(winning.suit)]
        for side in (Side.NS, Side.EW)
    )
    high = max(own, default=None)
    if winning.suit is not lost.suit or high is None or play.is_over:
        return None
    is_high = high < winning and all(high > other for other in others)
    return high if is_high and _cashed(play) >= tricks else None


def _cashed(play: Play) -> int:
    """The tricks of North and South by winners, ruffs and finesses, those won before included."""
    won = play.tricks_won(Side.NS)
    return won if play.is_over else won + _core.cash_tricks(*State.after(play), True, True)


def _finesses(play: Play, suit: Suit, tricks: int, seen: set[State]) -> Iterator[tuple[Play, Card, Seat]]:
    """The finesses in a suit that best play may lead to when North and South take so many tricks.

    Each is the play up to the end of the trick, the card that wins under a higher one, and who holds that.
    Positions seen before are passed over.
    """
    if len(play.cards) % 4 == 0 and play.tricks:
        yield from _finesse(play, suit)
        if play.on_lead.side is Side.EW:
            return
    state = State.after(play)
    is_cleared = not any(play.hand(seat).in_suit(suit) for seat in Side.EW.seats)
    if play.is_over or is_cleared or state in seen or len(seen) >= _MOST_POSITIONS:
        return
    seen.add(state)
    totals = [(later, _cashed(later)) for later in _next_plays(play)]
    is_ours, least = play.to_play.side is Side.NS, min(total for _, total in totals)
    for later, total in totals:
        if total >= tricks if is_ours else total == least:
            yield from _finesses(later, suit, tricks, seen)


def _finesse(play: Play, suit: Suit) -> Iterator[tuple[Play, Card, Seat]]:
    """The last trick, if it was a finesse in a suit."""
    trick = play.tricks[-1]
    winner = trick.winner(play.strain)
    cards = dict(trick)
    if winner.side is trick.leader.side is Side.NS and cards[winner].suit is trick.suit is suit:
        for seat in list(cards)[: list(cards).index(winner)]:
            held = play.hand(seat).in_suit(suit)
            if seat.side is Side.EW and any(card > cards[winner] for card in held):
                yield play, cards[winner], seat
                return


# What sets a squeeze apart beside its kind


def _modifying(report: Report, squeeze: Squeeze) -> Iterator[Statement]:
    """The statements behind the modifiers of a squeeze."""
    turn = Turn(squeeze.first.play, report.attackers)
    for modifier, statements in _MODIFYING.items():
        if modifier in squeeze.modifiers:
            yield from statements(turn, squeeze.first)
    if len(report.values.victims) == 2:
        yield from _in_turn(turn, squeeze)


def _criss_cross(turn: Turn, squeezed: Squeezed) -> Iterator[Statement]:
    crossed = dict[Seat, Crossed]()
    for threat in squeezed.threats:
        opposite = turn.play.hand(threat.seat.partner).in_suit(threat.suit)
        if len(opposite) == 1 and opposite <= threat.winners:
            crossed[threat.seat] = Crossed(threat.card, max(opposite))
    if len(crossed) == 2:
        yield CrissCross(turn, *crossed.values())


def _vienna_coup(turn: Turn, squeezed: Squeezed) -> Iterator[Statement]:
    for trick in turn.play.tricks:
        winner = trick.winner(turn.play.strain)
        for threat in squeezed.threats:
            if trick.suit is threat.suit and winner is threat.seat.partner:
                yield ViennaCoup(turn, dict(trick)[winner], threat.card)
                return


def _transfer(turn: Turn, squeezed: Squeezed) -> Iterator[Statement]:
    for threat in squeezed.threats:
        could_beat = [
            any(card > threat.card for card in before.hand(turn.victim.partner).in_suit(threat.suit))
            for before in (after_tricks(turn.play, number) for number in range(len(turn.play.tricks) + 1))
        ]
        for trick, (before, after) in zip(turn.play.tricks, pairwise(could_beat), strict=True):
            if trick.suit is threat.suit and before > after and threat.guarded_by == (turn.victim,):
                yield Transfer(turn, trick.cards[0], threat.card)
                return


def _backwash(turn: Turn, squeezed: Squeezed) -> Iterator[Statement]:
    led, trumps = turn.play.trick.suit, turn.play.strain.suit
    has_trumps = trumps is not None and bool(turn.play.hand(turn.victim).in_suit(trumps))
    for seat, card in turn.play.trick:
        if seat.side is turn.attackers and card.suit is trumps is not led and has_trumps:
            yield Backwash(turn, seat)


def _in_turn(turn: Turn, squeeze: Squeeze) -> Iterator[Statement]:
    """Whether both are squeezed on the same trick; nothing where one squeeze does not lead to the other."""
    ways = squeeze.first.given_up
    thens = [way.then.play for way in ways if way.then is not None and way.means is Means.PARTNER]
    together = [then for then in thens if len(then.tricks) == len(turn.play.tricks)]
    if together:
        yield Simultaneous(turn, together[0])
    elif thens:
        yield Successive(turn, thens[0])


_MODIFYING: dict[Modifier, Callable[[Turn, Squeezed], Iterator[Statement]]] = {
    Modifier.CRISS_CROSS: _criss_cross,
    Modifier.VIENNA_COUP: _vienna_coup,
    Modifier.TRANSFER: _transfer,
    Modifier.BACKWASH: _backwash,
}


# Near misses, counter-measures and whole deals


def why_missed(miss: NearMiss, cure: Cure | None = None) -> Reason:
    """What a cure mends, unless named the cheapest one, and the squeeze there is then."""
    cure = cure or miss.cures[0]
    mends = Repairs(miss.ending, cure.repair, cure.letter, miss.values.tricks)
    return Reason(mends, because=(Reason(statement_about(cure.report)),))


def why_broken(measures: CounterMeasures) -> Reason:
    """Leads that break a squeeze, cards that can and cannot be spared, and hands that would have saved."""
    ending = measures.report.ending
    because = [Reason(Breaks(ending, lead.defender, lead.cards, lead.tricks)) for lead in measures.leads]
    for discard in measures.discards:
        turn = turn_of(measures.report, discard)
        because += [Reason(Idle(turn, card)) for card in discard.idle]
        because += [Reason(Idle(turn, card), odds=_NEVER) for card in discard.busy]
    because += [Reason(Saves(ending, saving.exchange, saving.tricks)) for saving in measures.exchanges]
    return Reason(statement_about(measures.report), because=tuple(because))


def turn_of(report: Report, discard: Discard) -> Turn:
    """The turn at which a defender has to throw a card on the way to the first squeeze."""
    assert report.squeeze is not None, "nobody is on the way to a squeeze"
    last = report.squeeze.first.play
    plays = (last.back(number) for number in range(len(last.cards) + 1))
    play = next(play for play in plays if _is_turn(play, discard))
    return Turn(play, report.attackers)


def why_needed(found: DealSqueeze) -> Reason | None:
    """What a deal comes down to; None if that is not known."""
    play, declarer, target = found.play, found.declarer, found.target
    statements: dict[Outcome, Statement] = {
        Outcome.SQUEEZE: OnlyBySqueeze(play, declarer, target, found.victims),
        Outcome.NO_SQUEEZE: WithoutSqueeze(play, declarer, target),
        Outcome.OUT_OF_REACH: BeyondReach(play, declarer, target, found.tricks),
    }
    return Reason(statements[found.outcome]) if found.outcome in statements else None


def _is_turn(play: Play, discard: Discard) -> bool:
    is_his_trick = len(play.tricks) + 1 == discard.trick
    return is_his_trick and play.to_play is discard.defender and bool(play.trick.cards)
