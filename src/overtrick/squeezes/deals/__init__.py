"""Whole deals: contracts that depend on a squeeze, the line to it, and files of boards."""

__all__: list[str] = []
