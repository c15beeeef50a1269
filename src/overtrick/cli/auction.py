"""``overtrick auction``: bid the boards of a file, or of deals given as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import (
    DEFAULT_SYSTEM,
    Conventions,
    SystemName,
    TheirSystem,
    seats_given,
    table,
)
from overtrick.cli.contest import tell_contest
from overtrick.cli.files import Watch, boards_in, file_in
from overtrick.cli.given import given
from overtrick.cli.options import (
    Ascii,
    Dealer,
    Json,
    ThemeName,
    Vulnerable,
    for_deals_only,
    one_of,
)
from overtrick.cli.progress import tracked
from overtrick.cli.records import record as board_record
from overtrick.core import Board, BoardError, Call, Deal, Meaning, NotationError, Seat, Vul
from overtrick.formats import Fingerprint, Record, write
from overtrick.render import DEFAULT_THEME, Cell, Diagram, Ink, Span, Theme, describe, line

if TYPE_CHECKING:
    from overtrick.bidding import Agreements, State

__all__ = ["auction"]

_OUTCOME = re.compile("Contract|Declarer|Result|(Auction|Play)(TimeTable)?|Score(?!Table).*")
"""The tags and tables that tell of an earlier auction and its play."""


def auction(
    deal: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|DEAL", help="A file of boards, or a deal; - is standard input."),
    ] = None,
    system: SystemName = DEFAULT_SYSTEM,
    their_system: TheirSystem = None,
    convention: Conventions = None,
    silent: Annotated[
        list[str] | None,
        typer.Option("--silent", metavar="SEATS", help="Who passes with every hand, like EW."),
    ] = None,
    dealer: Dealer = None,
    vul: Vulnerable = None,
    to_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the boards: .pbn, .lin, .json …"),
    ] = None,
    contest: Annotated[
        bool,
        typer.Option("--contest", help="Score the contracts against the file's awards, results, or par."),
    ] = False,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Bid every board of a file, all four hands or some of them, and say what the calls mean.

    --system is what North-South play, --their-system what East-West play. Deals given as text, or one on each
    line, are numbered from 1.
    """
    one_of(json=as_json, output=to_file is not None)
    one_of(contest=contest, output=to_file is not None)
    colours = Theme.parse(theme)
    seats = seats_given(silent or [])
    if (source := file_in(deal or [])) is not None:
        for_deals_only(dealer=dealer, vul=vul)
        boards: Iterator[Record] = Watch().over(boards_in(source))
        boards = boards if contest else tracked(boards, source, "bidding")
    else:
        boards = _numbered(given(deal or [], _deal), dealer, vul)
    unknown = list[BoardError]()
    known = _with_hands(boards, seats, unknown, source if isinstance(source, str) else "standard input")
    agreements = table(system, their_system, convention, silent=seats)
    if contest:
        is_short = tell_contest(known, agreements, colours, ascii_only, as_json)
        raise typer.Exit(1 if unknown or is_short else 0)
    bidden = _bid_out(known, agreements)
    if to_file is not None:
        _write(bidden, to_file)
    elif as_json:
        _print_records(bidden)
    else:
        output.print_values((_diagram(each) for each in bidden), colours, ascii_only)
    if unknown:
        raise typer.Exit(1)


def _deal(text: str) -> Deal:
    if len(text.split()) == 1 and ":" not in text:
        raise NotationError(f"{text!r} is neither a file nor a deal")
    return Deal.parse(text)


def _numbered(deals: Iterator[Deal], dealer: str | None, vul: str | None) -> Iterator[Record]:
    for number, each in enumerate(deals, 1):
        board = Board.numbered(number, each)
        seat = board.dealer if dealer is None else Seat.parse(dealer)
        yield Record(replace(board, dealer=seat, vul=board.vul if vul is None else Vul.parse(vul)))


# Bidding


@final
@dataclass(frozen=True)
class _Bidden:
    """A board after its auction."""

    record: Record
    state: State
    had_story: bool
    """Did it have an earlier auction, or its play?"""

    @property
    def board(self) -> Board:
        return self.record.board


def _with_hands(
    records: Iterator[Record], silent: frozenset[Seat], unknown: list[BoardError], name: str
) -> Iterator[Record]:
    """The boards that can be bid; of the others it is told why not."""
    place = 0
    for place, record in enumerate(records, 1):
        try:
            _check_hands(record.board, place, silent)
        except BoardError as error:
            unknown.append(error)
            output.say(f"overtrick: {error}")
        else:
            yield record
    if not place:
        raise NotationError(f"there is no board in {name!r}")


