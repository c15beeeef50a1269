"""The book of suit combinations: every combination once, found again, and never a damaged answer."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core import Seat
from overtrick.suits.book import (
    Book,
    Entry,
    Record,
    build,
    chunks,
    default_place,
    pack,
    record_of,
    unpack,
    working_file,
)
from overtrick.suits.canonical import (
    Lead,
    canonical,
    chapter,
    chapter_size,
    chapters,
    leads,
    number_of_combinations,
)
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.solution import Solution, solve
from tests.endings import IS_SOAK

# Two hands and the defenders, card by card from the two up: N, S or - for missing.
suits = st.lists(st.sampled_from("NS-"), min_size=13, max_size=13)


def combination(owners: list[str]) -> Combination:
    north, south = (
        sum(1 << rank for rank, owner in enumerate(owners) if owner == hand) for hand in ("N", "S")
    )
    return Combination(north, south)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book of the combinations of 2, 3 and 11 cards."""
    return build(tmp_path_factory.mktemp("book") / "small.suits", (2, 3, 11), workers=1)


# Canonical combinations


@given(suits)
def test_a_canonical_combination_stands_for_itself(owners: list[str]) -> None:
    first = canonical(combination(owners))
    assert canonical(first) == first


@given(suits)
def test_north_and_south_may_be_changed_about(owners: list[str]) -> None:
    asked = combination(owners)
    assert canonical(Combination(asked.south, asked.north)) == canonical(asked)


@given(suits, st.randoms(use_true_random=False))
def test_touching_cards_may_change_hands(owners: list[str], chance: random.Random) -> None:
    runs = "".join(owners).split("-")
    shuffled = "-".join("".join(chance.sample(run, len(run))) for run in runs)
    assert canonical(combination(list(shuffled))) == canonical(combination(owners))


@given(suits)
def test_every_combination_is_in_the_chapter_of_its_cards(owners: list[str]) -> None:
    asked = combination(owners)
    assert chapter(asked.north | asked.south).count(canonical(asked)) == 1


def holdings(cards: int) -> int:
    """Rows of 13 letters with so many N and S and no S just before an N: touching cards in one order only."""
    counts = {("-", 0): 1}
    for _ in range(13):
        after = dict[tuple[str, int], int]()
        for (last, held), ways in counts.items():
            for letter in "N-S" if last != "S" else "-S":
                place = letter, held + (letter != "-")
                after[place] = after.get(place, 0) + ways
        counts = after
    return sum(ways for (_, held), ways in counts.items() if held == cards)


def symmetric_holdings(cards: int) -> int:
    """Rows of single missing cards and of pairs, one card of each hand, that fill 13 places."""
    counts = {(0, 0): 1}
    for place in range(13):
        for (filled, held), ways in list(counts.items()):
            if filled == place:
                for after in ((place + 1, held), (place + 2, held + 2)):
                    counts[after] = counts.get(after, 0) + ways
    return counts.get((13, cards), 0)


def test_there_are_317315_holdings_and_158842_combinations() -> None:
    both = [(holdings(cards), symmetric_holdings(cards)) for cards in range(2, 12)]
    assert sum(ordered for ordered, _ in both) == 317_315
    assert [(ordered + same) // 2 for ordered, same in both] == list(
        map(number_of_combinations, range(2, 12))
    )
    assert sum(map(number_of_combinations, range(2, 12))) == 158_842


def every_combination(cards: Iterable[int]) -> Iterator[Combination]:
    """Every canonical combination of so many cards."""
    for number in cards:
        for ours in chapters(number):
            yield from chapter(ours)


def test_every_combination_comes_once() -> None:
    found = list(every_combination(range(2, 12)))
    assert len(found) == len(set(found)) == 158_842
    assert all(canonical(each) == each for each in found[::37])
    held = [(each.north | each.south).bit_count() for each in found]
    assert held == sorted(held)
    assert sum(chapter_size(ours) for ours in {each.north | each.south for each in found}) == 158_842


# What the book says


