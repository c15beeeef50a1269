"""Exact answers about all 635,013,559,600 hands, and the language of predicates."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overtrick.hands.counting import (
    ALL_HANDS,
    HandCount,
    HandGroup,
    Known,
    Proof,
    count,
    examples,
    histogram,
    prove,
    simplest,
    tabulate,
)
from overtrick.hands.errors import HandsError, PredicateError
from overtrick.hands.features import Feature
from overtrick.hands.predicate import Predicate, Quantity, parse, parse_quantity
from overtrick.hands.terms import Kind
from overtrick.hands.vocabulary import Vocabulary, standard

if TYPE_CHECKING:
    from overtrick.hands.anatomy import analyse, compare
    from overtrick.hands.rules import Rule, RuleError, Rules
    from overtrick.hands.trees import case_tree

__all__ = [
    "ALL_HANDS",
    "Feature",
    "HandCount",
    "HandGroup",
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

_LOADED_LATE = {
    "analyse": "anatomy",
    "compare": "anatomy",
    "Rule": "rules",
    "RuleError": "rules",
    "Rules": "rules",
    "case_tree": "trees",
}
"""Names from modules that load the parser or numpy, imported on first use."""


def __getattr__(name: str) -> object:
    if name in _LOADED_LATE:
        return getattr(import_module(f"overtrick.hands.{_LOADED_LATE[name]}"), name)
    raise AttributeError(f"module 'overtrick.hands' has no attribute {name!r}")
