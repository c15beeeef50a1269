"""The regions of the table page, drawn from scenes made up for it."""

from __future__ import annotations

import re
from dataclasses import replace

from overtrick.web.pages import render
from overtrick.web.scene import (
    Ending,
    Phase,
    Place,
    Scene,
    SceneCall,
    SceneCard,
    SceneHand,
    SceneSeat,
    SceneTrick,
)

PLACES = {"S": Place.BOTTOM, "W": Place.LEFT, "N": Place.TOP, "E": Place.RIGHT}
ACE = SceneCard("SA", "S", "A", "ace of spades")
TRICK = SceneTrick(((Place.BOTTOM, ACE),), Place.BOTTOM, 1)


def seat(letter: str, declarer: str = "S", turn: str = "S") -> SceneSeat:
    """A seat with South as the person."""
    word = {"S": "South", "W": "West", "N": "North", "E": "East"}[letter]
    is_dummy = letter == {"S": "N", "N": "S", "E": "W", "W": "E"}[declarer]
    name = "You" if letter == "S" else "Robot"
    is_turn, is_declarer = letter == turn, letter == declarer
    return SceneSeat(
        letter, word, name, PLACES[letter], False, False, is_declarer, is_dummy, is_turn, 13, None
    )


def around(declarer: str = "S", turn: str = "S") -> tuple[SceneSeat, ...]:
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
    return render(f"regions/{region}.html", scene=scene, table="t")


def turns(scene: Scene) -> dict[str, bool]:
    """The seats, and whether they are shown as the one that acts."""
    found = re.findall(
        r'class="seat at-\w+([^"]*)" data-place="\w+" aria-label="(\w+)"', drawn("felt", scene)
    )
    return {word: "turn" in classes for classes, word in found}


def slots(scene: Scene) -> list[str]:
    """The places of the buttons, in their order."""
    return re.findall(r'data-slot="(\w+)"', drawn("actions", scene).replace('act-concede" data-slot', ""))


def test_buttons_keep_their_places_whatever_can_be_done() -> None:
    everything = ["advice", "undo", "last", "claim", "concede"]
    assert slots(PLAYING) == everything
    for can in ((), ("undo",), ("claim", "concede"), ("why", "undo")):
        assert slots(replace(PLAYING, can=can, last_trick=None, advice_level=1)) == everything


def test_the_buttons_of_one_who_watches_keep_their_places_too() -> None:
    for can in ((), ("continue",)):
        assert slots(replace(PLAYING, seat=None, can=can)) == ["continue", "last"]


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


def test_advice_keeps_its_lines_apart() -> None:
    markup = drawn(
        "advice", replace(PLAYING, advice=("3NT", "It calls 3NT\n  has ten\n  not 4♣"), advice_level=2)
    )
    assert re.findall("<li>([^<]*)", markup) == ["has ten", "not 4"]
    assert markup.count("<p") == 2


def test_when_the_person_is_dummy_declarer_is_said_to_think() -> None:
    waiting = replace(PLAYING, seats=around("N", turn="S"), is_mine=False, is_thinking=True)
    assert turns(waiting) == {"South": False, "West": False, "North": True, "East": False}
    assert drawn("felt", waiting).count("thinking") == 1


def test_dummy_is_shown_to_act_when_the_person_plays_it() -> None:
    assert turns(replace(PLAYING, seats=around("S", turn="N")))["North"]


def test_two_suits_of_the_own_hand_stand_in_each_row() -> None:
    own = replace(seat("S"), hand=SceneHand(((ACE,), (), (ACE, ACE), (ACE,))))
    markup = drawn("felt", replace(PLAYING, seats=(own, *around()[1:])))
    assert re.findall(r'class="fold" data-cards="(\d+)"', markup) == ["1", "3"]


def test_the_last_board_of_a_file_says_that_it_is() -> None:
    over = Ending("3NT by South, made: +400", "", (), (), "", (), "/deal", "", True)
    ended = replace(PLAYING, phase=Phase.ENDED, ending=over, can=("replay",))
    assert "That was the last board of the file." in drawn("ended", ended)
    assert "last board" not in drawn("ended", replace(ended, can=("next", "replay")))


def test_what_calls_mean_comes_after_what_can_be_done_without_scripts() -> None:
    called = replace(PLAYING, calls=(SceneCall("1C", "1♣", "one club", "S", "natural"),))
    page = render("table.html", scene=called, table="t")
    assert 0 < page.index('data-key="act-undo"') < page.index("<noscript><ol")


def test_the_bar_of_a_board_that_was_passed_out_says_so() -> None:
    over = replace(PLAYING, phase=Phase.ENDED, contract="")
    assert "passed out" in render("regions/bar.html", scene=over)
    assert "none yet" not in render("regions/bar.html", scene=over)
    assert "none yet" in render("regions/bar.html", scene=replace(over, phase=Phase.AUCTION))


def test_a_score_has_a_minus_sign_and_a_side_its_hyphen() -> None:
    for score in ("-3 IMPs over 1 board", "3 IMPs to East-West over 1 board"):
        bar = render("regions/bar.html", scene=replace(PLAYING, score=score))
        assert f"<dd>{score.replace('-3', '−3')}</dd>" in bar
