"""``overtrick card``: the card to play in a position, every choice with its chances, and why."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, final

import typer

from overtrick import __version__
from overtrick.cli import options, output
from overtrick.cli.bidding_options import BiddingOptions
from overtrick.cli.files import Tally, boards_in, file_in
from overtrick.cli.lines import answer_lines, json_object, json_text, text_of
from overtrick.cli.options import number
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.player_options import USUAL_SCORED_THINKING, ScoredThinking, Thinking
from overtrick.cli.terminal import waiting
from overtrick.core import (
    Board,
    BoardError,
    Card,
    Contract,
    NotationError,
    OvertrickError,
    Play,
    Result,
    Seat,
    SeatView,
    Vul,
)
from overtrick.core.english import series
from overtrick.core.explaining import explain
from overtrick.player import Aim, Candidate, Decision, Player
from overtrick.player.evaluation import Payoff
from overtrick.player.words import card_words

__all__ = ["ChosenCard", "budget_words", "card", "decision_record", "ranked_lines", "reason_lines"]


@final
@dataclass(frozen=True)
class PositionOptions:
    """Options with further information about a position."""

    seat: options.SeatOption = None
    contract: Annotated[
        str | None, options.option("--contract", "TEXT", "Of a play as text: '1NT by S'.")
    ] = None
    needed: Annotated[int | None, number("Tricks declarer needs of an ending.", "--needed", most=13)] = None
    after: Annotated[int | None, number("Cards played before it.", "--after", least=0, most=52)] = None

    def view(self, board: Board) -> SeatView:
        """The view of the player to act, the only data used."""
        board = _begun(board if self.after is None else _cut(board, self.after))
        seat = _acting(board)
        if self.seat not in (None, seat):
            assert self.seat is not None
            raise BoardError(f"it is {seat.word}'s turn to play, not {self.seat.word}'s")
        view = SeatView.of(board, seat)
        if any(seat is not None and view.deal.get(seat) is None for seat in (seat, view.faced_dummy)):
            raise BoardError(f"{seat.word}'s own hand, or dummy's, is not known: nobody can choose from it")
        assert view.play is not None  # somebody is to play
        if self.needed is not None and view.play.start.cards_each == 13:
            raise BoardError(f"the contract says how many tricks are needed, so not {self.needed}")
        return view


AS_IT_STANDS = PositionOptions()


def card(
    words: Annotated[
        list[str] | None, options.argument("FILE|TEXT", "A file, or a board or play as text.")
    ] = None,
    position: PositionOptions = AS_IT_STANDS,
    board: options.BoardNumber = None,
    batch: options.Batch = None,
    system: options.SystemName = options.DEFAULT_SYSTEM,
    their_system: options.TheirSystem = None,
    thinking: ScoredThinking = USUAL_SCORED_THINKING,
    why: options.Why = False,
    style: Style = PLAIN,
) -> None:
    """Choose a card for the player whose turn it is, from what that player may see.

    Hands that are hidden from the player are not used, though the file may hold them. --system is what
    North-South play, --their-system what East-West play.
    """
    if words and batch is not None:
        raise typer.BadParameter("give a position, or --batch FILE")
    player = Player(thinking.settings, BiddingOptions(system, their_system).agreements())
    chooser = _Chooser(player, thinking, why, style)
    if batch is None:
        all_answered = chooser.answer_boards(words or [], board, position)
    else:
        all_answered = chooser.answer_batch(batch, position)
    if not all_answered:
        raise typer.Exit(1)


@final
@dataclass(frozen=True)
class _Chooser:
    """Chooses cards and prints them."""

    player: Player
    thinking: Thinking
    why: bool
    style: Style

    def answer_boards(self, words: list[str], number: int | None, position: PositionOptions) -> bool:
        """Answer for each board; one without an answer gets a note."""
        all_answered, is_first = True, True
        for board, name in _boards(words, number, position.contract):
            try:
                answer = self._answer(board, position)
            except OvertrickError as error:
                if not name:
                    raise
                all_answered = False
                output.say(f"{name}{error}")
                continue
            if not is_first and not self.style.as_json:
                print()
            is_first = False
            self._print(answer, {"board": board.number}, name.capitalize())
        return all_answered

    def answer_batch(self, name: str, usual: PositionOptions) -> bool:
        """Answer each line of a file; a bad line does not stop the others."""

        def answer_line(number: int, line: bytes) -> None:
            board, position = _read_line(line, usual)
            answer = self._answer(board, position)
            self._print(answer, {"line": number, "error": None, "board": board.number}, f"line {number}:\n")

        return answer_lines(name, answer_line, "position", self.style.as_json)

    def _answer(self, board: Board, position: PositionOptions) -> ChosenCard:
        with waiting("weighing cards"):
            decision = self.player.choose(position.view(board), position.needed)
        return ChosenCard(decision, self.thinking, position.needed)

    def _print(self, answer: ChosenCard, about: Record, name: str) -> None:
        """Print an answer as text, with the board's name, or as JSON."""
        if not self.style.as_json:
            for remark in answer.decision.worlds.remarks:
                output.note(remark)
        lines = [name + next(told := _lines(answer, self.why)), *told]
        self.style.print_answer(about | decision_record(answer), lines)


