"""Checks of systems: gaps, ties, dead entries, false explanations, forcing calls passed; with witnesses."""

from overtrick.bidding.checking.checker import CheckSettings, Report, check
from overtrick.bidding.checking.findings import (
    FILE,
    CatchAll,
    DeadEntry,
    EntryRef,
    FalseExplanation,
    Finding,
    Gift,
    HandsFinding,
    Location,
    NoCall,
    OddCall,
    PassedForcing,
    Share,
    Tie,
    accepted_by,
    read_accepted,
    write_accepted,
)
from overtrick.bidding.checking.words import finding_words, report_words

__all__ = [
    "FILE",
    "CatchAll",
    "CheckSettings",
    "DeadEntry",
    "EntryRef",
    "FalseExplanation",
    "Finding",
    "Gift",
    "HandsFinding",
    "Location",
    "NoCall",
    "OddCall",
    "PassedForcing",
    "Report",
    "Share",
    "Tie",
    "accepted_by",
    "check",
    "finding_words",
    "read_accepted",
    "report_words",
    "write_accepted",
]
