"""The predicate language: every phrase, and what it means."""

from __future__ import annotations

import copy
import pickle

import pytest

from overtrick import CardSet, Suit, hands
from overtrick.hands import (
    Feature,
    HandsError,
    Kind,
    Predicate,
    Quantity,
    Vocabulary,
    count,
    parse,
    parse_quantity,
    standard,
)
from overtrick.hands.vocabulary import standard_features

SAME_TERM = [
    ("15-17 hcp, balanced", "hcp 15-17 and balanced", "15..17 HCP && Balanced", "15–17 points & balanced"),
    ("5+ hearts", "hearts 5+", "5+H", "5+ ♥", "♥ 5+", "at least 5 hearts", "5+ heart", "HEARTS 5+", "5+ !h"),
    ("3- clubs", "clubs 3-", "at most 3 clubs", "3-♣", "♧ 3-"),
    ("4 spades", "spades 4", "exactly 4 spades", "4S", "4♠"),
    ("2 hcp", "2 high card points", "2 high-card points", "2 hcps"),
    ("playing tricks 8+", "8+ playing_tricks", "at least 8 playing tricks", "playing-tricks 8+"),
    ("losers 7-", "7- losers", "ltc 7-", "losing trick count 7-", "at most 7 losing tricks"),
    ("stopper in hearts", "stopper(H)", "stopper(hearts)", "Stopper in ♥"),
    ("quality in spades >= 8", "suit quality(S) >= 8", "quality(spades) ≥ 8"),
    ("AK in hearts", "AK(H)", "KA in ♥", "AAKK in hearts"),
    ("2+ of AKQ in spades", "at least 2 of QKA in ♠"),
    ("4333|4432", "4333 | 4432"),
    ("semi_balanced", "semi-balanced", "semi balanced", "semibalanced"),
    ("second_longest 4", "second longest 4"),
    ("1 ace, 2 kings", "1 aces, 2 king"),
    ("hcp != 5", "hcp <> 5", "hcp ≠ 5"),
    ("hcp = 5", "hcp == 5"),
    ("not balanced", "!balanced", "NOT balanced", "! balanced"),
    ("balanced or 5+ spades", "balanced || 5+ spades", "balanced OR 5+ spades"),
    ("hcp - 2 > 5", "hcp − 2 > 5"),
    ("2 * hcp > 5", "2 × hcp > 5"),
    ("some(X in SH: X 5+)", "some(X in majors: X 5+)", "Some( X in SHSH : 5+ X )"),
    ("every(X in suits: X 2+)", "every(X in SHDC: 2+ X)"),
    ("some(X in D: X 5+)", "some(X in diamonds: X 5+)", "some(X in ♦: X 5+)"),
    ("count(X in minors: X 3+) = 1", "count(X in DC: X 3+) = 1"),
    ("((balanced))", "balanced"),
    ("15-17 balanced", "15-17 hcp, balanced"),
    ("12+ unbalanced, no aces", "hcp 12+ and unbalanced and 0 aces", "12+ unbalanced, exactly 0 aces"),
    ("void in hearts", "void(H)"),
    ("no void, 1 singleton", "0 voids, 1 singletons"),
    ("no stopper in hearts", "not stopper in hearts"),
    ("5 or more hearts", "5+ hearts"),
    ("2 or fewer aces", "aces 2-", "2 or less aces"),
    ("15 to 17 hcp", "15-17 hcp", "15—17 hcp", "15−17\u00a0hcp"),
    ("AKxxx in spades", "KAxxx in ♠", "AKxxx(S)"),
    ("balanced, (4 aces, 5+ spades)", "balanced, 4 aces, 5+ spades"),
]

