"""What the players say, the start, pauses and taking back: H18, H39, H40."""

from plain import end, moves, rings, sand, turns
from plain.board import CELLS, HOME, OTHER
from plain.glass import MS, Glass, Refusal
from plain.match import Done, ExtraRight, Match, PenaltyRight, Window
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import cell_name


def start(m: Match, at: int) -> None:
    """G1.1, G.opt, H18."""
    if m.stage != "before":
        return
    is_free = m.settings.start == "free-placement"
    home = {name: None if is_free else HOME[name] for name in m.glasses}
    wrong = [glass for glass in m.glasses.values() if glass.stands != home[glass.name]]
    ringed = [cell for cell, count in m.lying_rings.items() if count]
    full_tops = []
    for glass in m.glasses.values():
        glass.flow(at)
        if m.has_sand and glass.top > 0:
            full_tops.append(glass)
    for reason, glasses in (("not-set-up", wrong), ("sand-in-top", full_tops)):
        for glass in glasses:
            cells = sorted({cell for cell in (home[glass.name], glass.stands) if cell is not None})
            m.rule("act-refused", at, "H18", player=glass.player, hourglass=glass.name, reason=reason, cells=cells)
        for cell in ringed if reason == "not-set-up" else []:
            m.rule("act-refused", at, "H18", player=None, hourglass=None, reason=reason, cells=[cell])
    if wrong or ringed or full_tops:
        return
    m.stage = "playing"
    for glass in m.glasses.values():
        glass.accepted, glass.turns, glass.is_touched = home[glass.name], 0, False
    s = m.settings
    rule = "G.opt" if is_free else "G1.1"
    m.rule("match-started", at, rule, level=s.level, penalty=str(s.penalty), start=str(s.start))
    turns.next_turn(m, "red", at, at)


def say(m: Match, said: Say, at: int) -> None:
    """H40: an answer is an event like any other."""
    if m.stage in ("before", "ended"):
        return
    player = str(said.player) if said.player is not None else ""
    glass = m.glasses[said.hourglass.label] if said.hourglass is not None else None
    if said.what is Answer.RESIGN:
        m.end(at, OTHER[player], "resigned", "H39")
    elif said.what is Answer.DRAW:
        if both(m, "draw", player, at):
            m.end(at, "none", "agreed", "H39")
    elif said.what is Answer.ALIVE and glass is not None:
        if m.stage == "asking":
            end.said_alive(m, glass, at)
        else:
            sand.say_alive(m, glass, at)
            if m.stage == "awaiting":
                end.look_at_the_sand(m, at)
    elif said.what is Answer.DEAD and glass is not None:
        sand.say_dead(m, glass, at)
    elif m.stage == "playing":
        _say_in_play(m, said, player, at)


def _say_in_play(m: Match, said: Say, player: str, at: int) -> None:
    if said.what is Answer.RESUME:
        if m.paused_at is not None and both(m, "resume", player, at):
            resume(m, at)
    elif m.paused_at is not None:
        return
    elif said.what is Answer.PAUSE:
        is_free = m.turn is not None and m.turn.player == player and m.turn.run not in m.runs
        if both(m, "pause", player, at) or is_free:
            m.offers.pop(("pause", player), None)
            m.paused_at, m.rings_at_pause = at, dict(m.lying_rings)
            m.rule("paused", at, "H39", player=player)
    elif said.what is Answer.CONFIRM:
        asked = [g for g in m.glasses.values() if g.full_at is not None and g.full_asked_at is not None]
        if asked and both(m, "confirm", player, at):
            moves.full_cell_lost(m, asked[0])
    elif said.what is Answer.UNDO:
        if m.done and both(m, "undo", player, at):
            take_back(m, at)
    elif said.what is Answer.OWNER and said.cell is not None:
        cell = cell_name(said.cell)
        if twice(m, ("owner", cell, player), at):
            rings.say_owner(m, cell, player, at)
            turns.look(m, at, at)


def both(m: Match, what: str, player: str, at: int) -> bool:
    """H39: it takes both within the answer window."""
    said = m.offers.get((what, OTHER[player]))
    m.offers[what, player] = at
    if said is None or _passed(m, what, said, at) > m.settings.answer_window_ms * MS:
        return False
    del m.offers[what, player], m.offers[what, OTHER[player]]
    return True


def _passed(m: Match, what: str, said: int, at: int) -> int:
    """How much of its window is over: none of it passes in a pause, unless it is about resuming (H39)."""
    return at - said if m.paused_at is None or what == "resume" else max(0, m.paused_at - said)


def twice(m: Match, what: tuple[str, ...], at: int) -> bool:
    """H5."""
    said = m.offers.pop(what, None)
    if said is not None and _passed(m, what[0], said, at) <= m.settings.answer_window_ms * MS:
        return True
    m.offers[what] = at
    return False


def resume(m: Match, at: int) -> None:
    """H39: everything but sand stood still; what differs from the accepted position is refused."""
    assert m.paused_at is not None
    since, shift, m.paused_at = m.paused_at, at - m.paused_at, None
    before = m.rings_at_pause
    m.rule("resumed", at, "H39")
    _shift(m, since, shift)
    for glass in m.glasses.values():
        _refuse_moved(m, glass, at)
    for cell in CELLS:
        if m.lying_rings[cell] != before[cell]:
            _refuse_rings(m, cell, m.lying_rings[cell] - before[cell], at)
    turns.look(m, at, at)


