"""The player's decisions, in worker processes: one decides, another thinks ahead while others act.

A decision depends on the view and the settings alone. One found in advance is used only for exactly the view
it was found for, so thinking ahead affects when a player decides, but never what.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, cast, final

from overtrick import player
from overtrick.bidding import Agreements, load
from overtrick.core import Call, Card, Meaning, SeatView, Side
from overtrick.player.settings import PlaySettings
from overtrick.processes import Template, Worker, unwatched
from overtrick.protocol.client.foresight import followed
from overtrick.protocol.messages import ProtocolError

if TYPE_CHECKING:
    from overtrick.table import PlayerRobot

__all__ = ["Setup", "Statistics", "Thinker", "TimedAct", "fast", "robots"]

_MOST_DECISIONS = 64
"""Size of the cache of decisions made in advance."""
_MOST_JOBS = 500
"""Jobs or forks after which a process is replaced, to bound its memory."""
_NICENESS = 10
"""The niceness of processes that think ahead."""
_FAST_DEALS = 4


@final
@dataclass(frozen=True)
class Setup:
    """The setup of a player: with the same setup, the same view gets the same decision."""

    play: PlaySettings = field(default_factory=PlaySettings)
    system: str = "sayc"
    conventions: tuple[tuple[str, bool], ...] = ()
    their_system: str | None = None
    """The opponents' system; None if they play the same."""


def fast(settings: PlaySettings) -> PlaySettings:
    """Faster settings for many boards: few deals, drawn by the calls and leads, and no comparison of plans.

    >>> fast(PlaySettings()).deals
    4
    """
    return replace(settings.with_deals(_FAST_DEALS), compares_strategies=False, is_weighted=False)


@final
@dataclass(frozen=True, slots=True)
class TimedAct:
    """A call or a card, what the call means, and how long it took to find."""

    act: Call | Card
    meaning: Meaning | None
    seconds: float


@final
@dataclass
class Statistics:
    """The time that thinking took, and the time that thinking ahead saved."""

    decisions: int = 0
    foreseen: int = 0
    """Decisions that were already found, or being thought about, when they were needed."""
    waited: float = 0.0
    """Seconds from request to answer, over all decisions."""
    saved: float = 0.0
    """Seconds spent on foreseen decisions before they were requested."""
    pondered: int = 0
    """Positions decided in advance."""
    given_up: int = 0
    """Thoughts cancelled because something else happened."""
    failed: int = 0
    """Decisions that failed or were not found in time."""


# In the worker processes: only these load the systems and the player


@lru_cache(2)
def robots(setup: Setup) -> Mapping[Side, PlayerRobot]:
    """The robot for a seat of either side, whose systems may differ."""
    from overtrick.table import PlayerRobot

    ours = load(setup.system, dict(setup.conventions))
    theirs = ours if setup.their_system is None else load(setup.their_system)
    agreements = {Side.NS: Agreements(ours, theirs)}
    agreements[Side.EW] = agreements[Side.NS] if theirs is ours else Agreements(theirs, ours)
    return {side: PlayerRobot(player.Player(setup.play, each)) for side, each in agreements.items()}


def _prepare(setup: Setup, view: SeatView) -> None:
    """Load what every thought about a view needs, without starting threads."""
    from overtrick.player.worlds import draw

    thinking = robots(setup)[view.seat.side].player
    thinking.agreements.state(view.auction, view.vul)
    if view.play is not None:
        little = replace(thinking.settings, deals=1, pool=1, is_weighted=False, threads=1)
        draw(view, thinking.agreements, little)


def _decide(setup: Setup, view: SeatView) -> TimedAct:
    from overtrick.table import CallMade, CardPlayed

    begun = perf_counter()
    try:
        act = robots(setup)[view.seat.side].act(view, may_claim=False)
    except Exception as error:  # whatever goes wrong in a thought, the client plays on
        raise ProtocolError(f"the player could not decide: {type(error).__name__}: {error}") from None
    match act:
        case CallMade(_, call, meaning):
            return TimedAct(call, meaning, perf_counter() - begun)
        case CardPlayed(_, card):
            return TimedAct(card, None, perf_counter() - begun)
    raise AssertionError(act)  # it was told not to claim


# In the client


@final
@dataclass(frozen=True)
class _Thought:
    """A speculative job that is running."""

    view: SeatView
    since: SeatView
    """The view that was foreseen, or one after which it is our turn again."""
    decision: asyncio.Task[TimedAct]


