"""Why there is a squeeze: a report as a tree of claims that `explain` can say and check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from overtrick.core import Card, CardSet, Play, Reason, Seat, Side, Strain, Suit
from overtrick.core.card import PACK
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Means, Modifier
from overtrick.squeezes.oracle import ALWAYS, Oracle, own_oracle
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
from overtrick.squeezes.reasons.concessions import conceded, established, is_right_lead, is_ruffed_in
from overtrick.squeezes.reasons.finesses import finessed
from overtrick.squeezes.reasons.modifying import modifying
from overtrick.squeezes.reasons.promotion import Promoted, promoted
from overtrick.squeezes.recognition.moments import Blanks, reserve_for
from overtrick.squeezes.recognition.stories import means_after
from overtrick.squeezes.report import GivenUp, Report, Squeeze, Squeezed
from overtrick.squeezes.state import State
from overtrick.squeezes.turning import turned

__all__ = ["why"]


def why(report: Report) -> Reason:
    """The tree of claims behind a report.

    >>> from overtrick.squeezes.analysis import analyse
    >>> reason = why(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> [type(part.claim).__name__ for part in reason.because]
    ['OnlyTops', 'Caught', 'Positional']
    """
    if report.attackers is Side.EW:
        return turned(why(turned(report, 1)), -1)
    ending, values = report.ending, report.values
    top_tricks = values.tops
    tops = [Reason(OnlyTops(ending, top_tricks))]
    if values.free_both > top_tricks:
        tops.append(Reason(Unforced(ending, values.free_both)))
    if report.squeeze is None:
        return Reason(NoSqueeze(ending, values.tricks), because=tuple(tops))
    first = report.squeeze.first
    top = Squeezes(ending, report.squeeze.kind, first.victim, values.victims, values.tricks, values.gain)
    keeps = () if values.victims else (first.victim.partner,)
    caught = _Teller(values.tricks).caught(first, ending.play, keeps)
    return Reason(top, because=(*tops, caught, *modifying(report), *_position(report.squeeze, ending)))


def _position(squeeze: Squeeze, ending: Ending) -> Iterator[Reason]:
    """Does it matter which defender has which hand?"""
    if squeeze.is_automatic:
        yield Reason(Automatic(ending))
    if Modifier.POSITIONAL in squeeze.modifiers:
        yield Reason(Positional(ending))


class _Outcome(NamedTuple):
    """What a discard leads to, as far as it will be told."""

    means: Means
    good: Promoted | None = None
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
        guards = tuple(_guards(squeezed))
        because = (
            *_idle(turn, since),
            *guards,
            *_needed(turn, guards),
            *(reason for given_up in squeezed.given_up for reason in self._given_up(turn, given_up)),
        )
        return Reason(Caught(turn, self._tricks, is_again), because=because)

    def _given_up(self, turn: Turn, given_up: GivenUp) -> Iterator[Reason]:
        """What becomes of each card of a suit; those of which the same can be said together."""
        outcomes = dict[_Outcome, list[Card]]()
        for card in turn.play.legal_cards.in_suit(given_up.suit):
            outcomes.setdefault(self._outcome(turn, card), []).append(card)
        told = self._outcome(turn, given_up.card)
        for outcome in sorted(outcomes, key=lambda outcome: outcome != told):
            claim = GivesUp(turn, CardSet.of(outcomes[outcome]), outcome.means, self._tricks)
            because = list(self._how(claim, outcome))
            if outcome == told and given_up.then is not None:
                because.append(self._next(turn, given_up, given_up.then))
            yield Reason(claim, because=tuple(because))

    def _how(self, claim: GivesUp, outcome: _Outcome) -> Iterator[Reason]:
        """The card that becomes good, the trick that is lost, or the finesse."""
        if is_ruffed_in(self._oracle, claim):
            yield Reason(RuffsIn(claim))
            return
        if outcome.good is not None:
            yield Reason(Good(claim, PACK[outcome.good.card], outcome.good.rounds))
        if outcome.touching is None:
            return
        play = claim.turn.play.then(outcome.touching)
        if outcome.means is Means.LOSER and (lost := conceded(self._oracle, play)) is not None:
            yield self._conceded(claim, lost)
        suit = outcome.touching.suit
        if outcome.means is Means.FINESSE and (finesse := finessed(play, suit, self._tricks)) is not None:
            yield Reason(Finesses(claim, *finesse))

    def _conceded(self, claim: GivesUp, play: Play) -> Reason:
        """The trick that is lost, what to lead before, and what is gained."""
        lost = Concedes(claim, play)
        led = play.tricks[len(claim.turn.play.tricks) + 1].cards[0] if lost.number else None
        if led is not None and is_right_lead(self._oracle, claim, led):
            lost = replace(lost, next_lead=led)
        good = established(play, self._tricks)
        return Reason(lost, because=() if good is None else (Reason(Establishes(lost, good)),))

    def _next(self, turn: Turn, given_up: GivenUp, then: Squeezed) -> Reason:
        """The squeeze that follows; only where both are needed is there pressure on both."""
        keeps = turn.keeps if given_up.means is Means.BOTH else (*turn.keeps, then.victim.partner)
        is_again = then.victim is turn.victim
        return self.caught(then, turn.play.then(given_up.card), tuple(sorted(set(keeps))), is_again=is_again)

    def _outcome(self, turn: Turn, card: Card) -> _Outcome:
        means = _means(self._oracle, turn, turn.play.then(card), self._tricks)
        if means in (Means.WINNERS, Means.RUFF):
            return _Outcome(means, promoted(State.after(turn.play), card.index, means))
        return _Outcome(means, touching=_lowest_touching(turn.play, card))


def _means(oracle: Oracle, turn: Turn, play: Play, tricks: int) -> Means:
    """The plainest means that is enough after a discard."""
    left = tricks - play.tricks_won(Side.NS)
    blanks = _blanks(turn.keeps)
    return means_after(oracle, State.after(play), left, int(turn.victim), blanks)


def _lowest_touching(play: Play, card: Card) -> Card:
    """The lowest card of the same hand and suit with no card of another hand, or on the table, between."""
    own = play.hand(play.to_play)
    others = CardSet.of(play.trick.cards).union(*(hand for _, hand in play.remaining.items())) - own
    lowest = card
    for lower in own.in_suit(card.suit):
        if lower < lowest and not any(lower < other < lowest for other in others.in_suit(card.suit)):
            lowest = lower
    return lowest


def _blanks(free: tuple[Seat, ...]) -> Blanks:
    return Blanks(*(ALWAYS if seat in free else 0 for seat in (Seat.EAST, Seat.WEST)))


def _idle(turn: Turn, since: Play) -> Iterator[Reason]:
    """What the victim threw on the way to his squeeze."""
    play = since
    for card in turn.play.cards[len(since.cards) :]:
        is_led = bool(play.trick.cards)
        if play.to_play is turn.victim and is_led and card.suit is not play.trick.suit:
            yield Reason(Idle(replace(turn, play=play), card))
        play = play.then(card)


def _guards(squeezed: Squeezed) -> Iterator[Reason]:
    """What the victim guards; not where a trick must be lost in a suit that his partner guards as well."""
    losing = {given_up.suit for given_up in squeezed.given_up if given_up.means is Means.LOSER}
    for threat in squeezed.threats:
        is_alone = threat.guarded_by == (squeezed.victim,)
        if is_alone or (squeezed.victim in threat.guarded_by and threat.suit not in losing):
            cards = squeezed.busy.in_suit(threat.suit)
            yield Reason(Guards(squeezed.play, squeezed.victim, cards, threat.card, threat.seat, is_alone))


def _needed(turn: Turn, guards: tuple[Reason, ...]) -> Iterator[Reason]:
    """What the victim holds in suits in which he guards nothing."""
    hand = turn.play.hand(turn.victim)
    guarded = {guard.claim.threat.suit for guard in guards if isinstance(guard.claim, Guards)}
    for suit in reversed(Suit):
        if suit not in guarded and hand.in_suit(suit):
            yield Reason(Needed(turn, hand.in_suit(suit), _use(turn, suit)))


def _use(turn: Turn, suit: Suit) -> Use:
    play = turn.play
    if suit.strain is play.strain:
        return Use.TRUMPS
    held = [card for seat in Side.NS.seats for card in play.hand(seat).in_suit(suit)]
    is_high = min(play.hand(turn.victim).in_suit(suit)) > max(held) if held else play.strain is Strain.NOTRUMP
    return Use.HIGH if is_high else Use.BUSY
