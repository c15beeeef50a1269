"""The log is the truth, and nobody learns a card from a table that he may not see."""

from __future__ import annotations

import os
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import PACK, Card, CardSet, Deal, OvertrickError, Seat, Suit
from overtrick.scoring import score_ns
from overtrick.table import BoardDealt, ClaimRefused, Entry, MemoryLog, SeatEvent, Table, replay
from tests.tables import (
    MOMENT,
    Story,
    Witness,
    cards_told,
    hands_told,
    hidden_now,
    legal_step,
    may_have_seen,
    opened,
)

SOAK = os.environ.get("OVERTRICK_HYPOTHESIS") == "soak"
randoms = st.randoms(use_true_random=False)
TABLES = 200 if SOAK else 8
"""How many are played at, fifty boards each."""
TOLD = 12 if SOAK else 6
few = settings(max_examples=500 if SOAK else 15)


@few
@given(st.integers(0, 2**64), st.integers(1, 200))
def test_the_state_is_what_the_events_say_after_every_one_of_them(seed: int, length: int) -> None:
    story = Story(opened(seed), random.Random(seed))
    state = replay(story.table.entries)
    for _ in range(length):
        story.act()
        for entry in story.table.entries[state.number :]:
            state = state.after(entry.event)
        assert state == story.table.state
    texts = [str(entry) for entry in story.table.entries]
    assert replay(map(Entry.parse, texts)) == story.table.state
    log = MemoryLog()
    table = log.create([Entry.parse(text) for text in texts])
    again = Table.resume(log, table)
    assert again.state == story.table.state
    assert all(again.events_for(seat) == story.table.events_for(seat) for seat in Seat)


def test_what_a_seat_was_told_is_never_told_differently_later() -> None:
    compared = 0
    for seed in range(TOLD):
        story = Story(opened(seed), random.Random(seed))
        told: dict[Seat, tuple[SeatEvent, ...]] = dict.fromkeys(Seat, ())
        for _ in range(150):
            story.act()
            for seat in Seat:
                now = story.table.events_for(seat)
                assert now[: len(told[seat])] == told[seat]
                last = told[seat][-1].number if told[seat] else 0
                assert story.table.events_for(seat, last) == now[len(told[seat]) :]
                told[seat] = now
                compared += 1
    assert compared == TOLD * 150 * 4


def test_no_text_of_a_table_tells_a_seat_a_card_it_may_not_see() -> None:
    searched = found_own = 0
    for seed in range(200 if SOAK else 6):
        story = Story(opened(seed), random.Random(seed))
        heard, witness = 0, Witness()
        for moment in range(180):
            before = story.table.number
            story.act()
            witness.watch(story.table.entries)
            for who, named, error in story.errors[heard:]:
                seen = witness.seen[who]
                assert cards_told(error) <= (seen if named is None else seen.plus(named))
                searched += 1
            heard = len(story.errors)
            assert not cards_told(repr(story.table) + repr(story.table.state))
            if moment % 3 or story.table.state.in_play is None:
                continue
            assert not cards_told(repr(story.table.state.in_play))
            for seat in Seat:
                new = [each for each in story.table.events_for(seat) if each.number > before - 6]
                new = [each for each in new if each.number >= story.table.state.in_play.steps[0][0]]
                told = cards_told(" ".join(map(str, new)) + repr(new))
                assert told <= witness.seen[seat]
                searched += 1
                found_own += bool(told)
                assert_view_hides(story.table, seat)
    assert searched > 1_000
    assert found_own > 100


def assert_view_hides(table: Table, seat: Seat) -> None:
    """A view names hidden cards only together, as those that are unseen."""
    view, hidden = table.view(seat), hidden_now(table, seat)
    for hand in hands_told(repr(view)):
        assert not hand & hidden or hand == view.unseen == CardSet.pack() - view.deal.dealt
    text = repr(replace(view, unseen=CardSet())) + (str(view.play) if view.play else "")
    assert not cards_told(text) & hidden


def redealt(table: Table, seat: Seat, chance: random.Random) -> Table:
    """The same table, where the cards of each suit that a seat has not seen lie elsewhere."""
    hidden = CardSet.pack() - may_have_seen(table.entries, seat)
    entries, last = list(table.entries), table.state.board_in_play.steps[0][0]
    dealt = entries[last - 1].event
    assert isinstance(dealt, BoardDealt)
    moved = dict[Card, Card]()
    for suit in Suit:
        cards = list(hidden.in_suit(suit))
        moved |= dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    hands = {who: CardSet.of(moved.get(card, card) for card in hand) for who, hand in dealt.deal.items()}
    entries[last - 1] = replace(entries[last - 1], event=replace(dealt, deal=Deal.of(hands)))
    for place in range(last, len(entries)):
        if isinstance(entries[place].event, ClaimRefused):
            entries[place] = replace(entries[place], event=ClaimRefused())
    log = MemoryLog()
    return Table.resume(log, log.create(entries), clock=lambda: MOMENT)


def test_boards_that_differ_only_in_what_is_hidden_look_the_same() -> None:
    compared = different = errors = 0
    for seed in range(300 if SOAK else 15):
        chance = random.Random(seed)
        story = Story(opened(seed), chance)
        for _ in range(chance.randint(1, 120)):
            story.act()
        if story.table.state.in_play is None:
            continue
        for seat in Seat:
            other = redealt(story.table, seat, chance)
            assert other.view(seat) == story.table.view(seat)
            assert other.events_for(seat) == story.table.events_for(seat)
            assert [*map(str, other.events_for(seat))] == [*map(str, story.table.events_for(seat))]
            different += other.state != story.table.state
            compared += 1
            for card in chance.sample(PACK, 5):
                errors += assert_same_answer(story.table, other, seat, card)
    assert compared > 40
    assert different > 0.8 * compared
    assert errors > 100


def assert_same_answer(table: Table, other: Table, seat: Seat, card: Card) -> bool:
    """A card that a seat tries to play is refused in the same words on both boards."""
    said = list[str]()
    for each in (table, other):
        kept = MemoryLog()
        copy = Table.resume(kept, kept.create(each.entries))
        try:
            copy.play(seat, card)
            said.append("")
        except OvertrickError as error:
            said.append(str(error))
    assert said[0] == said[1]
    return bool(said[0])


def test_boards_end_with_the_score_of_their_result() -> None:
    boards = played_out = 0
    for seed in range(TABLES):
        chance, table = random.Random(seed), opened(seed)
        for _ in range(50):
            table.deal()
            while table.state.in_play is not None:
                legal_step(table, chance)
        if seed % 5 == 0:
            assert replay(table.entries) == table.state
        for ended in table.state.ended:
            assert ended.board.result is not None
            assert ended.score_ns == score_ns(ended.board.result, ended.board.vul)
            boards += 1
            played_out += ended.board.play is not None and ended.board.play.is_over
    assert boards == 50 * TABLES
    assert played_out > 0.95 * boards