@final
class Thinker:
    """Decides in one worker and thinks ahead in another; a foreseen thought simply goes on."""

    def __init__(
        self,
        setup: Setup,
        ponders: bool = True,
        template: Template | None = None,
        most_jobs: int = _MOST_JOBS,
    ) -> None:
        """`template`, if given, has loaded the player, and is closed by its creator."""
        self.statistics = Statistics()
        self.ponders = ponders
        self._setup = setup
        self._template = template or Template(partial(robots, setup))
        self._ahead = Template(parent=self._template, niceness=_NICENESS, most=most_jobs)
        """It keeps the auction that it has read when thoughts are cancelled."""
        self._deciding = Worker(self._template, most=most_jobs)
        self._pondering = Worker(self._ahead, most=most_jobs)
        self._mine: list[Worker | Template] = [self._deciding, self._pondering, self._ahead]
        if template is None:
            self._mine.append(self._template)
        self._found = dict[SeatView, TimedAct]()
        self._current: _Thought | None = None
        self._views: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to load the player."""
        self._deciding.start()

    async def ready(self) -> None:
        """Wait until the player is loaded; wrong settings are an error."""
        await self._deciding.ready()

    async def close(self) -> None:
        """Stop all thinking and close the workers."""
        await self.rest()
        for each in self._mine:
            each.close()
        for each in self._mine:
            each.join()

    # Deciding

    async def decide(self, view: SeatView) -> TimedAct:
        """Decide in a view; cancelling the call cancels the thought."""
        asked, found = monotonic(), self._found.get(view)
        if found is None and self._current is not None and self._current.view == view:
            with suppress(Exception):
                found = await asyncio.shield(self._current.decision)
        if found is None:
            await self.rest()
            found = await self._decide(view)
        else:
            self.statistics.foreseen += 1
            self.statistics.saved += max(0.0, found.seconds - (monotonic() - asked))
        self.statistics.decisions += 1
        self.statistics.waited += monotonic() - asked
        return found

    async def _decide(self, view: SeatView) -> TimedAct:
        """Think; if that fails or the process ends, try once more."""
        with suppress(Exception):
            return await self._run(self._deciding, view)
        return await self._run(self._deciding, view)

    async def _run(self, worker: Worker, view: SeatView) -> TimedAct:
        return cast(TimedAct, await worker.run(partial(_decide, self._setup, view)))

    # Thinking ahead

    async def ponder(self, views: Sequence[SeatView]) -> None:
        """Think about these views, one after the other; a running thought about any of them goes on."""
        going_on = self._current is not None and self._current.since in views
        if self._views is not None and not going_on:
            await self.rest()
        elif self._views is not None:
            self._views.cancel()
        self._views = asyncio.create_task(self._ponder_all(views)) if views else None

    async def _ponder_all(self, views: Sequence[SeatView]) -> None:
        """Finish the running thought first; after each view comes our next turn if nobody acts in between."""
        begun = None if self._current is None else self._current.since
        with suppress(Exception):  # an error here comes again when the decision is requested
            for view in sorted(views, key=lambda view: view != begun):
                found = await self._ponder(view, view)
                further = followed(view, found.act)
                if further is not None:
                    await self._ponder(further, view)

    async def _ponder(self, view: SeatView, since: SeatView) -> TimedAct:
        if view in self._found:
            return self._found[view]
        thought = self._current
        if thought is None or thought.view != view:
            await self._pondering.ready(partial(_prepare, self._setup, view))
            decision = unwatched(asyncio.create_task(self._run(self._pondering, view)))
            thought = self._current = _Thought(view, since, decision)
        try:
            found = await asyncio.shield(thought.decision)
        except Exception:
            self._current = None
            raise
        self._keep(view, found)
        self._current = None
        return found

    def _keep(self, view: SeatView, found: TimedAct) -> None:
        self.statistics.pondered += 1
        self._found[view] = found
        while len(self._found) > _MOST_DECISIONS:
            self._found.pop(next(iter(self._found)))

    async def rest(self) -> None:
        """Stop thinking ahead at once."""
        views, self._views = self._views, None
        thought, self._current = self._current, None
        if views is not None:
            views.cancel()
        self._pondering.cancel_start()
        if thought is not None and not thought.decision.done():
            self.statistics.given_up += 1
            thought.decision.cancel()
            await asyncio.wait({thought.decision})
        self._ahead.pause()

    def forget(self) -> None:
        """Clear the cache for a new board."""
        self._found.clear()
