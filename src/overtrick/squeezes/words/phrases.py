"""English about squeezes: phrases for the texts, and a sentence for every statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from overtrick.core import CardSet, Contract, Play, Seat, Statement, Strain, Suit
from overtrick.core.english import NUMBERS, capital, series, spelled
from overtrick.core.explaining import says
from overtrick.squeezes import near_misses
from overtrick.squeezes import statements as st
from overtrick.squeezes.ending import Ending, can_beat, winners
from overtrick.squeezes.kinds import Kind, Means

__all__ = [
    "against",
    "all_of",
    "as_it_would_be",
    "becomes",
    "by_squeezing",
    "cards_of",
    "conceded",
    "condition_and_advice",
    "consequence",
    "finessed",
    "given_up",
    "goal",
    "guard",
    "moment",
    "name_of",
    "needed",
    "one_of",
    "only",
    "partners",
    "ruffed_in",
    "singular",
    "strain_of",
    "throws",
    "whom",
]


_MOST_LISTED = 2
"""More cards of a suit are written as a holding: ♠K65."""


def singular(suit: Suit) -> str:
    """A card of a suit: ``a heart``."""
    return f"a {suit.word[:-1]}"


def cards_of(cards: CardSet, link: str = "and") -> str:
    """Cards of one suit: ``the ♥K and ♥Q``, ``the ♠K65``; cards joined by ``or`` are always listed."""
    if len(cards) > _MOST_LISTED and link == "and":
        return all_of(cards)
    return f"the {series([card.print for card in cards], link)}"


def name_of(kind: Kind) -> str:
    """A kind with its article: ``an entry-shifting squeeze``, ``a trump endplay``."""
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind}" if kind is Kind.TRUMP_ENDPLAY else f"{article} {kind} squeeze"


def whom(statement: st.Squeezes) -> str:
    """Who is caught in which squeeze."""
    if len(statement.victims) == 2:
        return f"both defenders are caught in {name_of(statement.kind)}"
    instead = "" if statement.victims else f" ({statement.first.partner.word} could be squeezed instead)"
    return f"{statement.first.word} is caught in {name_of(statement.kind)}{instead}"


def moment(play: Play) -> str:
    """When a trick is played: ``on the ♣A``, ``at trick two, on East's ♣A,``."""
    led, number = play.trick.cards[0], len(play.tricks) + 1
    lead = f"{play.on_lead.word}'s" if play.on_lead.side is play.to_play.side else "the"
    return f"on {lead} {led.print}" if number == 1 else f"at trick {NUMBERS[number]}, on {lead} {led.print},"


def throws(statement: st.GivesUp) -> str:
    """The verb for giving up these cards: a trump is not thrown away."""
    return "plays" if next(iter(statement.cards)).suit.strain is statement.turn.play.strain else "throws"


def given_up(statements: Sequence[st.GivesUp]) -> str:
    """The cards of a suit that some statements speak of; all of a suit are ``a heart``."""
    turn = statements[0].turn
    cards = CardSet().union(*(statement.cards for statement in statements))
    return one_of(cards, turn.play.hand(turn.victim))


# How a discard is exploited


def conceded(statement: st.Concedes, good: st.Establishes | None = None) -> str:
    """To whom declarer loses a trick, with which lead, and the gain.

    A defender who wins it and has cards left is thrown in. The next lead is named only where it is right.
    """
    play, first = statement.play, statement.next_lead
    winner, led = play.on_lead, play.tricks[-1].cards[0]
    gained = "" if good is None else f", and the {good.card.print} is good"
    if not statement.number:
        return f"declarer loses this trick to {winner.word}{gained}"
    is_next = statement.number == 1 and first == led
    before = "" if first is None else f" leads the {first.print} and"
    later = "" if is_next else f"{before} later"
    if winner is statement.given_up.turn.victim and not play.is_over:
        return f"declarer{later} throws him in with the {led.print}{gained or _must_lead(play)}"
    if is_next:
        card = dict(play.tricks[-1])[winner].print
        return f"declarer leads the {led.print}, which {winner.word}'s {card} wins{gained}"
    return f"declarer{later} loses the {led.print} to {winner.word}{gained}"


