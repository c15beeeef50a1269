"""The pictures and JSON records of ``overtrick solve``: their keys are a promise, kept in docs/cli.md."""

from __future__ import annotations

from dataclasses import replace

from overtrick.cli.records import Record
from overtrick.core import Board, Card, CardSet, Play, Side, Suit
from overtrick.dd import Par, TrickTable
from overtrick.dd.picture import par_line, strain_line
from overtrick.render import Cell, Diagram, Ink, Line, Span, describe, line
from overtrick.render.words import vulnerability_in_words

__all__ = ["cards_found", "line_found", "nothing_found", "table_found"]

Found = tuple[Record, Diagram]


def nothing_found(board: Board, *keys: str) -> Record:
    """The record of a board that could not be solved."""
    return {"board": board.number} | dict.fromkeys(keys)


def table_found(board: Board, table: TrickTable, par: Par | None) -> Found:
    """The tricks of every declarer, and par where the deal is a whole one."""
    told = None
    if par is not None:
        told = {"score_ns": par.score_ns, "contracts": [str(contract) for contract in par.contracts]}
    record: Record = {"board": board.number, "table": table.as_dict(), "par": told}
    diagram = describe(table)
    corner = Cell.heading("" if board.number is None else f"Board {board.number}")
    diagram = replace(diagram, rows=((corner, *diagram.rows[0][1:]), *diagram.rows[1:]))
    return record, diagram if par is None else _with_par(diagram, board, par)


def _with_par(diagram: Diagram, board: Board, par: Par) -> Diagram:
    given = f"{board.dealer.word} deals, {vulnerability_in_words(board.vul)}"
    notes = (par_line(par), line(Span(given, Ink.MUTED)))
    return replace(diagram, notes=notes, words=f"{diagram.words} Par is {par.word}. {given}.")


def cards_found(board: Board, play: Play, tricks: dict[Card, int]) -> Found:
    """Every card the player to move may play, the best first, with his side's tricks from here on."""
    record = _about(board, play) | {"cards": {str(card): number for card, number in tricks.items()}}
    groups = [
        (number, CardSet.of(card for card, brings in tricks.items() if brings == number))
        for number in sorted(set(tricks.values()), reverse=True)
    ]
    heading = (Cell.heading("Tricks"), Cell.heading("Cards"))
    rows = ((Cell((line(str(number)),)), Cell((_by_suit(cards),))) for number, cards in groups)
    said = (f"{number} tricks: {', '.join(card.word for card in cards)}." for number, cards in groups)
    words = " ".join((_question_in_words(play), *said))
    return record, Diagram("cards", words, (heading, *rows), (_question(board, play),))


def line_found(board: Board, play: Play, cards: tuple[Card, ...]) -> Found:
    """A line of best play, and what it brings the side of the player to move from here on."""
    whole, side = play.then_all(cards), play.to_play.side
    tricks = whole.tricks_won(side) - play.tricks_won(side)
    record = _about(board, play) | {"tricks": tricks, "line": [str(card) for card in cards]}
    diagram = describe(whole)
    words = f"{_question_in_words(play)} {diagram.words}"
    return record, replace(diagram, words=words, notes=(_question(board, play), *diagram.notes))


def _about(board: Board, play: Play) -> Record:
    return {"board": board.number, "strain": str(play.strain), "to_play": str(play.to_play)}


def _by_suit(cards: CardSet) -> Line:
    """Cards on a line, suit by suit: ``♠ A Q  ♥ 3``."""
    spans = list[Span]()
    for suit in reversed(Suit):
        ranks = " ".join(rank.print for rank in cards.ranks(suit))
        if ranks:
            spans += line("  " if spans else "", suit, f" {ranks}")
    return tuple(spans)


def _question(board: Board, play: Play) -> Line:
    number = "" if board.number is None else f"Board {board.number}: "
    return line(
        f"{number}{_to_play(play)} at ", *strain_line(play.strain), f", tricks for {play.to_play.side}"
    )


def _question_in_words(play: Play) -> str:
    side = "North and South" if play.to_play.side is Side.NS else "East and West"
    return f"{_to_play(play)} at {play.strain.word}, tricks for {side}."


def _to_play(play: Play) -> str:
    return f"{play.to_play.word} {'to play' if play.trick.cards else 'to lead'}"
