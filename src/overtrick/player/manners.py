"""Manners: the choice among equally good cards by named rules in a fixed order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from itertools import chain
from typing import final

from overtrick.bidding.carding import CardTable, ContractKind, Holding, Lead, Occasion
from overtrick.bidding.carding.entries import Signal
from overtrick.core import Bid, Card, CardSet, Play, Rank, Seat, SeatView, Suit, Trick
from overtrick.core.bits import SUIT_BITS, WHOLE_PACK, holding, runs
from overtrick.player.settings import PlayerError

__all__ = [
    "ENTRIES",
    "SIGNALS",
    "Manner",
    "MannersChoice",
    "Message",
    "Turn",
    "choose_by_manners",
    "equals",
    "table_entry",
]

SMALL = sum(1 << 13 * suit + rank for suit in Suit for rank in Rank if rank < Rank.TEN)
"""The small cards, which may serve as signals."""


def equals(play: Play, seat: Seat, known_gone: CardSet | None = None) -> tuple[CardSet, ...]:
    """The cards of a hand in groups that touch: nobody else has a card between those of a group.

    Cards of finished tricks and of `known_gone` do not count; of the trick in progress only the
    card that is winning it does. So does a card in partner's hand, for it matters which hand wins.

    >>> play = Play.parse("N:KJT2... - - -;NT;N;SK SQ S3 S4")
    >>> [str(group) for group in equals(play, Seat.NORTH)]
    ['JT...', '2...']
    """
    hand = play.bits[seat]
    between = WHOLE_PACK & ~hand & ~_gone(play) & ~(0 if known_gone is None else known_gone.bits)
    return tuple(CardSet(run) for run in reversed(list(runs(hand, between))))


def _gone(play: Play) -> int:
    """The cards that no longer matter: all that were played but the one that is winning the trick."""
    gone = CardSet.of(play.cards).bits
    if play.trick.cards:
        gone &= ~dict(play.trick)[play.trick.winner(play.strain)].bit
    return gone


@final
@dataclass(frozen=True)
class Turn:
    """A seat's turn to play a card; `table` holds its side's leads and signals."""

    view: SeatView
    play: Play
    seat: Seat
    """The hand that plays the card: when declarer chooses, perhaps dummy."""
    declarer: Seat
    table: CardTable | None

    @staticmethod
    def of(view: SeatView, table: CardTable | None) -> Turn:
        """The turn of the viewing seat; an error if it is not its turn."""
        if view.play is None or view.contract is None or not view.is_turn:
            raise PlayerError(f"{view.seat.word} has no card to play now")
        return Turn(view, view.play, view.play.to_play, view.contract.declarer, table)

    # Whose turn

    @property
    def hand(self) -> int:
        """The cards of the hand that plays."""
        return self.play.bits[self.seat]

    @property
    def is_defender(self) -> bool:
        """Does a defender play?"""
        return self.seat.side is not self.declarer.side

    @property
    def is_lead(self) -> bool:
        """Is it a lead?"""
        return not self.play.trick.cards

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick."""
        return self.play.trick.suit

    @property
    def is_discard(self) -> bool:
        """Can the hand not follow suit?"""
        return self.led is not None and not self.hand & SUIT_BITS[self.led]

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return self.play.strain.suit

    def length(self, suit: Suit) -> int:
        """How many cards of a suit the hand has."""
        return (self.hand & SUIT_BITS[suit]).bit_count()

    def top(self, suit: Suit) -> int:
        """The highest rank that the hand has in a suit, -1 if none."""
        return holding(self.hand, suit).bit_length() - 1

    # The cards in view

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """The cards of the hand in groups of touching cards."""
        known = self.view.unseen | self.view.deal.dealt
        return tuple(each.bits for each in equals(self.play, self.seat, CardSet.pack() - known))

    @cached_property
    def others(self) -> int:
        """The cards of the other hands, and the card that is winning the trick."""
        known = (self.view.unseen | self.view.deal.dealt).bits
        return known & ~self.hand & ~_gone(self.play)

    @cached_property
    def winners(self) -> int:
        """The cards of the hand that are higher than all others of their suits."""
        above = ((bits, (self.others & bits).bit_length()) for bits in SUIT_BITS)
        return sum((self.hand & bits) >> length << length for bits, length in above)

    @property
    def dummys(self) -> int:
        """The cards that dummy is seen to hold; none before it is faced."""
        dummy = self.view.faced_dummy
        return 0 if dummy is None or self.view.deal.get(dummy) is None else self.play.bits[dummy]

    @cached_property
    def partners_suits(self) -> frozenset[Suit]:
        """The suits that partner has bid."""
        partner = self.seat.partner
        bids = (call for seat, call, _ in self.view.calls() if seat is partner and isinstance(call, Bid))
        return frozenset(suit for bid in bids if (suit := bid.strain.suit) is not None)

    def has_played(self, suit: Suit) -> int:
        """How many cards of a suit the hand has played."""
        tricks = chain.from_iterable((*self.play.tricks, self.play.trick))
        return sum(seat is self.seat and card.suit is suit for seat, card in tricks)

    def spare(self, cards: int) -> int:
        """Of these cards, those that may serve as signals: small, not winning, touching no honour."""
        trick, found = self.play.trick, 0
        for card in CardSet(cards & SMALL & ~self.winners):
            touching = next(group for group in self.groups if group & card.bit)
            if touching & ~SMALL:
                continue
            after = Trick(trick.leader, (*trick.cards, card))
            if self.is_lead or after.winner(self.play.strain) is not self.seat:
                found |= card.bit
        return found


