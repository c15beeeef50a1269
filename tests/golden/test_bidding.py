"""How conditions, calls, choices, simulated decisions and findings of the checker are worded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import Auction, CardSet, bidding, explain
from overtrick.bidding import reasons
from overtrick.bidding.context_words import context_in_words
from overtrick.bidding.reading import read_text
from overtrick.bidding.reasons import why
from overtrick.bidding.simulating import Option, Outcome, Source
from overtrick.bidding.simulating.words import (
    budget_words,
    closeness_words,
    contract_words,
    deals_words,
    meant_words,
    near_words,
)
from overtrick.bidding.words import condition_words, meaning_words
from overtrick.core import Call, Contract
from overtrick.hands import parse, standard
from tests.golden.golden import compare
from tests.spec.test_bidding_words import (
    AUCTIONS,
    CALLS,
    CONDITIONS,
    HAND,
    OTHERS,
    TABLE,
    UNTELLING,
    WHY,
    WORDS,
    last_meaning,
    meaning_of,
)
from tests.spec.test_simulated_evidence import DECISIONS, DEVIATIONS, NEAR, a_gift, evidence, weighed

REDEFINED = (
    ("balanced = 5+ spades", "balanced"),
    ("SAFE(X) = 4+ X", "SAFE(spades)"),
    (
        "shapely(X) = 5+ X or (4 X, 1+ of AK in X, 10+ hcp) or (3 X, AKQ in X, 4+ of AKQJT in X, 12+ hcp)",
        "shapely(spades)",
    ),
)


CONTEXTS = (
    "opening, seat 3-4",
    "not seat 4, not opening",
    "partner opened 1M, RHO bid 1-2X",
    "they bid 2any or they silent",
    "(opening, doubled) or balancing",
    "not partner began 1H",
    "not I passed",
    "not they silent",
    "partner has 5+ X, they may have 10- hcp",
    "not partner has 12-14 points",
    "not we may have 4 hearts",
    "partner ever showed tag(X)",
    "not I ever showed tag, not partner showed tag",
    "X agreed, not nothing agreed",
    "not forced, forced to game",
    "below 3NT, not at or above 2C",
    "not not using con",
    "not (opening, doubled)",
)


def context_told(context: str) -> str:
    rest = "convention con on\nwhen opening\n  1C: true\n    is tag(S)"
    return context_in_words(read_text(f"when {context}\n  pass: true\n{rest}").blocks[0].when)


def choice_told(table: bidding.Agreements, hand: CardSet, auction: str) -> str:
    return explain(why(table.bid(hand, Auction.parse(auction)), hand))


def told_of_evidence() -> dict[str, str]:
    lost, option = weighed("1S", (-3.0, 0.5)), Option(Call.parse("1S"), None, 0.25, NEAR, False)
    late, doubled = replace(option, change=None, fits=True), Contract.parse("4SX by N")
    strange = evidence(lost, source=Source.HAND, odd=2, remarks=("nothing fits",))
    return {
        **{f"decision {number}": explain(each) for number, each in enumerate(DECISIONS, 1)},
        **{f"deviation {number}": meant_words(each) for number, each in enumerate(DEVIATIONS, 1)},
        "near by a change": near_words(option, False),
        "near, but later": near_words(late, False),
        "later alone": near_words(replace(late, nearness=0.0), False),
        "near to itself": near_words(late, True),
        "contract with a score": contract_words(Outcome(doubled, 3, -199.6)),
        "contract without one": contract_words(Outcome(doubled, 3, None)),
        "no contract": contract_words(Outcome(None, 1, 0.0)),
        "closeness": closeness_words(evidence(lost)),
        "deals": deals_words(evidence(lost)),
        "deals, strange": deals_words(strange),
        "budget": budget_words(evidence(lost)),
        "budget of seconds": budget_words(evidence(lost), 1.5),
        "budget without hope": budget_words(evidence(lost, deals=10), 1),
    }


def test_bidding_is_worded_as_in_the_golden_file(monkeypatch: pytest.MonkeyPatch) -> None:
    contracts = ("3D by E", "2SX by S", "2S by S")
    texts = {
        **{f"context {context}": context_told(context) for context in CONTEXTS},
        **{f"condition {text}": condition_words(parse(text, WORDS).term) for text in CONDITIONS},
        **{
            f"{text} with {definition}": condition_words(parse(text, standard().defining(definition)).term)
            for definition, text in REDEFINED
        },
        **{f"call {auction}": meaning_words(meaning_of(auction)) for auction in AUCTIONS},
        **{
            f"call without news {auction}": explain(OTHERS.meanings(Auction.parse(auction))[-1])
            for auction in UNTELLING
        },
        **{f"{system} {calls}": explain(last_meaning(system, calls)) for system, calls in CALLS},
        **{
            f"schenken {calls}, without what it asks": meaning_words(
                last_meaning("schenken", calls), with_asked=False
            )
            for calls in ("1C P 1S", "1C P 1D")
        },
        f"choice {HAND}": choice_told(TABLE, HAND, "N:"),
        **{
            f"choice {hand} {auction}": choice_told(OTHERS, CardSet.parse(hand), auction)
            for hand, auction in WHY
        },
        "a choice with its rule": explain(TABLE.bid(HAND, Auction.parse("N:"))),
        **told_of_evidence(),
        **{f"gift {each}": explain(replace(a_gift(), better=Contract.parse(each))) for each in contracts},
    }
    monkeypatch.setattr(reasons, "MOST_TERMS", 0)
    texts["call N:1C P 1H in brief"] = meaning_words(meaning_of("N:1C P 1H"))
    compare("bidding.en", texts)
