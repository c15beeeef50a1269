"""A player at anyone's table: the protocol from one seat."""

from overtrick.wire.client.sitting import Heard, Sitting, Stage

__all__ = ["Heard", "Sitting", "Stage"]
