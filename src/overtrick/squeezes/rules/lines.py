"""Declarer's lines, and how defenders answer, by rule: no solver is asked.

Declarer goes through the orders of cashing, with what he throws on his winners, and through a few more steps
that are read off the cards. A defender follows suit with one card, by rule. Where no rule gives him a spare
card, or on lead the setting tricks, each suit he could give up or lead is followed up with one card of it:
that is what it means to be squeezed or endplayed. A line works if it wins in all of those. Nobody looks for a
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

- Following suit, a defender wins the trick if he can, at best so that the setting tricks can be cashed;
  otherwise he leaves declarer the fewest tricks in the suit (ours: the arithmetic of one suit).
- Discarding, he throws a card he can spare (`has_to_spare`). If he has none he is squeezed, and each suit he
  could give up is followed up, one card of each: the paper's "whatever he discards" (section 2.3). There is a
  rule for spare cards only at notrump, when declarer must not lose a trick; else every suit is followed up.
- On lead, he cashes the setting tricks if he has them (`cashable`). If not he is endplayed, for all the rules
  can tell, and one lead from each suit is followed up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import final

from overtrick.core.bits import NOTHING, NOTRUMP, SUIT_BITS, highest, holding, lowest, runs, winning_place
from overtrick.squeezes.ending import Hands
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
    "played_line",
]

Trick = tuple[int, ...]
"""Cards by number in the order played; `NOTHING` where a defender did not have to discard."""
Suits = tuple[int, ...]
_MOST_KNOWN = 1 << 16
"""Positions remembered by one kind of lines before it forgets them all."""


def _without(hands: Hands, seat: int, card: int) -> Hands:
    """The hands after a card of one of them has gone."""
    if card == NOTHING:
        return hands
    left = list(hands)
    left[seat] &= ~(1 << card)
    return left[0], left[1], left[2], left[3]


def _alike(hands: Hands, strain: int) -> Suits:
    """The same for all endings that differ in the names of suits and in cards that are gone."""
    north, east, south, west = hands
    suits = [
        _closed_up(holding(north, suit), holding(east, suit), holding(south, suit), holding(west, suit))
        for suit in range(4)
    ]
    if strain == NOTRUMP:
        return tuple(sorted(suits))
    trumps = suits.pop(strain)
    return trumps, *sorted(suits)


@lru_cache(maxsize=1 << 17)
def _closed_up(north: int, east: int, south: int, west: int) -> int:
    """Who holds each card of a suit from the top, in two bits each."""
    owners = 1
    for rank in reversed(range((north | east | south | west).bit_length())):
        for seat, hand in enumerate((north, east, south, west)):
            if hand >> rank & 1:
                owners = owners << 2 | seat
    return owners


class Lines:
    """What declarer can reach in one strain, when some defenders never have to discard."""

    def __init__(self, strain: int, free: Iterable[int] = (), *, may_finesse: bool = True) -> None:
        self.strain = strain
        self.free = frozenset(free)
        self._may_finesse = may_finesse
        self._known: dict[tuple[Suits, int, int], bool] = {}

    def reaches(self, hands: Hands, leader: int, spare: int) -> bool:
        """Can declarer take the rest but so many tricks?"""
        if spare < 0:
            return False
        if hands[0].bit_count() <= spare:
            return True
        key = (_alike(hands, self.strain), leader, spare)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self.goes_on(hands, leader, (), spare)
        return known

    def goes_on(self, hands: Hands, leader: int, trick: Trick, spare: int) -> bool:
        """The same in the middle of a trick; `hands` are without the cards on the table."""
        if len(trick) == 4:
            return self._gathered(hands, leader, trick, spare)
        seat = leader + len(trick) & 3
        is_declarer = not seat & 1
        for card in self.choices(hands, leader, trick, spare):
            if self.goes_on(_without(hands, seat, card), leader, (*trick, card), spare) == is_declarer:
                return is_declarer
        return not is_declarer

    def goes_on_after(self, card: int, hands: Hands, leader: int, trick: Trick, spare: int) -> bool:
        """The same after a card more."""
        seat = leader + len(trick) & 3
        return self.goes_on(_without(hands, seat, card), leader, (*trick, card), spare)

    def choices(self, hands: Hands, leader: int, trick: Trick, spare: int) -> list[int]:
        """The cards worth playing next, for declarer or by the defenders' rules."""
        seat = leader + len(trick) & 3
        deck = hands[0] | hands[1] | hands[2] | hands[3]
        for card in trick:
            deck |= 1 << card if card != NOTHING else 0
        if seat & 1:
            return answers(hands, seat, trick, self.strain, spare, deck, seat in self.free)
        if not trick:
            return _our_leads(hands, seat, self.strain, spare, deck)
        return _our_plays(hands, seat, trick, self.strain, spare, deck)

    def _gathered(self, hands: Hands, leader: int, trick: Trick, spare: int) -> bool:
        winner = leader + winning_place(trick, self.strain) & 3
        if winner & 1:
            return self.reaches(hands, winner, spare - 1)
        if not self._may_finesse and _is_finesse(hands, leader, trick):
            return False
        return self.reaches(hands, winner, spare)


