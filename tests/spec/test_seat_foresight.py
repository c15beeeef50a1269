"""What is foreseen while others act: the likeliest first, only what may come, and the thought goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from overtrick import Auction, Board, Call, Card, CardSet, Seat, SeatView, Strain, Suit
from overtrick.protocol.client import Client, SeatRequest, Statistics
from overtrick.protocol.client.board import SeatBoard
from overtrick.protocol.client.foresight import NextTurn, chances, followed, foreseen
from overtrick.protocol.client.thinking import TimedAct
from tests.properties.test_seat_fuzz import PlainThinker, tell
from tests.protocol_manager import OURS, TELL, board_steps, seating
from tests.spec.test_seat_dialogue import PASSED_OUT, PLAYED


def seen_from(seat: Seat, board: Board, cards: int) -> SeatBoard:
    """A board from one seat after so many cards."""
    assert board.auction is not None
    assert board.play is not None
    assert board.contract is not None
    seen = SeatBoard(seat, 1, board.vul, board.deal[seat], board.auction)
    for card in board.play.cards[:cards]:
        seen = seen.after_card(card)
        if seen.lacks_dummy:
            seen = seen.facing(board.deal[board.contract.dummy])
    return seen


# Habits


def likeliest(hand: str, *trick: str, strain: Strain = Strain.NOTRUMP) -> str:
    """The card of East, a defender who sits behind dummy, that is likeliest after some cards."""
    own, played = CardSet.parse(hand), tuple(map(Card.parse, trick))
    rest = list(CardSet.pack() - own - CardSet.of(played))
    hands = [CardSet.of(rest[place::3]).bits for place in range(3)]
    turn = NextTurn((hands[0], own.bits, *hands[1:]), Seat.EAST, played, strain, Seat.NORTH, Suit.SPADES)
    found = chances(turn)
    assert set(found) == set(own & CardSet(sum(card.bit for card in found)))
    return str(max(found, key=lambda card: found[card]))


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("KJ4...", "S2", "S4"),  # second hand low
        ("KJ4...", "S2 S3", "SK"),  # third hand high
        ("KQJ4...", "S2 S3", "SJ"),  # by the lowest of equals
        ("KJ4...", "S2 S3 ST", "SJ"),  # fourth hand as cheaply as it can
        ("KJ4...", "S2 ST S3", "S4"),  # and low if partner's card wins
        ("984...", "SA", "S4"),
        (".Q4.8532.", "SA", "D2"),  # a discard from a long suit without honours
    ],
)
def test_players_are_expected_to_do_what_is_usual(hand: str, trick: str, card: str) -> None:
    assert likeliest(hand, *trick.split()) == card


def test_who_has_none_of_the_suit_is_expected_to_ruff_low() -> None:
    assert likeliest(".Q42.8532.", "SA", strain=Strain.HEARTS) == "H2"
    assert likeliest(".Q42.8532.", "SA", "S2", strain=Strain.HEARTS) != "H2"  # partner's ace has won


# Positions


def test_what_is_foreseen_may_come_and_is_the_same_every_time() -> None:
    assert PLAYED.contract is not None
    for seat in Seat:
        for cards in range(1, 51, 5):
            board = seen_from(seat, PLAYED, cards)
            ahead = foreseen(board)
            assert ahead == foreseen(board)
            assert len(set(ahead)) == len(ahead) <= 12
            for view in ahead:
                assert view.play is not None
                assert view.play.cards[:cards] == board.cards
                assert view.is_turn
                assert len(view.legal_cards) > 1
            if board.is_turn or seat is PLAYED.contract.dummy:
                assert not ahead


def test_of_a_hand_that_lies_open_every_card_is_foreseen() -> None:
    dummys = PLAYED.deal[Seat.NORTH].in_suit(Suit.SPADES)
    ahead = foreseen(seen_from(Seat.EAST, PLAYED, 1))
    assert {view.play.cards[1] for view in ahead if view.play is not None} == set(dummys)


def test_nobody_is_expected_to_play_what_he_has_shown_out_of() -> None:
    text = """Board 1
Deal N:AKQ2.432.432.432 T9876.A7.A7.A965 .QJT98.QJT98.QJT J543.K65.K65.K87
Auction N: P P 1NT AP
Play NT;W;S5 SA S7 HQ SK S8 HJ S3"""
    board = seen_from(Seat.WEST, Board.parse(text), 8)
    ahead = foreseen(board)
    assert ahead
    for view in ahead:
        assert view.play is not None
        assert view.play.cards[10].suit is not Suit.SPADES  # South's


def test_if_all_pass_our_lead_is_foreseen_too() -> None:
    hand = PLAYED.deal[Seat.WEST]
    board = SeatBoard(Seat.WEST, 1, PLAYED.vul, hand, Auction.parse("S: 1NT P 3NT"))
    call, lead = foreseen(board)
    assert str(call.auction) == "S: 1NT P 3NT P P"
    assert call.is_turn
    assert str(lead.auction) == "S: 1NT P 3NT P P P"
    assert len(lead.legal_cards) == 13


def test_after_our_own_card_our_next_one_is_foreseen() -> None:
    assert PLAYED.play is not None
    met = 0
    for cards in range(1, 48):
        board = seen_from(Seat.SOUTH, PLAYED, cards)
        if board.is_turn:
            after = board.after_card(PLAYED.play.cards[cards])
            further = followed(board.view, PLAYED.play.cards[cards])
            assert further in (None, after.view)
            assert further is None or after.is_turn
            met += further is not None
    assert met
    assert followed(SeatView.of(replace(PLAYED, play=None), Seat.WEST), Call.PASS) is None


# At the table


class NotingThinker(PlainThinker):
    """A mind that notes what it is asked to do."""

    def __init__(self) -> None:
        super().__init__()
        self.statistics = Statistics()
        self.asked = list[str]()

    async def ponder(self, views: object) -> None:
        self.asked.append("ponder")

    async def rest(self) -> None:
        self.asked.append("rest")

    async def decide(self, view: SeatView) -> TimedAct:
        self.asked.append("decide")
        return await super().decide(view)


def test_a_player_does_not_rest_between_pondering_and_its_turn() -> None:
    steps = [
        *seating(OURS, Seat.WEST),
        *board_steps(OURS, Seat.WEST, PASSED_OUT),
        (TELL, "End of session"),
    ]
    mind = NotingThinker()

    async def run() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await tell(reader, writer, steps)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with asyncio.timeout(20):
            await Client(
                SeatRequest("127.0.0.1", port, "A", Seat.WEST, retry=0.0), mind, lambda news: None
            ).run()
        server.close()

    asyncio.run(run())
    place = mind.asked.index("decide")
    assert mind.asked[place - 1] == "ponder"
