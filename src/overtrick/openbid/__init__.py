"""OPENBID, the opening-bid routine of 1967, in three forms, with an analysis over all hands."""

from overtrick.openbid.algol import open_hand
from overtrick.openbid.anatomy import (
    Difference,
    Effect,
    check_part_two,
    check_statements,
    compare_forms,
    switch_effects,
)
from overtrick.openbid.appendices import Distribution, distributions
from overtrick.openbid.bids import SECTION_NAMES, SECTIONS, Opening
from overtrick.openbid.census import Census, take_census
from overtrick.openbid.part_one import overlaps, part_one
from overtrick.openbid.reasons import Fails, Meets, Opens, why
from overtrick.openbid.statements import CheckedStatement, opening_of
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import meets, synopsis
from overtrick.openbid.vocabulary import vocabulary

__all__ = [
    "AS_CODED",
    "SECTIONS",
    "SECTION_NAMES",
    "Census",
    "CheckedStatement",
    "Difference",
    "Distribution",
    "Effect",
    "Fails",
    "Meets",
    "Opening",
    "Opens",
    "Switches",
    "check_part_two",
    "check_statements",
    "compare_forms",
    "distributions",
    "meets",
    "open_hand",
    "opening_of",
    "overlaps",
    "part_one",
    "switch_effects",
    "synopsis",
    "take_census",
    "vocabulary",
    "why",
]
