"""Plans: made, carried out against every defence, and written down for other programs."""

__all__: list[str] = []
