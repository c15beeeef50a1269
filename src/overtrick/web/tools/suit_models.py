"""Models of the answer about a suit combination, for `/api/suit` and the page."""

from __future__ import annotations

from pydantic import Field

from overtrick.web.tools.events import Model

__all__ = [
    "AnswerRecord",
    "ContestLine",
    "ContestRecord",
    "FirstPlayRecord",
    "GoalOdds",
    "GoalRecord",
    "LayoutRecord",
    "LineRecord",
    "StepRecord",
    "SuitAnswer",
    "SuitOdds",
]


class GoalRecord(Model):
    """The best chance of at least so many tricks."""

    tricks: int = Field(description="Tricks wanted, at least")
    probability: float
    fraction: str = Field(description="The same chance exactly")
    percent: str
    line: str | None = Field(description="The best line in words; null if only the tree tells it")
    wins: str = Field(description="When that line wins, in words")
    first_plays: list[str] = Field(description="Every lead that begins a best line, as in N-A")


class GoalOdds(Model):
    """How likely so many tricks are."""

    tricks: int
    fraction: str
    percent: str


class SuitOdds(Model):
    """The odds of every goal: known long before the lines are told."""

    goals: list[GoalOdds] = Field(description="Every number of tricks that has a chance, most first")


class FirstPlayRecord(Model):
    """A lead, and what the best line that begins with it is worth."""

    key: str = Field(description="What to ask for as `lead`")
    words: str
    value: float = Field(description="The chance of the goal, or the expected number of tricks")
    fraction: str
    shown: str = Field(description="The value as people read it")
    is_best: bool


class LayoutRecord(Model):
    """One layout of the defenders' cards; of touching cards West is shown with the highest."""

    west: str
    east: str
    west_length: int
    east_length: int
    probability: float
    fraction: str
    percent: str
    makes: bool | None = Field(description="Does the line reach its goal here? Null without a goal")
    tricks: int | None = Field(description="The tricks of the line here; null if only the goal is known")


class AnswerRecord(Model):
    """What the defenders are seen to play, and how the line goes on."""

    seen: str
    then: StepRecord | None = Field(description="The next trick; null: play from the top")


class StepRecord(Model):
    """One trick of a line."""

    play: str
    leads: str = Field(description="The hand that leads")
    answers: list[AnswerRecord] = Field(description="Where something is at stake; if none, play from the top")


class LineRecord(Model):
    """One line of play in full."""

    goal: str = Field(description="A number of tricks, average, matchpoints or imps")
    title: str
    lead: str | None = Field(description="The first play asked for, if one was")
    value: float = Field(description="The chance of the goal, or the expected number of tricks")
    fraction: str
    shown: str
    line: str | None = Field(description="The line in words; null if only the tree tells it")
    sentences: list[str] = Field(description="When it wins, what is as good, what is next best")
    first_plays: list[FirstPlayRecord]
    layouts: list[LayoutRecord]
    tree: StepRecord | None = Field(description="The line trick by trick; null if no answer changes it")


class ContestLine(Model):
    """One of the lines that no other beats, or of those that beat one another."""

    expected: float
    chances: list[str] = Field(description="The chance of at least one trick, two tricks, and so on")
    line: str | None


class ContestRecord(Model):
    """Lines against each other, at matchpoints or IMPs."""

    words: str
    lines: list[ContestLine]
    chosen: int = Field(description="The place of the line that is told in full, from 0")


class SuitAnswer(Model):
    """Everything about one combination."""

    north: str
    south: str
    assumptions: str
    goals: list[GoalRecord] = Field(description="Every number of tricks that has a chance, most first")
    expected: float = Field(description="The largest expected number of tricks")
    expected_fraction: str
    expected_line: str | None
    chosen: LineRecord = Field(description="The line that was asked for; else that for the most tricks")
    contest: ContestRecord | None
