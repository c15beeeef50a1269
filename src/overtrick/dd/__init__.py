"""Double dummy: the tricks each side takes when everybody sees all the cards, and the cards that matter."""

import overtrick.dd.picture as _draws_tables  # noqa: F401
from overtrick.dd.analysis import PlayedCard, analyse, best_line
from overtrick.dd.answers import at_least, cards, table, tricks
from overtrick.dd.batch import all_cards, samples, tables
from overtrick.dd.errors import DoubleDummyError
from overtrick.dd.par import Par, contract_score, par
from overtrick.dd.proof import Proof
from overtrick.dd.solver import ALWAYS, RULES, Solver
from overtrick.dd.table import TrickTable

__all__ = [
    "ALWAYS",
    "RULES",
    "DoubleDummyError",
    "Par",
    "PlayedCard",
    "Proof",
    "Solver",
    "TrickTable",
    "all_cards",
    "analyse",
    "at_least",
    "best_line",
    "cards",
    "contract_score",
    "par",
    "samples",
    "table",
    "tables",
    "tricks",
]
