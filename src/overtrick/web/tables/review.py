"""Reviews of finished boards: computed in a worker process, saved in the log, and put into words."""

from __future__ import annotations

import asyncio
import io
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import final
from urllib.parse import quote

from overtrick.core import PACK, Board, Result, Seat, Side
from overtrick.core.english import counted
from overtrick.formats import Record, write
from overtrick.scoring import imps, matchpoints
from overtrick.table import EndedBoard, LogConflict, Scoring
from overtrick.table.scores import refusal_words
from overtrick.web.scene import CardCost, Ending, Verdict, scene_card
from overtrick.web.tables.jobs import elsewhere, good_tricks, quick, review
from overtrick.web.tables.robots import SharedTable
from overtrick.web.tables.scene import Snapshot
from overtrick.web.tables.store import BoardReview, Comparison, TableStore, note_found

__all__ = ["TABLES", "Reviews", "ending_of", "score_words"]

TABLES = 8
"""Robot tables for the comparison at matchpoints."""
_TRIES = 2


@final
class Reviews:
    """Reviews the current board, and scores earlier ones that lack a comparison."""

    def __init__(self, shared: SharedTable, store: TableStore) -> None:
        self._shared = shared
        self._store = store
        self._found = dict[int, BoardReview]()
        self._over = set[int]()
        """Boards whose review has been given up, by the entry that dealt them."""
        self._tasks = dict[int, asyncio.Task[None]]()

    def of(self, ended: EndedBoard) -> BoardReview | None:
        """The review of a board, as far as it is known."""
        return self._found.get(ended.dealt) or self._store.reviewed.get(ended.dealt)

    def is_complete(self, ended: EndedBoard) -> bool:
        """Is the review of a board final?"""
        store = self._store
        return ended.dealt in self._over or (ended.dealt in store.reviewed and ended.dealt in store.scored)

    @property
    def is_busy(self) -> bool:
        """Is a review in progress?"""
        return bool(self._tasks)

    def go_on(self) -> None:
        """Review the board shown, and then one by one the boards without a comparison."""
        state = self._shared.table.state
        if state.in_play is None and state.ended and not self.is_complete(state.ended[-1]):
            self._begin(state.ended[-1], is_shown=True)
        if not self._tasks:
            known = self._over | self._store.scored.keys()
            waiting = [each for each in self._store.firsts(state).values() if each.dealt not in known]
            if waiting:
                self._begin(waiting[-1], is_shown=False)

    def _begin(self, ended: EndedBoard, is_shown: bool) -> None:
        if ended.dealt in self._tasks or ended.dealt in self._over:
            return
        task = asyncio.create_task(self._work_out(ended, is_shown))
        self._tasks[ended.dealt] = task
        task.add_done_callback(lambda task: self._done(ended.dealt, task))

    def _done(self, dealt: int, task: asyncio.Task[None]) -> None:
        del self._tasks[dealt]
        if not task.cancelled():
            self._shared.changed()
            self.go_on()

    async def _work_out(self, ended: EndedBoard, is_shown: bool) -> None:
        """Review a board; after a failure it is tried once more, and then given up."""
        for _ in range(_TRIES):
            with suppress(Exception):
                await self._steps(ended, is_shown)
                break
        else:
            self._over.add(ended.dealt)

    async def _steps(self, ended: EndedBoard, is_shown: bool) -> None:
        """The steps of a review: par and costs, which are quick; a good player's tricks; other tables."""
        found, scoring = await self._review(ended), self._shared.table.settings.scoring
        is_compared = ended.dealt in self._store.scored
        if scoring is not Scoring.MATCHPOINTS and not is_compared:
            await self._keep(Comparison(ended.dealt, datum=found.par_ns))
        if is_shown and ended.dealt not in self._store.reviewed:
            services = self._shared.services
            good = await services.reviewers.run(good_tricks, ended.board, quick(services.queue.mind))
            self._found[ended.dealt] = replace(found, good=good)
            await self._keep(self._found[ended.dealt])
        if scoring is Scoring.MATCHPOINTS and not is_compared:
            await self._keep(Comparison(ended.dealt, others=await self._others(ended)))

    async def _review(self, ended: EndedBoard) -> BoardReview:
        found = self.of(ended)
        if found is None:
            shared = self._shared
            mind = quick(shared.services.queue.mind)
            found = await shared.services.reviewers.run(review, ended.board, ended.dealt, shared.seat, mind)
            self._found[ended.dealt] = found
            shared.changed()
        return found

    async def _others(self, ended: EndedBoard) -> tuple[int, ...]:
        """The scores of other tables on a board; the same ones when it is replayed."""
        store, services = self._store, self._shared.services
        first = store.firsts(self._shared.table.state)[ended.board.number, ended.board.deal]
        if first.dealt in store.scored:
            return store.scored[first.dealt].others
        minds = [quick(services.queue.mind, seed) for seed in range(1, TABLES + 1)]
        return tuple([await services.reviewers.run(elsewhere, ended.board, mind) for mind in minds])

    async def _keep(self, found: Comparison | BoardReview) -> None:
        """Log a result; if somebody else has written meanwhile, append after that."""
        shared = self._shared
        async with shared.lock:
            try:
                await asyncio.to_thread(note_found, shared.table, found)
            except LogConflict:
                await asyncio.to_thread(shared.table.refresh)
                await asyncio.to_thread(note_found, shared.table, found)
        shared.changed()


