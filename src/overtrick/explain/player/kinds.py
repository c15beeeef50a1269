"""Is a play what it is called? The cards in sight say, read again in another way than the player does."""

from __future__ import annotations

from overtrick.core import Card, CardSet, Seat, Trick
from overtrick.explain.player.recount import hands_left
from overtrick.explain.player.throwing_in import is_thrown_in
from overtrick.player.claims import PlayKind
from overtrick.player.conditions import Breaks, Guarded, Length, Lies, parts
from overtrick.player.plays import DECIDED, Kind
from overtrick.player.sample import Sample

__all__ = ["is_called"]


def is_called(claim: PlayKind) -> bool:
    """Is the play of this kind by the cards in sight, and about the honour and the seat of its condition?"""
    kind = claim.called.kind
    if (claim.by is not None) is not (kind in DECIDED):
        return False
    if kind in DECIDED:
        return _is_declarers(claim.sample) and _names_its_condition(claim) and _is_decided(claim)
    return _is_seen(claim)


def _is_declarers(sample: Sample) -> bool:
    """Does declarer play the card, so that both hands of the side are in sight?"""
    mover, contract = sample.play.to_play, sample.contract
    return contract is not None and mover.side is contract.declarer.side


def _names_its_condition(claim: PlayKind) -> bool:
    """Is the condition about the honour and the seat that the name is about?"""
    assert claim.by is not None
    called, suit = claim.called, claim.card.suit
    about = parts(claim.by.condition)
    if called.kind is Kind.BREAK:
        breaks = [part for part in about if isinstance(part, Breaks) and part.suit is suit]
        return any(2 * part.least in (part.total, part.total + 1) for part in breaks)
    if called.kind is Kind.THROW_IN:
        seats = [part.seat for part in about if isinstance(part, Lies | Length)]
        return called.honour is None and called.against in seats
    if called.honour is None or called.honour.suit is not suit:
        return False
    if called.kind is Kind.DROP:
        return any(
            isinstance(part, Guarded) and part.card is called.honour and not part.low for part in about
        )
    return called.against is not None and Lies(called.honour, called.against) in about


def _is_decided(claim: PlayKind) -> bool:
    called, card, trick = claim.called, claim.card, claim.sample.play.trick
    if called.kind is Kind.BREAK:
        return not trick.cards
    if called.kind is Kind.THROW_IN:
        return is_thrown_in(claim)
    if trick.cards and trick.cards[0].suit is not card.suit:
        return False
    if called.kind is Kind.DROP:
        return _rivals_above(claim.sample, card) == []
    assert called.honour is not None
    assert called.against is not None
    if called.kind is Kind.RUFFING_FINESSE:
        return _is_ruffed_behind(claim.sample, card, called.honour, called.against)
    return _lies_before(claim.sample, card, called.honour, called.against, called.kind)


def _lies_before(sample: Sample, card: Card, honour: Card, against: Seat, kind: Kind) -> bool:
    """Must the honour play before the hand that beats it, or that would win if it were elsewhere?"""
    play = sample.play
    order = play.on_lead.clockwise()
    behind = play.to_play if play.trick.cards else play.to_play.partner
    if order.index(against) + 1 != order.index(behind):
        return False
    hands = hands_left(sample, sample.layouts[0])
    same_suit = hands[behind].in_suit(card.suit).minus(card)
    above = [each for each in same_suit if each > honour]
    ours = hands[play.to_play] | hands[play.to_play.partner]
    if kind is Kind.TOWARDS:
        low = [each for each in same_suit if card < each < honour and _next_to(sample, each, honour)]
        return not play.trick.cards and bool(low) and not [each for each in ours if _beats(each, honour)]
    if not above or card > honour:
        return False
    if play.trick.cards:
        after = Trick(play.on_lead, (*play.trick.cards, card))
        return after.winner(play.strain) is play.to_play
    return any(each < honour and _next_to(sample, each, honour) for each in (card, *same_suit))


def _is_ruffed_behind(sample: Sample, card: Card, honour: Card, against: Seat) -> bool:
    """Does the honour alone beat the card led, before a hand that can ruff it?"""
    play, trump = sample.play, sample.play.strain.suit
    hands = hands_left(sample, sample.layouts[0])
    behind = hands[against.lho]
    if play.trick.cards or trump is None or card.suit is trump or play.to_play.lho is not against:
        return False
    theirs = hands[against] | hands[against.partner]
    has_ruff = not behind.in_suit(card.suit) and bool(behind.in_suit(trump))
    return has_ruff and [each for each in theirs if _beats(each, card)] == [honour]


def _beats(card: Card, other: Card) -> bool:
    return card.suit is other.suit and card.rank > other.rank


def _next_to(sample: Sample, low: Card, high: Card) -> bool:
    """Is no hidden card between two of a suit?"""
    hidden = [seat for seat in Seat if sample.play.start.get(seat) is None]
    hands = hands_left(sample, sample.layouts[0])
    return not any(_beats(each, low) and _beats(high, each) for seat in hidden for each in hands[seat])


# What is plain to see


def _is_seen(claim: PlayKind) -> bool:
    play, card = claim.sample.play, claim.card
    if claim.called.honour is not None or claim.called.against is not None:
        return False
    is_lead = not play.trick.cards
    follows = not is_lead and play.trick.cards[0].suit is card.suit
    is_trump = play.strain.suit is card.suit
    match claim.called.kind:
        case Kind.RUFF:
            return not is_lead and not follows and is_trump
        case Kind.DISCARD:
            return not is_lead and not follows and not is_trump
        case Kind.TRUMPS:
            return is_lead and is_trump and _is_declarers(claim.sample) and _trumps_are_out(claim.sample)
        case Kind.CASH:
            return is_lead and _rivals_above(claim.sample, card) == []
        case Kind.DUCK:
            return follows and _is_ducked(claim.sample, card)
        case _:
            return False


def _trumps_are_out(sample: Sample) -> bool:
    hands, trump = hands_left(sample, sample.layouts[0]), sample.play.strain.suit
    opponents = (sample.play.to_play.lho, sample.play.to_play.rho)
    return trump is not None and any(hands[seat].in_suit(trump) for seat in opponents)


def _rivals_above(sample: Sample, card: Card) -> list[Card]:
    """The higher cards of a suit that are on the table, with an opponent, or in a hand not seen."""
    play, hands = sample.play, hands_left(sample, sample.layouts[0])
    mover = play.to_play
    rivals = CardSet.of(play.trick.cards)
    for seat in Seat:
        is_own_and_seen = seat.side is mover.side and play.start.get(seat) is not None
        if not is_own_and_seen:
            rivals = rivals | hands[seat]
    return [each for each in rivals if _beats(each, card)]


def _is_ducked(sample: Sample, card: Card) -> bool:
    """Is the trick left to the opponents, after partner has played, though a higher card would win?"""
    play = sample.play
    if len(play.trick) < 2 or len({each.suit for each in play.trick.cards}) > 1:
        return False
    after = Trick(play.on_lead, (*play.trick.cards, card))
    is_theirs = after.winner(play.strain).side is not play.to_play.side
    return is_theirs and any(_rivals_above(sample, each) == [] for each in play.legal_cards)
