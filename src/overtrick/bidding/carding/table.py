"""The table of leads: the card led from each holding, and the holdings from which a card may be led.

One array serves both: for each holding the entry that applies and the card led. A lead is interpreted by
inverting the array, so that the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from math import comb
from operator import and_, or_
from typing import final

import numpy as np
import numpy.typing as npt

from overtrick.bidding.carding.entries import ContractKind, LeadEntry, Occasion, SignalEntry, holds
from overtrick.bidding.carding.holdings import HOLDINGS, Holding, Pattern, lengths, sorted_ranks
from overtrick.bidding.entries import Convention, Place
from overtrick.bidding.errors import BiddingError, suggestion
from overtrick.core import Rank
from overtrick.hands.terms import quick_dataclass

__all__ = ["CardTable", "Lead", "LeadIndex", "LeadMeaning", "LeadSource"]

_OTHERS = 39
"""The number of cards in the other suits."""


@final
@dataclass(frozen=True)
class Lead:
    """The card led from a holding, with the entry that selects it."""

    holding: Holding
    card: Rank
    entry: LeadEntry


@final
@dataclass(frozen=True)
class LeadSource:
    """An entry that leads a card, with the holdings from which it does."""

    entry: LeadEntry
    holdings: tuple[Holding, ...]
    share: float
    """Its share of the hands that lead this card from this suit, before anything else is known."""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns of the entry that match some of these holdings."""
        return tuple(each for each in self.entry.patterns if any(held in each for held in self.holdings))


@final
@dataclass(frozen=True)
class LeadMeaning:
    """The meaning of a lead: exactly the holdings from which it is made."""

    card: Rank
    against: ContractKind
    is_partners: bool
    ways: tuple[LeadSource, ...]

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """All holdings, in the order of their bits."""
        return tuple(sorted(each for way in self.ways for each in way.holdings))

    @property
    def sure(self) -> tuple[Rank, ...]:
        """The other cards that are always held with it."""
        common = reduce(and_, (each.bits for each in self.holdings), HOLDINGS - 1)
        return tuple(rank for rank in Holding(common).ranks if rank is not self.card) if self.ways else ()

    @property
    def never(self) -> tuple[Rank, ...]:
        """The cards that are never held with it."""
        seen = reduce(or_, (each.bits for each in self.holdings), 0)
        return tuple(rank for rank in reversed(Rank) if rank not in Holding(seen)) if self.ways else ()

    @property
    def length(self) -> tuple[int, int]:
        """The smallest and the largest length."""
        sizes = [len(each) for each in self.holdings] or [0]
        return min(sizes), max(sizes)


@final
@dataclass(frozen=True)
class LeadIndex:
    """For each holding the index of its entry in the table, and the card led; -1 for none."""

    entry: npt.NDArray[np.intp]
    card: npt.NDArray[np.int8]


