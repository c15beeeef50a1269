"""A LIN board as endplay, bridgebots and we tell it: the same facts in the same words."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import bridgebots.lin as bb
import endplay.parsers.lin as ep
import endplay.types as types
from endplay.config import suppress_unicode

from overtrick import PACK, CardSet, Seat, Vul
from overtrick.formats import lin
from overtrick.formats.record import Record

Facts = dict[str, str]


def our_facts(record: Record) -> Facts:
    board = record.board
    facts = {
        "number": str(board.number),
        "dealer": str(board.dealer),
        "vul": str(board.vul),
        "calls": " ".join(str(call) for _, call in board.auction or ()),
        "contract": "" if board.contract is None else str(board.contract),
        "cards": " ".join(map(str, () if board.play is None else board.play.cards)),
    }
    facts |= {f"{seat.word}'s hand": str(board.deal[seat]) for seat in Seat}
    return facts | {f"{seat.word}'s name": record.tag(seat.word) or "" for seat in Seat}


def our_facts_and_tricks(record: Record) -> Facts:
    """The facts, and declarer's tricks where the record tells them."""
    board, tricks = record.board, 0
    if board.claim is not None:
        tricks = board.claim.tricks
    elif board.contract is not None and board.play is not None:
        tricks = board.play.tricks_won(board.contract.declarer.side)
    return our_facts(record) | {"tricks": str(tricks)}


def endplay_facts(board: types.Board) -> Facts:
    assert board.dealer is not None
    assert board.vul is not None
    with suppress_unicode():
        facts = {
            "number": str(board.board_num),
            "dealer": board.dealer.abbr,
            "vul": str(Vul.parse(board.vul.name)),
            "calls": " ".join(map(_endplay_call, board.auction)),
            "contract": _endplay_contract(board.contract),
            "cards": " ".join(map(str, board.play)),
        }
        for seat in Seat:
            facts[f"{seat.word}'s hand"] = str(getattr(board.deal, seat.word.lower()))
            facts[f"{seat.word}'s name"] = getattr(board.info, seat.word.lower()) or ""
    return facts


def _endplay_call(bid: types.Bid) -> str:
    if isinstance(bid, types.ContractBid):
        return f"{bid.level}{bid.denom.abbr}"
    assert isinstance(bid, types.PenaltyBid)
    return {"passed": "P", "doubled": "X", "redoubled": "XX"}[bid.penalty.name]


def _endplay_contract(contract: types.Contract | None) -> str:
    if contract is None or contract.is_passout():
        return ""
    doubled = {"passed": "", "doubled": "X", "redoubled": "XX"}[contract.penalty.name]
    return f"{contract.level}{contract.denom.abbr}{doubled} by {contract.declarer.abbr}"


def bridgebots_facts(deal: bb.Deal, record: bb.BoardRecord) -> Facts:
    facts = {
        "number": record.board_name.removeprefix("Board "),
        "dealer": deal.dealer.name[0],
        "vul": str(Vul(1 * deal.ns_vulnerable + 2 * deal.ew_vulnerable)),
        "calls": " ".join("P" if bid == "PASS" else bid for bid in record.bidding_record),
        "contract": _bridgebots_contract(record.contract, record.declarer.name[0]),
        "cards": " ".join(map(str, record.play_record)),
        "tricks": str(record.tricks),
    }
    for direction, hand in deal.hands.items():
        names = set(map(str, hand.cards))
        cards = CardSet.of(card for card in PACK if str(card) in names)
        facts[f"{direction.name.capitalize()}'s hand"] = str(cards)
    return facts | {f"{seat.name.capitalize()}'s name": name for seat, name in record.names.items()}


def _bridgebots_contract(contract: bb.Contract, declarer: str) -> str:
    if contract.suit is None:
        return ""
    return f"{contract.level}{contract.suit.abbreviation()}{'X' * contract.doubled} by {declarer}"


# Their readers


def read_ours(path: Path) -> list[Record]:
    with open(path, "rb") as file:
        return list(lin.read(file))


def read_by_endplay(path: Path) -> list[types.Board]:
    text = path.read_bytes()
    try:
        return ep.load(io.StringIO(text.decode("utf-8")))
    except UnicodeDecodeError:
        return ep.load(io.StringIO(text.decode("latin-1")))


def read_by_bridgebots(path: Path) -> list[Facts]:
    """Its boards, in the order of the file as far as each deal comes once or in pairs."""
    logging.disable(logging.WARNING)
    try:
        is_many = path.read_bytes().startswith(b"vg")
        deals = bb.parse_multi_lin(path) if is_many else bb.parse_single_lin(path)
    finally:
        logging.disable(logging.NOTSET)
    return [bridgebots_facts(deal.deal, record) for deal in deals for record in deal.board_records]
