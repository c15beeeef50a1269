"""Borel simulation: close calls decided by projecting each candidate over deals that fit the auction."""

from overtrick.bidding.sampling import Source
from overtrick.bidding.simulating.evidence import Estimate, Evidence, OptionResult, Outcome, Seconds
from overtrick.bidding.simulating.gifts import find_gifts, gifts_of
from overtrick.bidding.simulating.options import Change, Option, neighbours, options
from overtrick.bidding.simulating.settings import Scoring, Settings
from overtrick.bidding.simulating.simulator import Simulation, Simulator, simulate
from overtrick.bidding.simulating.words import decision_words

__all__ = [
    "Change",
    "Estimate",
    "Evidence",
    "Option",
    "OptionResult",
    "Outcome",
    "Scoring",
    "Seconds",
    "Settings",
    "Simulation",
    "Simulator",
    "Source",
    "decision_words",
    "find_gifts",
    "gifts_of",
    "neighbours",
    "options",
    "simulate",
]
