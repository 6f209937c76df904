"""What holds whatever hands do."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_hands import MS, Doing, Hands, doings

from tamsk_pi.referee.referee import RefereeState, Watermark, next_due_ns, step
from tamsk_pi.referee.rulings import HourglassExpired, MatchEnded, MoveAccepted, Ruling, TurnPassed, TurnStarted
from tamsk_pi.referee.state import Stage
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import CAPACITY, NEIGHBOURS, RINGS
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Player
from tamsk_pi.rules.settings import LEVELS, HolderRule, MatchSettings, PenaltyRule, StartRule

MATCHES = pytest.mark.parametrize(
    ("level", "penalty"), [(level, penalty) for level in LEVELS for penalty in PenaltyRule]
)
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LONG_AFTER_MS = 600_000

Variant = tuple[StartRule, HolderRule, int]
VARIANTS = st.tuples(st.sampled_from(StartRule), st.sampled_from(HolderRule), st.sampled_from([0, 500]))


def settings_of(level: int, penalty: PenaltyRule, variant: Variant) -> MatchSettings:
    start, holders, uncertainty_ms = variant
    return MatchSettings(
        level=level,
        penalty=penalty,
        start=start,
        holders=holders,
        sand_ms=9_000,
        timer_ms=1_500,
        sand_uncertainty_ms=uncertainty_ms,
        ringless_limit=25,
        answer_window_ms=4_000,
    )


def played(chosen: MatchSettings, acts: tuple[Act, ...]) -> Iterator[tuple[RefereeState, tuple[Ruling, ...]]]:
    """The state after each act's watermark with what was ruled since the last, then long after the last act."""
    state = RefereeState.initial(chosen)
    for act in acts:
        state, _ = step(state, act)
        state, rulings = step(state, Watermark(act.at_ns))
        yield state, rulings
    yield step(state, Watermark(acts[-1].at_ns + LONG_AFTER_MS * MS))


@MATCHES
@QUICK
@given(what=doings(), variant=VARIANTS)
def test_rings_are_neither_made_nor_lost_and_no_tube_overflows(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    for state, _ in played(chosen, Hands(chosen).play(what)):
        if state.stage is not Stage.BEFORE:
            assert sum(state.left) + sum(state.rings) == RINGS
            assert min(state.left) >= 0
            assert all(count <= room for count, room in zip(state.rings, CAPACITY, strict=True))


@MATCHES
@QUICK
@given(what=doings(), variant=VARIANTS)
def test_a_glass_that_has_run_out_never_moves_and_only_the_player_to_move_does(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    lost, to_move, is_over = set(), None, False
    for ruling in (r for _, rulings in played(chosen, Hands(chosen).play(what)) for r in rulings):
        assert not is_over
        match ruling:
            case HourglassExpired(hourglass=hourglass):
                assert hourglass not in lost
                lost.add(hourglass)
            case TurnStarted(player=player):
                to_move = player
            case TurnPassed(player=player) if player is to_move:
                to_move = None
            case MoveAccepted(hourglass=hourglass, player=player, rule=rule):
                assert hourglass not in lost
                if rule in ("G1.2", "G.opt"):
                    assert player is to_move
                    to_move = None
            case MatchEnded():
                is_over = True


@MATCHES
@QUICK
@given(what=doings(), variant=VARIANTS)
def test_nothing_is_due_any_more_once_a_watermark_has_passed(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    for state, _ in played(chosen, Hands(chosen).play(what)):
        due_ns = next_due_ns(state)
        assert due_ns is None or due_ns > state.decided_ns


@MATCHES
@QUICK
@given(what=doings(), variant=VARIANTS)
def test_when_hands_stop_the_match_ends_or_waits_for_somebody_who_can_move(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    *_, (state, _) = played(chosen, Hands(chosen).play(what))
    assert next_due_ns(state) is None
    if state.stage is not Stage.ENDED and state.pause is None:
        waiting_for = {state.turn.player if state.turn else None, state.late.player if state.late else None} - {None}
        assert any(can_move(state, player) for player in waiting_for if player)


def can_move(state: RefereeState, player: Player) -> bool:
    """Whether a glass that is not lost has a vacant neighbour that is not full, or is still to be brought in."""
    taken = {glass.accepted for glass in state.glasses}
    return any(
        glass.accepted is None
        or any(cell not in taken and state.rings[cell] < CAPACITY[cell] for cell in NEIGHBOURS[glass.accepted])
        for glass in (state.glass(g) for g in OWN_HOURGLASSES[player])
        if glass.expired_ns is None
    )


@MATCHES
@QUICK
@given(what=doings(max_size=30), variant=VARIANTS)
def test_a_step_leaves_the_state_it_was_given_as_it_was(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    state = RefereeState.initial(chosen)
    acts = Hands(chosen).play(what)
    for act in acts:
        state, _ = step(state, act)
    kept, watermark = deepcopy(state), Watermark(acts[-1].at_ns + LONG_AFTER_MS * MS)
    once = step(state, watermark)
    assert state == kept
    assert step(state, watermark) == once


@MATCHES
@QUICK
@given(what=doings(max_size=30), variant=VARIANTS)
def test_batches_do_not_change_what_is_ruled(
    level: int, penalty: PenaltyRule, what: list[Doing], variant: Variant
) -> None:
    chosen = settings_of(level, penalty, variant)
    acts = Hands(chosen).play(what)
    last_of_instant = [a for a, b in zip(acts, (*acts[1:], None), strict=True) if b is None or b.at_ns > a.at_ns]
    state, in_steps, told = RefereeState.initial(chosen), list[Ruling](), 0
    for last in last_of_instant:
        while told < len(acts) and acts[told].at_ns <= last.at_ns:
            state, _ = step(state, acts[told])
            told += 1
        state, rulings = step(state, Watermark(last.at_ns))
        in_steps.extend(rulings)
    end_ns = acts[-1].at_ns + LONG_AFTER_MS * MS
    in_steps.extend(step(state, Watermark(end_ns))[1])
    state = RefereeState.initial(chosen)
    for act in acts:
        state, _ = step(state, act)
    at_once = step(state, Watermark(end_ns))[1]
    assert [ruling.as_line() for ruling in in_steps] == [ruling.as_line() for ruling in at_once]
