"""Endings with squeezes, published ones and others; what is stated about them, and what texts look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import TypeVar

from overtrick.core import Board, Card, CardSet, Deal, Reason, Seat, Statement, Strain, explaining
from overtrick.core.rotation import rotated
from overtrick.squeezes import Ending, analyse, values, why
from tests.endings import IS_SOAK

__all__ = [
    "SAMPLE",
    "board",
    "cards_in",
    "check_form",
    "checked",
    "disturbed",
    "is_true",
    "published",
    "reason_for",
    "sample",
    "statements_of",
]

C = TypeVar("C", bound=Statement)

PUBLISHED = Path(__file__).parent / "data" / "published_squeezes.txt"
SAMPLE = 2000 if IS_SOAK else 60
FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
"""Of the paper about PYTHON, like the others."""
FIGURE_5 = "N:..8.A3 .9..T9 2.8..8 ..Q.QJ;NT;S"
FIGURE_6 = "N:.AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95;NT;S"
FIGURE_7 = "N:K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A;NT;S"
FIGURE_8 = "N:A92.AJ.. Q8.987.. 3.54.65. K65.KQ..;D;S"
EXCHANGED = "N:Q.AJ.. K.KQ.. 2.3..A T9...3;NT;S"
"""Figure 2 with East's and West's hands exchanged."""
WRONG_HAND = "N:AJ..2. T..3.3 4.K..A KQ.A..;NT;N"
ONE_LOSER_MORE = "N:Q.AJ.3. T9..A.3 2.3.2.A K.KQ..4;NT;S"
COMPOUND = "N:.AJ.K86.7 .KT.JT2.K 53.4.A7.J .Q76.Q95.;S;S"
GUARD = "N:K2.5..5 T73..2. A94..9. QJ.8..8;NT;S"
WINKLE = "N:4...T84 ..96.K3 K..A7.7 2...J65;NT;S"
VICE = "N:.KT.K5. .A9.74. 5.3.82. .QJ.T9.;NT;S"
STEPPING_STONE = "N:AJ.2..2 ..9876. K.K.2.A Q3.A.3.;NT;S"
ENDPLAY = "N:KT.3.. AQ4... 2.Q..A J5.K..;S;S"
CRISS_CROSS = "N:Q5.A..2 T9.T9.. A.Q5..A K3.K3..;NT;S"
VIENNA = "N:AJ.A..2 KQ.K4.. 4.Q2..A T9.JT..;NT;S"
TRANSFER = "N:AJ6.K.. Q32.J.. K95...A T87.A..;NT;N"
BACKWASH = "N:9.J..T J.Q..7 ..T6.9 75.7..;C;S"
KEPT_GUARD = "N:..KT4.Q2 ..J62.AK .T8.Q87. 2.J9.A3.;NT;S"
"""No transfer: a suit that both guarded was led, but the other defender had lost his guard in another."""
OWN_RUFF = "N:.52..Q96 .9..KJT8 Q9.A7..A .T..7532;C;W"
"""No backwash: only the victim's partner has ruffed before him."""
INVERTED = "N:3.AJ.K. QT..A.2 A2.2..A KJ.KQ..;NT;S"
STRIP = "N:A3..2.4 J..JT.9 Q4..K.J K7...QT;H;S"
STRIP_DEAL = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"


@cache
def published() -> list[Ending]:
    """The published endings."""
    lines = [line for line in PUBLISHED.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    return [Ending.parse(line.split("|")[0].strip()) for line in lines]


def disturbed(seed: int, number: int) -> Iterator[Ending]:
    """Squeezes found by exchanging cards in published endings of up to five cards: any side, any trumps."""
    chance = Random(seed)
    small = [ending for ending in published() if ending.cards <= 5]
    while number:
        ending = chance.choice(small)
        hands = [list(hand) for _, hand in ending.deal.items()]
        for _ in range(chance.choice((1, 1, 2, 3))):
            one, other = chance.sample(range(4), 2)
            first, second = chance.randrange(ending.cards), chance.randrange(ending.cards)
            hands[one][first], hands[other][second] = hands[other][second], hands[one][first]
        north, east, south, west = map(CardSet.of, hands)
        strain = chance.choice((ending.strain, ending.strain, *Strain))
        found = Ending(Deal((north, east, south, west)), strain, chance.choice((ending.leader, *Seat)))
        if values(found).gain > 0:
            number -= 1
            yield rotated(found, 1) if chance.random() < 0.3 else found


@cache
def sample() -> list[Ending]:
    """Random squeezes of three to five cards."""
    return list(disturbed(11, SAMPLE))


@lru_cache(maxsize=500)
def reason_for(ending: Ending | str) -> Reason:
    """The tree for an ending."""
    return why(analyse(Ending.parse(ending) if isinstance(ending, str) else ending))


def board(ending: Ending) -> Board:
    """A board with the deal of an ending."""
    return Board.numbered(1, ending.deal)


def checked(endings: Iterable[Ending]) -> Counter[type[Statement]]:
    """How many statements of each kind were made and found true; a false one fails."""
    count = Counter[type[Statement]]()
    for ending in endings:
        reason = reason_for(ending)
        assert explaining.false_statements(reason, board(ending)) == [], str(ending)
        count.update(type(statement) for statement in reason.statements())
    return count


def statements_of(ending: str, kind: type[C]) -> list[C]:
    """The statements of a kind in the tree for an ending."""
    return [statement for statement in reason_for(ending).statements() if isinstance(statement, kind)]


def is_true(statement: Statement) -> bool:
    """Does the checker agree? The board does not matter."""
    return explaining.holds(statement, Board.numbered(1, Deal.unknown()))


def cards_in(text: str) -> Iterator[Card]:
    """Every card that a text names, holdings such as ♥KQ10 card by card."""
    for symbol, ranks in re.findall(r"([♠♥♦♣])((?:10|[2-9JQKA])+)", text):
        yield from (Card.parse(symbol + rank) for rank in re.findall("10|[2-9JQKA]", ranks))


def check_form(text: str, ending: Ending, *, most: int = 3) -> None:
    """No blanks left open, no double spaces, only cards of the ending, and no more sentences than that."""
    said = re.sub(r"^ *(-|\d+\.) ", "", text)
    assert not re.search(r"[{}<>_]|None|\bEnum|[A-Z]{3}|  | [.,:;]|\.\.", said), text
    assert re.fullmatch(r"[A-Z].*[.?:]", said), text
    assert set(cards_in(said)) <= set(ending.deal.dealt), text
    assert len(re.findall(r"[.?:](?: |$)(?=[A-Z]|$)", said)) <= most, text
