"""``overtrick practice``: a bidding quiz in the terminal, with the reason after each answer."""

from __future__ import annotations

import json
import os
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, final

from overtrick import __version__
from overtrick.bidding import Agreements, Choice, Meaning, State
from overtrick.bidding.practice import (
    SITUATIONS,
    BiddingProblem,
    expectations,
    from_self_play,
    matching_topics,
    problem_of,
)
from overtrick.bidding.words.calls import in_short, sentence, source_of, why_words
from overtrick.cli import options, output
from overtrick.cli.bidding_options import BiddingOptions, call_record, load_system
from overtrick.cli.options import number
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.play_screen import hand_lines
from overtrick.cli.terminal import read_line
from overtrick.core import Board, Call, Deal, OvertrickError
from overtrick.core import Meaning as Note
from overtrick.render import DEFAULT_THEME, Cell, Diagram, Ink, Span, describe, line

__all__ = ["SUBCOMMANDS", "Log", "Quiz", "practice"]


_USUAL = 10
_HELP = "a call such as 1S, P, X or XX; ? for a hint; q to stop"


Topics = Annotated[
    list[str] | None, options.argument("TOPIC", "What to practise; 'practice list' tells what there is.")
]


# Asking


@final
@dataclass
class Quiz:
    """Options of a quiz, and its running state."""

    seed: options.Seed = None
    system: options.SystemName = options.DEFAULT_SYSTEM
    convention: options.Conventions = None
    log: Annotated[
        Path | None,
        options.option("--log", "FILE", "Append the answers; earlier mistakes are asked first."),
    ] = None
    theme: options.Colours = DEFAULT_THEME
    right: Counter[str] = field(default_factory=Counter, init=False)
    asked: Counter[str] = field(default_factory=Counter, init=False)

    @cached_property
    def agreements(self) -> Agreements:
        """The agreements of all players."""
        return BiddingOptions(self.system, convention=self.convention).agreements()

    @cached_property
    def name(self) -> str:
        """The name of the system."""
        return self.agreements.systems[0].name

    @cached_property
    def answers(self) -> Log | None:
        """The log of answers, if they are saved."""
        return None if self.log is None else Log(self.log, self.name)

    @cached_property
    def chosen_seed(self) -> int:
        """The seed that chooses the questions."""
        return secrets.randbelow(10**9) if self.seed is None else self.seed

    def expected(self, topics: list[str]) -> list[BiddingProblem]:
        """The problems of a system, in random order; those that went wrong before come first."""
        import numpy as np  # here, because a list of topics needs none

        known = expectations(self.system)
        if not known:
            raise _nothing(self.name)
        wanted = matching_topics(topics, (each.topic for each in known))
        found = [each for each in known if each.topic in wanted]
        mixed = [found[place] for place in np.random.default_rng(self.chosen_seed).permutation(len(found))]
        return mixed if self.answers is None else self.answers.first_things_first(mixed)

    def dealt(self, topics: list[str]) -> Iterator[BiddingProblem]:
        """Hands of self-play; those that went wrong before come first."""
        import numpy as np

        wanted = matching_topics(topics, SITUATIONS)
        again = [] if self.answers is None else self.answers.wrong(wanted)
        new = from_self_play(self.agreements, np.random.default_rng(self.chosen_seed), wanted)
        return chain(_once_more(again, self.agreements), new)

    def run(self, questions: Iterator[BiddingProblem], most: int | None, style: Style) -> None:
        """Ask up to `most` questions, or print them with their answers as JSON."""
        chosen = islice(questions, most)
        if style.as_json:
            for each in chosen:
                output.print_json(_record(each, self.agreements) | {"seed": self.chosen_seed})
        else:
            if self.answers is not None:
                self.answers.check()
            self._ask(chosen, most, style)
        if self.seed is None:
            output.note(f"asked with --seed {self.chosen_seed}")

    def _ask(self, questions: Iterator[BiddingProblem], most: int | None, style: Style) -> None:
        """Ask until no question is left or the player quits; then print the score."""
        try:
            for place, question in enumerate(questions, 1):
                title = f"Question {place}{'' if most is None else f' of {most}'}: {question.topic}"
                state = self.agreements.state(question.auction, question.vul)
                style.print_values([_diagram(question, state, title)], self.theme)
                print()
                answer = _typed(question, state, style)
                if answer is None:
                    break
                self.judge(question, answer, style)
        except KeyboardInterrupt:
            print()
        style.print_words(_score(self.right, self.asked))

    def judge(self, question: BiddingProblem, answer: Call, style: Style) -> None:
        """Print whether an answer is right, and log it."""
        is_right = question.accepts(answer)
        self.asked[question.topic] += 1
        self.right[question.topic] += is_right
        if self.answers is not None:
            self.answers.add(question, answer, is_right)
        style.print_words("\n".join(_verdict(question, answer, self.agreements)))
        print()


