"""Card play in English: a sentence for every statement about a card, and a paragraph for a reason."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

from overtrick.core import Card, CardSet, Odds, Rank, Reason, Seat, SeatView, Statement, Suit
from overtrick.core.english import NUMBERS, capital, series
from overtrick.core.explaining import explain, says
from overtrick.player import statements as st
from overtrick.player.decision import Decision
from overtrick.player.layouts import (
    MANY,
    Both,
    Breaks,
    Condition,
    Guarded,
    Layouts,
    Length,
    Lies,
    contract_target,
)
from overtrick.player.manners import Manner, Message
from overtrick.player.techniques import Technique

S = TypeVar("S", bound=Statement)

__all__ = ["achieves", "card_words", "condition_words", "percent", "who"]

# Players and goals


def cards_words(cards: tuple[Card, ...]) -> str:
    """Cards one after another.

    >>> cards_words((Card.parse("SK"), Card.parse("H2")))
    '♠K ♥2'
    """
    return " ".join(card.print for card in cards)


def who(sample: Layouts, seat: Seat) -> str:
    """A seat from the player's point of view: partner, declarer, dummy, or the compass point."""
    if seat is sample.declarer:
        return "declarer"
    if sample.contract is not None and seat is sample.contract.dummy:
        return "dummy"
    if seat is sample.seat.partner:
        return "partner"
    return seat.word


def played(sample: Layouts, card: Card) -> str:
    """A card, with the hand it comes from where that is not the player's own."""
    return f"{card.print} from dummy" if sample.play.to_play is not sample.seat else card.print


def achieves(sample: Layouts) -> str:
    """The goal of the tricks needed."""
    usual = contract_target(sample.play, sample.contract)
    if usual is None or sample.declarer is None:
        tricks = "trick" if sample.needed == 1 else "tricks"
        return f"takes {sample.needed} {tricks} or more"
    more = sample.needed - usual
    return _declarers(more) if sample.side is sample.declarer.side else _defenders(more)


def _declarers(more: int) -> str:
    """Declarer's result with `more` tricks than the contract needs, or fewer if negative."""
    if more == 0:
        return "makes the contract"
    if more > 0:
        return "makes an overtrick" if more == 1 else f"makes {NUMBERS[more]} overtricks"
    return f"goes no more than {NUMBERS[-more]} down"


def _defenders(more: int) -> str:
    """The defence's result with `more` tricks than are needed to beat the contract, or fewer if negative."""
    if more == 0:
        return "beats the contract"
    if more > 0:
        return f"beats the contract by {NUMBERS[more + 1]}"
    over = -more - 1
    overtricks = "an overtrick" if over == 1 else f"{NUMBERS[over]} overtricks"
    return f"gives no more than {overtricks}" if over else "gives no overtrick"


# Plans


_NAMES = {
    Technique.FINESSE: ("is a finesse against {against}", "finesse against {against}", "the finesse"),
    Technique.TOWARDS: (
        "is led through {against} towards an honour",
        "lead through {against} towards an honour",
        "",
    ),
    Technique.RUFFING_FINESSE: (
        "is a ruffing finesse against {against}",
        "ruffing finesse against {against}",
        "the ruffing finesse",
    ),
    Technique.THROW_IN: ("throws {against} in, who must then lead", "throw {against} in", "the throw-in"),
    Technique.DROP: (
        "plays for the {honour} to drop",
        "play for the {honour} to drop",
        "the drop of the {honour}",
    ),
    Technique.BREAK: ("plays for the break", "play for a good break in {suit}", "a good break in {suit}"),
    Technique.RUFF: ("is a ruff", "ruff", "the ruff"),
    Technique.DISCARD: ("is a discard", "", ""),
    Technique.DUCK: ("ducks the trick", "duck", ""),
    Technique.TRUMPS: ("draws trumps", "draw trumps", ""),
    Technique.CASH: ("cashes a high card", "cash the", ""),
}
"""Phrases for each technique: the card's action, the plan, a rival plan; empty if the card says it all."""


