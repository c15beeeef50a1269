"""Jobs of worker processes for tables: robots' turns, meanings of calls, advice, and reviews of boards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, final

from overtrick.core import Auction, Board, Call, Card, CardSet, Meaning, Seat, SeatView, Suit, Vul
from overtrick.core.english import NUMBERS, counted
from overtrick.dd import PlayedCard, par
from overtrick.dd import cards as dd_cards
from overtrick.dd import table as trick_table
from overtrick.player import Player
from overtrick.player.settings import PlaySettings
from overtrick.processes import with_low_priority
from overtrick.table import Act, CallMade, Occupant, PlayerRobot, Table, TableSettings
from overtrick.table.advice import Advice, fitting, short_meaning
from overtrick.table.scores import PlayerCosts, makeable, player_costs
from overtrick.web.scene import card_words, dashes
from overtrick.web.tables.store import BoardReview

if TYPE_CHECKING:
    from overtrick.bidding import Agreements

__all__ = [
    "CallMeaning",
    "Mind",
    "act",
    "advise",
    "elsewhere",
    "explain_call",
    "fit",
    "good_tricks",
    "preload",
    "prepare",
    "quick",
    "review",
]

_HINT = "Hint: "
"""The beginning of a hint, for which the page has a heading instead."""
_DEALS = 12
"""Sample size when robots have to play a whole board quickly."""
_WEIGHED = 8
"""Deals drawn and weighted for each deal of the sample."""


@final
@dataclass(frozen=True)
class Mind:
    """The settings by which robots bid and play; small, as it is sent with every job."""

    system: str
    play: PlaySettings

    def player(self) -> Player:
        """The player with these settings, cached in this process."""
        return _player(self)

    def agreements(self) -> Agreements:
        """The agreements of all four seats."""
        return _agreements(self.system)


@lru_cache(8)
def _player(mind: Mind) -> Player:
    return Player(mind.play, mind.agreements())


@lru_cache(4)
def _agreements(system: str) -> Agreements:
    from overtrick.bidding import Agreements, load  # here, because the server itself never bids

    return Agreements(load(system))


def prepare(mind: Mind) -> None:
    """Load everything, so that the first turn is as fast as any other."""
    from overtrick.player.words import card_words

    assert callable(card_words)
    first = mind.player().agreements.bid(CardSet.parse("AQ4.KT98.KJ2.K43"), Auction(Seat.NORTH))
    explain_call(Auction(Seat.NORTH).then(first.call), Vul.NONE, mind)


def preload(*modules: str) -> None:
    """Load modules that jobs will need, at low priority."""
    with_low_priority(lambda: [import_module(each) for each in modules])


# A robot's turn


def act(view: SeatView, may_claim: bool, mind: Mind) -> tuple[Act, str]:
    """A robot's act in a seat, and the meaning of its call."""
    done = PlayerRobot(mind.player()).act(view, may_claim)
    if not isinstance(done, CallMade):
        return done, ""
    return done, explain_call(view.auction.then(done.call), view.vul, mind).sentence


# Meanings of calls


@final
@dataclass(frozen=True)
class CallMeaning:
    """The meaning of an auction's last call: in short for the log, and in a sentence."""

    meaning: Meaning | None
    sentence: str


def explain_call(auction: Auction, vul: Vul, mind: Mind) -> CallMeaning:
    """The meaning of an auction's last call."""
    from overtrick.bidding import Meaning as SystemMeaning
    from overtrick.bidding.words.calls import sentence_after_call

    meaning = SystemMeaning(mind.agreements().state(auction, vul), len(auction) - 1)
    return CallMeaning(short_meaning(meaning), sentence_after_call(meaning))


def fit(view: SeatView, call: Call, mind: Mind) -> dict[str, object]:
    """The meaning that a call would have now, and whether the hand of the seat fits."""
    meaning = explain_call(view.auction.then(call), view.vul, mind).sentence
    is_fit, why = fitting(view, call, mind.agreements())
    return {"call": str(call), "meaning": meaning, "fits": is_fit, "why": why}


# Advice


def advise(view: SeatView, mind: Mind) -> tuple[str, ...]:
    """Advice from one seat's view alone, in three steps: the hint, why, and the candidates."""
    advice, agreements = Advice.of(view, mind.player()), mind.agreements()
    hint, why = "\n".join(advice.lines()), "\n".join(advice.why(agreements))
    return tuple(map(dashes, (hint.removeprefix(_HINT), why, *advice.candidates(agreements))))


# Reviews


def quick(mind: Mind, seed: int = 1) -> Mind:
    """The same settings, reduced to play a whole board in seconds."""
    deals = min(mind.play.deals, _DEALS)
    pool = min(mind.play.pool, _WEIGHED * deals)
    play = replace(mind.play, deals=deals, pool=pool, compares_strategies=False, threads=1, seed=seed)
    return Mind(mind.system, play)


def review(board: Board, dealt: int, seat: Seat | None, mind: Mind) -> BoardReview:
    """The review of a board: par, double dummy, and the cost of each of the person's cards."""
    contract = board.contract
    par_ns = par(trick_table(board.deal), board.dealer, board.vul).score_ns
    if contract is None:
        return BoardReview(dealt, par_ns, None, (), "The board was passed out: no card was played.")
    costs = None if seat is None else player_costs(board, seat)
    told = () if costs is None else tuple((place, each.card.index, each.cost) for place, each in costs.chosen)
    mattered = _mattered(board, seat, costs, mind)
    return BoardReview(dealt, par_ns, makeable(board, contract), told, mattered)


# The card that mattered


def _mattered(board: Board, seat: Seat | None, costs: PlayerCosts | None, mind: Mind) -> str:
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
    """A sentence on the card that cost most: when, what was better, and whether it could be found."""
    assert board.play is not None
    before = replace(board, play=board.play.back(len(board.play.cards) - place), claim=None, result=None)
    assert before.play is not None
    worth = dd_cards(before.play)
    better = [card for card, tricks in worth.items() if tricks == max(worth.values())]
    dummys = "" if dearest.seat is seat else " from dummy"
    cost = counted(dearest.cost, "trick")
    first = f"At trick {place // 4 + 1} the {card_words(dearest.card)}{dummys} cost {cost}"
    found = mind.player().choose(SeatView.of(before, seat)).card
    kept = f"{_named(better, found)} would have kept {'it' if dearest.cost == 1 else 'them'}"
    one = "it" if len(better) == 1 else "one of them"
    would = f"would have found {one}" if found in better else "would have found none of them either"
    if found not in better and len(better) == 1:
        would = "would not have found it either"
    return f"{first}: {kept}, and a player who sees what you saw {would}."


def _named(better: list[Card], found: Card) -> str:
    """Some cards in words: all of them, or their number and two examples, the player's choice first."""
    order = sorted(better, key=lambda card: card != found)
    suits = dict[Suit, Card]()
    for card in order:
        suits.setdefault(card.suit, card)
    named = list(dict.fromkeys((*suits.values(), *order)))[:2]
    told = " or ".join(f"the {card_words(card)}" for card in named)
    return told if len(better) <= len(named) else f"{NUMBERS[len(better)]} cards, such as {told},"


# The same board elsewhere


def good_tricks(board: Board, mind: Mind) -> int | None:
    """Declarer's tricks with a good player in every seat after the same auction and lead."""
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
