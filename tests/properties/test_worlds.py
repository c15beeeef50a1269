"""Every world agrees with every card: over random deals and random legal play."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Board, Deal, Play, Seat, SeatView, Strain, Vul
from overtrick.deals import unpack
from overtrick.player import PlaySettings
from overtrick.player.knowledge import Divisions, known
from overtrick.player.worlds import draw
from tests import strategies as some


@st.composite
def views(draw: st.DrawFn) -> tuple[SeatView, Deal]:
    """A deal played for a while, or an ending, as one seat sees it; and the deal."""
    deal = draw(some.endings(hide=False, min_size=draw(st.sampled_from([2, 13]))))
    play = Play(deal, draw(st.sampled_from(Strain)), draw(some.seats))
    for _ in range(draw(st.integers(0, 4 * play.start.cards_each - 1))):
        play = play.then(draw(st.sampled_from(tuple(play.legal_cards))))
    return SeatView.of(Board(1, Seat.NORTH, Vul.NONE, deal, play=play), draw(some.seats)), deal


@given(views())
def test_every_world_agrees_with_every_card_played(given_: tuple[SeatView, Deal]) -> None:
    view, deal = given_
    assert view.play is not None
    worlds = draw(view, None, PlaySettings(6, 24, recall=4, threads=1))
    assert 1 <= len(worlds) <= (24 if worlds.is_all else 6)
    for world in unpack(worlds.deals):
        assert all(world[seat] == deal[seat] for seat in view.deal.known)
        # the laws judge: a hand that never held a card, or could have followed, may not have played so
        assert Play(world, view.play.strain, view.play.leader, view.play.cards).to_play is view.play.to_play


@given(views())
def test_the_weights_are_probabilities(given_: tuple[SeatView, Deal]) -> None:
    worlds = draw(given_[0], None, PlaySettings(6, 24, recall=3, threads=1))
    assert (worlds.weights > 0).all()
    assert abs(worlds.weights.sum() - 1) < 1e-9
    assert 1 - 1e-9 <= worlds.effective <= len(worlds) + 1e-9


@given(views())
def test_the_true_deal_is_among_the_worlds_when_they_are_all(given_: tuple[SeatView, Deal]) -> None:
    view, deal = given_
    worlds = draw(view, None, PlaySettings(300, 300, recall=0))
    assert worlds.is_all == (Divisions(known(view)).count <= 300)
    if worlds.is_all:
        row = np.array([deal[seat].bits for seat in Seat], np.uint64)
        assert (worlds.deals == row).all(axis=1).sum() == 1
