"""The sentences around a line, in English and German."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import final

from overtrick.core import Odds, Seat
from overtrick.explain import words_english, words_german
from overtrick.suits import Chances, Combination, Solution
from overtrick.suits.holding import letters

__all__ = ["PHRASES", "Phrases"]


class Phrases(ABC):
    """What every language has to say."""

    @abstractmethod
    def headline(self, combination: Combination, tricks: int, odds: Odds) -> str:
        """The holdings, the goal and its chance."""

    @abstractmethod
    def wins(self, cover: str) -> str:
        """When the line wins."""

    @abstractmethod
    def tie(self, line: str) -> str:
        """Another line that is as good."""

    @abstractmethod
    def lead(self, seat: Seat, rank: int | None) -> str:
        """A first play: the hand and the card, None for a small one."""

    @abstractmethod
    def instead(self, lead: str, odds: Odds, loses: str, gains: str) -> str:
        """The second-best first play, and the layouts that swing."""

    @abstractmethod
    def honest(self, line: str, odds: Odds, against_best: Odds) -> str:
        """The line against defenders who never false-card."""

    @abstractmethod
    def similar(self, others: tuple[Combination, ...]) -> str:
        """Where the same line is best."""

    @abstractmethod
    def expected(self, tricks: Fraction, line: str | None) -> str:
        """The expected number of tricks, and the line for it."""

    @abstractmethod
    def assumptions(self, answer: Solution) -> str:
        """What the answer takes for granted."""

    @abstractmethod
    def nothing(self, combination: Combination) -> str:
        """No trick can be made."""

    @abstractmethod
    def lines(self, combination: Combination, lines: int) -> str:
        """The heading of a list of lines."""

    @abstractmethod
    def line(self, expected: Fraction, chances: str) -> str:
        """A line in figures."""

    @abstractmethod
    def legend(self) -> str:
        """How a tree is read."""

    @abstractmethod
    def hopeless(self, tricks: int) -> str:
        """So many tricks cannot be made."""

    @abstractmethod
    def unbeaten(self, lines: int) -> str:
        """These lines lose to no other."""

    @abstractmethod
    def cycle(self, lines: int) -> str:
        """No line is best: each of these is beaten by the next."""

    @abstractmethod
    def percent(self, odds: Odds) -> str:
        """A chance as a percentage."""


def _opposite(combination: Combination, word: str) -> str:
    return f"{letters(combination.north) or '—'} {word} {letters(combination.south) or '—'}"


@final
class English(Phrases):
    """The sentences in English."""

    def headline(self, combination: Combination, tricks: int, odds: Odds) -> str:
        goal = "1 trick" if tricks == 1 else f"{tricks} tricks"
        return f"{_opposite(combination, 'opposite')}, {goal}: {odds.percent} ({odds})"

    def wins(self, cover: str) -> str:
        return "Always wins." if cover == "always" else f"Wins {_when(cover)}."

    def tie(self, line: str) -> str:
        return f"As good: {line}"

    def lead(self, seat: Seat, rank: int | None) -> str:
        card = "low" if rank is None else f"the {words_english.CARDS[rank]}"
        return f"{card} from {seat.word}"

    def instead(self, lead: str, odds: Odds, loses: str, gains: str) -> str:
        said = f"Next best: {lead} first, {odds.percent}."
        if loses:
            said += f" It loses instead {_when(loses)}."
        return said + (f" It gains {_when(gains)}." if gains else "")

    def honest(self, line: str, odds: Odds, against_best: Odds) -> str:
        return (
            f"Only against defenders who never false-card: {line}"
            f" That wins {odds.percent} against them, {against_best.percent} against best defence."
        )

    def similar(self, others: tuple[Combination, ...]) -> str:
        names = " and ".join(_opposite(other, "opposite") for other in others)
        return f"The same line is best for {names}." if others else ""

    def expected(self, tricks: Fraction, line: str | None) -> str:
        said = f"Expected tricks: {float(tricks):.4f} ({tricks})"
        return f"{said}\n  {line}" if line else said

    def assumptions(self, answer: Solution) -> str:
        given = answer.chances.words or "vacant places 13-13"
        entries = "entries as needed"
        if not answer.entries.are_free:
            counts = (("North", answer.entries.north), ("South", answer.entries.south))
            entries = ", ".join(
                f"{count} {'entry' if count == 1 else 'entries'} to {name}"
                for name, count in counts
                if count is not None
            )
        default = "Where nothing is said, play your highest card, of equals that of the shorter hand."
        return f"Best defence, {entries}, {given}. {default}"

    def nothing(self, combination: Combination) -> str:
        return f"{_opposite(combination, 'opposite')}: no tricks."

    def lines(self, combination: Combination, lines: int) -> str:
        return f"{_opposite(combination, 'opposite')}: {lines} undominated lines"

    def line(self, expected: Fraction, chances: str) -> str:
        return f"{float(expected):.4f} tricks on average ({chances})"

    def legend(self) -> str:
        return "West's card / East's: x is low, v shows out; other cards stand for all that they touch."

    def hopeless(self, tricks: int) -> str:
        return f"Nothing makes {tricks} {'trick' if tricks == 1 else 'tricks'} against best defence."

    def unbeaten(self, lines: int) -> str:
        return f"Of {lines} undominated lines no other beats this one:"

    def cycle(self, lines: int) -> str:
        return f"No line is best: each of these {lines} is beaten by the next, and the last by the first."

    def percent(self, odds: Odds) -> str:
        return odds.percent


def _when(cover: str) -> str:
    return cover if cover.startswith("unless ") else f"when {cover}"


def _given(chances: Chances) -> str:
    """What is known of the defenders, in German."""
    said = []
    if chances.coins:
        said.append("Münzwurf-Chancen")
    else:
        said.append(f"freie Plätze {chances.vacant[0]}-{chances.vacant[1]}")
    for name, (fewest, most) in (("West", chances.west), ("Ost", chances.east)):
        if (fewest, most) != (0, 13):
            said.append(
                f"{name} hat {fewest} bis {most} Karten" if fewest < most else f"{name} hat {most} Karten"
            )
    for name, holding in (("West", chances.west_holds), ("Ost", chances.east_holds)):
        if holding:
            said.append(f"{name} hat {letters(holding)}")
    return ", ".join(said)


@final
class German(Phrases):
    """The sentences in German."""

    def headline(self, combination: Combination, tricks: int, odds: Odds) -> str:
        goal = "1 Stich" if tricks == 1 else f"{tricks} Stiche"
        return f"{_opposite(combination, 'gegenüber')}, {goal}: {self.percent(odds)} ({odds})"

    def wins(self, cover: str) -> str:
        if cover == "immer":
            return "Gewinnt immer."
        return f"Gewinnt, {cover}." if cover.startswith("es sei denn") else f"Gewinnt: {cover}."

    def tie(self, line: str) -> str:
        return f"Ebenso gut: {line}"

    def lead(self, seat: Seat, rank: int | None) -> str:
        card = "klein" if rank is None else words_german.CARDS[rank]
        return f"{card} von {words_german.SEATS[seat]}"

    def instead(self, lead: str, odds: Odds, loses: str, gains: str) -> str:
        said = f"Nächstbeste: zuerst {lead}, {self.percent(odds)}."
        if loses:
            said += f" Das verliert dagegen: {loses}."
        return said + (f" Es gewinnt zusätzlich: {gains}." if gains else "")

    def honest(self, line: str, odds: Odds, against_best: Odds) -> str:
        return (
            f"Nur gegen Gegner, die nie täuschen: {line}"
            f" Das gewinnt gegen sie {self.percent(odds)}, gegen beste Abwehr {self.percent(against_best)}."
        )

    def similar(self, others: tuple[Combination, ...]) -> str:
        names = " und ".join(_opposite(other, "gegenüber") for other in others)
        return f"Dieselbe Spielweise ist die beste bei {names}." if others else ""

    def expected(self, tricks: Fraction, line: str | None) -> str:
        said = f"Erwartete Stiche: {float(tricks):.4f} ({tricks})".replace(".", ",")
        return f"{said}\n  {line}" if line else said

    def assumptions(self, answer: Solution) -> str:
        given = _given(answer.chances)
        entries = "Übergänge nach Bedarf"
        if not answer.entries.are_free:
            counts = (("Nord", answer.entries.north), ("Süd", answer.entries.south))
            entries = ", ".join(
                f"{count} {'Übergang' if count == 1 else 'Übergänge'} zu {name}"
                for name, count in counts
                if count is not None
            )
        default = "Wo nichts gesagt ist, die höchste Karte spielen, von gleichen die der kürzeren Hand."
        return f"Beste Abwehr, {entries}, {given}. {default}"

    def nothing(self, combination: Combination) -> str:
        return f"{_opposite(combination, 'gegenüber')}: keine Stiche."

    def lines(self, combination: Combination, lines: int) -> str:
        return f"{_opposite(combination, 'gegenüber')}: {lines} unübertroffene Spielweisen"

    def line(self, expected: Fraction, chances: str) -> str:
        return f"{float(expected):.4f} Stiche im Mittel ({chances})".replace(".", ",")

    def legend(self) -> str:
        return "Wests Karte / Osts: x ist klein, v bedient nicht; andere stehen für alle, die sie berühren."

    def hopeless(self, tricks: int) -> str:
        return f"Gegen beste Abwehr macht nichts {tricks} {'Stich' if tricks == 1 else 'Stiche'}."

    def unbeaten(self, lines: int) -> str:
        return f"Von {lines} Spielweisen verliert gegen keine andere:"

    def cycle(self, lines: int) -> str:
        return (
            f"Keine ist die beste: jede dieser {lines} verliert gegen die nächste,"
            " die letzte gegen die erste."
        )

    def percent(self, odds: Odds) -> str:
        return words_german.percent(odds)


PHRASES: dict[str, Phrases] = {"en": English(), "de": German()}
