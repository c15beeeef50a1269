"""``overtrick bid``: the call of a hand in an auction, and what it means; or those of a file of hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, final

import typer

from overtrick.bidding import Agreements, Choice
from overtrick.bidding.words.calls import call_lines, own_sentence, why_words
from overtrick.cli import output
from overtrick.cli.bidding_options import USUAL_BIDDING, BiddingOptions, call_record, parse_auction
from overtrick.cli.lines import answer_lines, json_object, json_text, text_of
from overtrick.cli.options import (
    Batch,
    Dealer,
    Seconds,
    Seed,
    Vulnerable,
    Why,
    argument,
    flag,
    number,
    option,
    useless,
)
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.core import Auction, Call, CardSet, NotationError, OvertrickError, Seat, Side, Vul
from overtrick.hands.sketch import parse_sketch

if TYPE_CHECKING:
    from overtrick.bidding.simulating import Evidence
    from overtrick.cli.simulation import SimulationOptions

__all__ = ["bid"]


_HAND = 13
_MOST_DEALS = 100_000
"""More deals would take an hour without a better decision."""


@final
@dataclass(frozen=True)
class _HandToBid:
    """A hand to bid in an auction."""

    hand: CardSet
    auction: Auction
    vul: Vul


@final
@dataclass(frozen=True)
class _ChosenCall:
    """The call of a hand, the system's call, and the evidence if there was a simulation."""

    choice: Choice
    systems: Choice
    evidence: Evidence | None = None


def bid(
    words: Annotated[list[str] | None, argument("HAND [AUCTION]", "Like AKJ75.Q62.K3.874 '1H P'.")] = None,
    bidding: BiddingOptions = USUAL_BIDDING,
    dealer: Dealer = None,
    vul: Vulnerable = Vul.NONE,
    why: Why = False,
    batch: Batch = None,
    simulate: Annotated[bool, flag("--simulate", "Try near calls on deals that fit the auction.")] = False,
    deals: Annotated[
        int | None, number("Sample size (default 50).", "--deals", least=2, most=_MOST_DEALS)
    ] = None,
    seconds: Seconds = None,
    seed: Seed = None,
    scoring: Annotated[
        Literal["imps", "matchpoints"] | None,
        option("--scoring", "NAME", "imps or matchpoints.", case_sensitive=False),
    ] = None,
    style: Style = PLAIN,
) -> None:
    """Bid a hand: the call, what it means, and the rule that makes it.

    The auction is what was called before; North deals unless it begins with another seat ("E: 1H P") or
    --dealer says so. Whose turn it is follows. With --simulate a call near to the system's own is made
    instead, where it does convincingly better on deals that fit the auction.
    """
    if bool(words) == (batch is not None):
        raise typer.BadParameter("give a hand, or --batch FILE")
    simulation = None
    if simulate:
        from overtrick.cli.simulation import SimulationOptions  # here, because most bids need none

        simulation = SimulationOptions.of(deals, seconds, seed, scoring or "imps")
    else:
        options = {"deals": deals, "seconds": seconds, "seed": seed, "scoring": scoring}
        useless("nothing is dealt without --simulate", **options)
    sides = (Side.NS,) if bidding.their_system is None else (Side.NS, Side.EW)
    tables = tuple(map(bidding.agreements, sides))  # the agreements from either side's view
    bidder = _Bidder(tables, simulation, why, style)
    if batch is None:
        hand, rest = _divided(words or [])
        bidder.answer(_HandToBid(hand, parse_auction(rest, dealer), vul))
    elif not bidder.answer_batch(batch, dealer, vul):
        raise typer.Exit(output.BAD_INPUT)


