"""Makes tests/data/combined_chances.txt: boards on which two chances are to be combined.

Endings are made of holdings with a name, some like one that was kept. Kept is an ending in which
one card is better than all others against best defence, by 5% of all layouts or more, in which another
seems as good double dummy, and in which two more cards bank on different layouts. It is put into the least
odd of many whole deals that come to it, and kept if plain sampling goes wrong with two seeds of five. Whether
our player finds the card is not asked. The same seeds make the same file, however many processes are at work.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from random import Random

import numpy as np

from bench.combined_boards import Ending, boards, oddity
from bench.combined_endings import ENDLESS, Dealt, another, layouts_of, lines_of, pattern, random_dealt
from overtrick.core import Auction, Board, CardSet, Play, Seat, Strain
from overtrick.dd.packing import Deals
from overtrick.player.strategies import CardStrategy
from tests.combined_chances import FILE, Line, Problem, plain_cards

EACH = 22
"""Boards of each seed, before those like others are left out."""
MOST_ALIKE = 8
"""The most boards with the same chances and the same first step."""
GIVEN = (
    ("the guess in diamonds before the trump finesse", "A.32.32.", ".AQ4.KJ.", ".K765.AQ4.432", "H", 3),
    (
        "a trump drawn, then the diamond queen and the club ace",
        ".A.AJ.K2",
        ".K.K2.43",
        "32.32.Q43.A65",
        "H",
        3,
    ),
    ("the diamond honours, then two finesses in clubs", "A..32.JT", "..AQT.A9", ".432.KJ54.KQ2", "NT", 3),
    ("the diamond winner before trumps, then the club ace", "AK.A..32", "2.K.A.KQ", "3.32.432.A654", "H", 3),
    ("dummy entered in diamonds, then the heart finesse", ".43.AK.A", ".AQ2.2.2", "5432.K765..43", "C", 3),
    ("two club honours, then the heart queen", ".AJ3..JT", ".KT2..A9", ".Q654.32.KQ32", "H", 4),
    ("trumps from the bottom, then the diamond queen", "..AJ3.JT", "..KT2.A9", ".432.Q654.KQ2", "C", 4),
)
"""Endings of five cards: theme, North, South on lead, what is out, strain, tricks needed."""
LIKE = 0.3
"""The share of endings made like one that was kept."""
WRONG = 2
"""The least number of seeds, of five, with which plain sampling must go wrong."""
ODD = 16
"""A board further than this from one that would be bid is left out."""
HEADING = """# Boards on which two chances are to be combined: python -m bench.making_combined {arguments}
# Lines: the cards that may be led (equals together), best first; the layouts made against best defence, of
# all that the play has left, and in brackets those made if declarer saw all cards after it.
# Wrong: with how many of the seeds 1 to 5 plain sampling (50 deals) leads another card than the best."""


Judged = tuple[Ending, str, Deals, list[CardStrategy], list[CardStrategy]]


def endings(chance: Random) -> Iterator[Judged]:
    """Endings that are problems, no pattern twice, with all layouts, plans and hopes."""
    seen, kept = set[object](), list[Dealt]()
    while True:
        is_like = kept and chance.random() < LIKE
        dealt = another(chance.choice(kept), chance) if is_like else random_dealt(chance)
        if pattern(dealt.ending) in seen:
            continue
        seen.add(pattern(dealt.ending))
        layouts = layouts_of(dealt.ending)
        for target in range(2, dealt.ending.cards_each + 1):
            asked = replace(dealt, ending=replace(dealt.ending, target=target))
            found = lines_of(asked.ending, layouts)
            if found is not None:
                kept.append(dealt)
                yield asked.ending, asked.theme(found[0][0].card), layouts, *found


