"""The data of deal pages for the templates: a board at a position of its play, or a list of boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, final

from overtrick import dd
from overtrick.core import Auction, Card, Contract, Seat, Side, Strain, Vul
from overtrick.core.english import capital, counted
from overtrick.dd import TrickTable
from overtrick.formats import Record
from overtrick.processes import Pool
from overtrick.render.words import vulnerability_in_words
from overtrick.web.scene import (
    SceneCall,
    SceneSeat,
    SceneTrick,
    scene_call,
    scene_card,
    scene_hand,
    scene_seat,
    symbols,
    trick_on_table,
)
from overtrick.web.tools.deal_analysis import squeezes
from overtrick.web.tools.deal_models import BoardRead, CardResult, DealRead, PositionFound, SqueezeFound
from overtrick.web.tools.deal_position import (
    SIDES,
    Position,
    par_kind,
    par_of,
    par_score,
    position_found,
    tricks_words,
)
from overtrick.web.tools.deal_query import (
    DealQuery,
    Reading,
    boards_in,
    contract_fields,
    path_of,
    path_to,
    query_for_all,
    shortened,
)
from overtrick.web.tools.deal_solver import DoubleDummy, quickly

__all__ = [
    "BoardPage",
    "Data",
    "as_json",
    "calls_of",
    "leads_to",
    "listed",
    "page_of",
    "read_as_json",
    "solved_position",
    "solved_table",
]

Data = dict[str, Any]
"""Data for a template."""
_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_REMARKS = 50
"""The most warnings of the reader that are shown."""


async def page_of(
    given: DealQuery, reading: Reading, position: Position, solver: DoubleDummy, analysts: Pool
) -> BoardPage:
    """The page of a board with short addresses; it waits only for quick results."""
    query, record = shortened(given, reading), position.record_play
    found = await solved_position(position, solver)
    table = await quickly(solver.table, position.deal) if position.is_solvable else None
    events = squeezes(query, position, None if table is None else par_of(position, table), analysts)
    return BoardPage(
        query,
        position,
        found,
        costs=None if record is None else await quickly(solver.costs, record),
        solved=None if table is None else solved_table(query, position, table),
        others=path_of(DealQuery(text=given.text, lin=given.lin)) if len(reading.records) > 1 else "",
        warnings=_some((*reading.warnings, *position.board.warnings)),
        squeezes=tuple([event.data async for event in events if isinstance(event.data, SqueezeFound)])
        if query.squeezes
        else (),
    )


async def solved_position(position: Position, solver: DoubleDummy) -> PositionFound | None:
    """The position with the result of every card; None if nothing can be played yet."""
    if position.play is None or position.stakes is None:
        return None
    results = await solver.card_results(position.play)
    return position_found(position, position.play, position.stakes, results)


# A board


@final
@dataclass(frozen=True)
class BoardPage:
    """The page of a board at a position of its play; the templates draw its properties."""

    query: DealQuery
    position: Position
    found: PositionFound | None
    """The results of the cards; None if nothing can be played yet."""
    costs: tuple[dd.PlayedCard, ...] | None
    """The costs of the recorded cards; None while they are computed."""
    solved: Data | None
    """None while it is computed."""
    others: str
    """The path of the list that this board is in; empty if it is alone."""
    warnings: tuple[str, ...]
    squeezes: tuple[SqueezeFound, ...]
    """The squeezes, if the page was asked to wait for them."""

    # Addresses

    @property
    def analysis(self) -> str:
        """The path of the analysis stream; empty if there is none."""
        path = path_of(self.query, step=0, own="").replace("/deal", "/api/deal/analysis", 1)
        return path if self.position.is_solvable else ""

    @property
    def wait(self) -> str:
        """The path of the page that waits for the squeezes."""
        return path_of(self.query, squeezes=True)

    @property
    def carried(self) -> Iterable[tuple[str, object]]:
        """The hidden fields of a form, which carry the board."""
        return self.query.bare().model_dump(exclude_defaults=True).items()

    def after(self, card: str) -> str:
        """The path of the page after a card: along the record if it is the recorded card, else off it."""
        position = self.position
        if card == str(position.next_recorded):
            return path_of(self.query, step=position.step + 1)
        return path_of(self.query, own=".".join(map(str, (*position.own, card))))

    # Head

    @property
    def title(self) -> str:
        """The number of the board, if it has one."""
        if self.position.board.number is None:
            return "Ending" if self.position.is_ending else "Deal"
        return f"Board {self.position.board.number}"

    @property
    def conditions(self) -> str:
        """Dealer and vulnerability; for an ending the leader and the side whose tricks are counted."""
        board, stakes = self.position.board, self.position.stakes
        if self.position.is_ending and stakes is not None:
            lead = f"{stakes.leader.word} is on lead in {stakes.strain.word}"
            return f"{lead}; the tricks are counted for {SIDES[stakes.side]}"
        return f"{board.dealer.word} deals, {vulnerability_in_words(board.vul)}"

    @property
    def contract(self) -> str:
        """The contract, as far as it is known."""
        stakes = self.position.stakes
        if stakes is None:
            return "Passed out" if self.position.board.is_passed_out else ""
        if stakes.contract is not None:
            return stakes.contract.print
        return f"{stakes.strain.symbol}, {stakes.leader.word} leads"

    @property
    def result(self) -> str:
        """The result in the record."""
        result = self.position.board.result
        return "" if result is None or result.tricks is None else result.print

    @property
    def event(self) -> str:
        """The event and the date."""
        tags = map(self.position.record.tag, ("Event", "Site", "Date"))
        return ", ".join(value for value in tags if value)

    # Hands and trick

    @property
    def seats(self) -> Iterator[SceneSeat]:
        """The seats from North on, with their hands; an ending has no dealer and no vulnerability."""
        position, play = self.position, self.position.play
        contract = None if position.stakes is None else position.stakes.contract
        for seat in Seat:
            held = position.deal.get(seat) if play is None else play.hand(seat)
            is_turn = play is not None and not play.is_over and play.to_play is seat
            name, hand = position.record.tag(seat.word) or "", None if held is None else scene_hand(held)
            seen = scene_seat(seat, name, position.board, contract, is_turn, hand)
            yield replace(seen, is_dealer=False, is_vulnerable=False) if position.is_ending else seen

    @property
    def results(self) -> dict[str, CardResult]:
        """The result of each legal card."""
        return {} if self.found is None else {each.card: each for each in self.found.cards}

    def grade(self, result: CardResult) -> str:
        """The grade of a card for the side that plays it: declarer going down is good for the defence."""
        play, stakes = self.position.play, self.position.stakes
        if play is None or stakes is None or stakes.contract is None or play.to_play.side is stakes.side:
            return result.grade
        return "over" if result.grade == "down" else "down"

    @property
    def legend(self) -> str:
        """The legend of the numbers on the cards."""
        stakes = self.position.stakes
        if stakes is None:
            return ""
        if stakes.contract is None:
            told = f"The number on a card: the tricks that {SIDES[stakes.side]} take if it is played."
            return f"{told} Green keeps all the tricks of the hand to play, red does not."
        told = "The number on a card: declarer’s tricks over or under the contract if it is played;"
        return f"{told} = just makes. Green and blue are good for the hand to play, red is bad."

    @property
    def trick(self) -> SceneTrick | None:
        """The cards on the table, or those of the last trick until the next lead."""
        return None if self.position.play is None else trick_on_table(self.position.play)

    def card_words(self, card: str) -> str:
        """A card's name in the results."""
        return Card.parse(card).word

    @property
    def trick_words(self) -> str:
        """The number of the trick, and its winner if it is complete."""
        play = self.position.play
        if play is None or not play.cards:
            return ""
        if play.trick.cards:
            return f"Trick {len(play.tricks) + 1}"
        return f"Trick {len(play.tricks)}: {play.to_play.word} won"

    @property
    def tally(self) -> str:
        """The tricks won by each side."""
        play = self.position.play
        return "" if play is None else f"NS {play.tricks_won(Side.NS)} · EW {play.tricks_won(Side.EW)}"

    @property
    def calls(self) -> list[SceneCall] | None:
        """The auction with the meanings of the record; None without an auction."""
        board = self.position.board
        if board.auction is None:
            return None
        return calls_of(board.auction, [None if each is None else each.text for each in board.meanings])

    # The play

    @property
    def remark(self) -> str:
        """The cost of the last recorded card, or the reason why nothing can be played."""
        position = self.position
        if position.fault:
            return f"{capital(position.fault)}."
        if position.own or not position.step or self.costs is None:
            return ""
        last = self.costs[position.step - 1]
        lost = f"The {last.card.print} cost {last.seat.word} {counted(last.cost, 'trick')}."
        return lost if last.cost else ""

    @property
    def steps(self) -> dict[str, str] | None:
        """The paths of the buttons, empty for a disabled one; None if nothing can be played yet."""
        position, play, query = self.position, self.position.play, self.query
        if play is None:
            return None
        recorded, step, own = len(position.cards), position.step, position.own
        following = position.next_recorded or self._best()
        back = {"own": ".".join(map(str, own[:-1]))} if own else {"step": step - 1}
        return {
            "first": path_of(query, step=0, own="") if play.cards else "",
            "back": path_of(query, **back) if play.cards else "",
            "next": "" if following is None else self.after(str(following)),
            "last": path_of(query, step=recorded) if not own and step < recorded else "",
            "record": path_of(query, own="") if own and recorded else "",
            "count": f"{len(play.cards)} of {4 * play.start.cards_each} cards",
        }

    def _best(self) -> Card | None:
        """The lowest of the cards that cost nothing."""
        free = [Card.parse(card) for card, result in self.results.items() if not result.cost]
        return min(free, key=lambda card: (card.rank, card.suit), default=None)

    @cached_property
    def record(self) -> list[Data]:
        """The recorded cards in order, each with the position after it."""
        position, whole = self.position, self.position.record_play
        if whole is None:
            return []
        winners = [trick.winner(whole.strain) for trick in whole.tricks for _ in range(4)]
        turns = [turn for trick in (*whole.tricks, whole.trick) for turn in trick]
        cards = list[Data]()
        for number, ((seat, card), winner) in enumerate(zip_longest(turns, winners), 1):
            cost = 0 if self.costs is None else self.costs[number - 1].cost
            cards.append(
                {
                    "seat": str(seat),
                    "card": scene_card(card),
                    "words": f"{seat.word} {card.word}{f', gives away {cost}' if cost else ''}",
                    "path": path_of(self.query, step=number, own=""),
                    "cost": cost,
                    "is_winner": seat is winner,
                    "is_now": not position.own and number == position.step,
                }
            )
        return cards

    @property
    def claim(self) -> str:
        """The claim that ended the record."""
        board, stakes, play = self.position.board, self.position.stakes, self.position.record_play
        contract = None if stakes is None else stakes.contract
        if board.claim is None or contract is None or contract != board.contract:
            return ""
        by, tricks = board.claim.by, board.claim.tricks
        if by is None:
            return f"A claim ended the play: {tricks_words(tricks)} for declarer in all."
        kept = tricks if by.side is contract.declarer.side else 13 - tricks
        is_over = kept == (0 if play is None else play.tricks_won(by.side))
        verb = "conceded" if is_over else "claimed"
        return f"{by.word} {verb}: {tricks_words(tricks)} for declarer in all."


