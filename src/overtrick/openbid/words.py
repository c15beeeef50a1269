"""English sentences for OPENBID statements."""

from __future__ import annotations

from overtrick.core.explaining import says
from overtrick.openbid.bids import SECTION_NAMES, number_of
from overtrick.openbid.reasons import Fails, Meets, Opens

__all__: list[str] = []


@says(Opens, "en")
def _(statement: Opens) -> str:
    name = SECTION_NAMES[number_of(statement.section)]
    bid = "passes" if statement.bid == "pass" else f"bids {statement.bid}"
    return f"OPENBID {bid} at section {statement.section} ({name})"


@says(Meets, "en")
def _(statement: Meets) -> str:
    return f"{statement.section}: {statement.condition}{_values(statement.values)}"


@says(Fails, "en")
def _(statement: Fails) -> str:
    sections = ", ".join(statement.sections)
    return f"not {sections}: {statement.condition} is asked for{_values(statement.values)}"


def _values(values: tuple[tuple[str, int], ...]) -> str:
    return f" ({', '.join(f'{name} is {number}' for name, number in values)})" if values else ""
