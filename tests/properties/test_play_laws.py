"""The laws of the play, against a second reading of them with plain lists of cards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import PACK, Card, CardSet, Deal, IllegalPlay, Play, Seat, Side, Strain, Trick
from tests import strategies as some


def may_play(hand: list[Card], on_table: list[Card]) -> set[Card]:
    following = [card for card in hand if on_table and card.suit == on_table[0].suit]
    return set(following or hand)


def wins(on_table: list[Card], strain: Strain) -> int:
    def strength(card: Card) -> tuple[bool, bool, int]:
        return (card.suit == strain.suit, card.suit == on_table[0].suit, card.rank)

    return max(range(4), key=lambda place: strength(on_table[place]))


@given(some.endings(hide=False), some.strains, some.seats, st.randoms(use_true_random=False))
def test_a_deal_is_played_out_as_the_laws_say(
    deal: Deal, strain: Strain, leader: Seat, chance: random.Random
) -> None:
    play = Play(deal, strain, leader)
    hands = {seat: list(deal[seat]) for seat in Seat}
    to_play, on_table, won, compared = leader, list[Card](), {Side.NS: 0, Side.EW: 0}, 0
    while any(hands.values()):
        assert play.to_play is to_play
        assert set(play.legal_cards) == may_play(hands[to_play], on_table)
        assert play.hand(to_play) == CardSet.of(hands[to_play])
        card = chance.choice(sorted(play.legal_cards))
        play = play.then(card)
        hands[to_play].remove(card)
        on_table.append(card)
        to_play = to_play.lho
        if len(on_table) == 4:
            to_play = to_play.next(wins(on_table, strain))
            won[to_play.side] += 1
            on_table.clear()
        compared += 1
    assert play.is_over
    assert compared == len(play.cards) == 4 * deal.cards_each
    assert not play.legal_cards
    assert {side: play.tricks_won(side) for side in Side} == won
    assert sum(won.values()) == len(play.tricks) == deal.cards_each


@given(some.plays())
def test_a_card_is_legal_just_when_it_can_be_played(play: Play) -> None:
    for card in PACK:
        if card in play.legal_cards:
            assert play.then(card).cards == (*play.cards, card)
            assert play.then(card).back() == play
        else:
            with pytest.raises(IllegalPlay, match=r"may not play|the play is over"):
                play.then(card)


@given(some.plays(hide=False), st.sets(some.seats))
def test_what_is_legal_with_all_hands_known_is_legal_with_some_unknown(play: Play, hidden: set[Seat]) -> None:
    seen = Deal.of({seat: hand for seat, hand in play.start.items() if seat not in hidden})
    if len(hidden) == 4 and play.start.cards_each != 13:
        return
    partly = Play(seen, play.strain, play.leader, play.cards)
    assert (partly.to_play, partly.trick, partly.tricks) == (play.to_play, play.trick, play.tricks)
    assert play.legal_cards <= partly.legal_cards
    if play.to_play not in hidden:
        assert partly.legal_cards == play.legal_cards
    else:
        assert not any(partly.legal_cards.length(suit) for suit in play.shown_out(play.to_play))


@given(some.plays())
def test_a_position_in_the_middle_of_a_trick_can_be_resumed(play: Play) -> None:
    resumed = Play.resume(play.remaining, play.strain, play.trick)
    assert (resumed.to_play, resumed.remaining) == (play.to_play, play.remaining)
    if play.start.hands[play.to_play] is not None:
        assert resumed.legal_cards == play.legal_cards


@given(st.permutations(PACK).map(lambda pack: tuple(pack[:4])), some.strains, some.seats)
def test_the_highest_trump_wins_or_the_highest_of_the_suit_led(
    cards: tuple[Card, ...], strain: Strain, leader: Seat
) -> None:
    assert Trick(leader, cards).winner(strain) is leader.next(wins(list(cards), strain))


@given(some.plays(), some.cards)
def test_a_record_keeps_its_legal_beginning_and_the_rest_as_written(play: Play, card: Card) -> None:
    start = Play(play.start, play.strain, play.leader)
    written = f"{' '.join(map(str, play.cards))} {card}\n ??"
    record = start.read(written)
    legal = card in play.legal_cards
    assert record.play == (play.then(card) if legal else play)
    assert record.rest == ("??" if legal else f"{card}\n ??")
    assert record.warning