@cache
def lines(strain: int, *free: int, may_finesse: bool = True) -> Lines:
    """The lines of a strain, shared by all endings: what was found for one serves the next."""
    return Lines(strain, free, may_finesse=may_finesse)


def _is_finesse(hands: Hands, leader: int, trick: Trick) -> bool:
    """Does a defender who played before declarer's last card still hold a higher one than won the trick?"""
    suit = trick[0] // 13
    best = max(card for card in trick if card // 13 == suit)
    return any(
        highest(hands[seat] & SUIT_BITS[suit]) > best
        for place in range(3)
        if (seat := leader + place & 3) & 1
    )


@lru_cache(maxsize=1 << 16)
def _lowest_of_runs(own: int, others: int) -> tuple[int, ...]:
    """One rank of a holding for each run, low to high."""
    return tuple(map(lowest, runs(own, others)))


def equals(own: int, deck: int, suit: int) -> list[int]:
    """A hand's cards of a suit, low to high, one of each run."""
    ranks = _lowest_of_runs(holding(own, suit), holding(deck & ~own, suit))
    return [13 * suit + rank for rank in ranks]


def answers(
    hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int, is_free: bool
) -> list[int]:
    """What a defender answers with, when declarer can still afford to lose `spare` tricks.

    One that `is_free` need not discard; he may still ruff.
    """
    if not trick:
        return _their_leads(hands, seat, strain, spare, deck)
    if holding(hands[seat], trick[0] // 13):
        return [_follows(hands, seat, trick, strain, spare, deck)]
    if is_free:
        return [NOTHING, *_ruffs(hands[seat], trick, strain, deck)]
    return _discards(hands, seat, strain, spare)


# Following


def _follows(hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int) -> int:
    suit = trick[0] // 13
    cards = equals(hands[seat], deck, suit)
    is_ruffed = suit != strain and any(card // 13 == strain for card in trick[1:])
    if len(cards) == 1 or is_ruffed:
        return cards[0]
    return min(cards, key=lambda card: (_price(hands, seat, trick, card, spare), card))


def _price(hands: Hands, seat: int, trick: Trick, card: int, spare: int) -> tuple[bool, bool, int]:
    """What a card costs the defence: the setting tricks, the trick, and tricks in the suit (ours)."""
    suit, left = (*trick, card)[0] // 13, list(hands)
    left[seat] &= ~(1 << card)
    winner = _finished(left, seat - len(trick) & 3, (*trick, card))
    after = left[0], left[1], left[2], left[3]
    tricks = winners(layout(after, suit))
    if not winner & 1:
        return True, True, tricks + 1
    is_set = not spare or any(cashable(after, winner, other) >= spare for other in range(4))
    return not is_set, False, tricks


def _finished(hands: list[int], leader: int, trick: Trick) -> int:
    """Who wins if the rest beat the trick as cheaply as they can, or play low; takes their cards away."""
    suit = trick[0] // 13
    best = max(card for card in trick if card // 13 == suit)
    winner = leader + trick.index(best) & 3
    for place in range(len(trick), 4):
        seat = leader + place & 3
        mine = hands[seat] & SUIT_BITS[suit]
        higher = mine >> best + 1 << best + 1 if (winner ^ seat) & 1 else 0
        card = higher & -higher or mine & -mine
        hands[seat] &= ~card
        if highest(card) > best:
            best, winner = highest(card), seat
    return winner


# Discarding


def _ruffs(own: int, trick: Trick, strain: int, deck: int) -> list[int]:
    return equals(own, deck, strain)[:1] if strain != NOTRUMP and trick[0] // 13 != strain else []


def _discards(hands: Hands, seat: int, strain: int, spare: int) -> list[int]:
    """A card to spare, or one of each suit; with a trick to come from a throw-in nothing can be spared."""
    suits = [suit for suit in range(4) if holding(hands[seat], suit)]
    if not spare and strain == NOTRUMP:
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

    It is where declarer has none of the suit, none that he could ever beat, or fewer in either hand: a guard
    need not be longer than the suit it watches.
    """
    cards = layout(hands, suit)
    return highest(cards[seat]) <= lowest(cards.ours) or cards[seat].bit_count() > cards.longest


# On lead


def _their_leads(hands: Hands, seat: int, strain: int, spare: int, deck: int) -> list[int]:
    """The setting tricks from the top; else from each suit the card that costs least, or the highest such."""
    suits = [suit for suit in range(4) if holding(hands[seat], suit)]
    for suit in suits:
        if strain in (NOTRUMP, suit) and cashable(hands, seat, suit) > spare:
            return equals(hands[seat], deck, suit)[-1:]
    return [
        min(equals(hands[seat], deck, suit), key=lambda card: (_price(hands, seat, (), card, spare), -card))
        for suit in suits
    ]


def cashable(hands: Hands, seat: int, suit: int) -> int:
    """The tricks a defender can cash in a suit from the top: high cards, and then the long ones.

    The mirror of the paper's winners, for one hand.
    """
    cards = layout(hands, suit)
    high = (cards[seat] >> cards.ours.bit_length()).bit_count()
    return cards[seat].bit_count() if high >= cards.longest else high


def _our_leads(hands: Hands, seat: int, strain: int, spare: int, deck: int) -> list[int]:
    """The cards declarer may lead when he can afford to lose `spare` tricks, winners first."""
    suits = [suit for suit in range(4) if holding(hands[seat], suit)]
    return [card for suit in suits for card in _leads_in(hands, seat, suit, strain, spare, deck)]


def _leads_in(hands: Hands, seat: int, suit: int, strain: int, spare: int, deck: int) -> list[int]:
    cards, held = layout(hands, suit), equals(hands[seat], deck, suit)
    opposite = cards[seat ^ 2]
    if opposite > cards.theirs:
        return held[::-1]
    cashing = [card for card in reversed(held) if card % 13 > highest(cards.theirs)]
    can_ruff = strain not in (NOTRUMP, suit) and not opposite and bool(holding(hands[seat ^ 2], strain))
    if (can_ruff or spare) and held[0] not in cashing:
        return [*cashing, held[0]]
    return cashing


def _our_plays(hands: Hands, seat: int, trick: Trick, strain: int, spare: int, deck: int) -> list[int]:
    """The cards declarer may follow with, or discard."""
    suit = trick[0] // 13
    cards = equals(hands[seat], deck, suit)
    if not cards:
        return [card for other in range(4) for card in equals(hands[seat], deck, other)]
    if _is_decided(hands, seat, trick, strain):
        return cards
    sure = [card for card in cards if card > _to_beat(hands, seat, trick)]
    if sure and not spare and not _is_led_by_defender(seat, trick):
        return sure
    covering = [card for card in cards if card > max(each for each in trick if each // 13 == suit)]
    return list(dict.fromkeys((*cards[:1], *sure, *covering[: bool(spare)])))


def _is_led_by_defender(seat: int, trick: Trick) -> bool:
    """Then the hand to come may win, too, and low is a choice."""
    return bool(seat - len(trick) & 1)


def _is_decided(hands: Hands, seat: int, trick: Trick, strain: int) -> bool:
    """Has partner won the trick already, or somebody ruffed it?  Then any card will do to follow."""
    suit, table = trick[0] // 13, [card for card in trick if card // 13 == trick[0] // 13]
    if suit != strain and any(card // 13 == strain for card in trick[1:]):
        return True
    is_partners = seat - len(trick) + trick.index(max(table)) & 1 == 0
    return is_partners and max(table) >= _to_beat(hands, seat, trick)


def _to_beat(hands: Hands, seat: int, trick: Trick) -> int:
    """The highest card of the suit led that is on the table, or that the defender to come can play."""
    suit = trick[0] // 13
    table = [card for card in trick if card // 13 == suit]
    last = hands[seat + 1 & 3] & SUIT_BITS[suit] if len(trick) < 3 else 0
    return max(*table, highest(last))


@final
@dataclass(frozen=True, slots=True)
class SqueezeTrick:
    """A trick on which a defender cannot discard without giving a trick away."""

    hands: Hands
    """Before the lead."""
    card: int
    """The card led: the squeeze card, or a small one to it."""
    squeezer: int
    """Who wins the trick."""
    victim: int
    suits: tuple[int, ...]
    """The suits he still holds, all of them busy."""
    trick: int
    """Which trick it is, the first being 0."""


@final
@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One line that works: the cards led, the squeeze moments, the tricks lost, and declarer's discards."""

    leads: tuple[int, ...]
    moments: tuple[SqueezeTrick, ...]
    losses: tuple[int, ...]
    """Which tricks, the first being 0."""
    discards: tuple[int, ...]


class _Player:
    """Plays one line through, the defenders holding out as long as the rules let them."""

    def __init__(self, strain: int, victims: tuple[int, ...]) -> None:
        others = tuple(seat for seat in (1, 3) if seat not in victims)
        self._forced = lines(strain, *others)
        self._relieved = {seat: lines(strain, *sorted({*others, seat})) for seat in victims}
        self._worth = dict.fromkeys(victims, 0)
        self._leads, self._discards = list[int](), list[int]()
        self._moments, self._losses = list[SqueezeTrick](), list[int]()

    def line(self, hands: Hands, leader: int, spare: int) -> PlayedLine:
        """Play on until declarer has what he wants."""
        number = 0
        for seat, relieved in self._relieved.items():
            while not relieved.reaches(hands, leader, spare + self._worth[seat]):
                self._worth[seat] += 1
        while 0 <= spare < hands[0].bit_count():
            hands, winner = self._played(hands, leader, spare, number)
            if winner & 1:
                spare -= 1
                self._losses.append(number)
            leader, number = winner, number + 1
        return PlayedLine(
            tuple(self._leads), tuple(self._moments), tuple(self._losses), tuple(self._discards)
        )

    def _played(self, hands: Hands, leader: int, spare: int, number: int) -> tuple[Hands, int]:
        before, trick, squeezed = hands, Trick(), dict[int, tuple[int, ...]]()
        for place in range(4):
            seat = leader + place & 3
            choices = self._forced.choices(hands, leader, trick, spare)
            must_discard = bool(trick) and choices[0] // 13 != trick[0] // 13
            if seat & 1 and must_discard and seat in self._relieved:
                idle = self._idle(seat, hands, leader, trick, spare, choices)
                if not idle and choices[0] != NOTHING:
                    squeezed[seat] = tuple(sorted({choice // 13 for choice in choices}))
                    self._worth[seat] = max(1, self._worth[seat] - 1)
                card = (idle or choices)[0]
            else:
                card = self._first(hands, leader, trick, spare, choices, wanted=not seat & 1)
                self._discards += [card] * (must_discard and not seat & 1)
            hands, trick = _without(hands, seat, card), (*trick, card)
        self._leads.append(trick[0])
        winner = leader + winning_place(trick, self._forced.strain) & 3
        self._moments += [
            SqueezeTrick(before, trick[0], winner, seat, suits, number) for seat, suits in squeezed.items()
        ]
        return hands, winner

    def _idle(
        self, seat: int, hands: Hands, leader: int, trick: Trick, spare: int, choices: list[int]
    ) -> list[int]:
        """What he can throw without harm if he need not discard again."""
        relieved, spare = self._relieved[seat], spare + max(0, self._worth[seat] - 1)
        return [card for card in choices if not relieved.goes_on_after(card, hands, leader, trick, spare)]

    def _first(
        self, hands: Hands, leader: int, trick: Trick, spare: int, choices: list[int], *, wanted: bool
    ) -> int:
        """The first card that brings declarer where he wants, or keeps him from it; else the last resort."""
        for card in choices:
            if self._forced.goes_on_after(card, hands, leader, trick, spare) == wanted:
                return card
        return choices[-1]


def played_line(hands: Hands, leader: int, strain: int, spare: int, victims: tuple[int, ...]) -> PlayedLine:
    """How a squeeze against these defenders goes, when it works."""
    return _Player(strain, victims).line(hands, leader, spare)
