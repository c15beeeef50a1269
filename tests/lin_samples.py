"""LIN to try things on: samples, and short ways to read and write them."""

from __future__ import annotations

import io

from overtrick import Auction, Deal
from overtrick.formats import lin
from overtrick.formats.record import Record
from tests.ugly import UGLY

SAMPLES = sorted(UGLY.glob("*.lin"))
DEAL = Deal.parse("N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96")
NAMES = (("West", "Will"), ("North", "Nell"), ("East", "Ed"), ("South", "Sue"))
AUCTION = Auction.parse("S: P 1S X P 2C P 3C P P P")


def read(text: str) -> list[Record]:
    return list(lin.read(io.BytesIO(text.encode())))


def sample(name: str) -> list[Record]:
    with open(UGLY / f"{name}.lin", "rb") as file:
        return list(lin.read(file))


def written(records: list[Record]) -> str:
    file = io.BytesIO()
    lin.write(records, file)
    return file.getvalue().decode()


def remarks(record: Record) -> str:
    return "\n".join(map(str, record.remarks))
