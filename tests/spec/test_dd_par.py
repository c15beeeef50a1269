"""What par is: the score, the contracts, who bids them, and when nobody does."""

from __future__ import annotations

import pytest

from overtrick import NotationError, Seat, Vul
from overtrick.dd import DoubleDummyError, Par, TrickTable, par
from overtrick.render import text


def table(**tricks: str) -> TrickTable:
    """A table from the tricks of North, East, South and West at some strains; the others make six each."""
    rows = {strain: tricks.get(strain, "6 6 6 6").split() for strain in ("C", "D", "H", "S", "NT")}
    lines = (f"{seat} {' '.join(row[place] for row in rows.values())}" for place, seat in enumerate("NESW"))
    return TrickTable.parse("; ".join(("C D H S NT", *lines)))


def told(of: TrickTable, dealer: str = "N", vul: str = "None") -> str:
    return str(par(of, Seat.parse(dealer), Vul.parse(vul)))


def test_a_board_on_which_nobody_makes_anything_is_passed_out() -> None:
    assert told(table()) == "0: passed out"
    assert par(table(), Seat.NORTH, Vul.NONE).contracts == ()


def test_a_game_that_cannot_be_outbid_is_par_by_whoever_makes_it() -> None:
    assert told(table(S="10 3 9 3", H="10 3 10 3")) == "+420: 4H by N, 4H by S, 4S by N"


def test_a_sacrifice_is_doubled_and_named_with_its_bidder() -> None:
    spades_against_diamonds = table(S="10 3 10 3", D="5 9 5 10")
    assert told(spades_against_diamonds, vul="NS") == "+100: 5DX by W"
    assert told(spades_against_diamonds, vul="Both") == "+200: 5DX by W"


def test_a_sacrifice_that_costs_more_than_the_contract_is_not_made() -> None:
    assert told(table(S="10 3 10 3", D="5 8 5 8"), vul="EW") == "+420: 4S by N, 4S by S"


def test_the_lowest_level_stands_for_those_above_it_that_score_the_same() -> None:
    assert told(table(S="9 4 9 4")) == "+140: 2S by N, 2S by S"


def test_where_both_sides_make_the_same_contract_the_first_to_bid_it_has_it() -> None:
    everybody = table(NT="7 7 7 7")
    assert told(everybody, dealer="N") == "+90: 1NT by N, 1NT by S"
    assert told(everybody, dealer="E") == "-90: 1NT by E, 1NT by W"


def test_only_one_hand_may_be_able_to_make_it() -> None:
    west_and_south = table(NT="6 6 7 7")
    assert told(west_and_south, dealer="N") == told(west_and_south, dealer="S") == "+90: 1NT by S"
    assert told(west_and_south, dealer="W") == "-90: 1NT by W"


def test_par_needs_every_strain() -> None:
    with pytest.raises(
        DoubleDummyError, match="par needs the tricks at every strain, and these are known: H"
    ):
        par(TrickTable.parse("H; N 1; E 0; S 0; W 0"), Seat.NORTH, Vul.NONE)


def test_par_reads_back_from_its_text_and_is_drawn() -> None:
    for value in (Par(0), par(table(S="10 3 10 3", D="5 9 5 10"), Seat.NORTH, Vul.NS)):
        assert Par.parse(str(value)) == eval(repr(value)) == value
        assert value._repr_svg_() is not None
    assert text(Par.parse("+100: 5DX by W, 5C by E")) == "Par N-S +100: 5♦X by West, 5♣ by East"
    assert text(Par(0)) == "Par N-S 0: passed out"


@pytest.mark.parametrize("written", ["lots: 4H by N", "+420: 9H by N", "+420", ""])
def test_what_is_not_par_is_refused_and_quoted(written: str) -> None:
    with pytest.raises(NotationError) as caught:
        Par.parse(written)
    assert repr(written) in str(caught.value)
