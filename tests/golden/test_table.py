"""How calls, cards, claims and what they gave away are explained at the table."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Call, Seat
from overtrick.table.advice import Advice, fitting, last_act_lines, meaning_lines
from overtrick.table.scores import player_costs, refusal_words
from tests.golden.golden import compare
from tests.spec.test_table_advice import AGREEMENTS, HANDS, LAST_CARDS, MIND, view, view_of_cards
from tests.spec.test_web_reviews import SOLID, after_claim


def advice() -> Iterator[tuple[str, str]]:
    for contract, play in LAST_CARDS:
        seen = view_of_cards(contract, play)
        yield f"the last card, {contract} {play}", "\n".join(last_act_lines(seen, AGREEMENTS))
    for calls, hand in (("P P", HANDS[0]), ("1C 1S", HANDS[2])):
        seen, agreements = view(calls, hand), MIND.agreements()
        told = Advice.of(seen, MIND.player())
        lines = (*told.lines(), *told.why(agreements), *told.candidates(agreements))
        yield f"advice, {calls} {hand}", "\n".join(lines)
        yield f"what calls mean, {calls}", "\n".join(meaning_lines(seen, "", agreements))
        fits = (f"{call}: {fitting(seen, Call.parse(call), agreements)[1]}" for call in ("P", "2C", "7NT"))
        yield f"does a call fit, {calls} {hand}", "\n".join(fits)


def claims() -> Iterator[tuple[str, str]]:
    for deal, by, tricks in ((SOLID.rotated(1), Seat.NORTH, 12), (SOLID, Seat.WEST, 1)):
        table = after_claim(deal, "7NT P P P", by, tricks)
        table.concede(Seat.NORTH)
        ended = table.state.ended[-1]
        yield f"{by.word} claims {tricks}", "\n".join(refusal_words(e, ended.board) for e in ended.refusals)
    for tricks in (1, 5):
        board = after_claim(SOLID, "7NT P P P", Seat.NORTH, tricks, "ST S5 S2 SA").state.ended[-1].board
        costs = player_costs(board, Seat.NORTH)
        assert costs is not None
        yield f"declarer claims {tricks} of 13", costs.claim_words


def test_the_table_is_worded_as_in_the_golden_file() -> None:
    compare("table.en", dict((*advice(), *claims())))
