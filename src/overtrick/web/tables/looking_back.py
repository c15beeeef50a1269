"""The review of a board that is over, worked out in a process: verdicts, costs, the card that mattered."""

from __future__ import annotations

from dataclasses import replace

from overtrick.core import Board, Card, Play, Seat, SeatView, Suit
from overtrick.dd import PlayedCard, par
from overtrick.dd import cards as dd_cards
from overtrick.dd import table as trick_table
from overtrick.explain.words_english import NUMBERS
from overtrick.table import Occupant, PlayerRobot, Table, TableSettings
from overtrick.table.reviewing import Costs, costs_of, makeable, tricks_words
from overtrick.web.tables.jobs import Mind
from overtrick.web.tables.kept import Reviewed
from overtrick.web.tables.spoken import card_words

__all__ = ["elsewhere", "good_tricks", "quick", "review"]

_DEALS = 12
"""Deals by which robots judge a card where a whole board is to be played quickly."""
_WEIGHED = 8
"""Deals that are weighed for each of them."""


def quick(mind: Mind, seed: int = 1) -> Mind:
    """The same mind, playing a whole board in seconds."""
    deals = min(mind.play.deals, _DEALS)
    pool = min(mind.play.pool, _WEIGHED * deals)
    play = replace(mind.play, deals=deals, pool=pool, compares_strategies=False, threads=1, seed=seed)
    return Mind(mind.system, play)


def review(board: Board, dealt: int, seat: Seat | None, mind: Mind) -> Reviewed:
    """Par, double dummy, and what each card of the person's cost."""
    contract = board.contract
    par_ns = par(trick_table(board.deal), board.dealer, board.vul).score_ns
    if contract is None:
        return Reviewed(dealt, par_ns, None, (), "The board was passed out: no card was played.")
    costs = None if seat is None else costs_of(board, seat)
    told = () if costs is None else tuple((place, each.card.index, each.cost) for place, each in costs.chosen)
    mattered = _mattered(board, seat, costs, mind)
    return Reviewed(dealt, par_ns, makeable(board, contract), told, mattered)


# The card that mattered


def _mattered(board: Board, seat: Seat | None, costs: Costs | None, mind: Mind) -> str:
    if costs is None or seat is None:
        return "" if seat is None else "You were dummy: no card was yours to choose."
    if costs.claim:
        return costs.claim_words
    if not costs.chosen:
        return "You played no card."
    if not costs.dear:
        return f"None of your {len(costs.chosen)} cards cost a trick."
    place, dearest = max(costs.dear, key=lambda each: each[1].cost)
    return _sentence(board, seat, place, dearest, mind)


def _sentence(board: Board, seat: Seat, place: int, dearest: PlayedCard, mind: Mind) -> str:
    """The card that cost most: when, what was better, and whether it could be found."""
    assert board.play is not None
    before = replace(board, play=board.play.back(len(board.play.cards) - place), claim=None, result=None)
    assert before.play is not None
    better = _better(before.play)
    dummys = "" if dearest.seat is seat else " from dummy"
    first = (
        f"At trick {place // 4 + 1} the {card_words(dearest.card)}{dummys} cost {tricks_words(dearest.cost)}"
    )
    found = mind.player().choose(SeatView.of(before, seat)).card
    kept = f"{_named(better, found)} would have kept {'it' if dearest.cost == 1 else 'them'}"
    one = "it" if len(better) == 1 else "one of them"
    would = f"would have found {one}" if found in better else "would have found none of them either"
    if found not in better and len(better) == 1:
        would = "would not have found it either"
    return f"{first}: {kept}, and a player who sees what you saw {would}."


def _named(better: list[Card], found: Card) -> str:
    """Some cards: all of them, or how many they are and two for example, a player's choice first."""
    order = sorted(better, key=lambda card: card != found)
    suits = dict[Suit, Card]()
    for card in order:
        suits.setdefault(card.suit, card)
    named = list(dict.fromkeys((*suits.values(), *order)))[:2]
    told = " or ".join(f"the {card_words(card)}" for card in named)
    return told if len(better) <= len(named) else f"{NUMBERS[len(better)]} cards, such as {told},"


def _better(play: Play) -> list[Card]:
    """The cards that keep all tricks double dummy."""
    worth = dd_cards(play)
    most = max(worth.values())
    return [card for card, tricks in worth.items() if tricks == most]


# The same board elsewhere


def good_tricks(board: Board, mind: Mind) -> int | None:
    """Declarer's tricks when a good player sits in every seat after the same auction and lead."""
    contract, auction, play = board.contract, board.auction, board.play
    if contract is None or auction is None:
        return None
    table = _robots(mind)
    table.deal(Board(board.number, board.dealer, board.vul, board.deal, auction), with_auction=True)
    if play is not None and play.cards:
        table.play(contract.leader, play.cards[0])
    table.run()
    result = table.result
    return None if result is None else result.tricks


def elsewhere(board: Board, mind: Mind) -> int:
    """The score of North and South where four robots bid and play the board."""
    table = _robots(mind)
    table.deal(Board(board.number, board.dealer, board.vul, board.deal))
    table.run()
    return table.state.ended[-1].score_ns


def _robots(mind: Mind) -> Table:
    robot = Occupant("robot", is_robot=True)
    settings = TableSettings((robot, robot, robot, robot))
    return Table.open(settings, robots={"robot": PlayerRobot(mind.player())})
