"""``overtrick bid``: the call of a hand in an auction, and what it means; or those of a file of hands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import (
    DEFAULT_SYSTEM,
    Conventions,
    SystemName,
    TheirSystem,
    auction_given,
    table,
    vul_given,
)
from overtrick.cli.evidence import (
    Budget,
    DealsAsked,
    ScoringName,
    SecondsAsked,
    SeedAsked,
    Simulate,
    budget_given,
    evidence_lines,
    evidence_record,
)
from overtrick.cli.options import Ascii, Dealer, Json, Vulnerable
from overtrick.cli.progress import bar
from overtrick.core import Auction, Call, CardSet, NotationError, OvertrickError, Seat, Side, Vul

if TYPE_CHECKING:
    from overtrick.bidding import Agreements, Choice
    from overtrick.bidding.simulating import Evidence
    from overtrick.cli.records import Record

__all__ = ["bid"]

_HAND = 13
_LONG = 1.0
"""Seconds after which a bar tells how far a simulation has come."""


@final
@dataclass(frozen=True)
class _Question:
    """A hand that is to call."""

    hand: CardSet
    auction: Auction
    vul: Vul


@final
@dataclass(frozen=True)
class _Answer:
    """Its call, what the system calls, and the evidence if there was a simulation."""

    choice: Choice
    systems: Choice
    evidence: Evidence | None = None


@final
@dataclass(frozen=True)
class _Wishes:
    """How answers are found and told."""

    why: bool
    ascii_only: bool
    as_json: bool
    budget: Budget | None


def bid(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND [AUCTION]", help="Like AKJ75.Q62.K3.874 '1H P'; x is a small card."),
    ] = None,
    system: SystemName = DEFAULT_SYSTEM,
    their_system: TheirSystem = None,
    convention: Conventions = None,
    dealer: Dealer = None,
    vul: Vulnerable = None,
    why: Annotated[bool, typer.Option("--why", help="Also the reasons, and which calls were near.")] = False,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="FILE", help="A question on each line, as JSON; - is stdin."),
    ] = None,
    simulate: Simulate = False,
    deals: DealsAsked = None,
    seconds: SecondsAsked = None,
    seed: SeedAsked = None,
    scoring: ScoringName = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Bid a hand: the call, what it means, the rule that makes it and where that is from.

    The auction is what was called before; North deals unless it begins with another seat ("E: 1H P") or
    --dealer says so. Whose turn it is follows. With --simulate a call near to the system's own is made
    instead, where it does convincingly better on deals that fit the auction.
    """
    if bool(words) == (batch is not None):
        raise typer.BadParameter("give a hand, or --batch FILE")
    wishes = _Wishes(why, ascii_only, as_json, budget_given(simulate, deals, seconds, seed, scoring))
    tables = _Tables(system, their_system, convention)
    if batch is not None:
        _bid_lines(batch, tables, _Defaults(dealer, vul), wishes)
        return
    hand, rest = _divided(words or [])
    question = _Question(hand, auction_given(rest, dealer), vul_given(vul))
    _tell(question, tables, wishes)


@final
class _Tables:
    """What each side plays, for a hand of either."""

    def __init__(self, system: str, theirs: str | None, conventions: list[str] | None) -> None:
        sides = (Side.NS,) if theirs is None else (Side.NS, Side.EW)
        self._of = tuple(table(system, theirs, conventions, side) for side in sides)

    def bid(self, question: _Question, budget: Budget | None) -> _Answer:
        """The call of a hand; the system is that of its own side."""
        agreements = self._agreements(question)
        systems = agreements.bid(question.hand, question.auction, question.vul)
        if budget is None:
            return _Answer(systems, systems)
        from overtrick.bidding import Choice
        from overtrick.bidding.simulating import simulate

        with bar("simulating", after=_LONG) as progress:
            evidence = simulate(
                agreements, question.hand, question.auction, question.vul, budget.settings, progress
            )
        chosen = evidence.of(evidence.chosen).option
        return _Answer(Choice(chosen.call, chosen.candidate, systems.state), systems, evidence)

    def contradicted(self, question: _Question) -> Choice | None:
        """What the hand would have called instead of its first earlier call that it does not make."""
        agreements, auction = self._agreements(question), question.auction
        for place in range(len(auction) % 4, len(auction), 4):
            before = Auction(auction.dealer, auction.calls[:place])
            choice = agreements.bid(question.hand, before, question.vul)
            if choice.call is not auction.calls[place]:
                return choice
        return None

    def _agreements(self, question: _Question) -> Agreements:
        return self._of[question.auction.to_call % len(self._of)]


def _divided(words: list[str]) -> tuple[CardSet, str]:
    """The hand at the beginning of the arguments, however many it takes, and the rest."""
    for place in range(1, len(words) + 1):
        try:
            hand = _hand(" ".join(words[:place]))
        except OvertrickError:
            continue
        if len(hand) == _HAND:
            return hand, " ".join(words[place:])
    place = 1 if len(words) < 4 or "." in words[0] else 4
    return _hand(" ".join(words[:place])), " ".join(words[place:])


def _hand(text: str) -> CardSet:
    """A hand; what is wrong with it is told with the text as it was given."""
    from overtrick.hands.sketch import parse_sketch

    try:
        return parse_sketch(text)
    except OvertrickError as error:
        raise type(error)(*error.faults, text=text) from None


# One answer


def _tell(question: _Question, tables: _Tables, wishes: _Wishes, line: str = "") -> None:
    answer, instead = tables.bid(question, wishes.budget), tables.contradicted(question)
    if wishes.as_json:
        output.print_json(_record(question, answer, wishes) | {"contradicts": instead is not None})
        return
    output.print_words("\n".join(_lines(question, answer, wishes, instead is None)), wishes.ascii_only)
    if instead is not None:
        made = question.auction.calls[len(instead.state.said)]
        output.note(f"{line}this hand would not have {_bid(made)}: it would have {_bid(instead.call)}")


