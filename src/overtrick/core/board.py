"""A board: a deal with its conditions, and what happened to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar, final

from overtrick.core.auction import Auction
from overtrick.core.contract import Contract, Result
from overtrick.core.deal import Deal
from overtrick.core.drawing import TextValue
from overtrick.core.errors import BoardError, NotationError, attempt
from overtrick.core.play import Play
from overtrick.core.seat import Seat, Vul

__all__ = ["Board", "Claim", "Meaning"]

V = TypeVar("V")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Meaning:
    """The explanation of a call in words, and whether the call was alerted."""

    text: str
    alerted: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))


@final
@dataclass(frozen=True, slots=True)
class Claim:
    """A claim or concession that ends the play: declarer's tricks in all (Law 68)."""

    tricks: int
    by: Seat | None = None
    """Who claimed or conceded; None where the record does not say."""

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise NotationError(f"{self.tricks} tricks cannot be claimed: a deal has thirteen")


@final
@dataclass(frozen=True, slots=True, repr=False)
class Board(TextValue):
    """A deal, its dealer and vulnerability, and as much of its auction, play and result as is known.

    The deal holds the cards before the first card of the play, even where the play starts from an ending.

    >>> board = Board.numbered(7, Deal.parse("N:AK... - QJ... -"))
    >>> board.dealer, board.vul
    (Seat.SOUTH, Vul.BOTH)
    """

    number: int | None
    dealer: Seat
    vul: Vul
    deal: Deal = field(default_factory=Deal.unknown)
    auction: Auction | None = None
    meanings: tuple[Meaning | None, ...] = ()
    """The explanation of each call, in the order of the calls; the last ones may be missing."""
    play: Play | None = None
    claim: Claim | None = None
    result: Result | None = None
    """The official result, which counts even where the recorded play gives another number of tricks."""
    unread_calls: str = ""
    """The rest of the auction in an outside record, from the first illegal call on, exactly as written."""
    unread_cards: str = ""
    """The rest of the play in an outside record, from the first illegal card on, exactly as written."""

    def __post_init__(self) -> None:
        given = [place for place, meaning in enumerate(self.meanings, 1) if meaning is not None]
        object.__setattr__(self, "meanings", tuple(self.meanings[: given[-1] if given else 0]))
        faults = list(self._contradictions())
        if faults:
            raise BoardError(*faults)

    @staticmethod
    def numbered(number: int, deal: Deal | None = None) -> Board:
        """A board with the dealer and vulnerability printed on it (Law 2)."""
        if number < 1:
            raise BoardError(f"boards are numbered from 1, not {number}")
        dealer = Seat.NORTH.next(number - 1)
        return Board(number, dealer, Vul.on_board(number), Deal.unknown() if deal is None else deal)

    @property
    def contract(self) -> Contract | None:
        """The contract, from the result or a finished auction; None when passed out or not known."""
        if self.result is not None:
            return self.result.contract
        return self.auction.contract if self.auction is not None and self.auction.is_over else None

    @property
    def is_passed_out(self) -> bool:
        """Is it known that all four players passed?"""
        if self.result is not None:
            return self.result.is_passed_out
        return self.auction is not None and self.auction.is_passed_out

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why the unread calls and cards, if any, could not be read."""
        auction = Auction(self.dealer) if self.auction is None else self.auction
        calls = Auction.read(f"{auction} {self.unread_calls}")
        cards = None if self.play is None else self.play.read(self.unread_cards)
        found = (calls.warning, None if cards is None else cards.warning)
        return tuple(warning for warning in found if warning is not None)

    # Contradictions

    def _contradictions(self) -> Iterator[str]:
        auction = self.auction
        if self.number is not None and self.number < 1:
            yield f"boards are numbered from 1, not {self.number}"
        if auction is not None and auction.dealer is not self.dealer:
            yield f"{self.dealer.word} deals, but the auction begins with {auction.dealer.word}"
        calls = 0 if auction is None else len(auction)
        if len(self.meanings) > calls:
            yield f"{len(self.meanings)} meanings are given for {calls} calls"
        agreed = auction is None or not auction.is_over or self.contract == auction.contract
        if auction is not None and not agreed:
            yield f"the auction ends in {auction.contract or 'four passes'}, the result is {self.result}"
        if self.is_passed_out and (self.play is not None or self.claim is not None):
            yield "the board was passed out, but cards were played or claimed"
        if self.play is not None:
            yield from self._contradictions_of_play(self.play)

    def _contradictions_of_play(self, play: Play) -> Iterator[str]:
        if play.start != self.deal.completed():
            yield "the cards were played from another deal"
        contract = self.contract
        if contract is None:
            return
        if play.strain is not contract.strain:
            yield f"the contract is {contract}, but the play is at {play.strain.word}"
        if play.leader is not contract.leader and play.start.cards_each == 13:
            yield f"{contract.leader.word} leads against {contract}, not {play.leader.word}"

    # Text

    @staticmethod
    def parse(text: str) -> Board:
        """Read the lines that ``str`` writes: ``Board 7``, ``Dealer S``, ``Deal N:…`` and so on.

        >>> Board.parse("Board 1\\nDeal N:AK... - QJ... -\\nAuction N: 1NT AP").contract
        Contract.parse('1NT by N')
        """
        return _read(text)

    def __str__(self) -> str:
        play, claim = self.play, self.claim
        claimed_by = "" if claim is None or claim.by is None else f" by {claim.by}"
        lines: tuple[tuple[str, object], ...] = (
            *(("Board", self.number), ("Dealer", self.dealer), ("Vul", self.vul), ("Deal", self.deal)),
            ("Auction", self.auction),
            *(
                ("Alert" if meaning.alerted else "Meaning", f"{turn} {meaning.text}")
                for turn, meaning in enumerate(self.meanings, 1)
                if meaning is not None
            ),
            ("UnreadCalls", json.dumps(self.unread_calls) if self.unread_calls else None),
            ("Play", play and f"{play.strain};{play.leader};{' '.join(map(str, play.cards))}"),
            ("UnreadCards", json.dumps(self.unread_cards) if self.unread_cards else None),
            ("Claim", claim and f"{claim.tricks}{claimed_by}"),
            ("Result", self.result),
        )
        return "\n".join(f"{key} {value}" for key, value in lines if value is not None)


_KEYS = ("Board", "Dealer", "Vul", "Deal", "Auction", "Play", "Claim", "Result", "UnreadCalls", "UnreadCards")
_REPEATED_KEYS = ("Meaning", "Alert")


def _read(text: str) -> Board:
    """Read a board line by line; a missing dealer or vulnerability follows from the number."""
    faults = list[str]()
    said, told = _lines_by_key(text, faults)

    def part(key: str, read: Callable[[str], V], otherwise: D) -> V | D:
        value = attempt(faults, read, said[key]) if key in said else None
        return otherwise if value is None else value

    number = part("Board", _number, None)
    printed = Board.numbered(number or 1)
    dealer = part("Dealer", Seat.parse, printed.dealer)
    deal = part("Deal", Deal.parse, printed.deal)
    auction = part("Auction", lambda calls: Auction.parse(calls, dealer), None)
    try:
        board = Board(
            number=number,
            dealer=dealer,
            vul=part("Vul", Vul.parse, printed.vul),
            deal=deal,
            auction=auction,
            meanings=_meanings(told, 0 if auction is None else len(auction), faults),
            play=part("Play", lambda cards: Play.parse(f"{deal};{cards}"), None),
            claim=part("Claim", _claim, None),
            result=part("Result", Result.parse, None),
            unread_calls=part("UnreadCalls", _unquoted, ""),
            unread_cards=part("UnreadCards", _unquoted, ""),
        )
    except BoardError as error:
        raise BoardError(*faults, *error.faults, text=text) from None
    if faults:
        raise NotationError(*faults, text=text)
    return board


def _lines_by_key(text: str, faults: list[str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The lines with unique keys, by key, and the lines that explain calls, in order."""
    said, told = dict[str, str](), list[tuple[str, str]]()
    for line in text.splitlines():
        key, _, value = line.strip().partition(" ")
        if key in _REPEATED_KEYS:
            told.append((key, value.strip()))
        elif key in said:
            faults.append(f"{key} is said twice")
        elif key in _KEYS:
            said[key] = value.strip()
        elif key:
            faults.append(f"{key!r} is not part of a board: expected {', '.join(_KEYS + _REPEATED_KEYS)}")
    return said, told


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not int(text):
        raise NotationError(f"{text!r} is not a number from 1 up")
    return int(text)


def _claim(text: str) -> Claim:
    tricks, _, by = text.partition(" by ")
    if not re.fullmatch("[0-9]{1,2}", tricks):
        raise NotationError(f"{tricks!r} is not a number of tricks")
    return Claim(int(tricks), Seat.parse(by) if by else None)


def _meanings(told: list[tuple[str, str]], calls: int, faults: list[str]) -> tuple[Meaning | None, ...]:
    said = dict[int, Meaning]()
    for key, value in told:
        turn, _, shown = value.partition(" ")
        number = attempt(faults, _number, turn)
        if number is not None and number > calls:
            faults.append(f"a meaning is given for call {number}, but there are {calls}")
        elif number is not None:
            said[number] = Meaning(shown, alerted=key == "Alert")
    return tuple(said.get(turn) for turn in range(1, max(said, default=0) + 1))


def _unquoted(text: str) -> str:
    try:
        value = json.loads(text) if text.startswith('"') else None
    except json.JSONDecodeError:
        value = None
    if not isinstance(value, str):
        raise NotationError(f"{text!r} is not a text in quotes")
    return value
