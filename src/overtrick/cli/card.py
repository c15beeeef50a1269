"""``overtrick card``: the card to play in a position, every choice with its chances, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import DEFAULT_SYSTEM, SystemName, TheirSystem, table
from overtrick.cli.card_given import Asked, asked_by_line, boards_given
from overtrick.cli.card_words import (
    Answer,
    budget_words,
    decision_record,
    ranked_lines,
    reason_lines,
    view_words,
)
from overtrick.cli.options import Ascii, Json, whole_number
from overtrick.cli.player_options import AimName, CardDeals, CardSeconds, CardSeed, Thought, thought_given
from overtrick.cli.progress import waiting
from overtrick.core import Board, NotationError, OvertrickError, Seat

if TYPE_CHECKING:
    from overtrick.cli.records import Record
    from overtrick.player import Player

__all__ = ["card"]


@final
@dataclass(frozen=True)
class _Wishes:
    """How cards are chosen and told."""

    player: Player
    thought: Thought
    why: bool
    ascii_only: bool
    as_json: bool


def card(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE|TEXT]", help="Boards in any format, or a board or a play as text."),
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Who is to play, to be sure: N, E, S or W.")
    ] = None,
    contract: Annotated[
        str | None, typer.Option("--contract", metavar="TEXT", help="For a play as text: like '1NT by S'.")
    ] = None,
    needed: Annotated[
        str | None, typer.Option("--needed", metavar="N", help="Tricks that declarer needs of an ending.")
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="N", help="When only so many cards had been played.")
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="FILE", help="A position on each line, as JSON; - is stdin."),
    ] = None,
    system: SystemName = DEFAULT_SYSTEM,
    their_system: TheirSystem = None,
    deals: CardDeals = None,
    seconds: CardSeconds = None,
    seed: CardSeed = None,
    aim: AimName = None,
    why: Annotated[bool, typer.Option("--why", help="The whole reason, not only its gist.")] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Choose a card for the player whose turn it is, from what that player may see.

    Hands that are hidden from the player are not used, though the file may hold them. --system is what
    North-South play, --their-system what East-West play.
    """
    from overtrick.player import Player

    if words and batch is not None:
        raise typer.BadParameter("give a position, or --batch FILE")
    thought = thought_given(deals, seconds, seed, aim)
    asked = Asked(
        contract,
        None if seat is None else Seat.parse(seat),
        None if needed is None else whole_number(needed, "--needed", least=1, most=13),
        None if after is None else whole_number(after, "--after", most=52),
    )
    player = Player(thought.settings, table(system, their_system))
    wishes = _Wishes(player, thought, why, ascii_only, as_json)
    all_answered = (
        _of_boards(words or [], asked, wishes) if batch is None else _of_lines(batch, asked, wishes)
    )
    if not all_answered:
        raise typer.Exit(1)


def _of_boards(words: list[str], asked: Asked, wishes: _Wishes) -> bool:
    """Answer for each board; of one that has no answer that is said, and the others are answered."""
    all_answered, is_first = True, True
    for board, name in boards_given(words, asked.contract):
        try:
            answer = _answer(board, asked, wishes)
        except OvertrickError as error:
            if not name:
                raise
            all_answered = False
            output.say(f"{name}{error}")
            continue
        if not is_first and not wishes.as_json:
            print()
        is_first = False
        _tell(answer, wishes, {"board": board.number}, name)
    return all_answered


def _of_lines(name: str, usual: Asked, wishes: _Wishes) -> bool:
    """Answer each line, whatever is wrong with the others."""
    number, all_answered = 0, True
    for number, line in _numbered_lines(name):
        try:
            board, asked = asked_by_line(line, usual)
            answer = _answer(board, asked, wishes)
            if not wishes.as_json:
                output.print_words(f"line {number}:", wishes.ascii_only)
            _tell(answer, wishes, {"line": number, "error": None, "board": board.number})
        except OvertrickError as error:
            all_answered = False
            if wishes.as_json:
                output.print_json({"line": number, "error": str(error)})
            else:
                output.say(f"line {number}: {error}")
        sys.stdout.flush()  # whoever asks one question after the other waits for each answer
    if not number:
        raise NotationError(f"there is no position in {name!r}")
    return all_answered


def _numbered_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines that say something, each with its number."""
    if name == "-":
        yield from ((number, line) for number, line in enumerate(sys.stdin.buffer, 1) if line.strip())
        return
    try:
        with open(name, "rb") as file:
            yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())
    except OSError as error:
        raise OvertrickError(f"cannot read {name!r}: {error.strerror}") from None


def _answer(board: Board, asked: Asked, wishes: _Wishes) -> Answer:
    with waiting("weighing cards"):
        decision = wishes.player.choose(asked.view(board), asked.needed)
    return Answer(decision, wishes.thought, asked.needed)


def _tell(answer: Answer, wishes: _Wishes, about: Record, name: str = "") -> None:
    """Tell people, who are also told which board of a file it is, or scripts."""
    if wishes.as_json:
        output.print_json(about | decision_record(answer))
        return
    for remark in answer.decision.worlds.remarks:
        output.note(remark)
    output.print_words(name.capitalize() + "\n".join(_lines(answer, wishes)), wishes.ascii_only)


def _lines(answer: Answer, wishes: _Wishes) -> Iterator[str]:
    decision, view = answer.decision, answer.decision.view
    assert view.play is not None
    assert view.contract is not None
    verb = "plays" if view.play.trick.cards else "leads"
    place = "" if view.play.to_play is view.seat else " from dummy"
    yield f"{view.seat.word} {verb} the {decision.card.print}{place} in {view.contract.print}"
    yield ""
    yield from ranked_lines(answer)
    yield from reason_lines(decision, wishes.why)
    yield f"deals: {budget_words(answer)}"
    yield view_words(decision)
