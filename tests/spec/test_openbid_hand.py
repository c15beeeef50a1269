"""OPENBID on one hand: what it bids, where, and why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from overtrick import false_statements
from overtrick.core import Board, CardSet, Deal
from overtrick.core.explaining import holds
from overtrick.hands import HandsError, PredicateError, parse, parse_quantity
from overtrick.hands.sketch import parse_sketch
from overtrick.openbid import (
    AS_CODED,
    SECTIONS,
    Fails,
    Meets,
    Opening,
    Switches,
    meets,
    open_hand,
    opening_of,
    vocabulary,
    why,
)
from overtrick.openbid.algol import hand_array
from overtrick.openbid.bids import bid_name

BOARD = Board.numbered(1, Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"))

BIDS = [
    ("KJxxx QJ QJ Kxxx", "pass at 14"),
    ("QJTxxx Q Jx xxxx", "pass at 1"),
    ("K97 AKT42 Q63 J5", "1H at 12a"),
    ("AKx Jxx Kx Kxxxx", "pass at 14"),
    ("AKQJ AKQ AKQ AKQ", "7NT at 2a"),
    ("AKQJT98765432 - - -", "7S at 2b"),
    ("AKxx AKQ AKQ QJx", "2D at 3"),
    ("AKxx AQx KQx KJx", "2NT at 4"),
    ("AKQxxxx AKQ AQ x", "2D at 5a"),
    ("AKQJxxxxx x xx x", "4S at 6a"),
    ("Kxxx Axx AQx KTx", "1NT at 7"),
    ("AKxxx AQx KQx xx", "1C at 8b"),
    ("xx xx xx AKQJxxx", "3C at 9"),
    ("KQTxxx Axx xx xx", "2S at 10"),
    ("KQJTxxx - xxx xxx", "2S at 10"),
    ("xxx xxx - KQJTxxx", "pass at 14"),
    ("xx xxx - KQJxxxxx", "pass at 14"),
    ("xxx - KQJxxxx xxx", "3D at 11a"),
    ("AQ - xxx KQxxxxxx", "2C at 12c"),
]


def hands(number: int, seed: int) -> list[CardSet]:
    rng = np.random.default_rng(seed)
    return [CardSet(sum(1 << int(card) for card in rng.permutation(52)[:13])) for _ in range(number)]


@pytest.mark.parametrize(("text", "opening"), BIDS)
def test_what_it_bids_and_where(text: str, opening: str) -> None:
    hand = parse_sketch(text.replace("-", "—"))
    assert str(opening_of(hand)) == str(open_hand(hand)) == opening


def test_the_array_of_a_hand_has_the_ace_lowest() -> None:
    assert hand_array(CardSet.parse("A..K.2")) == [0, 40, 26, 2]
    assert hand_array(CardSet.parse("K.A.Q.T")) == [0, 52, 27, 25, 10]


@pytest.mark.parametrize("value", [*range(11), 15, 21, 44, 75])
def test_a_bid_has_the_number_of_appendix_5(value: int) -> None:
    names = {0: "pass", 15: "1NT", 21: "2C", 44: "4S", 75: "7NT"}
    assert bid_name(value) == names.get(value, "1C" if value <= 5 else "2D")


def test_every_section_has_its_number() -> None:
    assert len(SECTIONS) == len(set(SECTIONS)) == 34
    assert [Opening.of_code(128 * place).section for place in range(34)] == list(SECTIONS)


@pytest.mark.parametrize("hand", hands(40, seed=3), ids=str)
def test_every_reason_is_true(hand: CardSet) -> None:
    reason = why(hand)
    assert false_statements(reason, BOARD) == []
    told = [each.statement for each in reason.because]
    opening = opening_of(hand)
    earlier = [label for statement in told if isinstance(statement, Fails) for label in statement.sections]
    met = {statement.section for statement in told if isinstance(statement, Meets)}
    assert met == {opening.section}
    before = [label for label in SECTIONS[: SECTIONS.index(opening.section)] if label != "1" or met != {"1"}]
    assert set(before) <= set(earlier)


def test_a_false_reason_is_found_out() -> None:
    hand = CardSet.parse("AKQ2.AKQ.432.432")
    statement = Fails(hand, ("8b",), parse("hcp >= 17", vocabulary()), ())
    assert not holds(statement, BOARD)
    assert not holds(Meets(hand, "8b", parse("LONGEST >= 5", vocabulary()), ()), BOARD)


def test_a_false_number_beside_a_true_condition_is_found_out() -> None:
    reason = why(CardSet.parse("AKQ2.AKQ.432.432"))
    told = next(
        each.statement
        for each in reason.because
        if isinstance(each.statement, Meets) and each.statement.values
    )
    assert holds(told, BOARD)
    name, number = told.values[0]
    assert not holds(replace(told, values=((name, number + 1),)), BOARD)


def test_a_hand_of_twelve_cards_is_refused() -> None:
    with pytest.raises(HandsError, match="thirteen cards, not 12"):
        why(CardSet.parse("AKQ.AKQ.AKQ.AKQ"))


# Switches


@pytest.mark.parametrize(
    ("holding", "coded", "switched", "switch"),
    [
        ("KQx", 0, 1, "kqx"),
        ("KJ", -1, 1, "kj"),
        ("Jxxxxxxx", 4, 0, "jack"),
        ("AKQx", 3, 3, "kqx,kj,jack"),
        ("Kxx", 0, 0, "kqx,kj,jack"),
    ],
)
def test_a_switch_changes_the_playing_tricks_of_one_holding(
    holding: str, coded: int, switched: int, switch: str
) -> None:
    others = ["xxxxx", "xxxx", "xxxx"]
    text = " ".join([holding, *others])
    cards = parse_sketch(text)
    values = [
        parse_quantity("suit_playing_tricks(S)", vocabulary(each)).of([cards])[0]
        for each in (AS_CODED, Switches.parse(switch))
    ]
    assert values == [coded, switched]


def test_switches_have_names() -> None:
    assert str(Switches.parse("kj, kqx")) == "kqx,kj"
    assert str(AS_CODED) == "code"
    assert Switches.parse("jack").as_dict() == {"kqx": "code", "kj": "code", "jack": "table", "solid": "code"}
    with pytest.raises(ValueError, match="'kjj' is not a switch: expected some of kqx, kj, jack, solid"):
        Switches.parse("kjj")


def test_the_words_of_the_paper_can_be_asked_of_any_hand() -> None:
    hand = CardSet.parse("K.QJ.A65432.A432")
    words = vocabulary()
    values = {
        name: parse_quantity(name, words).of([hand])[0]
        for name in ("HCP", "TOTALPTS", "DISTP", "STOP", "ACES", "LONGEST", "SP1", "SP2")
    }
    assert values == {
        "HCP": 14, "TOTALPTS": 14, "DISTP": 3, "STOP": 2, "ACES": 2, "LONGEST": 6, "SP1": 4, "SP2": 4,
    }  # fmt: skip
    assert hand in parse("NOTR(S), NOTR(H), not EVENDIST, OUTSIDEACE(C), CANBEREBID(D), not SOLID", words)


def test_a_section_that_is_none_is_refused() -> None:
    with pytest.raises(HandsError, match="no section '15'"):
        meets("15")
    with pytest.raises(PredicateError, match="unknown word 'meets_15'"):
        parse("meets_15", vocabulary())
