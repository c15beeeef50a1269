"""Random predicates read back from their text, and mean the same however they are asked."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import CardSet, Suit, _core
from overtrick.hands import (
    HandsError,
    Known,
    Predicate,
    Quantity,
    count,
    histogram,
    parse,
    parse_quantity,
    prove,
)
from overtrick.hands.compiling import Compiler
from overtrick.hands.evaluation import is_true, value
from tests import hands_terms as some
from tests.endings import IS_SOAK
from tests.hands_terms import WORDS

bindings = st.fixed_dictionaries({"theirs": some.suits, "least": st.integers(0, 40), "weak": st.booleans()})
fewer = settings(max_examples=1_000 if IS_SOAK else 60)


# Text


@given(some.predicates(free=True))
def test_a_predicate_reads_back_from_its_text(predicate: Predicate) -> None:
    assert parse(str(predicate), WORDS) == predicate


@given(some.quantities(free=True))
def test_a_quantity_reads_back_from_its_text(quantity: Quantity) -> None:
    assert parse_quantity(str(quantity), WORDS) == quantity


@given(some.predicates(free=True), bindings)
def test_a_bound_predicate_has_no_names_left_and_reads_back(
    predicate: Predicate, values: dict[str, int | bool | Suit]
) -> None:
    bound = predicate.bind(**values)
    assert predicate.names <= {"theirs", "least", "weak"}
    assert bound.names == frozenset()
    assert parse(str(bound), WORDS) == bound


@given(some.predicates(), some.predicates())
def test_predicates_put_together_read_back(one: Predicate, other: Predicate) -> None:
    for both in (one & other, one | other, ~one, ~(one & ~other) | one):
        assert parse(str(both), WORDS) == both


@given(st.text(st.sampled_from("5432 +-=<>|,.:()[]!SHDCAKQXx&*"), max_size=30))
def test_any_text_is_a_predicate_or_is_refused_in_words(text: str) -> None:
    with suppress(HandsError):
        predicate = parse(text)
        assert parse(str(predicate)) == predicate


# Meaning


@given(some.predicates(free=True), bindings, st.lists(some.hands, min_size=1, max_size=8))
def test_the_compiled_way_agrees_with_the_plain_way(
    predicate: Predicate, values: dict[str, int | bool | Suit], hands: list[CardSet]
) -> None:
    bound = predicate.bind(**values)
    assert bound.of(hands) == [is_true(bound.term, hand) for hand in hands]


@given(some.quantities(), st.lists(some.hands, min_size=1, max_size=8))
def test_numbers_agree_with_the_plain_way(quantity: Quantity, hands: list[CardSet]) -> None:
    assert quantity.of(hands) == [value(quantity.term, hand) for hand in hands]


@fewer
@given(some.predicates(), some.predicates(), some.small_packs())
def test_counts_follow_the_laws_of_logic(one: Predicate, other: Predicate, known: Known) -> None:
    everything = known.hands
    assert count(one, known=known).hands + count(~one, known=known).hands == everything
    assert count(one & ~one, known=known).hands == 0
    assert count(one | ~one, known=known).hands == everything
    assert count(~(one | other), known=known) == count(~one & ~other, known=known)
    assert count(~(one & other), known=known) == count(~one | ~other, known=known)
    either, both = count(one | other, known=known).hands, count(one & other, known=known).hands
    assert either + both == count(one, known=known).hands + count(other, known=known).hands


@fewer
@given(some.predicates(), some.quantities(), some.small_packs())
def test_a_histogram_sums_to_the_count(predicate: Predicate, quantity: Quantity, known: Known) -> None:
    assert sum(histogram(predicate, quantity, known=known).values()) == count(predicate, known=known).hands


@fewer
@given(some.predicates(), some.predicates(), some.small_packs())
def test_a_proof_says_what_the_counts_say(one: Predicate, other: Predicate, known: Known) -> None:
    proof = prove(one, other, known=known)
    assert (proof.hands, proof.exceptions) == (
        count(one, known=known).hands,
        count(one & ~other, known=known).hands,
    )
    assert bool(proof) == (proof.exceptions == 0) == (proof.witness is None)
    if proof.witness is not None:
        assert proof.witness in one & ~other
        assert known.held <= proof.witness
        assert not proof.witness & known.elsewhere


@fewer
@given(some.predicates(), some.small_packs(), st.permutations(tuple(Suit)))
def test_renaming_the_suits_leaves_the_count_unchanged(
    predicate: Predicate, known: Known, order: list[Suit]
) -> None:
    to = dict(zip(Suit, order, strict=True))
    other = parse(some.renamed(str(predicate), to), some.renamed_words(to))
    elsewhere = Known(some.moved(known.held, to), some.moved(known.elsewhere, to))
    assert count(other, elsewhere) == count(predicate, known=known)


@given(
    st.sampled_from(["hcp 15-17, 5+ spades", "spades > hearts, stopper in clubs", "4=4=3=2 or AK in hearts"]),
    st.permutations(tuple(Suit)),
)
def test_renaming_the_suits_leaves_the_count_of_all_hands_unchanged(text: str, order: list[Suit]) -> None:
    assert count(some.renamed(text, dict(zip(Suit, order, strict=True)))) == count(text)


# Numbers


@fewer
@given(some.predicates(), some.quantities(), some.small_packs())
def test_totals_groups_and_numbers_tell_of_the_same_hands(
    predicate: Predicate, quantity: Quantity, known: Known
) -> None:
    compiler = Compiler()
    register = compiler.register(predicate.term)
    compiler.count(register)
    compiler.group(register, [compiler.register(quantity.term)])
    classes = _core.HandClasses(compiler.program(), known.held.bits, known.elsewhere.bits)
    for _ in range(classes.steps):
        classes.advance()
    assert classes.hands == known.hands
    ((hands, _),) = classes.totals()
    assert sum(each for _, each, _ in classes.groups()) == hands
    first = classes.numbered(range(min(hands, 20)))
    assert len(set(first)) == len(first) == min(hands, 20)
    assert all(CardSet(cards) in predicate for cards in first)


@fewer
@given(some.predicates(), some.predicates(), some.small_packs())
def test_what_is_left_out_where_no_row_needs_it_is_worked_out_again_where_one_does(
    guard: Predicate, asked: Predicate, known: Known
) -> None:
    compiler = Compiler()
    where = compiler.register(guard.term)
    with compiler.only_where(where):
        compiler.count(compiler.both(where, compiler.register(asked.term)))
    compiler.count(compiler.register(asked.term))
    classes = _core.HandClasses(compiler.program(), known.held.bits, known.elsewhere.bits)
    for _ in range(classes.steps):
        classes.advance()
    inside, outside = (hands for hands, _ in classes.totals())
    assert inside == count(guard & asked, known=known).hands
    assert outside == count(asked, known=known).hands
