"""Standard American Yellow Card as written: what is expected of it, where it is from, what it covers."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bench.coverage import PAGE, TOPICS, Coverage, Covered, written
from overtrick.bidding import Agreements, load, write_note
from overtrick.bidding.bidder import Choice, choice
from overtrick.bidding.entries import Entry
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.practice import BiddingProblem, expectations
from overtrick.bidding.words import meaning_words
from overtrick.core import Auction, Call, CardSet

EXPECTED = expectations("sayc")
BY_TOPIC = {
    topic: [each for each in EXPECTED if each.topic == topic]
    for topic in dict.fromkeys(each.topic for each in EXPECTED)
}
FROM = ("booklet", "practice")
"""Where rules and answers are from: the booklet of the league, or what most who play it do."""


@cache
def agreements() -> Agreements:
    return Agreements(load("sayc"))


@cache
def coverage() -> Coverage:
    return Coverage()


def entries() -> list[Entry]:
    """Every entry of the system's own."""
    return [entry for block in load("sayc").sheets[0].blocks for entry in block.entries]


# What is expected


def told(problem: BiddingProblem, got: Choice) -> str:
    """A problem that was not met, in a line."""
    place = "" if got.candidate is None else f", {got.candidate.rule.entry.place}"
    return (
        f"{problem.hand} after {problem.auction} ({problem.vul} vulnerable): expected {problem.call} "
        f"({problem.reason}), got {got.call} ({got.rule}{place})"
    )


@pytest.mark.parametrize("topic", BY_TOPIC)
def test_every_call_is_the_one_expected(topic: str) -> None:
    answers = [(each, agreements().bid(each.hand, each.auction, each.vul)) for each in BY_TOPIC[topic]]
    wrong = [told(problem, got) for problem, got in answers if got.call is not problem.call]
    assert not wrong, f"{len(wrong)} of {len(answers)}:\n" + "\n".join(wrong)


def test_there_are_five_hundred_problems_ten_for_each_topic_and_a_third_contested() -> None:
    assert len(EXPECTED) >= 500
    assert {topic: len(each) for topic, each in BY_TOPIC.items() if len(each) < 10} == {}
    assert 3 * sum(each.is_contested for each in EXPECTED) >= len(EXPECTED)


def test_no_problem_is_set_twice() -> None:
    asked = Counter((str(each.hand), str(each.auction), each.vul) for each in EXPECTED)
    assert [question for question, times in asked.items() if times > 1] == []


def test_every_answer_has_a_reason_and_a_source() -> None:
    assert [each for each in EXPECTED if len(each.reason.split()) < 2] == []
    assert [each for each in EXPECTED if not each.source.startswith(FROM)] == []


def test_answers_that_players_dispute_are_few_and_say_why() -> None:
    disputed = [each for each in EXPECTED if each.dispute]
    assert 0 < len(disputed) <= len(EXPECTED) // 10
    assert [each for each in disputed if len(each.dispute.split()) < 2] == []


MOST_UNLIKE_THEMSELVES = 48
"""Problems whose hand would not have made its own earlier calls; the number may only fall."""


def test_a_hand_would_have_made_its_own_earlier_calls() -> None:
    unlike = list[str]()
    for each in EXPECTED:
        state, made = agreements().state(each.auction, each.vul), each.auction.calls
        for place in range(len(made) % 4, len(made), 4):
            call = choice(state.at(place), HandValues(each.hand)).call
            if call is not made[place]:
                unlike.append(f"{each.topic}: {each.hand} after {each.auction}: {call}, not {made[place]}")
                break
    assert len(unlike) <= MOST_UNLIKE_THEMSELVES, "\n".join(unlike)


# What a call is said to mean

