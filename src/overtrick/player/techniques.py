"""Names of plays, such as finesse, drop and throw-in, from the cards in view and the deciding condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick import dd
from overtrick.core import Card, CardSet, Play, Seat
from overtrick.core.trick import winning_place
from overtrick.player.layouts import (
    Breaks,
    Condition,
    DecidingCondition,
    Guarded,
    Hands,
    Layouts,
    Length,
    Lies,
    parts,
    play_over,
)

__all__ = ["DECIDED", "NamedPlay", "Technique", "name_play", "thrown_in"]


class Technique(Enum):
    """A play that has a name."""

    FINESSE = "finesse"
    """A card that one honour beats is played before a higher card: the honour must lie in front of that."""
    TOWARDS = "lead towards an honour"
    """A lead towards a card that only an honour beats, which none of ours beats: it must lie in front."""
    RUFFING_FINESSE = "ruffing finesse"
    """A card that one honour beats is led towards a hand that can ruff it: the honour must lie in front."""
    THROW_IN = "throw-in"
    """A trick is lost to an opponent who then must make a helpful lead."""
    DROP = "drop"
    """A high card is played to drop an honour that is singleton or has few guards."""
    BREAK = "play for a break"
    """A suit is led whose long cards become good if it breaks."""
    RUFF = "ruff"
    DISCARD = "discard"
    DUCK = "duck"
    """A trick is left to the opponents though the hand holds the highest card."""
    TRUMPS = "trump lead"
    """Declarer's side leads trumps while the defenders have some."""
    CASH = "cash"
    """A card is led that nobody can beat by rank."""


DECIDED = tuple(Technique)[:6]
"""The first six, which need a condition on the hidden hands."""


@final
@dataclass(frozen=True)
class NamedPlay:
    """A named play and, if it has them, its honour and the seat it is against."""

    kind: Technique
    honour: Card | None = None
    against: Seat | None = None


def name_play(sample: Layouts, card: Card, decided: DecidingCondition | None) -> NamedPlay | None:
    """The name of a play; names that depend on hidden cards need a deciding condition."""
    by_condition = _by_condition(sample, card, decided) if decided is not None and decided.helps else iter(())
    return next(by_condition, None) or next(_by_sight(sample, card), None)


# Names by the deciding condition


def _by_condition(sample: Layouts, card: Card, decided: DecidingCondition) -> Iterator[NamedPlay]:
    if sample.seat is not sample.declarer or _discards(sample, card):
        return
    for part in parts(decided.condition):
        match part:
            case Lies(honour, seat) if _is_ruffing_finesse(sample, card, honour, seat):
                yield NamedPlay(Technique.RUFFING_FINESSE, honour, seat)
            case Lies(honour, seat) if honour.suit is card.suit:
                kind = _against(sample, card, honour, seat)
                if kind is not None:
                    yield NamedPlay(kind, honour, seat)
            case Guarded(honour, 0, _) if honour.suit is card.suit and _is_master(sample, card):
                yield NamedPlay(Technique.DROP, honour)
            case Breaks(suit, _, total, least) if suit is card.suit and least == (total + 1) // 2:
                if not sample.play.trick.cards:
                    yield NamedPlay(Technique.BREAK)


def _against(sample: Layouts, card: Card, honour: Card, seat: Seat) -> Technique | None:
    """Is a card a finesse against an honour in this seat, or a lead towards a lower honour?"""
    play, mover = sample.play, sample.play.to_play
    own, others = (_held(sample, each, card) for each in (mover, mover.partner))
    if play.trick.cards:
        is_behind = seat is mover.rho and card < honour and any(each > honour for each in own)
        return Technique.FINESSE if is_behind and _wins_so_far(sample, card) else None
    if seat is not mover.lho:
        return None
    out = [each for each in sample.out.in_suit(card.suit) if each < honour]
    is_near = [each for each in (card, *others) if each < honour and all(other < each for other in out)]
    if any(each > honour for each in others):
        return Technique.FINESSE if card < honour and is_near else None
    lower = [each for each in others if each in is_near and each > card]
    return Technique.TOWARDS if lower and not any(each > honour for each in own) else None


def _is_ruffing_finesse(sample: Layouts, card: Card, honour: Card, seat: Seat) -> bool:
    """Is the lead beaten only by an honour in front of a hand that is out of the suit and has a trump?"""
    play, trump = sample.play, sample.play.strain.suit
    behind = play.remaining.get(play.to_play.partner)
    if play.trick.cards or trump is None or behind is None or seat is not play.to_play.lho:
        return False
    is_side_suit = honour.suit is card.suit is not trump
    above = [each for each in sample.out.in_suit(card.suit) if each > card]
    return is_side_suit and above == [honour] and not behind.length(card.suit) and behind.length(trump) > 0


