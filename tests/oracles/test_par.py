"""A second opinion on par: DDS, as endplay wraps it, finds the same score and the same contracts."""

from __future__ import annotations

from itertools import product

import endplay._dds as dds
import numpy as np
import pytest

from overtrick import Contract, Doubled, Seat, Side, Strain, Vul
from overtrick.dd import TrickTable, par

TABLES = 600
THEIR_ROWS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
THEIR_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
THEIR_VULS = {Vul.NONE: 0, Vul.BOTH: 1, Vul.NS: 2, Vul.EW: 3}
THEIR_DECLARERS = {int(seat): (seat,) for seat in Seat} | {4: Side.NS.seats, 5: Side.EW.seats}


def random_table(rng: np.random.Generator, spread: int) -> TrickTable:
    """Tricks as deals have them: partners nearly alike, and together about thirteen with their opponents."""
    columns = {}
    for strain in Strain:
        ns = int(np.clip(round(rng.normal(6.5, 2.3)), 0, 13))
        tricks = np.array([ns, 13 - ns, ns, 13 - ns]) + rng.integers(-spread, spread + 1, 4)
        columns[strain] = np.clip(tricks, 0, 13).tolist()
    return TrickTable.of(columns)


def their_par(table: TrickTable, dealer: Seat, vul: Vul) -> tuple[int, set[Contract]]:
    """What DDS says, in our types; its sacrifices are doubled."""
    given, found = dds.ddTableResults(), dds.parResultsMaster()
    for row, strain in enumerate(THEIR_ROWS):
        for seat in Seat:
            given.resTable[row][int(seat)] = table[strain, seat]
    dds.DealerParBin(given, found, int(dealer), THEIR_VULS[vul])
    contracts = {
        Contract(
            each.level,
            THEIR_STRAINS[each.denom],
            declarer,
            Doubled.DOUBLED if each.underTricks else Doubled.NO,
        )
        for each in found.contracts[: found.number]
        if each.level
        for declarer in THEIR_DECLARERS[each.seats]
    }
    return found.score, contracts


@pytest.mark.parametrize("spread", [0, 1])
def test_dds_finds_the_same_par_and_the_same_contracts(spread: int) -> None:
    rng = np.random.default_rng(77 + spread)
    boards = list(product(Seat, Vul))
    compared, sacrifices, disagreements = 0, 0, list[str]()
    for number in range(TABLES):
        table, (dealer, vul) = random_table(rng, spread), boards[number % len(boards)]
        ours, theirs = par(table, dealer, vul), their_par(table, dealer, vul)
        if (ours.score_ns, set(ours.contracts)) != theirs:
            disagreements.append(f"{table}, dealer {dealer}, vul {vul}: {ours}, DDS {theirs}")
        compared += 1
        sacrifices += any(contract.doubled for contract in ours.contracts)
    assert disagreements == []
    assert compared == TABLES
    assert sacrifices > TABLES // 10


def test_dds_passes_out_what_we_pass_out_and_lets_the_dealer_go_first() -> None:
    nobody = TrickTable.of({strain: [6] * 4 for strain in Strain})
    everybody = TrickTable.of({strain: [6 + (strain is Strain.NOTRUMP)] * 4 for strain in Strain})
    compared = 0
    for table, dealer, vul in product((nobody, everybody), Seat, Vul):
        ours = par(table, dealer, vul)
        assert (ours.score_ns, set(ours.contracts)) == their_par(table, dealer, vul)
        compared += 1
    assert compared == 32