def suits_in(cards: int) -> Iterator[Suit]:
    """The suits of some cards, from clubs up."""
    return (suit for suit in Suit if cards & SUIT_BITS[suit])


def highest(cards: int) -> int:
    """The card of the highest rank, as a bit; of several the one of the highest suit."""
    return max(CardSet(cards), key=lambda card: (card.rank, card.suit)).bit


def lowest(cards: int) -> int:
    """The card of the lowest rank, as a bit; of several the one of the lowest suit."""
    return min(CardSet(cards), key=lambda card: (card.rank, card.suit)).bit


# Manners and messages


class Manner(Enum):
    """A rule for choosing among equally good cards."""

    SUIT_PREFERENCE = "suit preference"
    TABLE_LEAD = "table lead"
    TOP_OF_SEQUENCE = "top of sequence"
    LONGEST_SUIT = "longest suit"
    ATTITUDE = "attitude"
    COUNT = "count"
    LOWEST_OF_EQUALS = "lowest of equals"
    KEEPS_TRUMPS = "keeps trumps"
    KEEPS_WINNERS = "keeps winners"
    KEEPS_GUARDS = "keeps guards"
    """Every honour keeps at least as many lower cards as others hold higher ones."""
    KEEPS_LENGTH = "keeps length"
    """A suit that may stop dummy's last card stays as long as dummy's."""
    USELESS_SUIT = "useless suit"
    """A card of the longest suit without an honour, or else of the longest suit."""
    FIRST_DISCARD = "first discard"
    LOWEST = "lowest"


HABITS = (
    *(Manner.KEEPS_TRUMPS, Manner.KEEPS_WINNERS, Manner.KEEPS_GUARDS, Manner.KEEPS_LENGTH),
    *(Manner.USELESS_SUIT, Manner.LONGEST_SUIT, Manner.LOWEST),
)
"""The manners that need no table."""


class Message(Enum):
    """The message of a defender's signal to his partner."""

    ENCOURAGES = "encourages"
    DISCOURAGES = "discourages"
    EVEN = "even"
    ODD = "odd"
    HIGHER_SUIT = "higher suit"
    LOWER_SUIT = "lower suit"
    THROWS_LIKED = "likes the suit thrown"
    THROWS_DISLIKED = "dislikes the suit thrown"


@final
@dataclass(frozen=True)
class MannersChoice:
    """The card that manners choose."""

    card: Card
    steps: tuple[tuple[Manner, CardSet], ...]
    """The rules that ruled cards out, in order, each with those cards; the last left only this card."""


def choose_by_manners(view: SeatView, cards: CardSet, table: CardTable | None = None) -> MannersChoice:
    """One of several cards that are equally good.

    >>> from overtrick.core import Board, Seat
    >>> board = Board.parse("Deal N:QJ5... K32... A94... T87...\\nPlay NT;E;S2 S4 S7\\nResult 1NT by N")
    >>> answer = choose_by_manners(SeatView.of(board, Seat.NORTH), CardSet.parse("QJ..."))
    >>> str(answer.card), [manner.value for manner, _ in answer.steps]
    ('SJ', ['lowest of equals'])
    """
    turn = Turn.of(view, table)
    if not cards or not cards <= view.legal_cards:
        raise PlayerError(f"{turn.seat.word} may not play {cards or 'nothing'}")
    left, steps = cards.bits, list[tuple[Manner, CardSet]]()
    for manner, rule in _LEADING if turn.is_lead else _DISCARDING if turn.is_discard else _FOLLOWING:
        kept = left & rule(turn, left)
        if kept not in (0, left):
            steps.append((manner, CardSet(left & ~kept)))
            left = kept
    (card,) = CardSet(left)
    return MannersChoice(card, tuple(steps))


