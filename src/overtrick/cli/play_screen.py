"""The table as one player sees it, drawn from that player's view and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from shutil import get_terminal_size
from textwrap import wrap

from overtrick.cli.output import counted
from overtrick.core import Board, CardSet, Contract, Meaning, Seat, SeatView, Side, Suit, Trick
from overtrick.core.card import Strain
from overtrick.render import Cell, Diagram, Ink, Line, Span, describe, line

__all__ = [
    "auction_picture",
    "contract_words",
    "hand_lines",
    "last_trick_words",
    "position_picture",
    "prompt",
    "trick_words",
    "width",
]


_WIDEST, _NARROWEST = 79, 20
"""Columns of the longest line, and of the shortest that is worth folding."""


def width() -> int:
    """The width of a line: at most the terminal's, if there is one."""
    return max(_NARROWEST, min(_WIDEST, get_terminal_size().columns - 1))


def position_picture(view: SeatView) -> Diagram:
    """The view of a player who is to call or to play."""
    return _calling(view) if view.play is None else _playing(view)


def auction_picture(view: SeatView) -> Diagram:
    """The calls under the four seats, alerted ones with their meanings."""
    alerts = tuple(map(_alert, view.meanings))
    board = Board(None, view.dealer, view.vul, auction=view.auction, meanings=alerts)
    (picture,) = describe(board).below
    notes = ("".join(span.text for span in note) for note in picture.notes)
    return replace(picture, notes=tuple(line(part) for note in notes for part in wrap(note, width())))


def _alert(told: Meaning | None) -> Meaning | None:
    """The meaning of a call if it is alerted; others are explained on request."""
    if told is None or not told.alerted:
        return None
    text = re.sub("!([CDHS])", lambda found: Suit.parse(found[1]).symbol, told.text)
    return Meaning(text, alerted=True)


# Bidding


def _calling(view: SeatView) -> Diagram:
    auction = auction_picture(view)
    return replace(auction, rows=((Cell(hand_lines(view.hand)),),), notes=(), below=(auction,))


def hand_lines(hand: CardSet) -> tuple[Line, ...]:
    """A hand, suit by suit, and its points."""
    points = line(Span(counted(hand.hcp, "high-card point"), Ink.MUTED))
    return (*describe(hand).rows[0][0].lines, points)


# Playing


def _playing(view: SeatView) -> Diagram:
    """Dummy beside the player's own hand, as they are now, and the trick in progress."""
    play, contract = view.play, view.contract
    assert play is not None
    assert contract is not None
    won = ", ".join(f"{side} {play.tricks_won(side)}" for side in Side)
    trick = f"Trick {len(play.tricks) + 1}"
    heading = line(Span(trick, Ink.STRONG), f"   {contract.print}   tricks: {won}")
    spoken = f"{trick}, {contract.word}, tricks {won}; {to_act_words(view)}"
    hands = Diagram(
        "hands", "", (tuple(_hand(view, seat) for seat in _seen(view)),), (line(to_act_words(view)),)
    )
    return Diagram("position", spoken, ((Cell((heading,)),),), below=(hands,))


def _seen(view: SeatView) -> tuple[Seat, ...]:
    """Dummy first, then the player."""
    dummy = view.faced_dummy
    return (view.seat,) if dummy in (None, view.seat) else (dummy, view.seat)


def _hand(view: SeatView, seat: Seat) -> Cell:
    assert view.play is not None
    role = "you" if seat is view.seat else "dummy"
    name = line(Span(seat.word, Ink.STRONG), f" ({role})")
    return Cell((name, *describe(view.play.hand(seat)).rows[0][0].lines))


# Words


def to_act_words(view: SeatView) -> str:
    """The cards on the table, and whose turn it is."""
    play = view.play
    assert play is not None
    to_play = play.to_play
    who = "You are" if to_play is view.seat else "Dummy is"
    if not play.trick.cards:
        return f"{who} on lead"
    return f"{cards_words(play.trick)}; {who.lower()} to play"


def cards_words(trick: Trick) -> str:
    """The cards of a trick, each with its player."""
    return ", ".join(f"{seat.word} {card.print}" for seat, card in trick)


def trick_words(number: int, trick: Trick, strain: Strain) -> str:
    """A complete trick, and its winner."""
    return f"Trick {number}: {cards_words(trick)}: {trick.winner(strain).word} wins"


def prompt(view: SeatView) -> str:
    """The prompt for the player's turn."""
    if view.play is None:
        return "Your call: "
    return "Your card: " if view.play.to_play is view.seat else "Dummy's card: "


def contract_words(contract: Contract | None, seat: Seat | None) -> str:
    """The contract, and what it means for a player who is dummy."""
    if contract is None:
        return "Passed out"
    dummy = (
        f"; you are dummy, and {contract.declarer.word} plays your cards" if seat is contract.dummy else ""
    )
    return f"The contract is {contract.print}{dummy}"


def last_trick_words(view: SeatView) -> str:
    """The last complete trick."""
    if view.play is None or not view.play.tricks:
        return "No trick is complete yet."
    return trick_words(len(view.play.tricks), view.play.tricks[-1], view.play.strain)
