"""Sand that runs out: G2.6, H14, H16, H19 to H21."""

from plain import end, neutral_timer, turns
from plain.glass import MS, Glass
from plain.match import Match

EYES_MS = 2_000


def can_expire(m: Match, glass: Glass) -> bool:
    """H16, H19, H11, H12: whether its running out would be ruled now."""
    if not m.has_sand or not glass.has_begun or glass.is_lost:
        return False
    if m.stage != "playing" or glass.air is None:
        return m.stage in ("playing", "awaiting")
    if glass.unturned_at is not None or glass.full_at is not None:
        return False
    is_late = glass.player in m.late and glass in m.late[glass.player].glasses
    return not is_late and (m.turn is None or m.turn.player != glass.player)


def expire(m: Match, glass: Glass, on: int) -> None:
    """G2.6; H20: dated at the run-out; what follows is dated so too, but not before the turn began."""
    glass.is_lost, glass.lost_on = True, on
    m.rule("hourglass-expired", on, "G2.6", player=glass.player, hourglass=glass.name)
    if m.stage == "awaiting":
        end.look_at_the_sand(m, m.now)
        return
    turns.look(m, on if m.turn is None else max(on, m.turn.began), m.now)
    neutral_timer.judge_runs_put_off(m)


def eyes_ms(m: Match, glass: Glass) -> int:
    return max(m.uncertainty(glass) // MS, EYES_MS)


def eyes_count(m: Match, glass: Glass, at: int) -> bool:
    """H20: from so much before the measured run-out until it is ruled, once a run."""
    due = glass.run_out()
    is_near = due is not None and at >= due - eyes_ms(m, glass) * MS
    return m.has_sand and glass.has_begun and not glass.is_lost and not glass.is_sworn and is_near


def say_dead(m: Match, glass: Glass, at: int) -> None:
    due = glass.run_out()
    if due is not None and eyes_count(m, glass, at) and can_expire(m, glass):
        expire(m, glass, min(at, due))


def say_alive(m: Match, glass: Glass, at: int) -> None:
    if eyes_count(m, glass, at):
        glass.give(at, eyes_ms(m, glass))
        glass.is_sworn = True
        neutral_timer.judge_runs_put_off(m)


def tilt(m: Match, glass: Glass, at: int) -> None:
    """H14."""
    glass.lay(at)
    if glass.held_since is None:
        glass.held_since, glass.is_warned, glass.lies_beside = at, False, True


def upright(m: Match, glass: Glass, at: int) -> None:
    glass.stand_up(at)
    if glass.lies_beside:
        glass.held_since, glass.lies_beside = None, False
