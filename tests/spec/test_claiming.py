"""What declarer claims, what anybody concedes, and to whose claims a seat agrees."""

from __future__ import annotations

import pytest

from overtrick.core import Card, Claim, Play, Seat
from overtrick.player.claims import Proof, ProvedClaim, accepts, proved_claim, proved_concession
from tests.plain_claiming import view_of


def _claim(text: str, declarer: Seat = Seat.SOUTH) -> ProvedClaim | None:
    return proved_claim(view_of(Play.parse(text), declarer))


EVERYDAY = {
    "thirteen top tricks": "N:AKQJ.AKQ.AKQ.432 T987.JT98.JT9.95 65.765.8765.AKQJ 432.432.432.T876;NT;W;S4",
    "the last trumps are drawn first": "N:AKQ.A.. 43.J5.. 2.K.A.5 T.6.98.;S;N",
    "winners in both hands, an entry each way": "N:A2.K..A .J5.9.8 K.A2..2 .T4.8.7;NT;S",
    "a blocked suit is unblocked": "N:KQJ.2.. 654.3.. A.AKQ.. T98.4..;NT;S",
    "long cards when the suit must be exhausted": "N:AKQ2... 98.5.4. 43.A.2. J.6.3.5;NT;N",
    "small trumps when no trump is out": "N:432... .987.. ...432 .654..;S;N",
    "ruffs both ways": "N:A2..43. .987.J. K3.43.. .JT6.9.;S;N",
    "dummy to play to a trick that is won": "N:AK... QJ... 32... T9...;NT;W;ST",
    "the king led runs into the ace and queen": "N:32.AK.AK.K 98.65.65.3 AQ.QJ.QJ.A KJT.43.43.;NT;W;SK S2 S8",
    "a defender on lead who can do no harm": "N:.A.A. .32.. .K.K. ..54.;NT;W",
}


@pytest.mark.parametrize("position", EVERYDAY.values(), ids=EVERYDAY.keys())
def test_declarer_claims_the_rest_when_he_is_sure_of_it(position: str) -> None:
    claim = _claim(position)
    assert claim is not None
    assert claim.tricks == claim.of


UNSURE = {
    "two trumps are out and one can be drawn": "N:K.AK.. 3.54.. .2.A.K 2.6.8.;S;N",
    "a suit may not break": "N:AKQ2... 98.54.. 43.A2.. JT76...;NT;N",
    "a finesse that happens to work": "N:AQ... 54... 32... KJ...;NT;S",
    "no entry to the winners": "N:AK... .43.. ..A2. ..K3.;NT;S",
}


@pytest.mark.parametrize("position", UNSURE.values(), ids=UNSURE.keys())
def test_declarer_does_not_claim_what_he_only_hopes_for(position: str) -> None:
    assert _claim(position) is None


def test_declarer_claims_all_but_a_trick_that_is_lost_in_every_layout() -> None:
    claim = _claim("N:A.2.. K.Q.. 2.3.. Q.J..;NT;S")
    assert claim is not None
    assert (claim.tricks, claim.of) == (1, 2)


def test_a_defender_who_had_to_hold_a_heart_may_have_thrown_it_on_a_ruff() -> None:
    """East is known to hold the last trump and a heart; he throws it on the diamond that South ruffs."""
    claim = _claim("N:K.K.2.2 32.54.. A4.A3.. ..98.98;S;N;HK H4 H3 D9 SK S2 S4 C9")
    assert claim is not None
    assert (claim.tricks, claim.of, claim.layouts) == (1, 2, 1)


def test_a_defender_follows_suit_no_longer_than_his_cards_last() -> None:
    """East is known to hold the last trump and one heart: he ruffs the second round."""
    claim = _claim("N:K.AKQ.. 32.54.. 4.3.A.A ..98.98;S;N;HQ H4 H3 D9 SK S2 S4 C9")
    assert claim is not None
    assert (claim.tricks, claim.of, claim.layouts) == (1, 2, 1)


def test_a_trump_that_is_out_makes_a_trick_and_declarer_claims_the_others() -> None:
    claim = _claim("N:.AKQ.. 2.54.. .2.A.K .6.98.;S;N")
    assert claim is not None
    assert (claim.tricks, claim.of, claim.proof) == (2, 3, Proof.EVERY_LAYOUT)


