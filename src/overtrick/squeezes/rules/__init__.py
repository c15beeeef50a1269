"""Squeezes by rule, after Love and PYTHON: losers, threats, entries, and declarer's lines.

Nothing here asks a solver: the rules read the cards, and can be wrong. What they say is measured against the
oracle in ``bench/squeeze_rules.py``.
"""

from overtrick.squeezes.rules.letters import Blue, Busy, Entry, Loser, Upper
from overtrick.squeezes.rules.recogniser import Recognised, blue, recognise
from overtrick.squeezes.rules.threats import Threat

__all__ = ["Blue", "Busy", "Entry", "Loser", "Recognised", "Threat", "Upper", "blue", "recognise"]
