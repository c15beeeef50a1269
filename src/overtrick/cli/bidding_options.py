"""Shared parts of the bidding commands: systems, auctions as text, and calls as records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import typer

from overtrick.bidding import Agreements, Meaning, System, Trait, load
from overtrick.bidding.promises import everything
from overtrick.bidding.system import Candidate
from overtrick.bidding.words.calls import asks, note, place_of, sentence, source_of
from overtrick.cli.options import DEFAULT_SYSTEM, Conventions, SystemName, TheirSystem
from overtrick.cli.output import Record
from overtrick.core import Auction, Call, NotationError, Seat, Side, Suit

__all__ = [
    "USUAL_BIDDING",
    "BiddingOptions",
    "call_record",
    "load_system",
    "parse_auction",
    "parse_seats",
    "switches",
]

_SWITCHES = {"on": True, "off": False, "yes": True, "no": False}


@dataclass(frozen=True)
class BiddingOptions:
    """Options for the systems."""

    system: SystemName = DEFAULT_SYSTEM
    their_system: TheirSystem = None
    convention: Conventions = None

    def agreements(self, ours: Side = Side.NS, silent: Iterable[str] | None = None) -> Agreements:
        """The agreements of both sides; the opponents play our system by default."""
        own = load_system(self.system, self.convention)
        other = own if self.their_system is None else load(self.their_system)
        return Agreements(
            *((own, other) if ours is Side.NS else (other, own)), silent=parse_seats(silent or ())
        )


USUAL_BIDDING = BiddingOptions()


def load_system(name: str, conventions: list[str] | None = None) -> System:
    """A system with some conventions switched."""
    return load(name, switches(conventions))


def switches(conventions: list[str] | None) -> dict[str, bool]:
    """The conventions switched on or off by options."""
    return dict(_switch(each) for each in conventions or [])


def _switch(text: str) -> tuple[str, bool]:
    name, _, setting = text.partition("=")
    if not name.strip() or setting.strip().lower() not in _SWITCHES:
        raise typer.BadParameter(f"{text[:60]!r} is no switch: expected NAME=on or NAME=off")
    return name.strip(), _SWITCHES[setting.strip().lower()]


def parse_auction(text: str, dealer: Seat | None) -> Auction:
    """An auction from text; the dealer is at its beginning, or given by `dealer`, or North."""
    auction = Auction.parse(text, dealer or Seat.NORTH)
    if dealer is not None and auction.dealer is not dealer:
        raise NotationError(f"{auction.dealer.word} deals in {text!r}, but --dealer says {dealer.word}")
    return auction


def parse_seats(texts: Iterable[str]) -> frozenset[Seat]:
    """Several seats: ``EW``, ``N,S``, ``east west``."""
    found = set[Seat]()
    for text in texts:
        for word in text.replace(",", " ").split():
            letters = list(word) if set(word.upper()) <= set("NESW-") else [word]
            found |= {Seat.parse(letter) for letter in letters if letter != "-"}
    return frozenset(found)


def call_record(meaning: Meaning, candidate: Candidate | None = None) -> Record:
    """The meaning of a call as a record; the rule is the one that made it, or the first that may have."""
    if candidate is None:
        candidate = next(iter(meaning.interpretation.rules), None)
    entry = None if candidate is None else candidate.rule.entry
    system, promise = meaning.before.system, meaning.promise
    said = [each.rule.entry.alert for each in meaning.interpretation.rules]
    alerts = [alert for alert in said if alert is not None]
    points = promise.range(Trait.POINTS)
    return {
        "call": meaning.interpretation.call,
        "rule": "no rule" if candidate is None else candidate.rule,
        "meaning": sentence(meaning),
        "forcing": meaning.disposition.is_forcing and meaning.interpretation.call is not Call.PASS,
        "source": "" if candidate is None else source_of(candidate, system),
        "asks": asks(meaning),
        "label": "" if entry is None else entry.label,
        "name": "" if entry is None else entry.name,
        "place": None if candidate is None else place_of(candidate, system),
        "note": note(meaning),
        "alert": bool(alerts),
        "alert_words": next(filter(None, alerts), "") if alerts else None,
        "hcp": promise.range(Trait.HCP),
        "points": None if points == everything[Trait.POINTS] else points,
        "lengths": {suit: promise.length(suit) for suit in reversed(Suit)},
    }
