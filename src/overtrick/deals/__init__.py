"""Dealing: random deals from a generator, every deal by its number, and deals that fit what is known."""

from overtrick.deals.numbers import DEALS, deal_numbered, number_of, unpack
from overtrick.deals.sampling import Sample, Sampler, sample
from overtrick.deals.shuffle import boards, deals, packed_deals
from overtrick.deals.wanted import Wanted

__all__ = [
    "DEALS",
    "Sample",
    "Sampler",
    "Wanted",
    "boards",
    "deal_numbered",
    "deals",
    "number_of",
    "packed_deals",
    "sample",
    "unpack",
]