def _must_lead(play: Play) -> str:
    """The suit a player on lead has to lead, if he has only one."""
    suits = {card.suit for card in play.hand(play.on_lead)}
    return f", and he must lead {singular(suits.pop())}" if len(suits) == 1 else ""


def ruffed_in(statement: st.RuffsIn) -> str:
    """A defender with nothing but trumps has to ruff and to lead."""
    trumps = next(iter(statement.given_up.cards)).suit
    return f"he has ruffed and must lead another {trumps.word[:-1]} into declarer's hand"


def finessed(statement: st.Finesses) -> str:
    """The card that wins a finesse, and against whom."""
    return f"declarer finesses the {statement.card.print} against {statement.against.word}"


def becomes(statement: st.Good) -> str:
    """How a card becomes good."""
    good, turn, suit = statement.card.print, statement.given_up.turn, statement.card.suit
    ways = {winners(turn.play.then(card), turn.attackers, suit) for card in statement.given_up.cards}
    if statement.given_up.means is Means.RUFF:
        is_ruffed_out = statement.rounds > max(map(len, ways))
        return f"a ruff sets up the {good}" if is_ruffed_out else f"the {good} is good, with a ruff to help"
    if not statement.rounds:
        return f"the {good} is good"
    if len(ways) > 1:
        return f"the {good} becomes good"
    (winning,) = ways
    if statement.rounds < len(winning):
        makes = "makes" if statement.rounds == 1 else "make"
        return f"{spelled(statement.rounds, 'round')} of {suit.word} {makes} the {good} good"
    dropped = _dropped(statement) if statement.rounds == 1 else None
    if dropped is not None:
        return f"{cards_of(winning)} drops {dropped} and the {good} is good"
    return f"{cards_of(winning)} {'clears' if statement.rounds == 1 else 'clear'} the way for the {good}"


def _dropped(statement: st.Good) -> str | None:
    """The only card of the suit the victim keeps, if nobody else beats the one that becomes good."""
    turn = statement.given_up.turn
    held = turn.play.hand(turn.victim).in_suit(statement.card.suit)
    left = [held.minus(card) for card in statement.given_up.cards]
    is_beaten = can_beat(turn.play, turn.victim.partner, statement.card)
    if is_beaten or any(len(kept) != 1 for kept in left):
        return None
    return cards_of(left[0]) if len(left) == 1 else "the other"


def all_of(cards: CardSet, link: str = "and") -> str:
    """Cards of several suits: ``the ♠K and ♥KQ``.

    >>> all_of(CardSet.parse("K.KQ..2"))
    'the ♠K, ♥KQ and ♣2'
    """
    suits = [suit for suit in reversed(Suit) if cards.length(suit)]
    return f"the {series([_holding(cards, suit) for suit in suits], link)}"


def _holding(cards: CardSet, suit: Suit) -> str:
    return f"{suit.symbol}{''.join(card.rank.print for card in cards.in_suit(suit))}"


def one_of(cards: CardSet, among: CardSet) -> str:
    """One of some cards; ``a heart`` where they are all the hearts to choose from.

    >>> one_of(CardSet.parse("K.KQ.."), CardSet.parse("KJ.KQ..2"))
    'the ♠K or a heart'
    """
    held = [(suit, cards.in_suit(suit)) for suit in reversed(Suit) if cards.length(suit)]
    whole = [suit for suit, some in held if some == among.in_suit(suit) and len(some) > 1]
    return series([singular(suit) if suit in whole else cards_of(some, "or") for suit, some in held], "or")


def partners(seats: Sequence[Seat]) -> str:
    """Two players: ``East and West``."""
    return series([seat.word for seat in seats])


def strain_of(strain: Strain) -> str:
    """A strain with its preposition: ``in hearts``, ``at notrump``."""
    return f"at {strain.word}" if strain is Strain.NOTRUMP else f"in {strain.word}"


