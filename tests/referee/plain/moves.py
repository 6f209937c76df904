"""Moves: H1, H9 to H15, H17, H33, H41."""

from plain import neutral_timer, rings, turns
from plain.board import NEIGHBOURS, OTHER
from plain.glass import MS, Air, Glass, Refusal
from plain.match import Done, Match


def lift(m: Match, glass: Glass, at: int) -> None:
    """A glass leaves its tube."""
    if glass.stands is None:
        return
    glass.stands = None
    glass.is_touched = False
    glass.held_since, glass.is_warned = at, False
    if m.stage == "playing":
        _is_lifted(m, glass, at)


def _is_lifted(m: Match, glass: Glass, at: int) -> None:
    """In the hand from now on; a glass whose release is not judged for good yet was never released (H11, H12)."""
    if m.paused_at is not None:
        glass.air, glass.unturned_at, glass.full_at = (
            Air(could_move=False, lifted_at=at, full=m.full_cells()),
            None,
            None,
        )
        return
    if glass.refusal is not None and glass.accepted is None and glass.stands is None:  # H41: taken off again
        clear(m, glass, at)
    if glass.air is not None:
        glass.air.full = m.full_cells()
        was_full, glass.unturned_at, glass.full_at = glass.full_at, None, None
        if was_full is not None:
            neutral_timer.judge_runs_put_off(m)
        return
    is_to_move = m.turn is not None and m.turn.player == glass.player and m.can_move(glass)
    is_late = glass.player in m.late and glass in m.late[glass.player].glasses
    glass.air = Air(is_to_move or is_late, at, m.full_cells())
    if is_to_move:
        turns.starting_lift(m, glass, at)
        neutral_timer.judge_runs_put_off(m)


def place(m: Match, glass: Glass, cell: str, at: int) -> None:
    """It stands upright in a tube; the hand may still touch it."""
    if glass.stands is not None:
        lift(m, glass, at)
    glass.stands = cell
    glass.is_touched = True
    glass.placed_at = at
    glass.held_since = None
    if m.stage == "playing" and m.paused_at is None and glass.air is None:  # brought in: it left no tube (H41)
        _is_lifted(m, glass, at)


def release(m: Match, glass: Glass, at: int) -> None:
    if not glass.is_touched:
        return
    glass.is_touched = False
    if m.paused_at is not None:
        glass.air = None
    elif m.stage == "playing":
        judge(m, glass, at)


def flip(m: Match, glass: Glass, at: int) -> None:
    """H9: turned over where it stands it is judged as lifted, turned and put back."""
    stands_free = glass.stands is not None and not glass.is_touched
    is_judged = stands_free and m.stage == "playing" and m.paused_at is None
    if is_judged and glass.unturned_at is None:
        _is_lifted(m, glass, at)
    glass.unturned_at = None
    glass.turn_over(at)
    glass.turns += 1
    if is_judged:
        judge(m, glass, at)


def judge(m: Match, glass: Glass, at: int) -> None:
    """H9: a move is judged at its release, from the accepted position; the first that applies."""
    assert glass.stands is not None
    cell, player = glass.stands, glass.player
    is_late = player in m.late and glass in m.late[player].glasses
    is_turned = m.has_sand and glass.is_turned
    holder = m.holder_of(cell)
    if cell == glass.accepted and not is_turned:
        put_back(m, glass, at)
    elif not is_late and (m.turn is None or m.turn.player != player):
        refuse(m, glass, "out-of-turn", "H9", at)
    elif m.has_sand and glass.is_lost:
        refuse(m, glass, "run-out", "H9", at)
    elif cell == glass.accepted:
        refuse(m, glass, "own-cell", "H9", at)
    elif (rule := m.other_glass_first(glass)) is not None:
        refuse(m, glass, "other-glass-first", rule, at)
    elif glass.accepted is not None and cell not in NEIGHBOURS[glass.accepted]:
        refuse(m, glass, "not-adjacent", "H9", at)
    elif holder is not None:
        refuse(m, glass, "occupied", "H9", at)
    elif m.has_sand and not is_turned:
        glass.unturned_at = at
    elif glass.air is not None and cell in glass.air.full:
        glass.full_at, glass.full_asked_at = at, None
    else:
        accept(m, glass, cell, at)


def put_back(m: Match, glass: Glass, at: int) -> None:
    """H10: nothing happened; H9: what was refused is restored."""
    glass.air = None
    if glass.refusal is not None:
        clear(m, glass, at)
    rings.move_never_comes(m, glass)
    late = m.late.get(glass.player)
    if late is not None and glass in late.glasses and not m.late_glasses_in_the_air(glass.player):  # H28
        del m.late[glass.player]
        m.rule("turn-passed", at, "H28", player=glass.player, reason="forfeit")
    turns.look(m, at, at)


