"""Double dummy for all small positions: beside a search that tries every card, and beside itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overtrick import Card, CardSet, Deal, Play, Seat, Side, Strain, Suit, Trick, Vul
from overtrick._core import plain_tricks
from overtrick.dd import (
    Par,
    Proof,
    Solver,
    TrickTable,
    analyse,
    at_least,
    best_line,
    cards,
    contract_score,
    par,
    table,
    tricks,
)
from tests.strategies import endings, seats, strains, vuls

small_endings = endings(hide=False, max_size=4)


@st.composite
def positions(draw: st.DrawFn) -> Play:
    """A position of up to four cards each, often in the middle of a trick."""
    play = Play(draw(small_endings), draw(strains), draw(seats))
    for _ in range(draw(st.integers(0, 6))):
        legal = tuple(play.legal_cards)
        if not legal:
            break
        play = play.then(draw(st.sampled_from(legal)))
    return play


def plainly(play: Play, side: Side) -> int:
    """A side's tricks from here on, by trying every card."""
    left = play.start.cards_each - len(play.tricks)
    hands = [play.hand(seat).bits for seat in Seat]
    ns = plain_tricks(hands, play.strain, play.trick.leader, [card.index for card in play.trick.cards])
    return ns if side is Side.NS else left - ns


# Values


@given(small_endings, strains, seats)
def test_the_tricks_of_the_side_on_lead_are_those_found_by_trying_every_card(
    deal: Deal, strain: Strain, leader: Seat
) -> None:
    assert tricks(deal, strain, leader) == plainly(Play(deal, strain, leader), leader.side)


@given(positions())
def test_every_card_brings_what_trying_every_card_says(play: Play) -> None:
    side, found = play.to_play.side, cards(play)
    assert tuple(found) == tuple(play.legal_cards)
    for card, brings in found.items():
        after = play.then(card)
        won = after.tricks_won(side) - play.tricks_won(side)
        assert brings == won + (0 if after.is_over else plainly(after, side))
    if found:
        assert max(found.values()) == plainly(play, side)


@given(small_endings, st.integers(0, 3))
def test_turning_the_table_turns_the_tricks(deal: Deal, steps: int) -> None:
    found, turned = table(deal), table(deal.rotated(steps))
    entries = [(strain, seat) for strain in Strain for seat in Seat]
    assert [found[strain, seat] for strain, seat in entries] == [
        turned[strain, seat.next(steps)] for strain, seat in entries
    ]


@given(small_endings, st.sets(strains))
def test_some_strains_are_as_they_are_in_the_whole_table(deal: Deal, wanted: set[Strain]) -> None:
    whole, part = table(deal), table(deal, wanted)
    assert set(part.strains) == wanted
    assert all(part[strain, seat] == whole[strain, seat] for strain in wanted for seat in Seat)


# Lines and costs


@given(positions())
def test_a_line_goes_to_the_end_and_reaches_the_value(play: Play) -> None:
    side, line = play.to_play.side, best_line(play)
    played = play.then_all(line)
    assert played.is_over
    assert played.tricks_won(side) - play.tricks_won(side) == (0 if play.is_over else plainly(play, side))
    assert best_line(play, Solver(megabytes=1)) == line


@given(positions())
def test_nobody_pays_on_a_best_line(play: Play) -> None:
    played = play.then_all(best_line(play))
    assert not any(card.cost for card in analyse(played)[len(play.cards) :])


@given(positions(), st.randoms(use_true_random=False))
def test_what_the_cards_cost_explains_the_result(play: Play, random: object) -> None:
    while not play.is_over:
        play = play.then(random.choice(tuple(play.legal_cards)))  # type: ignore[attr-defined]
    costs = analyse(play)
    start = Play(play.start, play.strain, play.leader)
    assert [(card.seat, card.card) for card in costs] == [pair for trick in play.tricks for pair in trick]
    assert all(card.cost >= 0 for card in costs)
    for side in Side:
        lost = sum(card.cost for card in costs if card.seat.side is side)
        won = sum(card.cost for card in costs if card.seat.side is not side)
        assert play.tricks_won(side) == plainly(start, side) - lost + won


