"""``overtrick meaning``: what each call of an auction means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from overtrick.bidding import Meaning
from overtrick.bidding.words.calls import asks, in_short, sentence_after_call
from overtrick.cli import options, output
from overtrick.cli.bidding_options import USUAL_BIDDING, BiddingOptions, call_record, parse_auction
from overtrick.cli.output import PLAIN, Style
from overtrick.core import Call, NotationError, Seat, Vul
from overtrick.hands import HandCount, count

__all__ = ["meaning"]


def meaning(
    words: Annotated[list[str], options.argument("AUCTION", "Like '1C P 1D' or 'E: 1H X'.")],
    bidding: BiddingOptions = USUAL_BIDDING,
    dealer: options.Dealer = None,
    vul: options.Vulnerable = Vul.NONE,
    silent: options.Silent = None,
    odds: Annotated[
        bool, options.flag("--odds", "How many of the player's hands make each call, exactly; takes time.")
    ] = False,
    style: Style = PLAIN,
) -> None:
    """Say what each call of an auction means.

    --system is what North-South play, --their-system what East-West play.
    """
    auction = parse_auction(" ".join(words), dealer)
    if not auction.calls:
        raise NotationError("there is no call in the auction", text=" ".join(words))
    agreements = bidding.agreements(silent=silent)
    for each, (seat, _) in zip(agreements.meanings(auction, vul), auction, strict=True):
        counted = _counted(each) if odds and _is_counted(each) else None
        record = {"seat": seat} | call_record(each) | {"odd": each.interpretation.is_odd}
        if odds:
            record["odds"] = counted and output.attributes(counted, "hands", "of", "percent")
        style.print_answer(record, _lines(each, seat, counted))


def _lines(meaning: Meaning, seat: Seat, counted: HandCount | None) -> Iterator[str]:
    said = meaning.interpretation
    asked = f", {asks(meaning)}" if said.rules and said.call is not Call.PASS else ""
    yield f"{seat.word} {said.call.print}{asked}: {sentence_after_call(meaning)}"
    if said.rules and said.call is not Call.PASS:
        yield f"  in short: {in_short(meaning)}"
    if said.is_odd and said.rules:
        yield "  after the calls before, no hand makes this one: it is read for what it says alone"
    if counted is not None:
        share = f"{counted.percent:.3g}% of the hands {seat.word} may have"
        yield f"  made by {share}: {counted.hands:,} of {counted.of:,}"


def _is_counted(meaning: Meaning) -> bool:
    """Do any hands make the call and the player's earlier calls?  Otherwise there are no odds."""
    own = meaning.state.history[meaning.place % len(Seat) : meaning.place + 1 : len(Seat)]
    return not any(said.is_odd for said in own)


def _counted(meaning: Meaning) -> HandCount:
    """The count of hands that make a call, among those that make the player's earlier ones."""
    made = count(meaning.predicate)
    if meaning.place < len(Seat):
        return made
    return HandCount(made.hands, count(Meaning(meaning.state, meaning.place - len(Seat)).predicate).hands)
