"""Values that tests draw, and readers for the pictures that come out."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from overtrick import (
    Auction,
    Board,
    Card,
    CardSet,
    Claim,
    Contract,
    Deal,
    Meaning,
    Play,
    Result,
    Seat,
    Suit,
    Trick,
    Vul,
)
from overtrick.render import DEFAULT_THEME, THEMES, Cell, Diagram, Mark, Span, Theme, legend, line, svg

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
    claim=Claim(9, Seat.SOUTH),
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


# Marks

MARKED = Diagram(
    "example",
    "A card with each mark.",
    tuple(
        (Cell((line(Suit.SPADES, " ", Span(rank, mark=mark), " 3"),)), Cell((line("beside"),)))
        for rank, mark in zip(("A", "Q", "10", "K", "J"), Mark, strict=True)
    ),
    (legend(*Mark),),
)
_WIDTHS = {" ": 0.32, "J": 0.3, "Q": 0.79, "—": 1.0, **dict.fromkeys(SUIT_SYMBOLS, 0.9)}
"""The widths of characters in DejaVu Sans, the widest of the fonts that pictures ask for, in ems."""


class Box(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def spans(self, other: Box) -> bool:
        """Does it reach as far as the other to the left and to the right?"""
        return self.left <= other.left and other.right <= self.right


def mark_shapes(root: ElementTree.Element) -> list[Box]:
    """The shapes of marks: everything drawn but the paper, tables and rules."""
    found = list[Box]()
    for shape in root:
        at = shape.attrib
        half = float(at.get("stroke-width", 0)) / 2
        if shape.tag == f"{SVG}rect" and at["width"] not in ("100%", "84"):
            left, top, width, height = (float(at[name]) for name in ("x", "y", "width", "height"))
            found.append(Box(left - half, top - half, left + width + half, top + height + half))
        elif shape.tag == f"{SVG}line" and half:
            y = float(at["y1"])
            found.append(Box(float(at["x1"]), y - half, float(at["x2"]), y + half))
    return found


def _width(said: str) -> float:
    return 16 * sum(_WIDTHS.get(letter, 0.69 if letter.isupper() else 0.64) for letter in said)


def letters_in(root: ElementTree.Element) -> tuple[list[Box], list[Box]]:
    """Where the marked letters stand, and where the other text does on lines with marks."""
    marked, others = list[Box](), list[Box]()
    for shown in root.iter(f"{SVG}text"):
        y = float(shown.attrib["y"])
        for span in shown.iter(f"{SVG}tspan"):
            said = (span.text or "").rstrip()
            width, blank = _width(said.lstrip()), _width(said) - _width(said.lstrip())
            if said and "x" in span.attrib:
                is_marked = "text-anchor" in span.attrib
                left = float(span.attrib["x"]) + (-width / 2 if is_marked else blank)
                (marked if is_marked else others).append(Box(left, y - 12.5, left + width, y + 3.5))
    return marked, others


def marks_are_clear(root: ElementTree.Element) -> bool:
    """Has each marked letter one shape, wide enough, that touches no other shape and no other text?"""
    shapes, (marked, others) = mark_shapes(root), letters_in(root)
    assert len(shapes) == len(marked)
    return (
        all(not one.overlaps(two) for one, two in combinations(shapes, 2))
        and all(not shape.overlaps(text) for shape in shapes for text in others)
        and all(shape.spans(letter) for shape, letter in zip(shapes, marked, strict=True))
    )
