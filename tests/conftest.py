"""Settings for every test: the same examples each time, and many more in ``make soak``."""

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("test", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("soak", max_examples=5_000, deadline=None, database=None)
settings.load_profile(os.environ.get("OVERTRICK_HYPOTHESIS", "test"))

if "PYTEST_XDIST_WORKER" not in os.environ:
    # All workers and the commands they start share a cache of parsed systems, which is not the user's;
    # nor do they find the user's books and sessions.
    _FOLDER = tempfile.mkdtemp(prefix="overtrick-tests-")
    os.environ |= {"XDG_CACHE_HOME": _FOLDER, "XDG_DATA_HOME": f"{_FOLDER}/data"}
    for name in ("OVERTRICK_CACHE", "OVERTRICK_ENCYCLOPEDIA"):
        os.environ.pop(name, None)
    atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: to look through it for garbage, now or later, finds nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C; the commands that are sent it here must hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
