"""What the measurements of simulation and par do with their options and files."""

from __future__ import annotations

import io
import pickle
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from bench import borel, par
from overtrick import dd
from overtrick.bidding import Agreements, parse
from overtrick.bidding.simulating import Evidence, Settings
from tests.spec.test_simulated_evidence import HOLE, evidence, weighed


def test_decisions_are_measured_with_the_settings_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Settings]()

    def simulation(*given: Settings) -> SimpleNamespace:
        asked.append(given[-1])
        return SimpleNamespace(evidence=lambda: None)

    simulator = SimpleNamespace(simulation=simulation)
    monkeypatch.setattr(borel, "table_of", lambda *_: (Agreements(parse(HOLE)), simulator))
    words = ["--first-look", "5", "--undiscounted", "--candidates", "2", "--sure", "2", "--deals", "12"]
    for given in ([], words):
        next(borel.decisions_of(borel.parsed([*given, "--boards", "1"])))
    usual, unusual = asked
    assert usual == replace(Settings(), margin=Settings().least_gain)
    assert unusual == replace(usual, deals=12, first_look=5, is_discounted=False, most_candidates=2, sure=2.0)


def test_a_match_has_one_thread_for_each_process() -> None:
    assert borel.settings_of(borel.parsed(["match"])).threads == 1


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--boards", "0"], "--boards must be at least 1"),
        (["--deals", "1"], "deals must be at least 2"),
        (["--candidates", "0"], "most_candidates must be at least 1"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        borel.parsed(words)
    assert fault in capsys.readouterr().err


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (evidence(), "1 decisions, none close"),
        (evidence(weighed("1S", (2.0, 1.0)), chosen="1S"), "1 decisions, 1 close, 1 left the system"),
    ],
)
def test_decisions_are_told_where_none_or_all_are_close(
    found: Evidence, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(borel, "decisions_of", lambda options: iter([(found, 0.25, 0.25)]))
    heard = io.StringIO()
    borel.decisions(borel.parsed([]), Console(file=heard, width=200))
    assert told in heard.getvalue()
    assert "0.250" in heard.getvalue()


# Par


def test_kept_tables_are_used_for_the_boards_they_are_of_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables"
    dealt, tables = par.solved(1, 5, file)
    monkeypatch.setattr(dd, "tables", lambda deals: pytest.fail("solved again"))
    assert par.solved(1, 5, file) == (dealt, tables)
    for number, seed in ((1, 6), (2, 5)):
        with pytest.raises(SystemExit, match=f"has the tables of 1 boards of seed 5, not of {number} boards"):
            par.solved(number, seed, file)
    file.write_bytes(pickle.dumps(tables))
    with pytest.raises(SystemExit, match="does not say which boards"):
        par.solved(1, 5, file)


def test_one_board_has_a_mean_without_an_error() -> None:
    results = par.bid_out(Agreements(parse(HOLE)), *par.solved(1, 5, None))
    heard = io.StringIO()
    Console(file=heard, width=200).print(par.summary(results))
    assert "all" in heard.getvalue()
    assert "±" not in heard.getvalue()
