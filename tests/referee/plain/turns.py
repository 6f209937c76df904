"""Whose turn it is: G1.1, G1.5, H13, H22, G98.3."""

from plain import end, rings
from plain.board import OTHER
from plain.glass import Air, Glass
from plain.match import Match, Turn


def end_turn(m: Match, player: str) -> None:
    """A turn is over, not by being sat out; H29: with the last of them the other's late move is gone."""
    other_late = m.late.get(OTHER[player])
    if other_late is not None:
        other_late.opponent_turns -= 1
        if other_late.opponent_turns == 0:
            late_move_is_gone(m, OTHER[player])
    m.turn = None
    in_the_air = m.late[player].glasses if player in m.late else []
    for glass in m.own(player):
        if glass.air is not None and glass not in in_the_air:
            glass.air.could_move = False


def late_move_is_gone(m: Match, player: str) -> None:
    """H29: without a ruling."""
    for glass in m.late.pop(player).glasses:
        if glass.air is not None:
            glass.air.could_move = False


def next_turn(m: Match, player: str, at: int, now: int, rule: str = "G1.1") -> None:
    """The turn goes to this player, or past him; `at` dates it, `now` is when it is ruled (H20)."""
    while True:
        end.look_for_ringless_end(m, at, now)
        if m.stage != "playing":
            return
        other = OTHER[player]
        if not m.player_can_move(player) and not m.player_can_move(other):
            stall(m, at, now)
            return
        if m.fines[player] > 0:  # G98.3
            m.fines[player] -= 1
            m.rule("turn-passed", at, "G98.3", player=player, reason="sitting-out")
        elif not m.player_can_move(player) and not m.late_glasses_in_the_air(other):
            pass_blocked(m, player, at, now)
        else:
            begin_turn(m, player, at, rule)
            return
        player = other


def begin_turn(m: Match, player: str, at: int, rule: str) -> None:
    if player in m.late:
        late_move_is_gone(m, player)
    m.turn = Turn(player, at)
    m.rule("turn-started", at, rule, player=player)
    waiting = [(glass.waiting[0].at, glass.order, glass) for glass in m.own(OTHER[player]) if glass.waiting]
    for _, _, glass in sorted(waiting):  # H2: a move of a turn that is over, and not late, never comes
        if OTHER[player] not in m.late or glass not in m.late[OTHER[player]].glasses:
            rings.move_never_comes(m, glass)
    for glass in m.own(player):  # H13: what is in his hand already is judged as lifted now
        if glass.air is not None and glass.full_at is None:
            glass.air = Air(m.can_move(glass), max(at, glass.air.lifted_at), m.full_cells())
            if glass.air.could_move:
                starting_lift(m, glass, glass.air.lifted_at)


def pass_blocked(m: Match, player: str, at: int, now: int) -> None:
    """G1.5, H22; H32: a right to a penalty ring can be used from the pass."""
    m.rule("turn-passed", at, "G1.5", player=player, reason="blocked")
    open_penalty_window(m, player, now)
    end_turn(m, player)


def open_penalty_window(m: Match, player: str, now: int) -> None:
    """H31, H32."""
    right = m.penalties.get(player)
    if right is not None and right.ends is None:
        right.ends = now + m.penalty_window


def stall(m: Match, at: int, now: int) -> None:
    """H22, H32, H35: neither can move, nobody passes; windows open at the ruling (H20)."""
    m.turn = None
    m.stalled_at = at
    for player in ("red", "black"):
        open_penalty_window(m, player, now)


def starting_lift(m: Match, glass: Glass, at: int) -> None:
    """H13: the first one starts the move; H3: the extra right ends; H20: close to its run-out."""
    if m.turn is not None:
        m.turn.is_started = True
    rings.opponent_started(m, glass.player)
    due = glass.run_out()
    if (
        m.has_sand
        and glass.has_begun
        and m.uncertainty(glass) > 0
        and due is not None
        and abs(at - due) <= m.uncertainty(glass)
    ):
        m.rule("warning", at, "H20", reason="close-to-expiry", player=glass.player, hourglass=glass.name)


def look(m: Match, at: int, now: int) -> None:
    """H22: after every release, ring, expiry, restoration and closed window; H8, H35: is it the end?"""
    if m.stage != "playing" or m.paused_at is not None:
        return
    if m.turn is not None:
        player = m.turn.player
        if not m.player_can_move(player):
            if not m.player_can_move(OTHER[player]):
                at = max(at, m.turn.began)
                stall(m, at, now)
            elif not m.late_glasses_in_the_air(OTHER[player]):
                at = max(at, m.turn.began)
                pass_blocked(m, player, at, now)
                next_turn(m, OTHER[player], at, now)
    end.look_for_the_end(m, at, now)
