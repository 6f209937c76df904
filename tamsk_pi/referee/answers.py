"""What players say (H40): resigning, draws, pauses, taking back (H39), their eyes on the sand (H20, H37), whose a
ring was (H5)."""

from tamsk_pi.referee import ending, full_cell, pause, takeback
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.expiry import expire, is_safe, run_out_ns, uncertainty_ms
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import RingReassigned
from tamsk_pi.referee.state import Proposal, Stage
from tamsk_pi.referee.timer import binds_turn
from tamsk_pi.referee.turns import look_for_block
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player


def say(desk: Desk, act: Say) -> None:
    """Judge one answer, an act like any other (H40); what makes no sense now means nothing."""
    if desk.state.stage in (Stage.BEFORE, Stage.ENDED):
        return
    match act.what, act.player, act.hourglass, act.cell:
        case Answer.ALIVE, None, Hourglass() as hourglass, None:
            _say_alive(desk, hourglass, act.at_ns)
        case Answer.DEAD, None, Hourglass() as hourglass, None:
            _say_dead(desk, hourglass, act.at_ns)
        case Answer.OWNER, Player() as player, None, cell if cell is not None and _is_played(desk):
            _say_owner(desk, cell, player, act.at_ns)
        case Answer.RESIGN, Player() as player, None, None:
            why = Why((_said(player, act.at_ns),))
            ending.end(desk, player.opponent, "resigned", "H39", act.at_ns, why)
        case what, Player() as player, None, None:
            _say_together(desk, what, player, act.at_ns)
        case _:
            return


def _is_played(desk: Desk) -> bool:
    """Whether the match is neither over nor paused: in a pause acts are not judged (H39)."""
    return desk.state.stage is Stage.PLAYING and desk.state.pause is None


def _say_together(desk: Desk, what: Answer, player: Player, at_ns: int) -> None:
    match what:
        case Answer.DRAW:
            if both := _agreed(desk, what, player, at_ns):
                ending.end(desk, None, "agreed", "H39", at_ns, Why(both))
        case Answer.PAUSE if _is_played(desk):
            both = _agreed(desk, what, player, at_ns)
            if both or _may_pause_alone(desk, player):
                _forget(desk, what)
                pause.pause(desk, player, at_ns, Why(both or (_said(player, at_ns),)))
        case Answer.RESUME if desk.state.pause is not None:
            if both := _agreed(desk, what, player, at_ns):
                pause.resume(desk, at_ns, both)
        case Answer.CONFIRM if _is_played(desk) and (glass := full_cell.asked_in(desk.state)) is not None:
            if _agreed(desk, what, player, at_ns):
                assert glass.full_since_ns is not None
                full_cell.lose(desk, glass, glass.full_since_ns, at_ns)
        case Answer.UNDO if _is_played(desk) and desk.state.undoables:
            if both := _agreed(desk, what, player, at_ns):
                takeback.take_back(desk, at_ns, both)
        case _:
            return


def _may_pause_alone(desk: Desk, player: Player) -> bool:
    """H39: the player to move, if no run of the timer binds him."""
    state = desk.state
    has_turn = state.turn is not None and state.turn.player is player
    return has_turn and not any(binds_turn(state, run) for run in state.runs)


def _said(player: Player, at_ns: int) -> Fact:
    return Fact(What.SAID, at_ns, player=player)


def _agreed(desk: Desk, what: Answer, player: Player, at_ns: int) -> tuple[Fact, ...]:
    """Note who said it, and when last; when both have said it by now, else nothing."""
    key: tuple[object, ...] = ()
    earlier = next((p for p in desk.state.proposals if p.what is what and p.key == key), None)
    if earlier is not None and player not in earlier.players:
        _forget(desk, what)
        return (*(_said(p, earlier.said_ns) for p in earlier.players), _said(player, at_ns))
    _forget(desk, what)
    _propose(desk, what, key, player, at_ns)
    return ()


def _propose(desk: Desk, what: Answer, key: tuple[object, ...], player: Player, at_ns: int) -> None:
    ends = at_ns + desk.ms(desk.state.settings.answer_window_ms)
    desk.update(proposals=(*desk.state.proposals, Proposal(what, key, (player,), ends, at_ns)))


def _forget(desk: Desk, what: Answer, key: tuple[object, ...] = ()) -> None:
    kept = tuple(p for p in desk.state.proposals if not (p.what is what and p.key == key))
    desk.update(proposals=kept)


def drop_proposal(desk: Desk, proposal: Proposal) -> None:
    """The other player did not answer in time."""
    desk.update(proposals=tuple(p for p in desk.state.proposals if p is not proposal))


def _close_window_ns(desk: Desk, glass: Glass) -> int:
    return desk.ms(max(uncertainty_ms(desk.state, glass), 2_000))


def _eyes_count(desk: Desk, hourglass: Hourglass, at_ns: int) -> int | None:
    """The measured run-out if the players' eyes count now (H20), else None."""
    glass = desk.glass(hourglass)
    runs_out = run_out_ns(desk.state, glass)
    if runs_out is None or glass.close_answer or at_ns < runs_out - _close_window_ns(desk, glass):
        return None
    return runs_out


def _say_alive(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    tie = desk.state.tie
    if tie is not None and tie.asked_ns is not None:
        ending.say_outlived(desk, hourglass, at_ns)
        return
    if _eyes_count(desk, hourglass, at_ns) is None:
        return
    sand = desk.glass(hourglass).sand
    extra = _close_window_ns(desk, desk.glass(hourglass))
    now = sand.at(max(at_ns, sand.as_of_ns))
    runs_out = run_out_ns(desk.state, desk.glass(hourglass))
    assert runs_out is not None
    later_ns = runs_out + extra  # may be over already, of a glass that could not expire in the hand (H19)
    top = min(max(0, later_ns - now.as_of_ns), now.full_ns)
    desk.update_glass(hourglass, sand=now.with_top(top, None if top else later_ns), close_answer=True)
    ending.settle(desk)


def _say_dead(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    runs_out = _eyes_count(desk, hourglass, at_ns)
    if runs_out is None or is_safe(desk.state, desk.glass(hourglass)):
        return
    desk.update_glass(hourglass, close_answer=True)
    expire(desk, hourglass, min(at_ns, runs_out), (Fact(What.SAID, at_ns, hourglass=hourglass),))
    look_for_block(desk, min(at_ns, runs_out))
    ending.settle(desk)


def _say_owner(desk: Desk, cell: Cell, player: Player, at_ns: int) -> None:
    """H5: both say whose the last ring on a cell was; it moves to that player's count, until the match is scored."""
    key: tuple[object, ...] = (cell, player)
    first = next((p for p in desk.state.proposals if p.what is Answer.OWNER and p.key == key), None)
    if first is None:
        _propose(desk, Answer.OWNER, key, player, at_ns)
        return
    _forget(desk, Answer.OWNER, key)
    owners = list(desk.state.ring_owners)
    index = max((i for i, (c, _) in enumerate(owners) if c == cell), default=None)
    if index is None or owners[index][1] is player or desk.state.rings_left(player) == 0:
        return
    owners[index] = (cell, player)
    desk.update(ring_owners=tuple(owners))
    desk.set_left(player, desk.state.rings_left(player) - 1)
    desk.set_left(player.opponent, desk.state.rings_left(player.opponent) + 1)
    left = desk.state.rings_left(player)
    why = Why(tuple(Fact(What.SAID, said_ns, cell=cell) for said_ns in (first.said_ns, at_ns)))
    desk.rule(RingReassigned(at_ns=at_ns, rule="H5", player=player, cell=cell, left=left, why=why))
