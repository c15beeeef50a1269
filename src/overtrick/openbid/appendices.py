"""Checks of the appendices of the paper, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product, repeat
from math import comb
from operator import mul
from typing import final

from overtrick.core import CardSet, Contract, Suit
from overtrick.core.call import CALLS
from overtrick.hands import ALL_HANDS, HandGroup, count, parse, parse_quantity, prove, simplest, tabulate
from overtrick.hands.counting import complexity
from overtrick.hands.shapes import EVERY_SHAPE, lengths_of, pattern_of
from overtrick.openbid.algol import Algol, hand_array
from overtrick.openbid.bids import IMPOSSIBLE, Opening, bid_name
from overtrick.openbid.census import Census
from overtrick.openbid.statements import CheckedStatement, opening_of
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import statement_words
from overtrick.openbid.vocabulary import data, lines_of, playing_trick_table, vocabulary
from overtrick.scoring.law77 import contract_points

__all__ = ["Distribution", "check_appendices", "distributions"]

VALUES = (*range(1, 11), *(10 * level + strain for level in range(1, 8) for strain in range(1, 6)))
"""Every number a bid can have (Appendix 5)."""

_SMALL = "98765432"


def check_appendices(census: Census) -> Iterator[CheckedStatement]:
    """The statements of Appendices 2, 3, 5, 6 and 7."""
    switches = census.switches
    yield from _definitions(switches)
    yield from _playing_tricks()
    yield from _impossible_bids(census.openings)
    yield from _distributions(switches)
    yield from _introduction(census)


# Appendix 2: the code agrees with the definitions


def _definitions(switches: Switches) -> Iterator[CheckedStatement]:
    words = vocabulary(switches)
    for _, line in lines_of(data("appendix-2.txt")):
        name, _, text = line.partition(": ")
        if name.startswith("define "):
            continue
        proof = prove(*(parse(each, words) for each in text.split(" implies ")))
        actual = "" if proof.witness is None else f"{name.split('.')[0]} differs"
        numbers = proof.hands, proof.exceptions, proof.witness
        yield CheckedStatement(f"A2.{name}", "definition", text, *numbers, actual)


# Appendix 3: playing tricks, cell by cell


def _playing_tricks() -> Iterator[CheckedStatement]:
    """Checks of the printed table against the code with all switches off."""
    printed = playing_trick_table()
    for honours in map("".join, product(*zip("AKQJ", repeat(""), strict=False))):
        for length in range(14):
            cell, possible = printed.get((honours, length)), len(honours) <= length <= len(honours) + 9
            if not possible and cell is None:
                continue
            coded = _coded_tricks(honours, length) if possible else None
            name = f"A3.{honours or 'none'}.{length}"
            where = _with_holding(honours, length)
            hands = count(where).hands if possible else 0
            text = f"{honours or 'no honour'} of {length}: {'-' if cell is None else cell}"
            is_true = cell == coded
            witness = None if is_true else simplest(where)
            yield CheckedStatement.of(name, "cell", text, is_true, hands, witness, f"the code gives {coded}")


def _with_holding(honours: str, length: int) -> str:
    missing = "".join(letter for letter in "AKQJ" if letter not in honours)
    held = f"{honours} in X, " if honours else ""
    none = f"0 of {missing} in X, " if missing else ""
    return f"some(X in SHDC: {held}{none}X = {length})"


def _coded_tricks(honours: str, length: int) -> int:
    """The result of PLAYINGTRICKS for a suit; 0 for a void, with which it is never called."""
    if length == 0:
        return 0
    suit = honours + ("T" + _SMALL)[: length - len(honours)]
    others = ["", "", ""]
    for place in range(13 - length):
        others[place % 3] += _SMALL[place // 3]
    algol = Algol(hand_array(CardSet.parse(".".join((suit, *others)))), Switches())
    algol.PRELIM()
    algol.ACE, algol.KING = "A" in honours, "K" in honours
    return algol.PLAYINGTRICKS(4)


# Appendix 5: impossible bids


def _impossible_bids(census: Mapping[Opening, HandGroup]) -> Iterator[CheckedStatement]:
    for value in VALUES:
        made = [found for opening, found in census.items() if opening.value == value]
        hands = sum(found.hands for found in made)
        witness = made[0].simplest if made else None
        if value in IMPOSSIBLE:
            some, exceptions, actual = "no", hands, f"{hands:,} hands are"
        else:
            some, exceptions, witness, actual = "some", 0 if made else ALL_HANDS, None, "none is"
        text = f"{some} hand is bid {value} ({bid_name(value)})"
        yield CheckedStatement(f"A5.{value}", "value", text, ALL_HANDS, exceptions, witness, actual)


# Appendix 6: distributions and total points


@final
@dataclass(frozen=True)
class Distribution:
    """The range of total points less high-card points for a distribution."""

    pattern: str
    hands: int
    least: int
    most: int
    """The largest difference with at most 15 high-card points."""
    most_with_16: int | None
    """The largest difference with 16 or more; None if there are no such hands."""
    extremes: tuple[CardSet, CardSet, CardSet | None]
    """The simplest hands with these differences."""


@cache
def distributions(switches: Switches = AS_CODED) -> tuple[Distribution, ...]:
    """Appendix 6 computed anew, longest suits first."""
    words = vocabulary(switches)
    keys = ("LONGEST", "second_largest(length)", "third_largest(length)", "TOTALPTS - HCP", "[HCP >= 16]")
    table = tabulate("true", [parse_quantity(each, words) for each in keys])
    made = list[Distribution]()
    shapes = (each for each in EVERY_SHAPE if list(each) == sorted(each, reverse=True))
    for shape in sorted(shapes, reverse=True):
        rows = {key[3:]: found for key, found in table.items() if key[:3] == shape[:3]}
        (least, low), (most, high) = _extreme(rows, min), _extreme(rows, max, 0)
        top = _extreme(rows, max, 1) if any(strong for _, strong in rows) else (None, None)
        hands = sum(found.hands for found in rows.values())
        made.append(Distribution(pattern_of(shape), hands, least, most, top[0], (low, high, top[1])))
    return tuple(made)


def _extreme(
    rows: Mapping[tuple[int, ...], HandGroup], which: Callable[[Iterable[int]], int], *strong: int
) -> tuple[int, CardSet]:
    """The smallest or largest difference, and the simplest hand that has it."""
    chosen = [(key[0], found.simplest) for key, found in rows.items() if key[1] in (strong or (0, 1))]
    change = which(change for change, _ in chosen)
    return change, min((hand for each, hand in chosen if each == change), key=complexity)


def _distributions(switches: Switches) -> Iterator[CheckedStatement]:
    """Checks of the printed table against the computed one."""
    rows = [line.split() for _, line in lines_of(data("appendix-6.txt"))]
    printed = {pattern_of(next(iter(lengths_of(name)))): tuple(map(int, ends)) for name, *ends in rows}
    made = {each.pattern: each for each in distributions(switches)}
    yield _equal("A6.distributions", f"there are {len(printed)} distributions", set(printed), set(made))
    for name, (low, high) in printed.items():
        found = made[name]
        with_16 = high + (not name.replace("-", "").endswith("0"))
        parts = (
            ("min", f"least change {low}", low, found.least),
            ("max", f"greatest change {high} with HCP <= 15", high, found.most),
            ("max16", f"greatest change {with_16} with HCP >= 16", with_16, found.most_with_16),
        )
        for (part, text, stated, actual), hand in zip(parts, found.extremes, strict=True):
            if actual is not None:
                number, now = f"A6.{name}.{part}", f"it is {actual}"
                yield CheckedStatement.of(number, "change", text, stated == actual, found.hands, hand, now)


# Appendix 7, and numbers stated in other places


def _introduction(census: Census) -> Iterator[CheckedStatement]:
    switches = census.switches
    words = statement_words(switches)
    example = CardSet.parse("K97.AKT42.Q63.J5")
    hcp, distp = (parse_quantity(each, words).of([example])[0] for each in ("HCP", "DISTP"))
    yield _equal("A7.example.points", "the example hand has 13 high-card points", 13, hcp)
    yield _equal("A7.example.distribution", "the example hand has 1 distributional point", 1, distp)
    opening = opening_of(example, switches)
    name, text = "A7.example.bid", "most players open the example hand 1H"
    actual = f"the routine bids {opening}"
    yield CheckedStatement.of(name, "statement", text, opening.bid == "1H", 1, example, actual)
    yield _points_within("A7.1C", {"1C"}, 17, 40, census)
    yield _points_within("A7.limited", {"1D", "1H", "1S", "2C"}, 0, 16, census)
    yield _equal("A7.calls", "there are 38 calls", 38, len(CALLS))
    for contract, points in {"1NT": 40, "3NT": 100, "1S": 30, "1H": 30, "1D": 20, "1C": 20}.items():
        text = f"{contract} is worth {points} points"
        yield _equal(f"A7.{contract}.points", text, points, _points(contract))
    for contract in ("3NT", "4S", "4H", "5C", "5D"):
        yield _equal(f"A7.{contract}.game", f"{contract} is a game", True, _points(contract) >= 100)
    short = parse("bid_at_12 and diamonds <= 3 and not bid_at_12a", words)
    diamonds = [opening for opening in census.openings if opening.section == "12i" and opening.bid == "1D"]
    yield _equal("A4.short", "section 12 has a short 1D", True, bool(diamonds) and count(short).hands > 0)
    for honours, least in ((5, 520_000), (4, 32_000)):
        kinds = _kinds_of_hands(honours)
        text = f"with {honours} honours in a suit there are more than {least:,} kinds of hands"
        yield _equal(f"classes.{honours}", text, True, kinds > least)
    yield _equal("hands", "there are about 6.3 x 10^11 hands", True, 6.3e11 <= ALL_HANDS < 6.4e11)


def _points_within(name: str, bids: set[str], low: int, high: int, census: Census) -> CheckedStatement:
    """Check that these bids are made only with high-card points in this range."""
    rows = {key: found for key, found in census.cells.items() if key[0].bid in bids}
    outside = {key: found for key, found in rows.items() if not low <= key[1] <= high}
    witness = min((each.simplest for each in outside.values()), key=complexity, default=None)
    actual = "" if witness is None else f"{opening_of(witness, census.switches)} with {witness.hcp} points"
    text = f"{', '.join(sorted(bids))} is bid with {low} to {high} points"
    hands, exceptions = (sum(each.hands for each in some.values()) for some in (rows, outside))
    return CheckedStatement(name, "statement", text, hands, exceptions, witness, actual)


def _kinds_of_hands(honours: int) -> int:
    """The number of classes of hands if only this many top cards of each suit are distinguished."""
    suit = [
        sum(comb(honours, held) for held in range(honours + 1) if 0 <= length - held <= 13 - honours)
        for length in range(14)
    ]
    kinds = [1]
    for _ in Suit:
        kinds = [sum(map(mul, kinds, suit[total::-1])) for total in range(14)]
    return kinds[13]


def _points(contract: str) -> int:
    return contract_points(Contract.parse(f"{contract}N"))


def _equal(name: str, text: str, stated: object, found: object) -> CheckedStatement:
    return CheckedStatement.of(name, "statement", text, stated == found, 1, None, f"it is {found}")