def _refuse_moved(m: Match, glass: Glass, at: int) -> None:
    """What stands elsewhere or turned over since the pause; what was refused there before still is."""
    if glass.stands is None or glass.unturned_at is not None or glass.full_at is not None:
        return
    if glass.stands == glass.accepted and not (m.has_sand and glass.is_turned):
        glass.air, glass.refusal = None, None
        return
    cells = sorted({cell for cell in (glass.accepted, glass.stands) if cell is not None})
    if glass.refusal is not None and glass.refusal.cells == cells:
        return
    glass.air, glass.is_touched, glass.refusal = None, False, Refusal(cells, "in-pause", "H39")
    m.rule("act-refused", at, "H39", player=glass.player, hourglass=glass.name, reason="in-pause", cells=cells)


def _refuse_rings(m: Match, cell: str, more: int, at: int) -> None:
    """One ruling for a cell; each ring is cleared by itself."""
    wrong = m.wrong_rings[cell]
    m.rule("act-refused", at, "H39", player=None, hourglass=None, reason="in-pause", cells=[cell])
    for _ in range(more):
        wrong.append(Refusal([cell], "in-pause", "H39"))
    for _ in range(-more):
        too_many = [refusal for refusal in wrong if refusal.reason != "ring-taken"]
        if too_many:
            wrong.remove(too_many[-1])
        else:
            wrong.append(Refusal([cell], "ring-taken", "H6"))


def _shift(m: Match, since: int, by: int) -> None:
    for window in m.windows:
        window.ends += by
    for right in m.extras:
        right.since += by
    for penalty in m.penalties.values():
        if penalty.ends is not None:
            penalty.ends += by
    for run in m.runs:
        if not run.is_put_off:
            run.ends += by
    m.timer_empty_at += by
    m.stalled_at = None if m.stalled_at is None else m.stalled_at + by
    m.last_release = None if m.last_release is None else m.last_release + by
    resumed = since + by
    m.offers = {what: at + resumed - max(at, since) for what, at in m.offers.items() if what[0] != "resume"}
    for glass in m.glasses.values():
        glass.held_since = None if glass.held_since is None else glass.held_since + by
        glass.unturned_at = None if glass.unturned_at is None else glass.unturned_at + by
        glass.full_at = None if glass.full_at is None else glass.full_at + by
        glass.full_asked_at = None if glass.full_asked_at is None else glass.full_asked_at + by
        glass.placed_at += by


def take_back(m: Match, at: int) -> None:
    """H39: the last accepted act, a ring before its move."""
    done = m.done.pop()
    m.ringless = done.ringless
    if done.kind == "ring-accepted":
        _take_back_ring(m, done, at)
    else:
        _take_back_move(m, done, at)
    turns.look(m, at, at)


def _take_back_ring(m: Match, done: Done, at: int) -> None:
    player, cell = done.player, done.cell
    m.rule("taken-back", at, "H39", cells=[cell], undone=done.kind)
    m.rings[cell] -= 1
    m.left[done.owner] += 1
    m.wrong_rings[cell].append(Refusal([cell], "taken-back", "H39"))
    mover = OTHER[player] if done.ring_kind == "extra" else player
    new = m.new_cells[mover]
    if new is not None and new.cell == cell and done.ring_kind != "penalty":
        new.has_ring = False
    if done.ring_kind == "regular":
        other = OTHER[player]
        is_started = m.turn is not None and m.turn.player == other and m.turn.is_started
        m.windows.append(Window(player, cell, at + m.ring_window, is_started))
    elif done.ring_kind == "extra":
        m.extras.append(ExtraRight(player, cell, at))
    else:
        m.penalties.pop(player, None)
        m.penalties[player] = PenaltyRight(at + m.penalty_window)


def _take_back_move(m: Match, done: Done, at: int) -> None:
    glass, player = done.glass, done.player
    assert glass is not None
    cells = sorted({cell for cell in (done.came_from, done.cell) if cell is not None})
    m.rule("taken-back", at, "H39", cells=cells, undone=done.kind)
    glass.accepted, glass.has_begun = done.came_from, done.had_begun
    if glass.stands != glass.accepted or (m.has_sand and glass.is_turned):
        glass.refusal = Refusal(cells, "taken-back", "H39")
    elif glass.refusal is not None:
        moves.clear(m, glass, at)
    m.new_cells[player] = done.last_new
    m.windows = [w for w in m.windows if (w.player, w.cell) != (player, done.cell)]
    m.extras = [r for r in m.extras if (r.player, r.cell) != (OTHER[player], done.cell)]
    if m.turn is not None:
        turns.end_turn(m, m.turn.player)
    for late in list(m.late):
        turns.late_move_is_gone(m, late)
    m.last_release = m.stalled_at = None
    end.look_for_ringless_end(m, at, at)
    if m.stage == "playing":
        turns.begin_turn(m, player, at, "G1.1")
