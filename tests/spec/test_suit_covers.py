"""A description of layouts is exact: its facts, its chances and its sentence are checked card by card."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick import _core
from overtrick.explain.registry import Unexplained
from overtrick.explain.suit_layouts import cover_text
from overtrick.suits.chances import Chances, Weighed
from overtrick.suits.combination import Combination
from overtrick.suits.covers import Clause, Cover, Description, Splits, cover, describe, interpretation
from overtrick.suits.errors import SuitError
from overtrick.suits.layouts import Layouts

RANKS = "23456789TJQKA"
TEXTBOOK = Path(__file__).parents[1] / "data" / "textbook_suits.txt"
HARD = ("3 KJ96", "- Q753", "KJ842 -", "5 Q9762", "Q9854 3", "K54 J862", "T863 KJ5", "QT64 82", "AT42 953")

Hand = frozenset[str]  # the letters of the cards one defender holds
Meaning = Callable[[Hand, Hand], bool]  # West's cards and East's


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
    suits = [Combination.parse(line) for line in dict.fromkeys((*HARD, *lines))]
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
    assert len(results) > 400
    assert sum(made for made, _ in results) > 100_000


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

SPOTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = ("no", "one", *SPOTS, "eleven", "twelve", "thirteen")
NAMES = dict(zip((*SPOTS, "jack", "queen", "king", "ace"), RANKS, strict=True))
R = f"(?:{'|'.join(NAMES)})"
# A number is no card: 'the ten and two small cards'.
LIST = f"{R}(?:(?:, {R})* and {R}(?! small| card| honour| other| or| to| of))?"
N = f"(?:{'|'.join(NUMBERS)})"
NOUN = (
    f"(?:small cards?|honours?|cards? above the {R}|cards? below the {R}|cards? from the {R} down to the {R})"
)
COUNT = f"(?:exactly {N}|at least {N}|at most {N}|{N} or {N}|{N} to {N}|all {N}|both|none|{N})"
ITEM = f"(?:the {LIST}|{COUNT} of the {LIST}|{COUNT} {NOUN})"
LENGTH = f"(?:a singleton|a doubleton|{COUNT} cards?)"


class Reader:
    """Reads an English sentence about the missing cards of a suit."""

    def __init__(self, suit: Combination) -> None:
        first = deals(suit)[0]
        self.missing = sorted(first.west | first.east, key=RANKS.index)
        self.small: set[str] = set()
        for card in self.missing:  # a small card has no missing card of its run from the ten up
            run = RANKS.index(card)
            while run < 13 and RANKS[run] in self.missing:
                run += 1
            if run <= 8:
                self.small.add(card)

    def clauses(self, text: str) -> tuple[bool, list[tuple[Meaning, str]]]:
        """Whether it says 'unless', and each clause with its percentage."""
        unless = text.startswith("unless ")
        found, subject = [], ""
        for said, percent in re.findall(r"(.+?) \(([0-9.]+%)\)(?:, or |$)", text.removeprefix("unless ")):
            is_whole = re.match(
                f"(West|East|a defender|one defender) |the suit |the {R} and {R} are divided", said
            )
            whole = said if is_whole else subject + said
            found.append((self.clause(whole), percent))
            starts = re.match("(West|East|a defender) has ", whole)
            subject = starts[0] if starts else ""
        assert found, text
        return unless, found

    def clause(self, said: str) -> Meaning:
        parts = [self.part(part) for part in said.split(", and ")]
        if "defender" in said:
            return lambda west, east: all(p(west, east) for p in parts) or all(p(east, west) for p in parts)
        return lambda west, east: all(part(west, east) for part in parts)

    def part(self, said: str) -> Meaning:
        if split := re.fullmatch(r"the suit splits (\d+)-(\d+)(| or better| or worse)", said):
            assert int(split[1]) + int(split[2]) == len(self.missing)
            sign = {"": (0,), " or better": (0, 1), " or worse": (0, -1)}[split[3]]
            short = int(split[2])
            return lambda w, e: (min(len(w), len(e)) > short) - (min(len(w), len(e)) < short) in sign
        if divided := re.fullmatch(f"the ({R}) and ({R}) are divided", said):
            one, other = NAMES[divided[1]], NAMES[divided[2]]
            return lambda w, e: (one in w) != (other in w)
        match = re.fullmatch("(West|East|a defender|one defender|the other) (?:has|is) (.+)", said)
        assert match, said
        holding = self.holding(match[2])
        return (lambda w, e: holding(e)) if match[1] in ("East", "the other") else (lambda w, e: holding(w))

    def holding(self, said: str) -> Callable[[Hand], bool]:
        if but := re.fullmatch(f"(.+) but (not (the {R})|no {NOUN}|none of the {LIST})", said):
            rest, lacks = self.holding(but[1]), self.item(but[2].removeprefix("not "))
            wanted = not but[3]
            return lambda hand: rest(hand) and lacks(hand) is wanted
        for pattern, meaning in self.forms():
            if match := re.fullmatch(pattern, said):
                return meaning(*match.groups())
        raise AssertionError(f"cannot read {said!r}")

    def forms(self) -> list[tuple[str, Callable[..., Callable[[Hand], bool]]]]:
        items = f"{ITEM}(?: and {ITEM})*"
        names = f"{R}(?:(?:, {R})* or {R})?"
        return [
            ("void", lambda: lambda hand: not hand),
            (f"the singleton ({names})", lambda said: self.singleton(f"the {said}")),
            ("a (small) singleton", lambda said: self.singleton(f"{said} cards")),
            ("a singleton (honour|above .+|below .+|from .+)", lambda said: self.singleton(said)),
            ("([2-9TJQKA]{2}) doubleton", lambda both: lambda hand: hand == set(both)),
            (f"the doubleton ({R})", lambda name: lambda hand: len(hand) == 2 and NAMES[name] in hand),
            (f"just ({items})", self.only),
            (f"({items}) and no others", self.only),
            (f"({items}) and ({COUNT}) other cards?", self.with_others),
            (f"({LENGTH})(?: including ({items}))?", self.length),
            (f"({items})", self.all_of),
        ]

    def singleton(self, said: str) -> Callable[[Hand], bool]:
        cards = self.named(said)
        return lambda hand: len(hand) == 1 and hand <= cards

    def all_of(self, said: str) -> Callable[[Hand], bool]:
        parts = [self.item(item) for item in re.findall(ITEM, said)]
        assert " and ".join(re.findall(ITEM, said)) == said
        return lambda hand: all(part(hand) for part in parts)

    def only(self, said: str) -> Callable[[Hand], bool]:
        holds, allowed = self.all_of(said), self.every_card(said)
        return lambda hand: holds(hand) and hand <= allowed

    def with_others(self, said: str, count: str) -> Callable[[Hand], bool]:
        sure = self.every_card(said)
        assert not re.search("exactly|at least|at most| of ", said), said
        return lambda hand: sure <= hand and self.counts(count, len(hand - sure), 13)

    def every_card(self, said: str) -> set[str]:
        found: set[str] = set()
        for item in re.findall(ITEM, said):
            found |= self.named(re.sub(f"^(all {N}|both|{N}) (of )?", "", item))
        return found

    def item(self, said: str) -> Callable[[Hand], bool]:
        if re.fullmatch(f"the {LIST}", said):
            named = self.named(said)
            return lambda hand: named <= hand
        match = re.fullmatch(f"({COUNT}) (?:of )?(the {LIST}|{NOUN})", said)
        assert match, said
        cards = self.named(match[2])
        return lambda hand: self.counts(match[1], len(hand & cards), len(cards))

    def length(self, said: str, items: str | None) -> Callable[[Hand], bool]:
        short = {"a singleton": "one", "a doubleton": "two"}
        count = short.get(said, re.sub(" cards?$", "", said))
        holds = self.all_of(items) if items else lambda hand: True
        return lambda hand: self.counts(count, len(hand), 13) and holds(hand)

    def counts(self, said: str, number: int, of: int) -> bool:
        said = said.replace("none", "no").replace("both", "all two")
        values = [NUMBERS.index(word) for word in said.split() if word in NUMBERS]
        if said.startswith("all"):
            assert values == [of], said
        if said.startswith("at least"):
            return number >= values[0]
        return number <= values[0] if said.startswith("at most") else values[0] <= number <= values[-1]

    def named(self, said: str) -> set[str]:
        """The missing cards that a phrase names."""
        ranks = [RANKS.index(NAMES[word]) for word in re.findall(rf"\b{R}\b", said)]
        if "small" in said:
            return self.small
        if "honour" in said:
            return {card for card in self.missing if card in "TJQKA"}
        if limits := re.search("above|below|from", said):
            low = {"above": ranks[0] + 1, "below": 0, "from": ranks[-1]}[limits[0]]
            high = {"above": 12, "below": ranks[0] - 1, "from": ranks[0]}[limits[0]]
            return {card for card in self.missing if low <= RANKS.index(card) <= high}
        found = {RANKS[rank] for rank in ranks}
        assert said.startswith("the "), said
        assert found <= set(self.missing), said
        return found


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
    unless, clauses = Reader(suit).clauses(text)
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
    for suit, wins in winning_sets():
        for found in (described(suit, wins), covered(suit, wins)):
            comparisons, faulty = misread(found, suit)
            made += comparisons
            wrong += faulty[:1]
    assert not wrong, "\n".join(wrong[:20])
    assert made > 60_000


def test_the_reader_sees_when_a_sentence_is_wrong_about_one_layout() -> None:
    chosen = winning_sets()[::10]
    for suit, wins in chosen:
        found = described(suit, wins)
        assert misread(replace(found, layouts=found.layouts ^ 1), suit)[1]
    assert len(chosen) > 40


def test_what_is_said_of_impossible_layouts_does_not_matter() -> None:
    """West is known to have at least three cards: then the solver's other layouts are noise."""
    chances, shorter, checked = Chances(west=(3, 13)), 0, 0
    for suit, wins in winning_sets()[::7]:
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


