"""Phrases for card play in English: shares of layouts, conditions on hidden hands, who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.core import Card, Odds, Seat, Suit
from overtrick.core.english import NUMBERS
from overtrick.player.layouts import (
    MANY,
    Both,
    Breaks,
    Condition,
    Guarded,
    Layouts,
    Length,
    Lies,
    contract_target,
)
from overtrick.player.techniques import Technique

if TYPE_CHECKING:
    from overtrick.player.statements import Decides, GainsWhere, PlayKind

__all__ = [
    "about",
    "achieves",
    "all_layouts",
    "cards_words",
    "condition_words",
    "layouts_words",
    "percent",
    "plan_words",
    "played",
    "share_words",
    "short_plan",
    "where_words",
    "who",
]


def cards_words(cards: tuple[Card, ...]) -> str:
    """Cards one after another.

    >>> cards_words((Card.parse("SK"), Card.parse("H2")))
    '♠K ♥2'
    """
    return " ".join(card.print for card in cards)


def who(sample: Layouts, seat: Seat) -> str:
    """A seat as the player calls it: partner, declarer, dummy, or by the compass."""
    if seat is sample.declarer:
        return "declarer"
    if sample.contract is not None and seat is sample.contract.dummy:
        return "dummy"
    if seat is sample.seat.partner:
        return "partner"
    return seat.word


def played(sample: Layouts, card: Card) -> str:
    """A card, with the hand it comes from where that is not the player's own."""
    return f"{card.print} from dummy" if sample.play.to_play is not sample.seat else card.print


def achieves(sample: Layouts) -> str:
    """What the tricks needed are for."""
    usual = contract_target(sample.play, sample.contract)
    if usual is None or sample.declarer is None:
        tricks = "trick" if sample.needed == 1 else "tricks"
        return f"takes {sample.needed} {tricks} or more"
    more = sample.needed - usual
    return _declarers(more) if sample.side is sample.declarer.side else _defenders(more)


def _declarers(more: int) -> str:
    """What declarer achieves with so many tricks more than the contract needs, or fewer."""
    if more == 0:
        return "makes the contract"
    if more > 0:
        return "makes an overtrick" if more == 1 else f"makes {NUMBERS[more]} overtricks"
    return f"goes no more than {NUMBERS[-more]} down"


def _defenders(more: int) -> str:
    """What a defender achieves with so many tricks more than are needed to beat the contract, or fewer."""
    if more == 0:
        return "beats the contract"
    if more > 0:
        return f"beats the contract by {NUMBERS[more + 1]}"
    over = -more - 1
    overtricks = "an overtrick" if over == 1 else f"{NUMBERS[over]} overtricks"
    return "gives no overtrick" if over == 0 else f"gives no more than {overtricks}"


# Plans


def about(fact: PlayKind) -> tuple[str, str]:
    """Whom a play is against and the honour that it is about; empty where there is none."""
    called = fact.called
    against = "" if called.against is None else who(fact.sample, called.against)
    return against, "" if called.honour is None else called.honour.print


def plan_words(named: PlayKind | None, card: str) -> str | None:
    """A plan as the beginning of a sentence; None where the card says it all."""
    if named is None:
        return None
    against, honour = about(named)
    return {
        Technique.FINESSE: f"finesse against {against} ({card})",
        Technique.TOWARDS: f"lead through {against} towards an honour ({card})",
        Technique.RUFFING_FINESSE: f"ruffing finesse against {against} ({card})",
        Technique.THROW_IN: f"throw {against} in ({card})",
        Technique.DROP: f"play for the {honour} to drop ({card})",
        Technique.BREAK: f"play for a good break in {named.card.suit.word} ({card})",
        Technique.RUFF: f"ruff ({card})",
        Technique.DUCK: f"duck ({card})",
        Technique.TRUMPS: f"draw trumps ({card})",
        Technique.CASH: f"cash the {card}",
    }.get(named.called.kind)


def short_plan(named: PlayKind | None, card: Card) -> str:
    """A rival plan in a word or two, or its card alone."""
    if named is None:
        return card.print
    name = {
        Technique.FINESSE: "the finesse",
        Technique.RUFFING_FINESSE: "the ruffing finesse",
        Technique.THROW_IN: "the throw-in",
        Technique.DROP: f"the drop of the {about(named)[1]}",
        Technique.BREAK: f"a good break in {card.suit.word}",
        Technique.RUFF: "the ruff",
    }.get(named.called.kind)
    return card.print if name is None else f"{name} ({card.print})"