def _bid(call: Call) -> str:
    """A call in the past: ``bid 1♠``, ``passed``."""
    verbs = {Call.PASS: "passed", Call.DOUBLE: "doubled", Call.REDOUBLE: "redoubled"}
    return verbs.get(call, f"bid {call.print}")


def _record(question: _Question, answer: _Answer, wishes: _Wishes) -> Record:
    from overtrick.cli.call_records import call_record
    from overtrick.explain.bidding.saying import why_words

    auction, choice = question.auction, answer.choice
    told = call_record(choice.meaning, choice.candidate) | {
        "hand": str(question.hand),
        "auction": [str(call) for call in auction.calls],
        "dealer": str(auction.dealer),
        "seat": str(auction.to_call),
        "vul": str(question.vul),
        "system": choice.state.system.name,
    }
    if wishes.why:
        told["why"] = why_words(answer.systems, question.hand).splitlines()
    if answer.evidence is not None and wishes.budget is not None:
        seconds = wishes.budget.seconds
        told["evidence"] = evidence_record(answer.evidence, choice.state.system, seconds)
    return told


def _lines(question: _Question, answer: _Answer, wishes: _Wishes, is_in_line: bool) -> Iterator[str]:
    """The call and its reasons; the hand may be out of line with its earlier calls."""
    from overtrick.explain.bidding.saying import call_lines, own_sentence, why_words

    is_systems = answer.choice.call is answer.systems.call
    own = None if is_in_line or not is_systems else own_sentence(answer.choice, question.hand)
    call, *meant = call_lines(answer.choice, own)
    yield f"{question.auction.to_call.word} calls {call}"
    yield from meant
    if wishes.why:
        yield "  why:" if is_systems else f"  why the system calls {answer.systems.call.print}:"
        yield from (f"  {reason}" for reason in why_words(answer.systems, question.hand).splitlines()[1:])
    if answer.evidence is not None and wishes.budget is not None:
        lines = evidence_lines(answer.evidence, wishes.budget.seconds)
        yield from (f"  {line}" if line else "" for line in lines)


# Many


@final
@dataclass(frozen=True)
class _Defaults:
    """What the options say for lines that do not say it themselves."""

    dealer: str | None
    vul: str | None


def _bid_lines(name: str, tables: _Tables, defaults: _Defaults, wishes: _Wishes) -> None:
    """Answer each line, whatever is wrong with the others."""
    number, failed = 0, False
    for number, line in _numbered_lines(name):
        try:
            question = _question(line, defaults)
            _tell(question, tables, wishes, f"line {number}: ")
        except OvertrickError as error:
            failed = True
            if wishes.as_json:
                output.print_json({"line": number, "error": str(error)})
            else:
                output.say(f"line {number}: {error}")
        sys.stdout.flush()  # whoever asks one question after the other waits for each answer
    if not number:
        raise NotationError(f"there is no hand in {name!r}")
    if failed:
        raise typer.Exit(1)


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


def _question(line: bytes, defaults: _Defaults) -> _Question:
    told = _object(line)
    hand, seat = _text(told, "hand"), _text(told, "seat")
    if hand is None:
        raise NotationError(
            "no hand is given: expected a key 'hand'", text=line.decode("utf-8", "replace").strip()
        )
    auction = _auction(told, defaults.dealer, None if seat is None else Seat.parse(seat))
    vul = _text(told, "vul")
    return _Question(_hand(hand), auction, vul_given(defaults.vul if vul is None else vul))


def _object(line: bytes) -> dict[str, object]:
    try:
        told = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotationError("this is not UTF-8 text", text=line.decode("utf-8", "replace").strip()) from None
    except json.JSONDecodeError as error:
        told, fault = None, f"column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}; "
    except (ValueError, RecursionError):
        told, fault = None, ""
    else:
        fault = ""
    if not isinstance(told, dict):
        what = "expected a JSON object with a hand and an auction"
        raise NotationError(f"{fault}{what}", text=line.decode("utf-8-sig").strip())
    return told


def _text(told: dict[str, object], key: str) -> str | None:
    value = told.get(key)
    if value is None or isinstance(value, str):
        return value
    raise NotationError(f"{key!r} is no text", text=json.dumps(value))


def _auction(told: dict[str, object], usual: str | None, seat: Seat | None) -> Auction:
    """The auction of a line; the dealer is given, or follows from whose turn it is."""
    calls, said = told.get("auction") or [], _text(told, "dealer")
    dealer = said or usual
    begins = Seat.NORTH if dealer is None else Seat.parse(dealer)
    auction = Auction.parse(calls, begins) if isinstance(calls, str) else _called(calls, begins)
    if dealer is None and seat is not None and not (isinstance(calls, str) and ":" in calls):
        auction = Auction(seat.next(-len(auction)), auction.calls)
    if said and auction.dealer is not begins:
        raise NotationError(f"{auction.dealer.word} deals in {calls!r}, but 'dealer' says {begins.word}")
    if seat is not None and auction.to_call is not seat and not auction.is_over:
        raise NotationError(
            f"it is {auction.to_call.word}'s turn after {str(auction)!r}, but 'seat' says {seat.word}"
        )
    return auction


def _called(calls: object, dealer: Seat) -> Auction:
    """The auction of a list of calls."""
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise NotationError("'auction' is no list of calls", text=json.dumps(calls))
    auction = Auction(dealer)
    try:
        for call in calls:
            auction = auction.then(Call.parse(call))
    except OvertrickError as error:
        raise type(error)(*error.faults, text=" ".join(calls)) from None
    return auction