def agrees(entry: Entry, solution: Solution) -> bool:
    """Does the book say what the solver says, lead by lead?"""
    goals = [
        (goal.tricks, goal.odds, tuple(Lead(play.seat, play.rank) for play in goal.first_plays))
        for goal in map(solution.goal, range(1, solution.combination.length + 1))
    ]
    average = tuple(Lead(play.seat, play.rank) for play in solution.best_for_average)
    own = [entry.goal(tricks) for tricks in range(1, solution.combination.length + 1)]
    return (
        [(goal.tricks, goal.odds, goal.first_plays) for goal in own] == goals
        and [goal.tricks for goal in entry.goals] == [goal.tricks for goal in solution.goals]
        and (entry.expected, entry.best_for_average) == (solution.expected, average)
    )


def asked(chance: random.Random, cards: int) -> Combination:
    """A combination as somebody may ask for it, in no particular order."""
    ranks = chance.sample(range(13), cards)
    norths = chance.randint(0, cards)
    return Combination(sum(1 << rank for rank in ranks[:norths]), sum(1 << rank for rank in ranks[norths:]))


def test_a_record_of_the_canonical_combination_answers_for_every_other() -> None:
    chance = random.Random(1)
    compared = 0
    for wanted in [asked(chance, cards) for cards in range(2, 12) for _ in range(10)]:
        record = record_of(solve(canonical(wanted)))
        for each in (wanted, Combination(wanted.south, wanted.north)):
            assert agrees(Entry.of(each, Record.read(iter(record.numbers()))), solve(each)), each
            compared += 1
    assert compared == 200


def test_the_book_says_what_the_solver_says(book: Book) -> None:
    chance = random.Random(2)
    sample = [asked(chance, cards) for cards in book.cards for _ in range(40 if IS_SOAK else 20)]
    assert all(agrees(book[each], solve(each)) for each in sample)


def test_leads_are_those_of_the_hands_that_were_asked_about(book: Book) -> None:
    assert [str(lead) for lead in book[Combination.parse("AQ 2")].goal(2).first_plays] == ["South 2"]
    assert [str(lead) for lead in book[Combination.parse("2 AQ")].goal(2).first_plays] == ["North 2"]
    assert Lead(Seat.NORTH, 12) in leads(Combination.parse("AQ 2"))


def test_a_book_lists_all_its_combinations(book: Book) -> None:
    assert [entry.combination for entry in book.entries()] == list(every_combination((2, 3, 11)))
    assert len(book) == 156 + 1012 + 2184


@pytest.mark.parametrize("text", ["AQT9 43", "A -", "- -"])
def test_a_combination_that_is_not_in_the_book_is_an_error(book: Book, text: str) -> None:
    assert Combination.parse(text) not in book
    with pytest.raises(SuitError, match="is not in the book"):
        book[Combination.parse(text)]


def test_no_more_tricks_can_be_asked_for_than_there_are_cards(book: Book) -> None:
    with pytest.raises(SuitError, match="expected 1 to 2"):
        book[Combination.parse("AQ 2")].goal(3)


@given(st.lists(st.integers(0, 2**40)))
def test_numbers_read_back_from_their_bytes(numbers: list[int]) -> None:
    assert list(unpack(pack(numbers))) == numbers


# Building


