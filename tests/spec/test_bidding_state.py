"""What an auction is understood to be: forcing, agreement, letters, priorities, vulnerability."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.bidding import Agreements, BiddingError, Meaning, State, Trait, load, parse, sampling
from overtrick.core import Auction, Bid, Call, CardSet, Deal, Seat, Suit, Vul
from overtrick.deals import boards, sample


def at(system: str, auction: str, vul: Vul = Vul.NONE) -> State:
    """The state of an auction in a system given as text."""
    return Agreements(parse(f'system tiny "tiny"\n{system}')).state(Auction.parse(auction), vul)


def calls(state: State) -> list[str]:
    """The calls of the candidates, in their order."""
    return [str(each.call) for each in state.candidates]


# Forcing

FORCING = """
when opening
  1C: 17+ hcp
    forcing to game
  1D: 14-16 hcp
    forcing
  1H: 12-13 hcp
    forcing to 3NT
  1S: 10-11 hcp
    forcing to 2NT
  4H: 8-9 hcp
    forcing to game
  1NT: 5-7 hcp
  pass: true
when not opening
  nX for X in SHDC: 4+ X
  nNT: true
"""


@pytest.mark.parametrize(
    ("auction", "is_forced"),
    [
        ("N:", False),
        ("1NT P", False),
        ("1D P", True),
        ("1D X", False),
        ("1D 1S", False),
        ("1D P 1H P", False),
        ("1C P", True),
        ("1C P 1D P", True),
        ("1C P 1D P 1H P", True),
        ("1C P 1D P 3NT P", False),
        ("1C P 1D 2S P P", True),
        ("1C P 1D 2S X P", False),
        ("1H P 2C P", True),
        ("1H P 3D P", True),
        ("1H P 3NT P", False),
        ("1H P 4C P", False),
        ("4H P", False),
        ("P P", False),
    ],
)
def test_partner_may_not_pass_a_forcing_call_until_it_has_been_answered_or_reached_its_goal(
    auction: str, is_forced: bool
) -> None:
    assert at(FORCING, auction).is_forced is is_forced


def test_the_highest_goal_stands() -> None:
    system = """
when opening
  1C: true
    forcing to 3NT
when partner bid 1C
  1D: true
    forcing to 2C
"""
    assert at(system, "1C P 1D P 2D P").is_forced


def test_two_entries_for_one_call_force_only_as_far_as_both_do() -> None:
    system = """
when opening
  1C: 17+ hcp
    forcing to 3NT
  1C: 12+ hcp
    forcing to 2NT
  1D: 10+ hcp
    forcing
  1D: 8+ hcp
"""
    assert at(system, "1C").history[0].until == Bid.parse("2NT")
    assert not at(system, "1D").history[0].disposition.is_forcing


# Agreement and tags

RAISES = """
when opening
  1H: 5+ hearts, 12+ hcp
    is major(H), strong
  1H: 12+ hcp
    is major(H)
  1S: 5+ spades
  pass: true
when partner bid 1M
  2M: 3+ M, 10- hcp
    agrees M
  2M: 5+ clubs, 4- hearts
  3M: 4+ M
    agrees M
  2C: true
"""


def test_a_suit_is_agreed_only_if_every_entry_for_the_call_agrees_it_and_stays_agreed() -> None:
    assert at(RAISES, "1S P 3S P").agreed is Suit.SPADES
    assert at(RAISES, "1S P 3S P 4C P").agreed is Suit.SPADES
    assert at(RAISES, "1S P 3S").agreed is None  # it is theirs
    assert at(RAISES, "1S P 2S P").agreed is None
    later = RAISES + "when S agreed\n  4H: true\n    agrees H\n"
    assert at(later, "1S P 3S P 4H P").agreed is Suit.HEARTS


def test_a_call_has_the_tags_that_all_its_entries_have() -> None:
    said = at(RAISES, "1H").history[0]
    assert said.tags == (("major", (2,)),)


def test_an_entry_that_can_never_make_a_call_takes_no_tag_from_it() -> None:
    system = """
when opening
  2H: 14- hcp
    is weak
  2NT: true
when opening, priority -1
  2H: 5+ hearts
