"""How a game looks: sentences and pictures on the terminal, no line longer than it is wide."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import final

from overtrick.cli import output
from overtrick.cli.play_screen import width
from overtrick.core import OvertrickError
from overtrick.render import Theme

__all__ = ["Look"]


@final
@dataclass(frozen=True)
class Look:
    """How things are printed."""

    theme: Theme
    ascii_only: bool

    def say(self, words: str) -> None:
        """Print sentences, no line longer than a terminal is wide; what is indented stays so."""
        output.print_words("\n".join(map(_folded, words.split("\n"))), self.ascii_only)

    def tell(self, words: str) -> None:
        """Print a line as it is, with the name of a file in it."""
        output.print_words(words, self.ascii_only)

    def draw(self, picture: object) -> None:
        """Print a picture, with a line before and after it."""
        print()
        output.print_values([picture], self.theme, self.ascii_only)
        print()

    def complain(self, error: OvertrickError) -> None:
        """Say in a sentence what was wrong."""
        words = str(error)
        self.say(f"{words[:1].upper()}{words[1:]}.")


def _folded(words: str) -> str:
    blanks = " " * (len(words) - len(words.lstrip()))
    return fill(
        words, width(), subsequent_indent=f"{blanks}  ", break_long_words=False, break_on_hyphens=False
    )