def _lines(answer: ChosenCard, why: bool) -> Iterator[str]:
    decision, view = answer.decision, answer.decision.view
    assert view.play is not None
    assert view.contract is not None
    verb = "plays" if view.play.trick.cards else "leads"
    place = "" if view.play.to_play is view.seat else " from dummy"
    yield f"{view.seat.word} {verb} the {decision.card.print}{place} in {view.contract.print}"
    yield ""
    yield from ranked_lines(answer)
    yield from reason_lines(decision, why)
    yield f"deals: {budget_words(answer)}"
    yield view_words(decision)


_IS_PLAY = re.compile(r"\s*[NESW]\s*:", re.IGNORECASE)
_LONGEST_NAME = 250
"""The most characters of a file name."""


def _begun(board: Board) -> Board:
    """The board with its play begun, even without a card; a board without a contract is unchanged."""
    if board.play is not None or board.contract is None:
        return board
    return replace(board, play=Play.of(board.deal, board.contract))


def _acting(board: Board) -> Seat:
    """The player to choose the next card, declarer for dummy; an error if there is none."""
    contract, play = board.contract, board.play
    if board.auction is not None and not board.auction.is_over and play is None:
        raise BoardError(f"the auction is not over, {board.auction.to_call.word} is to call", text=str(board))
    if contract is None or play is None:
        why = "the board is passed out" if board.is_passed_out else "the contract is not known"
        raise BoardError(f"nobody is to play: {why}", text=str(board))
    if play.is_over or board.claim is not None:
        raise BoardError("nobody is to play: the play is over", text=str(board))
    return contract.declarer if play.to_play is contract.dummy else play.to_play


def _cut(board: Board, after: int) -> Board:
    """The board as it was after `after` cards."""
    played = 0 if board.play is None else len(board.play.cards)
    if after > played:
        raise BoardError(f"only {played} cards have been played, not {after}")
    play = None if board.play is None else board.play.back(played - after)
    return replace(board, play=play, claim=None, unread_cards="")


# Files and texts


def _boards(words: list[str], number: int | None, contract: str | None) -> Iterator[tuple[Board, str]]:
    """The boards of a file, each with its name for notes, or the single board of a text."""
    source = None if words and not _may_be_name(words) else file_in(words)
    if source is None:
        yield _read_board(_text(words), contract), ""
        return
    watch = Tally()
    for record in watch.over(boards_in(source, number)):
        found = record.board.number
        yield record.board, f"board {found}: " if found is not None else f"board no. {watch.boards}: "
    if not watch.boards:
        raise NotationError("there is no board in the file")


def _may_be_name(words: list[str]) -> bool:
    word = words[0]
    return len(words) == 1 and 0 < len(word.strip()) <= _LONGEST_NAME and not re.search("[\n;]", word)


def _text(words: list[str]) -> str:
    """The text of the input: the arguments, each a line of a board, or a file, or standard input."""
    if not words or words == ["-"]:
        if sys.stdin.isatty():
            raise NotationError("which position? Give a file, a board or a play as text, or - for stdin")
        return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    if not _may_be_name(words) or not Path(words[0]).is_file():
        return (" " if _IS_PLAY.match(words[0]) else "\n").join(words)
    with output.explained(f"read {words[0]!r}"):
        return Path(words[0]).read_text("utf-8-sig", "replace")