SAME_HANDS = [
    (
        "5+ hearts",
        "hearts >= 5",
        "5 <= hearts",
        "hearts > 4",
        "not 4- hearts",
        "hearts 5-13",
        "length(H) >= 5",
    ),
    ("hcp 10-12", "10 <= hcp <= 12", "9 < hcp < 13", "hcp >= 10, hcp <= 12", "12 >= hcp >= 10"),
    (
        "balanced",
        "4333|4432|5332",
        "shortest 2+, doubletons 1-, longest 5-",
        "every(X in SHDC: X 2+), doubletons 1-",
    ),
    ("AKxxx in spades", "AK in spades, 0 of QJT in spades, 5 spades"),
    ("AKQJTx in hearts", "5 of AKQJT in hearts, 6 hearts"),
    ("Kx in clubs", "K in clubs, doubleton in clubs, 0 of AQJT in clubs"),
    ("unbalanced", "not balanced"),
    ("no voids, no singletons", "every(X in SHDC: not void(X) and not singleton(X))"),
    ("(5332)", "5332", "5-3-3-2", "some(X in SHDC: X = 5), count(X in SHDC: X = 3) = 2"),
    ("4=4=3=2", "4 spades, 4 hearts, 3 diamonds", "4S, 4H, 3D, 2C"),
    ("5=4=(31)", "5=4=3=1|5=4=1=3", "5 spades, 4 hearts, 1 singletons"),
    ("(54)=(31)", "5=4=3=1|5=4=1=3|4=5=3=1|4=5=1=3"),
    ("54xx", "some(X in SHDC: X = 5), some(X in SHDC: X = 4)", "5440|5431|5422"),
    ("x=x=7=x", "7 diamonds", "7D"),
    ("10-2-1-0", "longest 10, second longest 2"),
    ("10=2=1=0", "10 spades, 2 hearts, 1 diamonds"),
    ("AK in hearts", "2 of AK in hearts", "2 of AK in H", "hcp(H) >= 7, A in hearts, K in hearts"),
    ("controls 3", "2 * aces + kings = 3"),
    ("stoppers 4", "every(X in SHDC: stopper(X))", "sum(X in SHDC: [stopper(X)]) = 4"),
    ("some(X in SH: X 5+)", "spades 5+ or hearts 5+", "count(X in SH: X 5+) >= 1"),
    ("every(X in SH: X 5+)", "spades 5+ and hearts 5+", "[spades 5+] * [hearts 5+] = 1"),
    ("sum(X in SH: hcp(X)) >= 10", "hcp(spades) + hcp in hearts >= 10"),
    ("hcp(S) + hcp(H) + hcp(D) + hcp(C) = 12", "12 hcp"),
    ("majors 10+", "spades + hearts >= 10", "minors 3-"),
    ("voids 1", "count(X in SHDC: X = 0) = 1"),
    ("largest(hcp) 9+", "some(X in SHDC: hcp(X) 9+)"),
    ("smallest(hcp) = 0", "some(X in SHDC: hcp(X) = 0)"),
    ("second_largest(length) >= 5", "count(X in SHDC: X 5+) = 2"),
    ("third_largest(length) 4+", "4441|5440"),
    ("-hcp < -20", "hcp > 20"),
    ("0 - hcp * 2 + 3 <= 1 - 2 * (hcp - 1)", "true"),
    ("hcp - 2 - 3 = 5", "10 hcp"),
    ("true", "1 < 2", "not false", "hcp >= 0", "spades + hearts + diamonds + clubs = 13"),
]

VALUES = [
    # holding, controls, losers, playing tricks, quality, stopper
    ("", 0, 0, 0, 0, False),
    ("2", 0, 1, 0, 1, False),
    ("A", 2, 0, 1, 2, True),
    ("K", 1, 1, 0, 2, False),
    ("32", 0, 2, 0, 2, False),
    ("K2", 1, 1, 0, 3, True),
    ("AQ", 2, 1, 1, 4, True),
    ("KQ", 1, 1, 1, 4, True),
    ("AK", 3, 0, 2, 4, True),
    ("QJ", 0, 2, 0, 4, False),
    ("QJ2", 0, 2, 0, 5, True),
    ("Q32", 0, 2, 0, 4, True),
    ("JT9", 0, 3, 0, 3, False),
    ("KQ2", 1, 1, 1, 5, True),
    ("AKQ", 3, 0, 3, 6, True),
    ("J432", 0, 3, 1, 4, True),
    ("T432", 0, 3, 1, 4, False),
    ("AKQJ", 3, 0, 4, 8, True),
    ("KQJT9", 1, 1, 4, 9, True),
    ("A65432", 2, 2, 4, 7, True),
    ("AQT9876", 2, 1, 6, 10, True),
    ("AKQJT98765432", 3, 0, 13, 18, True),
]


@pytest.mark.parametrize("texts", SAME_TERM, ids=lambda texts: str(texts[0]))
def test_the_same_thing_can_be_said_in_several_ways(texts: tuple[str, ...]) -> None:
    first, *others = map(parse, texts)
    assert all(each == first for each in others)