# Proofs


@given(positions(), st.integers(-1, 5), st.sampled_from(Side))
def test_a_proof_answers_the_question_and_its_bound_is_true(play: Play, wanted: int, side: Side) -> None:
    value = 0 if play.is_over else plainly(play, side)
    proof = at_least(play, wanted, side)
    assert bool(proof) == (value >= wanted)
    assert proof.side is (side if proof else side.opponents)
    assert (0 if play.is_over else plainly(play, proof.side)) >= proof.bound
    assert proof.covers(play)


def redealt(proof: Proof, shuffled: dict[Suit, list[int]]) -> Play:
    """The position with the cards of each suit that do not matter handed out in another order."""
    play, places = proof.play, dict[Card, Card]()
    for suit in Suit:
        there = [card for card in play.remaining.dealt | CardSet.of(play.trick.cards) if card.suit is suit]
        rest = there[proof.cards.length(suit) :]
        order = sorted(range(len(rest)), key=lambda place: shuffled[suit][place])
        places |= {card: card for card in there} | dict(
            zip(rest, (rest[place] for place in order), strict=True)
        )
    hands = {seat: CardSet.of(places[card] for card in hand) for seat, hand in play.remaining.items()}
    trick = Trick(play.trick.leader, tuple(places[card] for card in play.trick.cards))
    return Play.resume(Deal.of(hands), play.strain, trick)


@given(positions(), st.fixed_dictionaries({suit: st.permutations(range(13)) for suit in Suit}))
def test_a_bound_holds_for_every_redeal_that_keeps_the_cards_that_matter(
    play: Play, shuffled: dict[Suit, list[int]]
) -> None:
    if play.is_over:
        return
    value = plainly(play, Side.NS)
    for proof in (at_least(play, value, Side.NS), at_least(play, value + 1, Side.NS)):
        other = redealt(proof, shuffled)
        assert proof.covers(other)
        assert plainly(other, proof.side) >= proof.bound


# Tables and par as values


trick_tables = st.builds(
    TrickTable.of, st.dictionaries(strains, st.tuples(*(st.integers(0, 13) for _ in Seat)))
)
whole_tables = trick_tables.filter(lambda found: found.is_complete) | st.builds(
    TrickTable.of, st.fixed_dictionaries({strain: st.tuples(*[st.integers(0, 13)] * 4) for strain in Strain})
)


@given(trick_tables)
def test_a_table_reads_back_from_its_own_text(found: TrickTable) -> None:
    assert TrickTable.parse(str(found)) == eval(repr(found)) == found


@given(whole_tables, seats, vuls)
def test_every_par_contract_scores_par(found: TrickTable, dealer: Seat, vul: Vul) -> None:
    value = par(found, dealer, vul)
    assert Par.parse(str(value)) == eval(repr(value)) == value
    assert bool(value.contracts) == bool(value.score_ns)
    for contract in value.contracts:
        points = contract_score(contract, found, vul)
        assert (points if contract.declarer.side is Side.NS else -points) == value.score_ns
        assert found.result(contract).is_made == (contract.doubled == 0)


@given(whole_tables, seats, vuls)
def test_par_changes_its_sign_when_the_sides_change_places(found: TrickTable, dealer: Seat, vul: Vul) -> None:
    turned = TrickTable.of({strain: [found[strain, seat.rho] for seat in Seat] for strain in Strain})
    swapped = Vul((vul >> 1) | (vul & 1) << 1)
    here, there = par(found, dealer, vul), par(turned, dealer.lho, swapped)
    assert there.score_ns == -here.score_ns
    assert {(contract.bid, contract.declarer.lho) for contract in here.contracts} == {
        (contract.bid, contract.declarer) for contract in there.contracts
    }
