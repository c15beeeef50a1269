"""Leads in partner's suit on the command line."""

from __future__ import annotations

from tests.e2e.command import run

ASKED = ("system", "leads", "sayc", "--against", "nt", "--json")


def test_partners_suit_is_another_table_on_the_command_line() -> None:
    (usual,), (partners,) = (
        run(*ASKED, "--holding", "KQ83", *more).records for more in ((), ("--partners-suit",))
    )
    assert (usual["card"], partners["card"], partners["partners_suit"]) == ("3", "K", True)
    (one,), (other,) = (run(*ASKED, "--card", "K", *more).records for more in ((), ("--partners-suit",)))
    held = [{each for way in told["ways"] for each in way["holdings"]} for told in (one, other)]
    assert "KQ83" not in held[0]
    assert "KQ83" in held[1]


def test_a_lead_is_told_with_its_priority() -> None:
    (usual,), (sequence,) = (run(*ASKED, "--holding", held).records for held in ("KQ83", "QJT4"))
    assert sequence["priority"] > usual["priority"]
