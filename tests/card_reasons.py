"""Plain positions in which a card needs a reason, and the reasons for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from overtrick import Auction, Board, Card, CardSet, Odds, Play, Reason, Seat, SeatView, Vul
from overtrick.bidding.carding import CardTable, load_card, parse_card
from overtrick.core import Statement
from overtrick.player import PlaySettings
from overtrick.player.decision import Candidate, Decision, Grounds
from overtrick.player.experts import suit_line
from overtrick.player.layouts import Layouts
from overtrick.player.reasons import by_expert, by_manners, why
from overtrick.player.statements import (
    AsGood,
    Averages,
    BeginsSqueeze,
    BestLine,
    CombinesChances,
    GainsImps,
    MoreTricks,
    PlayKind,
    Safety,
    Unjudged,
)
from overtrick.player.techniques import NamedPlay, Technique
from overtrick.player.worlds import Worlds
from tests.card_decisions import all_layouts, decide, view_of
from tests.plain_claiming import view_of as seen_by


def ending(deal: str, leader: str, cards: str = "", contract: str = "1NT") -> Board:
    """An ending that South declares."""
    auction = Auction.parse(f"S: {contract} AP")
    play = Play.parse(f"{deal};{auction.contract.strain if auction.contract else ''};{leader};{cards}")
    return Board(None, Seat.SOUTH, Board.numbered(1).vul, play.start, auction, play=play)


def decided(board: Board) -> Decision:
    """The decision of the player to move, over all layouts."""
    view = view_of(board)
    return decide(view, all_layouts(view))


WITH_QUEEN = ending("N:AQ.4.. KJ.3.. 54.A.. 87.K..", "S", "S4 S7")
"""Dummy has the ace and queen, and West has played low."""
TOWARDS = ending("N:K2.4.. AJT... 54.A.. 876...", "S")
BREAK = ending("N:A432... KJT.3.. 765.A.. Q98.K..", "S")
SAME_AND_WORSE = ending("N:2.3..3 K3...A A.A..2 Q.K..4", "S")
BARE_KING = ending("N:AKQ2.4.. JT9.32.. 543.AT.. 876.K5..", "S")


DEFENDER = ending("N:32..2. KJ4... AQ5... T98...", "W", "S8 S2 SJ SQ S5 S9 S3")
"""East is to play, and sees dummy."""
RUFFING = ending("N:KQ..A. AJT... .A.3.3 9..K.Q", "N", contract="1H")
"""Dummy leads from the king and queen of spades; South, who has none, has a trump."""
THROWN_IN = ending("N:AQ..K. K.J.T. 9.T.8. J.K.A.", "N")
"""The king of diamonds may throw East in, to lead into the ace and queen of spades."""
BOARDS = (WITH_QUEEN, TOWARDS, BREAK, BARE_KING, RUFFING, THROWN_IN)


@cache
def reason(board: Board) -> Reason:
    return why(decided(board))


def statements(board: Board, kind: type[Statement]) -> list[Statement]:
    return [statement for statement in reason(board).statements() if type(statement) is kind]


def card(text: str) -> Card:
    return Card.parse(text)


def sample_of(board: Board, needed: int = 1) -> Layouts:
    """The position with all its layouts."""
    view = view_of(board)
    layouts = tuple(all_layouts(view))
    assert view.play is not None
    return Layouts(view.play, view.contract, layouts, (1 / len(layouts),) * len(layouts), needed, True)


def safety() -> Safety:
    """West has a card that is likelier to take ten tricks than one that takes more on average."""
    cards = "SA S9 S7 ST D8 D5 DJ DT DQ HA D9 D7 SJ S4 SQ S3 CK CJ CA CT C7 C3 C6 CQ S2 S5 SK S8 H4 H7 H5 HJ"
    board = ending(
        "N:932.QT85.765.QJ2 J75.J63.KQJ4.A97 KT4.AK942.T.T543 AQ86.7.A9832.K86",
        "W",
        f"{cards} H3 HK D2 H8 H2",
        contract="1C",
    )
    return Safety(sample_of(board, needed=10), card("DA"), card("C8"), 60)


# Statements that hold


@cache
def true_statements() -> tuple[Statement, ...]:
    """Claims that hold: of the positions above, and of a few made for the purpose."""
    found = [statement for board in BOARDS for statement in reason(board).statements()]
    view = view_of(BARE_KING)
    layouts = all_layouts(view)[::3]
    weighted = why(decide(view, layouts, [1 + number % 5 for number in range(len(layouts))]))
    sample = sample_of(WITH_QUEEN, needed=3)
    only = ending("N:2.4.. J.3.. 4.A.. 8.K..", "S", "S4 S8")
    same = ending("N:A.K.. J.3.. 4.2.. 8.7..", "N")
    made: list[Statement] = [
        CombinesChances(sample, card("SQ"), card("SA"), 40.0, 10.0, 6, True),
        CombinesChances(sample, card("SQ"), card("SA"), 40.0, 10.0, 2, False),
        Averages(sample, card("SQ"), card("SA"), 240, 210),
        AsGood(sample_of(same), card("HK"), (card("SA"),)),
        *reason(only).statements(),
        *reason(same).statements(),
        Unjudged(sample.play, card("SQ")),
        safety(),
        *pay(),
        *(PlayKind(sample_of(board), each, NamedPlay(kind)) for board, each, kind in SIGHTS),
    ]
    return (*found, *weighted.statements(), *made)


SHORT = ending("N:.A..2 2.3.. 4..5. 6..7.", "W", "S6", contract="1C")
LOW = ending("N:A2... J3... 4.A.. 8.K..", "S", "S4 S8")
ON_LEAD = ending("N:A.2.. J3... 4.A.. 8.K..", "S", contract="1S")
SIGHTS = [
    (SHORT, card("C2"), Technique.RUFF),
    (SHORT, card("HA"), Technique.DISCARD),
    (LOW, card("S2"), Technique.DUCK),
    (ON_LEAD, card("S4"), Technique.TRUMPS),
    (ON_LEAD, card("HA"), Technique.CASH),
]


def pay() -> tuple[GainsImps, MoreTricks]:
    """What the card that takes more on average gains in the same place."""
    sample, ace, eight = safety().sample, card("DA"), card("C8")
    more, fewer = Odds(7, 10), Odds(1, 10)
    return GainsImps(sample, eight, ace, Vul.NONE, 170), MoreTricks(sample, eight, ace, more, fewer)


# Cards that are as good

SAYC = load_card("sayc")
UPSIDE_DOWN = parse_card(
    'when leading\n  top "high" from ?+\n'
    'when partner leads\n  low "encouraging": more\n  high "discouraging": no more\n'
)
NOWHERE = Board.parse("Deal N:A... K... Q... J...")
"""The statements carry what they are about."""


def tie(text: str, cards: str, name: str = "manners", worlds: tuple[str, ...] = ()) -> Decision:
    """The decision of the player to move, for the first of some cards that are as good."""
    play = Play.parse(text)
    seat = play.to_play.partner if play.to_play is Seat.NORTH else play.to_play
    rows = [[hand.bits for _, hand in Play.parse(each).start.items()] for each in worlds]
    deals = np.array(rows, np.uint64).reshape(len(rows), 4)
    found = Worlds(deals, np.full(len(rows), 1 / max(1, len(rows))))
    each = [
        Candidate(card, (card,), np.empty(0, np.int8), 0.0, 0.0, 0.0, 0.0) for card in CardSet.parse(cards)
    ]
    view = seen_by(play, Seat.SOUTH, seat)
    grounds = Grounds(name, tied=CardSet.parse(cards))
    return Decision(view, each[0].card, tuple(each), found, PlaySettings(), grounds)


def told_by_manners(text: str, cards: str, card: str, table: CardTable | None = SAYC) -> list[Statement]:
    """The statements of manners for a card."""
    decision = replace(tie(text, cards), card=Card.parse(card))
    return [each.statement for each in by_manners(replace(decision, table=table))]


MANNERS = [
    ("N:5432... KJ76... AT98... Q...432;H;E", "KJ76...", "S6", SAYC),
    ("N:543... Q82... J76... AKT...;NT;W;SA S3", "82...", "S8", SAYC),
    ("N:543... Q82... J76... AKT...;NT;W;SA S3", "82...", "S2", UPSIDE_DOWN),
    ("N:Q43... 972... J65... AKT...;NT;W;SA S3", "972...", "S2", SAYC),
    ("N:KQJ5... 7632... A84.5.. T9.43..;NT;S;S4 S9 SK", "7632...", "S7", SAYC),
    ("N:KQJ... 732... A84... T65...;NT;S;S4 S5 SK", "732...", "S2", SAYC),
    ("N:2.K3.4.6 .A98.A.9 5.QJ.K.A 43..Q.KQ;S;E;HA HJ CQ H3", ".98..", "H9", SAYC),
    ("N:2.K3.6.4 .A98.9.A 5.QJ.A.K 43..KQ.Q;S;E;HA HJ DQ H3", ".98..", "H8", SAYC),
    ("N:.43..A .A87.. .KJ..2 .Q9..3;NT;S;C2 C3 CA", ".87..", "H8", SAYC),
    ("N:.43..A .J87.. .KA..2 .Q9..3;NT;S;C2 C3 CA", ".87..", "H7", SAYC),
    ("N:.5.5.A 2.3.2. .6.4.K .7.6.Q;S;S;CK CQ CA", "2.3..", "H3", None),
    ("N:.AK.AK.A .54.632. .Q6.Q4.K .87.87.Q;NT;S;CK CQ CA", ".4.2.", "D2", None),
    ("N:.A5.5.A .K4.32. .Q6.4.K .J7.6.Q;NT;S;CK CQ CA", ".4.2.", "D2", SAYC),
    ("N:.7653..A .9842.2. .AK.54.K .QJT..QJ;NT;S;CK CJ CA", ".2.2.", "D2", SAYC),
    ("N:.5.5.A .A3.2. .6.4.K .7.6.Q;NT;S;CK CQ CA", ".A.2.", "D2", None),
    ("N:432.4.. KJ7.6.. A98.K.. QT5.A..;NT;W;S5 S2 SK SA", "9.K..", "S9", None),
    ("N:A32... KJ7... T54... Q98...;NT;E;SK", "T4...", "S4", None),
]


@cache
def manners_told() -> tuple[Statement, ...]:
    return tuple(
        statement
        for text, cards, card, table in MANNERS
        for statement in told_by_manners(text, cards, card, table)
    )


TENACE = "N:AQT.AKQ2.K32.765 987.543.QJT9.KQJ 43.JT9.A876.A432 KJ652.876.54.T98;NT;W;D5 DK DQ D6"
"""Two tricks are needed from the ace, queen and ten of spades: eight of the nine are elsewhere, or taken."""
SQUEEZE = "N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"
NO_SQUEEZE = "N:Q.AJ.. KT...3 2.3..A 9.KQ..;NT;S"


@cache
def best_line() -> BestLine:
    play, auction = Play.parse(TENACE), Auction.parse("S: 3NT AP")
    view = SeatView.of(Board(None, Seat.SOUTH, Vul.NONE, play.start, auction, play=play), Seat.SOUTH)
    decision = replace(tie(TENACE, "AQT...", "suit"), view=view)
    line = suit_line(view, CardSet.parse("AQT..."))
    assert line is not None
    first = sorted(decision.candidates, key=lambda each: each.card is not line.card)
    (told,) = by_expert(replace(decision, card=line.card, candidates=tuple(first)), squeeze().sample)
    assert isinstance(told.statement, BestLine)
    return told.statement


@cache
def squeeze() -> BeginsSqueeze:
    decision = tie(SQUEEZE, "2.3..A", "squeeze", (SQUEEZE, NO_SQUEEZE, SQUEEZE))
    chosen = Card.parse("CA")
    first = [each for each in decision.candidates if each.card is chosen]
    others = [each for each in decision.candidates if each.card is not chosen]
    play = decision.view.play
    assert play is not None
    layouts = tuple(tuple(row) for row in decision.worlds.deals.tolist())
    sample = Layouts(play, decision.view.contract, layouts, (1 / 3,) * 3, 3)
    (told,) = by_expert(replace(decision, card=chosen, candidates=(*first, *others)), sample)
    assert isinstance(told.statement, BeginsSqueeze)
    return told.statement
