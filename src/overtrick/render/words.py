"""Values in words: the text alternatives of diagrams."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Auction, Board, CardSet, Claim, Deal, Meaning, Play, Suit, Trick, Vul
from overtrick.core.english import counted

__all__ = [
    "auction_in_words",
    "board_in_words",
    "claim_in_words",
    "deal_in_words",
    "hand_in_words",
    "one_line",
    "play_in_words",
    "trick_in_words",
    "vulnerability_in_words",
]

_VULNERABLE = {
    Vul.NONE: "nobody is vulnerable",
    Vul.NS: "North and South are vulnerable",
    Vul.EW: "East and West are vulnerable",
    Vul.BOTH: "everybody is vulnerable",
}


def hand_in_words(hand: CardSet) -> str:
    """A hand as it is read aloud.

    >>> hand_in_words(CardSet.parse("AQ.T98..5432"))
    'spades ace queen, hearts 10 9 8, no diamonds, clubs 5 4 3 2'
    """
    if not hand:
        return "no cards"
    return ", ".join(_suit_in_words(hand, suit) for suit in reversed(Suit))


def _suit_in_words(hand: CardSet, suit: Suit) -> str:
    ranks = [rank.word for rank in hand.ranks(suit)]
    return f"{suit.word} {' '.join(ranks)}" if ranks else f"no {suit.word}"


def deal_in_words(deal: Deal) -> str:
    """A deal as it is read aloud; unknown hands are not mentioned."""
    if not deal.known:
        return "No hand is known."
    return " ".join(f"{seat.word}: {hand_in_words(hand)}." for seat, hand in deal.items())


def board_in_words(board: Board) -> str:
    """A board as it is read aloud, with its auction, play and result as far as known."""
    return " ".join(_sentences(board))


def _sentences(board: Board) -> Iterator[str]:
    start = f"Board {board.number}. " if board.number is not None else ""
    yield f"{start}{board.dealer.word} deals, {vulnerability_in_words(board.vul)}."
    yield deal_in_words(board.deal)
    if board.auction is not None:
        yield auction_in_words(board.auction, board.meanings)
    if board.play is not None and board.play.cards:
        yield play_in_words(board.play)
    if board.result is not None:
        yield f"Result: {board.result.word}."
    elif board.contract is not None:
        yield f"Contract: {board.contract.word}."
    if board.claim is not None:
        yield f"{claim_in_words(board.claim)}."
    if board.unread_calls:
        yield f"Calls that are not legal, as written: {one_line(board.unread_calls)}."
    if board.unread_cards:
        yield f"Cards that are not legal, as written: {one_line(board.unread_cards)}."


def vulnerability_in_words(vul: Vul) -> str:
    """Who is vulnerable."""
    return _VULNERABLE[vul]


def claim_in_words(claim: Claim) -> str:
    """A claim as it is recorded: ``South claims: 9 tricks for declarer``."""
    who = "Claim" if claim.by is None else f"{claim.by.word} claims"
    return f"{who}: {counted(claim.tricks, 'trick')} for declarer"


def one_line(written: str) -> str:
    """A text on one line, with runs of white space replaced by single spaces."""
    return " ".join(written.split())


def auction_in_words(auction: Auction, meanings: tuple[Meaning | None, ...] = ()) -> str:
    """An auction as it is read aloud.

    >>> auction_in_words(Auction.parse("N: 1H P 2NT"))
    'The auction: North 1 heart, East pass, South 2 notrump. West is to call.'
    """
    said = [f"{seat.word} {call.word}" for seat, call in auction]
    for turn, meaning in enumerate(meanings):
        if meaning is not None:
            said[turn] += f" ({'Alert. ' if meaning.alerted else ''}{meaning.text})"
    told = [f"The auction: {', '.join(said)}."] if said else []
    return " ".join(told if auction.is_over else [*told, f"{auction.to_call.word} is to call."])


def trick_in_words(trick: Trick) -> str:
    """A trick as it is read aloud.

    >>> trick_in_words(Trick.parse("W: H5 HK"))
    'West leads the heart 5, North plays the heart king.'
    """
    if not trick.cards:
        return f"{trick.leader.word} is on lead."
    played = (
        f"{seat.word} {'leads' if seat is trick.leader else 'plays'} the {card.word}" for seat, card in trick
    )
    return f"{', '.join(played)}."


def play_in_words(play: Play) -> str:
    """The tricks so far as they are read aloud."""
    parts = [
        f"Trick {number}: {trick_in_words(trick)[:-1]}; {trick.winner(play.strain).word} wins."
        for number, trick in enumerate(play.tricks, 1)
    ]
    if not play.is_over:
        parts.append(trick_in_words(play.trick))
    return " ".join(parts)
