"""Decisions about a card to be explained: random positions, layouts by shuffling what is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np

from overtrick import Auction, Board, Card, CardSet, Deal, Play, Seat, SeatView, Side
from overtrick.core import PACK
from overtrick.dd import samples
from overtrick.player import PlaySettings
from overtrick.player.decision import Candidate, Decision, Grounds
from overtrick.player.worlds import Worlds

__all__ = ["Layout", "all_layouts", "decide", "position", "role", "shuffled", "view_of"]

Layout = tuple[int, ...]


def position(chance: Random, played: int) -> Board:
    """A board whose dealer plays a contract, after so many random cards."""
    pack = list(PACK)
    chance.shuffle(pack)
    deal = Deal.of({seat: CardSet.of(pack[13 * seat : 13 * seat + 13]) for seat in Seat})
    board = Board.numbered(chance.randint(1, 16), deal)
    bid = f"{chance.randint(1, 4)}{chance.choice(['C', 'D', 'H', 'S', 'NT'])}"
    auction = Auction.parse(f"{board.dealer}: {bid} AP")
    assert auction.contract is not None
    play = Play.of(deal, auction.contract)
    while len(play.cards) < played:
        play = play.then(chance.choice(list(play.legal_cards)))
    return replace(board, auction=auction, play=play)


def view_of(board: Board) -> SeatView:
    """What the player sees whose turn it is: declarer for dummy."""
    assert board.play is not None
    assert board.contract is not None
    mover = board.play.to_play
    return SeatView.of(board, mover.partner if mover is board.contract.dummy else mover)


def role(view: SeatView) -> str:
    """Whose card is to be chosen."""
    assert view.play is not None
    assert view.contract is not None
    mover, declarer = view.play.to_play, view.contract.declarer
    names = {declarer: "declarer", declarer.partner: "dummy", declarer.lho: "leader", declarer.rho: "partner"}
    return names[mover]


# Layouts


def _hidden(view: SeatView) -> tuple[dict[Seat, list[Card]], list[Card], dict[Seat, CardSet]]:
    """What each hidden seat has played, the cards still out, and those it may have."""
    play = view.play
    assert play is not None
    seats = [seat for seat in Seat if view.deal.get(seat) is None]
    tricks = (*play.tricks, play.trick)
    played = {seat: [card for trick in tricks for who, card in trick if who is seat] for seat in seats}
    out = [card for card in view.unseen if card not in play.cards]
    may = {seat: CardSet(play.bits[seat]) & CardSet.of(out) for seat in seats}
    return played, out, may


def _row(view: SeatView, hands: dict[Seat, CardSet]) -> Layout:
    return tuple((hands[seat] if seat in hands else view.deal[seat]).bits for seat in Seat)


def shuffled(chance: Random, view: SeatView, number: int) -> list[Layout]:
    """Layouts of the hidden hands that agree with who has shown out of what."""
    played, out, may = _hidden(view)
    found = list[Layout]()
    while len(found) < number:
        chance.shuffle(out)
        hands, rest = dict[Seat, CardSet](), CardSet.of(out)
        forced = {seat: [card for card in out if _only(card, seat, may)] for seat in played}
        for seat in played:
            length = len(view.hand) - len(played[seat])
            free = [card for card in out if card in rest & may[seat] and not _forced(card, may)]
            kept = (forced[seat] + free)[:length]
            hands[seat] = CardSet.of(kept + played[seat])
            rest = rest - CardSet.of(kept)
        if not rest:
            found.append(_row(view, hands))
    return found


def _only(card: Card, seat: Seat, may: dict[Seat, CardSet]) -> bool:
    return all((card in cards) is (who is seat) for who, cards in may.items())


def _forced(card: Card, may: dict[Seat, CardSet]) -> bool:
    return sum(card in cards for cards in may.values()) == 1


def all_layouts(view: SeatView) -> list[Layout]:
    """Every layout of two hidden hands that agrees with who has shown out of what."""
    played, out, may = _hidden(view)
    one, other = played
    found = list[Layout]()
    for cards in combinations(out, len(view.hand) - len(played[one])):
        mine, theirs = CardSet.of(cards), CardSet.of(out) - CardSet.of(cards)
        if mine <= may[one] and theirs <= may[other]:
            hands = {one: mine | CardSet.of(played[one]), other: theirs | CardSet.of(played[other])}
            found.append(_row(view, hands))
    return found


# Decisions


def decide(view: SeatView, layouts: Sequence[Layout], weights: Sequence[float] | None = None) -> Decision:
    """The card with the best chance, then the most tricks, over these layouts; explained by nobody yet."""
    play = view.play
    assert play is not None
    rows = np.array(layouts, dtype=np.uint64)
    even = np.full(len(rows), 1 / len(rows))
    shares = even if weights is None else np.array(weights) / sum(weights)
    gone = np.uint64(CardSet.of(play.cards).bits)
    won = play.tricks_won(play.to_play.side)
    tricks = {card: found + won for card, found in samples(play, rows & ~gone).items()}
    needed = _needed(view)
    found = []
    for equals in _equals(play):
        card = equals[-1] if play.trick.cards else equals[0]
        taken = tricks[card].astype(np.int8)
        chance, mean = float(shares @ (taken >= needed)), float(shares @ taken)
        value = chance + mean / 1000
        found.append(Candidate(card, equals, taken, chance, mean, value, 0.0))
    found.sort(key=lambda each: each.value, reverse=True)
    worlds = Worlds(rows, shares)
    return Decision(view, found[0].card, tuple(found), worlds, PlaySettings(), Grounds("chance"))


def _needed(view: SeatView) -> int:
    assert view.play is not None
    contract, side = view.contract, view.play.to_play.side
    if contract is None:
        return view.play.start.cards_each
    ours: Side = contract.declarer.side
    return contract.needs if side is ours else 14 - contract.needs


def _equals(play: Play) -> list[tuple[Card, ...]]:
    """The legal cards, those together that nothing but cards of earlier tricks lies between."""
    earlier = CardSet.of(card for trick in play.tricks for card in trick.cards)
    groups = list[list[Card]]()
    for card in play.legal_cards:
        last = groups[-1][-1] if groups else None
        between = [] if last is None else [each for each in PACK if card < each < last]
        if last is not None and last.suit is card.suit and all(each in earlier for each in between):
            groups[-1].append(card)
        else:
            groups.append([card])
    return [tuple(group) for group in groups]
