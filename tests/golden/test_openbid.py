"""How OPENBID's bids are explained."""

from __future__ import annotations

from overtrick import explain
from overtrick.hands.sketch import parse_sketch
from overtrick.openbid import Switches, why
from tests.golden.golden import compare

HANDS = [
    ("Kxxx Axx AQx KTx", ""),
    ("QJTxxx Q Jx xxxx", ""),
    ("K97 AKT42 Q63 J5", ""),
    ("xxx — KQJxxxx xxx", ""),
    ("AKQxxxx AKQ AQ x", ""),
    ("KQx Kxxxx KJ Qxx", "kqx,kj"),
]


def test_bids_are_explained_as_in_the_golden_file() -> None:
    texts = {
        f"{hand}{switch and f', switches {switch}'}": explain(why(parse_sketch(hand), Switches.parse(switch)))
        for hand, switch in HANDS
    }
    compare("openbid.en", texts)
