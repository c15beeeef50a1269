"""Squeezes by rule against the oracle: the rules' hits, misses and false alarms.

Endings are so many cards for each hand, drawn from the pack. A squeeze is what the oracle calls one: tricks
that are lost when no defender has to discard. "Clean" endings have one loser by the rules, all tricks but one
by cashing winners, and nothing more to be had without a squeeze.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick.core import CardSet, Deal, Seat, Strain
from overtrick.squeezes import analyse
from overtrick.squeezes.ending import Ending, State
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.rules import RuleSqueeze, recognise
from overtrick.squeezes.rules.blue import losers

NOTRUMP = 4


class Sample(NamedTuple):
    """Which endings to draw."""

    name: str
    cards: int
    strains: tuple[int, ...]
    leaders: tuple[int, ...]
    is_clean: bool


class Truth(NamedTuple):
    """The oracle's verdict on an ending."""

    tricks: int
    gain: int
    victims: tuple[Seat, ...]
    kind: str
    """Empty if there is no squeeze."""

    @property
    def family(self) -> str:
        """Victims and tricks, in words."""
        who = ("either victim", "1 victim", "2 victims")[len(self.victims)]
        return f"{who}, gain {self.gain}"


@dataclass
class Tally:
    """Counts of the rules' right and wrong answers."""

    endings: int = 0
    right: int = 0
    false: int = 0
    missed: int = 0
    victims_right: int = 0
    seconds: float = 0.0
    families: Counter[tuple[str, bool]] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By the oracle's kind and the rules' kind, which is empty for a squeeze they missed."""

    def count(self, truth: Truth, found: RuleSqueeze | None, lost: int) -> None:
        """Note one ending."""
        is_squeeze, is_found = truth.gain > 0, found is not None
        self.right += is_squeeze and is_found
        self.false += is_found and not is_squeeze
        self.missed += is_squeeze and not is_found
        self.victims_right += is_squeeze and found is not None and found.victims == truth.victims
        if is_squeeze:
            loses = "all tricks" if not lost else f"loses {lost}"
            self.families[f"{truth.family}, {loses}", is_found] += 1
            self.kinds[truth.kind, found.kind if found is not None else ""] += 1

    @property
    def kinds_right(self) -> int:
        """The number of squeezes with the oracle's name."""
        return sum(number for (kind, called), number in self.kinds.items() if kind == called)


def random_states(chance: Random, sample: Sample) -> Iterator[State]:
    """An endless stream of random endings."""
    while True:
        pack = chance.sample(range(52), 4 * sample.cards)
        north, east, south, west = (sum(1 << card for card in pack[seat::4]) for seat in range(4))
        yield State((north, east, south, west), chance.choice(sample.strains), chance.choice(sample.leaders))


def is_clean(state: State) -> bool:
    """One loser, by the rules, by cashing, and without forced discards."""
    all_but_one = state.tricks_left - 1
    oracle = own_oracle()
    return (
        losers(state.hands) == 1
        and oracle.value(state, ALWAYS, ALWAYS) == all_but_one
        and oracle.tops(state) == all_but_one
    )


def truth_of(state: State) -> Truth:
    """Ask the oracle."""
    oracle = own_oracle()
    tricks = oracle.value(state)
    gain = tricks - oracle.value(state, ALWAYS, ALWAYS)
    free = ((Seat.EAST, (ALWAYS, 0)), (Seat.WEST, (0, ALWAYS))) if gain else ()
    victims = tuple(seat for seat, blanks in free if oracle.value(state, *blanks) < tricks)
    squeeze = analyse(ending_of(state)).squeeze if gain else None
    return Truth(tricks, gain, victims, "" if squeeze is None else str(squeeze.kind))


def ending_of(state: State) -> Ending:
    """The ending of a state."""
    north, east, south, west = map(CardSet, state.hands)
    return Ending(Deal((north, east, south, west)), Strain(state.strain), Seat(state.leader))


