"""Why one of several cards that are as good: an expert's line, a signal, the table's lead, good habits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from overtrick.core import Card, CardSet, Deal, Rank, Reason, Seat, SeatView, Suit
from overtrick.player import manners, signals
from overtrick.player.decision import Decision
from overtrick.player.expert_claims import BeginsSqueeze, BestLine
from overtrick.player.experts import SQUEEZE_WORLDS, suit_line
from overtrick.player.manner_claims import ByHabit, Habit, Message, Signals, TableLead
from overtrick.player.manners import Manner, mannerly
from overtrick.player.sample import Hands, Sample
from overtrick.player.turns import Turn
from overtrick.squeezes import Ending, Squeezed, analyse

if TYPE_CHECKING:
    from overtrick.bidding.carding import CardTable

__all__ = ["by_expert", "by_manners"]

Rule = Callable[[Turn, int], int]
Begun = tuple[Seat, tuple[Suit, ...]]
"""Who is squeezed, and in which suits."""

_HABITS: dict[Manner, tuple[Habit, Rule]] = {
    Manner.KEEPS_TRUMPS: (Habit.KEEPS_TRUMPS, manners.keeps_trumps),
    Manner.KEEPS_WINNERS: (Habit.KEEPS_WINNERS, manners.keeps_winners),
    Manner.KEEPS_GUARDS: (Habit.KEEPS_GUARDS, manners.keeps_guards),
    Manner.KEEPS_LENGTH: (Habit.KEEPS_LENGTH, manners.keeps_length),
    Manner.USELESS_SUIT: (Habit.USELESS_SUIT, manners.useless_suit),
    Manner.LONGEST_SUIT: (Habit.LONGEST_SUIT, manners.longest_suit),
    Manner.LOWEST: (Habit.LOWEST, manners.lowest_card),
}
_SIGNALS: dict[Manner, Rule] = {
    Manner.ATTITUDE: signals.attitude,
    Manner.COUNT: signals.count,
    Manner.FIRST_DISCARD: signals.first_discard,
    Manner.SUIT_PREFERENCE: signals.suit_preference,
}
_OTHERS: dict[Manner, Rule] = {
    Manner.TABLE_LEAD: manners.table_lead,
    Manner.TOP_OF_SEQUENCE: manners.top_of_sequence,
    Manner.LOWEST_OF_EQUALS: manners.lowest_of_equals,
}
_RULES = {manner: rule for manner, (_, rule) in _HABITS.items()} | _SIGNALS | _OTHERS


def tied(decision: Decision) -> CardSet:
    """The cards that were as good as the one chosen, that one and its equals among them."""
    return decision.grounds.tied or CardSet.of(decision.candidates[0].equals)


# Experts


def by_expert(decision: Decision, sample: Sample) -> Iterator[Reason]:
    """What the expert says who decided between cards that are as good."""
    if decision.grounds.name == "suit":
        yield from _best_line(decision)
    elif decision.grounds.name == "squeeze":
        yield from _squeeze(decision, sample)


def _best_line(decision: Decision) -> Iterator[Reason]:
    cards = tied(decision)
    line = suit_line(decision.view, cards)
    if line is not None and line.card is decision.card:
        others = tuple(cards.in_suit(line.suit).minus(line.card))
        claim = BestLine(decision.view, line.card, others, line.tricks, line.value, line.next_best)
        yield Reason(claim)


def _squeeze(decision: Decision, sample: Sample) -> Iterator[Reason]:
    """The squeeze of one defender that the card begins most often in the likeliest layouts."""
    some = likeliest(sample, SQUEEZE_WORLDS)
    equals = decision.candidates[0].equals
    begun = [_begun(some, hands, equals) for hands in some.left]
    weights = dict[Begun, float]()
    for found, weight in zip(begun, some.weights, strict=True):
        weights |= {each: weights.get(each, 0.0) + weight for each in found}
    if weights:
        victim, suits = max(weights, key=lambda each: (weights[each], each))
        share = some.share([(victim, suits) in found for found in begun])
        yield Reason(BeginsSqueeze(some, decision.card, victim, suits, share))


def likeliest(sample: Sample, most: int) -> Sample:
    """The likeliest layouts of a sample."""
    places = sorted(range(len(sample.layouts)), key=lambda place: (-sample.weights[place], place))[:most]
    layouts = tuple(sample.layouts[place] for place in places)
    is_all = sample.is_all and len(places) == len(sample.layouts)
    return replace(
        sample, layouts=layouts, weights=tuple(sample.weights[place] for place in places), is_all=is_all
    )


def _begun(sample: Sample, hands: Hands, equals: tuple[Card, ...]) -> set[Begun]:
    """Who is squeezed first, in which suits, by the squeezes that begin with one of these cards."""
    north, east, south, west = (CardSet(hand) for hand in hands)
    deal = Deal((north, east, south, west))
    report = analyse(Ending(deal, sample.play.strain, sample.play.to_play, sample.side))
    if report.squeeze is None:
        return set()
    found: list[Squeezed] = [each.first for each in (report.squeeze, *report.also)]
    return {
        (each.victim, each.suits)
        for each in found
        if each.play.cards and each.play.cards[0] in equals and len(each.suits) > 1
    }


# Manners


def by_manners(decision: Decision, table: CardTable | None) -> Iterator[Reason]:
    """The rules that left cards out among those that were as good, each with the cards it left out."""
    view, cards = decision.view, tied(decision)
    answer = mannerly(view, cards, table)
    if answer.card is not decision.card:
        return
    turn, left = Turn.of(view, table), cards.bits
    for manner in answer.manners:
        rule = _RULES.get(manner)
        if rule is not None:
            kept = left & rule(turn, left)
            yield from _followed(view, answer.card, tuple(CardSet(left & ~kept)), manner, turn)
            left = kept


def _followed(
    view: SeatView, card: Card, instead: tuple[Card, ...], manner: Manner, turn: Turn
) -> Iterator[Reason]:
    if manner in _HABITS:
        yield Reason(ByHabit(view, card, instead, _HABITS[manner][0]))
    elif manner in _SIGNALS and not turn.spare(CardSet.of(instead).bits):
        yield Reason(ByHabit(view, card, instead, Habit.LOWEST))  # the only card to spare tells nothing
    elif manner in _SIGNALS and turn.table is not None:
        yield Reason(Signals(view, card, instead, _message(turn, card, manner), turn.table))
    elif manner is Manner.TABLE_LEAD and turn.table is not None:
        yield Reason(TableLead(view, card, instead, _entry(turn, card), turn.table))


def _message(turn: Turn, card: Card, manner: Manner) -> Message:
    """What a signal says, from the hand that gives it."""
    hand = CardSet(turn.hand)
    if manner is Manner.COUNT:
        return Message.ODD if hand.length(card.suit) % 2 else Message.EVEN
    if manner is Manner.SUIT_PREFERENCE:
        lower, higher = (suit for suit in Suit if suit not in (turn.trump, card.suit))
        return Message.HIGHER_SUIT if _top(hand, higher) > _top(hand, lower) else Message.LOWER_SUIT
    if manner is Manner.FIRST_DISCARD:
        likes = _top(hand, card.suit) >= Rank.KING
        return Message.THROWS_LIKED if likes else Message.THROWS_DISLIKED
    can_ruff = turn.trump is not None and turn.trump is not card.suit and hand.length(turn.trump) > 0
    likes = _top(hand, card.suit) >= Rank.QUEEN or (hand.length(card.suit) == 2 and can_ruff)
    return Message.ENCOURAGES if likes else Message.DISCOURAGES


def _top(hand: CardSet, suit: Suit) -> int:
    """The highest rank held in a suit, -1 if none is."""
    return max((card.rank for card in hand.in_suit(suit)), default=-1)


def _entry(turn: Turn, card: Card) -> str:
    """The name of the entry by which the table leads a card."""
    from overtrick.bidding.carding import Against, Holding

    assert turn.table is not None
    against = Against.NOTRUMP if turn.trump is None else Against.SUIT
    holding = Holding(turn.hand >> 13 * card.suit & 0x1FFF)
    return turn.table.lead_from(holding, against, card.suit in turn.partners_suits).entry.name
