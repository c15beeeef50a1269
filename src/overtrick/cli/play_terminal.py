"""A game at the terminal: the robots act, the person types, and the log records everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from textwrap import fill
from typing import final

from overtrick import dd
from overtrick.cli import output
from overtrick.cli.output import Record, board_record
from overtrick.cli.play_screen import (
    auction_picture,
    contract_words,
    last_trick_words,
    position_picture,
    prompt,
    trick_words,
    width,
)
from overtrick.cli.terminal import read_line, waiting
from overtrick.core import (
    Board,
    Call,
    Card,
    CardSet,
    NotationError,
    OvertrickError,
    Play,
    Rank,
    Seat,
    SeatView,
    Suit,
)
from overtrick.core.english import counted, series
from overtrick.dd import PlayedCard
from overtrick.formats import write
from overtrick.formats.json_lines import as_json
from overtrick.player import Player
from overtrick.render import Theme, describe
from overtrick.table import LogError, Table
from overtrick.table.advice import Advice, last_act_lines, meaning_lines, meaning_of_call
from overtrick.table.scores import (
    imps_words,
    makeable,
    player_costs,
    points_words,
    refusal_words,
)
from overtrick.table.table import last_turn, tricks_claimed

__all__ = ["HELP", "Boards", "Display", "Game", "ended_record"]


@final
@dataclass
class Game:
    """A game at the terminal, from one board to the next."""

    table: Table
    seat: Seat | None
    player: Player
    boards: Boards
    look: Display
    place: str
    """The file that keeps the game."""
    resuming: str
    """The command that resumes the game."""
    _advice: Advice | None = field(default=None, init=False)
    _told: int = field(default=0, init=False)
    """The number of tricks already printed."""
    _is_auction_told: bool = field(default=False, init=False)

    # From board to board

    def run(self) -> None:
        """Play until no board is left or the person quits."""
        try:
            while self.table.state.in_play is not None or self._deal():
                if not self._play_board() or not self._wants_more():
                    break
        except KeyboardInterrupt:
            print()
        self.look.tell(f"Nothing is lost: {self.resuming} goes on here.")

    def _deal(self) -> bool:
        board = self.boards.next_for(self.table)
        if board is None:
            self.look.say("There are no more boards.")
            return False
        self.table.deal(Board(board.number, board.dealer, board.vul, board.deal))
        return True

    def _wants_more(self) -> bool:
        answer = read_line("Enter for the next board, q to stop: ")
        return answer is not None and answer.lower() not in ("q", "quit", "n", "no", "exit", "stop")

    def _play_board(self) -> bool:
        """Play the board on the table; False if the person leaves before it is over."""
        self._begin()
        while self.table.state.in_play is not None:
            if self.table.turn is self.seat and self.seat is not None:
                if not self._act(self.seat):
                    return False
            else:
                self._let_robot_act()
            self._tell_news()
        self.look.draw(replace(self.table.state.ended[-1].board, meanings=()))
        self.look.say("\n".join(ended_lines(self.table, self.seat)))
        return True

    def _let_robot_act(self) -> None:
        turn = self.table.turn
        with waiting(f"{turn.word if turn is not None else 'somebody'} is thinking"):
            self.table.step()

    # Output

    @property
    def _board(self) -> Board:
        state = self.table.state
        return state.ended[-1].board if state.in_play is None else state.in_play.board

    def _begin(self) -> None:
        """Print the heading of a board; a resumed one starts at its current position."""
        board = self._board
        self._told = 0 if board.play is None else len(board.play.tricks)
        self._is_auction_told = bool(self._told)
        name = "" if board.number is None else f"Board {board.number}, "
        vul = describe(board.vul).rows[0][0].lines[0][0].text
        who = "four robots play" if self.seat is None else f"you are {self.seat.word}"
        self.look.say(f"\n{name}{board.dealer.word} deals, {vul}; {who}")
        if self.seat is None:
            self.look.draw(board.deal)
        self._tell_news()

    def _tell_news(self) -> None:
        """Print the auction once it is over, and every complete trick."""
        board = self._board
        is_over = board.auction is not None and board.auction.is_over
        if is_over and not self._is_auction_told and board.auction is not None:
            self.look.draw(auction_picture(SeatView.of(board, self.seat or Seat.SOUTH)))
            self.look.say(contract_words(board.auction.contract, self.seat))
        self._is_auction_told = is_over
        tricks = () if board.play is None else board.play.tricks
        for number, trick in enumerate(tricks[self._told :], self._told + 1):
            assert board.play is not None
            self.look.say(trick_words(number, trick, board.play.strain))
        self._told = len(tricks)

    # Input

    def _act(self, seat: Seat) -> bool:
        """Ask until something happens at the table; return False to quit."""
        view = self.table.view(seat)
        self.look.draw(position_picture(view))
        while True:
            typed = read_line(prompt(view))
            if typed is None:
                return False
            try:
                line = TypedLine.parse(typed)
                if line.command == "quit":
                    return False
                if self._has_done(line, view):
                    return True
            except LogError:
                raise  # an act that cannot be logged does not count
            except OvertrickError as error:
                self.look.complain(error)

    def _has_done(self, typed: TypedLine, view: SeatView) -> bool:
        """Carry out the input, or raise an error; return whether anything happened at the table."""
        match typed.command:
            case "undo":
                self._undo(view.seat)
            case "claim":
                return self._is_claimed(typed.rest, view)
            case "concede":
                self.table.concede(view.seat)
            case "":
                self._call_or_play(typed.rest, view)
            case _:
                self._answer(typed, view)
                return False
        return True

    def _call_or_play(self, text: str, view: SeatView) -> None:
        if not text:
            what = "a call, like 1NT" if view.play is None else "a card, like HK"
            raise NotationError(f"type {what}, or help")
        if view.play is not None:
            self.table.play(view.seat, card_typed(text, view.play))
            return
        try:
            call = Call.parse(text)
        except NotationError:
            raise NotationError(
                f"{text[:40]!r} is neither a call, like 1NT, P or X, nor a command: help lists them"
            ) from None
        self.table.call(view.seat, call, meaning_of_call(view, call, self.player.agreements))

    def _undo(self, seat: Seat) -> None:
        """Undo to the person's last turn on this board."""
        turn = last_turn(self.table.state, seat)
        if turn is None:
            raise OvertrickError("there is nothing of yours to take back on this board")
        self.table.undo(turn)

    def _is_claimed(self, text: str, view: SeatView) -> bool:
        tricks = tricks_claimed(view, text)
        with waiting("looking at the claim"):
            is_accepted = self.table.claim(view.seat, tricks)
        if not is_accepted:
            claim = output.counted(tricks, "trick")
            self.look.say(f"The claim of {claim} for declarer is not accepted: play on.")
        return is_accepted

    def _answer(self, typed: TypedLine, view: SeatView) -> None:
        """Answer a question, without an action at the table."""
        agreements = self.player.agreements
        match typed.command:
            case "hint":
                self.look.say("\n".join(self._advised(view).lines()))
            case "why":
                self.look.say("\n".join(self._why(view)))
            case "meaning":
                self.look.say("\n".join(meaning_lines(view, typed.rest, agreements)))
            case "hand":
                self.look.draw(position_picture(view))
            case "auction":
                self.look.draw(auction_picture(view))
            case "last":
                self.look.say(last_trick_words(view))
            case "save":
                self.look.tell(self._save(typed.rest))
            case "help":
                self.look.say(HELP)

    def _advised(self, view: SeatView) -> Advice:
        """The advice for a view, cached."""
        if self._advice is None or self._advice.view != view:
            with waiting("thinking"):
                self._advice = Advice.of(view, self.player)
        return self._advice

    def _why(self, view: SeatView) -> list[str]:
        agreements = self.player.agreements
        is_advised = self._advice is not None and self._advice.view == view
        if not is_advised and (said := list(last_act_lines(view, agreements))):
            return said
        return list(self._advised(view).why(agreements))

    def _save(self, name: str) -> str:
        if not name:
            return f"Everything is kept in {self.place} as it happens."
        records = self.table.records()
        if not records:
            raise OvertrickError("no board is over yet: there is nothing to write")
        return f"wrote {name}: {output.counted(write(records, name).boards, 'board')}"


