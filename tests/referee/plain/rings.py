"""Rings: H2 to H8, H30 to H33."""

from plain import turns
from plain.board import OTHER
from plain.glass import Glass, Refusal, Waiting
from plain.match import Done, ExtraRight, Match, NewCell, Window

Meaning = tuple[str, str]
"""Kind and player of a ring that is accepted; or "" and the reason of one that is refused."""

RULES = {"ring-on-full": "G1.4", "ring-too-late": "H3"}
KINDS = {"regular": "G1.3", "extra": "H3", "penalty": "G3.4"}


def opponent_started(m: Match, player: str) -> None:
    """H3: his extra rights end, and he gets none for windows that are still open."""
    m.extras = [right for right in m.extras if right.player != player]
    for window in m.windows:
        if window.player != player:
            window.opponent_started = True


def open_window(m: Match, glass: Glass, at: int) -> None:
    """H2; H7: not without rings; H33: not on a cell that is full by now."""
    assert glass.accepted is not None
    if m.left[glass.player] == 0 or m.is_full(glass.accepted):
        return
    other = OTHER[glass.player]
    is_started = m.turn is not None and m.turn.player == other and m.turn.is_started
    m.windows.append(Window(glass.player, glass.accepted, at + m.ring_window, is_started))


def window_lapses(m: Match, window: Window, at: int) -> None:
    """H2, H3."""
    m.windows.remove(window)
    m.closed_at = max(m.closed_at, at)
    m.rule("ring-lapsed", at, "H2", player=window.player, cell=window.cell)
    other = OTHER[window.player]
    if not window.opponent_started and m.left[other] > 0 and not m.is_full(window.cell):
        m.extras = [right for right in m.extras if (right.player, right.cell) != (other, window.cell)]
        m.extras.append(ExtraRight(other, window.cell, at))


def meaning(m: Match, cell: str, holder: str | None) -> Meaning:
    """H6, first match wins; H5 where holders are counted."""
    if m.is_full(cell):
        return "", "ring-on-full"
    counted = holder if m.settings.holders == "counted" else None
    penalty = _open_penalty(m, counted)
    windows = sorted((w for w in m.windows if w.cell == cell), key=lambda w: w.ends)
    for window in windows:
        if counted in (None, window.player):
            return "regular", window.player
    if penalty is not None:
        return "penalty", penalty
    if windows:
        return "", "ring-surplus"
    extras = [right.player for right in m.extras if right.cell == cell]
    for player in extras:
        if counted in (None, player):
            return "extra", player
    if extras:
        return "", "ring-too-late"
    last = [new for new in m.new_cells.values() if new is not None and new.cell == cell]
    if last:
        return "", "ring-surplus" if any(new.has_ring for new in last) else "ring-too-late"
    return "", "ring-wrong-cell"


def _open_penalty(m: Match, counted: str | None) -> str | None:
    """With two open penalty windows, the one that ends first."""
    ends = [(right.ends, player) for player, right in m.penalties.items() if right.ends is not None]
    ends = [(end, player) for end, player in ends if counted in (None, player)]
    return min(ends, key=lambda e: e[0])[1] if ends else None


def ring(m: Match, cell: str, holder: str | None, at: int) -> None:
    m.lying_rings[cell] += 1
    if m.stage != "playing" or m.paused_at is not None:
        return
    if _put_back(m, cell, at):
        turns.look(m, at, at)
        return
    kind, who = meaning(m, cell, holder)
    if kind:
        accept(m, kind, who, cell, at)
    elif who != "ring-on-full" and (glass := _glass_to_wait_for(m, cell)) is not None:
        glass.waiting.append(Waiting(at, cell, holder, who, RULES.get(who, "H6")))
    else:
        refuse(m, cell, who, RULES.get(who, "H6"), at)
    turns.look(m, at, at)


def _put_back(m: Match, cell: str, at: int) -> bool:
    """H6: an accepted ring that was taken off is put back."""
    for refusal in reversed(m.wrong_rings[cell]):
        if refusal.reason == "ring-taken":
            clear(m, cell, refusal, at)
            return True
    return False


def clear(m: Match, cell: str, refusal: Refusal, at: int) -> None:
    m.wrong_rings[cell].remove(refusal)
    m.rule("refusal-cleared", at, refusal.rule, cells=refusal.cells)


