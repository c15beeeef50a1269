"""Opening leads and signals: one table selects, interprets and is printed."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import pytest

from overtrick.bidding import BiddingError, SystemFileError
from overtrick.bidding.carding import (
    CardTable,
    ContractKind,
    Holding,
    LeadEntry,
    Occasion,
    Pattern,
    load_card,
    parse_card,
)
from overtrick.bidding.carding.entries import Signal
from overtrick.bidding.carding.holdings import every_holding
from overtrick.bidding.printing import lead_notes
from overtrick.core import DealError, NotationError, Rank
from overtrick.render import text_document

SWITCHES = ("king_from_ace_king", "third_and_fifth")
SETTINGS = [dict(zip(SWITCHES, each, strict=True)) for each in product((False, True), repeat=len(SWITCHES))]
SITUATIONS = list(product(ContractKind, (False, True)))
CATCH_ALL = 'when leading\n  top "high" from ?+\n'


@pytest.fixture(scope="module")
def sayc() -> CardTable:
    return load_card("sayc")


# Which card

LEADS = [  # holding, against a suit, against notrump
    ("AK5", "A", "A"),
    ("AK", "K", "K"),
    ("AK864", "A", "6"),
    ("AKJ5", "A", "K"),
    ("AKJT5", "A", "A"),
    ("AQJ4", "A", "Q"),
    ("AJT3", "A", "J"),
    ("AT95", "A", "T"),
    ("A853", "A", "3"),
    ("A85", "A", "5"),
    ("KQJ6", "K", "K"),
    ("KQT4", "K", "K"),
    ("KQ83", "K", "3"),
    ("KQ8", "K", "K"),
    ("KJT5", "J", "J"),
    ("KT95", "T", "T"),
    ("QT94", "T", "T"),
    ("K964", "4", "4"),
    ("K96", "6", "6"),
    ("QJT92", "Q", "Q"),
    ("QJ932", "Q", "Q"),
    ("QJ53", "Q", "3"),
    ("JT82", "J", "J"),
    ("JT52", "J", "2"),
    ("T985", "T", "T"),
    ("T962", "T", "2"),
    ("Q8642", "4", "4"),
    ("85", "8", "8"),
    ("Q9", "Q", "Q"),
    ("7", "7", "7"),
    ("852", "2", "8"),
    ("8532", "5", "5"),
    ("97532", "7", "7"),
]


@pytest.mark.parametrize(("held", "suit", "notrump"), LEADS, ids=[each[0] for each in LEADS])
def test_the_standard_card_is_led(sayc: CardTable, held: str, suit: str, notrump: str) -> None:
    led = [str(sayc.lead_from(Holding.parse(held), against).card) for against in ContractKind]
    assert led == [suit, notrump]


def test_two_touching_honours_are_enough_in_partners_suit(sayc: CardTable) -> None:
    held = Holding.parse("KQ83")
    assert sayc.lead_from(held, ContractKind.NOTRUMP).card is Rank.THREE
    assert sayc.lead_from(held, ContractKind.NOTRUMP, partner_bid=True).card is Rank.KING


def test_the_pair_may_choose_the_king_from_ace_king() -> None:
    table = load_card("sayc", {"king_from_ace_king": True})
    led = [str(table.lead_from(Holding.parse(held), ContractKind.SUIT).card) for held in ("AK5", "AK", "KQ5")]
    assert led == ["K", "A", "K"]


def test_third_and_fifth_best_tells_an_even_number_from_an_odd_one() -> None:
    table = load_card("sayc", {"third_and_fifth": True})
    held = ("KJ73", "KJ863", "K98643", "K96", "9753")
    assert [str(table.lead_from(Holding.parse(each), ContractKind.SUIT).card) for each in held] == list(
        "73865"
    )
    assert str(table.lead_from(Holding.parse("KJ863"), ContractKind.NOTRUMP).card) == "6"


# Over all holdings


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
@pytest.mark.parametrize("is_partners", [False, True])
def test_against_a_suit_the_ace_is_led_or_from_ace_king_the_king(
    switches: dict[str, bool], is_partners: bool
) -> None:
    table, kings = load_card("sayc", switches), 0
    for held in every_holding():
        if Rank.ACE in held:
            is_the_kings = Rank.KING in held and (len(held) > 2) is switches["king_from_ace_king"]
            lead = table.lead_from(held, ContractKind.SUIT, is_partners)
            assert lead.card is (Rank.KING if is_the_kings else Rank.ACE)
            kings += is_the_kings
    assert kings == (2047 if switches["king_from_ace_king"] else 1)


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
@pytest.mark.parametrize(("against", "is_partners"), SITUATIONS, ids=str)
def test_one_card_is_led_from_each_of_the_8191_holdings_and_reading_it_is_the_exact_inverse(
    switches: dict[str, bool], against: ContractKind, is_partners: bool
) -> None:
    table = load_card("sayc", switches)
    chosen = {held: table.lead_from(held, against, is_partners) for held in every_holding()}
    assert len(chosen) == 8191
    assert all(lead.card in held for held, lead in chosen.items())
    read = {card: table.holdings_for(card, against, is_partners) for card in Rank}
    led = {card: {held for held, lead in chosen.items() if lead.card is card} for card in Rank}
    for card, shown in read.items():
        assert set(shown.holdings) == led[card]
        for way in shown.ways:
            assert all(chosen[held].entry is way.entry for held in way.holdings)
    assert sum(len(shown.holdings) for shown in read.values()) == 8191


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
@pytest.mark.parametrize(("against", "is_partners"), SITUATIONS, ids=str)
def test_the_table_agrees_with_a_plain_walk_over_its_entries(
    switches: dict[str, bool], against: ContractKind, is_partners: bool
) -> None:
    table = load_card("sayc", switches)
    entries = [each for each in table.leads if each.applies(against, is_partners, table.switches)]
    for held in every_holding():
        entry = next(each for each in entries if any(held in pattern for pattern in each.patterns))
        lead = table.lead_from(held, against, is_partners)
        assert lead.entry is entry
        card = entry.lead if isinstance(entry.lead, Rank) else held.ranks[entry.lead]
        assert lead.card is card


def test_every_entry_is_used_by_some_holding() -> None:
    table, used = load_card("sayc"), set[LeadEntry]()
    for switches in SETTINGS:
        switched = table.switched(switches)
        for (against, is_partners), card in product(SITUATIONS, Rank):
            used |= {way.entry for way in switched.holdings_for(card, against, is_partners).ways}
    assert used == set(table.leads)
    assert len(table.leads) >= 15


def test_every_entry_says_where_it_is_from(sayc: CardTable) -> None:
    assert all(each.source for each in sayc.leads)
    assert all(each.source for each in sayc.signals)


def test_the_shares_of_a_lead_count_the_hands_with_each_holding(sayc: CardTable) -> None:
    shown = sayc.holdings_for(Rank.QUEEN, ContractKind.SUIT)
    hands = Counter[str]()
    for held in every_holding():
        lead = sayc.lead_from(held, ContractKind.SUIT)
        if lead.card is Rank.QUEEN:
            hands[lead.entry.name] += comb(39, 13 - len(held))
    assert {way.entry.name: way.share for way in shown.ways} == pytest.approx(
        {name: number / hands.total() for name, number in hands.items()}
    )
    assert sum(way.share for way in shown.ways) == pytest.approx(1)


def test_what_a_lead_shows_for_sure_and_denies(sayc: CardTable) -> None:
    jack = sayc.holdings_for(Rank.JACK, ContractKind.SUIT)
    assert jack.length == (1, 11)
    assert (jack.sure, jack.never) == ((), (Rank.ACE, Rank.QUEEN))
    assert parse_card(CATCH_ALL).holdings_for(Rank.TWO, ContractKind.SUIT).length == (1, 1)


def test_a_sequence_comes_before_fourth_best(sayc: CardTable) -> None:
    def priority(held: str) -> int:
        return sayc.lead_from(Holding.parse(held), ContractKind.NOTRUMP).entry.priority

    assert priority("QJT4") > priority("K8532") > priority("852")


# Signals


def test_each_signal_has_its_opposite(sayc: CardTable) -> None:
    opposite = {Signal.HIGH: Signal.LOW, Signal.HIGH_LOW: Signal.LOW_HIGH}
    for occasion in (Occasion.DECLARER_LEADS, Occasion.DISCARDING, Occasion.GIVING_A_RUFF):
        high, low = (each.signal for each in sayc.signals_when(occasion))
        assert opposite[high] is low
    attitude = [each.signal for each in sayc.signals_when(Occasion.PARTNER_LEADS)]
    assert attitude == [Signal.HIGH, Signal.LOW, Signal.HIGH_LOW]
    assert len(sayc.signals) >= 8


# Printing


def test_every_entry_is_printed(sayc: CardTable) -> None:
    text = text_document(lead_notes(sayc))
    assert text.startswith("Opening leads and signals\n")
    names = [each.name for each in sayc.own_leads] + [each.name for each in sayc.own_signals]
    assert all(name in text for name in names)
    assert "king from ace-king\n" not in text
    assert "third from an even number" not in text


# Holdings and patterns


@pytest.mark.parametrize("held", [Holding(0), *list(every_holding())[::97]], ids=str)
def test_a_holding_reads_back_from_its_own_text(held: Holding) -> None:
    assert Holding.parse(str(held)) == held
    assert eval(repr(held)) == held


def test_a_holding_may_be_written_in_several_ways() -> None:
    assert {Holding.parse(text) for text in ("KQ10 4", "4TQK", "kqt4", "K,Q,10,4")} == {Holding.parse("KQT4")}
    assert str(Holding.parse("KxQx2")) == "KQ432"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("KQK", "the K appears twice in 'KQK'"),
        ("KZ1", "'Z' is not a card; '1' is not a card in 'KZ1'"),
        ("K?", "'\\?' is not a card"),
        ("xxxxxxxxx", "more small cards"),
    ],
)
def test_an_impossible_holding_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(DealError, match=fault):
        Holding.parse(text)


@pytest.mark.parametrize("text", ["KQ?+", "H??", "xxx", "?+", "T9?+", "AKQJT98765432"])
def test_a_pattern_takes_the_same_holdings_one_by_one_and_all_at_once(text: str) -> None:
    pattern = Pattern.parse(text)
    taken = [held.bits for held in every_holding() if held in pattern]
    assert taken == [int(bits) for bits in pattern.holdings.nonzero()[0]]
    assert taken
    assert eval(repr(pattern)) == pattern


@pytest.mark.parametrize("text", ["", "+", "KK", "JQ", "2x", "K+Q", "Kq", "????????????????"])
def test_an_impossible_pattern_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Pattern.parse(text)


# Faults

FAULTS = [
    ("hwen leading\n  top \"x\" from ?+", 1, 1, "'hwen' begins nothing: did you mean 'when'?"),
    ("when leeding\n  top \"x\" from ?+", 1, 6, "nobody knows when 'leeding' is: did you mean 'leading'?"),
    ("when leading", 1, 1, "there is no entry below this line"),
    ("when leading\n  first \"x\" from ?+", 2, 3, "'first' is no card to lead"),
    ("when leading\n  top from ?+", 2, 7, "expected a name in quotes"),
    ("when leading\n  top \"x\" ?+", 2, 11, "expected 'from'"),
    ("when leading\n  top \"x\" from", 2, 15, "expected a holding such as KQ"),
    ("when leading\n  top \"x\" from KQ?, JQ", 2, 21, "no holding is like 'JQ'"),
    ("when leading\n  top \"x\" from KY", 2, 16, "'Y' is no card in a pattern"),
    ("when leading\n  top \"x\" from KQ QJ", 2, 19, "expected a comma"),
    ("when leading\n  fourth \"x\" from ???+", 2, 19, "not always there to lead"),
    ("when leading\n  K \"x\" from QJ?", 2, 14, "not always there to lead"),
    ("when leading\n  top \"x\" from ?+\n    if using magic", 3, 14, "there is no convention 'magic'"),
    ("when leading\n  top \"x\" from ?+\n    alert", 3, 5, "expected 'source: …'"),
    ("when leading\n  top \"x\" from ??+", 2, 3, "from 'A' nothing is led against a suit"),
    (f"{CATCH_ALL}  low \"x\" from ??", 3, 3, "no holding is left for this entry"),
    (f"{CATCH_ALL}when partner leads\n  upside \"x\": y", 4, 3, "'upside' is no signal"),
    (f"{CATCH_ALL}when partner leads\n  high \"x\"", 4, 11, "expected a colon and what it shows"),
    ("convention a \"b\" on\nconvention a \"b\" on", 2, 12, "the convention 'a' is there already"),
    ("system a \"b\"\n  author: me", 2, 3, "expected 'source: …'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "fault"), FAULTS, ids=[each[3][:30] for each in FAULTS])
def test_a_fault_is_named_with_its_line_and_column(text: str, line: int, column: int, fault: str) -> None:
    with pytest.raises(SystemFileError) as caught:
        parse_card(text)
    place = caught.value.place
    assert (place.file, place.line, place.column) == ("leads.card", line, column)
    assert fault in caught.value.fault


def test_a_gap_names_the_convention_that_opens_it() -> None:
    text = f'convention odd "x" off\n{CATCH_ALL}    if not using odd\n'
    with pytest.raises(
        SystemFileError, match="from 'A' nothing is led against a suit, with odd on and from 8,190"
    ):
        parse_card(text)


def test_a_system_without_leads_says_so() -> None:
    with pytest.raises(BiddingError, match=r"the system 'natural' has no table of leads"):
        load_card("natural")


def test_an_unknown_convention_is_refused() -> None:
    with pytest.raises(BiddingError, match="did you mean 'king_from_ace_king'"):
        load_card("sayc", {"king_from_ace_kin": True})


def test_nothing_is_led_from_a_void(sayc: CardTable) -> None:
    with pytest.raises(BiddingError, match="from a void"):
        sayc.lead_from(Holding(0), ContractKind.SUIT)
