"""Auctions: calls that the laws allow, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.core.call import CALLS, Bid, Call
from overtrick.core.contract import Contract, Doubled
from overtrick.core.drawing import TextValue
from overtrick.core.errors import IllegalCall, NotationError
from overtrick.core.seat import SEAT_PATTERN, Seat

__all__ = ["Auction", "AuctionRecord"]

_DEALER = re.compile(rf"\s*({SEAT_PATTERN})\s*:\s*", re.IGNORECASE)
_WORD = re.compile(r"all\s+pass\b|(?<![^\s,])[-–]+(?![^\s,])|[^\s,\-–]+", re.IGNORECASE)
"""A word of an auction: a call, or a dash on its own (a dash between two calls only separates them)."""


@final
@dataclass(frozen=True, slots=True, repr=False)
class Auction(TextValue):
    """An auction, finished or not. An illegal one cannot be built.

    >>> auction = Auction.parse("N: 1S X 4S P P P")
    >>> auction.is_over, auction.contract
    (True, Contract.parse('4S by N'))
    >>> Auction.parse("N: 2H 2D")
    Traceback (most recent call last):
    ...
    overtrick.core.errors.IllegalCall: East may not bid 2♦: it is not higher than 2♥ in 'N: 2H 2D'
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "calls", tuple(self.calls))
        so_far = _legal(self.dealer, ())
        for call in self.calls:
            so_far = so_far.then(call)

    # Making auctions

    @staticmethod
    def parse(text: str, dealer: Seat = Seat.NORTH) -> Auction:
        """Read calls, with an optional dealer in front: a seat and a colon.

        Spaces, commas and dashes separate; ``AP`` stands for the passes that end the auction. Calls may stand
        in parentheses, as books write those of the opponents: ``1H (1S) 2H``.
        """
        auction, _, error = _read_words(text, dealer)
        if error is not None:
            raise type(error)(*error.faults, text=text)
        return auction

    @staticmethod
    def read(text: str, dealer: Seat = Seat.NORTH) -> AuctionRecord:
        """Read an outside record: its legal calls, then the rest as unread text.

        >>> record = Auction.read("E: 1C P 1B P")
        >>> record.auction, record.rest
        (Auction.parse('E: 1C P'), '1B P')
        """
        auction, rest, error = _read_words(text, dealer)
        return AuctionRecord(auction, rest, None if error is None else str(error))

    def then(self, call: Call) -> Auction:
        """The auction after one more call."""
        fault = self.why_illegal(call)
        if fault is not None:
            verb = "bid" if isinstance(call, Bid) else "call"
            raise IllegalCall(f"{self.to_call.word} may not {verb} {call.print}: {fault}")
        return _legal(self.dealer, (*self.calls, call))

    def closed(self) -> Auction:
        """The auction ended by as many passes as it needs."""
        auction = self
        while not auction.is_over:
            auction = auction.then(Call.PASS)
        return auction

    def back(self, calls: int = 1) -> Auction:
        """The auction before its last call, or last few calls."""
        if not 0 <= calls <= len(self.calls):
            raise IllegalCall(f"{calls} calls cannot be taken back from an auction of {len(self.calls)}")
        return _legal(self.dealer, self.calls[: len(self.calls) - calls])

    # The calls

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[tuple[Seat, Call]]:
        """Each call with the seat that made it."""
        return ((self.dealer.next(turn), call) for turn, call in enumerate(self.calls))

    @property
    def to_call(self) -> Seat:
        """The seat whose turn it is, or would be."""
        return self.dealer.next(len(self.calls))

    @property
    def last_bid(self) -> Bid | None:
        """The highest bid so far."""
        for call in reversed(self.calls):
            if isinstance(call, Bid):
                return call
        return None

    # The laws

    @property
    def is_over(self) -> bool:
        """Have three passes followed a bid, or have all four players passed?"""
        return len(self.calls) > 3 and self.calls[-3:] == (Call.PASS,) * 3

    @property
    def is_passed_out(self) -> bool:
        """Did all four players pass without a bid?"""
        return self.is_over and self.last_bid is None

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call the laws allow now; none once the auction is over.

        >>> [str(call) for call in Auction.parse("N: 7D P P").legal_calls]
        ['P', 'X', '7H', '7S', '7NT']
        """
        if self.is_over:
            return ()
        last = self.last_bid
        doubles = (call for call in CALLS[1:3] if self.why_illegal(call) is None)
        return (Call.PASS, *doubles, *CALLS[3 if last is None else last.index + 1 :])

    def why_illegal(self, call: Call) -> str | None:
        """Why the laws forbid a call now, in a few words; None when it is legal (Laws 18 to 22)."""
        if self.is_over:
            return "the auction is over"
        if call is Call.PASS:
            return None
        last = self.last_bid
        if isinstance(call, Bid):
            return None if last is None or call > last else f"it is not higher than {last.print}"
        if last is None:
            return "nobody has bid"
        return self._why_no_double() if call is Call.DOUBLE else self._why_no_redouble()

    def _why_no_double(self) -> str | None:
        if self._doubled is not Doubled.NO:
            return "the bid is doubled already"
        return "the last bid is partner's or their own" if self._last_bid_is_ours else None

    def _why_no_redouble(self) -> str | None:
        if self._doubled is Doubled.NO:
            return "nobody has doubled"
        if self._doubled is Doubled.REDOUBLED:
            return "the bid is redoubled already"
        return None if self._last_bid_is_ours else "the double is partner's or their own"

    @property
    def _last_bid_is_ours(self) -> bool:
        """Did the side to call make the last bid?"""
        since = next(turn for turn, call in enumerate(reversed(self.calls), 1) if isinstance(call, Bid))
        return since % 2 == 0

    @property
    def _doubled(self) -> Doubled:
        for call in reversed(self.calls):
            if call is not Call.PASS:
                return Doubled(call.index) if call.index < 3 else Doubled.NO
        return Doubled.NO

    # The contract

    @property
    def contract(self) -> Contract | None:
        """The contract if the auction ended now; None while nobody has bid."""
        last = self.last_bid
        if last is None:
            return None
        turn = self.calls.index(last)
        ours = range(turn % 2, turn + 1, 2)
        named = (t for t in ours if isinstance(bid := self.calls[t], Bid) and bid.strain is last.strain)
        declarer = self.dealer.next(next(named))  # the player of the winning side who first bid the strain
        return Contract(last.level, last.strain, declarer, self._doubled)

    # Text

    def _then_word(self, word: str) -> Auction:
        if "".join(word.upper().split()) not in ("AP", "ALLPASS"):
            is_theirs = word.startswith("(") and word.endswith(")")
            return self.then(Call.parse(word[1:-1] if is_theirs else word))
        return self.then(Call.PASS).closed()

    def __str__(self) -> str:
        return f"{self.dealer}: {' '.join(map(str, self.calls))}".rstrip()


@final
@dataclass(frozen=True, slots=True)
class AuctionRecord:
    """An auction from an outside record: its legal calls, and the text that follows them."""

    auction: Auction
    rest: str = ""
    """The record from the first unreadable or illegal call on, exactly as written."""
    warning: str | None = None
    """Why the rest could not be read; None when there is none."""


def _legal(dealer: Seat, calls: tuple[Call, ...]) -> Auction:
    """An auction of calls already known to be legal, built without checking them."""
    auction = object.__new__(Auction)
    object.__setattr__(auction, "dealer", dealer)
    object.__setattr__(auction, "calls", calls)
    return auction


def _read_words(text: str, dealer: Seat) -> tuple[Auction, str, NotationError | IllegalCall | None]:
    """The legal beginning of an auction, the text after it, and the error in that text."""
    label = _DEALER.match(text)
    auction = Auction(dealer if label is None else Seat.parse(label[1]))
    for word in _WORD.finditer(text, 0 if label is None else label.end()):
        try:
            auction = auction._then_word(word[0])
        except (NotationError, IllegalCall) as error:
            return auction, text[word.start() :], error
    return auction, "", None
