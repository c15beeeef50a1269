"""``overtrick auction``: bid the boards of a file, or of deals given as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, final

import typer

from overtrick.bidding import Agreements, State
from overtrick.bidding import Meaning as Meant
from overtrick.bidding.contest import Basis, ContestBoard, Summary, Verdict, gather, judge, summary
from overtrick.bidding.words.calls import note, sentence
from overtrick.cli import options, output
from overtrick.cli.bidding_options import BiddingOptions, call_record
from overtrick.cli.files import Tally, board_of, boards_in, deals_in, file_in, source_name, written_words
from overtrick.cli.output import PLAIN, Style, board_record
from overtrick.cli.output import Record as JsonRecord
from overtrick.cli.terminal import followed, tracked
from overtrick.core import (
    Auction,
    Board,
    BoardError,
    Call,
    Contract,
    Deal,
    Meaning,
    NotationError,
    Seat,
)
from overtrick.core.english import series
from overtrick.dd.batch import in_order
from overtrick.formats import Fingerprint, Record, write
from overtrick.render import DEFAULT_THEME, Cell, Diagram, Ink, Line, Span, Theme, describe, line

__all__ = ["SUBCOMMANDS", "auction"]


_OUTCOME = re.compile("Contract|Declarer|Result|(Auction|Play)(TimeTable)?|Score(?!Table).*")
"""The tags and tables of an earlier auction and its play."""


DealOrFile = Annotated[list[str] | None, options.argument("FILE|DEAL", "A file of boards, or a deal; or - .")]


@dataclass(frozen=True)
class BoardOptions(BiddingOptions):
    """Options for the boards to bid, and how."""

    silent: options.Silent = None
    board: options.BoardNumber = None
    dealer: options.Dealer = None
    vul: options.BoardVul = None


ANY_BOARDS = BoardOptions()


def auction(
    deal: DealOrFile = None,
    boards: BoardOptions = ANY_BOARDS,
    to_file: Annotated[Path | None, options.output_option("Write the boards: .pbn, .lin, .json …")] = None,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Bid the boards of a file, and say what the calls mean.

    All four hands are bid, or only some. --system is what North-South play, --their-system what East-West
    play. Deals given as text, or one on each line, are numbered from 1.
    """
    options.exclusive(json=style.as_json, output=to_file)
    agreements = boards.agreements(silent=boards.silent)
    unknown = list[BoardError]()
    bidden = _bid_out(_known(deal, boards, agreements.silent, unknown, "bidding"), agreements)
    if to_file is not None:
        _write(bidden, to_file)
    elif style.as_json:
        _print_records(bidden)
    else:
        style.print_values((_diagram(each) for each in bidden), theme)
    if unknown:
        raise typer.Exit(output.BAD_INPUT)


