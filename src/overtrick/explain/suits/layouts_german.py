"""German: the words of sets of layouts."""

from __future__ import annotations

from typing import final

from overtrick.core import Odds
from overtrick.explain.suits.layout_words import ANY, Held, LayoutWords, Who, span_word
from overtrick.explain.suits.wording import series
from overtrick.explain.words_german import AFTER_TO, CARDS, DATIVE, NAMES, NUMBERS, declined, percent
from overtrick.suits.facts import Called
from overtrick.suits.holding import cards_of, highest, lowest, size

__all__ = ["German"]


@final
class German(LayoutWords):
    """Layouts in German."""

    always, never, unless, alternative, also = "immer", "nie", "es sei denn, ", ", oder ", ", und "
    has = " hat "
    subjects = ("West", "Ost", "ein Gegner", "ein Gegner", "der andere")
    orders = (
        *("", "blank", "zu zweit", "zu dritt", "zu viert", "zu fünft", "zu sechst", "zu siebt", "zu acht"),
        *("zu neunt", "zu zehnt", "zu elft", "zu zwölft", "zu dreizehnt"),
    )

    def percent(self, odds: Odds) -> str:
        return percent(odds)

    def both(self, said: list[str]) -> str:
        return " und ".join(said) if len(said) < 3 else series(said, " sowie ")

    def _names(self, cards: int, link: str) -> str:
        return series([NAMES[rank] for rank in cards_of(cards)], link)

    def the(self, cards: int) -> str:
        return CARDS[highest(cards)] if size(cards) == 1 else self._names(cards, " und ")

    def _noun(self, view: Held, number: int) -> str:
        cards = "Karte" if number == 1 else "Karten"
        low, high = lowest(view.cards), highest(view.cards)
        return {
            Called.SMALL: f"kleine {cards}",
            Called.HONOURS: "Honneur" if number == 1 else "Honneurs",
            Called.TOP: f"{cards} über {declined(CARDS[low - 1], DATIVE)}",
            Called.BOTTOM: f"{cards} unter {declined(CARDS[(high + 1) % 13], DATIVE)}",
        }.get(view.kind, f"{cards} von {declined(CARDS[high], DATIVE)} bis {declined(CARDS[low], AFTER_TO)}")

    def some(self, view: Held, is_just: bool) -> str:
        ending = "" if view.kind is Called.HONOURS else "e"
        text = self._number(*view.limits, ending)
        if is_just:
            text = text.removeprefix("genau ")
        if view.kind is Called.NAMED:
            return f"{text} der Karten {self._names(view.cards, ' und ')}"
        noun = self._noun(view, 1 if text.split()[-1] in ("ein", "eine", "kein", "keine") else 2)
        if view.is_all:
            all_of = "beide" if view.most == 2 else f"alle {NUMBERS[view.most]}"
            return f"{all_of} {noun.replace('kleine ', 'kleinen ')}"
        return f"{text} {noun}"

    def _number(self, fewest: int, most: int, ending: str = "e") -> str:
        low, high = (NUMBERS[min(n, 13)] + ending * (n <= 1) for n in (max(fewest, 0), most))
        if most == 0 or fewest == most:
            return f"genau {high}" if most else high
        if most == ANY or fewest <= 0:
            return f"mindestens {low}" if most == ANY else f"höchstens {high}"
        return f"{low} {span_word(fewest, most, 'oder', 'bis')} {high}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most <= 2:
            return ("Chicane", "ein Single", "ein Double")[most]
        text = self._number(fewest, most)
        return f"{text} Karte" + ("" if text.endswith(" eine") else "n")

    def others(self, said: str, count: int, fewest: int, most: int) -> str:
        if fewest == most:
            return f"{said} {self.orders[most]}"
        if most != ANY and fewest > count:
            low, high = self.orders[fewest], self.orders[most]
            return f"{said} {low} {span_word(fewest, most, 'oder', 'bis')} {high}"
        return f"{said} " + (
            f"mindestens {self.orders[fewest]}" if most == ANY else f"höchstens {self.orders[most]}"
        )

    def among(self, length: str, said: str) -> str:
        return f"{length}, darunter {said}"

    def but(self, view: Held) -> str:
        is_one = size(view.cards) == 1
        return f", aber nicht {self.the(view.cards)}" if is_one else f", aber {self.some(view, False)}"

    def few(self, cards: int) -> str:
        return f"{self.the(cards)} {self.orders[size(cards)]}"

    def just(self, said: str) -> str:
        return f"nur {said}" if "alle " not in said else f"{said} und sonst keine"

    def singleton(self, view: Held) -> str:
        if view.kind is Called.NAMED:
            return f"{self._names(view.cards, ' oder ')} blank"
        return "ein Honneur blank" if view.kind is Called.HONOURS else f"eine {self._noun(view, 1)} blank"

    def void(self, who: Who) -> str:
        return f"{self.subjects[who]} hat Chicane"

    def divided(self, cards: int) -> str:
        return f"{self._names(cards, ' und ').replace('Buben', 'Bube')} sitzen getrennt"

    def splits(self, split: str, side: int) -> str:
        return f"die Farbe steht {split}" + ("", " oder besser", " oder schlechter")[side]
