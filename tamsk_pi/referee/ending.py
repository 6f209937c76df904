"""The end: nobody can move, equal rings, the last hourglasses (G1.6, G1.7, G2.9, H8, H35–H38)."""

from dataclasses import replace

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import ends as evidence
from tamsk_pi.referee.expiry import close_ms, expire_overdue
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.mobility import is_full
from tamsk_pi.referee.rulings import MatchEnded, Question
from tamsk_pi.referee.state import ExtraRight, RefereeState, Stage, Tie
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player


def is_ringless_end(state: RefereeState) -> bool:
    """H8: too many moves without a ring, and no window open in which one may still come."""
    return (
        state.stage is Stage.PLAYING
        and state.ringless_moves >= state.settings.ringless_limit
        and not state.windows
        and not any(p.ends_ns is not None for p in state.penalties)
    )


def holds_until_ns(state: RefereeState, right: ExtraRight) -> int | None:
    """How long an extra right holds the end open (H35); None in play, afterwards, on a full cell."""
    if state.stalled_ns is None or not right.holds_end or is_full(state, right.cell):
        return None
    return max(right.lapsed_ns, state.stalled_ns) + state.settings.penalty_window_ms * 1_000_000


def hold_no_longer(desk: Desk, right: ExtraRight, at_ns: int) -> None:
    """Nobody used the extra right that held the end open (H35); while something else does, he still may."""
    desk.update(
        extra_rights=tuple(replace(r, holds_end=False) if r is right else r for r in desk.state.extra_rights),
        closed_ns=max(desk.state.closed_ns, at_ns),
    )
    end_if_over(desk)


def end_if_over(desk: Desk) -> None:
    """H35: neither player can move, and nothing is open any more."""
    state = desk.state
    if state.stage is not Stage.PLAYING or state.stalled_ns is None or state.windows:
        return
    if any(p.ends_ns is not None for p in state.penalties):
        return
    if any(holds_until_ns(state, r) is not None for r in state.extra_rights):
        return
    finish(desk, max(state.stalled_ns, state.closed_ns))


def finish(desk: Desk, at_ns: int) -> None:
    """Score the match, at every level alike (G1.6, G2.8); with equal rings the sand decides (G2.9, G3.7, H36), at
    level 1 nothing does (G1.7)."""
    red, black = desk.state.left
    if red != black:
        winner = Player.RED if red < black else Player.BLACK
        end(desk, winner, "rings", "G1.6", at_ns, evidence.nobody_can_move(desk.state))
        return
    if not desk.state.settings.has_sand:
        end(desk, None, "tie", "G1.7", at_ns, evidence.nobody_can_move(desk.state))
        return
    _stand_untouched(desk)
    desk.update(stage=Stage.AWAITING_SAND, turn=None, late=None, tie=Tie(at_ns))
    expire_overdue(desk)
    settle(desk, at_start=True)


def _stand_untouched(desk: Desk) -> None:
    """H36: from here on sand is computed as if every glass stood untouched."""
    for glass in desk.state.glasses:
        desk.update_glass(
            glass.hourglass,
            is_lying=False,
            is_touched=False,
            held_since_ns=None,
            unturned_since_ns=None,
            full_since_ns=None,
            sand=glass.sand.stood(max(desk.now_ns, glass.sand.as_of_ns)),
        )


def end(desk: Desk, winner: Player | None, reason: str, rule: str, at_ns: int, why: Why) -> None:
    """The match is over; nothing is ruled after this."""
    red, black = desk.state.left
    desk.update(stage=Stage.ENDED, turn=None, late=None)
    desk.rule(
        MatchEnded(at_ns=at_ns, rule=rule, winner=winner, reason=reason, red_left=red, black_left=black, why=why)
    )


def settle(desk: Desk, *, at_start: bool = False) -> None:
    """Whether the sand has decided (G2.9, H36), or the players must (H37); a glass not started is none (H38)."""
    state = desk.state
    tie = state.tie
    if state.stage is not Stage.AWAITING_SAND or tie is None or tie.asked_ns is not None:
        return
    living = [p for p in Player if any(state.glass(g).is_living for g in OWN_HOURGLASSES[p])]
    match living:
        case [_, _]:
            return
        case [survivor]:
            _settle_with_survivor(desk, tie, survivor)
        case _ if at_start:
            _settle_among_dead(desk, tie)
        case _:
            _ask(desk, tie)


