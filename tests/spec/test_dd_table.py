"""What a table of double-dummy tricks is, how it reads, and how it is drawn."""

from __future__ import annotations

import pytest

from overtrick import Contract, NotationError, Result, Seat, Strain, Vul
from overtrick.dd import DoubleDummyError, TrickTable, contract_score
from overtrick.render import html, text
from tests.pictures import Reader, lines_of_svg, parsed

TEXT = "C D H S NT; N 8 7 10 9 9; E 5 6 3 4 4; S 8 7 10 9 9; W 5 6 3 4 4"
TABLE = TrickTable.parse(TEXT)
MAJORS = TrickTable.parse("H S; N 10 9; E 3 4; S 10 8; W 3 4")


def test_an_entry_is_what_a_declarer_takes_at_a_strain() -> None:
    assert [TABLE[strain, Seat.NORTH] for strain in Strain] == [8, 7, 10, 9, 9]
    assert [TABLE[Strain.CLUBS, seat] for seat in Seat] == [8, 5, 8, 5]


def test_a_table_reads_back_from_its_text_and_its_repr() -> None:
    for table in (TABLE, MAJORS, TrickTable.of({})):
        assert TrickTable.parse(str(table)) == eval(repr(table)) == table
    assert str(TABLE) == TEXT


def test_declarers_may_stand_in_any_order_and_with_colons() -> None:
    assert TrickTable.parse("S H; W: 4 3; N: 9 10; South 8 10; e 4 3;") == MAJORS


def test_a_strain_that_was_not_worked_out_cannot_be_asked_for() -> None:
    assert MAJORS.strains == (Strain.HEARTS, Strain.SPADES)
    assert not MAJORS.is_complete
    with pytest.raises(DoubleDummyError, match="the tricks at clubs have not been worked out, only at: H S"):
        MAJORS[Strain.CLUBS, Seat.NORTH]


def test_a_table_as_json_has_declarers_and_under_them_strains() -> None:
    assert list(TABLE.as_dict()) == ["N", "E", "S", "W"]
    assert TABLE.as_dict()["N"] == {"C": 8, "D": 7, "H": 10, "S": 9, "NT": 9}
    assert MAJORS.as_dict()["S"] == {"H": 10, "S": 8}


def test_a_table_tells_what_becomes_of_a_contract_and_what_it_scores() -> None:
    assert TABLE.result(Contract.parse("4HX by S")) == Result.parse("4HX by S =")
    assert contract_score(Contract.parse("4HX by S"), TABLE, Vul.NS) == 790
    assert contract_score(Contract.parse("4HX by E"), TABLE, Vul.NS) == -1700
    with pytest.raises(DoubleDummyError, match="notrump"):
        contract_score(Contract.parse("3NT by N"), MAJORS, Vul.NONE)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("H; N 14; E 0; S 0; W 0", "North cannot take 14 tricks at hearts"),
        ("H; N 1; E 0; S 0", "West is missing"),
        ("H; N 1; N 0; S 0; W 0", "North is listed twice"),
        ("H H; N 1 1; E 0 0; S 0 0; W 0 0", "a strain is listed twice"),
        ("H S; N 1; E 0 0; S 0 0; W 0 0", "North has 1 numbers of tricks for 2 strains"),
        ("H; N -1; E 0; S 0; W 0", "'-1' is not a number of tricks"),
        ("Q; N 1; E 0; S 0; W 0", "'Q' is not a strain"),
        ("", "North and East and South and West are missing"),
    ],
)
def test_an_impossible_table_says_what_is_wrong_and_quotes_it(written: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault) as caught:
        TrickTable.parse(written)
    assert repr(written) in str(caught.value)


DRAWN = """\
      North    South    East    West
NT    9        9        4       4
♠     9        9        4       4
♥     10       10       3       3
♦     7        7        6       6
♣     8        8        5       5"""


def test_a_table_is_drawn_with_partners_side_by_side() -> None:
    assert text(TABLE) == DRAWN
    assert [row.split()[0] for row in text(MAJORS, symbols=False).splitlines()] == ["North", "S", "H"]


def test_a_notebook_shows_a_table_as_a_picture_that_can_be_listened_to() -> None:
    drawn = TABLE._repr_svg_()
    assert drawn is not None
    assert "Hearts: North 10, South 10, East 3, West 3." in drawn
    assert {"North", "West", "♥", "10"} <= {
        word for shown in lines_of_svg(parsed(TABLE)) for word in shown.split()
    }


def test_a_table_in_html_is_a_real_table_under_headings() -> None:
    page = Reader(html(TABLE))
    assert len(page.attributes("th")) == 5
    assert len(page.attributes("td")) == 5 * 5
