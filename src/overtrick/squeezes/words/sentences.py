"""English: the sentence for every statement about squeezes."""

from __future__ import annotations

from overtrick.core.english import NUMBERS, capital
from overtrick.core.explaining import says
from overtrick.squeezes.kinds import Means
from overtrick.squeezes.statements import (
    Automatic,
    Backwash,
    BeyondReach,
    Breaks,
    Caught,
    Concedes,
    CrissCross,
    Establishes,
    Finesses,
    GivesUp,
    Good,
    Guards,
    Idle,
    Needed,
    NoSqueeze,
    OnlyBySqueeze,
    OnlyTops,
    Positional,
    Repairs,
    RuffsIn,
    Saves,
    Simultaneous,
    Squeezes,
    Successive,
    Transfer,
    Unforced,
    Use,
    ViennaCoup,
    WithoutSqueeze,
)
from overtrick.squeezes.words.phrases import (
    as_it_would_be,
    becomes,
    by_squeezing,
    cards_of,
    conceded,
    count,
    finessed,
    given_up,
    goal,
    moment,
    one_of,
    ruffed_in,
    throws,
    whom,
)

__all__ = ["against", "consequence", "needed"]


@says(Squeezes, "en")
def _(fact: Squeezes) -> str:
    more = f"{NUMBERS[fact.gain]} more than if nobody had to discard"
    return f"{capital(whom(fact))}: declarer takes {count(fact.tricks, 'trick')}, {more}"


says(NoSqueeze, "en")(
    lambda fact: f"There is no squeeze: declarer takes {count(fact.tricks, 'trick')}, discards or no discards"
)

says(OnlyTops, "en")(lambda fact: f"Declarer has {count(fact.tops, 'top trick')}")

says(Unforced, "en")(
    lambda fact: f"If nobody had to discard, declarer would take {count(fact.tricks, 'trick')}"
)

says(Automatic, "en")(lambda fact: "It is automatic: it works as well if the defenders exchange their hands")

says(Positional, "en")(lambda fact: "It is positional: it fails if the defenders exchange their hands")


@says(Caught, "en")
def _(fact: Caught) -> str:
    turn = fact.turn
    again = " is squeezed again and" if fact.is_again else ""
    whatever = "".join(f", whatever {seat.word} keeps" for seat in turn.keeps)
    return f"{capital(moment(turn.play))} {turn.victim.word}{again} has no card to spare{whatever}"


says(Idle, "en")(
    lambda fact: f"{capital(moment(fact.turn.play))} {fact.turn.victim.word} can spare the {fact.card.print}"
)


@says(Guards, "en")
def _(fact: Guards) -> str:
    guard = "guards" if len(fact.cards) == 1 else "guard"
    return f"{capital(cards_of(fact.cards))} {guard} against {against(fact, with_holder=True)}"


says(Needed, "en")(lambda fact: f"{capital(cards_of(fact.cards))} {needed(fact)}")

says(GivesUp, "en")(
    lambda fact: f"If {fact.turn.victim.word} {throws(fact)} {given_up([fact])}, {consequence(fact)}"
)

says(Good, "en")(lambda fact: capital(becomes(fact)))

says(Concedes, "en")(lambda fact: capital(conceded(fact)))

says(Establishes, "en")(lambda fact: f"Then the {fact.card.print} is good")

says(RuffsIn, "en")(lambda fact: capital(ruffed_in(fact)))

says(Finesses, "en")(lambda fact: capital(finessed(fact)))


def against(fact: Guards, *, with_holder: bool) -> str:
    """The threat, and who else can beat it."""
    whose = f"{fact.holder.word}'s" if with_holder else "the"
    too = "" if fact.is_alone else f", which {fact.seat.partner.word} can beat too"
    return f"{whose} {fact.threat.print}{too}"


def needed(fact: Needed) -> str:
    """What cards are that guard nothing."""
    is_one = len(fact.cards) == 1
    said = {Use.HIGH: "high", Use.TRUMPS: "a trump" if is_one else "trumps", Use.BUSY: "needed"}[fact.use]
    return f"{'is' if is_one else 'are'} {said}"


def consequence(fact: GivesUp) -> str:
    """What follows from giving up a suit, where nothing more is known."""
    return {
        Means.WINNERS: "declarer has winners enough",
        Means.RUFF: "winners and ruffs are enough",
        Means.FINESSE: "declarer can finesse",
        Means.LOSER: "declarer gets home by losing a trick at the right time",
        Means.PARTNER: f"{fact.turn.victim.partner.word} is squeezed",
        Means.AGAIN: "he is squeezed again",
        Means.BOTH: "both defenders are squeezed",
    }[fact.means]


# What sets it apart


@says(CrissCross, "en")
def _(fact: CrissCross) -> str:
    one, other = fact.one, fact.other
    first = f"the {one.winner.print} is alone opposite the {one.threat.print}"
    return f"It is a criss-cross: {first}, and the {other.winner.print} opposite the {other.threat.print}"


@says(ViennaCoup, "en")
def _(fact: ViennaCoup) -> str:
    cashed = f"the {fact.winner.print} is cashed first"
    return f"It is a Vienna coup: {cashed}, and the {fact.threat.print} is left"


@says(Transfer, "en")
def _(fact: Transfer) -> str:
    only = f"only {fact.turn.victim.word} can beat the {fact.threat.print}"
    return f"The guard is transferred: after the lead of the {fact.led.print} {only}"


says(Backwash, "en")(
    lambda fact: (
        f"It is a backwash: {fact.turn.victim.word} has to choose after {fact.ruffer.word} has ruffed"
    )
)

says(Simultaneous, "en")(
    lambda fact: f"It is simultaneous: both can be squeezed on the {fact.first.play.trick.cards[0].print}"
)

says(Successive, "en")(lambda fact: "It is not simultaneous: the defenders are squeezed one after the other")


@says(Repairs, "en")
def _(statement: Repairs) -> str:
    tricks = f"{count(statement.tricks + 1, 'trick')} instead of {NUMBERS[statement.tricks]}"
    change = as_it_would_be(statement.ending, statement.repair)
    return f"If {change}, declarer would take {tricks}, by a squeeze"


@says(Breaks, "en")
def _(statement: Breaks) -> str:
    cards = one_of(statement.cards, statement.ending.deal[statement.defender])
    takes = f"declarer would take only {count(statement.tricks, 'trick')}"
    return f"If {statement.defender.word} could lead {cards} now, {takes}"


@says(Saves, "en")
def _(statement: Saves) -> str:
    takes = f"declarer would take only {count(statement.tricks, 'trick')}"
    return f"If {as_it_would_be(statement.ending, statement.exchange)}, {takes}"


says(OnlyBySqueeze, "en")(lambda fact: f"{_goal(fact, fact.target)} only {by_squeezing(fact.victims)}")
says(WithoutSqueeze, "en")(lambda fact: f"{_goal(fact, fact.target)} without a squeeze")
says(BeyondReach, "en")(lambda fact: f"{_goal(fact, fact.tricks)} at most")


def _goal(fact: OnlyBySqueeze | WithoutSqueeze | BeyondReach, tricks: int) -> str:
    return " ".join(goal(fact.declarer, fact.play.strain, tricks, None))
