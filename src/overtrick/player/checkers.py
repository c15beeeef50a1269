"""Checkers of statements about a card: every figure and every name is worked out again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from operator import eq, gt, lt, sub
from typing import TypeVar

from overtrick.bidding.carding import CardTable, ContractKind, Holding, LeadEntry, Occasion
from overtrick.bidding.carding.entries import Signal
from overtrick.core import (
    Board,
    Card,
    CardSet,
    Deal,
    OvertrickError,
    Play,
    Rank,
    Seat,
    SeatView,
    Statement,
    Suit,
    Trick,
)
from overtrick.core.explaining import checks
from overtrick.player import statements as st
from overtrick.player.experts import caught_by
from overtrick.player.layouts import Hands, Layouts, deal_of
from overtrick.player.manners import ENTRIES, Manner, Message, Turn
from overtrick.player.recount import (
    average,
    best_plan,
    hands_left,
    is_called,
    is_near,
    is_share,
    is_sound,
    met,
    share,
    successes,
    tricks,
)
from overtrick.scoring import imps, score
from overtrick.squeezes import Ending
from overtrick.squeezes.verification import free, total
from overtrick.suits import Chances, Combination, FirstPlay, Layout, Solution, solve

__all__: list[str] = []

_AGREEMENT = Fraction(85, 100)
"""The least agreement with the outcome of a condition that is said to decide."""
_ROUNDED = Fraction(1, 20) + Fraction(1, 10**6)
"""The rounding error of a figure with one decimal."""

S = TypeVar("S", bound=Statement)
T = TypeVar("T", st.ByHabit, st.Signals, st.TableLead)


def _counts(kind: type[S]) -> Callable[[Callable[[S], bool]], None]:
    """Register a checker that counts layouts; they must be possible, and the cards in question legal."""

    def register(checker: Callable[[S], bool]) -> None:
        @checks(kind)
        def _(fact: S, board: Board) -> bool:
            told = vars(fact)
            cards = [told[name] for name in ("card", "other") if name in told]
            cards += [card for name in ("cards", "others") for card in told.get(name, ())]
            return is_sound(told["sample"], *cards) and checker(fact)

    return register


# Statements without layouts: true of the position, whatever the board


@checks(st.OnlyCard)
def _(fact: st.OnlyCard, board: Board) -> bool:
    return list(fact.play.legal_cards) == [fact.card]


@checks(st.Unjudged)
def _(fact: st.Unjudged, board: Board) -> bool:
    return fact.card in fact.play.legal_cards


@checks(st.MannerOf)
def _(fact: st.MannerOf, board: Board) -> bool:
    equals = list(fact.equals)
    if len(equals) < 2 or equals != sorted(set(equals), reverse=True):
        return False
    if fact.card not in (equals[0], equals[-1]) or not CardSet.of(equals) <= fact.play.legal_cards:
        return False
    return len({card.suit for card in equals}) == 1 and not _others_between(fact.play, equals)


def _others_between(play: Play, cards: list[Card]) -> list[Card]:
    """The cards between the highest and the lowest that others may hold, or that are winning the trick."""
    harmless = (CardSet.of(play.cards) | play.hand(play.to_play)) - CardSet.of(_winning(play))
    return [card for card in CardSet.pack() if cards[-1] < card < cards[0] and card not in harmless]


def _winning(play: Play) -> list[Card]:
    """The card that is winning the trick, if there is one."""
    trick = play.trick
    return [dict(trick)[trick.winner(play.strain)]] if trick.cards else []


# Chances


@_counts(st.ChosenBy)
def _(fact: st.ChosenBy) -> bool:
    return is_share(fact.chance, fact.sample, successes(fact.sample, fact.card))


@_counts(st.Alternative)
def _(fact: st.Alternative) -> bool:
    found = [successes(fact.sample, card) for card in fact.cards]
    best = max(found, key=lambda wins: share(fact.sample, wins) or 0, default=None)
    return best is not None and is_share(fact.chance, fact.sample, best)


@_counts(st.SameEverywhere)
def _(fact: st.SameEverywhere) -> bool:
    if CardSet.of(fact.cards) != fact.sample.play.legal_cards:
        return False
    return len({tuple(tricks(fact.sample, card)) for card in fact.cards}) == 1


@_counts(st.AsGood)
def _(fact: st.AsGood) -> bool:
    if not fact.others or fact.card in fact.others:
        return False
    mine = tricks(fact.sample, fact.card)
    return all(tricks(fact.sample, other) == mine for other in fact.others)


@_counts(st.Averages)
def _(fact: st.Averages) -> bool:
    told = ((fact.card, fact.hundredths), (fact.other, fact.other_hundredths))
    return all(is_near(number, 100 * _average(fact.sample, card), 0) for card, number in told)


def _average(sample: Layouts, card: Card) -> Fraction:
    return average(sample, tricks(sample, card))


@_counts(st.HowSure)
def _(fact: st.HowSure) -> bool:
    sample, gains = fact.sample, _gains(fact)
    mean, whole = average(sample, gains), sum(map(Fraction, sample.weights))
    weights = [Fraction(weight) / whole for weight in sample.weights]
    variance = sum((weight * (gain - mean)) ** 2 for weight, gain in zip(weights, gains, strict=True))
    error = Fraction(float(variance) ** 0.5)
    effective = 1 / sum(weight**2 for weight in weights)
    return (
        is_near(fact.difference, 100 * mean, 1)
        and is_near(fact.error, 100 * error, 1)
        and is_near(fact.effective, Fraction(effective), 0)
    )


def _gains(fact: st.TwoCards) -> list[int]:
    """1 in each layout where only the one card succeeds, -1 where only the other does."""
    mine, theirs = (successes(fact.sample, card) for card in (fact.card, fact.other))
    return list(map(sub, mine, theirs))


# IMPs and tricks


@_counts(st.GainsImps)
def _(fact: st.GainsImps) -> bool:
    sample, contract = fact.sample, fact.sample.contract
    if contract is None or sample.play.start.cards_each != 13 or fact.hundredths <= 0:
        return False
    is_declarers = contract.declarer.side is sample.side
    scored = [score(contract, number, fact.vul) for number in range(14)]
    points = scored if is_declarers else [-each for each in reversed(scored)]
    pairs = zip(tricks(sample, fact.card), tricks(sample, fact.other), strict=True)
    gains = [imps(points[one] - points[two]) for one, two in pairs]
    return is_near(fact.hundredths, 100 * average(sample, gains), 0)


@_counts(st.MoreTricks)
def _(fact: st.MoreTricks) -> bool:
    sample = fact.sample
    mine, theirs = tricks(sample, fact.card), tricks(sample, fact.other)
    more, fewer = list(map(gt, mine, theirs)), list(map(lt, mine, theirs))
    return any(more) and is_share(fact.more, sample, more) and is_share(fact.fewer, sample, fewer)


# Deciding conditions


@_counts(st.Decides)
def _(fact: st.Decides) -> bool:
    return _tells(fact, successes(fact.sample, fact.card))


@_counts(st.GainsWhere)
def _(fact: st.GainsWhere) -> bool:
    return _tells(fact, [gain > 0 for gain in _gains(fact)])


def _tells(fact: st.Decides | st.GainsWhere, wins: list[bool]) -> bool:
    """Are both figures right, and does the condition agree with the outcome?

    A condition that always or never holds has no layouts outside or inside, and so no share there.
    """
    sample, inside = fact.sample, met(fact.sample, fact.condition)
    outside = [not each for each in inside]
    agrees = share(sample, list(map(eq, inside, wins))) or Fraction()
    return (
        is_share(fact.inside, sample, wins, inside)
        and is_share(fact.outside, sample, wins, outside)
        and max(agrees, 1 - agrees) >= _AGREEMENT - Fraction(1, 10**6)
    )


@_counts(st.Differs)
def _(fact: st.Differs) -> bool:
    sample, gains = fact.sample, _gains(fact)
    better, worse = [gain > 0 for gain in gains], [gain < 0 for gain in gains]
    return is_share(fact.better, sample, better) and is_share(fact.worse, sample, worse)


@_counts(st.PlayKind)
def _(fact: st.PlayKind) -> bool:
    by = fact.by
    if not is_called(fact):
        return False
    if by is None:
        return True
    is_about_it = (by.sample, by.card) == (fact.sample, fact.card) and by.inside > by.outside
    return is_about_it and _tells(by, successes(by.sample, by.card))


@_counts(st.Safety)
def _(fact: st.Safety) -> bool:
    mine, theirs = (round(100 * _average(fact.sample, card)) for card in (fact.card, fact.other))
    is_likelier = average(fact.sample, _gains(fact)) > 0
    return is_likelier and fact.cost > 0 and abs(theirs - mine - fact.cost) <= 1


@_counts(st.CombinesChances)
def _(fact: st.CombinesChances) -> bool:
    """No plan is sure of more than double dummy; both are searched again."""
    sample, plan, rival = fact.sample, Fraction(fact.plan), Fraction(fact.other_plan)
    mine, theirs = (
        100 * (share(sample, successes(sample, card)) or Fraction()) for card in (fact.card, fact.other)
    )
    bound = min(theirs, plan)
    if not plan >= rival >= 0 or plan > mine + _ROUNDED or rival > bound + _ROUNDED:
        return False
    best, best_rival = (
        best_plan(sample, card, fact.depth, fact.is_whole) for card in (fact.card, fact.other)
    )
    if best is not None and abs(plan - 100 * best) > _ROUNDED:
        return False
    if best_rival is None or abs(rival - 100 * best_rival) <= _ROUNDED:
        return True
    return abs(rival - bound) <= _ROUNDED and 100 * best_rival <= bound + _ROUNDED


# The best line


@checks(st.BestLine)
def _(fact: st.BestLine, board: Board) -> bool:
    """True of the suit, whatever the board."""
    cards = (fact.card, *fact.others)
    turn = _turn(fact.view, *cards)
    if turn is None or not turn.is_lead or turn.is_defender or not 0 <= fact.tricks <= 13:
        return False
    if fact.card in fact.others or {card.suit for card in cards} != {fact.card.suit}:
        return False
    question = _Turned(fact.view, turn.play, fact.card.suit)
    try:
        plays = question.solved().first_plays(fact.tricks)
    except OvertrickError:
        return False
    mine, *theirs = (question.value(plays, card) for card in cards)
    less = [value for value in theirs if value < mine]
    return mine == fact.value and max(theirs) <= mine and less != [] and max(less) == fact.next_best


class _Turned:
    """A suit with the table turned round, its layouts weighted by the number of deals that have them."""

    def __init__(self, view: SeatView, play: Play, suit: Suit) -> None:
        south = max(play.to_play, play.to_play.partner, key=lambda seat: seat in (Seat.NORTH, Seat.EAST))
        self.play, self.suit = play, suit
        self.hands = {Seat.SOUTH: play.hand(south), Seat.NORTH: play.hand(south.partner)}
        self.west, self.east = south.lho, south.rho
        self.out = view.unseen - CardSet.of(play.cards)
        own = self.hands[Seat.SOUTH] | self.hands[Seat.NORTH]
        self.ranks = [card.rank for card in reversed([*(own | self.out).in_suit(suit)])]

    def solved(self) -> Solution:
        """The expert's answer."""
        holdings = (self.hands[seat].ranks(self.suit) for seat in (Seat.NORTH, Seat.SOUTH))
        north, south = (sum(1 << self.ranks.index(rank) for rank in holding) for holding in holdings)
        combination = Combination(north, south, ranks=len(self.ranks))
        return solve(combination, Chances(coins=True, weigh=self._deals))

    def _deals(self, layout: Layout) -> int:
        """The number of ways to deal the other suits for a layout of this one."""
        lacks = {seat: self.play.shown_out(seat) for seat in (self.west, self.east)}
        for seat, length in ((self.west, layout.west_length), (self.east, layout.east_length)):
            if length and self.suit in lacks[seat]:
                return 0
        others = [card for card in self.out if card.suit is not self.suit]
        only_west = sum(card.suit in lacks[self.east] for card in others)
        only_east = sum(card.suit in lacks[self.west] for card in others)
        to_west = self._size(self.west) - layout.west_length - only_west
        free = len(others) - only_west - only_east
        return comb(free, to_west) if 0 <= to_west <= free else 0

    def _size(self, seat: Seat) -> int:
        played = (who for trick in (*self.play.tricks, self.play.trick) for who, _ in trick)
        return self.play.start.cards_each - list(played).count(seat)

    def value(self, plays: tuple[FirstPlay, ...], card: Card) -> Fraction:
        """The value of the best line that begins with a card or one the opponents cannot tell from it."""
        return max((play.value for play in plays if self._is_the(play, card)), default=Fraction())

    def _is_the(self, play: FirstPlay, card: Card) -> bool:
        low, high = sorted((self.ranks[play.rank], card.rank))
        between = [each for each in self.out if each.suit is self.suit and low < each.rank < high]
        return card in self.hands[play.seat] and not between


