"""``overtrick lead``: the opening lead of a hand against a contract, every card with its chances."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from overtrick.bidding import Agreements
from overtrick.bidding.carding import ContractKind, Holding, Lead
from overtrick.cli import options, output
from overtrick.cli.bidding_options import USUAL_BIDDING, BiddingOptions, parse_auction
from overtrick.cli.card import ChosenCard, budget_words, decision_record, ranked_lines, reason_lines
from overtrick.cli.output import PLAIN, Record, Style
from overtrick.cli.player_options import USUAL_SCORED_THINKING, ScoredThinking
from overtrick.cli.terminal import waiting
from overtrick.core import (
    Auction,
    Board,
    Card,
    CardSet,
    Contract,
    Deal,
    DealError,
    NotationError,
    OvertrickError,
    Seat,
    SeatView,
    Suit,
    Vul,
)
from overtrick.player import Player
from overtrick.player.likelihood import partners_suits, tables_of

__all__ = ["lead"]


def lead(
    words: Annotated[list[str], options.argument("HAND AUCTION", "Like KQ4.J973.85.A864 '1NT P 3NT AP'.")],
    seat: options.SeatOption = None,
    bidding: BiddingOptions = USUAL_BIDDING,
    dealer: options.Dealer = None,
    vul: options.Vulnerable = Vul.NONE,
    thinking: ScoredThinking = USUAL_SCORED_THINKING,
    why: options.Why = False,
    style: Style = PLAIN,
) -> None:
    """Choose an opening lead: every card ranked, over deals that fit the auction.

    The auction must be over; the hand is that of the player on lead. North deals unless the auction begins
    with another seat ("E: 1H P P P") or --dealer says so. The card that the system's table of leads chooses
    from each suit has a star.
    """
    hand, rest = _divided(words)
    auction = parse_auction(rest, dealer)
    contract = _contract(auction, seat)
    board = Board(None, auction.dealer, vul, Deal.of({contract.leader: hand}), auction)
    view = SeatView.of(board, contract.leader)
    agreements = bidding.agreements(contract.leader.side)
    with waiting("weighing leads"):
        decision = Player(thinking.settings, agreements).choose(view)
    answer, tabled = ChosenCard(decision, thinking), _tabled(view, agreements)
    for remark in decision.worlds.remarks:
        output.note(remark)
    record = decision_record(answer) | {"table": _table_record(tabled)}
    style.print_answer(record, _lines(answer, tabled, agreements, why))


def _divided(words: list[str]) -> tuple[CardSet, str]:
    """The hand from the first arguments, and the auction."""
    place = 1 if "." in words[0] or len(words) < 4 else 4
    hand = CardSet.parse(" ".join(words[:place]))
    if len(hand) != 13:
        raise DealError(f"a player on lead has thirteen cards, not {len(hand)}", text=" ".join(words[:place]))
    if not words[place:]:
        raise NotationError("an auction is missing after the hand: expected one like '1NT P 3NT AP'")
    return hand, " ".join(words[place:])


def _contract(auction: Auction, seat: Seat | None) -> Contract:
    """The contract to lead against; an error if nobody, or another seat, is on lead."""
    if not auction.is_over:
        raise NotationError(
            f"the auction is not over, {auction.to_call.word} is to call: nobody leads yet", text=str(auction)
        )
    contract = auction.contract
    if contract is None:
        raise NotationError("the board is passed out: nobody leads", text=str(auction))
    if seat not in (None, contract.leader):
        assert seat is not None
        raise NotationError(f"{contract.leader.word} leads against {contract.print}, not {seat.word}")
    return contract


# The table of leads


def _tabled(view: SeatView, agreements: Agreements) -> dict[Suit, Lead]:
    """The lead from each suit by the table of the leader's side, where it has one."""
    leads = tables_of(agreements).get(view.seat.side)
    contract = view.contract
    assert contract is not None  # the auction is over
    if leads is None:
        return {}
    against = ContractKind.NOTRUMP if contract.strain.suit is None else ContractKind.SUIT
    partners = partners_suits(view, agreements, view.seat)
    found: dict[Suit, Lead] = {}
    for suit in Suit:
        if ranks := view.hand.ranks(suit):
            with suppress(OvertrickError):  # the table has no entry for this holding
                holding = Holding.parse("".join(map(str, ranks)))
                found[suit] = leads.lead_from(holding, against, suit in partners)
    return found


def _table_record(tabled: dict[Suit, Lead]) -> list[Record]:
    return [
        {"card": Card(suit, each.card), "name": each.entry.name, "priority": each.entry.priority}
        for suit, each in reversed(tabled.items())
    ]


# For people


def _lines(answer: ChosenCard, tabled: dict[Suit, Lead], agreements: Agreements, why: bool) -> Iterator[str]:
    decision, view = answer.decision, answer.decision.view
    assert view.contract is not None
    yield f"{view.seat.word} leads the {decision.card.print} against {view.contract.print}"
    yield ""
    named = {
        Card(suit, tabled[suit].card): tabled[suit].entry.name for suit in reversed(Suit) if suit in tabled
    }
    yield from ranked_lines(answer, named)
    if named:
        yield f"* what {agreements.systems[view.seat.side].name} leads from each suit:"
        yield from (f"  {card.print} {name}" for card, name in named.items())
    yield f"deals: {budget_words(answer)}"
    if why:
        yield from reason_lines(decision, whole=True)