def _read_board(text: str, contract: str | None) -> Board:
    """A board from its text form, or from a play whose contract is its last part or an option.

    >>> _read_board("N:A... K... Q... J...;NT;N;;1NT by W", None).contract
    Contract.parse('1NT by W')
    """
    if not text.strip():
        raise NotationError("there is no position in what was given: expected a board or a play")
    if not _IS_PLAY.match(text):
        if contract is not None:
            raise NotationError("--contract is for a play as text: a board says its own", text=text)
        return Board.parse(text)
    parts = text.strip().split(";")
    told = parts.pop().strip() if len(parts) == 5 else None
    if told is not None and contract is not None:
        raise NotationError(f"two contracts are given, {told!r} and {contract!r}")
    said = told if contract is None else contract
    if said is None:
        missing = "the contract is missing: add it to the play, like ';1NT by S' after the cards"
        raise NotationError(missing, text=text)
    play, bid = Play.parse(";".join(parts)), Contract.parse(said)
    return Board(None, bid.declarer, Vul.NONE, play.start, play=play, result=Result(bid))


# Lines of JSON


def _read_line(line: bytes, usual: PositionOptions) -> tuple[Board, PositionOptions]:
    """The board of a line and its position options, which default to those of the command."""
    told = json_object(line, "a board or a play")
    board, play, contract, seat = (json_text(told, key) for key in ("board", "play", "contract", "seat"))
    if (board is None) == (play is None):
        raise NotationError("expected a key 'board' or a key 'play'", text=text_of(line))
    position = replace(
        usual,
        seat=usual.seat if seat is None else Seat.parse(seat),
        needed=_as_number(told, "needed", usual.needed),
        after=_as_number(told, "after", usual.after),
    )
    return _read_board(board or play or "", contract or (usual.contract if play else None)), position


def _as_number(told: dict[str, object], key: str, usual: int | None) -> int | None:
    value = told.get(key)
    if value is None:
        return usual
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 52:
        raise NotationError(f"{key!r} is no number of cards or tricks", text=json.dumps(value))
    return value


_GROUNDS = {
    "only card": "there is nothing else to play",
    "chance": "the chances decide",
    "strategy": "one plan for what cannot be told apart decides",
    "suit": "the best cards are equal: the best line in the suit decides",
    "squeeze": "the best cards are equal: a squeeze decides",
    "table": "chance does not tell the cards of the suit apart: the table of leads decides",
    "manners": "the best cards are equal: manners decide",
}


@final
@dataclass(frozen=True, eq=False)
class ChosenCard:
    """A chosen card, how it was chosen, and the tricks wanted in an ending, if given."""

    decision: Decision
    thinking: Thinking
    needed: int | None = None

    @property
    def worth(self) -> Payoff:
        """The payoff of the player's tricks."""
        return Payoff.of(self.decision.view, self.decision.settings.aim, self.needed)

    @property
    def has_goal(self) -> bool:
        """Is there a contract to make or beat, rather than an ending without a given target?"""
        play = self.decision.view.play
        return self.needed is not None or (play is not None and play.start.cards_each == 13)


# For people


def ranked_lines(answer: ChosenCard, marked: Collection[Card] = ()) -> Iterator[str]:
    """A line for each card with its chances, best first; equal cards share one, marked ones have a star."""
    decision = answer.decision
    if len(decision.candidates) == 1 and not decision.candidates[0].looked_at:
        yield f"{_cards(decision.candidates[0], marked)}: {_GROUNDS['only card']}"
        return
    yield from output.aligned(_rows(answer, marked))
    yield f"{_GROUNDS[decision.grounds.name]}{_how_far(answer)}"


def _rows(answer: ChosenCard, marked: Collection[Card]) -> Iterator[tuple[str, ...]]:
    """The rows of the table, without columns that would carry no information."""
    candidates, worth = answer.decision.candidates, answer.worth
    unit = {Aim.IMPS: "IMPs", Aim.MATCHPOINTS: "Matchpoints"}.get(worth.aim, "")
    is_told = (True, answer.has_goal, True, bool(unit), True, candidates[0].plan is not None, True)
    success = "Makes it" if worth.is_declarers else "Beats it"

    def told(*cells: str) -> tuple[str, ...]:
        return tuple(cell for cell, is_wanted in zip(cells, is_told, strict=True) if is_wanted)

    yield told("Card", success, "Tricks", unit, "Gap", "Plan", "Deals")
    for each in candidates:
        yield told(
            _cards(each, marked),
            f"{each.chance:.0%}",
            f"{each.mean_tricks - worth.before:.2f}",
            f"{each.value:+.2f}" if unit == "IMPs" else f"{each.value:.1%}",
            _gap(each, candidates[0]),
            "" if each.plan is None else f"{each.plan:.0%}",
            str(each.looked_at),
        )


