"""The table-manager protocol, version 18: messages, lines, a client, and a manager for other programs."""

from overtrick.protocol.codec import LineReader, LineStream, read, write
from overtrick.protocol.messages import Message, ProtocolError

__all__ = ["LineReader", "LineStream", "Message", "ProtocolError", "read", "write"]
