"""A description of layouts is exact: its facts, its chances and its sentence are checked card by card."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick import _core
from overtrick.core.explaining import Unexplained
from overtrick.suits.combination import Combination
from overtrick.suits.covers import Clause, Cover, Description, Splits, cover, describe, interpretation
from overtrick.suits.errors import SuitError
from overtrick.suits.layouts import Chances, Layouts, Weights
from overtrick.suits.words import cover_text
from tests.endings import IS_SOAK
from tests.layout_reader import RANKS, Hand, Reader

TEXTBOOK = Path(__file__).parents[1] / "data" / "textbook_suits.txt"
HARD = ("3 KJ96", "- Q753", "KJ842 -", "5 Q9762", "Q9854 3", "K54 J862", "T863 KJ5", "QT64 82", "AT42 953")


class Deal(NamedTuple):
    """One way to deal the missing cards, card by card, and the number of its layout."""

    west: Hand
    east: Hand
    place: int


@cache
def deals(combination: Combination) -> list[Deal]:
    """All deals of the missing cards: touching ones are different cards here."""
    held = {RANKS[rank] for rank in range(13) if (combination.north | combination.south) >> rank & 1}
    runs = [run for run in re.split("[^0-9A-Z]", "".join(" " if r in held else r for r in RANKS)) if run]
    missing = [rank for run in runs for rank in run]
    found = []
    for owners in product("WE", repeat=len(missing)):
        west = frozenset(card for card, owner in zip(missing, owners, strict=True) if owner == "W")
        place, stride = 0, 1
        for run in runs:
            place += stride * len(west & set(run))
            stride *= len(run) + 1
        found.append(Deal(west, frozenset(missing) - west, place))
    return found


@cache
def winning_sets() -> list[tuple[Combination, int]]:
    """What the solver's best lines win, for every goal of the textbook's suits and of some hard ones."""
    lines = [line for line in TEXTBOOK.read_text().splitlines() if line.strip() and not line.startswith("#")]
    suits = [Combination.parse(line) for line in dict.fromkeys((*HARD, *lines[:: 1 if IS_SOAK else 2]))]
    found = {}
    for suit in suits:
        core, weights = _core.SingleSuit(suit.north, suit.south), Chances().over(Layouts(suit)).weights
        for goal in range(1, suit.length + 1):
            for *_, value, wins in core.leads(goal, weights, True):
                if 0 < value < sum(weights):
                    found[suit, int.from_bytes(wins, "little")] = True
    return list(found)


@cache
def described(suit: Combination, wins: int) -> Description:
    return describe(Layouts(suit), wins)


@cache
def covered(suit: Combination, wins: int) -> Cover:
    return cover(Layouts(suit), wins)


def chaotic_sets() -> Iterator[tuple[Combination, int]]:
    """Sets without any sense."""
    chance = random.Random(1992)
    for suit in map(
        Combination.parse,
        ("AQ 2", "AT42 953", "A64 Q75", "AKQJ8 32", "AJ9 764", "K864 T3", "T 5", "KQT9 8765"),
    ):
        for density in (0.1, 0.5, 0.9):
            yield suit, sum(1 << place for place in range(len(Layouts(suit))) if chance.random() < density)


def is_true(clause: Clause, west: Hand, east: Hand) -> bool:
    """Whether a clause is true of two hands, by counting cards."""

    def holds(mine: Hand, others: Hand) -> bool:
        for fact in clause.facts:
            cards = {RANKS[rank] for rank in range(13) if fact.cards >> rank & 1}
            counted = len(mine & cards)
            if isinstance(fact, Splits):
                counted = min(counted, len(others & cards))
            if not fact.fewest <= counted <= fact.most:
                return False
        return True

    return holds(west, east) or (clause.either and holds(east, west))


def faults(found: Description | Cover, suit: Combination) -> tuple[int, int]:
    """How many comparisons were made, and how many failed."""
    made = failed = 0
    said = found.cover if isinstance(found, Description) else found
    unless = isinstance(found, Description) and found.unless
    for west, east, place in deals(suit):
        true = [is_true(clause, west, east) for clause in said.clauses]
        made += 1 + 2 * len(true)
        failed += any(true) == (unless == (found.layouts >> place & 1))
        before = False
        for clause, is_so in zip(said.clauses, true, strict=True):
            failed += is_so != (clause.layouts >> place & 1)
            failed += (is_so and not before) != (clause.adds >> place & 1)
            before = before or is_so
    return made, failed


def test_every_description_of_a_winning_set_is_exact_card_by_card() -> None:
    results = [faults(described(suit, wins), suit) for suit, wins in winning_sets()]
    assert sum(failed for _, failed in results) == 0
    assert len(results) > (400 if IS_SOAK else 200)
    assert sum(made for made, _ in results) > (100_000 if IS_SOAK else 50_000)


def test_a_set_without_sense_is_described_exactly_too() -> None:
    results = [faults(described(suit, chosen), suit) for suit, chosen in chaotic_sets()]
    assert sum(failed for _, failed in results) == 0
    assert sum(made for made, _ in results) > 50_000


def test_a_single_layout_is_told_whatever_it_is() -> None:
    suit = Combination.parse("K864 T3")
    layouts = Layouts(suit)
    results = [faults(cover(layouts, 1 << place), suit) for place in range(len(layouts))]
    assert (len(results), sum(failed for _, failed in results)) == (96, 0)


# The sentence, read back


def percentage(found: list[Deal]) -> str:
    """The chance of some deals with thirteen places each, to one place after the point."""
    missing = len(found[0].west | found[0].east) if found else 0
    chance = sum(
        (Fraction(comb(26 - missing, 13 - len(deal.west)), comb(26, 13)) for deal in found), Fraction(0)
    )
    return (
        f"{float(round(1000 * chance)) / 10:.1f}".removesuffix(".0") + "%" if round(1000 * chance) else "0.1%"
    )


def misread(found: Description | Cover, suit: Combination) -> tuple[int, list[str]]:
    """Comparisons made of the sentence with the set it describes, and what is wrong with it."""
    text = cover_text(found, Chances().over(Layouts(suit)))
    if text in ("always", "never"):
        return 1, [] if found.layouts == (0 if text == "never" else (1 << len(Layouts(suit))) - 1) else [text]
    unless, clauses = Reader(deals(suit)[0].west | deals(suit)[0].east).clauses(text)
    wrong, left = [], deals(suit)
    for meaning, percent in clauses:
        true = [deal for deal in left if meaning(deal.west, deal.east)]
        left = [deal for deal in left if not meaning(deal.west, deal.east)]
        wrong += (
            [f"{suit}: {percent} is not {percentage(true)} in {text}"] if percent != percentage(true) else []
        )
    not_said = set(left)
    for deal in deals(suit):
        if (deal in not_said) != (unless == (found.layouts >> deal.place & 1)):
            wrong.append(f"{suit}: {text}: West {sorted(deal.west)}")
    return len(clauses) + len(deals(suit)), wrong


def test_the_sentence_itself_is_true_card_by_card() -> None:
    made, wrong = 0, []
    for suit, wins in winning_sets()[:: 1 if IS_SOAK else 2]:
        for found in (described(suit, wins), covered(suit, wins)):
            comparisons, faulty = misread(found, suit)
            made += comparisons
            wrong += faulty[:1]
    assert not wrong, "\n".join(wrong[:20])
    assert made > 20_000


def test_the_reader_sees_when_a_sentence_is_wrong_about_one_layout() -> None:
    chosen = winning_sets()[:: 10 if IS_SOAK else 5]
    for suit, wins in chosen:
        found = described(suit, wins)
        assert misread(replace(found, layouts=found.layouts ^ 1), suit)[1]
    assert len(chosen) > 40


def test_what_is_said_of_impossible_layouts_does_not_matter() -> None:
    """West is known to have at least three cards: then the solver's other layouts are noise."""
    chances, shorter, checked = Chances(west=(3, 13)), 0, 0
    for suit, wins in winning_sets()[:: 7 if IS_SOAK else 4]:
        layouts = Layouts(suit)
        if max(layout.west_length for layout in layouts) < 3:
            continue
        possible = sum(1 << place for place, weight in enumerate(chances.over(layouts).weights) if weight)
        found = describe(layouts, wins, possible)
        assert (found.layouts ^ wins) & possible == 0
        assert faults(found, suit)[1] == 0
        shorter += found.cover.words < described(suit, wins).cover.words
        checked += 1
    assert checked > 40
    assert shorter > 10


