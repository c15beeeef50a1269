"""Plans for one suit in words: what is written is read back exactly, and books can be read, too; trees."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

from overtrick import _core
from overtrick.core.explaining import Unexplained
from overtrick.suits import Entries, Solution, Tree, solve
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import cards_of
from overtrick.suits.layouts import Chances, Layouts
from overtrick.suits.plan_parser import read_plan
from overtrick.suits.planner import Planner
from overtrick.suits.plans import VOID, Branch, Condition, Phrase, Sees, Step, SuitPlan, TrickEnd, Way
from overtrick.suits.words import StepText, plan_text, steps
from overtrick.suits.words.trees import _Writer
from tests.endings import IS_SOAK

PUBLISHED = Path(__file__).parents[1] / "data" / "published_suits.txt"
TEXTBOOK = Path(__file__).parents[1] / "data" / "textbook_suits.txt"
LANGUAGES = ("en", "de")
OUT = frozenset((VOID,))
ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT = (Step(Phrase(Way.LEAD, rank)) for rank in range(12, 5, -1))
NINTH = Step(Phrase(Way.TOWARDS, 7))
TENTH = Step(Phrase(Way.TOWARDS, 8))
NINTH_AGAIN = Step(Phrase(Way.TOWARDS, 7, is_repeated=True))


def told(step: Step, *branches: tuple[Condition, SuitPlan]) -> Step:
    """A step with branches."""
    return Step(step.phrase, tuple(Branch(condition, plan) for condition, plan in branches))


def group(combination: Combination, rank: int) -> frozenset[int]:
    """The group of touching missing cards that has this card."""
    groups = Layouts(combination).groups
    return frozenset(place for place, cards in enumerate(groups) if cards >> rank & 1)


# Writing and reading back

SHAPES: tuple[str, ...] = (
    "AKQ9 xxx",
    "AJ9 764",
    "KT72 A85",
    "AQT 43",
    "Q743 J652",
    "AT42 953",
    "AKQJ9 xx",
    "K6 Q83",
    "AQ 2",
)
SHAPES += ("J9753 Q8", "T9 8642", "KJ97 82", "A QJ3", "AKQ - ", "Q9 K84", "876 5432")


class Dice:
    """Random plans for one combination."""

    def __init__(self, combination: Combination, seed: int) -> None:
        self.random = random.Random(seed)
        self.cards = list(cards_of(combination.north | combination.south))
        self.groups = len(Layouts(combination).groups)

    def phrase(self) -> Phrase:
        """Any phrase about a card that is held."""
        way = self.random.choice(list(Way))
        rank = -1 if way is Way.DUCK else self.random.choice(self.cards)
        return Phrase(way, rank, self.random.random() < 0.15)

    def seen(self) -> frozenset[int]:
        """Any cards, often touching ones."""
        low, high = sorted(self.random.choices(range(self.groups), k=2))
        cards = set(range(low, high + 1)) if self.random.random() < 0.7 else set()
        cards |= {place for place in range(self.groups) if self.random.random() < 0.2}
        return frozenset(cards | {VOID}) if self.random.random() < 0.3 or not cards else frozenset(cards)

    def condition(self) -> Condition:
        """Any condition."""
        one, two = self.seen(), self.seen()
        is_either, is_so_far = self.random.random() < 0.5, self.random.random() < 0.2
        return self.random.choice(
            (
                TrickEnd(is_either),
                Sees(west=one, is_so_far=is_so_far),
                Sees(east=one, is_so_far=is_so_far),
                Sees(one, one, is_either, is_so_far),
                Sees(one, two, is_either, is_so_far),
            )
        )

    def plan(self, depth: int = 3) -> SuitPlan:
        """Any plan, with branches within branches."""
        steps = [self.step(depth) for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3)))]
        return tuple(steps)

    def step(self, depth: int) -> Step:
        """Any step."""
        number = self.random.choice((0, 0, 1, 1, 2)) if depth else 0
        branches = (Branch(self.condition(), self.plan(depth - 1)) for _ in range(number))
        return Step(self.phrase(), tuple(branches))


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_plans_read_back_from_their_own_words(language: str) -> None:
    compared = branched = 0
    for seed, shape in enumerate(SHAPES):
        combination = Combination.parse(shape)
        dice = Dice(combination, seed)
        for _ in range(150 if IS_SOAK else 75):
            plan = dice.plan()
            text = plan_text(plan, combination, language)
            if text is not None:
                assert read_plan(text, combination, language) == plan, text
                compared += 1
                branched += any(step.branches for step in plan)
    assert compared > (1200 if IS_SOAK else 600)
    assert branched > (400 if IS_SOAK else 200)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_about_one_defender_reads_back(language: str) -> None:
    compared = 0
    for shape in SHAPES:
        combination = Combination.parse(shape)
        first = Step(Phrase(Way.DUCK))
        everything = range(VOID, len(Layouts(combination).groups))
        for number in range(1, 1 << len(everything)):
            seen = frozenset(place for place in everything if number >> place - VOID & 1)
            for condition in (
                Sees(west=seen),
                Sees(seen, seen, is_either=True),
                Sees(east=seen, is_so_far=True),
            ):
                plan = (told(first, (condition, (first,))),)
                text = plan_text(plan, combination, language)
                if text is not None:
                    assert read_plan(text, combination, language) == plan, text
                    compared += 1
    assert compared > 500


def test_plans_of_the_planner_have_words_that_read_back() -> None:
    shapes = [line for line in TEXTBOOK.read_text().splitlines() if line.strip() and line[0] != "#"]
    lengths: list[int] = []
    unsaid = 0
    for shape in shapes[: 60 if IS_SOAK else 30]:
        combination = Combination.parse(shape)
        for plan, language in product(plans_for(combination), LANGUAGES):
            text = plan_text(plan, combination, language)
            if text is None:
                unsaid += 1
                continue
            assert read_plan(text, combination, language) == plan, text
            assert text.count(".") <= 3
            lengths.append(len(text.split()))
    assert len(lengths) > (300 if IS_SOAK else 150)
    assert sorted(lengths)[len(lengths) // 2] <= 25
    assert unsaid <= len(lengths) // 100


def plans_for(combination: Combination) -> list[SuitPlan]:
    """The planner's plan for every goal that can be reached."""
    layouts = Layouts(combination)
    weights = Chances().over(layouts).weights
    core = _core.SingleSuit(combination.north, combination.south)
    planner, plans = Planner(layouts, core), list[SuitPlan]()
    for goal in range(1, core.length + 1):
        leads = core.leads(goal, weights, True)
        if leads and leads[0][2]:
            plan = planner.plan(goal, int.from_bytes(leads[0][3], "little"))
            plans += [] if plan is None else [plan]
    return plans


