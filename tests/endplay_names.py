"""What endplay calls strains and seats, each at the place of our number for it."""

from __future__ import annotations

import endplay.types as ep

__all__ = ["DENOMS", "PLAYERS"]

DENOMS = (ep.Denom.clubs, ep.Denom.diamonds, ep.Denom.hearts, ep.Denom.spades, ep.Denom.nt)
PLAYERS = (ep.Player.north, ep.Player.east, ep.Player.south, ep.Player.west)