def _names(fact: st.PlayKind) -> list[str]:
    """The three phrases of a play, with its opponent and honour filled in."""
    called = fact.called
    about = {
        "against": "" if called.against is None else who(fact.sample, called.against),
        "honour": "" if called.honour is None else called.honour.print,
        "suit": fact.card.suit.word,
    }
    return [name.format(**about) for name in _NAMES[called.kind]]


def where_words(fact: st.Decides | st.GainsWhere, is_brief: bool = False) -> str:
    """A condition with the shares where it holds and not; briefly, without them if it settles everything."""
    told = condition_words(fact.sample, fact.condition)
    if is_brief and {fact.inside.fraction, fact.outside.fraction} == {0, 1}:
        return told
    inside, outside = (percent(fact.sample, odds) for odds in (fact.inside, fact.outside))
    return f"{told} ({inside} there, {outside} elsewhere)"


# Shares


def percent(sample: Layouts, odds: Odds) -> str:
    """A share of the layouts; with ``about`` if they are not equally likely, as it is rounded then."""
    is_exact = sample.is_even or odds.fraction in (0, 1)
    return odds.percent if is_exact else f"about {odds.percent}"


def layouts_words(sample: Layouts) -> str:
    """The number of layouts, and whether there are others: ``50 layouts looked at``."""
    number = len(sample.layouts)
    thing = "layout" if number == 1 else "layouts"
    return f"{number} possible {thing}" if sample.is_all else f"{number} {thing} looked at"


def all_layouts(sample: Layouts) -> str:
    """All of them, or the only one: ``all 50 layouts looked at``."""
    layouts = layouts_words(sample)
    return f"all {layouts}" if len(sample.layouts) > 1 else f"the only {layouts.removeprefix('1 ')}"


def share_words(sample: Layouts, odds: Odds) -> str:
    """In how many of the layouts: ``in 52% of 50 layouts looked at``."""
    if odds.fraction == 1:
        return f"in {all_layouts(sample)}"
    of = f"{percent(sample, odds)} of {'all ' if sample.is_all else ''}" if odds.wins else "none of the "
    return f"in {of}{layouts_words(sample)}"


# Conditions


def condition_words(sample: Layouts, condition: Condition) -> str:
    """A condition on the hidden hands, to stand after ``where``."""
    match condition:
        case Both(Lies(one, seat), Lies(other, same)) if seat is same:
            return f"{who(sample, seat)} has the {one.print} and the {other.print}"
        case Both(Lies(one, seat), Guarded(other) as guarded) if one is other:
            return f"{who(sample, seat)} has the {one.print} {_company(guarded)}"
        case Both(first, second):
            told, also = condition_words(sample, first), condition_words(sample, second)
            subject = f"{told.partition(' has ')[0]} has "
            return f"{told} and {also.removeprefix(subject)}"
        case Lies(card, seat):
            return f"{who(sample, seat)} has the {card.print}"
        case Guarded(card):
            company = _company(condition)
            return f"the {card.print} {'comes' if company.startswith('with') else 'is'} {company}"
        case Breaks(suit, _, total, least, most):
            return _break(suit, total, least, most)
        case Length(seat, suit, low, high):
            return f"{who(sample, seat)} has {_length(suit, low, high)}{_left(sample, suit)}"


def _company(guarded: Guarded) -> str:
    """The number of cards with an honour."""
    if guarded.high == 0:
        return "alone"
    if guarded.high == 1:
        return "alone or with one other"
    if guarded.high < MANY:
        return f"with at most {NUMBERS[guarded.high]} others"
    return "not alone" if guarded.low == 1 else f"with {NUMBERS[guarded.low]} others or more"


def _break(suit: Suit, total: int, least: int, most: int) -> str:
    out = f"the {NUMBERS[total]} {suit.word} that are out"
    if least == most:
        return f"{out} break {most}-{total - most}"
    if most == total:
        return f"{out} break {least}-{total - least} or worse"
    return f"{out} break no worse than {most}-{total - most}"


