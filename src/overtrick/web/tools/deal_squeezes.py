"""The search for squeezes in a deal or an ending, with its results in words; for worker processes."""

from __future__ import annotations

import re

from overtrick.core import Card, Contract, Deal
from overtrick.core.english import NUMBERS
from overtrick.squeezes import Ending, analyse
from overtrick.squeezes.whole_deals import squeeze_in
from overtrick.squeezes.words import text
from overtrick.squeezes.words.deals import deal_text, line_text
from overtrick.squeezes.words.phrases import name_of
from overtrick.web.tools.deal_models import SqueezeFound
from overtrick.web.tools.deal_position import SIDES, Stakes

__all__ = ["in_deal", "in_ending"]

_BUDGET = 8_000_000
"""Positions searched for one contract: about four seconds."""


def in_deal(deal: Deal, contract: Contract, lead: Card | None) -> tuple[SqueezeFound, tuple[str, ...]]:
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
    """The text of an ending with its tricks numbered from the opening lead, as in the line."""
    before = 13 - ending.deal.cards_each
    counted = re.sub(
        rf"([Aa]t trick) ({'|'.join(NUMBERS[1:])})\b",
        lambda found: f"{found[1]} {before + NUMBERS.index(found[2])}",
        why,
    )
    return re.sub(r"^Declarer", f"In the last {NUMBERS[ending.deal.cards_each]} tricks declarer", counted)


def in_ending(deal: Deal, stakes: Stakes) -> tuple[SqueezeFound, tuple[str, ...]]:
    report = analyse(Ending(deal, stakes.strain, stakes.leader, stakes.side))
    squeeze = report.squeeze
    lead = f"{stakes.leader.word} leads in {stakes.strain.word}"
    told = text(report) if squeeze is not None else f"{lead} for {SIDES[stakes.side]}. {text(report)}"
    answer = SqueezeFound(
        contract=lead,
        outcome="squeeze" if squeeze is not None else "no squeeze needed",
        name=None if squeeze is None else name_of(squeeze.kind),
        sentence=told,
    )
    return answer, () if squeeze is None else tuple(map(str, squeeze.first.play.cards))