def measured(sample: Sample, seed: int, endings: int) -> Tally:
    """Compare rules and oracle over a sample."""
    tally = Tally()
    for state in random_states(Random(f"{seed} {sample}"), sample):
        if sample.is_clean and not is_clean(state):
            continue
        ending = ending_of(state)
        start = process_time()
        found = recognise(ending)
        tally.seconds += process_time() - start
        truth = truth_of(state)
        tally.count(truth, found, sample.cards - truth.tricks)
        tally.endings += 1
        if tally.endings == endings:
            break
    return tally


def share(part: int, whole: int) -> str:
    """A proportion with Wilson's 95 % interval."""
    if not whole:
        return "-"
    z, p = 1.96, part / whole
    middle, half = p + z * z / (2 * whole), z * sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    low, high = ((middle + sign * half) / (1 + z * z / whole) for sign in (-1, 1))
    return f"{p:.3f} ({max(0.0, low):.3f}-{high:.3f})"


def samples() -> tuple[Sample, ...]:
    """Clean endings by size and leader, then all endings, in notrumps and with trumps."""
    nt, trumps, south, either = (NOTRUMP,), (0, 1, 2, 3), (2,), (0, 2)
    return (
        *(Sample(f"clean, {cards}, NT, South", cards, nt, south, True) for cards in (3, 4, 5)),
        Sample("clean, 5, NT, N or S", 5, nt, either, True),
        Sample("clean, 5, trumps, N or S", 5, trumps, either, True),
        *(Sample(f"all, {cards}, NT, South", cards, nt, south, False) for cards in (3, 4, 5)),
        Sample("all, 5, NT, N or S", 5, nt, either, False),
        Sample("all, 5, trumps, N or S", 5, trumps, either, False),
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--endings", type=int, default=20_000, help="for each row")
    parser.add_argument("--only", default="", help="rows whose name contains this")
    chosen = parser.parse_args()
    console = Console(width=150)
    console.print(heading())
    heads = (
        "endings",
        "number",
        "squeezes",
        "TP",
        "FP",
        "FN",
        "precision",
        "recall",
        "victims",
        "kinds",
        "ms",
    )
    table = Table(*heads, title=f"Rules against the oracle, seed {chosen.seed}")
    families, kinds = Counter[tuple[str, bool]](), Counter[tuple[str, str]]()
    for sample in samples():
        if chosen.only in sample.name:
            tally = measured(sample, chosen.seed, chosen.endings)
            table.add_row(sample.name, *row(tally))
            if not sample.is_clean:
                trumps = "" if sample.strains == (NOTRUMP,) else "trumps: "
                families += Counter({(trumps + name, ok): n for (name, ok), n in tally.families.items()})
                kinds += tally.kinds
    for each in (table, by_family(families), by_kind(kinds)):
        console.print(each)


def row(tally: Tally) -> tuple[str, ...]:
    """One line of the table."""
    squeezes, said = tally.right + tally.missed, tally.right + tally.false
    counts = (tally.endings, squeezes, tally.right, tally.false, tally.missed)
    shares = (share(tally.right, said), share(tally.right, squeezes))
    agreement = f"{tally.victims_right}/{tally.right}", f"{tally.kinds_right}/{tally.right}"
    return (*map(str, counts), *shares, *agreement, f"{1000 * tally.seconds / max(1, tally.endings):.2f}")


def by_family(families: Counter[tuple[str, bool]]) -> Table:
    """What is found and missed, by family, over all endings that are not chosen as clean."""
    table = Table("family", "squeezes", "found", "recall", title="All endings, by family")
    for name in sorted({name for name, _ in families}):
        found = families[name, True]
        every = found + families[name, False]
        table.add_row(name, str(every), str(found), share(found, every))
    return table


def by_kind(kinds: Counter[tuple[str, str]]) -> Table:
    """What is found of each kind, and how often the rules give it the oracle's name."""
    table = Table("oracle's kind", "squeezes", "found", "recall", "same name", title="All endings, by kind")
    for name in sorted({name for name, _ in kinds}):
        every = sum(number for (kind, _), number in kinds.items() if kind == name)
        found = every - kinds[name, ""]
        table.add_row(name, str(every), str(found), share(found, every), share(kinds[name, name], found))
    return table


if __name__ == "__main__":
    main()
