"""What the calls tell of the hidden hands: by their explanations, or else by the systems of the two sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from overtrick.bidding import Agreements, Meaning, State, read_note
from overtrick.bidding.meanings import as_predicate
from overtrick.bidding.promises import ANYTHING
from overtrick.core import Seat, SeatView
from overtrick.deals import Wanted
from overtrick.hands import Predicate
from overtrick.hands.terms import All, Always

__all__ = ["Told", "told"]

_NOTHING = (Always(True), All(()))


@final
@dataclass(frozen=True)
class Told:
    """What the calls say of each hidden hand, exactly and by ranges; other hands are left out."""

    exact: Mapping[Seat, Wanted] = field(default_factory=dict)
    promised: Mapping[Seat, Wanted] = field(default_factory=dict)
    """Something less: the ranges that the calls promise, for when no deal fits the rest."""
    remarks: tuple[str, ...] = ()


def told(view: SeatView, agreements: Agreements | None) -> Told:
    """What the calls say of the hands that a view does not show.

    >>> from overtrick import Board
    >>> view = SeatView.of(Board.parse("Deal N:- - AKQJT98765432... -\\nAuction N: 1NT AP"), Seat.SOUTH)
    >>> told(view, None).exact
    {}
    """
    notes, remarks = _explained(view)
    state = None if agreements is None else agreements.state(view.auction, view.vul)
    exact, promised = dict[Seat, Wanted](), dict[Seat, Wanted]()
    for player in range(min(4, len(view.auction))):
        seat = view.dealer.next(player)
        if view.deal.get(seat) is not None:
            continue
        own = {place: note for place, note in notes.items() if place % 4 == player}
        if (everything := _exactly(state, player, own)) is not None:
            exact[seat] = everything
        if (ranges := _in_ranges(state, player, own)) is not None:
            promised[seat] = ranges
    return Told(exact, promised, remarks)


def _explained(view: SeatView) -> tuple[dict[int, Predicate], tuple[str, ...]]:
    """What the explanations say, by the place of the call, and which of them say nothing."""
    notes, remarks = dict[int, Predicate](), list[str]()
    for place, (seat, call, meaning) in enumerate(view.calls()):
        if meaning is None or not meaning.text or view.deal.get(seat) is not None:
            continue
        note = read_note(meaning.text)
        if note.predicate.term in _NOTHING:
            remarks.append(f"{seat.word}'s {call.print} goes by the system: {meaning.text!r} says no more")
        else:
            notes[place] = note.predicate
    return notes, tuple(remarks)


def _exactly(state: State | None, player: int, notes: Mapping[int, Predicate]) -> Wanted | None:
    """A player's calls together; where one contradicts those before it, the system's only from there on."""
    terms = [note.term for note in notes.values()]
    within = None
    if state is not None and player not in state.silent:
        places = range(player, len(state.said), 4)
        first = max((place for place in places if state.said[place].is_alone), default=0)
        read = [place for place in places if place >= first and place not in notes]
        terms += [Meaning(state, place).condition.term for place in read]
        within = None if notes else as_predicate(state.promises[player])
    said = tuple(term for term in terms if term not in _NOTHING)
    if not said:
        return None
    return Wanted(Predicate(All(said) if len(said) > 1 else said[0]), within)


def _in_ranges(state: State | None, player: int, notes: Mapping[int, Predicate]) -> Wanted | None:
    """The ranges of a player's calls; where some were explained, the explanations alone."""
    if notes:
        return _exactly(None, player, notes)
    if state is None or player in state.silent or state.promises[player] is ANYTHING:
        return None
    return Wanted(as_predicate(state.promises[player]))
