"""What sets a squeeze apart beside its kind, as claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from overtrick.core import Claim, Play, Reason, Suit
from overtrick.squeezes.kinds import Means, Modifier
from overtrick.squeezes.reasons.claims import Turn
from overtrick.squeezes.reasons.modifier_claims import (
    Backwash,
    CrissCross,
    Crossed,
    Simultaneous,
    Successive,
    Transfer,
    ViennaCoup,
)
from overtrick.squeezes.report import Report, Squeeze, Squeezed, Threat

__all__ = ["modifying"]


def modifying(report: Report) -> Iterator[Reason]:
    """The claims behind the modifiers of a squeeze."""
    squeeze = report.squeeze
    if squeeze is None:
        return
    turn = Turn(squeeze.first.play, report.attackers)
    for modifier, claims in _CLAIMS.items():
        if modifier in squeeze.modifiers:
            yield from (Reason(claim) for claim in claims(turn, squeeze.first))
    if len(report.values.victims) == 2:
        yield from map(Reason, _in_turn(turn, squeeze))


def _criss_cross(turn: Turn, squeezed: Squeezed) -> Iterator[Claim]:
    threats = [threat for threat in squeezed.threats if _is_crossed(turn, threat)]
    crossed = {threat.seat: _crossed(turn, threat) for threat in threats}
    if len(crossed) == 2:
        yield CrissCross(turn, *crossed.values())


def _is_crossed(turn: Turn, threat: Threat) -> bool:
    opposite = turn.play.hand(threat.seat.partner).in_suit(threat.suit)
    return len(opposite) == 1 and opposite <= threat.winners


def _crossed(turn: Turn, threat: Threat) -> Crossed:
    return Crossed(threat.card, max(turn.play.hand(threat.seat.partner).in_suit(threat.suit)))


def _vienna_coup(turn: Turn, squeezed: Squeezed) -> Iterator[Claim]:
    for trick in turn.play.tricks:
        winner = trick.winner(turn.play.strain)
        for threat in squeezed.threats:
            if trick.suit is threat.suit and winner is threat.seat.partner:
                yield ViennaCoup(turn, dict(trick)[winner], threat.card)
                return


def _transfer(turn: Turn, squeezed: Squeezed) -> Iterator[Claim]:
    for threat in squeezed.threats:
        for number, trick in enumerate(turn.play.tricks):
            before, after = _before(turn.play, number), _before(turn.play, number + 1)
            is_lost = _could_beat(before, turn, threat) and not _could_beat(after, turn, threat)
            if trick.suit is threat.suit and is_lost and threat.guarded_by == (turn.victim,):
                yield Transfer(turn, trick.cards[0], threat.card)
                return


def _before(play: Play, tricks: int) -> Play:
    return play.back(len(play.cards) - 4 * tricks)


def _could_beat(play: Play, turn: Turn, threat: Threat) -> bool:
    """Had the victim's partner a card above a threat?"""
    return any(card > threat.card for card in play.hand(turn.victim.partner).in_suit(threat.suit))


def _backwash(turn: Turn, squeezed: Squeezed) -> Iterator[Claim]:
    led, trumps = turn.play.trick.suit, turn.play.strain.suit
    for seat, card in turn.play.trick:
        if seat.side is turn.attackers and card.suit is trumps is not led and _has(turn, trumps):
            yield Backwash(turn, seat)


def _has(turn: Turn, suit: Suit | None) -> bool:
    return suit is not None and bool(turn.play.hand(turn.victim).in_suit(suit))


def _in_turn(turn: Turn, squeeze: Squeeze) -> Iterator[Claim]:
    """Whether both are squeezed on the same trick; nothing where one squeeze does not lead to the other."""
    ways = squeeze.first.given_up
    thens = [way.then.play for way in ways if way.then is not None and way.means is Means.PARTNER]
    together = [then for then in thens if len(then.tricks) == len(turn.play.tricks)]
    if together:
        yield Simultaneous(turn, together[0])
    elif thens:
        yield Successive(turn, thens[0])


_CLAIMS: dict[Modifier, Callable[[Turn, Squeezed], Iterator[Claim]]] = {
    Modifier.CRISS_CROSS: _criss_cross,
    Modifier.VIENNA_COUP: _vienna_coup,
    Modifier.TRANSFER: _transfer,
    Modifier.BACKWASH: _backwash,
}