@final
@quick_dataclass
class CardTable:
    """The leads and signals of a system, with its conventions switched.

    >>> from overtrick.bidding.carding import load_card
    >>> table = load_card("sayc")
    >>> lead = table.lead_from(Holding.parse("KQ104"), ContractKind.SUIT)
    >>> lead.card, lead.entry.name
    (Rank.KING, 'top of touching honours')
    """

    name: str
    title: str
    source: str
    leads: tuple[LeadEntry, ...]
    signals: tuple[SignalEntry, ...]
    conventions: tuple[Convention, ...] = ()
    remarks: tuple[tuple[Place, str], ...] = ()
    switched_from_usual: Mapping[str, bool] = field(default_factory=dict)
    _chosen: dict[tuple[ContractKind, bool], LeadIndex] = field(default_factory=dict, init=False)

    @cached_property
    def switches(self) -> Mapping[str, bool]:
        """The setting of each convention."""
        return {each.name: each.is_on for each in self.conventions} | dict(self.switched_from_usual)

    def __repr__(self) -> str:
        return f"<CardTable {self.name}: {len(self.leads)} leads, {len(self.signals)} signals>"

    def switched(self, switches: Mapping[str, bool]) -> CardTable:
        """The same table with some conventions switched."""
        for each in switches:
            if each not in self.switches:
                near = suggestion(each, self.switches)
                known = f"expected one of {', '.join(self.switches)}" if self.switches else "it has none"
                raise BiddingError(
                    f"the leads of {self.name} have no convention {each!r}{near or f': {known}'}"
                )
        return replace(self, switched_from_usual={**self.switches, **switches})

    # Leads

    def lead_from(self, holding: Holding, against: ContractKind, partner_bid: bool = False) -> Lead:
        """The card led from a holding; `partner_bid` if it is partner's suit."""
        if not holding.bits:
            raise BiddingError("nothing can be led from a void")
        chosen = self.chosen(against, partner_bid)
        place = int(chosen.entry[holding.bits])
        if place < 0:
            raise BiddingError(f"the leads of {self.name} say nothing of this holding", text=str(holding))
        return Lead(holding, Rank(int(chosen.card[holding.bits])), self.leads[place])

    def holdings_for(self, card: Rank, against: ContractKind, partner_bid: bool = False) -> LeadMeaning:
        """The meaning of a lead of this card: all holdings from which it may be made."""
        chosen = self.chosen(against, partner_bid)
        led = np.flatnonzero(chosen.card == card)
        all_hands = sum(_hands(int(bits)) for bits in led)
        ways = list[LeadSource]()
        for place in dict.fromkeys(sorted(chosen.entry[led].tolist())):
            found = tuple(Holding(int(bits)) for bits in led if chosen.entry[bits] == place)
            share = sum(_hands(each.bits) for each in found) / all_hands
            ways.append(LeadSource(self.leads[place], found, share))
        return LeadMeaning(card, against, partner_bid, tuple(ways))

    def chosen(self, against: ContractKind, is_partners: bool) -> LeadIndex:
        """The lead from every holding, by the first entry that fits it."""
        key = (against, is_partners)
        if key not in self._chosen:
            self._chosen[key] = self._choose(*key)
        return self._chosen[key]

    def _choose(self, against: ContractKind, is_partners: bool) -> LeadIndex:
        entry, card = np.full(HOLDINGS, -1, np.intp), np.full(HOLDINGS, -1, np.int8)
        for place, each in enumerate(self.leads):
            if each.applies(against, is_partners, self.switches):
                like = reduce(or_, (pattern.holdings for pattern in each.patterns)) & (entry < 0)
                entry[like] = place
                card[like] = _led(each)[like]
        return LeadIndex(entry, card)

    # Signals

    def signals_when(self, occasion: Occasion) -> tuple[SignalEntry, ...]:
        """The signals on an occasion."""
        return tuple(each for each in self.own_signals if each.occasion is occasion)

    @cached_property
    def own_leads(self) -> tuple[LeadEntry, ...]:
        """The leads that apply with the present settings of conventions."""
        return tuple(each for each in self.leads if holds(each.condition, self.switches))

    @cached_property
    def own_signals(self) -> tuple[SignalEntry, ...]:
        """The signals that apply with the present settings of conventions."""
        return tuple(each for each in self.signals if holds(each.condition, self.switches))


def _led(entry: LeadEntry) -> npt.NDArray[np.int8]:
    """The card an entry leads from every holding that is long enough."""
    if isinstance(entry.lead, Rank):
        return np.full(HOLDINGS, int(entry.lead), np.int8)
    places = lengths() - 1 if entry.lead < 0 else np.full(HOLDINGS, entry.lead, np.intp)
    return np.asarray(sorted_ranks()[np.arange(HOLDINGS), places], np.int8)


def _hands(bits: int) -> int:
    """The number of hands with exactly these cards of a suit."""
    return comb(_OTHERS, len(Rank) - bits.bit_count())
