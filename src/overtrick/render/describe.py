"""Values of the core as diagrams: what goes where, independent of theme and output format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import singledispatch
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TypeVar

from overtrick.core import (
    Auction,
    Bid,
    Board,
    Call,
    Card,
    CardSet,
    Contract,
    Deal,
    Doubled,
    Meaning,
    Odds,
    Play,
    Rank,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
    Trick,
    Vul,
)
from overtrick.render import words
from overtrick.render.diagram import Cell, Diagram, Ink, Line, Mark, Span, line

__all__ = ["around_the_table", "describe"]

V = TypeVar("V")
_COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""The order of an auction's columns in books and newspapers."""
_VOID = "—"
_EMPTY = Cell()
_NO_MARKS: Mapping[Card, Mark] = {}
_DOUBLED = ("undoubled", "doubled", "redoubled")
_VULNERABLE = {Vul.NONE: "None vul", Vul.NS: "N-S vul", Vul.EW: "E-W vul", Vul.BOTH: "Both vul"}


@singledispatch
def describe(value: object) -> Diagram:
    """The diagram of a value; a diagram is returned as it is."""
    if isinstance(value, Diagram):
        return value
    raise TypeError(f"nobody knows how to draw a {type(value).__name__}")


# Hands and deals


@describe.register
def _(hand: CardSet) -> Diagram:
    return Diagram("hand", words.hand_in_words(hand), ((Cell(_hand(hand)),),))


@describe.register
def _(deal: Deal) -> Diagram:
    return Diagram("deal", words.deal_in_words(deal), around_the_table(deal))


@describe.register
def _(board: Board) -> Diagram:
    number = [line(Span(f"Board {board.number}", Ink.STRONG))] if board.number is not None else []
    corner = Cell((*number, line(f"{board.dealer.word} deals"), line(_VULNERABLE[board.vul])))
    below = list[Diagram]()
    if board.auction is not None:
        below.append(_auction(board.auction, board.meanings, board.vul))
    if board.play is not None and board.play.cards:
        below.append(describe(board.play))
    rows, words_for_it = around_the_table(board.deal, corner), words.board_in_words(board)
    return Diagram("board", words_for_it, rows, tuple(_story(board)), tuple(below))


def _story(board: Board) -> Iterator[Line]:
    """The result or contract, the claim, and the unread parts of the record."""
    if board.result is not None:
        yield _result(board.result)
    elif board.contract is not None:
        yield _contract(board.contract)
    if board.claim is not None:
        yield line(words.claim_in_words(board.claim))
    for what, unread in (("calls", board.unread_calls), ("cards", board.unread_cards)):
        if unread:
            yield line(Span(f"Not legal, kept as written ({what}): {words.one_line(unread)}", Ink.MUTED))


def around_the_table(
    deal: Deal, corner: Cell = _EMPTY, marks: Mapping[Card, Mark] = _NO_MARKS
) -> tuple[tuple[Cell, ...], ...]:
    """The rows of a deal's diagram, North at the top and West on the left, some cards marked."""
    north, east, south, west = (_seat(deal, seat, marks) for seat in Seat)
    return ((corner, north, _EMPTY), (west, Cell.compass(), east), (_EMPTY, south, _EMPTY))


def _seat(deal: Deal, seat: Seat, marks: Mapping[Card, Mark]) -> Cell:
    hand = deal.get(seat)
    name = Span(seat.word, Ink.STRONG)
    if hand is None:
        return Cell((line(name), line(Span("unknown", Ink.MUTED))))
    points = Span(f" {hand.hcp}", Ink.MUTED) if len(hand) == 13 else Span("")
    return Cell((line(name, points), *_hand(hand, marks)))


def _hand(hand: CardSet, marks: Mapping[Card, Mark] = _NO_MARKS) -> tuple[Line, ...]:
    return tuple(_holding(hand, suit, marks) for suit in reversed(Suit))


def _holding(hand: CardSet, suit: Suit, marks: Mapping[Card, Mark]) -> Line:
    ranks = hand.ranks(suit)
    if not any(Card(suit, rank) in marks for rank in ranks):
        return line(suit, " " + (" ".join(rank.print for rank in ranks) or _VOID))
    cards = (Span(rank.print, mark=marks.get(Card(suit, rank))) for rank in ranks)
    return line(suit, *(part for card in cards for part in (" ", card)))


# Auctions


@describe.register
def _(auction: Auction) -> Diagram:
    return _auction(auction, (), Vul.NONE)


