"""English: the words of plans for one suit."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.explain.suit_words import (
    Cards,
    Clause,
    Link,
    Manner,
    Move,
    Pair,
    Said,
    Sentence,
    Taste,
    Told,
    Trick,
    Who,
)

__all__ = ["text"]

_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_SUBJECTS = {Who.WEST: "West", Who.EAST: "East", Who.BOTH: "both", Who.EITHER: "either defender"}
_LINKS = {Link.IF: "if", Link.UNLESS: "unless"}


def text(sentences: Sequence[Sentence], taste: Taste) -> str:
    """The sentences of a plan."""
    return " ".join(_sentence(sentence, taste) for sentence in sentences)


def _sentence(sentence: Sentence, taste: Taste) -> str:
    said = "; ".join(_clause(clause, taste) for clause in sentence)
    return f"{said[0].upper()}{said[1:]}."


def _clause(clause: Clause, taste: Taste) -> str:
    row = _row([_move(move, taste) for move in clause.moves])
    if clause.link is Link.FIRST:
        return row
    if clause.link is Link.OTHERWISE:
        return f"otherwise, {row}"
    conditions = " or ".join(_condition(each, clause.is_after_cash, taste) for each in clause.conditions)
    return f"{_LINKS[clause.link]} {conditions}, {row}"


# What declarer does


def _row(moves: list[str]) -> str:
    if len(moves) == 1:
        return moves[0]
    return f"{', '.join(moves[:-1])}, then {moves[-1]}"


def _move(move: Move, taste: Taste) -> str:
    return _play(move, taste) + (" and repeat if necessary" if move.is_repeated else "")


def _play(move: Move, taste: Taste) -> str:
    names = [_NAMES[rank] for rank in move.ranks if rank >= 0]
    match move.manner:
        case Manner.CASH:
            return f"cash the {_listed(names, 'and')}"
        case Manner.LEAD:
            return f"{taste.choose('lead', 'play')} the {names[0]}"
        case Manner.FINESSE:
            words = ("take the finesse of the", "finesse the") if len(names) == 1 else ("finesse the",)
            return taste.choose(*words, "finesse the", "finesse the") + f" {', then the '.join(names)}"
        case Manner.TOWARDS:
            return taste.choose("lead towards", "lead low towards", "lead low to") + f" the {names[0]}"
        case Manner.RUN:
            return f"run the {', then the '.join(names)}"
        case Manner.DUCK:
            return _duck(len(move.ranks))
        case Manner.FROM_THE_TOP:
            return taste.choose("cash the top cards", "play off the top cards", "cash your top cards")
        case Manner.PLAY_ON:
            return taste.choose("play your cards from the top", "play from the top")


def _duck(times: int) -> str:
    return ("duck a round", "duck twice", "duck three times")[times - 1]


# What the defenders did


def _condition(said: Said, is_after_cash: bool, taste: Taste) -> str:
    if isinstance(said, Trick):
        return taste.choose("that wins", "it holds") if said.is_won else taste.choose("that loses", "it loses")
    if isinstance(said, Told):
        return _told(said, is_after_cash, taste)
    return _pair(said, is_after_cash, taste)


def _pair(said: Pair, is_after_cash: bool, taste: Taste) -> str:
    west, east = _told(said.west, is_after_cash, taste), _told(said.east, is_after_cash, taste)
    return f"either {west} or {east}" if said.is_either else f"{west} and {east}"


def _told(said: Told, is_after_cash: bool, taste: Taste) -> str:
    if said.is_so_far:
        has = "have" if said.who is Who.BOTH else "has"
        deeds = _deeds(said.cards, "shown out", "followed", "played")
        return f"{_SUBJECTS[said.who]} {has} {' or '.join(deeds)}"
    plays = taste.choose("drop", "play") if is_after_cash and _is_honour(said.cards) else "play"
    verbs = ("show out", "follow", plays) if said.who is Who.BOTH else ("shows out", "follows", f"{plays}s")
    return f"{_SUBJECTS[said.who]} {' or '.join(_deeds(said.cards, *verbs))}"


def _deeds(cards: Cards, shows_out: str, follows: str, plays: str) -> list[str]:
    deeds = [shows_out] if cards.shows_out else []
    if cards.follows:
        deeds.append(follows)
    elif cards.low and not cards.is_play:
        deeds.append(f"{follows} low")
    elif cards.is_play:
        deeds.append(f"{plays} {_cards(cards)}")
    return deeds


def _cards(cards: Cards) -> str:
    parts = ["low"] if cards.low else []
    if cards.honour:
        parts.append("an honour")
    if cards.at_most >= 0:
        parts.append(f"the {_NAMES[cards.at_most]} or lower")
    if cards.at_least >= 0:
        parts.append(f"the {_NAMES[cards.at_least]} or a higher card")
    if cards.named:
        parts.append(f"the {_listed([_NAMES[rank] for rank in cards.named], 'or')}")
    return " or ".join(parts)


def _is_honour(cards: Cards) -> bool:
    return cards.honour or (bool(cards.named) and not cards.low and cards.at_most < 0)


def _listed(names: list[str], last: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
