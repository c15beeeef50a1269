"""German: the words of plans for one suit, in infinitives."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.explain.suits.clauses import (
    Cards,
    Clause,
    Link,
    Manner,
    Move,
    Pair,
    Said,
    Sentence,
    Told,
    Trick,
    Who,
)
from overtrick.explain.suits.wording import Taste, series
from overtrick.explain.words_english import capital
from overtrick.explain.words_german import AFTER_TO, AFTER_WITH, CARDS, declined

__all__ = ["text"]

_SUBJECTS = {Who.WEST: "West", Who.EAST: "Ost", Who.BOTH: "beide", Who.EITHER: "einer der Gegner"}
_LINKS = {Link.IF: "falls", Link.UNLESS: "außer wenn"}


def text(sentences: Sequence[Sentence], taste: Taste) -> str:
    """The sentences of a plan."""
    return " ".join(_sentence(sentence, taste) for sentence in sentences)


def _sentence(sentence: Sentence, taste: Taste) -> str:
    said = "; ".join(_clause(clause, taste) for clause in sentence)
    return f"{capital(said)}."


def _clause(clause: Clause, taste: Taste) -> str:
    row = _row([_move(move, taste) for move in clause.moves])
    if clause.link is Link.FIRST:
        return row
    if clause.link is Link.OTHERWISE:
        return f"{taste.choose('andernfalls', 'sonst')} {row}"
    conditions = " oder ".join(_condition(each) for each in clause.conditions)
    return f"{_LINKS[clause.link]} {conditions}, {row}"


# What declarer does


def _row(moves: list[str]) -> str:
    if len(moves) == 1:
        return moves[0]
    return f"{', '.join(moves[:-1])}, dann {moves[-1]}"


def _move(move: Move, taste: Taste) -> str:
    again = "nochmals " if move.is_again else ""
    repeat = " und wenn nötig wiederholen" if move.is_repeated else ""
    return f"{again}{_play(move, taste)}{repeat}"


def _play(move: Move, taste: Taste) -> str:
    names = [CARDS[rank] for rank in move.ranks if rank >= 0]
    match move.manner:
        case Manner.CASH:
            return f"{series(names, ' und ')} abziehen"
        case Manner.LEAD:
            return f"{names[0]} {taste.choose('vorspielen', 'spielen')}"
        case Manner.FINESSE:
            forms = taste.choose(AFTER_TO, AFTER_TO, AFTER_WITH)
            return f"{', dann '.join(declined(name, forms) for name in names)} schneiden"
        case Manner.TOWARDS:
            return f"{taste.choose('klein ', '')}{declined(names[0], AFTER_TO)} spielen"
        case Manner.RUN:
            return f"{', dann '.join(names)} laufen lassen"
        case Manner.DUCK:
            return ("eine Runde ducken", "zweimal ducken", "dreimal ducken")[len(move.ranks) - 1]
        case Manner.FROM_THE_TOP:
            return taste.choose("die hohen Karten abziehen", "die Spitzenkarten abziehen")
        case Manner.PLAY_ON:
            return taste.choose("die Karten von oben spielen", "von oben spielen")


# What the defenders did


def _condition(said: Said) -> str:
    if isinstance(said, Trick):
        return "der Stich gewonnen wird" if said.is_won else "der Stich verloren geht"
    if isinstance(said, Pair):
        west, east = _told(said.west), _told(said.east)
        return f"entweder {west} oder {east}" if said.is_either else f"{west} und {east}"
    return _told(said)


def _told(said: Told) -> str:
    subject, cards = _SUBJECTS[said.who], said.cards
    if said.is_so_far:
        has = "haben" if said.who is Who.BOTH else "hat"
        low = f"eine kleine Karte gespielt {has}"
        return f"{subject} bisher {_deeds(cards, f'bedient {has}', low, f'gespielt {has}')}"
    if said.who is Who.BOTH:
        return f"{subject} {_deeds(cards, 'bedienen', 'klein bedienen', 'spielen')}"
    return f"{subject} {_deeds(cards, 'bedient', 'klein bedient', 'spielt')}"


def _deeds(cards: Cards, follows: str, follows_low: str, plays: str) -> str:
    deeds = [f"nicht {follows}"] if cards.shows_out else []
    if cards.follows:
        deeds.append(follows)
    elif cards.low and not cards.is_play:
        deeds.append(follows_low)
    elif cards.is_play:
        deeds.append(f"{_cards(cards)} {plays}")
    return " oder ".join(deeds)


def _cards(cards: Cards) -> str:
    parts = ["klein"] if cards.low else []
    if cards.honour:
        parts.append("eine Figur")
    if cards.at_most >= 0:
        parts.append(f"{CARDS[cards.at_most]} oder eine kleinere Karte")
    if cards.at_least >= 0:
        parts.append(f"{CARDS[cards.at_least]} oder eine höhere Karte")
    if cards.named:
        parts.append(series([CARDS[rank] for rank in cards.named], " oder "))
    return " oder ".join(parts)
