"""Whether a hand fits a call, and why or why not, in a sentence to the one who holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.core import Call, SeatView

if TYPE_CHECKING:
    from overtrick.bidding import Agreements
    from overtrick.bidding.reasons import Fits, Misses

__all__ = ["fitting"]


def fitting(view: SeatView, call: Call, agreements: Agreements) -> tuple[bool, str]:
    """Does the hand of a seat fit a call, and why."""
    from overtrick.bidding.reasons import Fits, nearest_miss, why
    from overtrick.hands.plain import is_true

    choice = agreements.bid(view.hand, view.auction, view.vul)
    if choice.call is call:
        claims = [each.claim for each in why(choice, view.hand).because if isinstance(each.claim, Fits)]
        return True, _fits(claims)
    rules = [each for each in choice.state.candidates if each.call is call]
    if any(is_true(each.term, view.hand) for each in rules):
        return True, f"Your hand would fit, but the system calls {choice.call.print} first."
    if not rules and call is Call.PASS:
        return False, f"It does not fit: the system calls {choice.call.print} with your hand."
    if not rules:
        return False, "The system has no rule for it here: that is how the others would take it."
    miss = nearest_miss(choice.state, call, view.hand)
    return False, _misses(miss) if miss is not None else "It does not fit your hand."


def _fits(claims: list[Fits]) -> str:
    """What of the hand fits: `You have 16 high-card points: it fits.`"""
    from overtrick.explain.bidding.words import condition_words, value_words
    from overtrick.hands.terms import Always

    had, are = list[str](), list[str]()
    for claim in claims:
        if claim.values:
            had += [value_words(quantity.term, number) for quantity, number in claim.values]
        elif claim.condition.term != Always(True):
            are.append(condition_words(claim.condition.term))
    told = ", ".join(dict.fromkeys((*had, *are)))
    return f"You have {told}: it fits." if told else "It fits your hand."


def _misses(miss: Misses) -> str:
    from overtrick.explain.bidding.words import condition_words, value_words

    asked = condition_words(miss.condition.term)
    had = ", ".join(value_words(quantity.term, number) for quantity, number in miss.values)
    return f"You have {had}: it asks for {asked}." if had else f"It asks for {asked}."
