"""Plans for one suit in words; `outline` has the structure, `english` and `german` have the words.

How a text is to be read (the grammars of `overtrick.suits` read it so, independently):

- A row of plays is carried out in order. A condition is about the trick just before it, the last play of
  the row it follows.
- Conditions that follow one another ("if ...; if ...") are all about that same trick; the first that is met
  counts. What is to be done then is a plain row without conditions of its own; it ends at the next
  semicolon or full stop, so that "if ..., A, then B" means that B, too, is done only in that case.
- "Otherwise" continues the last condition: it says what is done if none of the conditions of that trick is
  met. From there the text goes on, and the next condition is about the last play after "otherwise".
- "Unless C, A. Otherwise, B" means "If C, B. Otherwise, A", but B, not A, may have conditions.
- Where nothing is said, declarer plays his cards from the top.
- "Low" is every group of touching missing cards without an honour (ace to ten); "an honour" is every
  missing honour. Naming a card names the missing cards that touch it, so all of these are named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overtrick.explain.suits import english, german
from overtrick.explain.suits.clauses import Sentence
from overtrick.explain.suits.outline import Outline, Unsayable
from overtrick.explain.suits.wording import Taste
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.plans import Plan

__all__ = ["plan_text"]

_WRITERS: dict[str, Callable[[Sequence[Sentence], Taste], str]] = {"en": english.text, "de": german.text}


def plan_text(plan: Plan, combination: Combination, language: str = "en", apart: int = 0) -> str | None:
    """A plan in at most three sentences, or None if they cannot say it clearly.

    Missing cards to be told apart from those they touch are given as bits, as to `Layouts`.

    >>> from overtrick.suits.plans import VOID, Branch, Phrase, Sees, Step, Way
    >>> nine, east_out = Phrase(Way.TOWARDS, 7), Sees(east=frozenset((VOID,)))
    >>> plan = (Step(Phrase(Way.LEAD, 12), (Branch(east_out, (Step(nine),)),)),)
    >>> plan_text(plan, Combination.parse("AKQ9 xxx"))
    'Cash the ace; if East shows out, finesse the nine.'
    >>> plan_text(plan, Combination.parse("AKQ9 xxx"), "de")
    'Das Ass abziehen; falls Ost nicht bedient, zur Neun schneiden.'
    """
    if language not in _WRITERS:
        raise SuitError(f"expected the language 'en' or 'de', found {language!r}")
    try:
        sentences = Outline(combination, apart).sentences(plan)
    except Unsayable:
        return None
    return _WRITERS[language](sentences, Taste(combination))
