"""Errors in predicates are explained in words, with their column."""

from __future__ import annotations

import pytest

from overtrick.hands import Feature, HandsError, Kind, PredicateError, count, parse, parse_quantity, standard

A_CONDITION = (
    "expected a range such as 15-17, a feature such as hcp, a suit, a shape such as 5332, 'not' or '('"
)
WORDS = (
    standard()
    .defining("good(X) = 5+ X", "more(X, n) = hcp(X) > n")
    .naming(theirs=Kind.SUIT, least=Kind.NUMBER, weak=Kind.TRUTH)
)

BAD = [
    # words nobody knows
    ("ballanced", 1, "unknown word 'ballanced': did you mean 'balanced'?"),
    ("hcpp 12+", 1, "unknown word 'hcpp': did you mean 'hcp'?"),
    ("5+ heartz", 4, "unknown word 'heartz': did you mean 'hearts'?"),
    ("12+ hcp, controlls 4+", 10, "unknown word 'controlls': did you mean 'controls'?"),
    ("largest > 3", 1, "unknown word 'largest'"),
    ("xyzzy", 1, "unknown word 'xyzzy'"),
    ("some(X in SHDC: Y 5+)", 17, "unknown word 'Y'"),
    ("5+ hearts\n  , foo", 15, "unknown word 'foo'"),
    ("h 5+", 1, "unknown word 'h'"),
    # something is missing
    ("", 1, A_CONDITION + ", found the end"),
    ("1 stopper in hearts", 3, "expected a number, found a condition"),
    ("4 balanced", 3, "expected a number, found a condition"),
    ("12+ hcp 5+ spades", 9, "expected a comma between two conditions"),
    ("5-5 majors", 1, "5-5 is one number: say 5; or, for two suits, '5+ spades, 5+ hearts'"),
    ("5+ h", 4, "unknown word 'h': did you mean 'H'?"),
    ("   ", 4, A_CONDITION + ", found the end"),
    ("not", 4, A_CONDITION + ", found the end"),
    ("12+ hcp,", 9, A_CONDITION + ", found the end"),
    ("12+ hcp or", 11, A_CONDITION + ", found the end"),
    ("12+ hcp or  ", 11, A_CONDITION + ", found the end"),
    ("(12+ hcp", 9, "expected ')', found the end"),
    ("[balanced", 10, "expected ']', found the end"),
    ("15-17", 6, "expected a feature such as hcp, a suit or 'of', found the end"),
    ("AK", 3, "expected '(' or 'in', found the end"),
    ("AK in", 6, "or a suit, found the end"),
    ("2+ of AKQ", 10, "expected 'in', found the end"),
    ("exactly", 8, "expected a number, found the end"),
    ("4333|", 6, "expected a shape such as 5332, found the end"),
    ("hcp <", 6, "found the end"),
    ("some(X in SHDC)", 15, "expected ':', found ')'"),
    ("some(X: X 5+)", 7, "expected 'in', found ':'"),
    ("()", 2, A_CONDITION + ", found ')'"),
    ("[]", 2, A_CONDITION + ", found ']'"),
    ("some()", 6, "found ')'"),
    # something is too much
    (", hcp 12+", 1, A_CONDITION + ", found ','"),
    ("balanced,,balanced", 10, A_CONDITION + ", found ','"),
    ("12+ hcp)", 8, "expected the end, found ')'"),
    ("12+ hcp balanced", 9, "expected a comma between two conditions, found 'balanced'"),
    ("hcp 12 13", 8, "found '13'"),
    ("hearts spades", 8, "found 'spades'"),
    ("5+ + 3", 4, "expected a feature such as hcp, a suit or 'of', found '+'"),
    # something stands where something else should
    ("2+ of hearts", 7, "expected honours such as AK, found 'hearts'"),
    ("at least hearts", 10, "expected a number, found 'hearts'"),
    ("at least five hearts", 10, "expected a number, found 'five'"),
    ("K of hearts", 3, "expected '(' or 'in', found 'of'"),
    ("AK in hcp", 7, "expected a suit, found 'hcp'"),
    ("stopper in thiers", 12, "expected a suit, found 'thiers'"),
    ("hcp in 5", 8, "or a suit, found '5'"),
    ("4333|hcp", 6, "expected a shape such as 5332, found 'hcp'"),
    ("some(X in hcp: X 5+)", 11, "expected suits such as SHD, found 'hcp'"),
    ("some(X in SHX: X 5+)", 11, "expected suits such as SHD, found 'SHX'"),
    ("hcp @ 5", 5, "found '@'"),
    ("hcp / 2 > 5", 5, "found '/'"),
    ("hcp => 5", 6, "found '>'"),
    ("12+ hcp; balanced", 8, "found ';'"),
    ("\x00", 1, A_CONDITION),
    # numbers and conditions
    ("hcp", 1, "expected a condition, found a number: add how many, as in '12+ hcp'"),
    ("balanced or hcp", 13, "expected a condition, found a number: add how many, as in '12+ hcp'"),
    ("not hcp", 5, "expected a condition, found a number"),
    ("12", 1, "expected a condition, found a number: how many of what?"),
    ("[balanced]", 1, "expected a condition, found a number"),
    ("[hcp] > 1", 2, "expected a condition, found a number"),
    ("count(X in SHDC: X) > 3", 18, "expected a condition, found a number"),
    ("some(X in SHDC: X)", 17, "expected a condition, found a number"),
    ("sum(X in SHDC: X 5+) > 3", 16, "expected a number, found a condition"),
    ("balanced > 1", 1, "expected a number, found a condition"),
    ("hcp < balanced", 7, "expected a number, found a condition"),
    ("hcp + balanced > 3", 7, "expected a number, found a condition"),
    ("-balanced > 3", 2, "expected a number, found a condition"),
    ("balanced 5+", 1, "expected a number, found a condition"),
    ("weak 5+", 1, "expected a number, found a condition"),
    ("hcp > weak", 7, "expected a number, found a condition"),
    # ranges, numbers and shapes
    ("17-15 hcp", 1, "the range 17-15 is empty"),
    ("hcp 17..15", 5, "the range 17..15 is empty"),
    ("balanced, hcp 9–8", 15, "the range 9–8 is empty"),
    ("1000001 hcp", 1, "1000001 is too large"),
    ("hcp < 99999999999999999999", 7, "99999999999999999999 is too large"),
    ("5=4=3=2", 1, "no thirteen cards are divided 5=4=3=2"),
    ("balanced or (5432)", 13, "no thirteen cards are divided (5432)"),
    ("6-4-3-1", 1, "no thirteen cards are divided 6-4-3-1"),
    ("99xx", 1, "no thirteen cards are divided 99xx"),
    ("5=5=(55)", 1, "no thirteen cards are divided 5=5=(55)"),
    ("4333|5432", 6, "no thirteen cards are divided 5432"),
    # of which suit, and how many
    ("stopper", 1, "stopper of which suit? Say 'stopper in hearts'"),
    ("quality 5+", 1, "quality of which suit? Say 'quality in hearts'"),
    ("length 5+", 1, "length of which suit? Say 'length in hearts'"),
    ("hcp(hearts, spades) 5+", 1, "hcp is of one suit, not of 2"),
    ("hcp(5) > 3", 5, "expected a suit, found a number"),
    ("balanced(hearts)", 1, "expected balanced alone, found it with 1 value"),
    ("balanced in hearts", 1, "expected balanced alone, found it with 1 value"),
    ("good", 1, "expected good(X), found it alone"),
    ("good(H, S)", 1, "expected good(X), found it with 2 values"),
    ("good(5)", 6, "expected a suit, found a number"),
    ("good(least)", 6, "expected a suit, found a number"),
    ("more(S)", 1, "expected more(X, n), found it with 1 value"),
    ("more in spades", 1, "expected more(X, n), found it with 1 value"),
    ("more(S, H)", 9, "expected a number, found a suit"),
    ("true(hearts)", 1, "'true' is nothing that a suit has"),
    ("largest(hearts) > 3", 9, "expected a feature of suits, found 'hearts'"),
    ("largest(balanced) > 3", 9, "expected a feature of suits, found 'balanced'"),
    ("largest(stopper) > 3", 9, "expected a feature of suits, found 'stopper'"),
]


