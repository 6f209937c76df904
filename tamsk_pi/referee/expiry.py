"""Expiry: when a glass has run out, and when that is ruled (G2.6, H11, H12, H16, H19, H20)."""

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.glass import Glass, Phase
from tamsk_pi.referee.rulings import HourglassExpired
from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.referee.why import Fact
from tamsk_pi.rules.pieces import Hourglass


def run_out_ns(state: RefereeState, glass: Glass) -> int | None:
    """When the glass's top is or was empty, if that can cost its owner the glass; None for one that cannot expire.

    Not at level 1, not before its first accepted move (H16), not lost again, not while it lies.
    """
    if not state.settings.has_sand or not glass.is_living:
        return None
    return glass.sand.runs_out_ns()


def is_safe(state: RefereeState, glass: Glass) -> bool:
    """In the hand in its owner's turn (H19), within its flip grace (H11) or confirmation (H12) it cannot expire."""
    if state.stage is not Stage.PLAYING:
        return False
    if glass.phase in (Phase.UNTURNED, Phase.CONFIRMING):
        return True
    if glass.phase is Phase.STANDING:
        return False
    has_turn = state.turn is not None and state.turn.player is glass.player
    is_late = state.late is not None and glass.hourglass in state.late.hourglasses
    return has_turn or is_late


def ruled_at_ns(state: RefereeState, glass: Glass) -> int | None:
    """When the expiry is ruled: the uncertainty after the measured run-out (H20); None while it is safe."""
    runs_out = run_out_ns(state, glass)
    if runs_out is None or is_safe(state, glass):
        return None
    return runs_out + uncertainty_ms(state, glass) * 1_000_000


def uncertainty_ms(state: RefereeState, glass: Glass) -> int:
    """The glass's own u, for the end that is down (H20)."""
    return state.settings.uncertainty_ms(glass.hourglass, glass.sand.end_down)


def close_ms(state: RefereeState, one: Glass, other: Glass) -> int:
    """Run-outs of these two no further apart than this are too close to tell (H37)."""
    return max(state.settings.tie_tolerance_ms, uncertainty_ms(state, one) + uncertainty_ms(state, other))


def expire(desk: Desk, hourglass: Hourglass, at_ns: int, said: tuple[Fact, ...] = ()) -> None:
    """The glass is lost: it stays where it is and may not be moved (G2.6). `said`: the players saw it (H20)."""
    why = evidence.expired(desk.state, desk.glass(hourglass), at_ns, said)
    desk.update_glass(hourglass, expired_ns=at_ns)
    desk.rule(HourglassExpired(at_ns=at_ns, rule="G2.6", player=hourglass.player, hourglass=hourglass, why=why))


def expire_overdue(desk: Desk) -> None:
    """Expire what is due by now, red1 … black3."""
    for glass in desk.state.glasses:
        due = ruled_at_ns(desk.state, glass)
        if due is not None and due <= desk.now_ns:
            runs_out = glass.sand.runs_out_ns()
            assert runs_out is not None
            expire(desk, glass.hourglass, runs_out)