def _gap(candidate: Candidate, best: Candidate) -> str:
    """The gap between a card and the chosen one, and how sure it is."""
    if candidate is best:
        return ""
    return f"{candidate.value - best.value:+.2f} ± {candidate.error:.2f}"


def _cards(candidate: Candidate, marked: Collection[Card]) -> str:
    """Equal cards, the one that manners choose first."""
    cards = dict.fromkeys((candidate.card, *candidate.equals))
    return " ".join(f"{card.print}{'*' if card in marked else ''}" for card in cards)


def _how_far(answer: ChosenCard) -> str:
    grounds = answer.decision.grounds
    if not grounds.depth or grounds.target is None:
        return ""
    target, cards = grounds.target - answer.worth.before, output.counted(grounds.depth, "card")
    return f" (plans for {target} tricks, {cards} of declarer's ahead)"


def reason_lines(decision: Decision, whole: bool) -> Iterator[str]:
    """The reason for the card: in at most three sentences, or in full."""
    yield "why:"
    told = explain(decision.reason) if whole else card_words(decision.reason)
    yield from (f"  {line}" for line in told.splitlines())


def budget_words(answer: ChosenCard) -> str:
    """The number of deals, and how it was determined."""
    worlds, settings, seconds = answer.decision.worlds, answer.decision.settings, answer.thinking.seconds
    number = output.counted(len(worlds), "deal")
    if worlds.is_all:
        told = f"all {number} that are possible"
    else:
        told = f"{number} of {settings.deals} asked for" if len(worlds) < settings.deals else number
    if len(worlds) - worlds.effective >= 0.5:
        told += f", worth {worlds.effective:.0f} equally likely ones"
    clock = "" if seconds is None else f" ({seconds:g} seconds: {settings.deals} deals)"
    return f"{told}, seed {settings.seed}{clock}"


def view_words(decision: Decision) -> str:
    """The information used for the choice, and the information ignored."""
    view = decision.view
    seen = [seat.word for seat in view.deal.known]
    hidden = [seat.word for seat in Seat if view.deal.get(seat) is None]
    return (
        f"seen by {view.seat.word}: the {'hand' if len(seen) == 1 else 'hands'} of {' and '.join(seen)}, "
        f"the calls and the cards played; the hands of {series(hidden)} are not used"
    )


# For scripts


def decision_record(answer: ChosenCard) -> Record:
    """A decision with all its grounds, as a record."""
    decision, worth = answer.decision, answer.worth
    view, worlds, reason = decision.view, decision.worlds, decision.reason
    assert view.play is not None  # there was a card to play
    return {
        "seat": view.seat,
        "plays_from": view.play.to_play,
        **output.attributes(view, "contract", "vul"),
        "hands_seen": dict(view.deal.items()),
        "calls": view.auction.calls,
        "played": view.play.cards,
        "card": decision.card,
        "candidates": [_candidate_record(each, answer) for each in decision.candidates],
        "grounds": decision.grounds.name,
        "target": None if decision.grounds.target is None else decision.grounds.target - worth.before,
        "depth": decision.grounds.depth,
        "words": card_words(reason),
        "reason": explain(reason),
        "aim": worth.aim.value,
        "needed": answer.needed,
        "deals": len(worlds),
        "deals_asked": decision.settings.deals,
        "seconds_asked": answer.thinking.seconds,
        "effective": round(worlds.effective, 2),
        "all": worlds.is_all,
        "seed": decision.settings.seed,
        "remarks": worlds.remarks,
        "solved": decision.solved,
        "version": __version__,
    }


def _candidate_record(candidate: Candidate, answer: ChosenCard) -> Record:
    figures = {
        "chance": candidate.chance if answer.has_goal else None,
        "mean_tricks": candidate.mean_tricks - answer.worth.before,
        "value": candidate.value,
        "error": candidate.error,
    }
    if not candidate.looked_at:
        figures = dict.fromkeys(figures)
    figures["plan"] = candidate.plan
    rounded = {name: None if figure is None else round(figure, 4) for name, figure in figures.items()}
    return output.attributes(candidate, "card", "equals") | rounded | {"deals": candidate.looked_at}