@pytest.mark.parametrize(("text", "column", "said"), BAD, ids=[text for text, _, _ in BAD])
def test_a_mistake_is_said_with_its_column(text: str, column: int, said: str) -> None:
    with pytest.raises(PredicateError) as refused:
        parse(text, WORDS)
    assert said in refused.value.fault
    assert refused.value.column == column
    assert str(refused.value).startswith(f"column {column}: ")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5_000 + "true" + ")" * 5_000,
        "[" * 5_000 + "true" + "]" * 5_000 + " = 1",
        "not " * 5_000 + "true",
        "-" * 5_000 + "5 < 3",
        "hcp" + " + hcp" * 5_000 + " > 3",
        "some(X in S: " * 5_000 + "true" + ")" * 5_000,
    ],
    ids=lambda text: str(text[:12]),
)
def test_parts_within_parts_have_an_end(text: str) -> None:
    with pytest.raises(PredicateError, match="too many parts within parts"):
        parse(text)


def test_a_text_may_be_nested_as_deep_as_anybody_writes() -> None:
    deep = "not (balanced or " * 30 + "true" + ")" * 30
    assert count(deep) == count("not balanced")
    assert parse(str(parse(deep))) == parse(deep)


def test_definitions_within_definitions_have_an_end() -> None:
    chain = ["d0 = 5+ spades", *(f"d{n + 1} = not d{n}" for n in range(400))]
    words = standard().defining(*chain[:71])
    assert count(parse("d70", words)) == count("5+ spades")
    with pytest.raises(PredicateError, match="too many definitions within definitions"):
        standard().defining(*chain)


