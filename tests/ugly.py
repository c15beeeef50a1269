"""The corpus of ugly files, written for this project after what real programs produce."""

from __future__ import annotations

import io
from pathlib import Path

from overtrick.formats import pbn, write
from overtrick.formats.record import Record

__all__ = ["UGLY", "pbn_bytes", "read_pbn", "ugly_pbn"]

UGLY = Path(__file__).parent / "data" / "ugly"


def ugly_pbn(name: str) -> list[Record]:
    """The records of an ugly PBN file."""
    return read_pbn((UGLY / f"{name}.pbn").read_bytes())


def read_pbn(data: bytes) -> list[Record]:
    """The records in some PBN."""
    return list(pbn.read(io.BytesIO(data)))


def pbn_bytes(records: list[Record]) -> bytes:
    """Records as PBN."""
    file = io.BytesIO()
    write(records, file, "PBN")
    return file.getvalue()
