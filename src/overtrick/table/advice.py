"""Advice at the table, from one player's view alone: hints, reasons, and what calls and cards say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from overtrick.core import Call, Card, OvertrickError, Rank, Seat, SeatView, Suit, Trick
from overtrick.core import Meaning as Told

if TYPE_CHECKING:
    from overtrick.bidding import Agreements, Meaning
    from overtrick.bidding.carding import CardTable, Occasion
    from overtrick.hands.terms import Term
    from overtrick.player import Bidden, Candidate, Decision, Player

__all__ = ["Advice", "meaning_lines", "said_lines", "told_as", "told_meaning"]


@final
@dataclass(frozen=True, eq=False)
class Advice:
    """A call or a card for a player, and the view it was found from."""

    view: SeatView
    found: Bidden | Decision

    @staticmethod
    def of(view: SeatView, player: Player) -> Advice:
        """What a robot would do in this seat, seeing no more than it."""
        return Advice(view, player.bid(view) if view.play is None else player.choose(view))

    def lines(self) -> Iterator[str]:
        """The hint in a line."""
        from overtrick.explain.bidding.saying import in_short
        from overtrick.player import Bidden

        if isinstance(self.found, Bidden):
            told = in_short(self.found.said)
            yield f"Hint: {self.found.call.print}{f' ({told})' if told else ''}"
        else:
            yield f"Hint: {self.found.card.print}{_chance(self.found)}"

    def why(self, agreements: Agreements) -> Iterator[str]:
        """The reason for it."""
        from overtrick.explain.bidding.saying import why_words
        from overtrick.explain.player import card_words
        from overtrick.player import Bidden

        if isinstance(self.found, Bidden):
            view = self.view
            yield why_words(agreements.bid(view.hand, view.auction, view.vul), view.hand)
        elif self.found.reason is not None:
            yield card_words(self.found.reason)

    def candidates(self, agreements: Agreements) -> Iterator[str]:
        """Everything that was weighed, with its chances, best first."""
        from overtrick.player import Bidden

        if isinstance(self.found, Bidden):
            yield from _other_calls(self.view, self.found.call, agreements)
        else:
            yield from _weighed(self.found)


def _chance(decision: Decision) -> str:
    best = decision.candidates[0]
    verb = _verb(decision)
    if not best.looked_at or not verb:
        return ""
    return f" ({verb} the contract on {best.chance:.0%} of {_deals(best)}, double dummy)"


def _deals(candidate: Candidate) -> str:
    return f"{candidate.looked_at} {'deal' if candidate.looked_at == 1 else 'deals'}"


def _verb(decision: Decision) -> str:
    """What the player's side wants to do with the contract."""
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
        chance = f"{_verb(decision)} the contract on {each.chance:.0%} of {_deals(each)}"
        yield f"{cards}: {chance}, {each.mean_tricks:.1f} tricks on average, double dummy"


def _other_calls(view: SeatView, chosen: Call, agreements: Agreements) -> Iterator[str]:
    """The calls whose rules fit the hand, in the order in which the system prefers them."""
    from overtrick.explain.bidding import condition_words
    from overtrick.hands.plain import is_true
    from overtrick.hands.terms import Always

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


# What calls mean


def told_meaning(view: SeatView, call: Call, agreements: Agreements) -> Told | None:
    """What the others are told of a person's call: what the system says of it, as of a robot's."""
    from overtrick.bidding import Meaning

    return told_as(Meaning(agreements.state(view.auction.then(call), view.vul), len(view.auction)))


def told_as(meaning: Meaning) -> Told | None:
    """A meaning in short, as it is told at the table; None where there is nothing to tell."""
    from overtrick.bidding import write_note

    note = write_note(meaning)
    return Told(note, meaning.is_alerted) if note else None


