"""Trees of statements: why there is a squeeze, a near miss, a counter-measure, why a deal needs a squeeze."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple

from overtrick.core import PACK, Card, CardSet, Odds, Play, Reason, Seat, Side, Statement, Suit
from overtrick.core.seat import SEATS
from overtrick.squeezes import statements as st
from overtrick.squeezes.counter_measures import CounterMeasures, Discard
from overtrick.squeezes.ending import (
    State,
    after_tricks,
    can_beat,
    for_either_side,
    held,
    lasts,
    rounds_to_clear,
    winners,
)
from overtrick.squeezes.kinds import Means, Modifier
from overtrick.squeezes.moments import FREE, blanks_for, means_after, one_of_each_run, reserve_for
from overtrick.squeezes.near_misses import Cure, NearMiss
from overtrick.squeezes.oracle import cash_tricks, own_oracle
from overtrick.squeezes.report import DealSqueeze, Dilemma, Outcome, Report, Squeeze, SuitChoice

__all__ = ["statement_about", "turn_of", "why", "why_broken", "why_missed", "why_needed"]

_NEVER = Odds(0, 1)
_MOST_POSITIONS = 300
"""Positions searched for a finesse; real ones were found among the first few dozen."""


@for_either_side
def why(report: Report) -> Reason:
    """The tree of statements behind a report.

    >>> from overtrick.squeezes import Ending, analyse
    >>> reason = why(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> [type(part.statement).__name__ for part in reason.because]
    ['OnlyTops', 'Caught', 'Positional']
    """
    ending, values, squeeze = report.ending, report.values, report.squeeze
    because = [Reason(st.OnlyTops(ending, values.tops))]
    if values.free_both > values.tops:
        because.append(Reason(st.Unforced(ending, values.free_both)))
    if squeeze is not None:
        keeps = () if values.victims else (squeeze.first.victim.partner,)
        because.append(_ReasonBuilder(values.tricks).caught(squeeze.first, ending.play, keeps))
        because += map(Reason, _modifying(report, squeeze))
        if Modifier.AUTOMATIC in squeeze.modifiers:
            because.append(Reason(st.Automatic(ending)))
        if Modifier.POSITIONAL in squeeze.modifiers:
            because.append(Reason(st.Positional(ending)))
    return Reason(statement_about(report), because=tuple(because))


def statement_about(report: Report) -> st.Squeezes | st.NoSqueeze:
    """The main statement of a report."""
    ending, values, squeeze = report.ending, report.values, report.squeeze
    if squeeze is None:
        return st.NoSqueeze(ending, values.tricks)
    return st.Squeezes(ending, squeeze.kind, squeeze.first.victim, values.victims, values.tricks, values.gain)


# A squeezed defender


class _Outcome(NamedTuple):
    """The result of a discard, as far as the text needs it."""

    means: Means
    good: tuple[Card, int] | None = None
    """A card that becomes good, and the rounds of its suit after which no defender has a higher one."""
    touching: Card | None = None
    """The lowest card equal to the one thrown, where the continuation depends on the card."""


class _ReasonBuilder:
    """Builds the reasons for squeezed defenders, in an ending with a given number of tricks to take."""

    def __init__(self, tricks: int) -> None:
        self._tricks = tricks
        self._oracle = own_oracle()

    def _total(self, play: Play) -> int:
        """All the tricks of North and South if nobody has to discard any more."""
        return play.tricks_won(Side.NS) + self._oracle.value(State.after(play), *FREE)

    def caught(
        self, squeezed: Dilemma, since: Play, keeps: tuple[Seat, ...], *, is_again: bool = False
    ) -> Reason:
        """The reason for a squeeze, from a given position on."""
        left = self._tricks - since.tricks_won(Side.NS)
        blanks = reserve_for(self._oracle, State.after(since), squeezed.victim, blanks_for(*keeps), left)
        turn = st.Turn(squeezed.play, Side.NS, keeps, blanks)
        guards = list(_guards(squeezed))
        because = (
            *map(Reason, _idle(turn, since)),
            *map(Reason, guards),
            *map(Reason, _needed(turn, guards)),
            *(reason for given_up in squeezed.given_up for reason in self._given_up(turn, given_up)),
        )
        return Reason(st.Caught(turn, self._tricks, is_again), because=because)

    def _given_up(self, turn: st.Turn, given_up: SuitChoice) -> Iterator[Reason]:
        """The results of giving up a suit; cards with the same result share a reason."""
        outcomes = dict[_Outcome, list[Card]]()
        for card in turn.play.legal_cards.in_suit(given_up.suit):
            outcomes.setdefault(self._outcome(turn, card), []).append(card)
        main = self._outcome(turn, given_up.card)
        for outcome in sorted(outcomes, key=lambda outcome: outcome != main):
            statement = st.GivesUp(turn, CardSet.of(outcomes[outcome]), outcome.means, self._tricks)
            because = list(self._how(statement, outcome))
            if outcome == main and given_up.then is not None:
                because.append(self._next(turn, given_up, given_up.then))
            yield Reason(statement, because=tuple(because))

    def _outcome(self, turn: st.Turn, card: Card) -> _Outcome:
        play = turn.play.then(card)
        left, blanks = self._tricks - play.tricks_won(Side.NS), blanks_for(*turn.keeps)
        means = means_after(self._oracle, State.after(play), left, turn.victim, blanks)
        if means in (Means.WINNERS, Means.RUFF):
            return _Outcome(means, _promoted(turn.play, card, means))
        touching = max(each for each in one_of_each_run(State.after(turn.play)) if each <= card.index)
        return _Outcome(means, touching=PACK[touching])

    def _how(self, statement: st.GivesUp, outcome: _Outcome) -> Iterator[Reason]:
        """How a discard is exploited: the card that becomes good, the trick that is lost, or the finesse."""
        if statement.is_ruffed_in(self._total):
            yield Reason(st.RuffsIn(statement))
            return
        if outcome.good is not None:
            yield Reason(st.Good(statement, *outcome.good))
        if outcome.touching is None:
            return
        play = statement.turn.play.then(outcome.touching)
        if outcome.means is Means.LOSER and (lost := _conceded(self._total, play)) is not None:
            yield self._lost(statement, lost)
        if outcome.means is Means.FINESSE:
            finesses = _finesses(play, outcome.touching.suit, self._tricks, set())
            yield from (Reason(st.Finesses(statement, *finesse)) for finesse in islice(finesses, 1))

    def _lost(self, statement: st.GivesUp, play: Play) -> Reason:
        """The trick that is lost, the lead before it, and the gain."""
        lost = st.Concedes(statement, play)
        led = play.tricks[len(statement.turn.play.tricks) + 1].cards[0] if lost.number else None
        if led is not None and statement.is_right_lead(led, self._total):
            lost = replace(lost, next_lead=led)
        good = _established(play, self._tricks)
        return Reason(lost, because=() if good is None else (Reason(st.Establishes(lost, good)),))

    def _next(self, turn: st.Turn, given_up: SuitChoice, then: Dilemma) -> Reason:
        """The squeeze that follows; both defenders are under pressure only where both are needed."""
        keeps = turn.keeps if given_up.means is Means.BOTH else (*turn.keeps, then.victim.partner)
        is_again = then.victim is turn.victim
        return self.caught(then, turn.play.then(given_up.card), tuple(sorted(set(keeps))), is_again=is_again)


def _idle(turn: st.Turn, since: Play) -> Iterator[st.Idle]:
    """The idle cards that the victim threw before his squeeze."""
    play = since
    for card in turn.play.cards[len(since.cards) :]:
        if play.to_play is turn.victim and play.trick.cards and card.suit is not play.trick.suit:
            yield st.Idle(replace(turn, play=play), card)
        play = play.then(card)


def _guards(squeezed: Dilemma) -> Iterator[st.Guards]:
    """The victim's guards, except where a trick must be lost in a suit that his partner guards as well."""
    losing = {given_up.suit for given_up in squeezed.given_up if given_up.means is Means.LOSER}
    for threat in squeezed.threats:
        is_alone = threat.guarded_by == (squeezed.victim,)
        if is_alone or (squeezed.victim in threat.guarded_by and threat.suit not in losing):
            cards = squeezed.busy.in_suit(threat.suit)
            yield st.Guards(squeezed.play, squeezed.victim, cards, threat.card, threat.seat, is_alone)


def _needed(turn: st.Turn, guards: list[st.Guards]) -> Iterator[st.Needed]:
    """The victim's cards in suits in which he guards nothing."""
    guarded = {guard.threat.suit for guard in guards}
    for suit in reversed(Suit):
        cards = turn.play.hand(turn.victim).in_suit(suit)
        if cards and suit not in guarded:
            yield st.Needed(turn, cards, st.use_of(turn, suit))


# How a discard is exploited


def _promoted(before: Play, thrown: Card, means: Means) -> tuple[Card, int] | None:
    """The highest card of its suit that throwing a busy card makes good, where winners and ruffs are enough.

    As they were not enough before, the trick comes from that suit, and with no card that was a winner before.
    """
    suit, winner = thrown.suit, SEATS[State.after(before).winner]
    if suit.strain is before.strain or Side.EW in (before.on_lead.side, winner.side):
        return None  # a trump may have been kept to ruff with; and a defender's lead may be what helps
    after = before.then(thrown)
    old, new = (winners(play, Side.NS, suit) for play in (before, after))
    for card in held(after, Side.NS, suit) - old:
        needed, rounds = (rounds_to_clear(play, Side.EW, card) for play in (before, after))
        was_cleared = needed <= (len(old) if rounds else 0)
        was_stopped = not (was_cleared and lasts(before, card, needed))
        is_cleared = rounds <= len(new) or means is Means.RUFF
        if was_stopped and is_cleared and lasts(after, card, rounds):
            return card, rounds
    return None


def _conceded(total: st.Total, play: Play) -> Play | None:
    """Best play by everybody, up to the first trick that North or South can lead and lose.

    It is best play although nobody has to discard; None where a defender would rather not, or they lose no
    such trick.
    """
    most = max(len(play.hand(seat)) for seat in Seat)
    return next((lost for leads in range(most + 1) for lost in _conceded_within(total, play, leads)), None)


def _conceded_within(total: st.Total, play: Play, leads: int) -> Iterator[Play]:
    """The same with at most this many leads."""
    if not play.trick.cards:
        if play.on_lead.side is Side.EW and play.tricks[-1].leader.side is Side.NS:
            yield play
        if not leads or play.is_over or play.on_lead.side is Side.EW:
            return
        leads -= 1
    value = total(play)
    for later in _next_plays(play):
        if total(later) == value:
            yield from _conceded_within(total, later, leads)


def _next_plays(play: Play) -> Iterator[Play]:
    """The play after each card, low ones first; one of touching cards will do."""
    return (play.then(PACK[card]) for card in one_of_each_run(State.after(play)))


def _established(play: Play, tricks: int) -> Card | None:
    """The card that is high once a trick is lost in its suit, if winners, ruffs and finesses then do."""
    lost = play.tricks[-1]
    winning = dict(lost)[play.on_lead]
    high = max(winners(play, Side.NS, winning.suit), default=None)
    if winning.suit is not lost.suit or high is None or play.is_over or high > winning:
        return None
    return high if _cashed(play) >= tricks else None


def _cashed(play: Play) -> int:
    """The tricks of North and South by winners, ruffs and finesses, those won before included."""
    won = play.tricks_won(Side.NS)
    return won if play.is_over else won + cash_tricks(State.after(play), Means.FINESSE)


def _finesses(play: Play, suit: Suit, tricks: int, seen: set[State]) -> Iterator[tuple[Play, Card, Seat]]:
    """The finesses in a suit that best play may lead to when North and South take these tricks.

    Each is the play to the end of the trick, the card that wins under a higher one, and the holder of that.
    Positions in `seen` are skipped.
    """
    if len(play.cards) % 4 == 0 and play.tricks:
        yield from _finesse(play, suit)
        if play.on_lead.side is Side.EW:
            return
    state = State.after(play)
    if play.is_over or not held(play, Side.EW, suit) or state in seen or len(seen) >= _MOST_POSITIONS:
        return
    seen.add(state)
    totals = [(later, _cashed(later)) for later in _next_plays(play)]
    is_ours, least = play.to_play.side is Side.NS, min(total for _, total in totals)
    for later, total in totals:
        if total >= tricks if is_ours else total == least:
            yield from _finesses(later, suit, tricks, seen)


def _finesse(play: Play, suit: Suit) -> Iterator[tuple[Play, Card, Seat]]:
    """The last trick, if it was a finesse in a suit."""
    trick, winner = play.tricks[-1], play.on_lead
    cards = dict(trick)
    if winner.side is trick.leader.side is Side.NS and cards[winner].suit is trick.suit is suit:
        for seat in list(cards)[: list(cards).index(winner)]:
            if seat.side is Side.EW and can_beat(play, seat, cards[winner]):
                yield play, cards[winner], seat


# Modifiers


def _modifying(report: Report, squeeze: Squeeze) -> Iterator[Statement]:
    """The statements behind the modifiers of a squeeze."""
    turn = st.Turn(squeeze.first.play, report.attackers)
    for modifier, statements in _MODIFYING.items():
        if modifier in squeeze.modifiers:
            yield from statements(turn, squeeze.first)
    if len(report.values.victims) == 2:
        yield from _in_turn(turn, squeeze)


def _criss_cross(turn: st.Turn, squeezed: Dilemma) -> Iterator[Statement]:
    crossed = dict[Seat, st.Crossed]()
    for threat in squeezed.threats:
        opposite = turn.play.hand(threat.seat.partner).in_suit(threat.suit)
        if len(opposite) == 1 and opposite <= threat.winners:
            crossed[threat.seat] = st.Crossed(threat.card, max(opposite))
    if len(crossed) == 2:
        yield st.CrissCross(turn, *crossed.values())


def _vienna_coup(turn: st.Turn, squeezed: Dilemma) -> Iterator[Statement]:
    for trick in turn.play.tricks:
        winner = trick.winner(turn.play.strain)
        for threat in squeezed.threats:
            if trick.suit is threat.suit and winner is threat.seat.partner:
                yield st.ViennaCoup(turn, dict(trick)[winner], threat.card)
                return


def _transfer(turn: st.Turn, squeezed: Dilemma) -> Iterator[Statement]:
    for threat in squeezed.threats:
        plays = (after_tricks(turn.play, number) for number in range(len(turn.play.tricks) + 1))
        could_beat = (can_beat(play, turn.victim.partner, threat.card) for play in plays)
        for trick, (before, after) in zip(turn.play.tricks, pairwise(could_beat), strict=True):
            if trick.suit is threat.suit and before > after and threat.guarded_by == (turn.victim,):
                yield st.Transfer(turn, trick.cards[0], threat.card)
                return


def _backwash(turn: st.Turn, squeezed: Dilemma) -> Iterator[Statement]:
    led, trumps = turn.play.trick.suit, turn.play.strain.suit
    has_trumps = trumps is not None and bool(turn.play.hand(turn.victim).in_suit(trumps))
    for seat, card in turn.play.trick:
        if seat.side is turn.attackers and card.suit is trumps is not led and has_trumps:
            yield st.Backwash(turn, seat)


def _in_turn(turn: st.Turn, squeeze: Squeeze) -> Iterator[Statement]:
    """Are both squeezed on the same trick? No statement where one squeeze does not lead to the other."""
    ways = squeeze.first.given_up
    thens = [way.then.play for way in ways if way.then is not None and way.means is Means.PARTNER]
    together = [then for then in thens if len(then.tricks) == len(turn.play.tricks)]
    if together:
        yield st.Simultaneous(turn, together[0])
    elif thens:
        yield st.Successive(turn, thens[0])


_MODIFYING: dict[Modifier, Callable[[st.Turn, Dilemma], Iterator[Statement]]] = {
    Modifier.CRISS_CROSS: _criss_cross,
    Modifier.VIENNA_COUP: _vienna_coup,
    Modifier.TRANSFER: _transfer,
    Modifier.BACKWASH: _backwash,
}


# Near misses, counter-measures and whole deals


def why_missed(miss: NearMiss, cure: Cure | None = None) -> Reason:
    """The reason for a near miss: what a cure (by default the cheapest) repairs, and the squeeze it gives."""
    cure = cure or miss.cures[0]
    mends = st.Repairs(miss.ending, cure.repair, cure.letter, miss.values.tricks)
    return Reason(mends, because=(Reason(statement_about(cure.report)),))


def why_broken(measures: CounterMeasures) -> Reason:
    """The reason for counter-measures: breaking leads, idle and busy cards, and saving exchanges."""
    ending = measures.report.ending
    because = [Reason(st.Breaks(ending, lead.defender, lead.cards, lead.tricks)) for lead in measures.leads]
    for discard in measures.discards:
        turn = turn_of(measures.report, discard)
        because += [Reason(st.Idle(turn, card)) for card in discard.idle]
        because += [Reason(st.Idle(turn, card), odds=_NEVER) for card in discard.busy]
    because += [Reason(st.Saves(ending, saving.exchange, saving.tricks)) for saving in measures.exchanges]
    return Reason(statement_about(measures.report), because=tuple(because))


def turn_of(report: Report, discard: Discard) -> st.Turn:
    """The turn at which a defender has to throw a card on the way to the first squeeze."""
    assert report.squeeze is not None, "nobody is on the way to a squeeze"
    last = report.squeeze.first.play
    before = after_tricks(last, discard.trick - 1)
    number = len(before.cards) + (discard.defender - before.on_lead & 3)
    return st.Turn(last.back(len(last.cards) - number), report.attackers)


def why_needed(found: DealSqueeze) -> Reason | None:
    """The reason for a deal's result; None if that is not known."""
    play, declarer, target = found.play, found.declarer, found.target
    statements: dict[Outcome, Statement] = {
        Outcome.SQUEEZE: st.OnlyBySqueeze(play, declarer, target, found.victims),
        Outcome.NO_SQUEEZE: st.WithoutSqueeze(play, declarer, target),
        Outcome.OUT_OF_REACH: st.BeyondReach(play, declarer, target, found.tricks),
    }
    return Reason(statements[found.outcome]) if found.outcome in statements else None
