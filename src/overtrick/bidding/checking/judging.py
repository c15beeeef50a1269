"""What is wrong with the answers to one question: gaps, ties, false explanations, forcing calls passed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from overtrick.bidding.checking.classes import Rows
from overtrick.bidding.checking.findings import (
    FalseExplanation,
    NoCall,
    Odd,
    PassedForcing,
    Rule,
    Seen,
    Share,
    Tie,
)
from overtrick.bidding.checking.proving import Answer, unlike
from overtrick.bidding.checking.walking import Question
from overtrick.bidding.entries import Entry
from overtrick.bidding.said import Said
from overtrick.bidding.system import Candidate
from overtrick.core import Call

__all__ = ["Fault", "faults", "met"]

Fault: TypeAlias = NoCall | Tie | FalseExplanation | Odd | PassedForcing
Names: TypeAlias = Mapping[Entry, Rule]


def faults(answer: Answer, seen: Seen, names: Names) -> Iterator[Fault]:
    """All that is wrong with the answers to a question."""
    state = answer.state
    meant = dict[Call, Said]()
    for place, some in answer.by_place.items():
        if place < 0:
            yield NoCall(seen, answer.share(some), some.simplest, state.is_forced)
            continue
        candidate = state.candidates[place]
        rule = names[candidate.rule.entry]
        if candidate.call is Call.PASS and state.is_forced:
            yield PassedForcing(seen, answer.share(some), some.simplest, rule)
        if candidate.call not in meant:
            meant[candidate.call] = state.after(candidate.call).said[-1]
        yield from _told(answer, candidate, some, meant[candidate.call], seen, rule)
    for place, other, some in answer.ties():
        first, second = state.candidates[place], state.candidates[other]
        rule, rival = names[first.rule.entry], names[second.rule.entry]
        yield Tie(seen, answer.share(some), some.simplest, rule, first.call, rival, second.call)


def met(question: Question, seen: Seen, names: Names) -> Iterator[NoCall | Odd | PassedForcing]:
    """What went wrong on the boards of the walk themselves, where a question is not gone through."""
    state = question.state
    for place, number in question.used.items():
        share, hand = Share(number, question.times, is_sampled=True), question.example[place]
        if place < 0:
            yield NoCall(seen, share, hand, state.is_forced)
            continue
        candidate = state.candidates[place]
        rule = names[candidate.rule.entry]
        if candidate.call is Call.PASS and state.is_forced:
            yield PassedForcing(seen, share, hand, rule)
        if state.after(candidate.call).said[-1].is_odd:
            yield Odd(seen, share, hand, rule, candidate.call)


def _told(
    answer: Answer, candidate: Candidate, some: Rows, said: Said, seen: Seen, rule: Rule
) -> Iterator[FalseExplanation | Odd]:
    """Is the hand what its call is said to show, made by one of the entries it is said to be made by?"""
    if said.is_odd:
        yield Odd(seen, answer.share(some), some.simplest, rule, said.call)
    elif not any(_same(candidate, each) for each in said.rules):
        yield FalseExplanation(seen, answer.share(some), some.simplest, rule, said.call)
    elif len(outside := unlike(said, some)):
        yield FalseExplanation(seen, answer.share(outside), outside.simplest, rule, said.call)


def _same(one: Candidate, other: Candidate) -> bool:
    return one.rule is other.rule and one.names == other.names
