"""Is there a squeeze, against whom, worth how much, and what is it called?"""

from __future__ import annotations

from overtrick.core import CardSet, NotationError, Seat, Side
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.oracle import ALWAYS, Oracle, own_oracle
from overtrick.squeezes.recognition import holdings
from overtrick.squeezes.recognition.canonical import Canonical, canonical
from overtrick.squeezes.recognition.modifiers import modifiers
from overtrick.squeezes.recognition.moments import NO_BLANKS
from overtrick.squeezes.recognition.naming import Facts, name
from overtrick.squeezes.recognition.stories import Story, stories
from overtrick.squeezes.report import GivenUp, Report, Squeeze, Squeezed, Threat, Values
from overtrick.squeezes.state import State, bits_of
from overtrick.squeezes.turning import turned

__all__ = ["analyse", "values"]

_EAST, _WEST = Seat.EAST, Seat.WEST


def analyse(ending: Ending) -> Report:
    """Everything about the squeezes in an ending.

    >>> report = analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> report.squeeze.kind, report.values.victims, report.values.gain
    (Kind.SIMPLE, (Seat.WEST,), 1)
    """
    if not isinstance(ending, Ending):
        raise NotationError(f"expected an ending, as in Ending.parse('DEAL;NT;S'), not {ending!r:.60}")
    if ending.attackers is Side.EW:
        return turned(analyse(turned(ending, 1)), -1)
    oracle = own_oracle()
    form = canonical(ending.state)
    found = values(ending)
    if found.gain <= 0:
        return Report(ending, found, None)
    named = [
        Squeeze(name(facts), modifiers(facts), _squeezed(ending, form, facts.story))
        for facts in _all_facts(oracle, form.state)
    ]
    best, *others = sorted(named, key=lambda squeeze: (squeeze.kind.place, len(squeeze.first.play.cards)))
    return Report(ending, found, best, _other_kinds(best, others))


def values(ending: Ending) -> Values:
    """The attackers' tricks, in bridge and with free discards."""
    if ending.attackers is Side.EW:
        return turned(values(turned(ending, 1)), -1)
    oracle, state = own_oracle(), ending.state
    free = {_EAST: oracle.value(state, ALWAYS, 0), _WEST: oracle.value(state, 0, ALWAYS)}
    return Values(oracle.value(state), oracle.tops(state), free, oracle.value(state, ALWAYS, ALWAYS))


def _all_facts(oracle: Oracle, state: State) -> list[Facts]:
    """Every squeeze that keeps the tricks; of a double squeeze only those told from the first victim on."""
    tricks = oracle.value(state)
    victims = frozenset(seat for seat in (_EAST, _WEST) if oracle.free(state, seat) < tricks)
    found = []
    for seat in sorted(victims) or (_EAST, _WEST):
        blanks = NO_BLANKS if victims else NO_BLANKS.given(seat.partner, ALWAYS)
        worth = tricks - oracle.value(state, *blanks.given(seat, ALWAYS))
        for story in stories(oracle, state, seat, blanks):
            found.append(Facts(oracle, state, story, victims or frozenset((seat,)), worth))
    if len(victims) == 2:
        return [facts for facts in found if _is_whole(facts.story)] or found
    return found


def _is_whole(story: Story) -> bool:
    """Does a story tell of both defenders?"""
    return len({chapter.victim for chapter in story.chapters()}) == 2


def _other_kinds(best: Squeeze, others: list[Squeeze]) -> tuple[Squeeze, ...]:
    seen, found = {(best.kind, best.first.victim)}, []
    for squeeze in others:
        if (squeeze.kind, squeeze.first.victim) not in seen:
            seen.add((squeeze.kind, squeeze.first.victim))
            found.append(squeeze)
    return tuple(found)


# In the cards and seats of the ending


def _squeezed(ending: Ending, form: Canonical, story: Story, before: tuple[int, ...] = ()) -> Squeezed:
    line = (*before, *story.moment.line)
    ways = tuple(
        GivenUp(
            form.card(way.card),
            way.means,
            None if way.then is None else _squeezed(ending, form, way.then, (*line, way.card)),
        )
        for way in sorted(story.ways, reverse=True)
    )
    play = ending.play.then_all(tuple(form.card(card) for card in line))
    return Squeezed(form.seat(story.victim), play, ways, _threats(form, story))


def _threats(form: Canonical, story: Story) -> tuple[Threat, ...]:
    state = story.moment.state
    found = []
    for suit in sorted(story.suits, reverse=True):
        card = holdings.threat_card(state, suit)
        if card is None:
            continue
        seat = next(seat for seat in (0, 2) if state.hands[seat] >> card & 1)
        winners = CardSet.of(form.card(winner) for winner in bits_of(holdings.winning_cards(state, suit)))
        guards = tuple(sorted(form.seat(guard) for guard in holdings.guards(state, suit)))
        found.append(Threat(form.card(card), form.seat(seat), winners, guards))
    return tuple(found)