def meaning_lines(view: SeatView, asked: str, agreements: Agreements) -> Iterator[str]:
    """What the calls so far mean, or the one that is asked about: made, or to be made."""
    if asked:
        call = Call.parse(asked)
        yield from _one_meaning(view, call, agreements)
        return
    if not view.auction.calls:
        yield "Nobody has called yet."
    for place, meaning in enumerate(agreements.meanings(view.auction, view.vul)):
        yield _meant(view, place, meaning)


def _one_meaning(view: SeatView, call: Call, agreements: Agreements) -> Iterator[str]:
    from overtrick.bidding import Meaning
    from overtrick.explain.bidding.saying import sentence_after_call

    if not view.auction.is_over:
        after = view.auction.then(call)  # one that is not legal is an error that says why
        meaning = Meaning(agreements.state(after, view.vul), len(view.auction))
        yield f"{call.print} would mean: {sentence_after_call(meaning)}"
        return
    places = [place for place, each in enumerate(view.auction.calls) if each is call]
    if not places:
        raise OvertrickError(f"nobody has called {call.print}")
    meanings = list(agreements.meanings(view.auction, view.vul))
    yield from (_meant(view, place, meanings[place]) for place in places)


def _meant(view: SeatView, place: int, meaning: Meaning) -> str:
    from overtrick.explain.bidding.saying import sentence_after_call

    seat = view.dealer.next(place)
    return f"{seat.word} {meaning.said.call.print}: {sentence_after_call(meaning)}"


# What the others' last call or card says


def said_lines(view: SeatView, agreements: Agreements) -> Iterator[str]:
    """What the last call or card of another player says to this seat; nothing if there is none."""
    others = [place for place in range(len(view.auction)) if view.dealer.next(place) is not view.seat]
    cards = [] if view.play is None else _others_cards(view)
    if cards:
        yield from _card_said(view, *cards[-1], agreements)
    elif others and view.play is None:
        yield from _call_said(view, others[-1], agreements)


def _call_said(view: SeatView, place: int, agreements: Agreements) -> Iterator[str]:
    yield _meant(view, place, list(agreements.meanings(view.auction, view.vul))[place])


def _others_cards(view: SeatView) -> list[tuple[Seat, Card, Trick]]:
    """The cards that others chose, each with the trick it was played to."""
    play, contract = view.play, view.contract
    assert play is not None
    assert contract is not None
    own = {view.seat, contract.dummy} if view.seat is contract.declarer else {view.seat}
    return [
        (seat, card, trick) for trick in (*play.tricks, play.trick) for seat, card in trick if seat not in own
    ]


def _card_said(view: SeatView, seat: Seat, card: Card, trick: Trick, agreements: Agreements) -> Iterator[str]:
    from overtrick.player.leads_read import tables_of

    contract, play = view.contract, view.play
    assert contract is not None
    assert play is not None
    if seat.side is contract.declarer.side:
        yield f"{seat.word} {card.print}: declarer's reasons are in hands that you do not see."
        return
    table = tables_of(agreements).get(seat.side)
    if table is None:
        yield f"{seat.word} {card.print}: the system says nothing of leads and signals."
    elif card is play.cards[0]:
        yield from _lead_said(view, seat, card, table, agreements)
    else:
        yield from _signal_said(seat, card, trick, play.strain.suit, table)


def _lead_said(
    view: SeatView, seat: Seat, card: Card, table: CardTable, agreements: Agreements
) -> Iterator[str]:
    from overtrick.bidding.carding import Against
    from overtrick.player.leads_read import partners_suits

    assert view.contract is not None
    against = Against.NOTRUMP if view.contract.strain.suit is None else Against.SUIT
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
    """When a defender's card may be a signal: a small card that is no trump, as the robots read it."""
    from overtrick.bidding.carding import Occasion

    if trick.leader is seat or card.suit is trump or card.rank >= Rank.TEN:
        return None
    if card.suit is not trick.cards[0].suit:
        return Occasion.DISCARDING
    return Occasion.PARTNER_LEADS if trick.leader is seat.partner else Occasion.DECLARER_LEADS
