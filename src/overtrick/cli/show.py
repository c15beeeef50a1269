"""``overtrick show``: draw a deal given as text, or the boards of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.files import file_in, show_file
from overtrick.cli.options import Ascii, Json, Output, ThemeName, one_of, whole_number
from overtrick.cli.records import record
from overtrick.core import Auction, Board, Deal, DealError, NotationError, Seat, Vul
from overtrick.formats import Fingerprint, fingerprint
from overtrick.render import DEFAULT_THEME, Theme

__all__ = ["show"]


def show(
    deal: Annotated[
        list[str] | None,
        typer.Argument(metavar="DEAL|FILE", help="Like 'N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 - -'."),
    ] = None,
    board: Annotated[str | None, typer.Option(metavar="N", help="For dealer and vulnerability.")] = None,
    dealer: Annotated[str | None, typer.Option(metavar="SEAT", help="N, E, S or W.")] = None,
    vul: Annotated[str | None, typer.Option(metavar="VUL", help="None, NS, EW or Both.")] = None,
    auction: Annotated[str | None, typer.Option(metavar="CALLS", help="Like '1NT P 3NT AP'.")] = None,
    theme: ThemeName = DEFAULT_THEME.name,
    to_file: Output = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Draw a deal (four hands, an ending, or as many hands as are known) or the boards of a file.

    Without DEAL, or with -, standard input is read: a file, or one deal on each line. As soon as anything
    is said about a deal's board, North deals and nobody is vulnerable unless its number or you say so.
    """
    one_of(json=as_json, output=to_file is not None)
    colours = Theme.parse(theme)
    if (source := file_in(deal or [])) is not None:
        show_file(source, colours, to_file, ascii_only, as_json)
        return
    number = None if board is None else whole_number(board, "--board")
    deals = list(_deals(deal or []))
    if not deals:
        raise NotationError("no deal was given")
    boards = [_board(each, number, dealer, vul, auction) for each in deals]
    for each in deals:
        _note_uneven_hands(each)
    if to_file is not None:
        output.write_picture(to_file, boards, fingerprint(deals), colours, ascii_only)
    elif as_json:
        seen = Fingerprint()
        for each, shown in zip(deals, boards, strict=True):
            seen.add(each)
            output.print_json(record(shown) | {"deal_set": str(seen)})
    else:
        output.print_values(boards, colours, ascii_only)


def _deals(words: list[str]) -> Iterator[Deal]:
    """The deals: the arguments together are one, or each line of standard input is."""
    if words and words != ["-"]:
        yield Deal.parse(" ".join(words))
        return
    if not words and sys.stdin.isatty():
        raise NotationError("which deal? Give it as text, or - to read lines from standard input")
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.decode("utf-8-sig", "replace").strip()
        try:
            if text:
                yield Deal.parse(text)
        except DealError as error:
            raise DealError(*(f"line {number}: {fault}" for fault in error.faults), text=text) from None


def _board(
    deal: Deal, number: int | None, dealer: str | None, vul: str | None, auction: str | None
) -> Board | Deal:
    """The deal as a board, as soon as anything is said about one."""
    if number is None and dealer is None and vul is None and auction is None:
        return deal
    board = Board.numbered(1 if number is None else number, deal)
    seat = board.dealer if dealer is None else Seat.parse(dealer)
    called = None if auction is None else Auction.parse(auction, seat)
    if called is not None and number is None and dealer is None:
        seat = called.dealer
    vulnerable = board.vul if vul is None else Vul.parse(vul)
    return replace(board, number=number, dealer=seat, vul=vulnerable, auction=called)


def _note_uneven_hands(deal: Deal) -> None:
    """Point at hands that are short: a card already played, or one that was forgotten."""
    short = [f"{seat.word} {len(hand)}" for seat, hand in deal.items() if len(hand) < deal.cards_each]
    if not short:
        return
    missing = " ".join(card.print for card in deal.missing)
    where = f"; in no hand: {missing}" if len(deal.known) == 4 and deal.cards_each == 13 else ""
    output.note(f"the hands are uneven: {', '.join(short)}, others {deal.cards_each} cards{where}")
