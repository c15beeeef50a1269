"""The process that raises workers: it loads the player once, and each worker is a copy that thinks.

Run as ``python -m overtrick.wire.client.nursery`` with a socket as standard input. It never thinks itself,
so it has no threads when it divides; a worker can be ended at any moment, and the next is there at once. When
the socket is closed, in whatever way the client has ended, it ends with all its workers.

Workers that ponder come from a polite copy of it, which reads the auction before it divides: what it has read
is not lost when their thoughts are given up.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from overtrick.core import OvertrickError, SeatView, Side
from overtrick.wire.client.thoughts import NURSERY, PREPARED, Answer, Setup, receive, send

if TYPE_CHECKING:
    from overtrick.player import Player

__all__ = ["main"]

Players = Mapping[Side, "Player"]

_POLITENESS = 10
"""How far workers that only ponder stand back."""


def main() -> None:
    """Load the player, then make a worker for each socket that comes."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers that end
    with socket.socket(fileno=os.dup(0)) as control:
        try:
            players = _players(receive(control))
        except OvertrickError as error:
            send(control, str(error))
            return
        send(control, None)
        with suppress(OSError, EOFError):
            while _raise_worker(control, players):
                pass
    os.killpg(0, signal.SIGKILL)


def _players(setup: Setup) -> Players:
    """The player for a seat of either side, whose systems may differ."""
    from overtrick.bidding import Agreements, load
    from overtrick.player import Player

    ours = load(setup.system, dict(setup.conventions))
    if setup.their_system is None:
        return dict.fromkeys(Side, Player(setup.play, Agreements(ours, ours)))
    theirs = load(setup.their_system)
    return {
        Side.NS: Player(setup.play, Agreements(ours, theirs)),
        Side.EW: Player(setup.play, Agreements(theirs, ours)),
    }


def _raise_worker(control: socket.socket, players: Players) -> bool:
    """One more worker, on the socket that came; False when none will come any more."""
    wish, sockets, _, _ = socket.recv_fds(control, 1, 1)
    if not wish or not sockets:
        return False
    with socket.socket(fileno=sockets[0]) as line:
        if wish == PREPARED:
            _prepare(players, line)
        if os.fork() == 0:
            control.close()
            with suppress(OSError, EOFError, KeyboardInterrupt):
                send(line, os.getpid())
                (_raise_politely if wish == NURSERY else _work)(line, players)
            os._exit(0)
    return True


def _raise_politely(control: socket.socket, players: Players) -> None:
    """Raise workers that stand back behind other processes."""
    os.nice(_POLITENESS)
    while _raise_worker(control, players):
        pass


def _prepare(players: Players, line: socket.socket) -> None:
    """Read what every thought about a view needs, without threads; nobody may be interested any more."""
    from overtrick.player.worlds import draw

    with suppress(Exception):  # what goes wrong here goes wrong again when it is thought about
        view = receive(line)
        player = players[view.seat.side]
        player.agreements.state(view.auction, view.vul)
        if view.play is not None:
            little = replace(player.settings, deals=1, pool=1, is_weighted=False, threads=1)
            draw(view, player.agreements, little)


def _work(line: socket.socket, players: Players) -> None:
    """Think about one view after the other, until nobody asks."""
    while True:
        send(line, _answer(players, receive(line)))


def _answer(players: Players, view: SeatView) -> Answer | str:
    """What the player does, or in a sentence why it does nothing."""
    begun, player = perf_counter(), players[view.seat.side]
    try:
        if view.play is None:
            bidden = player.bid(view)
            return Answer(bidden.call, bidden.meaning, perf_counter() - begun)
        return Answer(player.choose(view).card, None, perf_counter() - begun)
    except Exception as error:  # whatever goes wrong in a thought, the client plays on
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    with suppress(OSError, EOFError, pickle.UnpicklingError, KeyboardInterrupt):
        main()
