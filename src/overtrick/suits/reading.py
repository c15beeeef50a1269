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

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, NoReturn, final

from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import above, lowest
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Plan, Sees, Step, TrickWas, Way

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

__all__ = ["read_plan"]

_GRAMMARS = {"en": "english", "de": "german"}
_LONGEST_TEXT = 2000
_RANKS = (
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "JACK",
    "QUEEN",
    "KING",
    "ACE",
)
_NINE = 7
_HONOURS = 0b1111100000000
_WAYS = {"towards": Way.TOWARDS, "run": Way.RUN, "lead": Way.LEAD}
_TIMES = {"TWICE": 2, "THRICE": 3}
_PERFECT = frozenset(("SHOWN_OUT", "PLAYED", "FOLLOWED"))
_EXPECTED = (
    ("LEAD", "a play such as 'cash the ace' or 'finesse the ten'"),
    ("_TO", "a play such as 'das Ass abziehen' or 'zur Zehn schneiden'"),
    ("WEST", "West, East, both or either defender"),
    ("SHOWS_OUT", "what a defender does, such as 'shows out' or 'plays the jack'"),
    ("WINS", "'wins' or 'loses'"),
    ("ACE", "a card"),
    ("_LEAD", "what to do with the card"),
    ("_PLAYS", "what a defender does with the card"),
    ("_IF", "'if', 'unless', 'otherwise', another play or the end"),
)


class _Clause(NamedTuple):
    """How it hangs on what was said before, its conditions and its row of plays, still as parts."""

    link: str
    conditions: Tree[Token] | None
    row: Tree[Token]


def read_plan(text: str, combination: Combination, language: str = "en") -> Plan:
    """Read a line of play as a plan.

    >>> read_plan("Finesse the ten", Combination.parse("AQT 43"))
    (Step(phrase=Phrase(way=<Way.TOWARDS: 1>, rank=8, is_repeated=False), branches=()),)
    >>> read_plan("Finesse the jack", Combination.parse("AQT 43"))
    Traceback (most recent call last):
    ...
    overtrick.suits.errors.SuitError: declarer does not hold the jack in 'Finesse the jack'
    """
    from lark.exceptions import UnexpectedInput

    if language not in _GRAMMARS:
        raise SuitError(f"expected the language 'en' or 'de', found {language!r}")
    if len(text) > _LONGEST_TEXT:
        raise SuitError(f"a line of play of {len(text)} characters is too long", text=text)
    try:
        tree = _grammar(language).parse(text)
    except UnexpectedInput as error:
        _complain(text, error)
    row, *others = _parts(tree)
    clauses = [_Clause("first", None, row), *(_clause(each) for each in others)]
    return _Reader(text, combination).plan(clauses)


