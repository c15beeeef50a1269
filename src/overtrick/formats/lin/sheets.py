"""The calls and cards of a LIN board: what is legal is read, the rest kept as it is written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from overtrick.core import Auction, Bid, Card, Contract, Deal, IllegalCall, IllegalPlay, Play, Seat, Strain
from overtrick.formats.lin.notation import CALL, CARD, call_of

__all__ = ["CallSheet", "CardSheet", "count_in", "opening", "unread_parts"]

_BETWEEN = r"[\s-]*"
_CALL = re.compile(rf"{_BETWEEN}(?:{CALL.pattern})\s*(?P<alert>!*){_BETWEEN}", re.IGNORECASE)
_CARD = re.compile(rf"{_BETWEEN}(?P<card>{CARD.pattern}){_BETWEEN}", re.IGNORECASE)
_BLANK = re.compile(_BETWEEN)


class _Sheet(ABC):
    """Values as they come; once something is illegal, nothing after it is read."""

    pattern: re.Pattern[str]
    """A call or card and what separates it from others."""
    bare: re.Pattern[str]
    """The call or card alone: what is looked for anywhere in a long text."""

    def __init__(self) -> None:
        self.parts = list[str]()
        """What cannot be read, value by value."""
        self.warning = ""
        self.unread_count = 0

    @property
    def unread(self) -> str:
        """Everything from the first illegal call or card on."""
        return " ".join(self.parts)

    def add(self, value: str) -> None:
        """Read one value: mostly one call or card, sometimes several run together."""
        place = 0
        while not self.parts and not _BLANK.fullmatch(value, place):
            match = self.pattern.match(value, place)
            if match is None:
                return self._leave(value[place:], f"{value[place:][:20]!r} cannot be read")
            try:
                self.take(match)
            except (IllegalCall, IllegalPlay) as error:
                return self._leave(value[place:], str(error))
            place = match.end()
        if self.parts:
            self._leave(value, self.warning)

    def _leave(self, rest: str, why: str) -> None:
        self.warning = why
        self.parts.append(rest)
        self.unread_count += count_in(rest, self.bare)

    @abstractmethod
    def take(self, match: re.Match[str]) -> None:
        """Read one call or card, if it is legal."""


class CallSheet(_Sheet):
    """The auction.

    >>> sheet = CallSheet(Seat.WEST)
    >>> for value in ("1N!p", "1D", "p"):
    ...     sheet.add(value)
    >>> sheet.auction, sheet.alerts, sheet.unread
    (Auction.parse('W: 1NT P'), [True, False], '1D p')
    """

    pattern, bare = _CALL, CALL

    def __init__(self, dealer: Seat) -> None:
        super().__init__()
        self.auction = Auction(dealer)
        self.alerts = list[bool]()

    @property
    def count(self) -> int:
        """How many calls there are so far, the unread ones included."""
        return len(self.auction) + self.unread_count

    def take(self, match: re.Match[str]) -> None:
        self.auction = self.auction.then(call_of(match))
        self.alerts.append(bool(match["alert"]))


class CardSheet(_Sheet):
    """The cards; without a play to begin with, all of them stay unread."""

    pattern, bare = _CARD, CARD

    def __init__(self, play: Play | None) -> None:
        super().__init__()
        self.play = play

    @property
    def count(self) -> int:
        """How many cards there are so far, the unread ones included."""
        return (0 if self.play is None else len(self.play.cards)) + self.unread_count

    def take(self, match: re.Match[str]) -> None:
        if self.play is None:
            raise IllegalPlay("the trump suit and the leader are not known")
        self.play = self.play.then(Card.parse(match["card"]))


def opening(
    contract: Contract | None, auction: Auction | None, unread_calls: str, deal: Deal, cards: str
) -> tuple[Strain, Seat] | None:
    """The trumps and the leader: from the contract or, if there is none, as the last bid and the cards say.

    >>> deal = Deal.parse("N:A... K... Q... J...")
    >>> opening(None, Auction.parse("N: 1S P"), "1D p p p", deal, "SKSQ")
    (Strain.DIAMONDS, Seat.EAST)
    """
    first = _CARD.match(cards)
    holder = None if first is None else deal.holder(Card.parse(first["card"]))
    if contract is not None:
        is_whole = deal.cards_each == 13
        return contract.strain, contract.leader if is_whole or holder is None else holder
    bids = [call for call in map(call_of, CALL.finditer(unread_calls)) if isinstance(call, Bid)]
    last = bids[-1] if bids else None if auction is None else auction.last_bid
    return None if last is None or holder is None else (last.strain, holder)


def count_in(part: str, bare: re.Pattern[str]) -> int:
    """How many calls or cards something unread stands for: those it names, and at least one."""
    return sum(1 for _ in bare.finditer(part)) or 1


def unread_parts(unread: str) -> list[str]:
    """What could not be read, cut into values as far as reading them gives the same text again."""
    words = unread.split(" ")
    return words if all(not _BLANK.fullmatch(word) for word in words) else [unread]