def given_endings() -> Iterator[Judged]:
    """Endings of five cards that are written down."""
    for theme, north, south, out, strain, target in GIVEN:
        hands = [CardSet.parse(text) for text in (north, south, out)]
        ending = Ending(hands[0], hands[1], hands[2], Strain.parse(strain), Seat.SOUTH, target)
        layouts = layouts_of(ending)
        found = lines_of(ending, layouts, ENDLESS, ENDLESS)
        if found is not None:
            yield ending, theme, layouts, *found


def problems(seed: int) -> Iterator[tuple[object, Problem]]:
    """Problems in whole deals that plain sampling fails, with the pattern of each; seed 0 has those given."""
    chance = Random(seed)
    for ending, theme, layouts, plans, hopes in endings(chance) if seed else given_endings():
        board = _board(ending, _telling(layouts, plans, chance), chance)
        if board is None:
            continue
        problem = Problem("", theme, len(layouts), _lines(plans, hopes), 0, board)
        problem = _turned(problem, chance.randrange(4))
        wrong = sum(card not in problem.best for card in plain_cards(problem))
        if wrong >= WRONG:
            yield pattern(ending), replace(problem, wrong=wrong)


def some(seed: int, number: int) -> list[tuple[object, str]]:
    """The first problems of a seed, as text."""
    found = list[tuple[object, str]]()
    for key, problem in islice(problems(seed), number):
        found.append((key, str(problem)))
        print(f"seed {seed}, {len(found)}: {problem.theme}; wrong {problem.wrong}", flush=True)
    return found


def chosen(found: Iterable[tuple[object, str]]) -> Iterator[Problem]:
    """No pattern twice, and no theme too often."""
    seen, alike = set[object](), Counter[str]()
    for key, text in found:
        problem = Problem.parse(text)
        kind = re.sub("spade|heart|diamond|club", "suit", problem.theme)
        if key not in seen and alike[kind] < MOST_ALIKE:
            alike[kind] += 1
            yield replace(problem, name=f"combined {alike.total()}")
        seen.add(key)


def _lines(plans: Sequence[CardStrategy], hopes: Sequence[CardStrategy]) -> tuple[Line, ...]:
    hoped = {plan.card: round(plan.value) for plan in hopes}
    return tuple(Line(plan.equals, round(plan.value), hoped[plan.card]) for plan in plans)


def _telling(layouts: Deals, plans: Sequence[CardStrategy], chance: Random) -> CardSet:
    """East's cards where the best plan makes the contract and as many others as possible do not."""
    failing = np.sum([~plan.worlds for plan in plans[1:]], axis=0) * plans[0].worlds
    places = np.flatnonzero(failing == failing.max())
    return CardSet(int(layouts[chance.choice(places.tolist()), Seat.EAST]))


def _board(ending: Ending, east: CardSet, chance: Random) -> Board | None:
    """The least odd whole deal."""
    best = min(boards(ending, east, chance), key=oddity, default=None)
    return best if best is not None and oddity(best) <= ODD else None


def _turned(problem: Problem, places: int) -> Problem:
    """The same with the whole table turned, so that another seat declares."""
    board = problem.board
    assert board.auction is not None
    assert board.play is not None
    deal, dealer = board.deal.rotated(places), board.dealer.next(places)
    play = Play(deal, board.play.strain, board.play.leader.next(places), board.play.cards)
    auction = Auction(dealer, board.auction.calls)
    return replace(problem, board=replace(board, dealer=dealer, deal=deal, auction=auction, play=play))


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="*", default=[0, 1, 2, 4, 5])
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--file", type=Path, default=FILE)
    given = parser.parse_args()
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(some, given.seeds, [given.each] * len(given.seeds)))
    made = list(chosen(chain.from_iterable(found)))
    heading = HEADING.format(arguments=f"--seeds {' '.join(map(str, given.seeds))} --each {given.each}")
    given.file.write_text("\n\n".join([heading, *map(str, made)]) + "\n", encoding="utf-8")
    print(f"{len(made)} boards")


if __name__ == "__main__":
    main()