def calls_of(auction: Auction, meanings: Iterable[str | None]) -> list[SceneCall]:
    """The calls of an auction, each with its meaning if one is given."""
    pairs = zip_longest(auction, meanings)
    return [scene_call(call, seat, symbols(meaning or "")) for (seat, call), meaning in pairs]


# The double-dummy table


def solved_table(query: DealQuery, position: Position, table: TrickTable) -> Data:
    """The double-dummy table with a link to every contract, and par; an ending has none.

    In an ending, the rows stand for the leader and not for declarer.
    """
    par, bare, leads = par_of(position, table), query.bare(), " leads" if position.is_ending else ""
    contracts = () if par is None else par.contracts
    return {
        "is_ending": position.is_ending,
        "rows": [
            (f"{seat.word}{leads}", [_cell(bare, position, table, seat, strain) for strain in Strain])
            for seat in _DECLARERS
        ],
        "par": "" if par is None else par_score(par),
        "par_kind": "" if par is None else par_kind(par),
        "par_links": [(each.print, path_of(bare, **contract_fields(each))) for each in contracts],
    }


def _cell(query: DealQuery, position: Position, table: TrickTable, seat: Seat, strain: Strain) -> Data:
    """The tricks of a declarer, or of the side on lead to an ending, with the page of this contract."""
    stakes, leader = position.stakes, seat if position.is_ending else seat.lho
    tricks = table[strain, leader.rho]
    if position.is_ending:
        tricks = position.deal.cards_each - tricks
        words = f"{leader.word} leads at {strain.word}: {SIDES[leader.side]} take {tricks}: play it"
        fields = {"strain": str(strain), "leader": str(leader)}
    else:
        words = f"{seat.word} takes {tricks} at {strain.word}: play it"
        fields = contract_fields(Contract(max(1, tricks - 6), strain, seat))
    is_chosen = stakes is not None and (stakes.strain, stakes.leader) == (strain, leader)
    return {"tricks": tricks, "path": path_of(query, **fields), "words": words, "is_chosen": is_chosen}


