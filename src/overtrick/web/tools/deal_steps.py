"""Steps through the play of a board: where each card and each button leads."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick import dd
from overtrick.core import Card, Play
from overtrick.web.tools.deal_asked import Asked, path_of
from overtrick.web.tools.deal_models import PositionFound
from overtrick.web.tools.deal_scene import CardShown, Row, Steps
from overtrick.web.tools.deal_stand import Stand

__all__ = ["after", "card_shown", "record_rows", "steps_of"]


def card_shown(
    card: Card,
    words: str = "",
    seat: str = "",
    path: str = "",
    mark: str = "",
    grade: str = "",
    cost: int = 0,
    is_recorded: bool = False,
    is_winner: bool = False,
    is_now: bool = False,
) -> CardShown:
    """A card with what is known of it."""
    return CardShown(
        str(card),
        str(card.suit),
        card.suit.symbol,
        card.rank.print,
        words or card.word,
        seat,
        path,
        mark,
        grade,
        cost,
        is_recorded,
        is_winner,
        is_now,
    )


def after(asked: Asked, stand: Stand, card: Card) -> str:
    """The page after a card is played: along the record if that has it, else away from it."""
    if card == stand.recorded:
        return path_of(asked, step=stand.step + 1)
    return path_of(asked, own=_own((*stand.own, card)))


def steps_of(asked: Asked, stand: Stand, play: Play, found: PositionFound | None) -> Steps:
    """The buttons."""
    told, step, own = len(stand.told), stand.step, stand.own
    best = None if stand.recorded is not None or found is None else _best(found)
    forward = stand.recorded or best
    back = path_of(asked, own=_own(own[:-1])) if own else path_of(asked, step=step - 1)
    total = 4 * play.start.cards_each
    return Steps(
        first=path_of(asked, step=0, own="") if play.cards else "",
        back=back if play.cards else "",
        next="" if forward is None else after(asked, stand, forward),
        last=path_of(asked, step=told) if not own and step < told else "",
        record=path_of(asked, own="") if own and told else "",
        is_best=stand.recorded is None,
        count=f"{len(play.cards)} of {total} cards",
    )


def _best(found: PositionFound) -> Card | None:
    """One of the cards that cost nothing, the lowest."""
    free = [Card.parse(each.card) for each in found.cards if not each.cost]
    return min(free, key=lambda card: (card.rank, card.suit), default=None)


def record_rows(asked: Asked, stand: Stand, costs: tuple[dd.PlayedCard, ...] | None) -> tuple[Row, ...]:
    """The tricks of the record, each card leading to the position after it."""
    whole = stand.record_play
    if whole is None:
        return ()
    cards = list(_record_cards(asked, stand, whole, costs))
    return tuple(
        Row(str(first // 4 + 1), tuple(cards[first : first + 4])) for first in range(0, len(cards), 4)
    )


def _record_cards(
    asked: Asked, stand: Stand, whole: Play, costs: tuple[dd.PlayedCard, ...] | None
) -> Iterator[CardShown]:
    turns = [pair for trick in (*whole.tricks, whole.trick) for pair in trick]
    winners = [trick.winner(whole.strain) for trick in whole.tricks]
    for place, (seat, card) in enumerate(turns):
        cost = 0 if costs is None else costs[place].cost
        gives = f", gives away {cost}" if cost else ""
        yield card_shown(
            card,
            words=f"{seat.word} {card.word}{gives}",
            seat=str(seat),
            path=path_of(asked, step=place + 1, own=""),
            cost=cost,
            is_now=not stand.own and place + 1 == stand.step,
            is_winner=place // 4 < len(winners) and winners[place // 4] is seat,
        )


def _own(cards: tuple[Card, ...]) -> str:
    return ".".join(map(str, cards))