def contest(
    deal: DealOrFile = None,
    boards: BoardOptions = ANY_BOARDS,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Score the contracts that are bid against the file's awards, its results, or par."""
    agreements = boards.agreements(silent=boards.silent)
    unknown = list[BoardError]()
    known = _known(deal, boards, agreements.silent, unknown)
    if _print_contest(known, agreements, theme, style) or unknown:
        raise typer.Exit(output.BAD_INPUT)


def _known(
    words: list[str] | None,
    wanted: BoardOptions,
    silent: frozenset[Seat],
    unknown: list[BoardError],
    tracked_as: str = "",
) -> Iterator[Record]:
    """The boards that can be bid, with a note for each of the others."""
    source = file_in(words)
    if source is not None:
        options.only_for_deals(dealer=wanted.dealer, vul=wanted.vul)
        boards = Tally().over(boards_in(source, wanted.board))
        boards = tracked(boards, source, tracked_as) if tracked_as else boards
    else:
        deals = enumerate(deals_in(words, _deal), wanted.board or 1)
        boards = (Record(board_of(deal, place, wanted.dealer, wanted.vul)) for place, deal in deals)
    place = 0
    for place, record in enumerate(boards, 1):
        try:
            _check_hands(record.board, place, silent)
        except BoardError as error:
            unknown.append(error)
            output.say(f"overtrick: {error}")
        else:
            yield record
    if not place:
        raise NotationError(f"there is no board in {source_name(source)!r}")


def _deal(text: str) -> Deal:
    if len(text.split()) == 1 and ":" not in text:
        raise NotationError(f"{text!r} is neither a file nor a deal")
    return Deal.parse(text)


# Bidding


@final
@dataclass(frozen=True)
class _BidBoard:
    """A board after its auction."""

    record: Record
    state: State
    had_story: bool
    """Did the board have an earlier auction or play?"""

    @property
    def board(self) -> Board:
        return self.record.board


def _bid_out(records: Iterator[Record], agreements: Agreements) -> Iterator[_BidBoard]:
    for record in records:
        board = record.board
        called, state = agreements.bid_out(board.deal, board.dealer, board.vul)
        bare = Board(board.number, board.dealer, board.vul, board.deal, called)
        tags = tuple(tag for tag in record.tags if not _OUTCOME.fullmatch(tag[0]))
        comments = tuple(each for each in record.comments if not each.place.startswith(("call", "card")))
        tables = tuple(each for each in record.tables if not _OUTCOME.fullmatch(each.name))
        kept = replace(record, board=bare, tags=tags, comments=comments, marks=(), tables=tables)
        story = (board.auction, board.play, board.claim, board.result)
        yield _BidBoard(kept, state, any(each is not None for each in story) or tags != record.tags)


def _check_hands(board: Board, place: int, silent: frozenset[Seat]) -> None:
    """Refuse a board without hands, or with an unknown hand of a player who is to bid."""
    name = f"board {place if board.number is None else board.number}"
    bidders = [seat for seat in Seat if seat not in silent or not board.deal.known]
    hands = {seat: board.deal.get(seat) for seat in bidders}
    unknown = [seat.word for seat, hand in hands.items() if hand is None]
    faults = [f"{name}: what {series(unknown)} held is not known"] if unknown else []
    faults += [
        f"{name}: {seat.word} has {len(hand)} cards, and thirteen are needed to bid"
        for seat, hand in hands.items()
        if hand is not None and len(hand) != 13
    ]
    if faults:
        raise BoardError(*faults, text=str(board.deal))


# Results


def _print_records(bidden: Iterator[_BidBoard]) -> None:
    seen = Fingerprint()
    for each in bidden:
        seen.add(each.board.deal)
        output.print_json(board_record(each.board) | {"meanings": _meanings(each), "deal_set": seen})


def _meanings(bidden: _BidBoard) -> list[JsonRecord]:
    """The meaning of each call, with the keys of a board's JSON and more."""
    told = [call_record(Meant(bidden.state, place)) for place in range(len(bidden.state.history))]
    return [{"text": each["meaning"], **each} for each in told]


def _write(bidden: Iterator[_BidBoard], to_file: Path) -> None:
    had_story = list[bool]()

    def records() -> Iterator[Record]:
        for each in bidden:
            had_story.append(each.had_story)
            yield replace(each.record, board=_annotated(each, in_english=False))

    done = write(records(), to_file)
    if replaced := sum(had_story):
        output.note(f"the earlier auction and play of {output.counted(replaced, 'board')} are not kept")
    output.say(f"wrote {to_file}: {written_words(done)}")


def _annotated(bidden: _BidBoard, in_english: bool) -> Board:
    """The board with the meanings of its calls; passes are explained only if alerted."""
    words = sentence if in_english else note
    meanings = list[Meaning | None]()
    for place, said in enumerate(bidden.state.history):
        meant = Meant(bidden.state, place)
        is_told = said.call is not Call.PASS or meant.is_alerted
        meanings.append(Meaning(words(meant), meant.is_alerted) if is_told else None)
    return replace(bidden.board, meanings=tuple(meanings))


def _diagram(bidden: _BidBoard) -> Diagram:
    """The board's number, its auction in four columns, and below it the meanings of the calls."""
    whole = describe(_annotated(bidden, in_english=True))
    corner = whole.rows[0][0]
    title = Span(", ".join("".join(span.text for span in each) for each in corner.lines), Ink.STRONG)
    notes = whole.notes if bidden.board.contract is not None else (line("Passed out"),)
    return replace(whole, rows=((Cell((line(title),)),),), notes=notes)


_HEADS = ("Board", "Contract", "Tricks", "N-S", "Against", "IMPs", "Award")
_DOUBLE_DUMMY = "Contracts are scored with the tricks that double dummy gives them; IMPs are North-South's."


def _print_contest(records: Iterator[Record], agreements: Agreements, theme: Theme, style: Style) -> bool:
    """Bid the boards and print how the contracts did; return whether a board has no score."""
    entries = gather(records)
    for entry in entries:
        for remark in entry.remarks:
            output.note(f"{output.board_name(entry.board)}: {remark}")
    auctions = list[Auction]()
    verdicts: list[Verdict] = []
    seen = Fingerprint()
    judged = _judged(entries, agreements, auctions)
    for verdict in followed(judged, len(entries), "bidding and solving"):
        verdicts.append(verdict)
        if style.as_json:
            seen.add(verdict.entry.board.deal)
            output.print_json(_record(verdict, auctions[len(verdicts) - 1]) | {"deal_set": seen})
    unscored = [each for each in verdicts if each.score_ns is None and each.award is None]
    for each in unscored:
        name = output.board_name(each.entry.board)
        contract = each.contract.print if each.contract else "a pass-out"
        output.say(f"overtrick: {name}: without all four hands {contract} has no score")
    if style.as_json:
        output.print_json(_total_record(verdicts))
    elif verdicts:
        style.print_values([_contest_diagram(verdicts)], theme)
    return bool(unscored)


def _judged(
    entries: list[ContestBoard], agreements: Agreements, auctions: list[Auction]
) -> Iterator[Verdict]:
    """The verdicts in order: bidding goes on here while earlier boards are solved on all cores."""

    def bidden() -> Iterator[tuple[ContestBoard, Contract | None]]:
        for entry in entries:
            board = entry.board
            auction, _ = agreements.bid_out(board.deal, board.dealer, board.vul)
            auctions.append(auction)
            yield entry, auction.contract

    return in_order(bidden(), lambda asked: judge(*asked), "board", None, None)


# Text output


def _contest_diagram(verdicts: list[Verdict]) -> Diagram:
    """The boards as a table, without empty columns, and the totals below."""
    rows = [tuple(_row(each)) for each in verdicts]
    filled = [place for place in range(len(_HEADS)) if any(row[place] for row in rows)]
    told = [[row[place] for place in filled] for row in rows]
    cells = output.table([_HEADS[place] for place in filled], told)
    notes = list(_totals(verdicts))
    if any(each.score_ns is not None for each in verdicts):
        notes.append(_DOUBLE_DUMMY)
    return Diagram("contest", " ".join(notes), cells, tuple(line(each) for each in notes))


def _row(verdict: Verdict) -> Iterator[Line]:
    number, awards = verdict.entry.board.number, verdict.entry.awards
    yield line("" if number is None else str(number))
    yield output.contract_line(verdict.contract)
    yield line("" if verdict.tricks is None else str(verdict.tricks))
    yield line(output.signed(verdict.score_ns))
    yield line(_against(verdict))
    yield line(output.signed(verdict.imps))
    yield line("" if awards is None else f"{verdict.award:g} of {awards.best:g}")


def _against(verdict: Verdict) -> str:
    if verdict.basis is None:
        return ""
    tables = len(verdict.entry.scores_ns)
    recorded = f"mean of {tables}" if tables > 1 else "result"
    name = recorded if verdict.basis is Basis.RECORDED else verdict.basis.value
    return f"{output.signed(verdict.against_ns)} ({name})"


def _totals(verdicts: list[Verdict]) -> Iterator[str]:
    for what, told in _summaries(verdicts).items():
        if told is None:
            continue
        boards, spread = output.counted(told.boards, "board"), output.interval_words(told.interval)
        if what == "awards":
            best = sum(each.entry.awards.best for each in verdicts if each.entry.awards is not None)
            yield f"{boards} with awards: {told.total:g} of {best:g}, {told.mean:.2f} a board{spread}"
        else:
            words = "the results of the file" if what == "recorded" else "par"
            won = f"{output.with_sign(told.total, 0)} IMPs, {output.with_sign(told.mean)} a board"
            yield f"{boards} against {words}: {won}{spread}"


# JSON records


def _summaries(verdicts: list[Verdict]) -> dict[str, Summary | None]:
    def imps_against(*bases: Basis) -> list[float]:
        return [each.imps for each in verdicts if each.basis in bases and each.imps is not None]

    return {
        "recorded": summary(imps_against(Basis.RECORDED, Basis.DATUM)),
        "par": summary(imps_against(Basis.PAR)),
        "awards": summary(each.award for each in verdicts if each.award is not None),
    }


def _record(verdict: Verdict, auction: Auction) -> JsonRecord:
    entry, board = verdict.entry, verdict.entry.board
    bidden = Board(board.number, board.dealer, board.vul, board.deal, auction)
    return board_record(bidden) | {
        "tricks_dd": verdict.tricks,
        "score_ns": verdict.score_ns,
        "against": None if verdict.basis is None else verdict.basis.value,
        "against_ns": verdict.against_ns,
        "recorded_ns": entry.scores_ns,
        "imps_ns": verdict.imps,
        "award": verdict.award,
        "award_best": None if entry.awards is None else entry.awards.best,
    }


def _total_record(verdicts: list[Verdict]) -> JsonRecord:
    total = {name: output.summary_record(each) for name, each in _summaries(verdicts).items()}
    return {"boards": len(verdicts), "total": total}


SUBCOMMANDS = {"contest": contest}
