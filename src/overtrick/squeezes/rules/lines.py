"""Declarer's lines and the defenders' replies, by rule and without a solver.

The search tries declarer's orders of cashing, his discards on winners, and a few more steps read off the
cards. A defender follows suit with one card, by rule. Where no rule gives him a spare card, or on lead the
setting tricks, he is squeezed or endplayed, and the search tries one card of each suit he could give up or
lead. A line works if it wins in all of these branches. There is no search for a
defender's best card: a line can be wrong where he had a better one than his rule.

Declarer's steps:

- *Cash*: lead a card that nobody can beat, or any card of a suit whose highest lies opposite. What is played
  under the winner, or thrown on it, is declarer's choice: so he unblocks.
- *Finesse*: third hand plays any card that the last defender cannot beat; the cards are known.
- *Duck or exit*: only with a trick to lose. The lowest card of a suit without winners opposite, or the lowest
  under one: it rectifies the count, or throws a defender in. Third hand may also cover as cheaply as it can,
  to make the last defender spend a higher card.
- *Ruff*: lead a suit in which the hand opposite has trumps only to play.

The defenders' answers:

- Following suit, a defender wins the trick if he can, preferably so that the setting tricks can be cashed;
otherwise he leaves declarer the fewest tricks in the suit (ours: the arithmetic of one suit).
- Discarding, he throws a card he can spare (`has_to_spare`). If he has none he is squeezed, and each suit he
  could give up is followed up, one card of each: the paper's "whatever he discards" (section 2.3). There is a
  rule for spare cards only at notrump, when declarer must not lose a trick; else every suit is followed up.
- On lead, he cashes the setting tricks if he has them (`cashable`). If not he is endplayed, for all the rules
  can tell, and one lead from each suit is followed up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from overtrick.core.bits import HOLDING, NOTHING, NOTRUMP, SUIT_BITS, descending, highest, lowest, runs
from overtrick.squeezes.ending import Hands, State
from overtrick.squeezes.suits import layout, winners

__all__ = [
    "Lines",
    "PlayedLine",
    "SqueezeTrick",
    "answers",
    "cashable",
    "equals",
    "has_to_spare",
    "lines",
]

Suits = tuple[int, ...]
_MOST_KNOWN = 1 << 16
"""The most positions that one `Lines` remembers; then its memory is cleared."""


def _alike(state: State) -> Suits:
    """A key shared by all endings that differ only in suit names and in cards that are gone."""
    suits = [_closed_up(*[hand >> at & HOLDING for hand in state.hands]) for at in (0, 13, 26, 39)]
    trumps = 0 if state.strain == NOTRUMP else suits.pop(state.strain)
    return trumps, *sorted(suits)


@lru_cache(maxsize=1 << 17)
def _closed_up(north: int, east: int, south: int, west: int) -> int:
    """The holders of the cards of a suit from the top, two bits each."""
    owners = 1
    for rank in descending(north | east | south | west):
        owners = owners << 2 | (east >> rank & 1 or 2 * (south >> rank & 1) or 3 * (west >> rank & 1))
    return owners


class Lines:
    """The tricks that declarer can take when some defenders never have to discard."""

    def __init__(self, *free: int, may_finesse: bool = True) -> None:
        self._free = frozenset(free)
        self._may_finesse = may_finesse
        self._known: dict[tuple[Suits, int, int], bool] = {}

    def reaches(self, state: State, spare: int) -> bool:
        """Can declarer take all remaining tricks but `spare`, the trick on the table included?"""
        if state.trick:
            return self._goes_on(state, spare)
        if spare < 0 or state.hands[0].bit_count() <= spare:
            return spare >= 0
        key = (_alike(state), state.leader, spare)
        if key not in self._known:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._goes_on(state, spare)
        return self._known[key]

    def _goes_on(self, state: State, spare: int) -> bool:
        if len(state.trick) == 4:
            later, won = state.gathered()
            is_barred = won and not self._may_finesse and _is_finesse(state)
            return not is_barred and self.reaches(later, spare - 1 + won)
        is_ours = not state.seat & 1
        for card in self.choices(state, spare):
            if self._goes_on(state.then(card), spare) is is_ours:
                return is_ours
        return not is_ours

    def choices(self, state: State, spare: int) -> Sequence[int]:
        """The cards worth playing next, for declarer or by the defenders' rules."""
        if state.seat & 1:
            return answers(state, spare, is_free=state.seat in self._free)
        if state.trick:
            return _our_plays(state, spare)
        return [card for suit in _suits(state.hands[state.leader]) for card in _leads_in(state, suit, spare)]


lines = cache(Lines)
"""The lines when these defenders never have to discard; one cache serves all endings."""


