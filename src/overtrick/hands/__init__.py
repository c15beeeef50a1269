"""Exact answers about all 635,013,559,600 hands, and the language the questions are asked in."""

from overtrick.hands.anatomy import analyse, compare
from overtrick.hands.errors import HandsError, PredicateError
from overtrick.hands.features import Feature
from overtrick.hands.predicate import Predicate, Quantity, parse, parse_quantity, standard
from overtrick.hands.questions import (
    ALL_HANDS,
    Counted,
    Known,
    Proof,
    Tabulated,
    count,
    examples,
    histogram,
    prove,
    simplest,
    tabulate,
)
from overtrick.hands.rules import Rule, RuleError, Rules
from overtrick.hands.terms import Kind
from overtrick.hands.trees import case_tree
from overtrick.hands.vocabulary import Vocabulary

__all__ = [
    "ALL_HANDS",
    "Counted",
    "Feature",
    "HandsError",
    "Kind",
    "Known",
    "Predicate",
    "PredicateError",
    "Proof",
    "Quantity",
    "Rule",
    "RuleError",
    "Rules",
    "Tabulated",
    "Vocabulary",
    "analyse",
    "case_tree",
    "compare",
    "count",
    "examples",
    "histogram",
    "parse",
    "parse_quantity",
    "prove",
    "simplest",
    "standard",
    "tabulate",
]
