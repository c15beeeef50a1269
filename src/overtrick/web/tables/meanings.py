"""What the calls of a board mean, in sentences: worked out after the call, but with a robot's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, final

from overtrick.core import Auction, Call
from overtrick.web.tables.jobs import Told, tell

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["Meanings"]


@final
class Meanings:
    """The sentences for the calls of the board on the table."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._dealt = 0
        self._sentences = dict[tuple[Call, ...], str]()
        """Empty where none could be found."""

    def sentence(self, calls: tuple[Call, ...]) -> str:
        """What the last of some calls means; empty while that is not known."""
        return self._sentences.get(calls, "")

    def remember(self, calls: tuple[Call, ...], sentence: str) -> None:
        """Keep what the last of some calls means."""
        self._sentences[calls] = sentence

    @property
    def missing(self) -> Auction | None:
        """The auction up to the last call that nobody has explained."""
        in_play = self._hosted.table.state.in_play
        if in_play is None:
            return None
        if in_play.steps[0][0] != self._dealt:
            self._dealt = in_play.steps[0][0]
            self._sentences.clear()
        auctions = (in_play.auction.back(back) for back in range(len(in_play.auction)))
        return next((each for each in auctions if each.calls not in self._sentences), None)

    async def find(self, auction: Auction) -> None:
        """Work out what the last call of an auction means and, if the log does not know it, write it down."""
        in_play, services = self._hosted.table.state.in_play, self._hosted.services
        if in_play is None:
            return
        try:
            told = await services.speaker.run(tell, auction, in_play.board.vul, services.queue.mind)
        except Exception:
            told = Told(None, "")  # the call stands without a word
        self.remember(auction.calls, told.sentence)
        async with self._hosted.lock:
            await asyncio.to_thread(self._write_down, auction, told)

    def _write_down(self, auction: Auction, told: Told) -> None:
        table, place = self._hosted.table, len(auction) - 1
        in_play = table.state.in_play
        if in_play is None or told.meaning is None or in_play.auction.calls[: place + 1] != auction.calls:
            return  # it was taken back meanwhile
        known = in_play.board.meanings[place : place + 1]
        if not known or known[0] is None:
            table.explain(place, told.meaning)