# Squeezes


@_counts(st.BeginsSqueeze)
def _(fact: st.BeginsSqueeze) -> bool:
    if fact.sample.play.trick.cards or len(fact.suits) < 2:
        return False
    begun = [_begins(fact, layout) for layout in fact.sample.layouts]
    return any(begun) and is_share(fact.share, fact.sample, begun)


def _begins(fact: st.BeginsSqueeze, layout: Hands) -> bool:
    """Does the expert name this squeeze, and does the card gain by forcing discards, double dummy?"""
    sample, play = fact.sample, fact.sample.play
    deal = deal_of([hand.bits for hand in hands_left(sample, layout)])
    equals = _equals(sample, deal, fact.card)
    caught = caught_by(Ending(deal, play.strain, play.to_play, sample.side), equals)
    return (fact.victim, fact.suits) in caught and _gains_by_force(
        Play(deal, play.strain, play.to_play), sample, fact.card
    )


def _equals(sample: Layouts, deal: Deal, card: Card) -> list[Card]:
    """The card and those of the same hand that touch it."""
    seat = sample.play.to_play
    others = [each for other, hand in deal.items() if other is not seat for each in hand.in_suit(card.suit)]
    mine = deal[seat].in_suit(card.suit)
    return [each for each in mine if not any(min(each, card) < other < max(each, card) for other in others)]


