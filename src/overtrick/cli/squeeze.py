"""``overtrick squeeze``: is there a squeeze, what is it called, how is it played, and why does it work?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from overtrick.cli import output
from overtrick.cli.given import lines_of
from overtrick.cli.options import Ascii, Json, Output, ThemeName, one_of, seed_number, whole_number
from overtrick.core import Card, CardSet, Deal, NotationError, Seat, Side, Strain
from overtrick.render import DEFAULT_THEME, Theme

if TYPE_CHECKING:
    from overtrick.squeezes import Ending

__all__ = ["squeeze"]


def squeeze(
    ending: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ENDING", help="Four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'; - for a hidden hand."
        ),
    ] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="STRAIN", help="C, D, H, S or NT; NT unless you say.")
    ] = None,
    leader: Annotated[
        str | None, typer.Option("--leader", metavar="SEAT", help="Who leads; South unless you say.")
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", help="Who wants tricks: NS or EW; NS unless you say.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="CARDS", help="The cards the two hidden hands share: 'KT9.KQ..3'."),
    ] = None,
    east_holds: Annotated[
        str | None, typer.Option("--east-holds", metavar="CARDS", help="With --out: East's known cards.")
    ] = None,
    west_holds: Annotated[
        str | None, typer.Option("--west-holds", metavar="CARDS", help="With --out: West's known cards.")
    ] = None,
    deal: Annotated[
        bool, typer.Option("--deal", help="ENDING is a whole deal: is its contract made by a squeeze?")
    ] = False,
    contract: Annotated[
        str | None, typer.Option("--contract", metavar="'6H by S'", help="With --deal.")
    ] = None,
    lead: Annotated[
        str | None, typer.Option("--lead", metavar="CARD", help="With --deal: the opening lead.")
    ] = None,
    scan: Annotated[
        str | None, typer.Option("--scan", metavar="FILE", help="Look for squeezes in a file of boards.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="With --scan: only this type of squeeze.")
    ] = None,
    victim: Annotated[
        str | None, typer.Option("--victim", metavar="SEAT", help="With --scan: only against this defender.")
    ] = None,
    make: Annotated[
        str | None,
        typer.Option("--make", metavar="TYPE", help="Make an exercise, with a near miss."),
    ] = None,
    cards: Annotated[
        str | None, typer.Option("--cards", metavar="N", help="With --make: cards in each hand; 5.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="With --make: the same again.")
    ] = None,
    count: Annotated[str | None, typer.Option("--count", metavar="N", help="With --make: how many.")] = None,
    audit: Annotated[
        str | None, typer.Option("--audit", metavar="FILE", help="Check published endings, one a line.")
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="FILE", help="One 'DEAL;trump;leader' a line; - is standard input."),
    ] = None,
    to_file: Output = None,
    theme: ThemeName = DEFAULT_THEME.name,
    ascii_only: Ascii = False,
    as_json: Json = False,
) -> None:
    """Find the squeeze in an ending: who is squeezed, on which card, what it is called, and how to play it.

    With two hidden hands and --out it is asked of every division of their cards.
    """
    said = " ".join(ending or [])
    asked = _Asked(said, trump, leader, side or "NS", to_file, Theme.parse(theme), ascii_only, as_json)
    tasks = {"deal": deal, "scan": scan, "make": make, "audit": audit, "batch": batch, "out": out}
    one_of(**{name: bool(given) for name, given in tasks.items()})
    _check(
        next((name for name, given in tasks.items() if given), "ending"),
        {
            "ending": said,
            **{"contract": contract, "lead": lead, "type": kind, "victim": victim, "seed": seed},
            **{"cards": cards, "count": count, "east-holds": east_holds, "west-holds": west_holds},
            **{"trump": trump, "leader": leader, "side": side, "output": to_file},
        },
    )
    one_of(output=to_file is not None, json=as_json)
    if batch is not None:
        _batch(batch)
    elif audit is not None:
        _audit(audit, as_json)
    elif make is not None:
        _make(asked, make, cards or "5", count or "1", seed)
    elif scan is not None:
        _scan(scan, kind, victim, as_json)
    elif deal:
        _deal(asked, contract, lead)
    elif out is not None:
        _undivided(asked, out, east_holds, west_holds)
    else:
        _ending(asked)


class _Asked(NamedTuple):
    """An ending as it was typed, and how the answer is wanted."""

    text: str
    trump: str | None
    leader: str | None
    side: str
    to_file: Path | None
    theme: Theme
    ascii_only: bool
    as_json: bool

    @property
    def parts(self) -> tuple[Deal, Strain, Seat]:
        """Deal, strain and leader, from the text and the options."""
        deal, *said = (part.strip() for part in self.text.split(";"))
        if not deal or len(said) not in (0, 2):
            raise NotationError(
                f"{self.text!r} is not an ending: expected four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'"
            )
        trump, leader = said or (self.trump or "NT", self.leader or "S")
        return Deal.parse(deal), Strain.parse(self.trump or trump), Seat.parse(self.leader or leader)

    @property
    def ending(self) -> Ending:
        """The ending."""
        from overtrick.squeezes import Ending

        return Ending(*self.parts, attackers=Side.parse(self.side))


_BELONG = {
    "ending": ("ending", "deal", "out"),
    "contract": ("deal",),
    "lead": ("deal",),
    "type": ("scan",),
    "victim": ("scan",),
    "seed": ("make",),
    "cards": ("make",),
    "count": ("make",),
    "east-holds": ("out",),
    "west-holds": ("out",),
    "trump": ("ending", "out", "make"),
    "leader": ("ending", "out"),
    "side": ("ending",),
    "output": ("ending", "make"),
}
"""What each option goes with: an ending, or another option."""


def _check(task: str, options: Mapping[str, object]) -> None:
    """Refuse options that do not go together."""
    for name, given in options.items():
        if given and task not in _BELONG[name]:
            what = "an ending" if name == "ending" else f"--{name}"
            goes = " or ".join("an ending" if each == "ending" else f"--{each}" for each in _BELONG[name])
            said = f"{what} does not go with --{task}" if task != "ending" else f"{what} goes with {goes}"
            raise typer.BadParameter(said)


def _ending(asked: _Asked) -> None:
    if not asked.text:
        raise NotationError("which ending? Give four hands, as in 'N:Q.AJ.. T9...3 2.3..A K.KQ..'")
    # Here, so that the other commands start without the engine.
    from overtrick.cli import squeeze_records, squeeze_words
    from overtrick.squeezes import analyse

    report = analyse(asked.ending)
    if asked.to_file is not None:
        squeeze_words.draw(report, asked.to_file, asked.theme, asked.ascii_only)
    elif asked.as_json:
        output.print_json(squeeze_records.record(report))
    else:
        squeeze_words.print_report(report, asked.theme, asked.ascii_only)


def _undivided(asked: _Asked, out: str, east_holds: str | None, west_holds: str | None) -> None:
    from overtrick.cli import squeeze_divisions

    known = {Seat.EAST: _cards(east_holds), Seat.WEST: _cards(west_holds)}
    squeeze_divisions.print_divisions(*asked.parts, CardSet.parse(out), known, asked.as_json)


def _deal(asked: _Asked, contract: str | None, lead: str | None) -> None:
    from overtrick.cli import squeeze_deals

    card = None if lead is None else Card.parse(lead)
    squeeze_deals.print_deal(
        Deal.parse(asked.text), contract, card, asked.theme, asked.ascii_only, asked.as_json
    )


def _scan(name: str, kind: str | None, victim: str | None, as_json: bool) -> None:
    from overtrick.cli import squeeze_deals

    wanted = None if kind is None else squeeze_deals.kind_of(kind)
    squeeze_deals.print_scan(name, wanted, None if victim is None else Seat.parse(victim), as_json)


def _make(asked: _Asked, kind: str, cards: str, count: str, seed: str | None) -> None:
    from overtrick.cli import squeeze_exercises
    from overtrick.cli.squeeze_deals import kind_of

    squeeze_exercises.print_exercises(
        kind_of(kind),
        whole_number(cards, "--cards", least=2),
        whole_number(count, "--count", least=1),
        None if seed is None else seed_number(seed),
        None if asked.trump is None else Strain.parse(asked.trump),
        asked.to_file,
        asked.theme,
        asked.ascii_only,
        asked.as_json,
    )


def _audit(name: str, as_json: bool) -> None:
    from overtrick.cli import squeeze_audit

    squeeze_audit.print_audit(lines_of(name), name, as_json)


def _batch(name: str) -> None:
    from overtrick.cli import squeeze_records

    squeeze_records.print_batch(lines_of(name))


def _cards(text: str | None) -> CardSet:
    return CardSet() if text is None else CardSet.parse(text)
