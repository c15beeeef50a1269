"""Reasons for cards in random positions: every claim is counted again, and none knows a hidden card."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from overtrick import Board, CardSet, Deal, Holds, Play, Reason, Seat, SeatView, explain
from overtrick.core import Claim
from overtrick.explain.player import card_words
from overtrick.player.claims import ChosenBy, Decides, GainsWhere, PlayKind
from overtrick.player.decision import Decision
from overtrick.player.reasons import why
from tests.card_decisions import all_layouts, decide, position, role, shuffled, view_of

POSITIONS = 2_000 if os.environ.get("OVERTRICK_HYPOTHESIS") == "soak" else 150
LAYOUTS = 40
CLAIMS = 5 * POSITIONS // 2
"""At least so many are counted again."""


@cache
def explained() -> list[tuple[Board, Decision, Reason]]:
    """Decisions at tricks 2 to 12, half of them over layouts of unequal weight, some over all layouts."""
    chance, found = Random(20), []
    for number in range(POSITIONS):
        board = position(chance, chance.randint(4 if number % 25 == 0 else 20, 47))
        view = view_of(board)
        found.append((board, decision := _decided(chance, view, number), why(decision)))
    return found


def _decided(chance: Random, view: SeatView, number: int) -> Decision:
    assert view.play is not None
    if len(view.play.cards) >= 36 and number % 2:
        return decide(view, all_layouts(view))
    layouts = shuffled(chance, view, LAYOUTS)
    return decide(view, layouts, None if number % 2 else [0.1 + chance.random() for _ in layouts])


def test_every_claim_of_a_reason_holds_when_it_is_counted_again() -> None:
    counted = Counter[str]()
    for board, _, reason in explained():
        assert explain.false_claims(reason, board) == []
        counted.update(type(claim).__name__ for claim in reason.claims())
    assert sum(counted.values()) >= CLAIMS
    often = ("ChosenBy", "Alternative", "Decides", "PlayKind", "Differs", "HowSure", "OnlyCard", "MannerOf")
    assert all(counted[name] >= POSITIONS // 20 for name in often), counted
    assert {"SameEverywhere", "GainsWhere", "Averages"} <= set(counted), counted


def test_all_four_roles_are_explained() -> None:
    roles = Counter(role(decision.view) for _, decision, _ in explained())
    assert min(roles[name] for name in ("declarer", "dummy", "leader", "partner")) >= POSITIONS // 10


def test_a_reason_names_the_card_that_was_chosen() -> None:
    named = 0
    for _, decision, reason in explained():
        if isinstance(reason.claim, ChosenBy):
            assert reason.claim.card is decision.card
            assert explain.explain(reason).startswith(decision.card.print)
            named += 1
    assert named >= POSITIONS // 4


def test_a_reason_speaks_of_tricks_that_some_other_card_is_less_likely_to_take() -> None:
    telling = spoken = 0
    for _, decision, reason in explained():
        if isinstance(reason.claim, ChosenBy):
            needed, weights = reason.claim.sample.needed, decision.worlds.weights
            chances = {round(float(weights @ (each.tricks >= needed)), 9) for each in decision.candidates}
            telling += len(chances) > 1
            spoken += 1
    assert telling >= 0.95 * spoken > POSITIONS // 4


def conditions_of(claim: Claim) -> int:
    by = claim.by if isinstance(claim, PlayKind) else None
    return int(isinstance(claim, Decides | GainsWhere) or by is not None)


def test_what_is_said_of_hidden_cards_is_a_possibility_never_a_fact() -> None:
    spoken = 0
    for _, _, reason in explained():
        assert not any(isinstance(claim, Holds) for claim in reason.claims())
        spoken += sum(map(conditions_of, reason.claims()))
        for line in (*explain.explain(reason).splitlines(), *card_words(reason).split(". ")):
            assert_nobody_has_a_card_for_sure(line)
    assert spoken >= POSITIONS // 10


def assert_nobody_has_a_card_for_sure(line: str) -> None:
    for match in re.finditer(r"\b(has the|has [a-z]+ or more|break (?:\d|no)|alone)", line):
        assert " where " in line[: match.start()], line


def test_a_reason_is_the_same_whatever_the_hidden_hands_are() -> None:
    """A view and layouts are all that a reason is made from, so the board behind them cannot show."""
    chance, compared = Random(3), 0
    for board, decision, reason in explained()[:60]:
        (layout,) = shuffled(chance, decision.view, 1)
        other = _with_hands(board, layout)
        assert view_of(other) == decision.view
        again = decide(view_of(other), [tuple(row) for row in decision.worlds.deals.tolist()])
        if set(decision.worlds.weights.tolist()) == set(again.worlds.weights.tolist()):
            assert explain.explain(why(again)) == explain.explain(reason)
            assert explain.false_claims(reason, other) == []
            compared += 1
    assert compared >= 20


def _with_hands(board: Board, layout: tuple[int, ...]) -> Board:
    assert board.play is not None
    deal = Deal.of({seat: CardSet(layout[seat]) for seat in Seat})
    play = Play(deal, board.play.strain, board.play.leader, board.play.cards)
    return replace(board, deal=deal, play=play)


def test_a_paragraph_has_three_sentences_at_most_and_says_how_many_layouts() -> None:
    for _, _, reason in explained():
        said = card_words(reason)
        assert said.endswith(".")
        assert len(re.findall(r"\.(?= |$)", said)) <= 3, said
        if isinstance(reason.claim, ChosenBy):
            assert re.search(r"(?:\d+|only) (possible layouts?|layouts? looked at)", said), said
