"""What a system file says, as data: blocks of entries, each for auctions of one kind."""

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
    """Where something stands in a system file; lines and columns are counted from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


# Suits and levels by letter

LETTERS: Mapping[str, str] = {"M": "SH", "m": "DC", "X": "SHDC", "Y": "SHDC", "Z": "SHDC", "W": "SHDC"}
"""The letters for suits, and the suits each may stand for."""
OTHERS: Mapping[str, tuple[str, tuple[Suit, Suit]]] = {
    "OM": ("M", (Suit.HEARTS, Suit.SPADES)),
    "Om": ("m", (Suit.CLUBS, Suit.DIAMONDS)),
}
"""Letters that follow from another: the other major, the other minor."""

StrainTerm: TypeAlias = Strain | str
"""A strain, or the letter of a suit that a context finds: M a major, m a minor, X Y Z W any suit."""


GAMES: Mapping[Strain, int] = {
    Strain.NOTRUMP: 3,
    **dict.fromkeys((Strain.SPADES, Strain.HEARTS), 4),
    **dict.fromkeys((Strain.DIAMONDS, Strain.CLUBS), 5),
}
"""The level of game."""


class Level(Enum):
    """A level that depends on the auction."""

    ANY = "n"
    """Any level; the entry is one for each level that is legal, from the lowest, and may name it ``n``."""
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
    """None for any strain."""
    names_level: bool = False
    """Written with ``n``: the level found is bound to the name n."""


@final
@quick_dataclass
class CallPattern(Value):
    """The call of an entry: a call as it stands, or a bid whose level or suit the context gives."""

    call: Call | None = None
    level: int | Level = Level.ANY
    strain: StrainTerm = Strain.NOTRUMP

    def text(self, call: Callable[[Call], str], strain: Callable[[StrainTerm], str]) -> str:
        """The call, or its level and its strain, in the words for calls and for strains."""
        if self.call is not None:
            return call(self.call)
        level = self.level.value if isinstance(self.level, Level) else str(self.level)
        return f"{level}{' ' if len(level) > 1 else ''}{strain(self.strain)}"


# Contexts


class Role(Enum):
    """A player, seen from the one who is to call."""

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
    """Somebody opened, bid, began, passed, doubled or redoubled; see docs/bidding.md for each."""

    who: Role
    deed: str
    pattern: BidPattern | None = None


@final
@quick_dataclass
class ShownTag(Value):
    """Somebody's last call, or any call of theirs, is tagged so."""

    who: Role
    tag: str
    suits: tuple[SuitTerm, ...] = ()
    ever: bool = False


@final
@quick_dataclass
class Limits(Value):
    """What somebody has shown lies within a range, or only may lie there."""

    who: Role
    low: int | None
    high: int | None
    quantity: str | SuitTerm
    """``hcp``, ``points``, ``aces``, ``kings``, or the length of a suit."""
    surely: bool = True


@final
@quick_dataclass
class Fit(Value):
    """A suit is agreed; None: none is."""

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
    """A fact of the auction that is one word, with the seats for ``seat``; see docs/bidding.md."""

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
    """A condition and everything it is made of."""
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
    """Until partner has called again."""
    FORCING_TO = "forcing to"
    """Until a certain bid is reached."""
    FORCING_TO_GAME = "forcing to game"

    @property
    def is_forcing(self) -> bool:
        """May partner not pass?"""
        return self in (Disposition.FORCING, Disposition.FORCING_TO, Disposition.FORCING_TO_GAME)


@final
@quick_dataclass
class Tag(Value):
    """A word that later contexts look for, with the suits it is about: ``transfer(M)``."""

    name: str
    suits: tuple[SuitTerm, ...] = ()


@final
@quick_dataclass
class Entry:
    """One line of the system: it selects a call, says what it shows, and what follows looks for its tags."""

    call: CallPattern
    name: str
    read_shows: Callable[[], Term]
    """Makes `shows`; an entry of the cache decodes it when it is first used."""
    place: Place
    text: str = ""
    """The condition as written."""
    suits: tuple[tuple[str, tuple[Suit, ...]], ...] = ()
    """Letters that stand for each of these suits in turn."""
    disposition: Disposition = Disposition.NOT_FORCING
    until: Bid | None = None
    agrees: SuitTerm | None = None
    tags: tuple[Tag, ...] = ()
    alert: str | None = None
    """Why it is alerted; empty for no special words, None for no alert."""
    priority: int = 0
    convention: Condition | None = None
    """A further condition on the auction, for this entry alone."""
    is_catch_all: bool = False
    """Made when nothing better was found."""
    is_read_only: bool = False
    """Never chosen: it only tells what the call means when somebody makes it."""
    label: str = ""
    source: str = ""

    @cached_property
    def shows(self) -> Term:
        """The condition, its exception worked in; letters and partnership terms are not yet bound."""
        return self.read_shows()

    def __str__(self) -> str:
        return self.label or self.name or self.text


@final
@quick_dataclass
class Block:
    """Entries for one kind of auction, the first that fits a hand before the next."""

    when: Condition
    read_entries: Callable[[], tuple[Entry, ...]]
    """Makes `entries`; a block of the cache decodes them when they are first used."""
    highest: tuple[int | None, int | None]
    """The highest priority of the entries, and of those that are only read; None where there are none."""
    place: Place
    text: str = ""
    """The context as written."""
    priority: int = 0
    is_complete: bool = False
    """Where it matches, nothing of lower priority, and nothing below it of the same priority, counts."""

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Its entries, as written."""
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
    """All that the files of one system folder say."""

    name: str
    title: str
    source: str
    below: tuple[str, ...]
    """The systems it falls back on, the first before the next."""
    blocks: tuple[Block, ...]
    conventions: tuple[Convention, ...]
    points: Definition
    """How it counts points."""
    read_vocabulary: Callable[[], Vocabulary]
    remarks: tuple[tuple[Place, str], ...] = ()
    """Headings and paragraphs of notes, for the printed system."""
    includes: tuple[tuple[Place, str], ...] = ()
    """Where another file of the folder was read, and which."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words it may use, its own definitions among them."""
        return self.read_vocabulary()
