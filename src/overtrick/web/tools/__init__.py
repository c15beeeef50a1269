"""Two tools beside the table: a deal, and a suit combination."""

from __future__ import annotations

__all__: list[str] = []
