"""English: the words of lines of play, of sets of layouts, and of the sentences around them."""

from __future__ import annotations

from typing import final

from overtrick.core import Seat
from overtrick.core.english import CARDS, NUMBERS
from overtrick.suits import Chances
from overtrick.suits.covers import Called
from overtrick.suits.holding import cards_of, highest, letters, lowest, size
from overtrick.suits.words.language import ANY, Held, Language, WordChoice, series, span_word
from overtrick.suits.words.outline import Manner, Move, Subject

__all__ = ["English"]

_SUBJECTS = {
    **{Subject.WEST: "West", Subject.EAST: "East"},
    **{Subject.BOTH: "both", Subject.EITHER: "either defender"},
}
_DEEDS = {
    (False, False): ("", "shows out", "follows", "follows low", "{plays}s {cards}"),
    (False, True): ("", "show out", "follow", "follow low", "{plays} {cards}"),
    (True, False): ("has ", "shown out", "followed", "played a low card", "played {cards}"),
    (True, True): ("have ", "shown out", "followed", "played a low card", "played {cards}"),
}
_WORDS = {
    "opposite": "opposite",
    "tie": "As good: {}",
    "lead": "{card} from {seat}",
    "instead": "Next best: {lead} first, {odds}.",
    "loses": " It loses instead {}.",
    "gains": " It gains {}.",
    "honest": "Only against defenders who never false-card: {}"
    " That wins {} against them, {} against best defence.",
    "similar": "The same line is best for {}.",
    "expected": "Expected tricks: {} ({})",
    "entries": "{} to {}",
    "free": "entries as needed",
    "assumptions": "Best defence, {}, {}."
    " Where nothing is said, play your highest card, of equals that of the shorter hand.",
    "nothing": "{}: no tricks.",
    "lines": "{}: {} undominated lines",
    "line": "{} tricks on average ({})",
    "legend": "West's card / East's: x is low, v shows out; other cards stand for all that they touch.",
    "hopeless": "Nothing makes {} against best defence.",
    "unbeaten": "Of {} undominated lines no other beats this one:",
    "cycle": "No line is best: each of these {} is beaten by the next, and the last by the first.",
    "top": "play from the top",
    "lead from": "lead the {lead} from {hand}",
    # Plans
    "then": ", then ",
    "IF": "if",
    "UNLESS": "unless",
    "or": " or ",
    "and": " and ",
    "again": "{} again",
    "repeat": " and repeat if necessary",
    "either of two": "either {} or {}",
    "both of two": "{} and {}",
    "low": "low",
    "honour": "an honour",
    "at most": "the {} or lower",
    "at least": "the {} or a higher card",
    "named": "the {}",
    # Layouts
    "always": "always",
    "never": "never",
    "unless": "unless ",
    "alternative": ", or ",
    "also": ", and ",
    "has": " has ",
    "void": "{} is void",
    "splits": "the suit splits {}",
    "splits or better": "the suit splits {} or better",
    "splits or worse": "the suit splits {} or worse",
    "but not": " but not {}",
    "but": " but {}",
    "among": "{} including {}",
    "all": "all ",
    "all of": "{} and no others",
    "just": "just {}",
}
_SEATS = {seat: seat.word for seat in Seat}
_TOP_CARDS = ("cash the top cards", "play off the top cards", "cash your top cards")


