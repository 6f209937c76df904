"""What the lights say while sand is timed."""

from tamsk_pi.rules.board import parse_cell
from tamsk_pi.views.light_language import AMBER
from tamsk_pi.views.sand_lights import sand_light_frame

A1, G1, D7 = (parse_cell(name) for name in ("A1", "G1", "D7"))
PEAK_MS = 600


def test_running_due_and_next_glasses_are_told_apart() -> None:
    frame = sand_light_frame(53, (A1, G1), (A1,), (D7,), PEAK_MS)
    assert frame[A1] == (255, 255, 255)
    assert frame[G1] == tuple(round(channel * 0.25) for channel in AMBER)
    assert frame[D7] == (0, 40, 255)
    assert {pixel for i, pixel in enumerate(frame) if i not in (A1, G1, D7)} == {(0, 0, 0)}


def test_what_is_to_be_done_breathes_and_what_runs_is_steady() -> None:
    bright, dim = (sand_light_frame(53, (G1,), (A1,), (), ms) for ms in (PEAK_MS, 0))
    assert sum(dim[A1]) < sum(bright[A1]) / 4
    assert dim[G1] == bright[G1]


def test_the_bars_speak_for_the_neutral_timer() -> None:
    frame = sand_light_frame(53, (), (), (None,), PEAK_MS)
    assert set(frame[37:]) == {(0, 40, 255)}
    assert set(frame[:37]) == {(0, 0, 0)}
