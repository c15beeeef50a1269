"""Every card in many layouts of the hidden hands: what playing by simulation asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count

import numpy as np
import numpy.typing as npt

from overtrick._core import NOT_ASKED
from overtrick.core import Card, CardSet, Deal, DealError, Play, Seat, Side
from overtrick.core.cardset import WHOLE_PACK
from overtrick.dd.batch import Progress, check_workers, in_order
from overtrick.dd.errors import expect
from overtrick.dd.packed import Packed, check_packed, pack
from overtrick.dd.solver import Solver, own_solver

__all__ = ["samples"]

Tricks = npt.NDArray[np.int8]
CHUNK = 16
"""Layouts that are answered together: what a worker is given at a time, and what an interrupt waits for."""
ENDING = 6
"""With so few tricks left a layout is sooner solved than handed to another thread."""


def samples(
    play: Play,
    layouts: Iterable[Deal] | Packed,
    workers: int | None = None,
    progress: Progress | None = None,
    solver: Solver | None = None,
    only: CardSet | None = None,
) -> dict[Card, Tricks]:
    """Every legal card, with the tricks that the player's side takes after it in each of many layouts.

    `play` need know no hand but that of the player to move. A layout says what all four hold now, without
    the cards on the table, as a deal or as a row of packed hands; it need agree with the play only in the
    player's hand, the cards gone and the number of cards. `progress` is told how many are done. A `solver`,
    if one is given, answers alone. With `only`, the answer has these cards and those equal to them.

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
    answers: Iterator[Tricks]
    if solver is None:
        answers = in_order(chunks, partial(_own_answer, play, only), "layouts", workers, None)
    else:
        answers = map(partial(solver.layouts, play, only=only), chunks)
    none = np.empty((0, len(play.legal_cards)), np.int8)
    tricks_ns = np.concatenate([none, *_told(answers, progress)])
    tricks = tricks_ns if play.to_play.side is Side.NS else _tricks_left(play) - tricks_ns
    return {
        card: tricks[:, column]
        for column, card in enumerate(play.legal_cards)
        if only is None or (tricks_ns[:, column] != NOT_ASKED).all()
    }


def _own_answer(play: Play, only: CardSet | None, layouts: Packed) -> Tricks:
    return own_solver().layouts(play, layouts, only)


def _told(answers: Iterator[Tricks], progress: Progress | None) -> Iterator[Tricks]:
    done = 0
    for answer in answers:
        done += len(answer)
        if progress is not None:
            progress(done)
        yield answer


def _packed(layouts: Iterable[Deal] | Packed) -> Packed:
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


# What a layout must be


def _check(play: Play, layouts: Packed) -> None:
    """Refuse layouts that the position cannot have."""
    mover = play.to_play
    if play.start.get(mover) is None:
        raise DealError(f"{mover.word}'s hand is unknown, but {mover.word} is to play", text=str(play.start))
    lengths = _lengths(play)
    counts, everything = np.bitwise_count(layouts), np.bitwise_or.reduce(layouts, axis=1)
    is_right = (
        (everything <= WHOLE_PACK)
        & (counts == lengths).all(axis=1)
        & (np.bitwise_count(everything) == sum(lengths))
        & ((everything & np.uint64(_played(play))) == 0)
        & (layouts[:, mover] == play.bits[mover])
    )
    if not is_right.all():
        number = int(np.argmin(is_right))
        if everything[number] > WHOLE_PACK:
            raise DealError(f"layout {number + 1}: a hand has bits outside the 52 cards")
        raise _fault(play, [CardSet(hand) for hand in layouts[number].tolist()], number + 1)


def _fault(play: Play, hands: list[CardSet], number: int) -> DealError:
    mover, text = play.to_play, f"N:{' '.join(map(str, hands))}"
    lengths = _lengths(play)
    if [len(hand) for hand in hands] != lengths:
        counts = ", ".join(f"{seat.word} {length}" for seat, length in zip(Seat, lengths, strict=True))
        why = f"the hands must be as long as they are now, {counts}"
    elif hands[mover].bits != play.bits[mover]:
        why = f"{mover.word}, who is to play, holds {play.hand(mover)}"
    elif any(hand.bits & _played(play) for hand in hands):
        why = "a card in it has been played"
    else:
        why = "a card is in two hands"
    return DealError(f"layout {number}: {why}", text=text)


def _lengths(play: Play) -> list[int]:
    """How many cards each seat has left."""
    left, turn = _tricks_left(play), len(play.cards) % 4
    return [left - ((seat - play.on_lead) % 4 < turn) for seat in range(4)]


def _played(play: Play) -> int:
    """The bits of the cards played."""
    return sum(1 << card.index for card in play.cards)


def _tricks_left(play: Play) -> int:
    return play.start.cards_each - len(play.cards) // 4