def clear(m: Match, glass: Glass, at: int) -> None:
    assert glass.refusal is not None
    m.rule("refusal-cleared", at, glass.refusal.rule, cells=glass.refusal.cells)
    glass.refusal = None


def refuse(m: Match, glass: Glass, reason: str, rule: str, at: int) -> None:
    """Shown, to be restored; turn and timers run on. A second wrong cell replaces the first refusal."""
    glass.air = None
    cells = sorted({cell for cell in (glass.accepted, glass.stands) if cell is not None})
    glass.refusal = Refusal(cells, reason, rule)
    m.rule("act-refused", at, rule, player=glass.player, hourglass=glass.name, reason=reason, cells=cells)
    if reason != "not-flipped":
        rings.move_never_comes(m, glass)
    turns.look(m, at, max(at, m.now))


def grace_ends(m: Match, glass: Glass) -> None:
    """H11: refused, dated at the release."""
    released = glass.unturned_at
    assert released is not None
    glass.unturned_at = None
    refuse(m, glass, "not-flipped", "H11", released)


def full_cell_confirmed(m: Match, glass: Glass) -> None:
    """G1.4, H12: the game is lost, unless the rings there are in doubt: then the players are asked."""
    assert glass.full_at is not None
    if glass.stands in m.doubted:
        glass.full_asked_at = glass.full_at + m.settings.full_cell_confirm_ms * MS
        m.rule("question", glass.full_asked_at, "H12", reason="full-cell")
    else:
        full_cell_lost(m, glass)


def full_cell_not_confirmed(m: Match, glass: Glass, at: int) -> None:
    """H12: not both have said that it is full, so nobody loses; dated at the end of the answers' time."""
    _rule_runs_put_off(m)
    glass.full_at = glass.full_asked_at = None
    assert glass.stands is not None
    accept(m, glass, glass.stands, at)


def full_cell_lost(m: Match, glass: Glass) -> None:
    """G1.4, H12: dated at the release."""
    released = glass.full_at
    assert released is not None
    _rule_runs_put_off(m)
    m.end(released, OTHER[glass.player], "full-cell", "G1.4")


def _rule_runs_put_off(m: Match) -> None:
    """H12: a run that ended meanwhile was in time."""
    for run in [run for run in m.runs if run.is_put_off]:
        m.runs.remove(run)
        m.rule("timer-ran-out", run.ends, "H27", player=run.turn.player, outcome="in-time")


def accept(m: Match, glass: Glass, cell: str, at: int) -> None:
    """H1: a legal move; the turn ends at its release. A late one ends a turn that is over already (H29)."""
    player, came_from = glass.player, glass.accepted
    is_late = player in m.late and glass in m.late[player].glasses
    if glass.refusal is not None:
        clear(m, glass, at)
    for window in [window for window in m.windows if window.player == player]:
        rings.window_lapses(m, window, at)
    done = Done("move-accepted", player, cell, m.ringless, glass=glass, came_from=came_from)
    done.had_begun, done.last_new = glass.has_begun, m.new_cells[player]
    m.done.append(done)
    _stand_accepted(glass, cell)
    late_rule = "G3.4" if m.settings.penalty == "revised" else "G98.1"
    rule = late_rule if is_late else "G.opt" if came_from is None else "G1.2"
    m.rule("move-accepted", at, rule, player=player, hourglass=glass.name, **{"from": came_from, "to": cell})
    m.last_release = at
    m.ringless += 1
    rings.new_cell(m, player, cell)
    turns.open_penalty_window(m, player, at)
    rings.open_window(m, glass, at)
    rings.move_came(m, glass, at)
    if is_late:
        del m.late[player]
        turns.look(m, at, at)
        return
    turns.end_turn(m, player)
    turns.next_turn(m, OTHER[player], at, at)
    turns.look(m, at, at)


def _stand_accepted(glass: Glass, cell: str) -> None:
    glass.accepted = cell
    glass.air = None
    glass.turns = 0
    glass.has_begun = True


def hold_warning(m: Match, glass: Glass) -> None:
    """H14."""
    assert glass.held_since is not None
    glass.is_warned = True
    at = glass.held_since + m.settings.hold_warning_ms * MS
    m.rule("warning", at, "H14", reason="hold", player=glass.player, hourglass=glass.name)