def _typed(question: BiddingProblem, state: State, style: Style) -> Call | None:
    """The player's call; None to quit."""
    while True:
        typed = read_line("Your call: ")
        if typed is None or typed.lower() in ("q", "quit", "exit", "stop"):
            return None
        if typed in ("?", "h", "help", "hint"):
            style.print_words("\n".join(_hint(state)))
            continue
        try:
            call = Call.parse(typed)
            question.auction.then(call)
        except OvertrickError as error:
            style.print_words(f"{error}; type {_HELP}" if typed else f"Type {_HELP}")
        else:
            return call


ANY_QUIZ = Quiz()


def practice(
    topic: Topics = None,
    n: Annotated[int, number("How many questions (default 10).")] = _USUAL,
    quiz: Quiz = ANY_QUIZ,
    style: Style = PLAIN,
) -> None:
    """Practise bidding: a hand and an auction, you call, and then the reason.

    Type a call (1S, 1♠, P, pass, X, double …), ? for a hint, q to stop. With --json the questions are printed
    with their answers, and nothing is asked.
    """
    questions = quiz.expected(topic or [])
    quiz.run(iter(questions), min(n, len(questions)), style)


def deals(
    topic: Topics = None,
    n: Annotated[int | None, number("How many questions (default: no limit).")] = None,
    quiz: Quiz = ANY_QUIZ,
    style: Style = PLAIN,
) -> None:
    """Practise with random hands, bid by the system itself; the topics are situations."""
    quiz.run(quiz.dealt(topic or []), _USUAL if n is None and style.as_json else n, style)


def list_topics(
    system: options.SystemName = options.DEFAULT_SYSTEM,
    convention: options.Conventions = None,
    deals: Annotated[bool, options.flag("--deals", "The situations of 'practice deals'.")] = False,
    as_json: options.Json = False,
) -> None:
    """The topics there are, and how many questions each has."""
    name = load_system(system, convention).name
    counted: dict[str, int | None] = dict(Counter(each.topic for each in expectations(system)))
    if deals:
        counted = dict.fromkeys(SITUATIONS)
    elif not counted:
        raise _nothing(name)
    for topic, questions in counted.items():
        words = topic if questions is None else f"{topic}: {output.counted(questions, 'question')}"
        record: Record = {"system": name, "topic": topic, "questions": questions}
        Style(as_json=as_json).print_answer(record, [words])


def _once_more(keys: Iterable[str], agreements: Agreements) -> Iterator[BiddingProblem]:
    """The questions answered wrongly before; unreadable ones are skipped with a note."""
    for key in keys:
        try:
            question = problem_of(key, agreements)
        except OvertrickError as error:
            output.note(f"a question of the log is left out: {error}")
            continue
        yield question


def _nothing(name: str) -> OvertrickError:
    return OvertrickError(f"{name} has no problems to practise: try practice deals, or another --system")


def _diagram(question: BiddingProblem, state: State, title: str) -> Diagram:
    """The hand and the auction; alerted calls are explained, as they would be at the table."""
    auction, seat = question.auction, question.auction.to_call
    board = Board(None, auction.dealer, question.vul, Deal.of({seat: question.hand}), auction, _alerts(state))
    whole = describe(board)
    (corner, *_), *_ = whole.rows
    told = ", ".join("".join(span.text for span in each) for each in corner.lines)
    heading = (line(Span(title, Ink.STRONG)), line(f"{told}; {seat.word} to call"), ())
    return replace(whole, rows=((Cell((*heading, *hand_lines(question.hand))),),), notes=())


def _alerts(state: State) -> tuple[Note | None, ...]:
    meanings = (Meaning(state, place) for place in range(len(state.history)))
    return tuple(Note(in_short(each), alerted=True) if each.is_alerted else None for each in meanings)


# Words


def _hint(state: State) -> Iterator[str]:
    """The meanings of the calls so far, and of the possible calls."""
    for place, said in enumerate(state.history):
        if said.call is not Call.PASS:
            yield f"  said: {said.call.print}: {in_short(Meaning(state, place))}"
    for call in sorted({each.call for each in state.candidates} | {Call.PASS}, key=lambda each: each.index):
        meaning = Meaning(state.after(call), len(state.history))
        if not meaning.interpretation.is_odd:
            told = sentence(meaning) if call is Call.PASS else in_short(meaning)
            yield f"  {call.print}: {told}"


