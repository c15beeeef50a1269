"""Matching of contexts against auctions, which binds letters to suits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from overtrick.bidding import entries
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.evaluation import Names
from overtrick.bidding.promises import Trait
from overtrick.core import Bid, Call, Strain, Suit
from overtrick.hands.terms import Name, SuitTerm

if TYPE_CHECKING:
    from overtrick.bidding.interpretation import Interpretation
    from overtrick.bidding.state import State

__all__ = ["FACTS", "Matcher", "matcher", "with_suit"]

Matcher: TypeAlias = Callable[["State", Names], Iterator[Names]]
"""A matcher: yields every binding of letters, extending a given one, under which a condition holds."""
Test: TypeAlias = Callable[["State"], bool]

_DOMAINS = {
    letter: tuple(int(Suit.parse(suit)) for suit in suits) for letter, suits in entries.LETTERS.items()
}
_ANY_SUIT = (3, 2, 1, 0)
_TRAITS = {"hcp": Trait.HCP, "points": Trait.POINTS, "aces": Trait.ACES, "kings": Trait.KINGS}


def matcher(condition: entries.Condition, switches: Mapping[str, bool]) -> Matcher:
    """A condition compiled into a matcher, with the settings of conventions."""
    match condition:
        case entries.Every(conditions):
            return _every([matcher(each, switches) for each in conditions])
        case entries.Either(conditions):
            return _either(conditions, switches)
        case entries.Not(inner):
            denied = matcher(inner, switches)
            return lambda state, names: iter(() if any(True for _ in denied(state, names)) else (names,))
        case entries.Deed():
            return _did(condition)
        case entries.ShownTag():
            return _showed(condition)
        case entries.Limits():
            return _has(condition)
        case entries.Fit(suit):
            return _agreed(suit)
        case entries.Force(to_game):
            return _tested(lambda state: state.is_game_forced if to_game else state.is_forced)
        case entries.LastBid(relation, pattern):
            return _position(relation, pattern)
        case entries.Switch(convention):
            is_on = switches[convention]
            return _tested(lambda state: is_on)
        case entries.Word(word, seats):
            return _tested(_fact(word, seats))


def _tested(test: Test) -> Matcher:
    return lambda state, names: iter((names,) if test(state) else ())


def _every(parts: list[Matcher]) -> Matcher:
    if not parts:
        return lambda state, names: iter((names,))
    if len(parts) == 1:
        return parts[0]
    first, rest = parts[0], _every(parts[1:])

    def matches(state: State, names: Names) -> Iterator[Names]:
        for found in first(state, names):
            yield from rest(state, found)

    return matches


def _either(conditions: tuple[entries.Condition, ...], switches: Mapping[str, bool]) -> Matcher:
    """A matcher of alternatives; only letters that all of them bind are bound."""
    parts = [matcher(each, switches) for each in conditions]
    found_by_all = frozenset.intersection(*(_letters(each) for each in conditions))
    kept = found_by_all | {other for other, (of, _) in entries.OTHERS.items() if of in found_by_all}

    def matches(state: State, names: Names) -> Iterator[Names]:
        for part in parts:
            for found in part(state, names):
                yield {name: suit for name, suit in found.items() if name in names or name in kept}

    return matches


def _letters(condition: entries.Condition) -> frozenset[str]:
    """The letters that a condition always binds when it holds."""
    match condition:
        case entries.Every(conditions):
            return frozenset[str]().union(*map(_letters, conditions))
        case entries.Either(conditions):
            return frozenset.intersection(*map(_letters, conditions))
        case entries.Deed(pattern=entries.BidPattern() as pattern) | entries.LastBid("at", pattern):
            level = frozenset("n") if pattern.names_level else frozenset[str]()
            return level | ({pattern.strain} if type(pattern.strain) is str else frozenset())
        case entries.ShownTag(suits=suits):
            return frozenset(each.name for each in suits if isinstance(each, Name))
        case entries.Limits(quantity=Name() as quantity):
            return frozenset([quantity.name])
        case entries.Fit(suit=Name() as suit):
            return frozenset([suit.name])
    return frozenset()


# Letters


def with_suit(names: Names, letter: str, suit: int) -> Names | None:
    """The bindings with one more; None if the letter has another suit, or another letter has this suit."""
    known = names.get(letter)
    if known is not None:
        return names if known == suit else None
    if suit not in _DOMAINS.get(letter, _ANY_SUIT):
        return None
    taken = any(value == suit for name, value in names.items() if name != "n" and name not in entries.OTHERS)
    if taken:
        return None
    made = {**names, letter: suit}
    for other, (of, pair) in entries.OTHERS.items():
        if of == letter:
            made[other] = int(pair[0]) + int(pair[1]) - suit
    return made


def _suits(suit: SuitTerm, names: Names) -> Iterator[tuple[int, Names]]:
    """The suits that a term may stand for, each with the extended bindings."""
    if isinstance(suit, Suit):
        yield int(suit), names
        return
    letter = suit.name
    if letter in names:
        yield names[letter], names
        return
    for each in _DOMAINS.get(letter, _ANY_SUIT):
        made = with_suit(names, letter, each)
        if made is not None:
            yield each, made


def _bid_matches(pattern: entries.BidPattern | None, bid: Bid, names: Names) -> Names | None:
    if pattern is None:
        return names
    if not pattern.low <= bid.level <= pattern.high:
        return None
    found: Names | None = names
    if isinstance(pattern.strain, Strain):
        found = names if bid.strain is pattern.strain else None
    elif pattern.strain is not None:
        found = None if bid.strain is Strain.NOTRUMP else with_suit(names, pattern.strain, int(bid.strain))
    if found is not None and pattern.names_level:
        return {**found, "n": bid.level} if found.get("n", bid.level) == bid.level else None
    return found


# Actions and promises of players

_PLAYERS = {
    entries.Role.ME: (0,),
    entries.Role.PARTNER: (2,),
    entries.Role.LHO: (1,),
    entries.Role.RHO: (3,),
    entries.Role.WE: (0, 2),
    entries.Role.THEY: (1, 3),
}


def _did(condition: entries.Deed) -> Matcher:
    players, deed, pattern = _PLAYERS[condition.who], condition.deed, condition.pattern
    if deed == "silent":
        return _tested(lambda state: all(state.is_silent(player) for player in players))
    if deed in ("bid", "opened", "began"):
        find: Callable[[State, int], Interpretation | None] = _FINDING[deed]

        def matches(state: State, names: Names) -> Iterator[Names]:
            for player in players:
                said = find(state, player)
                if said is not None and isinstance(said.call, Bid):
                    found = _bid_matches(pattern, said.call, names)
                    if found is not None:
                        yield found

        return matches
    test = _DEEDS[deed]

    def has_done(state: State) -> bool:
        last = (state.last_of(player) for player in players)
        return any(call is not None and test(call) for call in last)

    return _tested(has_done)


_FINDING: dict[str, Callable[[State, int], Interpretation | None]] = {
    "bid": lambda state, player: state.last_of(player),
    "opened": lambda state, player: state.opening_of(player),
    "began": lambda state, player: state.first_of(player),
}
_DEEDS: dict[str, Callable[[Interpretation], bool]] = {
    "passed": lambda last: last.call is Call.PASS,
    "doubled": lambda last: last.call is Call.DOUBLE,
    "redoubled": lambda last: last.call is Call.REDOUBLE,
    "jumped": lambda last: last.is_jump,
    "raised": lambda last: last.is_raise,
}
"""Tests of a player's last call, by the verb."""


