"""The hot paths of the core beside plain tuples and look-up tables doing the same work.

Both sides of each row run interleaved in one process, so that a noisy machine disturbs both alike;
the ratio of their medians is the figure to look at. The plain side is as simple as it can be while still
giving a right answer: it parses to bit masks by table and checks that no card is dealt twice; its cards
are pairs of numbers in tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from subprocess import run
from sys import executable
from time import perf_counter_ns

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import Card, Deal, Play, Seat, Strain, Trick, deals

Work = Callable[[], list[object]]

ROUNDS = 60
LIMIT = 2.0
"""The largest allowed ratio."""

RANKS = "AKQJT98765432"
HOLDINGS = {
    "".join(rank for place, rank in enumerate(RANKS) if mask >> 12 - place & 1): mask for mask in range(8192)
}
SEATS = {"N": 0, "E": 1, "S": 2, "W": 3}
SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in range(4))
"""The thirteen bits of each suit."""


def plain_parse(text: str) -> tuple[int, ...]:
    """A deal as four masks."""
    hands = [0, 0, 0, 0]
    seat, dealt = SEATS[text[0]], 0
    for hand in text[2:].split():
        spades, hearts, diamonds, clubs = hand.split(".")
        mask = HOLDINGS[spades] << 39 | HOLDINGS[hearts] << 26 | HOLDINGS[diamonds] << 13 | HOLDINGS[clubs]
        if dealt & mask or mask.bit_count() > 13:
            raise ValueError(text)
        dealt |= mask
        hands[seat] = mask
        seat = seat + 1 & 3
    return tuple(hands)


def plain_legal(hand: tuple[tuple[int, int], ...], led: int) -> tuple[tuple[int, int], ...]:
    """The cards of a hand, as pairs of suit and rank, that follow suit, or all of them."""
    return tuple([card for card in hand if card[0] == led]) or hand


def plain_winner(leader: int, cards: tuple[tuple[int, int], ...], trump: int) -> int:
    """The seat that wins a trick of four cards, as pairs of suit and rank."""
    best, place = cards[0], 0
    for turn in (1, 2, 3):
        card = cards[turn]
        if card[0] == best[0]:
            if card[1] > best[1]:
                best, place = card, turn
        elif card[0] == trump:
            best, place = card, turn
    return leader + place & 3


def pair(card: Card) -> tuple[int, int]:
    return int(card.suit), int(card.rank)


def parsing() -> tuple[Work, Work]:
    texts = [str(deal) for deal in deals.deals(np.random.default_rng(1), 200)]
    return lambda: [Deal.parse(text) for text in texts], lambda: [plain_parse(text) for text in texts]


def following() -> tuple[Work, Work]:
    positions = [
        play_on(deal, cards) for cards, deal in enumerate(deals.deals(np.random.default_rng(2), 51), 1)
    ]
    positions = [play for play in positions if play.trick.cards]
    plain = [
        (tuple(pair(card) for card in play.hand(play.to_play)), int(play.trick.cards[0].suit))
        for play in positions
    ]
    return lambda: [play.legal_cards for play in positions], lambda: [
        plain_legal(hand, led) for hand, led in plain
    ]


def winning() -> tuple[Work, Work]:
    played = [play_on(deal, 52) for deal in deals.deals(np.random.default_rng(3), 10)]
    tricks = [(trick, play.strain) for play in played for trick in play.tricks]
    plain = [(int(trick.leader), tuple(map(pair, trick.cards)), int(strain)) for trick, strain in tricks]
    return lambda: [trick.winner(strain) for trick, strain in tricks], lambda: [
        plain_winner(*trick) for trick in plain
    ]


def play_on(deal: Deal, cards: int) -> Play:
    """Play this many cards, always the highest legal one, in a strain that depends on the deal."""
    play = Play(deal, Strain(deal[Seat.NORTH].hcp % 5), Seat.WEST)
    for _ in range(cards):
        play = play.then(next(iter(play.legal_cards)))
    return play


def check_same_answers() -> None:
    """The two sides give the same answers, or the comparison means nothing."""
    deal = next(deals.deals(np.random.default_rng(4), 1))
    assert plain_parse(str(deal)) == tuple(hand.bits for _, hand in deal.items())
    play = play_on(deal, 5)
    legal = plain_legal(tuple(map(pair, play.hand(play.to_play))), int(play.trick.cards[0].suit))
    assert legal == tuple(map(pair, play.legal_cards))
    trick = Trick.parse("W: H5 S3 S2 HA")
    for strain in Strain:
        assert plain_winner(3, tuple(map(pair, trick.cards)), strain) == trick.winner(strain)


def timed(work: Work) -> int:
    start = perf_counter_ns()
    work()
    return perf_counter_ns() - start


def import_milliseconds() -> float:
    """What ``import overtrick`` adds to starting the interpreter: the median of fresh processes."""
    more = [timed(partial(start, "import overtrick")) - timed(partial(start, "pass")) for _ in range(9)]
    return median(more) / 1e6


def start(code: str) -> list[object]:
    """Run a program in a fresh interpreter."""
    return [run([executable, "-c", code], check=True)]


def main() -> None:
    """Time every hot path and print a row for each."""
    check_same_answers()
    table = Table(
        "hot path", "calls", "ours ns", "plain ns", "ours worst", "plain worst", f"ratio (limit {LIMIT})"
    )
    for name, make in (("parse a deal", parsing), ("legal cards", following), ("winner of a trick", winning)):
        ours, plain = make()
        calls = len(ours())
        ours_ns, plain_ns = zip(
            *((timed(ours) / calls, timed(plain) / calls) for _ in range(ROUNDS)), strict=True
        )
        ratio = median(ours_ns) / median(plain_ns)
        numbers = (median(ours_ns), median(plain_ns), max(ours_ns), max(plain_ns))
        table.add_row(name, str(calls), *(f"{number:.0f}" for number in numbers), f"{ratio:.2f}")
    console = Console(width=120)
    console.print(heading())
    console.print(table)
    console.print(f"import overtrick: {import_milliseconds():.0f} ms more than an empty program")


if __name__ == "__main__":
    main()
