"""A board as the page draws it: hands, auction, and what the record tells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from overtrick import dd
from overtrick.core import Auction, Card, CardSet, Contract, Meaning, Play, Seat, Side, Suit
from overtrick.explain.words_english import capital
from overtrick.render.words import vulnerability_in_words
from overtrick.web.tools.deal_asked import Asked
from overtrick.web.tools.deal_models import CardResult, PositionFound
from overtrick.web.tools.deal_results import SIDES, tricks_words
from overtrick.web.tools.deal_scene import (
    AuctionShown,
    BoardShown,
    CallShown,
    CardShown,
    HandShown,
    SuitShown,
)
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.tools.deal_steps import after, card_shown, record_rows, steps_of

__all__ = ["auction_shown", "board_shown"]

Found = PositionFound | None
Costs = tuple[dd.PlayedCard, ...] | None
_COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def board_shown(asked: Asked, stand: Stand, found: Found, costs: Costs) -> BoardShown:
    """All that is drawn of a board at a position of its play."""
    board, stakes, play = stand.board, stand.stakes, stand.play
    contract = None if stakes is None else stakes.contract
    return BoardShown(
        title=_title(stand),
        conditions=_conditions(stand),
        contract=_contract(stand),
        result="" if board.result is None or board.result.tricks is None else board.result.print,
        event=", ".join(value for name in ("Event", "Site", "Date") if (value := stand.record.tag(name))),
        hands=tuple(_hand(asked, stand, found, seat) for seat in Seat),
        auction=None if board.auction is None else auction_shown(board.dealer, board.auction, board.meanings),
        trick=_trick(play),
        trick_words=_trick_words(play),
        tally="" if play is None else f"NS {play.tricks_won(Side.NS)} · EW {play.tricks_won(Side.EW)}",
        words="" if found is None else found.words,
        remark=_remark(stand, costs),
        steps=None if play is None else steps_of(asked, stand, play, found),
        record=() if play is None else record_rows(asked, stand, costs),
        claim=_claim(stand),
        legend=_legend(stand),
        is_record=not stand.own,
        is_whole=stand.is_whole,
        strain="" if stakes is None else str(stakes.strain),
        declarer=str(contract.declarer if contract else stakes.leader.rho) if stakes else "",
        level="" if contract is None else str(contract.level),
        leader="" if stakes is None else str(stakes.leader),
    )


def _title(stand: Stand) -> str:
    if stand.board.number is None:
        return "Ending" if stand.is_ending else "Deal"
    return f"Board {stand.board.number}"


def _conditions(stand: Stand) -> str:
    """Who deals and is vulnerable; who leads to an ending, and for whom its tricks are counted."""
    board, stakes = stand.board, stand.stakes
    if stand.is_ending and stakes is not None:
        lead = f"{stakes.leader.word} is on lead in {stakes.strain.word}"
        return f"{lead}; the tricks are counted for {SIDES[stakes.side]}"
    return f"{board.dealer.word} deals, {vulnerability_in_words(board.vul)}"


def _contract(stand: Stand) -> str:
    stakes = stand.stakes
    if stakes is None:
        return "Passed out" if stand.board.is_passed_out else ""
    if stakes.contract is not None:
        return stakes.contract.print
    return f"{stakes.strain.symbol}, {stakes.leader.word} leads"


# Hands


def _hand(asked: Asked, stand: Stand, found: Found, seat: Seat) -> HandShown:
    board, play = stand.board, stand.play
    held = stand.deal.get(seat) if play is None else play.hand(seat)
    whole = stand.deal.get(seat)
    contract = None if stand.stakes is None else stand.stakes.contract
    is_turn = play is not None and not play.is_over and play.to_play is seat
    results = {each.card: each for each in found.cards} if found is not None and is_turn else {}
    return HandShown(
        seat=str(seat),
        word=seat.word,
        name=stand.record.tag(seat.word) or "",
        suits=()
        if held is None
        else tuple(_suit(asked, stand, held, suit, results) for suit in reversed(Suit)),
        points=0 if whole is None else whole.hcp,
        is_dealer=board.dealer is seat and not stand.is_ending,
        is_vulnerable=board.vul.includes(seat) and not stand.is_ending,
        is_turn=is_turn,
        role=_role(contract, seat),
    )


def _role(contract: Contract | None, seat: Seat) -> str:
    if contract is None or seat not in (contract.declarer, contract.dummy):
        return ""
    return "declarer" if seat is contract.declarer else "dummy"


def _suit(asked: Asked, stand: Stand, held: CardSet, suit: Suit, results: dict[str, CardResult]) -> SuitShown:
    cards = tuple(_card(asked, stand, card, results.get(str(card))) for card in held.in_suit(suit))
    return SuitShown(str(suit), suit.symbol, suit.word, cards)


def _card(asked: Asked, stand: Stand, card: Card, result: CardResult | None) -> CardShown:
    if result is None:
        return card_shown(card)
    return card_shown(
        card,
        words=result.words,
        path=after(asked, stand, card),
        mark=result.mark,
        grade=_grade(stand, result),
        cost=result.cost,
        is_recorded=card == stand.recorded,
    )


def _grade(stand: Stand, result: CardResult) -> str:
    """How good a card is for the side that plays it: declarer going down is good for the defence."""
    play, stakes = stand.play, stand.stakes
    if play is None or stakes is None or stakes.contract is None or play.to_play.side is stakes.side:
        return result.grade
    return "over" if result.grade == "down" else "down"


def _legend(stand: Stand) -> str:
    """What the numbers on the cards are."""
    if stand.stakes is None:
        return ""
    if stand.stakes.contract is None:
        told = f"The number on a card: the tricks that {SIDES[stand.stakes.side]} take if it is played."
        return f"{told} Green keeps all the tricks of the hand to play, red does not."
    told = "The number on a card: declarer’s tricks over or under the contract if it is played; = just makes."
    return f"{told} Green and blue are good for the hand to play, red is bad."


def _claim(stand: Stand) -> str:
    """The claim that ended the record."""
    board, stakes, play = stand.board, stand.stakes, stand.record_play
    if board.claim is None or stakes is None or stakes.contract is None or stakes.contract != board.contract:
        return ""
    by, tricks = board.claim.by, board.claim.tricks
    if by is None:
        return f"A claim ended the play: {tricks_words(tricks)} for declarer in all."
    kept = tricks if by.side is stakes.side else 13 - tricks
    is_over = kept == (0 if play is None else play.tricks_won(by.side))
    return f"{by.word} {'conceded' if is_over else 'claimed'}: {tricks_words(tricks)} for declarer in all."


# The trick


def _trick(play: Play | None) -> tuple[CardShown, ...]:
    """The cards on the table; those of the last trick while nobody has led to the next."""
    if play is None or not play.cards:
        return ()
    trick = play.trick if play.trick.cards else play.tricks[-1]
    winner = trick.winner(play.strain)
    return tuple(card_shown(card, seat=str(seat), is_winner=seat is winner) for seat, card in trick)


def _trick_words(play: Play | None) -> str:
    if play is None or not play.cards:
        return ""
    if play.trick.cards:
        return f"Trick {len(play.tricks) + 1}"
    return f"Trick {len(play.tricks)}: {play.to_play.word} won"


def _remark(stand: Stand, costs: Costs) -> str:
    """What the last card of the record cost, or why there is nothing to play."""
    if stand.fault:
        return f"{capital(stand.fault)}."
    if stand.own or not stand.step or costs is None:
        return ""
    last = costs[stand.step - 1]
    if not last.cost:
        return ""
    return f"The {last.card.print} cost {last.seat.word} {last.cost} trick{'s' if last.cost > 1 else ''}."


# The auction


def auction_shown(
    dealer: Seat, auction: Auction, meanings: Sequence[Meaning | None], system: str = ""
) -> AuctionShown:
    """The calls in rows of four, and what they were said to show, or show in a system."""
    calls, notes = [CallShown("", "")] * _COLUMNS.index(dealer), list[tuple[int, str]]()
    for turn, (_, call) in enumerate(auction):
        told = meanings[turn] if turn < len(meanings) else None
        if told is not None:
            notes.append((len(notes) + 1, _symbols(told.text)))
        shown = ("", 0) if told is None else (notes[-1][1], len(notes))
        calls.append(CallShown(call.print, call.word, *shown))
    calls += [CallShown("", "")] * (-len(calls) % len(_COLUMNS))
    rows = tuple(tuple(calls[first : first + 4]) for first in range(0, len(calls), 4))
    return AuctionShown(rows, tuple(notes), system)


def _symbols(text: str) -> str:
    """Suits as records write them, ``!h``, as they are printed, and two hyphens as a dash."""
    written = text.replace(" -- ", " – ")
    return re.sub("!([CDHS])", lambda found: Suit.parse(found[1]).symbol, written, flags=re.IGNORECASE)
