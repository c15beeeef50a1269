"""The kind and the modifiers of a squeeze, each found by a test of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import and_

from overtrick.core.bits import NOTRUMP, SUIT_BITS, holding, indices, winning_place
from overtrick.squeezes.ending import Hands, State
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.moments import FREE, NO_BLANKS, LostTrick, Story, is_stranded, lost_trick, value_after
from overtrick.squeezes.oracle import Oracle
from overtrick.squeezes.suits import clashes, guards, layout, protectors, threat_card, top_cards

__all__ = ["KIND_TESTS", "MODIFIER_TESTS", "Facts", "kind", "modifiers"]


@dataclass
class Facts:
    """The facts that the tests use: the story, the victims, and the gain from pressure on the first alone."""

    oracle: Oracle
    root: State
    """The ending."""
    story: Story
    victims: frozenset[int]
    worth: int
    """The tricks gained by pressure on the first victim."""

    @property
    def is_double(self) -> bool:
        """Are both defenders victims?"""
        return len(self.victims) == 2

    @cached_property
    def means(self) -> frozenset[Means]:
        """The means at the ends of all branches of the story."""
        ways = (way for chapter in self.story.chapters() for way in chapter.ways)
        return frozenset(way.means for way in ways if way.then is None)

    @cached_property
    def suits(self) -> frozenset[int]:
        """Every suit that anybody is squeezed in."""
        return frozenset[int]().union(*(chapter.suits for chapter in self.story.chapters()))

    @cached_property
    def lost_tricks(self) -> list[tuple[int, int, LostTrick]]:
        """Victim, suit and lost trick for each suit whose loss is exploited by losing a trick."""
        return [
            (victim, suit, trick)
            for victim, suit, state, need in self.losers()
            if (trick := lost_trick(self.oracle, state, need)) is not None
        ]

    def losers(self) -> Iterator[tuple[int, int, State, int]]:
        """Victim, suit, position and tricks needed after each discard that is exploited by losing a trick."""
        for chapter in self.story.chapters():
            for way in chapter.ways:
                if way.means is Means.LOSER:
                    state, won = chapter.state.played(way.card)
                    yield chapter.victim, way.suit, state, chapter.need - won

    @cached_property
    def holders(self) -> dict[int, int]:
        """For each threat against the first victim, its suit and who holds it."""
        return _holders(self.story.state, self.story)

    @cached_property
    def tricks(self) -> list[State]:
        """The complete tricks before the first moment, as positions with four cards on the table."""
        line = self.story.line
        states = accumulate(line, lambda state, card: state.gathered()[0].then(card), initial=self.root)
        return [state for state in states if len(state.trick) == 4]


# Kinds


def kind(facts: Facts) -> Kind:
    """What a squeeze is called: the first kind whose test holds."""
    return next(kind for kind, holds in KIND_TESTS.items() if holds(facts))


def _is_entry_shifting(facts: Facts) -> bool:
    """The card with which the next attacker must follow suit depends on the suit given up."""
    state = facts.story.state
    following = state.hands[state.seat + 1 & 3] & SUIT_BITS[state.trick[0] // 13]
    if len(state.trick) == 3 or not following & following - 1:
        return False
    return not reduce(and_, (_keeping(facts, state.then(way.card)) for way in facts.story.ways))


def _keeping(facts: Facts, state: State) -> int:
    """The cards, in bits, with which an attacker keeps the tricks."""
    need, oracle = facts.story.need, facts.oracle
    cards = (card for card in indices(state.legal) if value_after(oracle, state, card, NO_BLANKS) >= need)
    return sum(1 << card for card in cards)


def _is_clash(facts: Facts) -> bool:
    """A threat would fall together with its own side's winner if the victim kept his guard."""
    layouts = (layout(facts.story.state.hands, suit) for suit in facts.story.suits)
    return Means.FINESSE not in facts.means and any(clashes(suit, facts.story.state.seat) for suit in layouts)


def _is_winkle(facts: Facts) -> bool:
    """A trick is lost that either defender could win, and does not merely establish one in return."""
    is_cut_off = _is_stepping_stone(facts)
    return any(lost.is_open_to_both and (is_cut_off or not lost.is_paid) for _, _, lost in facts.lost_tricks)


