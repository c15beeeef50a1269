"""Second opinions on LIN: endplay and bridgebots read our samples, and boards that we wrote.

endplay's results are not compared: it counts ten tricks in ``single_board``, where bridgebots and we count
eight. What either of them cannot read is listed with the reason.
"""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import endplay.parsers.lin as ep
import pytest

from overtrick import PACK, Auction, Bid, Board, Call, CardSet, Claim, Deal, Meaning, Play, Seat, Vul
from overtrick.formats import lin
from overtrick.formats.record import Record
from tests.oracles.lin_facts import (
    endplay_facts,
    our_facts,
    our_facts_and_tricks,
    read_by_bridgebots,
    read_by_endplay,
    read_ours,
)

UGLY = Path(__file__).parent.parent / "data" / "ugly"
SAMPLES = {path.stem: path for path in UGLY.glob("*.lin")}
BOARDS = 100

ENDPLAY_READS: dict[str, tuple[str, ...]] = {
    "deal_over_lines": (),
    "insufficient_bid": ("calls", "contract"),  # it goes on past the insufficient bid
    "latin1_names": (),
    "passed_out": (),
    "revoke": ("cards",),  # it goes on past the revoke
    "single_board": (),
    "tournament": (),
    "unknown_tags": (),
}
"""The samples endplay reads, and the facts on which it differs by design."""
ENDPLAY_CANNOT = {
    "alerts_and_claim": "a comment before the auction is taken for an alert",
    "empty_names": "0 is not a vulnerability to it",
    "impossible_deal": "it has no unknown spot cards",
    "mixed_line_ends": "a lone CR is no line end to it",
    "names_with_commas": "six names are too many",
    "no_auction": "boards without pn are joined to the one before",
    "odd_conditions": "two names are too few",
    "result_contradicts": "boards without pn are joined to the one before",
    "run_together": "10 is not a rank to it",
    "truncated": "half a card is an error",
    "unclosed_value": "boards without pn are joined to the one before",
    "upper_case_tags": "tags in capitals are passed over",
    "vugraph_two_rooms": "eight names are too many",
    "vugraph_two_segments": "eight names are too many",
}
BRIDGEBOTS_READS: dict[str, int] = {
    "alerts_and_claim": 1,
    "passed_out": 1,
    "result_contradicts": 1,  # the second board has one call: it wants four
    "single_board": 1,
    "tournament": 2,
    "unknown_tags": 1,
    "vugraph_two_rooms": 3,  # of five: one has no deal, one no auction
}
"""The samples bridgebots reads, and how many boards of each."""
BRIDGEBOTS_CANNOT = {
    "deal_over_lines": "a board must stand on one line",
    "empty_names": "an auction must have four calls",
    "impossible_deal": "the hands must have thirteen cards",
    "insufficient_bid": "a play must be complete or claimed",
    "latin1_names": "the file must be UTF-8",
    "mixed_line_ends": "a board must stand on one line",
    "names_with_commas": "there must be a play",
    "no_auction": "an auction must have four calls",
    "odd_conditions": "there must be a dealer",
    "revoke": "it goes on past the revoke",
    "run_together": "each value must be one call",
    "truncated": "the last value must be closed",
    "unclosed_value": "every value must be closed",
    "upper_case_tags": "tags must be in small letters",
    "vugraph_two_segments": "the players of the first segment are taken for all",
}


# Samples


def test_every_sample_is_read_by_them_or_listed() -> None:
    assert ENDPLAY_READS.keys() | ENDPLAY_CANNOT.keys() == SAMPLES.keys()
    assert BRIDGEBOTS_READS.keys() | BRIDGEBOTS_CANNOT.keys() == SAMPLES.keys()
    assert not ENDPLAY_READS.keys() & ENDPLAY_CANNOT.keys()
    assert not BRIDGEBOTS_READS.keys() & BRIDGEBOTS_CANNOT.keys()


def test_endplay_agrees_on_the_samples_it_reads() -> None:
    compared = 0
    for name, different in ENDPLAY_READS.items():
        ours, theirs = read_ours(SAMPLES[name]), read_by_endplay(SAMPLES[name])
        for record, board in zip(ours, theirs, strict=True):
            mine, other = our_facts(record), endplay_facts(board)
            assert {fact for fact in mine if mine[fact] != other[fact]} == set(different), name
            compared += len(mine)
    assert compared == 9 * 14


def test_bridgebots_agrees_on_the_samples_it_reads() -> None:
    compared = 0
    for name, boards in BRIDGEBOTS_READS.items():
        ours, theirs = read_ours(SAMPLES[name]), read_by_bridgebots(SAMPLES[name])
        assert len(theirs) == boards
        known = list(map(our_facts_and_tricks, ours))
        for facts in theirs:
            assert facts in known, name
            compared += len(facts)
    assert compared == 10 * 15


