"""Configurations: how a pair bids and plays, as one line of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import final

from overtrick.bidding import Agreements, known_systems
from overtrick.bidding.errors import suggestion
from overtrick.bidding.library import find_system
from overtrick.bidding.simulating import Scoring, Settings
from overtrick.core import OvertrickError
from overtrick.player import Aim, Player, PlaySettings
from overtrick.table.errors import MatchError

__all__ = ["PRESETS", "WORDS", "Configuration"]

PRESETS = {
    "default": "",
    "plain": "weights=off,strategies=off",
    "blind": "meanings=off,leads=off,weights=off",
    "quick": "deals=12,pool=60,strategies=off",
}
"""Named configurations, as their changes to the default; `plain` is sampling alone."""

_BY_NAME = (
    *("deals", "pool", "recall", "worlds", "depth"),
    *("foresight", "positions", "mistake", "strange"),
)
WORDS = {
    **{name: name for name in _BY_NAME},
    "scoring": "aim",
    "meanings": "uses_meanings",
    "leads": "uses_leads",
    "weights": "is_weighted",
    "strategies": "compares_strategies",
}
"""The words about card play, with the settings they change, in the order they are written."""
_BIDDING = ("system", "simulate")
_OLD_WORDS = {"aim": "scoring"}
"""Words of earlier releases, in their logs and files."""
_SWITCHES = {"on": True, "off": False}
_MOST = 1_000_000_000
"""The largest number that is accepted."""
_USUAL = PlaySettings()

Value = bool | int | float | str | Aim | None


@final
@dataclass(frozen=True)
class Configuration:
    """How a pair bids and plays; seeds and threads are the match's.

    >>> Configuration.parse("plain,deals=100")
    Configuration.parse('deals=100,weights=off,strategies=off')
    >>> str(Configuration.parse("weights=off, strategies=off"))
    'plain'
    """

    play: PlaySettings = field(default_factory=PlaySettings)
    system: str = "sayc"
    simulate: int | None = None
    """Deals per simulation of a close call; None if the system alone bids."""

    def __post_init__(self) -> None:
        name = self.system.lower() if self.system.lower() in known_systems() else self.system
        object.__setattr__(self, "system", name)
        object.__setattr__(self, "play", replace(self.play, seed=_USUAL.seed, threads=_USUAL.threads))
        if set(name) & set(",=\n") or name != name.strip():
            raise MatchError(f"a system whose name has a comma, = or space at an end cannot play: {name!r}")
        find_system(name)
        if self.simulate is not None and self.simulate < 2:
            raise MatchError(f"calls are simulated on 2 deals at least, not {self.simulate}")

    # Players

    def player(self, agreements: Agreements, seed: int, threads: int | None = 1) -> Player:
        """A player with this configuration."""
        settings = replace(self.play, seed=seed, threads=threads)
        if self.simulate is None:
            return Player(settings, agreements)
        is_matchpoints = self.play.aim is Aim.MATCHPOINTS
        bidding = Settings(
            deals=self.simulate,
            seed=seed,
            scoring=Scoring.MATCHPOINTS if is_matchpoints else Scoring.IMPS,
            first_look=min(self.simulate, Settings().first_look),
            threads=threads,
        )
        return Player(settings, agreements, bidding)

    # Text

    @staticmethod
    def parse(text: str) -> Configuration:
        """Read presets and words with values, separated by commas; later ones override earlier ones."""
        found, faults = dict[str, Value](), list[str]()
        for word in text.split(","):
            try:
                found |= _read(word.strip())
            except MatchError as error:
                faults += error.faults
        if faults:
            raise MatchError(*faults, text=text)
        try:
            play = {setting: found[word] for word, setting in WORDS.items() if word in found}
            bidding = {word: found[word] for word in _BIDDING if word in found}
            return Configuration(PlaySettings(**play), **bidding)  # type: ignore[arg-type]
        except OvertrickError as error:
            raise MatchError(*error.faults, text=text) from None

    def __str__(self) -> str:
        written = ",".join(self._written())
        return next((name for name, told in PRESETS.items() if told == written), written)

    def _written(self) -> list[str]:
        """The words that differ from the default, in order."""
        told = [
            f"{word}={_text(value)}"
            for word, setting in WORDS.items()
            if (value := getattr(self.play, setting)) != getattr(_USUAL, setting)
        ]
        if self.system != Configuration.system:
            told.append(f"system={self.system}")
        if self.simulate is not None:
            told.append(f"simulate={self.simulate}")
        return told

    def __repr__(self) -> str:
        return f"Configuration.parse({str(self)!r})"


# Reading one word


def _read(word: str) -> dict[str, Value]:
    """The values of a word: one value, or all those of a preset."""
    if word.lower() in PRESETS:
        told = [_read(each) for each in PRESETS[word.lower()].split(",") if each]
        return {name: value for each in told for name, value in each.items()}
    name, equals, value = (part.strip() for part in word.partition("="))
    known = _OLD_WORDS.get(name.lower(), name.lower())
    if not equals or known not in _READERS:
        raise MatchError(_unknown(word, name))
    expected, read = _READERS[known]
    try:
        return {known: read(value)}
    except (KeyError, ValueError):
        raise MatchError(f"{known}= is followed by {expected}, not {value[:40]!r}") from None


def _unknown(word: str, name: str) -> str:
    words = ", ".join(f"{each}=" for each in (*WORDS, *_BIDDING))
    near = suggestion(name, (*WORDS, *_BIDDING, *PRESETS)).removeprefix(":")
    told = f"{word[:40]!r} says nothing about a player: expected {', '.join(PRESETS)}, or {words}"
    return told + (f";{near}" if near else "")


def _whole(value: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", value, re.ASCII):
        raise ValueError
    return int(value)


def _share(value: str) -> float:
    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-[0-9]{1,2})?", value, re.ASCII):
        raise ValueError
    return float(value)


def _text(value: bool | int | float | Aim) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value.value if isinstance(value, Aim) else repr(value)


Reader = tuple[str, Callable[[str], Value]]
_NUMBER: Reader = (f"a whole number up to {_MOST:,}", _whole)
_BY_TYPE: dict[type, Reader] = {
    bool: ("on or off", lambda value: _SWITCHES[value.lower()]),
    int: _NUMBER,
    float: ("a probability like 0.2", _share),
    Aim: (", ".join(aim.value for aim in Aim), lambda value: Aim(value.lower())),
}
_READERS: dict[str, Reader] = {
    **{word: _BY_TYPE[type(getattr(_USUAL, setting))] for word, setting in WORDS.items()},
    "system": ("", str),
    "simulate": (_NUMBER[0], lambda value: None if value.lower() == "off" else _whole(value)),
}
"""For each word, the expected form of its value and its reader."""
