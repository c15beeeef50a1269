"""File formats: paste anything, lose nothing. One `read`, one `write`, and `convert` between them."""

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