def _is_stepping_stone(facts: Facts) -> bool:
    """A trick is lost only to reach winners that were cut off."""
    return any(is_stranded(state, need) for _, _, state, need in facts.losers())


def _is_trump(facts: Facts) -> bool:
    """Ruffing is part of it, or the same cards at notrump take fewer tricks."""
    at_notrump = facts.root._replace(strain=NOTRUMP)
    return Means.RUFF in facts.means or facts.oracle.value(at_notrump) < facts.oracle.value(facts.root)


def _is_compound(facts: Facts) -> bool:
    """Both are victims, and two suits are guarded by both of them in the ending."""
    return facts.is_double and sum(len(protectors(facts.root.hands, suit)) == 2 for suit in facts.suits) >= 2


KIND_TESTS: dict[Kind, Callable[[Facts], bool]] = {
    # The victim has only trumps left: he must ruff, or underruff.
    Kind.TRUMP_ENDPLAY: lambda facts: facts.story.suits == {facts.root.strain},
    # One of the victim's busy suits is trumps.
    Kind.KNOCKOUT: lambda facts: facts.root.strain in facts.story.suits,
    # He is squeezed in one suit.
    Kind.SINGLE_SUIT: lambda facts: len(facts.story.suits) == 1,
    Kind.ENTRY_SHIFTING: _is_entry_shifting,
    # One victim alone costs the defence two tricks, and some suit yields both at once.
    Kind.EXTENDED: lambda facts: facts.worth >= 2 and any(way.then is None for way in facts.story.ways),
    # One victim alone costs the defence two tricks.
    Kind.REPEATING: lambda facts: facts.worth >= 2,
    # Both defenders are victims, and there are threats in all four suits.
    Kind.SATURATED: lambda facts: facts.is_double and len(facts.suits) == 4,
    Kind.CLASH: _is_clash,
    # A trick is lost to the victim's partner, in the suit the victim gave up.
    Kind.VICE: lambda facts: any(
        lost.winner != victim and lost.suit == suit for victim, suit, lost in facts.lost_tricks
    ),
    Kind.WINKLE: _is_winkle,
    Kind.STEPPING_STONE: _is_stepping_stone,
    # A trick is lost on the way.
    Kind.STRIP: lambda facts: Means.LOSER in facts.means,
    Kind.TRUMP: _is_trump,
    # Both are victims, and a finesse is part of it.
    Kind.DOUBLE_GUARD: lambda facts: facts.is_double and Means.FINESSE in facts.means,
    Kind.COMPOUND: _is_compound,
    # Both defenders are victims.
    Kind.DOUBLE: lambda facts: facts.is_double,
    # A finesse is part of it.
    Kind.GUARD: lambda facts: Means.FINESSE in facts.means,
    # One defender is squeezed in three suits or more.
    Kind.TRIPLE: lambda facts: len(facts.story.suits) >= 3,
    # One defender is squeezed in two suits.
    Kind.SIMPLE: lambda facts: len(facts.story.suits) == 2,
}
"""The decision list of the kinds; single-suit, simple and triple cover all that is left."""


# Modifiers


def modifiers(facts: Facts) -> frozenset[Modifier]:
    """All modifiers that apply."""
    return frozenset(modifier for modifier, holds in MODIFIER_TESTS.items() if holds(facts))


def _is_automatic(facts: Facts) -> bool:
    """If the defenders exchange their hands, the tricks are still there, and still need a squeeze."""
    oracle, exchanged = facts.oracle, facts.root.exchanged
    return oracle.value(exchanged) >= oracle.value(facts.root) > oracle.value(exchanged, *FREE)


def _is_criss_cross(facts: Facts) -> bool:
    """Two threats in different hands, each opposite a winner of its suit that is alone there."""
    hands, crossed = facts.story.state.hands, set[int]()
    for suit, seat in facts.holders.items():
        opposite = hands[seat ^ 2] & SUIT_BITS[suit]
        if opposite.bit_count() == 1 and opposite & top_cards(hands, suit):
            crossed.add(seat)
    return len(crossed) == 2


