"""``overtrick hands``: exact answers about all 635,013,559,600 hands."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli import output
from overtrick.cli.options import Ascii, Json, ThemeName, seed_number, whole_number
from overtrick.cli.progress import bar
from overtrick.core import CardSet
from overtrick.render import DEFAULT_THEME, Bar, Theme, text_bars

if TYPE_CHECKING:
    from overtrick.hands import Known, Vocabulary

__all__ = ["hands"]

hands = typer.Typer(
    name="hands",
    help="Count, show and prove: exact answers about all 635,013,559,600 hands.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@hands.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    """Count, show and prove: exact answers about all 635,013,559,600 hands."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


Condition = Annotated[
    str, typer.Argument(metavar="PREDICATE", help="A condition such as '15-17 hcp, balanced'.")
]
Held = Annotated[
    list[str] | None,
    typer.Option(metavar="CARDS", help="Cards the hand is known to hold: 'AK.Q..', or 'SAK HQ'."),
]
Elsewhere = Annotated[
    list[str] | None, typer.Option(metavar="CARDS", help="Cards known to be in other hands.")
]
Define = Annotated[
    list[str] | None,
    typer.Option("--define", metavar="NAME=…", help="A word of your own: 'good(X) = 5+ X, 2+ of AKQ in X'."),
]


@hands.command()
def count(
    predicate: Condition,
    held: Held = None,
    elsewhere: Elsewhere = None,
    define: Define = None,
    as_json: Json = False,
) -> None:
    """How many hands meet a condition, exactly."""
    from overtrick.hands import count as counted
    from overtrick.hands import parse

    asked = parse(predicate, _words(define))
    with bar("counting") as progress:
        found = counted(asked, known=_known(held, elsewhere), progress=progress)
    if as_json:
        output.print_json({"hands": found.hands, "of": found.of, "percent": found.percent})
    else:
        odds = f", one in {found.of / found.hands:,.4g}" if found.hands else ""
        output.print_words(f"{found}{odds}")


@hands.command()
def show(
    predicate: Condition,
    number: Annotated[str, typer.Option("-n", "--number", metavar="N", help="How many hands.")] = "5",
    seed: Annotated[str | None, typer.Option(metavar="N", help="The same seed shows the same hands.")] = None,
    simplest: Annotated[bool, typer.Option("--simplest", help="The simplest hand instead.")] = False,
    held: Held = None,
    elsewhere: Elsewhere = None,
    define: Define = None,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Show hands that meet a condition, every one equally likely."""
    import numpy as np  # here, so that the commands that need no engine start without it

    from overtrick.hands import examples, parse
    from overtrick.hands import simplest as simplest_hand

    colours, wanted = Theme.parse(theme), whole_number(number, "-n", least=1)
    asked, known = parse(predicate, _words(define)), _known(held, elsewhere)
    chosen = secrets.randbelow(10**9) if seed is None else seed_number(seed)
    if simplest:
        found = [hand for hand in (simplest_hand(asked, known=known),) if hand is not None]
    else:
        found = examples(asked, wanted, np.random.default_rng(chosen), known=known)
    if as_json:
        for hand in found:
            output.print_json({"hand": str(hand), "hcp": hand.hcp})
    elif found:
        output.print_values(found, colours, ascii_only)
    else:
        output.print_words("No hand is like that.")
    if seed is None and not simplest and found:
        output.note(f"drawn with --seed {chosen}")


@hands.command()
def prove(
    condition: Annotated[str, typer.Argument(metavar="A", help="If a hand meets this…")],
    conclusion: Annotated[str, typer.Argument(metavar="B", help="…does it meet that?")],
    held: Held = None,
    elsewhere: Elsewhere = None,
    define: Define = None,
    as_json: Json = False,
) -> None:
    """Prove that every hand that meets A meets B, or show the simplest hand that does not."""
    from overtrick.hands import parse
    from overtrick.hands import prove as proof_of

    words = _words(define)
    first, second = parse(condition, words), parse(conclusion, words)
    with bar("proving") as progress:
        proof = proof_of(first, second, known=_known(held, elsewhere), progress=progress)
    if as_json:
        record: dict[str, object] = {
            "holds": proof.holds,
            "hands": proof.hands,
            "exceptions": proof.exceptions,
        }
        if proof.witness is not None:
            record["witness"] = str(proof.witness)
        output.print_json(record)
    elif proof.hands == 0:
        output.print_words(f"True, but of nothing: no hand meets {first}.")
    elif proof.witness is None:
        output.print_words(f"True of all {proof.hands:,} hands.")
    else:
        output.print_words(f"False for {proof.exceptions:,} of {proof.hands:,} hands. The simplest of them:")
        output.print_values([proof.witness], DEFAULT_THEME)


@hands.command()
def histogram(
    predicate: Condition,
    quantity: Annotated[str, typer.Argument(metavar="NUMBER", help="What to count by: hcp, or spades.")],
    held: Held = None,
    elsewhere: Elsewhere = None,
    define: Define = None,
    as_json: Json = False,
) -> None:
    """How the hands that meet a condition divide by a number they have."""
    from overtrick.hands import histogram as divided
    from overtrick.hands import parse, parse_quantity

    words = _words(define)
    asked, number = parse(predicate, words), parse_quantity(quantity, words)
    with bar("counting") as progress:
        found = divided(asked, number, known=_known(held, elsewhere), progress=progress)
    whole = sum(found.values())
    if as_json:
        rows = {str(value): each for value, each in found.items()}
        output.print_json({"quantity": str(number), "hands": whole, "histogram": rows})
    elif not whole:
        output.print_words("No hand is like that.")
    else:
        bars = tuple(
            Bar(str(value), each, f"{each:,} ({100 * each / whole:.3g}%)") for value, each in found.items()
        )
        average = sum(value * each for value, each in found.items()) / whole
        output.print_words("\n".join(text_bars(bars)))
        output.print_words(f"{whole:,} hands, {number} {average:.4g} on average")


@hands.command()
def words() -> None:
    """The words a condition may use."""
    from overtrick.openbid import vocabulary

    listed = sorted(vocabulary().words(), key=lambda each: each[0].lower())
    width = max(len(name) for name, _ in listed)
    for name, meaning in listed:
        output.print_words(f"{name:<{width}}  {meaning}")


def _words(definitions: list[str] | None) -> Vocabulary:
    """The standard words, those of OPENBID, and the user's own."""
    from overtrick.openbid import vocabulary

    return vocabulary().defining(*(definitions or []))


def _known(held: list[str] | None, elsewhere: list[str] | None) -> Known:
    from overtrick.hands import Known

    return Known(*(CardSet().union(*map(CardSet.parse, texts or [])) for texts in (held, elsewhere)))
