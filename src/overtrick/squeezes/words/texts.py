"""Results for an ending in words: its squeeze, a near miss, counter-measures, Love's letters, a verdict.

The text about a squeeze is made from the statements of its reason alone: each function takes a
reason, or several, and returns sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from overtrick.core import CardSet, Reason, Seat, Statement
from overtrick.core.english import NUMBERS, capital, series, spelled
from overtrick.core.explaining import explain
from overtrick.squeezes import near_misses
from overtrick.squeezes import statements as st
from overtrick.squeezes.audit import AuditedLine, PublishedStatement, Verdict
from overtrick.squeezes.counter_measures import BreakingLead, CounterMeasures
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Means
from overtrick.squeezes.reasons import statement_about, turn_of, why
from overtrick.squeezes.report import Report
from overtrick.squeezes.rules.blue import Theory
from overtrick.squeezes.words import phrases

__all__ = ["blue_text", "counter_text", "cure_text", "near_miss_text", "text", "verdict_text"]

C = TypeVar("C", bound=Statement)
Part = tuple[C, Reason]
"""A statement of a type, with its reason."""
_FAULTS: dict[type[near_misses.Repair] | near_misses.Letter, str] = {
    near_misses.ExchangeDefenders: "the defenders' hands lie the wrong way round",
    near_misses.RectifyCount: "the count is not rectified",
    near_misses.Letter.BUSY: "no defender is busy enough",
    near_misses.Letter.LOSER: "there is a loser too many",
    near_misses.Letter.UPPER: "the threats lie badly",
    near_misses.Letter.ENTRY: "the entries lie badly",
}
"""Words for the fault, by the change that mends it or else by the condition that had failed."""


# st.Squeezes


def text(report: Report) -> str:
    """Why there is a squeeze, or that there is none.

    >>> from overtrick.squeezes import analyse
    >>> print(text(analyse(Ending.parse("N:AT8.3.. 543.4.. K97...A QJ.Q2..;NT;S"))))
    Declarer takes four tricks from the top: there is no squeeze.
    """
    reason = why(report)
    moments = (sentence for caught in _parts(reason, st.Caught) for sentence in _squeezed(caught))
    apart = (part.statement for part in reason.because if isinstance(part.statement, st.MODIFIERS))
    sides = (*_statements(reason, st.Automatic), *_statements(reason, st.Positional))
    return " ".join((_opening(reason), *moments, *(f"{explain(each)}." for each in (*apart, *sides))))


def _opening(reason: Reason) -> str:
    """The tricks from the top and without pressure, and who is caught in which squeeze."""
    tops = next(_statements(reason, st.OnlyTops)).tops
    unforced = next((statement.tricks for statement in _statements(reason, st.Unforced)), None)
    said, has = reason.statement, f"Declarer has {spelled(tops, 'top trick')}"
    assert isinstance(said, st.Squeezes | st.NoSqueeze), "a report comes down to one of these"
    if isinstance(said, st.Squeezes):
        between = "" if unforced is None else f", could take {NUMBERS[unforced]} without a squeeze"
        return f"{has}{between} and takes {NUMBERS[said.tricks]}: {phrases.whom(said)}."
    if unforced is None:
        return f"Declarer takes {spelled(said.tricks, 'trick')} from the top: there is no squeeze."
    return f"{has} and takes {NUMBERS[said.tricks]}, but not by a squeeze."


def _squeezed(part: Part[st.Caught]) -> Iterator[str]:
    """The moment of a squeeze, what the victim guards, and what giving it up costs."""
    caught, reason = part
    spare = f"{capital(phrases.moment(caught.turn.play))} {caught.turn.victim.word} has no card to spare"
    guards = _guarded([*_statements(reason, st.Guards)])
    others = list(_needed([*_statements(reason, st.Needed)], is_first=not guards))
    *first, last = *guards, *others
    link = ", and " if others else ", "
    yield f"{spare}: {', '.join(first)}{link if first else ''}{last}."
    given = _parts(reason, st.GivesUp)
    followed = {_likeness(part): part for part in given if _parts(part[1], st.Caught)}
    plain = [part for part in given if _likeness(part) not in followed]
    if plain:
        yield f"{capital('; '.join(_clauses(plain, 'he')))}."
    for likeness, first_part in followed.items():
        alike = [statement for statement, below in given if _likeness((statement, below)) == likeness]
        yield _followed(first_part, alike, caught)


def _guarded(guards: Sequence[st.Guards]) -> list[str]:
    """The guards, listed; the holder of a threat is named where he changes."""
    clauses, holder = list[str](), None
    for statement in guards:
        verb = "" if clauses else f" {phrases.guard(statement)}"
        threat = phrases.against(statement, with_holder=statement.holder is not holder)
        clauses.append(f"{phrases.cards_of(statement.cards)}{verb} against {threat}")
        holder = statement.holder
    return clauses


def _needed(statements: Sequence[st.Needed], *, is_first: bool) -> Iterator[str]:
    """The other suits he holds: those with a known use, then those known only to be busy, together."""
    for statement in statements:
        if statement.use is not st.Use.BUSY:
            yield f"{phrases.cards_of(statement.cards)} {phrases.needed(statement)}"
    busy = [statement.cards for statement in statements if statement.use is st.Use.BUSY]
    if busy:
        cards = CardSet().union(*busy)
        named = phrases.cards_of(cards) if len(busy) == 1 else phrases.all_of(cards)
        too = "" if is_first and len(busy) == len(statements) else " too"
        yield f"{named} {'is' if len(cards) == 1 else 'are'} needed{too}"


def _followed(part: Part[st.GivesUp], alike: Sequence[st.GivesUp], before: st.Caught) -> str:
    """A suit given up and the squeeze that follows; one card stands for others of the suit that are alike."""
    given, reason = part
    caught, then = _parts(reason, st.Caught)[0]
    turn = caught.turn
    say = f", say {phrases.cards_of(given.cards, 'or')}" if len(alike) > 1 else ""
    is_same_trick = len(turn.play.tricks) == len(before.turn.play.tricks)
    when = "on the same trick" if is_same_trick else phrases.moment(turn.play).rstrip(",")
    who = "he is squeezed again" if caught.is_again else f"{turn.victim.word} is squeezed in turn"
    clauses = "; ".join(_clauses(_parts(then, st.GivesUp), "he" if caught.is_again else turn.victim.word))
    return f"If he {phrases.throws(given)} {phrases.given_up(alike)}{say}, {who} {when}: {clauses}."


def _clauses(given: Sequence[Part[st.GivesUp]], subject: str) -> Iterator[str]:
    """For each suit given up, the result; repeated words are left out."""
    groups = ([*group] for _, group in groupby(given, key=_likeness))
    clauses = [
        (phrases.throws(group[0][0]), phrases.given_up([each for each, _ in group]), _becomes(group))
        for group in groups
    ]
    last = ""
    for (verb, follows), alike in groupby(clauses, key=lambda clause: (clause[0], clause[2])):
        does = "" if verb == last else f"{subject} {verb} "
        yield f"if {does}{series([cards for _, cards, _ in alike], 'or')}, {follows}"
        last = verb


def _likeness(part: Part[st.GivesUp]) -> tuple[object, ...]:
    """A key for discards with the same text, except for the rounds it takes."""
    statement, reason = part
    good = tuple(good.card for good in _statements(reason, st.Good))
    return next(iter(statement.cards)).suit, statement.means, good, tuple(_exploits(reason))


def _becomes(alike: Sequence[Part[st.GivesUp]]) -> str:
    """The result of discards that share a likeness."""
    goods = [good for _, reason in alike for good in _statements(reason, st.Good)]
    clauses = {phrases.becomes(good) for good in goods}
    if not clauses:
        statement, reason = alike[0]
        return next(_exploits(reason), phrases.consequence(statement))
    helped = ", with a ruff to help" if goods[0].given_up.means is Means.RUFF else ""
    return clauses.pop() if len(clauses) == 1 else f"the {goods[0].card.print} becomes good{helped}"


def _exploits(reason: Reason) -> Iterator[str]:
    """The trick lost or the finesse taken, if it is known."""
    yield from map(phrases.ruffed_in, _statements(reason, st.RuffsIn))
    for lost, below in _parts(reason, st.Concedes):
        yield phrases.conceded(lost, next(_statements(below, st.Establishes), None))
    yield from map(phrases.finessed, _statements(reason, st.Finesses))


def _parts(reason: Reason, kind: type[C]) -> list[Part[C]]:
    """The statements of a kind right below a reason, each with its own reasons."""
    return [(part.statement, part) for part in reason.because if isinstance(part.statement, kind)]


def _statements(reason: Reason, kind: type[C]) -> Iterator[C]:
    return (statement for statement, _ in _parts(reason, kind))


# Near misses


def near_miss_text(miss: near_misses.NearMiss) -> str:
    """Which of Busy, Loser, Upper and Entry fails, and the cheapest repair.

    >>> from overtrick.squeezes.near_misses import near_miss
    >>> miss = near_miss(Ending.parse("N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"))
    >>> print(near_miss_text(miss).replace(". ", ".\\n"))
    Not a squeeze: the defenders' hands lie the wrong way round (Upper).
    Exchange East and West, and West is caught in a simple squeeze: three tricks instead of two.
    """
    return cure_text(miss, miss.cures[0])


def cure_text(miss: near_misses.NearMiss, cure: near_misses.Cure) -> str:
    """The same of any change that helps."""
    tricks = miss.values.tricks
    what = f"No squeeze for {spelled(tricks + 1, 'trick')}" if miss.values.gain else "Not a squeeze"
    why = f"{_fault(miss.ending, cure)} ({cure.letter.name.capitalize()})"
    found = statement_about(cure.report)
    then = phrases.whom(found) if isinstance(found, st.Squeezes) else "it works"
    gain = f"{spelled(tricks + 1, 'trick')} instead of {NUMBERS[tricks]}"
    _, advice = phrases.condition_and_advice(miss.ending, cure.repair)
    return f"{what}: {why}. {advice}, and {then}: {gain}."


def _fault(ending: Ending, cure: near_misses.Cure) -> str:
    """The fault, as far as the change that repairs it shows it."""
    if isinstance(cure.repair, near_misses.LeadFrom):
        is_ours = ending.leader.side is ending.attackers
        return "the lead is in the wrong hand" if is_ours else "a defender is on lead"
    return _FAULTS.get(type(cure.repair), _FAULTS[cure.letter])


# Counter-measures


def counter_text(measures: CounterMeasures) -> list[str]:
    """The leads that break the squeeze, the idle cards before it, and an exchange that would have saved them.

    >>> from overtrick.squeezes import counter_measures
    >>> found = counter_measures(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> print(*counter_text(found), sep="\\n")
    If East were on lead, leading a spade would break the squeeze: declarer would take one trick at most.
    If West were on lead, any lead would break the squeeze: declarer would take one trick at most.
    If West held the ♣3 and East the ♠K, declarer would take only two tricks.
    """
    if measures.report.squeeze is None:
        return ["There is no squeeze to break."]
    return [*_leads(measures), *_discards(measures), *_exchange(measures)]


def _leads(measures: CounterMeasures) -> Iterator[str]:
    """One sentence for each defender who could break it."""
    if not measures.leads:
        yield "No lead of a defender breaks the squeeze."
    for defender, group in groupby(measures.leads, key=lambda lead: lead.defender):
        leads, hand = list(group), measures.report.ending.deal[defender]
        ways = "any lead" if leads[0].instead_of is None else _ways(hand, leads)
        at_most = spelled(max(lead.tricks for lead in leads), "trick")
        takes = f"would break the squeeze: declarer would take {at_most} at most"
        yield f"If {defender.word} were on lead, {ways} {takes}."


def _ways(hand: CardSet, leads: Sequence[BreakingLead]) -> str:
    """The cards to lead, and those to cash."""
    verbs = ("leading", False), ("cashing", True)
    ways = ((verb, [lead.cards for lead in leads if lead.cashes is cashes]) for verb, cashes in verbs)
    return " or ".join(
        f"{verb} {phrases.one_of(CardSet().union(*cards), hand)}" for verb, cards in ways if cards
    )


def _discards(measures: CounterMeasures) -> Iterator[str]:
    """The turns where some cards can be spared and others not; the squeeze itself is described elsewhere."""
    for discard in measures.discards:
        if discard.idle and discard.busy:
            when = capital(phrases.moment(turn_of(measures.report, discard).play))
            idle = phrases.one_of(discard.idle, discard.idle | discard.busy)
            yield f"{when} {discard.defender.word} can spare {idle}, and nothing else."


def _exchange(measures: CounterMeasures) -> Iterator[str]:
    """The least striking exchange that would have saved the defenders."""
    for saving in measures.exchanges[:1]:
        held = phrases.as_it_would_be(measures.report.ending, saving.exchange)
        yield f"If {held}, {phrases.only(saving.tricks)}."


# Love's letters


def blue_text(judged: Theory) -> list[str]:
    """Busy, Loser, Upper and Entry, each with the facts behind it.

    >>> from overtrick.squeezes import analyse
    >>> from overtrick.squeezes.rules.blue import theory
    >>> print(*blue_text(theory(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))), sep="\\n")
    Busy: West alone guards spades and hearts.
    Loser: there is one loser.
    Upper: the ♠Q and ♥J lie with North, at West's left.
    Entry: class e11.
    """
    busy, loser, upper, entry = judged.blue.busy, judged.blue.loser, judged.blue.upper, judged.blue.entry
    victim, are = busy.victim.word, "is" if loser.losers == 1 else "are"
    suits = series([threat.suit.word for threat in busy.threats]) if busy.threats else "any suit"
    cards = series([card.print for card in upper.cards]) if upper.holds else ""
    threats = f"the {cards} {'lies' if len(upper.cards) == 1 else 'lie'}" if cards else "no threat lies"
    return [
        f"Busy: {victim} {f'alone guards {suits}' if busy.holds else 'is not busy in two suits'}.",
        f"Loser: there {are} {spelled(loser.losers, 'loser')}.",
        f"Upper: {threats} with {upper.hand.word}, at {victim}'s left.",
        f"Entry: {f'class {entry.kind}' if entry.holds else 'the threat could not be reached'}.",
    ]


# Verdicts on published statements


def verdict_text(line: AuditedLine) -> str:
    """The verdict on a published statement: that it is true, or everything that is wrong with it.

    >>> from overtrick.squeezes.audit import audit_line
    >>> print(verdict_text(audit_line("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S | double | E | 3")))
    Not so: it is a simple squeeze, not a double squeeze; the victim is West, not East.
    """
    if line.statement is None or line.report is None:
        return f"Line {line.number} cannot be read: {line.reason}."
    if line.is_true:
        return _true(line.verdict, line.report)
    objections = (_objection(verdict, line.statement, line.report) for verdict in line.verdicts)
    return f"Not so: {'; '.join(objections)}."


def _true(verdict: Verdict, report: Report) -> str:
    found = statement_about(report)
    if not isinstance(found, st.Squeezes):
        return f"True: there is no squeeze, and declarer takes {spelled(found.tricks, 'trick')}."
    if verdict is Verdict.ALSO:
        return f"True, but another squeeze is named first: {phrases.whom(found)}."
    return f"True: {phrases.whom(found)}, and declarer takes {spelled(found.tricks, 'trick')}."


def _objection(verdict: Verdict, said: PublishedStatement, report: Report) -> str:
    """The fact that contradicts the statement."""
    found = statement_about(report)
    if not isinstance(found, st.Squeezes) and verdict is Verdict.NOT_A_SQUEEZE:
        return "there is no squeeze"
    if verdict is Verdict.OTHER_TRICKS and said.tricks is not None:
        named = NUMBERS[said.tricks] if said.tricks < len(NUMBERS) else str(said.tricks)
        return f"declarer takes {spelled(found.tricks, 'trick')}, not {named}"
    assert isinstance(found, st.Squeezes), "all else is said of squeezes"
    if verdict is Verdict.OTHER_TYPE and said.kind is not None:
        return f"it is {phrases.name_of(found.kind)}, not {phrases.name_of(said.kind)}"
    if verdict is Verdict.OTHER_VICTIM and said.victims is not None:
        return f"the victim is {_victims(found.victims)}, not {_victims(said.victims)}"
    return phrases.whom(found) if verdict is Verdict.A_SQUEEZE else "; ".join(_other_modifiers(said, report))


def _other_modifiers(said: PublishedStatement, report: Report) -> Iterator[str]:
    """The modifiers that the squeeze is said to have and has not, and those it is said to lack and has."""
    named = next(squeeze for squeeze in report.squeezes if said.kind in (None, squeeze.kind))
    yield from (f"it is not {each}" for each in sorted(said.modifiers - named.modifiers))
    yield from (f"it is {each}" for each in sorted(said.lacks & named.modifiers))


def _victims(victims: tuple[Seat, ...]) -> str:
    return phrases.partners(victims) if victims else "either defender"
