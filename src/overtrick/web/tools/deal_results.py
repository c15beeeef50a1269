"""Double dummy as the page and the endpoints tell it."""

from __future__ import annotations

from overtrick import dd
from overtrick.core import Card, Play, Seat, Side, Strain
from overtrick.dd import Par, TrickTable
from overtrick.web.tools.deal_models import CardResult, Grade, ParFound, PositionFound, Solved
from overtrick.web.tools.deal_stand import Stakes, Stand

__all__ = [
    "MINUS",
    "SIDES",
    "card_found",
    "declarer_tricks",
    "par_kind",
    "par_of",
    "par_score",
    "position_found",
    "solved",
    "tricks_words",
]

MINUS = "−"
SIDES = {Side.NS: "North–South", Side.EW: "East–West"}


def par_of(stand: Stand, table: TrickTable) -> Par | None:
    """Par of a whole deal; an ending has none."""
    return dd.par(table, stand.board.dealer, stand.board.vul) if stand.is_whole else None


def solved(table: TrickTable, par: Par | None) -> Solved:
    """A table and par."""
    tricks = {str(seat): {str(strain): table[strain, seat] for strain in Strain} for seat in Seat}
    return Solved(tricks=tricks, par=None if par is None else par_found(par))


def par_found(par: Par) -> ParFound:
    """Par, and in words."""
    return ParFound(score_ns=par.score_ns, contracts=tuple(map(str, par.contracts)), words=par_words(par))


def par_words(par: Par) -> str:
    """Par in a sentence: who scores what, and in which contracts."""
    named = " or ".join(contract.print for contract in par.contracts)
    return f"{par_score(par)}: {named}{par_kind(par)}." if named else f"{par_score(par)}."


def par_score(par: Par) -> str:
    """Who scores what at par."""
    if not par.contracts:
        return "Par is to pass the board out"
    return f"Par is {abs(par.score_ns)} to {SIDES[_winners(par)]}"


def par_kind(par: Par) -> str:
    """What the par contracts are, if they do not make."""
    return ", a sacrifice" if par.contracts and par.contracts[0].declarer.side is not _winners(par) else ""


def _winners(par: Par) -> Side:
    return Side.NS if par.score_ns >= 0 else Side.EW


# Cards


def declarer_tricks(play: Play, stakes: Stakes, taken: int) -> int:
    """The tricks of the side that counts when the side to play takes so many of those left."""
    left = play.start.cards_each - len(play.tricks)
    return play.tricks_won(stakes.side) + (taken if play.to_play.side is stakes.side else left - taken)


def card_found(card: Card, total: int, cost: int, stakes: Stakes) -> CardResult:
    """A card and what comes of it."""
    mark, grade = _mark(total, stakes.needs)
    gives = f"; gives away {tricks_words(cost)}" if cost else ""
    words = f"{card.word}: {_outcome(total, stakes)}{gives}"
    return CardResult(card=str(card), tricks=total, mark=mark, grade=grade, cost=cost, words=words)


def position_found(stand: Stand, play: Play, stakes: Stakes, taken: dict[Card, int]) -> PositionFound:
    """The position, and every legal card in it."""
    best = max(taken.values(), default=0)
    cards = tuple(
        card_found(card, declarer_tricks(play, stakes, tricks), best - tricks, stakes)
        for card, tricks in taken.items()
    )
    return PositionFound(
        step=stand.step,
        own=tuple(map(str, stand.own)),
        to_play=None if play.is_over else str(play.to_play),
        trick=min(len(play.tricks) + 1, play.start.cards_each),
        tricks_ns=play.tricks_won(Side.NS),
        tricks_ew=play.tricks_won(Side.EW),
        recorded=None if stand.recorded is None else str(stand.recorded),
        cards=cards,
        words=_words(stand, play, stakes, cards),
    )


def _mark(total: int, needs: int | None) -> tuple[str, Grade]:
    if needs is None:
        return str(total), "plain"
    over = total - needs
    if over < 0:
        return f"{MINUS}{-over}", "down"
    return (f"+{over}", "over") if over else ("=", "made")


def _words(stand: Stand, play: Play, stakes: Stakes, cards: tuple[CardResult, ...]) -> str:
    """What was played last, whose turn it is and what the play comes to."""
    last = f"{_last_player(play).word} played the {play.cards[-1].word}. " if play.cards else ""
    if play.is_over:
        return f"{last}The play is over: {_outcome(play.tricks_won(stakes.side), stakes)}."
    best = next(card for card in cards if not card.cost)
    verb = "to play" if play.trick.cards else "to lead"
    return f"{last}{play.to_play.word} {verb}. With best play {_outcome(best.tricks, stakes)}."


def _last_player(play: Play) -> Seat:
    return play.back().to_play


def _outcome(total: int, stakes: Stakes) -> str:
    if stakes.contract is None:
        return f"{SIDES[stakes.side]} take {tricks_words(total)}"
    over, name = total - stakes.contract.needs, stakes.contract.print
    if over < 0:
        return f"{name} goes {-over} down"
    return f"{name} makes with {tricks_words(over, 'overtrick')}" if over else f"{name} just makes"


def tricks_words(count: int, what: str = "trick") -> str:
    """`a trick`, `2 tricks`."""
    if count == 1:
        return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    return f"{count or 'no'} {what}s"