def _length(suit: Suit, low: int, high: int) -> str:
    single = suit.word.removesuffix("s")
    if high == 0:
        return f"no {suit.word}"
    if high < MANY:
        return f"at most {NUMBERS[high]} {single if high == 1 else suit.word}"
    return f"{NUMBERS[low]} or more {suit.word}" if low > 1 else f"a {single}"


def _left(sample: Layouts, suit: Suit) -> str:
    return " left" if any(card.suit is suit for card in sample.play.cards) else ""


# Statements without layouts


@says(st.OnlyCard, "en")
def _(fact: st.OnlyCard) -> str:
    return f"the {fact.card.print} is the only card"


@says(st.MannerOf, "en")
def _(fact: st.MannerOf) -> str:
    which = "lowest" if fact.card is fact.equals[-1] else "highest"
    return f"{fact.card.print} is the {which} of equals ({cards_words(fact.equals)})"


@says(st.Unjudged, "en")
def _(fact: st.Unjudged) -> str:
    return f"the {fact.card.print}, without a look at layouts"


# Chances


@says(st.ChosenBy, "en")
def _(fact: st.ChosenBy) -> str:
    sample = fact.sample
    return f"{played(sample, fact.card)} {achieves(sample)} {share_words(sample, fact.chance)}"


@says(st.Alternative, "en")
def _(fact: st.Alternative) -> str:
    best = "the best of " if len(fact.cards) > 1 else ""
    return f"{best}{cards_words(fact.cards)} does so {share_words(fact.sample, fact.chance)}"


@says(st.SameEverywhere, "en")
def _(fact: st.SameEverywhere) -> str:
    which = "both cards take" if len(fact.cards) == 2 else "every card takes"
    return f"{which} the same tricks in {all_layouts(fact.sample)}"


@says(st.AsGood, "en")
def _(fact: st.AsGood) -> str:
    verb = "takes" if len(fact.others) == 1 else "take"
    return f"{cards_words(fact.others)} {verb} the same tricks in {all_layouts(fact.sample)}"


@says(st.Averages, "en")
def _(fact: st.Averages) -> str:
    mine, theirs = f"{fact.hundredths / 100:.2f}", f"{fact.other_hundredths / 100:.2f}"
    tricks = f"{fact.card.print} takes {mine} tricks and {fact.other.print} {theirs}"
    return f"on average {tricks}, over {layouts_words(fact.sample)}"


@says(st.HowSure, "en")
def _(fact: st.HowSure) -> str:
    luck = ", too close to call" if fact.is_close else ", not for sure" if fact.is_luck else ""
    weight = "" if fact.sample.is_even else f" tell as much as {fact.effective} equally likely ones"
    points = f"{fact.difference:g} ± {fact.error:g} percentage points"
    return f"the difference to {fact.other.print} is {points}{luck}: {layouts_words(fact.sample)}{weight}"


# IMPs and tricks


@says(st.GainsImps, "en")
def _(fact: st.GainsImps) -> str:
    worth = f"{fact.hundredths / 100:.2f} IMPs a board"
    return f"{fact.card.print} is worth {worth} more than {fact.other.print}"


@says(st.MoreTricks, "en")
def _(fact: st.MoreTricks) -> str:
    fewer = "never fewer" if fact.fewer.fraction == 0 else f"fewer in {percent(fact.sample, fact.fewer)}"
    more = share_words(fact.sample, fact.more)
    return f"{fact.card.print} takes more tricks than {fact.other.print} {more}, {fewer}"


# Deciding conditions


def _decides(fact: st.Decides, succeeds: str = "succeeds", is_brief: bool = False) -> str:
    verb = succeeds if fact.inside > fact.outside else "fails"
    return f"{fact.card.print} {verb} where {where_words(fact, is_brief)}"


def _gains_where(fact: st.GainsWhere, is_brief: bool = False) -> str:
    verb = "gains on" if fact.inside > fact.outside else "does not gain on"
    return f"{fact.card.print} {verb} {fact.other.print} where {where_words(fact, is_brief)}"


says(st.Decides, "en")(_decides)
says(st.GainsWhere, "en")(_gains_where)


