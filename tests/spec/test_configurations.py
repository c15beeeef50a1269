"""What a configuration says of a pair, and what it cannot say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bidding import Agreements, load
from overtrick.bidding.simulating import Scoring
from overtrick.player import Aim, PlaySettings
from overtrick.table.matches import PRESETS, Configuration, MatchError

FULL = (
    "deals=100,scoring=matchpoints,meanings=off,leads=off,weights=off,strategies=off,"
    "system=natural,simulate=20"
)
configurations = st.builds(
    Configuration,
    st.builds(
        PlaySettings,
        deals=st.integers(1, 10**6),
        pool=st.integers(1, 10**6),
        aim=st.sampled_from(Aim),
        uses_meanings=st.booleans(),
        uses_leads=st.booleans(),
        is_weighted=st.booleans(),
        compares_strategies=st.booleans(),
        recall=st.integers(0, 13),
        mistake=st.floats(1e-9, 1),
        strange=st.floats(1e-9, 1),
        worlds=st.integers(1, 64),
        depth=st.integers(1, 30),
        foresight=st.integers(0, 13),
        positions=st.integers(0, 10**6),
    ),
    st.sampled_from(["sayc", "natural", "schenken"]),
    st.none() | st.integers(2, 10**6),
)


def test_every_word_changes_what_it_names() -> None:
    found = Configuration.parse(FULL)
    play = PlaySettings(100, 400, 1, Aim.MATCHPOINTS, False, False, False, False)
    assert found == Configuration(play, "natural", 20)
    assert str(found) == FULL


@given(configurations)
def test_a_configuration_reads_back_from_its_own_text(found: Configuration) -> None:
    assert Configuration.parse(str(found)) == eval(repr(found)) == found


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_called_by_its_name(name: str) -> None:
    assert str(Configuration.parse(name)) == name
    assert Configuration.parse(f"{name.upper()}, {PRESETS[name] or 'default'}") == Configuration.parse(name)


def test_plain_is_sampling_without_weights_or_strategies() -> None:
    plain = Configuration.parse("plain").play
    assert (plain.is_weighted, plain.compares_strategies, plain.uses_meanings) == (False, False, True)


def test_the_word_of_earlier_logs_is_still_read() -> None:
    assert Configuration.parse("AIM=contract") == Configuration.parse("scoring=contract")


def test_the_last_word_counts() -> None:
    assert Configuration.parse("plain,weights=on") == Configuration.parse("strategies=off")
    assert Configuration.parse("simulate=20,simulate=off") == Configuration()


def test_seeds_and_threads_are_no_part_of_a_configuration() -> None:
    assert Configuration(PlaySettings(seed=9, threads=3)) == Configuration()


def test_a_player_thinks_as_its_configuration_says() -> None:
    agreements = Agreements(load("natural"))
    player = Configuration.parse(FULL).player(agreements, seed=5)
    assert (player.settings.deals, player.settings.seed, player.settings.threads) == (100, 5, 1)
    assert player.bidding is not None
    assert (player.bidding.deals, player.bidding.seed, player.bidding.threads) == (20, 5, 1)
    assert player.bidding.scoring is Scoring.MATCHPOINTS
    assert Configuration().player(agreements, seed=5).bidding is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("strong", "'strong' says nothing about a player: expected default, plain"),
        ("strategy=off", "did you mean 'strategies'"),
        ("", "'' says nothing about a player"),
        ("plain,", "'' says nothing about a player"),
        ("deals", "'deals' says nothing"),
        ("seed=1", "'seed=1' says nothing"),
        ("deals=many", "deals= is followed by a whole number up to 1,000,000,000, not 'many'"),
        ("deals=0", "deals must be at least 1, not 0"),
        ("deals=99999999999", "deals= is followed by a whole number"),
        ("deals=-5", "deals= is followed by a whole number"),
        ("worlds=65", "at most 64 worlds"),
        ("mistake=0", "mistake is a probability above 0"),
        ("mistake=nan", "mistake= is followed by a probability like 0.2, not 'nan'"),
        ("weights=maybe", "weights= is followed by on or off, not 'maybe'"),
        ("scoring=glory", "scoring= is followed by contract, imps, matchpoints, not 'glory'"),
        ("system=acol", "there is no system 'acol'"),
        ("simulate=1", "simulated on 2 deals at least"),
    ],
)
def test_an_impossible_configuration_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(MatchError, match=f"^.*{fault}") as raised:
        Configuration.parse(text)
    assert raised.value.text == text


def test_every_fault_is_named() -> None:
    with pytest.raises(MatchError) as raised:
        Configuration.parse("deals=x,weights=x,fast")
    assert len(raised.value.faults) == 3
