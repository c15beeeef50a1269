"""English: the sentence for every kind of claim about a card."""

from __future__ import annotations

from overtrick.explain.player.phrases import (
    achieves,
    all_layouts,
    cards_words,
    condition_words,
    layouts_words,
    percent,
    played,
    share_words,
    there,
    who,
)
from overtrick.explain.registry import says
from overtrick.player.claims import (
    Alternative,
    AsGood,
    Averages,
    ChosenBy,
    CombinesChances,
    Decides,
    Differs,
    GainsImps,
    GainsWhere,
    HowSure,
    MannerOf,
    MoreTricks,
    OnlyCard,
    PlayKind,
    Safety,
    SameEverywhere,
    Unjudged,
)
from overtrick.player.plays import Kind

__all__: list[str] = []


# What needs no layouts


@says(OnlyCard, "en")
def _(claim: OnlyCard) -> str:
    return f"the {claim.card.print} is the only card"


@says(MannerOf, "en")
def _(claim: MannerOf) -> str:
    which = "lowest" if claim.card is claim.equals[-1] else "highest"
    return f"{claim.card.print} is the {which} of equals ({cards_words(claim.equals)})"


@says(Unjudged, "en")
def _(claim: Unjudged) -> str:
    return f"the {claim.card.print}, without a look at layouts"


# Chances


@says(ChosenBy, "en")
def _(claim: ChosenBy) -> str:
    sample = claim.sample
    return f"{played(sample, claim.card)} {achieves(sample)} {share_words(sample, claim.chance)}"


@says(Alternative, "en")
def _(claim: Alternative) -> str:
    share = share_words(claim.sample, claim.chance)
    if len(claim.cards) == 1:
        return f"{claim.cards[0].print} does so {share}"
    return f"the best of {cards_words(claim.cards)} does so {share}"


@says(SameEverywhere, "en")
def _(claim: SameEverywhere) -> str:
    which = "both cards take" if len(claim.cards) == 2 else "every card takes"
    return f"{which} the same tricks in {all_layouts(claim.sample)}"


@says(AsGood, "en")
def _(claim: AsGood) -> str:
    verb = "takes" if len(claim.others) == 1 else "take"
    return f"{cards_words(claim.others)} {verb} the same tricks in {all_layouts(claim.sample)}"


@says(Averages, "en")
def _(claim: Averages) -> str:
    mine, theirs = claim.hundredths / 100, claim.other_hundredths / 100
    return (
        f"on average {claim.card.print} takes {mine:.2f} tricks and {claim.other.print} {theirs:.2f}, "
        f"over {layouts_words(claim.sample)}"
    )


@says(HowSure, "en")
def _(claim: HowSure) -> str:
    return (
        f"the difference to {claim.other.print} is {claim.difference:g} ± {claim.error:g} percentage points"
        f"{_luck(claim)}: "
        f"{layouts_words(claim.sample)} {_worth(claim)}".rstrip()
    )


def _luck(claim: HowSure) -> str:
    """Whether the difference may be luck."""
    if claim.is_close:
        return ", too close to call"
    return ", not for sure" if claim.is_luck else ""


def _worth(claim: HowSure) -> str:
    return "" if claim.sample.is_even else f"tell as much as {claim.effective} equally likely ones"


# What the event pays for


@says(GainsImps, "en")
def _(claim: GainsImps) -> str:
    worth = f"{claim.hundredths / 100:.2f} IMPs a board"
    return f"{claim.card.print} is worth {worth} more than {claim.other.print}"


@says(MoreTricks, "en")
def _(claim: MoreTricks) -> str:
    sample = claim.sample
    fewer = "never fewer" if claim.fewer.fraction == 0 else f"fewer in {percent(sample, claim.fewer)}"
    more = share_words(sample, claim.more)
    return f"{claim.card.print} takes more tricks than {claim.other.print} {more}, {fewer}"


# What decides


@says(Decides, "en")
def _(claim: Decides) -> str:
    verb = "succeeds" if claim.inside > claim.outside else "fails"
    return f"{claim.card.print} {verb} where {_where(claim)}"


@says(GainsWhere, "en")
def _(claim: GainsWhere) -> str:
    verb = "gains on" if claim.inside > claim.outside else "does not gain on"
    return f"{claim.card.print} {verb} {claim.other.print} where {_where(claim)}"


def _where(claim: Decides | GainsWhere) -> str:
    condition = condition_words(claim.sample, claim.condition)
    return f"{condition} {there(claim.sample, claim.inside, claim.outside)}"


@says(Differs, "en")
def _(claim: Differs) -> str:
    sample = claim.sample
    other = "never" if claim.worse.fraction == 0 else f"in {percent(sample, claim.worse)}"
    return (
        f"{claim.card.print} succeeds and {claim.other.print} fails {share_words(sample, claim.better)}, "
        f"the other way about {other}"
    )


@says(PlayKind, "en")
def _(claim: PlayKind) -> str:
    card, called = claim.card.print, claim.called
    honour = called.honour.print if called.honour is not None else ""
    against = who(claim.sample, called.against) if called.against is not None else ""
    name = {
        Kind.FINESSE: f"is a finesse against {against}",
        Kind.TOWARDS: f"is led through {against} towards an honour",
        Kind.RUFFING_FINESSE: f"is a ruffing finesse against {against}",
        Kind.THROW_IN: f"throws {against} in, who must then lead",
        Kind.DROP: f"plays for the {honour} to drop",
        Kind.BREAK: "plays for the break",
        Kind.RUFF: "is a ruff",
        Kind.DISCARD: "is a discard",
        Kind.DUCK: "ducks the trick",
        Kind.TRUMPS: "draws trumps",
        Kind.CASH: "cashes a high card",
    }[called.kind]
    return f"{card} {name}" if claim.by is None else f"{card} {name}: it wins where {_where(claim.by)}"


@says(Safety, "en")
def _(claim: Safety) -> str:
    is_declarers = claim.sample.seat is claim.sample.declarer
    return (
        f"{'a safety play' if is_declarers else 'it has its price'}: {claim.card.print} takes "
        f"{claim.cost / 100:.2f} tricks fewer than {claim.other.print} on average, "
        f"over {layouts_words(claim.sample)}"
    )


@says(CombinesChances, "en")
def _(claim: CombinesChances) -> str:
    whole = "" if claim.is_whole else "at most "  # after so many cards double dummy takes over
    return (
        f"as declarer cannot see the cards, his best plan after {claim.card.print} succeeds in "
        f"{whole}{claim.plan:g}%, after {claim.other.print} in at most {claim.other_plan:g}%, "
        f"of {layouts_words(claim.sample)}"
    )