def test_definitions_used_twice_are_read_once() -> None:
    """Without it this would take until the end of the pack's next shuffle."""
    words = standard().defining("d0 = 5+ spades", *(f"d{n + 1} = not d{n} or not d{n}" for n in range(40)))
    again = standard().defining("d0 = 5+ spades", *(f"d{n + 1} = not d{n} or not d{n}" for n in range(40)))
    assert parse("d40", words) == parse("d40", again)
    assert count(parse("d40", words)) == count("5+ spades")


def test_a_text_of_200_000_characters_is_too_long() -> None:
    with pytest.raises(PredicateError, match="a predicate of 200000 characters is too long"):
        parse("x" * 200_000)


def test_a_long_list_is_not_deep() -> None:
    assert parse(", ".join(["true"] * 2_000)) == parse(" and ".join(["true"] * 2_000))


def test_the_place_of_a_mistake_is_pointed_at() -> None:
    with pytest.raises(PredicateError) as refused:
        parse("5+ hearts,\n  foo, balanced")
    assert refused.value.pointer() == "  foo, balanced\n  ^"


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("good", 1, "expected a definition such as good(X) = 5+ X"),
        ("good(X = 5+ X", 1, "expected a definition"),
        ("5 = hcp", 1, "expected a definition"),
        ("good(X) = 5+ Y", 14, "unknown word 'Y'"),
        ("good(X) =", 10, "found the end"),
        ("good(n) = 5+ spades, hcp > m", 28, "unknown word 'm'"),
    ],
)
def test_a_mistake_in_a_definition_is_said_with_its_column(text: str, column: int, said: str) -> None:
    with pytest.raises(PredicateError) as refused:
        standard().defining(text)
    assert said in refused.value.fault
    assert refused.value.column == column


@pytest.mark.parametrize(
    "text", ["good(X, X) = 5+ X", "good(2) = 5+ spades", "good(X Y) = 5+ X", "hearts = hcp"]
)
def test_a_definition_that_could_never_be_used_is_refused(text: str) -> None:
    with pytest.raises(PredicateError):
        standard().defining(text)


@pytest.mark.parametrize(
    "text",
    [
        "hcp * 1000000 * 1000000 > 3",
        "sum(X in SHDC: X * 1000000 * 100) > 3",
        "1000000 * 1000000 > hcp",
        "big * 1000000 > 3",
        "hcp * -1000000 * 1000 > 3",
    ],
)
def test_a_calculation_that_grows_too_large_is_refused(text: str) -> None:
    words = standard().registering(Feature("big", lambda holding: holding))
    with pytest.raises(HandsError, match="grow too large"):
        count(parse(text, words))


@pytest.mark.parametrize("value", [2**31, -(2**40)])
def test_a_feature_with_values_too_large_is_refused_in_words(value: int) -> None:
    words = standard().registering(Feature("huge", lambda holding: value))
    with pytest.raises(HandsError):
        count(parse("huge(S) > 3", words))


def test_a_total_of_a_feature_that_grows_too_large_is_refused() -> None:
    words = standard().registering(Feature("large", lambda holding: 10**9))
    with pytest.raises(HandsError):
        count(parse("large > 3", words))


def test_a_condition_is_no_number_and_a_number_no_condition() -> None:
    with pytest.raises(PredicateError, match="expected a number, found a condition"):
        parse_quantity("balanced")
    with pytest.raises(PredicateError, match="expected a condition, found a number"):
        parse("hcp + longest")


@pytest.mark.parametrize("given", [None, 5, b"hcp 5", ["hcp 5"]])
def test_what_is_no_text_is_refused_in_words(given: object) -> None:
    for ask in (parse, count):
        with pytest.raises(HandsError, match="expected a text such as"):
            ask(given)  # type: ignore[arg-type]


def test_a_predicate_is_not_a_truth_in_python() -> None:
    with pytest.raises(HandsError, match=r"combine predicates with & \| ~"):
        bool(parse("balanced"))
    with pytest.raises(TypeError):
        parse("balanced") & "12+ hcp"  # type: ignore[operator]
    with pytest.raises(HandsError, match="expected a hand as a CardSet"):
        assert "AQ4.KT98.KJ2.Q43" in parse("balanced")  # type: ignore[operator]


def test_a_feature_counts_in_whole_numbers() -> None:
    words = standard().registering(Feature("quick", lambda holding: 1.5))  # type: ignore[arg-type,return-value]
    with pytest.raises(HandsError, match=r"'quick' is 1\.5 for a holding: expected a whole number"):
        count(parse("quick 2+", words))


def test_a_name_the_caller_binds_is_taken() -> None:
    words = standard().naming(theirs=Kind.SUIT, least=Kind.NUMBER)
    with pytest.raises(PredicateError, match="'theirs' means something already"):
        parse("some(theirs in SH: theirs 5+)", words)
    with pytest.raises(PredicateError, match="'least' means something already"):
        words.defining("f(least) = hcp >= least")
    with pytest.raises(HandsError, match="'and' means something already"):
        standard().naming(**{"and": Kind.TRUTH})
    with pytest.raises(HandsError, match="'my feature' is no name"):
        standard().registering(Feature("my feature", int.bit_count))
