"""Advice at the table, from one player's view alone: hints, reasons, and the meanings of calls and cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick.bidding import Agreements, Meaning, write_note
from overtrick.bidding.carding import CardTable, ContractKind, Occasion
from overtrick.bidding.reasons import Fits, Misses, nearest_miss, why
from overtrick.bidding.words.calls import in_short, sentence_after_call, why_words
from overtrick.bidding.words.conditions import condition_words, value_words
from overtrick.core import Call, Card, OvertrickError, Play, Rank, Seat, SeatView, Suit, Trick
from overtrick.core import Meaning as CallMeaning
from overtrick.core.english import counted
from overtrick.hands.evaluation import is_true
from overtrick.hands.terms import Always, Term
from overtrick.player import ChosenCall, Decision, Player
from overtrick.player.likelihood import partners_suits, tables_of
from overtrick.player.words import card_words

__all__ = ["Advice", "fitting", "last_act_lines", "meaning_lines", "meaning_of_call", "short_meaning"]


@final
@dataclass(frozen=True, eq=False)
class Advice:
    """A suggested call or card, with the view it was found from."""

    view: SeatView
    found: ChosenCall | Decision

    @staticmethod
    def of(view: SeatView, player: Player) -> Advice:
        """The advice of a robot in this seat, from the same view."""
        return Advice(view, player.bid(view) if view.play is None else player.choose(view))

    def lines(self) -> Iterator[str]:
        """The hint in one line."""
        if isinstance(self.found, ChosenCall):
            told = in_short(self.found.said)
            yield f"Hint: {self.found.call.print}{f' ({told})' if told else ''}"
        else:
            yield f"Hint: {self.found.card.print}{_chance(self.found)}"

    def why(self, agreements: Agreements) -> Iterator[str]:
        """The reason for the hint."""
        if isinstance(self.found, ChosenCall):
            view = self.view
            yield why_words(agreements.bid(view.hand, view.auction, view.vul), view.hand)
        else:
            yield card_words(self.found.reason)

    def candidates(self, agreements: Agreements) -> Iterator[str]:
        """All candidates with their chances, best first."""
        if isinstance(self.found, ChosenCall):
            yield from _other_calls(self.view, self.found.call, agreements)
        else:
            yield from _weighed(self.found)


def _chance(decision: Decision) -> str:
    best = decision.candidates[0]
    verb = _verb(decision)
    if not best.looked_at or not verb:
        return ""
    return f" ({verb} the contract on {best.chance:.0%} of {counted(best.looked_at, 'deal')}, double dummy)"


def _verb(decision: Decision) -> str:
    """The verb for the goal of the player's side: to make the contract or to beat it."""
    contract, play = decision.view.contract, decision.view.play
    if contract is None or play is None:
        return ""
    return "makes" if play.to_play.side is contract.declarer.side else "beats"


def _weighed(decision: Decision) -> Iterator[str]:
    for each in decision.candidates:
        cards = " or ".join(card.print for card in each.equals)
        if not each.looked_at:
            yield f"{cards}: there is nothing else to play"
            continue
        chance = f"{_verb(decision)} the contract on {each.chance:.0%} of {counted(each.looked_at, 'deal')}"
        yield f"{cards}: {chance}, {each.mean_tricks:.1f} tricks on average, double dummy"


def _other_calls(view: SeatView, chosen: Call, agreements: Agreements) -> Iterator[str]:
    """The calls whose rules fit the hand, in the order in which the system prefers them."""
    fitting: dict[Call, Term] = {}
    for each in agreements.state(view.auction, view.vul).candidates:
        if is_true(each.term, view.hand):
            fitting.setdefault(each.call, each.term)
    if not fitting.keys() - {chosen}:
        yield "No rule for another call fits your hand."
    is_after = False
    for call, term in fitting.items():
        if call is chosen:
            is_after = True
        elif term == Always(True):
            yield f"{call.print} is left for every hand that no rule before it fits."
        else:
            after = f", but the system calls {chosen.print} first" if is_after else ""
            yield f"{call.print} would fit too{after}: {condition_words(term)}"


# Meanings of calls


def meaning_of_call(view: SeatView, call: Call, agreements: Agreements) -> CallMeaning | None:
    """The meaning of a person's call for the other players, from the system, as for a robot's call."""
    return short_meaning(Meaning(agreements.state(view.auction.then(call), view.vul), len(view.auction)))


def short_meaning(meaning: Meaning) -> CallMeaning | None:
    """A meaning shortened for the table; None if there is nothing to explain."""
    note = write_note(meaning)
    return CallMeaning(note, meaning.is_alerted) if note else None


def meaning_lines(view: SeatView, asked: str, agreements: Agreements) -> Iterator[str]:
    """The meanings of the calls so far, or of one call, already made or possible next."""
    if asked:
        call = Call.parse(asked)
        yield from _one_meaning(view, call, agreements)
        return
    if not view.auction.calls:
        yield "Nobody has called yet."
    for place, meaning in enumerate(agreements.meanings(view.auction, view.vul)):
        yield _meant(view, place, meaning)


def _one_meaning(view: SeatView, call: Call, agreements: Agreements) -> Iterator[str]:
    if not view.auction.is_over:
        after = view.auction.then(call)  # an illegal call raises an error that says why
        meaning = Meaning(agreements.state(after, view.vul), len(view.auction))
        yield f"{call.print} would mean: {sentence_after_call(meaning)}"
        return
    places = [place for place, each in enumerate(view.auction.calls) if each is call]
    if not places:
        raise OvertrickError(f"nobody has called {call.print}")
    meanings = list(agreements.meanings(view.auction, view.vul))
    yield from (_meant(view, place, meanings[place]) for place in places)