# What is written

AKQ9 = Combination.parse("AKQ9 xxx")
HONOURS = group(AKQ9, 9)
LOW = group(AKQ9, 4)


def test_a_card_is_cashed_only_if_it_is_high_from_the_start() -> None:
    combination = Combination.parse("KQJ5 432")
    assert plan_text((KING,), combination) in ("Lead the king.", "Play the king.")
    assert plan_text((), combination) in ("Play your cards from the top.", "Play from the top.")


def test_a_finesse_needs_a_higher_card_in_the_same_hand() -> None:
    towards_queen = (Step(Phrase(Way.TOWARDS, 10)),)
    assert "inesse" in str(plan_text(towards_queen, Combination.parse("AQ2 543")))
    assert "towards the queen" in str(plan_text(towards_queen, Combination.parse("A32 Q54"))).replace(
        "to ", "towards "
    )


def test_words_vary_between_combinations_but_not_for_one() -> None:
    texts = {
        shape: plan_text((), Combination.parse(shape)) for shape in ("AKQ9 xxx", "AQT 43", "AJ9 764", "AK xx")
    }
    assert len(set(texts.values())) > 1
    assert texts == {shape: plan_text((), Combination.parse(shape)) for shape in texts}


def test_what_needs_more_than_three_sentences_is_not_said() -> None:
    plan: SuitPlan = ()
    for step in (ACE, KING, QUEEN, NINE):
        plan = (told(step, (Sees(east=OUT), (NINTH,))), Step(Phrase(Way.DUCK)), *plan)
    assert plan_text(plan, AKQ9) is None


@pytest.mark.parametrize(
    "condition",
    [Sees(), Sees(west=frozenset()), Sees(west=OUT, is_either=True), Sees(east=OUT | LOW | HONOURS)],
    ids=["of nobody", "never so", "one of one", "always so"],
)
def test_a_condition_that_says_nothing_is_not_said(condition: Condition) -> None:
    assert plan_text((told(ACE, (condition, (NINTH,))),), AKQ9) is None


