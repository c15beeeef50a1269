"""English: the words of sets of layouts."""

from __future__ import annotations

from typing import final

from overtrick.explain.suits.layout_words import ANY, Held, LayoutWords, Who, span_word
from overtrick.explain.suits.wording import series
from overtrick.explain.words_english import CARDS, NUMBERS
from overtrick.suits.facts import Called
from overtrick.suits.holding import cards_of, highest, letters, lowest, size

__all__ = ["English"]


@final
class English(LayoutWords):
    """Layouts in English."""

    always, never, unless, alternative, also = "always", "never", "unless ", ", or ", ", and "
    has = " has "
    subjects = ("West", "East", "a defender", "one defender", "the other")

    def both(self, said: list[str]) -> str:
        return " and ".join(said)

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
        text = self._number(*view.limits)
        if is_just:
            text = text.removeprefix("exactly ")
        if view.kind is Called.NAMED:
            return f"{text if view.most else 'none'} of {self.the(view.cards)}"
        if view.is_all:
            text = "both" if view.most == 2 else f"all {NUMBERS[view.most]}"
        return f"{text} {self._noun(view, 1 if text.split()[-1] in ('one', 'no') else 2)}"

    def _number(self, fewest: int, most: int) -> str:
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
        return self._count(fewest, most, "card")

    def _count(self, fewest: int, most: int, noun: str) -> str:
        text = self._number(fewest, most)
        return f"{text} {noun}" + ("" if text.endswith(" one") else "s")

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if (count, fewest, most) == (1, 2, 2):
            return said.replace("the ", "the doubleton ")
        limit = most if most == ANY else most - count
        return f"{said} and {self._count(fewest - count, limit, 'other card')}"

    def among(self, length: str, said: str) -> str:
        return f"{length} including {said}"

    def but(self, view: Held) -> str:
        is_one = size(view.cards) == 1
        return f" but not {self.the(view.cards)}" if is_one else f" but {self.some(view, False)}"

    def few(self, cards: int) -> str:
        if size(cards) == 1:
            return f"the singleton {self._names(cards, '')}"
        return f"{letters(cards)} doubleton" if size(cards) == 2 else self.just(self.the(cards))

    def just(self, said: str) -> str:
        return f"just {said}" if "all " not in said else f"{said} and no others"

    def singleton(self, view: Held) -> str:
        if view.kind is Called.NAMED:
            return f"the singleton {self._names(view.cards, ' or ')}"
        noun = self._noun(view, 1)
        return (
            "a small singleton" if view.kind is Called.SMALL else f"a singleton {noun.removeprefix('card ')}"
        )

    def void(self, who: Who) -> str:
        return f"{self.subjects[who]} is void"

    def divided(self, cards: int) -> str:
        return f"{self.the(cards)} are divided"

    def splits(self, split: str, side: int) -> str:
        return f"the suit splits {split}" + ("", " or better", " or worse")[side]