def _held(sample: Layouts, seat: Seat, card: Card) -> CardSet:
    """The cards that a seat keeps in the suit of a card, that card aside; a hidden hand counts as none."""
    hand = sample.play.remaining.get(seat)
    return CardSet() if hand is None else hand.in_suit(card.suit).minus(card)


# Names by the cards in view


def _by_sight(sample: Layouts, card: Card) -> Iterator[NamedPlay]:
    play, trump = sample.play, sample.play.strain.suit
    if _discards(sample, card):
        yield NamedPlay(Technique.RUFF if card.suit is trump else Technique.DISCARD)
    elif play.trick.cards:
        if _ducks(sample, card):
            yield NamedPlay(Technique.DUCK)
    elif card.suit is trump and sample.seat is sample.declarer and sample.out.length(card.suit):
        yield NamedPlay(Technique.TRUMPS)
    elif _is_master(sample, card):
        yield NamedPlay(Technique.CASH)


def _discards(sample: Layouts, card: Card) -> bool:
    led = sample.play.trick.suit
    return led is not None and led is not card.suit


def _is_master(sample: Layouts, card: Card) -> bool:
    """Is no higher card of the suit hidden, on the table, or in a visible hand of the other side?"""
    play = sample.play
    theirs = (play.remaining.get(seat) or CardSet() for seat in (play.to_play.lho, play.to_play.rho))
    against = sample.out.union(*theirs, CardSet.of(play.trick.cards)).in_suit(card.suit)
    return all(each < card for each in against)


def _wins_so_far(sample: Layouts, card: Card) -> bool:
    """Does a card beat what is on the table?"""
    trick = (*sample.play.trick.cards, card)
    return winning_place(trick, sample.play.strain) == len(trick) - 1


def _ducks(sample: Layouts, card: Card) -> bool:
    """Does a card lose a trick that the same hand could win with a master card?"""
    play, trick = sample.play, sample.play.trick
    has_ruff = any(each.suit is not trick.suit for each in trick.cards)
    is_theirs = trick.winner(play.strain).side is not sample.side and not _wins_so_far(sample, card)
    partner_has_played = len(trick) >= 2
    can_win = any(_is_master(sample, each) for each in play.legal_cards)
    return can_win and is_theirs and partner_has_played and not has_ruff


# Throw-ins


_CARDS = 7
"""A throw-in is only named with at most this many cards in hand."""


def thrown_in(sample: Layouts, card: Card, condition: Condition, wins: Sequence[bool]) -> Seat | None:
    """The seat that a card throws in wherever the condition holds and the card succeeds, or None."""
    play = sample.play
    if play.start.cards_each - len(play.cards) // 4 > _CARDS or sample.seat is not sample.declarer:
        return None
    told = zip(sample.layouts, sample.left, wins, strict=True)
    layouts = [layout for layout, left, is_won in told if is_won and condition.is_met(left)]
    seats = dict.fromkeys(part.seat for part in parts(condition) if isinstance(part, Lies | Length))
    found = (seat for seat in seats if all(_is_thrown_in(play, each, card, seat) for each in layouts))
    return next(found, None) if layouts else None


def _is_thrown_in(play: Play, layout: Hands, card: Card, seat: Seat) -> bool:
    """With best play, does he always win the trick and lose by having the lead?"""
    ends = _best_ends(play_over(play, layout).then(card), len(play.tricks) + 1)
    return all(not end.is_over and end.on_lead is seat and _costs(end) for end in ends)


def _best_ends(play: Play, tricks: int) -> Iterator[Play]:
    """The positions after the trick, over all cards that cost their side nothing."""
    if len(play.tricks) == tricks:
        yield play
        return
    values = dd.cards(play)
    for card, value in values.items():
        if value == max(values.values()):
            yield from _best_ends(play.then(card), tricks)


def _costs(play: Play) -> bool:
    """Would the leader's side take more tricks if either opponent led?"""
    leader = play.on_lead
    mine = dd.tricks(play.remaining, play.strain, leader)
    left = play.start.cards_each - len(play.tricks)
    theirs = (dd.tricks(play.remaining, play.strain, other) for other in (leader.lho, leader.rho))
    return all(left - each > mine for each in theirs)
