"""``overtrick solve``: double dummy for a deal, the boards of a file, or lines of standard input."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Annotated, final

import typer

from overtrick import dd
from overtrick.cli import options, output
from overtrick.cli.files import Tally, board_of, boards_in, deals_in, file_in
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.terminal import tracked
from overtrick.core import (
    Board,
    Card,
    CardSet,
    Deal,
    DealError,
    IllegalPlay,
    NotationError,
    OvertrickError,
    Play,
    Seat,
    Side,
    Strain,
    Suit,
    Vul,
)
from overtrick.dd import Par, TrickTable
from overtrick.dd.picture import par_line
from overtrick.dd.position import Position
from overtrick.render import DEFAULT_THEME, Cell, Diagram, Ink, Line, Span, Theme, describe, line
from overtrick.render.words import vulnerability_in_words

__all__ = ["solve"]


@final
@dataclass(frozen=True, slots=True)
class SolveOptions:
    """Options for the result of each board: its table and par, or a position's cards or line."""

    cards: Annotated[bool, options.flag("--cards", "Every legal card with its tricks.")] = False
    line: Annotated[bool, options.flag("--line", "A line of best play to the end.")] = False
    strain: options.StrainOption = None
    leader: Annotated[Seat | None, options.seat_option("--leader", "Who leads: N, E, S or W.")] = None

    @property
    def is_position(self) -> bool:
        """Is it about a position rather than a whole deal?"""
        return self.cards or self.line

    def answers(self, questions: Iterator[_BoardToSolve]) -> Iterator[_Answer]:
        """Answers in order; an unsolvable board of a file gets a note and an empty answer."""
        return _positions(questions, self) if self.is_position else _tables(questions)


WHOLE_DEAL = SolveOptions()


