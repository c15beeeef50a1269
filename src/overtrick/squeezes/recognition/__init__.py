"""How squeezes are found and named: canonical endings, moments, stories, kinds and modifiers."""

__all__: list[str] = []