def test_a_marked_finesse_is_claimed_when_all_layouts_can_be_listed() -> None:
    claim = _claim("N:AJ3... ..432. K54... QT2...;NT;S;SK S2 S3 D2 S4 ST")
    assert claim is not None
    assert (claim.tricks, claim.proof) == (2, Proof.CASHING)


def test_a_claim_counts_the_tricks_that_declarer_has_already() -> None:
    claim = _claim("N:AKQ... .32.4. 2.A.K. .54.3.;NT;N;SA H2 S2 H5")
    assert claim is not None
    assert (claim.tricks, claim.total) == (2, 3)


def test_only_declarer_claims() -> None:
    play = Play.parse("N:AK... QJ... 32... T9...;NT;N")
    assert proved_claim(view_of(play, Seat.SOUTH, Seat.EAST)) is None


def test_a_defender_without_a_trick_in_any_layout_concedes() -> None:
    play = Play.parse("N:A2... 54... QJ... K3...;NT;N")
    conceded = proved_concession(view_of(play, Seat.SOUTH, Seat.EAST))
    assert conceded is None  # partner may win with the king
    play = Play.parse("N:AK... .43.. QJ... .65..;NT;N")
    conceded = proved_concession(view_of(play, Seat.SOUTH, Seat.EAST))
    assert conceded is not None
    assert (conceded.tricks, conceded.total) == (2, 2)


def test_a_defender_with_the_highest_trump_does_not_agree_that_declarer_has_the_rest() -> None:
    play = Play.parse("N:KQJ5.AK2.AK2.AK2 A2.Q543.QJ43.543 T9876.J6.65.QJT6 43.T987.T987.987;S;W;H7")
    view = view_of(play, Seat.SOUTH, Seat.EAST)
    assert accepts(view, Claim(13, by=Seat.SOUTH)) is False
    assert accepts(view, Claim(12, by=Seat.SOUTH)) is None


def test_a_trump_that_must_fall_under_the_ace_on_the_table_is_no_trick() -> None:
    """East's king is the highest trump still held, until he follows to the ace with it."""
    before = Play.parse("N:AQ... K.3.. .52.. .64..;S;N;SA")
    assert accepts(view_of(before, Seat.SOUTH, Seat.EAST), Claim(2, by=Seat.SOUTH)) is True
    guarded = Play.parse("N:AQ... K3... .52.. .64..;S;N;SA S3 H5 H4")
    assert accepts(view_of(guarded, Seat.SOUTH, Seat.EAST), Claim(2, by=Seat.SOUTH)) is False


def test_a_claim_is_weighed_by_the_tricks_that_are_left() -> None:
    """The defence has one trick; a claim of the other two forgets East's ace."""
    play = Play.parse("N:KQ2... A76... 853... JT9...;NT;W;SJ S2 S6 S3")
    assert accepts(view_of(play, Seat.SOUTH, Seat.EAST), Claim(2, by=Seat.SOUTH)) is False
    assert accepts(view_of(play, Seat.SOUTH, Seat.EAST), Claim(1, by=Seat.SOUTH)) is True


def test_declarer_who_concedes_has_no_more_than_he_had() -> None:
    conceded = proved_concession(view_of(Play.parse("N:32... AK... 54... QJ...;NT;E"), Seat.SOUTH))
    assert conceded is not None
    assert (conceded.tricks, conceded.total) == (2, 0)


def test_a_claim_that_leaves_everything_is_agreed_to() -> None:
    play = Play.parse("N:AK... QJ... 32... T9...;NT;N")
    assert accepts(view_of(play, Seat.SOUTH, Seat.EAST), Claim(0)) is True


def test_nothing_is_proved_of_a_position_in_which_other_cards_may_be_in_play() -> None:
    from overtrick.core import Board, Result, SeatView

    board = Board.parse("Deal N:AK... - 32... -\nPlay NT;N;\nResult 1NT by S")
    assert isinstance(board.result, Result)
    assert proved_claim(SeatView.of(board, Seat.SOUTH)) is None


def test_the_cards_of_a_line_follow_suit() -> None:
    claim = _claim(EVERYDAY["winners in both hands, an entry each way"])
    assert claim is not None
    leads, others = claim.line[::2], claim.line[1::2]
    assert set(claim.line) == {Card.parse(card) for card in ["SA", "S2", "HK", "CA", "SK", "HA", "H2", "C2"]}
    assert len(leads) == len(others) == 4
