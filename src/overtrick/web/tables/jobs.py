"""What worker processes do for tables: a robot's turn, advice, and what calls mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

from overtrick.core import Auction, Call, Card, Meaning, SeatView, Vul
from overtrick.player.settings import PlaySettings
from overtrick.web.tables.spoken import dashes

if TYPE_CHECKING:
    from overtrick.bidding import Agreements
    from overtrick.player import Player

__all__ = ["Advised", "Answered", "Fitting", "Mind", "Told", "advise", "answer", "fit", "prepare", "tell"]


@final
@dataclass(frozen=True)
class Mind:
    """How robots bid and play; small, so that it travels with every job."""

    system: str
    play: PlaySettings

    def player(self) -> Player:
        """The player of this process."""
        return _player(self)

    def agreements(self) -> Agreements:
        """What everybody bids."""
        return _agreements(self.system)


@lru_cache(8)
def _player(mind: Mind) -> Player:
    from overtrick.player import Player

    return Player(mind.play, _agreements(mind.system))


@lru_cache(4)
def _agreements(system: str) -> Agreements:
    from overtrick.bidding import Agreements, load

    return Agreements(load(system))


def prepare(mind: Mind) -> None:
    """Load all that is needed, so that the first turn is as fast as any other."""
    from overtrick.core import CardSet, Seat
    from overtrick.explain.bidding import meaning_words
    from overtrick.explain.player import card_words

    assert callable(meaning_words)
    assert callable(card_words)
    agreements = mind.player().agreements
    agreements.bid(CardSet.parse("AQ4.KT98.KJ2.K43"), Auction(Seat.NORTH))


# A robot's turn


@final
@dataclass(frozen=True)
class Answered:
    """What a robot does: a call with its meaning, a claim, or a card, and a claim comes first."""

    call: Call | None = None
    meaning: Meaning | None = None
    sentence: str = ""
    claim: int | None = None
    card: Card | None = None


def answer(view: SeatView, may_claim: bool, mind: Mind) -> Answered:
    """What the player does in a seat."""
    player = mind.player()
    if view.play is None:
        bidden = player.bid(view)
        told = tell(view.auction.then(bidden.call), view.vul, mind)
        return Answered(bidden.call, told.meaning, told.sentence)
    claim = player.claim(view) if may_claim else None
    return Answered(claim=claim, card=None if claim is not None else player.choose(view).card)


# What calls mean


@final
@dataclass(frozen=True)
class Told:
    """What the last call of an auction means: in short for the log, and in a sentence."""

    meaning: Meaning | None
    sentence: str


def tell(auction: Auction, vul: Vul, mind: Mind) -> Told:
    """What the last call of an auction means."""
    from overtrick.bidding import Meaning as SystemMeaning
    from overtrick.explain.bidding.saying import sentence_after_call
    from overtrick.table.advice import told_as

    meaning = SystemMeaning(mind.agreements().state(auction, vul), len(auction) - 1)
    return Told(told_as(meaning), sentence_after_call(meaning))


@final
@dataclass(frozen=True)
class Fitting:
    """What a call would mean, and whether the hand that may make it fits."""

    sentence: str
    is_fit: bool
    why: str


def fit(view: SeatView, call: Call, mind: Mind) -> Fitting:
    """What a call would mean now, and whether the hand of the seat fits."""
    from overtrick.table.fitting import fitting

    is_fit, why = fitting(view, call, mind.agreements())
    return Fitting(tell(view.auction.then(call), view.vul, mind).sentence, is_fit, why)


# Advice

_HINT = "Hint: "
"""The page has a heading instead."""


@final
@dataclass(frozen=True)
class Advised:
    """What a robot would do in the person's seat: told in three steps."""

    hint: str
    why: str
    candidates: tuple[str, ...]

    def paragraphs(self, level: int) -> tuple[str, ...]:
        """What was asked for."""
        told = (self.hint, self.why, *self.candidates)
        return told if level >= 3 else told[:level]


def advise(view: SeatView, mind: Mind) -> Advised:
    """Advice from one seat's view alone."""
    from overtrick.table.advice import Advice

    advice, agreements = Advice.of(view, mind.player()), mind.agreements()
    hint, why = "\n".join(advice.lines()), "\n".join(advice.why(agreements))
    told = (hint.removeprefix(_HINT), why, *advice.candidates(agreements))
    first, second, *others = (dashes(each) for each in told)
    return Advised(first, second, tuple(others))
