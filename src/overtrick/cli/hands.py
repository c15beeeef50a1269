"""``overtrick hands``: exact answers about all 635,013,559,600 hands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from overtrick import hands as engine
from overtrick.cli import output
from overtrick.cli.options import Colours, Json, Seed, argument, flag, number, option
from overtrick.cli.output import PLAIN, Style
from overtrick.cli.terminal import bar
from overtrick.core import CardSet
from overtrick.hands import Known, Vocabulary, parse, parse_quantity
from overtrick.openbid import vocabulary
from overtrick.render import DEFAULT_THEME, Bar, text_bars

__all__ = ["SUBCOMMANDS"]


Condition = Annotated[str, argument("PREDICATE", "A condition such as '15-17 hcp, balanced'.")]


@dataclass(frozen=True)
class HandOptions:
    """Options for known cards and the user's own words."""

    held: Annotated[
        list[str] | None, option("--held", "CARDS", "Cards the hand is known to hold: 'AK.Q..', or 'SAK HQ'.")
    ] = None
    elsewhere: Annotated[
        list[str] | None, option("--elsewhere", "CARDS", "Cards known to be in other hands.")
    ] = None
    define: Annotated[
        list[str] | None,
        option("--define", "NAME=…", "A word of your own: 'good(X) = 5+ X, 2+ of AKQ in X'."),
    ] = None

    @property
    def words(self) -> Vocabulary:
        """The standard words, those of OPENBID, and the user's own."""
        return vocabulary().defining(*(self.define or []))

    @property
    def known(self) -> Known:
        """The cards that are known."""
        return Known(
            *(CardSet().union(*map(CardSet.parse, texts or [])) for texts in (self.held, self.elsewhere))
        )


NO_OPTIONS = HandOptions()


def count(
    predicate: Condition,
    options: HandOptions = NO_OPTIONS,
    as_json: Json = False,
) -> None:
    """How many hands meet a condition, exactly."""
    asked = parse(predicate, options.words)
    with bar("counting") as progress:
        found = engine.count(asked, known=options.known, progress=progress)
    odds = f", one in {found.of / found.hands:,.4g}" if found.hands else ""
    record = output.attributes(found, "hands", "of", "percent")
    Style(as_json=as_json).print_answer(record, [f"{found}{odds}"])


def show(
    predicate: Condition,
    n: Annotated[int, number("How many hands (default 5).")] = 5,
    seed: Seed = None,
    simplest: Annotated[bool, flag("--simplest", "The simplest hand instead.")] = False,
    options: HandOptions = NO_OPTIONS,
    theme: Colours = DEFAULT_THEME,
    style: Style = PLAIN,
) -> None:
    """Show hands that meet a condition, every one equally likely."""
    asked, known = parse(predicate, options.words), options.known
    chosen = secrets.randbelow(10**9) if seed is None else seed
    if simplest:
        found = [hand for hand in (engine.simplest(asked, known=known),) if hand is not None]
    else:
        found = engine.examples(asked, n, np.random.default_rng(chosen), known=known)
    if style.as_json:
        for hand in found:
            output.print_json({"hand": hand, "hcp": hand.hcp})
    elif found:
        style.print_values(found, theme)
    else:
        output.print_words("No hand is like that.")
    if seed is None and not simplest and found:
        output.note(f"drawn with --seed {chosen}")


def prove(
    condition: Annotated[str, argument("A", "If a hand meets this…")],
    conclusion: Annotated[str, argument("B", "…does it meet that?")],
    options: HandOptions = NO_OPTIONS,
    as_json: Json = False,
) -> None:
    """Prove that every hand that meets A meets B, or show the simplest hand that does not."""
    words = options.words
    first, second = parse(condition, words), parse(conclusion, words)
    with bar("proving") as progress:
        proof = engine.prove(first, second, known=options.known, progress=progress)
    if as_json:
        witness = {} if proof.witness is None else {"witness": proof.witness}
        output.print_json(output.attributes(proof, "holds", "hands", "exceptions") | witness)
    elif proof.hands == 0:
        output.print_words(f"True, but of nothing: no hand meets {first}.")
    elif proof.witness is None:
        output.print_words(f"True of all {proof.hands:,} hands.")
    else:
        output.print_words(f"False for {proof.exceptions:,} of {proof.hands:,} hands. The simplest of them:")
        output.print_values([proof.witness], DEFAULT_THEME)


def histogram(
    predicate: Condition,
    quantity: Annotated[str, argument("NUMBER", "What to count by: hcp, or spades.")],
    options: HandOptions = NO_OPTIONS,
    as_json: Json = False,
) -> None:
    """How the hands that meet a condition divide by a number they have."""
    words = options.words
    asked, counted = parse(predicate, words), parse_quantity(quantity, words)
    with bar("counting") as progress:
        found = engine.histogram(asked, counted, known=options.known, progress=progress)
    whole = sum(found.values())
    if as_json:
        output.print_json({"quantity": str(counted), "hands": whole, "histogram": found})
    elif not whole:
        output.print_words("No hand is like that.")
    else:
        bars = tuple(
            Bar(str(value), each, f"{each:,} ({100 * each / whole:.3g}%)") for value, each in found.items()
        )
        average = sum(value * each for value, each in found.items()) / whole
        output.print_words("\n".join(text_bars(bars)))
        output.print_words(f"{whole:,} hands, {counted} {average:.4g} on average")


def print_words() -> None:
    """The words a condition may use."""
    listed = sorted(vocabulary().words(), key=lambda each: each[0].lower())
    width = max(len(name) for name, _ in listed)
    for name, meaning in listed:
        output.print_words(f"{name:<{width}}  {meaning}")


SUBCOMMANDS = {
    "count": count,
    "show": show,
    "prove": prove,
    "histogram": histogram,
    "words": print_words,
}
