"""Cards that were weighed, ranked for people and as a record for scripts: for ``lead`` and ``card``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from overtrick.core import Card, Seat

if TYPE_CHECKING:
    from overtrick.cli.player_options import Thought
    from overtrick.cli.records import Record
    from overtrick.player import Candidate, Decision
    from overtrick.player.worth import Worth

__all__ = ["Answer", "budget_words", "decision_record", "ranked_lines", "reason_lines", "view_words"]

_GROUNDS = {
    "only card": "there is nothing else to play",
    "chance": "the chances decide",
    "strategy": "one plan for what cannot be told apart decides",
    "suit": "the best cards are equal: the best line in the suit decides",
    "squeeze": "the best cards are equal: a squeeze decides",
    "table": "chance does not tell the cards of the suit apart: the table of leads decides",
    "manners": "the best cards are equal: manners decide",
}


@final
@dataclass(frozen=True, eq=False)
class Answer:
    """A card that was chosen, how, and for how many tricks of an ending if that was said."""

    decision: Decision
    thought: Thought
    needed: int | None = None

    @property
    def worth(self) -> Worth:
        """What the player's tricks were worth."""
        from overtrick.player.worth import Worth

        return Worth.of(self.decision.view, self.decision.settings.aim, self.needed)

    @property
    def has_goal(self) -> bool:
        """Is there a contract to make or to beat, or an ending of which nobody said what is needed?"""
        play = self.decision.view.play
        return self.needed is not None or (play is not None and play.start.cards_each == 13)


# For people


def ranked_lines(answer: Answer, marked: Collection[Card] = ()) -> Iterator[str]:
    """Every card with its chances, best first, equal ones on one line, some with a star."""
    decision = answer.decision
    if len(decision.candidates) == 1 and not decision.candidates[0].looked_at:
        yield f"{_cards(decision.candidates[0], marked)}: {_GROUNDS['only card']}"
        return
    yield from _aligned(list(_rows(answer, marked)))
    yield f"{_GROUNDS[decision.grounds.name]}{_how_far(answer)}"


def _rows(answer: Answer, marked: Collection[Card]) -> Iterator[tuple[str, ...]]:
    """The table: what says nothing here has no column."""
    from overtrick.player import Aim

    candidates, worth = answer.decision.candidates, answer.worth
    unit = {Aim.IMPS: "IMPs", Aim.MATCHPOINTS: "Matchpoints"}.get(worth.aim, "")
    is_told = (True, answer.has_goal, True, bool(unit), True, candidates[0].plan is not None, True)
    success = "Makes it" if worth.is_declarers else "Beats it"

    def told(*cells: str) -> tuple[str, ...]:
        return tuple(cell for cell, is_wanted in zip(cells, is_told, strict=True) if is_wanted)

    yield told("Card", success, "Tricks", unit, "Gap", "Plan", "Deals")
    for each in candidates:
        yield told(
            _cards(each, marked),
            f"{each.chance:.0%}",
            f"{each.mean_tricks - worth.before:.2f}",
            _value(each, unit),
            _gap(each, candidates[0]),
            "" if each.plan is None else f"{each.plan:.0%}",
            str(each.looked_at),
        )


def _value(candidate: Candidate, unit: str) -> str:
    return f"{candidate.value:+.2f}" if unit == "IMPs" else f"{candidate.value:.1%}"


def _gap(candidate: Candidate, best: Candidate) -> str:
    """How far a card is behind the one chosen, and how sure that is."""
    if candidate is best:
        return ""
    return f"{candidate.value - best.value:+.2f} ± {candidate.error:.2f}"


def _cards(candidate: Candidate, marked: Collection[Card]) -> str:
    """Equal cards, the one that manners ask for first."""
    others = [card for card in candidate.equals if card is not candidate.card]
    return " ".join(f"{card.print}{'*' if card in marked else ''}" for card in (candidate.card, *others))


