"""``overtrick system``, ``check`` and ``deal --auction``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick.bidding import Agreements, load
from overtrick.bidding.sampling import wanted
from overtrick.cli.options import DEFAULT_SYSTEM
from overtrick.core import Seat, Vul
from overtrick.deals import boards, sample, unpack
from tests.e2e.command import Done, run
from tests.e2e.tiny_system import folder

# system


@pytest.fixture(scope="module")
def listed() -> Done:
    """The systems that come along, in words."""
    return run("system")


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """The same, for scripts."""
    return run("system", "--json").records


def test_the_systems_that_come_along_are_listed(listed: Done, told: list[dict[str, Any]]) -> None:
    assert listed.returncode == 0
    assert [each["system"] for each in told] == sorted(each["system"] for each in told)
    assert {"natural", DEFAULT_SYSTEM} <= {each["system"] for each in told}
    assert all(f"{each['system']}: {each['title']}" in listed.stdout for each in told)
    natural = next(each for each in told if each["system"] == "natural")
    assert {"name", "words", "on", "leads"} == set(natural["conventions"][0])
    assert f"  {natural['conventions'][0]['name']}=on" in listed.stdout


def test_the_conventions_of_its_leads_are_listed_with_a_system(
    listed: Done, told: list[dict[str, Any]]
) -> None:
    for name in ("king_from_ace_king", "third_and_fifth"):
        assert re.search(f"^  {name}=off  .* \\(leads\\)$", listed.stdout, re.MULTILINE)
    (sayc,) = (each for each in told if each["system"] == "sayc")
    of_leads = [each["name"] for each in sayc["conventions"] if each["leads"]]
    assert of_leads == ["king_from_ace_king", "third_and_fifth"]


def test_the_notes_of_a_system_are_printed(tiny: Path) -> None:
    text = run("system", tiny).stdout
    assert text.startswith("A tiny system\n")
    assert "strong notrump" in text
    bml = run("system", tiny, "--bml").stdout
    assert bml.startswith("#+TITLE: A tiny system\n")
    assert re.search("^1N +strong notrump: 15--17 hcp, balanced", bml, re.MULTILINE)


def test_the_notes_of_a_system_are_written(tiny: Path, tmp_path: Path) -> None:
    for suffix, begins in (
        (".html", "<!DOCTYPE html>"),
        (".md", "# A tiny"),
        (".bml", "#+TITLE"),
        (".txt", "A tiny"),
    ):
        file = tmp_path / f"notes{suffix}"
        assert run("system", tiny, "-o", file).stdout == f"wrote {file}\n"
        assert file.read_text(encoding="utf-8").lower().startswith(begins.lower())


def test_the_entries_of_a_system_are_records(tiny: Path) -> None:
    told = run("system", tiny, "--json").records
    assert len(told) == 5
    first = told[0]
    keys = ("call", "context", "name", "shows", "disposition", "source", "place")
    assert [first[key] for key in keys] == [
        *("1NT", "opening", "strong notrump", "15-17 hcp, balanced", "not forcing", "page 1"),
        "tiny/system.bid, line 6",
    ]
    assert told[3]["if"] is not None


# check


def test_entries_that_applied_nowhere_are_named_if_few_or_asked_for(tmp_path: Path) -> None:
    rare = "".join(f'  {call} "rare": 37+ hcp\n' for call in ("4C", "4D", "4H", "4S", "5C", "5D"))
    rare += "".join(f'  {call} "rarer": 36+ hcp\n' for call in ("4C", "4D", "4H", "4S", "5C"))
    text = 'system rare "Rare"\nwhen opening\n  pass: true\nwhen partner opened 3NT\n' + rare
    asked = ("check", folder(tmp_path / "rare", text), "-n", 20)
    assert "11 entries applied in no auction of these boards; --all names them.\n" in run(*asked).stdout
    assert "    4♣ “rare” (rare/" in run(*asked, "--all").stdout.replace("4C", "4♣")
    assert len(run(*asked, "--json").records[-1]["unvisited"]) == 11


# deal --auction


def test_deals_that_fit_an_auction_are_bid_like_it(tiny: Path) -> None:
    done = run(
        "deal", "--auction", "E: 1NT P 2C", "--vul", "EW", "--system", tiny, "-n", 20, "--seed", 1, "--json"
    )
    told = done.records
    assert len(told) == 20
    assert {(each["dealer"], each["vul"], *each["calls"]) for each in told} == {("E", "EW", "1NT", "P", "2C")}
    again = run("auction", "-", "--system", tiny, "--json", stdin=done.stdout).records
    assert {tuple(each["calls"][:3]) for each in again} == {("1NT", "P", "2C")}


def test_an_auction_and_wishes_go_together(tiny: Path) -> None:
    asked = ("deal", "north: 5 spades; west: A...", "--auction", "1NT", "--system", tiny, "--seed", 1)
    for each in run(*asked, "-n", 5, "--json").records:
        north = each["hands"]["N"]
        assert len(north.split(".")[0]) == 5
        assert each["hands"]["W"].startswith("A")
        assert 15 <= each["hcp"]["N"] <= 17


def test_calls_in_any_system_fit_the_deals_that_come_of_them() -> None:
    table, vul = Agreements(load(DEFAULT_SYSTEM)), Vul.NS
    board = next(iter(boards(np.random.default_rng(11), 1, 1)))
    auction, _ = table.bid_out(board.deal, Seat.EAST, vul)
    found = sample(wanted(table.state(auction, vul), auction.dealer), 50, seed=1)
    assert found.exact
    assert len(found) == 50
    assert {table.bid_out(deal, Seat.EAST, vul)[0] for deal in unpack(found.deals)} == {auction}


def test_an_auction_that_no_hand_has_is_refused(tiny: Path) -> None:
    done = run("deal", "north: 30+ hcp", "--auction", "1NT", "--system", tiny)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "overtrick: no hand that North can have is bid like this in 'N: 1NT'\n"
    assert run("deal", "--dealer", "N").returncode == 2


def test_a_call_that_nobody_makes_is_told_of(tiny: Path) -> None:
    asked = ("deal", "--auction", "1NT P 7NT", "--system", tiny, "--seed", 1)
    done = run(*asked, "--json")
    assert done.stderr == (
        "note: nobody makes South's call of 7NT there by the system: "
        "South's hand is dealt as if it said nothing\n"
    )
    (told,) = done.records
    assert (told["odd"], told["exact"]) == ([{"seat": "S", "call": "7NT"}], True)
    done = run("deal", "--auction", "1NT", "--system", tiny, "--seed", 1, "--json")
    assert (done.stderr, done.records[0]["odd"]) == ("", [])
