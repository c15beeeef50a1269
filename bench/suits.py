"""Single suits: CPU time on one core, how many lines can be told truly, and how the seven tactics fare.

Every problem is solved from scratch for all goals and for expected tricks. FINESSE's own figures (an Ultra
SPARC-II at 450 MHz, AAAI 2000) stand beside ours where it measured the same; they are another machine's.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.machine import heading
from overtrick import _core
from overtrick.suits import Chances, Combination, Layouts, Weights, solve
from overtrick.suits.book import Book
from overtrick.suits.covers import describe
from overtrick.suits.holding import LETTERS
from overtrick.suits.words import line_text

TEXTBOOK = Path(__file__).parent.parent / "tests" / "data" / "textbook_suits.txt"
HARD = (
    "J9753 K",
    "KJ975 3",
    "KJ974 -",
    "K864 T3",
    "T863 KJ5",
    "QT64 82",
    "KT86 42",
    "K9753 J",
    "QT863 A",
    "KJ97 3",
    "J973 K",
)


def textbook() -> list[Combination]:
    """The papers' problems and those of the textbooks."""
    lines = TEXTBOOK.read_text(encoding="utf-8").splitlines()
    return [Combination.parse(line) for line in lines if line.strip() and not line.startswith("#")]


def random_combinations(count: int, seed: int, fewest: int = 4, most: int = 11) -> Iterator[Combination]:
    """Holdings of every shape."""
    random = Random(seed)
    for _ in range(count):
        cards = random.sample(LETTERS, random.randint(fewest, most))
        cut = random.randint(0, len(cards))
        yield Combination.of("".join(cards[:cut]), "".join(cards[cut:]))


def timed(combination: Combination) -> float:
    """Milliseconds of CPU for every goal and expected tricks, the bindings included."""
    start = process_time()
    answer = solve(combination)
    for tricks in range(1, combination.length + 1):
        answer.goal(tricks)
    answer.best_for_average  # noqa: B018
    return 1000 * (process_time() - start)


def speed(problems: int) -> Table:
    """How long it takes."""
    table = Table(
        "problems",
        "number",
        "mean ms",
        "median",
        "p99",
        "worst",
        "worst problem",
        title="All goals and expected",
    )
    for name, combinations in (
        ("papers and textbooks", textbook()),
        ("random, 4 to 11 cards", list(random_combinations(problems, seed=2026))),
        ("the hardest known", [Combination.parse(text) for text in HARD]),
    ):
        times = [(timed(each), str(each)) for each in combinations]
        only = sorted(time for time, _ in times)
        p99 = only[min(len(only) - 1, int(0.99 * len(only)))]
        row = (f"{mean(only):.2f}", f"{median(only):.2f}", f"{p99:.1f}", f"{only[-1]:.1f}", max(times)[1])
        table.add_row(name, str(len(only)), *row)
    return table


def words(problems: int) -> Table:
    """Which best lines can be told, checked, in at most three sentences."""
    table = Table(
        "problems",
        "goals",
        "told",
        "share",
        "not sure things",
        "told",
        "share",
        "words",
        "most",
        title="Texts",
    )
    sets = (
        ("papers and textbooks", textbook()),
        (f"{problems} random", list(random_combinations(problems, seed=6))),
    )
    for name, combinations in sets:
        goals, told, open_goals, open_told, lengths = 0, 0, 0, 0, list[int]()
        for combination in track(combinations, description=name, transient=True):
            answer = solve(combination)
            for goal in answer.goals:
                text, is_open = line_text(answer, goal.tricks), goal.odds.wins < goal.odds.cases
                goals, open_goals = goals + 1, open_goals + is_open
                if text is not None:
                    told, open_told = told + 1, open_told + is_open
                    lengths.append(len(text.split()))
        shares = f"{told / goals:.2%}", f"{open_told / open_goals:.2%}"
        row = (str(goals), str(told), shares[0], str(open_goals), str(open_told), shares[1])
        table.add_row(name, *row, f"{median(lengths):.0f}", str(max(lengths)))
    return table


def layouts_exact(problems: int) -> str:
    """Descriptions of winning layouts compared with the layouts themselves."""
    right = total = 0
    for combination in random_combinations(problems, seed=7):
        answer = solve(combination)
        for goal in answer.goals:
            found = describe(answer.layouts, goal.wins)
            union = 0
            for clause in found.cover.clauses:
                union |= clause.layouts
            everything = (1 << len(answer.layouts)) - 1
            right += (union ^ everything if found.unless else union) == goal.wins
            total += 1
    return f"layout descriptions exact: {right} of {total}"