def _is_finesse(state: State) -> bool:
    """Does a defender who played before declarer's last card still hold a higher one than won the trick?"""
    seats = (state.leader + place & 3 for place in range(3))
    suit = SUIT_BITS[state.trick[0] // 13]
    return any(highest(state.hands[seat] & suit) > _best(state) for seat in seats if seat & 1)


# A trick


def _best(state: State) -> int:
    """The highest card on the table of the suit led."""
    return max([card for card in state.trick if card // 13 == state.trick[0] // 13])


def _is_ruffed(state: State) -> bool:
    return state.trick[0] // 13 != state.strain and any(card // 13 == state.strain for card in state.trick)


@lru_cache(maxsize=1 << 16)
def equals(own: int, deck: int, suit: int) -> tuple[int, ...]:
    """The cards of a holding, low to high, one of each run; `deck` is all that is left of the suit."""
    return tuple(13 * suit + lowest(run) for run in runs(own, deck))


def _cards(state: State, suit: int) -> tuple[int, ...]:
    """The cards, one of each run, of the player to move; a card on the table also separates runs."""
    own, deck, place = state.hands[state.seat], sum(state.hands), 13 * suit
    for card in state.trick:
        deck |= 1 << card if card != NOTHING else 0
    return equals(own >> place & HOLDING, deck >> place & HOLDING, suit)


def _suits(hand: int) -> list[int]:
    """The suits of a hand."""
    return [suit for suit in range(4) if hand & SUIT_BITS[suit]]


# The defenders


def answers(state: State, spare: int, *, is_free: bool) -> Sequence[int]:
    """The defender's cards to try, when declarer can still afford to lose `spare` tricks.

    A defender who `is_free` need not discard; he may still ruff.
    """
    if not state.trick:
        return _their_leads(state, spare)
    if not state.is_discard:
        return [_follows(state, spare)]
    return [NOTHING, *_ruffs(state)] if is_free else _discards(state, spare)


def _follows(state: State, spare: int) -> int:
    cards = _cards(state, state.trick[0] // 13)
    if len(cards) == 1 or _is_ruffed(state):
        return cards[0]
    return min(cards, key=lambda card: (_price(state, card, spare), card))


def _price(state: State, card: int, spare: int) -> tuple[bool, bool, int]:
    """A card's cost to the defence as a sort key: setting tricks, the trick, tricks in the suit (ours)."""
    done = _finished(state.then(card))
    tricks, winner = winners(layout(done.hands, done.trick[0] // 13)), done.winner
    if not winner & 1:
        return True, True, tricks + 1
    is_set = not spare or any(cashable(done.hands, winner, suit) >= spare for suit in range(4))
    return not is_set, False, tricks


def _finished(state: State) -> State:
    """The complete trick if the other players beat it as cheaply as they can, or play low, or nothing."""
    while len(state.trick) < 4:
        mine, best = state.hands[state.seat] & SUIT_BITS[state.trick[0] // 13], _best(state)
        higher = mine >> best + 1 << best + 1 if (state.winner ^ state.seat) & 1 else 0
        state = state.then(lowest(higher or mine))
    return state


def _ruffs(state: State) -> tuple[int, ...]:
    return _cards(state, state.strain)[:1] if state.strain not in (NOTRUMP, state.trick[0] // 13) else ()


def _discards(state: State, spare: int) -> list[int]:
    """A spare card, or one of each suit; while declarer can lose a trick (a throw-in), no card is spare."""
    hands, seat = state.hands, state.seat
    suits = _suits(hands[seat])
    if not spare and state.strain == NOTRUMP:
        suits = next(([suit] for suit in suits if has_to_spare(hands, seat, suit)), suits)
    return [_given_up(hands, seat, suit, spare) for suit in suits]


def _given_up(hands: Hands, seat: int, suit: int, spare: int) -> int:
    """His lowest card; from two, the higher, if partner can take over: he must not be thrown in (ours)."""
    cards = layout(hands, suit)
    partner = cards[seat ^ 2]
    takes_over = partner.bit_length() > cards.ours.bit_length() > 0 and partner.bit_count() >= cards.longest
    is_unblocking = spare and takes_over and cards[seat].bit_count() == 2
    return 13 * suit + (highest(cards[seat]) if is_unblocking else lowest(cards[seat]))


def has_to_spare(hands: Hands, seat: int, suit: int) -> bool:
    """Is his lowest card of a suit of no use, when declarer must not lose a trick (ours, after section 3.2)?

    That is so if declarer has no card of the suit, none that he could ever beat, or fewer cards in either
    hand: a guard need not be longer than the suit it watches.
    """
    cards = layout(hands, suit)
    return highest(cards[seat]) <= lowest(cards.ours) or cards[seat].bit_count() > cards.longest


def _their_leads(state: State, spare: int) -> Sequence[int]:
    """The setting tricks from the top; else from each suit the card that costs least, or the highest such."""
    suits = _suits(state.hands[state.leader])
    for suit in suits:
        if state.strain in (NOTRUMP, suit) and cashable(state.hands, state.leader, suit) > spare:
            return _cards(state, suit)[-1:]
    return [min(_cards(state, suit), key=lambda card: (_price(state, card, spare), -card)) for suit in suits]


def cashable(hands: Hands, seat: int, suit: int) -> int:
    """The tricks a defender can cash in a suit from the top: high cards, and then the long ones.

    The mirror of the paper's winners, for one hand.
    """
    cards = layout(hands, suit)
    high = (cards[seat] >> cards.ours.bit_length()).bit_count()
    return cards[seat].bit_count() if high >= cards.longest else high


# Declarer


def _leads_in(state: State, suit: int, spare: int) -> Sequence[int]:
    """The cards of a suit declarer may lead when he can afford to lose `spare` tricks, winners first."""
    cards, held, partner = layout(state.hands, suit), _cards(state, suit), state.seat ^ 2
    if cards[partner] > cards.theirs:
        return held[::-1]
    cashing = [card for card in reversed(held) if card % 13 > highest(cards.theirs)]
    is_side_suit = state.strain not in (NOTRUMP, suit)
    can_ruff = is_side_suit and not cards[partner] and state.hands[partner] & SUIT_BITS[state.strain]
    return [*cashing, held[0]] if (can_ruff or spare) and held[0] not in cashing else cashing


def _our_plays(state: State, spare: int) -> Sequence[int]:
    """Declarer's cards to follow suit or discard with; when a defender led, his other hand may win, too."""
    cards, best = _cards(state, state.trick[0] // 13), _best(state)
    if not cards:
        return [card for suit in range(4) for card in _cards(state, suit)]
    following = state.hands[state.seat + 1 & 3] & SUIT_BITS[state.trick[0] // 13]
    to_beat = max(best, highest(following)) if len(state.trick) < 3 else best
    if _is_ruffed(state) or (best == to_beat and not state.winner & 1):
        return cards  # somebody has won the trick already: any card will do
    sure = [card for card in cards if card > to_beat]
    if sure and not spare and not state.leader & 1:
        return sure
    covering = [card for card in cards if card > best]
    return list(dict.fromkeys((*cards[:1], *sure, *covering[: bool(spare)])))


# A line played through


class SqueezeTrick(NamedTuple):
    """A trick on which a defender cannot discard without giving a trick away."""

    hands: Hands
    """The hands before the lead."""
    card: int
    """The card led: the squeeze card, or a small one to it."""
    squeezer: int
    """Who wins the trick."""
    victim: int
    suits: tuple[int, ...]
    """The suits he still holds, all of them busy."""
    trick: int
    """The number of the trick, from 0."""


class PlayedLine:
    """A winning line, played out against some victims, who hold out as long as the rules let them."""

    def __init__(self, state: State, spare: int, victims: tuple[int, ...]) -> None:
        others = tuple(seat for seat in (1, 3) if seat not in victims)
        self._forced = lines(*others)
        self._relieved = {seat: lines(*sorted({*others, seat})) for seat in victims}
        self._worth = dict.fromkeys(victims, 0)
        self.leads = list[int]()
        self.moments = list[SqueezeTrick]()
        self.losses = list[int]()
        """The numbers of the lost tricks, from 0."""
        for seat, relieved in self._relieved.items():
            while not relieved.reaches(state, spare + self._worth[seat]):
                self._worth[seat] += 1
        while 0 <= spare < state.hands[0].bit_count():
            state, won = self._played(state, spare).gathered()
            if not won:
                spare -= 1
                self.losses.append(len(self.leads) - 1)

    def _played(self, state: State, spare: int) -> State:
        """Play the next trick; all four cards are left on the table."""
        before, squeezed = state.hands, dict[int, tuple[int, ...]]()
        while len(state.trick) < 4:
            seat, choices = state.seat, self._forced.choices(state, spare)
            must_discard = bool(state.trick) and choices[0] // 13 != state.trick[0] // 13
            if must_discard and seat in self._relieved:
                idle = self._idle(state, spare, choices)
                if not idle and choices[0] != NOTHING:
                    squeezed[seat] = tuple(sorted({choice // 13 for choice in choices}))
                    self._worth[seat] = max(1, self._worth[seat] - 1)
                card = (idle or choices)[0]
            else:
                card = self._first(state, spare, choices)
            state = state.then(card)
        led, winner, number = state.trick[0], state.winner, len(self.leads)
        for seat, suits in squeezed.items():
            self.moments.append(SqueezeTrick(before, led, winner, seat, suits, number))
        self.leads.append(led)
        return state

    def _idle(self, state: State, spare: int, choices: Sequence[int]) -> list[int]:
        """The cards that he can throw at no cost if he need not discard again."""
        relieved, worth = self._relieved[state.seat], max(0, self._worth[state.seat] - 1)
        return [card for card in choices if not relieved.reaches(state.then(card), spare + worth)]

    def _first(self, state: State, spare: int, choices: Sequence[int]) -> int:
        """The first card that wins for the side to play, or else the last choice."""
        wanted = not state.seat & 1
        good = (card for card in choices if self._forced.reaches(state.then(card), spare) is wanted)
        return next(good, choices[-1])
