"""The contents of system files as data: blocks of entries, each for one kind of auction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import NamedTuple, TypeAlias, final

from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands import Vocabulary
from overtrick.hands.terms import Definition, SuitTerm, Term, Value, quick_dataclass

__all__ = [
    "GAMES",
    "LETTERS",
    "OTHERS",
    "BidPattern",
    "Block",
    "CallPattern",
    "Condition",
    "Convention",
    "Deed",
    "Disposition",
    "Either",
    "Entry",
    "Every",
    "Fit",
    "Force",
    "LastBid",
    "Level",
    "Limits",
    "Not",
    "Place",
    "Role",
    "Sheet",
    "ShownTag",
    "StrainTerm",
    "Switch",
    "Tag",
    "Word",
    "parts_within",
]


@final
class Place(NamedTuple):
    """A place in a system file; lines and columns are counted from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


# Suits and levels by letter

LETTERS: Mapping[str, str] = {"M": "SH", "m": "DC", "X": "SHDC", "Y": "SHDC", "Z": "SHDC", "W": "SHDC"}
"""The letters for suits, with the suits for which each may stand."""
OTHERS: Mapping[str, tuple[str, tuple[Suit, Suit]]] = {
    "OM": ("M", (Suit.HEARTS, Suit.SPADES)),
    "Om": ("m", (Suit.CLUBS, Suit.DIAMONDS)),
}
"""Letters determined by another letter: the other major, the other minor."""

StrainTerm: TypeAlias = Strain | str
"""A strain, or a letter for a suit bound by the context: M a major, m a minor, X Y Z W any suit."""


GAMES: Mapping[Strain, int] = {
    Strain.NOTRUMP: 3,
    **dict.fromkeys((Strain.SPADES, Strain.HEARTS), 4),
    **dict.fromkeys((Strain.DIAMONDS, Strain.CLUBS), 5),
}
"""The level of game."""


class Level(Enum):
    """A level that depends on the auction."""

    ANY = "n"
    """Any legal level; the entry counts once for each, from the lowest, and may refer to it as ``n``."""
    CHEAPEST = "cheapest"
    JUMP = "jump"
    GAME = "game"
    """Three notrump, four of a major, five of a minor."""


@final
@quick_dataclass
class BidPattern(Value):
    """Bids of some levels in a strain: ``1M``, ``2-3X``, ``nNT``."""

    low: int
    high: int
    strain: StrainTerm | None
    """The strain; None for any."""
    names_level: bool = False
    """Is it written with ``n``, so that the level found is bound to n?"""


@final
@quick_dataclass
class CallPattern(Value):
    """The call of an entry: a fixed call, or a bid whose level or suit depends on the context."""

    call: Call | None = None
    level: int | Level = Level.ANY
    strain: StrainTerm = Strain.NOTRUMP

    def text(self, call: Callable[[Call], str], strain: Callable[[StrainTerm], str]) -> str:
        """The call as text, from functions that write calls and strains."""
        if self.call is not None:
            return call(self.call)
        level = self.level.value if isinstance(self.level, Level) else str(self.level)
        return f"{level}{' ' if len(level) > 1 else ''}{strain(self.strain)}"


# Contexts


class Role(Enum):
    """A player or side, relative to the player to call."""

    ME = "I"
    PARTNER = "partner"
    LHO = "LHO"
    RHO = "RHO"
    WE = "we"
    """I or partner."""
    THEY = "they"
    """Either opponent."""


@final
@quick_dataclass
class Deed(Value):
    """Somebody opened, bid, began, passed, doubled or redoubled; docs/bidding.md defines each verb."""

    who: Role
    deed: str
    pattern: BidPattern | None = None


@final
@quick_dataclass
class ShownTag(Value):
    """Somebody's last call, or any call of theirs, has this tag."""

    who: Role
    tag: str
    suits: tuple[SuitTerm, ...] = ()
    ever: bool = False


@final
@quick_dataclass
class Limits(Value):
    """A trait that somebody has shown lies within a range, or may lie in it."""

    who: Role
    low: int | None
    high: int | None
    quantity: str | SuitTerm
    """``hcp``, ``points``, ``aces``, ``kings``, or the length of a suit."""
    surely: bool = True


@final
@quick_dataclass
class Fit(Value):
    """A suit is agreed; with None, no suit is agreed."""

    suit: SuitTerm | None


@final
@quick_dataclass
class Force(Value):
    """I may not pass; or we are forced to game."""

    to_game: bool = False