def refuse(m: Match, cell: str, reason: str, rule: str, at: int) -> None:
    m.wrong_rings[cell].append(Refusal([cell], reason, rule))
    m.rule("act-refused", at, rule, player=None, hourglass=None, reason=reason, cells=[cell])


def _glass_to_wait_for(m: Match, cell: str) -> Glass | None:
    """H2: a standing glass before its release, or before it is turned (H11)."""
    for glass in m.glasses.values():
        if glass.stands == cell:
            is_unturned = glass.refusal is not None and glass.refusal.reason == "not-flipped"
            if glass.is_touched or glass.unturned_at is not None or is_unturned:
                return glass
    return None


def move_came(m: Match, glass: Glass, at: int) -> None:
    """H2: the rings that waited for it count now."""
    waiting, glass.waiting = glass.waiting, []
    for fallen in waiting:
        is_here = fallen.cell == glass.accepted
        kind, who = meaning(m, fallen.cell, fallen.holder) if is_here else ("", fallen.reason)
        if kind:
            accept(m, kind, who, fallen.cell, at)
        else:
            refuse(m, fallen.cell, who, RULES.get(who, "H6"), at if is_here else fallen.at)


def move_never_comes(m: Match, glass: Glass) -> None:
    """H2: refused then, dated at the ring, with the reason it had when it fell."""
    waiting, glass.waiting = glass.waiting, []
    for fallen in waiting:
        refuse(m, fallen.cell, fallen.reason, fallen.rule, fallen.at)


def accept(m: Match, kind: str, player: str, cell: str, at: int) -> None:
    """G1.3, H3, G3.4."""
    m.done.append(Done("ring-accepted", player, cell, m.ringless, kind, player))
    m.rings[cell] += 1
    m.left[player] -= 1
    m.ringless = 0
    m.closed_at = max(m.closed_at, at)
    if kind == "regular":
        ours = [window for window in m.windows if (window.player, window.cell) == (player, cell)]
        m.windows.remove(min(ours, key=lambda w: w.ends))
    elif kind == "extra":
        m.extras.remove(next(right for right in m.extras if (right.player, right.cell) == (player, cell)))
    else:
        del m.penalties[player]
    mover = OTHER[player] if kind == "extra" else player
    new = m.new_cells[mover]
    if kind != "penalty" and new is not None and new.cell == cell:
        new.has_ring = True
    m.rule("ring-accepted", at, KINDS[kind], player=player, cell=cell, kind=kind, left=m.left[player])
    if m.left[player] == 0:
        no_rings_left(m, player)


def no_rings_left(m: Match, player: str) -> None:
    """H6: a player whose count is zero has no windows and no rights."""
    m.windows = [window for window in m.windows if window.player != player]
    m.extras = [right for right in m.extras if right.player != player]
    m.penalties.pop(player, None)


def take(m: Match, cell: str, at: int) -> None:
    """A refused ring first; an accepted one is to be put back (H6)."""
    if m.lying_rings[cell] == 0:
        return
    m.lying_rings[cell] -= 1
    if m.stage != "playing" or m.paused_at is not None:
        return
    too_many = [refusal for refusal in m.wrong_rings[cell] if refusal.reason != "ring-taken"]
    waiting = [(glass, fallen) for glass in m.glasses.values() for fallen in glass.waiting if fallen.cell == cell]
    if too_many:
        clear(m, cell, too_many[-1], at)
    elif waiting:
        glass, fallen = waiting[-1]
        glass.waiting.remove(fallen)
    else:
        refuse(m, cell, "ring-taken", "H6", at)
    turns.look(m, at, at)


def say_owner(m: Match, cell: str, player: str, at: int) -> None:
    """H5: the last ring accepted there is this player's."""
    last = next((d for d in reversed(m.done) if d.kind == "ring-accepted" and d.cell == cell), None)
    if last is None or last.owner == player or m.left[player] == 0:
        return
    m.left[last.owner] += 1
    m.left[player] -= 1
    last.owner = player
    m.rule("ring-reassigned", at, "H5", player=player, cell=cell, left=m.left[player])
    if m.left[player] == 0:
        no_rings_left(m, player)


def new_cell(m: Match, player: str, cell: str) -> None:
    m.new_cells[player] = NewCell(cell)


def extra_right_holds_until(m: Match, right: ExtraRight) -> int:
    """H35: from its lapse or from the stall, whichever is later."""
    assert m.stalled_at is not None
    return max(right.since, m.stalled_at) + m.penalty_window
