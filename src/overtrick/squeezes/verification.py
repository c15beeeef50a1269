"""Searches that check statements about squeezes: double dummy with free discards, and by winners alone.

The search for winners is plain. No defender ever has to discard: one who cannot follow suit may keep his
cards. A trick led by North or South must be won by a card that no defender can beat in its suit, by a ruff if
ruffs are allowed, or by any card if finesses are; otherwise nothing more is won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from overtrick.core import CardSet, Play, Seat, Side
from overtrick.core.bits import NOTHING, NOTRUMP, SUIT_BITS, descending, winning_place
from overtrick.core.rotation import rotated
from overtrick.squeezes.ending import State
from overtrick.squeezes.kinds import CASHING, Means
from overtrick.squeezes.oracle import ALWAYS, own_oracle

__all__ = ["can_cash", "free", "reaches", "total"]

Free = Mapping[Seat, int]
"""The number of free discards of each defender; a defender not named has none."""
_BYTES, _BYTES_FOR_A_DEAL = 2 << 20, 8 << 20
"""Memory of the checkers' own oracles, which the engine that makes the statements does not share."""
_NO_CARDS = CardSet()


# Double dummy


def total(play: Play, attackers: Side, discards: Free) -> int:
    """All the tricks of the attackers, those won before included, when everybody plays his best from here."""
    return play.tricks_won(attackers) + own_oracle(_BYTES).value(*_game(play, attackers, discards))


def reaches(play: Play, attackers: Side, tricks: int, discards: Free) -> bool:
    """Do the attackers take this many tricks of a whole deal?"""
    state, east, west = _game(play, attackers, discards)
    return own_oracle(_BYTES_FOR_A_DEAL).reaches(state, tricks - play.tricks_won(attackers), east, west)


def free(*seats: Seat) -> Free:
    """Unlimited free discards for these defenders."""
    return dict.fromkeys(seats, ALWAYS)


def _game(play: Play, attackers: Side, discards: Free) -> tuple[State, int, int]:
    """The position and the free discards of East and West once the attackers sit North and South."""
    east, west = (discards.get(seat, 0) for seat in attackers.opponents.seats)
    return State.after(rotated(play, attackers)), east, west


# By winners alone


def can_cash(play: Play, attackers: Side, tricks: int, means: Means, barred: CardSet = _NO_CARDS) -> bool:
    """Do the attackers take this many tricks of the ending, those won before included, by these means?

    No trick may be won with a card that is barred.
    """
    left = tricks - play.tricks_won(attackers)
    if left <= 0 or total(play, attackers, free(*attackers.opponents.seats)) < tricks:
        return left <= 0  # winners cannot take more than best play does without forcing discards
    before, now = (State.after(rotated(each, attackers)) for each in (play.back(len(play.trick)), play))
    return _CashGame(means, now.strain, barred.bits).goes_on(now, before.hands[1] | before.hands[3], left)


class _CashGame:
    """The game of winners alone, with a cache of results."""

    def __init__(self, means: Means, strain: int, barred: int) -> None:
        ruffs, self._finesses = CASHING[means]
        self._ruffs = ruffs and strain != NOTRUMP
        self._barred = barred
        self._known = dict[tuple[State, int], bool]()

    def reaches(self, state: State, target: int) -> bool:
        """Do North and South take this many tricks from a position before a lead?"""
        if target <= 0 or target > state.tricks_left:
            return target <= 0
        key = state, target
        if key not in self._known:
            self._known[key] = self.goes_on(state, state.hands[1] | state.hands[3], target)
        return self._known[key]

    def goes_on(self, state: State, theirs: int, target: int) -> bool:
        """The same in the middle of a trick; `theirs` are the defenders' cards at its beginning."""
        if len(state.trick) == 4:
            return self._ended(state, theirs, target)
        results = (self.goes_on(state.then(card), theirs, target) for card in self._choices(state))
        return all(results) if state.seat & 1 else any(results)

    def _choices(self, state: State) -> Iterator[int]:
        """The cards to try, one of each group of equals; hopeless leads are left out."""
        if state.is_discard and state.seat & 1:
            yield NOTHING
        is_lead = not state.trick and not state.seat & 1
        for card in descending(state.legal):
            is_hopeless = is_lead and self._cannot_win(state, card // 13)
            if not is_hopeless and not self._has_equal_above(card, state.legal):
                yield card

    def _cannot_win(self, state: State, suit: int) -> bool:
        """Have the defenders the highest card of a suit, where only winners count?"""
        (north, east, south, west), held = state.hands, SUIT_BITS[suit]
        only_winners = not (self._finesses or self._ruffs)
        return only_winners and (east | west) & held > (north | south) & held

    def _has_equal_above(self, card: int, held: int) -> bool:
        """Is the next higher card of the suit in the same hand, and equal to this one?"""
        is_barred, is_barred_above = (bool(self._barred >> each & 1) for each in (card, card + 1))
        return card % 13 < 12 and bool(held >> card + 1 & 1) and is_barred is is_barred_above

    def _ended(self, state: State, theirs: int, target: int) -> bool:
        later, won = state.gathered()
        card = state.trick[winning_place(state.trick, state.strain)]
        if won:
            is_allowed = state.leader & 1 or self._may_win(state, card, theirs)
            return bool(is_allowed) and not self._barred >> card & 1 and self.reaches(later, target - 1)
        return bool(state.leader & 1) and self.reaches(later, target)

    def _may_win(self, state: State, card: int, theirs: int) -> bool:
        led = state.trick[0] // 13
        if self._finesses or card // 13 != led:
            return self._finesses or self._ruffs
        return theirs & SUIT_BITS[led] < 1 << card
