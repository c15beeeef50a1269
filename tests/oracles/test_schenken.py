"""The openings of ``schenken``, written in the rule language, are those of the 1967 code with every hand."""

from __future__ import annotations

from overtrick.bidding import Agreements, load
from overtrick.core import Auction, Call, CardSet
from overtrick.hands import ALL_HANDS, Predicate, Rule, Rules, parse_quantity, standard
from overtrick.hands.anatomy import first_rule
from overtrick.hands.compiling import Compiler
from overtrick.hands.counting import run
from overtrick.openbid import Opening, vocabulary


def opening_rules() -> Rules:
    """The candidates of the first player to call as a plain list of rules."""
    candidates = Agreements(load("schenken")).state(Auction.parse("N:")).candidates
    return Rules(
        tuple(
            Rule(
                "pass" if each.call is Call.PASS else str(each.call),
                Predicate(each.term),
                label=each.rule.entry.label,
            )
            for each in candidates
        ),
        standard(),
    )


def test_schenken_opens_every_hand_as_the_code_of_1967_does() -> None:
    rules = opening_rules()
    compiler = Compiler()
    code = compiler.register(parse_quantity("OPENING", vocabulary()).term)
    compiler.group(compiler.constant(1), [first_rule(compiler, rules), code])
    compared = 0
    for (place, number), hands, cards in run(compiler).groups():
        opening = Opening.of_code(number)
        assert place, f"no rule for {CardSet(cards)}"
        rule = rules.rules[place - 1]
        assert (rule.call, rule.label) == (opening.bid, opening.section), CardSet(cards)
        compared += hands
    assert compared == ALL_HANDS