@pytest.mark.parametrize("texts", SAME_HANDS, ids=lambda texts: str(texts[0]))
def test_different_conditions_may_mean_the_same_hands(texts: tuple[str, ...]) -> None:
    first, *others = map(parse, texts)
    assert count(first).hands > 0
    assert all(count((first & ~each) | (each & ~first)).hands == 0 for each in others)


@pytest.mark.parametrize("row", VALUES, ids=lambda row: str(row[0] or "void"))
def test_features_of_a_holding(row: tuple[str, int, int, int, int, bool]) -> None:
    holding, *expected = row
    hand = CardSet.parse(f"{holding}...")
    words = ["controls(S)", "losers(S)", "playing_tricks(S)", "quality(S)", "[stopper(S)]"]
    assert [parse_quantity(word).of([hand])[0] for word in words] == expected


def test_an_exclamation_mark_before_a_suit_is_part_of_its_name() -> None:
    assert parse("!H 5+") == parse("!h 5+") == parse("!♥ 5+") == parse("hearts 5+")


def test_totals_add_up_over_the_suits() -> None:
    hand = CardSet.parse("AKQ2.KJ3.T98.AQ4")
    words = ["hcp", "controls", "losers", "aces", "kings", "queens", "jacks", "tens", "honours"]
    assert [parse_quantity(word).of([hand])[0] for word in words] == [19, 6, 6, 2, 2, 2, 1, 1, 8]
    lengths = ["longest", "second_longest", "shortest", "majors", "minors", "voids", "stoppers"]
    assert [parse_quantity(word).of([hand])[0] for word in lengths] == [4, 3, 3, 7, 6, 0, 3]


# Putting conditions together


def test_a_comma_holds_looser_than_or_and_or_looser_than_and() -> None:
    assert parse("4 aces, balanced or 5+ spades") == parse("4 aces and (balanced or 5+ spades)")
    assert parse("4 aces and balanced or 5+ spades") == parse("(4 aces and balanced) or 5+ spades")
    assert parse("not balanced and 4 aces") == parse("(not balanced) and 4 aces")


def test_products_come_before_sums_and_both_before_comparisons() -> None:
    hand = CardSet.parse("AKQ2.KJ3.T98.AQ4")
    assert parse_quantity("2 + 3 * hcp").of([hand]) == [59]
    assert parse_quantity("(2 + 3) * hcp").of([hand]) == [95]
    assert parse_quantity("hcp - 3 - 2").of([hand]) == [14]
    assert parse_quantity("-hcp + 2 * -3").of([hand]) == [-25]
    assert parse_quantity("10 * [hcp 12+] + [balanced]").of([hand]) == [11]


def test_four_digits_are_a_number_where_a_number_is_wanted() -> None:
    assert count("100 * hcp > 1048") == count("100 * hcp > 1047") == count("11+ hcp")


def test_the_suit_of_an_inner_quantifier_hides_the_outer_one() -> None:
    assert count("some(X in S: some(X in H: X 5+))") == count("5+ hearts")


# Definitions


def test_a_definition_may_have_suits_and_numbers_and_use_others() -> None:
    words = standard().defining(
        "good(X) = 5+ X, 2+ of AKQ in X",
        "strong(X, n) = good(X), hcp >= n",
        "freak = strong(S, 20) or strong(H, 20)",
    )
    assert count(parse("good(H)", words)) == count("5+ hearts, 2+ of AKQ in hearts")
    assert count(parse("good in hearts", words)) == count("5+ hearts, 2+ of AKQ in hearts")
    assert count(parse("some(Y in SH: strong(Y, 12))", words)) == count(
        "hcp 12+, (5+ hearts, 2+ of AKQ in hearts) or (5+ spades, 2+ of AKQ in spades)"
    )
    freak = parse("Freak", words)
    assert count(freak) == count(
        "hcp 20+, (5+ hearts, 2+ of AKQ in hearts) or (5+ spades, 2+ of AKQ in spades)"
    )
    assert str(freak) == "freak"


def test_a_definition_may_be_its_own_parameter() -> None:
    words = standard().defining("same(n) = n")
    assert count(parse("hcp = same(12)", words)) == count("12 hcp")


def test_a_definition_may_count() -> None:
    words = standard().defining("upgraded = hcp + [balanced] * 2 - shortest", "over(n) = hcp + n")
    assert count(parse("upgraded 12+", words)) == count("hcp + 2 * [balanced] - smallest(length) >= 12")
    assert count(parse("over(-3) = 9", words)) == count("12 hcp")