def _bid_out(records: Iterator[Record], agreements: Agreements) -> Iterator[_Bidden]:
    for record in records:
        board = record.board
        called, state = agreements.bid_out(board.deal, board.dealer, board.vul)
        bare = Board(board.number, board.dealer, board.vul, board.deal, called)
        tags = tuple(tag for tag in record.tags if not _OUTCOME.fullmatch(tag[0]))
        kept = replace(
            record,
            board=bare,
            tags=tags,
            comments=tuple(each for each in record.comments if not each.place.startswith(("call", "card"))),
            marks=(),
            tables=tuple(each for each in record.tables if not _OUTCOME.fullmatch(each.name)),
        )
        had_story = (board.auction, board.play, board.claim, board.result) != (
            None,
        ) * 4 or tags != record.tags
        yield _Bidden(kept, state, had_story)


def _check_hands(board: Board, place: int, silent: frozenset[Seat]) -> None:
    """Refuse a board on which somebody is to bid whose hand is not known, or nobody's is."""
    name = f"board {place if board.number is None else board.number}"
    bidders = [seat for seat in Seat if seat not in silent or not board.deal.known]
    hands = {seat: board.deal.get(seat) for seat in bidders}
    unknown = [seat.word for seat, hand in hands.items() if hand is None]
    held = f"{', '.join(unknown[:-1])} and {unknown[-1]}" if len(unknown) > 1 else "".join(unknown)
    faults = [f"{name}: what {held} held is not known"] if unknown else []
    faults += [
        f"{name}: {seat.word} has {len(hand)} cards, and thirteen are needed to bid"
        for seat, hand in hands.items()
        if hand is not None and len(hand) != 13
    ]
    if faults:
        raise BoardError(*faults, text=str(board.deal))


# What comes out


def _print_records(bidden: Iterator[_Bidden]) -> None:
    seen = Fingerprint()
    for each in bidden:
        seen.add(each.board.deal)
        output.print_json(board_record(each.board) | {"meanings": _meanings(each), "deal_set": str(seen)})


def _meanings(bidden: _Bidden) -> list[dict[str, object]]:
    """What each call means, with the keys a board's JSON has for it, and more."""
    from overtrick.bidding import Meaning as Meant
    from overtrick.cli.call_records import call_record

    told = [call_record(Meant(bidden.state, place)) for place in range(len(bidden.state.said))]
    return [{"text": each["meaning"], **each} for each in told]


def _write(bidden: Iterator[_Bidden], to_file: Path) -> None:
    had_story = list[bool]()

    def records() -> Iterator[Record]:
        for each in bidden:
            had_story.append(each.had_story)
            yield replace(each.record, board=_annotated(each, in_english=False))

    done = write(records(), to_file)
    if replaced := sum(had_story):
        output.note(f"the earlier auction and play of {_boards(replaced)} are not kept")
    if done.lost:
        output.note(f"{done.format} cannot hold: {', '.join(done.lost)}")
    output.say(f"wrote {to_file}: {_boards(done.boards)} as {done.format}, deal set {done.fingerprint}")


def _boards(number: int) -> str:
    return f"{number} {'board' if number == 1 else 'boards'}"


def _annotated(bidden: _Bidden, in_english: bool) -> Board:
    """The board with what its calls mean; passes say something only where they are alerted."""
    from overtrick.bidding import Meaning as Meant
    from overtrick.explain.bidding.saying import note, sentence

    words = sentence if in_english else note
    meanings = list[Meaning | None]()
    for place, said in enumerate(bidden.state.said):
        meant = Meant(bidden.state, place)
        is_told = said.call is not Call.PASS or meant.is_alerted
        meanings.append(Meaning(words(meant), meant.is_alerted) if is_told else None)
    return replace(bidden.board, meanings=tuple(meanings))


def _diagram(bidden: _Bidden) -> Diagram:
    """The board's number, its auction in four columns, and below it what the calls mean."""
    whole = describe(_annotated(bidden, in_english=True))
    corner = whole.rows[0][0]
    title = Span(", ".join("".join(span.text for span in each) for each in corner.lines), Ink.STRONG)
    notes = whole.notes if bidden.board.contract is not None else (line("Passed out"),)
    return replace(whole, rows=((Cell((line(title),)),),), notes=notes)
