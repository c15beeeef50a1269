"""Scoring: Law 77, IMPs, matchpoints, cross-IMPs, Butler, victory points."""

from overtrick.scoring.imps import blitz, butler, cross_imps, datum, imps, victory_points
from overtrick.scoring.law77 import Scored, ScoreItem, ScoreKind, score, score_ns, why
from overtrick.scoring.matchpoints import AdjustedScore, Matchpoints, matchpoints

__all__ = [
    "AdjustedScore",
    "Matchpoints",
    "ScoreItem",
    "ScoreKind",
    "Scored",
    "blitz",
    "butler",
    "cross_imps",
    "datum",
    "imps",
    "matchpoints",
    "score",
    "score_ns",
    "victory_points",
    "why",
]
