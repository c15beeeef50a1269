"""Settings for every test: the same examples each time, and many more in ``make soak``."""

import os
import signal

from hypothesis import settings

settings.register_profile("test", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("soak", max_examples=5_000, deadline=None, database=None)
settings.load_profile(os.environ.get("OVERTRICK_HYPOTHESIS", "test"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C; the commands that are sent it here must hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
