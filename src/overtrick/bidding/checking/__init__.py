"""Systems proved: no gaps, ties, dead entries, false explanations or forcing calls passed; or a witness."""

from overtrick.bidding.checking.accepting import FILE, accepted_by, read_accepted, write_accepted
from overtrick.bidding.checking.checker import Report, Settings, check
from overtrick.bidding.checking.findings import (
    CatchAll,
    Dead,
    FalseExplanation,
    Finding,
    Gift,
    NoCall,
    Odd,
    PassedForcing,
    Rule,
    Seen,
    Share,
    Tie,
)

__all__ = [
    "FILE",
    "CatchAll",
    "Dead",
    "FalseExplanation",
    "Finding",
    "Gift",
    "NoCall",
    "Odd",
    "PassedForcing",
    "Report",
    "Rule",
    "Seen",
    "Settings",
    "Share",
    "Tie",
    "accepted_by",
    "check",
    "read_accepted",
    "write_accepted",
]
