"""A player for tests of the table manager: it knows the protocol by itself, in several dialects.

It reads strictly, with patterns of its own, calls and plays at random within the laws, and keeps every line.
"""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from overtrick import Auction, Call, Card, CardSet, Deal, Play, Seat, Suit

SEAT = "(North|East|South|West)"
CARDS = r"S ([2-9TJQKA ]+|-)\. H ([2-9TJQKA ]+|-)\. D ([2-9TJQKA ]+|-)\. C ([2-9TJQKA ]+|-)\."
TIMING = (
    r"Timing - N/S : this board  \d\d:\d\d,  total  \d:\d\d:\d\d\.  "
    r"E/W : this board  \d\d:\d\d,  total  \d:\d\d:\d\d\."
)


@dataclass(frozen=True)
class Dialect:
    """How a program speaks."""

    name: str = "plain"
    end: str = "\r\n"
    is_loud: bool = False
    """Seats and verbs in capitals, cards in small letters with the suit first."""
    is_any: bool = False
    """Does it let the manager choose its seat?"""
    asks_for_deal: bool = True
    says_dummy: bool = True
    """Dummy's cards are asked for as dummy's, or under the name of the seat."""
    starts_again: bool = False
    """Does it say that it is ready to start before every board?"""
    explains: str = ""
    """What it adds to a bid."""
    double_spaces: bool = False


BEN = Dialect("Ben", explains=" Infos. 12-14 balanced")
WBRIDGE5 = Dialect("WBridge5", is_loud=True, is_any=True, explains=" Alert. artificial")
MONITEUR = Dialect("Bridge Moniteur", end="\n", says_dummy=False, double_spaces=True)
GIB = Dialect("GIB", end="\n", asks_for_deal=False)
OPENSPIEL = Dialect("OpenSpiel", says_dummy=False, starts_again=True)
BARE = Dialect("bare", end="\r")
DIALECTS = (BEN, WBRIDGE5, MONITEUR, GIB, OPENSPIEL, BARE)


class Restarted(Exception):
    """The manager has abandoned the board."""


class Over(Exception):
    """The session is over."""


