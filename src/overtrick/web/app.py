"""The application: routes, middleware, errors, and the resources that live as long as the server."""

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
from overtrick.core.english import capital
from overtrick.processes import Pool, Superseded, Template, WorkError
from overtrick.table import LogConflict, LogError, MemoryLog
from overtrick.web.middleware import SecurityMiddleware
from overtrick.web.pages import HERE, error_response
from overtrick.web.settings import WebSettings
from overtrick.web.tables.host import UNREADABLE, Host, NoSuchTable, UnreadableTable
from overtrick.web.tables.jobs import Mind, preload, prepare
from overtrick.web.tables.robots import RobotQueue, Services
from overtrick.web.tables.routes import router as tables
from overtrick.web.tables.store import private_log
from overtrick.web.tools import api_page, deal, suit
from overtrick.web.tools.deal_solver import DoubleDummy

__all__ = ["ANALYST_MODULES", "READER_MODULES", "create_app"]

ANALYST_MODULES = ("overtrick.web.tools.deal_squeezes", "overtrick.web.tools.suit_answer")
READER_MODULES = ("overtrick.web.tables.uploads", "overtrick.web.tools.deal_page")
_JUDGES = 2
"""Threads that judge claims."""
_STATUS = {OvertrickError: 400, WorkError: 503, NoSuchTable: 404, Superseded: 409}
"""HTTP status codes of errors with their own message."""
_KNOWN = {404: "There is no such page.", 405: "That cannot be done here."}

_log = logging.getLogger(__name__)


def create_app(settings: WebSettings) -> FastAPI:
    """Create the application; its API documentation is our own page, without external scripts."""
    app = FastAPI(
        title="overtrick", version=overtrick.__version__, docs_url=None, redoc_url=None, lifespan=_life
    )
    app.state.settings = settings
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.add_middleware(SecurityMiddleware, settings=settings)
    for router in (tables, deal.router, suit.router, api_page.router):
        app.include_router(router)
    _answer_errors(app)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """The lifespan of the server's resources: the log, the robots, and all other worker processes."""
    settings: WebSettings = app.state.settings
    with ExitStack() as closing:
        template = Template(partial(prepare, Mind(settings.system, settings.play)))
        closing.callback(template.join)
        closing.callback(template.close)
        pool = partial(Pool, template=template, waiting=settings.waiting)
        analysts = pool(1, seconds=60, prepare=partial(preload, *ANALYST_MODULES))
        readers = pool(1, seconds=10, prepare=partial(preload, *READER_MODULES))
        app.state.double_dummy = DoubleDummy(waiting=100)
        closing.callback(app.state.double_dummy.close)
        services = Services(
            queue=RobotQueue(settings, template),
            speaker=pool(1, seconds=20),
            reviewers=pool(1, seconds=120, niceness=15),
            judges=ThreadPoolExecutor(_JUDGES, "judge"),
        )
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


async def _warm_up(*ranks: Iterable[Pool | RobotQueue]) -> None:
    """Start all processes: first those that the first hand needs, and then the others."""
    for rank in ranks:
        await asyncio.gather(*(each.warm_up() for each in rank), return_exceptions=True)


def _answer_errors(app: FastAPI) -> None:
    """Answer bad input by a page, or JSON, that explains the error."""

    def told(request: Request, error: Exception, status: int) -> Response:
        return error_response(request, str(error), status)

    for kind, status in _STATUS.items():
        app.add_exception_handler(kind, partial(told, status=status))

    @app.exception_handler(LogError)
    @app.exception_handler(UnreadableTable)
    def unreadable(request: Request, error: OvertrickError) -> Response:
        _log.error("the log of the tables: %s", error.__cause__ or error)
        return error_response(request, UNREADABLE, 503)

    @app.exception_handler(LogConflict)
    def too_late(request: Request, error: LogConflict) -> Response:
        return error_response(request, f"{capital(str(error))}: please look again.", 409)

    @app.exception_handler(HTTPException)
    def http_error(request: Request, error: HTTPException) -> Response:
        return error_response(request, _KNOWN.get(error.status_code, str(error.detail)), error.status_code)

    @app.exception_handler(RequestValidationError)
    def bad_request(request: Request, error: RequestValidationError) -> Response:
        told = "; ".join(f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())
        return error_response(request, told, 422)