# Lists of boards, sorted out in the reader process


def leads_to(content: bytes, most: int) -> str | Data:
    """The destination of pasted text: the page of a single board, an address for short texts, or a list."""
    reading = boards_in(content, most)
    query = query_for_all(content, len(reading.records))
    if query is not None:
        return path_of(query)
    return path_to(reading.records[0]) if len(reading.records) == 1 else _list(reading)


def listed(content: bytes, most: int) -> Data:
    """The boards of a text, each with its own page."""
    return _list(boards_in(content, most))


def read_as_json(content: bytes, most: int) -> bytes:
    """The boards of a text as JSON for the endpoints."""
    return as_json(boards_in(content, most))


def as_json(reading: Reading) -> bytes:
    """The boards read, as JSON."""
    boards = tuple(_read(place, record) for place, record in enumerate(reading.records, 1))
    read = DealRead(format=reading.format, boards=boards, warnings=reading.warnings)
    return read.model_dump_json().encode()


def _some(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """The first of many warnings."""
    more = len(warnings) - _REMARKS
    return (*warnings[:_REMARKS], f"and {more} more") if more > 1 else warnings


def _list(reading: Reading) -> Data:
    boards = [_listed(place, record) for place, record in enumerate(reading.records, 1)]
    return {"format": reading.format, "boards": boards, "warnings": _some(reading.warnings)}


def _listed(place: int, record: Record) -> Data:
    board = record.board
    contract = "Passed out" if board.is_passed_out else ""
    vulnerable = {Vul.NONE: "nobody", Vul.BOTH: "all"}.get(board.vul, str(board.vul))
    return {
        "name": str(board.number or place),
        "conditions": f"{board.dealer.word} deals, {vulnerable} vulnerable",
        "contract": contract if board.contract is None else board.contract.print,
        "players": ", ".join(_names(record).values()),
        "path": path_to(record),
    }


def _names(record: Record) -> dict[str, str]:
    return {str(seat): name for seat in Seat if (name := record.tag(seat.word))}


def _read(place: int, record: Record) -> BoardRead:
    board = record.board
    return BoardRead(
        place=place,
        number=board.number,
        dealer=str(board.dealer),
        vul=str(board.vul),
        deal=str(board.deal),
        auction=None if board.auction is None else str(board.auction),
        contract=None if board.contract is None else str(board.contract),
        play=() if board.play is None else tuple(map(str, board.play.cards)),
        names=_names(record),
        path=path_to(record),
    )
