"""What the lines of the table-manager protocol say, in every form that programs are known to send."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from overtrick import Call, Card, CardSet, Meaning, Seat, Vul
from overtrick.protocol import LineReader, LineStream, Message, ProtocolError, read, write
from overtrick.protocol.messages import (
    BoardHeader,
    Called,
    Connecting,
    DummyCards,
    EndOfSession,
    HandCards,
    IllegalBid,
    IllegalCard,
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

N, E, S, W = Seat
HAND = CardSet.parse("A643.KJT8.92.AK3")
VOID = CardSet.parse("A643.KJT8..AK953")

CANONICAL: list[tuple[Message, str]] = [
    (Connecting("BEN", N), 'Connecting "BEN" as North using protocol version 18'),
    (Connecting("WBridge5", None), 'Connecting "WBridge5" as ANYPL using protocol version 18'),
    (Seated(N, "BEN"), 'North ("BEN") seated'),
    (ReadyForTeams(N), "North ready for teams"),
    (Teams("A", "B"), 'Teams : N/S : "A" E/W : "B"'),
    (ReadyToStart(N), "North ready to start"),
    (StartOfBoard(), "Start of board"),
    (ReadyForDeal(N), "North ready for deal"),
    (BoardHeader(1, N, Vul.NONE), "Board number 1. Dealer North. Neither vulnerable."),
    (BoardHeader(4, W, Vul.BOTH), "Board number 4. Dealer West. Both vulnerable."),
    (BoardHeader(2, E, Vul.NS), "Board number 2. Dealer East. N/S vulnerable."),
    (BoardHeader(3, S, Vul.EW), "Board number 3. Dealer South. E/W vulnerable."),
    (ReadyForCards(N), "North ready for cards"),
    (HandCards(N, HAND), "North's cards : S A 6 4 3. H K J T 8. D 9 2. C A K 3."),
    (HandCards(N, VOID), "North's cards : S A 6 4 3. H K J T 8. D -. C A K 9 5 3."),
    (Called(N, Call.PASS), "North passes"),
    (Called(N, Call.parse("1NT")), "North bids 1NT"),
    (Called(N, Call.DOUBLE), "North doubles"),
    (Called(N, Call.REDOUBLE), "North redoubles"),
    (Called(N, Call.parse("2C"), Meaning("Stayman", True)), "North bids 2C Alert. Stayman"),
    (Called(N, Call.parse("1NT"), Meaning("15-17")), "North bids 1NT Infos. 15-17"),
    (Called(N, Call.parse("2C"), Meaning("", True)), "North bids 2C Alert."),
    (ReadyForBid(S, N), "South ready for North's bid"),
    (ToLead(W), "West to lead"),
    (ToLead(None), "Dummy to lead"),
    (Played(W, Card.parse("D7")), "West plays 7D"),
    (ReadyForCard(N, W, 1), "North ready for West's card to trick 1"),
    (ReadyForCard(N, None, 5), "North ready for dummy's card to trick 5"),
    (ReadyForDummy(N), "North ready for dummy"),
    (DummyCards(HAND), "Dummy's cards : S A 6 4 3. H K J T 8. D 9 2. C A K 3."),
    (
        Timing(75, 683, 78, 623),
        "Timing - N/S : this board  01:15,  total  0:11:23.  E/W : this board  01:18,  total  0:10:23.",
    ),
    (EndOfSession(), "End of session"),
    (IllegalBid(), "Illegal bid"),
    (IllegalCard("West must follow suit"), "Illegal card. West must follow suit"),
    (Refused("North is taken"), "Refused. North is taken"),
]

VARIANTS: list[tuple[str, Message]] = [
    ("south emanon seated", Seated(S, "emanon")),
    ("North (BEN) seated", Seated(N, "BEN")),
    ("North seated", Seated(N, "")),
    ('Teams : N/S : "A". E/W : "B".', Teams("A", "B")),
    ('Teams: N/S "A" E/W : "B"', Teams("A", "B")),
    ('Teams : N/S : "A" E/W : "B" Playing IMP', Teams("A", "B", "IMP")),
    ('Teams : N/S : "A" E/W : "B". Playing IMP.', Teams("A", "B", "IMP")),
    ("Connecting emanon as south using protocol version 18", Connecting("emanon", S)),
    ("Start of Board", StartOfBoard()),
    ("North's cards: S A 6 4 3. H K J T 8. D 9 2. C A K 3", HandCards(N, HAND)),
    ("NORTH'S CARDS : s a 6 4 3. h k j 10 8. d 9 2. c a k 3.", HandCards(N, HAND)),
    ("NORTH PASSES", Called(N, Call.PASS)),
    ("north pass", Called(N, Call.PASS)),
    ("North bids 1 nt", Called(N, Call.parse("1NT"))),
    ("North bids 1N", Called(N, Call.parse("1NT"))),
    ("North bids 2c alert. Stayman", Called(N, Call.parse("2C"), Meaning("Stayman", True))),
    ("North passes.", Called(N, Call.PASS)),
    ("North bids 1NT.", Called(N, Call.parse("1NT"))),
    ("NORTH BIDS 2C. ALERT. Stayman", Called(N, Call.parse("2C"), Meaning("Stayman", True))),
    ("North bids 1 NT, Infos. 15-17", Called(N, Call.parse("1NT"), Meaning("15-17"))),
    ("NORTH plays ck", Played(N, Card.parse("CK"))),
    ("North plays 10d", Played(N, Card.parse("DT"))),
    ("Dummy plays 2C", Played(None, Card.parse("C2"))),
    ("North ready for DUMMY's card to trick 5", ReadyForCard(N, None, 5)),
    ("North received dummy", ReadyForDummy(N)),
    (
        "Timing - N/S : this board [1:15], total [0:11:23]. E/W : this board [1:18], total [0:10:23].",
        Timing(75, 683, 78, 623),
    ),
    ("Team name mismatch", Refused("Team name mismatch")),
    ("Board number 2. Dealer East. NS vulnerable", BoardHeader(2, E, Vul.NS)),
    ("Board number 1. Dealer North. None vulnerable.", BoardHeader(1, N, Vul.NONE)),
]


@pytest.mark.parametrize(("message", "line"), CANONICAL, ids=lambda value: str(value)[:40])
def test_a_message_is_written_in_the_form_that_everybody_reads(message: Message, line: str) -> None:
    assert write(message) == line
    assert read(line) == message


@pytest.mark.parametrize(("line", "message"), VARIANTS, ids=lambda value: str(value)[:40])
def test_a_variant_of_a_line_says_the_same(line: str, message: Message) -> None:
    assert read(line) == message


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("North bids 8NT", "not a call"),
        ("North plays XX", "not a card"),
        ("North's cards : S A 6 4 3. H K J T 8. D 9 2. C A K.", "North has 12 cards, not thirteen"),
        ("North's cards : S A A 4 3. H K J T 8. D 9 2. C A K 3.", "named twice"),
        ("North ready for West's card to trick 14", "no trick 14"),
        ('Connecting "A" as Up using protocol version 18', "not a seat"),
        ("Board number 1. Dealer North. Perhaps vulnerable.", "not a vulnerability"),
        ("hello", "no message of the table-manager protocol in 'hello'"),
        ("x" * 2000, "more than 1000 characters"),
    ],
)
def test_a_line_that_is_no_message_says_what_is_wrong(line: str, fault: str) -> None:
    with pytest.raises(ProtocolError, match=fault) as caught:
        read(line)
    assert len(str(caught.value)) < 400


def test_an_explanation_loses_what_the_wire_cannot_carry() -> None:
    called = Called(N, Call.parse("2H"), Meaning("5+♥ — forcing\r\nWest plays 7D", True))
    assert write(called) == "North bids 2H Alert. 5+H - forcing West plays 7D"


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_line_end_ends_a_line(end: str) -> None:
    assert LineReader().feed(f"a{end}b{end}{end}".encode()) == ["a", "b"]


def test_messages_without_line_ends_are_told_apart_by_the_next() -> None:
    reader = LineReader()
    assert reader.feed(b"Start of BoardStart of BoardBoard number 1.") == ["Start of Board"] * 2
    assert reader.feed(b" Dealer North. Neither vulnerable.\nDummy to leadSouth") == [
        "Board number 1. Dealer North. Neither vulnerable.",
        "Dummy to lead",
    ]
    assert reader.feed(b" plays 2C\n") == ["South plays 2C"]


def test_a_line_too_long_is_an_error_and_is_not_kept() -> None:
    reader = LineReader()
    with pytest.raises(ProtocolError, match="more than 1000 bytes"):
        reader.feed(b"x" * 5000)
    assert reader.feed(b"y" * 5000) == []  # one line, however long, is one error
    assert reader.feed(b"North passes\nEast passes\n") == ["East passes"]


def test_the_lines_around_one_that_is_too_long_are_not_lost() -> None:
    async def told() -> list[str | None]:
        source, found = asyncio.StreamReader(), list[str | None]()
        lines = LineStream(source)
        source.feed_data(
            b"North passes\r\n" + b"x" * 1001 + b"\r\nEast passes\r\nSouth passes\r\n" + b"y" * 1500
        )
        source.feed_eof()
        for _ in range(6):
            try:
                found.append(await lines.next())
            except ProtocolError:
                found.append("too long")
        return found

    assert asyncio.run(told()) == [
        "North passes",
        "too long",
        "East passes",
        "South passes",
        "too long",
        None,
    ]


def test_a_message_that_gets_no_line_end_is_given_after_a_moment() -> None:
    async def first() -> list[str | None]:
        source = asyncio.StreamReader()
        lines = LineStream(source, moment=0.01)
        source.feed_data(b"West to lead")
        found = [await lines.next()]
        source.feed_data(b"\r\nNorth ready for du")
        source.feed_data(b"mmy's card to trick 2\r\nNorth passes")
        source.feed_eof()
        return [*found, await lines.next(), await lines.next(), await lines.next()]

    told = ["West to lead", "North ready for dummy's card to trick 2", "North passes", None]
    assert asyncio.run(first()) == told


@pytest.mark.parametrize(
    "fault", [TimeoutError(110, "timed out"), OSError(113, "no route"), ConnectionError()]
)
def test_a_line_that_is_dead_is_over(fault: OSError) -> None:
    async def told() -> list[str | None]:
        source = asyncio.StreamReader()
        lines = LineStream(source, moment=5.0)
        source.feed_data(b"North passes\r\nWest to lead")
        found = [await lines.next()]
        source.set_exception(fault)
        return [*found, await lines.next(), await lines.next()]

    assert asyncio.run(told()) == ["North passes", "West to lead", None]


def test_a_nul_behind_a_line_is_no_part_of_the_next() -> None:
    assert LineReader().feed(b"North passes\r\n\0East passes\0South") == ["North passes", "East passes"]


def test_a_team_without_quotes_has_no_slash_so_that_no_line_is_read_in_very_many_ways() -> None:
    assert read("Teams : N/S : Ben. E/W : Moniteur") == Teams("Ben", "Moniteur")
    with pytest.raises(ProtocolError, match="no message"):
        read("Teams : N/S : E/W : Ben E/W : Moniteur")


def test_a_whole_line_that_is_too_long_is_an_error_too() -> None:
    assert LineReader().feed(b"x" * 1000 + b"\r\n") == ["x" * 1000]
    with pytest.raises(ProtocolError, match="more than 1000 bytes"):
        LineReader().feed(b"x" * 1001 + b"\r\n")


FOLDER = Path(__file__).parents[1] / "data" / "protocol"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))


def lines(path: Path) -> list[tuple[str, str]]:
    """Each line as it was sent, and in our own form."""
    found = list[tuple[str, str]]()
    for line in path.read_text(encoding="ascii").splitlines():
        if line[:1] in "<>":
            sent, _, plain = line[2:].partition(" = ")
            found.append((sent, plain or sent))
    return found


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_read_line_by_line(path: Path) -> None:
    told = lines(path)
    assert len(told) > 5
    for sent, plain in told:
        assert write(read(sent)) == plain


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_transcript_is_the_same_with_any_line_end_byte_by_byte(path: Path, end: str) -> None:
    told, reader, found = lines(path), LineReader(), list[str]()
    for byte in "".join(f"{sent}{end}" for sent, _ in told).encode():
        found += reader.feed(bytes([byte]))
    assert [write(read(line)) for line in found] == [plain for _, plain in told]


def test_messages_without_line_ends_and_one_said_twice_are_told_apart() -> None:
    header = b"Board number 1. Dealer North. Neither vulnerable.\n"
    said = b"Start of BoardStart of Board" + header + b"East to leadDummy to lead\n"
    assert [write(read(line)) for line in LineReader().feed(said)] == [
        "Start of board",
        "Start of board",
        "Board number 1. Dealer North. Neither vulnerable.",
        "East to lead",
        "Dummy to lead",
    ]
