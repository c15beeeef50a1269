"""Claims about all hands, and a checker that goes through all hands once for many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from overtrick.core import CardSet
from overtrick.hands import ALL_HANDS, Predicate, parse_quantity
from overtrick.hands.compiling import Compiler, Register
from overtrick.hands.questions import Progress, run
from overtrick.openbid.bids import SECTIONS, Opening
from overtrick.openbid.cases import Case, Conclusion
from overtrick.openbid.switches import AS_CODED, Switches
from overtrick.openbid.synopsis import letters_of, meets
from overtrick.openbid.words import vocabulary

__all__ = ["Checked", "Checker", "opening_of"]


@final
@dataclass(frozen=True)
class Checked:
    """A claim of the paper, worked out."""

    id: str
    kind: str
    """``bid``, ``pass``, ``impossible``, ``therefore``, ``implies``, ``cases``, ``apart``, and others."""
    claim: str
    """What is claimed, in the words of the analysis."""
    hands: int
    """How many hands it speaks of."""
    exceptions: int
    """For how many of them it is false."""
    witness: CardSet | None = None
    """The simplest hand for which it is false."""
    actual: str = ""
    """What is the case instead: what the routine does with the witness, or another value."""
    earlier: int | None = None
    """For a bid: how many of the hands are in fact bid at an earlier section."""

    @property
    def holds(self) -> bool:
        """Is it true of all hands it speaks of?"""
        return self.exceptions == 0

    @property
    def is_empty(self) -> bool:
        """Does it speak of no hand at all?"""
        return self.hands == 0


def opening_of(hand: CardSet, switches: Switches = AS_CODED) -> Opening:
    """What the routine does with a hand, by its compiled form."""
    (code,) = parse_quantity("OPENING", vocabulary(switches)).of([hand])
    return Opening.of_code(code)


@dataclass
class _Wanted:
    """Where the numbers of a claim will be found."""

    id: str
    kind: str
    claim: str
    hands: int
    exceptions: int
    earlier: int | None = None


class Checker:
    """Collects claims, then goes through all hands once and says which hold."""

    def __init__(self, switches: Switches = AS_CODED) -> None:
        self._switches = switches
        self._opening = parse_quantity("OPENING", vocabulary(switches)).term
        self._compiler = Compiler()
        self._wanted = list[_Wanted]()
        self._all = self._compiler.count(self._compiler.constant(1))

    def _bid_within(self, first: int, end: int) -> Register:
        """Where the routine makes a bid at a section among these; the first and the last only pass."""
        low, high = max(first, 1), min(end, len(SECTIONS) - 1)
        return self._compiler.between(self._code(), 128 * low, 128 * high - 1)

    def _passes(self) -> Register:
        made = self._compiler.between(self._code(), 128, 128 * (len(SECTIONS) - 1) - 1)
        return self._compiler.negated(made)

    def _code(self) -> Register:
        return self._compiler.register(self._opening)

    # Claims

    def implication(
        self, name: str, kind: str, condition: Predicate, conclusion: Predicate, claim: str | None = None
    ) -> None:
        """Every hand that meets the condition meets the conclusion."""
        where = self._compiler.register(condition.term)
        hands = self._compiler.count(where)
        with self._compiler.only_where(where):
            said = f"{condition} implies {conclusion}" if claim is None else claim
            self._add(name, kind, said, hands, self._without(where, conclusion))

    def tree(self, cases: Sequence[Case]) -> None:
        """Everything that case trees say."""
        self._code()  # so that what the routine does is known in every case below
        covered: Register | None = None
        for case in cases:
            assert case.condition is not None
            here = self._compiler.register(case.condition.term)
            covered = here if covered is None else self._compiler.either(covered, here)
        if covered is not None:
            none = self._compiler.negated(covered)
            self._add("propositions", "cases", "the propositions cover all hands", self._all, none)
        for case in cases:
            assert case.condition is not None
            self._case(case, self._compiler.register(case.condition.term))

    def _case(self, case: Case, where: Register) -> None:
        hands = self._compiler.count(where)
        with self._compiler.only_where(where):
            for kind, claims in (("therefore", case.therefore), ("implies", case.implies)):
                for number, claim in enumerate(claims, 1):
                    name = f"{case.id}.{kind}" + (f".{number}" if len(claims) > 1 else "")
                    self._add(name, kind, str(claim), hands, self._without(where, claim))
            if case.conclusion is not None:
                self._conclude(case.id, case.conclusion, where, hands)
            if case.cases:
                self._divide(case, where, hands)

    def _divide(self, case: Case, where: Register, hands: int) -> None:
        """The cases of a case: together they are all of it, and no hand is in two."""
        compiler = self._compiler
        inside = list[Register]()
        seen: Register | None = None
        twice: Register | None = None
        for each in case.cases:
            if each.condition is None:
                assert seen is not None
                here = compiler.without(where, seen)
            else:
                here = compiler.both(where, compiler.register(each.condition.term))
            inside.append(here)
            if seen is None:
                seen = here
            else:
                both = compiler.both(seen, here)
                twice = both if twice is None else compiler.either(twice, both)
                seen = compiler.either(seen, here)
        assert seen is not None
        self._add(
            f"{case.id}.cases", "cases", "the cases are all there are", hands, compiler.without(where, seen)
        )
        if twice is not None:
            self._add(f"{case.id}.apart", "apart", "no hand is in two cases", hands, twice)
        for each, here in zip(case.cases, inside, strict=True):
            self._case(each, here)

    def _conclude(self, name: str, said: Conclusion, where: Register, hands: int) -> None:
        compiler = self._compiler
        if said.kind == "bid":
            met = compiler.register(meets(said.section, self._switches, said.bids).term)
            good = compiler.without(met, self._passes())
            self._add(name, "bid", str(said), hands, compiler.without(where, good))
            places = [SECTIONS.index(letter) for letter in letters_of(said.section)]
            before, after = self._bid_within(0, places[0]), self._bid_within(places[-1] + 1, len(SECTIONS))
            self._wanted[-1].earlier = compiler.count(compiler.both(where, before))
            claim = f"no hand is bid at a section after {said.section}"
            self._add(f"{name}.order", "order", claim, hands, compiler.both(where, after))
        elif said.kind == "pass":
            self._add(name, "pass", "pass", hands, compiler.without(where, self._passes()))
        else:
            self._add(name, "impossible", "there is no such hand", hands, where)

    def _without(self, where: Register, claim: Predicate) -> Register:
        return self._compiler.without(where, self._compiler.register(claim.term))

    def _add(self, name: str, kind: str, claim: str, hands: int, exceptions: Register) -> None:
        self._wanted.append(_Wanted(name, kind, claim, hands, self._compiler.count(exceptions)))

    # The answer

    def check(self, progress: Progress | None = None) -> list[Checked]:
        """Go through all hands; the claims in the order in which they came."""
        totals = run(self._compiler, progress=progress).totals()
        assert totals[self._all][0] == ALL_HANDS
        return [self._checked(each, totals) for each in self._wanted]

    def _checked(self, wanted: _Wanted, totals: list[tuple[int, int]]) -> Checked:
        hands, (exceptions, cards) = totals[wanted.hands][0], totals[wanted.exceptions]
        witness = CardSet(cards) if exceptions else None
        return Checked(
            wanted.id,
            wanted.kind,
            wanted.claim,
            hands,
            exceptions,
            witness,
            "" if witness is None else str(opening_of(witness, self._switches)),
            None if wanted.earlier is None else totals[wanted.earlier][0],
        )
