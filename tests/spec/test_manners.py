"""Which card a well-mannered player plays of those that are as good, and why."""

from __future__ import annotations

import pytest

from overtrick.bidding.carding import load_card, parse_card
from overtrick.core import CardSet, Play, Seat
from overtrick.player.manners import Manner, MannersChoice, choose_by_manners, equals
from overtrick.player.settings import PlayerError
from tests.plain_claiming import view_of

_SAYC = load_card("sayc")
_UPSIDE_DOWN = parse_card(
    'when leading\n  top "high" from ?+\n'
    'when partner leads\n  low "encouraging": more\n  high "discouraging": no more\n'
)


def _asked(text: str, seat: str, cards: str, declarer: str = "S", table: bool = True) -> MannersChoice:
    play = Play.parse(text)
    view = view_of(play, Seat.parse(declarer), Seat.parse(seat))
    return choose_by_manners(view, CardSet.parse(cards), _SAYC if table else None)


def _played(answer: MannersChoice) -> tuple[str, Manner]:
    return str(answer.card), answer.steps[-1][0]


# Equals


def test_cards_touch_when_nobody_else_has_a_card_between_them() -> None:
    play = Play.parse("N:KQJ9... AT3.2.. 8765... 42.43..;NT;N")
    assert [str(group) for group in equals(play, Seat.NORTH)] == ["KQJ...", "9..."]


def test_a_card_that_is_gone_no_longer_separates() -> None:
    play = Play.parse("N:KQJ9... AT3.2.. 8765... 42.43..;NT;E;ST S5 S2 SJ")
    assert [str(group) for group in equals(play, Seat.NORTH)] == ["KQ9..."]


def test_the_card_that_wins_the_trick_still_separates_and_the_others_do_not() -> None:
    winning = Play.parse("N:KJ8... QT9... A65... 432...;NT;E;SQ S5 S2")
    assert [str(group) for group in equals(winning, Seat.NORTH)] == ["K...", "J...", "8..."]
    beaten = Play.parse("N:KJ8... QT9... A65... 432...;NT;E;SQ SA S2")
    assert [str(group) for group in equals(beaten, Seat.NORTH)] == ["KJ...", "8..."]


def test_a_card_in_partners_hand_separates() -> None:
    play = Play.parse("N:AQ... 32... K4... 65...;NT;N")
    assert [str(group) for group in equals(play, Seat.NORTH)] == ["A...", "Q..."]


# Leading and following


def test_a_sequence_is_led_from_the_top() -> None:
    answer = _asked("N:432.2.. QJT.4.. A98.5.. K76.3..;NT;E", "E", "QJT...", table=False)
    assert _played(answer) == ("SQ", Manner.TOP_OF_SEQUENCE)


def test_a_defender_leads_by_the_table() -> None:
    answer = _asked("N:5432... KJ76... AT98... Q...432;H;E", "E", "KJ76...")
    assert _played(answer) == ("S6", Manner.TABLE_LEAD)


def test_third_hand_plays_the_lowest_of_equals() -> None:
    answer = _asked("N:432... KQJ... A98... T76...;NT;W;S6 S2", "E", "KQJ...")
    assert _played(answer) == ("SJ", Manner.LOWEST_OF_EQUALS)


def test_declarer_follows_with_the_lowest_of_equals() -> None:
    answer = _asked("N:432... J98... AKQ... T76...;NT;E;S8", "S", "AKQ...")
    assert _played(answer) == ("SQ", Manner.LOWEST_OF_EQUALS)


# Signals


def test_a_defender_encourages_partners_lead_with_a_high_spare_card() -> None:
    answer = _asked("N:543... Q82... J76... AKT...;NT;W;SA S3", "E", "82...")
    assert _played(answer) == ("S8", Manner.ATTITUDE)


def test_a_defender_discourages_with_a_low_card() -> None:
    answer = _asked("N:Q43... 972... J65... AKT...;NT;W;SA S3", "E", "972...")
    assert _played(answer) == ("S2", Manner.ATTITUDE)


def test_by_another_table_a_low_card_encourages() -> None:
    play = Play.parse("N:543... Q82... J76... AKT...;NT;W;SA S3")
    answer = choose_by_manners(view_of(play, Seat.SOUTH, Seat.EAST), CardSet.parse("82..."), _UPSIDE_DOWN)
    assert _played(answer) == ("S2", Manner.ATTITUDE)


def test_a_card_that_wins_the_trick_is_no_signal() -> None:
    answer = _asked("N:543... Q82... AKJ... 976...;NT;W;S6 S3", "E", "82...")
    assert _played(answer) == ("S2", Manner.ATTITUDE)  # with the eight he would encourage, but it wins


def test_a_winner_is_no_card_to_spare() -> None:
    """Dummy has ruffed; the nine will be good, and the three has to encourage."""
    answer = _asked("N:.AK.2. 93.4.. 8.3.4. 54..3.;H;W;S5 HK", "E", "93...")
    assert _played(answer) == ("S3", Manner.ATTITUDE)