"""
    assert at(system, "2H").history[0].tags == (("weak", ()),)


def test_raises_and_jumps_are_told() -> None:
    said = {str(each.call): each for each in at(RAISES, "1S P 3S").history}
    assert said["3S"].is_raise
    assert said["3S"].is_jump
    assert not said["1S"].is_jump
    assert not at(RAISES, "1S P 2C").history[-1].is_raise


# Letters, priorities, complete blocks


def test_a_letter_found_in_one_branch_only_is_free_in_the_entries() -> None:
    system = """
when opening
  1D: true
when (partner bid 1X, RHO passed) or partner doubled
  2Y for Y in SHDC: 5+ Y
"""
    assert sorted(calls(at(system, "1D P"))) == ["2C", "2D", "2H", "2S"]


def test_different_letters_are_different_suits_and_the_other_major_follows() -> None:
    system = """
when opening
  1H: true
when partner bid 1M
  1OM: 4+ OM
  2X: 5+ X
"""
    assert calls(at(system, "1H P")) == ["1S", "2S", "2D", "2C"]


def test_a_level_has_one_name() -> None:
    system = """
when opening
  1H: true
when partner bid nX, I bid nY
  pass: true
when not opening, priority -1
  2S: true
  3C: true
"""
    assert "P" not in calls(at(system, "1H P 2S P 3C P"))


def test_priority_comes_before_order_and_a_complete_block_ends_the_list() -> None:
    system = """
when opening
  1C: 12+ hcp
when opening, priority 2
  1D: 12+ hcp
when opening, priority 1, complete
  1H: 12+ hcp
  1S: 12+ hcp
    priority -5
when opening, priority 1
  1NT: 12+ hcp
"""
    assert calls(at(system, "N:")) == ["1D", "1H", "1S"]


# The words for auctions

FACTS = {
    "opening": ("N:", "P P", "!1C"),
    "seat 1": ("N:", "!P", "!P P P"),
    "seat 3-4": ("P P", "P P P", "!N:"),
    "undisturbed": ("1C P", "N:", "!1C 1D", "!1D 1H P", "!1C X P P"),
    "passed hand": ("P P P 1C", "!P P P", "!1C P P P"),
    "partner passed hand": ("P P", "!N:", "!1C P"),
    "first turn": ("1C", "P P P 1C", "!1C P 1D P"),
    "our bid": ("1C P", "!1C", "!N:"),
    "their bid": ("1C", "1C P P", "!1C P"),
    "doubled": ("1C X", "!1C", "!1C X 1D"),
    "redoubled": ("1C X XX", "!1C X"),
    "balancing": ("1C P P", "1C P 1D P P", "P P P", "!1C P", "!P P"),
    "in game": ("3NT P", "4H P", "!4H", "!3S P", "!4D P"),
    "partner passed": ("P P", "!N:", "!1C P"),
    "RHO silent": ("P", "N:", "!1C"),
    "they silent": ("1C P", "!1C", "!1D 1H P"),
    "partner jumped": ("2NT P", "!1NT P"),
    "below 3NT": ("3S", "N:", "!3NT"),
    "at or above 3C": ("3C", "4H", "!2NT"),
    "I bid": ("1C P 1D P", "1C P P 1H", "!1C P", "!1C P P"),
    "LHO bid": ("1C P 1D", "!1C"),
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_word_for_auctions_holds_where_it_should_and_nowhere_else(fact: str) -> None:
    system = f"""
when {fact}, priority 1
  7NT: true
when not opening
  nX for X in SHDC: true
  nNT: true
"""
    for auction in FACTS[fact]:
        is_true = calls(at(system, auction.lstrip("!")))[:1] == ["7NT"]
        assert is_true is not auction.startswith("!"), auction


@pytest.mark.parametrize("vul", list(Vul))
@pytest.mark.parametrize("dealer", list(Seat))
def test_vulnerability_is_that_of_the_player_to_call(dealer: Seat, vul: Vul) -> None:
    system = parse('system tiny "tiny"\nwhen vulnerable\n  1C: true\nwhen they vulnerable\n  1D: true\n')
    agreements = Agreements(system)
    for passes in range(3):
        auction = Auction(dealer, (Call.PASS,) * passes)
        found = calls(agreements.state(auction, vul))
        assert ("1C" in found) is vul.includes(auction.to_call)
        assert ("1D" in found) is vul.includes(auction.to_call.next())


def test_what_partner_may_have_is_asked_of_each_way_the_call_was_made() -> None:
    system = """
