"""The neutral timer and what it costs: G3.2 to G3.6, G98.1, G98.2, H20, H21, H23 to H30."""

from plain import turns
from plain.board import OTHER
from plain.glass import MS
from plain.match import LateMove, Match, PenaltyRight, Run


def turn_over(m: Match, at: int) -> None:
    """G3.2, G3.3, H23, H24."""
    if m.settings.level != 3:
        return
    sand_at = at if m.paused_at is None else m.paused_at  # in a pause its sand stands still (H39)
    has_sand_on_top = m.timer_empty_at > sand_at
    ends_ms = m.settings.timer_end_ms or (m.settings.timer_ms, m.settings.timer_ms)
    full_ms, m.timer_end_down = ends_ms[m.timer_end_down], 1 - m.timer_end_down
    below = full_ms * MS - max(0, m.timer_empty_at - sand_at)
    run = below * ends_ms[m.timer_end_down] // full_ms
    m.timer_empty_at = sand_at + run
    if m.stage != "playing" or m.paused_at is not None:
        m.is_timer_void = m.is_timer_void and has_sand_on_top
        return
    if has_sand_on_top and m.is_timer_void:
        return
    m.is_timer_void = False
    if m.turn is None:
        return
    if has_sand_on_top:
        _void(m, "H23", at)
    elif m.last_release is not None and at - m.last_release <= m.settings.timer_grace_ms * MS:
        m.is_timer_void = True
        _void(m, "H24", at)
    elif m.turn.run is not None:
        _void(m, "H23", at)
    else:
        m.turn.run = Run(m.turn, at + run)
        m.runs.append(m.turn.run)
        m.rule("timer-started", at, "G3.2", player=m.turn.player)


def _void(m: Match, rule: str, at: int) -> None:
    m.rule("act-refused", at, rule, player=None, hourglass=None, reason="timer-void", cells=[])


def run_ends(m: Match, run: Run) -> None:
    """G3.4, G3.6, H27, H28; dated at the run-out whenever it is ruled."""
    player = run.turn.player
    if m.turn is not run.turn or not m.player_can_move(player):  # who cannot move is never fined (G3.6, G98, H32)
        m.runs.remove(run)
        m.rule("timer-ran-out", run.ends, "H27", player=player, outcome="in-time")
        return
    own = m.own(player)
    if any(glass.full_at is not None for glass in own):  # H12
        run.is_put_off = True
        return
    in_the_air = [glass for glass in own if glass.air is not None and glass.air.could_move]
    if not in_the_air and _has_perhaps_passed(m, run):  # H20, H21
        run.is_put_off = run.waits_for_sand = True
        return
    m.runs.remove(run)
    if in_the_air and not run.waits_for_sand:
        _late(m, run, m.now)
    else:
        _forfeit(m, run, m.now)


def _has_perhaps_passed(m: Match, run: Run) -> bool:
    """All his glasses that can move had run out by then, and that is not ruled yet."""
    for glass in m.own(run.turn.player):
        if m.can_move(glass):
            due = glass.run_out()
            if not m.has_sand or not glass.has_begun or due is None or due > run.ends:
                return False
    return True


def judge_runs_put_off(m: Match) -> None:
    """H12, H20: something came to be known; they are due again, at their date."""
    for run in m.runs:
        run.is_put_off = False


def _late(m: Match, run: Run, now: int) -> None:
    player = run.turn.player
    rule = "G3.4" if m.settings.penalty == "revised" else "G98.1"
    m.rule("timer-ran-out", run.ends, rule, player=player, outcome="late")
    _grant(m, OTHER[player], "late", rule, run.ends)
    glasses = [glass for glass in m.own(player) if glass.air is not None and glass.air.could_move]
    m.late[player] = LateMove(glasses, 1 if m.settings.penalty == "revised" else 2)
    _turn_goes_on(m, run, now)


def _forfeit(m: Match, run: Run, now: int) -> None:
    player = run.turn.player
    rule = "G3.6" if m.settings.penalty == "revised" else "G98.2"
    m.rule("timer-ran-out", run.ends, rule, player=player, outcome="forfeit")
    _grant(m, OTHER[player], "forfeit", rule, run.ends)
    m.rule("turn-passed", run.ends, rule, player=player, reason="forfeit")
    _turn_goes_on(m, run, now)


def _turn_goes_on(m: Match, run: Run, now: int) -> None:
    """G3.5: to the opponent, at the run-out."""
    turns.end_turn(m, run.turn.player)
    turns.next_turn(m, OTHER[run.turn.player], run.ends, now, "G3.5")
    turns.look(m, run.ends, now)


def _grant(m: Match, player: str, reason: str, rule: str, at: int) -> None:
    """G3.4, H30; G98.1 and G98.2: the other plays two turns in a row."""
    if m.settings.penalty != "revised":
        m.fines[OTHER[player]] += 1
        m.rule("penalty-granted", at, rule, player=player, reason=reason, turns=2)
        return
    if m.left[player] == 0:
        return
    if player in m.penalties:
        del m.penalties[player]
        m.rule("penalty-lapsed", at, "H30", player=player)
    m.penalties[player] = PenaltyRight()
    m.rule("penalty-granted", at, rule, player=player, reason=reason)


def penalty_lapses(m: Match, player: str) -> None:
    """H31."""
    ends = m.penalties.pop(player).ends
    assert ends is not None
    m.closed_at = max(m.closed_at, ends)
    m.rule("penalty-lapsed", ends, "H31", player=player)
    turns.look(m, ends, ends)