def test_a_defender_with_a_doubleton_and_a_trump_likes_the_suit() -> None:
    answer = _asked("N:.AK.2. 83.4.. 9.3.4. 54..3.;H;W;S5 HK", "E", "83...")
    assert _played(answer) == ("S8", Manner.ATTITUDE)


def test_a_card_that_touches_an_honour_is_no_card_to_spare() -> None:
    answer = _asked("N:8765... QT93... J42.5.. AK.32..;NT;W;SA S5", "E", "93...")
    assert _played(answer) == ("S3", Manner.ATTITUDE)


def test_a_defender_shows_an_even_number_when_declarer_leads() -> None:
    answer = _asked("N:KQJ5... 7632... A84.5.. T9.43..;NT;S;S4 S9 SK", "E", "7632...")
    assert _played(answer) == ("S7", Manner.COUNT)


def test_a_defender_shows_an_odd_number_with_his_lowest() -> None:
    answer = _asked("N:KQJ... 732... A84... T65...;NT;S;S4 S5 SK", "E", "732...")
    assert _played(answer) == ("S2", Manner.COUNT)


def test_a_lead_for_partner_to_ruff_asks_for_the_suit_of_the_entry() -> None:
    high = _asked("N:2.K3.4.6 .A98.A.9 5.QJ.K.A 43..Q.KQ;S;E;HA HJ CQ H3", "E", ".98..")
    assert _played(high) == ("H9", Manner.SUIT_PREFERENCE)  # diamonds, the higher of the other side suits
    low = _asked("N:2.K3.6.4 .A98.9.A 5.QJ.A.K 43..KQ.Q;S;E;HA HJ DQ H3", "E", ".98..")
    assert _played(low) == ("H8", Manner.SUIT_PREFERENCE)


def test_partner_without_a_trump_is_told_nothing_of_suits() -> None:
    answer = _asked("N:2.K32.4. A.A98.A. 5.QJ.K.A ..QJ.KQJ;S;E;HA HJ CQ H2 SA S5 DJ S2", "E", ".98..")
    assert Manner.SUIT_PREFERENCE not in dict(answer.steps)


# Discards


def test_a_discard_is_no_trump_if_another_card_is_as_good() -> None:
    answer = _asked("N:.5.5.A 2.3.2. .6.4.K .7.6.Q;S;S;CK CQ CA", "E", "2.3..", table=False)
    assert _played(answer) == ("H3", Manner.KEEPS_TRUMPS)


def test_the_longest_useless_suit_is_thrown() -> None:
    answer = _asked("N:.AK.AK.A .54.632. .Q6.Q4.K .87.87.Q;NT;S;CK CQ CA", "E", ".4.2.", table=False)
    assert _played(answer) == ("D2", Manner.USELESS_SUIT)


def test_a_discard_does_not_unguard_a_king() -> None:
    answer = _asked("N:.A5.5.A .K4.32. .Q6.4.K .J7.6.Q;NT;S;CK CQ CA", "E", ".4.2.")
    assert str(answer.card) == "D2"
    assert answer.steps[0][0] is Manner.KEEPS_GUARDS


def test_a_discard_keeps_length_with_dummy() -> None:
    answer = _asked("N:.7653..A .9842.2. .AK.54.K .QJT..QJ;NT;S;CK CJ CA", "E", ".2.2.")
    assert _played(answer) == ("D2", Manner.KEEPS_LENGTH)


def test_a_suit_longer_than_dummys_can_spare_a_card() -> None:
    answer = _asked("N:.765.3.A .9842.2. .AK.54.K .QJT..QJ;NT;S;CK CJ CA", "E", ".2.2.")
    assert _played(answer) == ("H2", Manner.USELESS_SUIT)


def test_a_discard_is_no_winner_if_another_is_as_good() -> None:
    answer = _asked("N:.5.5.A .A3.2. .6.4.K .7.6.Q;NT;S;CK CQ CA", "E", ".A.2.", table=False)
    assert _played(answer) == ("D2", Manner.KEEPS_WINNERS)


def test_the_first_discard_says_whether_the_suit_is_wanted() -> None:
    answer = _asked("N:.43..A .A87.. .KJ..2 .Q9..3;NT;S;C2 C3 CA", "E", ".87..")
    assert _played(answer) == ("H8", Manner.FIRST_DISCARD)


def test_a_second_discard_says_nothing() -> None:
    answer = _asked("N:.43..AQ .A87.2. .KJ..32 .Q9..54;NT;S;C2 C4 CA D2 CQ", "E", ".87..")
    assert _played(answer) == ("H7", Manner.LOWEST_OF_EQUALS)


# Errors


def test_a_card_that_may_not_be_played_is_refused() -> None:
    with pytest.raises(PlayerError, match="East may not play"):
        _asked("N:432... KQJ... A98... T76...;NT;W;S6 S2", "E", "A...")


def test_somebody_whose_turn_it_is_not_has_no_card_to_play() -> None:
    with pytest.raises(PlayerError, match="has no card to play now"):
        _asked("N:432... KQJ... A98... T76...;NT;W;S6 S2", "W", "T...")
