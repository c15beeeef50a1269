"""Opening leads and signals: one table selects the lead, tells what a lead shows, and is printed."""

from overtrick.bidding.carding.entries import Against, LeadEntry, Occasion, SignalEntry
from overtrick.bidding.carding.holdings import Holding, Pattern
from overtrick.bidding.carding.reading import has_card, load_card, parse_card
from overtrick.bidding.carding.table import CardTable, Lead, LeadMeaning, Way

__all__ = [
    "Against",
    "CardTable",
    "Holding",
    "Lead",
    "LeadEntry",
    "LeadMeaning",
    "Occasion",
    "Pattern",
    "SignalEntry",
    "Way",
    "has_card",
    "load_card",
    "parse_card",
]
