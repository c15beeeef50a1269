"""The laws at the table: turns, dummy, claims, undo, the end of a board, scores and files."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

import pytest

from overtrick import Board, Call, Card, Deal, IllegalCall, IllegalPlay, Meaning, Seat, dd, formats
from overtrick.scoring import imps
from overtrick.table import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Note,
    Scores,
    Scoring,
    Table,
    TableError,
    TableOpened,
    Undone,
    board_par,
    replay,
)
from tests.tables import MOMENT, auction, opened, settings

SOLID = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765 432.432.5432.432")
"""North and South have all the tricks in notrump."""
BOARD = Board.numbered(1, SOLID)


def in_notrump(calls: str = "7NT P P P") -> Table:
    table = opened()
    table.deal(BOARD)
    auction(table, calls)
    return table


def played(table: Table, cards: str) -> None:
    for card in cards.split():
        assert table.turn is not None
        table.play(table.turn, Card.parse(card))


# Turns


def test_a_call_out_of_turn_is_refused() -> None:
    table = opened()
    table.deal(BOARD)
    with pytest.raises(TableError, match="it is North's turn to call, not South's"):
        table.call(Seat.SOUTH, Call.PASS)
    assert table.number == 2


def test_an_insufficient_bid_is_refused() -> None:
    table = in_notrump("1NT")
    with pytest.raises(IllegalCall, match="not higher"):
        table.call(Seat.EAST, Call.parse("1S"))


def test_a_call_after_the_auction_is_refused() -> None:
    with pytest.raises(TableError, match="the auction is over"):
        in_notrump().call(Seat.NORTH, Call.PASS)


def test_a_card_during_the_auction_is_refused() -> None:
    with pytest.raises(TableError, match="the auction is not over"):
        in_notrump("1NT").play(Seat.EAST, Card.parse("ST"))


def test_the_lead_comes_from_declarers_left() -> None:
    table = in_notrump()
    assert table.turn is Seat.EAST
    with pytest.raises(TableError, match="it is East's turn to play, not North's"):
        table.play(Seat.NORTH, Card.parse("SA"))


def test_a_revoke_is_refused() -> None:
    table = in_notrump()
    played(table, "ST")
    with pytest.raises(IllegalPlay, match="can follow suit"):
        table.play(Seat.NORTH, Card.parse("H7"))


def test_a_card_somebody_else_holds_is_refused() -> None:
    with pytest.raises(IllegalPlay, match="East does not hold it"):
        in_notrump().play(Seat.EAST, Card.parse("SA"))


def test_declarer_plays_for_dummy_and_dummy_does_not() -> None:
    table = in_notrump()
    played(table, "ST")
    assert table.turn is Seat.NORTH
    with pytest.raises(TableError, match="South is dummy: North plays its cards"):
        table.play(Seat.SOUTH, Card.parse("S5"))
    with pytest.raises(TableError, match="it is South's turn to play, not West's"):
        table.play(Seat.WEST, Card.parse("S2"))
    table.play(Seat.NORTH, Card.parse("S5"))
    assert str(table.turn) == "W"


def test_a_second_board_waits_for_the_first() -> None:
    with pytest.raises(TableError, match="board 1 is not over"):
        in_notrump().deal()


def test_nothing_can_be_done_before_a_board_is_dealt() -> None:
    table = opened()
    for act in (
        lambda: table.call(Seat.NORTH, Call.PASS),
        lambda: table.play(Seat.NORTH, Card.parse("SA")),
        lambda: table.claim(Seat.NORTH, 3),
        lambda: table.concede(Seat.NORTH),
        table.undo,
        lambda: table.view(Seat.NORTH),
    ):
        with pytest.raises(TableError, match="no board has been dealt"):
            act()
    assert table.turn is None
    assert table.result is None


def test_a_deal_with_unknown_hands_cannot_be_played() -> None:
    with pytest.raises(TableError, match="four hands of thirteen cards"):
        opened().deal(Board.numbered(1, Deal.parse("N:AKQJ.AKQ.AKQ.AKQ - - -")))


def test_a_board_without_a_seed_must_be_given() -> None:
    table = Table.open(settings().without_seed())
    with pytest.raises(TableError, match="give the board"):
        table.deal()


# What is seen


def test_a_deal_shows_a_seat_its_own_hand_and_no_seed() -> None:
    table = in_notrump("P")
    told = table.events_for(Seat.WEST)
    opening, dealt = told[0].event, told[1].event
    assert isinstance(opening, TableOpened)
    assert opening.settings.seed is None
    assert isinstance(dealt, BoardDealt)
    assert dealt.deal == Deal.of({Seat.WEST: SOLID[Seat.WEST]})


def test_dummy_is_shown_with_the_opening_lead_and_not_before() -> None:
    table = in_notrump()
    assert all(each.shown is None for seat in Seat for each in table.events_for(seat))
    played(table, "ST")
    for seat in Seat:
        assert table.events_for(seat)[-1].shown == Deal.of({Seat.SOUTH: SOLID[Seat.SOUTH]})
    assert table.view(Seat.WEST).dummy == SOLID[Seat.SOUTH]


def test_after_the_board_everybody_sees_all_hands() -> None:
    table = in_notrump("P P P P")
    assert [table.events_for(seat)[-1].shown for seat in Seat] == [SOLID] * 4


def test_a_note_is_seen_by_those_it_is_for() -> None:
    table = opened()
    table.note("for East and South", to=[Seat.EAST, Seat.SOUTH])
    table.note("for nobody")
    seen = {seat: [each.event for each in table.events_for(seat)[1:]] for seat in Seat}
    assert seen[Seat.EAST] == [Note("for East and South", (Seat.EAST,))]
    assert seen[Seat.NORTH] == []
    assert len(table.entries) == 3


def test_a_call_can_be_explained_afterwards_and_once() -> None:
    table = opened()
    table.deal(BOARD)
    auction(table, "2C P 2D P")
    table.explain(0, Meaning("strong", alerted=True))
    table.explain(2, Meaning("waiting"))
    told = (Meaning("strong", alerted=True), None, Meaning("waiting"))
    assert [table.view(seat).meanings for seat in Seat] == [told] * 4
    assert isinstance(table.events_for(Seat.EAST)[-1].event, CallExplained)
    with pytest.raises(TableError, match="call 1 has been explained"):
        table.explain(0, Meaning("weak"))
    for place in (-1, 4):
        with pytest.raises(TableError, match=r"no call .* to explain: 4 were made"):
            table.explain(place, Meaning("anything"))


def test_what_a_call_was_said_to_mean_is_not_taken_back_with_what_came_after() -> None:
    table = opened()
    table.deal(BOARD)
    auction(table, "2C P 2D P")
    table.explain(0, Meaning("strong"))
    table.explain(2, Meaning("waiting"))
    table.undo()
    table.undo()
    assert table.view(Seat.WEST).meanings == (Meaning("strong"),)
    auction(table, "2D")
    assert table.view(Seat.WEST).meanings == (Meaning("strong"),)


def test_an_explanation_is_seen_by_all() -> None:
    table = opened()
    table.deal(BOARD)
    table.call(Seat.NORTH, Call.parse("2C"), Meaning("strong", alerted=True))
    assert table.view(Seat.EAST).meanings == (Meaning("strong", alerted=True),)


# Claims


def test_a_claim_of_what_is_there_ends_the_board() -> None:
    table = in_notrump("3NT P P P")
    played(table, "ST S5 S2 SA")
    assert table.claim(Seat.NORTH, 13)
    assert str(table.result) == "3NT by N +4"
    assert [type(entry.event) for entry in table.entries[-3:]] == [ClaimMade, ClaimAccepted, BoardEnded]
    claim = table.view(Seat.EAST).claim
    assert claim is not None
    assert claim.tricks == 13


def test_a_claim_of_too_much_is_refused_without_a_word_and_the_play_goes_on() -> None:
    table = opened()
    table.deal(Board.numbered(1, SOLID.rotated(1)))
    auction(table, "1NT P P P")
    assert not table.claim(Seat.NORTH, 8)
    assert table.turn is Seat.EAST
    for seat in Seat:
        assert table.events_for(seat)[-1].event == ClaimRefused()
    kept = table.entries[-1].event
    assert isinstance(kept, ClaimRefused)
    assert len(kept.line) == 52
    table.concede(Seat.NORTH)
    for seat in Seat:
        (refusal,) = table.events_for(seat)[-1].refusals
        assert refusal.line == kept.line


def test_a_refused_side_may_claim_again_only_after_another_trick() -> None:
    table = opened()
    table.deal(Board.numbered(1, SOLID.rotated(1)))
    auction(table, "1NT P P P")
    assert not table.claim(Seat.NORTH, 8)
    with pytest.raises(TableError, match="again after another trick"):
        table.claim(Seat.NORTH, 1)
    played(table, "SA S8 S5")
    with pytest.raises(TableError, match="again after another trick"):
        table.claim(Seat.NORTH, 1)
    played(table, "S2")
    assert table.claim(Seat.NORTH, 0)


def test_a_defender_claims_by_what_declarer_keeps() -> None:
    table = opened()
    table.deal(Board.numbered(1, SOLID.rotated(1)))
    auction(table, "1NT P P P")
    assert table.claim(Seat.WEST, 0)
    assert str(table.result) == "1NT by N -7"


def test_a_defender_who_claims_too_much_is_refused() -> None:
    assert not in_notrump().claim(Seat.EAST, 12)


def test_dummy_may_neither_claim_nor_concede() -> None:
    table = in_notrump()
    with pytest.raises(TableError, match="South is dummy and may not claim"):
        table.claim(Seat.SOUTH, 13)
    with pytest.raises(TableError, match="South is dummy and may not concede"):
        table.concede(Seat.SOUTH)


@pytest.mark.parametrize("tricks", [-1, 0, 14])
def test_tricks_that_cannot_be_are_not_claimed(tricks: int) -> None:
    table = in_notrump()
    played(table, "ST S5 S2 SA")
    with pytest.raises(TableError, match="declarer can have 1 to 13 tricks in all"):
        table.claim(Seat.NORTH, tricks)


@pytest.mark.parametrize(("by", "result"), [(Seat.NORTH, "7NT by N -12"), (Seat.WEST, "7NT by N =")])
def test_a_concession_gives_the_other_side_the_rest(by: Seat, result: str) -> None:
    table = in_notrump()
    played(table, "ST S5 S2 SA")
    table.concede(by)
    assert str(table.result) == result


def test_claims_are_judged_as_the_solver_judges_every_card() -> None:
    """The independent answer: the value of the position from `dd.cards`, not from the search for a bound."""
    judged = 0
    for seed in range(8):
        table = opened(seed)
        table.deal()
        auction(table, "1NT P P P")
        for card in range(24):
            play = table.state.board_in_play.play
            assert table.turn is not None
            table.play(table.turn, sorted(play.legal_cards)[card % len(play.legal_cards)])
        play = table.state.board_in_play.play
        side = play.to_play.side
        best = max(dd.cards(play).values()) + play.tricks_won(side)
        most = best if side is Seat.NORTH.side else 13 - best
        for tricks in range(play.tricks_won(Seat.NORTH.side), 14 - play.tricks_won(Seat.EAST.side)):
            for by, is_good in ((Seat.NORTH, tricks <= most), (Seat.EAST, tricks >= most)):
                copy = Table.open(settings(seed))
                copy.deal(Board.numbered(1, play.start))
                auction(copy, "1NT P P P")
                played(copy, " ".join(map(str, play.cards)))
                assert copy.claim(by, tricks) is is_good
                judged += 1
    assert judged >= 8 * 2 * 8


# Undo


def test_an_undo_takes_back_the_last_card_and_the_log_keeps_it() -> None:
    table = in_notrump()
    before = table.state.board_in_play.board
    played(table, "ST")
    table.undo()
    assert table.state.board_in_play.board == before
    assert any(entry.event == CardPlayed(Seat.EAST, Card.parse("ST")) for entry in table.entries)
    assert table.view(Seat.WEST).dummy is None


def test_an_undo_goes_back_to_any_call_or_card_that_stands() -> None:
    table = in_notrump()
    played(table, "ST S5 S2 SA")
    table.undo(to=4)
    assert str(table.view(Seat.EAST).auction) == "N: 7NT P"
    assert (table.turn, table.state.board_in_play.contract) == (Seat.SOUTH, None)
    auction(table, "P X P P P")
    assert str(table.view(Seat.EAST).contract) == "7NTX by N"
    table.undo(to=4)
    with pytest.raises(TableError, match="entry 8 is no deal, call or card of board 1 that stands"):
        table.undo(to=8)
    table.undo(to=2)
    with pytest.raises(TableError, match="nothing to take back on board 1"):
        table.undo()


def test_a_board_that_has_ended_cannot_be_taken_back() -> None:
    table = in_notrump("P P P P")
    with pytest.raises(TableError, match="board 1 is over"):
        table.undo()
    with pytest.raises(TableError, match="board 1 is over"):
        table.undo(to=2)


def test_a_false_result_cannot_be_written_down() -> None:
    table = in_notrump("P P P P")
    ended = table.entries[-1].event
    assert isinstance(ended, BoardEnded)
    state = replay(table.entries[:-1])
    with pytest.raises(TableError, match=r"the result is passed out and scores \+0"):
        state.after(BoardEnded(ended.result, 50))


# Scores


def test_imps_are_against_a_given_datum_or_else_par() -> None:
    table = in_notrump("3NT P P P")
    table.claim(Seat.NORTH, 13)
    assert table.score({1: 400}).total_ns == imps(520 - 400)
    par = board_par(table.state.ended[0])
    assert par.score_ns == 1520
    line = table.score().boards[0]
    assert (line.points_ns, line.datum, line.compared_ns) == (520, 1520, Fraction(imps(520 - 1520)))


def test_matchpoints_are_against_given_scores_and_totals_run() -> None:
    table = Table.open(settings(scoring=Scoring.MATCHPOINTS))
    for _ in range(3):
        table.deal()
        auction(table, "P P P P")
    sheet = table.score({1: [-50, 50], 3: [-90, -100]})
    assert [board.compared_ns for board in sheet.boards] == [50, None, 100]
    assert [str(Scores(sheet.scoring, sheet.boards[:n]).total_ns) for n in (1, 2, 3)] == ["50", "50", "75"]
    assert (sheet.total_ns, sheet.points_ns) == (Fraction(75), 0)
    with pytest.raises(TableError, match="not for one datum"):
        table.score({1: 30})


def test_points_alone_add_up() -> None:
    table = Table.open(settings(scoring=Scoring.POINTS))
    for number in (1, 2):
        table.deal(Board.numbered(number, SOLID))
        auction(table, "P 3NT P P P" if number == 2 else "3NT P P P")
        table.claim(Seat.NORTH if number == 1 else Seat.SOUTH, 13)
    sheet = table.score()
    assert (sheet.points_ns, sheet.total_ns) == (sum(e.score_ns for e in table.state.ended), None)


# Files


@pytest.mark.parametrize("format", ["PBN", "LIN", "JSON"])
def test_a_played_board_survives_a_file(format: str) -> None:
    table = Table.open(settings(), clock=lambda: MOMENT)
    table.deal(BOARD)
    table.call(Seat.NORTH, Call.parse("2C"), Meaning("strong", alerted=True))
    auction(table, "P 2D P 3NT P P P")
    played(table, "ST S5 S2 SA")
    table.claim(Seat.NORTH, 13)
    file = BytesIO()
    formats.write(table.records(), file, format)
    (record,) = formats.read(file.getvalue(), format)
    board = record.board
    assert (board.deal, board.auction, board.result) == (SOLID, table.view(Seat.NORTH).auction, table.result)
    assert board.meanings[0] is not None
    assert board.meanings[0].text == "strong"
    assert board.play is not None
    assert [*map(str, board.play.cards)] == ["ST", "S5", "S2", "SA"]
    assert record.tag("South") == "Cleo"


def test_a_file_tells_of_a_claim_that_was_refused() -> None:
    table = in_notrump()
    assert not table.claim(Seat.EAST, 12)
    table.concede(Seat.EAST)
    file = BytesIO()
    written = formats.write(table.records(), file, "PBN")
    (record,) = formats.read(file.getvalue())
    assert written.lost == ()
    assert record.comments == table.records()[0].comments
    assert record.comments[0].text.startswith("East claimed 12 tricks for declarer; not accepted: ")


def test_an_unfinished_board_is_written_only_for_the_host() -> None:
    table = in_notrump()
    assert table.records() == ()
    (record,) = table.records(unfinished=True)
    assert record.board.deal == SOLID


def test_a_board_from_a_file_is_dealt_with_its_auction_or_without() -> None:
    (record,) = formats.read(
        '[Board "5"]\n[Dealer "N"]\n[Vulnerable "NS"]\n'
        f'[Deal "{SOLID}"]\n[Auction "N"]\n2C =1= Pass 3NT AP\n[Note "1:strong"]\n'
    )
    bare, bid = opened(), opened()
    bare.deal(record.board)
    bid.deal(record.board, with_auction=True)
    assert (bare.turn, bid.turn) == (Seat.NORTH, Seat.WEST)
    assert str(bid.view(Seat.EAST).contract) == "3NT by S"
    assert [meaning and meaning.text for meaning in bid.view(Seat.EAST).meanings] == ["strong"]


# Tricks won, the other side, an answer to come


DEFENCE_HAS_ALL = Deal.parse("N:432.432.5432.432 AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765")


def in_one_notrump(cards: str = "") -> Table:
    """North plays 1NT, in which East and West have every trick."""
    table = opened()
    table.deal(Board.numbered(1, DEFENCE_HAS_ALL))
    auction(table, "1NT P P P")
    for card in cards.split():
        assert table.turn is not None
        table.play(table.turn, Card.parse(card))
    return table


# Claims


def test_declarer_cannot_have_the_tricks_that_the_defence_has_won() -> None:
    table = in_one_notrump("SA S8 S5 S2")
    with pytest.raises(TableError, match="declarer can have 0 to 12 tricks in all, not 13"):
        table.claim(Seat.NORTH, 13)


def test_a_defender_who_concedes_keeps_the_tricks_he_has_won() -> None:
    table = in_one_notrump("SA S8 S5 S2")
    table.concede(Seat.WEST)
    assert str(table.result) == "1NT by N +5"


def test_a_claim_that_was_refused_does_not_keep_the_other_side_from_claiming() -> None:
    table = in_one_notrump()
    assert not table.claim(Seat.NORTH, 1)
    assert table.claim(Seat.EAST, 0)
    assert str(table.result) == "1NT by N -7"


def test_nothing_but_an_answer_or_an_undo_follows_a_claim() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0))
    lead, eight = state.board_in_play.steps[-1][0], CardPlayed(Seat.SOUTH, Card.parse("S8"))
    assert state.board_in_play.turn is None
    with pytest.raises(TableError, match="East has claimed: the claim must be answered first"):
        state.after(eight)
    back = state.after(Undone(lead))
    assert back.board_in_play.turn is Seat.NORTH
    assert back.after(eight).board_in_play.turn is Seat.WEST


def test_no_card_is_played_after_a_claim_that_stands() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0)).after(ClaimAccepted())
    with pytest.raises(TableError, match="board 1 is over"):
        state.after(CardPlayed(Seat.SOUTH, Card.parse("S8")))


def test_a_claim_is_not_refused_by_a_line_that_cannot_be_played() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0))
    with pytest.raises(TableError, match="the line that refutes the claim cannot be played"):
        state.after(ClaimRefused((Card.parse("SK"),)))
    assert state.after(ClaimRefused((Card.parse("S8"),))).board_in_play.turn is Seat.NORTH
