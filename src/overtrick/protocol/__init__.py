"""The table-manager protocol, version 18: messages, lines, and a manager that other programs can sit at."""

from overtrick.protocol.codec import LineReader, LineStream, read, write
from overtrick.protocol.messages import Message, ProtocolError

__all__ = ["LineReader", "LineStream", "Message", "ProtocolError", "read", "write"]
