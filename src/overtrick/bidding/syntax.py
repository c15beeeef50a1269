"""The syntax of one line of a system: parsing by the grammar, and texts of errors."""

from __future__ import annotations

import re
from collections.abc import Iterable

from overtrick.bidding.errors import suggestion
from overtrick.bidding.layout import PROPERTIES, PROPERTY, Passage
from overtrick.hands.syntax import Grammar, Node, TooDeep, Unexpected, alternatives

__all__ = ["no_property", "parsed"]

_GRAMMAR = Grammar("overtrick.bidding", 60, "statement", "entry", "attribute")
_WHOLE = (
    (
        {"_WHEN", "_USES"},
        "a line that begins with system, uses, include, words, points, define, convention or when",
    ),
    ({"OPENING", "WHO"}, "a condition on the auction such as 'opening' or 'partner bid 1M'"),
    ({"PASS", "BID", "CHEAPEST"}, "a call such as 1NT, 2M, nX, pass, double or cheapest X"),
    ({"OPENED", "SHOWED"}, "what that player did, such as opened, bid, passed, showed or has"),
)
"""The words of errors at places where many things are allowed."""


def parsed(passage: Passage, rule: str) -> Node:
    """The syntax tree of a passage: a statement, an entry or an attribute; errors give the place."""
    try:
        return _GRAMMAR.parse(passage.text, rule)
    except TooDeep as error:
        passage.fail("too many conditions within conditions", error.position)
    except Unexpected as error:
        if rule == "attribute" and not PROPERTY.match(passage.text, passage.start):
            passage.fail(no_property(passage.text))
        passage.fail(_complaint(passage.text[error.position :], error.expected), error.position)


# Texts of errors


def _complaint(text: str, expected: set[str]) -> str:
    """The text of an error: what was expected in the place of a text, and what was found."""
    match = re.match(r'[\w♠♥♦♣-]+|"[^"\n]*"?|\S', text)
    found = repr(match[0][:40]) + _near(match[0], expected) if match else "the end of the line"
    return f"expected {_in_words(expected)}, found {found}"


def no_property(text: str) -> str:
    """The text of an error for a line below an entry that begins with no known property.

    >>> no_property("sign off").partition(": ")[2]
    "did you mean 'sign-off'?"
    """
    words = re.findall(r"[\w:-]+", text.strip().split("\n")[0][:80]) or [text.strip()[:1]]
    fault = f"no property line begins with {words[0][:40]!r} (they begin with {alternatives(PROPERTIES)})"
    for length in (2, 1):
        if near := suggestion(" ".join(words[:length]), PROPERTIES):
            return fault + near
    meant = _meant(words[0])
    return fault if meant not in PROPERTIES else f"{fault}: did you mean {meant!r}?"


def _meant(word: str) -> str | None:
    """The call or property for which a word is used elsewhere; None if there is none."""
    return next((each for each, words in _GRAMMAR.elsewhere.items() if word.lower() in words), None)


def _near(word: str, expected: set[str]) -> str:
    if {"PASS", "BID"} <= expected and (meant := _meant(word)) in ("pass", "double", "redouble"):
        return f": did you mean {meant!r}?"
    if expected == {"BID"}:
        return suggestion(word, ("game",))
    if expected & {"BID", "PATTERN"} and re.fullmatch(r"[1-7n][shdcwxyz]", word):
        return f": did you mean {word[0] + word[1].upper()!r}?"
    return suggestion(word, _spelt(expected))


def _spelt(expected: Iterable[str]) -> list[str]:
    """The words allowed at a place, in their spelling."""
    words = [_spelling(each) for each in expected if each not in _GRAMMAR.words]
    words += [word for each in expected for word in _OTHER_WORDS.get(each, ())]
    return sorted(words)


def _spelling(terminal: str) -> str:
    return terminal.strip("_").lower().replace("_", " ")


_OTHER_WORDS = {
    "WHO": ("I", "partner", "LHO", "RHO", "we", "they"),
    "QUANTITY": ("hcp", "points", "aces", "kings"),
    "SIGN_OFF": ("sign-off",),
    "CATCH_ALL": ("catch-all",),
    "HAS": ("has",),
    "_SOURCE": ("source:",),
    "_POINTS": ("points",),
}


def _in_words(expected: set[str]) -> str:
    if expected == {"BID"}:
        return "'game' or a bid without letters such as 3NT"
    for terminals, words in _WHOLE:
        if terminals <= expected:
            return words
    named = [_GRAMMAR.words[each] for each in _GRAMMAR.words if each in expected and each != "$END"]
    named += sorted(f"'{_spelling(each)}'" for each in expected if each not in _GRAMMAR.words)
    if "$END" in expected or not named:
        named.append(_GRAMMAR.words["$END"])
    return alternatives(named)
