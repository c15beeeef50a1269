"""``overtrick practice``: a bidding quiz in the terminal, with the reason after each answer."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, final

import typer

from overtrick.cli import output
from overtrick.cli.asking import read_line
from overtrick.cli.bidding_options import DEFAULT_SYSTEM, Conventions, SystemName, table
from overtrick.cli.options import Ascii, Json, ThemeName, seed_number, whole_number
from overtrick.cli.practice_log import Log
from overtrick.core import Board, Call, Deal, OvertrickError
from overtrick.core import Meaning as Note
from overtrick.render import DEFAULT_THEME, Cell, Diagram, Ink, Span, Theme, describe, line

if TYPE_CHECKING:
    from overtrick.bidding import Agreements, Choice, Meaning, State
    from overtrick.bidding.quizzing import Question
    from overtrick.cli.records import Record

__all__ = ["practice"]

_USUAL = 10
_HELP = "a call such as 1S, P, X or XX; ? for a hint; q to stop"


def practice(
    topic: Annotated[
        list[str] | None,
        typer.Argument(metavar="TOPIC", help="What to practise; --list tells what there is."),
    ] = None,
    number: Annotated[
        str | None, typer.Option("--number", "-n", metavar="N", help="How many; 10, or with --deals until q.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed asks the same, in the same order.")
    ] = None,
    system: SystemName = DEFAULT_SYSTEM,
    convention: Conventions = None,
    deals: Annotated[
        bool, typer.Option("--deals", help="Random hands, bid by the system itself, without end.")
    ] = False,
    show_topics: Annotated[bool, typer.Option("--list", help="The topics there are.")] = False,
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add the answers to it; what was wrong there comes first."),
    ] = None,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Practise bidding: a hand and an auction, you call, and then the reason.

    Type a call (1S, 1♠, P, pass, X, double …), ? for a hint, q to stop. With --json the questions are printed
    with their answers, and nothing is asked.
    """
    colours = Theme.parse(theme)
    chosen = secrets.randbelow(10**9) if seed is None else seed_number(seed)
    most = None if number is None else whole_number(number, "--number", least=1)
    agreements = table(system, None, convention)
    name = agreements.systems[0].name
    if show_topics:
        _list_topics(system, name, deals, as_json)
        return
    answers = None if log is None else Log(log, name)
    if deals:
        questions = _dealt(agreements, topic or [], chosen, answers)
        most = _USUAL if most is None and as_json else most
    else:
        found = _expected(system, name, topic or [], chosen, answers)
        questions, most = iter(found), min(_USUAL if most is None else most, len(found))
    asked = islice(questions, most)
    if as_json:
        for each in asked:
            output.print_json(_record(each, agreements) | {"seed": chosen})
    else:
        if answers is not None:
            answers.check()
        _Quiz(agreements, answers, colours, ascii_only).run(asked, most)
    if seed is None:
        output.note(f"asked with --seed {chosen}")


# Questions


def _expected(system: str, name: str, topics: list[str], seed: int, log: Log | None) -> list[Question]:
    """The problems of a system, in random order; those that went wrong before come first."""
    import numpy as np

    from overtrick.bidding.expectations import expectations
    from overtrick.bidding.quizzing import about, from_expectation

    known = expectations(system)
    if not known:
        raise _nothing(name)
    wanted = about(topics, (each.topic for each in known))
    found = [from_expectation(each) for each in known if each.topic in wanted]
    mixed = [found[place] for place in np.random.default_rng(seed).permutation(len(found))]
    return mixed if log is None else log.first_things_first(mixed)


def _dealt(agreements: Agreements, topics: list[str], seed: int, log: Log | None) -> Iterator[Question]:
    """Hands of self-play; those that went wrong before come first."""
    import numpy as np

    from overtrick.bidding.quizzing import SITUATIONS, about, from_self_play

    wanted = about(topics, SITUATIONS)
    again = [] if log is None else log.wrong(wanted)
    return chain(
        _once_more(again, agreements), from_self_play(agreements, np.random.default_rng(seed), wanted)
    )


def _once_more(keys: Iterable[str], agreements: Agreements) -> Iterator[Question]:
    """The questions that went wrong before; one that cannot be read is passed over, and said so."""
    from overtrick.bidding.quizzing import asked_before

    for key in keys:
        try:
            question = asked_before(key, agreements)
        except OvertrickError as error:
            output.note(f"a question of the log is left out: {error}")
            continue
        yield question


def _list_topics(system: str, name: str, deals: bool, as_json: bool) -> None:
    from overtrick.bidding.expectations import expectations
    from overtrick.bidding.quizzing import SITUATIONS

    counted: dict[str, int | None] = dict(Counter(each.topic for each in expectations(system)))
    if deals:
        counted = dict.fromkeys(SITUATIONS)
    elif not counted:
        raise _nothing(name)
    for topic, questions in counted.items():
        if as_json:
            output.print_json({"system": name, "topic": topic, "questions": questions})
        else:
            print(topic if questions is None else f"{topic}: {_questions(questions)}")


def _nothing(name: str) -> OvertrickError:
    return OvertrickError(f"{name} has no problems to practise: try --deals, or another --system")


def _questions(number: int) -> str:
    return f"{number} {'question' if number == 1 else 'questions'}"


# Asking