@says(st.Differs, "en")
def _(fact: st.Differs) -> str:
    other = "never" if fact.worse.fraction == 0 else f"in {percent(fact.sample, fact.worse)}"
    better = share_words(fact.sample, fact.better)
    return f"{fact.card.print} succeeds and {fact.other.print} fails {better}, the other way about {other}"


@says(st.PlayKind, "en")
def _(fact: st.PlayKind) -> str:
    where = "" if fact.by is None else f": it wins where {where_words(fact.by)}"
    return f"{fact.card.print} {_names(fact)[0]}{where}"


@says(st.Safety, "en")
def _(fact: st.Safety) -> str:
    name = "a safety play" if fact.sample.seat is fact.sample.declarer else "it has its price"
    fewer = f"{fact.cost / 100:.2f} tricks fewer than {fact.other.print} on average"
    return f"{name}: {fact.card.print} takes {fewer}, over {layouts_words(fact.sample)}"


@says(st.CombinesChances, "en")
def _(fact: st.CombinesChances) -> str:
    whole = "" if fact.is_whole else "at most "  # after so many cards double dummy takes over
    best = f"after {fact.card.print} succeeds in {whole}{fact.plan:g}%"
    rival = f"after {fact.other.print} in at most {fact.other_plan:g}%"
    told = f"his best plan {best}, {rival}, of {layouts_words(fact.sample)}"
    return f"as declarer cannot see the cards, {told}"


# Experts


@says(st.BestLine, "en")
def _(fact: st.BestLine) -> str:
    suit = fact.card.suit.word
    figures = f"{_figure(fact, fact.value)} against {_figure(fact, fact.next_best)}"
    if not fact.tricks:
        return f"{fact.card.print} begins the best line in {suit}: {figures} tricks on average"
    tricks = "one trick" if fact.tricks == 1 else f"{NUMBERS[fact.tricks]} tricks"
    return f"{fact.card.print} begins the best line for {tricks} in {suit}: {figures}"


def _figure(fact: st.BestLine, value: Fraction) -> str:
    return Odds.of(value).percent if fact.tricks else f"{float(value):.2f}"


@says(st.BeginsSqueeze, "en")
def _(fact: st.BeginsSqueeze) -> str:
    sample = fact.sample
    told = series([suit.word for suit in fact.suits])
    number = f"in {percent(sample, fact.share)} of the" if fact.share.fraction != 1 else "in all"
    which = layouts_words(sample) if sample.is_all else f"{len(sample.layouts)} likeliest layouts"
    return f"{fact.card.print} squeezes {who(sample, fact.victim)} in {told} {number} {which}"


# Habits


@says(st.ByHabit, "en")
def _(fact: st.ByHabit) -> str:
    suits = _suits(fact.instead)
    tops = [f"the {_top(fact.view, suit).print}" for suit in suits]
    told = {
        Manner.KEEPS_TRUMPS: "keeps the trumps",
        Manner.KEEPS_WINNERS: f"keeps the winner{'s' * (len(fact.instead) > 1)} {cards_words(fact.instead)}",
        Manner.KEEPS_GUARDS: f"keeps the guard of {series(tops)}",
        Manner.KEEPS_LENGTH: f"keeps as many {series([suit.word for suit in suits])} as dummy has",
        Manner.USELESS_SUIT: f"throws from {fact.card.suit.word}, {_use(fact)}",
        Manner.LONGEST_SUIT: f"is led from the longest suit, {fact.card.suit.word}",
        Manner.LOWEST: "is the lowest",
    }
    return f"{fact.card.print} {told[fact.habit]}"


def _use(fact: st.ByHabit) -> str:
    """The reason to throw from a suit: no honour, or its length."""
    suit = fact.card.suit
    if _top(fact.view, suit).rank >= Rank.JACK:
        return "the longest suit"
    others = [each for each in _suits(fact.instead) if _top(fact.view, each).rank < Rank.JACK]
    return "the longest suit without an honour" if others else "a suit without an honour"


def _hand(view: SeatView) -> CardSet:
    assert view.play is not None
    return view.play.hand(view.play.to_play)


def _top(view: SeatView, suit: Suit) -> Card:
    return next(iter(_hand(view).in_suit(suit)))