# What books write

JT_OR_OUT = HONOURS | OUT
FIGURE_5 = [
    ("AKQJ9 xx", "cash the Ace if East shows out finesse the nine", (told(ACE, (Sees(east=OUT), (NINTH,))),)),
    ("AKQJ8 xx", "cash top honors", ()),
    ("AK9xx Qx", "Play off the top honors", ()),
    ("AKQT xx", "Cash the queen, and then finesse the ten", (QUEEN, TENTH)),
    (
        "AKQT xx",
        "cash the Ace if both play low or East shows out finesse the 10",
        (
            told(
                ACE,
                (Sees(frozenset((0,)), frozenset((0,))), (TENTH,)),
                (Sees(east=OUT), (TENTH,)),
            ),
        ),
    ),
    ("AKQ9 xx", "finesse the nine and repeat if necessary", (NINTH_AGAIN,)),
    ("AKxxx QT", "finesse the 10", (TENTH,)),
    (
        "AKQT xxx",
        "cash the Ace and King if East shows out finesse the 10",
        (ACE, told(KING, (Sees(east=OUT), (TENTH,)))),
    ),
    (
        "AKQ9 xxx",
        "Cash the queen and king; if an honor drops from East, finesse the nine next.",
        (QUEEN, told(KING, (Sees(east=HONOURS), (NINTH,)))),
    ),
    (
        "AKQ9 xxx",
        "cash the Ace if East shows out finesse the nine and repeat if necessary"
        " otherwise, cash the King if East shows out or plays the Jack or ten finesse the nine",
        (told(ACE, (Sees(east=OUT), (NINTH_AGAIN,))), told(KING, (Sees(east=JT_OR_OUT), (NINTH,)))),
    ),
    (
        "A9xx KQx",
        "cash the King and Queen if both follow low or East shows out or East plays the Jack or ten,"
        " finesse the nine",
        (
            KING,
            told(
                QUEEN,
                (Sees(LOW, LOW), (NINTH,)),
                (Sees(east=OUT), (NINTH,)),
                (Sees(east=HONOURS), (NINTH,)),
            ),
        ),
    ),
    (
        "AK98x Jx",
        "run the jack and finesse the eight",
        (Step(Phrase(Way.RUN, 9)), Step(Phrase(Way.TOWARDS, 6))),
    ),
    ("AK98x Jx", "lead small to the nine", (NINTH,)),
]


@pytest.mark.parametrize(("shape", "text", "plan"), FIGURE_5, ids=[text for _, text, _ in FIGURE_5])
def test_the_texts_of_figure_5_can_be_read(shape: str, text: str, plan: SuitPlan) -> None:
    assert read_plan(text, Combination.parse(shape)) == plan


def test_every_published_line_can_be_read_and_written_again() -> None:
    compared = 0
    for line in PUBLISHED.read_text().splitlines():
        if line[:1] not in ("", "#") and (said := line.split("|"))[2].strip() != "-":
            combination = Combination.parse(said[0])
            plan = read_plan(said[2], combination)
            for language in LANGUAGES:
                text = plan_text(plan, combination, language)
                assert text is not None
                assert read_plan(text, combination, language) == plan
                compared += 1
    assert compared >= 300


SAME = [
    (
        "Cash the ace and king.",
        "cash the Ace, then the King",
        "CASH THE ACE; THEN CASH THE KING",
        "Cash A and K.",
    ),
    (
        "Finesse the nine.",
        "take the finesse of the 9",
        "lead low toward the nine",
        "play a small card to the nine",
    ),
    ("Run the nine.", "float the 9", "let the nine ride"),
    ("Duck twice.", "duck two rounds", "duck, then duck", "duck a round; duck a round"),
    (
        "Cash the ace; if East drops the jack, duck.",
        "cash the ace; if East plays the 10, duck",
        "Cash the ace. If East follows with an honour, duck a round",
        "cash the ace; if an honor appears from East, duck",
    ),
    (
        "Cash the ace; if both follow low, duck.",
        "cash the ace; if both defenders play small, duck",
        "cash the ace, and if both follow with a low card, then duck",
    ),
    (
        "Cash the ace; if that wins, duck.",
        "cash the ace; if it holds, duck",
        "cash the ace; if the ace wins, duck",
    ),
    ("Duck; if either defender shows out, cash the ace.", "Duck. If either opponent discards, cash the ace"),
    ("Duck; if East plays the eight or lower, cash the ace.", "Duck; if East plays low, cash the ace"),
    ("Duck; if East plays the ten or higher, cash the ace.", "Duck; if East plays the jack, cash the ace"),
    (
        "Duck; if West follows, cash the ace.",
        "duck; if West follows suit, cash the ace",
        "duck; if West plays low or an honour, cash the ace",
    ),
    ("Run the nine; if West covers, duck.", "run the nine; if it is covered, duck"),
]


