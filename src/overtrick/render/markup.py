"""Escaping of text for HTML and SVG."""

from __future__ import annotations

import html
import re

__all__ = ["escaped"]

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold (XML 1.0, section 2.2)."""


def escaped(text: str) -> str:
    """Text escaped for use between tags or in an attribute; characters that XML forbids become �.

    >>> escaped('<b> & "c"\\x07')
    '&lt;b&gt; &amp; &quot;c&quot;�'
    """
    return html.escape(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text))