# st.Signals and leads


@says(st.Signals, "en")
def _(fact: st.Signals) -> str:
    suit = fact.card.suit.word
    after_ruff = f"asks partner for {_wanted(fact)} after the ruff"
    told = {
        Message.ENCOURAGES: f"encourages partner to go on with {suit}",
        Message.DISCOURAGES: f"tells partner not to go on with {suit}",
        Message.EVEN: f"shows partner an even number of {suit}",
        Message.ODD: f"shows partner an odd number of {suit}",
        Message.HIGHER_SUIT: after_ruff,
        Message.LOWER_SUIT: after_ruff,
        Message.THROWS_LIKED: f"asks partner for {suit}",
        Message.THROWS_DISLIKED: f"tells partner not to lead {suit}",
    }
    return f"{fact.card.print}, {_size(fact)}, {told[fact.message]}"


def _size(fact: st.Signals) -> str:
    """The height of a signal among the cards it was preferred to; some may be too good to signal with."""
    others = [each for each in fact.instead if each.suit is fact.card.suit]
    if all(fact.card > each for each in others):
        return "the highest that costs nothing"
    return "the lowest that costs nothing" if fact.card < min(others) else "the highest that can be spared"


def _wanted(fact: st.Signals) -> str:
    """The side suit that a lead for a ruff asks for."""
    assert fact.view.play is not None
    lower, *_, higher = (suit for suit in Suit if suit not in (fact.view.play.strain.suit, fact.card.suit))
    return (higher if fact.message is Message.HIGHER_SUIT else lower).word


@says(st.TableLead, "en")
def _(fact: st.TableLead) -> str:
    suit = fact.card.suit
    held = _hand(fact.view).holding(suit)
    return f"{fact.card.print} is the agreed lead from {suit.symbol}{held}: {fact.entry}"


def _suits(cards: tuple[Card, ...]) -> list[Suit]:
    return sorted({card.suit for card in cards}, reverse=True)


# A paragraph


_MOST = 3
_SETTLING = (
    st.CombinesChances,
    st.BestLine,
    st.BeginsSqueeze,
    st.Signals,
    st.TableLead,
    st.Safety,
    st.GainsImps,
    st.MoreTricks,
    st.Averages,
    st.GainsWhere,
    st.ByHabit,
    st.MannerOf,
)
"""Types of statements that may settle the choice, the weightiest first."""


@explain.register
def _(decision: Decision, language: str = "en") -> str:
    return card_words(decision.reason)


def card_words(reason: Reason) -> str:
    """The reason for a card as a short paragraph; deeper reasons are left to `explain`.

    >>> from overtrick.core import Card, Play
    >>> from overtrick.player.statements import OnlyCard
    >>> card_words(Reason(OnlyCard(Play.parse("N:A... K... Q... J...;NT;N"), Card.parse("SA"))))
    'The ♠A is the only card.'
    """
    sentences = [capital(each) for each in _sentences(reason)]
    return " ".join(f"{each}." for each in sentences[:_MOST])


def _sentences(reason: Reason) -> Iterator[str]:
    if not isinstance(reason.statement, st.ChosenBy):
        lowest = [each for each in reason.statements() if _is_plain(each)]
        told = [explain(each) for each in (*_settling(reason), *lowest)[:1]]
        yield ": ".join((explain(reason.statement), *told))
        return
    yield "; ".join((_plan(reason, reason.statement), *_others(reason, reason.statement.sample)))
    where = list(_where_it_wins(reason))
    yield from where[:1]
    every, sample = list(reason.statements()), reason.statement.sample
    if not any(isinstance(each, st.CombinesChances) for each in every):
        sure = (each for each in every if isinstance(each, st.HowSure) and each.sample == sample)
        yield from (_close(each) for each in sure if each.is_luck and each.difference)
    settling = [each for each in _settling(reason) if not where or not isinstance(each, st.GainsWhere)]
    for fact in settling[:1]:
        yield _gains_where(fact, is_brief=True) if isinstance(fact, st.GainsWhere) else explain(fact)
    for rival, _ in _below(reason, st.Alternative):
        yield from _where_it_wins(rival)


