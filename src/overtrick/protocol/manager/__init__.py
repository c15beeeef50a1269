"""The table manager: four seats over TCP, the laws, the clocks, and the results."""

from overtrick.protocol.manager.rules import LineEnd, OnFailure, Rules
from overtrick.protocol.manager.session import Door, Session, SessionPlan

__all__ = ["Door", "LineEnd", "OnFailure", "Rules", "Session", "SessionPlan"]