@pytest.mark.parametrize("texts", SAME, ids=[texts[0] for texts in SAME])
def test_books_say_the_same_in_many_ways(texts: tuple[str, ...]) -> None:
    combination = Combination.parse("xxx AKQ9") if "cover" in texts[0] else AKQ9
    assert len({read_plan(text, combination) for text in texts}) == 1


GERMAN = [
    (
        "Das Ass und den König abziehen.",
        "Ass, dann König abziehen",
        "das Ass abziehen; dann den König abziehen",
    ),
    ("Zur Neun schneiden.", "mit der Neun schneiden", "die 9 schneiden", "klein zur Neun spielen"),
    ("Die hohen Karten abziehen.", "die Karten von oben spielen", "Spitzenkarten abziehen"),
    (
        "Ass abziehen; falls Ost den Buben spielt, ducken.",
        "Das Ass abziehen. Wenn Ost eine Figur zugibt, eine Runde ducken.",
        "das Ass abziehen, und falls Ost die Zehn oder eine höhere Karte legt, ducken",
    ),
    ("Ducken; falls der Stich verloren geht, ducken.", "ducken; wenn das verliert, ducken"),
    (
        "Ducken; außer wenn West bedient, ducken.",
        "Ducken. Falls West bedient, von oben spielen. Sonst ducken.",
    ),
]


@pytest.mark.parametrize("texts", GERMAN, ids=[texts[0] for texts in GERMAN])
def test_german_books_say_the_same_in_many_ways(texts: tuple[str, ...]) -> None:
    assert len({read_plan(text, AKQ9, "de") for text in texts}) == 1


def test_otherwise_continues_the_last_condition() -> None:
    plan = read_plan(
        "Cash the ace. If East shows out, duck. Otherwise, cash the king; if it loses, duck."
        " Otherwise, cash the queen.",
        AKQ9,
    )
    duck = (Step(Phrase(Way.DUCK)),)
    assert plan == (told(ACE, (Sees(east=OUT), duck)), told(KING, (TrickEnd(False), duck)), QUEEN)


def test_unless_turns_the_condition_round() -> None:
    unless = read_plan("Cash the ace; unless East shows out, duck. Otherwise, cash the king.", AKQ9)
    assert unless == read_plan("Cash the ace; if East shows out, cash the king. Otherwise, duck.", AKQ9)


def test_then_stays_within_the_condition_before_it() -> None:
    plan = read_plan("Cash the ace; if East shows out, cash the king, then duck.", AKQ9)
    assert plan == (told(ACE, (Sees(east=OUT), (KING, Step(Phrase(Way.DUCK))))),)


REFUSED = [
    ("", "expected a play such as 'cash the ace'.*found the end"),
    ("squeeze East", "expected a play .* found 'squeeze East' in 'squeeze East'"),
    ("cash the ace if", "expected West, East, both or either defender, found the end"),
    ("cash the ace; if East sneezes, duck", "'shows out' or 'plays the jack', found 'sneezes, duck'"),
    ("cash the jack", "declarer does not hold the jack"),
    ("cash the ace; if East plays the king, duck", "the defenders have no king"),
    ("cash the ace; otherwise duck", "'otherwise' follows no condition"),
    ("cash the ace. If East shows out, duck. Cash the king.", "must begin with 'otherwise'"),
    ("cash the top cards; if East shows out, duck", "a condition needs a play before it"),
    ("cash the top cards, then duck", "nothing can follow the cards from the top"),
    ("duck; if West covers, duck", "only a card that is led can be covered"),
    ("run the nine; if West covers, duck", "only the next hand can cover"),
    ("run the nine; if the king holds, duck", "the king was not played to that trick"),
    ("finesse the nine; if the nine holds, duck", "another card may win: say 'if that wins'"),
    ("finesse the nine; if West wins, duck", "found 'wins, duck'"),
    ("finesse the nine; if it loses or plays the jack, duck", "who plays that"),
    ("cash the ace, then the king and repeat if necessary", "which play is to be repeated"),
    ("duck; if West shows out and West plays the jack, duck", "what West plays and what East plays"),
    ("duck; if West has shown out or plays the jack, duck", "in this trick, or so far"),
    ("cash the ace" * 300, "too long"),
]