def _where_it_wins(reason: Reason) -> Iterator[str]:
    """The condition that decides whether a card succeeds, if it is not obvious."""
    for each in reason.because:
        by = each.statement.by if isinstance(each.statement, st.PlayKind) else each.statement
        if isinstance(by, st.Decides):
            yield _decides(by, "wins", is_brief=True)


def _settling(reason: Reason) -> list[Statement]:
    """The statements that may have settled the choice, weightiest first, habits in the order of use."""
    found = [each for each in reason.statements() if isinstance(each, _SETTLING)]
    told = [each for each in found if each is not reason.statement and not _is_plain(each)]
    if _is_ahead(reason):
        told = [each for each in told if not isinstance(each, st.MoreTricks)]
    return sorted(told, key=lambda each: _SETTLING.index(type(each)))


def _is_ahead(reason: Reason) -> bool:
    """Does the card succeed more often than its rivals, so that further tricks need no mention?"""
    chosen, rivals = reason.statement, (fact for _, fact in _below(reason, st.Alternative))
    return isinstance(chosen, st.ChosenBy) and all(each.chance < chosen.chance for each in rivals)


def _is_plain(fact: Statement) -> bool:
    """Does a fact just say that the card is a low one?"""
    return isinstance(fact, st.ByHabit) and fact.habit is Manner.LOWEST


# The plan and its rivals


def _plan(reason: Reason, fact: st.ChosenBy) -> str:
    """The plan, and how often it works."""
    card, kind = played(fact.sample, fact.card), _kind(reason)
    plan = "" if kind is None else _names(kind)[1]
    is_cash = kind is not None and kind.called.kind is Technique.CASH
    begins = f"{plan} {card}:" if is_cash else f"{plan} ({card}):" if plan else card
    return f"{begins} {achieves(fact.sample)} {share_words(fact.sample, fact.chance)}"


def _kind(reason: Reason) -> st.PlayKind | None:
    """The statement that names the play, if there is one."""
    return next((fact for _, fact in _below(reason, st.PlayKind)), None)


def _below(reason: Reason, kind: type[S]) -> list[tuple[Reason, S]]:
    """The direct subreasons with a statement of this type, each with its statement."""
    return [(each, each.statement) for each in reason.because if isinstance(each.statement, kind)]


def _others(reason: Reason, sample: Layouts) -> Iterator[str]:
    """The chances of the other cards, beside that of the chosen one."""
    yield from (f"{cards_words(fact.others)} the same" for _, fact in _below(reason, st.AsGood))
    rivals = _below(reason, st.Alternative)
    for each, fact in rivals[:1]:
        kind, told = _kind(each), _chance(fact.sample, fact.chance)
        short = "" if kind is None else _names(kind)[2]
        name = f"{short} ({fact.cards[0].print})" if short else fact.cards[0].print
        few = "" if fact.sample == sample else f" of the first {len(fact.sample.layouts)}"
        yield f"{name}: {'none' if few and told == 'never' else told}{few}"
    for _, fact in rivals[1:]:
        told = _chance(fact.sample, fact.chance)
        if fact.chance == rivals[0][1].chance and fact.chance.wins:
            yield "no other card more often"
        elif len(fact.cards) == 1:
            yield f"{fact.cards[0].print}: {told}"
        else:
            yield f"any other card {'at most ' if fact.chance.wins else ''}{told}"


def _chance(sample: Layouts, odds: Odds) -> str:
    """A chance beside that of another card."""
    if odds.fraction in (0, 1):
        return "always" if odds.fraction else "never"
    return percent(sample, odds)


# Whether the difference is luck


def _close(fact: st.HowSure) -> str:
    points = f"{abs(fact.difference):g} ± {fact.error:g} percentage points"
    ahead, behind = (fact.card, fact.other) if fact.difference > 0 else (fact.other, fact.card)
    if fact.is_close:
        return f"{ahead.print} and {behind.print} are too close to call: {points}"
    return f"{ahead.print} is ahead of {behind.print}, but not for sure: {points}"
