"""Whatever is written into a table of leads, or as awards, is read or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bidding import BiddingError, SystemFileError
from overtrick.bidding.carding import ContractKind, Holding, Pattern, parse_card
from overtrick.bidding.contest import Awards
from overtrick.bidding.library import find_system
from overtrick.bidding.practice import read_expectations
from overtrick.core import Contract, DealError, NotationError, OvertrickError
from tests.endings import IS_SOAK

V = TypeVar("V")
E = TypeVar("E", bound=OvertrickError)
CARD = find_system("sayc").joinpath("leads.card").read_text(encoding="utf-8")
PIECES = [
    "\n",
    "  ",
    '"',
    ",",
    "+",
    "?",
    "H",
    "KQ",
    "from",
    "if using ",
    "when ",
    "priority ",
    "source:",
    "#",
    "low",
]
awards = st.lists(
    st.sampled_from(["4S", "3NT", "by N", "X", "10", ";", ",", " ", "pass", "others", "=", "9C"])
)


def attempted(read: Callable[[str], V], text: str, expected: type[E]) -> tuple[V | None, E | None]:
    """What is read, or the only kind of fault there may be."""
    try:
        return read(text), None
    except expected as fault:
        return None, fault


@settings(max_examples=40 if IS_SOAK else 20)
@given(st.integers(0, len(CARD)), st.integers(0, 12), st.one_of(st.sampled_from(PIECES), st.text(max_size=6)))
def test_a_changed_table_of_leads_is_read_or_refused_with_a_place(start: int, length: int, new: str) -> None:
    text = CARD[:start] + new + CARD[start + length :]
    table, fault = attempted(parse_card, text, SystemFileError)
    if fault is not None:
        assert 1 <= fault.place.line <= text.count("\n") + 1
        assert fault.place.column >= 1
        assert fault.pointer()
    elif table is not None and table.leads:
        for bits in (1, 4096, 8191, 4242):
            lead = table.lead_from(Holding(bits), ContractKind.SUIT)
            assert lead.card in lead.holding


@given(st.text(alphabet="AKQJT98765432Hx?+ ,1q0", max_size=16))
def test_a_holding_and_a_pattern_are_read_or_refused(text: str) -> None:
    held, fault = attempted(Holding.parse, text, DealError)
    assert fault is None or fault.text == text
    assert held is None or Holding.parse(str(held)) == held
    pattern, _ = attempted(Pattern.parse, text, NotationError)
    assert pattern is None or (pattern.holdings.any() and Pattern.parse(str(pattern)) == pattern)


@given(st.one_of(awards.map("".join), awards.map(" ".join), st.text(max_size=40)))
def test_awards_are_read_or_refused(text: str) -> None:
    found, fault = attempted(Awards.parse, text, NotationError)
    assert fault is None or fault.faults
    assert found is None or found.of(Contract.parse("4S by N")) <= found.best


@given(st.text(max_size=60))
def test_any_dispute_is_read_or_refused(text: str) -> None:
    line = f"AQ854.KT98.KJ.43 | N: 1H X | none | XX | strong | book | {text}"
    found, fault = attempted(lambda said: list(read_expectations(said, "doubled")), line, BiddingError)
    assert fault is None or fault.faults
    for each in found or []:
        assert each.call not in each.others
        assert all(each.auction.why_illegal(call) is None for call in each.others)
