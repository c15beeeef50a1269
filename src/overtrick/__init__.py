"""overtrick: a computer bridge expert that bids, plays and explains.

The values of `overtrick.core` are here under their own names. The engines are modules, loaded
when they are first used, so that ``import overtrick`` is quick and needs only the standard library.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import overtrick.render as _draws_values_in_notebooks  # noqa: F401
from overtrick.core import *  # noqa: F403
from overtrick.core import __all__ as _core_names

__version__ = "0.1.0"
__all__ = ["__version__", *_core_names]

_ENGINES = (
    "core",
    "dd",
    "deals",
    "formats",
    "hands",
    "openbid",
    "player",
    "render",
    "scoring",
    "squeezes",
    "suits",
    "table",
)


def __getattr__(name: str) -> ModuleType:
    if name in _ENGINES:
        return import_module(f"overtrick.{name}")
    raise AttributeError(f"module 'overtrick' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ENGINES})
