"""What sets a squeeze apart beside its kind: the sentences, and the checkers, by the cards alone."""

from __future__ import annotations

from overtrick.core import Board, Card, Play, Seat
from overtrick.explain.registry import checks, says
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

__all__: list[str] = []


# English


@says(CrissCross, "en")
def _(claim: CrissCross) -> str:
    one, other = claim.one, claim.other
    first = f"the {one.winner.print} is alone opposite the {one.threat.print}"
    return f"It is a criss-cross: {first}, and the {other.winner.print} opposite the {other.threat.print}"


@says(ViennaCoup, "en")
def _(claim: ViennaCoup) -> str:
    cashed = f"the {claim.winner.print} is cashed first"
    return f"It is a Vienna coup: {cashed}, and the {claim.threat.print} is left"


@says(Transfer, "en")
def _(claim: Transfer) -> str:
    only = f"only {claim.turn.victim.word} can beat the {claim.threat.print}"
    return f"The guard is transferred: after the lead of the {claim.led.print} {only}"


@says(Backwash, "en")
def _(claim: Backwash) -> str:
    return f"It is a backwash: {claim.turn.victim.word} has to choose after {claim.ruffer.word} has ruffed"


@says(Simultaneous, "en")
def _(claim: Simultaneous) -> str:
    return f"It is simultaneous: both can be squeezed on the {claim.first.play.trick.cards[0].print}"


@says(Successive, "en")
def _(claim: Successive) -> str:
    return "It is not simultaneous: the defenders are squeezed one after the other"


# Checkers


@checks(CrissCross)
def _(claim: CrissCross, board: Board) -> bool:
    one, other = claim.one, claim.other
    holders = {_holder(claim.turn.play, each.threat) for each in (one, other)}
    return (
        one.threat.suit is not other.threat.suit
        and len(holders) == 2
        and all(_is_crossed(claim.turn, each) for each in (one, other))
    )


def _is_crossed(turn: Turn, crossed: Crossed) -> bool:
    """Is a winner opposite a threat of its suit, and alone there?"""
    suit, holder = crossed.threat.suit, _holder(turn.play, crossed.threat)
    if holder is None or not _is_threat(turn, crossed.threat):
        return False
    is_alone = list(turn.play.hand(holder.partner).in_suit(suit)) == [crossed.winner]
    return is_alone and not _who_beat(turn.play, turn, crossed.winner)


@checks(ViennaCoup)
def _(claim: ViennaCoup, board: Board) -> bool:
    play, holder = claim.turn.play, _holder(claim.turn.play, claim.threat)
    won = [(trick.winner(play.strain), dict(trick)) for trick in play.tricks]
    return (
        holder is not None
        and claim.winner.suit is claim.threat.suit
        and _is_threat(claim.turn, claim.threat)
        and any(winner is holder.partner and cards[winner] == claim.winner for winner, cards in won)
    )


@checks(Transfer)
def _(claim: Transfer, board: Board) -> bool:
    play, victim = claim.turn.play, claim.turn.victim
    leads = [trick.cards[0] for trick in play.tricks]
    if claim.led not in leads or claim.led.suit is not claim.threat.suit:
        return False
    place = 4 * leads.index(claim.led)
    before, after = (play.back(len(play.cards) - cards) for cards in (place, place + 4))
    had, has = (_who_beat(each, claim.turn, claim.threat) for each in (before, after))
    return victim.partner in had and has == {victim} and _is_threat(claim.turn, claim.threat)


@checks(Backwash)
def _(claim: Backwash, board: Board) -> bool:
    play, trumps = claim.turn.play, claim.turn.play.strain.suit
    cards = dict(play.trick)
    is_ruff = claim.ruffer in cards and cards[claim.ruffer].suit is trumps is not play.trick.suit
    is_between = claim.ruffer.side is claim.turn.attackers is not claim.turn.victim.side
    return trumps is not None and is_ruff and is_between and bool(play.legal_cards.in_suit(trumps))


@checks(Simultaneous)
def _(claim: Simultaneous, board: Board) -> bool:
    return _are_in_turn(claim.first, claim.then) and _tricks_between(claim) == 0


@checks(Successive)
def _(claim: Successive, board: Board) -> bool:
    return _are_in_turn(claim.first, claim.then) and _tricks_between(claim) > 0


def _tricks_between(claim: Simultaneous | Successive) -> int:
    return len(claim.then.tricks) - len(claim.first.play.tricks)


def _are_in_turn(first: Turn, then: Play) -> bool:
    """Does one defender discard, and later the other?"""
    before = first.play
    is_later = then.start == before.start and then.cards[: len(before.cards)] == before.cards
    is_other = not then.is_over and then.to_play is first.victim.partner
    return is_later and is_other and _must_discard(before) and _must_discard(then)


def _must_discard(play: Play) -> bool:
    led = play.trick.suit
    return led is not None and not play.hand(play.to_play).in_suit(led)


def _is_threat(turn: Turn, card: Card) -> bool:
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
