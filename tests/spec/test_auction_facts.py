"""What the auction has shown of the opponents, and whose suit is whose."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.bidding import Agreements, State, Trait, load, parse
from overtrick.bidding.batch import visits
from overtrick.core import Auction, Bid, Seat, Suit, Vul
from overtrick.deals import packed_deals
from overtrick.hands import Predicate, count

SYSTEM = """
system tiny "tiny"
when opening
  1C: 12-15 hcp, 3+ clubs
  1D: 12-15 hcp, 2+ diamonds
  1H: 12-15 hcp, 4+ hearts
  1S: 12-15 hcp, 5+ spades, 4+ hearts
  2C: 16+ hcp
  2NT: 5-11 hcp, 5+ diamonds, 5+ clubs
  pass: 11- hcp
when not opening
  1H: 8-16 hcp, 4+ hearts
  1NT: 6-9 hcp, 3+ clubs
  2C: 10+ hcp, 3+ clubs
  2D: 7+ hcp, 4+ spades
  pass: true
"""


def at(auction: str, rules: str = "") -> State:
    """The state of an auction."""
    return Agreements(parse(SYSTEM + rules)).state(Auction.parse(auction))


def suits(state: State, word: str) -> str:
    """The suits of which a word is true, as letters."""
    return "".join(str(suit) for suit in Suit if state.facts[word][suit])


# Points and lengths


@pytest.mark.parametrize(
    ("auction", "points"),
    [
        ("N:", 0),
        ("1C", 12),
        ("1C P", 0),  # a pass over an opening may be made with nothing
        ("1C P 1NT", 18),
        ("1C 1H 1NT", 18),
        ("1C 1H 1NT P", 8),
        ("2C 2D", 7),
        ("2C 2D P", 16),
        ("P P P", 0),
    ],
)
def test_their_points_are_the_fewest_of_both_together(auction: str, points: int) -> None:
    assert list(at(auction).facts["their_hcp"]) == [points]


@pytest.mark.parametrize(
    ("auction", "lengths"),
    [
        ("N:", [0, 0, 0, 0]),
        ("1C", [3, 0, 0, 0]),
        ("1S", [0, 0, 4, 5]),
        ("1C P 1NT", [6, 0, 0, 0]),
        ("1C 1H 2C", [6, 0, 0, 0]),
        ("1C 1H 2C P", [0, 0, 4, 0]),
        ("2NT", [5, 5, 0, 0]),
    ],
)
def test_their_length_is_the_fewest_cards_of_both_together(auction: str, lengths: list[int]) -> None:
    assert list(at(auction).facts["their_length"]) == lengths


def test_conditions_may_ask_for_their_points_and_lengths() -> None:
    rules = """
when their bid, priority 1
  7S: hcp + their_hcp >= 30
  7NT: clubs + their_length(C) >= 9
"""
    terms = {str(each.call): str(each.term) for each in at("1C P 1NT", rules).candidates[:2]}
    plain = Agreements(parse('system a "a"\nwhen opening\n  7S: hcp + 18 >= 30\n  7NT: clubs + 6 >= 9\n'))
    assert terms == {str(each.call): str(each.term) for each in plain.state(Auction.parse("N:")).candidates}


# Whose suit it is


@pytest.mark.parametrize(
    ("auction", "theirs"),
    [
        ("N:", ""),
        ("1H", "H"),  # bid, four cards
        ("1C", "C"),  # bid, three cards
        ("1D", ""),  # bid, but two cards are not enough
        ("1S", "HS"),  # spades bid; four hearts shown, though not bid
        ("2C", ""),  # an artificial bid says nothing of clubs
        ("2NT", "CD"),  # neither bid
        ("2C 2D", "S"),  # spades shown, diamonds only bid
        ("1H P 1NT", "H"),  # three clubs shown, but not bid
        ("1H P 2C", "CH"),
        ("1C P P", "C"),  # and it stays so
        ("1C 1H P", "C"),
        ("1C 1H P P", "H"),
    ],
)
def test_a_suit_is_theirs_if_bid_with_three_cards_or_shown_with_four(auction: str, theirs: str) -> None:
    assert suits(at(auction), "theirs") == theirs


@pytest.mark.parametrize(
    ("auction", "ours"),
    [
        ("N:", ""),
        ("1C", ""),
        ("1C P", "C"),
        ("1D P", ""),
        ("1S P", "HS"),
        ("2NT P", "CD"),
        ("1H P 1NT P", "H"),
        ("1H P 2C P", "CH"),
        ("1C 1H P P", "C"),
        ("1C 1H P", "H"),
    ],
)
def test_a_suit_is_ours_in_the_same_way(auction: str, ours: str) -> None:
    assert suits(at(auction), "ours") == ours


def test_what_is_theirs_to_one_side_is_ours_to_the_other() -> None:
    """And the words are those of the promises, whatever the system and the auction."""
    table = Agreements(load("natural"))
    deals = packed_deals(np.random.default_rng(17), 60)
    compared = 0
    for visit in visits(table.start(Seat.WEST, Vul.EW), deals, Seat.WEST):
        state = visit.state
        for first, word in ((0, "ours"), (1, "theirs")):
            players = (first, first + 2)
            bid = {
                int(said.call.strain)
                for player in players
                for said in state.calls_of(player)
                if isinstance(said.call, Bid)
            }
            for suit in Suit:
                shown = max(state.range_of(player, Trait(suit))[0] for player in players)
                is_so = shown >= 4 or (shown == 3 and int(suit) in bid)
                assert state.facts[word][suit] is is_so, (state, suit)
                compared += 1
        least = [sum(state.range_of(player, Trait.HCP)[0] for player in (1, 3))]
        assert list(state.facts["their_hcp"]) == least
    assert compared >= 8 * 200


def test_a_stopper_is_asked_in_a_three_card_suit_that_they_bid() -> None:
    rules = "when their bid, priority 1\n  7NT: stopped\n"
    (asked,) = (each for each in at("1C", rules).candidates if str(each.call) == "7NT")
    plain = Agreements(parse('system a "a"\nwhen opening\n  7NT: stopper(C)\n')).state(Auction.parse("N:"))
    assert count(Predicate(asked.term)).hands == count(Predicate(plain.candidates[0].term)).hands
