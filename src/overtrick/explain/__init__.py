"""Reasons turned into sentences, and checked: the only place that writes what people read."""

from __future__ import annotations

from overtrick.core import Board, Claim, Reason
from overtrick.explain import checkers as _checkers  # noqa: F401  # importing it registers the checkers
from overtrick.explain import english as _english  # noqa: F401  # and this the sentences
from overtrick.explain.bidding import checkers as _bidding_checkers  # noqa: F401
from overtrick.explain.bidding import english as _bidding_in_english  # noqa: F401
from overtrick.explain.player import checkers as _player_checkers  # noqa: F401
from overtrick.explain.player import english as _player_in_english  # noqa: F401
from overtrick.explain.registry import Unexplained, checks, claim_kinds, holds, missing, says, sentence_for
from overtrick.explain.squeezes import around_checkers as _around_checkers  # noqa: F401
from overtrick.explain.squeezes import around_english as _around_english  # noqa: F401
from overtrick.explain.squeezes import checkers as _squeeze_checkers  # noqa: F401
from overtrick.explain.squeezes import english as _squeezes_in_english  # noqa: F401

__all__ = ["Unexplained", "checks", "claim_kinds", "explain", "false_claims", "holds", "missing", "says"]


def explain(reason: Reason, language: str = "en") -> str:
    """A reason in words: its claim, and indented below it the reasons behind it.

    >>> from overtrick.core import Contract, Vul
    >>> from overtrick.scoring import why
    >>> print(explain(why(Contract.parse("2HX by N"), 9, Vul.NONE)))
    2♥X by North, not vulnerable, made with one overtrick: +570
      +120 two doubled odd tricks at hearts
      +100 one doubled overtrick
      +50 for making a doubled contract
      +300 for game
    """
    said = sentence_for(reason.claim, language)
    if reason.odds is not None:
        said += f" ({reason.odds.percent})"
    below = (explain(part, language) for part in reason.because)
    return "\n".join((said, *("  " + line for part in below for line in part.splitlines())))


def false_claims(reason: Reason, board: Board) -> list[Claim]:
    """The claims of a reason that are not as it says on a board.

    A claim without odds, or with certain ones, is a fact to be checked; any other is a possibility.
    """
    below = [claim for part in reason.because for claim in false_claims(part, board)]
    certain = 1 if reason.odds is None else reason.odds.fraction
    is_wrong = certain in (0, 1) and holds(reason.claim, board) is not (certain == 1)
    return [reason.claim, *below] if is_wrong else below
