"""The page of a suit combination and its JSON endpoints."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from typing import Any, cast
from urllib.parse import urlencode

import httpx
import pytest

from overtrick.processes import Pool
from overtrick.suits import Chances, Combination, Entries, solve
from overtrick.suits.words import PHRASES, line_text, wins_text
from overtrick.web.tools.suit import answer_events
from overtrick.web.tools.suit_answer import answer_of, key_of
from overtrick.web.tools.suit_models import StepRecord, SuitAnswer
from overtrick.web.tools.suit_query import Faults, SuitQuery, problem_of
from tests.web import serving


@pytest.fixture(scope="module")
def web() -> Iterator[httpx.Client]:
    with serving() as server:
        yield server.client


@cache
def asked(**typed: str) -> SuitAnswer:
    return answer_of(problem_of(SuitQuery(**typed)))


# Numbers


@pytest.mark.parametrize(
    ("north", "south", "tricks", "published"),
    [
        # The double finesses of every textbook, and AJ9 as dealt (Roudinesco's tables).
        ("AQT", "43", 3, Fraction(6, 25)),
        ("AQT", "43", 2, Fraction(19, 25)),
        ("AJ9", "764", 2, Fraction(3037, 8050)),
        ("AQ", "2", 2, Fraction(1, 2)),
    ],
)
def test_the_odds_are_those_of_the_books(north: str, south: str, tricks: int, published: Fraction) -> None:
    found = asked(north=north, south=south, goal=str(tricks))
    assert Fraction(found.chosen.fraction) == published
    assert next(Fraction(goal.fraction) for goal in found.goals if goal.tricks == tricks) == published


QUESTIONS = [
    {"north": "AQT98", "south": "5432"},
    {"north": "AJ98", "south": "K32", "goal": "4"},
    {"north": "K864", "south": "T3", "goal": "2"},
    {"north": "QT863", "south": "A", "goal": "average"},
    {"north": "AQT", "south": "43", "goal": "2", "vacant": "7-11"},
    {"north": "AQT", "south": "43", "goal": "2", "entries_north": "0", "entries_south": "1"},
    {"north": "AQ", "south": "2", "goal": "2", "west_holds": "K"},
    {"north": "AJ9", "south": "764", "goal": "2", "coins": "on"},
    {"north": "AK", "south": "", "goal": "1", "west": "3+"},
]


@pytest.mark.parametrize("typed", QUESTIONS, ids=lambda typed: "-".join(typed.values()))
def test_the_layouts_of_the_grid_add_up_to_the_odds(typed: dict[str, str]) -> None:
    line = asked(**typed).chosen
    chances = [Fraction(layout.fraction) for layout in line.layouts]
    assert sum(chances) == 1
    if line.goal == "average":
        tricks = [layout.tricks or 0 for layout in line.layouts]
        assert sum(each * chance for each, chance in zip(tricks, chances, strict=True)) == Fraction(
            line.fraction
        )
    else:
        made = (chance for chance, layout in zip(chances, line.layouts, strict=True) if layout.makes)
        assert sum(made) == Fraction(line.fraction)
        assert all(
            layout.makes == (layout.tricks >= int(line.goal))
            for layout in line.layouts
            if layout.tricks is not None
        )


def test_what_is_known_reaches_the_solver() -> None:
    found = asked(
        north="AJ98", south="K32", goal="3", vacant="7-11", west="1-3", east_holds="Q", entries_north="1"
    )
    chances = Chances(vacant=(7, 11), west=(1, 3), east_holds=1 << 10)
    direct = solve(Combination.parse("AJ98 K32"), chances, Entries(north=1))
    assert found.chosen.fraction == str(direct.goal(3).odds.fraction)
    assert [goal.fraction for goal in found.goals] == [str(goal.odds) for goal in direct.goals]


@pytest.mark.parametrize("goal", ["2", "3", "average"])
def test_every_first_play_has_a_line_worth_what_the_chart_says(goal: str) -> None:
    chart = asked(north="AJ98", south="K32", goal=goal).chosen.first_plays
    direct = solve("AJ98 K32").first_plays(0 if goal == "average" else int(goal))
    assert [(each.key, each.fraction) for each in chart] == [
        (key_of(play), str(play.value)) for play in direct
    ]
    assert [each.is_best for each in chart] == [play.value == direct[0].value for play in direct]
    for each in chart:
        line = asked(north="AJ98", south="K32", goal=goal, lead=each.key).chosen
        weights = [Fraction(layout.fraction) for layout in line.layouts]
        worth = [
            int(bool(layout.makes)) if goal != "average" else layout.tricks or 0 for layout in line.layouts
        ]
        assert sum(w * each for w, each in zip(weights, worth, strict=True)) == Fraction(each.fraction)


def test_at_matchpoints_three_lines_may_beat_one_another() -> None:
    found = asked(north="AJ98", south="K32", goal="matchpoints", line="1")
    assert found.contest is not None
    assert [round(line.expected, 4) for line in found.contest.lines] == [3.0042, 3.0234, 2.9596]
    assert "beaten by the next" in found.contest.words
    assert found.chosen.value == pytest.approx(3.0234, abs=1e-4)
    assert found.chosen.title == "Line 2 of 3 at matchpoints"


def test_at_imps_the_contract_decides() -> None:
    found = asked(north="AJ98", south="K32", goal="imps", contract="3NT=3", vul="NS")
    assert found.contest is not None
    assert found.contest.lines[0].chances[2] == solve("AJ98 K32").goal(3).odds.percent
    other = asked(north="AJ98", south="K32", goal="imps", contract="3NT=4", vul="NS")
    assert other.contest is not None
    assert other.contest.lines[0].chances[3] == solve("AJ98 K32").goal(4).odds.percent
    assert other.contest.lines != found.contest.lines


def test_every_goal_has_its_own_line_and_the_layouts_it_wins_against() -> None:
    direct = solve("AJ98 K32")
    told = [(goal.line, goal.wins) for goal in asked(north="AJ98", south="K32").goals]
    assert told == [
        (line_text(direct, goal.tricks), PHRASES["en"].wins(wins_text(direct, goal.tricks)))
        for goal in direct.goals
    ]
    assert len(set(told)) == 3  # two goals always come about, by one line


# The tree


def steps_of(step: StepRecord) -> Iterator[StepRecord]:
    yield step
    for answer in step.answers:
        if answer.then is not None:
            yield from steps_of(answer.then)


@pytest.mark.parametrize("typed", QUESTIONS, ids=lambda typed: "-".join(typed.values()))
def test_no_two_answers_in_a_tree_read_alike(typed: dict[str, str]) -> None:
    tree = asked(**typed).chosen.tree
    for step in steps_of(tree) if tree is not None else ():
        seen = [answer.seen for answer in step.answers]
        assert len(set(seen)) == len(seen)
        assert step.play
        assert step.leads in ("North", "South")


def test_the_tree_tells_the_double_finesse() -> None:
    tree = asked(north="AQT", south="43", goal="3").chosen.tree
    assert tree is not None
    assert ("finesse of the ten" in tree.play, tree.leads) == (True, "South")
    low, honour = tree.answers
    assert ("West follows low" in low.seen, "West plays the king or jack" in honour.seen) == (True, True)
    assert (low.then is not None and "finesse of the queen" in low.then.play) is True
    assert (honour.then is not None and "finesse of the ten" in honour.then.play) is True


# The page


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_page_reads_without_script(web: httpx.Client) -> None:
    answer = web.get("/suit?north=AQT&south=43&goal=2")
    said = text_of(answer.text)
    assert answer.status_code == 200
    for words in (
        "76%",
        "exactly 19/25",
        "Take the finesse of the ten and repeat if necessary.",
        "Wins unless East has the king and jack (24%).",
        "Low from South",
        "West follows low",
        "The line succeeds in",
    ):
        assert words in said
    assert "style=" not in answer.text
    assert "<script>" not in answer.text


def test_the_json_is_what_the_page_draws(web: httpx.Client) -> None:
    found = web.get("/api/suit", params={"north": "AQT98", "south": "5432", "goal": "4"}).json()
    assert SuitAnswer.model_validate(found) == asked(north="AQT98", south="5432", goal="4")


def test_a_page_without_a_question_has_the_form_and_examples_that_work(web: httpx.Client) -> None:
    page = web.get("/suit").text
    links = [unescape(link) for link in re.findall(r'href="(/suit\?[^"]*)"', page)]
    assert len(links) == 5
    assert all(web.get(link).status_code == 200 for link in links)


def test_every_link_of_an_answer_leads_to_an_answer(web: httpx.Client) -> None:
    page = web.get("/suit?north=AJ98&south=K32&goal=3").text
    links = {unescape(link) for link in re.findall(r'href="(/suit\?[^"]*)"', page)}
    assert len(links) > 8
    assert [link for link in sorted(links) if web.get(link).status_code != 200] == []


def test_the_answers_of_the_path_are_open(web: httpx.Client) -> None:
    page = web.get("/suit?north=AQT&south=43&goal=3&path=0").text
    assert re.search(r'data-path="0" open', page)
    assert (
        "open" not in re.findall(r'data-path="0"([^>]*)>', web.get("/suit?north=AQT&south=43&goal=3").text)[0]
    )


# Events


def events_in(answer: httpx.Response) -> list[tuple[str, dict[str, Any]]]:
    names = re.findall("^event: (.*)$", answer.text, re.MULTILINE)
    told = re.findall("^data: (.*)$", answer.text, re.MULTILINE)
    return [(name, json.loads(data)) for name, data in zip(names, told, strict=True)]


def test_the_odds_come_first_then_goal_by_goal_then_the_answer(web: httpx.Client) -> None:
    typed = {"north": "AJ98", "south": "K32", "goal": "matchpoints"}
    events = events_in(web.get("/api/suit/events", params=typed))
    found = asked(**typed)
    assert [name for name, _ in events if name != "progress"] == ["odds", *["goal"] * 4, "answer"]
    told = dict(events)
    assert [goal["fraction"] for goal in told["odds"]["goals"]] == [goal.fraction for goal in found.goals]
    goals = [data for name, data in events if name == "goal"]
    assert goals == [goal.model_dump() for goal in found.goals]
    assert SuitAnswer.model_validate(told["answer"]) == found


def test_progress_counts_what_is_done_and_never_goes_back(web: httpx.Client) -> None:
    events = events_in(web.get("/api/suit/events", params={"north": "KQ95", "south": "A32"}))
    ended = 0
    for name, data in events:
        if name == "progress":
            assert (data["done"], data["of"]) == ((ended, 6) if ended else (0, 0))
        else:
            ended += 1
    assert ended == 6  # odds, four goals and the answer


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ({"north": "AQZ", "south": "43"}, 400, "'Z' is not a card"),
        ({"north": "AQT", "south": "43", "lead": "N-2"}, 200, "first play is not among"),
    ],
)
def test_events_say_what_is_wrong_too(
    web: httpx.Client, typed: dict[str, str], status: int, said: str
) -> None:
    answer = web.get("/api/suit/events", params=typed)
    assert answer.status_code == status
    words = answer.json()["error"] if status == 400 else events_in(answer)[-1][1]["words"]
    assert said in words


def test_when_the_browser_goes_away_no_other_goal_is_begun() -> None:
    begun, cancelled = list[str](), list[str]()

    class Analysts:
        """The odds come at once, a goal never."""

        async def run(self, work: Callable[..., object], *given: object) -> object:
            begun.append(work.__name__)
            if work.__name__ == "suit_odds":
                return work(*given)
            try:
                await asyncio.sleep(3600)
                return None
            except asyncio.CancelledError:
                cancelled.append(work.__name__)
                raise

    async def leave_early() -> list[str]:
        events = answer_events(problem_of(SuitQuery(north="AQT", south="43")), cast(Pool, Analysts()))
        seen = [(await anext(events)).name for _ in range(3)]
        await asyncio.sleep(0)
        await events.aclose()  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        assert (begun, cancelled) == (["suit_odds", "goal_record"], ["goal_record"])  # not by the loop's end
        return seen

    assert asyncio.run(leave_early()) == ["progress", "odds", "progress"]


# What is wrong


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"north": "AQZ", "south": "43"}, "north", "'Z' is not a card"),
        ({"north": "AQT", "south": "A3"}, "south", "The A appears twice"),
        ({"north": "AQT", "south": "43", "goal": "9"}, "goal", "expected 1 to 3"),
        ({"north": "AQT", "south": "43", "goal": "many"}, "goal", "expected 1 to 3"),
        ({"north": "AQT", "south": "43", "vacant": "seven"}, "vacant", "expected numbers as in 7-11"),
        ({"north": "AQT", "south": "43", "vacant": "27-3"}, "", "from 0 to 26"),
        ({"north": "AQT", "south": "43", "entries_north": "99"}, "entries_north", "from 0 to 14"),
        ({"north": "AQT", "south": "43", "west_holds": "Kx"}, "west_holds", "a known card has a name"),
        ({"north": "AQT", "south": "43", "goal": "imps"}, "contract", "As in 3NT=4"),
        ({"north": "AQT", "south": "43", "goal": "imps", "contract": "8NT=2"}, "contract", "8NT"),
        ({"north": "AQT", "south": "43", "lead": "E-K"}, "lead", "no first play"),
        ({"north": "AQT", "south": "43", "coins": "on", "vacant": "7-11"}, "vacant", "choose one"),
        ({"north": "-", "south": "-"}, "south", "Neither hand has a card"),
        ({"north": "A" * 100, "south": "43"}, "north", "too long"),
    ],
)
def test_a_mistake_is_told_where_it_was_made(typed: dict[str, str], field: str, said: str) -> None:
    with pytest.raises(Faults) as caught:
        problem_of(SuitQuery(**typed))
    assert said in caught.value.fields[field]


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(Faults) as caught:
        problem_of(SuitQuery(north="AQZ", south="4W", west="many", entries_south="x"))
    assert set(caught.value.fields) == {"north", "south", "west", "entries_south"}


@pytest.mark.parametrize(
    "typed",
    [
        {"north": "AQT<script>alert(1)</script>", "south": '"><img src=x onerror=alert(1)>'},
        {"north": "AQT", "south": "43", "west": "<b>", "goal": "<i>4</i>"},
        {"north": "AQT", "south": "43", "west_holds": "A"},
        {"north": "AQT", "south": "43", "lead": "N-2"},
        {"north": "AQT", "south": "43", "goal": "matchpoints", "line": "77"},
        {"north": "AQT", "south": "43", "vacant": "1-2"},
    ],
)
def test_a_bad_question_keeps_what_was_typed_and_escapes_it(web: httpx.Client, typed: dict[str, str]) -> None:
    answer = web.get(f"/suit?{urlencode(typed)}")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "<script>alert" not in answer.text
    assert "<img" not in answer.text
    assert "<i>" not in answer.text
    kept = dict(re.findall(r'<input id="(\w+)" name="\w+" value="([^"]*)"', answer.text))
    assert all(unescape(kept[name]) == value for name, value in typed.items() if name in kept)
    told = web.get(f"/api/suit?{urlencode(typed)}")
    assert told.status_code == 400
    assert told.json()["error"]


def test_the_json_names_the_fields_that_are_wrong(web: httpx.Client) -> None:
    told = web.get("/api/suit?north=AQZ&south=43").json()
    assert told["fields"] == {"north": "'Z' is not a card."}
