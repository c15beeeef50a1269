"""A second opinion on Law 77: endplay scores every contract as we do."""

from __future__ import annotations

from itertools import product

import endplay.types as ep
import pytest

from overtrick import Contract, Doubled, Result, Seat, Strain, Vul
from overtrick.scoring import score
from tests.endplay_names import DENOMS, PLAYERS

PENALTIES = {Doubled.NO: "passed", Doubled.DOUBLED: "doubled", Doubled.REDOUBLED: "redoubled"}
VULS = {Vul.NONE: "none", Vul.NS: "ns", Vul.EW: "ew", Vul.BOTH: "both"}


def to_endplay(contract: Contract, tricks: int, vul: Vul) -> tuple[ep.Contract, ep.Vul]:
    """A result and a vulnerability in endplay's types, whose numbers differ from ours: by name."""
    theirs = ep.Contract(
        level=contract.level,
        denom=DENOMS[contract.strain],
        declarer=PLAYERS[contract.declarer],
        penalty=ep.Penalty[PENALTIES[contract.doubled]],
        result=tricks - contract.needs,
    )
    return theirs, ep.Vul[VULS[vul]]


def in_letters(contract: Contract, tricks: int) -> str:
    """A result as endplay writes it: ``3NTNx-1``."""
    margin = tricks - contract.needs
    ending = "=" if margin == 0 else f"{margin:+d}"
    return f"{contract.level}{contract.strain}{contract.declarer}{str(contract.doubled).lower()}{ending}"


@pytest.fixture(autouse=True)
def _letters_for_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A global of endplay decides whether it writes hearts as a letter or a symbol."""
    monkeypatch.setattr("endplay.config.use_unicode", False)


def test_every_contract_and_result_is_the_same_in_endplays_words() -> None:
    compared = 0
    for level, strain, declarer, doubled in product(range(1, 8), Strain, Seat, Doubled):
        contract = Contract(level, strain, declarer, doubled)
        for tricks in range(14):
            theirs, _ = to_endplay(contract, tricks, Vul.NONE)
            assert str(theirs) == in_letters(contract, tricks)
            compared += 1
    assert compared == 7 * 5 * 4 * 3 * 14


@pytest.mark.parametrize("vul", Vul, ids=str)
def test_the_same_players_are_vulnerable_in_endplays_words(vul: Vul) -> None:
    _, theirs = to_endplay(Contract.parse("1C by N"), 7, vul)
    vulnerable = [PLAYERS[seat].is_vul(theirs) for seat in Seat]
    assert vulnerable == [vul.includes(seat) for seat in Seat]
    assert len(vulnerable) == 4


def test_vulnerability_goes_round_the_boards_as_in_endplay() -> None:
    boards = range(1, 129)
    agreed = [ep.Vul[VULS[Vul.on_board(number)]] == ep.Vul.from_board(number) for number in boards]
    assert len(agreed) == 128
    assert all(agreed)


def test_endplay_gives_every_result_of_every_contract_the_same_score() -> None:
    disagreements, compared = list[str](), 0
    for level, strain, declarer, doubled in product(range(1, 8), Strain, Seat, Doubled):
        contract = Contract(level, strain, declarer, doubled)
        for tricks, vul in product(range(14), Vul):
            theirs, their_vul = to_endplay(contract, tricks, vul)
            ours, second = score(contract, tricks, vul), theirs.score(their_vul)
            if ours != second:
                disagreements.append(f"{Result(contract, tricks)}, vul {vul}: {ours}, endplay {second}")
            compared += 1
    assert compared == 7 * 5 * 3 * 4 * 14 * 4 == 23_520
    assert disagreements == []
