"""How scores are worded."""

from __future__ import annotations

from overtrick import Contract, Vul, explain
from overtrick.scoring import why
from tests.golden.golden import compare

CASES = [
    ("7NTXX by W", 13, Vul.EW),
    ("1D by S", 5, Vul.EW),
    ("2HX by N", 9, Vul.NONE),
    ("4S by E", 10, Vul.NONE),
]


def test_scores_are_worded_as_in_the_golden_file() -> None:
    texts = {
        f"{contract}, {tricks} tricks, vulnerable {vul}": explain(why(Contract.parse(contract), tricks, vul))
        for contract, tricks, vul in CASES
    }
    compare("scoring.en", texts)