def solve(
    deal: Annotated[
        list[str] | None,
        options.argument("DEAL|FILE", "A deal, or a position like 'N:A... K... Q... J...;NT;N;SA'."),
    ] = None,
    wanted: SolveOptions = WHOLE_DEAL,
    board: options.BoardNumber = None,
    dealer: options.Dealer = None,
    vul: options.BoardVul = None,
    theme: options.Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Solve deals double dummy: tricks of every declarer, par, cards, lines.

    With --cards or --line it is a position that is solved: somebody on lead at some strain, as the board's
    contract, --strain and --leader or the position itself say. Without DEAL, or with -, standard input is
    read. A file may also have one deal on each line. North deals and nobody is vulnerable unless somebody
    says otherwise.
    """
    options.exclusive(cards=wanted.cards, line=wanted.line)
    if not wanted.is_position and (wanted.strain is not None or wanted.leader is not None):
        raise typer.BadParameter("--strain and --leader say which position: add --cards or --line")
    if (source := file_in(deal)) is None:
        questions = deals_in(deal, lambda text: _question(text, wanted, board, dealer, vul))
        _print(wanted.answers(questions), theme, style)
        return
    options.only_for_deals(dealer=dealer, vul=vul)
    watch = Tally()
    questions = (_BoardToSolve(record.board) for record in watch.over(boards_in(source, board)))
    _print(tracked(wanted.answers(questions), source), theme, style)
    output.say(str(watch))


def _print(answers: Iterator[_Answer], theme: Theme, style: Style) -> None:
    """Print answers as they come."""
    if style.as_json:
        for answer in answers:
            output.print_json(answer.record)
            sys.stdout.flush()
    else:
        drawn = (answer.diagram for answer in answers if answer.diagram is not None)
        style.print_values(drawn, theme)


@final
@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer for a board; without a picture if there is none."""

    record: Record
    diagram: Diagram | None = None


@final
@dataclass(frozen=True, slots=True)
class _BoardToSolve:
    """A board to be solved, perhaps in a position that was given with it."""

    board: Board
    play: Play | None = None
    is_typed: bool = False
    """Was it typed rather than read from a file?  Then an unsolvable board is an error."""


def _question(
    text: str, wanted: SolveOptions, number: int | None, dealer: Seat | None, vul: Vul | None
) -> _BoardToSolve:
    """A deal or a position as text; one that cannot be solved is an error."""
    play = Play.parse(text) if ";" in text else None
    if play is not None and not wanted.is_position:
        raise NotationError("a position needs --cards or --line, a table the deal alone", text=text)
    deal = Deal.parse(text) if play is None else play.start
    _check(deal)
    return _BoardToSolve(board_of(deal, number, dealer, vul), play, is_typed=True)


# Tables


def _tables(questions: Iterator[_BoardToSolve]) -> Iterator[_Answer]:
    """The tables of boards, worked out on all cores and told in order."""
    waiting = deque[_BoardToSolve]()

    def deals() -> Iterator[Deal]:
        for question in questions:
            waiting.append(question)
            if _fault(question.board) is None:
                yield question.board.deal

    is_typing = sys.stdin.isatty()  # someone typing deals wants each answer at once
    for table in dd.tables(deals(), workers=1 if is_typing else None):
        yield from _left_out(waiting)
        board = waiting.popleft().board
        par = dd.par(table, board.dealer, board.vul) if board.deal.completed().is_full else None
        yield _table_answer(board, table, par)
    yield from _left_out(waiting)


def _left_out(waiting: deque[_BoardToSolve]) -> Iterator[_Answer]:
    """Answers for the boards at the head of the queue that cannot be solved."""
    while waiting and (fault := _fault(waiting[0].board)) is not None:
        yield _no_answer(waiting.popleft().board, fault, "table", "par")


def _fault(board: Board) -> DealError | None:
    try:
        _check(board.deal)
    except DealError as error:
        return error
    return None


def _check(deal: Deal) -> None:
    """Refuse a deal that cannot be solved in any strain."""
    Position.of(deal, Strain.NOTRUMP, Seat.NORTH)


def _no_answer(board: Board, why: OvertrickError, *keys: str) -> _Answer:
    output.note(f"{output.board_name(board)} cannot be solved: {why}")
    return _Answer({"board": board.number} | dict.fromkeys(keys))


# Positions


def _positions(questions: Iterator[_BoardToSolve], wanted: SolveOptions) -> Iterator[_Answer]:
    """Answers one after the other, worked out in a thread so that Ctrl-C need not wait for them."""
    pool = ThreadPoolExecutor(1)
    try:
        for question in questions:
            yield pool.submit(_about_position, question, wanted).result()
    finally:
        pool.shutdown(wait=False)


def _about_position(question: _BoardToSolve, wanted: SolveOptions) -> _Answer:
    try:
        _check(question.board.deal)
        play = _position(question, wanted)
    except OvertrickError as fault:
        if question.is_typed:
            raise
        keys = ("strain", "to_play", "cards") if wanted.cards else ("strain", "to_play", "tricks", "line")
        return _no_answer(question.board, fault, *keys)
    if wanted.cards:
        return _cards_answer(question.board, play, dd.cards(play))
    return _line_answer(question.board, play, dd.best_line(play))


def _position(question: _BoardToSolve, wanted: SolveOptions) -> Play:
    """The position to solve: the one given, or the lead by the board's contract or the options."""
    if question.play is not None:
        if wanted.strain is not None or wanted.leader is not None:
            raise NotationError("the position says its strain and leader itself", text=str(question.play))
        if question.play.is_over:
            raise IllegalPlay("the play is over: there is nothing left to solve", text=str(question.play))
        return question.play
    board, told = question.board, question.board.play
    if told is None and board.contract is not None:
        told = Play.of(board.deal, board.contract)
    strain = told.strain if wanted.strain is None and told is not None else wanted.strain
    leader = told.leader if wanted.leader is None and told is not None else wanted.leader
    if strain is None or leader is None:
        raise NotationError("there is no contract: say who leads and at what with --strain and --leader")
    return Play(board.deal, strain, leader)


# Pictures and records


def _table_answer(board: Board, table: TrickTable, par: Par | None) -> _Answer:
    """The tricks of every declarer, and par where the deal is a whole one."""
    told = par and output.attributes(par, "score_ns", "contracts")
    record: Record = {"board": board.number, "table": table.as_dict(), "par": told}
    diagram = describe(table)
    corner = Cell.heading("" if board.number is None else f"Board {board.number}")
    diagram = replace(diagram, rows=((corner, *diagram.rows[0][1:]), *diagram.rows[1:]))
    return _Answer(record, diagram if par is None else _with_par(diagram, board, par))


def _with_par(diagram: Diagram, board: Board, par: Par) -> Diagram:
    given = f"{board.dealer.word} deals, {vulnerability_in_words(board.vul)}"
    notes = (par_line(par), line(Span(given, Ink.MUTED)))
    return replace(diagram, notes=notes, words=f"{diagram.words} Par is {par.word}. {given}.")


def _cards_answer(board: Board, play: Play, tricks: dict[Card, int]) -> _Answer:
    """Every card the player to move may play, the best first, with his side's tricks from here on."""
    record = _about(board, play) | {"cards": tricks}
    groups = [
        (number, CardSet.of(card for card, brings in tricks.items() if brings == number))
        for number in sorted(set(tricks.values()), reverse=True)
    ]
    rows = ((line(str(number)), _by_suit(cards)) for number, cards in groups)
    said = (f"{number} tricks: {', '.join(card.word for card in cards)}." for number, cards in groups)
    words = " ".join((_question_in_words(play), *said))
    cells = output.table(("Tricks", "Cards"), rows)
    return _Answer(record, Diagram("cards", words, cells, (_question_line(board, play),)))


def _line_answer(board: Board, play: Play, cards: tuple[Card, ...]) -> _Answer:
    """A line of best play, and what it brings the side of the player to move from here on."""
    whole, side = play.then_all(cards), play.to_play.side
    tricks = whole.tricks_won(side) - play.tricks_won(side)
    record = _about(board, play) | {"tricks": tricks, "line": cards}
    diagram = describe(whole)
    words = f"{_question_in_words(play)} {diagram.words}"
    return _Answer(record, replace(diagram, words=words, notes=(_question_line(board, play), *diagram.notes)))


def _about(board: Board, play: Play) -> Record:
    return {"board": board.number, "strain": play.strain, "to_play": play.to_play}


def _by_suit(cards: CardSet) -> Line:
    """Cards on a line, suit by suit: ``♠ A Q  ♥ 3``."""
    spans = list[Span]()
    for suit in reversed(Suit):
        ranks = " ".join(rank.print for rank in cards.ranks(suit))
        if ranks:
            spans += line("  " if spans else "", suit, f" {ranks}")
    return tuple(spans)


def _question_line(board: Board, play: Play) -> Line:
    number = "" if board.number is None else f"Board {board.number}: "
    return line(f"{number}{_to_play(play)} at ", play.strain, f", tricks for {play.to_play.side}")


def _question_in_words(play: Play) -> str:
    side = "North and South" if play.to_play.side is Side.NS else "East and West"
    return f"{_to_play(play)} at {play.strain.word}, tricks for {side}."


def _to_play(play: Play) -> str:
    return f"{play.to_play.word} {'to play' if play.trick.cards else 'to lead'}"