def _is_vienna_coup(facts: Facts) -> bool:
    """Before the squeeze a winner was cashed in a threat suit, opposite the threat it leaves."""
    tricks = ((trick, facts.holders.get(trick.trick[0] // 13)) for trick in facts.tricks)
    return any(
        holder is not None and trick.leader + winning_place(trick.trick, NOTRUMP) & 3 == holder ^ 2
        for trick, holder in tricks
    )


def _is_transfer(facts: Facts) -> bool:
    """A suit that the other defender guarded in the ending is guarded by the victim alone at the moment.

    The other's last card above the threat fell to a trick in the suit, as a cover or ruffed out.
    """
    victim, hands = facts.story.victim, facts.story.state.hands
    return any(
        victim ^ 2 in protectors(facts.root.hands, suit)
        and guards(hands, suit) == (victim,)
        and any(_gives_up_guard(trick, victim ^ 2, threat) for trick in facts.tricks)
        for suit, threat in _threats(hands, facts.story).items()
    )


def _gives_up_guard(trick: State, seat: int, threat: int) -> bool:
    """Was this a trick in the suit of a threat to which a hand played its last higher card?"""
    suit, card = threat // 13, trick.trick[seat - trick.leader & 3]
    is_higher = card // 13 == suit == trick.trick[0] // 13 and card > threat
    return is_higher and not holding(trick.hands[seat], suit) >> threat % 13


def _is_simultaneous(facts: Facts) -> bool:
    """Both defenders are squeezed on the same trick."""
    on_table = len(facts.story.state.trick) + 1
    return facts.is_double and any(on_table + len(story.line) < 4 for story in _partners(facts))


def _is_inverted(facts: Facts) -> bool:
    """The threat in the suit both guard lies opposite the others; the squeezes are on different tricks."""
    following = _partners(facts)
    if not facts.is_double or not following or _is_simultaneous(facts):
        return False
    shared = facts.story.suits & following[0].suits
    holders = _holders(facts.story.state, following[0]) | facts.holders
    alone = {holders[suit] for suit in shared if suit in holders}
    return len(alone) == 1 and all(seat not in alone for suit, seat in holders.items() if suit not in shared)


def _is_backwash(facts: Facts) -> bool:
    """The victim, with a busy trump, plays after an attacker has ruffed."""
    state, trumps = facts.story.state, facts.root.strain
    played = enumerate(card // 13 for card in state.trick)
    ruffs = [place for place, suit in played if suit == trumps != state.trick[0] // 13]
    return trumps in facts.story.suits and any((state.leader + place) % 2 == 0 for place in ruffs)


def _partners(facts: Facts) -> list[Story]:
    """The stories in which the victim's partner is squeezed in turn."""
    ways = (way.then for way in facts.story.ways if way.means is Means.PARTNER)
    return [story for story in ways if story is not None]


def _holders(state: State, story: Story) -> dict[int, int]:
    return {suit: state.holder(card) for suit, card in _threats(state.hands, story).items()}


def _threats(hands: Hands, story: Story) -> dict[int, int]:
    """The threats against a victim by suit."""
    cards = {suit: threat_card(hands, suit) for suit in story.suits}
    return {suit: card for suit, card in cards.items() if card is not None}


MODIFIER_TESTS: dict[Modifier, Callable[[Facts], bool]] = {
    Modifier.AUTOMATIC: _is_automatic,
    # The attackers take fewer tricks if the defenders exchange their hands.
    Modifier.POSITIONAL: lambda facts: (
        facts.oracle.value(facts.root.exchanged) < facts.oracle.value(facts.root)
    ),
    # The threats against the first victim lie in both hands.
    Modifier.SPLIT: lambda facts: len(set(facts.holders.values())) == 2,
    Modifier.CRISS_CROSS: _is_criss_cross,
    Modifier.VIENNA_COUP: _is_vienna_coup,
    Modifier.TRANSFER: _is_transfer,
    Modifier.SIMULTANEOUS: _is_simultaneous,
    Modifier.INVERTED: _is_inverted,
    Modifier.BACKWASH: _is_backwash,
}
"""The test of each modifier."""
