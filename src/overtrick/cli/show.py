"""``overtrick show``: draw a deal given as text, or the boards of a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, BinaryIO

from overtrick.cli import options, output
from overtrick.cli.files import Tally, board_of, boards_in, deals_in, file_in
from overtrick.cli.output import PLAIN, Style
from overtrick.core import Auction, Board, Deal, Seat, Vul
from overtrick.formats import Fingerprint, Record, fingerprint
from overtrick.formats.json_lines import as_json as as_record
from overtrick.render import DEFAULT_THEME, Diagram, Ink, Span, Theme, describe, line

__all__ = ["show"]

_HEADINGS = ("Event", "Site", "Date", "Room")


def show(
    deal: Annotated[
        list[str] | None, options.argument("DEAL|FILE", "Like 'N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 - -'.")
    ] = None,
    board: options.BoardNumber = None,
    dealer: options.Dealer = None,
    vul: options.BoardVul = None,
    auction: Annotated[str | None, options.option("--auction", "CALLS", "Like '1NT P 3NT AP'.")] = None,
    theme: options.Colours = DEFAULT_THEME,
    to_file: options.Output = None,
    style: Style = PLAIN,
) -> None:
    """Draw a deal or the boards of a file.

    A deal is four hands, an ending, or as many hands as are known. Without DEAL, or with -, standard input is
    read. A file may also have one deal on each line. As soon as anything is said about a deal's board, North
    deals and nobody is vulnerable unless its number or you say so.
    """
    options.exclusive(json=style.as_json, output=to_file)
    if (source := file_in(deal)) is not None:
        options.only_for_deals(dealer=dealer, vul=vul, auction=auction)
        _show_file(source, board, theme, to_file, style)
        return
    deals = list(deals_in(deal, Deal.parse))
    is_bare = all(said is None for said in (board, dealer, vul, auction))
    boards: list[Board | Deal] = [
        each if is_bare else _board(each, board, dealer, vul, auction) for each in deals
    ]
    for each in deals:
        _note_uneven_hands(each)
    if to_file is not None:
        output.write_picture(to_file, boards, fingerprint(deals), theme, style)
    elif style.as_json:
        seen = Fingerprint()
        for each, shown in zip(deals, boards, strict=True):
            seen.add(each)
            output.print_json(output.board_record(shown) | {"deal_set": seen})
    else:
        style.print_values(boards, theme)


def _board(
    deal: Deal, number: int | None, dealer: Seat | None, vul: Vul | None, auction: str | None
) -> Board:
    """The deal as a board with its auction, which gives the dealer unless an option or the number does."""
    board = board_of(deal, number, dealer, vul)
    if auction is None:
        return board
    called = Auction.parse(auction, board.dealer)
    seat = called.dealer if number is None and dealer is None else board.dealer
    return replace(board, dealer=seat, auction=called)


def _note_uneven_hands(deal: Deal) -> None:
    """Note hands that are short of cards, played or forgotten."""
    short = [f"{seat.word} {len(hand)}" for seat, hand in deal.items() if len(hand) < deal.cards_each]
    if not short:
        return
    missing = " ".join(card.print for card in deal.missing)
    where = f"; in no hand: {missing}" if len(deal.known) == 4 and deal.cards_each == 13 else ""
    output.note(f"the hands are uneven: {', '.join(short)}, others {deal.cards_each} cards{where}")


def _show_file(
    source: str | BinaryIO,
    board: int | None,
    theme: Theme,
    to_file: Path | None,
    style: Style,
) -> None:
    """Show the boards of a file as they come, then what the file is."""
    watch = Tally()
    records = watch.over(boards_in(source, board))
    if to_file is not None:
        diagrams = [_diagram(record) for record in records]
        output.write_picture(to_file, diagrams, str(watch.deals), theme, style)
    elif style.as_json:
        for record in records:
            told = output.board_record(record.board) | as_record(record)
            output.print_json(told | {"deal_set": watch.deals, "remarks": record.remarks})
    else:
        style.print_values((_diagram(record) for record in records), theme)
    output.say(str(watch))


def _diagram(record: Record) -> Diagram:
    """A board with its event above it and its players, other tags and comments below."""
    diagram = describe(record.board)
    headings = [value for name in _HEADINGS if (value := record.tag(name))]
    players = [f"{seat.word}: {name}" for seat in Seat if (name := record.tag(seat.word))]
    shown = (*_HEADINGS, *(seat.word for seat in Seat))
    others = [f"{name}: {value}" for name, value in record.tags if name not in shown and value]
    notes = [", ".join(headings), ", ".join(players), *others, *(comment.text for comment in record.comments)]
    lines = tuple(line(Span(" ".join(note.split()), Ink.MUTED)) for note in notes if note.strip())
    words = " ".join((diagram.words, *(f"{note}." for note in notes if note.strip())))
    return replace(diagram, notes=(*diagram.notes, *lines), words=words)
