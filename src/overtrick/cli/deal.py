"""``overtrick deal``: deal boards at random, or to fit conditions of the hands or an auction."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, NamedTuple, final

import numpy as np

from overtrick import hands
from overtrick.cli import options, output
from overtrick.cli.bidding_options import BiddingOptions, parse_auction
from overtrick.cli.files import SUFFIXES, written_words
from overtrick.cli.output import PLAIN, Style
from overtrick.cli.output import Record as JsonRecord
from overtrick.core import Auction, Board, Call, CardSet, DealError, OvertrickError, Seat, Vul
from overtrick.core.english import series
from overtrick.deals import Constraint, Sampler, boards, unpack
from overtrick.formats import Fingerprint, Record, fingerprint, write
from overtrick.render import DEFAULT_THEME, Theme

__all__ = ["deal"]

_CONDITION = re.compile(r"[^;\n]+")
_SEAT = re.compile(r"\s*(north|east|south|west|[nesw])\s*:\s*", re.IGNORECASE)


class _DealtBoard(NamedTuple):
    """A dealt board, and extra keys of its record."""

    board: Board
    more: JsonRecord


@final
@dataclass(frozen=True)
class AuctionOptions:
    """Options for the auction that deals must fit: its calls, and their circumstances."""

    auction: Annotated[
        str | None, options.option("--auction", "CALLS", "Deals that are bid like this: '1NT P 2D'.")
    ] = None
    system: Annotated[str | None, options.option("--system", "NAME", "What they play in the auction.")] = None
    their_system: options.TheirSystem = None
    convention: options.Conventions = None
    dealer: options.Dealer = None
    vul: options.BoardVul = None

    def bidding(self) -> _Bidding | None:
        """The auction, if there is one, with its information about the hands."""
        if self.auction is None:
            others = {name: value for name, value in vars(self).items() if name != "auction"}
            options.useless("there is no --auction that they say something about", **others)
            return None
        from overtrick.bidding.sampling import wanted

        auction, vul = parse_auction(self.auction, self.dealer), self.vul or Vul.NONE
        bidding = BiddingOptions(self.system or options.DEFAULT_SYSTEM, self.their_system, self.convention)
        state = bidding.agreements().state(auction, vul)
        odd = tuple(made for made, said in zip(auction, state.history, strict=True) if said.is_odd)
        return _Bidding(auction, vul, wanted(state, auction.dealer), odd)


NOT_CALLED = AuctionOptions()


def deal(
    conditions: Annotated[
        str | None, options.argument("CONDITIONS", "As in 'south: 15-17 balanced; north: 5+ hearts'.")
    ] = None,
    called: AuctionOptions = NOT_CALLED,
    n: Annotated[int, options.number("How many boards (default 1).")] = 1,
    seed: options.Seed = None,
    first: Annotated[int, options.number("The number of the first board (default 1).", "--first")] = 1,
    lines: Annotated[bool, options.flag("--lines", "Only the deals, one a line.")] = False,
    theme: options.Colours = DEFAULT_THEME,
    to_file: Annotated[
        Path | None, options.output_option("Write .pbn, .lin … or draw .svg, .html or .txt into FILE.")
    ] = None,
    style: Style = PLAIN,
) -> None:
    """Deal boards at random, or to fit conditions or an auction.

    Every deal, or every deal that fits, is equally likely. With --auction it fits if the players make these
    calls; North-South play --system. --dealer, --vul and the systems say something about the auction.
    """
    options.exclusive(json=style.as_json, lines=lines, output=to_file)
    chosen = secrets.randbelow(10**9) if seed is None else seed
    bidding = called.bidding()
    wanted = {} if conditions is None else _read(conditions)
    if wanted or bidding:
        dealt = _fitting(wanted, n, chosen, first, bidding)
    else:
        dealt = (_DealtBoard(board, {}) for board in boards(np.random.default_rng(chosen), n, first))
    if to_file is not None:
        _write(to_file, [each.board for each in dealt], theme, style)
    elif style.as_json:
        _print_json(dealt, chosen)
    elif lines:
        for each in dealt:
            print(each.board.deal)
    else:
        style.print_values((each.board for each in dealt), theme)
    if seed is None:
        output.note(f"dealt with --seed {chosen}")


def _fitting(
    conditions: Mapping[Seat, Constraint], n: int, seed: int, first: int, bidding: _Bidding | None
) -> Iterator[_DealtBoard]:
    """Boards that fit; if none does, a note says what was relaxed."""
    wanted = conditions if bidding is None else bidding.with_conditions(conditions)
    sampler = Sampler(wanted)
    if bidding is not None:
        bidding.check(sampler)
    _check_possible(sampler, wanted)
    found = sampler.draw(n, seed)
    if found.is_given_up:
        seats = [seat.word for seat in Seat if seat in wanted and wanted[seat].meaning is not None]
        raise DealError(f"no deal comes near what is wanted of {series(seats)}: {found.remarks[0]}")
    for remark in (*(() if bidding is None else bidding.remarks), *found.remarks):
        output.note(remark)
    odd = {} if bidding is None else {"odd": [{"seat": seat, "call": call} for seat, call in bidding.odd]}
    for place, (dealt, weight) in enumerate(zip(unpack(found.deals), found.weights, strict=True), first):
        board = Board.numbered(place, dealt)
        more = {"weight": float(weight), "exact": found.exact, **odd}
        yield _DealtBoard(board if bidding is None else bidding.on(board), more)


def _print_json(dealt: Iterable[_DealtBoard], seed: int) -> None:
    seen = Fingerprint()
    for board, more in dealt:
        seen.add(board.deal)
        output.print_json(output.board_record(board) | {"deal_set": seen, "seed": seed} | more)


def _write(path: Path, dealt: list[Board], theme: Theme, style: Style) -> None:
    if path.suffix.lower() in SUFFIXES:
        print(f"wrote {path}: {written_words(write(map(Record, dealt), path))}")
    else:
        output.write_picture(path, dealt, fingerprint(board.deal for board in dealt), theme, style)


# Conditions


def _read(text: str) -> dict[Seat, Constraint]:
    """Read conditions: for each seat a predicate, a hand with some or all cards known, or both.

    >>> _read("South: 15-17 hcp; W: AK...; w: 5+ hearts")[Seat.WEST]
    Constraint(hands.parse('hearts 5+'), held=CardSet.parse('AK...'))
    """
    found = dict[Seat, Constraint]()
    for seat, condition, place in _conditions(text):
        before, new = found.get(seat, Constraint()), _wanted(condition, place, text)
        both = [each for each in (before.meaning, new.meaning) if each is not None]
        meaning = both[0] & both[1] if len(both) == 2 else next(iter(both), None)
        found[seat] = Constraint(meaning, held=before.held | new.held)
    return found


def _conditions(text: str) -> Iterator[tuple[Seat, str, int]]:
    """The seats with their conditions, and the position of each in the text."""
    for part in _CONDITION.finditer(text):
        if not part[0].strip():
            continue
        named = _SEAT.match(part[0])
        if named is None:
            column = part.start() + len(part[0]) - len(part[0].lstrip()) + 1
            raise OvertrickError(
                f"column {column}: expected a seat and a colon, as in 'south: 15-17 hcp'", text=text
            )
        yield Seat.parse(named[1]), part[0][named.end() :].rstrip(), part.start() + named.end()


def _wanted(condition: str, place: int, text: str) -> Constraint:
    if condition.count(".") == 3 and " " not in condition:
        try:
            return Constraint(held=CardSet.parse(condition))
        except DealError as error:
            raise DealError(f"column {place + 1}: {'; '.join(error.faults)}", text=text) from None
    try:
        return Constraint(hands.parse(condition))
    except hands.PredicateError as error:
        raise hands.PredicateError(error.fault, place + error.column, text) from None


def _check_possible(sampler: Sampler, wanted: Mapping[Seat, Constraint]) -> None:
    """Raise an error that names every seat whose condition no possible hand meets."""
    faults = [
        f"no hand that {seat.word} can have is {str(wanted[seat].meaning)!r}" for seat in sampler.impossible
    ]
    if faults:
        raise DealError(*faults)


# Auctions


@final
@dataclass(frozen=True)
class _Bidding:
    """An auction with its information about the hands."""

    auction: Auction
    vul: Vul
    wanted: Mapping[Seat, Constraint]
    odd: tuple[tuple[Seat, Call], ...] = field(default=())
    """The calls that no hand makes there."""

    @property
    def remarks(self) -> Iterator[str]:
        """Remarks about hands that would not make their calls."""
        for seat, call in self.odd:
            what = f"nobody makes {seat.word}'s call of {call.print} there by the system"
            known = "by what it says alone" if seat in self.wanted else "as if it said nothing"
            yield f"{what}: {seat.word}'s hand is dealt {known}"

    def with_conditions(self, conditions: Mapping[Seat, Constraint]) -> dict[Seat, Constraint]:
        """The constraints of the auction, combined with the conditions."""
        from overtrick.bidding.sampling import both  # here, because most deals need no bidding

        return both(self.wanted, conditions)

    def check(self, sampler: Sampler) -> None:
        """Raise an error if no hand can be bid like this."""
        if sampler.impossible:
            names = " or ".join(seat.word for seat in sampler.impossible)
            raise DealError(f"no hand that {names} can have is bid like this", text=str(self.auction))

    def on(self, board: Board) -> Board:
        """A board with this auction."""
        return replace(board, dealer=self.auction.dealer, vul=self.vul, auction=self.auction)
