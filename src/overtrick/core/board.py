"""A board: a deal with its conditions, and what happened to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

from overtrick.core.auction import Auction
from overtrick.core.contract import Contract, Result
from overtrick.core.deal import Deal
from overtrick.core.drawing import Drawn
from overtrick.core.errors import BoardError, NotationError
from overtrick.core.play import Play
from overtrick.core.seat import Seat, Vul

__all__ = ["Board", "Meaning", "TableClaim"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call was said to show; a bidding system derives its own, testable kind from this."""

    text: str
    alerted: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))


@final
@dataclass(frozen=True, slots=True)
class TableClaim:
    """The end of the play by agreement: the tricks declarer is to have in all (Law 68)."""

    tricks: int
    by: Seat | None = None
    """Who claimed or conceded, where the record says so."""

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise NotationError(f"{self.tricks} tricks cannot be claimed: a deal has thirteen")


@final
@dataclass(frozen=True, slots=True)
class Board(Drawn):
    """A deal, its dealer and vulnerability, and as much of its story as is known.

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
    """What each call was said to show, in the order of the calls; the last may be missing."""
    play: Play | None = None
    claim: TableClaim | None = None
    result: Result | None = None
    """The result that counts: the director's word, whatever the record of the play adds up to."""
    unread_calls: str = ""
    """What followed the auction in a record from outside and is not legal, exactly as written."""
    unread_cards: str = ""
    """What followed the play in a record from outside and is not legal, exactly as written."""

    def __post_init__(self) -> None:
        meanings = self.meanings
        while meanings and meanings[-1] is None:
            meanings = meanings[:-1]
        object.__setattr__(self, "meanings", meanings)
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

    def _contradictions(self) -> Iterator[str]:
        auction, play = self.auction, self.play
        if self.number is not None and self.number < 1:
            yield f"boards are numbered from 1, not {self.number}"
        if auction is not None and auction.dealer is not self.dealer:
            yield f"{self.dealer.word} deals, but the auction begins with {auction.dealer.word}"
        calls = 0 if auction is None else len(auction)
        if len(self.meanings) > calls:
            yield f"{len(self.meanings)} meanings are given for {calls} calls"
        if play is not None and play.start != self.deal:
            yield "the cards were played from another deal"
        if auction is not None and auction.is_over:
            yield from self._contradictions_of_contract(auction)

    def _contradictions_of_contract(self, auction: Auction) -> Iterator[str]:
        contract, play = auction.contract, self.play
        if self.result is not None and self.result.contract != contract:
            yield f"the auction ends in {contract or 'four passes'}, the result is {self.result}"
        if play is None:
            return
        if contract is None:
            yield "the board was passed out, but cards were played"
        elif (play.strain, play.leader) != (contract.strain, contract.leader):
            expected = f"{contract.leader.word} leads against {contract}"
            yield f"{expected}, but {play.leader.word} leads at {play.strain.word}"

    # Text

    @staticmethod
    def parse(text: str) -> Board:
        """Read the lines that ``str`` writes: ``Board 7``, ``Dealer S``, ``Deal N:…`` and so on.

        >>> Board.parse("Board 1\\nDeal N:AK... - QJ... -\\nAuction N: 1NT AP").contract
        Contract.parse('1NT by N')
        """
        return _read(text)

    def __str__(self) -> str:
        return "\n".join(f"{key} {value}" for key, value in self._lines())

    def _lines(self) -> Iterator[tuple[str, object]]:
        if self.number is not None:
            yield "Board", self.number
        yield from (("Dealer", self.dealer), ("Vul", self.vul), ("Deal", self.deal))
        if self.auction is not None:
            yield "Auction", self.auction
        for turn, meaning in enumerate(self.meanings, 1):
            if meaning is not None:
                yield "Alert" if meaning.alerted else "Meaning", f"{turn} {meaning.text}"
        if self.unread_calls:
            yield "UnreadCalls", json.dumps(self.unread_calls)
        if self.play is not None:
            yield "Play", f"{self.play.strain};{self.play.leader};{' '.join(map(str, self.play.cards))}"
        if self.unread_cards:
            yield "UnreadCards", json.dumps(self.unread_cards)
        if self.claim is not None:
            yield (
                "Claim",
                self.claim.tricks if self.claim.by is None else f"{self.claim.tricks} by {self.claim.by}",
            )
        if self.result is not None:
            yield "Result", self.result

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"


def _read(text: str) -> Board:
    """Read a board line by line; what is not said follows from the number, or is unknown."""
    lines = [line.strip().partition(" ") for line in text.splitlines() if line.strip()]
    said = {key: value.strip() for key, _, value in lines if key not in ("Meaning", "Alert")}
    unknown = said.keys() - _KEYS
    if unknown:
        raise NotationError(f"{min(unknown)!r} is not part of a board: expected {', '.join(sorted(_KEYS))}")
    number = _number("board number", said["Board"]) if "Board" in said else None
    printed = Board.numbered(number or 1)
    dealer = Seat.parse(said["Dealer"]) if "Dealer" in said else printed.dealer
    deal = Deal.parse(said["Deal"]) if "Deal" in said else printed.deal
    return Board(
        number=number,
        dealer=dealer,
        vul=Vul.parse(said["Vul"]) if "Vul" in said else printed.vul,
        deal=deal,
        auction=Auction.parse(said["Auction"], dealer) if "Auction" in said else None,
        meanings=_meanings([(key, value) for key, _, value in lines if key in ("Meaning", "Alert")]),
        play=Play.parse(f"{deal};{said['Play']}") if "Play" in said else None,
        claim=_claim(said["Claim"]) if "Claim" in said else None,
        result=Result.parse(said["Result"]) if "Result" in said else None,
        unread_calls=_unquoted(said.get("UnreadCalls")),
        unread_cards=_unquoted(said.get("UnreadCards")),
    )


_KEYS = {"Board", "Dealer", "Vul", "Deal", "Auction", "Play", "Claim", "Result", "UnreadCalls", "UnreadCards"}


def _number(what: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise NotationError(f"{text!r} is not a {what}")
    return int(text)


def _claim(text: str) -> TableClaim:
    tricks, _, by = text.partition(" by ")
    return TableClaim(_number("number of tricks", tricks), Seat.parse(by) if by else None)


def _meanings(lines: list[tuple[str, str]]) -> tuple[Meaning | None, ...]:
    said = dict[int, Meaning]()
    for key, value in lines:
        turn, _, shown = value.strip().partition(" ")
        said[_number("call", turn)] = Meaning(shown, alerted=key == "Alert")
    return tuple(said.get(turn) for turn in range(1, max(said, default=0) + 1))


def _unquoted(text: str | None) -> str:
    if text is None:
        return ""
    try:
        return str(json.loads(text))
    except json.JSONDecodeError:
        raise NotationError(f"{text!r} is not a text in quotes") from None
