"""RBN, Richard Pavlicek's bridge notation, version 3.2 (rpbridge.net/7a12.htm): one-letter labels."""

import io

from overtrick.formats.rbn.reader import read
from overtrick.formats.rbn.writer import write
from overtrick.formats.record import Record, not_carried

__all__ = ["lost", "read", "write"]


def lost(record: Record) -> tuple[str, ...]:
    """The parts of a record that RBN cannot carry: those lost when it is written and read back.

    >>> from overtrick.core import Board
    >>> lost(Record(Board.numbered(1), tags=(("Event", "Spingold"), ("DealId", "7"))))
    ('DealId',)
    """
    file = io.BytesIO()
    write([record], file)
    file.seek(0)
    return not_carried(record, next(read(file)))