# Signals: the message of a defender's card, or None if it has none

ENTRIES = {
    Message.ENCOURAGES: (Occasion.PARTNER_LEADS, "encourag"),
    Message.DISCOURAGES: (Occasion.PARTNER_LEADS, "discourag"),
    Message.EVEN: (Occasion.DECLARER_LEADS, "even"),
    Message.ODD: (Occasion.DECLARER_LEADS, "odd"),
    Message.HIGHER_SUIT: (Occasion.GIVING_A_RUFF, "higher"),
    Message.LOWER_SUIT: (Occasion.GIVING_A_RUFF, "lower"),
    Message.THROWS_LIKED: (Occasion.DISCARDING, "encourag"),
    Message.THROWS_DISLIKED: (Occasion.DISCARDING, "discourag"),
}
"""The occasion of each message, and the beginning of a word in the name of the table's entry."""


def _attitude(turn: Turn, cards: int) -> Message | None:
    """On partner's lead: encourage with an honour or a ruff to come, otherwise discourage."""
    suit = _first_followed(turn)
    if suit is None or turn.play.on_lead is not turn.seat.partner:
        return None
    can_ruff = turn.trump is not None and turn.trump is not suit and turn.length(turn.trump) > 0
    likes = turn.top(suit) >= Rank.QUEEN or (turn.length(suit) == 2 and can_ruff)
    return Message.ENCOURAGES if likes else Message.DISCOURAGES


def _count(turn: Turn, cards: int) -> Message | None:
    """On the first lead of a suit by declarer's side: an even or an odd number of cards."""
    suit = _first_followed(turn)
    if suit is None or turn.play.on_lead.side is turn.seat.side:
        return None
    return Message.ODD if turn.length(suit) % 2 else Message.EVEN


def _first_followed(turn: Turn) -> Suit | None:
    """The suit led, if a defender follows to it for the first time."""
    is_first = turn.led is not None and not turn.is_discard and not turn.has_played(turn.led)
    return turn.led if is_first and turn.is_defender else None


def _first_discard(turn: Turn, cards: int) -> Message | None:
    """On a defender's first discard: whether he likes the suit he throws."""
    suits = tuple(suits_in(cards))
    if not turn.is_defender or not turn.is_discard or len(suits) != 1 or suits[0] is turn.trump:
        return None
    if turn.play.shown_out(turn.seat):
        return None
    return Message.THROWS_LIKED if turn.top(suits[0]) >= Rank.KING else Message.THROWS_DISLIKED


def _suit_preference(turn: Turn, cards: int) -> Message | None:
    """On a lead for partner to ruff: high or low for the other side suit with the higher top card."""
    suits, trump = tuple(suits_in(cards)), turn.trump
    if not turn.is_defender or not turn.is_lead or trump is None or len(suits) != 1:
        return None
    gone = turn.play.shown_out(turn.seat.partner)
    if suits[0] is trump or suits[0] not in gone or trump in gone:
        return None
    lower, higher = (suit for suit in Suit if suit not in (trump, suits[0]))
    return Message.HIGHER_SUIT if turn.top(higher) > turn.top(lower) else Message.LOWER_SUIT


SIGNALS: dict[Manner, Callable[[Turn, int], Message | None]] = {
    Manner.ATTITUDE: _attitude,
    Manner.COUNT: _count,
    Manner.FIRST_DISCARD: _first_discard,
    Manner.SUIT_PREFERENCE: _suit_preference,
}
"""The manners that are signals, with the function that finds the hand's message."""


def _signalled(manner: Manner, turn: Turn, cards: int) -> int:
    """The spare card that the table's entry asks for; 0 without such an entry or a spare card."""
    spare, message = turn.spare(cards), SIGNALS[manner](turn, cards)
    if not spare or message is None or turn.table is None:
        return 0
    occasion, word = ENTRIES[message]
    for entry in turn.table.signals_when(occasion):
        if any(part.startswith(word) for part in entry.name.lower().split()):
            return highest(spare) if entry.signal in (Signal.HIGH, Signal.HIGH_LOW) else lowest(spare)
    return 0


# Leading