when opening
  1C: 0-5 hcp or 17+ hcp
  pass: true
when partner may have 10-12 hcp
  1D: true
when partner may have 3- hcp
  1H: true
"""
    assert calls(at(system, "1C P")) == ["1H"]


# Turned tables


def turned(deal: Deal, steps: int) -> Deal:
    return Deal.of({seat.next(steps): hand for seat, hand in deal.items()})


@pytest.mark.parametrize("silent", [(), (Seat.EAST,), (Seat.EAST, Seat.WEST)])
def test_a_table_turned_round_bids_the_same(silent: tuple[Seat, ...]) -> None:
    systems = (load("natural"), load("schenken"))
    compared = 0
    for board in boards(np.random.default_rng(5), 12):
        said = set[tuple[Call, ...]]()
        for steps in range(4):
            pair = systems if steps % 2 == 0 else systems[::-1]
            agreements = Agreements(*pair, silent=[seat.next(steps) for seat in silent])
            vul = board.vul if steps % 2 == 0 else Vul((board.vul & 1) << 1 | board.vul >> 1)
            auction, _ = agreements.bid_out(turned(board.deal, steps), board.dealer.next(steps), vul)
            said.add(auction.calls)
            compared += 1
        assert len(said) == 1, board
    assert compared == 48


# Calls that nobody should make


def test_a_hand_that_no_entry_fits_passes_and_the_pass_says_so() -> None:
    state = at("when opening\n  1C: 12+ hcp\n  pass: 5- hcp\n", "P")
    assert state.history[0].promise.range(Trait.HCP) == (0, 11)
    assert CardSet.parse("KQ32.Q32.Q32.432") in Meaning(state, 0)
    bare = at("when opening\n  1C: 12+ hcp\n", "P")
    assert not bare.history[0].is_odd
    assert bare.history[0].promise.range(Trait.HCP) == (0, 11)


def test_an_odd_call_is_read_by_the_entry_of_its_own_auction() -> None:
    system = """
when opening
  1NT: 15-17 hcp
  pass: true
when opening, vulnerable
  4C: 20+ hcp
    only read
when opening, not vulnerable
  4C: 5- hcp
    only read
"""
    agreements = Agreements(parse(f'system tiny "tiny"\n{system}'))
    for vul, wanted in ((Vul.NONE, (0, 5)), (Vul.BOTH, (20, 37)), (Vul.NONE, (0, 5))):
        said = agreements.state(Auction.parse("4C"), vul).history[0]
        assert said.is_odd
        assert said.promise.range(Trait.HCP) == wanted


def test_an_odd_call_that_goes_with_the_earlier_ones_does_not_forget_them() -> None:
    agreements = Agreements(load("natural"), silent=[Seat.EAST, Seat.WEST])
    drawn = sample(sampling.wanted(agreements.state(Auction.parse("N: 1NT P 2NT P 4D"))), 200, 1)
    points = [CardSet(int(hand)).hcp for hand in drawn.deals[:, Seat.NORTH]]
    assert (min(points), max(points)) == (15, 17)


def test_an_illegal_call_is_refused() -> None:
    with pytest.raises(BiddingError, match=r"1♣ is not legal after <State after 1D>"):
        at(FORCING, "1D").after(Bid.parse("1C"))


def test_points_out_of_all_proportion_are_refused() -> None:
    with pytest.raises(BiddingError, match="points run from 0 to 148"):
        parse('system tiny "tiny"\npoints = 4 * hcp\nwhen opening\n  1C: 10+ hcp\n')


def test_a_convention_can_be_switched_by_name() -> None:
    natural = load("natural", {"stayman": False})
    assert "2C" not in calls(Agreements(natural).state(Auction.parse("1NT P")))
    assert "2C" in calls(Agreements(load("natural")).state(Auction.parse("1NT P")))
    with pytest.raises(BiddingError, match="no convention 'staymen'"):
        load("natural", {"staymen": False})
