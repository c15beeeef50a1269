"""Batches of double-dummy queries on all cores; results are an ordered stream."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from overtrick._core import NOT_ASKED
from overtrick.core import Card, CardSet, Deal, DealError, OvertrickError, Play, Seat, Side, Strain
from overtrick.core.bits import WHOLE_PACK
from overtrick.dd.answers import cards, table
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.packing import Deals, check_packed, pack, unpack_row
from overtrick.dd.solver import Solver, each_strain, own_solver
from overtrick.dd.table import TrickTable

__all__ = ["Progress", "all_cards", "check_workers", "cores", "in_order", "samples", "tables"]

Query = TypeVar("Query")
Answer = TypeVar("Answer")

Progress = Callable[[int], object]
"""Progress callback: the number of answers so far."""
AHEAD = 4
"""Queries queued per worker, so that no worker is idle while a hard query holds up the ordered results."""


def tables(
    deals: Iterable[Deal] | Deals,
    strains: Iterable[Strain] = tuple(Strain),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[TrickTable]:
    """The tables of deals, streamed in the order of the deals.

    The input may be infinite: it is read only a few deals ahead of the output, with one worker not at all.
    `progress` receives the number of tables done. A deal that cannot be solved raises in its turn.

    >>> endings = [Deal.parse("N:A... K... Q... J..."), Deal.parse("N:2... 3... 4... 5...")]
    >>> [str(each) for each in tables(endings, [Strain.NOTRUMP])]
    ['NT; N 1; E 0; S 1; W 0', 'NT; N 0; E 1; S 0; W 1']
    """
    wanted = each_strain(strains)
    if isinstance(deals, np.ndarray):
        check_packed(deals)
        return in_order(iter(deals), lambda row: table(unpack_row(row), wanted), "deal", workers, progress)
    expect(Iterable, "deals", deals)
    return in_order(iter(deals), partial(table, strains=wanted), "deal", workers, progress)


def all_cards(
    plays: Iterable[Play], workers: int | None = None, progress: Progress | None = None
) -> Iterator[dict[Card, int]]:
    """For each of many positions, in order, every legal card with the tricks its player's side takes.

    >>> plays = [Play.parse("N:A... K... Q... J...;NT;N"), Play.parse("N:2... 3... 4... 5...;NT;N")]
    >>> list(all_cards(plays))
    [{Card.parse('SA'): 1}, {Card.parse('S2'): 0}]
    """
    expect(Iterable, "plays", plays)
    return in_order(iter(plays), cards, "position", workers, progress)


def check_workers(workers: int | None) -> None:
    """Refuse a number of workers below one."""
    expect(int | None, "a number of workers", workers)
    if workers is not None and workers < 1:
        raise DoubleDummyError(f"{workers} workers cannot solve anything")


def cores() -> int:
    """The number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    questions: Iterator[Query],
    answer: Callable[[Query], Answer],
    name: str,
    workers: int | None,
    progress: Progress | None,
) -> Iterator[Answer]:
    """Answers in the order of the questions, by worker threads; errors name the question by its number."""
    check_workers(workers)
    workers = workers or cores()

    def answers(trouble: list[Exception]) -> Iterator[Answer]:
        source = _until_trouble(questions, trouble)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="overtrick-dd")
        pending, longest, done = deque[Future[Answer]](), 1 if workers == 1 else AHEAD * workers, 0
        try:
            while True:
                for question in islice(source, longest - len(pending)):
                    pending.append(pool.submit(answer, question))
                if not pending:
                    break
                answered = _result(pending.popleft(), f"{name} {done + 1}")
                done += 1
                if progress is not None:
                    progress(done)
                yield answered
            for error in trouble:
                raise error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return answers([])


def _until_trouble(questions: Iterator[Query], trouble: list[Exception]) -> Iterator[Query]:
    """The questions; an error in their source is kept until the questions before it have been answered."""
    try:
        for question in questions:  # noqa: UP028  # the questions may be needed afterwards: do not close them
            yield question
    except Exception as error:
        trouble.append(error)


def _result(future: Future[Answer], which: str) -> Answer:
    try:
        return future.result()
    except OvertrickError as error:
        raise type(error)(*(f"{which}: {fault}" for fault in error.faults), text=error.text) from None


Tricks = npt.NDArray[np.int8]
CHUNK = 16
"""Layouts per batch; an interrupt waits for the running batch."""
ENDING = 6
"""With this many tricks left or fewer, solving a layout is faster than handing it to another thread."""


