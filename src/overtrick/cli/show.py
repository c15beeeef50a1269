"""``overtrick show``: draw a deal given as text, or the boards of a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, BinaryIO

from overtrick.cli import output
from overtrick.cli.files import Watch, board_or_deal, boards_in, deals_in, file_in
from overtrick.cli.options import (
    Ascii,
    BoardNumber,
    BoardVul,
    Colours,
    Dealer,
    Json,
    Output,
    argument,
    exclusive,
    only_for_deals,
    option,
)
from overtrick.core import Deal, Seat
from overtrick.formats import Fingerprint, Record, fingerprint
from overtrick.formats.json_lines import as_json as as_record
from overtrick.render import DEFAULT_THEME, Diagram, Ink, Span, Theme, describe, line

__all__ = ["show"]

_HEADINGS = ("Event", "Site", "Date", "Room")


def show(
    deal: Annotated[
        list[str] | None, argument("DEAL|FILE", "Like 'N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 - -'.")
    ] = None,
    board: BoardNumber = None,
    dealer: Dealer = None,
    vul: BoardVul = None,
    auction: Annotated[str | None, option("--auction", "CALLS", "Like '1NT P 3NT AP'.")] = None,
    theme: Colours = DEFAULT_THEME,
    to_file: Output = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Draw a deal or the boards of a file.

    A deal is four hands, an ending, or as many hands as are known. Without DEAL, or with -, standard input is
    read. A file may also have one deal on each line. As soon as anything is said about a deal's board, North
    deals and nobody is vulnerable unless its number or you say so.
    """
    exclusive(json=as_json, output=to_file)
    if (source := file_in(deal)) is not None:
        only_for_deals(dealer=dealer, vul=vul, auction=auction)
        _show_file(source, board, theme, to_file, ascii_only, as_json)
        return
    deals = list(deals_in(deal, Deal.parse))
    boards = [board_or_deal(each, board, dealer, vul, auction) for each in deals]
    for each in deals:
        _note_uneven_hands(each)
    if to_file is not None:
        output.write_picture(to_file, boards, fingerprint(deals), theme, ascii_only)
    elif as_json:
        seen = Fingerprint()
        for each, shown in zip(deals, boards, strict=True):
            seen.add(each)
            output.print_json(output.board_record(shown) | {"deal_set": seen})
    else:
        output.print_values(boards, theme, ascii_only)


def _note_uneven_hands(deal: Deal) -> None:
    """Point at hands that are short: a card already played, or one that was forgotten."""
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
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Show the boards of a file as they come, then what the file is."""
    watch = Watch()
    records = watch.over(boards_in(source, board))
    if to_file is not None:
        diagrams = [_diagram(record) for record in records]
        output.write_picture(to_file, diagrams, str(watch.deals), theme, ascii_only)
    elif as_json:
        for record in records:
            told = output.board_record(record.board) | as_record(record)
            output.print_json(told | {"deal_set": watch.deals, "remarks": record.remarks})
    else:
        output.print_values((_diagram(record) for record in records), theme, ascii_only)
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
