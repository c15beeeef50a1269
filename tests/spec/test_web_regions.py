"""The regions of the table page, drawn from scenes made up for it."""

from __future__ import annotations

import re
from dataclasses import replace

from overtrick.web.pages import Pages
from overtrick.web.tables.scene import CardSeen, Phase, Place, Scene, SeatSeen, TrickSeen

PAGES = Pages()
PLACES = {"S": Place.BOTTOM, "W": Place.LEFT, "N": Place.TOP, "E": Place.RIGHT}
ACE = CardSeen("SA", "S", "A", "ace of spades")
TRICK = TrickSeen(((Place.BOTTOM, ACE),), Place.BOTTOM, 1)


def seat(letter: str, declarer: str = "S", turn: str = "S") -> SeatSeen:
    """A seat with South as the person."""
    word = {"S": "South", "W": "West", "N": "North", "E": "East"}[letter]
    is_dummy = letter == {"S": "N", "N": "S", "E": "W", "W": "E"}[declarer]
    name = "You" if letter == "S" else "Robot"
    is_turn, is_declarer = letter == turn, letter == declarer
    return SeatSeen(letter, word, name, PLACES[letter], False, False, is_declarer, is_dummy, is_turn, 13, None)


def around(declarer: str = "S", turn: str = "S") -> tuple[SeatSeen, ...]:
    """The four seats."""
    return tuple(seat(letter, declarer, turn) for letter in "SWNE")


PLAYING = Scene(
    number=1,
    phase=Phase.PLAY,
    board=1,
    dealer="S",
    vulnerability="Nobody vulnerable",
    seats=around(),
    seat="S",
    calls=(),
    box=(),
    contract="3NT by South",
    trick=None,
    last_trick=TRICK,
    won=2,
    lost=1,
    tricks="",
    is_mine=True,
    is_thinking=False,
    can=("hint", "claim", "concede", "undo"),
    advice=(),
    advice_level=0,
    said=(),
    numbers=(),
    score="",
    ending=None,
)


def drawn(region: str, scene: Scene = PLAYING) -> str:
    """A region as markup."""
    return PAGES.drawn(f"regions/{region}.html", scene=scene, table="t")


def slots(scene: Scene) -> list[str]:
    """The places of the buttons, in their order."""
    return re.findall(r'data-slot="(\w+)"', drawn("actions", scene).replace('act-concede" data-slot', ""))


def test_buttons_keep_their_places_whatever_can_be_done() -> None:
    everything = ["advice", "undo", "last", "claim", "concede"]
    assert slots(PLAYING) == everything
    for can in ((), ("undo",), ("claim", "concede"), ("why", "undo")):
        assert slots(replace(PLAYING, can=can, last_trick=None, advice_level=1)) == everything


def test_what_cannot_be_done_now_is_no_act_of_any_form() -> None:
    markup = drawn("actions", replace(PLAYING, can=(), last_trick=None))
    assert markup.count('aria-disabled="true"') == 5
    assert "form=" not in markup
    assert "details" not in markup


def test_no_button_beside_undo_leads_away_from_the_table() -> None:
    assert "/new" not in drawn("actions")


def test_a_claim_says_which_tricks_are_possible_and_whose() -> None:
    own = drawn("actions")
    assert "Your tricks in all (2 to 12)" in own
    assert 'min="2" max="12"' in own
    assert "Declarer’s tricks in all (1 to 11)" in drawn("actions", replace(PLAYING, seats=around("E")))
