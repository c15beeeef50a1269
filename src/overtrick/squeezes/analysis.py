"""Analysis of an ending: is there a squeeze, against whom, worth how many tricks, and what is it called?

An ending is analysed in its canonical form and the answer translated back to the original cards, so that
renaming suits, turning the table half round or respotting cards cannot change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from overtrick.core import CardSet, NotationError, Seat, Suit
from overtrick.core.bits import NOTRUMP, SUIT_BITS, descending, indices
from overtrick.core.card import PACK, Card
from overtrick.squeezes import naming
from overtrick.squeezes.ending import Ending, State, for_either_side
from overtrick.squeezes.moments import FREE, NO_BLANKS, Story, blanks_for, stories
from overtrick.squeezes.oracle import ALWAYS, Oracle, own_oracle
from overtrick.squeezes.report import Dilemma, Report, Squeeze, SuitChoice, Threat, Values
from overtrick.squeezes.suits import guards, threat_card, top_cards

__all__ = ["Canonical", "analyse", "canonical", "values"]

_EAST, _WEST = Seat.EAST, Seat.WEST


@for_either_side
def analyse(ending: Ending) -> Report:
    """The report on an ending: its values and its squeezes.

    >>> report = analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
    >>> report.squeeze.kind, report.values.victims, report.values.gain
    (Kind.SIMPLE, (Seat.WEST,), 1)
    """
    if not isinstance(ending, Ending):
        raise NotationError(f"expected an ending, as in Ending.parse('DEAL;NT;S'), not {ending!r:.60}")
    form, found = canonical(ending.state), values(ending)
    if found.gain <= 0:
        return Report(ending, found, None)
    of_each = dict[object, Squeeze]()
    named = [(naming.kind(facts), facts) for facts in _all_facts(own_oracle(), form.state)]
    for kind, facts in sorted(named, key=lambda each: (each[0].place, len(each[1].story.line))):
        if (kind, facts.story.victim) not in of_each:
            first = _squeezed(ending, form, facts.story)
            of_each[kind, facts.story.victim] = Squeeze(kind, naming.modifiers(facts), first)
    best, *others = of_each.values()
    return Report(ending, found, best, tuple(others))


@for_either_side
def values(ending: Ending) -> Values:
    """The attackers' tricks, in normal play and with free discards."""
    oracle, state = own_oracle(), ending.state
    free = {_EAST: oracle.value(state, ALWAYS, 0), _WEST: oracle.value(state, 0, ALWAYS)}
    return Values(oracle.value(state), oracle.tops(state), free, oracle.value(state, *FREE))


def _all_facts(oracle: Oracle, state: State) -> list[naming.Facts]:
    """Every squeeze that keeps the tricks; for a double squeeze, only stories with both victims, if any."""
    tricks, free = oracle.value(state), {seat: blanks_for(seat) for seat in (_EAST, _WEST)}
    victims = frozenset(seat for seat in free if oracle.value(state, *free[seat]) < tricks)
    found = []
    for seat in sorted(victims) or (_EAST, _WEST):
        blanks = NO_BLANKS if victims else free[seat.partner]
        worth = tricks - oracle.value(state, *blanks.given(seat, ALWAYS))
        for story in stories(oracle, state, oracle.value(state, *blanks), seat, blanks):
            found.append(naming.Facts(oracle, state, story, victims or frozenset((seat,)), worth))
    if len(victims) == 2:
        told = ({chapter.victim for chapter in facts.story.chapters()} for facts in found)
        return [facts for facts, of in zip(found, told, strict=True) if of == victims] or found
    return found


# Canonical form


class Canonical(NamedTuple):
    """The common form of endings that differ only in suit names, in pips, or in which attacker is which."""

    state: State
    cards: dict[int, int]
    """Maps each card of the canonical ending to the original card."""
    turn: int
    """How many seats the original was rotated."""

    def card(self, index: int) -> Card:
        """The original card."""
        return PACK[self.cards[index]]

    def seat(self, seat: int) -> Seat:
        """The original seat."""
        return Seat(seat - self.turn & 3)


def canonical(state: State) -> Canonical:
    """The canonical form before a lead: South or West leads, trumps are spades, ranks count from the ace."""
    turn = 0 if state.leader in (Seat.SOUTH, Seat.WEST) else 2
    hands = (*state.hands[turn:], *state.hands[:turn])
    state = State(hands, state.strain, state.leader + turn & 3)
    cards = [list(descending(sum(state.hands) & bits)) for bits in SUIT_BITS]
    order = sorted(range(4), key=lambda suit: (suit == state.strain, [*map(state.holder, cards[suit])], suit))
    suits = (
        zip(descending(new), cards[old], strict=False) for new, old in zip(SUIT_BITS, order, strict=True)
    )
    back = dict(chain.from_iterable(suits))
    new = {old: 1 << card for card, old in back.items()}
    hands = tuple(sum(new[card] for card in indices(hand)) for hand in state.hands)
    strain = NOTRUMP if state.strain == NOTRUMP else Suit.SPADES
    return Canonical(State(hands, int(strain), state.leader), back, turn)


def _squeezed(ending: Ending, form: Canonical, story: Story, before: tuple[int, ...] = ()) -> Dilemma:
    line = (*before, *story.line)
    ways = tuple(
        SuitChoice(
            form.card(way.card),
            way.means,
            None if way.then is None else _squeezed(ending, form, way.then, (*line, way.card)),
        )
        for way in sorted(story.ways, reverse=True)
    )
    play = ending.play.then_all(tuple(form.card(card) for card in line))
    return Dilemma(form.seat(story.victim), play, ways, tuple(_threats(form, story)))


def _threats(form: Canonical, story: Story) -> Iterator[Threat]:
    state = story.state
    for suit in sorted(story.suits, reverse=True):
        card = threat_card(state.hands, suit)
        if card is not None:
            winners = CardSet.of(form.card(winner) for winner in indices(top_cards(state.hands, suit)))
            guarded_by = tuple(form.seat(guard) for guard in guards(state.hands, suit))
            yield Threat(form.card(card), form.seat(state.holder(card)), winners, guarded_by)