@final
class English(Language):
    """Everything in English."""

    tricks = ("trick", "tricks")
    entries = ("entry", "entries")
    card_names = CARDS
    seats = _SEATS
    subjects = _SUBJECTS
    deeds = _DEEDS
    results = (("that loses", "it loses"), ("that wins", "it holds"))
    otherwise = ("otherwise,",)
    drops = ("drop", "play")
    holders = ("West", "East", "a defender", "one defender", "the other")
    words = _WORDS

    def wins(self, cover: str) -> str:
        return "Always wins." if cover == self.words["always"] else f"Wins {self.when(cover)}."

    def when(self, cover: str) -> str:
        return cover if cover.startswith(self.words["unless"]) else f"when {cover}"

    def given(self, chances: Chances) -> str:
        return chances.words or "vacant places 13-13"

    def play(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        names = [CARDS[rank] for rank in move.ranks if rank >= 0]
        in_turn = ", then the ".join(names)
        finesse = choose("finesse", "finesse", "take the finesse of") if has_single_finesse else "finesse"
        return {
            Manner.CASH: f"cash the {series(names, ' and ')}",
            Manner.LEAD: f"{choose('lead', 'play')} the {in_turn}",
            Manner.FINESSE: f"{finesse} the {in_turn}",
            Manner.TOWARDS: f"{choose('lead towards', 'lead low towards', 'lead low to')} the {in_turn}",
            Manner.RUN: f"run the {in_turn}",
            Manner.DUCK: f"duck {('a round', 'twice', 'three times')[len(move.ranks) - 1]}",
            Manner.FROM_THE_TOP: choose(*_TOP_CARDS),
            Manner.PLAY_ON: choose("play your cards from the top", "play from the top"),
        }[move.manner]

    # Layouts

    def both(self, parts: list[str]) -> str:
        return " and ".join(parts)

    def _names(self, cards: int, link: str) -> str:
        return series([CARDS[rank] for rank in cards_of(cards)], link)

    def _noun(self, view: Held, number: int) -> str:
        cards = "card" if number == 1 else "cards"
        below, above = lowest(view.cards) - 1, highest(view.cards) + 1
        return {
            Called.SMALL: f"small {cards}",
            Called.HONOURS: "honour" if number == 1 else "honours",
            Called.TOP: f"{cards} above the {CARDS[below]}",
            Called.BOTTOM: f"{cards} below the {CARDS[above % 13]}",
        }.get(view.kind, f"{cards} from the {CARDS[above - 1]} down to the {CARDS[below + 1]}")

    def the(self, cards: int) -> str:
        return f"the {self._names(cards, ' and ')}"

    def some(self, view: Held, is_just: bool) -> str:
        text = self._amount(*view.limits)
        if is_just:
            text = text.removeprefix("exactly ")
        if view.kind is Called.NAMED:
            return f"{text if view.most else 'none'} of {self.the(view.cards)}"
        if view.is_all:
            text = "both" if view.most == 2 else f"all {NUMBERS[view.most]}"
        return f"{text} {self._noun(view, 1 if text.split()[-1] in ('one', 'no') else 2)}"

    def _amount(self, fewest: int, most: int) -> str:
        if most == 0:
            return "no"
        if fewest == most:
            return f"exactly {NUMBERS[most]}"
        if most == ANY:
            return f"at least {NUMBERS[fewest]}"
        if fewest <= 0:
            return f"at most {NUMBERS[most]}"
        return f"{NUMBERS[fewest]} {span_word(fewest, most, 'or', 'to')} {NUMBERS[most]}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most and most <= 2:
            return "a singleton" if most == 1 else "a doubleton"
        return self._amount_of(fewest, most, "card")

    def _amount_of(self, fewest: int, most: int, noun: str) -> str:
        text = self._amount(fewest, most)
        return f"{text} {noun}" + ("" if text.endswith(" one") else "s")

    def others(self, text: str, count: int, fewest: int, most: int) -> str:
        if (count, fewest, most) == (1, 2, 2):
            return text.replace("the ", "the doubleton ")
        limit = most if most == ANY else most - count
        return f"{text} and {self._amount_of(fewest - count, limit, 'other card')}"

    def few(self, cards: int) -> str:
        if size(cards) == 1:
            return f"the singleton {self._names(cards, '')}"
        return f"{letters(cards)} doubleton" if size(cards) == 2 else self.just(self.the(cards))

    def singleton(self, view: Held) -> str:
        if view.kind is Called.NAMED:
            return f"the singleton {self._names(view.cards, ' or ')}"
        if view.kind is Called.SMALL:
            return "a small singleton"
        return f"a singleton {self._noun(view, 1).removeprefix('card ')}"

    def divided(self, cards: int) -> str:
        return f"{self.the(cards)} are divided"