def test_the_sentence_of_a_set_without_sense_is_true_too() -> None:
    results = [misread(described(suit, chosen), suit) for suit, chosen in chaotic_sets()]
    assert [fault for _, wrong in results for fault in wrong[:1]] == []
    assert sum(made for made, _ in results) > 5_000


def test_the_parts_of_a_description_are_disjoint_and_their_chances_add_up() -> None:
    for suit, wins in winning_sets():
        layouts = Layouts(suit)
        weighed, found = Chances().over(layouts), covered(suit, wins)
        assert sum(clause.adds for clause in found.clauses) == wins
        assert sum(weighed.chance(clause.adds) for clause in found.clauses) == weighed.chance(wins)
        assert all(clause.adds and not clause.adds & ~clause.layouts for clause in found.clauses)


def test_most_winning_sets_take_one_clause_or_two() -> None:
    """A ratchet."""
    counts = [len(described(suit, wins).cover.clauses) for suit, wins in winning_sets()]
    assert sum(count <= 2 for count in counts) > 0.9 * len(counts)
    assert max(counts) <= 5


# The examples of 1992


def best(suit: str, goal: int) -> tuple[Layouts, Weights, int]:
    layouts = Layouts(Combination.parse(suit))
    weighed = Chances().over(layouts)
    core = _core.SingleSuit(layouts.combination.north, layouts.combination.south)
    _, _, _, wins = core.leads(goal, weighed.weights, True)[0]
    return layouts, weighed, int.from_bytes(wins, "little")


