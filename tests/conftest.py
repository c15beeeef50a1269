"""Settings for every test: the same examples each time, and many more in ``make soak``."""

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("test", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("soak", max_examples=5_000, deadline=None, database=None)
settings.load_profile(os.environ.get("OVERTRICK_HYPOTHESIS", "test"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C; the commands that are sent it here must hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

TOGETHER = (
    *("test_openbid_claims.py", "test_documents.py", "test_sayc_self_play.py"),
    *("test_web_tables.py", "test_web_safety.py", "test_web_leaks.py", "test_web_commands.py"),
    *("test_web_deal.py", "test_web_suit.py", "test_web_api_page.py", "test_deal_endpoints.py"),
    *("test_table_boards.py", "test_table_advice.py", "test_table_files.py", "test_table_looks.py"),
    *("test_deal_page.py", "test_suit_page.py"),
)
"""Files whose tests share what takes long to make: one worker runs all of a file, so that it is made once."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """With ``--dist loadgroup``, hand out tests one by one save those that belong together.

    xdist 3.8 does this by the mark ``xdist_group``, but pytest 9.2 takes no notice of how it renames tests.
    """
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = _group
    return scheduler


def _group(test: str) -> str:
    file, _, _ = test.partition("::")
    return file if file.endswith(TOGETHER) else test