@cache
def _grammar(language: str) -> Lark:
    from lark import Lark  # here, because building the parser takes a moment that not everybody needs

    text = files("overtrick.suits").joinpath(f"{_GRAMMARS[language]}.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=False)


def _complain(text: str, error: UnexpectedInput) -> NoReturn:
    token = getattr(error, "token", None)
    expected = (
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    )
    wanted = next((words for terminal, words in _EXPECTED if terminal in (expected or ())), "something else")
    if not text.strip() or (token is not None and token.type == "$END"):
        found = "the end"
    else:
        rest = text[error.pos_in_stream or 0 :].split()
        found = repr(" ".join(rest[:3])) if rest else "the end"
    raise SuitError(f"expected {wanted}, found {found}", text=text)


# Parts of the parsed text


def _parts(tree: Tree[Token]) -> list[Tree[Token]]:
    from lark import Tree

    return [part for part in tree.children if isinstance(part, Tree)]


def _words(tree: Tree[Token]) -> list[str]:
    """The kinds of the words directly in a part."""
    from lark import Token

    return [part.type for part in tree.children if isinstance(part, Token)]


def _cards(tree: Tree[Token]) -> Iterator[int]:
    """The cards that a part names, in order."""
    if tree.data == "card":
        yield _RANKS.index(_words(tree)[0])
    for part in _parts(tree):
        yield from _cards(part)


def _name(rank: int) -> str:
    return _RANKS[rank].lower()


def _clause(tree: Tree[Token]) -> _Clause:
    *conditions, row = _parts(tree)
    return _Clause(str(tree.data), conditions[0] if conditions else None, row)


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

    def __init__(self, text: str, combination: Combination) -> None:
        self._text = text
        self._combination = combination
        self._groups = Layouts(combination).groups
        every = range(len(self._groups))
        self._every = frozenset(every)
        self._low = frozenset(place for place in every if self._is_low(place))

    def _is_low(self, place: int) -> bool:
        group = self._groups[place]
        return not group & _HONOURS or (place == 0 and lowest(group) <= _NINE)

    def _fail(self, fault: str) -> NoReturn:
        raise SuitError(fault, text=self._text)

    # How the clauses hang together

    def plan(self, clauses: Sequence[_Clause]) -> Plan:
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

    def _decided(self, phrase: Phrase, clauses: Sequence[_Clause]) -> Plan:
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
        items = _parts(tree)
        for place, item in enumerate(items):
            if _words(item) == ["TOP"]:
                if place < len(items) - 1:
                    self._fail("nothing can follow the cards from the top")
            else:
                steps += map(Step, self._phrases(item, steps))
        return tuple(steps)

    def _phrases(self, item: Tree[Token], before: Sequence[Step]) -> list[Phrase]:
        words, cards = _words(item), list(_cards(item))
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
                self._fail(f"declarer does not hold the {_name(rank)}")
        return [Phrase(way, rank, is_repeated) for rank in cards]

    # Conditions

    def _conditions(self, tree: Tree[Token], phrase: Phrase) -> list[Condition]:
        """The conditions of a clause, one of which is enough, about the trick of this phrase."""
        first, *others = _parts(tree)
        is_either = _words(first) == ["EITHER_OF"]
        found: list[_Seen | Condition] = [
            self._condition(first if not is_either else _parts(first)[0], phrase)
        ]
        joined: list[str] = []
        for more in others:
            (part,) = _parts(more)
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
            subject, deed = _parts(tree)
            who = _words(subject)[0]
            return _Seen(who, self._deed(deed, who, phrase), not _PERFECT.isdisjoint(_words(deed)))
        if tree.data == "dropped":
            held = (self._held(part) for part in _parts(tree))
            seat = self._seat(tree)
            return _Seen(seat, frozenset[int]().union(*held), False)
        if tree.data == "trick_of":
            (rank,) = _cards(tree)
            if phrase.way is Way.DUCK or rank != phrase.rank:
                self._fail(f"the {_name(rank)} was not played to that trick")
            tree = _parts(tree)[-1]
            if _words(tree) == ["WINS"] and self._can_be_overtaken(phrase):
                self._fail(
                    f"if second hand beats the {_name(rank)}, another card may win: say 'if that wins'"
                )
        (word,) = _words(tree)
        if word == "IS_COVERED":
            second = self._second_hand(phrase)
            return _Seen(second, self._covering(phrase, second), False)
        return TrickWas(word == "WINS")

    def _seat(self, tree: Tree[Token]) -> str:
        from lark import Token

        return next((part.upper() for part in tree.children if isinstance(part, Token)), "EITHER")

    def _with(self, seen: _Seen | Condition, part: Tree[Token], phrase: Phrase) -> _Seen:
        """The same defender may also have done this."""
        if not isinstance(seen, _Seen):
            self._fail("who plays that?")
        if part.data == "held":
            return seen._replace(groups=seen.groups | self._held(part))
        if seen.is_so_far is _PERFECT.isdisjoint(_words(part)):
            self._fail("is that in this trick, or so far?")
        return seen._replace(groups=seen.groups | self._deed(part, seen.who, phrase))

    def _deed(self, tree: Tree[Token], who: str, phrase: Phrase) -> frozenset[int]:
        words = _words(tree)
        if "SHOWS_OUT" in words or "SHOWN_OUT" in words:
            return frozenset((VOID,))
        if "COVERS" in words:
            return self._covering(phrase, who)
        if "NOT_COVERS" in words:
            return self._every - self._covering(phrase, who) | {VOID}
        if "LOW" in words:
            return self._some(self._low, "low card")
        held = [self._held(part) for part in _parts(tree)]
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
        words, missing = _words(tree), self._combination.missing
        if "LOW" in words:
            return self._some(self._low, "low card")
        if "HONOUR" in words:
            return self._some(self._every - self._low, "honour")
        (rank,) = _cards(tree)
        name = _name(rank)
        if "OR_LOWER" in words:
            return self._some(self._meeting(missing & ((2 << rank) - 1)), f"card as low as the {name}")
        if "OR_HIGHER" in words:
            return self._some(self._meeting(above(missing, rank - 1)), f"card as high as the {name}")
        return self._some(self._meeting(missing & 1 << rank), name)

    def _meeting(self, cards: int) -> frozenset[int]:
        return frozenset(place for place in self._every if self._groups[place] & cards)

    def _some(self, groups: frozenset[int], what: str) -> frozenset[int]:
        return groups or self._fail(f"the defenders have no {what}")
