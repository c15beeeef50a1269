"""Endings in which only two hands are seen: the question, and every division of the other cards."""

__all__: list[str] = []