class Client:
    """One player."""

    def __init__(
        self, port: int, seat: Seat, team: str, dialect: Dialect = BEN, seed: int = 0, host: str = "127.0.0.1"
    ) -> None:
        self.port, self.host = port, host
        self.seat, self.team, self.dialect = seat, team, dialect
        self.rng = Random(f"{seed} {seat}")
        self.got = list[str]()
        """Every line that came."""
        self.said_and_heard = list[tuple[str, str]]()
        """Every line with its direction, ``>`` to the manager and ``<`` from it."""
        self.boards = 0
        self.restarts = 0
        self.calls = 100
        """Bids that it makes before it only passes."""

    # A session

    async def run(self) -> None:
        """Play until the session is over."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        try:
            await self.sit()
            while True:
                try:
                    await self.board()
                    self.boards += 1
                    await self.expect(TIMING)
                    if self.dialect.starts_again:
                        self.say(f"{self.me} ready to start")
                    await self.expect("Start of board")
                except Restarted:
                    self.restarts += 1
        except Over:
            pass
        finally:
            self.writer.close()
            with suppress(OSError):
                await self.writer.wait_closed()

    async def sit(self) -> None:
        """Sit down, up to the first board."""
        place = "ANYPL" if self.dialect.is_any else self.me
        self.say(f'Connecting "{self.team}" as {place} using protocol version 18')
        found = await self.expect(rf'{SEAT} \("{self.team}"\) seated')
        self.seat = Seat.parse(found[1])
        self.say(f"{self.me} ready for teams")
        await self.expect(r'Teams : N/S : "[^"]*"\s*E/W : "[^"]*"')
        self.say(f"{self.me} ready to start")
        await self.expect("Start of board")

    async def board(self) -> None:
        """One board."""
        if self.dialect.asks_for_deal:
            self.say(f"{self.me} ready for deal")
            found = await self.expect(
                rf"Board number (\d+)\. Dealer {SEAT}\. (Neither|N/S|E/W|Both) vulnerable\."
            )
            self.say(f"{self.me} ready for cards")
        else:
            self.say(f"{self.me} ready for cards")
            found = await self.expect(
                rf"Board number (\d+)\. Dealer {SEAT}\. (Neither|N/S|E/W|Both) vulnerable\."
            )
        self.hand = _hand(await self.expect(rf"{self.seat.word}'s cards : {CARDS}"))
        auction = await self.auction(Auction(Seat.parse(found[2])))
        contract = auction.contract
        if contract is None:
            return
        self.declarer, self.dummy = contract.declarer, contract.dummy
        play = Play(Deal.of({self.seat: self.hand}), contract.strain, contract.declarer.lho)
        while not play.is_over:
            play = play.then(await self.card(play))
            if len(play.cards) == 1 and self.seat is not self.dummy:
                self.say(f"{self.me} ready for dummy")
                faced = _hand(await self.expect(rf"Dummy's cards : {CARDS}"))
                deal = Deal.of({self.seat: self.hand, self.dummy: faced})
                play = Play(deal, play.strain, play.leader, play.cards)

    async def auction(self, auction: Auction) -> Auction:
        """The calls."""
        while not auction.is_over:
            if auction.to_call is self.seat:
                call = self.choose_call(auction)
                self.say(f"{self.me} {self.words(call)}")
            else:
                other = auction.to_call.word
                self.say(f"{self.me} ready for {other}'s bid")
                found = await self.expect(
                    rf"{other} (passes|doubles|redoubles|bids ([1-7](?:C|D|H|S|NT)))(?: (?:Alert|Infos)\..*)?"
                )
                call = (
                    Call.parse(found[2]) if found[2] else Call.parse(found[1][:-1].replace("passe", "pass"))
                )
            auction = auction.then(call)
        return auction

    async def card(self, play: Play) -> Card:
        """The next card, ours or another's."""
        hand, trick = play.to_play, len(play.cards) // 4 + 1
        is_dummys = hand is self.dummy
        if (hand is self.seat and not is_dummys) or (is_dummys and self.seat is self.declarer):
            if len(play.cards) % 4 == 0:
                await self.expect("Dummy to lead" if is_dummys else f"{hand.word} to lead")
            card = self.choose_card(play)
            name = f"{card.suit}{card.rank}".lower() if self.dialect.is_loud else f"{card.rank}{card.suit}"
            self.say(f"{self.name(hand)} plays {name}")
            return card
        whose = "dummy" if is_dummys and self.dialect.says_dummy else hand.word
        self.say(f"{self.me} ready for {whose}'s card to trick {trick}")
        found = await self.expect(rf"{hand.word} plays ([2-9TJQKA])([CDHS])")
        return Card.parse(f"{found[2]}{found[1]}")

    # Choices

    def choose_call(self, auction: Auction) -> Call:
        """A pass, or something cheap."""
        legal = auction.legal_calls
        if len(legal) < 3 or self.rng.random() < 0.5 or len(auction) > self.calls:
            return Call.PASS
        return self.rng.choice(legal[1:4])

    def choose_card(self, play: Play) -> Card:
        """Any card that the laws allow."""
        return self.rng.choice(list(play.legal_cards))

    # Lines

    @property
    def me(self) -> str:
        return self.name(self.seat)

    def name(self, seat: Seat) -> str:
        return seat.word.upper() if self.dialect.is_loud else seat.word

    def words(self, call: Call) -> str:
        said = {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(str(call), f"bids {call}")
        spoken = said.upper() if self.dialect.is_loud else said
        return spoken + (self.dialect.explains if spoken.lower().startswith("bids") else "")

    def say(self, line: str) -> None:
        """Send a line."""
        self.said_and_heard.append((">", line))
        text = line.replace(" ", "  ") if self.dialect.double_spaces else line
        self.writer.write(f"{text}{self.dialect.end}".encode())

    async def listen(self) -> str:
        """The next line."""
        data = await self.reader.readline()
        if not data:
            raise ConnectionResetError("the manager has hung up")
        assert data.endswith(b"\r\n"), data
        line = data.decode("ascii")[:-2]
        self.got.append(line)
        self.said_and_heard.append(("<", line))
        return line

    async def expect(self, pattern: str) -> re.Match[str]:
        """The next line, which must be of one form."""
        line = await self.listen()
        if line == "End of session":
            raise Over
        if line == "Start of board" != pattern:
            raise Restarted
        found = re.fullmatch(pattern, line)
        assert found, f"{self.dialect.name} expected {pattern!r}, got {line!r}"
        return found


def _hand(found: re.Match[str]) -> CardSet:
    holdings = zip((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS), found.groups()[-4:], strict=True)
    names = [f"{suit}{rank}" for suit, ranks in holdings for rank in ranks.replace("-", "").split()]
    assert len(names) == 13
    return CardSet.of(map(Card.parse, names))


def main() -> None:
    """A player of its own: port, seat, team."""
    port, seat, team = sys.argv[1:4]
    asyncio.run(Client(int(port), Seat.parse(seat), team).run())


if __name__ == "__main__":
    main()
