"""A seat never learns a card it may not see."""

from __future__ import annotations

import random
import re

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Auction, Board, CardSet, Contract, Deal, Play, Seat, SeatView, Vul
from tests import strategies as some


@st.composite
def boards_in_progress(draw: st.DrawFn) -> Board:
    """A full deal, an auction, and some of the play."""
    pack = draw(st.permutations(range(52)))
    deal = Deal.of({seat: CardSet(sum(1 << card for card in pack[seat::4])) for seat in Seat})
    auction = draw(some.auctions(finished=draw(st.booleans())))
    play = None
    if auction.is_over and auction.contract is not None:
        play = Play.of(deal, auction.contract)
        for _ in range(draw(st.integers(0, 30))):
            play = play.then(draw(st.sampled_from(tuple(play.legal_cards))))
    return Board(1, auction.dealer, Vul.NONE, deal, auction, (), play)


def may_see(board: Board, seat: Seat) -> CardSet:
    """The cards a seat may know of: its own, those played, and dummy's after the opening lead."""
    seen = board.deal[seat]
    if board.play is not None and board.play.cards:
        assert isinstance(board.contract, Contract)
        seen = seen | CardSet.of(board.play.cards) | board.deal[board.contract.dummy]
    return seen


@given(boards_in_progress(), some.seats)
def test_a_view_shows_no_card_that_is_hidden_from_the_seat(board: Board, seat: Seat) -> None:
    view, seen = SeatView.of(board, seat), may_see(board, seat)
    assert view.hand == board.deal[seat]
    assert view.deal.dealt <= seen
    assert view.play is None or CardSet.of(view.play.cards) <= seen
    hidden = [str(card) for card in CardSet.pack() - seen]
    assert not any(card in re.split("[; ]", str(view.play)) for card in hidden)
    assert view.unseen == CardSet.pack() - view.deal.dealt
    assert all(hand <= seen for _, hand in view.deal.items())


@given(boards_in_progress(), some.seats, st.randoms(use_true_random=False))
def test_boards_that_differ_only_in_what_is_hidden_give_the_same_view(
    board: Board, seat: Seat, chance: random.Random
) -> None:
    view = SeatView.of(board, seat)
    hidden = [other for other in Seat if view.deal.get(other) is None]
    played = () if board.play is None else board.play.cards
    holder = {card: board.deal.holder(card) for card in played}
    unseen = sorted(board.deal.dealt - view.deal.dealt - CardSet.of(played))
    hands = {other: CardSet.of(card for card in played if holder[card] is other) for other in hidden}
    chance.shuffle(unseen)
    for other in hidden:
        need = 13 - len(hands[other])
        hands[other], unseen = hands[other] | CardSet.of(unseen[:need]), unseen[need:]
    deal = Deal.of(dict(view.deal.items()) | hands)
    try:
        play = None if board.play is None else Play(deal, board.play.strain, board.play.leader, played)
    except ValueError:
        return  # another division of the hidden cards could not have been played so
    other_board = Board(1, board.dealer, board.vul, deal, board.auction, (), play)
    assert SeatView.of(other_board, seat) == view


@given(boards_in_progress())
def test_one_seat_is_to_act_until_the_board_is_over(board: Board) -> None:
    views = [SeatView.of(board, seat) for seat in Seat]
    acting = [view for view in views if view.is_turn]
    assert isinstance(board.auction, Auction)
    is_over = board.auction.is_passed_out or (board.play is not None and board.play.is_over)
    assert len(acting) == (0 if is_over else 1)
    for view in acting:
        if board.auction.is_over:
            assert board.play is not None
            assert view.legal_cards == board.play.legal_cards
            assert view.legal_calls == ()
        else:
            assert view.legal_calls == board.auction.legal_calls
            assert not view.legal_cards
    for view in views:
        if not view.is_turn:
            assert not view.legal_calls
            assert not view.legal_cards