POINTS_OF_CALLS = {
    "1H P 1S P 1NT": ("balanced, 12-14", "11-14 HCP"),
    "1H X": ("short in their suit with support for the rest", "a strong hand of any shape"),
    "1D 2C X": ("at least four spades or at least four hearts",),
    "1D 1H X": ("at least four spades --",),
    "1NT P 2C": ("Stayman, a four-card major and 8 points", "weak with short clubs"),
    "1H 2H": ("five spades and a five-card minor --",),
    "1S 2S": ("five hearts and a five-card minor --",),
    "1C 2C": ("five cards in both majors --",),
    "1NT P 2H P 2S": ("completes the transfer",),
    "1NT 2D 3S": ("natural, game force", "5 !S", "10+ HCP"),
    "1H 2H 4H 4S": ("to play or competes or others --", "3+ !S"),
}


@pytest.mark.parametrize("auction", POINTS_OF_CALLS)
def test_a_note_tells_the_point_of_the_call(auction: str) -> None:
    note = write_note(agreements().meanings(Auction.parse(f"N: {auction}"))[-1])
    assert [each for each in POINTS_OF_CALLS[auction] if each not in note] == [], note


def test_a_completed_transfer_may_be_any_notrump_but_a_maximum_with_four_trumps() -> None:
    told = meaning_words(agreements().meanings(Auction.parse("N: 1NT P 2H P 2S"))[-1])
    assert "at most 16 high-card points, or at most three spades" in told
    assert "May be any hand for notrump" in told


SWITCHED = {
    "stayman": ("KJ85.Q3.KT52.A63", "1NT P", "2C", "3NT"),
    "blackwood": ("AKQ974.A5.KQJ2.3", "1S P 3S P", "4NT", "4H"),
}


@pytest.mark.parametrize("name", SWITCHED)
def test_a_convention_that_is_switched_off_is_not_played(name: str) -> None:
    hand, auction, with_it, without = SWITCHED[name]
    problem = CardSet.parse(hand), Auction.parse(f"N: {auction}")
    assert str(agreements().bid(*problem).call) == with_it
    off = Agreements(load("sayc", {name: False}))
    assert str(off.bid(*problem).call) == without


def test_every_convention_declared_has_a_problem_that_it_changes() -> None:
    assert set(load("sayc").switches) == set(SWITCHED)


# What is written


def test_every_entry_says_where_it_is_from() -> None:
    assert [str(entry.place) for entry in entries() if not entry.source.startswith(FROM)] == []


def test_every_entry_but_a_pass_has_a_name() -> None:
    nameless = [entry for entry in entries() if not entry.name and entry.call.call is not Call.PASS]
    assert [str(entry.place) for entry in nameless] == []


def test_names_are_short_and_in_lower_case() -> None:
    """A name is what a player would say of the call; a capital only for proper names and calls."""
    assert [entry.name for entry in entries() if len(entry.name) > 60] == []
    assert [entry.name for entry in entries() if entry.name.isupper() and not entry.name[0].isdigit()] == []


# What is covered


def covered(name: str) -> Covered:
    return next(each for each in coverage().topics if each.topic.name == name)


@pytest.mark.parametrize("name", [topic.name for topic in TOPICS])
def test_a_topic_has_entries_and_a_problem_that_they_answer(name: str) -> None:
    found = covered(name)
    assert found.entries
    assert found.expected


@pytest.mark.parametrize("name", sorted({tag for topic in TOPICS for tag in topic.tags}))
def test_some_entry_makes_a_call_with_each_tag_of_the_coverage(name: str) -> None:
    assert any(tag.name == name for entry in entries() for tag in entry.tags)


def test_every_entry_belongs_to_a_topic() -> None:
    found = {entry for each in coverage().topics for entry in each.entries}
    assert sorted(str(entry.place) for entry in entries() if entry not in found) == []


def test_the_tables_of_the_page_are_true() -> None:
    """If not, ``python -m bench.coverage --write`` makes them so."""
    page = PAGE.read_text(encoding="utf-8")
    assert written(page, coverage().tables()) == page
