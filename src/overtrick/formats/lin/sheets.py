"""The calls and cards of a LIN board: what is legal is read, the rest kept as it is written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from overtrick.core import Auction, Bid, Card, Contract, Deal, IllegalCall, IllegalPlay, Play, Seat, Strain
from overtrick.formats.lin.notation import CALL, CARD, PLAIN_CALLS, PLAIN_CARDS, call_of

__all__ = ["CallSheet", "CardSheet", "count_in", "opening", "unread_parts"]

_BETWEEN = r"[\s-]*"
_CALL = re.compile(rf"{_BETWEEN}(?:{CALL.pattern})\s*(?P<alert>!*){_BETWEEN}", re.IGNORECASE)
_CARD = re.compile(rf"{_BETWEEN}(?P<card>{CARD.pattern}){_BETWEEN}", re.IGNORECASE)
_BLANK = re.compile(_BETWEEN)


class _Sheet(ABC):
    """Values in their order; once something is illegal, nothing after it is read."""

    pattern: re.Pattern[str]
    """A call or card and what separates it from others."""
    bare: re.Pattern[str]
    """The call or card alone: what is looked for anywhere in a long text."""

    def __init__(self) -> None:
        self.parts = list[str]()
        """What cannot be read, value by value."""
        self.warning = ""
        self.counts = [0]
        """How many calls or cards there are after so many values, the unread ones included."""
        self.values_read = 0
        """How many values there are before the first that cannot be read to its end."""

    @property
    def unread(self) -> str:
        """Everything from the first illegal call or card on."""
        return " ".join(self.parts)

    def read(self, values: list[str]) -> None:
        """Read all values: mostly one call or card in each, sometimes several run together."""
        if self.take_all(values):
            self.counts, self.values_read = list(range(len(values) + 1)), len(values)
            return
        for value in values:
            taken, unread = self._read_one(value)
            self.counts.append(self.counts[-1] + taken + unread)
            self.values_read += not self.parts

    def _read_one(self, value: str) -> tuple[int, int]:
        """How many calls or cards of a value are read, and how many left."""
        taken, place = 0, 0
        while not self.parts and not _BLANK.fullmatch(value, place):
            match = self.pattern.match(value, place)
            if match is None:
                return taken, self._leave(value[place:], f"{value[place:][:20]!r} cannot be read")
            try:
                self.take(match)
            except (IllegalCall, IllegalPlay) as error:
                return taken, self._leave(value[place:], str(error))
            taken, place = taken + 1, match.end()
        return taken, self._leave(value, self.warning) if self.parts else 0

    def _leave(self, rest: str, why: str) -> int:
        self.warning = why
        self.parts.append(rest)
        return count_in(rest, self.bare)

    @abstractmethod
    def take_all(self, values: list[str]) -> bool:
        """Read all values at once, if each is one call or card in its usual spelling and all are legal."""

    @abstractmethod
    def take(self, match: re.Match[str]) -> None:
        """Read one call or card, if it is legal."""


class CallSheet(_Sheet):
    """The auction.

    >>> sheet = CallSheet(Seat.WEST)
    >>> sheet.read(["1N!p", "1D", "p"])
    >>> sheet.auction, sheet.alerts, sheet.unread
    (Auction.parse('W: 1NT P'), [True, False], '1D p')
    """

    pattern, bare = _CALL, CALL

    def __init__(self, dealer: Seat) -> None:
        super().__init__()
        self.auction = Auction(dealer)
        self.alerts = list[bool]()

    def take_all(self, values: list[str]) -> bool:
        try:
            told = [PLAIN_CALLS[value] for value in values]
            self.auction = Auction(self.auction.dealer, tuple(call for call, _ in told))
        except (KeyError, IllegalCall):
            return False
        self.alerts = [is_alerted for _, is_alerted in told]
        return True

    def take(self, match: re.Match[str]) -> None:
        self.auction = self.auction.then(call_of(match))
        self.alerts.append(bool(match["alert"]))


class CardSheet(_Sheet):
    """The cards; without a play to begin with, all of them stay unread."""

    pattern, bare = _CARD, CARD

    def __init__(self, play: Play | None) -> None:
        super().__init__()
        self.play = play

    def take_all(self, values: list[str]) -> bool:
        if self.play is None:
            return False
        try:
            cards = tuple(PLAIN_CARDS[value] for value in values)
            self.play = self.play.then_all(cards)
        except (KeyError, IllegalPlay):
            return False
        return True

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
    if contract is not None and deal.cards_each == 13:
        return contract.strain, contract.leader
    first = _CARD.match(cards)
    holder = None if first is None else deal.holder(Card.parse(first["card"]))
    if contract is not None:
        return contract.strain, contract.leader if holder is None else holder
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
