"""``overtrick meaning``: what each call of an auction means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.bidding_options import (
    DEFAULT_SYSTEM,
    Conventions,
    SystemName,
    TheirSystem,
    auction_given,
    seats_given,
    table,
    vul_given,
)
from overtrick.cli.options import Ascii, Dealer, Json, Vulnerable
from overtrick.core import Call, NotationError, Seat

if TYPE_CHECKING:
    from overtrick.bidding import Meaning
    from overtrick.hands import Counted

__all__ = ["meaning"]


def meaning(
    words: Annotated[list[str], typer.Argument(metavar="AUCTION", help="Like '1C P 1D' or 'E: 1H X'.")],
    system: SystemName = DEFAULT_SYSTEM,
    their_system: TheirSystem = None,
    convention: Conventions = None,
    dealer: Dealer = None,
    vul: Vulnerable = None,
    silent: Annotated[
        list[str] | None,
        typer.Option("--silent", metavar="SEATS", help="Who passes with every hand, like EW."),
    ] = None,
    odds: Annotated[
        bool,
        typer.Option("--odds", help="How many of the player's hands make each call, exactly; takes time."),
    ] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Say what each call of an auction means.

    --system is what North-South play, --their-system what East-West play.
    """
    auction = auction_given(" ".join(words), dealer)
    if not auction.calls:
        raise NotationError("there is no call in the auction", text=" ".join(words))
    agreements = table(system, their_system, convention, silent=seats_given(silent or []))
    for each, (seat, _) in zip(agreements.meanings(auction, vul_given(vul)), auction, strict=True):
        counted = _counted(each) if odds and _is_counted(each) else None
        if as_json:
            output.print_json(_record(each, seat) | (_odds(counted) if odds else {}))
        else:
            output.print_words("\n".join(_lines(each, seat, counted)), ascii_only)


def _lines(meaning: Meaning, seat: Seat, counted: Counted | None) -> Iterator[str]:
    from overtrick.explain.bidding.saying import asks, in_short, sentence_after_call

    said = meaning.said
    asked = f", {asks(meaning)}" if said.rules and said.call is not Call.PASS else ""
    yield f"{seat.word} {said.call.print}{asked}: {sentence_after_call(meaning)}"
    if said.rules and said.call is not Call.PASS:
        yield f"  in short: {in_short(meaning)}"
    if said.is_odd and said.rules:
        yield "  after the calls before, no hand makes this one: it is read for what it says alone"
    if counted is not None:
        share = f"{counted.percent:.3g}% of the hands {seat.word} may have"
        yield f"  made by {share}: {counted.hands:,} of {counted.of:,}"


def _record(meaning: Meaning, seat: Seat) -> dict[str, object]:
    from overtrick.cli.call_records import call_record

    return {"seat": str(seat)} | call_record(meaning) | {"odd": meaning.said.is_odd}


def _odds(counted: Counted | None) -> dict[str, object]:
    if counted is None:
        return {"odds": None}
    return {"odds": {"hands": counted.hands, "of": counted.of, "percent": counted.percent}}


def _is_counted(meaning: Meaning) -> bool:
    """Do hands make the call, and the player's calls before it? Of what nobody does there are no odds."""
    own = meaning.state.said[meaning.place % len(Seat) : meaning.place + 1 : len(Seat)]
    return not any(said.is_odd for said in own)


def _counted(meaning: Meaning) -> Counted:
    """The hands that make a call, of those that made the player's earlier ones."""
    from overtrick.bidding import Meaning
    from overtrick.hands import Counted, count

    made = count(meaning.predicate)
    if meaning.place < len(Seat):
        return made
    return Counted(made.hands, count(Meaning(meaning.state, meaning.place - len(Seat)).predicate).hands)