def _meant(view: SeatView, place: int, meaning: Meaning) -> str:
    seat = view.dealer.next(place)
    return f"{seat.word} {meaning.interpretation.call.print}: {sentence_after_call(meaning)}"


# The last call or card of another player


def last_act_lines(view: SeatView, agreements: Agreements) -> Iterator[str]:
    """The information for this seat in another player's last call or card; empty if there is none."""
    contract, play = view.contract, view.play
    if contract is None or play is None:
        others = [place for place in range(len(view.auction)) if view.dealer.next(place) is not view.seat]
        if others:
            meanings = list(agreements.meanings(view.auction, view.vul))
            yield _meant(view, others[-1], meanings[others[-1]])
        return
    own = {view.seat, contract.dummy} if view.seat is contract.declarer else {view.seat}
    for trick in (play.trick, *reversed(play.tricks)):
        for seat, card in reversed([*trick]):
            if seat not in own:
                yield from _card_said(view, play, seat, card, trick, agreements)
                return


def _card_said(
    view: SeatView, play: Play, seat: Seat, card: Card, trick: Trick, agreements: Agreements
) -> Iterator[str]:
    """The information in a card that another player chose to play to a trick."""
    if seat.side is not play.leader.side:
        yield f"{seat.word} {card.print}: declarer's reasons are in hands that you do not see."
        return
    table, trump = tables_of(agreements).get(seat.side), play.strain.suit
    if table is None:
        yield f"{seat.word} {card.print}: the system says nothing of leads and signals."
    elif card is play.cards[0]:
        yield from _lead_said(view, seat, card, trump, table, agreements)
    else:
        yield from _signal_said(seat, card, trick, trump, table)


def _lead_said(
    view: SeatView, seat: Seat, card: Card, trump: Suit | None, table: CardTable, agreements: Agreements
) -> Iterator[str]:
    against = ContractKind.NOTRUMP if trump is None else ContractKind.SUIT
    shown = table.holdings_for(card.rank, against, card.suit in partners_suits(view, agreements, seat))
    if not shown.ways:
        yield f"{seat.word} led {card.print}: the table of {table.name} never leads it."
        return
    ways = "; ".join(
        f"{way.entry.name} ({', '.join(map(str, way.patterns))}) {way.share:.0%}" for way in shown.ways
    )
    yield f"{seat.word} led {card.print}. By the table of {table.name}, before any cards are seen: {ways}."


def _signal_said(seat: Seat, card: Card, trick: Trick, trump: Suit | None, table: CardTable) -> Iterator[str]:
    occasion = _occasion(seat, card, trick, trump)
    entries = () if occasion is None else table.signals_when(occasion)
    if not entries or occasion is None:
        yield f"{seat.word} {card.print}: the table of {table.name} says nothing of such a card."
        return
    told = "; ".join(f"{each.signal.value}: {each.name}" for each in entries)
    yield f"{seat.word} {card.print}. When {occasion.value}, the table of {table.name} says: {told}."


def _occasion(seat: Seat, card: Card, trick: Trick, trump: Suit | None) -> Occasion | None:
    """The occasion if a defender's card may be a signal, as the robots read it: a small card, not a trump."""
    if trick.leader is seat or card.suit is trump or card.rank >= Rank.TEN:
        return None
    if card.suit is not trick.cards[0].suit:
        return Occasion.DISCARDING
    return Occasion.PARTNER_LEADS if trick.leader is seat.partner else Occasion.DECLARER_LEADS


# Whether a hand fits a call


def fitting(view: SeatView, call: Call, agreements: Agreements) -> tuple[bool, str]:
    """Does the hand of a seat fit a call, and why?"""
    choice = agreements.bid(view.hand, view.auction, view.vul)
    if choice.call is call:
        statements = [
            each.statement for each in why(choice, view.hand).because if isinstance(each.statement, Fits)
        ]
        return True, _fits(statements)
    rules = [each for each in choice.state.candidates if each.call is call]
    if any(is_true(each.term, view.hand) for each in rules):
        return True, f"Your hand would fit, but the system calls {choice.call.print} first."
    if not rules and call is Call.PASS:
        return False, f"It does not fit: the system calls {choice.call.print} with your hand."
    if not rules:
        return False, "The system has no rule for it here: that is how the others would take it."
    miss = nearest_miss(choice.state, call, view.hand)
    return False, _misses(miss) if miss is not None else "It does not fit your hand."


def _fits(statements: list[Fits]) -> str:
    """The features of the hand that fit: `You have 16 high-card points: it fits.`"""
    had, are = list[str](), list[str]()
    for statement in statements:
        if statement.values:
            had += [value_words(quantity.term, number) for quantity, number in statement.values]
        elif statement.condition.term != Always(True):
            are.append(condition_words(statement.condition.term))
    told = ", ".join(dict.fromkeys((*had, *are)))
    return f"You have {told}: it fits." if told else "It fits your hand."


def _misses(miss: Misses) -> str:
    asked = condition_words(miss.condition.term)
    had = ", ".join(value_words(quantity.term, number) for quantity, number in miss.values)
    return f"You have {had}: it asks for {asked}." if had else f"It asks for {asked}."
