"""A whole deal in words: does the contract need a squeeze, against whom, and when?"""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Contract, Play, Trick
from overtrick.explain.squeezes.around_phrases import by_squeezing, goal, strain_of
from overtrick.explain.squeezes.phrases import count, name_of
from overtrick.explain.words_english import NUMBERS
from overtrick.squeezes.deals.whole_deals import DealSqueeze, Outcome, SqueezeLine

__all__ = ["deal_text", "line_text", "play_text"]


def deal_text(found: DealSqueeze, contract: Contract | None = None) -> str:
    """What is known of a deal; a contract is named if it is what was asked about, or if it goes down.

    >>> from overtrick.core import Card, Deal
    >>> from overtrick.squeezes.deals.whole_deals import squeeze_in
    >>> strip = Deal.parse("N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65")
    >>> six = Contract.parse("6H by S")
    >>> print(deal_text(squeeze_in(strip, six, Card.parse("CK")), six).replace(". ", ".\\n"))
    After the ♣K lead, 6♥ by South makes only by squeezing West: a strip squeeze.
    The matrix is reached at trick 2, the squeeze card is the ♥8 at trick 10.
    """
    who, does = goal(found.declarer, found.play.strain, found.target, contract)
    after = _after(found)
    if contract is not None and found.tricks < contract.needs != found.target:
        after += f" {contract.print} goes {NUMBERS[contract.needs - found.tricks]} down."
    match found.outcome:
        case Outcome.OUT_OF_REACH:
            return f"{after} {_fails(found, contract)}: {count(found.tricks, 'trick')} at most."
        case Outcome.NO_SQUEEZE:
            return f"{after} {who} {does} without a squeeze."
        case Outcome.UNDECIDED:
            return f"{after} {who} {does}; whether a squeeze is needed was not found out."
    return " ".join((f"{after} {who} {does} only {_by(found)}.", *_moment(found.line)))


def line_text(found: DealSqueeze) -> list[str]:
    """The way to the squeeze, a line for each trick; no lines if none was found."""
    return [] if found.line is None else play_text(found.line.play)


def play_text(play: Play) -> list[str]:
    """The tricks up to the turn of a defender who is squeezed."""
    lines = [
        f"{number}. {_cards(trick)}: {trick.winner(play.strain).word} wins."
        for number, trick in enumerate(play.tricks, 1)
    ]
    last = f"{len(lines) + 1}. {_cards(play.trick)}: {play.to_play.word} is squeezed."
    return [*lines, last]


def _after(found: DealSqueeze) -> str:
    """From when on: after the lead, or after all the cards that were given."""
    play = found.play
    lead, *others = play.cards
    if others and not play.trick.cards:
        return f"After {count(len(play.tricks), 'trick')},"
    if others:
        return f"After the {play.cards[-1].print} at trick {len(play.tricks) + 1},"
    best = "" if found.best_leads is None else "the best lead, "
    return f"After {best}the {lead.print}," if best else f"After the {lead.print} lead,"


def _fails(found: DealSqueeze, contract: Contract | None) -> str:
    if contract is not None and contract.needs == found.target:
        return f"{contract.print} cannot be made"
    wanted = f"{count(found.target, 'trick')} {strain_of(found.play.strain)}"
    return f"{found.declarer.word} cannot take {wanted}"


def _by(found: DealSqueeze) -> str:
    return by_squeezing(found.victims) + ("" if found.kind is None else f": {name_of(found.kind)}")


def _moment(line: SqueezeLine | None) -> Iterator[str]:
    """When the squeeze comes."""
    if line is None:
        yield "How was not found out."
        return
    card = line.play.trick.cards[0].print
    matrix, trick = line.matrix_trick, line.squeeze_trick
    if matrix == trick:
        yield f"The squeeze card is the {card} at trick {trick}."
    else:
        yield f"The matrix is reached at trick {matrix}, the squeeze card is the {card} at trick {trick}."
    if line.report is None:
        yield "So many cards are left then that the squeeze was not named."


def _cards(trick: Trick) -> str:
    return ", ".join(f"{seat.word} {card.print}" for seat, card in trick)
