"""The BoardView of a match: what the referee has decided, and what the sensors see at this moment.

What counts (turns, windows, refusals, rings) comes from the referee's state only, so nothing is shown that is not
ruled and kept. Where glasses are at this moment comes from the sensors, so that hands are answered at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.glasses import Doubt
from tamsk_pi.referee import mobility
from tamsk_pi.referee.desk import penalty_of, window_of
from tamsk_pi.referee.expiry import run_out_ns
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import MatchEnded
from tamsk_pi.referee.state import RefereeState, Stage, side
from tamsk_pi.rules.board import CAPACITY, CELLS, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import StartRule
from tamsk_pi.views.board_view import (
    BoardView,
    CellView,
    HourglassView,
    Phase,
    PlayerView,
    ResultView,
    RulingView,
    SandState,
    TimerView,
)
from tamsk_pi.views.catalogue import Text
from tamsk_pi.views.match_words import doubt_questions, has_all_started, match_questions, match_words
from tamsk_pi.views.words import player_name

LOW_SAND_MS: Final = 30_000
"""Below this a living glass flickers; at most a fifth of its running time, for short sand."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """What the sensors see now: where each glass stands (None: in the air or off the board), and what is in doubt."""

    seats: tuple[Cell | None, ...]
    rings: tuple[int, ...]
    in_air: frozenset[Hourglass] = frozenset()
    changing: frozenset[Cell] = frozenset()  # something happens there that is not believed yet
    uncertain: frozenset[Cell] = frozenset()
    is_settled: bool = True
    troubles: tuple[Text, ...] = ()


def match_view(
    state: RefereeState,
    sensed: Sensed,
    now_ns: int,
    origin_ns: int,
    rulings: Sequence[RulingView] = (),
    end: MatchEnded | None = None,
    result_text: Text = "",
    doubts: Sequence[Doubt] = (),
) -> BoardView:
    """Everything there is to show at `now_ns`; instants in it count from `origin_ns`.

    `rulings` are the last ones, oldest first; `end` is the ruling that ended the match; `doubts` are glasses
    that may have been mixed up.
    """
    phase = _phase(state, sensed)
    headline, hint = match_words(state, sensed.seats, phase, now_ns, result_text)
    return BoardView(
        now_ms=_ms(now_ns - origin_ns),
        phase=phase,
        level=state.settings.level,
        penalty=state.settings.penalty.value,
        turn=state.turn.number if state.turn else state.turns_begun,
        headline=headline,
        hint=hint,
        to_move=state.turn.player if state.turn else None,
        players=(_player(state, Player.RED, now_ns), _player(state, Player.BLACK, now_ns)),
        hourglasses=tuple(_hourglass(state, sensed, g, now_ns) for g in HOURGLASSES),
        cells=_cells(state, sensed, phase, now_ns),
        timer=_timer(state, now_ns),
        rulings=tuple(rulings),
        questions=(*match_questions(state), *doubt_questions(state, doubts)),
        troubles=sensed.troubles,
        result=None if end is None else ResultView(end.winner, end.reason, result_text),
    )


def _ms(duration_ns: int) -> int:
    return duration_ns // 1_000_000


def _phase(state: RefereeState, sensed: Sensed) -> Phase:
    match state.stage:
        case Stage.ENDED:
            return Phase.ENDED
        case Stage.AWAITING_SAND:
            return Phase.AWAITING_SAND
        case Stage.PLAYING:
            return Phase.PAUSED if state.pause is not None else Phase.PLAYING
        case Stage.BEFORE:
            return Phase.SETUP if sensed.is_settled else Phase.SENSING


def _player(state: RefereeState, player: Player, now_ns: int) -> PlayerView:
    right = penalty_of(state, player)
    window = None if right is None or right.ends_ns is None else max(0, _ms(right.ends_ns - now_ns))
    turn = state.turn
    return PlayerView(
        player=player,
        name=player_name(state.settings, player),
        rings_left=state.rings_left(player),
        is_to_move=turn is not None and turn.player is player,
        is_bound=turn is not None and any(r.turn == turn.number and r.player is player for r in state.runs),
        has_penalty_ring=right is not None,
        penalty_window_ms=window,
        turns_to_sit_out=state.sit_out[side(player)],
        has_all_started=has_all_started(state, player),
    )


def _sand_state(state: RefereeState, glass: Glass) -> SandState:
    if not state.settings.has_sand:
        return SandState.TIMELESS
    if glass.is_lost:
        return SandState.RUN_OUT
    return SandState.ALIVE if glass.has_started else SandState.NOT_STARTED


def _hourglass(state: RefereeState, sensed: Sensed, hourglass: Hourglass, now_ns: int) -> HourglassView:
    glass = state.glass(hourglass)
    top_ms, full_ms = _ms(glass.sand.top_at(now_ns)), _ms(glass.sand.full_ns)
    sand = _sand_state(state, glass)
    is_running = glass.sand.is_standing and top_ms > 0 and state.stage is not Stage.ENDED
    low_ms = min(LOW_SAND_MS, full_ms // 5)
    is_turns = state.stage is Stage.PLAYING and state.turn is not None and state.turn.player is glass.player
    return HourglassView(
        hourglass=hourglass,
        cell=sensed.seats[hourglass],
        accepted_cell=glass.accepted,
        is_in_air=hourglass in sensed.in_air,
        is_lying=glass.is_lying,
        sand=sand,
        top_ms=top_ms,
        full_ms=full_ms,
        is_running=is_running,
        is_low=sand is SandState.ALIVE and run_out_ns(state, glass) is not None and top_ms < low_ms,
        can_move=is_turns and mobility.can_move(state, hourglass),
        flips_needed=glass.unturned_since_ns is not None
        or (glass.refusal is not None and glass.refusal.reason == "not-flipped"),
        refusal=glass.refusal.reason if glass.refusal else None,
        is_turned=glass.turns % 2 == 1,
    )


def _cells(state: RefereeState, sensed: Sensed, phase: Phase, now_ns: int) -> tuple[CellView, ...]:
    targets = _targets(state, sensed) if phase is Phase.PLAYING else {}
    ring_due = {w.cell for p in Player if (w := window_of(state, p)) is not None}
    penalty_open = any(p.ends_ns is not None for p in state.penalties)
    extra = {r.cell for r in state.extra_rights} if state.settings.announce_missing_ring else frozenset()
    wanted = _wanted(state, sensed) if phase is Phase.SETUP else frozenset()
    refusals = {g.seat: g.refusal.reason for g in state.glasses if g.refusal is not None and g.seat is not None}
    return tuple(
        CellView(
            cell=cell,
            rings=state.rings[cell],
            rings_refused=sum(r.cell == cell for r in state.refused_rings),
            rings_taken=state.taken_rings.count(cell),
            is_full=state.rings[cell] >= CAPACITY[cell],
            is_target=cell in targets,
            target_of=targets.get(cell),
            is_ring_due=cell in ring_due,
            is_extra_ring_due=cell in extra,
            is_penalty_target=penalty_open and state.rings[cell] < CAPACITY[cell] and cell not in ring_due,
            is_home_wanted=cell in wanted,
            is_wrong=cell in refusals or (phase is Phase.SETUP and state.rings[cell] > 0),
            is_seen=cell in sensed.changing,
            is_uncertain=cell in sensed.uncertain,
            refusal=refusals.get(cell),
        )
        for cell in CELLS
    )


def _targets(state: RefereeState, sensed: Sensed) -> dict[Cell, Player]:
    """Where the glasses that the player to move holds in his hand may go, and those of a late move (H29), and whose.

    Where both may go, the first to be released has it; it is shown for the player to move.
    """
    turn, late = state.turn, state.late
    held = [
        g
        for g in sorted(sensed.in_air, key=lambda g: turn is not None and g.player is turn.player)
        if (turn is not None and g.player is turn.player and mobility.can_move(state, g))
        or (late is not None and g in late.hourglasses)
    ]
    return {cell: g.player for g in held for cell in mobility.targets(state, g)}


def _wanted(state: RefereeState, sensed: Sensed) -> frozenset[Cell]:
    """Corners that wait for their glass while some stand already (H18)."""
    if state.settings.start is StartRule.FREE_PLACEMENT or not any(s is not None for s in sensed.seats):
        return frozenset()
    return frozenset(HOME[g] for g in HOURGLASSES if sensed.seats[g] != HOME[g])


def _timer(state: RefereeState, now_ns: int) -> TimerView:
    run = next((r for r in state.runs if state.turn is not None and r.turn == state.turn.number), None)
    left = state.timer.top_at(now_ns) if run is None else max(0, run.ends_ns - now_ns)
    return TimerView(_ms(left), _ms(state.timer.full_ns), None if run is None else run.player)
