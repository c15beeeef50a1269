"""What the defenders can do against a squeeze, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from overtrick.core import CardSet, Seat
from overtrick.explain.squeezes.around_phrases import as_it_would_be, one_of
from overtrick.explain.squeezes.phrases import count, moment
from overtrick.explain.words_english import capital
from overtrick.squeezes.nearby.defence import BreakingLead, CounterMeasures, Discard
from overtrick.squeezes.reasons.around_reasons import turn_of
from overtrick.squeezes.report import Report

__all__ = ["counter_text"]


def counter_text(measures: CounterMeasures) -> list[str]:
    """Which leads break the squeeze, what can be spared on the way to it, and what would have saved them.

    >>> from overtrick.squeezes.nearby.defence import counter_measures
    >>> from overtrick.squeezes.ending import Ending
    >>> found = counter_measures(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> print(*counter_text(found), sep="\\n")
    If East were on lead, leading a spade would break the squeeze: declarer would take one trick at most.
    If West were on lead, any lead would break the squeeze: declarer would take one trick at most.
    If West held the ♣3 and East the ♠K, declarer would take only two tricks.
    """
    if measures.report.squeeze is None:
        return ["There is no squeeze to break."]
    return [*_leads(measures), *_discards(measures), *_exchange(measures)]


def _leads(measures: CounterMeasures) -> Iterator[str]:
    """One sentence for each defender who could break it."""
    if not measures.leads:
        yield "No lead of a defender breaks the squeeze."
    for defender, leads in groupby(measures.leads, key=lambda lead: lead.defender):
        yield _broken(measures.report, defender, list(leads))


def _broken(report: Report, defender: Seat, leads: Sequence[BreakingLead]) -> str:
    hand = report.ending.deal[defender]
    at_most = count(max(lead.tricks for lead in leads), "trick")
    takes = f"would break the squeeze: declarer would take {at_most} at most"
    if leads[0].instead_of is None:
        return f"If {defender.word} were on lead, any lead {takes}."
    return f"If {defender.word} were on lead, {_ways(hand, leads)} {takes}."


def _ways(hand: CardSet, leads: Sequence[BreakingLead]) -> str:
    """What to lead, and what to cash."""
    said = list[str]()
    for verb, is_cashed in (("leading", False), ("cashing", True)):
        cards = CardSet().union(*(lead.cards for lead in leads if lead.cashes is is_cashed))
        if cards:
            said.append(f"{verb} {one_of(cards, hand)}")
    return " or ".join(said)


def _discards(measures: CounterMeasures) -> Iterator[str]:
    """Where some of the cards can be spared, and others not; the squeeze itself is told elsewhere."""
    for discard in measures.discards:
        if discard.idle and discard.busy:
            yield _spared(measures.report, discard)


def _spared(report: Report, discard: Discard) -> str:
    when, who = capital(moment(turn_of(report, discard).play)), discard.defender.word
    idle = one_of(discard.idle, discard.idle | discard.busy)
    return f"{when} {who} can spare {idle}, and nothing else."


def _exchange(measures: CounterMeasures) -> Iterator[str]:
    """The least striking exchange that would have saved the defenders."""
    for saving in measures.exchanges[:1]:
        held = as_it_would_be(measures.report.ending, saving.exchange)
        takes = f"declarer would take only {count(saving.tricks, 'trick')}"
        yield f"If {held}, {takes}."