class Stop:
    """Somebody presses Ctrl-C after some chunks; notes what was done before."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.seen: list[int] = []

    def __call__(self, done: int, total: int) -> None:
        self.seen.append(done)
        if len(self.seen) == self.after + 1:  # it tells once before it begins
            raise KeyboardInterrupt


def test_an_interrupted_build_goes_on_and_makes_the_same_book(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole.suits", tmp_path / "resumed.suits"
    build(whole, (3,), workers=1)
    first, second, last = Stop(after=2), Stop(after=3), Stop(after=99)
    for stop in (first, second):
        with pytest.raises(KeyboardInterrupt):
            build(resumed, (3,), 1, stop)
        assert not resumed.exists()
    kept = working_file(resumed)
    kept.write_bytes(kept.read_bytes()[:-5])  # a crash while the fifth chunk was written
    build(resumed, (3,), 1, last)
    assert resumed.read_bytes() == whole.read_bytes()
    assert (first.seen[0], second.seen[0]) == (0, first.seen[-1])
    assert last.seen[0] == second.seen[-2]
    assert len(last.seen) == 1 + len(list(chunks(3))) - 4
    assert last.seen[-1] == number_of_combinations(3)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["resumed.suits", "whole.suits"]


def test_work_on_a_larger_book_is_kept_when_a_smaller_one_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.suits"
    with pytest.raises(KeyboardInterrupt):
        build(path, (2, 3), 1, Stop(after=1))
    smaller, larger = Stop(after=99), Stop(after=0)
    assert len(build(path, (2,), 1, smaller)) == number_of_combinations(2)
    with pytest.raises(KeyboardInterrupt):
        build(path, (2, 3), 1, larger)
    assert larger.seen[0] > number_of_combinations(2)


def test_two_processes_make_the_same_book_as_one(tmp_path: Path) -> None:
    made = [build(tmp_path / f"{workers}.suits", (2,), workers) for workers in (1, 2)]
    assert made[0].path.read_bytes() == made[1].path.read_bytes()


def test_a_book_that_is_there_is_not_made_again(book: Book) -> None:
    before = book.path.stat().st_mtime_ns
    build(book.path, (2, 3), progress=Stop(after=0))
    assert book.path.stat().st_mtime_ns == before
    with pytest.raises(SuitError, match="2, 3, 11 cards, not of 3, 4"):
        build(book.path, (3, 4))


def test_a_working_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    kept = working_file(tmp_path / "a.suits")
    kept.write_text("my shopping list")
    with pytest.raises(SuitError, match=r"a\.suits\.part' was not begun by this version"):
        build(tmp_path / "a.suits", (2,))
    assert kept.read_text() == "my shopping list"


def test_a_file_of_another_kind_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir")
    with pytest.raises(SuitError, match=r"letter\.txt' is not an encyclopedia"):
        build(path, (2,))
    assert path.read_text() == "Dear Sir"


def test_no_book_has_combinations_of_one_card(tmp_path: Path) -> None:
    with pytest.raises(SuitError, match="2 to 11 cards"):
        build(tmp_path / "a.suits", (1, 2))


# Damaged files


def test_a_damaged_byte_anywhere_is_noticed(book: Book, tmp_path: Path) -> None:
    sound, path = book.path.read_bytes(), tmp_path / "bad.suits"
    chance = random.Random(3)
    for place in {*range(0, 400, 3), *chance.sample(range(len(sound)), 150)}:
        damaged = bytearray(sound)
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(SuitError, match=r"bad\.suits"):
            Book.open(path)


def test_a_file_cut_short_is_noticed(book: Book, tmp_path: Path) -> None:
    sound, path = book.path.read_bytes(), tmp_path / "short.suits"
    for length in (0, 10, 100, 300, len(sound) // 2, len(sound) - 1):
        path.write_bytes(sound[:length])
        with pytest.raises(SuitError, match=r"short\.suits"):
            Book.open(path)
    path.write_bytes(sound + b"more")
    with pytest.raises(SuitError, match="damaged"):
        Book.open(path)


def test_the_format_of_another_version_is_named(book: Book, tmp_path: Path) -> None:
    title, header, content = book.path.read_bytes().split(b"\n", 2)
    path = tmp_path / "newer.suits"
    path.write_bytes(b"\n".join((title, header.replace(b'"format": 1', b'"format": 2'), content)))
    with pytest.raises(SuitError, match=r"newer\.suits' has format 2, and this version reads format 1"):
        Book.open(path)


def test_the_header_says_what_is_in_the_file(book: Book) -> None:
    header = json.loads(book.path.read_bytes().split(b"\n", 2)[1])
    assert header["combinations"] == len(book)
    assert header["cards"] == [2, 3, 11]
    assert len(header["sha256"]) == hashlib.sha256().digest_size * 2


def test_a_book_is_looked_for_where_it_belongs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OVERTRICK_ENCYCLOPEDIA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_place() == tmp_path / "overtrick" / "encyclopedia.suits"
    assert Book.find() is None
    monkeypatch.setenv("OVERTRICK_ENCYCLOPEDIA", str(tmp_path / "mine"))
    assert default_place() == tmp_path / "mine"
