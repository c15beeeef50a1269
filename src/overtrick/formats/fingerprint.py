"""The fingerprint of a set of deals: files with equal fingerprints hold the same deals in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from overtrick.core import Deal
from overtrick.formats.record import Record

__all__ = ["Fingerprint", "fingerprint"]


class Fingerprint:
    """An incremental fingerprint: boards are added one by one.

    >>> seen = Fingerprint()
    >>> seen.add(Deal.parse("N:A... K... Q... J..."))
    >>> str(seen)
    '20EA-EBF5'
    """

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=4)

    def add(self, deal: Deal) -> None:
        """Add the next deal."""
        self._hash.update(f"{deal}\n".encode())

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records; each deal is added as it passes."""
        for record in records:
            self.add(record.board.deal)
            yield record

    def __str__(self) -> str:
        digits = self._hash.hexdigest().upper()
        return f"{digits[:4]}-{digits[4:]}"


def fingerprint(deals: Iterable[Deal]) -> str:
    """The fingerprint of deals, like ``7F3A-91C2``."""
    seen = Fingerprint()
    for deal in deals:
        seen.add(deal)
    return str(seen)