def _gains_by_force(play: Play, sample: Layouts, card: Card) -> bool:
    """Does the card cost no trick, and take fewer if the opponents never have to discard?"""
    after, side = play.then(card), sample.side
    most = total(play, side, {})
    return total(after, side, {}) == most > total(after, side, free(*side.opponents.seats))


# Ties


def _weighs(kind: type[T]) -> Callable[[Callable[[T, Turn], bool]], None]:
    """Register a checker of a card preferred to others, which depends on the view and not on the board."""

    def register(checker: Callable[[T, Turn], bool]) -> None:
        @checks(kind)
        def _(fact: T, board: Board) -> bool:
            turn = _turn(fact.view, fact.card, *fact.instead)
            is_choice = bool(fact.instead) and fact.card not in fact.instead
            return turn is not None and is_choice and checker(fact, turn)

    return register


def _turn(view: SeatView, *cards: Card) -> Turn | None:
    """The turn in a view; None if the seat is not to play or the cards are not legal."""
    if view.play is None or view.contract is None or not view.is_turn:
        return None
    return Turn.of(view, None) if CardSet.of(cards) <= view.legal_cards else None


def _held(turn: Turn, suit: Suit) -> list[Card]:
    """The cards of the hand in a suit, from high to low."""
    return list(turn.play.hand(turn.seat).in_suit(suit))


