"""Tables served to browsers."""

__all__: list[str] = []
