"""LIN written and read again: the same, unless `lost` names what is not."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from overtrick import PACK, Board, CardSet, Contract, Deal, Meaning, Play, Result, Seat
from overtrick.formats import handviewer, lin
from overtrick.formats.lin.writer import without_certain_story
from overtrick.formats.record import Comment, Record, not_carried
from tests import strategies as our


def read(text: str) -> list[Record]:
    return list(lin.read(io.BytesIO(text.encode())))


def written(records: list[Record]) -> str:
    file = io.BytesIO()
    lin.write(records, file)
    return file.getvalue().decode()


@dataclass(frozen=True, slots=True)
class Told(Meaning):
    """A kind of meaning that no file can bring back."""


odd_meanings = st.sampled_from([Meaning("a%PIPE%b"), Meaning("%BREAK%"), Meaning("\ud800"), Told("any")])
names = st.text(st.characters(categories=["L", "P"]), min_size=1, max_size=12).filter(
    lambda name: "%" not in name
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A board with what LIN can tell of it, and perhaps what it cannot."""
    tags = [
        (name, draw(names)) for name in ("Event", "West", "North", "East", "South") if draw(st.booleans())
    ]
    tags += draw(st.sampled_from([[], [("Scoring", "IMP")], [("Room", "Open")], [("Room", "Closed")]]))
    tags += [("Stage", draw(names))] if draw(st.booleans()) else []
    tags += [(f"LIN_{tag}", draw(names)) for tag in draw(st.sets(st.sampled_from(["zz", "sk", "3d"])))]
    board = draw(our.boards())
    calls = 0 if board.auction is None else len(board.auction)
    places = ["", *(f"call {turn + 1}" for turn in range(calls))]
    comments = [Comment(text, place) for place in places if (text := draw(our.sentences))]
    return Record(board, tuple(tags), tuple(comments))


@st.composite
def played_records(draw: st.DrawFn) -> Record:
    """A whole deal, bid to the end and played as far as it goes, with what else may be told of it."""
    told, pack, auction = draw(records()), draw(st.permutations(PACK)), draw(our.auctions(finished=True))
    deal = Deal.of({seat: CardSet.of(pack[13 * seat : 13 * seat + 13]) for seat in Seat})
    contract, play = auction.contract, None
    if contract is not None:
        play = Play.of(deal, contract)
        for choice in draw(st.lists(st.integers(0, 12), max_size=52)):
            legal = tuple(play.legal_cards)
            play = play.then(legal[choice % len(legal)])
    board = Board(
        number=told.board.number,
        dealer=auction.dealer,
        vul=told.board.vul,
        deal=deal,
        auction=auction,
        meanings=tuple(draw(st.lists(st.none() | our.meanings | odd_meanings, max_size=len(auction)))),
        play=play,
        claim=None if contract is None else draw(st.none() | our.claims),
        result=draw(st.none() | st.just(Result(contract, None if contract is None else 9))),
        unread_cards=draw(st.just("") | our.sentences),
    )
    keeps_comments, keeps_tags = draw(st.booleans()), draw(st.booleans())
    tags = [tag for tag in told.tags if keeps_tags or not tag[0].startswith("LIN_")]
    tags += draw(st.sampled_from([[], [("Site", "Oslo")], [("Board", "7a")]]))
    return replace(told, board=board, tags=tuple(tags), comments=told.comments if keeps_comments else ())


def lost_when_read_again(record: Record) -> tuple[str, ...]:
    """What `lin.lost` says, by its definition: write everything, read it, compare."""
    [again] = read(written([record]))
    return not_carried(lin.as_told(record), again)


@given(records() | played_records())
def test_what_is_lost_is_what_does_not_come_back(record: Record) -> None:
    assert lin.lost(record) == lost_when_read_again(record)


@given(played_records())
def test_a_story_is_left_out_only_where_it_comes_back(record: Record) -> None:
    if without_certain_story(record) is not record:
        board, told = read(written([record]))[0].board, lin.as_told(record).board
        assert (board.auction, board.meanings, board.play) == (told.auction, told.meanings, told.play)


@given(records())
def test_what_lin_can_carry_is_the_same_again(record: Record) -> None:
    told = lin.as_told(record)
    [again] = read(written([record]))
    if not lin.lost(record):
        assert again == told
    else:
        assert again != told


@given(st.lists(records(), min_size=2, max_size=4))
def test_several_records_are_the_same_again(several: list[Record]) -> None:
    carried = [lin.as_told(record) for record in several if not lin.lost(record)]
    if len(carried) > 1:
        assert read(written(carried)) == carried


@given(our.boards(), st.data())
def test_the_play_is_the_same_again(board: Board, data: st.DataObject) -> None:
    contract = board.contract or Contract.parse("1NT by S")
    play = Play.of(board.deal, contract)
    for _ in range(data.draw(st.integers(1, 4 * play.start.cards_each))):
        legal = tuple(play.legal_cards)
        if not legal:
            break
        play = play.then(data.draw(st.sampled_from(legal)))
    result = None if board.is_passed_out else Result(contract)
    told = Board(board.number, board.dealer, board.vul, board.deal.completed(), play=play, result=result)
    if not board.is_passed_out:
        [again] = read(written([Record(told)]))
        assert again.board == told


@given(records())
def test_what_a_link_can_carry_is_the_same_again(record: Record) -> None:
    again = handviewer.read_url(handviewer.url_of(record))
    assert (again == lin.as_told(record)) is (not handviewer.lost(record))
