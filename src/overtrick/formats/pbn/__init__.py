"""Portable Bridge Notation 2.1: tolerant import, strict export."""

from overtrick.formats.pbn.reader import read
from overtrick.formats.pbn.writer import lost, write

__all__ = ["lost", "read", "write"]