def _elsewhere(turn: Turn, suit: Suit) -> list[Card]:
    """The cards of a suit that another hand has, and the one that is winning the trick."""
    known = turn.view.unseen | turn.view.deal.dealt
    found = known - CardSet.of(turn.play.cards) - turn.play.hand(turn.seat)
    return sorted((found | CardSet.of(_winning(turn.play))).in_suit(suit))


def _is_winner(turn: Turn, card: Card) -> bool:
    """Is no card of the suit elsewhere higher?"""
    return all(other < card for other in _elsewhere(turn, card.suit))


def _is_spare(turn: Turn, card: Card) -> bool:
    """Is it small, no winner, no part of an honour's sequence, and not winning the trick?"""
    trick = Trick(turn.play.on_lead, (*turn.play.trick.cards, card))
    is_winning = not turn.is_lead and trick.winner(turn.play.strain) is turn.seat
    honours = [each for each in _held(turn, card.suit) if each.rank >= Rank.TEN]
    others = _elsewhere(turn, card.suit)
    touches = any(not any(card < other < honour for other in others) for honour in honours)
    return card.rank < Rank.TEN and not _is_winner(turn, card) and not is_winning and not touches


@_weighs(st.ByHabit)
def _(fact: st.ByHabit, turn: Turn) -> bool:
    suit, others = fact.card.suit, {each.suit for each in fact.instead}
    match fact.habit:
        case Manner.LOWEST:
            order = [(each.rank, each.suit) for each in (fact.card, *fact.instead)]
            return min(order) == order[0]
        case Manner.LONGEST_SUIT:
            return turn.is_lead and all(turn.length(other) < turn.length(suit) for other in others)
        case Manner.USELESS_SUIT:
            return turn.is_discard and all(_use(turn, other) > _use(turn, suit) for other in others)
    mine, *theirs = (_gives_up(turn, each, fact.habit) for each in (fact.card, *fact.instead))
    return turn.is_discard and not mine and all(theirs)


def _use(turn: Turn, suit: Suit) -> tuple[bool, int]:
    """Sort key for the use of a suit: an honour counts first, then shortness."""
    return turn.top(suit) >= Rank.JACK, -turn.length(suit)


def _gives_up(turn: Turn, card: Card, habit: Manner) -> bool:
    """Does a discard give up what the habit keeps?"""
    mine = _held(turn, card.suit)
    if habit is Manner.KEEPS_TRUMPS:
        return card.suit is turn.trump
    if habit is Manner.KEEPS_WINNERS:
        return _is_winner(turn, card)
    if habit is Manner.KEEPS_GUARDS:
        above = [each for each in _elsewhere(turn, card.suit) if each > mine[0]]
        return mine[0].rank >= Rank.JACK and 0 < len(above) == len(mine) - 1
    dummys = list(CardSet(turn.dummys).in_suit(card.suit))
    return turn.is_defender and 1 < len(dummys) == len(mine) and mine[0] > min(dummys)


