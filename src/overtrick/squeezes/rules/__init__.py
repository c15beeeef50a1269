"""Squeezes by rule, after Love and PYTHON: losers, threats, entries, and declarer's lines.

Nothing here asks a solver: the rules read the cards, and can be wrong. What they say is measured against the
oracle in ``bench/squeeze_rules.py``.
"""

from overtrick.squeezes.rules.blue import Blue, Busy, Entry, Loser, Threat, Upper
from overtrick.squeezes.rules.recogniser import RuleSqueeze, blue, recognise

__all__ = ["Blue", "Busy", "Entry", "Loser", "RuleSqueeze", "Threat", "Upper", "blue", "recognise"]
