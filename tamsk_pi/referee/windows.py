"""Windows: when the time for a ring begins and ends (H2, H3, H7, H8, H31, H33)."""

from dataclasses import replace

from tamsk_pi.referee import turns
from tamsk_pi.referee.desk import Desk, last_cell_of
from tamsk_pi.referee.evidence import rings as evidence
from tamsk_pi.referee.mobility import is_full
from tamsk_pi.referee.rulings import PenaltyLapsed, RingLapsed
from tamsk_pi.referee.state import ExtraRight, LastCell, PenaltyRight, RingWindow
from tamsk_pi.referee.turns import open_penalty_window
from tamsk_pi.referee.why import Fact
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Player


def open_after_move(desk: Desk, player: Player, seat: Cell, released: Fact) -> None:
    """The mover's windows open at his release: for the regular ring (G1.3, H2, H7, H33), for a penalty ring (H31)."""
    at_ns = released.at_ns
    desk.set_last_cell(player, LastCell(seat, at_ns))
    if desk.state.rings_left(player) > 0 and not is_full(desk.state, seat):
        ends = at_ns + desk.ms(desk.state.settings.ring_window)
        turn = desk.state.turn
        started = turn is not None and turn.player is player.opponent and turn.has_started
        window = RingWindow(player, seat, ends, released, opponent_started=started)
        desk.update(windows=(*desk.state.windows, window))
    open_penalty_window(desk, player, at_ns, released)


def lapse(desk: Desk, window: RingWindow, at_ns: int, *, next_move: tuple[Fact, ...] = ()) -> None:
    """The mover dropped no ring in time (H2): the opponent may, unless he has started (H3). No light says so, for to
    notice it is the opponent's job (H4).

    `next_move`, evidence, is the mover's own next release if that closed the window.
    """
    state = desk.state
    why = evidence.lapsed(state, window, at_ns, next_move)
    _mark_lapsed(desk, window, at_ns)
    desk.update(windows=tuple(w for w in state.windows if w is not window), closed_ns=max(state.closed_ns, at_ns))
    desk.rule(RingLapsed(at_ns=at_ns, rule="H2", player=window.player, cell=window.cell, why=why))
    other = window.player.opponent
    if not window.opponent_started and state.rings_left(other) > 0 and not is_full(state, window.cell):
        desk.update(extra_rights=(*desk.state.extra_rights, ExtraRight(other, window.cell, at_ns)))


def _mark_lapsed(desk: Desk, window: RingWindow, at_ns: int) -> None:
    """Evidence for a ring that comes too late."""
    last = last_cell_of(desk.state, window.player)
    if last is not None and last.cell == window.cell:
        desk.set_last_cell(window.player, replace(last, lapsed_ns=at_ns))


def lapse_by_time(desk: Desk, window: RingWindow) -> None:
    """A regular window ends by itself; that may be what the end of the match waited for (H8, H35)."""
    lapse(desk, window, window.ends_ns)
    _after_closing(desk, window.ends_ns)


def lapse_penalty_by_time(desk: Desk, right: PenaltyRight) -> None:
    """The penalty ring was not dropped in its window (H31)."""
    assert right.ends_ns is not None
    desk.update(
        penalties=tuple(p for p in desk.state.penalties if p is not right),
        closed_ns=max(desk.state.closed_ns, right.ends_ns),
    )
    why = evidence.penalty_lapsed(desk.state, right)
    desk.rule(PenaltyLapsed(at_ns=right.ends_ns, rule="H31", player=right.player, why=why))
    _after_closing(desk, right.ends_ns)


def _after_closing(desk: Desk, at_ns: int) -> None:
    turns.look_for_block(desk, at_ns)