def _how_far(answer: Answer) -> str:
    grounds = answer.decision.grounds
    if not grounds.depth or grounds.target is None:
        return ""
    cards = "card" if grounds.depth == 1 else "cards"
    target = grounds.target - answer.worth.before
    return f" (plans for {target} tricks, {grounds.depth} {cards} of declarer's ahead)"


def reason_lines(decision: Decision, whole: bool) -> Iterator[str]:
    """Why this card: in three sentences at most, or everything there is."""
    from overtrick.explain import explain
    from overtrick.explain.player import card_words

    if decision.reason is None:
        return
    yield "why:"
    told = explain(decision.reason) if whole else card_words(decision.reason)
    yield from (f"  {line}" for line in told.splitlines())


def budget_words(answer: Answer) -> str:
    """How many deals there were, and where their number comes from."""
    worlds, settings, seconds = answer.decision.worlds, answer.decision.settings, answer.thought.seconds
    number = f"{len(worlds)} {'deal' if len(worlds) == 1 else 'deals'}"
    if worlds.is_all:
        told = f"all {number} that are possible"
    else:
        told = f"{number} of {settings.deals} asked for" if len(worlds) < settings.deals else number
    if len(worlds) - worlds.effective >= 0.5:
        told += f", worth {worlds.effective:.0f} equally likely ones"
    return f"{told}, seed {settings.seed}{_clock(settings.deals, seconds)}"


def _clock(deals: int, seconds: float | None) -> str:
    return "" if seconds is None else f" ({seconds:g} seconds: {deals} deals)"


def view_words(decision: Decision) -> str:
    """What the card was chosen from, and what was not used."""
    view = decision.view
    seen = [seat.word for seat in view.deal.known]
    hidden = [seat.word for seat in Seat if view.deal.get(seat) is None]
    return (
        f"seen by {view.seat.word}: the {'hand' if len(seen) == 1 else 'hands'} of {' and '.join(seen)}, "
        f"the calls and the cards played; the hands of {_listed(hidden)} are not used"
    )


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Rows with their columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# For scripts


def decision_record(answer: Answer) -> Record:
    """A decision with everything it rests on."""
    import overtrick
    from overtrick.explain import explain
    from overtrick.explain.player import card_words

    decision, worth = answer.decision, answer.worth
    view, worlds, reason = decision.view, decision.worlds, decision.reason
    assert view.play is not None  # there was a card to play
    return {
        "seat": str(view.seat),
        "plays_from": str(view.play.to_play),
        "contract": str(view.contract),
        "vul": str(view.vul),
        "hands_seen": {str(seat): str(hand) for seat, hand in view.deal.items()},
        "calls": [str(call) for call in view.auction.calls],
        "played": [str(card) for card in view.play.cards],
        "card": str(decision.card),
        "candidates": [_candidate_record(each, answer) for each in decision.candidates],
        "grounds": decision.grounds.name,
        "target": None if decision.grounds.target is None else decision.grounds.target - worth.before,
        "depth": decision.grounds.depth,
        "words": None if reason is None else card_words(reason),
        "reason": None if reason is None else explain(reason),
        "aim": worth.aim.value,
        "needed": answer.needed,
        "deals": len(worlds),
        "deals_asked": decision.settings.deals,
        "seconds_asked": answer.thought.seconds,
        "effective": round(worlds.effective, 2),
        "all": worlds.is_all,
        "seed": decision.settings.seed,
        "remarks": list(worlds.remarks),
        "solved": decision.solved,
        "version": overtrick.__version__,
    }


def _candidate_record(candidate: Candidate, answer: Answer) -> Record:
    is_judged = candidate.looked_at > 0
    return {
        "card": str(candidate.card),
        "equals": [str(card) for card in candidate.equals],
        "chance": round(candidate.chance, 4) if is_judged and answer.has_goal else None,
        "mean_tricks": round(candidate.mean_tricks - answer.worth.before, 4) if is_judged else None,
        "value": round(candidate.value, 4) if is_judged else None,
        "error": round(candidate.error, 4) if is_judged else None,
        "plan": None if candidate.plan is None else round(candidate.plan, 4),
        "deals": candidate.looked_at,
    }
