"""Timing sand through the whole daemon: simulated nodes and sensors, hands that turn, somebody who presses."""

from pathlib import Path

from timed_table import S, at_table

from tamsk_pi.calibration.files import load_sand
from tamsk_pi.daemon.sand_virtual import SandFollower
from tamsk_pi.simulator.settings import TableSettings

ENDS = ((177_500, 183_500), (180_000, 180_000), (180_000, 180_000), (176_000, 179_000), *((180_000, 180_000),) * 2)
TABLE = TableSettings(end_ms=ENDS, timer_end_ms=(14_700, 15_200), sand_spread_ms=600.0)


def test_two_glasses_and_the_timer_are_timed_at_both_ends(tmp_path: Path) -> None:
    def round_(hands: SandFollower, now_ns: int) -> None:
        if now_ns < 3 * S:
            return
        if now_ns < 3 * S + S // 20:
            hands.daemon.desks.time_sand(("red1", "black1", "neutral_timer"), rounds=1)
        hands.round(now_ns)

    daemon = at_table(tmp_path, TABLE, round_, 900)
    kept = load_sand(tmp_path / "sand.json")
    assert daemon.desks.sand.timing is not None
    assert daemon.desks.sand.timing.is_complete
    assert kept.glasses == ("red1", "black1", "neutral_timer")
    for glass, truth_ms in (("red1", ENDS[0]), ("black1", ENDS[3]), ("neutral_timer", (14_700, 15_200))):
        figures = kept.both(glass)
        assert figures is not None
        for figure, true_ms in zip(figures, truth_ms, strict=True):
            assert abs(figure.mean_ms - true_ms) < figure.uncertainty_ms
            assert figure.runs == 1
    red1 = kept.both("red1")
    assert red1 is not None
    assert 3_000 < red1[1].ms - red1[0].ms < 9_000
