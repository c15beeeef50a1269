"""Endings one change away: near misses and their cures, what the defence can do, exercises."""

__all__: list[str] = []
