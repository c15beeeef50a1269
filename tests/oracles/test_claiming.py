"""Claims against plain recursion over every layout: none is wrong, and how many are found."""

from __future__ import annotations

import os
from itertools import islice
from random import Random

import pytest

from overtrick.core import Card, CardSet, Claim, Deal, Play, Seat, SeatView, Side, Strain
from overtrick.player.claims import (
    EndingSearch,
    Proof,
    accepts,
    cashed,
    proved_claim,
    proved_concession,
)
from overtrick.player.knowledge import HiddenHands
from tests.plain_claiming import World, is_ever_won, random_views, sure_tricks, worlds_of

_SOAK = 20 if os.environ.get("OVERTRICK_HYPOTHESIS") == "soak" else 1
_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.CLUBS)


def _sure_and_most(view: SeatView) -> tuple[int, int]:
    """What one plan is sure of, and what declarer takes double dummy where he takes most."""
    play = view.play
    assert play is not None
    worlds, side = worlds_of(view), view.seat.side
    most = max(sure_tricks([world], play.trick, play.strain, side) for world in worlds)
    return sure_tricks(worlds, play.trick, play.strain, side), most


@pytest.mark.parametrize(("left", "before", "views"), [(2, 1, 200), (2, 3, 200), (3, 3, 10)])
def test_a_claim_is_what_one_plan_takes_in_every_layout_and_nothing_is_left_unclaimed(
    left: int, before: int, views: int
) -> None:
    compared = found = provable = 0
    for view in islice(random_views(left * 10 + before, left, before, _STRAINS), views * _SOAK):
        sure, most = _sure_and_most(view)
        claim = proved_claim(view)
        assert claim is None or claim.tricks == sure == most, (view, claim, sure, most)
        provable += sure == most > 0
        found += claim is not None
        compared += 1
    assert compared == views * _SOAK
    assert found == provable > views // 20  # endings so small are searched to the end


def test_no_claim_of_a_longer_ending_is_wrong() -> None:
    """Four cards, after play that has told something: few layouts are left, all of them are looked at."""
    compared = claimed = 0
    for view in random_views(4, 4, 3, _STRAINS):
        claim = proved_claim(view)
        if claim is None or claim.layouts > 3:
            continue
        assert view.play is not None
        sure = sure_tricks(worlds_of(view), view.play.trick, view.play.strain, view.seat.side)
        assert claim.tricks == sure
        claimed += claim.proof is Proof.CASHING
        compared += 1
        if compared == 8 * _SOAK:
            break
    assert claimed > 0


def test_a_claimed_line_is_legal_and_wins_whatever_the_defenders_play() -> None:
    """The cards of a line are played in their order against every defence; a revoke would be an error."""
    random, carried_out, with_trumps_out = Random(1), 0, 0
    for view in random_views(5, 4, 2, _STRAINS):
        claim = proved_claim(view)
        if claim is None or claim.proof is not Proof.CASHING or not claim.line:
            continue
        for world in random.sample(worlds := worlds_of(view), min(2, len(worlds))):
            real = _in_world(view, world)
            had = real.tricks_won(view.seat.side)
            assert _fewest(real, claim.line, view.seat.side) - had >= claim.tricks
            carried_out += 1
            with_trumps_out += _has_trumps_out(view, world)
        if carried_out >= 60 * _SOAK:
            break
    assert carried_out >= 60
    assert with_trumps_out > 3


def _in_world(view: SeatView, world: World) -> Play:
    """The play so far, from the four hands of a world."""
    play = view.play
    assert play is not None
    played = [pair for trick in (*play.tricks, play.trick) for pair in trick]
    before = {seat: [card for who, card in played if who is seat] for seat in Seat}
    hands = [CardSet.of((*world[seat], *before[seat])) for seat in Seat]
    return Play(Deal((hands[0], hands[1], hands[2], hands[3])), play.strain, play.leader, play.cards)


def _fewest(play: Play, line: tuple[Card, ...], side: Side) -> int:
    """The fewest tricks of a side that plays a line, once the trick of its last card is over."""
    if play.is_over or (not line and not play.trick.cards):
        return play.tricks_won(side)
    if play.to_play.side is side:
        return _fewest(play.then(line[0]), line[1:], side)
    return min(_fewest(play.then(card), line, side) for card in play.legal_cards)


def _has_trumps_out(view: SeatView, world: World) -> bool:
    assert view.play is not None
    trump = view.play.strain.suit
    return any(card.suit is trump for seat in view.seat.side.opponents.seats for card in world[seat])


def test_cashing_claims_no_more_than_a_search_of_all_layouts_is_sure_of() -> None:
    compared = proved = 0
    for view in islice(random_views(9, 5, 4, _STRAINS), 60 * _SOAK):
        play = view.play
        assert play is not None
        hidden = HiddenHands.of(play, view.unseen.bits)
        assert hidden is not None
        found = [tricks for tricks in range(1, 6) if cashed(hidden, tricks) is not None]
        if found:  # who is sure of the most is sure of fewer
            search = EndingSearch(play.strain, view.seat.side, work=10**6)
            assert search.is_sure(tuple(hidden.worlds()), play.on_lead, hidden.trick, max(found))
        proved += len(found)
        compared += 5
    assert compared == 300 * _SOAK
    assert proved > 30


def test_a_concession_is_made_exactly_when_no_play_of_all_four_wins_a_trick() -> None:
    compared = conceded = 0
    for view in islice(random_views(7, 2, 2, _STRAINS), 500 * _SOAK):
        play = view.play
        assert play is not None
        is_lost = not any(
            is_ever_won(world, play.trick, play.strain, view.seat.side) for world in worlds_of(view)
        )
        assert (proved_concession(view) is not None) is is_lost
        conceded += is_lost
        compared += 1
    assert compared == 500 * _SOAK
    assert conceded > 5


def test_a_seat_agrees_to_a_claim_unless_a_layout_gives_its_side_more() -> None:
    compared = {True: 0, False: 0}
    for view in islice(random_views(8, 2, 1, _STRAINS), 150 * _SOAK):
        play = view.play
        assert play is not None
        side = view.seat.side
        most = max(sure_tricks([world], play.trick, play.strain, side) for world in worlds_of(view))
        for tricks in range(3):
            answer = accepts(view, Claim(play.tricks_won(side) + tricks, by=view.seat.lho))
            assert answer is (most <= tricks)
            compared[answer] += 1
    assert min(compared.values()) > 50
