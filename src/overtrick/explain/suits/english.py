"""English: the words of plans for one suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from overtrick.explain.suits.clauses import (
    Cards,
    Clause,
    Link,
    Manner,
    Move,
    Said,
    Sentence,
    Told,
    Trick,
    Who,
)
from overtrick.explain.suits.wording import Taste, series
from overtrick.explain.words_english import CARDS, capital

__all__ = ["text"]

_SUBJECTS = {Who.WEST: "West", Who.EAST: "East", Who.BOTH: "both", Who.EITHER: "either defender"}
_LINKS = {Link.IF: "if", Link.UNLESS: "unless"}
_TIMES = ("a round", "twice", "three times")


def text(sentences: Sequence[Sentence], taste: Taste) -> str:
    """The sentences of a plan."""
    manners = [move.manner for sentence in sentences for clause in sentence for move in clause.moves]
    is_single = manners.count(Manner.FINESSE) == 1
    return " ".join(_Writer(taste, is_single).sentence(sentence) for sentence in sentences)


@final
class _Writer:
    """Writes one text."""

    def __init__(self, taste: Taste, has_single_finesse: bool) -> None:
        self._choose = taste.choose
        finesse = taste.choose("finesse", "finesse", "take the finesse of")
        self._finesse = finesse if has_single_finesse else "finesse"

    def sentence(self, sentence: Sentence) -> str:
        """One sentence, from its capital to its full stop."""
        said = "; ".join(self._clause(clause) for clause in sentence)
        return f"{capital(said)}."

    def _clause(self, clause: Clause) -> str:
        *first, last = (self._move(move) for move in clause.moves)
        row = f"{', '.join(first)}, then {last}" if first else last
        if clause.link is Link.FIRST:
            return row
        if clause.link is Link.OTHERWISE:
            return f"otherwise, {row}"
        plays = self._choose("drop", "play") if clause.is_after_cash else "play"
        conditions = " or ".join(self._condition(each, plays) for each in clause.conditions)
        return f"{_LINKS[clause.link]} {conditions}, {row}"

    # What declarer does

    def _move(self, move: Move) -> str:
        again = " again" if move.is_again else ""
        repeat = " and repeat if necessary" if move.is_repeated else ""
        return f"{self._play(move)}{again}{repeat}"

    def _play(self, move: Move) -> str:
        names = [CARDS[rank] for rank in move.ranks if rank >= 0]
        in_turn = ", then the ".join(names)
        match move.manner:
            case Manner.CASH:
                return f"cash the {series(names, ' and ')}"
            case Manner.LEAD:
                return f"{self._choose('lead', 'play')} the {in_turn}"
            case Manner.FINESSE:
                return f"{self._finesse} the {in_turn}"
            case Manner.TOWARDS:
                return f"{self._choose('lead towards', 'lead low towards', 'lead low to')} the {in_turn}"
            case Manner.RUN:
                return f"run the {in_turn}"
            case Manner.DUCK:
                return f"duck {_TIMES[len(move.ranks) - 1]}"
            case Manner.FROM_THE_TOP:
                return self._choose("cash the top cards", "play off the top cards", "cash your top cards")
            case Manner.PLAY_ON:
                return self._choose("play your cards from the top", "play from the top")

    # What the defenders did

    def _condition(self, said: Said, plays: str) -> str:
        if isinstance(said, Trick):
            return self._choose(*(("that wins", "it holds") if said.is_won else ("that loses", "it loses")))
        if isinstance(said, Told):
            return _told(said, plays)
        west, east = _told(said.west, plays), _told(said.east, plays)
        return f"either {west} or {east}" if said.is_either else f"{west} and {east}"


def _told(said: Told, plays: str) -> str:
    subject, cards = _SUBJECTS[said.who], said.cards
    if said.is_so_far:
        has = "have" if said.who is Who.BOTH else "has"
        return f"{subject} {has} {_deeds(cards, 'shown out', 'followed', 'played a low card', 'played')}"
    plays = plays if cards.named and not cards.low else "play"
    if said.who is Who.BOTH:
        return f"{subject} {_deeds(cards, 'show out', 'follow', 'follow low', plays)}"
    return f"{subject} {_deeds(cards, 'shows out', 'follows', 'follows low', f'{plays}s')}"


def _deeds(cards: Cards, shows_out: str, follows: str, follows_low: str, plays: str) -> str:
    deeds = [shows_out] if cards.shows_out else []
    if cards.follows:
        deeds.append(follows)
    elif cards.low and not cards.is_play:
        deeds.append(follows_low)
    elif cards.is_play:
        deeds.append(f"{plays} {_cards(cards)}")
    return " or ".join(deeds)


def _cards(cards: Cards) -> str:
    parts = ["low"] if cards.low else []
    if cards.honour:
        parts.append("an honour")
    if cards.at_most >= 0:
        parts.append(f"the {CARDS[cards.at_most]} or lower")
    if cards.at_least >= 0:
        parts.append(f"the {CARDS[cards.at_least]} or a higher card")
    if cards.named:
        parts.append(f"the {series([CARDS[rank] for rank in cards.named], ' or ')}")
    return " or ".join(parts)
