"""What a squeeze is called: each kind has its test, and the first test that holds names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_

from overtrick.squeezes.kinds import Kind, Means
from overtrick.squeezes.oracle import Oracle
from overtrick.squeezes.recognition.holdings import protectors
from overtrick.squeezes.recognition.losers import LostTrick, is_stranded, lost_trick
from overtrick.squeezes.recognition.moments import NO_BLANKS, value_after
from overtrick.squeezes.recognition.stories import Story
from overtrick.squeezes.state import NOTRUMP, SUIT, State, bits_of, suit_part

__all__ = ["Facts", "name"]


@dataclass
class Facts:
    """What the tests ask about: the story, who is a victim, and what one victim alone is worth."""

    oracle: Oracle
    root: State
    """The ending."""
    story: Story
    victims: frozenset[int]
    worth: int
    """The tricks that pressure on the first victim is worth."""

    @cached_property
    def state(self) -> State:
        """The position at the first moment."""
        return self.story.moment.state

    @cached_property
    def trumps(self) -> int | None:
        """The trump suit."""
        return None if self.state.strain == NOTRUMP else self.state.strain

    @cached_property
    def means(self) -> frozenset[Means]:
        """Every means that any branch of the story ends with."""
        return frozenset(
            way.means for chapter in self.story.chapters() for way in chapter.ways if way.then is None
        )

    @cached_property
    def suits(self) -> frozenset[int]:
        """Every suit that anybody is squeezed in."""
        return frozenset[int]().union(*(chapter.suits for chapter in self.story.chapters()))

    # The tests

    @property
    def is_trump_endplay(self) -> bool:
        """The victim has only trumps left: he must ruff, or underruff."""
        return self.story.suits == {self.trumps}

    @property
    def is_knockout(self) -> bool:
        """One of the victim's busy suits is trumps."""
        return self.trumps in self.story.suits

    @property
    def is_worth_two(self) -> bool:
        """One victim alone costs the defence two tricks."""
        return self.worth >= 2

    @property
    def is_extended(self) -> bool:
        """He is worth two, and some suit yields both tricks at once."""
        return self.is_worth_two and any(way.then is None for way in self.story.ways)

    @property
    def is_double(self) -> bool:
        """Both defenders are victims."""
        return len(self.victims) == 2

    @property
    def is_winkle(self) -> bool:
        """A trick is lost that either defender could win, and does not merely establish one in return."""
        is_cut_off = self.is_stepping_stone
        return any(
            lost.is_open_to_both and (is_cut_off or not lost.is_paid) for _, _, lost in self._lost_tricks
        )

    @property
    def is_saturated(self) -> bool:
        """Both are victims, and there are threats in all four suits."""
        return self.is_double and len(self.suits) == 4

    @property
    def is_double_guard(self) -> bool:
        """Both are victims, and a finesse is part of it."""
        return self.is_double and Means.FINESSE in self.means

    @property
    def is_compound(self) -> bool:
        """Both are victims, and two suits are guarded by both of them in the ending."""
        shared = [suit for suit in self.suits if len(protectors(self.root, suit)) == 2]
        return self.is_double and len(shared) >= 2

    @property
    def is_stepping_stone(self) -> bool:
        """A trick is lost only to reach winners that were cut off."""
        return any(is_stranded(state, need) for _, _, state, need in self._losers())

    @property
    def is_vice(self) -> bool:
        """A trick is lost to the victim's partner, in the suit the victim gave up."""
        return any(lost.winner != victim and lost.suit == suit for victim, suit, lost in self._lost_tricks)

    @property
    def is_strip(self) -> bool:
        """A trick is lost on the way."""
        return Means.LOSER in self.means

    @property
    def is_entry_shifting(self) -> bool:
        """With which card of the suit led the next attacker must follow depends on the suit given up."""
        following = self.state.hands[self.state.seat + 1 & 3] & SUIT << 13 * (self.state.trick[0] // 13)
        if len(self.state.trick) == 3 or not following & following - 1:
            return False
        keeping = [self._keeping(way.card) for way in self.story.ways]
        return not reduce(and_, keeping)

    @property
    def is_trump(self) -> bool:
        """Ruffing is part of it, or the tricks fall if the same cards are played at notrump."""
        if self.trumps is None:
            return False
        at_notrump = self.oracle.value(self.root._replace(strain=NOTRUMP))
        return Means.RUFF in self.means or at_notrump < self.oracle.value(self.root)

    @property
    def is_guard(self) -> bool:
        """A finesse is part of it."""
        return Means.FINESSE in self.means

    @property
    def is_clash(self) -> bool:
        """A threat would fall together with its own side's winner if the victim kept his guard."""
        clashes = any(_clashes(self.state, suit) for suit in self.story.suits)
        return clashes and Means.FINESSE not in self.means

    @property
    def is_triple(self) -> bool:
        """One defender is squeezed in three suits or more."""
        return len(self.story.suits) >= 3

    @property
    def is_simple(self) -> bool:
        """One defender is squeezed in two suits."""
        return len(self.story.suits) == 2

    @property
    def is_single_suit(self) -> bool:
        """He is squeezed in one suit."""
        return len(self.story.suits) == 1

    # What they rest on

    @cached_property
    def _lost_tricks(self) -> list[tuple[int, int, LostTrick]]:
        """Where the loss of a suit is exploited by losing a trick: victim, suit and trick."""
        tricks = [
            (victim, suit, lost_trick(self.oracle, state, need))
            for victim, suit, state, need in self._losers()
        ]
        return [(victim, suit, trick) for victim, suit, trick in tricks if trick is not None]

    def _losers(self) -> Iterator[tuple[int, int, State, int]]:
        """After each such loss: victim, suit, position, tricks needed."""
        for chapter in self.story.chapters():
            for way in chapter.ways:
                if way.means is Means.LOSER:
                    state, won = chapter.moment.state.then(way.card).gathered()
                    yield chapter.victim, way.suit, state, chapter.moment.need - won

    def _keeping(self, card: int) -> int:
        """The cards, in bits, with which the next attacker keeps the tricks once a card has been thrown."""
        thrown = self.state.then(card)
        return sum(
            1 << reply
            for reply in bits_of(thrown.legal)
            if value_after(self.oracle, thrown.then(reply), NO_BLANKS) >= self.story.moment.need
        )


def _clashes(state: State, suit: int) -> bool:
    """Does an attacker's highest card below the defenders' best have to fall under his partner's winners?"""
    north, east, south, west = (suit_part(hand, suit) for hand in state.hands)
    best = max(east, west).bit_length()
    for own, other in ((north, south), (south, north)):
        winners = (other >> best).bit_count()
        guard = suit_part(state.hands[state.seat], suit).bit_count()
        if own and not own >> best and own.bit_count() <= winners and guard <= winners:
            return True
    return False


TESTS: tuple[tuple[Kind, Callable[[Facts], bool]], ...] = (
    (Kind.TRUMP_ENDPLAY, lambda facts: facts.is_trump_endplay),
    (Kind.KNOCKOUT, lambda facts: facts.is_knockout),
    (Kind.SINGLE_SUIT, lambda facts: facts.is_single_suit),
    (Kind.ENTRY_SHIFTING, lambda facts: facts.is_entry_shifting),
    (Kind.EXTENDED, lambda facts: facts.is_extended),
    (Kind.REPEATING, lambda facts: facts.is_worth_two),
    (Kind.SATURATED, lambda facts: facts.is_saturated),
    (Kind.CLASH, lambda facts: facts.is_clash),
    (Kind.VICE, lambda facts: facts.is_vice),
    (Kind.WINKLE, lambda facts: facts.is_winkle),
    (Kind.STEPPING_STONE, lambda facts: facts.is_stepping_stone),
    (Kind.STRIP, lambda facts: facts.is_strip),
    (Kind.TRUMP, lambda facts: facts.is_trump),
    (Kind.DOUBLE_GUARD, lambda facts: facts.is_double_guard),
    (Kind.COMPOUND, lambda facts: facts.is_compound),
    (Kind.DOUBLE, lambda facts: facts.is_double),
    (Kind.GUARD, lambda facts: facts.is_guard),
    (Kind.TRIPLE, lambda facts: facts.is_triple),
    (Kind.SIMPLE, lambda facts: facts.is_simple),
)
"""The decision list of the kinds; the last three leave nothing over."""


def name(facts: Facts) -> Kind:
    """The kind of a squeeze."""
    return next(kind for kind, holds in TESTS if holds(facts))
