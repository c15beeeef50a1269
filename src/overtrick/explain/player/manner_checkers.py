"""The checkers of manners: signals, the table's leads, and what a discard keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from overtrick.core import Board, Card, Rank, Suit
from overtrick.explain.player.seen import Seen
from overtrick.explain.registry import checks
from overtrick.player.manner_claims import ByHabit, Habit, Message, Signals, TableLead

if TYPE_CHECKING:
    from overtrick.bidding.carding import CardTable, LeadEntry

__all__: list[str] = []

_HIGH = ("high", "high-low")
_NAMED = {
    Message.ENCOURAGES: ("partner leads", "encourag"),
    Message.DISCOURAGES: ("partner leads", "discourag"),
    Message.EVEN: ("declarer leads", "even"),
    Message.ODD: ("declarer leads", "odd"),
    Message.HIGHER_SUIT: ("giving a ruff", "higher"),
    Message.LOWER_SUIT: ("giving a ruff", "lower"),
    Message.THROWS_LIKED: ("discarding", "encourag"),
    Message.THROWS_DISLIKED: ("discarding", "discourag"),
}
"""The occasion of a message as the table writes it, and how a word of its entry begins."""


# Habits


@checks(ByHabit)
def _(claim: ByHabit, board: Board) -> bool:
    """A truth about the view, whatever the board; as the others here."""
    seen = Seen.of(claim.view, claim.card, *claim.instead)
    if seen is None or not claim.instead or claim.card in claim.instead:
        return False
    match claim.habit:
        case Habit.LOWEST:
            order = [(each.rank, each.suit) for each in (claim.card, *claim.instead)]
            return min(order) == order[0]
        case Habit.LONGEST_SUIT:
            others = {each.suit for each in claim.instead}
            mine = seen.length(claim.card.suit)
            return seen.led is None and all(seen.length(suit) < mine for suit in others)
        case Habit.USELESS_SUIT:
            mine_is = _use(seen, claim.card.suit)
            return seen.is_discard and all(_use(seen, each.suit) > mine_is for each in claim.instead)
        case _:
            gives_up = [_gives_up(seen, each, claim.habit) for each in (claim.card, *claim.instead)]
            return seen.is_discard and not gives_up[0] and all(gives_up[1:])


def _use(seen: Seen, suit: Suit) -> tuple[bool, int]:
    """A suit with an honour is worth more than one without, and a short one more than a long one."""
    return seen.has(suit, Rank.JACK), -seen.length(suit)


def _gives_up(seen: Seen, card: Card, habit: Habit) -> bool:
    """Does a discard give up what the habit keeps?"""
    mine = seen.holding(card.suit)
    if habit is Habit.KEEPS_TRUMPS:
        return seen.is_trump(card)
    if habit is Habit.KEEPS_WINNERS:
        return seen.is_winner(card)
    if habit is Habit.KEEPS_GUARDS:
        above = [each for each in seen.elsewhere(card.suit) if each > mine[0]]
        return mine[0].rank >= Rank.JACK and 0 < len(above) == len(mine) - 1
    dummys = seen.dummys(card.suit)
    return seen.is_defender and 1 < len(dummys) == len(mine) and mine[0] > min(dummys)


# Signals


@checks(Signals)
def _(claim: Signals, board: Board) -> bool:
    seen = Seen.of(claim.view, claim.card, *claim.instead)
    if seen is None or not claim.instead or claim.card in claim.instead or not seen.is_spare(claim.card):
        return False
    if not seen.is_defender or not _is_occasion(seen, claim.card, claim.message):
        return False
    occasion, word = _NAMED[claim.message]
    named = [
        each.signal.value
        for each in claim.table.own_signals
        if each.occasion.value == occasion and _has_word(each.name, word)
    ]
    rivals = [each for each in claim.instead if each.suit is claim.card.suit and seen.is_spare(each)]
    if not named or not rivals or len(rivals) != len([each for each in claim.instead if seen.is_spare(each)]):
        return False
    is_high = named[0] in _HIGH
    return all((claim.card > each) is is_high for each in rivals) and _is_true(seen, claim)


def _has_word(name: str, beginning: str) -> bool:
    return any(word.startswith(beginning) for word in name.lower().split())


def _is_occasion(seen: Seen, card: Card, message: Message) -> bool:
    """Is it the time for such a message?"""
    play, mover = seen.play, seen.play.to_play
    occasion = _NAMED[message][0]
    if occasion == "giving a ruff":
        shown, trump = play.shown_out(mover.partner), play.strain.suit
        return seen.led is None and trump is not None and card.suit in shown and trump not in shown
    if occasion == "discarding":
        return seen.is_discard and not seen.is_trump(card) and not play.shown_out(mover)
    if seen.led is not card.suit or seen.has_followed(card.suit):
        return False
    if occasion == "partner leads":
        return play.on_lead is mover.partner
    return play.on_lead.side is not mover.side


def _is_true(seen: Seen, claim: Signals) -> bool:
    """Has the hand what the message says?"""
    suit, message, trump = claim.card.suit, claim.message, seen.play.strain.suit
    if message in (Message.EVEN, Message.ODD):
        return (seen.length(suit) % 2 == 0) is (message is Message.EVEN)
    if message in (Message.THROWS_LIKED, Message.THROWS_DISLIKED):
        return seen.has(suit, Rank.KING) is (message is Message.THROWS_LIKED)
    if message in (Message.HIGHER_SUIT, Message.LOWER_SUIT):
        low, high = (_top(seen, other) for other in Suit if other not in (suit, trump))
        return (high > low) is (message is Message.HIGHER_SUIT)
    can_ruff = trump not in (None, suit) and any(seen.is_trump(each) for each in seen.hand)
    likes = seen.has(suit, Rank.QUEEN) or (seen.length(suit) == 2 and can_ruff)
    return likes is (message is Message.ENCOURAGES)


def _top(seen: Seen, suit: Suit) -> int:
    """The highest rank in a suit, -1 if there is none."""
    return max((card.rank for card in seen.holding(suit)), default=-1)


# Leads


@checks(TableLead)
def _(claim: TableLead, board: Board) -> bool:
    seen = Seen.of(claim.view, claim.card, *claim.instead)
    if seen is None or not claim.instead or seen.led is not None or not seen.is_defender:
        return False
    mine = _entry(seen, claim.table, claim.card.suit)
    if mine is None or mine.name != claim.entry or _led(seen, mine, claim.card.suit) is not claim.card:
        return False
    return all(_comes_after(seen, claim.table, each, mine) for each in claim.instead)


def _comes_after(seen: Seen, table: CardTable, card: Card, mine: LeadEntry) -> bool:
    """Does the table not lead this card, or from its suit only where the other entry does not speak?"""
    entry = _entry(seen, table, card.suit)
    if entry is None or _led(seen, entry, card.suit) is not card:
        return True
    return entry.priority < mine.priority


def _entry(seen: Seen, table: CardTable, suit: Suit) -> LeadEntry | None:
    """The first entry of the table that speaks of a holding, its patterns read letter by letter."""
    from overtrick.bidding.carding import Holding

    holding = Holding(sum(1 << card.rank for card in seen.holding(suit)))
    against = "notrump" if seen.play.strain.suit is None else "a suit"
    for entry in _speaking(table.own_leads, against, suit in seen.partners_suits()):
        if any(holding in pattern for pattern in entry.patterns):
            return entry
    return None


def _speaking(entries: Iterable[LeadEntry], against: str, is_partners: bool) -> Iterable[LeadEntry]:
    """The entries for this kind of contract and suit."""
    return (
        entry
        for entry in entries
        if (entry.against is None or entry.against.value == against)
        and (is_partners or not entry.only_partners_suit)
    )


def _led(seen: Seen, entry: LeadEntry, suit: Suit) -> Card | None:
    """The card that an entry leads from the suit."""
    mine = seen.holding(suit)
    if isinstance(entry.lead, Rank):
        return next((card for card in mine if card.rank is entry.lead), None)
    return mine[entry.lead] if entry.lead < len(mine) else None
