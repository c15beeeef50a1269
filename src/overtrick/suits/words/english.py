"""English sentences about one suit, for lines of play, sets of layouts, and the text around them.

Other languages inherit from it whatever has the same word order, most of it as templates in `words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from overtrick.core import Odds, Seat
from overtrick.core.english import CARDS, NUMBERS, capital, series
from overtrick.suits import Chances, Combination, Solution
from overtrick.suits.covers import CardName, Clause, Fact, WestHolds
from overtrick.suits.holding import cards_of, highest, letters, lowest, size
from overtrick.suits.plans import TrickEnd
from overtrick.suits.words.language import (
    ANY,
    HeldCards,
    Holder,
    WordChoice,
    exact_layout,
    is_divided,
    merged,
    span_word,
    spoken_length,
    view,
)
from overtrick.suits.words.outline import (
    DefenderPlays,
    Link,
    Move,
    Pair,
    PlanClause,
    PlayedCards,
    PlayVerb,
    Sentence,
    SpokenCondition,
    Subject,
)

__all__ = ["English"]

_TOP_CARDS = ("cash the top cards", "play off the top cards", "cash your top cards")


class English:
    """The English language; other languages override what differs."""

    words: Mapping[str, str] = {
        "opposite": "opposite",
        "tie": "As good: {}",
        "lead": "{card} from {seat}",
        "instead": "Next best: {lead} first, {odds}.",
        "loses": " It loses instead {}.",
        "gains": " It gains {}.",
        "honest": "Only against defenders who never false-card: {}"
        " That wins {} against them, {} against best defence.",
        "similar": "The same line is best for {}.",
        "expected": "Expected tricks: {} ({})",
        "entries": "{} to {}",
        "free": "entries as needed",
        "assumptions": "Best defence, {}, {}."
        " Where nothing is said, play your highest card, of equals that of the shorter hand.",
        "nothing": "{}: no tricks.",
        "lines": "{}: {} undominated lines",
        "line": "{} tricks on average ({})",
        "legend": "West's card / East's: x is low, v shows out; other cards stand for all that they touch.",
        "hopeless": "Nothing makes {} against best defence.",
        "unbeaten": "Of {} undominated lines no other beats this one:",
        "cycle": "No line is best: each of these {} is beaten by the next, and the last by the first.",
        "top": "play from the top",
        "lead from": "lead the {lead} from {hand}",
        # Plans
        "then": ", then ",
        "IF": "if",
        "UNLESS": "unless",
        "or": " or ",
        "and": " and ",
        "again": "{} again",
        "repeat": " and repeat if necessary",
        "either of two": "either {} or {}",
        "both of two": "{} and {}",
        "low": "low",
        "honour": "an honour",
        "at most": "the {} or lower",
        "at least": "the {} or a higher card",
        "named": "the {}",
        # Layouts
        "always": "always",
        "never": "never",
        "unless": "unless ",
        "alternative": ", or ",
        "also": ", and ",
        "has": " has ",
        "void": "{} is void",
        "splits": "the suit splits {}",
        "splits or better": "the suit splits {} or better",
        "splits or worse": "the suit splits {} or worse",
        "but not": " but not {}",
        "but": " but {}",
        "among": "{} including {}",
        "all": "all ",
        "all of": "{} and no others",
        "just": "just {}",
    }
    """Templates by name."""
    tricks: tuple[str, str] = ("trick", "tricks")
    """Singular and plural."""
    entries: tuple[str, str] = ("entry", "entries")
    card_names: Sequence[str] = CARDS
    """The cards by rank, as objects."""
    seats: Mapping[Seat, str] = {seat: seat.word for seat in Seat}
    subjects: Mapping[Subject, str] = {
        **{Subject.WEST: "West", Subject.EAST: "East"},
        **{Subject.BOTH: "both", Subject.EITHER: "either defender"},
    }
    deeds: Mapping[tuple[bool, bool], tuple[str, str, str, str, str]] = {
        (False, False): ("", "shows out", "follows", "follows low", "{plays}s {cards}"),
        (False, True): ("", "show out", "follow", "follow low", "{plays} {cards}"),
        (True, False): ("has ", "shown out", "followed", "played a low card", "played {cards}"),
        (True, True): ("have ", "shown out", "followed", "played a low card", "played {cards}"),
    }
    """By two flags, all tricks so far and both defenders: the beginning, then 'shows out',
    'follows', 'follows low' and 'plays' with the cards."""
    results: tuple[tuple[str, ...], tuple[str, ...]] = (("that loses", "it loses"), ("that wins", "it holds"))
    """Alternative words for a lost trick, and for a won one."""
    otherwise: tuple[str, ...] = ("otherwise,",)
    drops: tuple[str, ...] = ("drop", "play")
    """Alternative verbs for a defender's card when a high card is led."""
    holders: tuple[str, str, str, str, str] = ("West", "East", "a defender", "one defender", "the other")
    point: str = "."
    """The decimal point."""
    percent_sign: str = "%"

    # Numbers

    def percent(self, odds: Odds) -> str:
        """A chance as a percentage."""
        return odds.percent.replace(".", self.point).replace("%", self.percent_sign)

    def number(self, value: Fraction) -> str:
        """A number to four places."""
        return f"{float(value):.4f}".replace(".", self.point)

    def _count(self, number: int, nouns: tuple[str, str]) -> str:
        return f"{number} {nouns[number != 1]}"

    # The sentences around a line

    def say(self, name: str, *about: Combination | str | int) -> str:
        """A sentence by its name in `words`, filled in."""
        told = (self._opposite(each) if isinstance(each, Combination) else each for each in about)
        return self.words[name].format(*told)

    def headline(self, combination: Combination, tricks: int, odds: Odds) -> str:
        """The holdings, the goal and its chance."""
        return f"{self._opposite(combination)}, {self.goal(tricks, odds)}"

    def goal(self, tricks: int, odds: Odds) -> str:
        """The goal and its chance."""
        return f"{self._count(tricks, self.tricks)}: {self.percent(odds)} ({odds})"

    def _opposite(self, combination: Combination) -> str:
        north, south = (letters(hand) or "—" for hand in (combination.north, combination.south))
        return f"{north} {self.words['opposite']} {south}"

    def wins(self, cover: str) -> str:
        """The layouts in which the line wins, as a sentence."""
        return "Always wins." if cover == self.words["always"] else f"Wins {self.when(cover)}."

    def when(self, cover: str) -> str:
        """A set of layouts as a part of a sentence."""
        return cover if cover.startswith(self.words["unless"]) else f"when {cover}"

    def lead(self, seat: Seat, rank: int | None) -> str:
        """A first play: the hand and the card, None for a small one."""
        card = self.words["low"] if rank is None else self.words["named"].format(self.card_names[rank])
        return self.words["lead"].format(card=card, seat=self.seats[seat])

    def instead(self, lead: str, odds: Odds, loses: str, gains: str) -> str:
        """The second-best first play, and the layouts that swing."""
        text = self.words["instead"].format(lead=lead, odds=self.percent(odds))
        swings = (("loses", loses), ("gains", gains))
        return text + "".join(self.words[name].format(self.when(cover)) for name, cover in swings if cover)

    def honest(self, line: str, odds: Odds, against_best: Odds) -> str:
        """The line against defenders who never false-card."""
        return self.words["honest"].format(line, self.percent(odds), self.percent(against_best))

    def similar(self, others: tuple[Combination, ...]) -> str:
        """Where the same line is best."""
        names = self.words["and"].join(map(self._opposite, others))
        return self.words["similar"].format(names) if others else ""

    def expected(self, tricks: Fraction, line: str | None) -> str:
        """The expected number of tricks, and the line for it."""
        text = self.words["expected"].format(self.number(tricks), tricks)
        return f"{text}\n  {line}" if line else text

    def assumptions(self, answer: Solution) -> str:
        """The assumptions of the answer."""
        counts = ((Seat.NORTH, answer.entries.north), (Seat.SOUTH, answer.entries.south))
        entries = ", ".join(
            self.words["entries"].format(self._count(count, self.entries), self.seats[seat])
            for seat, count in counts
            if count is not None
        )
        given = self.given(answer.chances)
        return self.words["assumptions"].format(entries or self.words["free"], given)

    def given(self, chances: Chances) -> str:
        """The known facts about the defenders."""
        return chances.words or "vacant places 13-13"

    def line(self, expected: Fraction, chances: str) -> str:
        """A line in figures."""
        return self.words["line"].format(self.number(expected), chances.replace(".", self.point))

    def hopeless(self, tricks: int) -> str:
        """The statement that a number of tricks cannot be made."""
        return self.words["hopeless"].format(self._count(tricks, self.tricks))

    # Plans

    def plan(self, sentences: Sequence[Sentence], choose: WordChoice) -> str:
        """The sentences of a plan."""
        moves = [move for sentence in sentences for clause in sentence for move in clause.moves]
        has_single_finesse = [move.manner for move in moves].count(PlayVerb.FINESSE) == 1
        texts = ("; ".join(self._clause(c, choose, has_single_finesse) for c in each) for each in sentences)
        return " ".join(f"{capital(text)}." for text in texts)

    def _clause(self, clause: PlanClause, choose: WordChoice, has_single_finesse: bool) -> str:
        *first, last = (self._move(move, choose, has_single_finesse) for move in clause.moves)
        row = self.words["then"].join((", ".join(first), last)) if first else last
        if clause.link is Link.FIRST:
            return row
        if clause.link is Link.OTHERWISE:
            return f"{choose(*self.otherwise)} {row}"
        plays = choose(*self.drops) if clause.is_after_cash else "play"
        conditions = (self._condition(each, choose, plays) for each in clause.conditions)
        return f"{self.words[clause.link.name]} {self.words['or'].join(conditions)}, {row}"

    def _move(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        play = self.play(move, choose, has_single_finesse)
        again = self.words["again"].format(play) if move.is_again else play
        return again + (self.words["repeat"] if move.is_repeated else "")

    def play(self, move: Move, choose: WordChoice, has_single_finesse: bool) -> str:
        """Declarer's play."""
        names = [CARDS[rank] for rank in move.ranks if rank >= 0]
        in_turn = ", then the ".join(names)
        finesse = choose("finesse", "finesse", "take the finesse of") if has_single_finesse else "finesse"
        return {
            PlayVerb.CASH: f"cash the {series(names)}",
            PlayVerb.LEAD: f"{choose('lead', 'play')} the {in_turn}",
            PlayVerb.FINESSE: f"{finesse} the {in_turn}",
            PlayVerb.TOWARDS: f"{choose('lead towards', 'lead low towards', 'lead low to')} the {in_turn}",
            PlayVerb.RUN: f"run the {in_turn}",
            PlayVerb.DUCK: f"duck {('a round', 'twice', 'three times')[len(move.ranks) - 1]}",
            PlayVerb.FROM_THE_TOP: choose(*_TOP_CARDS),
            PlayVerb.PLAY_ON: choose("play your cards from the top", "play from the top"),
        }[move.manner]

    def _condition(self, condition: SpokenCondition, choose: WordChoice, plays: str) -> str:
        """A condition on the defenders' plays."""
        if isinstance(condition, TrickEnd):
            return choose(*self.results[condition.is_won])
        if isinstance(condition, Pair):
            template = self.words["either of two" if condition.is_either else "both of two"]
            return template.format(*(self._defender(c, plays) for c in (condition.west, condition.east)))
        return self._defender(condition, plays)

    def _defender(self, plays: DefenderPlays, verb: str) -> str:
        cards, is_both = plays.cards, plays.who is Subject.BOTH
        start, shows_out, follows, follows_low, played = self.deeds[plays.is_so_far, is_both]
        deeds = [shows_out] if cards.shows_out else []
        if cards.follows:
            deeds.append(follows)
        elif cards.is_play:
            verb = verb if cards.named and not cards.low else "play"
            deeds.append(played.format(cards=self._played(cards), plays=verb))
        elif cards.low:
            deeds.append(follows_low)
        return f"{self.subjects[plays.who]} {start}{self.words['or'].join(deeds)}"

    def _played(self, cards: PlayedCards) -> str:
        parts = [self.words["low"]] if cards.low else []
        if cards.honour:
            parts.append(self.words["honour"])
        if cards.at_most >= 0:
            parts.append(self.words["at most"].format(self.card_names[cards.at_most]))
        if cards.at_least >= 0:
            parts.append(self.words["at least"].format(self.card_names[cards.at_least]))
        if cards.named:
            names = series([self.card_names[rank] for rank in cards.named], self.words["or"].strip())
            parts.append(self.words["named"].format(names))
        return self.words["or"].join(parts)

    # Sets of layouts

    def layouts(self, clause: Clause, groups: tuple[int, ...]) -> str:
        """The shortest wording of a clause: each fact may be stated for West or for East."""
        return min(self._ways(clause, groups), key=spoken_length)

    def start(self, text: str) -> str:
        """The words that need no repetition: 'West has', if it applies to all that follows."""
        has, also = self.words["has"], self.words["also"]
        subject = next((name for name in self.holders[:3] if text.startswith(name + has)), "")
        return subject + has if subject and also not in text else ""

    def _ways(self, clause: Clause, groups: tuple[int, ...]) -> Iterator[str]:
        exact = exact_layout(clause, groups)
        if exact:
            for seat, views in zip((Holder.WEST, Holder.EAST), exact, strict=True):
                who = Holder.EITHER if clause.either else seat
                yield self._hand(who, views, None if views else (0, 0), is_just=True)
            return
        every = merged(clause.facts)
        facts = [fact for fact in every if isinstance(fact, WestHolds) and not is_divided(fact, groups)]
        others = [self._neutral(fact) for fact in every if fact not in facts]
        for holders in product((Holder.WEST, Holder.EAST), repeat=len(facts)):
            parts: list[str] = []
            for seat in sorted(set(holders)):
                views = [view(f, seat, groups) for f, who in zip(facts, holders, strict=True) if who is seat]
                lengths = [view for view in views if view.cards == sum(groups) and size(view.cards) > 1]
                cards = [view for view in views if view not in lengths]
                either = Holder.EITHER if len(set(holders)) == 1 else Holder(Holder.ONE + seat)
                who = either if clause.either else seat
                parts.append(self._hand(who, cards, lengths[0].limits if lengths else None))
            yield self.words["also"].join(parts + others)

    def _neutral(self, fact: Fact) -> str:
        """The wording of a fact that names no defender."""
        if isinstance(fact, WestHolds):
            return self.divided(fact.cards)
        short = fact.most if fact.fewest == 0 else fact.fewest
        side = "" if fact.fewest == fact.most else " or worse" if fact.fewest == 0 else " or better"
        return self.words["splits" + side].format(f"{size(fact.cards) - short}-{short}")

    def _hand(
        self, who: Holder, views: Sequence[HeldCards], length: tuple[int, int] | None, is_just: bool = False
    ) -> str:
        """The cards of one defender; with 'just' if he has no others."""
        if length == (0, 0):
            return self.words["void"].format(self.holders[who])
        lacks = [view for view in views if not view.most] if length or len(views) > 1 else []
        views = [view for view in views if view not in lacks]
        text = self.holders[who] + self.words["has"] + self._holding(views, length, is_just)
        return text + "".join(map(self._lacks, lacks))

    def _lacks(self, view: HeldCards) -> str:
        if size(view.cards) == 1:
            return self.words["but not"].format(self.the(view.cards))
        return self.words["but"].format(self.some(view, False))

    def _holding(self, views: Sequence[HeldCards], length: tuple[int, int] | None, is_just: bool) -> str:
        is_sure = all(view.is_all for view in views)
        certain = sum(view.fewest for view in views)
        if is_just or (views and length is not None and length[1] == certain):
            if is_sure and all(view.kind is CardName.NAMED for view in views):
                return self.few(sum(view.cards for view in views))
            if length == (1, 1):
                return self.singleton(views[0])
            return self.just(self._listed([replace(view, most=view.fewest) for view in views], True))
        if length is None:
            return self._listed(views)
        if not views:
            return self.cards(*length)
        if is_sure:
            return self.others(self._listed(views), certain, *length)
        return self.words["among"].format(self.cards(*length), self._listed(views))

    def just(self, cards: str) -> str:
        """These cards and no others."""
        return self.words["all of" if self.words["all"] in cards else "just"].format(cards)

    def _listed(self, views: Sequence[HeldCards], is_just: bool = False) -> str:
        """The cards, highest first; named cards that are all held form one list."""
        named = sum(view.cards for view in views if view.is_all and view.kind is CardName.NAMED)
        rest = sorted((view for view in views if view.cards & ~named), key=lambda view: -view.cards)
        parts = [self.the(named)] if named else []
        return self.both(parts + [self.some(view, is_just) for view in rest])

    def both(self, parts: list[str]) -> str:
        return " and ".join(parts)

    def _names(self, cards: int, link: str = "and") -> str:
        return series([CARDS[rank] for rank in cards_of(cards)], link)

    def _noun(self, view: HeldCards, number: int) -> str:
        cards = "card" if number == 1 else "cards"
        below, above = lowest(view.cards) - 1, highest(view.cards) + 1
        return {
            CardName.SMALL: f"small {cards}",
            CardName.HONOURS: "honour" if number == 1 else "honours",
            CardName.TOP: f"{cards} above the {CARDS[below]}",
            CardName.BOTTOM: f"{cards} below the {CARDS[above % 13]}",
        }.get(view.kind, f"{cards} from the {CARDS[above - 1]} down to the {CARDS[below + 1]}")

    def the(self, cards: int) -> str:
        return f"the {self._names(cards)}"

    def some(self, view: HeldCards, is_just: bool) -> str:
        text = self._amount(*view.limits)
        if is_just:
            text = text.removeprefix("exactly ")
        if view.kind is CardName.NAMED:
            return f"{text if view.most else 'none'} of {self.the(view.cards)}"
        if view.is_all:
            text = "both" if view.most == 2 else f"all {NUMBERS[view.most]}"
        return f"{text} {self._noun(view, 1 if text.split()[-1] in ('one', 'no') else 2)}"

    def _amount(self, fewest: int, most: int) -> str:
        if most == 0:
            return "no"
        if fewest == most:
            return f"exactly {NUMBERS[most]}"
        if most == ANY:
            return f"at least {NUMBERS[fewest]}"
        if fewest <= 0:
            return f"at most {NUMBERS[most]}"
        return f"{NUMBERS[fewest]} {span_word(fewest, most, 'or', 'to')} {NUMBERS[most]}"

    def cards(self, fewest: int, most: int) -> str:
        if fewest == most and most <= 2:
            return "a singleton" if most == 1 else "a doubleton"
        return self._amount_of(fewest, most, "card")

    def _amount_of(self, fewest: int, most: int, noun: str) -> str:
        text = self._amount(fewest, most)
        return f"{text} {noun}" + ("" if text.endswith(" one") else "s")

    def others(self, text: str, count: int, fewest: int, most: int) -> str:
        if (count, fewest, most) == (1, 2, 2):
            return text.replace("the ", "the doubleton ")
        limit = most if most == ANY else most - count
        return f"{text} and {self._amount_of(fewest - count, limit, 'other card')}"

    def few(self, cards: int) -> str:
        if size(cards) == 1:
            return f"the singleton {self._names(cards)}"
        return f"{letters(cards)} doubleton" if size(cards) == 2 else self.just(self.the(cards))

    def singleton(self, view: HeldCards) -> str:
        if view.kind is CardName.NAMED:
            return f"the singleton {self._names(view.cards, 'or')}"
        if view.kind is CardName.SMALL:
            return "a small singleton"
        return f"a singleton {self._noun(view, 1).removeprefix('card ')}"

    def divided(self, cards: int) -> str:
        return f"{self.the(cards)} are divided"