@pytest.mark.parametrize("name", ENDPLAY_CANNOT)
def test_endplay_still_cannot_read_what_is_listed(name: str) -> None:
    try:
        theirs = [endplay_facts(board) for board in read_by_endplay(SAMPLES[name])]
    except (ValueError, IndexError, AttributeError, AssertionError):
        return
    assert theirs != [our_facts(record) for record in read_ours(SAMPLES[name])]


@pytest.mark.parametrize("name", BRIDGEBOTS_CANNOT)
def test_bridgebots_still_cannot_read_what_is_listed(name: str) -> None:
    try:
        theirs = read_by_bridgebots(SAMPLES[name])
    except (ValueError, AssertionError, KeyError):
        return
    assert theirs != list(map(our_facts_and_tricks, read_ours(SAMPLES[name])))


# Boards that we wrote


def random_record(rng: Random, number: int) -> Record:
    """A board with names, a finished auction, some alerts, and a play that is complete or claimed."""
    pack = rng.sample(PACK, 52)
    deal = Deal.of({seat: CardSet.of(pack[13 * seat : 13 * seat + 13]) for seat in Seat})
    dealer = rng.choice(list(Seat))
    auction = _random_auction(rng, dealer)
    meanings = tuple(rng.choice((None, None, Meaning("any", rng.random() < 0.5))) for _ in auction.calls)
    play, claim = None, None
    if auction.contract is not None:
        play = Play.of(deal, auction.contract)
        is_claimed = rng.random() < 0.5
        for _ in range(rng.randint(1, 51) if is_claimed else 52):
            play = play.then(rng.choice(tuple(play.legal_cards)))
        claim = Claim(rng.randint(0, 13)) if is_claimed else None
    board = Board(number, dealer, rng.choice(list(Vul)), deal, auction, meanings, play, claim)
    names = tuple((name, f"{name} {number}") for name in ("West", "North", "East", "South"))
    return Record(board, names)


def _random_auction(rng: Random, dealer: Seat) -> Auction:
    auction = Auction(dealer)
    while not auction.is_over:
        doubles = [call for call in auction.legal_calls if call in (Call.DOUBLE, Call.REDOUBLE)]
        bids = [call for call in auction.legal_calls if isinstance(call, Bid)][:6]
        auction = auction.then(rng.choice([Call.PASS, Call.PASS, *doubles, *bids[:1], *bids[-1:]]))
    return auction


@pytest.fixture(scope="module")
def records() -> list[Record]:
    rng = Random(2024)
    return [random_record(rng, number) for number in range(1, BOARDS + 1)]


def test_endplay_reads_the_boards_we_write(records: list[Record]) -> None:
    compared = 0
    for record in records:
        file = io.BytesIO()
        lin.write([record], file)
        [board] = ep.loads(file.getvalue().decode())
        mine, other = our_facts(record), endplay_facts(board)
        assert mine == other
        alerts = [bid.alertable for bid in board.auction]
        told = [meaning is not None and meaning.alerted for meaning in record.board.meanings]
        assert alerts == told + [False] * (len(alerts) - len(told))
        compared += len(mine)
    assert compared == 14 * BOARDS


def test_bridgebots_reads_the_boards_we_write(records: list[Record], tmp_path: Path) -> None:
    known = list(map(our_facts_and_tricks, records))
    single, many = tmp_path / "single.lin", tmp_path / "many.lin"
    with open(single, "wb") as file:
        for record in records:
            lin.write([record], file)
    with open(many, "wb") as file:
        lin.write(records, file)
    assert read_by_bridgebots(single) == known
    compared, names = sum(map(len, known)), {f"{seat.word}'s name" for seat in Seat}
    for facts, mine in zip(read_by_bridgebots(many), known, strict=True):
        different = {fact for fact in mine if facts[fact] != mine[fact]}
        assert different <= names  # of many boards, it takes the players of the head for every one
        compared += len(facts) - len(names)
    assert compared == (15 + 11) * BOARDS


def test_we_read_the_boards_endplay_writes(records: list[Record]) -> None:
    compared = 0
    for record in records:
        file = io.BytesIO()
        lin.write([record], file)
        theirs = ep.dumps(ep.loads(file.getvalue().decode()))
        [again] = lin.read(io.BytesIO(theirs.encode()))
        mine, other = our_facts(record), our_facts(again)
        assert {fact for fact in mine if mine[fact] != other[fact]} == set()
        compared += len(mine)
    assert compared == 14 * BOARDS