# st.Signals


@_weighs(st.Signals)
def _(fact: st.Signals, turn: Turn) -> bool:
    if not turn.is_defender or not _is_spare(turn, fact.card) or not _is_occasion(turn, fact):
        return False
    occasion, word = ENTRIES[fact.message]
    named = [
        each.signal
        for each in fact.table.own_signals
        if each.occasion is occasion and any(part.startswith(word) for part in each.name.lower().split())
    ]
    rivals = [each for each in fact.instead if _is_spare(turn, each)]
    if not named or not rivals or any(each.suit is not fact.card.suit for each in rivals):
        return False
    is_high = named[0] in (Signal.HIGH, Signal.HIGH_LOW)
    return all((fact.card > each) is is_high for each in rivals) and _is_true(turn, fact)


def _is_occasion(turn: Turn, fact: st.Signals) -> bool:
    """Is this an occasion for the message?"""
    play, suit, occasion = turn.play, fact.card.suit, ENTRIES[fact.message][0]
    if occasion is Occasion.GIVING_A_RUFF:
        shown = play.shown_out(turn.seat.partner)
        return turn.is_lead and turn.trump is not None and suit in shown and turn.trump not in shown
    if occasion is Occasion.DISCARDING:
        return turn.is_discard and suit is not turn.trump and not play.shown_out(turn.seat)
    if turn.led is not suit or turn.has_played(suit):
        return False
    if occasion is Occasion.PARTNER_LEADS:
        return play.on_lead is turn.seat.partner
    return play.on_lead.side is not turn.seat.side


def _is_true(turn: Turn, fact: st.Signals) -> bool:
    """Is the message true of the hand?"""
    suit, message, trump = fact.card.suit, fact.message, turn.trump
    if message in (Message.EVEN, Message.ODD):
        return (turn.length(suit) % 2 == 0) is (message is Message.EVEN)
    if message in (Message.THROWS_LIKED, Message.THROWS_DISLIKED):
        return (turn.top(suit) >= Rank.KING) is (message is Message.THROWS_LIKED)
    if message in (Message.HIGHER_SUIT, Message.LOWER_SUIT):
        low, high = (turn.top(other) for other in Suit if other not in (suit, trump))
        return (high > low) is (message is Message.HIGHER_SUIT)
    can_ruff = trump is not None and trump is not suit and turn.length(trump) > 0
    likes = turn.top(suit) >= Rank.QUEEN or (turn.length(suit) == 2 and can_ruff)
    return likes is (message is Message.ENCOURAGES)


# Leads


@_weighs(st.TableLead)
def _(fact: st.TableLead, turn: Turn) -> bool:
    mine = _entry(turn, fact.table, fact.card.suit)
    if not turn.is_lead or not turn.is_defender or mine is None or mine.name != fact.entry:
        return False
    if _led(turn, mine, fact.card.suit) is not fact.card:
        return False
    return all(_comes_after(turn, fact.table, each, mine) for each in fact.instead)


def _comes_after(turn: Turn, table: CardTable, card: Card, mine: LeadEntry) -> bool:
    """Is this card not the table's lead from its suit, or only by an entry of lower priority?"""
    entry = _entry(turn, table, card.suit)
    is_led = entry is not None and _led(turn, entry, card.suit) is card
    return entry is None or not is_led or entry.priority < mine.priority


def _entry(turn: Turn, table: CardTable, suit: Suit) -> LeadEntry | None:
    """The first entry of the table that matches a holding, with patterns read letter by letter."""
    holding = Holding(sum(1 << card.rank for card in _held(turn, suit)))
    against = ContractKind.NOTRUMP if turn.trump is None else ContractKind.SUIT
    speaking = (
        entry
        for entry in table.own_leads
        if entry.against in (None, against)
        and (suit in turn.partners_suits or not entry.only_partners_suit)
        and any(holding in pattern for pattern in entry.patterns)
    )
    return next(speaking, None)


def _led(turn: Turn, entry: LeadEntry, suit: Suit) -> Card | None:
    """The card that an entry leads from the suit."""
    mine = _held(turn, suit)
    if isinstance(entry.lead, Rank):
        return next((card for card in mine if card.rank is entry.lead), None)
    return mine[entry.lead] if entry.lead < len(mine) else None
