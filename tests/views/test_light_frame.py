"""The light frame: what is said is seen, by everybody, and nothing looks like anything else."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from light_measures import distance, flashes, lightness, seconds_of
from view_samples import (
    A1,
    A2,
    ALIVE,
    BAR_VIEWS,
    BLACK,
    BOARD_VIEWS,
    C3,
    CELL_VIEWS,
    D4,
    RED,
    RED1,
    START,
    said,
    with_cell,
    with_glass,
    with_players,
)

import tamsk_pi
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.board_view import BoardView, CellView, Phase, ResultView, SandState, TimerView
from tamsk_pi.views.light_choice import bar_signal, cell_signals
from tamsk_pi.views.light_language import LANGUAGE, Rgb, Signal, Where, language_table
from tamsk_pi.views.light_picture import language_svg
from tamsk_pi.views.lights import PIXELS, light_frame

OFF = (0, 0, 0)
ALL_VIEWS = (*(view for view, _ in CELL_VIEWS.values()), *BAR_VIEWS.values(), *BOARD_VIEWS.values())

APART = 10.0
"""L* units; one or two are just noticeable side by side."""


def red_bar(view: BoardView, now_ms: int) -> tuple[Rgb, ...]:
    return light_frame(view, now_ms)[37:45]


def brightness_of_cell(view: BoardView, cell: int, times: range) -> list[float]:
    return [lightness(light_frame(view, at_ms)[cell]) for at_ms in times]


def test_samples_show_every_word_of_the_language() -> None:
    assert {*CELL_VIEWS, *BAR_VIEWS, *BOARD_VIEWS} == set(LANGUAGE) == set(Signal)


@pytest.mark.parametrize("signal", CELL_VIEWS)
def test_cell_shows_the_signal_of_its_view(signal: Signal) -> None:
    view, cell = CELL_VIEWS[signal]
    assert cell_signals(view)[cell] is signal


@pytest.mark.parametrize("signal", BAR_VIEWS)
def test_bar_shows_the_signal_of_its_view(signal: Signal) -> None:
    view = BAR_VIEWS[signal]
    assert bar_signal(view, view.players[0], 0) is signal


def test_no_two_cell_signals_look_alike_without_hue() -> None:
    def show(signal: Signal) -> Callable[[int], list[Rgb]]:
        view, cell = CELL_VIEWS[signal]
        return lambda at_ms: [light_frame(view, at_ms)[cell]]

    seconds = {signal: seconds_of(show(signal), 2_000) for signal in CELL_VIEWS}
    assert_apart({(a, b): distance(seconds[a], seconds[b]) for a, b in combinations(seconds, 2)})


def test_no_two_bar_signals_look_alike_without_hue() -> None:
    def show(signal: Signal) -> Callable[[int], tuple[Rgb, ...]]:
        return lambda at_ms: red_bar(BAR_VIEWS[signal], at_ms)

    brief = (Signal.NOTED, Signal.WARNING)
    seconds = {signal: seconds_of(show(signal), 400 if signal in brief else 2_000) for signal in BAR_VIEWS}
    assert_apart({(a, b): distance(seconds[a], seconds[b]) for a, b in combinations(seconds, 2)})


def test_no_two_pictures_of_the_whole_board_look_alike_without_hue() -> None:
    views = {**BOARD_VIEWS, Signal.TURN: START}
    seconds = {
        signal: seconds_of(lambda at_ms, view=view: light_frame(view, at_ms), 4_000)  # type: ignore[misc]
        for signal, view in views.items()
    }
    assert_apart({(a, b): distance(seconds[a], seconds[b]) for a, b in combinations(seconds, 2)})


def assert_apart(distances: dict[tuple[Signal, Signal], float]) -> None:
    assert {pair: apart for pair, apart in distances.items() if apart < APART} == {}


def test_same_rhythm_in_another_hue_counts_as_alike() -> None:
    def blink(colour: Rgb) -> Callable[[int], list[Rgb]]:
        return lambda at_ms: [colour if at_ms % 400 < 200 else OFF]

    reddish, greyish = blink((255, 48, 16)), blink((90, 90, 90))
    assert distance(seconds_of(reddish, 400), seconds_of(greyish, 400)) < APART


@pytest.mark.parametrize("signal", LANGUAGE)
def test_nothing_flashes_more_than_three_times_a_second(signal: Signal) -> None:
    view = {**{s: v for s, (v, _) in CELL_VIEWS.items()}, **BAR_VIEWS, **BOARD_VIEWS}[signal]
    for start in range(0, 6_000, 1_000):
        frames = [light_frame(view, at_ms) for at_ms in range(start, start + 1_000, 20)]
        for light in range(PIXELS):
            assert flashes([lightness(frame[light]) for frame in frames], 10.0) <= 3
        assert flashes([sum(map(lightness, frame)) / PIXELS for frame in frames], 2.0) <= 3


def test_six_blinks_in_a_second_are_counted_as_six_flashes() -> None:
    assert flashes([100.0 * (at_ms // 80 % 2) for at_ms in range(0, 1_000, 20)], 10.0) == 6


@pytest.mark.parametrize("view", ALL_VIEWS)
@given(now_ms=st.integers(0, 3_600_000))
def test_frame_has_a_colour_for_each_of_the_53_lights_at_any_time(view: BoardView, now_ms: int) -> None:
    frame = light_frame(view, now_ms)
    assert len(frame) == 53
    assert all(len(pixel) == 3 and all(0 <= value <= 255 for value in pixel) for pixel in frame)


def test_start_of_a_match_is_shown_light_by_light() -> None:
    view = replace(
        START,
        hourglasses=tuple(replace(glass, can_move=True) for glass in START.hourglasses),
        cells=tuple(replace(cell, is_full=cell.cell == D4) for cell in START.cells),
    )
    glow = (128, 24, 8)
    cells = {A1: glow, 33: glow, 21: glow, D4: (10, 10, 10)}
    bars = ((255, 48, 16),) * 8 + ((2, 5, 10),) * 8
    assert light_frame(view, 1_000) == (*(cells.get(cell, OFF) for cell in CELLS), *bars)


def test_wrong_glass_blinks_where_it_stands_and_where_it_belongs() -> None:
    view = with_glass(replace(RED1, cell=C3, accepted_cell=A1, refusal="not-adjacent"))
    assert [cell for cell in CELLS if light_frame(view, 100)[cell] == (255, 150, 0)] == [A1, C3]
    assert {light_frame(view, 300)[cell] for cell in CELLS} == {OFF}


@pytest.mark.parametrize("cell", [CellView(A2, rings_refused=1), CellView(A2, rings_taken=1)])
def test_ring_to_be_taken_off_or_put_back_blinks(cell: CellView) -> None:
    assert cell_signals(with_cell(cell))[A2] is Signal.WRONG


def test_run_down_bar_loses_one_light_after_the_other() -> None:
    view = BAR_VIEWS[Signal.TIMER_BOUND]
    lit = [sum(pixel != OFF for pixel in red_bar(view, second * 1_000)) for second in range(16)]
    assert lit == [8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 0]
    assert red_bar(view, 11_250) == ((56, 11, 4), (255, 48, 16), OFF, OFF, OFF, OFF, OFF, OFF)


def test_timer_seen_earlier_runs_on_between_two_views() -> None:
    early = BAR_VIEWS[Signal.TIMER_BOUND]
    late = replace(early, now_ms=4_000, timer=replace(early.timer, left_ms=11_000))
    assert light_frame(early, 5_500) == light_frame(late, 5_500)


def test_sand_flickers_quicker_the_less_is_left() -> None:
    def dips(top_ms: int) -> int:
        view = with_glass(replace(ALIVE, top_ms=top_ms))
        return flashes(brightness_of_cell(view, A1, range(0, 4_000, 20)), 10.0)

    assert dips(60_000) < dips(20_000) < dips(5_000)


def test_sand_that_stands_still_does_not_flicker() -> None:
    view = with_glass(replace(ALIVE, is_running=False))
    assert len(set(brightness_of_cell(view, A1, range(0, 4_000, 20)))) == 1


def test_pulse_marches_from_target_to_target() -> None:
    targets = (A2, C3, D4)
    view = replace(START, cells=tuple(replace(cell, is_target=cell.cell in targets) for cell in START.cells))
    brightest = {cell: brightness_of_cell(view, cell, range(0, 1_000, 10)) for cell in targets}
    peaks = [levels.index(max(levels)) * 10 for levels in brightest.values()]
    assert peaks == [150, 480, 820]


def test_movable_glasses_make_room_for_the_targets_of_the_lifted_one() -> None:
    view = with_cell(CellView(A2, is_target=True), with_glass(replace(RED1, can_move=True)))
    assert cell_signals(view)[A1] is Signal.DARK


def test_only_the_player_to_move_is_shown_his_movable_glasses() -> None:
    view = with_glass(replace(START.hourglasses[3], can_move=True))
    assert set(cell_signals(view)) == {Signal.DARK}


def test_penalty_cells_sparkle_out_of_step() -> None:
    view = replace(START, cells=tuple(replace(cell, is_penalty_target=True) for cell in START.cells))
    for at_ms in range(0, 3_000, 20):
        lit = sum(pixel == (255, 255, 255) for pixel in light_frame(view, at_ms)[:37])
        assert lit <= 37 // 2


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (CellView(A1, is_wrong=True, is_full=True, is_ring_due=True), Signal.WRONG),
        (CellView(A1, is_seen=True, is_wrong=True), Signal.SEEN),
        (CellView(A1, is_ring_due=True, is_penalty_target=True), Signal.RING_DUE),
        (CellView(A1, is_target=True, is_penalty_target=True), Signal.TARGET),
        (CellView(A1, is_uncertain=True, is_full=True), Signal.UNCERTAIN),
    ],
)
def test_of_several_signals_the_first_of_the_language_is_shown(cell: CellView, shown: Signal) -> None:
    assert cell_signals(with_cell(cell))[A1] is shown


def test_sweep_lights_every_light_in_full_so_that_a_dead_one_shows() -> None:
    brightest = [OFF] * PIXELS
    for at_ms in range(0, 5_600, 20):
        brightest = [max(a, b) for a, b in zip(brightest, light_frame(BoardView(), at_ms), strict=True)]
    assert all(min(pixel) >= 250 for pixel in brightest)


def test_pause_is_dim_everywhere() -> None:
    frames = [light_frame(BOARD_VIEWS[Signal.PAUSED], at_ms) for at_ms in range(0, 4_000, 100)]
    assert all(0 < max(pixel) <= 26 for frame in frames for pixel in frame)


def test_only_the_winners_bar_is_lit_at_the_end_and_both_after_a_draw() -> None:
    won, drawn = (light_frame(BOARD_VIEWS[s], 500) for s in (Signal.WON, Signal.DRAWN))
    assert OFF not in won[37:45]
    assert set(won[45:]) == {OFF}
    assert OFF not in drawn[37:]


def test_player_who_plays_two_turns_in_a_row_is_shown_as_the_one_who_gains() -> None:
    view = with_players(RED, replace(BLACK, turns_to_sit_out=1))
    assert [bar_signal(view, player, 0) for player in view.players] == [Signal.PENALTY_OWED, Signal.SITTING_OUT]


ENDED = replace(START, phase=Phase.ENDED, result=ResultView(Player.RED, "rings", ""))
RING_DUE = with_cell(CellView(A1, is_ring_due=True))
WRONG = with_cell(CellView(A2, is_wrong=True))
PENALTY = BAR_VIEWS[Signal.PENALTY_OWED]
BOUND = replace(BAR_VIEWS[Signal.TIMER_BOUND], timer=TimerView(left_ms=500, binds=Player.RED))
BLACK_TO_MOVE = BAR_VIEWS[Signal.WAITING]

CHANGES: dict[str, tuple[BoardView, BoardView]] = {
    "match-started": (replace(START, phase=Phase.SETUP, to_move=None), START),
    "turn-started": (START, BLACK_TO_MOVE),
    "move-accepted": (START, with_cell(CellView(A2, is_ring_due=True), BLACK_TO_MOVE)),
    "ring-accepted": (RING_DUE, said("ring-accepted", Player.RED)),
    "ring-lapsed": (RING_DUE, said("ring-lapsed", Player.RED)),
    "ring-reassigned": (START, said("ring-reassigned", Player.BLACK)),
    "act-refused": (START, said("act-refused", None, view=WRONG)),
    "refusal-cleared": (WRONG, said("refusal-cleared", None)),
    "hourglass-expired": (with_glass(ALIVE), with_glass(replace(RED1, sand=SandState.RUN_OUT))),
    "timer-started": (START, BAR_VIEWS[Signal.TIMER_BOUND]),
    "timer-ran-out": (BOUND, said("timer-ran-out", Player.RED)),
    "penalty-granted": (START, PENALTY),
    "penalty-lapsed": (PENALTY, said("penalty-lapsed", Player.RED)),
    "turn-passed": (START, said("turn-passed", Player.BLACK)),
    "warning": (START, said("warning", Player.BLACK)),
    "question": (START, BAR_VIEWS[Signal.QUESTION]),
    "paused": (START, replace(START, phase=Phase.PAUSED)),
    "resumed": (replace(START, phase=Phase.PAUSED), said("resumed", None)),
    "taken-back": (START, said("taken-back", None, view=WRONG)),
    "match-ended": (START, ENDED),
}


def test_table_of_changes_has_every_kind_of_ruling() -> None:
    assert set(CHANGES) == {kind.kind for kind in Ruling.__subclasses__()}


@pytest.mark.parametrize("kind", CHANGES)
def test_every_ruling_changes_what_is_seen_within_half_a_second(kind: str) -> None:
    before, after = CHANGES[kind]
    changes = [
        abs(lightness(old) - lightness(new))
        for at_ms in range(0, 500, 20)
        for old, new in zip(light_frame(before, at_ms), light_frame(after, at_ms), strict=True)
    ]
    assert max(changes) >= APART


def test_turning_of_the_timer_that_counts_for_nothing_is_shown_on_both_bars() -> None:
    view = said("act-refused", None, rule="H23")
    assert [bar_signal(view, player, 100) for player in view.players] == [Signal.WARNING] * 2


def test_warning_is_over_after_a_second_and_a_half() -> None:
    view = said("warning", Player.RED, at_ms=1_000)
    shown = {at_ms: bar_signal(view, view.players[0], at_ms) for at_ms in (999, 1_000, 2_499, 2_500)}
    assert shown == {999: Signal.TURN, 1_000: Signal.WARNING, 2_499: Signal.WARNING, 2_500: Signal.TURN}


def test_lapsed_ring_is_not_announced() -> None:
    view = said("ring-lapsed", Player.RED)
    assert light_frame(view, 100) == light_frame(START, 100)


def test_language_is_ordered_board_then_cells_then_bars() -> None:
    order = [word.where for word in LANGUAGE.values()]
    assert order == sorted(order, key=[Where.BOARD, Where.CELL, Where.BAR].index)


def test_the_page_about_the_lights_is_in_step_with_the_language() -> None:
    page = Path(tamsk_pi.__file__).parents[1] / "docs" / "lights.md"
    assert language_table() in page.read_text(encoding="utf-8")


def test_the_picture_of_the_lights_is_in_step_with_the_language() -> None:
    picture = Path(tamsk_pi.__file__).parents[1] / "docs" / "lights.svg"
    assert picture.read_text(encoding="utf-8") == language_svg()
