"""Error messages of the bidding commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from overtrick.cli.options import DEFAULT_SYSTEM
from tests.e2e.command import run
from tests.e2e.tiny_system import BROKEN, STRONG, TABLE, folder


def test_what_goes_wrong_is_one_sentence_that_quotes_the_input(tiny: Path, tmp_path: Path) -> None:
    broken = folder(tmp_path / "broken", BROKEN)
    latin = folder(tmp_path / "latin", b'system latin "\xff"\n')
    empty = tmp_path / "empty.pbn"
    empty.touch()
    (tmp_path / "empty.jsonl").touch()
    binary = tmp_path / "binary.pbn"
    binary.write_bytes(b"\xff\x00\x01")
    own = ("--system", tiny)
    unknown = f"there is no system '{DEFAULT_SYSTEM[:-1]}'"
    trouble: list[tuple[tuple[object, ...], str]] = [
        (("bid", "AKJ75.Q62.K3.87", *own), "thirteen cards, not 12 in 'AKJ75.Q62.K3.87'"),
        (("bid", "AKJ75.Q62.K3.8744", *own), "'AKJ75.Q62.K3.8744'"),
        (("bid", STRONG, "1H 1D", *own), "East may not bid 1♦: it is not higher than 1♥ in '1H 1D'"),
        (("bid", STRONG, "1H 1Q", *own), "'1Q' is not a call"),
        (("bid", STRONG, "1H AP", *own), "the auction is over: there is nothing to bid in 'N: 1H P P P'"),
        (("bid", STRONG, "E: 1H", "--dealer", "N", *own), "East deals in 'E: 1H', but --dealer says North"),
        (("bid", STRONG, "--dealer", "Q", *own), "'Q' is not a seat"),
        (("bid", STRONG, "--vul", "us", *own), "'us' is not a vulnerability"),
        (("bid", STRONG, "--system", DEFAULT_SYSTEM[:-1]), unknown),
        (("bid", STRONG, "--system", DEFAULT_SYSTEM[:-1]), f"did you mean '{DEFAULT_SYSTEM}'?"),
        (("bid", STRONG, "--system", broken), "system.bid, line 3, column 3: expected a call"),
        (("bid", STRONG, "--system", latin), "it is not UTF-8 text"),
        (("bid", STRONG, "--convention", "drury=on", *own), "tiny has no convention 'drury'"),
        (("bid", "--batch", tmp_path / "none", *own), "No such file"),
        (("bid", "--batch", empty, *own), "there is no hand in"),
        (("meaning", "1H 1D", *own), "it is not higher than 1♥"),
        (("meaning", "", *own), "there is no call in the auction"),
        (("auction", tmp_path / "none.pbn", *own), "No such file"),
        (("auction", tmp_path / "none", *own), "is neither a file nor a deal"),
        (("auction", tmp_path, *own), "expected a file of boards, found a folder"),
        (("auction", empty, *own), f"{empty}: no board is in it"),
        (("auction", tmp_path / "empty.jsonl", *own), f"there is no board in '{tmp_path / 'empty.jsonl'}'"),
        (("bid", "--batch", tmp_path / "empty.jsonl", *own), "there is no hand in"),
        (("auction", binary, *own), f"{binary}: no board is in it"),
        (("auction", "-", *own), "no deal was given"),
        (("auction", TABLE, "--silent", "EX", *own), "'EX' is not a seat"),
        (("auction", TABLE, "-o", tmp_path / "x.svg", *own), "cannot tell the format of"),
        (("auction", TABLE, "-o", tmp_path / "none" / "x.pbn", *own), "cannot write"),
        (("auction", TABLE.replace("AQ4", "AQ"), *own), "board 1: North has 12 cards"),
        (("system", "no such system"), "there is no system 'no such system'"),
        (("system", tiny, "-o", tmp_path / "x.pdf"), "expected a name ending in .html"),
        (("system", tiny, "-o", tmp_path / "none" / "x.md"), "cannot write"),
    ]
    for arguments, fault in trouble:
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert fault in done.stderr, done.stderr
        assert done.stderr.startswith("overtrick: ")


def test_wrong_options_are_told_apart_from_wrong_input(tiny: Path) -> None:
    for arguments in (
        ("bid",),
        ("bid", STRONG, "--batch", "-"),
        ("bid", STRONG, "--convention", "stayman"),
        ("meaning",),
        ("auction", TABLE, "--json", "-o", "x.pbn"),
        ("auction", "x.pbn", "--dealer", "N"),
        ("system", "--bml"),
        ("system", str(tiny), "--bml", "--json"),
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert f"(overtrick {arguments[0]} --help lists what there is)" in done.stderr


def test_a_mistake_in_a_system_is_pointed_at(tmp_path: Path) -> None:
    done = run("system", folder(tmp_path / "broken", BROKEN))
    assert done.stderr.splitlines()[1:] == ["    1Q: 12+ hcp", "    ^"]


def test_help_does_not_wait_for_the_engine() -> None:
    code = "import sys, overtrick.cli.app; print([name for name in sys.modules if '.bidding.' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