def goal(declarer: Seat, strain: Strain, target: int, contract: Contract | None) -> tuple[str, str]:
    """Subject and verb of a result: a contract makes, or a declarer takes tricks.

    >>> goal(Seat.SOUTH, Strain.HEARTS, 12, None)
    ('South', 'takes twelve tricks in hearts')
    """
    if contract is not None and contract.needs == target:
        return contract.print, "makes"
    return declarer.word, f"takes {spelled(target, 'trick')} {strain_of(strain)}"


def by_squeezing(victims: tuple[Seat, ...] | None) -> str:
    """The victims that a squeeze needs, as far as they are known."""
    if victims is None:
        return "by a squeeze"
    if not victims:
        return "by a squeeze, and either defender can be the victim"
    return f"by squeezing {partners(victims)}"


# Changes


def condition_and_advice(ending: Ending, repair: near_misses.Repair) -> tuple[str, str]:
    """A change in words: ``the lead were in North``, and ``Put the lead in North``."""
    match repair:
        case near_misses.LeadFrom(leader):
            return f"the lead were in {leader.word}", f"Put the lead in {leader.word}"
        case near_misses.ExchangeDefenders():
            both = partners(ending.attackers.opponents.seats)
            return f"{both} exchanged their hands", f"Exchange {both}"
        case near_misses.ExchangeCards(card, holder, other, other_holder):
            one, two = f"the {card.print}", f"{holder.word} the {other.print}"
            return f"{other_holder.word} held {one} and {two}", f"Give {other_holder.word} {one} and {two}"
        case near_misses.RectifyCount(trick):
            winner = trick.winner(ending.strain)
            lost = f"the {trick.cards[0].print} to {winner.word}'s {dict(trick)[winner].print}"
            back = f"with the lead back in {ending.leader.word}"
            return f"a trick were lost first, {lost}", f"Lose a trick first, {lost}, {back}"


def as_it_would_be(ending: Ending, repair: near_misses.Repair) -> str:
    """A change as a condition."""
    return condition_and_advice(ending, repair)[0]


# Sentences


def against(fact: st.Guards, *, with_holder: bool) -> str:
    """The threat, and who else can beat it."""
    whose = f"{fact.holder.word}'s" if with_holder else "the"
    too = "" if fact.is_alone else f", which {fact.seat.partner.word} can beat too"
    return f"{whose} {fact.threat.print}{too}"


def needed(fact: st.Needed) -> str:
    """The use of cards that guard nothing."""
    is_one = len(fact.cards) == 1
    trumps = "a trump" if is_one else "trumps"
    said = {st.Use.HIGH: "high", st.Use.TRUMPS: trumps, st.Use.BUSY: "needed"}[fact.use]
    return f"{'is' if is_one else 'are'} {said}"


def consequence(fact: st.GivesUp) -> str:
    """The result of giving up a suit, where nothing more is known."""
    return {
        Means.WINNERS: "declarer has winners enough",
        Means.RUFF: "winners and ruffs are enough",
        Means.FINESSE: "declarer can finesse",
        Means.LOSER: "declarer gets home by losing a trick at the right time",
        Means.PARTNER: f"{fact.turn.victim.partner.word} is squeezed",
        Means.AGAIN: "he is squeezed again",
        Means.BOTH: "both defenders are squeezed",
    }[fact.means]


def guard(fact: st.Guards) -> str:
    """The verb for these cards."""
    return "guards" if len(fact.cards) == 1 else "guard"


def only(tricks: int) -> str:
    """The tricks left to declarer after a change."""
    return f"declarer would take only {spelled(tricks, 'trick')}"


def _caught(fact: st.Caught) -> str:
    again = " is squeezed again and" if fact.is_again else ""
    whatever = "".join(f", whatever {seat.word} keeps" for seat in fact.turn.keeps)
    return f"{moment(fact.turn.play)} {fact.turn.victim.word}{again} has no card to spare{whatever}"


def _criss_cross(fact: st.CrissCross) -> str:
    one, other = fact.one, fact.other
    first = f"the {one.winner.print} is alone opposite the {one.threat.print}"
    return f"it is a criss-cross: {first}, and the {other.winner.print} opposite the {other.threat.print}"


