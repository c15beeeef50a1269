"""The server put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import overtrick
from overtrick.core import OvertrickError
from overtrick.explain.words_english import capital
from overtrick.table import LogConflict, LogError, MemoryLog
from overtrick.web.guard import Guard
from overtrick.web.keeping import private_log
from overtrick.web.pages import HERE, Pages
from overtrick.web.reading import router as reading
from overtrick.web.settings import WebSettings
from overtrick.web.tables.host import UNREADABLE, Host, NoSuchTable, UnreadableTable
from overtrick.web.tables.hosted import Services
from overtrick.web.tables.jobs import Mind, prepare
from overtrick.web.tables.latest import Latest, Overtaken
from overtrick.web.tables.queue import RobotQueue
from overtrick.web.tables.routes import router as tables
from overtrick.web.tables.websocket import router as websocket
from overtrick.web.tools import api_page, deal, suit
from overtrick.web.tools.deal_solving import DoubleDummy
from overtrick.web.warming import prepare_analysts, prepare_readers
from overtrick.web.workers import WorkError, Workers

__all__ = ["create_app"]

_JUDGES = 2
"""Claims that are judged at once."""

_log = logging.getLogger(__name__)


def create_app(settings: WebSettings) -> FastAPI:
    """The application; its own documentation of the API is a page of ours, without scripts from elsewhere."""
    app = FastAPI(
        title="overtrick", version=overtrick.__version__, docs_url=None, redoc_url=None, lifespan=_life
    )
    pages = Pages()
    app.state.settings, app.state.pages, app.state.latest = settings, pages, Latest()
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.add_middleware(Guard, settings=settings, pages=pages)
    app.include_router(tables)
    app.include_router(websocket)
    app.include_router(reading)
    app.include_router(deal.router)
    app.include_router(suit.router)
    app.include_router(api_page.router)
    _answer_errors(app, pages)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """What lives as long as the server: the log, the robots, and all others who work for it."""
    settings: WebSettings = app.state.settings
    with ExitStack() as closing:
        mind = Mind(settings.system, settings.play)
        analysts = Workers(1, settings.waiting, seconds=60, prepare=partial(prepare_analysts, mind))
        readers = Workers(1, settings.waiting, seconds=10, prepare=prepare_readers)
        app.state.double_dummy = DoubleDummy(waiting=100)
        closing.callback(app.state.double_dummy.close)
        services = _services(settings, mind, app.state.pages)
        app.state.analysts, app.state.readers = analysts, readers
        for workers in (analysts, readers, services.speaker, services.reviewers, services.queue):
            closing.callback(workers.close)
        closing.callback(services.judges.shutdown, wait=False, cancel_futures=True)
        log = MemoryLog() if settings.log is None else closing.enter_context(private_log(settings.log))
        app.state.host = Host(log, services)
        warming = asyncio.create_task(_warm_up((services.speaker, services.queue), (analysts, readers)))
        yield
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)


async def _warm_up(*ranks: Iterable[Workers | RobotQueue]) -> None:
    """Start all processes: those that the first hand needs, and the others when these are ready."""
    for rank in ranks:
        await asyncio.gather(*(each.warm_up() for each in rank), return_exceptions=True)


def _services(settings: WebSettings, mind: Mind, pages: Pages) -> Services:
    """What tables share; all of it gives way to the server, and reviews to robots."""
    return Services(
        queue=RobotQueue(settings),
        speaker=Workers(1, settings.waiting, seconds=20, prepare=partial(prepare, mind)),
        reviewers=Workers(1, settings.waiting, seconds=120, prepare=partial(prepare, mind), politeness=15),
        judges=ThreadPoolExecutor(_JUDGES, "judge"),
        pages=pages,
    )


def _answer_errors(app: FastAPI, pages: Pages) -> None:
    """Bad input gets a page, or JSON, that says what is wrong."""

    @app.exception_handler(OvertrickError)
    def bridge_error(request: Request, error: OvertrickError) -> Response:
        return pages.wrong(request, str(error))

    @app.exception_handler(WorkError)
    def not_done(request: Request, error: WorkError) -> Response:
        return pages.wrong(request, str(error), 503)

    @app.exception_handler(NoSuchTable)
    def no_such_table(request: Request, error: NoSuchTable) -> Response:
        return pages.wrong(request, str(error), 404)

    @app.exception_handler(LogError)
    @app.exception_handler(UnreadableTable)
    def unreadable(request: Request, error: OvertrickError) -> Response:
        _log.error("the log of the tables: %s", error.__cause__ or error)
        return pages.wrong(request, UNREADABLE, 503)

    @app.exception_handler(Overtaken)
    def overtaken(request: Request, error: Overtaken) -> Response:
        return pages.wrong(request, str(error), 409)

    @app.exception_handler(LogConflict)
    def too_late(request: Request, error: LogConflict) -> Response:
        return pages.wrong(request, f"{capital(str(error))}: please look again.", 409)

    @app.exception_handler(HTTPException)
    def http_error(request: Request, error: HTTPException) -> Response:
        known = {404: "There is no such page.", 405: "That cannot be done here."}
        return pages.wrong(request, known.get(error.status_code, str(error.detail)), error.status_code)

    @app.exception_handler(RequestValidationError)
    def bad_request(request: Request, error: RequestValidationError) -> Response:
        told = "; ".join(f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())
        return pages.wrong(request, told, 422)