def test_the_suit_given_to_a_definition_is_not_confused_with_a_suit_inside_it() -> None:
    words = standard().defining("fewer_than_hearts(Y) = some(X in H: X > Y)")
    assert count(parse("some(X in SDC: fewer_than_hearts(X))", words)) == count("some(Y in SDC: hearts > Y)")


@pytest.mark.parametrize("letter", "SHDC")
def test_no_suit_can_be_the_name_of_another(letter: str) -> None:
    for make in (
        lambda: parse(f"some({letter} in SHDC: {letter} 5+)"),
        lambda: standard().defining(f"good({letter}) = 5+ {letter}"),
    ):
        with pytest.raises(HandsError):
            make()


def test_a_vocabulary_never_changes() -> None:
    words = standard()
    before = (dict(words.features), dict(words.definitions), dict(words.names))
    words.defining("good(X) = 5+ X")
    words.naming(theirs=Kind.SUIT)
    words.registering(Feature("spots", int.bit_count))
    assert before == (words.features, words.definitions, words.names)
    assert standard().find("good") is None
    with pytest.raises(HandsError, match="unknown word 'good'"):
        parse("good(H)")


def test_a_vocabulary_says_its_words() -> None:
    words = dict(standard().defining("good(X) = 5+ X").words())
    assert words["hcp"] == "high-card points: ace 4, king 3, queen 2, jack 1"
    assert words["good(X)"] == "X 5+"
    assert all(words.values())


def test_a_small_vocabulary_knows_only_its_own_words() -> None:
    assert count(parse("5+ hearts, AK in S", Vocabulary())) == count("5+ hearts, AK in S")
    assert standard_features().find("balanced") is None
    with pytest.raises(HandsError, match="unknown word 'hcp'"):
        parse("hcp 12+", Vocabulary())


def test_a_feature_of_ones_own_is_a_word() -> None:
    words = standard().registering(
        Feature("pips", lambda holding: sum(rank + 2 for rank in range(8) if holding >> rank & 1)),
        Feature("solid", lambda holding: holding >> 9 == 15, is_truth=True),
        Feature("oddity", lambda holding: holding.bit_count() % 2, has_total=False),
    )
    hand = CardSet.parse("AKQJ2.3.98765.432")
    assert parse_quantity("pips", words).of([hand]) == [2 + 3 + 35 + 9]
    assert parse_quantity("largest(pips)", words).of([hand]) == [35]
    assert hand in parse("solid in spades, not solid(H), pips(H) = 3, oddity(S) = 1", words)
    with pytest.raises(HandsError, match="oddity of which suit"):
        parse("oddity = 1", words)


# Names to be bound

NAMED = standard().naming(theirs=Kind.SUIT, least=Kind.NUMBER, weak=Kind.TRUTH)


def test_names_are_bound_to_values_of_their_kind() -> None:
    predicate = parse("hcp >= least, stopper in theirs, weak or theirs <= 4", NAMED)
    assert predicate.names == {"least", "theirs", "weak"}
    for suit in (Suit.HEARTS, "H", "hearts", "♥"):
        bound = predicate.bind(least=12, theirs=suit, weak=False)
        assert bound.names == frozenset()
        assert count(bound) == count("12+ hcp, stopper in hearts, hearts <= 4")
    assert count(predicate.bind(least=-5, theirs="S", weak=True)) == count("stopper in spades")


def test_a_name_alone_is_bound_too() -> None:
    assert count(parse("weak", NAMED).bind(weak=True)) == count("true")
    assert parse_quantity("least", NAMED).bind(least=3) == parse_quantity("3")


def test_names_may_be_bound_one_after_another() -> None:
    predicate = parse("hcp >= least, stopper in theirs", NAMED)
    assert predicate.bind(least=3).names == {"theirs"}
    assert predicate.bind(least=3).bind(theirs="C") == predicate.bind(least=3, theirs="C")


def test_a_name_inside_a_definition_can_be_bound() -> None:
    words = NAMED.defining("sound = hcp >= least, stopper in theirs")
    sound = parse("sound, balanced", words)
    assert sound.names == {"least", "theirs"}
    assert count(sound.bind(least=12, theirs="H")) == count("12+ hcp, stopper in hearts, balanced")


def test_a_bound_predicate_can_be_read_back() -> None:
    words = NAMED.defining("more(n) = hcp > n")
    for text in ("least 5+", "hcp > least", "hcp - least > 3", "more(least)"):
        for least in (7, -7, 1048):
            bound = parse(text, words).bind(least=least)
            assert parse(str(bound), words) == bound


