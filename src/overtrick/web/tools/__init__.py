"""Two tools beside the table: a deal, and a suit combination."""

__all__: list[str] = []
