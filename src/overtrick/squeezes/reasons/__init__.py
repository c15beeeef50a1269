"""Reasons as data: what is claimed of a squeeze, of what is near it, and of whole deals."""

__all__: list[str] = []