def _auction(auction: Auction, meanings: tuple[Meaning | None, ...], vul: Vul) -> Diagram:
    """An auction under its four seats, with the explanations of calls as numbered notes."""
    heading = tuple(
        Cell.heading(f"{seat.word} (vul)" if vul.includes(seat) else seat.word) for seat in _COLUMNS
    )
    notes = list[Line]()
    cells = [_EMPTY] * _COLUMNS.index(auction.dealer)
    for call, meaning in zip_longest(auction.calls, meanings):
        shown = _call(call)
        if meaning is not None:
            notes.append(line(f"{len(notes) + 1}. ", "Alert. " if meaning.alerted else "", meaning.text))
            shown = (*shown, Span(f" ({len(notes)})", Ink.MUTED))
        cells.append(Cell((shown,)))
    if not auction.is_over:
        cells.append(Cell((line(Span("?", Ink.MUTED)),)))
    cells += [_EMPTY] * (-len(cells) % 4)
    rows = tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
    return Diagram("auction", words.auction_in_words(auction, meanings), (heading, *rows), tuple(notes))


def _call(call: Call) -> Line:
    if not isinstance(call, Bid):
        return line(call.print)
    return line(str(call.level), call.strain)


def _contract(contract: Contract) -> Line:
    return (*_call(contract.bid), *line(f"{contract.doubled} by {contract.declarer.word}"))


def _result(result: Result) -> Line:
    if result.contract is None:
        return line(result.print)
    return (*_contract(result.contract), *line(result.print.removeprefix(result.contract.print)))


# Tricks and play


@describe.register
def _(trick: Trick) -> Diagram:
    cards = {seat: Cell((_card(card),)) for seat, card in trick}
    north, east, south, west = (cards.get(seat, _EMPTY) for seat in Seat)
    rows = ((_EMPTY, north, _EMPTY), (west, _EMPTY, east), (_EMPTY, south, _EMPTY))
    return Diagram("trick", words.trick_in_words(trick), rows, (line(f"{trick.leader.word} leads"),))


@describe.register
def _(play: Play) -> Diagram:
    heading = (Cell.heading("Trick"), *(Cell.heading(seat.word) for seat in _COLUMNS), Cell.heading("Won by"))
    tricks = [(trick, trick.winner(play.strain).word) for trick in play.tricks]
    if play.trick.cards:
        tricks.append((play.trick, ""))
    rows = (_trick_row(number, trick, winner) for number, (trick, winner) in enumerate(tricks, 1))
    score = ", ".join(f"{side} {play.tricks_won(side)}" for side in Side)
    trumps = "Notrump" if play.strain.suit is None else f"{play.strain.word.capitalize()} are trumps"
    notes = (line(f"{trumps}. Tricks: {score}."), line(Span("> led to the trick", Ink.MUTED)))
    return Diagram("play", words.play_in_words(play), (heading, *rows), notes)


def _trick_row(number: int, trick: Trick, winner: str) -> tuple[Cell, ...]:
    cards = {seat: (*line("> " if seat is trick.leader else "  "), *_card(card)) for seat, card in trick}
    played = (Cell((cards[seat],)) if seat in cards else _EMPTY for seat in _COLUMNS)
    return (Cell((line(str(number)),)), *played, Cell((line(winner),)))


def _card(card: Card) -> Line:
    return line(card.suit, card.rank.print)


# Small values: each is one line


def _small(
    kind: type[V], shown: Callable[[V], Line], spoken: Callable[[Any], str] = attrgetter("word")
) -> None:
    def described(value: V) -> Diagram:
        return Diagram(kind.__name__.lower(), spoken(value), ((Cell((shown(value),)),),))

    describe.register(kind, described)


_small(Card, _card)
_small(Suit, line)
_small(Strain, line)
_small(Rank, lambda rank: line(rank.print))
_small(Call, _call)
_small(Contract, _contract)
_small(Result, _result)
_small(Doubled, lambda doubled: line(_DOUBLED[doubled]), _DOUBLED.__getitem__)
_small(Seat, lambda seat: line(seat.word))
_small(Side, lambda side: line(str(side)), lambda side: " and ".join(seat.word for seat in side.seats))
_small(Vul, lambda vul: line(_VULNERABLE[vul]), words.vulnerability_in_words)
_small(Odds, lambda odds: line(f"{odds} ({odds.percent})"), lambda odds: f"{odds.wins} in {odds.cases}")