@final
@dataclass(frozen=True)
class _Bidder:
    """Finds calls and prints them."""

    tables: tuple[Agreements, ...]
    simulation: SimulationOptions | None
    why: bool
    style: Style

    def answer(self, question: _HandToBid, line: str = "") -> None:
        """Print the call of a hand, with a note if the hand contradicts its earlier calls."""
        answer, instead = self._bid(question), self._contradicted(question)
        record = self._record(question, answer) | {"contradicts": instead is not None}
        lines = self._lines(question, answer, instead is None)
        self.style.print_answer(record, lines)
        if instead is not None and not self.style.as_json:
            made = question.auction.calls[len(instead.state.history)]
            output.note(f"{line}this hand would not have {_bid(made)}: it would have {_bid(instead.call)}")

    def answer_batch(self, name: str, dealer: Seat | None, vul: Vul) -> bool:
        """Answer each line of a file; a bad line does not stop the others."""

        def answer_line(number: int, line: bytes) -> None:
            self.answer(_question(line, dealer, vul), f"line {number}: ")

        return answer_lines(name, answer_line, "hand", self.style.as_json)

    def _agreements(self, question: _HandToBid) -> Agreements:
        """The agreements, with the system as that of the hand's side."""
        return self.tables[question.auction.to_call % len(self.tables)]

    def _bid(self, question: _HandToBid) -> _ChosenCall:
        agreements = self._agreements(question)
        systems = agreements.bid(question.hand, question.auction, question.vul)
        if self.simulation is None:
            return _ChosenCall(systems, systems)
        evidence = self.simulation.run(agreements, question.hand, question.auction, question.vul)
        chosen = evidence.of(evidence.chosen).option
        return _ChosenCall(Choice(chosen.call, chosen.candidate, systems.state), systems, evidence)

    def _contradicted(self, question: _HandToBid) -> Choice | None:
        """The hand's choice in place of its first earlier call that it would not make, if there is one."""
        agreements, auction = self._agreements(question), question.auction
        for place in range(len(auction) % 4, len(auction), 4):
            before = Auction(auction.dealer, auction.calls[:place])
            choice = agreements.bid(question.hand, before, question.vul)
            if choice.call is not auction.calls[place]:
                return choice
        return None

    def _record(self, question: _HandToBid, answer: _ChosenCall) -> Record:
        auction, choice = question.auction, answer.choice
        record = call_record(choice.meaning, choice.candidate) | {
            "hand": question.hand,
            "auction": auction.calls,
            "dealer": auction.dealer,
            "seat": auction.to_call,
            "vul": question.vul,
            "system": choice.state.system.name,
        }
        if self.why:
            record["why"] = why_words(answer.systems, question.hand).splitlines()
        if answer.evidence is not None and self.simulation is not None:
            record["evidence"] = self.simulation.record(answer.evidence, choice.state.system)
        return record

    def _lines(self, question: _HandToBid, answer: _ChosenCall, is_in_line: bool) -> Iterator[str]:
        """The call and its reasons; the hand may be out of line with its earlier calls."""
        is_systems = answer.choice.call is answer.systems.call
        own = None if is_in_line or not is_systems else own_sentence(answer.choice, question.hand)
        call, *meant = call_lines(answer.choice, own)
        yield f"{question.auction.to_call.word} calls {call}"
        yield from meant
        if self.why:
            yield "  why:" if is_systems else f"  why the system calls {answer.systems.call.print}:"
            yield from (f"  {reason}" for reason in why_words(answer.systems, question.hand).splitlines()[1:])
        if answer.evidence is not None and self.simulation is not None:
            lines = self.simulation.lines(answer.evidence)
            yield from (f"  {line}" if line else "" for line in lines)


def _divided(words: list[str]) -> tuple[CardSet, str]:
    """The hand from the first arguments, and the rest."""
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
    """A hand; errors quote the text as it was given."""
    try:
        return parse_sketch(text)
    except OvertrickError as error:
        raise type(error)(*error.faults, text=text) from None


def _bid(call: Call) -> str:
    """A call in the past tense: ``bid 1♠``, ``passed``."""
    verbs = {Call.PASS: "passed", Call.DOUBLE: "doubled", Call.REDOUBLE: "redoubled"}
    return verbs.get(call, f"bid {call.print}")


# Lines of JSON


def _question(line: bytes, dealer: Seat | None, vul: Vul) -> _HandToBid:
    """The question of a line; the options are the defaults."""
    told = json_object(line, "a hand and an auction")
    hand, seat, said_vul = (json_text(told, key) for key in ("hand", "seat", "vul"))
    if hand is None:
        raise NotationError("no hand is given: expected a key 'hand'", text=text_of(line))
    auction = _auction(told, dealer, None if seat is None else Seat.parse(seat))
    return _HandToBid(_hand(hand), auction, vul if said_vul is None else Vul.parse(said_vul))


def _auction(told: dict[str, object], usual: Seat | None, seat: Seat | None) -> Auction:
    """The auction of a line; the dealer is given, or follows from the seat to call."""
    calls, said = told.get("auction") or [], json_text(told, "dealer")
    dealer = Seat.parse(said) if said else usual
    begins = Seat.NORTH if dealer is None else dealer
    auction = Auction.parse(calls, begins) if isinstance(calls, str) else _called(calls, begins)
    if dealer is None and seat is not None and not (isinstance(calls, str) and ":" in calls):
        auction = Auction(seat.next(-len(auction)), auction.calls)
    if said and auction.dealer is not begins:
        raise NotationError(f"{auction.dealer.word} deals in {calls!r}, but 'dealer' says {begins.word}")
    if seat is not None and auction.to_call is not seat and not auction.is_over:
        turn = f"it is {auction.to_call.word}'s turn after {str(auction)!r}"
        raise NotationError(f"{turn}, but 'seat' says {seat.word}")
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
