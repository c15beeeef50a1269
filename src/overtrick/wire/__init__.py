"""The table-manager protocol, version 18: messages, lines, and a manager that other programs can sit at."""

from overtrick.wire.errors import WireError
from overtrick.wire.lines import LineReader, LineStream
from overtrick.wire.messages import Message
from overtrick.wire.reading import read
from overtrick.wire.writing import write

__all__ = ["LineReader", "LineStream", "Message", "WireError", "read", "write"]
