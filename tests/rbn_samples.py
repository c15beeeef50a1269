"""RBN to try things on: samples, and short ways to read and write them."""

from __future__ import annotations

import io

from overtrick import Deal
from overtrick.formats import rbn
from overtrick.formats.record import Record

HANDS = "H W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:"
DEAL = Deal.parse("W:873.A6.KT864.KQ8 96.T54.97.AJ9643 T542.K93.AQ53.52 AKQJ.QJ872.J2.T7")


def told(*lines: str) -> list[Record]:
    return list(rbn.read(io.BytesIO("\n".join(lines).encode())))


def one(*lines: str) -> Record:
    (record,) = told(*lines)
    return record


def written(*records: Record) -> str:
    file = io.BytesIO()
    rbn.write(records, file)
    return file.getvalue().decode()


def remarks(record: Record) -> str:
    return "\n".join(map(str, record.remarks))
