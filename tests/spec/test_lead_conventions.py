"""Lead tables: partner's suit, conventions of signals, and the patterns behind a card."""

from __future__ import annotations

import pytest

from overtrick.bidding import SystemFileError
from overtrick.bidding.carding import ContractKind, Holding, Occasion, load_card, parse_card
from overtrick.bidding.printing import lead_notes
from overtrick.core import Rank
from overtrick.render import text_document


def test_a_gap_in_partners_suit_alone_is_refused_too() -> None:
    text = 'when leading\n  top "high" from ?+\nwhen leading partner\'s suit\n  low "low" from ?+\n'
    with pytest.raises(SystemFileError, match="no holding is left"):
        parse_card(text)
    fine = 'when leading partner\'s suit\n  low "low" from ??+\nwhen leading\n  top "high" from ?+\n'
    held = Holding.parse("K52")
    led = [parse_card(fine).lead_from(held, ContractKind.SUIT, partners).card for partners in (False, True)]
    assert led == [Rank.KING, Rank.TWO]


def test_signals_go_by_conventions_and_take_the_source_of_their_block() -> None:
    text = (
        'convention odd "x" off\n> A remark.\nwhen leading\n  top "high" from ?+\n'
        "when discarding\n  source: booklet\n"
        '  high "usual": I like it\n    if not using odd\n  low "upside down": I like it\n    if using odd\n'
    )
    table = parse_card(text)
    for is_on, name in ((False, "usual"), (True, "upside down")):
        switched = table.switched({"odd": is_on})
        (signal,) = switched.signals_when(Occasion.DISCARDING)
        assert (signal.name, signal.source) == (name, "booklet")
        assert "A remark." in text_document(lead_notes(switched))


def test_a_way_names_only_the_patterns_of_its_holdings() -> None:
    (way,) = (
        each
        for each in load_card("sayc").holdings_for(Rank.QUEEN, ContractKind.SUIT).ways
        if each.entry.name == "top of touching honours"
    )
    assert {str(each)[0] for each in way.patterns} == {"Q"}
    assert len(way.entry.patterns) > len(way.patterns)
