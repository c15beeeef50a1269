"""Meanings of calls, advice and its reasons, undo and claims."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.browser.sitting import BOX, COLD, ENDED, ROBOTS_BID, Person


def test_a_call_says_what_it_will_mean_and_whether_the_hand_fits(person: Person) -> None:
    person.sit(COLD)
    person.find('[data-call="1NT"]').hover()
    expect(person.find(".meaning")).to_contain_text("15")
    expect(person.find(".meaning .fit")).to_contain_text(re.compile("point", re.I))
    person.find(".own").hover()
    expect(person.find(".meaning")).to_be_hidden()


def test_a_long_meaning_stays_small_and_tells_a_condition_once(person: Person) -> None:
    asked = "at least six spades and two of the top three honours in spades, or as much in hearts " * 12
    told = {
        "meaning": f"Gerber: {asked}. Asks.",
        "fits": False,
        "why": f"You have three: it asks for {asked}.",
    }
    person.page.route("**/meaning?*", lambda route: route.fulfill(json=told))
    person.sit(COLD)
    person.find('[data-call="4C"]').hover()
    expect(person.find(".meaning .fit")).to_have_text("You have three: it does not fit.")
    meaning, call = person.find(".meaning").bounding_box(), person.find('[data-call="4C"]').bounding_box()
    assert meaning is not None
    assert call is not None
    assert meaning["height"] <= 360
    assert meaning["y"] + meaning["height"] <= call["y"] or meaning["y"] >= call["y"] + call["height"]


def test_a_call_says_what_it_will_mean_to_one_who_uses_the_keyboard(person: Person) -> None:
    person.sit(COLD)
    person.find('[data-call="1C"]').focus()
    person.types("ArrowDown", "ArrowUp", "ArrowRight")
    expect(person.find(".meaning b")).to_have_text("1♦")
    expect(person.find(".bid[tabindex='0']")).to_have_count(1)
    meaning = person.find(".meaning").get_attribute("id")
    assert meaning
    expect(person.find('[data-call="1D"]')).to_have_attribute("aria-describedby", meaning)
    person.types("Escape")
    expect(person.find(".meaning")).to_be_hidden()


def test_what_a_call_will_mean_is_asked_again_after_the_server_did_not_answer(person: Person) -> None:
    person.page.route("**/meaning?*", lambda route: route.abort())
    person.sit(COLD)
    person.find('[data-call="1NT"]').hover()
    expect(person.find(".meaning")).to_contain_text("does not answer")
    person.page.unroute("**/meaning?*")
    person.find(".own").hover()
    expect(person.find(".meaning")).to_be_hidden()
    person.find('[data-call="1NT"]').hover()
    expect(person.find(".meaning")).to_contain_text("15")


def test_a_call_that_was_made_explains_itself(person: Person) -> None:
    person.sit(COLD)
    person.bids("1NT")
    made = person.find(".made").first
    made.hover()
    expect(person.find(".meaning")).to_contain_text("15")
    expect(made).to_have_attribute("aria-label", re.compile("15"))


def test_hint_then_why_then_candidates_and_only_when_asked(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    assert not person.sees(".advice")
    assert not person.sees("[data-key=act-why]")
    person.types("?")
    person.find("[data-key=act-why]").wait_for()
    hint = person.find(".advice").inner_text()
    expect(person.find("[data-key=act-hint]")).to_have_count(0)
    person.find("[data-key=act-why]").press("Enter")
    person.find("[data-key=act-reveal]").wait_for()
    expect(person.find("[data-key=act-reveal]")).to_be_focused()
    assert person.page.evaluate("scrollY") == 0
    assert len(person.find(".advice").inner_text()) > len(hint)
    person.find("[data-key=act-reveal]").click()
    expect(person.find(".advice h2")).to_have_text("The candidates")
    person.plays()
    expect(person.find(".advice")).to_have_count(0)


def test_a_call_is_taken_back(person: Person) -> None:
    person.sit(ROBOTS_BID)
    person.waits_for(BOX)
    made = person.find(".made").count()
    person.bids("P")
    person.find(f"[data-key=made-{made + 1}]").wait_for()
    person.types("u")
    person.hears("Taken back.")
    person.waits_for(BOX)
    expect(person.find(".made")).to_have_count(made)


def test_a_claim_that_can_be_beaten_is_refused_and_play_goes_on(person: Person) -> None:
    person.sit(ROBOTS_BID)
    person.waits_for(BOX)
    person.declares("7NT")
    _claims(person, 13)
    person.hears("The claim was not accepted")
    person.is_told("not accepted")
    assert not person.sees(ENDED)
    expect(person.find("[data-key=claim]")).to_have_count(0)
    person.plays()
    person.find("[data-key=concede-summary]").click()
    person.find("[data-key=act-concede]").click()
    expect(person.find(".refusal")).to_contain_text("claim")


def _claims(person: Person, tricks: int) -> None:
    person.find("[data-key=claim-summary]").click()
    person.find("#tricks").fill(str(tricks))
    person.types("Enter")


def test_a_claim_is_accepted_and_ends_the_board(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    _claims(person, 13)
    person.hears("The claim was accepted.")
    expect(person.find(".result")).to_contain_text("made")
    expect(person.find(".diagram dl")).to_have_count(4)


def test_a_claim_that_cannot_be_read_is_asked_for_again_where_it_was_typed(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    person.find("[data-key=claim-summary]").click()
    person.find("#tricks").evaluate("each => (each.type = 'text')")
    person.find("#tricks").press_sequentially("x")
    person.types("Enter")
    expect(person.find("#claim-wrong")).to_contain_text("no number of tricks")
    expect(person.find("#tricks")).to_be_focused()
    expect(person.find("#tricks")).to_have_value("")
    person.find("#tricks").press_sequentially("9")
    person.types("Escape")
    person.find("[data-key=claim-summary]").click()
    expect(person.find("#tricks")).to_have_value("")
    expect(person.find("#claim-wrong")).to_be_hidden()


def test_conceding_asks_first(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    person.find("[data-key=concede-summary]").click()
    assert not person.sees(ENDED)
    person.find("[data-key=act-concede]").click()
    expect(person.find(".result")).to_contain_text("down")


def test_a_card_that_cannot_be_played_is_refused_in_words(person: Person) -> None:
    person.sit(COLD)
    person.declares("7NT")
    person.types("s", "2")
    expect(person.find(".note")).to_be_visible()
    expect(person.find(".note")).to_contain_text(re.compile("spade|S2|♠2", re.I))
