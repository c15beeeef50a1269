"""Squeezes explained: every claim of a report in a sentence, checked, and the whole as a short text."""

from __future__ import annotations

from overtrick.explain.squeezes import modifiers as _modifiers  # noqa: F401
from overtrick.explain.squeezes.paragraphs import opening, position, squeezed, text

__all__ = ["opening", "position", "squeezed", "text"]