@pytest.mark.parametrize(("text", "fault"), REFUSED, ids=[text[:60] for text, _ in REFUSED])
def test_what_is_not_understood_says_what_was_expected(text: str, fault: str) -> None:
    with pytest.raises(SuitError, match=fault):
        read_plan(text, AKQ9)


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(SuitError, match="expected the language 'en' or 'de', found 'fr'"):
        read_plan("duck", AKQ9, "fr")
    with pytest.raises(Unexplained, match="there are no words for suits in 'fr': expected en or de"):
        plan_text((), AKQ9, "fr")


@pytest.mark.parametrize("language", ["english", "german"])
def test_no_text_has_two_readings(language: str, caplog: pytest.LogCaptureFixture) -> None:
    from lark import Lark

    caplog.set_level(logging.DEBUG, logger="lark")
    Lark('start: e\ne: e "+" e | "a"', parser="lalr", debug=True)
    assert "conflict" in caplog.text  # so an ambiguous grammar would be seen
    caplog.clear()
    grammar = files("overtrick.suits").joinpath(f"{language}.lark").read_text(encoding="utf-8")
    Lark(grammar, parser="lalr", maybe_placeholders=False, debug=True)
    assert "conflict" not in caplog.text


# Trees, step by step

COMBINATIONS = ("AQT 43", "AJ98 K32", "AJ9 764", "K864 T3", "KQ54 J32", "AT9 Q32", "A5432 QJ", "KJ32 A954")
Row = tuple[str, ...]


def rows(step: StepText, before: Row = ()) -> Iterator[Row]:
    """Every row of plays, trick by trick."""
    row = (*before, step.play)
    yield row
    for answer in step.answers:
        if answer.step is not None:
            yield from rows(answer.step, row)


def played(answer: Solution, tree: Tree, before: Row = ()) -> Iterator[Row]:
    """The same of the tree itself, where nothing is told together."""
    row = (*before, _Writer(answer)._play(tree))
    yield row
    for outcome in tree.outcomes:
        if outcome.then is not None:
            yield from played(answer, outcome.then, row)


@cache
def trees() -> list[tuple[Solution, Tree, StepText]]:
    """Trees for every goal, and how they are told."""
    solutions = [
        *map(solve, COMBINATIONS[:: 1 if IS_SOAK else 2]),
        solve(Combination.parse("AQT 43"), entries=Entries(north=0, south=1)),
        solve(Combination.parse("AJ98 K32"), Chances(west_holds=1 << 10)),
    ]
    trees = [(answer, answer.tree(goal.tricks)) for answer in solutions for goal in answer.goals]
    return [(answer, tree, steps(answer, tree)) for answer, tree in trees if tree is not None]


def test_telling_answers_together_leaves_no_row_of_plays_out_and_adds_none() -> None:
    for answer, tree, text in trees():
        assert set(rows(text)) == set(played(answer, tree))
    assert len(trees()) > (15 if IS_SOAK else 10)


def nodes(step: StepText) -> Iterator[StepText]:
    yield step
    for answer in step.answers:
        if answer.step is not None:
            yield from nodes(answer.step)


def test_no_two_answers_to_a_trick_read_alike() -> None:
    for _, _, text in trees():
        for step in nodes(text):
            seen = [each.seen for each in step.answers]
            assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_the_tree_of_the_most_tricks_on_average_begins_with_a_best_lead(name: str) -> None:
    answer = solve(name)
    for play in answer.best_for_average:
        plan = answer.plan_for(play, 0)
        tree = answer.tree_of(play, 0, plan)
        if plan is not None and tree is not None:
            assert tree.play.from_north == (play.seat.word == "North")
