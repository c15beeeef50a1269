"""A player at anyone's table: the protocol from one seat, thinking ahead, and what comes of it."""

from overtrick.wire.client.client import Client, Place
from overtrick.wire.client.mind import Gains, Mind
from overtrick.wire.client.sitting import Heard, Sitting, Stage
from overtrick.wire.client.thoughts import Setup, fast

__all__ = ["Client", "Gains", "Heard", "Mind", "Place", "Setup", "Sitting", "Stage", "fast"]
