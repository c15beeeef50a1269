"""Themes: the colours of ink and paper. Every pair meets the contrast rules of WCAG AA."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from overtrick.core import NotationError
from overtrick.render.diagram import Ink

__all__ = ["DEFAULT_THEME", "THEMES", "Theme"]


@final
@dataclass(frozen=True, slots=True)
class Theme:
    """A colour for the paper and for each ink.

    >>> Theme.parse("four-colour").colour(Ink.CLUBS)
    '#0b6e34'
    """

    name: str
    paper: str
    plain: str
    muted: str
    rule: str
    """The lines of a table."""
    clubs: str
    diamonds: str
    hearts: str
    spades: str
    mark: str
    """The shapes behind and around marked cards; text on them has the colour of the paper."""
    hollow: bool = False
    """Draw the red suits as outlines, so that shape alone distinguishes them from the black suits."""

    @staticmethod
    def parse(text: str) -> Theme:
        """Find a theme by name."""
        theme = THEMES.get(text.strip().lower().replace("color", "colour").replace(" ", "-"))
        if theme is None:
            raise NotationError(f"{text!r} is not a theme: expected one of {', '.join(THEMES)}")
        return theme

    def colour(self, ink: Ink) -> str:
        """The colour of an ink."""
        return self.plain if ink is Ink.STRONG else str(getattr(self, ink.value))

    def symbols(self, text: str) -> str:
        """Text with this theme's suit symbols: hollow or filled for the red suits."""
        return text.replace("♥", "♡").replace("♦", "♢") if self.hollow else text

    def __str__(self) -> str:
        return self.name


_LIGHT = Theme(
    name="two-colour",
    paper="#ffffff",
    plain="#1c1c1e",
    muted="#5c5f66",
    rule="#c9ccd1",
    clubs="#1c1c1e",
    diamonds="#c1121f",
    hearts="#c1121f",
    spades="#1c1c1e",
    mark="#1d4fa3",
)
_DARK = Theme(
    name="two-colour-dark",
    paper="#16181d",
    plain="#f2f2f2",
    muted="#a6abb5",
    rule="#454a54",
    clubs="#f2f2f2",
    diamonds="#ff7b7b",
    hearts="#ff7b7b",
    spades="#f2f2f2",
    mark="#8ab8ff",
)

THEMES = {
    theme.name: theme
    for theme in (
        _LIGHT,
        replace(_LIGHT, name="four-colour", diamonds="#b35000", clubs="#0b6e34"),
        replace(_LIGHT, name="hollow", hollow=True),
        _DARK,
        replace(_DARK, name="four-colour-dark", diamonds="#ffb066", clubs="#6fd08c"),
        replace(_DARK, name="hollow-dark", hollow=True),
    )
}
"""Every theme by name."""
DEFAULT_THEME = _LIGHT
