"""The reasons that the player itself gives: every claim is counted again, plans are searched again."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from overtrick import Board, Reason, explain
from overtrick.explain.player import card_words
from overtrick.player import Aim, Player, PlaySettings
from overtrick.player.claims import CombinesChances
from overtrick.player.decision import Decision
from tests.card_decisions import position, view_of
from tests.combined_chances import AS_DEALT, problems

IS_SOAK = os.environ.get("OVERTRICK_HYPOTHESIS") == "soak"
POSITIONS = 400 if IS_SOAK else 60
QUICK = PlaySettings(deals=12, pool=48, positions=50_000, threads=1)
PROBLEMS = problems() if IS_SOAK else [each for each in problems() if each.cards_each == 4][::10]


@cache
def decided() -> list[tuple[Board, Decision, Reason]]:
    """Cards that the player chose at tricks 6 to 13, at IMPs and at matchpoints."""
    chance, found = Random(11), []
    players = [Player(replace(QUICK, aim=aim)) for aim in (Aim.IMPS, Aim.MATCHPOINTS)]
    for number in range(POSITIONS):
        board = position(chance, chance.randint(22, 47))
        decision = players[number % 2].choose(view_of(board))
        assert decision.reason is not None
        found.append((board, decision, decision.reason))
    return found


def test_every_claim_of_the_players_reasons_holds() -> None:
    counted = Counter[str]()
    for board, _, reason in decided():
        assert explain.false_claims(reason, board) == []
        counted.update(type(claim).__name__ for claim in reason.claims())
    often = ("ChosenBy", "Alternative", "ByHabit", "MannerOf", "MoreTricks", "HowSure", "SameEverywhere")
    assert all(counted[name] >= POSITIONS // 20 for name in often), counted


def test_a_card_that_manners_chose_is_given_a_reason_by_manners() -> None:
    chosen = [reason for _, decision, reason in decided() if decision.grounds.name == "manners"]
    told = {"ByHabit", "Signals", "TableLead", "MannerOf"}
    silent = [each for each in chosen if not told & {type(claim).__name__ for claim in each.claims()}]
    assert silent == []
    assert len(chosen) >= POSITIONS // 6


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
        assert explain.false_claims(reason, problem.board) == []
        for claim in reason.claims():
            if isinstance(claim, CombinesChances):
                best = problem.lines[0]
                assert (claim.card in best.cards, claim.is_whole) == (True, True)
                assert claim.plan == round(100 * best.made / problem.layouts, 1)
                told += 1
                for lie in (
                    replace(claim, plan=claim.plan - 1),
                    replace(claim, plan=claim.plan + 1),
                    replace(claim, card=claim.other, other=claim.card),
                ):
                    assert not explain.holds(lie, problem.board)
    assert told >= len(PROBLEMS) // 2
