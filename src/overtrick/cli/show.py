"""``overtrick show``: draw a deal given as text, or the boards of a file."""

from __future__ import annotations

from typing import Annotated

import typer

from overtrick.cli import output
from overtrick.cli.files import file_in, show_file
from overtrick.cli.given import board_or_deal, given
from overtrick.cli.options import (
    Ascii,
    BoardNumber,
    Dealer,
    Json,
    Output,
    ThemeName,
    Vulnerable,
    for_deals_only,
    one_of,
    whole_number,
)
from overtrick.cli.records import record
from overtrick.core import Deal
from overtrick.formats import Fingerprint, fingerprint
from overtrick.render import DEFAULT_THEME, Theme

__all__ = ["show"]


def show(
    deal: Annotated[
        list[str] | None,
        typer.Argument(metavar="DEAL|FILE", help="Like 'N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 - -'."),
    ] = None,
    board: BoardNumber = None,
    dealer: Dealer = None,
    vul: Vulnerable = None,
    auction: Annotated[str | None, typer.Option(metavar="CALLS", help="Like '1NT P 3NT AP'.")] = None,
    theme: ThemeName = DEFAULT_THEME.name,
    to_file: Output = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Draw a deal (four hands, an ending, or as many hands as are known) or the boards of a file.

    Without DEAL, or with -, standard input is read. A file may also have one deal on each line. As soon as
    anything is said about a deal's board, North deals and nobody is vulnerable unless its number or you say
    so.
    """
    one_of(json=as_json, output=to_file is not None)
    colours = Theme.parse(theme)
    if (source := file_in(deal or [])) is not None:
        for_deals_only(board=board, dealer=dealer, vul=vul, auction=auction)
        show_file(source, colours, to_file, ascii_only, as_json)
        return
    number = None if board is None else whole_number(board, "--board")
    deals = list(given(deal or [], Deal.parse))
    boards = [board_or_deal(each, number, dealer, vul, auction) for each in deals]
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


def _note_uneven_hands(deal: Deal) -> None:
    """Point at hands that are short: a card already played, or one that was forgotten."""
    short = [f"{seat.word} {len(hand)}" for seat, hand in deal.items() if len(hand) < deal.cards_each]
    if not short:
        return
    missing = " ".join(card.print for card in deal.missing)
    where = f"; in no hand: {missing}" if len(deal.known) == 4 and deal.cards_each == 13 else ""
    output.note(f"the hands are uneven: {', '.join(short)}, others {deal.cards_each} cards{where}")
