"""An independent reader of sentences about the missing cards of a suit: which hands they mean.

It shares no code with ``overtrick``: it knows English, the missing cards, and how to count.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["RANKS", "Hand", "Meaning", "Reader"]

RANKS = "23456789TJQKA"

Hand = frozenset[str]  # the letters of the cards one defender holds
Meaning = Callable[[Hand, Hand], bool]  # West's cards and East's

SPOTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = ("no", "one", *SPOTS, "eleven", "twelve", "thirteen")
NAMES = dict(zip((*SPOTS, "jack", "queen", "king", "ace"), RANKS, strict=True))
R = f"(?:{'|'.join(NAMES)})"
# A number is no card: 'the ten and two small cards'.
LIST = f"{R}(?:(?:, {R})* and {R}(?! small| card| honour| other| or| to| of))?"
N = f"(?:{'|'.join(NUMBERS)})"
NOUN = (
    f"(?:small cards?|honours?|cards? above the {R}|cards? below the {R}|cards? from the {R} down to the {R})"
)
COUNT = f"(?:exactly {N}|at least {N}|at most {N}|{N} or {N}|{N} to {N}|all {N}|both|none|{N})"
ITEM = f"(?:the {LIST}|{COUNT} of the {LIST}|{COUNT} {NOUN})"
LENGTH = f"(?:a singleton|a doubleton|{COUNT} cards?)"


class Reader:
    """Reads an English sentence about the missing cards of a suit."""

    def __init__(self, missing: Hand) -> None:
        self.missing = sorted(missing, key=RANKS.index)
        self.small: set[str] = set()
        for card in self.missing:  # a small card has no missing card of its run from the ten up
            run = RANKS.index(card)
            while run < 13 and RANKS[run] in self.missing:
                run += 1
            if run <= 8:
                self.small.add(card)

    def clauses(self, text: str) -> tuple[bool, list[tuple[Meaning, str]]]:
        """Whether it says 'unless', and each clause with its percentage."""
        unless = text.startswith("unless ")
        found, subject = [], ""
        for said, percent in re.findall(r"(.+?) \(([0-9.]+%)\)(?:, or |$)", text.removeprefix("unless ")):
            is_whole = re.match(
                f"(West|East|a defender|one defender) |the suit |the {R} and {R} are divided", said
            )
            whole = said if is_whole else subject + said
            found.append((self.clause(whole), percent))
            starts = re.match("(West|East|a defender) has ", whole)
            subject = starts[0] if starts else ""
        assert found, text
        return unless, found

    def clause(self, said: str) -> Meaning:
        parts = [self.part(part) for part in said.split(", and ")]
        if "defender" in said:
            return lambda west, east: all(p(west, east) for p in parts) or all(p(east, west) for p in parts)
        return lambda west, east: all(part(west, east) for part in parts)

    def part(self, said: str) -> Meaning:
        if split := re.fullmatch(r"the suit splits (\d+)-(\d+)(| or better| or worse)", said):
            assert int(split[1]) + int(split[2]) == len(self.missing)
            sign = {"": (0,), " or better": (0, 1), " or worse": (0, -1)}[split[3]]
            short = int(split[2])
            return lambda w, e: (min(len(w), len(e)) > short) - (min(len(w), len(e)) < short) in sign
        if divided := re.fullmatch(f"the ({R}) and ({R}) are divided", said):
            one, other = NAMES[divided[1]], NAMES[divided[2]]
            return lambda w, e: (one in w) != (other in w)
        match = re.fullmatch("(West|East|a defender|one defender|the other) (?:has|is) (.+)", said)
        assert match, said
        holding = self.holding(match[2])
        return (lambda w, e: holding(e)) if match[1] in ("East", "the other") else (lambda w, e: holding(w))

    def holding(self, said: str) -> Callable[[Hand], bool]:
        if but := re.fullmatch(f"(.+) but (not (the {R})|no {NOUN}|none of the {LIST})", said):
            rest, lacks = self.holding(but[1]), self.item(but[2].removeprefix("not "))
            wanted = not but[3]
            return lambda hand: rest(hand) and lacks(hand) is wanted
        for pattern, meaning in self.forms():
            if match := re.fullmatch(pattern, said):
                return meaning(*match.groups())
        raise AssertionError(f"cannot read {said!r}")

    def forms(self) -> list[tuple[str, Callable[..., Callable[[Hand], bool]]]]:
        items = f"{ITEM}(?: and {ITEM})*"
        names = f"{R}(?:(?:, {R})* or {R})?"
        return [
            ("void", lambda: lambda hand: not hand),
            (f"the singleton ({names})", lambda said: self.singleton(f"the {said}")),
            ("a (small) singleton", lambda said: self.singleton(f"{said} cards")),
            ("a singleton (honour|above .+|below .+|from .+)", lambda said: self.singleton(said)),
            ("([2-9TJQKA]{2}) doubleton", lambda both: lambda hand: hand == set(both)),
            (f"the doubleton ({R})", lambda name: lambda hand: len(hand) == 2 and NAMES[name] in hand),
            (f"just ({items})", self.only),
            (f"({items}) and no others", self.only),
            (f"({items}) and ({COUNT}) other cards?", self.with_others),
            (f"({LENGTH})(?: including ({items}))?", self.length),
            (f"({items})", self.all_of),
        ]

    def singleton(self, said: str) -> Callable[[Hand], bool]:
        cards = self.named(said)
        return lambda hand: len(hand) == 1 and hand <= cards

    def all_of(self, said: str) -> Callable[[Hand], bool]:
        parts = [self.item(item) for item in re.findall(ITEM, said)]
        assert " and ".join(re.findall(ITEM, said)) == said
        return lambda hand: all(part(hand) for part in parts)

    def only(self, said: str) -> Callable[[Hand], bool]:
        holds, allowed = self.all_of(said), self.every_card(said)
        return lambda hand: holds(hand) and hand <= allowed

    def with_others(self, said: str, count: str) -> Callable[[Hand], bool]:
        sure = self.every_card(said)
        assert not re.search("exactly|at least|at most| of ", said), said
        return lambda hand: sure <= hand and self.counts(count, len(hand - sure), 13)

    def every_card(self, said: str) -> set[str]:
        found: set[str] = set()
        for item in re.findall(ITEM, said):
            found |= self.named(re.sub(f"^(all {N}|both|{N}) (of )?", "", item))
        return found

    def item(self, said: str) -> Callable[[Hand], bool]:
        if re.fullmatch(f"the {LIST}", said):
            named = self.named(said)
            return lambda hand: named <= hand
        match = re.fullmatch(f"({COUNT}) (?:of )?(the {LIST}|{NOUN})", said)
        assert match, said
        cards = self.named(match[2])
        return lambda hand: self.counts(match[1], len(hand & cards), len(cards))

    def length(self, said: str, items: str | None) -> Callable[[Hand], bool]:
        short = {"a singleton": "one", "a doubleton": "two"}
        count = short.get(said, re.sub(" cards?$", "", said))
        holds = self.all_of(items) if items else lambda hand: True
        return lambda hand: self.counts(count, len(hand), 13) and holds(hand)

    def counts(self, said: str, number: int, of: int) -> bool:
        said = said.replace("none", "no").replace("both", "all two")
        values = [NUMBERS.index(word) for word in said.split() if word in NUMBERS]
        if said.startswith("all"):
            assert values == [of], said
        if said.startswith("at least"):
            return number >= values[0]
        return number <= values[0] if said.startswith("at most") else values[0] <= number <= values[-1]

    def named(self, said: str) -> set[str]:
        """The missing cards that a phrase names."""
        ranks = [RANKS.index(NAMES[word]) for word in re.findall(rf"\b{R}\b", said)]
        if "small" in said:
            return self.small
        if "honour" in said:
            return {card for card in self.missing if card in "TJQKA"}
        if limits := re.search("above|below|from", said):
            low = {"above": ranks[0] + 1, "below": 0, "from": ranks[-1]}[limits[0]]
            high = {"above": 12, "below": ranks[0] - 1, "from": ranks[0]}[limits[0]]
            return {card for card in self.missing if low <= RANKS.index(card) <= high}
        found = {RANKS[rank] for rank in ranks}
        assert said.startswith("the "), said
        assert found <= set(self.missing), said
        return found