@final
@dataclass(frozen=True)
class Display:
    """Printing to the terminal."""

    theme: Theme
    ascii_only: bool

    def say(self, words: str) -> None:
        """Print sentences, wrapped to the terminal's width; indentation is kept."""
        output.print_words("\n".join(map(_folded, words.split("\n"))), self.ascii_only)

    def tell(self, words: str) -> None:
        """Print a line unwrapped, as it has a file name in it."""
        output.print_words(words, self.ascii_only)

    def draw(self, picture: object) -> None:
        """Print a picture, with a line before and after it."""
        print()
        output.print_values([picture], self.theme, self.ascii_only)
        print()

    def complain(self, error: OvertrickError) -> None:
        """Print an error as a sentence."""
        words = str(error)
        self.say(f"{words[:1].upper()}{words[1:]}.")


def _folded(words: str) -> str:
    blanks = " " * (len(words) - len(words.lstrip()))
    return fill(
        words, width(), subsequent_indent=f"{blanks}  ", break_long_words=False, break_on_hyphens=False
    )


_COMMANDS = {
    "hint": "a call or a card, from what you see",
    "why": "the reason for the hint, or what the last call or card of the others says",
    "meaning": "what the calls so far mean; meaning 1NT: what that call would mean",
    "hand": "your cards and the table once more",
    "auction": "the calls so far",
    "last": "the last trick",
    "undo": "take back your last call or card, and what followed",
    "claim": "claim 9: declarer is to have 9 tricks in all; without a number, your side takes the rest",
    "concede": "the other side takes the rest",
    "save": "where the game is kept; save FILE.pbn: write the boards that are over",
    "quit": "stop; nothing is lost, --resume goes on here",
    "help": "this list",
}
_STAND_ALONE = {"hint", "why", "undo", "concede", "quit"}
"""Commands that take no words after them."""
_OTHER_NAMES = {"?": "help", "exit": "quit", "stop": "quit", "show": "hand", "meanings": "meaning"}
HELP = "\n".join(
    (
        "a call: 1NT, 2♥ or 2h, p or pass, x, xx",
        "a card: HK, ♥K, hk; K or H alone, if there is one such card you may play",
        *(f"{name}: {words}" for name, words in _COMMANDS.items()),
    )
)


