"""The table of double-dummy tricks: five strains, four declarers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import final

from overtrick.core import Contract, NotationError, OvertrickError, Result, Seat, Strain
from overtrick.core.drawing import TextValue
from overtrick.dd.errors import DoubleDummyError

__all__ = ["TrickTable"]

Column = tuple[int, ...]
"""The tricks at one strain: North's, East's, South's, West's."""


@final
@dataclass(frozen=True, slots=True, repr=False)
class TrickTable(TextValue):
    """The double-dummy tricks of each declarer at each strain.

    A table may lack some strains; reading a missing one raises `DoubleDummyError`.

    >>> table = TrickTable.parse("C D H S NT; N 8 7 10 9 9; E 5 6 3 4 4; S 8 7 10 9 9; W 5 6 3 4 4")
    >>> table[Strain.HEARTS, Seat.NORTH], table.result(Contract.parse("3NT by E"))
    (10, Result.parse('3NT by E -5'))
    """

    columns: tuple[Column | None, ...]
    """The tricks at clubs, diamonds, hearts, spades and notrump; None for a missing strain."""

    def __post_init__(self) -> None:
        if len(self.columns) != len(Strain):
            raise NotationError(f"a table of tricks has five strains, not {len(self.columns)}")
        faults = [
            f"{seat.word} cannot take {tricks} tricks at {strain.word}: a deal has thirteen"
            for strain in self.strains
            for seat, tricks in zip(Seat, self.columns[strain] or (), strict=False)
            if not 0 <= tricks <= 13
        ]
        if faults:
            raise NotationError(*faults)

    # Making tables

    @staticmethod
    def of(columns: Mapping[Strain, Iterable[int]]) -> TrickTable:
        """A table from its strains, each with the tricks of North, East, South and West."""
        given = {strain: _column(strain, tricks) for strain, tricks in columns.items()}
        return TrickTable(tuple(given.get(strain) for strain in Strain))

    @staticmethod
    def parse(text: str) -> TrickTable:
        """Read the strains, then each declarer with the tricks at them, separated by semicolons.

        >>> TrickTable.parse("H NT; N 10 9; S 9 9; E 3 4; W 3 4").strains
        (Strain.HEARTS, Strain.NOTRUMP)
        """
        try:
            return _read(text)
        except OvertrickError as error:
            raise NotationError(*error.faults, text=text) from None

    # Entries

    def __getitem__(self, entry: tuple[Strain, Seat]) -> int:
        """The tricks a declarer takes at a strain."""
        strain, declarer = entry
        column = self.columns[strain]
        if column is None:
            known = " ".join(map(str, self.strains)) or "none"
            raise DoubleDummyError(f"the tricks at {strain.word} have not been worked out, only at: {known}")
        return column[declarer]

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The strains in the table."""
        return tuple(strain for strain in Strain if self.columns[strain] is not None)

    @property
    def is_complete(self) -> bool:
        """Does the table have all five strains?"""
        return None not in self.columns

    def result(self, contract: Contract) -> Result:
        """The double-dummy result of a contract."""
        return Result(contract, self[contract.strain, contract.declarer])

    def as_dict(self) -> dict[str, dict[str, int]]:
        """The tricks by declarer and strain for JSON: ``{"N": {"C": 8, …}, …}``."""
        return {str(seat): {str(strain): self[strain, seat] for strain in self.strains} for seat in Seat}

    # Text

    def __str__(self) -> str:
        rows = (" ".join(map(str, (seat, *(self[strain, seat] for strain in self.strains)))) for seat in Seat)
        return "; ".join((" ".join(map(str, self.strains)), *rows))


def _column(strain: Strain, tricks: Iterable[int]) -> Column:
    given = tuple(int(each) for each in tricks)
    if len(given) != len(Seat):
        raise NotationError(f"{strain.word}: expected the tricks of four declarers, found {len(given)}")
    return given


def _read(text: str) -> TrickTable:
    heading, *rows = (part.split() for part in text.strip().rstrip(";").split(";"))
    strains = [Strain.parse(word) for word in heading]
    if len(set(strains)) < len(strains):
        raise NotationError("a strain is listed twice")
    by_seat = dict[Seat, list[int]]()
    for name, *tricks in filter(None, rows):
        seat = Seat.parse(name.rstrip(":"))
        if seat in by_seat:
            raise NotationError(f"{seat.word} is listed twice")
        if len(tricks) != len(strains):
            raise NotationError(f"{seat.word} has {len(tricks)} numbers of tricks for {len(strains)} strains")
        by_seat[seat] = [_number(word) for word in tricks]
    missing = [seat.word for seat in Seat if seat not in by_seat]
    if missing:
        raise NotationError(f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    columns = zip(*(by_seat[seat] for seat in Seat), strict=True)
    return TrickTable.of(dict(zip(strains, columns, strict=True)))


def _number(word: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", word):
        raise NotationError(f"{word!r} is not a number of tricks")
    return int(word)
