"""German: the words of lines of play (infinitives), of sets of layouts, and of the sentences around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from overtrick.core import Seat
from overtrick.core.english import series
from overtrick.suits import Chances
from overtrick.suits.covers import CardName
from overtrick.suits.holding import cards_of, highest, letters, lowest, size
from overtrick.suits.words.english import English
from overtrick.suits.words.language import ANY, HeldCards, WordChoice, span_word
from overtrick.suits.words.outline import Move, PlayVerb, Subject

__all__ = ["German"]

_NUMBERS = (
    *("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn"),
)
"""From none to thirteen; the first two take an ending."""
_CARDS = (
    *(f"die {number.capitalize()}" for number in _NUMBERS[2:11]),
    *("den Buben", "die Dame", "den König", "das Ass"),
)
"""By rank, lowest first; with the article, as an object."""
_NAMES = tuple(card.split()[1] for card in _CARDS)
"""The cards without the article, as objects."""
_AFTER_TO = {"die": "zur", "den": "zum", "das": "zum"}
_AFTER_WITH = {"die": "mit der", "den": "mit dem", "das": "mit dem"}
_DATIVE = {"die": "der", "den": "dem", "das": "dem"}


@final
class German(English):
    """Everything in German."""

    tricks = ("Stich", "Stiche")
    entries = ("Übergang", "Übergänge")
    card_names = _CARDS
    seats: Mapping[Seat, str] = {Seat.NORTH: "Nord", Seat.EAST: "Ost", Seat.SOUTH: "Süd", Seat.WEST: "West"}
    subjects: Mapping[Subject, str] = {
        **{Subject.WEST: "West", Subject.EAST: "Ost"},
        **{Subject.BOTH: "beide", Subject.EITHER: "einer der Gegner"},
    }
    deeds: Mapping[tuple[bool, bool], tuple[str, str, str, str, str]] = {
        (False, False): ("", "nicht bedient", "bedient", "klein bedient", "{cards} spielt"),
        (False, True): ("", "nicht bedienen", "bedienen", "klein bedienen", "{cards} spielen"),
        **{
            (True, is_both): (
                *("bisher ", f"nicht bedient {has}", f"bedient {has}"),
                *(f"eine kleine Karte gespielt {has}", f"{{cards}} gespielt {has}"),
            )
            for is_both, has in ((False, "hat"), (True, "haben"))
        },
    }
    results = (("der Stich verloren geht",), ("der Stich gewonnen wird",))
    otherwise = ("andernfalls", "sonst")
    point = ","
    percent_sign = " %"
    holders = ("West", "Ost", "ein Gegner", "ein Gegner", "der andere")
    orders = (
        *("", "blank", "zu zweit", "zu dritt", "zu viert", "zu fünft", "zu sechst", "zu siebt", "zu acht"),
        *("zu neunt", "zu zehnt", "zu elft", "zu zwölft", "zu dreizehnt"),
    )
    words: Mapping[str, str] = {
        "opposite": "gegenüber",
        "tie": "Ebenso gut: {}",
        "lead": "{card} von {seat}",
        "instead": "Nächstbeste: zuerst {lead}, {odds}.",
        "loses": " Das verliert dagegen: {}.",
        "gains": " Es gewinnt zusätzlich: {}.",
        "honest": "Nur gegen Gegner, die nie täuschen: {} Das gewinnt gegen sie {}, gegen beste Abwehr {}.",
        "similar": "Dieselbe Spielweise ist die beste bei {}.",
        "expected": "Erwartete Stiche: {} ({})",
        "entries": "{} zu {}",
        "free": "Übergänge nach Bedarf",
        "assumptions": "Beste Abwehr, {}, {}."
        " Wo nichts gesagt ist, die höchste Karte spielen, von gleichen die der kürzeren Hand.",
        "nothing": "{}: keine Stiche.",
        "lines": "{}: {} unübertroffene Spielweisen",
        "line": "{} Stiche im Mittel ({})",
        "legend": "Wests Karte / Osts: x ist klein, v bedient nicht;"
        " andere stehen für alle, die sie berühren.",
        "hopeless": "Gegen beste Abwehr macht nichts {}.",
        "unbeaten": "Von {} Spielweisen verliert gegen keine andere:",
        "cycle": "Keine ist die beste: jede dieser {} verliert gegen die nächste,"
        " die letzte gegen die erste.",
        "top": "von oben spielen",
        "lead from": "{lead} von {hand} vorspielen",
        # Plans
        "then": ", dann ",
        "IF": "falls",
        "UNLESS": "außer wenn",
        "or": " oder ",
        "and": " und ",
        "again": "nochmals {}",
        "repeat": " und wenn nötig wiederholen",
        "either of two": "entweder {} oder {}",
        "both of two": "{} und {}",
        "low": "klein",
        "honour": "eine Figur",
        "at most": "{} oder eine kleinere Karte",
        "at least": "{} oder eine höhere Karte",
        "named": "{}",
        # Layouts
        "always": "immer",
        "never": "nie",
        "unless": "es sei denn, ",
        "alternative": ", oder ",
        "also": ", und ",
        "has": " hat ",
        "void": "{} hat Chicane",
        "splits": "die Farbe steht {}",
        "splits or better": "die Farbe steht {} oder besser",
        "splits or worse": "die Farbe steht {} oder schlechter",
        "but not": ", aber nicht {}",
        "but": ", aber {}",
        "among": "{}, darunter {}",
        "all": "alle ",
        "all of": "{} und sonst keine",
        "just": "nur {}",
    }

    def wins(self, cover: str) -> str:
        if cover == self.words["always"]:
            return "Gewinnt immer."
        return f"Gewinnt, {cover}." if cover.startswith(self.words["unless"]) else f"Gewinnt: {cover}."

    def when(self, cover: str) -> str:
        return cover

    def given(self, chances: Chances) -> str:
        west, east = chances.vacant
        parts = ["Münzwurf-Chancen" if chances.coins else f"freie Plätze {west}-{east}"]
        for name, (fewest, most) in (("West", chances.west), ("Ost", chances.east)):
            if (fewest, most) != (0, 13):
                parts.append(f"{name} hat {f'{fewest} bis {most}' if fewest < most else most} Karten")
        for name, holding in (("West", chances.west_holds), ("Ost", chances.east_holds)):
            if holding:
                parts.append(f"{name} hat {letters(holding)}")
        return ", ".join(parts)

    def play(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        names = [_CARDS[rank] for rank in move.ranks if rank >= 0]
        in_turn, towards = ", dann ".join(names), [_declined(name, _AFTER_TO) for name in names]
        forms = choose(_AFTER_TO, _AFTER_TO, _AFTER_WITH)
        return {
            PlayVerb.CASH: f"{series(names, 'und')} abziehen",
            PlayVerb.LEAD: f"{in_turn} {choose('vorspielen', 'spielen')}",
            PlayVerb.FINESSE: f"{', dann '.join(_declined(name, forms) for name in names)} schneiden",
            PlayVerb.TOWARDS: f"{choose('klein ', '')}{', dann '.join(towards)} spielen",
            PlayVerb.RUN: f"{in_turn} laufen lassen",
            PlayVerb.DUCK: f"{('eine Runde', 'zweimal', 'dreimal')[len(move.ranks) - 1]} ducken",
            PlayVerb.FROM_THE_TOP: choose("die hohen Karten abziehen", "die Spitzenkarten abziehen"),
            PlayVerb.PLAY_ON: choose("die Karten von oben spielen", "von oben spielen"),
        }[move.manner]

    # Layouts

    def both(self, parts: list[str]) -> str:
        return " und ".join(parts) if len(parts) < 3 else series(parts, "sowie")

    def _names(self, cards: int, link: str = "und") -> str:
        return series([_NAMES[rank] for rank in cards_of(cards)], link)

    def the(self, cards: int) -> str:
        return _CARDS[highest(cards)] if size(cards) == 1 else self._names(cards)

    def _noun(self, view: HeldCards, number: int) -> str:
        cards = "Karte" if number == 1 else "Karten"
        low, high = lowest(view.cards), highest(view.cards)
        run = f"{_declined(_CARDS[high], _DATIVE)} bis {_declined(_CARDS[low], _AFTER_TO)}"
        return {
            CardName.SMALL: f"kleine {cards}",
            CardName.HONOURS: "Honneur" if number == 1 else "Honneurs",
            CardName.TOP: f"{cards} über {_declined(_CARDS[low - 1], _DATIVE)}",
            CardName.BOTTOM: f"{cards} unter {_declined(_CARDS[(high + 1) % 13], _DATIVE)}",
        }.get(view.kind, f"{cards} von {run}")

    def some(self, view: HeldCards, is_just: bool) -> str:
        ending = "" if view.kind is CardName.HONOURS else "e"
        text = self._amount(*view.limits, ending)
        if is_just:
            text = text.removeprefix("genau ")
        if view.kind is CardName.NAMED:
            return f"{text} der Karten {self._names(view.cards)}"
        noun = self._noun(view, 1 if text.split()[-1] in ("ein", "eine", "kein", "keine") else 2)
        if view.is_all:
            all_of = "beide" if view.most == 2 else f"alle {_NUMBERS[view.most]}"
            return f"{all_of} {noun.replace('kleine ', 'kleinen ')}"
        return f"{text} {noun}"

    def _amount(self, fewest: int, most: int, ending: str = "e") -> str:
        low, high = (_NUMBERS[min(n, 13)] + ending * (n <= 1) for n in (max(fewest, 0), most))
        if most == 0 or fewest == most:
            return f"genau {high}" if most else high
        if most == ANY or fewest <= 0:
            return f"mindestens {low}" if most == ANY else f"höchstens {high}"
        return f"{low} {span_word(fewest, most, 'oder', 'bis')} {high}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most <= 2:
            return ("Chicane", "ein Single", "ein Double")[most]
        text = self._amount(fewest, most)
        return f"{text} Karte" + ("" if text.endswith(" eine") else "n")

    def others(self, text: str, count: int, fewest: int, most: int) -> str:
        low, high = self.orders[min(fewest, 13)], self.orders[min(most, 13)]
        if fewest == most:
            return f"{text} {high}"
        if most != ANY and fewest > count:
            return f"{text} {low} {span_word(fewest, most, 'oder', 'bis')} {high}"
        return f"{text} mindestens {low}" if most == ANY else f"{text} höchstens {high}"

    def few(self, cards: int) -> str:
        return f"{self.the(cards)} {self.orders[size(cards)]}"

    def singleton(self, view: HeldCards) -> str:
        if view.kind is CardName.NAMED:
            return f"{self._names(view.cards, 'oder')} blank"
        return "ein Honneur blank" if view.kind is CardName.HONOURS else f"eine {self._noun(view, 1)} blank"

    def divided(self, cards: int) -> str:
        return f"{self._names(cards).replace('Buben', 'Bube')} sitzen getrennt"


def _declined(card: str, forms: dict[str, str]) -> str:
    """A card with another form of its article.

    >>> _declined("den Buben", _AFTER_TO)
    'zum Buben'
    """
    article, name = card.split()
    return f"{forms[article]} {name}"
