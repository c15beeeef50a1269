"""Borel simulation: close calls decided by projecting each candidate over deals that fit the auction."""

from overtrick.bidding.simulating.dealt import Source
from overtrick.bidding.simulating.evidence import Estimate, Evidence, Outcome, Seconds, Weighed
from overtrick.bidding.simulating.gifts import find_gifts, gifts_of
from overtrick.bidding.simulating.nearby import Change, Option, neighbours, options
from overtrick.bidding.simulating.settings import Scoring, Settings
from overtrick.bidding.simulating.simulator import Simulation, Simulator, simulate

__all__ = [
    "Change",
    "Estimate",
    "Evidence",
    "Option",
    "Outcome",
    "Scoring",
    "Seconds",
    "Settings",
    "Simulation",
    "Simulator",
    "Source",
    "Weighed",
    "find_gifts",
    "gifts_of",
    "neighbours",
    "options",
    "simulate",
]