def samples(
    play: Play,
    layouts: Iterable[Deal] | Deals,
    workers: int | None = None,
    progress: Progress | None = None,
    solver: Solver | None = None,
    only: CardSet | None = None,
) -> dict[Card, Tricks]:
    """Every legal card, with the tricks that its player's side takes in each of many layouts.

    Of `play` only the hand of the player to move must be known. A layout gives all four hands now, without
    the cards on the table, as a deal or a row of packed hands; it must agree with the play in that hand, in
    the cards already played and in the number of cards. `progress` receives the number of layouts done. With
    a `solver`, no other is used. With `only`, the result holds these cards and those equivalent to them.

    >>> play = Play.parse("N:32... - - -;NT;N")
    >>> onside, offside = Deal.parse("N:32... K5... AQ... 76..."), Deal.parse("N:32... 75... AQ... K6...")
    >>> {str(card): tricks.tolist() for card, tricks in samples(play, [onside, offside]).items()}
    {'S3': [2, 1], 'S2': [2, 1]}
    """
    expect(Play, "a play, such as Play(deal, strain, leader)", play)
    check_workers(workers)
    packed = _packed(layouts)
    _check(play, packed)
    chunks = (packed[first : first + CHUNK] for first in range(0, len(packed), CHUNK))
    if solver is None and workers is None and _tricks_left(play) <= ENDING:
        solver = own_solver()

    def answer(chunk: Deals) -> Tricks:
        return (solver or own_solver()).layouts(play, chunk, only)

    answers = map(answer, chunks) if solver else in_order(chunks, answer, "layouts", workers, None)
    none = np.empty((0, len(play.legal_cards)), np.int8)
    tricks_ns = np.concatenate([none, *_told(answers, progress)])
    tricks = tricks_ns if play.to_play.side is Side.NS else _tricks_left(play) - tricks_ns
    return {
        card: tricks[:, column]
        for column, card in enumerate(play.legal_cards)
        if only is None or (tricks_ns[:, column] != NOT_ASKED).all()
    }


def _told(answers: Iterator[Tricks], progress: Progress | None) -> Iterator[Tricks]:
    done = 0
    for answer in answers:
        done += len(answer)
        if progress is not None:
            progress(done)
        yield answer


def _packed(layouts: Iterable[Deal] | Deals) -> Deals:
    if isinstance(layouts, np.ndarray):
        check_packed(layouts)
        return np.ascontiguousarray(layouts, dtype=np.uint64)
    expect(Iterable, "layouts", layouts)
    return pack(map(_known, layouts, count(1)))


def _known(layout: Deal, number: int) -> Deal:
    expect(Deal, f"a deal as layout {number}", layout)
    if None in layout.hands:
        raise DealError(f"layout {number}: all four hands must be known", text=str(layout))
    return layout


# Validation of layouts


def _check(play: Play, layouts: Deals) -> None:
    """Refuse layouts that contradict the position."""
    mover = play.to_play
    if play.start.get(mover) is None:
        raise DealError(f"{mover.word}'s hand is unknown, but {mover.word} is to play", text=str(play.start))
    lengths, together = _lengths(play), np.bitwise_or.reduce(layouts, axis=1)
    played = np.uint64(CardSet.of(play.cards).bits)
    sound = (
        together <= WHOLE_PACK,
        (np.bitwise_count(layouts) == lengths).all(axis=1),
        layouts[:, mover] == play.bits[mover],
        (together & played) == 0,
        np.bitwise_count(together) == sum(lengths),
    )
    is_right = np.logical_and.reduce(sound)
    if not is_right.all():
        number = int(np.argmin(is_right))
        counts = ", ".join(f"{seat.word} {length}" for seat, length in zip(Seat, lengths, strict=True))
        why = (
            "a hand has bits outside the 52 cards",
            f"the hands must be as long as they are now, {counts}",
            f"{mover.word}, who is to play, holds {play.hand(mover)}",
            "a card in it has been played",
            "a card is in two hands",
        )[[bool(each[number]) for each in sound].index(False)]
        hands = layouts[number].tolist()
        text = f"N:{' '.join(str(CardSet(hand)) for hand in hands)}" if max(hands) <= WHOLE_PACK else None
        raise DealError(f"layout {number + 1}: {why}", text=text)


def _lengths(play: Play) -> list[int]:
    """How many cards each seat has left."""
    left, turn = _tricks_left(play), len(play.cards) % 4
    return [left - ((seat - play.on_lead) % 4 < turn) for seat in range(4)]


def _tricks_left(play: Play) -> int:
    return play.start.cards_each - len(play.cards) // 4
