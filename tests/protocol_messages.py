"""Messages of the table-manager protocol for tests: any of each kind, and lines that went wrong."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from overtrick import CALLS, PACK, CardSet, Meaning, Seat, Vul
from overtrick.protocol.messages import (
    BoardHeader,
    Called,
    Connecting,
    DummyCards,
    EndOfSession,
    HandCards,
    IllegalBid,
    IllegalCard,
    Message,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    ReadyForDummy,
    ReadyForTeams,
    ReadyToStart,
    Refused,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)

_seats = st.sampled_from(Seat)
_words = st.text(max_size=60)
_cards = st.sampled_from(PACK)
_hands = st.permutations(PACK).map(lambda pack: CardSet.of(pack[:13]))
_seconds = st.integers(0, 10**5)
_meanings = st.none() | st.builds(Meaning, _words, st.booleans())

MESSAGES: dict[str, st.SearchStrategy[Message]] = {
    "Connecting": st.builds(Connecting, _words, st.none() | _seats, st.integers(1, 99)),
    "Seated": st.builds(Seated, _seats, _words),
    "ReadyForTeams": st.builds(ReadyForTeams, _seats),
    "Teams": st.builds(Teams, _words, _words, st.sampled_from(("", "IMP", "MP"))),
    "ReadyToStart": st.builds(ReadyToStart, _seats),
    "StartOfBoard": st.builds(StartOfBoard),
    "ReadyForDeal": st.builds(ReadyForDeal, _seats),
    "BoardHeader": st.builds(BoardHeader, st.integers(1, 10**6), _seats, st.sampled_from(Vul)),
    "ReadyForCards": st.builds(ReadyForCards, _seats),
    "HandCards": st.builds(HandCards, _seats, _hands),
    "Called": st.builds(Called, _seats, st.sampled_from(CALLS), _meanings),
    "ReadyForBid": st.builds(ReadyForBid, _seats, _seats),
    "ToLead": st.builds(ToLead, st.none() | _seats),
    "Played": st.builds(Played, st.none() | _seats, _cards),
    "ReadyForCard": st.builds(ReadyForCard, _seats, st.none() | _seats, st.none() | st.integers(1, 13)),
    "ReadyForDummy": st.builds(ReadyForDummy, _seats),
    "DummyCards": st.builds(DummyCards, _hands),
    "Timing": st.builds(Timing, _seconds, _seconds, _seconds, _seconds),
    "EndOfSession": st.builds(EndOfSession),
    "IllegalBid": st.builds(IllegalBid, _words),
    "IllegalCard": st.builds(IllegalCard, _words),
    "Refused": st.builds(Refused, _words),
}
"""Any message of each kind."""

SAMPLES: dict[str, tuple[str, ...]] = {
    "Connecting": ('Connecting "BEN" as North using protocol version 18',),
    "Seated": ('North ("BEN") seated', "south emanon seated"),
    "ReadyForTeams": ("North ready for teams",),
    "Teams": ('Teams : N/S : "A" E/W : "B"', 'Teams : N/S : "A". E/W : "B". Playing IMP'),
    "ReadyToStart": ("North ready to start",),
    "StartOfBoard": ("Start of board",),
    "ReadyForDeal": ("North ready for deal",),
    "BoardHeader": ("Board number 1. Dealer North. Neither vulnerable.",),
    "ReadyForCards": ("North ready for cards",),
    "HandCards": ("North's cards : S A 6 4 3. H K J T 8. D 9 2. C A K 3.",),
    "Called": ("North bids 1NT Alert. 15-17", "North passes", "West doubles", "East redoubles"),
    "ReadyForBid": ("South ready for North's bid", "North ready for East's bid"),
    "ToLead": ("West to lead", "Dummy to lead"),
    "Played": ("West plays 7D", "NORTH plays ck"),
    "ReadyForCard": ("North ready for West's card to trick 1", "East ready for dummy's card to trick 5"),
    "ReadyForDummy": ("North ready for dummy",),
    "DummyCards": ("Dummy's cards : S A 6 4 3. H K J T 8. D 9 2. C A K 3.",),
    "Timing": (
        "Timing - N/S : this board  01:15,  total  0:11:23.  E/W : this board  01:18,  total  0:10:23.",
    ),
    "EndOfSession": ("End of session",),
    "IllegalBid": ("Illegal bid",),
    "IllegalCard": ("Illegal card. West must follow suit",),
    "Refused": ("Refused. North is taken", "Team name mismatch"),
}
"""Lines of each kind that were seen, for the fuzz to begin with."""

_LETTERS = "NSEWnsewAKQJT98 765432.,:;'\"-/()[]\t\0\x7fé♠10"


def spoilt(rng: Random, line: str) -> str:
    """A line after one to six accidents."""
    for _ in range(rng.randint(1, 6)):
        place, other = (rng.randint(0, len(line)) for _ in range(2))
        low, high = sorted((place, other))
        match rng.randrange(6):
            case 0:
                line = line[:low] + line[low + 1 :]
            case 1:
                line = line[:low] + rng.choice(_LETTERS) + line[low:]
            case 2:
                line = line[:low] + rng.choice(_LETTERS) + line[low + 1 :]
            case 3:
                line = line[:low] + line[low:high] * 2 + line[high:]
            case 4:
                line = line[:low] + line[high:]
            case 5:
                line = line[:low] + line[low:high].swapcase() + line[high:]
        line = line[:1200]
    return line
