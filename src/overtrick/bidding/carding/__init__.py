"""Opening leads and signals: one table selects leads, interprets them, and can be printed."""

from overtrick.bidding.carding.entries import ContractKind, LeadEntry, Occasion, SignalEntry
from overtrick.bidding.carding.holdings import Holding, Pattern
from overtrick.bidding.carding.reading import has_card, load_card, parse_card
from overtrick.bidding.carding.table import CardTable, Lead, LeadMeaning, LeadSource

__all__ = [
    "CardTable",
    "ContractKind",
    "Holding",
    "Lead",
    "LeadEntry",
    "LeadMeaning",
    "LeadSource",
    "Occasion",
    "Pattern",
    "SignalEntry",
    "has_card",
    "load_card",
    "parse_card",
]
