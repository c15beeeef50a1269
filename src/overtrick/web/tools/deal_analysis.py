"""The analysis of a deal as a stream: table, par, meanings of calls, then squeezes contract by contract."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from overtrick.core import Auction, Call, Card, Deal, OvertrickError, Vul
from overtrick.core.english import NUMBERS
from overtrick.dd import Par
from overtrick.processes import Pool
from overtrick.web.tables.jobs import Mind, explain_call
from overtrick.web.tools.deal_models import MeaningsFound, SqueezeFound
from overtrick.web.tools.deal_position import Position, Stakes, par_of, solved
from overtrick.web.tools.deal_query import DealQuery, contract_fields, path_of
from overtrick.web.tools.deal_solver import DoubleDummy
from overtrick.web.tools.events import BEAT, Event, Progress

__all__ = ["SqueezeQuery", "analysis", "look", "meanings", "questions", "squeezes", "with_path"]

SqueezeQuery = tuple[Deal, Stakes, Card | None]
"""A deal or an ending, its stakes, and perhaps the lead."""

_MOST = 4
"""The most contracts analysed."""
LARGEST_ENDING = 7
"""The most cards in each hand of an ending for naming squeezes."""


async def analysis(
    query: DealQuery, position: Position, solver: DoubleDummy, analysts: Pool, mind: Mind
) -> AsyncIterator[Event]:
    """The whole analysis, step by step; a step that fails ends it with a reason."""
    try:
        yield Event("progress", Progress(words="Solving the deal"))
        table = await solver.table(position.deal)
        par = par_of(position, table)
        answer = solved(table, par)
        yield Event("table", answer)
        if answer.par is not None:
            yield Event("par", answer.par)
        board = position.board
        if board.auction is not None and not board.meanings:
            told = await analysts.run(meanings, board.auction, board.vul, mind)
            calls = tuple(map(str, board.auction.calls))
            yield Event("auction", MeaningsFound(system=mind.system, calls=calls, meanings=told))
        async for event in squeezes(query, position, par, analysts):
            yield event
    except OvertrickError as error:
        yield Event("wrong", Progress(words=str(error)))


async def squeezes(
    query: DealQuery, position: Position, par: Par | None, analysts: Pool
) -> AsyncIterator[Event]:
    """Squeezes in the contract of the page and in the par contracts."""
    to_ask, found = questions(position, par), 0
    number = len(to_ask)
    for place, question in enumerate(to_ask):
        job = asyncio.ensure_future(analysts.run(look, question))
        try:
            while not job.done():
                contract = question[1].contract
                words = f"Looking for squeezes in {'the ending' if contract is None else contract.print}"
                yield Event("progress", Progress(words=words, done=place, of=number))
                await asyncio.wait([job], timeout=BEAT)
            answer, cards = await job
        finally:
            job.cancel()
        found += answer.outcome == "squeeze"
        yield Event("squeeze", with_path(query, position, question, cards, answer))
    yield Event("done", Progress(words=_ended(position, number, found), done=number, of=number))


def _ended(position: Position, query: int, found: int) -> str:
    if not query and position.is_ending:
        return f"Squeezes are looked for in endings of at most {NUMBERS[LARGEST_ENDING]} cards."
    if not query:
        return "Choose a contract to look for squeezes."
    contracts = "the ending" if position.is_ending else "one contract" if query == 1 else f"{query} contracts"
    squeezes = "no squeeze" if not found else "one squeeze" if found == 1 else f"{found} squeezes"
    return f"Looked at {contracts}: {squeezes}."


# Meanings of calls


def meanings(auction: Auction, vul: Vul, mind: Mind) -> tuple[str | None, ...]:
    """The meaning of each call in a sentence, None for passes; runs in an analyst process."""
    return tuple(
        None if call == Call.PASS else explain_call(auction.back(len(auction) - turn), vul, mind).sentence
        for turn, call in enumerate(auction.calls, 1)
    )


# Squeezes


def questions(position: Position, par: Par | None) -> tuple[SqueezeQuery, ...]:
    """The squeeze queries: the contract of the page after its lead, and the par contracts; or the ending."""
    deal, stakes = position.deal, position.stakes
    if not position.is_whole:
        return () if stakes is None or deal.cards_each > LARGEST_ENDING else ((deal, stakes, None),)
    lead = position.cards[0] if position.cards else None
    asked = [] if stakes is None or stakes.contract is None else [(stakes.contract, lead)]
    asked += [(contract, None) for contract in (() if par is None else par.contracts)]
    told = dict[tuple[object, ...], SqueezeQuery]()
    for contract, led in asked:
        told.setdefault((contract.bid, contract.declarer), (deal, Stakes.at(contract), led))
    return tuple(told.values())[:_MOST]


def look(question: SqueezeQuery) -> tuple[SqueezeFound, tuple[str, ...]]:
    """The squeeze found, and the cards that lead to it; runs in an analyst process."""
    from overtrick.web.tools import deal_squeezes  # here, because the server itself never searches

    deal, stakes, lead = question
    if stakes.contract is None:
        return deal_squeezes.in_ending(deal, stakes)
    return deal_squeezes.in_deal(deal, stakes.contract, lead)


def with_path(
    query: DealQuery, position: Position, question: SqueezeQuery, cards: tuple[str, ...], found: SqueezeFound
) -> SqueezeFound:
    """The answer with the path of the page at the moment of the squeeze."""
    if found.outcome != "squeeze" or not cards:
        return found
    stakes = question[1]
    contract = None if stakes == position.stakes else stakes.contract
    chosen = {} if contract is None else contract_fields(contract)
    return found.model_copy(update={"path": path_of(query, step=0, own=".".join(cards), **chosen)})
