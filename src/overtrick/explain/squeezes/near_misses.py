"""A near miss in words: the condition that fails, the cheapest repair, and the squeeze there is then."""

from __future__ import annotations

from overtrick.explain.squeezes.around_phrases import lost_trick, partners
from overtrick.explain.squeezes.phrases import count, whom
from overtrick.explain.words_english import NUMBERS
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.nearby.exchanges import (
    ExchangeCards,
    ExchangeDefenders,
    LeadFrom,
    RectifyCount,
    Repair,
)
from overtrick.squeezes.nearby.near_misses import Cure, Letter, NearMiss
from overtrick.squeezes.reasons.around_reasons import claim_about
from overtrick.squeezes.reasons.claims import Squeezes

__all__ = ["cure_text", "near_miss_text", "repair_text"]

_CONDITIONS = {Letter.BUSY: "Busy", Letter.LOSER: "Loser", Letter.UPPER: "Upper", Letter.ENTRY: "Entry"}


def near_miss_text(miss: NearMiss) -> str:
    """Which of Busy, Loser, Upper and Entry fails, and the cheapest repair.

    >>> from overtrick.squeezes.nearby.near_misses import near_miss
    >>> miss = near_miss(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"))
    >>> print(near_miss_text(miss).replace(". ", ".\\n"))
    Not a squeeze: the defenders' hands lie the wrong way round (Upper).
    Exchange East and West, and West is caught in a simple squeeze: three tricks instead of two.
    """
    return cure_text(miss, miss.cures[0])


def cure_text(miss: NearMiss, cure: Cure) -> str:
    """The same of any change that helps."""
    tricks = miss.values.tricks
    what = f"No squeeze for {count(tricks + 1, 'trick')}" if miss.values.gain else "Not a squeeze"
    why = f"{_fault(miss.ending, cure)} ({_CONDITIONS[cure.letter]})"
    found = claim_about(cure.report)
    then = whom(found) if isinstance(found, Squeezes) else "it works"
    gain = f"{count(tricks + 1, 'trick')} instead of {NUMBERS[tricks]}"
    return f"{what}: {why}. {repair_text(miss.ending, cure.repair)}, and {then}: {gain}."


def repair_text(ending: Ending, repair: Repair) -> str:
    """A change as advice: ``Exchange East and West``."""
    match repair:
        case LeadFrom(leader):
            return f"Put the lead in {leader.word}"
        case ExchangeDefenders():
            return f"Exchange {partners(ending.attackers.opponents.seats)}"
        case ExchangeCards(card, holder, other, other_holder):
            return f"Give {other_holder.word} the {card.print} and {holder.word} the {other.print}"
        case RectifyCount():
            lost = lost_trick(ending, repair)
            return f"Lose a trick first, {lost}, with the lead back in {ending.leader.word}"


def _fault(ending: Ending, cure: Cure) -> str:
    """What is wrong, as far as the change that mends it tells."""
    match cure.repair, cure.letter:
        case LeadFrom(), _:
            is_ours = ending.leader.side is ending.attackers
            return "the lead is in the wrong hand" if is_ours else "a defender is on lead"
        case ExchangeDefenders(), _:
            return "the defenders' hands lie the wrong way round"
        case RectifyCount(), _:
            return "the count is not rectified"
        case _, Letter.LOSER:
            return "there is a loser too many"
        case _, Letter.UPPER:
            return "the threats lie badly"
        case _, Letter.ENTRY:
            return "the entries lie badly"
    return "no defender is busy enough"
