"""Every value can be drawn, and every picture can be read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Auction, Board, CardSet, Contract, Deal, Play, Result, Seat, Trick, core
from overtrick.core.drawing import Drawable
from overtrick.deals import deals as random_deals
from overtrick.render import THEMES, Theme, describe, html, svg, text
from tests import strategies as some

SVG = "{http://www.w3.org/2000/svg}"
SYMBOLS = {"♠": 0, "♥": 1, "♦": 2, "♣": 3, "♡": 1, "♢": 2}
WORDS = {"spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3}
RANK_WORDS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}

themes = st.sampled_from(list(THEMES.values()))
whole_deals = st.integers(0, 2**32).map(lambda seed: next(random_deals(np.random.default_rng(seed), 1)))
any_deals = some.deals() | some.endings() | whole_deals


# Pictures read back: each reader gives the four hands as data, North first


def hand_from_lines(lines: list[str]) -> str | None:
    """``♠ A Q 10``, ``♥ —`` and so on as ``AQT...``; nothing for an unknown hand."""
    if lines[0].strip() == "unknown":
        return None
    holdings = ["?"] * 4
    for place, shown in enumerate(lines[:4]):
        symbol, *ranks = shown.split()
        assert SYMBOLS[symbol] == place, "spades come first"
        assert ranks
        holdings[place] = "" if ranks == ["—"] else "".join("T" if rank == "10" else rank for rank in ranks)
    return ".".join(holdings)


def hands_from_text(drawn: str) -> list[str | None]:
    lines = drawn.splitlines()
    hands = list[str | None]()
    for seat in Seat:
        row = next(row for row, shown in enumerate(lines) if re.search(rf"\b{seat.word}\b", shown))
        left = lines[row].index(seat.word)
        below = [re.split(" {3,}", shown[left:])[0] for shown in lines[row + 1 : row + 5]]
        hands.append(hand_from_lines(below))
    return hands


def hands_from_svg(drawn: str) -> list[str | None]:
    places = dict[tuple[str, float], str]()
    for shown in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
        if "text-anchor" not in shown.attrib:
            places[shown.attrib["x"], float(shown.attrib["y"])] = "".join(shown.itertext())
    hands = list[str | None]()
    for seat in Seat:
        (left, top) = next(place for place, shown in places.items() if shown.split()[0] == seat.word)
        below = sorted(y for x, y in places if x == left and y > top)
        hands.append(hand_from_lines([places[left, y] for y in below[:4]]))
    return hands


def hands_from_html(drawn: str) -> list[str | None]:
    rows = [
        re.findall("<td>(.*?)</td>", row, re.DOTALL) for row in re.findall("<tr>(.*?)</tr>", drawn, re.DOTALL)
    ]
    cells = {Seat.NORTH: rows[0][1], Seat.EAST: rows[1][2], Seat.SOUTH: rows[2][1], Seat.WEST: rows[1][0]}
    hands = list[str | None]()
    for seat in Seat:
        name, *lines = (unescape(re.sub("<.*?>", "", shown)) for shown in cells[seat].split("<br>"))
        assert name.split()[0] == seat.word
        hands.append(hand_from_lines(lines))
    return hands


def hands_from_words(spoken: str) -> list[str | None]:
    said = dict(re.findall(r"(North|East|South|West): (.*?)\.", spoken))
    hands = list[str | None]()
    for seat in Seat:
        holdings = [""] * 4
        for part in said.get(seat.word, "no cards").split(", "):
            suit, *ranks = part.split()
            if suit != "no":
                holdings[WORDS[suit]] = "".join(RANK_WORDS.get(rank, rank) for rank in ranks)
        hands.append(".".join(holdings) if seat.word in said else None)
    return hands


@given(any_deals, themes)
def test_every_card_of_every_known_hand_is_in_every_picture(deal: Deal, theme: Theme) -> None:
    held = [None if hand is None else str(hand) for hand in deal.hands]
    assert hands_from_text(text(deal)) == held
    assert hands_from_svg(svg(deal, theme)) == held
    assert hands_from_html(html(deal, theme)) == held
    assert hands_from_words(describe(deal).words) == held


# Nothing is too odd to draw


def pictures(value: object, theme: Theme) -> Iterator[str]:
    yield text(value)
    yield text(value, symbols=False)
    yield html(value, theme)
    yield svg(value, theme)


def is_sound(value: object, theme: Theme) -> bool:
    """Drawn in every way, the SVG is well-formed, its text inside the frame and in places of its own."""
    *_, drawn = pictures(value, theme)
    root = ElementTree.fromstring(drawn)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    places = [(float(shown.attrib["x"]), float(shown.attrib["y"])) for shown in root.iter(f"{SVG}text")]
    title = root.findtext(f"{SVG}title")
    return (
        title == describe(value).words
        and len(places) == len(set(places))
        and all(0 <= x < width and 0 < y < height for x, y in places)
    )


@given(any_deals, themes)
def test_any_deal_can_be_drawn(deal: Deal, theme: Theme) -> None:
    assert is_sound(deal, theme)


@given(some.boards(), themes)
def test_any_board_can_be_drawn(board: Board, theme: Theme) -> None:
    assert is_sound(board, theme)


@given(some.auctions(), some.tricks, some.plays(), some.card_sets, some.contracts, some.results, themes)
def test_anything_that_happens_at_the_table_can_be_drawn(
    auction: Auction,
    trick: Trick,
    play: Play,
    cards: CardSet,
    contract: Contract,
    result: Result,
    theme: Theme,
) -> None:
    assert all(is_sound(value, theme) for value in (auction, trick, play, cards, contract, result))


@given(some.auctions())
def test_an_auction_shows_every_call_under_the_seat_that_made_it(auction: Auction) -> None:
    heading, *rows = text(auction).splitlines()
    columns = [heading.index(name) for name in ("West", "North", "East", "South")]
    shown = [[row[left:].split("  ")[0].strip() for left in columns] for row in rows]
    cells = [cell for row in shown for cell in row]
    place = {Seat.WEST: 0, Seat.NORTH: 1, Seat.EAST: 2, Seat.SOUTH: 3}
    expected = [""] * place[auction.dealer] + [call.print for _, call in auction]
    expected += [] if auction.is_over else ["?"]
    assert cells == expected + [""] * (len(cells) - len(expected))
    assert all(
        expected[turn] == "" or place[auction.dealer.next(turn - place[auction.dealer])] == turn % 4
        for turn in range(len(expected))
    )


@given(some.plays())
def test_a_play_shows_every_card_in_the_row_of_its_trick(play: Play) -> None:
    rows = [row.split() for row in text(play).splitlines()[1:] if row[:1].isdigit()]
    tricks = [*play.tricks, *([play.trick] if play.trick.cards else [])]
    assert len(rows) == len(tricks)
    for number, (row, trick) in enumerate(zip(rows, tricks, strict=True), 1):
        cards = {card.print for card in trick.cards}
        assert row[0] == str(number)
        assert set(row[1:]) - {">"} - {seat.word for seat in Seat} == cards
        assert row[row.index(">") + 1] == trick.cards[0].print
        assert (row[-1] == trick.winner(play.strain).word) is trick.is_complete


@given(some.card_sets)
def test_ascii_text_of_a_hand_differs_from_the_drawn_one_only_in_its_symbols(cards: CardSet) -> None:
    letters = str.maketrans("SHDC-", "♠♥♦♣—")
    assert text(cards, symbols=False).isascii()
    assert text(cards, symbols=False).translate(letters) == text(cards)


# Notebooks

DRAWN = {
    name: kind
    for name in core.__all__
    if isinstance(kind := getattr(core, name), type) and issubclass(kind, Drawable)
}
ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
EXAMPLES: dict[str, list[Drawable]] = {
    "Auction": [Auction.parse("N: 1NT P"), Auction(Seat.WEST)],
    "Bid": [call for call in core.CALLS if isinstance(call, core.Bid)],
    "Board": [Board.numbered(7), Board.numbered(1, Deal.parse(ENDING))],
    "Call": list(core.CALLS),
    "Card": list(core.PACK),
    "CardSet": [CardSet(), CardSet.parse("AQT.K98..5432"), CardSet.pack()],
    "Contract": [Contract.parse("4SX by N"), Contract.parse("3NT by W")],
    "Deal": [Deal.unknown(), Deal.parse(ENDING)],
    "Doubled": list(core.Doubled),
    "Odds": [core.Odds(1, 3), core.Odds(0, 1)],
    "Play": [Play.parse(f"{ENDING};NT;S"), Play.parse(f"{ENDING};NT;S;CA SK SQ C3 H3")],
    "Rank": list(core.Rank),
    "Result": [Result(None), Result.parse("4SX by N -1"), Result.parse("4SX by N")],
    "Seat": list(Seat),
    "Side": list(core.Side),
    "Strain": list(core.Strain),
    "Suit": list(core.Suit),
    "Trick": [Trick(Seat.EAST), Trick.parse("W: H5 HK")],
    "Vul": list(core.Vul),
}


def test_every_kind_of_value_that_draws_itself_has_an_example_here() -> None:
    assert EXAMPLES.keys() == DRAWN.keys()
    assert all(isinstance(value, DRAWN[name]) for name, values in EXAMPLES.items() for value in values)


@pytest.mark.parametrize("name", DRAWN)
def test_a_value_draws_itself_in_a_notebook(name: str) -> None:
    for value in EXAMPLES[name]:
        drawn = value._repr_svg_()
        assert drawn is not None
        assert drawn == svg(value)
        assert ElementTree.fromstring(drawn).tag == f"{SVG}svg"


@pytest.mark.parametrize("name", DRAWN)
def test_no_value_draws_itself_as_an_empty_picture(name: str) -> None:
    for value in EXAMPLES[name]:
        root = ElementTree.fromstring(value._repr_svg_() or "")
        assert (root.findtext(f"{SVG}title") or "").strip(), repr(value)
        assert any("".join(shown.itertext()).strip() for shown in root.iter(f"{SVG}text")), repr(value)
