"""A player at any table manager's table: the protocol from one seat, and thinking ahead."""

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