def test_the_doubleton_that_reese_overlooked_is_worth_one_in_128_by_the_toss_of_a_coin() -> None:
    layouts, _, wins = best("AJ9 764", 2)
    weighed = Chances(coins=True).over(layouts)
    chances = [weighed.chance(clause.adds) for clause in cover(layouts, wins).clauses]
    assert chances == [Fraction(3, 8), Fraction(1, 128)]


def test_an_interpretation_list_is_disjoint_and_complete() -> None:
    chance, made = random.Random(4), 0
    for suit in map(Combination.parse, ("A64 Q75", "AQT 43", "AJ9 764", "AKQJ8 32")):
        layouts = Layouts(suit)
        for tricks in (
            [chance.randrange(4) for _ in layouts],
            [3 - min(2, layout.west_length) for layout in layouts],
        ):
            found = interpretation(layouts, tricks)
            assert [number for number, _ in found] == sorted(set(tricks))
            for number, said in found:
                for deal in deals(suit):
                    true = any(is_true(clause, deal.west, deal.east) for clause in said.clauses)
                    assert true == (tricks[deal.place] == number)
                    made += 1
    assert made > 3_000


def double_finesse() -> list[tuple[int, Cover]]:
    """When each number of tricks is taken with AQT opposite 43: the king and jack count in West's hand."""
    layouts = Layouts(Combination.parse("AQT 43"))
    tricks = [1 + ("K" in str(x).split()[0]) + ("J" in str(x).split()[0]) for x in layouts]
    return [*interpretation(layouts, tricks)]


def test_the_interpretation_list_of_the_double_finesse() -> None:
    weighed = Chances().over(Layouts(Combination.parse("AQT 43")))
    chances = [cover_text(said, weighed).rpartition(" ")[2] for _, said in double_finesse()]
    assert [number for number, _ in double_finesse()] == [1, 2, 3]
    assert chances == ["(24%)", "(52%)", "(24%)"]
    assert all(len(said.clauses) == 1 for _, said in double_finesse())


def test_nothing_is_never_and_everything_is_always() -> None:
    layouts = Layouts(Combination.parse("AQ 2"))
    weighed, everything = Chances().over(layouts), (1 << len(layouts)) - 1
    said = [
        cover_text(what(layouts, sets), weighed) for what in (cover, describe) for sets in (0, everything)
    ]
    assert said == ["never", "always"] * 2


def test_nothing_is_missing_when_declarer_has_the_whole_suit() -> None:
    layouts = Layouts(Combination.parse("AKQJT98 765432"))
    assert cover_text(describe(layouts, 1), Chances().over(layouts)) == "always"


def test_two_limits_of_a_split_are_both_said() -> None:
    suit = Combination.parse("AKQJ 98")
    layouts = Layouts(suit)
    facts = (Splits(suit.missing, 1, 3), Splits(suit.missing, 0, 2))
    shorter = [min(each.west_length, each.east_length) for each in layouts]
    true = sum(1 << place for place, number in enumerate(shorter) if number in (1, 2))
    said = Cover(layouts.groups, (Clause(facts, False, true, true, 0.0),), true, 0.0)
    assert misread(said, suit)[1] == []


def test_what_cannot_be_described_is_named() -> None:
    layouts = Layouts(Combination.parse("AQ 2"))
    with pytest.raises(SuitError, match="not a set of 20 layouts"):
        cover(layouts, 1 << 20)
    with pytest.raises(SuitError, match="3 results cannot be those of 20 layouts"):
        interpretation(layouts, (0, 1, 2))
    with pytest.raises(Unexplained, match="no words for suits in 'fr'"):
        cover_text(cover(layouts, 1), Chances().over(layouts), "fr")
