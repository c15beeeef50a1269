"""File formats of bridge records: `read` detects the format, `write` reports losses, `convert` does both."""

from overtrick.formats.files import FORMATS, Format, WriteReport, convert, detect, read, write
from overtrick.formats.fingerprint import Fingerprint, fingerprint
from overtrick.formats.record import Comment, FormatError, Mark, PbnTable, Record, Remark

__all__ = [
    "FORMATS",
    "Comment",
    "Fingerprint",
    "Format",
    "FormatError",
    "Mark",
    "PbnTable",
    "Record",
    "Remark",
    "WriteReport",
    "convert",
    "detect",
    "fingerprint",
    "read",
    "write",
]