def best(suit: str, goal: int) -> tuple[Layouts, Weighed, int]:
    layouts = Layouts(Combination.parse(suit))
    weighed = Chances().over(layouts)
    core = _core.SingleSuit(layouts.combination.north, layouts.combination.south)
    _, _, _, wins = core.leads(goal, weighed.weights, True)[0]
    return layouts, weighed, int.from_bytes(wins, "little")


@pytest.mark.parametrize(
    ("suit", "goal", "english", "german"),
    [
        (
            "A64 Q75",
            2,
            "East has the king (50%), or West has the singleton king (0.5%)",
            "Ost hat den König (50 %), oder West hat den König blank (0,5 %)",
        ),
        (
            "AJ9 764",
            2,
            "West has the ten and at least one of the king and queen (37%), or KQ doubleton (0.7%)",
            "West hat die Zehn und mindestens eine der Karten König und Dame (37 %), "
            "oder König und Dame zu zweit (0,7 %)",
        ),
        ("AQT 43", 3, "West has the king and jack (24%)", "West hat König und Buben (24 %)"),
        ("AK76 5432", 3, "the suit splits 3-2 (67.8%)", "die Farbe steht 3-2 (67,8 %)"),
        ("74 AKJT8632", 8, "unless East is void (11%)", "es sei denn, Ost hat Chicane (11 %)"),
    ],
)
def test_the_words_are_those_of_a_bridge_book(suit: str, goal: int, english: str, german: str) -> None:
    layouts, weighed, wins = best(suit, goal)
    found = describe(layouts, wins)
    assert (cover_text(found, weighed), cover_text(found, weighed, "de")) == (english, german)


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


