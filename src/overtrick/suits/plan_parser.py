"""Parses lines of play, worded as in books, to plans: the grammars find the clauses, this module the meaning.

Every text has exactly one reading or is refused:

- A condition is about the trick just before it: the last play of the sequence that it follows. Consecutive
conditions are about the same trick, and the first that is met counts; each has a plain sequence of plays.
- "Otherwise" continues the last condition, and the text goes on from there. "Unless C, A; otherwise B" is
  "if C, B; otherwise A". A play that follows a condition after a full stop without "otherwise" is refused.
- To name a missing card is to name all that touch it. "Low" is every group of touching missing cards
  without an honour, and the lowest group if it has a card below the ten; "an honour" is any other.
- A condition about the trick itself is read with the play before it: "if West covers", "if the jack holds".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple, NoReturn, final

from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedInput

from overtrick.core.english import CARDS
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import HONOURS, NINE, above, lowest
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Sees, Step, SuitPlan, TrickEnd, Way

__all__ = ["read_plan"]

_GRAMMARS = {"en": "english", "de": "german"}
_LONGEST_TEXT = 2000
_WAYS = {"towards": Way.TOWARDS, "run": Way.RUN, "lead": Way.LEAD}
_TIMES = {"TWICE": 2, "THRICE": 3}
_PERFECT = {"SHOWN_OUT", "PLAYED", "FOLLOWED"}
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

Part = Tree[Token]
"""A part of the text: its children are parts, words, and the ranks of cards."""


def read_plan(text: str, combination: Combination, language: str = "en", apart: int = 0) -> SuitPlan:
    """Read a line of play as a plan; `apart` are missing cards to be told apart, as for `Layouts`.

    >>> read_plan("Finesse the ten", Combination.parse("AQT 43"))
    (Step(phrase=Phrase(way=<Way.TOWARDS: 1>, rank=8, is_repeated=False), branches=()),)
    >>> read_plan("Finesse the jack", Combination.parse("AQT 43"))
    Traceback (most recent call last):
    ...
    overtrick.suits.errors.SuitError: declarer does not hold the jack in 'Finesse the jack'
    """
    return _PlanReader(text, combination, apart).plan(_clauses(text, language))


def _clauses(text: str, language: str) -> list[Part]:
    """The clauses of a line of play, in order; the first has plays only."""
    if language not in _GRAMMARS:
        raise SuitError(f"expected the language 'en' or 'de', found {language!r}")
    if len(text) > _LONGEST_TEXT:
        raise SuitError(f"a line of play of {len(text)} characters is too long", text=text)
    try:
        return _parts(_grammar(language).parse(text))
    except UnexpectedInput as error:
        raise SuitError(_fault(text, error), text=text) from None


class _Cards(Transformer[Token, Part]):
    """Replaces the names of cards by their ranks."""

    def card(self, names: list[Token]) -> int:
        return CARDS.index(names[0].type.lower())


@cache
def _grammar(language: str) -> Lark:
    text = files("overtrick.suits").joinpath(f"{_GRAMMARS[language]}.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=False, transformer=_Cards())


def _fault(text: str, error: UnexpectedInput) -> str:
    possible = (getattr(error, name, None) for name in ("accepts", "expected", "allowed"))
    expected = next(filter(None, possible), ())
    wanted = next((words for terminal, words in _EXPECTED if terminal in expected), "something else")
    is_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    rest = [] if is_end else text[error.pos_in_stream or 0 :].split()
    return f"expected {wanted}, found {repr(' '.join(rest[:3])) if rest else 'the end'}"


def _parts(part: Part) -> list[Part]:
    return [each for each in part.children if isinstance(each, Tree)]


def _words(part: Part) -> set[str]:
    """The kinds of the words directly in a part."""
    return {each.type for each in part.children if isinstance(each, Token)}


def _ranks(part: Part) -> list[int]:
    """The cards that are named directly in a part."""
    return [each for each in part.children if isinstance(each, int)]


class _Observation(NamedTuple):
    """The plays of one defender or both: a condition under construction."""

    who: str
    groups: frozenset[int]
    is_so_far: bool

    def sees(self) -> Sees:
        """The condition."""
        west = self.groups if self.who != "EAST" else None
        east = self.groups if self.who != "WEST" else None
        return Sees(west, east, self.who == "EITHER", self.is_so_far)


@final
class _PlanReader:
    """Interprets the clauses of one text for one combination."""

    def __init__(self, text: str, combination: Combination, apart: int = 0) -> None:
        self._text = text
        self._combination = combination
        self._groups = Layouts(combination, apart).groups
        self._every = frozenset(range(len(self._groups)))
        self._low = frozenset(filter(self._is_low, self._every))

    def _is_low(self, place: int) -> bool:
        group = self._groups[place]
        return not group & HONOURS or (place == 0 and lowest(group) <= NINE)

    def _fail(self, fault: str) -> NoReturn:
        raise SuitError(fault, text=self._text)

    # Linking the clauses

    def plan(self, clauses: Sequence[Part]) -> SuitPlan:
        """The plan that begins with the first clause."""
        row, place = self._row(clauses[0]), 1
        while place < len(clauses) and clauses[place].data == "more":
            row, place = (*row, *self._row(clauses[place])), place + 1
        if place == len(clauses):
            return row
        if clauses[place].data == "otherwise":
            self._fail("'otherwise' follows no condition")
        if not row:
            self._fail("a condition needs a play before it")
        *before, last = row
        return (*before, *self._decided(last.phrase, clauses[place:]))

    def _decided(self, phrase: Phrase, clauses: Sequence[Part]) -> SuitPlan:
        """A step with the branches and plays that follow it."""
        is_turned = clauses[0].data == "unless"
        number = 1
        while number < len(clauses) and clauses[number].data == "when" and not is_turned:
            number += 1
        after = clauses[number:]
        if after and after[0].data != "otherwise":
            self._fail("what follows a condition must begin with 'otherwise'")
        rest = self.plan(after) if after else ()
        branches: list[Branch] = []
        for clause in clauses[:number]:
            row = self._row(clause)
            plan, rest = (rest, row) if is_turned else (row, rest)
            branches += (Branch(condition, plan) for condition in self._conditions(clause, phrase))
        return (Step(phrase, tuple(branches)), *rest)

    # Plays

    def _row(self, clause: Part) -> SuitPlan:
        items = _parts(clause if clause.data == "row" else _parts(clause)[-1])
        phrases: list[Phrase] = []
        for item in items:
            if item.data != "top":
                phrases += self._phrases(item, phrases)
            elif item is not items[-1]:
                self._fail("nothing can follow the cards from the top")
        return tuple(map(Step, phrases))

    def _phrases(self, item: Part, before: Sequence[Phrase]) -> list[Phrase]:
        words, cards, is_likewise = _words(item), _ranks(item), item.data == "likewise"
        is_repeated = "REPEAT" in words
        if item.data == "duck":
            times = max((_TIMES.get(word, 1) for word in words), default=1)
            return [Phrase(Way.DUCK, is_repeated=is_repeated)] * times
        if is_likewise and (not before or before[-1].way is Way.DUCK):
            self._fail("expected a play before the card")
        if is_repeated and (len(cards) > 1 or is_likewise):
            self._fail("which play is to be repeated?")
        for rank in cards:
            if not (self._combination.north | self._combination.south) >> rank & 1:
                self._fail(f"declarer does not hold the {CARDS[rank]}")
        way = before[-1].way if is_likewise else _WAYS[str(item.data)]
        return [Phrase(way, rank, is_repeated) for rank in cards]

    # Conditions

    def _conditions(self, clause: Part, phrase: Phrase) -> list[Condition]:
        """The conditions of a clause, any of which is enough, about the trick of this phrase."""
        first, *others = _parts(_parts(clause)[0])
        is_either = "EITHER_OF" in _words(first)
        found = [self._condition(_parts(first)[0] if is_either else first, phrase)]
        links: list[str] = []
        for more in others:
            (part,) = _parts(more)
            if more.data in ("or_told", "and_told"):
                found.append(self._condition(part, phrase))
                links.append(str(more.data))
            else:
                found[-1] = self._with(found[-1], part, phrase)
        if is_either or "and_told" in links:
            return [self._pair(found, links, is_either)]
        return [each.sees() if isinstance(each, _Observation) else each for each in found]

    def _pair(self, found: Sequence[_Observation | Condition], links: Sequence[str], is_either: bool) -> Sees:
        seen = {each.who: each for each in found if isinstance(each, _Observation)}
        if links == ["or_told" if is_either else "and_told"] and seen.keys() == {"WEST", "EAST"}:
            west, east = seen["WEST"], seen["EAST"]
            if west.is_so_far == east.is_so_far:
                return Sees(west.groups, east.groups, is_either, west.is_so_far)
        self._fail("expected what West plays and what East plays")

    def _condition(self, part: Part, phrase: Phrase) -> _Observation | Condition:
        if part.data == "told":
            ((who,), (deed,)) = _words(part), _parts(part)
            return _Observation(who, self._deed(deed, who, phrase), not _PERFECT.isdisjoint(_words(deed)))
        if part.data == "dropped":
            seat = next((each.upper() for each in part.children if isinstance(each, Token)), "EITHER")
            return _Observation(seat, frozenset[int]().union(*map(self._held, _parts(part))), False)
        if part.data == "trick_of":
            part = self._trick_of(part, phrase)
        (word,) = _words(part)
        if word == "IS_COVERED":
            second = self._second_hand(phrase)
            return _Observation(second, self._covering(phrase, second), False)
        return TrickEnd(word == "WINS")

    def _trick_of(self, part: Part, phrase: Phrase) -> Part:
        """The stated outcome of the trick to which a card was played."""
        ((rank,), (trick,)) = _ranks(part), _parts(part)
        if phrase.way is Way.DUCK or rank != phrase.rank:
            self._fail(f"the {CARDS[rank]} was not played to that trick")
        if _words(trick) == {"WINS"} and self._can_be_overtaken(phrase):
            self._fail(f"if second hand beats the {CARDS[rank]}, another card may win: say 'if that wins'")
        return trick

    def _with(self, seen: _Observation | Condition, part: Part, phrase: Phrase) -> _Observation:
        """The observation, widened by another play of the same defender."""
        if not isinstance(seen, _Observation):
            self._fail("who plays that?")
        if part.data == "held":
            return seen._replace(groups=seen.groups | self._held(part))
        if seen.is_so_far is _PERFECT.isdisjoint(_words(part)):
            self._fail("is that in this trick, or so far?")
        return seen._replace(groups=seen.groups | self._deed(part, seen.who, phrase))

    def _deed(self, part: Part, who: str, phrase: Phrase) -> frozenset[int]:
        words = _words(part)
        if words & {"SHOWS_OUT", "SHOWN_OUT"}:
            return frozenset((VOID,))
        if "COVERS" in words:
            return self._covering(phrase, who)
        if "NOT_COVERS" in words:
            return self._every - self._covering(phrase, who) | {VOID}
        if "LOW" in words:
            return self._some(self._low, "low card")
        held = [self._held(each) for each in _parts(part)]
        return frozenset[int]().union(*held) if held else self._every

    def _can_be_overtaken(self, phrase: Phrase) -> bool:
        """May declarer win the trick of this phrase with a higher card than it names?"""
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

    def _held(self, part: Part) -> frozenset[int]:
        """The groups of cards that a part names."""
        words, missing = _words(part), self._combination.missing
        if "LOW" in words:
            return self._some(self._low, "low card")
        if "HONOUR" in words:
            return self._some(self._every - self._low, "honour")
        (rank,) = _ranks(part)
        if "OR_LOWER" in words:
            return self._some(self._meeting(missing & (2 << rank) - 1), f"card as low as the {CARDS[rank]}")
        if "OR_HIGHER" in words:
            return self._some(self._meeting(above(missing, rank - 1)), f"card as high as the {CARDS[rank]}")
        return self._some(self._meeting(missing & 1 << rank), CARDS[rank])

    def _meeting(self, cards: int) -> frozenset[int]:
        return frozenset(place for place in self._every if self._groups[place] & cards)

    def _some(self, groups: frozenset[int], what: str) -> frozenset[int]:
        return groups or self._fail(f"the defenders have no {what}")
