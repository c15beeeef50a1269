"""Reasons for cards in random positions: every statement is counted again, and none knows a hidden card."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from overtrick import Board, CardSet, Deal, Holds, Play, Reason, Seat, SeatView
from overtrick.core import Statement, explaining
from overtrick.player import Aim, Player, PlaySettings
from overtrick.player.decision import Decision
from overtrick.player.reasons import why
from overtrick.player.statements import ChosenBy, CombinesChances, Decides, GainsWhere, PlayKind
from overtrick.player.words import card_words
from tests.card_decisions import all_layouts, decide, position, role, shuffled, view_of
from tests.combined_chances import AS_DEALT, problems

POSITIONS = 2_000 if os.environ.get("OVERTRICK_HYPOTHESIS") == "soak" else 100
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


def test_every_statement_of_a_reason_holds_when_it_is_counted_again() -> None:
    counted = Counter[str]()
    for board, _, reason in explained():
        assert explaining.false_statements(reason, board) == []
        counted.update(type(statement).__name__ for statement in reason.statements())
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
        if isinstance(reason.statement, ChosenBy):
            assert reason.statement.card is decision.card
            assert explaining.explain(reason).startswith(decision.card.print)
            named += 1
    assert named >= POSITIONS // 4


def test_a_reason_speaks_of_tricks_that_some_other_card_is_less_likely_to_take() -> None:
    telling = spoken = 0
    for _, decision, reason in explained():
        if isinstance(reason.statement, ChosenBy):
            needed, weights = reason.statement.sample.needed, decision.worlds.weights
            chances = {round(float(weights @ (each.tricks >= needed)), 9) for each in decision.candidates}
            telling += len(chances) > 1
            spoken += 1
    assert telling >= 0.95 * spoken > POSITIONS // 4


def conditions_of(statement: Statement) -> int:
    by = statement.by if isinstance(statement, PlayKind) else None
    return int(isinstance(statement, Decides | GainsWhere) or by is not None)


def test_what_is_said_of_hidden_cards_is_a_possibility_never_a_fact() -> None:
    spoken = 0
    for _, _, reason in explained():
        assert not any(isinstance(statement, Holds) for statement in reason.statements())
        spoken += sum(map(conditions_of, reason.statements()))
        for line in (*explaining.explain(reason).splitlines(), *card_words(reason).split(". ")):
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
            assert explaining.explain(why(again)) == explaining.explain(reason)
            assert explaining.false_statements(reason, other) == []
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
        if isinstance(reason.statement, ChosenBy):
            assert re.search(r"(?:\d+|only) (possible layouts?|layouts? looked at)", said), said


# The player


IS_SOAK = os.environ.get("OVERTRICK_HYPOTHESIS") == "soak"
PLAYED = 400 if IS_SOAK else 40
QUICK = PlaySettings(deals=12, pool=48, positions=50_000, threads=1)
PROBLEMS = problems() if IS_SOAK else [each for each in problems() if each.cards_each == 4][::10]


@cache
def decided() -> list[tuple[Board, Decision, Reason]]:
    """Cards that the player chose at tricks 6 to 13, at IMPs and at matchpoints."""
    chance, found = Random(11), []
    players = [Player(replace(QUICK, aim=aim)) for aim in (Aim.IMPS, Aim.MATCHPOINTS)]
    for number in range(PLAYED):
        board = position(chance, chance.randint(22, 47))
        decision = players[number % 2].choose(view_of(board))
        assert decision.reason is not None
        found.append((board, decision, decision.reason))
    return found


def test_every_statement_of_the_players_reasons_holds() -> None:
    counted = Counter[str]()
    for board, _, reason in decided():
        assert explaining.false_statements(reason, board) == []
        counted.update(type(statement).__name__ for statement in reason.statements())
    often = ("ChosenBy", "Alternative", "ByHabit", "MannerOf", "MoreTricks", "HowSure", "SameEverywhere")
    assert all(counted[name] >= PLAYED // 20 for name in often), counted


def test_a_card_that_manners_chose_is_given_a_reason_by_manners() -> None:
    chosen = [reason for _, decision, reason in decided() if decision.grounds.name == "manners"]
    told = {"ByHabit", "Signals", "TableLead", "MannerOf"}
    silent = [
        each for each in chosen if not told & {type(statement).__name__ for statement in each.statements()}
    ]
    assert silent == []
    assert len(chosen) >= PLAYED // 6


def test_the_players_words_are_three_sentences_at_most() -> None:
    for _, _, reason in decided():
        said = card_words(reason)
        assert said.endswith(".")
        assert len(re.findall(r"\.(?= |$)", said)) <= 3, said


def test_what_plans_are_sure_of_is_what_another_search_finds() -> None:
    player, told = Player(replace(AS_DEALT, threads=1)), 0
    for problem in PROBLEMS:
        reason = player.choose(problem.view).reason
        assert reason is not None
        assert explaining.false_statements(reason, problem.board) == []
        for statement in reason.statements():
            if isinstance(statement, CombinesChances):
                best = problem.lines[0]
                made = round(100 * best.made / problem.layouts, 1)
                assert statement.card in best.cards
                # Where double dummy takes over at some depth, what a plan makes is a bound and called one.
                assert statement.plan == made if statement.is_whole else statement.plan >= made
                told += statement.is_whole
                for lie in (
                    replace(statement, plan=statement.plan - 1),
                    replace(statement, plan=statement.plan + 1),
                    replace(statement, card=statement.other, other=statement.card),
                ):
                    assert not explaining.holds(lie, problem.board)
    assert told >= len(PROBLEMS) // 2
