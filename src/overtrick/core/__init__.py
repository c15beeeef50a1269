"""Cards to boards: the values everything else is made of. Depends on nothing but the standard library."""

from overtrick.core.auction import Auction, AuctionRecord
from overtrick.core.board import Board, Claim, Meaning
from overtrick.core.call import CALLS, Bid, Call
from overtrick.core.card import PACK, Card, Rank, Strain, Suit
from overtrick.core.cardset import CardSet
from overtrick.core.contract import Contract, Doubled, Result
from overtrick.core.deal import Deal
from overtrick.core.errors import (
    BoardError,
    DealError,
    IllegalCall,
    IllegalPlay,
    NotationError,
    OvertrickError,
    ScoreError,
)
from overtrick.core.explaining import explain, false_statements
from overtrick.core.play import Play, PlayRecord
from overtrick.core.reasons import Holds, Odds, Reason, Statement
from overtrick.core.seat import Seat, Side, Vul
from overtrick.core.seatview import SeatView
from overtrick.core.trick import Trick

__all__ = [
    "CALLS",
    "PACK",
    "Auction",
    "AuctionRecord",
    "Bid",
    "Board",
    "BoardError",
    "Call",
    "Card",
    "CardSet",
    "Claim",
    "Contract",
    "Deal",
    "DealError",
    "Doubled",
    "Holds",
    "IllegalCall",
    "IllegalPlay",
    "Meaning",
    "NotationError",
    "Odds",
    "OvertrickError",
    "Play",
    "PlayRecord",
    "Rank",
    "Reason",
    "Result",
    "ScoreError",
    "Seat",
    "SeatView",
    "Side",
    "Statement",
    "Strain",
    "Suit",
    "Trick",
    "Vul",
    "explain",
    "false_statements",
]
