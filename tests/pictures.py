"""Values that tests draw, and readers for the pictures that come out."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from overtrick import (
    Auction,
    Board,
    Card,
    CardSet,
    Contract,
    Deal,
    Meaning,
    Play,
    Result,
    Seat,
    TableClaim,
    Trick,
    Vul,
)
from overtrick.render import DEFAULT_THEME, THEMES, Theme, svg

SVG = "{http://www.w3.org/2000/svg}"
SUIT_SYMBOLS = set("♣♦♥♠♧♢♡♤")
NASTY = """<script>alert(1)</script> & "double" 'single' <b onclick="x()">"""

DEAL = Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96")
ENDING = Deal.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..")
PLAY = Play.parse(f"{ENDING};NT;S;CA SK SQ C3 H3 HQ")
AUCTION = Auction.parse("S: 1C 1H 1S 2H X P 2S AP")
STORY = Board(
    number=7,
    dealer=Seat.SOUTH,
    vul=Vul.NS,
    deal=DEAL,
    auction=AUCTION,
    meanings=(None, None, Meaning("four or more spades"), None, Meaning("three spades", alerted=True)),
    claim=TableClaim(9, Seat.SOUTH),
    result=Result.parse("2S by N +1"),
)
ENDGAME = Board(3, Seat.NORTH, Vul.EW, ENDING, Auction.parse("N: P 1NT AP"), play=PLAY)
HOSTILE = replace(
    STORY,
    auction=Auction.parse("S: 1C 1H 1S"),
    meanings=(Meaning(NASTY), None, Meaning(NASTY, alerted=True)),
    claim=None,
    result=None,
    unread_calls=NASTY,
    unread_cards=NASTY,
)

VALUES: dict[str, object] = {
    "a card": Card.parse("HT"),
    "a contract": Contract.parse("4HX by N"),
    "a result": Result.parse("4DXX by W -2"),
    "a hand": CardSet.parse("AQT.K98..5432"),
    "no cards": CardSet(),
    "a deal": DEAL,
    "an ending": ENDING,
    "an empty ending": Deal.parse("N:... ... ... ..."),
    "a deal half known": Deal.parse("N:AQ84.QT98.J.KQ43 - T76.54.753.AJT82 -"),
    "a deal unknown": Deal.unknown(),
    "an auction": AUCTION,
    "an auction not begun": Auction(Seat.EAST),
    "a trick": Trick.parse("W: H5 HK HT S3"),
    "a trick not begun": Trick(Seat.NORTH),
    "a play": PLAY,
    "a play not begun": Play.parse(f"{ENDING};S;W"),
    "a board": STORY,
    "a board with play": ENDGAME,
    "a board with markup": HOSTILE,
}
every_value = pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=str)


def parsed(value: object, theme: Theme = DEFAULT_THEME) -> ElementTree.Element:
    return ElementTree.fromstring(svg(value, theme))


def lines_of_svg(root: ElementTree.Element) -> list[str]:
    return ["".join(shown.itertext()) for shown in root.iter(f"{SVG}text")]


VOID_TAGS = {"br", "meta"}


class Reader(HTMLParser):
    """Reads a page as a tree of tags, checking that they close in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open = list[str]()
        self.tags = list[tuple[str, dict[str, str | None]]]()
        self.data = list[str]()
        self.feed(source)
        self.close()
        assert self.open == [], "every tag is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        self.tags.append((tag, dict(attrs)))
        if tag in ("br", "td", "th", "p", "tr"):
            self.data.append("\n")
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data.append(data)

    @property
    def text(self) -> str:
        return "".join(self.data)

    def attributes(self, wanted: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == wanted]