def _table_lead(turn: Turn, cards: int) -> int:
    """The cards that the table leads, from the suits whose entries have the highest priority."""
    if turn.table is None or not turn.is_defender:
        return 0
    found = defaultdict[int, int](int)
    for suit in suits_in(cards):
        lead = table_entry(turn, suit)
        found[lead.entry.priority] |= Card(suit, lead.card).bit & cards
    return next((found[priority] for priority in sorted(found, reverse=True) if found[priority]), 0)


def table_entry(turn: Turn, suit: Suit) -> Lead:
    """The table's lead from the hand's holding in a suit, with its entry."""
    assert turn.table is not None
    against = ContractKind.NOTRUMP if turn.trump is None else ContractKind.SUIT
    held = Holding(holding(turn.hand, suit))
    return turn.table.lead_from(held, against, suit in turn.partners_suits)


def _one_of_each(choose: Callable[[int], int], turn: Turn, cards: int) -> int:
    """One card of each group of touching cards."""
    return sum(choose(group & cards) for group in turn.groups if group & cards)


def _longest_suit(turn: Turn, cards: int) -> int:
    """The cards of the longest suit held."""
    lengths = {suit: turn.length(suit) for suit in suits_in(cards)}
    return sum(cards & SUIT_BITS[suit] for suit in lengths if lengths[suit] == max(lengths.values()))


# Following


def _lowest_card(turn: Turn, cards: int) -> int:
    """The lowest card; of several the one of the lowest suit."""
    return lowest(cards)


# Discarding


def _keeps_trumps(turn: Turn, cards: int) -> int:
    return cards if turn.trump is None else cards & ~SUIT_BITS[turn.trump]


def _keeps_guards(turn: Turn, cards: int) -> int:
    """The cards outside suits whose honour has just as many cards below it as others hold above it."""
    kept = cards
    for suit in suits_in(cards):
        own = turn.hand & SUIT_BITS[suit]
        above = (turn.others & SUIT_BITS[suit]) >> own.bit_length()
        if turn.top(suit) >= Rank.JACK and own.bit_count() == above.bit_count() + 1 > 1:
            kept &= ~SUIT_BITS[suit]
    return kept


def _keeps_length(turn: Turn, cards: int) -> int:
    """The cards outside suits that are just as long as dummy's and may stop dummy's last card."""
    kept = cards if turn.is_defender else 0
    for suit in suits_in(kept):
        own, dummys = turn.hand & SUIT_BITS[suit], turn.dummys & SUIT_BITS[suit]
        stops = own.bit_length() > (dummys & -dummys).bit_length()
        if own.bit_count() == dummys.bit_count() > 1 and stops:
            kept &= ~SUIT_BITS[suit]
    return kept


def _useless_suit(turn: Turn, cards: int) -> int:
    """The cards of the longest suit without an honour, or else of the longest suit."""
    use = {suit: (turn.top(suit) >= Rank.JACK, -turn.length(suit)) for suit in suits_in(cards)}
    return sum(cards & SUIT_BITS[suit] for suit in use if use[suit] == min(use.values()))


Rule = Callable[[Turn, int], int]
"""A rule's preferred cards among some; none or all if it has no preference."""

_LEADING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.SUIT_PREFERENCE, partial(_signalled, Manner.SUIT_PREFERENCE)),
    (Manner.TABLE_LEAD, _table_lead),
    (Manner.TOP_OF_SEQUENCE, partial(_one_of_each, highest)),
    (Manner.LONGEST_SUIT, _longest_suit),
    (Manner.LOWEST, _lowest_card),
)
_FOLLOWING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.ATTITUDE, partial(_signalled, Manner.ATTITUDE)),
    (Manner.COUNT, partial(_signalled, Manner.COUNT)),
    (Manner.LOWEST_OF_EQUALS, partial(_one_of_each, lowest)),
    (Manner.LOWEST, _lowest_card),
)
_DISCARDING: tuple[tuple[Manner, Rule], ...] = (
    (Manner.KEEPS_TRUMPS, _keeps_trumps),
    (Manner.KEEPS_WINNERS, lambda turn, cards: cards & ~turn.winners),
    (Manner.KEEPS_GUARDS, _keeps_guards),
    (Manner.KEEPS_LENGTH, _keeps_length),
    (Manner.USELESS_SUIT, _useless_suit),
    (Manner.FIRST_DISCARD, partial(_signalled, Manner.FIRST_DISCARD)),
    (Manner.LOWEST_OF_EQUALS, partial(_one_of_each, lowest)),
    (Manner.LOWEST, _lowest_card),
)
