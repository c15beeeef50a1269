"""A person at the table, in the terminal: the robots act, the person types, the log keeps everything."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, final

from overtrick.cli.asking import read_line
from overtrick.cli.play_ended import board_picture, ended_lines
from overtrick.cli.play_screen import (
    auction_picture,
    contract_words,
    last_trick_words,
    position_picture,
    prompt,
    trick_words,
)
from overtrick.cli.play_typed import HELP, Typed, card_typed
from overtrick.cli.progress import waiting
from overtrick.core import Board, Call, NotationError, OvertrickError, Seat, SeatView
from overtrick.render import describe
from overtrick.table import LogError
from overtrick.table.advice import Advice, meaning_lines, said_lines, told_meaning
from overtrick.table.persons import last_turn, tricks_claimed

if TYPE_CHECKING:
    from overtrick.cli.play_look import Look
    from overtrick.cli.play_place import Boards
    from overtrick.player import Player
    from overtrick.table import FileLog, Table

__all__ = ["Sitting"]


class _Then(Enum):
    """What follows a line that was typed."""

    ASK_AGAIN = auto()
    GO_ON = auto()
    LEAVE = auto()


@final
class Sitting:
    """A game at the terminal, from one board to the next."""

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        player: Player,
        boards: Boards,
        look: Look,
        log: FileLog,
        is_named: bool,
    ) -> None:
        self.table = table
        self.seat = seat
        self.player = player
        self.boards = boards
        self.look = look
        self.place = str(log.path)
        self.resuming = "overtrick play --terminal --resume" + (f" --save {self.place}" if is_named else "")
        self._advice: Advice | None = None
        self._told = 0
        """Tricks that were told."""
        self._is_auction_told = False

    # From board to board

    def run(self) -> None:
        """Play until there is no board left, or the person has had enough."""
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
        self.look.draw(board_picture(self.table.state.ended[-1].board))
        self.look.say("\n".join(ended_lines(self.table, self.seat)))
        return True

    def _let_robot_act(self) -> None:
        turn = self.table.turn
        with waiting(f"{turn.word if turn is not None else 'somebody'} is thinking"):
            self.table.step()

    # What the person sees

    @property
    def _board(self) -> Board:
        state = self.table.state
        return state.ended[-1].board if state.in_play is None else state.in_play.board

    def _begin(self) -> None:
        """The heading of a board; one that goes on begins where it is."""
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
        """The auction once it is over, and every trick once it is complete."""
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

    def _show(self, view: SeatView) -> None:
        self.look.draw(position_picture(view))

    # What the person does

    def _act(self, seat: Seat) -> bool:
        """Ask until there is a call, a card or something else that goes on; False to leave."""
        view = self.table.view(seat)
        self._show(view)
        while True:
            typed = read_line(prompt(view))
            if typed is None:
                return False
            try:
                then = self._done(Typed.parse(typed), view)
            except LogError:
                raise  # what cannot be kept is not played
            except OvertrickError as error:
                self.look.complain(error)
                continue
            if then is not _Then.ASK_AGAIN:
                return then is _Then.GO_ON

    def _done(self, typed: Typed, view: SeatView) -> _Then:
        """Do what was typed; an error says why that cannot be."""
        match typed.command:
            case "quit":
                return _Then.LEAVE
            case "undo":
                self._undo(view.seat)
                return _Then.GO_ON
            case "claim":
                return self._claim(typed.rest, view)
            case "concede":
                self.table.concede(view.seat)
                return _Then.GO_ON
            case "":
                self._call_or_play(typed.rest, view)
                return _Then.GO_ON
        self._answer(typed, view)
        return _Then.ASK_AGAIN

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
        self.table.call(view.seat, call, told_meaning(view, call, self.player.agreements))

    def _undo(self, seat: Seat) -> None:
        """Back to the person's last turn on this board."""
        turn = last_turn(self.table.state, seat)
        if turn is None:
            raise OvertrickError("there is nothing of yours to take back on this board")
        self.table.undo(turn)

    def _claim(self, text: str, view: SeatView) -> _Then:
        tricks = tricks_claimed(view, text)
        with waiting("looking at the claim"):
            is_accepted = self.table.claim(view.seat, tricks)
        if is_accepted:
            return _Then.GO_ON
        number = f"{tricks} {'trick' if tricks == 1 else 'tricks'}"
        self.look.say(f"The claim of {number} for declarer is not accepted: play on.")
        return _Then.ASK_AGAIN

    def _answer(self, typed: Typed, view: SeatView) -> None:
        """Tell what was asked for; nothing has happened at the table."""
        agreements = self.player.agreements
        match typed.command:
            case "hint":
                self.look.say("\n".join(self._advised(view).lines()))
            case "why":
                self.look.say("\n".join(self._why(view)))
            case "meaning":
                self.look.say("\n".join(meaning_lines(view, typed.rest, agreements)))
            case "hand":
                self._show(view)
            case "auction":
                self.look.draw(auction_picture(view))
            case "last":
                self.look.say(last_trick_words(view))
            case "save":
                self.look.tell(self._save(typed.rest))
            case "help":
                self.look.say(HELP)

    def _advised(self, view: SeatView) -> Advice:
        """The advice for a view, found once."""
        if self._advice is None or self._advice.view != view:
            with waiting("thinking"):
                self._advice = Advice.of(view, self.player)
        return self._advice

    def _why(self, view: SeatView) -> list[str]:
        agreements = self.player.agreements
        if self._advice is None or self._advice.view != view:
            said = list(said_lines(view, agreements))
            if said:
                return said
        return list(self._advised(view).why(agreements))

    def _save(self, name: str) -> str:
        if not name:
            return f"Everything is kept in {self.place} as it happens."
        from overtrick.formats import write

        records = self.table.records()
        if not records:
            raise OvertrickError("no board is over yet: there is nothing to write")
        written = write(records, name)
        return f"wrote {name}: {written.boards} {'board' if written.boards == 1 else 'boards'}"
