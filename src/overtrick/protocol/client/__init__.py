"""A player at anyone's table: the protocol from one seat, thinking ahead, and what comes of it."""

from overtrick.protocol.client.client import Client, SeatRequest
from overtrick.protocol.client.dialogue import Dialogue, Response, Stage
from overtrick.protocol.client.thinking import Setup, Statistics, Thinker, TimedAct, fast

__all__ = [
    "Client",
    "Dialogue",
    "Response",
    "SeatRequest",
    "Setup",
    "Stage",
    "Statistics",
    "Thinker",
    "TimedAct",
    "fast",
]
