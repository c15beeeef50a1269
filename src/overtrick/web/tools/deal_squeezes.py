"""Squeezes in a deal: which contracts to look at, and what is found, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from overtrick.core import Card, Contract, Deal, Play, Side
from overtrick.dd import Par
from overtrick.explain.words_english import NUMBERS
from overtrick.web.tools.deal_asked import Asked, path_of
from overtrick.web.tools.deal_models import SqueezeFound
from overtrick.web.tools.deal_results import SIDES
from overtrick.web.tools.deal_stand import Stand

if TYPE_CHECKING:
    from overtrick.squeezes import Ending

__all__ = ["LARGEST_ENDING", "Question", "look", "questions", "with_path"]

Question = tuple[str, str, str | None]
"""Deal, contract and perhaps the lead; or a position, and the side that would squeeze."""

_MOST = 4
"""Contracts looked at."""
_BUDGET = 8_000_000
"""Positions searched for one contract: about four seconds."""
LARGEST_ENDING = 7
"""Cards in each hand of an ending in which squeezes are named."""


def questions(stand: Stand, par: Par | None) -> tuple[Question, ...]:
    """The contract of the page after its lead, and the par contracts; or the ending."""
    deal, stakes = str(stand.deal), stand.stakes
    if not stand.is_whole:
        if stakes is None or stand.deal.cards_each > LARGEST_ENDING:
            return ()
        return ((str(Play(stand.deal, stakes.strain, stakes.leader)), str(stakes.side), None),)
    lead = str(stand.told[0]) if stand.told else None
    asked = [] if stakes is None or stakes.contract is None else [(stakes.contract, lead)]
    asked += [(contract, None) for contract in (() if par is None else par.contracts)]
    told = dict[tuple[object, ...], Question]()
    for contract, led in asked:
        told.setdefault((contract.bid, contract.declarer), (deal, str(contract), led))
    return tuple(told.values())[:_MOST]


def look(question: Question) -> tuple[SqueezeFound, tuple[str, ...]]:
    """What is found, and the cards that lead to the squeeze; runs in a process of the analysts."""
    first, second, lead = question
    if ";" in first:
        return _in_ending(Play.parse(first), Side.parse(second))
    return _in_deal(Deal.parse(first), Contract.parse(second), None if lead is None else Card.parse(lead))


def _in_deal(deal: Deal, contract: Contract, lead: Card | None) -> tuple[SqueezeFound, tuple[str, ...]]:
    # Here, so that the server starts without the search for squeezes.
    from overtrick.explain.squeezes import text
    from overtrick.explain.squeezes.deals import deal_text, line_text
    from overtrick.explain.squeezes.phrases import name_of
    from overtrick.squeezes.deals.whole_deals import squeeze_in

    found = squeeze_in(deal, contract, lead, budget=_BUDGET)
    line = found.line
    answer = SqueezeFound(
        contract=contract.print,
        outcome=str(found.outcome),
        name=None if found.kind is None else name_of(found.kind),
        victims=tuple(seat.word for seat in found.victims or ()),
        squeeze_card=None if line is None else line.play.trick.cards[0].print,
        squeeze_trick=None if line is None else line.squeeze_trick,
        sentence=deal_text(found, contract),
        why="" if line is None or line.report is None else _in_whole(text(line.report), line.report.ending),
        line=tuple(line_text(found)),
    )
    return answer, () if line is None else tuple(map(str, line.play.cards))


def _in_whole(why: str, ending: Ending) -> str:
    """Words of an ending as part of a whole deal: its tricks are counted from the lead, as in the line."""
    before = 13 - ending.deal.cards_each
    counted = re.sub(
        rf"([Aa]t trick) ({'|'.join(NUMBERS[1:])})\b",
        lambda found: f"{found[1]} {before + NUMBERS.index(found[2])}",
        why,
    )
    return re.sub(r"^Declarer", f"In the last {NUMBERS[ending.deal.cards_each]} tricks declarer", counted)


def _in_ending(play: Play, side: Side) -> tuple[SqueezeFound, tuple[str, ...]]:
    from overtrick.explain.squeezes import text
    from overtrick.explain.squeezes.phrases import name_of
    from overtrick.squeezes import Ending, analyse

    report = analyse(Ending(play.start, play.strain, play.leader, side))
    squeeze = report.squeeze
    cards = () if squeeze is None else tuple(map(str, squeeze.first.play.cards))
    lead = f"{play.leader.word} leads in {play.strain.word}"
    told = text(report) if squeeze is not None else f"{lead} for {SIDES[side]}. {text(report)}"
    answer = SqueezeFound(
        contract=lead,
        outcome="squeeze" if squeeze is not None else "no squeeze needed",
        name=None if squeeze is None else name_of(squeeze.kind),
        sentence=told,
    )
    return answer, cards


def with_path(
    asked: Asked, stand: Stand, question: Question, cards: tuple[str, ...], found: SqueezeFound
) -> SqueezeFound:
    """The answer with the page that shows the moment of the squeeze."""
    if found.outcome != "squeeze" or not cards:
        return found
    own = ".".join(cards)
    if ";" in question[0]:
        return found.model_copy(update={"path": path_of(asked, step=0, own=own)})
    contract = Contract.parse(question[1])
    is_told = stand.stakes is not None and stand.stakes.contract == contract
    chosen: dict[str, str] = (
        {}
        if is_told
        else {
            "strain": str(contract.strain),
            "declarer": str(contract.declarer),
            "level": str(contract.level),
        }
    )
    return found.model_copy(update={"path": path_of(asked, step=0, own=own, **chosen)})
