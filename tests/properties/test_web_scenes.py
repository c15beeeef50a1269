"""What a scene and its page may hold: nothing that depends on a card its seat may not see."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

from hypothesis import given
from hypothesis import strategies as st

from overtrick.core import Board, Call, CardSet, Deal, Seat, Suit
from overtrick.table import Occupant, Table, TableSettings
from overtrick.web.scene import Scene
from overtrick.web.tables.scene import Snapshot, draw_regions, scene_of
from tests.tables import MOMENT
from tests.web import cards_named, without_bids

_CONTRACTS = ("1NT P P P", "P 1H P 4H P P P", "P P 2S X P P P", "3NT X XX P P P", "P P P 5C P P P")


def story(chance: random.Random, seat: Seat) -> Table:
    """A board at which robots sit and one person, some calls or cards on."""
    robot = Occupant("Robot", is_robot=True)
    north, east, south, west = (Occupant("You") if each is seat else robot for each in Seat)
    table = Table.open(
        TableSettings.of(north, east, south, west, seed=chance.randrange(10**6)), clock=lambda: MOMENT
    )
    table.deal()
    for call in chance.choice(_CONTRACTS).split():
        if chance.random() < 0.1:
            return table
        assert table.turn is not None
        table.call(table.turn, Call.parse(call))
    for _ in range(chance.randrange(52)):
        in_play = table.state.board_in_play
        assert table.turn is not None
        table.play(table.turn, chance.choice(list(in_play.play.legal_cards)))
    return table


def hidden_seats(table: Table, seat: Seat) -> list[Seat]:
    """The seats whose hands this one may not see."""
    return [each for each in Seat if each not in table.view(seat).deal.known]


def redealt(table: Table, seat: Seat, chance: random.Random) -> Table:
    """The same story with the unplayed cards of hidden hands dealt anew, suit by suit: still legal."""
    board = table.state.board_in_play.board
    played = CardSet() if board.play is None else CardSet.of(board.play.cards)
    hands = {each: board.deal[each] for each in Seat}
    for suit in Suit:
        hidden = [hands[each].in_suit(suit) - played for each in hidden_seats(table, seat)]
        cards = [card for holding in hidden for card in holding]
        chance.shuffle(cards)
        for each, holding in zip(hidden_seats(table, seat), hidden, strict=True):
            given, cards = cards[: len(holding)], cards[len(holding) :]
            hands[each] = (hands[each] - holding) | CardSet.of(given)
    other = Table.open(table.settings, clock=lambda: MOMENT)
    other.deal(Board(board.number, board.dealer, board.vul, Deal.of(hands)))
    assert board.auction is not None
    for caller, call in board.auction:
        other.call(caller, call)
    for card in () if board.play is None else board.play.cards:
        assert other.turn is not None
        other.play(other.turn, card)
    return other


CAN = ("call", "play", "claim", "undo")


def seen_by(table: Table, seat: Seat) -> Scene:
    return replace(scene_of(Snapshot.of(table, seat), ("N", "E", "S", "W"), lambda calls: ""), can=CAN)


@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_hidden_cards_make_no_difference_to_a_scene_or_its_page(seed: int, seat: Seat) -> None:
    chance = random.Random(seed)
    table = story(chance, seat)
    if table.state.in_play is None:
        return
    other = redealt(table, seat, chance)
    scene, same = seen_by(table, seat), seen_by(other, seat)
    assert scene == same
    assert draw_regions(scene, "id") == draw_regions(same, "id")


@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_a_scene_names_no_card_that_is_hidden(seed: int, seat: Seat) -> None:
    table = story(random.Random(seed), seat)
    if table.state.in_play is None:
        return
    view, board = table.view(seat), table.state.board_in_play.board
    played = set() if board.play is None else set(board.play.cards)
    seen = {card for each in view.deal.known for card in view.deal[each]} | played
    scene = seen_by(table, seat)
    sent = f"{asdict(scene)} {' '.join(draw_regions(scene, 'id').values())}"
    named = cards_named(without_bids(sent))
    assert named <= seen
    assert set(view.hand) - played <= named


@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_the_person_sits_at_the_bottom_and_plays_only_legal_cards(seed: int, seat: Seat) -> None:
    table = story(random.Random(seed), seat)
    if table.state.in_play is None:
        return
    scene, view = seen_by(table, seat), table.view(seat)
    assert (scene.seats[0].seat, scene.seats[0].name) == (str(seat), "You")
    legal = {
        card.card
        for each in scene.seats
        for suit in (each.hand.suits if each.hand else ())
        for card in suit
        if card.is_legal
    }
    assert legal == {str(card) for card in view.legal_cards}
    assert {call.call for call in scene.box if call.is_legal} == {str(call) for call in view.legal_calls}


@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_names_and_advice_are_escaped_wherever_they_stand(seed: int, seat: Seat) -> None:
    table = story(random.Random(seed), seat)
    markup = "<img src=x onerror=alert(1)>"
    scene = scene_of(Snapshot.of(table, seat), (markup,) * 4, lambda calls: markup)
    told = replace(scene, can=CAN, advice=(markup,), advice_level=1)
    assert markup not in "".join(draw_regions(told, "id").values())