# The end of a board in words


def ending_of(moment: Snapshot, store: TableStore, reviews: Reviews, total: str) -> Ending | None:
    """The end of the last board, with its review as far as it is known; None before."""
    if moment.state.in_play is not None or not moment.state.ended:
        return None
    ended, seat, side = moment.state.ended[-1], moment.seat, moment.bottom.side
    result, review = ended.board.result, reviews.of(ended)
    assert result is not None  # it is over
    own = ended.score_ns if side is Side.NS else -ended.score_ns
    return Ending(
        result=_scored_words(result, own, seat),
        compared=_compared_words(moment, store, ended, side),
        verdicts=() if review is None else _verdicts(result, review, seat),
        costs=()
        if review is None
        else tuple(
            CardCost(place // 4 + 1, scene_card(PACK[index]), cost) for place, index, cost in review.costs
        ),
        mattered="" if review is None else review.mattered,
        refusals=tuple(refusal_words(refusal, ended.board) for refusal in ended.refusals),
        share=_share(ended),
        total=total,
        is_complete=reviews.is_complete(ended),
        working="" if reviews.is_complete(ended) else _working(moment, store, ended),
        balance="" if review is None or seat is None else _balance(ended.board, review, seat),
    )


def _scored_words(result: Result, own: int, seat: Seat | None) -> str:
    """The result and its points: the person's, or with the side that scored them."""
    words = "Passed out"
    if result.contract is not None and result.margin is not None:
        words = f"{result.contract.print}, {margin_words(result.margin)}"
    if not own:
        return words
    return f"{words}: {own:+d}" if seat is not None else f"{words}: +{abs(own)} for {_whose(own)}"


def margin_words(margin: int) -> str:
    """The margin by which a contract was made or not.

    >>> margin_words(1), margin_words(0), margin_words(-2)
    ('made with an overtrick', 'made', 'down 2')
    """
    if margin > 0:
        return "made with an overtrick" if margin == 1 else f"made with {margin} overtricks"
    return "made" if margin == 0 else f"down {-margin}"


def _verdicts(result: Result, review: BoardReview, seat: Seat | None) -> tuple[Verdict, ...]:
    contract = result.contract
    if contract is None or result.tricks is None:
        return ()
    table = "Your table" if seat is not None else "The robots"
    found = [(table, result.tricks)]
    found += [("A good player", review.good)] if review.good is not None else []
    found += [("Double dummy", review.double_dummy)] if review.double_dummy is not None else []
    return tuple(
        Verdict(who, tricks, f"{counted(tricks, 'trick')}, {margin_words(tricks - contract.needs)}")
        for who, tricks in found
    )


def _working(moment: Snapshot, store: TableStore, ended: EndedBoard) -> str:
    """The part of a review that is still missing."""
    is_matchpoints = moment.table.settings.scoring is Scoring.MATCHPOINTS
    if is_matchpoints and ended.dealt in store.reviewed:
        return "Working out what other tables score"
    return "Working out what could have been made"


def _balance(board: Board, review: BoardReview, seat: Seat) -> str:
    """The tricks that declarer, the defence or partner gave away besides the person's cards."""
    result, dd_tricks = board.result, review.double_dummy
    is_own_claim = board.claim is not None and board.claim.by is seat
    if not review.costs or is_own_claim or result is None or result.tricks is None or dd_tricks is None:
        return ""
    assert result.contract is not None
    spent = sum(cost for _, _, cost in review.costs)
    if seat is result.contract.declarer:
        return _given(result.tricks - (dd_tricks - spent), "The defence gave", spent)
    left = dd_tricks + spent - result.tricks
    if left < 0:
        return f"The other defender gave at least {counted(-left, 'trick')} away."
    return _given(left, "Declarer gave at least", spent)


def _given(tricks: int, whoever_gave: str, spent: int) -> str:
    """`The defence gave 2 tricks back`; away, if the person had given none."""
    return f"{whoever_gave} {counted(tricks, 'trick')} {'back' if spent else 'away'}." if tricks > 0 else ""


def _share(ended: EndedBoard) -> str:
    """A path with which anybody can view the board, without the players' names."""
    written = io.BytesIO()
    write([Record(ended.board)], written, "LIN")
    text = "".join(line for line in written.getvalue().decode().splitlines() if "Deal set" not in line)
    return f"/deal?lin={quote(text, safe='')}"


# Scores


def _compared_words(moment: Snapshot, store: TableStore, ended: EndedBoard, side: Side) -> str:
    compared = store.scored.get(ended.dealt)
    if compared is None:
        return ""
    value = _value(ended, compared, moment.table.settings.scoring, side)
    if compared.datum is not None:
        points = f"+{abs(compared.datum)} for {_whose(compared.datum)}"
        par = f"Par is {points if compared.datum else 'to pass the board out'}"
        return f"{par}: {_imps(int(value))}{_to_whom(int(value), moment.seat)}"
    tables = f"{len(compared.others)} tables of robots"
    whose = "" if moment.seat is not None else f" for {_whose(1)}"
    return f"{float(value):.0f} % of the matchpoints{whose} against {tables} that played this board"


def _to_whom(value: int, seat: Seat | None) -> str:
    """The side that wins these IMPs."""
    if not value:
        return ""
    if seat is None:
        return f" to {_whose(value)}"
    return " to you" if value > 0 else " against you"


def _whose(score_ns: int) -> str:
    return "North-South" if score_ns > 0 else "East-West"


def _imps(value: int) -> str:
    return "no IMPs" if not value else counted(abs(value), "IMP")


def _value(ended: EndedBoard, compared: Comparison, scoring: Scoring, side: Side) -> Fraction:
    """IMPs or a percentage, for one side."""
    if scoring is Scoring.MATCHPOINTS:
        own = matchpoints([ended.score_ns, *compared.others])[0]
        assert own is not None  # this table has played
        return own.percent_ns if side is Side.NS else 100 - own.percent_ns
    return Fraction(imps(ended.score_ns - (compared.datum or 0)) * (1 if side is Side.NS else -1))


def score_words(moment: Snapshot, store: TableStore) -> str:
    """The running score of the finished boards; only the first play of each counts."""
    known, scoring = store.scored, moment.table.settings.scoring
    values = [
        _value(ended, known[ended.dealt], scoring, moment.bottom.side)
        for ended in store.firsts(moment.state).values()
        if ended.dealt in known
    ]
    if not values:
        return ""
    over = f"over {counted(len(values), 'board')}"
    is_watched = moment.seat is None
    if scoring is Scoring.MATCHPOINTS:
        whose = f"for {_whose(1)} " if is_watched else ""
        return f"{float(sum(values, Fraction(0)) / len(values)):.1f} % {whose}{over}"
    total = int(sum(values, Fraction(0)))
    if is_watched:
        return f"{_imps(total)}{_to_whom(total, None)} {over}"
    return f"{total:+d} {'IMP' if abs(total) == 1 else 'IMPs'} {over}"