def test_the_interpretation_list_of_the_double_finesse() -> None:
    layouts = Layouts(Combination.parse("AQT 43"))
    tricks = [1 + ("K" in str(x).split()[0]) + ("J" in str(x).split()[0]) for x in layouts]
    weighed = Chances().over(layouts)
    assert [(number, cover_text(said, weighed)) for number, said in interpretation(layouts, tricks)] == [
        (1, "East has the king and jack (24%)"),
        (2, "the king and jack are divided (52%)"),
        (3, "West has the king and jack (24%)"),
    ]


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
    true = sum(1 << place for place, each in enumerate(layouts) if all(f.is_true(each.west) for f in facts))
    said = Cover(layouts.groups, (Clause(facts, False, true, true),), true, 0.0)
    assert misread(said, suit)[1] == []


def test_what_cannot_be_described_is_named() -> None:
    layouts = Layouts(Combination.parse("AQ 2"))
    with pytest.raises(SuitError, match="not a set of 20 layouts"):
        cover(layouts, 1 << 20)
    with pytest.raises(SuitError, match="3 results cannot be those of 20 layouts"):
        interpretation(layouts, (0, 1, 2))
    with pytest.raises(Unexplained, match="no sentences in 'fr'"):
        cover_text(cover(layouts, 1), Chances().over(layouts), "fr")
