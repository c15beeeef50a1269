"""The wording of remarks about deals that do not fit the request."""

from __future__ import annotations

from overtrick.deals import sample
from tests.golden.golden import compare
from tests.spec.test_sampling import GIVEN_UP, SIX_HEARTS, TOO_LONG, TOO_RARE, TOO_STRONG


def test_samples_are_worded_as_in_the_golden_file() -> None:
    asked = {
        "seven hearts where six are left": (SIX_HEARTS, 10),
        "two suits that are too long": (TOO_LONG, 10),
        "points that exclude each other": (TOO_STRONG, 10),
        "no such hand": (GIVEN_UP, 10),
        "too few tries": (TOO_RARE, 1000),
    }
    texts = {
        title: "\n".join(sample(wanted, n, seed=1, most_tries=8000).remarks)
        for title, (wanted, n) in asked.items()
    }
    compare("deals.en", texts)