def _showed(condition: entries.ShownTag) -> Matcher:
    players, wanted = _PLAYERS[condition.who], condition.suits

    def matches(state: State, names: Names) -> Iterator[Names]:
        for player in players:
            for said in state.calls_of(player) if condition.ever else state.last_calls_of(player):
                for suits in said.tagged(condition.tag):
                    if len(suits) >= len(wanted):
                        found = _suits_match(wanted, suits, names)
                        if found is not None:
                            yield found

    return matches


def _suits_match(wanted: tuple[SuitTerm, ...], suits: tuple[int, ...], names: Names) -> Names | None:
    found: Names | None = names
    for term, suit in zip(wanted, suits, strict=False):
        if found is None:
            return None
        if isinstance(term, Suit):
            found = found if int(term) == suit else None
        else:
            found = with_suit(found, term.name, suit)
    return found


def _has(condition: entries.Limits) -> Matcher:
    players, quantity, surely = _PLAYERS[condition.who], condition.quantity, condition.surely
    low = -(10**9) if condition.low is None else condition.low
    high = 10**9 if condition.high is None else condition.high

    def fits(state: State, player: int, trait: int) -> bool:
        if not surely:
            return state.may_have(player, trait, low, high)
        least, most = state.range_of(player, trait)
        return low <= least and most <= high

    if isinstance(quantity, str):
        trait = _TRAITS[quantity]
        return _tested(lambda state: any(fits(state, player, trait) for player in players))
    suit = quantity

    def matches(state: State, names: Names) -> Iterator[Names]:
        for number, found in _suits(suit, names):
            if any(fits(state, player, number) for player in players):
                yield found

    return matches


