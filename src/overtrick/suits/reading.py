"""Plans for one suit read from the words of books: the grammars find the clauses, this file the meaning.

Every text has one reading or none:

- A condition is about the trick just before it: the last play of the row that it follows. Conditions that
  follow one another are about the same trick, and the first that is met counts; each has a plain row.
- "Otherwise" continues the last condition, and the text goes on from there. "Unless C, A; otherwise B" is
  "if C, B; otherwise A". A play that follows a condition after a full stop without "otherwise" is refused.
- To name a missing card is to name all that touch it. "Low" is every group of touching missing cards
  without an honour, and the lowest group if it has a card below the ten; "an honour" is any other.
- What only looks at the trick itself is read with the play before it: "if West covers", "if the jack holds".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, final

from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import HONOURS, NINE, above, lowest
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Plan, Sees, Step, TrickWas, Way
from overtrick.suits.syntax import Clause, cards_in, clauses, kinds_of, name_of, parts_of, tokens_of

if TYPE_CHECKING:
    from lark import Token, Tree

__all__ = ["read_plan"]

_WAYS = {"towards": Way.TOWARDS, "run": Way.RUN, "lead": Way.LEAD}
_TIMES = {"TWICE": 2, "THRICE": 3}
_PERFECT = frozenset(("SHOWN_OUT", "PLAYED", "FOLLOWED"))


def read_plan(text: str, combination: Combination, language: str = "en", apart: int = 0) -> Plan:
    """Read a line of play as a plan; missing cards to be told apart are given as to `Layouts`.

    >>> read_plan("Finesse the ten", Combination.parse("AQT 43"))
    (Step(phrase=Phrase(way=<Way.TOWARDS: 1>, rank=8, is_repeated=False), branches=()),)
    >>> read_plan("Finesse the jack", Combination.parse("AQT 43"))
    Traceback (most recent call last):
    ...
    overtrick.suits.errors.SuitError: declarer does not hold the jack in 'Finesse the jack'
    """
    return _Reader(text, combination, apart).plan(clauses(text, language))


class _Seen(NamedTuple):
    """What is told of one defender or both: a condition under construction."""

    who: str
    groups: frozenset[int]
    is_so_far: bool

    def sees(self) -> Sees:
        """The condition."""
        west = self.groups if self.who != "EAST" else None
        east = self.groups if self.who != "WEST" else None
        return Sees(west, east, self.who == "EITHER", self.is_so_far)


@final
class _Reader:
    """Finds out what the clauses of one text mean for one combination."""

    def __init__(self, text: str, combination: Combination, apart: int = 0) -> None:
        self._text = text
        self._combination = combination
        self._groups = Layouts(combination, apart).groups
        every = range(len(self._groups))
        self._every = frozenset(every)
        self._low = frozenset(place for place in every if self._is_low(place))

    def _is_low(self, place: int) -> bool:
        group = self._groups[place]
        return not group & HONOURS or (place == 0 and lowest(group) <= NINE)

    def _fail(self, fault: str) -> NoReturn:
        raise SuitError(fault, text=self._text)

    # How the clauses hang together

    def plan(self, clauses: Sequence[Clause]) -> Plan:
        """The plan that begins with the first clause."""
        row, place = self._row(clauses[0].row), 1
        while place < len(clauses) and clauses[place].link == "more":
            row, place = (*row, *self._row(clauses[place].row)), place + 1
        if place == len(clauses):
            return row
        if clauses[place].link == "otherwise":
            self._fail("'otherwise' follows no condition")
        if not row:
            self._fail("a condition needs a play before it")
        *before, last = row
        return (*before, *self._decided(last.phrase, clauses[place:]))

    def _decided(self, phrase: Phrase, clauses: Sequence[Clause]) -> Plan:
        """A step with what is said after it."""
        is_turned = clauses[0].link == "unless"
        number = 1
        while number < len(clauses) and clauses[number].link == "when" and not is_turned:
            number += 1
        told, after = clauses[:number], clauses[number:]
        if after and after[0].link != "otherwise":
            self._fail("what follows a condition must begin with 'otherwise'")
        rest = self.plan(after) if after else ()
        branches: list[Branch] = []
        for clause in told:
            assert clause.conditions is not None
            row = self._row(clause.row)
            plan, rest = (rest, row) if is_turned else (row, rest)
            branches += (Branch(condition, plan) for condition in self._conditions(clause.conditions, phrase))
        return (Step(phrase, tuple(branches)), *rest)

    # Plays

    def _row(self, tree: Tree[Token]) -> Plan:
        steps: list[Step] = []
        items = parts_of(tree)
        for place, item in enumerate(items):
            if kinds_of(item) == ["TOP"]:
                if place < len(items) - 1:
                    self._fail("nothing can follow the cards from the top")
            else:
                steps += map(Step, self._phrases(item, steps))
        return tuple(steps)

    def _phrases(self, item: Tree[Token], before: Sequence[Step]) -> list[Phrase]:
        words, cards = kinds_of(item), list(cards_in(item))
        is_repeated = "REPEAT" in words
        if item.data == "duck":
            times = max((_TIMES.get(word, 1) for word in words), default=1)
            return [Phrase(Way.DUCK, is_repeated=is_repeated)] * times
        if item.data == "likewise" and (not before or before[-1].phrase.way is Way.DUCK):
            self._fail("expected a play before the card")
        way = before[-1].phrase.way if item.data == "likewise" else _WAYS[str(item.data)]
        if is_repeated and (len(cards) > 1 or item.data == "likewise"):
            self._fail("which play is to be repeated?")
        for rank in cards:
            if not (self._combination.north | self._combination.south) >> rank & 1:
                self._fail(f"declarer does not hold the {name_of(rank)}")
        return [Phrase(way, rank, is_repeated) for rank in cards]

    # Conditions

    def _conditions(self, tree: Tree[Token], phrase: Phrase) -> list[Condition]:
        """The conditions of a clause, one of which is enough, about the trick of this phrase."""
        first, *others = parts_of(tree)
        is_either = kinds_of(first) == ["EITHER_OF"]
        found: list[_Seen | Condition] = [
            self._condition(first if not is_either else parts_of(first)[0], phrase)
        ]
        joined: list[str] = []
        for more in others:
            (part,) = parts_of(more)
            if more.data in ("or_told", "and_told"):
                found.append(self._condition(part, phrase))
                joined.append(str(more.data))
            else:
                found[-1] = self._with(found[-1], part, phrase)
        if is_either or "and_told" in joined:
            return [self._pair(found, joined, is_either)]
        return [each.sees() if isinstance(each, _Seen) else each for each in found]

    def _pair(self, found: Sequence[_Seen | Condition], joined: Sequence[str], is_either: bool) -> Sees:
        if joined == ["or_told" if is_either else "and_told"]:
            one, two = found
            if isinstance(one, _Seen) and isinstance(two, _Seen) and one.is_so_far == two.is_so_far:
                if (one.who, two.who) == ("EAST", "WEST"):
                    one, two = two, one
                if (one.who, two.who) == ("WEST", "EAST"):
                    return Sees(one.groups, two.groups, is_either, one.is_so_far)
        self._fail("expected what West plays and what East plays")

    def _condition(self, tree: Tree[Token], phrase: Phrase) -> _Seen | Condition:
        if tree.data == "told":
            subject, deed = parts_of(tree)
            who = kinds_of(subject)[0]
            return _Seen(who, self._deed(deed, who, phrase), not _PERFECT.isdisjoint(kinds_of(deed)))
        if tree.data == "dropped":
            held = (self._held(part) for part in parts_of(tree))
            seat = self._seat(tree)
            return _Seen(seat, frozenset[int]().union(*held), False)
        if tree.data == "trick_of":
            (rank,) = cards_in(tree)
            if phrase.way is Way.DUCK or rank != phrase.rank:
                self._fail(f"the {name_of(rank)} was not played to that trick")
            tree = parts_of(tree)[-1]
            if kinds_of(tree) == ["WINS"] and self._can_be_overtaken(phrase):
                self._fail(
                    f"if second hand beats the {name_of(rank)}, another card may win: say 'if that wins'"
                )
        (word,) = kinds_of(tree)
        if word == "IS_COVERED":
            second = self._second_hand(phrase)
            return _Seen(second, self._covering(phrase, second), False)
        return TrickWas(word == "WINS")

    def _seat(self, tree: Tree[Token]) -> str:
        return next((token.upper() for token in tokens_of(tree)), "EITHER")

    def _with(self, seen: _Seen | Condition, part: Tree[Token], phrase: Phrase) -> _Seen:
        """The same defender may also have done this."""
        if not isinstance(seen, _Seen):
            self._fail("who plays that?")
        if part.data == "held":
            return seen._replace(groups=seen.groups | self._held(part))
        if seen.is_so_far is _PERFECT.isdisjoint(kinds_of(part)):
            self._fail("is that in this trick, or so far?")
        return seen._replace(groups=seen.groups | self._deed(part, seen.who, phrase))

    def _deed(self, tree: Tree[Token], who: str, phrase: Phrase) -> frozenset[int]:
        words = kinds_of(tree)
        if "SHOWS_OUT" in words or "SHOWN_OUT" in words:
            return frozenset((VOID,))
        if "COVERS" in words:
            return self._covering(phrase, who)
        if "NOT_COVERS" in words:
            return self._every - self._covering(phrase, who) | {VOID}
        if "LOW" in words:
            return self._some(self._low, "low card")
        held = [self._held(part) for part in parts_of(tree)]
        return frozenset[int]().union(*held) if held else self._every

    def _can_be_overtaken(self, phrase: Phrase) -> bool:
        """Declarer may win the trick of this phrase with a higher card than it names."""
        north, south = self._combination.north, self._combination.south
        is_third_north = bool(north >> phrase.rank & 1) is (phrase.way is Way.TOWARDS)
        higher = above(self._combination.missing, phrase.rank)
        third = north if is_third_north else south
        return phrase.way is not Way.LEAD and bool(higher) and above(third, lowest(higher)) > 0

    def _second_hand(self, phrase: Phrase) -> str:
        if phrase.way not in (Way.RUN, Way.LEAD) or phrase.is_repeated:
            self._fail("only a card that is led can be covered")
        return "EAST" if self._combination.north >> phrase.rank & 1 else "WEST"

    def _covering(self, phrase: Phrase, who: str) -> frozenset[int]:
        if who != self._second_hand(phrase):
            self._fail("only the next hand can cover")
        return self._some(self._meeting(above(self._combination.missing, phrase.rank)), "card to cover with")

    def _held(self, tree: Tree[Token]) -> frozenset[int]:
        """The groups of cards that a part names."""
        words, missing = kinds_of(tree), self._combination.missing
        if "LOW" in words:
            return self._some(self._low, "low card")
        if "HONOUR" in words:
            return self._some(self._every - self._low, "honour")
        (rank,) = cards_in(tree)
        name = name_of(rank)
        if "OR_LOWER" in words:
            return self._some(self._meeting(missing & ((2 << rank) - 1)), f"card as low as the {name}")
        if "OR_HIGHER" in words:
            return self._some(self._meeting(above(missing, rank - 1)), f"card as high as the {name}")
        return self._some(self._meeting(missing & 1 << rank), name)

    def _meeting(self, cards: int) -> frozenset[int]:
        return frozenset(place for place in self._every if self._groups[place] & cards)

    def _some(self, groups: frozenset[int], what: str) -> frozenset[int]:
        return groups or self._fail(f"the defenders have no {what}")
