"""English: why one of several cards that are as good, from experts and by manners."""

from __future__ import annotations

from fractions import Fraction

from overtrick.core import Card, CardSet, Odds, Rank, SeatView, Suit
from overtrick.explain.player.phrases import cards_words, layouts_words, percent, who
from overtrick.explain.registry import says
from overtrick.explain.words_english import NUMBERS
from overtrick.player.expert_claims import BeginsSqueeze, BestLine
from overtrick.player.manner_claims import ByHabit, Habit, Message, Signals, TableLead

__all__: list[str] = []


# Experts


@says(BestLine, "en")
def _(claim: BestLine) -> str:
    suit = claim.card.suit.word
    figures = f"{_figure(claim, claim.value)} against {_figure(claim, claim.next_best)}"
    if not claim.tricks:
        return f"{claim.card.print} begins the best line in {suit}: {figures} tricks on average"
    tricks = "one trick" if claim.tricks == 1 else f"{NUMBERS[claim.tricks]} tricks"
    return f"{claim.card.print} begins the best line for {tricks} in {suit}: {figures}"


def _figure(claim: BestLine, value: Fraction) -> str:
    return Odds.of(value).percent if claim.tricks else f"{float(value):.2f}"


@says(BeginsSqueeze, "en")
def _(claim: BeginsSqueeze) -> str:
    sample = claim.sample
    suits = [suit.word for suit in claim.suits]
    told = f"{', '.join(suits[:-1])} and {suits[-1]}"
    number = f"in {percent(sample, claim.share)} of the" if claim.share.fraction != 1 else "in all"
    which = layouts_words(sample) if sample.is_all else f"{len(sample.layouts)} likeliest layouts"
    return f"{claim.card.print} squeezes {who(sample, claim.victim)} in {told} {number} {which}"


# Habits


@says(ByHabit, "en")
def _(claim: ByHabit) -> str:
    card, suits = claim.card, _suits(claim.instead)
    match claim.habit:
        case Habit.KEEPS_TRUMPS:
            told = "keeps the trumps"
        case Habit.KEEPS_WINNERS:
            winners = "winner" if len(claim.instead) == 1 else "winners"
            told = f"keeps the {winners} {cards_words(claim.instead)}"
        case Habit.KEEPS_GUARDS:
            told = f"keeps the guard of {_and([f'the {_top(claim.view, suit).print}' for suit in suits])}"
        case Habit.KEEPS_LENGTH:
            told = f"keeps as many {_and([suit.word for suit in suits])} as dummy has"
        case Habit.USELESS_SUIT:
            told = f"throws from {card.suit.word}, {_use(claim)}"
        case Habit.LONGEST_SUIT:
            told = f"is led from the longest suit, {card.suit.word}"
        case Habit.LOWEST:
            told = "is the lowest"
    return f"{card.print} {told}"


def _use(claim: ByHabit) -> str:
    """Why a suit is the one to throw from: no honour, or its length."""
    suit = claim.card.suit
    if _top(claim.view, suit).rank >= Rank.JACK:
        return "the longest suit"
    others = [each for each in _suits(claim.instead) if _top(claim.view, each).rank < Rank.JACK]
    return "the longest suit without an honour" if others else "a suit without an honour"


def _hand(view: SeatView) -> CardSet:
    assert view.play is not None
    return view.play.hand(view.play.to_play)


def _top(view: SeatView, suit: Suit) -> Card:
    return next(iter(_hand(view).in_suit(suit)))


# Signals and leads


@says(Signals, "en")
def _(claim: Signals) -> str:
    card, suit = claim.card, claim.card.suit.word
    match claim.message:
        case Message.ENCOURAGES:
            told = f"encourages partner to go on with {suit}"
        case Message.DISCOURAGES:
            told = f"tells partner not to go on with {suit}"
        case Message.EVEN:
            told = f"shows partner an even number of {suit}"
        case Message.ODD:
            told = f"shows partner an odd number of {suit}"
        case Message.HIGHER_SUIT | Message.LOWER_SUIT:
            told = f"asks partner for {_wanted(claim).word} after the ruff"
        case Message.THROWS_LIKED:
            told = f"asks partner for {suit}"
        case Message.THROWS_DISLIKED:
            told = f"tells partner not to lead {suit}"
    return f"{card.print}, {_size(claim)}, {told}"


def _size(claim: Signals) -> str:
    """How high a signal is among the cards it was played instead of; some may be too good for one."""
    others = [each for each in claim.instead if each.suit is claim.card.suit]
    if all(claim.card > each for each in others):
        return "the highest that costs nothing"
    return "the lowest that costs nothing" if claim.card < min(others) else "the highest that can be spared"


def _wanted(claim: Signals) -> Suit:
    """The side suit that a lead for a ruff asks for."""
    assert claim.view.play is not None
    trump = claim.view.play.strain.suit
    lower, higher = (suit for suit in Suit if suit not in (trump, claim.card.suit))
    return higher if claim.message is Message.HIGHER_SUIT else lower


@says(TableLead, "en")
def _(claim: TableLead) -> str:
    suit = claim.card.suit
    held = _hand(claim.view).holding(suit)
    return f"{claim.card.print} is the agreed lead from {suit.symbol}{held}: {claim.entry}"


def _suits(cards: tuple[Card, ...]) -> list[Suit]:
    return sorted({card.suit for card in cards}, reverse=True)


def _and(words: list[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