def _agreed(suit: SuitTerm | None) -> Matcher:
    if suit is None:
        return _tested(lambda state: state.agreed is None)

    def matches(state: State, names: Names) -> Iterator[Names]:
        found = None if state.agreed is None else _suits_match((suit,), (int(state.agreed),), names)
        return iter(() if found is None else (found,))

    return matches


# The auction as a whole


def _position(relation: str, pattern: entries.BidPattern) -> Matcher:
    def matches(state: State, names: Names) -> Iterator[Names]:
        last = state.last_bid
        if relation == "at":
            found = None if last is None else _bid_matches(pattern, last, names)
            if found is not None:
                yield found
            return
        strain = pattern.strain
        number = strain if isinstance(strain, Strain) else names.get(str(strain))
        if number is None:
            raise BiddingError(f"below which bid? {strain} is not found before it")
        is_below = last is None or last.index < Bid(pattern.low, Strain(number)).index
        if is_below is (relation == "below"):
            yield names

    return matches


def _fact(word: str, seats: tuple[int, ...]) -> Test:
    return (lambda state: state.seat in seats) if word == "seat" else FACTS[word][1]


FACTS: dict[str, tuple[str, Test]] = {
    "opening": ("nobody has bid", lambda state: state.last_bid is None),
    "vulnerable": ("we are vulnerable", lambda state: state.is_vulnerable(0)),
    "they vulnerable": ("they are vulnerable", lambda state: state.is_vulnerable(1)),
    "undisturbed": ("the opponents have only passed", lambda state: all(map(state.is_silent, (1, 3)))),
    "passed hand": ("I am a passed hand", lambda state: state.is_passed_hand(0)),
    "partner passed hand": ("partner is a passed hand", lambda state: state.is_passed_hand(2)),
    "first turn": ("it is my first turn", lambda state: state.is_silent(0)),
    "our bid": ("the last bid is ours", lambda state: state.last_bidder in (0, 2)),
    "their bid": ("the last bid is theirs", lambda state: state.last_bidder in (1, 3)),
    "doubled": ("it is doubled", lambda state: state.doubled == 1),
    "redoubled": ("it is redoubled", lambda state: state.doubled == 2),
    "in game": ("we are in game", lambda state: state.is_in_game),
    "balancing": ("a pass would end the auction", lambda state: state.is_last_chance),
}
"""The facts of an auction, by their words in the language: a phrase for readers, and a test."""
