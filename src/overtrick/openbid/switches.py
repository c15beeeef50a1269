"""Switches for the readings of the paper where it contradicts itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import final

from overtrick.core import OvertrickError

__all__ = ["AS_CODED", "Switches"]


@final
@dataclass(frozen=True)
class Switches:
    """One switch for each contradiction; with all off, the Algol code decides."""

    kqx: bool = False
    """KQ of three cards is worth 1 playing trick, as the authors' footnote says it should, not 0."""
    kj: bool = False
    """KJ doubleton is worth 1 playing trick, as Appendix 3 has it, not -1."""
    jack: bool = False
    """A jack at the head of eight to ten cards is worth nothing, as Appendix 3 has it, not 4 to 6."""
    solid: bool = False
    """SOLID as Appendix 2 defines it: every suit has two cards and three points, or is a lone ace."""

    @staticmethod
    def parse(text: str) -> Switches:
        """Read names separated by commas, ``kqx,kj``; nothing for the code as it stands.

        >>> Switches.parse("kqx,solid").bits
        9
        """
        known = [each.name for each in fields(Switches)]
        wanted = [word.strip().lower() for word in text.split(",") if word.strip()]
        for word in wanted:
            if word not in known:
                raise OvertrickError(f"{word!r} is not a switch: expected some of {', '.join(known)}")
        return Switches(**dict.fromkeys(wanted, True))

    @property
    def bits(self) -> int:
        """The switches as the compiled core numbers them."""
        return sum(value << place for place, value in enumerate(asdict(self).values()))

    def as_dict(self) -> dict[str, str]:
        """The setting of each switch, in words."""
        other = {"kqx": "fixed", "kj": "table", "jack": "table", "solid": "definition"}
        return {name: other[name] if value else "code" for name, value in asdict(self).items()}

    def __str__(self) -> str:
        return ",".join(name for name, value in asdict(self).items() if value) or "code"


AS_CODED = Switches()
