"""English: the sentence for every claim about a squeeze."""

from __future__ import annotations

from overtrick.explain.registry import says
from overtrick.explain.squeezes.phrases import (
    becomes,
    cards_of,
    conceded,
    count,
    finessed,
    given_up,
    moment,
    ruffed_in,
    throws,
    whom,
)
from overtrick.explain.words_english import NUMBERS, capital
from overtrick.squeezes.kinds import Means
from overtrick.squeezes.reasons.claims import (
    Automatic,
    Caught,
    Concedes,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyTops,
    Positional,
    RuffsIn,
    Squeezes,
    Unforced,
    Use,
)

__all__ = ["against", "consequence", "needed"]


@says(Squeezes, "en")
def _(claim: Squeezes) -> str:
    more = f"{NUMBERS[claim.gain]} more than if nobody had to discard"
    return f"{capital(whom(claim))}: declarer takes {count(claim.tricks, 'trick')}, {more}"


@says(NoSqueeze, "en")
def _(claim: NoSqueeze) -> str:
    return f"There is no squeeze: declarer takes {count(claim.tricks, 'trick')}, discards or no discards"


@says(OnlyTops, "en")
def _(claim: OnlyTops) -> str:
    return f"Declarer has {count(claim.tops, 'top trick')}"


@says(Unforced, "en")
def _(claim: Unforced) -> str:
    return f"If nobody had to discard, declarer would take {count(claim.tricks, 'trick')}"


@says(Automatic, "en")
def _(claim: Automatic) -> str:
    return "It is automatic: it works as well if the defenders exchange their hands"


@says(Positional, "en")
def _(claim: Positional) -> str:
    return "It is positional: it fails if the defenders exchange their hands"


@says(Caught, "en")
def _(claim: Caught) -> str:
    turn = claim.turn
    again = " is squeezed again and" if claim.is_again else ""
    whatever = "".join(f", whatever {seat.word} keeps" for seat in turn.keeps)
    return f"{capital(moment(turn.play))} {turn.victim.word}{again} has no card to spare{whatever}"


@says(Idle, "en")
def _(claim: Idle) -> str:
    return f"{capital(moment(claim.turn.play))} {claim.turn.victim.word} can spare the {claim.card.print}"


@says(Guards, "en")
def _(claim: Guards) -> str:
    guard = "guards" if len(claim.cards) == 1 else "guard"
    return f"{capital(cards_of(claim.cards))} {guard} against {against(claim, with_holder=True)}"


@says(Needed, "en")
def _(claim: Needed) -> str:
    return f"{capital(cards_of(claim.cards))} {needed(claim)}"


@says(GivesUp, "en")
def _(claim: GivesUp) -> str:
    return f"If {claim.turn.victim.word} {throws(claim)} {given_up([claim])}, {consequence(claim)}"


@says(Good, "en")
def _(claim: Good) -> str:
    return capital(becomes(claim))


@says(Concedes, "en")
def _(claim: Concedes) -> str:
    return capital(conceded(claim))


@says(Establishes, "en")
def _(claim: Establishes) -> str:
    return f"Then the {claim.card.print} is good"


@says(RuffsIn, "en")
def _(claim: RuffsIn) -> str:
    return capital(ruffed_in(claim))


@says(Finesses, "en")
def _(claim: Finesses) -> str:
    return capital(finessed(claim))


def against(claim: Guards, *, with_holder: bool) -> str:
    """The threat, and who else can beat it."""
    whose = f"{claim.holder.word}'s" if with_holder else "the"
    too = "" if claim.is_alone else f", which {claim.seat.partner.word} can beat too"
    return f"{whose} {claim.threat.print}{too}"


def needed(claim: Needed) -> str:
    """What cards are that guard nothing."""
    is_one = len(claim.cards) == 1
    said = {Use.HIGH: "high", Use.TRUMPS: "a trump" if is_one else "trumps", Use.BUSY: "needed"}[claim.use]
    return f"{'is' if is_one else 'are'} {said}"


def consequence(claim: GivesUp) -> str:
    """What follows from giving up a suit, where nothing more is known."""
    return {
        Means.WINNERS: "declarer has winners enough",
        Means.RUFF: "winners and ruffs are enough",
        Means.FINESSE: "declarer can finesse",
        Means.LOSER: "declarer gets home by losing a trick at the right time",
        Means.PARTNER: f"{claim.turn.victim.partner.word} is squeezed",
        Means.AGAIN: "he is squeezed again",
        Means.BOTH: "both defenders are squeezed",
    }[claim.means]
