"""What processes of the tools load before there is work for them, giving way to everybody else."""

from __future__ import annotations

from functools import partial

from overtrick.web.tables.jobs import Mind
from overtrick.web.working import gently

__all__ = ["prepare_analysts", "prepare_readers"]


def prepare_analysts(mind: Mind) -> None:
    """Load the tools and the system."""
    gently(partial(_load_tools, mind))


def prepare_readers() -> None:
    """Load all that reads files."""
    gently(_load_formats)


def _load_tools(mind: Mind) -> None:
    from overtrick.explain.squeezes import deals
    from overtrick.squeezes.deals import whole_deals
    from overtrick.web.tools import deal_meanings, deal_squeezes, suit_work

    assert all((deals, whole_deals, deal_meanings, deal_squeezes, suit_work))
    mind.agreements()


def _load_formats() -> None:
    from overtrick.web.tables import uploads
    from overtrick.web.tools import deal_reading

    assert all((uploads, deal_reading))
