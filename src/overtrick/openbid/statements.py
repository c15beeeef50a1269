"""Statements of the paper about all hands, and a checker that tests many in one pass over all hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import final

from overtrick.core import CardSet
from overtrick.hands import ALL_HANDS, Predicate, parse_quantity
from overtrick.hands.compiling import Compiler, Register
from overtrick.hands.counting import Progress, run
from overtrick.openbid.bids import SECTIONS, Opening
from overtrick.openbid.cases import Case, Conclusion
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import letters_of, meets
from overtrick.openbid.vocabulary import vocabulary

__all__ = ["CheckedStatement", "StatementChecker", "opening_of"]


@final
@dataclass(frozen=True)
class CheckedStatement:
    """A statement of the paper with the result of its check."""

    id: str
    kind: str
    """``bid``, ``pass``, ``impossible``, ``therefore``, ``implies``, ``cases``, ``apart``, and others."""
    text: str
    """The statement, in the words of the analysis."""
    hands: int
    """The number of hands it is about."""
    exceptions: int
    """The number of these for which it is false."""
    witness: CardSet | None = None
    """The simplest hand for which it is false."""
    actual: str = ""
    """The fact that contradicts it: the routine's result for the witness, or another value."""
    earlier: int | None = None
    """For a bid: the number of hands that are bid at an earlier section."""

    @staticmethod
    def of(
        name: str, kind: str, text: str, is_true: bool, hands: int, witness: CardSet | None, actual: str
    ) -> CheckedStatement:
        """A statement that is true of all the hands it is about, or of none."""
        refuted = () if is_true else (witness, actual)
        return CheckedStatement(name, kind, text, hands, 0 if is_true else hands, *refuted)

    @property
    def holds(self) -> bool:
        """Is it true of all hands it is about?"""
        return self.exceptions == 0

    @property
    def is_empty(self) -> bool:
        """Is it about no hand at all?"""
        return self.hands == 0


def opening_of(hand: CardSet, switches: Switches = AS_CODED) -> Opening:
    """The result of the routine for a hand, by its compiled form."""
    (code,) = parse_quantity("OPENING", vocabulary(switches)).of([hand])
    return Opening.of_code(code)


class StatementChecker:
    """Collects statements, then checks them all in one pass over all hands."""

    def __init__(self, switches: Switches = AS_CODED) -> None:
        self._switches = switches
        self._opening = parse_quantity("OPENING", vocabulary(switches)).term
        self._compiler = Compiler()
        self._pending = list[tuple[tuple[str, str, str], list[int]]]()
        """Name, kind and text of each statement, and the indices of its totals."""
        self._all = self._compiler.count(self._compiler.constant(1))

    def _bid_within(self, first: int, end: int) -> Register:
        """The register of "a bid is made at one of these sections"; the first and last of all only pass."""
        low, high = max(first, 1), min(end, len(SECTIONS) - 1)
        return self._compiler.between(self._code(), 128 * low, 128 * high - 1)

    def _passes(self) -> Register:
        return self._compiler.negated(self._bid_within(0, len(SECTIONS)))

    def _code(self) -> Register:
        return self._compiler.register(self._opening)

    # Statements

    def implication(
        self, name: str, kind: str, condition: Predicate, conclusion: Predicate, text: str | None = None
    ) -> None:
        """Add the statement that every hand that meets the condition meets the conclusion."""
        where = self._compiler.register(condition.term)
        hands = self._compiler.count(where)
        with self._compiler.only_where(where):
            text = f"{condition} implies {conclusion}" if text is None else text
            self._add(name, kind, text, hands, self._without(where, conclusion))

    def tree(self, cases: Sequence[Case]) -> None:
        """Add all statements of some case trees."""
        self._code()  # compiled here, so that every case below can use it
        inside = [self._compiler.register(case.condition.term) for case in cases]
        none = self._compiler.negated(reduce(self._compiler.either, inside))
        self._add("propositions", "cases", "the propositions cover all hands", self._all, none)
        for case, here in zip(cases, inside, strict=True):
            self._case(case, here)

    def _case(self, case: Case, where: Register) -> None:
        hands = self._compiler.count(where)
        with self._compiler.only_where(where):
            for kind, conclusions in (("therefore", case.therefore), ("implies", case.implies)):
                for number, each in enumerate(conclusions, 1):
                    name = f"{case.id}.{kind}" + (f".{number}" if len(conclusions) > 1 else "")
                    self._add(name, kind, str(each), hands, self._without(where, each))
            if case.conclusion is not None:
                self._conclude(case.id, case.conclusion, where, hands)
            if case.cases:
                self._divide(case, where, hands)

    def _divide(self, case: Case, where: Register, hands: int) -> None:
        """Add the statements that the cases of a case cover it and do not overlap, and those of the cases."""
        compiler = self._compiler
        inside = [compiler.both(where, compiler.register(each.condition.term)) for each in case.cases]
        seen = list(accumulate(inside, compiler.either))
        rest = compiler.without(where, seen[-1])
        self._add(f"{case.id}.cases", "cases", "the cases are all there are", hands, rest)
        if shared := list(map(compiler.both, seen, inside[1:])):
            twice = reduce(compiler.either, shared)
            self._add(f"{case.id}.apart", "apart", "no hand is in two cases", hands, twice)
        for each, here in zip(case.cases, inside, strict=True):
            self._case(each, here)

    def _conclude(self, name: str, end: Conclusion, where: Register, hands: int) -> None:
        compiler = self._compiler
        if end.kind == "bid":
            met = compiler.register(meets(end.section, self._switches, end.bids).term)
            good = compiler.without(met, self._passes())
            places = [SECTIONS.index(letter) for letter in letters_of(end.section)]
            before, after = self._bid_within(0, places[0]), self._bid_within(places[-1] + 1, len(SECTIONS))
            earlier = compiler.both(where, before)
            self._add(name, "bid", str(end), hands, compiler.without(where, good), earlier)
            text = f"no hand is bid at a section after {end.section}"
            self._add(f"{name}.order", "order", text, hands, compiler.both(where, after))
        elif end.kind == "pass":
            self._add(name, "pass", "pass", hands, compiler.without(where, self._passes()))
        else:
            self._add(name, "impossible", "there is no such hand", hands, where)

    def _without(self, where: Register, condition: Predicate) -> Register:
        return self._compiler.without(where, self._compiler.register(condition.term))

    def _add(self, name: str, kind: str, text: str, hands: int, *found: Register) -> None:
        """Add a statement with its exceptions and, for a bid, the hands that are bid earlier."""
        self._pending.append(((name, kind, text), [hands, *map(self._compiler.count, found)]))

    # Results

    def check(self, progress: Progress | None = None) -> list[CheckedStatement]:
        """Check the statements over all hands; they are returned in the order in which they were added."""
        totals = run(self._compiler, progress=progress).totals()
        assert totals[self._all][0] == ALL_HANDS
        return [self._checked(words, *(totals[each] for each in places)) for words, places in self._pending]

    def _checked(self, words: tuple[str, str, str], *found: tuple[int, int]) -> CheckedStatement:
        (hands, _), (exceptions, cards), *earlier = found
        witness = CardSet(cards) if exceptions else None
        actual = "" if witness is None else str(opening_of(witness, self._switches))
        return CheckedStatement(*words, hands, exceptions, witness, actual, *(each for each, _ in earlier))
