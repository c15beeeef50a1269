"""The analysis of a deal as it comes: table, par, then squeezes contract by contract."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from overtrick.core import Auction, Board, Contract, OvertrickError
from overtrick.dd import Par
from overtrick.explain.words_english import NUMBERS
from overtrick.web.tables.jobs import Mind
from overtrick.web.tools.deal_asked import Asked
from overtrick.web.tools.deal_meanings import meanings
from overtrick.web.tools.deal_models import MeaningsFound, Solved
from overtrick.web.tools.deal_results import par_of, solved
from overtrick.web.tools.deal_solving import DoubleDummy
from overtrick.web.tools.deal_squeezes import LARGEST_ENDING, Question, look, questions, with_path
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.tools.events import BEAT, Event, Progress
from overtrick.web.workers import Workers

__all__ = ["analysis", "squeezes"]


async def analysis(
    asked: Asked, stand: Stand, solver: DoubleDummy, analysts: Workers, mind: Mind
) -> AsyncIterator[Event]:
    """Everything, one after the other; what cannot be found out ends it with a reason."""
    try:
        yield Event("progress", Progress(words="Solving the deal"))
        table = await solver.table(stand.deal)
        par = par_of(stand, table)
        answer: Solved = solved(table, par)
        yield Event("table", answer)
        if answer.par is not None:
            yield Event("par", answer.par)
        if stand.board.auction is not None and not stand.board.meanings:
            yield Event("auction", await _meanings(stand.board, stand.board.auction, analysts, mind))
        async for event in squeezes(asked, stand, par, analysts):
            yield event
    except OvertrickError as error:
        yield Event("wrong", Progress(words=str(error)))


async def _meanings(board: Board, auction: Auction, analysts: Workers, mind: Mind) -> MeaningsFound:
    told = await analysts.run(meanings, auction, board.vul, mind)
    return MeaningsFound(system=mind.system, calls=tuple(map(str, auction.calls)), meanings=told)


async def squeezes(asked: Asked, stand: Stand, par: Par | None, analysts: Workers) -> AsyncIterator[Event]:
    """Squeezes in the contract of the page and in those of par."""
    to_ask, found = questions(stand, par), 0
    for place, question in enumerate(to_ask):
        job = asyncio.ensure_future(analysts.run(look, question))
        try:
            while not job.done():
                words = f"Looking for squeezes in {_name(question)}"
                yield Event("progress", Progress(words=words, done=place, of=len(to_ask)))
                await asyncio.wait([job], timeout=BEAT)
            answer, cards = await job
        finally:
            job.cancel()
        found += answer.outcome == "squeeze"
        yield Event("squeeze", with_path(asked, stand, question, cards, answer))
    yield Event("done", Progress(words=_ended(stand, len(to_ask), found), done=len(to_ask), of=len(to_ask)))


def _name(question: Question) -> str:
    return "the ending" if ";" in question[0] else Contract.parse(question[1]).print


def _ended(stand: Stand, asked: int, found: int) -> str:
    if not asked and stand.is_ending:
        return f"Squeezes are looked for in endings of at most {NUMBERS[LARGEST_ENDING]} cards."
    if not asked:
        return "Choose a contract to look for squeezes."
    contracts = "the ending" if stand.is_ending else "one contract" if asked == 1 else f"{asked} contracts"
    squeezes = "no squeeze" if not found else "one squeeze" if found == 1 else f"{found} squeezes"
    return f"Looked at {contracts}: {squeezes}."