def tactics(problems: int, save: Path | None) -> Table:
    """The seven tactics alone against all cards: where they miss, and how large the trees are."""
    table = Table(
        *("problems", "goals", "missed", "worst loss", "leaves, tactics", "leaves, cards", "root vectors"),
        title="Tactics alone (FINESSE: 1,330 leaves against 47,000, 6.4 root vectors)",
    )
    missed_ones = list[dict[str, object]]()
    sets = (
        ("papers and textbooks", textbook()),
        (f"{problems} random", list(random_combinations(problems, seed=8))),
    )
    for name, combinations in sets:
        goals, missed, worst, small, large, vectors = 0, 0, 0.0, list[int](), list[int](), list[int]()
        for combination in track(combinations, description=name, transient=True):
            weighed = Chances().over(Layouts(combination))
            found = losses(combination, weighed)
            goals += len(found)
            for tricks, loss in found:
                if loss > 0:
                    missed, worst = missed + 1, max(worst, loss)
                    missed_ones.append({"combination": str(combination), "tricks": tricks, "loss": loss})
            small.append(core(combination, True).leaves())
            large.append(core(combination, False).leaves())
            most = max((tricks for tricks, _ in found), default=1)
            lines = core(combination, True).lines(most, 100_000) if combination.length else []
            vectors.append(len(lines))
        row = (f"{mean(small):,.0f}", f"{mean(large):,.0f}", f"{mean(vectors):.1f}")
        table.add_row(name, str(goals), f"{missed} ({missed / goals:.1%})", f"{worst:.1%}", *row)
    if save is not None:
        save.write_text(json.dumps(missed_ones, indent=1) + "\n", encoding="utf-8")
    return table


def tactics_in_book(place: Path, step: int) -> Table:
    """The same for the combinations of the book, or for every `step`-th of them."""
    table = Table(
        "cards", "goals", "missed", "share", "worst loss", "worst", title="Tactics alone, in the book"
    )
    book = Book.open(place)
    totals: dict[int, list[tuple[float, str]]] = {}
    entries = islice(book.entries(), 0, None, step)
    for entry in track(entries, total=len(book) // step, description="book", transient=True):
        combination = entry.combination
        cards = (combination.north | combination.south).bit_count()
        weighed, few = Chances().over(Layouts(combination)), core(combination, True)
        for goal in entry.goals:
            found = few.leads(goal.tricks, weighed.weights, True)
            best = max((value for _, _, value, _ in found), default=0) / weighed.total
            loss = float(goal.odds.fraction) - best
            totals.setdefault(cards, []).append((loss, f"{combination}, {goal.tricks}"))
    for cards, losses_found in sorted(totals.items()):
        missed = sum(loss > 1e-12 for loss, _ in losses_found)
        worst, where = max(losses_found)
        share = f"{missed / len(losses_found):.2%}"
        table.add_row(str(cards), f"{len(losses_found):,}", f"{missed:,}", share, f"{worst:.1%}", where)
    return table


def core(combination: Combination, tactics_only: bool) -> _core.SingleSuit:
    """The compiled solver, with the seven tactics alone or with every card."""
    return _core.SingleSuit(combination.north, combination.south, tactics_only=tactics_only)


def losses(combination: Combination, weighed: Weights) -> list[tuple[int, float]]:
    """For each goal with a chance, the loss from using the tactics alone."""
    found, both = [], [core(combination, True), core(combination, False)]
    for tricks in range(1, combination.length + 1):
        few, all_cards = (
            max((value for _, _, value, _ in each.leads(tricks, weighed.weights, True)), default=0)
            for each in both
        )
        if all_cards:
            found.append((tricks, (all_cards - few) / weighed.total))
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=2000, help="random problems for each table")
    parser.add_argument("--only", choices=("speed", "words", "layouts", "tactics"), help="one table alone")
    parser.add_argument("--book", type=Path, help="the encyclopedia, for the tactics in all of it")
    parser.add_argument("--step", type=int, default=1, help="with --book: every so manieth combination")
    parser.add_argument("--save", type=Path, help="write the combinations that the tactics miss")
    chosen = parser.parse_args()
    console = Console()
    console.print(heading())
    if chosen.only in (None, "speed"):
        console.print(speed(chosen.problems))
        console.print(f"largest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if chosen.only in (None, "words"):
        console.print(words(chosen.problems))
    if chosen.only in (None, "layouts"):
        console.print(layouts_exact(chosen.problems // 10))
    if chosen.only in (None, "tactics"):
        console.print(tactics(chosen.problems // 4, chosen.save))
        if chosen.book is not None:
            console.print(tactics_in_book(chosen.book, chosen.step))


if __name__ == "__main__":
    main()