@final
@dataclass(frozen=True)
class TypedLine:
    """A typed line: the command, or empty, and the words after it, or the whole line."""

    command: str
    rest: str

    @staticmethod
    def parse(text: str) -> TypedLine:
        """Split a line into command and words; an error if a part would be ignored.

        >>> TypedLine.parse("claim 9"), TypedLine.parse("1NT")
        (TypedLine(command='claim', rest='9'), TypedLine(command='', rest='1NT'))
        """
        first, _, rest = text.strip().partition(" ")
        name = _OTHER_NAMES.get(first.lower(), first.lower())
        if name in _STAND_ALONE and rest.strip():
            raise NotationError(f"{name} stands alone, without {rest.strip()[:40]!r}: see help")
        return TypedLine(name, rest.strip()) if name in _COMMANDS else TypedLine("", text.strip())


def card_typed(text: str, play: Play) -> Card:
    """The card typed; its suit or rank may be omitted if only one card fits.

    >>> play = Play.parse("N:AK.2.. - - -;NT;N")
    >>> card_typed("k", play), card_typed("h", play), card_typed("AS", play)
    (Card.parse('SK'), Card.parse('H2'), Card.parse('SA'))
    """
    name = text.strip().upper().replace("10", "T")
    for spelling in (name, name[::-1]) if len(name) == 2 else (name,):
        try:
            card = Card.parse(spelling)
        except NotationError:
            continue
        play.then(card)  # raises an error if it is illegal
        return card
    return _only(text, _fitting(name, play.legal_cards))


def _fitting(name: str, legal: CardSet) -> list[Card] | None:
    """The legal cards of a rank or of a suit; None for neither."""
    with suppress(NotationError):
        rank = Rank.parse(name)
        return [card for card in legal if card.rank is rank]
    with suppress(NotationError):
        suit = Suit.parse(name)
        return [card for card in legal if card.suit is suit]
    return None


