"""Hypothesis strategies for the values of the core: every kind of deal, auction and play."""

from __future__ import annotations

from hypothesis import strategies as st

from overtrick import (
    CALLS,
    PACK,
    Auction,
    Board,
    Call,
    CardSet,
    Claim,
    Contract,
    Deal,
    Doubled,
    Meaning,
    Odds,
    Play,
    Result,
    Seat,
    Strain,
    Trick,
    Vul,
)

cards = st.sampled_from(PACK)
card_sets = st.integers(0, 2**52 - 1).map(CardSet)
calls = st.sampled_from(CALLS)
seats = st.sampled_from(Seat)
strains = st.sampled_from(Strain)
vuls = st.sampled_from(Vul)
contracts = st.builds(Contract, st.integers(1, 7), strains, seats, st.sampled_from(Doubled))
results = st.builds(Result, st.none()) | st.builds(Result, contracts, st.none() | st.integers(0, 13))
odds = st.integers(1, 10**6).flatmap(lambda cases: st.builds(Odds, st.integers(0, cases), st.just(cases)))
tricks = st.builds(Trick, seats, st.lists(cards, max_size=4, unique=True).map(tuple))
sentences = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=40)
claims = st.builds(Claim, st.integers(0, 13), st.none() | seats)
meanings = st.builds(Meaning, sentences, st.booleans())


@st.composite
def endings(draw: st.DrawFn, hide: bool = True, min_size: int = 1, max_size: int = 13) -> Deal:
    """Hands of equal length, perhaps with some of them unknown."""
    size = draw(st.integers(min_size, max_size))
    pack = draw(st.permutations(PACK))
    hands = {seat: CardSet.of(pack[size * seat : size * (seat + 1)]) for seat in Seat}
    hidden = draw(st.sets(seats)) if hide else set()
    return Deal.of({seat: hand for seat, hand in hands.items() if seat not in hidden})


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any deal: hands of any lengths up to thirteen, each perhaps unknown."""
    pack = draw(st.permutations(PACK))
    sizes = draw(st.tuples(*(st.integers(0, 13) for _ in Seat)))
    hands = {seat: CardSet.of(pack[13 * seat : 13 * seat + sizes[seat]]) for seat in Seat}
    hidden = draw(st.sets(seats))
    return Deal.of({seat: hand for seat, hand in hands.items() if seat not in hidden})


@st.composite
def auctions(draw: st.DrawFn, finished: bool = False) -> Auction:
    """A legal auction, in which bids are low and doubles common, so that it goes on for a while."""
    auction = Auction(draw(seats))
    length = 400 if finished else draw(st.integers(0, 30))
    while len(auction) < length and not auction.is_over:
        legal = auction.legal_calls
        choice = draw(st.integers(0, 9))
        auction = auction.then(Call.PASS if choice < 4 else legal[min(choice - 3, len(legal) - 1)])
    return auction


@st.composite
def plays(draw: st.DrawFn, hide: bool = True) -> Play:
    """A legal play from an ending, as far as it goes."""
    play = Play(draw(endings(hide, max_size=6)), draw(strains), draw(seats))
    return draw(played_on(play, 4 * play.start.cards_each))


@st.composite
def played_on(draw: st.DrawFn, play: Play, most: int) -> Play:
    """A play with more cards, as many as are legal and at most so many."""
    for _ in range(draw(st.integers(0, most))):
        legal = tuple(play.legal_cards)
        if not legal:
            break
        play = play.then(draw(st.sampled_from(legal)))
    return play


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board with any part of its story told."""
    dealer, deal = draw(seats), draw(endings())
    auction = draw(st.none() | auctions())
    if auction is not None:
        auction = Auction(dealer, auction.calls)
    settled = auction is not None and auction.is_over
    contract = auction.contract if settled and auction is not None else draw(st.none() | contracts)
    play = None if contract is None else draw(st.none() | st.just(Play.of(deal, contract)))
    made = None if contract is None else draw(st.none() | st.integers(0, 13))
    return Board(
        number=draw(st.none() | st.integers(1, 200)),
        dealer=dealer,
        vul=draw(vuls),
        deal=deal,
        auction=auction,
        meanings=tuple(draw(st.lists(st.none() | meanings, max_size=0 if auction is None else len(auction)))),
        play=play,
        claim=None if contract is None else draw(st.none() | claims),
        result=draw(st.none() | st.just(Result(contract, made))),
        unread_calls=draw(sentences),
        unread_cards=draw(sentences),
    )
