"""A person at the terminal: typed lines, a robot's choices as typed lines, and the output."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from overtrick import Board, Card, Deal, Play, Result, Seat
from tests.e2e.command import Done, run

FEW = ("--deals", 3)
SEED = ("--seed", 8)
PROMPT = re.compile(r"(?:Your call|Your card|Dummy's card|Enter for the next board, q to stop): ")


def as_robot(told: dict[str, Any], seat: Seat) -> list[str]:
    """The lines that a person types who does what the robot did in a seat."""
    dealer, contract = Seat.parse(told["dealer"]), Board.parse(f"Result {told['contract']}").contract
    assert contract is not None
    calls = [call for place, call in enumerate(told["calls"]) if dealer.next(place) is seat]
    play = Play.of(Deal.parse(told["deal"]), contract)
    cards = list[str]()
    for name in told["play"]["cards"]:
        acting = contract.declarer if play.to_play is contract.dummy else play.to_play
        if acting is seat:
            cards.append(name)
        play = play.then(Card.parse(name))
    claim = told.get("claim") or {"by": None}
    return [*calls, *cards, *([f"claim {claim['tricks']}"] if claim["by"] == str(seat) else [])]


def calls_of(told: dict[str, Any], seat: Seat) -> list[str]:
    """The calls alone: each side's two players make two or three."""
    return [
        call for place, call in enumerate(told["calls"]) if Seat.parse(told["dealer"]).next(place) is seat
    ]


def outcome(told: dict[str, Any]) -> str:
    """The line that tells the result."""
    result, score = Result.parse(told["result"]), told["score_ns"]
    return f"{result.print}: +{abs(score)} for {'NS' if score > 0 else 'EW'}\n"


def complete_tricks(told: dict[str, Any]) -> int:
    return len(told["play"]["cards"]) // 4


def sit(*typed: str, seat: str = "S", save: Path, more: tuple[object, ...] = ()) -> Done:
    """Play with these lines typed."""
    lines = "".join(f"{each}\n" for each in typed)
    options = (*SEED, *FEW, "--seat", seat, "--save", save, *more)
    done = run("play", "--terminal", *options, stdin=lines)
    assert done.stderr == ""
    return done


def answers(done: Done) -> list[str]:
    """What was printed after each line that was typed, the first is what came before any."""
    return PROMPT.split(done.stdout)