@final
@quick_dataclass
class LastBid(Value):
    """The last bid is one of these (``at 2M``), or lower than one (``below 3NT``)."""

    relation: str
    pattern: BidPattern


@final
@quick_dataclass
class Word(Value):
    """A fact of the auction named by a word, with the seats for ``seat``; see docs/bidding.md."""

    word: str
    seats: tuple[int, ...] = ()


@final
@quick_dataclass
class Switch(Value):
    """A convention is switched on."""

    convention: str


@final
@quick_dataclass
class Not(Value):
    """The condition does not hold."""

    condition: Condition


@final
@quick_dataclass
class Every(Value):
    """All of the conditions hold."""

    conditions: tuple[Condition, ...]


@final
@quick_dataclass
class Either(Value):
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Deed | ShownTag | Limits | Fit | Force | LastBid | Word | Switch | Not | Every | Either


def parts_within(condition: Condition) -> Iterator[Value]:
    """A condition and all of its parts, at any depth."""
    waiting: list[object] = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Value):
            yield part
            waiting += [getattr(part, name) for name in part.part_names]
        elif isinstance(part, tuple):
            waiting += part


# Entries


class Disposition(Enum):
    """What a call asks of partner."""

    SIGN_OFF = "sign-off"
    NOT_FORCING = "not forcing"
    INVITATIONAL = "invitational"
    FORCING = "forcing"
    """Forcing until partner has called again."""
    FORCING_TO = "forcing to"
    """Forcing until a certain bid is reached."""
    FORCING_TO_GAME = "forcing to game"

    @property
    def is_forcing(self) -> bool:
        """Is partner forbidden to pass?"""
        return self in (Disposition.FORCING, Disposition.FORCING_TO, Disposition.FORCING_TO_GAME)


@final
@quick_dataclass
class Tag(Value):
    """A word that later contexts can test, with the suits it is about: ``transfer(M)``."""

    name: str
    suits: tuple[SuitTerm, ...] = ()


@final
@quick_dataclass
class Entry:
    """One rule of a system: a call, its condition on the hand, and its properties, such as tags."""

    call: CallPattern
    name: str
    read_shows: Callable[[], Term]
    """Returns `shows`; an entry from the cache decodes it on first use."""
    place: Place
    text: str = ""
    """The condition as written."""
    suits: tuple[tuple[str, tuple[Suit, ...]], ...] = ()
    """Letters that stand for each of some suits in turn."""
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    agrees: SuitTerm | None = None
    tags: tuple[Tag, ...] = ()
    alert: str | None = None
    """The text of the alert; empty for an alert without text, None for no alert."""
    priority: int = 0
    convention: Condition | None = None
    """A further condition on the auction for this entry."""
    is_catch_all: bool = False
    """Is it a catch-all, for hands with no better call?"""
    is_read_only: bool = False
    """Is it never chosen, but only used to interpret the call when somebody makes it?"""
    label: str = ""
    source: str = ""

    @cached_property
    def shows(self) -> Term:
        """The condition without its exception; letters and terms about the auction are not yet bound."""
        return self.read_shows()

    def __str__(self) -> str:
        return self.label or self.name or self.text


@final
@quick_dataclass
class Block:
    """Entries for one kind of auction; the first that fits a hand makes its call."""

    when: Condition
    read_entries: Callable[[], tuple[Entry, ...]]
    """Makes `entries`; a block of the cache decodes them when they are first used."""
    highest: tuple[int | None, int | None]
    """The highest priority of the entries, and of the read-only ones; None if there are none."""
    place: Place
    text: str = ""
    """The context as written."""
    priority: int = 0
    is_complete: bool = False
    """Where it matches, blocks of lower priority, and later ones of the same priority, are ignored."""

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Its entries, in the order of the file."""
        return self.read_entries()


@final
@quick_dataclass
class Convention(Value):
    """A switch of the convention card."""

    name: str
    words: str
    is_on: bool
    place: Place


@final
@quick_dataclass
class Sheet:
    """The contents of all files of one system folder."""

    name: str
    title: str
    source: str
    below: tuple[str, ...]
    """The systems that it uses as a fallback, in order."""
    blocks: tuple[Block, ...]
    conventions: tuple[Convention, ...]
    points: Definition
    """The definition by which it counts points."""
    read_vocabulary: Callable[[], Vocabulary]
    remarks: tuple[tuple[Place, str], ...] = ()
    """Headings and paragraphs of notes, for the printed system."""
    includes: tuple[tuple[Place, str], ...] = ()
    """The places where other files of the folder are included, with their names."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words it may use, including its own definitions."""
        return self.read_vocabulary()