@final
class _Quiz:
    """A quiz that is going on."""

    def __init__(self, agreements: Agreements, log: Log | None, theme: Theme, ascii_only: bool) -> None:
        self.agreements = agreements
        self.log = log
        self.theme = theme
        self.ascii_only = ascii_only
        self.right = Counter[str]()
        self.asked = Counter[str]()

    def run(self, questions: Iterator[Question], most: int | None) -> None:
        """Ask until there is no question left, or the player has had enough; then tell the score."""
        try:
            for number, question in enumerate(questions, 1):
                of = "" if most is None else f" of {most}"
                self._show(question, f"Question {number}{of}: {question.topic}")
                answer = self._answer(question)
                if answer is None:
                    break
                self._judge(question, answer)
        except KeyboardInterrupt:
            print()
        self._say(_score(self.right, self.asked))

    def _say(self, words: str) -> None:
        output.print_words(words, self.ascii_only)

    def _show(self, question: Question, title: str) -> None:
        state = self.agreements.state(question.auction, question.vul)
        output.print_values([_diagram(question, state, title)], self.theme, self.ascii_only)
        print()

    def _answer(self, question: Question) -> Call | None:
        """What the player calls; None if there is to be no more."""
        while True:
            typed = read_line("Your call: ")
            if typed is None or typed.lower() in ("q", "quit", "exit", "stop"):
                return None
            if typed in ("?", "h", "help", "hint"):
                self._say("\n".join(_hint(self.agreements.state(question.auction, question.vul))))
                continue
            try:
                call = Call.parse(typed)
                question.auction.then(call)
            except OvertrickError as error:
                self._say(f"{error}; type {_HELP}" if typed else f"Type {_HELP}")
            else:
                return call

    def _judge(self, question: Question, answer: Call) -> None:
        is_right = question.accepts(answer)
        self.asked[question.topic] += 1
        self.right[question.topic] += is_right
        if self.log is not None:
            self.log.add(question, answer, is_right)
        self._say("\n".join(_verdict(question, answer, self.agreements)))
        print()


def _diagram(question: Question, state: State, title: str) -> Diagram:
    """The hand and the auction; alerted calls are explained, as they would be at the table."""
    auction, seat = question.auction, question.auction.to_call
    board = Board(None, auction.dealer, question.vul, Deal.of({seat: question.hand}), auction, _alerts(state))
    whole = describe(board)
    (corner, *_), *_ = whole.rows
    about = ", ".join("".join(span.text for span in each) for each in corner.lines)
    heading = (line(Span(title, Ink.STRONG)), line(f"{about}; {seat.word} to call"), ())
    hand = describe(question.hand).rows[0][0].lines
    points = line(
        Span(f"{question.hand.hcp} high-card {'point' if question.hand.hcp == 1 else 'points'}", Ink.MUTED)
    )
    return replace(whole, rows=((Cell((*heading, *hand, points)),),), notes=())


def _alerts(state: State) -> tuple[Note | None, ...]:
    from overtrick.bidding import Meaning
    from overtrick.explain.bidding.saying import in_short

    meanings = (Meaning(state, place) for place in range(len(state.said)))
    return tuple(Note(in_short(each), alerted=True) if each.is_alerted else None for each in meanings)


# Words


def _hint(state: State) -> Iterator[str]:
    """What the calls before mean, and those that can be made now."""
    from overtrick.bidding import Meaning
    from overtrick.explain.bidding.saying import in_short, sentence

    for place, said in enumerate(state.said):
        if said.call is not Call.PASS:
            yield f"  said: {said.call.print}: {in_short(Meaning(state, place))}"
    for call in sorted({each.call for each in state.candidates} | {Call.PASS}, key=lambda each: each.index):
        meaning = Meaning(state.after(call), len(state.said))
        if not meaning.said.is_odd:
            told = sentence(meaning) if call is Call.PASS else in_short(meaning)
            yield f"  {call.print}: {told}"


def _verdict(question: Question, answer: Call, agreements: Agreements) -> Iterator[str]:
    """Right or wrong, why, and what the calls mean."""
    from overtrick.explain.bidding.saying import sentence, why_words

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
    from overtrick.explain.bidding.saying import source_of

    return "" if choice.candidate is None else source_of(choice.candidate, choice.state.system)


def _meaning(question: Question, call: Call, agreements: Agreements) -> Meaning:
    from overtrick.bidding import Meaning

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


def _record(question: Question, agreements: Agreements) -> Record:
    from overtrick.cli.call_records import call_record
    from overtrick.explain.bidding.saying import why_words

    choice = agreements.bid(question.hand, question.auction, question.vul)
    means = call_record(_meaning(question, question.call, agreements))
    return {
        "topic": question.topic,
        "hand": str(question.hand),
        "auction": [str(call) for call in question.auction.calls],
        "dealer": str(question.auction.dealer),
        "seat": str(question.auction.to_call),
        "vul": str(question.vul),
        "call": str(question.call),
        "accepted": [str(call) for call in (question.call, *question.others)],
        "reason": question.reason or why_words(choice, question.hand),
        "source": question.source or _source(choice),
        "dispute": question.dispute or None,
        "meaning": means["meaning"],
        "note": means["note"],
        "system": choice.state.system.name,
        "system_calls": str(choice.call),
    }