def _verdict(question: BiddingProblem, answer: Call, agreements: Agreements) -> Iterator[str]:
    """Right or wrong, why, and what the calls mean."""
    choice = agreements.bid(question.hand, question.auction, question.vul)
    best = question.call.print
    if answer is question.call:
        yield f"Right: {best}."
    elif question.accepts(answer):
        yield f"{answer.print} is accepted; the answer is {best}."
    else:
        yield f"No: {answer.print} is wrong. The answer is {best}."
    if question.reason:
        yield f"  why: {question.reason}"
    if question.dispute:
        yield f"  disputed: {question.dispute}"
    if not question.reason:
        yield "  why:"
        yield from (f"  {each}" for each in why_words(choice, question.hand).splitlines()[1:])
    yield f"  {best} means: {sentence(_meaning(question, question.call, agreements))}"
    if answer is not question.call:
        yield f"  {answer.print} means: {sentence(_meaning(question, answer, agreements))}"
    if source := question.source or _source(choice):
        yield f"  source: {source}"
    if choice.call is not question.call:
        yield f"  {choice.state.system.name} as it is written here calls {choice.call.print}"


def _source(choice: Choice) -> str:
    return "" if choice.candidate is None else source_of(choice.candidate, choice.state.system)


def _meaning(question: BiddingProblem, call: Call, agreements: Agreements) -> Meaning:
    state = agreements.state(question.auction.then(call), question.vul)
    return Meaning(state, len(question.auction))


def _score(right: Counter[str], asked: Counter[str]) -> str:
    if not asked:
        return "No question was answered."
    wide = max(map(len, asked))
    lines = [f"{right.total()} of {asked.total()} right"]
    if len(asked) > 1:
        lines += [f"  {topic:{wide}}  {right[topic]} of {number}" for topic, number in sorted(asked.items())]
    return "\n".join(lines)


# Records


def _record(question: BiddingProblem, agreements: Agreements) -> Record:
    choice = agreements.bid(question.hand, question.auction, question.vul)
    means = call_record(_meaning(question, question.call, agreements))
    return {
        "topic": question.topic,
        "hand": question.hand,
        "auction": question.auction.calls,
        "dealer": question.auction.dealer,
        "seat": question.auction.to_call,
        "vul": question.vul,
        "call": question.call,
        "accepted": (question.call, *question.others),
        "reason": question.reason or why_words(choice, question.hand),
        "source": question.source or _source(choice),
        "dispute": question.dispute or None,
        "meaning": means["meaning"],
        "note": means["note"],
        "system": choice.state.system.name,
        "system_calls": choice.call,
    }


@final
class Log:
    """The log of a quiz: earlier answers and those of this session."""

    def __init__(self, path: Path, system: str) -> None:
        self.path = path
        self.system = system
        self._last = dict[str, bool]()
        """For each question, was its last answer right?  The latest question comes last."""
        self._topics = dict[str, str]()
        self._needs_break = False
        self._read()

    def _read(self) -> None:
        if not self.path.exists():
            return
        with output.explained(f"read the log {str(self.path)!r}"):
            text = self.path.read_bytes()
        self._needs_break = bool(text) and not text.endswith(b"\n")
        for place, answer in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
            if answer.strip() and not self._take(answer):
                output.note(f"line {place} of {str(self.path)!r} is no answer: passed over")

    def _take(self, line: str) -> bool:
        try:
            told = json.loads(line)
            system, question, is_right = told["system"], told["question"], told["right"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return False
        if not isinstance(question, str) or not isinstance(is_right, bool):
            return False
        if system == self.system:
            self._last.pop(question, None)
            self._last[question] = is_right
            self._topics[question] = str(told.get("topic"))
        return True

    def check(self) -> None:
        """Refuse a log that cannot be written, before any answer."""
        self._append("")

    def _append(self, text: str) -> None:
        """Add a text, which is on the disk when this returns."""
        with output.explained(f"write the log {str(self.path)!r}"), open(self.path, "ab") as file:
            if text:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())

    def first_things_first(self, questions: Iterable[BiddingProblem]) -> list[BiddingProblem]:
        """Questions answered wrong the last time, the oldest first; then new ones; then the others."""
        asked: dict[str, int] = {key: place for place, key in enumerate(self._last)}

        def order(question: BiddingProblem) -> tuple[int, int]:
            if question.key not in asked:
                return 1, 0
            return (2 if self._last[question.key] else 0), asked[question.key]

        return sorted(questions, key=order)

    def wrong(self, topics: Collection[str]) -> list[str]:
        """The questions on some topics whose last answer was wrong, the oldest first."""
        return [key for key, is_right in self._last.items() if not is_right and self._topics[key] in topics]

    def add(self, question: BiddingProblem, answer: Call, is_right: bool) -> None:
        """Add an answer, on the disk before the next question is asked."""
        told = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "system": self.system,
            "version": __version__,
            "topic": question.topic,
            "question": question.key,
            "answer": str(answer),
            "call": str(question.call),
            "right": is_right,
        }
        self._append(("\n" if self._needs_break else "") + json.dumps(told, ensure_ascii=False) + "\n")
        self._needs_break = False


SUBCOMMANDS = {"deals": deals, "list": list_topics}