def _transfer(fact: st.Transfer) -> str:
    only_he = f"only {fact.turn.victim.word} can beat the {fact.threat.print}"
    return f"the guard is transferred: after the lead of the {fact.led.print} {only_he}"


def _repairs(fact: st.Repairs) -> str:
    tricks = f"{spelled(fact.tricks + 1, 'trick')} instead of {NUMBERS[fact.tricks]}"
    change = as_it_would_be(fact.ending, fact.repair)
    return f"if {change}, declarer would take {tricks}, by a squeeze"


def _breaks(fact: st.Breaks) -> str:
    cards = one_of(fact.cards, fact.ending.deal[fact.defender])
    return f"if {fact.defender.word} could lead {cards} now, {only(fact.tricks)}"


def _goal(fact: st.OnlyBySqueeze | st.WithoutSqueeze | st.BeyondReach, tricks: int) -> str:
    return " ".join(goal(fact.declarer, fact.play.strain, tricks, None))


_SENTENCES: dict[type[Statement], Callable[[Any], str]] = {
    st.Squeezes: lambda fact: (
        f"{whom(fact)}: declarer takes {spelled(fact.tricks, 'trick')},"
        f" {NUMBERS[fact.gain]} more than if nobody had to discard"
    ),
    st.NoSqueeze: lambda fact: (
        f"there is no squeeze: declarer takes {spelled(fact.tricks, 'trick')}, discards or no discards"
    ),
    st.OnlyTops: lambda fact: f"declarer has {spelled(fact.tops, 'top trick')}",
    st.Unforced: lambda fact: (
        f"if nobody had to discard, declarer would take {spelled(fact.tricks, 'trick')}"
    ),
    st.Automatic: lambda fact: "it is automatic: it works as well if the defenders exchange their hands",
    st.Positional: lambda fact: "it is positional: it fails if the defenders exchange their hands",
    st.Caught: _caught,
    st.Idle: lambda fact: f"{moment(fact.turn.play)} {fact.turn.victim.word} can spare the {fact.card.print}",
    st.Guards: lambda fact: f"{cards_of(fact.cards)} {guard(fact)} against {against(fact, with_holder=True)}",
    st.Needed: lambda fact: f"{cards_of(fact.cards)} {needed(fact)}",
    st.GivesUp: lambda fact: (
        f"if {fact.turn.victim.word} {throws(fact)} {given_up([fact])}, {consequence(fact)}"
    ),
    st.Good: becomes,
    st.Concedes: conceded,
    st.Establishes: lambda fact: f"then the {fact.card.print} is good",
    st.RuffsIn: ruffed_in,
    st.Finesses: finessed,
    st.CrissCross: _criss_cross,
    st.ViennaCoup: lambda fact: (
        f"it is a Vienna coup: the {fact.winner.print} is cashed first, and the {fact.threat.print} is left"
    ),
    st.Transfer: _transfer,
    st.Backwash: lambda fact: (
        f"it is a backwash: {fact.turn.victim.word} has to choose after {fact.ruffer.word} has ruffed"
    ),
    st.Simultaneous: lambda fact: (
        f"it is simultaneous: both can be squeezed on the {fact.first.play.trick.cards[0].print}"
    ),
    st.Successive: lambda fact: "it is not simultaneous: the defenders are squeezed one after the other",
    st.Repairs: _repairs,
    st.Breaks: _breaks,
    st.Saves: lambda fact: f"if {as_it_would_be(fact.ending, fact.exchange)}, {only(fact.tricks)}",
    st.OnlyBySqueeze: lambda fact: f"{_goal(fact, fact.target)} only {by_squeezing(fact.victims)}",
    st.WithoutSqueeze: lambda fact: f"{_goal(fact, fact.target)} without a squeeze",
    st.BeyondReach: lambda fact: f"{_goal(fact, fact.tricks)} at most",
}


def _sentence(statement: Statement) -> str:
    return capital(_SENTENCES[type(statement)](statement))


for _kind in _SENTENCES:
    says(_kind, "en")(_sentence)