def _only(text: str, cards: list[Card] | None) -> Card:
    if cards is None:
        raise NotationError(f"{text[:40]!r} is neither a card, like HK, nor a command: help lists them")
    if not cards:
        raise NotationError(f"there is no card {text[:40]!r} that may be played now")
    if len(cards) > 1:
        names = series([card.print for card in cards], "or")
        raise NotationError(f"{text[:40]!r} may be {names}: say which")
    return cards[0]


def ended_lines(table: Table, seat: Seat | None) -> Iterator[str]:
    """The score of the last board, how it compares, and the player's mistakes over open cards."""
    ended = table.state.ended[-1]
    board, result = ended.board, ended.board.result
    assert result is not None  # it is over
    yield f"{result.print}: {points_words(ended.score_ns)}"
    contract = result.contract
    if contract is not None:
        taken, made = counted(makeable(board, contract), "trick"), result.tricks or 0
        yield f"Double dummy {contract.declarer.word} takes {taken} in {contract.strain.word}; it was {made}."
    yield from _compared(table)
    yield from (refusal_words(refusal, board) for refusal in ended.refusals)
    if seat is not None:
        yield from _costs(board, seat)


def _compared(table: Table) -> Iterator[str]:
    sheet = table.score()
    line = sheet.boards[-1]
    if line.compared_ns is None or line.datum is None:
        return
    yield f"Par is {points_words(line.datum)}: {imps_words(int(line.compared_ns))}."
    if len(sheet.boards) > 1:
        yield f"In all {imps_words(int(sheet.total_ns or 0))} over {len(sheet.boards)} boards."


def _costs(board: Board, seat: Seat) -> Iterator[str]:
    """The player's cards, and the claim, that gave tricks away double dummy."""
    costs = player_costs(board, seat)
    if costs is None:
        return
    if costs.dear:
        yield f"Your cards that cost tricks, double dummy ({len(costs.chosen)} played):"
        yield from (f"  {_cost(place, each, seat)}" for place, each in costs.dear)
    elif costs.chosen:
        yield f"None of your cards cost a trick, double dummy ({len(costs.chosen)} played)."
    if costs.claim:
        yield costs.claim_words


def _cost(place: int, played: PlayedCard, seat: Seat) -> str:
    dummys = "" if played.seat is seat else " from dummy"
    return f"trick {place // 4 + 1}, {played.card.print}{dummys}: {counted(played.cost, 'trick')}"


def ended_record(table: Table) -> Record:
    """The last board as a record, with its double-dummy results."""
    ended = table.state.ended[-1]
    board, contract = ended.board, ended.board.contract
    line = table.score().boards[-1]
    taken = None if contract is None else makeable(board, contract)
    costs = [] if board.play is None else [each.cost for each in dd.analyse(board)]
    return (
        board_record(board)
        | as_json(table.records()[-1])
        | {
            "score_ns": ended.score_ns,
            "tricks_dd": taken,
            "par_ns": line.datum,
            "imps_ns": None if line.compared_ns is None else int(line.compared_ns),
            "costs": costs,
        }
    )


# Boards


@final
class Boards:
    """The boards of a game in their order: those of a file, or dealt from the table's seed."""

    def __init__(self, of_file: Sequence[Board] | None, first: int | None) -> None:
        self._of_file = of_file
        self._first = first

    def next_for(self, table: Table) -> Board | None:
        """The board after the last one that was played, or the first; None if there is none."""
        ended = table.state.ended
        if self._of_file is not None:
            return self._in_file(ended[-1].board if ended else None, self._of_file)
        if table.settings.seed is None:
            return None
        last = ended[-1].board.number if ended else None
        return table.settings.board((self._first or 1) if last is None else last + 1)

    def _in_file(self, last: Board | None, boards: Sequence[Board]) -> Board | None:
        if last is not None:
            places = [place for place, board in enumerate(boards, 1) if board.deal == last.deal]
            return boards[places[-1]] if places and places[-1] < len(boards) else None
        if self._first is None:
            return boards[0]
        found = [board for board in boards if board.number == self._first]
        if not found:
            raise OvertrickError(f"there is no board {self._first} in the file")
        return found[0]
