"""Whole deals, undivided endings and exercises in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_

from overtrick.core import CardSet, Contract, Play, Seat, Strain, Trick
from overtrick.core.english import NUMBERS, capital, spelled
from overtrick.squeezes.divisions import Divisions, Group
from overtrick.squeezes.exercises import Exercise
from overtrick.squeezes.report import DealSqueeze, Outcome, SqueezeLine
from overtrick.squeezes.words import phrases
from overtrick.squeezes.words.texts import text

__all__ = [
    "answer_text",
    "deal_text",
    "division_text",
    "exercise_text",
    "line_text",
    "play_text",
    "question_text",
]


# Whole deals


def deal_text(found: DealSqueeze, contract: Contract | None = None) -> str:
    """The result for a deal; the contract is named if the target is its tricks, or if it goes down.

    >>> from overtrick.core import Card, Deal
    >>> from overtrick.squeezes.whole_deals import squeeze_in
    >>> strip = Deal.parse("N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65")
    >>> six = Contract.parse("6H by S")
    >>> print(deal_text(squeeze_in(strip, six, Card.parse("CK")), six).replace(". ", ".\\n"))
    After the ♣K lead, 6♥ by South makes only by squeezing West: a strip squeeze.
    The matrix is reached at trick 2, the squeeze card is the ♥8 at trick 10.
    """
    who, does = phrases.goal(found.declarer, found.play.strain, found.target, contract)
    after = _after(found)
    if contract is not None and found.tricks < contract.needs != found.target:
        after += f" {contract.print} goes {NUMBERS[contract.needs - found.tricks]} down."
    match found.outcome:
        case Outcome.OUT_OF_REACH:
            return f"{after} {_fails(found, contract)}: {spelled(found.tricks, 'trick')} at most."
        case Outcome.NO_SQUEEZE:
            return f"{after} {who} {does} without a squeeze."
        case Outcome.UNDECIDED:
            return f"{after} {who} {does}; whether a squeeze is needed was not found out."
    by = phrases.by_squeezing(found.victims) + (
        "" if found.kind is None else f": {phrases.name_of(found.kind)}"
    )
    return " ".join((f"{after} {who} {does} only {by}.", *_moment(found.line)))


def line_text(found: DealSqueeze) -> list[str]:
    """The line to the squeeze, a text line for each trick; empty if none was found."""
    return [] if found.line is None else play_text(found.line.play)


def play_text(play: Play) -> list[str]:
    """The tricks up to the turn of a defender who is squeezed."""
    ends = [f"{trick.winner(play.strain).word} wins" for trick in play.tricks]
    ends.append(f"{play.to_play.word} is squeezed")
    tricks = enumerate(zip((*play.tricks, play.trick), ends, strict=True), 1)
    return [f"{number}. {_cards(trick)}: {end}." for number, (trick, end) in tricks]


def _after(found: DealSqueeze) -> str:
    """The start of the line: after the lead, or after all the cards that were given."""
    play = found.play
    lead, *others = play.cards
    if others and not play.trick.cards:
        return f"After {spelled(len(play.tricks), 'trick')},"
    if others:
        return f"After the {play.cards[-1].print} at trick {len(play.tricks) + 1},"
    is_given = found.best_leads is None
    return f"After the {lead.print} lead," if is_given else f"After the best lead, the {lead.print},"


def _fails(found: DealSqueeze, contract: Contract | None) -> str:
    if contract is not None and contract.needs == found.target:
        return f"{contract.print} cannot be made"
    wanted = f"{spelled(found.target, 'trick')} {phrases.strain_of(found.play.strain)}"
    return f"{found.declarer.word} cannot take {wanted}"


def _moment(line: SqueezeLine | None) -> Iterator[str]:
    """The trick of the squeeze."""
    if line is None:
        yield "How was not found out."
        return
    card, matrix, trick = line.play.trick.cards[0].print, line.matrix_trick, line.squeeze_trick
    before = "" if matrix == trick else f"the matrix is reached at trick {matrix}, "
    yield capital(f"{before}the squeeze card is the {card} at trick {trick}.")
    if line.report is None:
        yield "So many cards are left then that the squeeze was not named."


def _cards(trick: Trick) -> str:
    return ", ".join(f"{seat.word} {card.print}" for seat, card in trick)


def exercise_text(exercise: Exercise) -> tuple[str, str]:
    """The question and the answer.

    >>> from overtrick.squeezes.kinds import Kind
    >>> from overtrick.squeezes.exercises import make
    >>> exercise, = make(Kind.SIMPLE, 4, seed=1)
    >>> question, answer = exercise_text(exercise)
    >>> question.endswith("?") and "squeeze" not in question, "simple squeeze" in answer
    (True, True)
    """
    return question_text(exercise), answer_text(exercise)


def question_text(exercise: Exercise) -> str:
    """The question: how are the tricks won, and why not after a small change?"""
    ending, values = exercise.ending, exercise.report.values
    who = phrases.partners(ending.attackers.seats)
    every = "all " if values.tricks == ending.cards else ""
    tricks = f"{every}{spelled(values.tricks, 'trick')}"
    change = phrases.as_it_would_be(ending, exercise.repair.undone)
    suit = ending.strain.word.capitalize()
    trumps = "There are no trumps" if ending.strain is Strain.NOTRUMP else f"{suit} are trumps"
    scene = f"{trumps}, {ending.leader.word} is on lead"
    return f"{scene}. How do {who} take {tricks}? Why would that fail if {change}?"


def answer_text(exercise: Exercise) -> str:
    """The squeeze explained, and what the change costs."""
    change = phrases.as_it_would_be(exercise.ending, exercise.repair.undone)
    return f"{text(exercise.report)} If {change}, {phrases.only(exercise.twin_report.values.tricks)}."


# Undivided endings


def division_text(divisions: Divisions) -> list[str]:
    """The chance of a squeeze, a sentence for each type of squeeze, and whether the first card is a guess.

    >>> from overtrick.squeezes.divisions import divisions
    >>> from overtrick.squeezes.divisions import UndividedEnding
    >>> found = divisions(UndividedEnding.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"))
    >>> print(*division_text(found), sep="\\n")
    There are 20 divisions of the cards that are out; 1 of them gives a squeeze (5%).
    A simple squeeze against West for three tricks: 1 division (5%). West must hold the ♠K and ♥KQ.
    The ♣A is the right first card for every squeeze.
    """
    total, number = divisions.total, len(divisions.squeezes)
    every = "There is one division" if total == 1 else f"There are {total:,} divisions"
    if not number:
        return [f"{every} of the cards that are out; none of them gives a squeeze."]
    give = "gives" if number == 1 else "give"
    chance = f"{number:,} of them {give} a squeeze ({divisions.odds.percent})"
    opening = f"{every} of the cards that are out; {chance}."
    return [opening, *map(_group, divisions.groups), *_first_card(divisions)]


def _group(group: Group) -> str:
    number = "1 division" if group.count == 1 else f"{group.count:,} divisions"
    against = phrases.partners(group.victims) if group.victims else "either defender"
    what = f"{phrases.name_of(group.kind)} against {against} for {spelled(group.tricks, 'trick')}"
    needs = [said for seat in group.victims if (said := _needs(group, seat))]
    held = f" {'; '.join(needs)}." if needs else ""
    return f"{capital(what)}: {number} ({group.odds.percent}).{held}"


def _needs(group: Group, victim: Seat) -> str:
    """The cards that a victim holds in each of the divisions."""
    needed = reduce(and_, (division.deal[victim] for division in group.divisions))
    return f"{victim.word} must hold {phrases.all_of(needed)}" if needed else ""


def _first_card(divisions: Divisions) -> Iterator[str]:
    """Whether declarer's first card is a guess; empty if a defender leads."""
    if divisions.question.leader.side is not divisions.question.attackers:
        return
    sure, hand = divisions.sure_leads, divisions.question.hands[divisions.question.leader]
    if sure:
        yield f"{capital(phrases.one_of(sure, hand))} is the right first card for every squeeze."
        return
    odds = next(iter(divisions.leads.values()))
    equal = CardSet.of(card for card, chance in divisions.leads.items() if chance == odds)
    has = f"keeps a squeeze in {odds.percent} of all divisions"
    yield f"No first card is right for every squeeze; the best, {phrases.one_of(equal, hand)}, {has}."