@pytest.mark.parametrize(
    "text", ["hcp >= least", "stopper in theirs", "weak", "AK in theirs", "least 5+", "2 of AK in theirs"]
)
def test_nothing_can_be_asked_while_a_name_is_unbound(text: str) -> None:
    predicate = parse(text, NAMED)
    with pytest.raises(HandsError, match=r"'(least|theirs|weak)' has no value yet: bind it first"):
        count(predicate)
    with pytest.raises(HandsError, match="bind it first"):
        _ = CardSet.parse("AQ84.QT98.J.KQ43") in predicate


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"least": "H"}, "least stands for a number, which 'H' is not"),
        ({"least": Suit.HEARTS}, "least stands for a number"),
        ({"least": True}, "least stands for a number, which True is not"),
        ({"theirs": 5}, "theirs stands for a suit, which 5 is not"),
        ({"weak": 1}, "weak stands for a condition, which 1 is not"),
    ],
    ids=str,
)
def test_a_name_refuses_a_value_of_another_kind(values: dict[str, int | str], said: str) -> None:
    with pytest.raises(HandsError, match=said):
        parse("hcp >= least, stopper in theirs, weak", NAMED).bind(**values)


@pytest.mark.parametrize("least", [2**31, -(2**31) - 1, 10**30])
def test_a_number_too_large_to_bind_is_refused_in_words(least: int) -> None:
    with pytest.raises(HandsError):
        count(parse("hcp > least", NAMED).bind(least=least))


# Predicates are values


@pytest.mark.parametrize("text", ["15-17 hcp, balanced", "not (4 aces or 5+ spades)", "some(X in SH: X 5+)"])
def test_a_predicate_is_a_value(text: str) -> None:
    predicate = parse(text)
    assert predicate == parse(text) != parse("false")
    assert hash(predicate) == hash(parse(text))
    assert eval(repr(predicate), {"hands": hands}) == predicate
    assert repr(predicate) == f"hands.parse({str(predicate)!r})"
    assert copy.deepcopy(predicate) == predicate
    with pytest.raises(AttributeError):
        predicate.term = parse("true").term  # type: ignore[misc]


def test_a_quantity_is_a_value() -> None:
    quantity = parse_quantity("hcp + 2 * longest")
    assert quantity == parse_quantity("hcp + 2 * longest") != parse_quantity("hcp")
    assert eval(repr(quantity), {"hands": hands}) == quantity
    assert repr(quantity) == "hands.parse_quantity('hcp + 2 * longest')"


def test_predicates_are_combined_by_signs() -> None:
    strong, flat, long = parse("15+ hcp"), parse("balanced"), parse("5+ spades")
    assert strong & flat & long == strong & (flat & long) == parse("15+ hcp, balanced, 5+ spades")
    assert strong | flat | long == parse("15+ hcp or balanced or 5+ spades")
    assert ~flat == parse("not balanced")
    assert ~~flat == flat
    assert str(~(strong | flat) & long) == "not (hcp 15+ or balanced), spades 5+"


def test_a_hand_is_in_a_predicate_that_is_true_of_it() -> None:
    hand = CardSet.parse("AQ84.QT98.J.KQ43")
    assert hand in parse("14 hcp, 4=4=1=4")
    assert hand not in parse("balanced")
    assert parse("balanced").of([hand, CardSet.parse("AQ84.QT9.J2.KQ43")]) == [False, True]
    assert parse("balanced").of([]) == []


def test_a_shape_is_of_thirteen_cards() -> None:
    assert CardSet.parse("5432.432.432.") not in parse("4333")
    assert CardSet.parse("5432.432.432.") not in parse("4=3=3=3")


def test_numbers_are_no_conditions_and_conditions_no_numbers() -> None:
    with pytest.raises(HandsError, match="'hcp' is a number, not a condition"):
        Predicate(parse_quantity("hcp").term)
    with pytest.raises(HandsError, match="'balanced' is a condition, not a number"):
        Quantity(parse("balanced").term)


@pytest.mark.parametrize("text", ["15-17 hcp, balanced", "4 aces", "stoppers 3+", "2 of AKQ in hearts"])
def test_a_predicate_survives_being_sent_elsewhere(text: str) -> None:
    assert pickle.loads(pickle.dumps(parse(text))) == parse(text)
