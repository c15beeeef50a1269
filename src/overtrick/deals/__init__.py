"""Dealing: random deals, deals by number, and random deals that fit constraints."""

from overtrick.deals.constraints import Constraint
from overtrick.deals.dealing import DEALS, boards, deal_numbered, deals, number_of, packed_deals, unpack
from overtrick.deals.sampling import Sample, Sampler, sample

__all__ = [
    "DEALS",
    "Constraint",
    "Sample",
    "Sampler",
    "boards",
    "deal_numbered",
    "deals",
    "number_of",
    "packed_deals",
    "sample",
    "unpack",
]