def where_words(fact: Decides | GainsWhere, is_brief: bool) -> str:
    """A condition with the shares there and elsewhere; in brief without them if it settles everything."""
    told = condition_words(fact.sample, fact.condition)
    if is_brief and {fact.inside.fraction, fact.outside.fraction} == {0, 1}:
        return told
    inside, outside = (percent(fact.sample, odds) for odds in (fact.inside, fact.outside))
    return f"{told} ({inside} there, {outside} elsewhere)"


# Shares


def percent(sample: Layouts, odds: Odds) -> str:
    """A share of the layouts; ``about`` where they are not equally likely, for it is rounded then."""
    is_exact = sample.is_even or odds.fraction in (0, 1)
    return odds.percent if is_exact else f"about {odds.percent}"


def layouts_words(sample: Layouts) -> str:
    """How many layouts there are and whether there are others: ``50 layouts looked at``."""
    number = len(sample.layouts)
    thing = "layout" if number == 1 else "layouts"
    return f"{number} possible {thing}" if sample.is_all else f"{number} {thing} looked at"


def all_layouts(sample: Layouts) -> str:
    """All of them, or the only one: ``all 50 layouts looked at``."""
    layouts = layouts_words(sample)
    return f"all {layouts}" if len(sample.layouts) > 1 else f"the only {layouts.removeprefix('1 ')}"


def share_words(sample: Layouts, odds: Odds) -> str:
    """In how many of the layouts: ``in 52% of 50 layouts looked at``."""
    layouts = layouts_words(sample)
    if odds.fraction == 0:
        return f"in none of the {layouts}"
    if odds.fraction == 1:
        return f"in {all_layouts(sample)}"
    return f"in {percent(sample, odds)} of {'all ' if sample.is_all else ''}{layouts}"


# Conditions


def condition_words(sample: Layouts, condition: Condition) -> str:
    """A condition on the hidden hands, to stand after ``where``."""
    match condition:
        case Both(Lies(one, seat), Lies(other, same)) if seat is same:
            return f"{who(sample, seat)} has the {one.print} and the {other.print}"
        case Both(Lies(one, seat), Guarded(other) as guarded) if one is other:
            return f"{who(sample, seat)} has the {one.print} {_company(guarded)}"
        case Both(first, second):
            told, also = condition_words(sample, first), condition_words(sample, second)
            subject = f"{told.partition(' has ')[0]} has "
            return f"{told} and {also.removeprefix(subject)}"
        case Lies(card, seat):
            return f"{who(sample, seat)} has the {card.print}"
        case Guarded(card):
            company = _company(condition)
            return f"the {card.print} {'comes' if company.startswith('with') else 'is'} {company}"
        case Breaks(suit, _, total, least, most):
            return _break(suit, total, least, most)
        case Length(seat, suit, low, high):
            return f"{who(sample, seat)} has {_length(suit, low, high)}{_left(sample, suit)}"


def _company(guarded: Guarded) -> str:
    """How many cards an honour has with it."""
    if guarded.high == 0:
        return "alone"
    if guarded.high == 1:
        return "alone or with one other"
    if guarded.high < MANY:
        return f"with at most {NUMBERS[guarded.high]} others"
    return "not alone" if guarded.low == 1 else f"with {NUMBERS[guarded.low]} others or more"


def _break(suit: Suit, total: int, least: int, most: int) -> str:
    out = f"the {NUMBERS[total]} {suit.word} that are out"
    if least == most:
        return f"{out} break {most}-{total - most}"
    if most == total:
        return f"{out} break {least}-{total - least} or worse"
    return f"{out} break no worse than {most}-{total - most}"


def _length(suit: Suit, low: int, high: int) -> str:
    if high == 0:
        return f"no {suit.word}"
    if high < MANY:
        return f"at most {NUMBERS[high]} {_cards(suit, high)}"
    return f"{NUMBERS[low]} or more {suit.word}" if low > 1 else f"a {_cards(suit, 1)}"


def _cards(suit: Suit, number: int) -> str:
    return suit.word.removesuffix("s") if number == 1 else suit.word


def _left(sample: Layouts, suit: Suit) -> str:
    return " left" if any(card.suit is suit for card in sample.play.cards) else ""
