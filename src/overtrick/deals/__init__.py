"""Dealing: random deals from a generator, and every deal by its number."""

from overtrick.deals.numbers import DEALS, deal_numbered, number_of, unpack
from overtrick.deals.shuffle import boards, deals, packed_deals

__all__ = ["DEALS", "boards", "deal_numbered", "deals", "number_of", "packed_deals", "unpack"]
