"""The Algol of 1967, card by card: PRELIM, PLAYINGTRICKS and OPENBID as the paper prints them.

The hand is the array HAND(1:13) of Appendix 5: clubs 1 to 13, diamonds 14 to 26, hearts 27 to 39, spades
40 to 52, the ace lowest in each suit, sorted high to low. Names are those of the code; arrays keep the
code's bounds, so that place 0 is often unused. A jump is a return. Printing is left out, and so is the
subscript of the hand being bid. The readings of the scan are those of docs/openbid.md.

It is deliberately slow and literal: the other two forms are checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import CardSet
from overtrick.openbid.bids import Opening
from overtrick.openbid.switches import AS_CODED, Switches

__all__ = ["Algol", "hand_array", "open_hand"]

SUITS = (4, 3, 2, 1)
SHD = (4, 3, 2)
MAJORS = (4, 3)


def hand_array(hand: CardSet) -> list[int]:
    """HAND(1:13), with an unused place 0.

    >>> hand_array(CardSet.parse("A2.K..AKQJT98765"))
    [0, 41, 40, 39, 13, 12, 11, 10, 9, 8, 7, 6, 5, 1]
    """
    numbers = (13 * card.suit + (1 if card.rank == 12 else card.rank + 2) for card in hand)
    return [0, *sorted(numbers, reverse=True)]


def open_hand(hand: CardSet, switches: Switches = AS_CODED) -> Opening:
    """The bid of the routine with a hand, and its section."""
    algol = Algol(hand_array(hand), switches)
    algol.PRELIM()
    return algol.OPENBID()


class Algol:
    """The globals of the program, for one hand, and its procedures."""

    def __init__(self, HAND: list[int], switches: Switches) -> None:
        self.HAND = HAND
        self.switches = switches

    # What the hand is

    def PRELIM(self) -> None:
        """Describe the hand: lengths, points, honours, stoppers, tricks, total points."""
        self.J = 1
        self.SUITLENGTH = [0, 0, 0, 0, 0, 2]
        self.SUITPOINTS = [0] * 6
        self.HONORCOUNT = [0] * 6
        self.SUB = self.ACES = self.PLAYTRICKS = 0
        XTRP = 1
        self.SAFE = [0] * 5
        self.NOTR = [False] * 5
        SL = [0] * 5
        self.RANK = [0] * 16
        for K in (3, 2, 1, 0):
            self._describe_suit(K, SL)
            if self.J > 13:
                break
        self.STOP = sum(self.SAFE[1:5])
        self.HCP = sum(self.SUITPOINTS[1:5])
        SL = [0, *sorted(SL[1:], reverse=True)]
        self.LONGEST = SL[1]
        self.VOIDFLAG = SL[4] == 0
        self.DISTP = sum(3 - LNG for LNG in SL[2:] if LNG < 3)
        self.EVENDIST = self.DISTP <= 1
        XTRP += (self.ACES == 4) - (self.ACES == 0) - (self.DISTP == 0)
        XTRP += sum(2 * (LNG - 5) + 1 for LNG in SL[1:3] if LNG >= 5)
        self.TOTALPTS = self.HCP + XTRP - self.SUB

    def _describe_suit(self, K: int, SL: list[int]) -> None:
        """The body of the loop over suits: from card J on, those of suit L = K + 1."""
        L, J, RANK = K + 1, self.J, self.RANK
        I = J  # noqa: E741  the code's name
        while I <= 13:
            RANK[I] = self.HAND[I] - 13 * K
            if RANK[I] <= 0:
                break
            I += 1  # noqa: E741
        SL[L] = I - J
        self.SUITLENGTH[L] = SL[L]
        if SL[L] == 0:
            return
        self.ACE = self.KING = False
        if RANK[I - 1] == 1:
            self.SAFE[L] = 1
            self.ACE = True
            self.SUITPOINTS[L] += 4
            self.ACES += 1
            if SL[L] == 1:
                self.SUB -= 1
        if RANK[J] == 13:
            self.KING = True
            self.SUITPOINTS[L] += 3
            if SL[L] == 1:
                self.SUB += 2
                self.NOTR[L] = True
            else:
                self.SAFE[L] = 1
        if 12 in (RANK[J], RANK[J + 1]):
            self.SUITPOINTS[L] += 2
            if SL[L] < 3:
                self.SUB += 3 - SL[L]
        if 11 in (RANK[J], RANK[J + 1], RANK[J + 2]):
            self.SUITPOINTS[L] += 1
            if SL[L] < 3:
                self.SUB += 1
        if SL[L] == 2 and RANK[J] == 12 and RANK[J + 1] == 11:
            self.NOTR[L] = True
        if SL[L] >= 3:
            self.SAFE[L] = 1
        self.HONORCOUNT[L] = sum(RANK[M] >= 10 or RANK[M] == 1 for M in range(J, I))
        self.PLAYTRICKS += self.PLAYINGTRICKS(L)
        self.J = I

    def PLAYINGTRICKS(self, SUIT: int) -> int:
        """Length less losers, by points and length; the flags ACE and KING must be those of this suit."""
        LNG = self.SUITLENGTH[SUIT]
        points = self.SUITPOINTS[SUIT]
        if self.switches.kqx and points == 5 and self.KING and LNG == 3:
            return 1
        if self.switches.kj and points == 4 and self.KING and LNG == 2:
            return 1
        if self.switches.jack and points == 1 and LNG >= 8:
            return 0
        losers = (
            self._NONE, self._WUN, self._TWO, self._THREE, self._FOUR, self._FIVE,
            self._SIX, self._SEVEN, self._EIGHT, self._NINE, self._Z,
        )  # fmt: skip
        return LNG - losers[points](LNG)

    def _Z(self, LNG: int) -> int:
        return 0

    def _NINE(self, LNG: int) -> int:
        return 1 if 4 <= LNG <= 7 else 0

    def _EIGHT(self, LNG: int) -> int:
        return 1 if LNG <= 10 else 0

    def _SEVEN(self, LNG: int) -> int:
        if self.KING:
            return LNG - 2 if LNG <= 4 else 2 if LNG <= 7 else 1 if LNG <= 10 else 0
        return 2 if 4 <= LNG <= 7 else 1 if LNG <= 11 else 0

    def _SIX(self, LNG: int) -> int:
        if self.ACE:
            return LNG - 1 if LNG <= 3 else 3 if LNG <= 5 else 2 if LNG <= 8 else 1 if LNG <= 11 else 0
        return 2 if 4 <= LNG <= 6 else 1

    def _FIVE(self, LNG: int) -> int:
        if LNG <= 2:
            return 1
        if self.ACE:
            return 2 if LNG == 3 else 3 if LNG <= 5 else 2 if LNG <= 9 else 1
        return 3 if LNG <= 6 else 2 if LNG <= 8 else 1

    def _FOUR(self, LNG: int) -> int:
        if self.ACE:
            return LNG - 1 if LNG <= 5 else 4 if LNG == 6 else 3 if LNG <= 8 else 2
        return LNG - 1 if LNG in (3, 4) else 3 if LNG <= 7 else 2

    def _THREE(self, LNG: int) -> int:
        if LNG <= 4:
            return LNG
        if self.KING:
            return 4 if LNG <= 7 else 3 if LNG <= 10 else 2
        return 4 if LNG <= 6 else 3 if LNG <= 8 else 2

    def _TWO(self, LNG: int) -> int:
        return LNG if LNG <= 5 else 4 if LNG <= 8 else 3

    def _WUN(self, LNG: int) -> int:
        return 4 if LNG >= 8 else LNG

    def _NONE(self, LNG: int) -> int:
        return LNG

    # Boolean procedures

    def OUTSIDEACE(self, SUIT: int) -> bool:
        """Is there an ace in another suit?"""
        return any(card == 13 * K + 1 and SUIT - 1 != K for card in self.HAND[1:] for K in (3, 2, 1, 0))

    def CANBEREBID(self, SUIT: int) -> bool:
        """Has the suit six cards, or five with four points and two honours?"""
        LNG = self.SUITLENGTH[SUIT]
        return (LNG >= 5 and self.SUITPOINTS[SUIT] >= 4 and self.HONORCOUNT[SUIT] >= 2) or LNG >= 6

    def SOLID(self) -> bool:
        """Does every short suit have three points?"""
        if self.switches.solid:
            return all(
                (self.SUITLENGTH[M] == 1 and self.SUITPOINTS[M] == 4)
                or (self.SUITLENGTH[M] >= 2 and self.SUITPOINTS[M] >= 3)
                for M in (1, 2, 3, 4)
            )
        return not any(
            (self.SUITPOINTS[M] <= 2 and self.SUITLENGTH[M] <= 4) or self.NOTR[M] for M in (1, 2, 3, 4)
        )

    def NOTRUMPTRY(self) -> bool:
        """Is every suit good enough for notrump?"""
        return not any(
            (self.SUITPOINTS[L] < 3 and self.SUITLENGTH[L] == 2)
            or (self.SUITPOINTS[L] < 2 and self.SUITLENGTH[L] == 3)
            or self.SUITLENGTH[L] <= 1
            or self.NOTR[L]
            for L in SUITS
        )

    def SLIDEPOINTS(self, SUIT: int, NUM1: int, NUM2: int) -> bool:
        """Does the suit have enough points for its length? A longer suit needs fewer."""
        return self.SUITPOINTS[SUIT] >= NUM1 - NUM2 * self.SUITLENGTH[SUIT]

    # The bid

    def OPENBID(self) -> Opening:
        """The first bid for which every condition is met."""
        self.BIDVAL, self.section = 0, "14"
        self.SP = [0, *sorted(self.SUITPOINTS[1:5], reverse=True)]
        self.FOUR441 = self.LONGEST <= 5 and any(self.SUITLENGTH[L] == 1 for L in SUITS)
        for value, section in self._statements():
            self.BIDVAL, self.section = value, section
            if not (section == "11a" and self.HCP >= 10):
                break
        return Opening(self.BIDVAL, self.section)

    def _statements(self) -> Iterator[tuple[int, str]]:
        """Each assignment to BIDVAL that control reaches; the caller stops at the first final one."""
        if self.TOTALPTS < 7:
            yield 0, "1"
        if self.PLAYTRICKS >= 12 and self.ACES == 4:
            yield (self.PLAYTRICKS - 6) * 10 + 5, "2a"
        if self.PLAYTRICKS >= 12 and self.LONGEST >= 8:
            for L in self._longest(SUITS):
                yield (self.PLAYTRICKS - 6) * 10 + L, "2b"
        if self.HCP >= 25 and self.EVENDIST and self.NOTRUMPTRY():
            yield 10, "3"
        if 22 <= self.HCP <= 24 and self.EVENDIST and self.NOTRUMPTRY():
            yield 25, "4"
        yield from self._section_5()
        yield from self._sections_6_and_7()
        yield from self._J4()
        if self.SUITLENGTH[1] >= 6 and self.SUITPOINTS[1] >= 9 and self.HONORCOUNT[1] >= 4 and self.HCP <= 14:
            yield 31, "9"
        yield from self._section_10()
        if self.LONGEST >= 7 and 6 <= self.HCP <= 10:
            yield from self._PREEMPT()
        elif (
            (self.HCP >= 11 and (self.TOTALPTS >= 13 or self.FOUR441))
            or (self.HCP >= 10 and self.VOIDFLAG)
            or (self.HCP >= 12 and self.DISTP != 0)
        ) and self.TOTALPTS >= 11:
            yield from self._section_12()
        yield from self._LASTCHANCE()

    def _longest(self, suits: tuple[int, ...], least: int = 0) -> Iterator[int]:
        """The suits that are as long as the longest, if it has at least `least` cards."""
        return (L for L in suits if self.SUITLENGTH[L] == self.LONGEST >= least)

    def _fours(self, points: int) -> Iterator[int]:
        """The suits of four cards with exactly these points."""
        return (L for L in SUITS if self.SUITLENGTH[L] == 4 and self.SUITPOINTS[L] == points)

    def _section_5(self) -> Iterator[tuple[int, str]]:
        is_strong = self.HCP >= 23 or (self.HCP >= 22 and self.TOTALPTS >= 25) or self.TOTALPTS >= 26
        if is_strong and self.PLAYTRICKS >= 9:
            for L in self._longest(SUITS, 5):
                yield 5 + L, "5a"
            for L in self._fours(self.SP[1]):
                yield 5 + L, "5b"

    def _sections_6_and_7(self) -> Iterator[tuple[int, str]]:
        if self.LONGEST >= 8 and self.PLAYTRICKS >= 9 and self.HCP <= 15:
            for L in self._longest(SUITS):
                if L <= 2 and self.PLAYTRICKS >= 10:
                    yield 50 + L, "6b"
                if L >= 3:
                    yield 40 + L, "6a"
        if 15 <= self.HCP <= 18 and self.EVENDIST and self.STOP == 4:
            skip = (
                (self.HCP >= 17 and self.TOTALPTS >= 19)
                or any(self.SUITLENGTH[L] == 5 and self.SUITPOINTS[L] >= 5 for L in MAJORS)
            ) and not self.SOLID()
            if not skip:
                yield 15, "7"

    def _J4(self) -> Iterator[tuple[int, str]]:
        if self.HCP >= 17 or (self.HCP >= 16 and self.TOTALPTS >= 20) or self.TOTALPTS >= 21:
            if 18 <= self.HCP <= 21 and self.EVENDIST and self.SOLID():
                for L in MAJORS:
                    if self.CANBEREBID(L):
                        yield L, "8a"
                yield 5, "8a"
            for L in self._longest(SUITS, 5):
                yield L, "8b"
            if self.HCP >= 18 and self.NOTRUMPTRY():
                yield 5, "8c"
            for L in (*self._fours(self.SP[1]), *self._fours(self.SP[2])):
                yield L, "8d"
            if self.HCP >= 18 and self.EVENDIST and self.STOP == 4:
                yield 5, "8e"

    def _section_10(self) -> Iterator[tuple[int, str]]:
        if 6 <= self.HCP <= 12 and self.LONGEST >= 6 and self.TOTALPTS <= 7 + self.LONGEST:
            for L in MAJORS:
                if self.HONORCOUNT[L] >= 9 - self.SUITLENGTH[L] and self.SUITLENGTH[L] >= 6:
                    if self.LONGEST >= 8:
                        return  # to PREEMPT
                    yield 20 + L, "10"

    def _PREEMPT(self) -> Iterator[tuple[int, str]]:
        for L in self._longest(SHD):
            has_trick = self.VOIDFLAG or self.LONGEST >= 8 or self.OUTSIDEACE(L)
            if self.SLIDEPOINTS(L, 18, 2) and has_trick:
                yield 30 + L, "11a"  # WEAK3: final unless HCP >= 10
                return
        if self.SUITLENGTH[1] >= 8 and self.PLAYTRICKS >= 8:
            yield 41, "11b"

    def _section_12(self) -> Iterator[tuple[int, str]]:
        for L in self._longest(SHD, 5):
            if self.SLIDEPOINTS(L, 6, 1) and self.TOTALPTS >= 12:
                yield 10 + L, "12a"
        goes_to_SKIP = False
        if self.SUITLENGTH[1] == self.LONGEST:
            for L in MAJORS:
                if self.SLIDEPOINTS(L, 25, 5) and self.LONGEST == 5 and self.SUITPOINTS[1] <= 6:
                    yield 10 + L, "12b"
            if self.LONGEST >= 5 and self.CANBEREBID(1):
                yield 21, "12c"
            goes_to_SKIP = any(self.SLIDEPOINTS(L, 31, 7) for L in SHD)
        if goes_to_SKIP or self.LONGEST == 4:
            yield from self._SKIP()
        for L in self._longest(SHD):
            if self.LONGEST == 5 and self.SUITPOINTS[L] == 0:
                for K in (4, 3, 2):
                    if self.SUITLENGTH[K] == 4 and self.SUITPOINTS[K] >= 4:
                        yield 10 + K, "12g"
                if self.HCP >= 13:
                    yield 10 + L, "12h"
        if self.HCP >= 13 and self.EVENDIST and self.SUITLENGTH[2] >= 3:
            yield 12, "12i"
        if self.SUITLENGTH[1] >= 5 and self.HCP >= 13 and self.SUITPOINTS[1] >= 5 - self.HONORCOUNT[1]:
            yield 21, "12j"

    def _SKIP(self) -> Iterator[tuple[int, str]]:
        hearts, spades = self.SUITLENGTH[3], self.SUITLENGTH[4]
        if self.SLIDEPOINTS(2, 34, 8) and (hearts <= 2 or (spades <= 3 and hearts <= 3)):
            yield 12, "12d"
        few_spades = spades <= 3 or (spades == 4 and self.SUITPOINTS[4] <= 1)
        for L, place in ((3, "12e"), (4, "12f"), (2, "12f")):
            is_weak = self.HCP <= 12 and self.TOTALPTS <= 12 and self.SUITPOINTS[L] <= 3
            if self.SLIDEPOINTS(L, 34, 8) and (L != 3 or few_spades) and not is_weak:
                yield 10 + L, place

    def _LASTCHANCE(self) -> Iterator[tuple[int, str]]:
        if self.TOTALPTS >= 13 and self.LONGEST >= 6 and self.HCP >= 10:
            for L in self._longest(SHD):
                if self.SLIDEPOINTS(L, 14, 2):
                    yield 10 + L, "13a"
        if self.TOTALPTS >= 14 and self.HCP >= 10:
            for L in MAJORS:
                if self.CANBEREBID(L):
                    yield 10 + L, "13b"
        if 6 <= self.HCP <= 12 and self.LONGEST >= 6:
            for L in MAJORS:
                if self.HONORCOUNT[L] >= 9 - self.SUITLENGTH[L] and self.SUITLENGTH[L] >= 6:
                    yield 20 + L, "13c"
        if self.HCP >= 14:
            for L in SHD:
                if self.SUITLENGTH[L] >= 4 and self.SUITPOINTS[L] >= 1:
                    yield 10 + L, "13d"