def _settle_with_survivor(desk: Desk, tie: Tie, survivor: Player) -> None:
    other_last = _last_expiry(desk.state, survivor.opponent)
    if other_last is not None:
        lives_ns, last = _last_living(desk.state, survivor)
        if lives_ns - other_last <= desk.ms(close_ms(desk.state, last, _dead(desk.state, survivor.opponent)[0])):
            return
    ends = tie.ends_ns if other_last is None else max(other_last, tie.ends_ns)
    end(desk, survivor, "last-hourglass", "G2.9", ends, evidence.last_glass_lives(desk.state, survivor))


def _settle_among_dead(desk: Desk, tie: Tie) -> None:
    """H36: none lived when the match ended; the later last expiry wins, exactly equal ones go on by rank."""
    red, black = (_expiries(desk.state, p) for p in Player)
    if red[:1] == black[:1]:
        _settle_by_rank(desk, tie.ends_ns)
    else:
        winner = Player.RED if red[:1] > black[:1] else Player.BLACK
        end(desk, winner, "last-hourglass", "G2.9", tie.ends_ns, evidence.by_rank(desk.state, 0))


def _ask(desk: Desk, tie: Tie) -> None:
    """H37: the two last glasses ran out too close to each other to tell; the players have seen it."""
    pair = tuple(
        max((desk.glass(g) for g in OWN_HOURGLASSES[p]), key=lambda glass: glass.expired_ns or -1).hourglass
        for p in Player
    )
    at_ns = max(*(_expiries(desk.state, p)[0] for p in Player), tie.ends_ns)
    desk.update(tie=replace(tie, asked_ns=max(at_ns, desk.now_ns), pair=pair))
    desk.rule(Question(at_ns=at_ns, rule="H37", reason="tie-close", why=evidence.by_rank(desk.state, 0)))


def answer_ends_ns(state: RefereeState) -> int | None:
    """Until when the players may answer which glass outlived the other."""
    if state.tie is None or state.tie.asked_ns is None:
        return None
    return state.tie.asked_ns + state.settings.answer_window_ms * 1_000_000


def say_outlived(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """`alive G` in answer to tie-close: said twice of one glass, it outlived the other (H37)."""
    tie = desk.state.tie
    if tie is None or tie.asked_ns is None or hourglass not in tie.pair:
        return
    said = (*tie.said, Fact(What.SAID, at_ns, hourglass=hourglass))
    desk.update(tie=replace(tie, said=said))
    same = tuple(fact for fact in said if fact.hourglass is hourglass)
    if len(same) == 2:
        end(desk, hourglass.player, "last-hourglass", "H37", at_ns, Why(same))


def settle_unanswered(desk: Desk, at_ns: int) -> None:
    """Nobody answered: the last but one decide, then the third (G2.9, H37)."""
    _settle_by_rank(desk, at_ns)


def _settle_by_rank(desk: Desk, at_ns: int) -> None:
    red, black = (_expiries(desk.state, p) for p in Player)
    for rank in (1, 2):
        if len(red) <= rank and len(black) <= rank:
            break
        if len(red) <= rank or len(black) <= rank:
            winner = Player.RED if len(red) > rank else Player.BLACK
            end(desk, winner, "last-hourglass", "H37", at_ns, evidence.by_rank(desk.state, rank))
            return
        pair = (_dead(desk.state, p)[rank] for p in Player)
        if abs(red[rank] - black[rank]) > desk.ms(close_ms(desk.state, *pair)):
            winner = Player.RED if red[rank] > black[rank] else Player.BLACK
            end(desk, winner, "last-hourglass", "H37", at_ns, evidence.by_rank(desk.state, rank))
            return
    end(desk, None, "tie", "H37", at_ns, evidence.by_rank(desk.state, max(0, len(red) - 1)))


def _expiries(state: RefereeState, player: Player) -> list[int]:
    """When the player's started glasses ran out, the last first (H38: those not started do not count)."""
    return [g.expired_ns or 0 for g in _dead(state, player)]


def _dead(state: RefereeState, player: Player) -> list[Glass]:
    mine = [glass for g in OWN_HOURGLASSES[player] if (glass := state.glass(g)).is_lost]
    return sorted(mine, key=lambda glass: (glass.expired_ns or 0, glass.hourglass), reverse=True)


def _last_expiry(state: RefereeState, player: Player) -> int | None:
    return next(iter(_expiries(state, player)), None)


def _last_living(state: RefereeState, player: Player) -> tuple[int, Glass]:
    living = [glass for g in OWN_HOURGLASSES[player] if (glass := state.glass(g)).is_living]
    last = max(living, key=lambda glass: glass.sand.runs_out_ns() or 0)
    return last.sand.runs_out_ns() or 0, last
