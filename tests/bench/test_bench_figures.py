"""How figures are timed, scaled to boards and shown."""

import re
from pathlib import Path

import pytest

from tamsk_pi.bench.boards import BOARDS, SCALED, estimates, measure_loop
from tamsk_pi.bench.buses import measure_scan
from tamsk_pi.bench.figures import GOALS, MEANINGS, board_keys, board_markdown, board_table, markdown, table
from tamsk_pi.bench.stopwatch import least, quantile
from tamsk_pi.cli import main
from tamsk_pi.layout import parse_layout

FIGURES = {key: 10.0 + i for i, key in enumerate(MEANINGS)} | {"reference_loop_s": 24.5}


def test_of_several_passes_each_thing_s_least_time_counts() -> None:
    assert least([[5.0, 1.0, 9.0], [4.0, 2.0, 7.0]]) == [4.0, 1.0, 7.0]
    with pytest.raises(ValueError, match="shorter"):
        least([[1.0, 2.0], [1.0]])


def test_a_quantile_is_the_value_below_which_that_share_lies() -> None:
    values = [float(i) for i in range(100)]
    assert [quantile(values, share) for share in (0.0, 0.5, 0.99, 1.0)] == [0.0, 50.0, 99.0, 99.0]


def test_a_board_takes_as_much_longer_as_the_loop_does_there() -> None:
    pi_3 = estimates(FIGURES)["Pi 3 B+"]
    assert pi_3 == {"factor": 10.0} | {key: 10.0 * FIGURES[key] for key in SCALED}


def test_boards_stand_from_the_slowest_to_the_fastest() -> None:
    factors = [board["factor"] for board in estimates(FIGURES).values()]
    assert factors == sorted(factors, reverse=True)
    assert list(estimates(FIGURES)) == ["Zero 2 W", "Pi 3 B+", "Pi 4", "Pi 5"]


def test_only_processor_time_is_scaled() -> None:
    assert set(SCALED) <= MEANINGS.keys()
    assert not {"daemon_rss_mib", "act_to_light_ms_p95", "scans_per_s_at_1mhz"} & set(SCALED)


def test_the_table_has_a_line_for_every_figure_and_says_its_goal() -> None:
    lines = table(FIGURES).splitlines()
    assert [line.split()[0] for line in lines] == list(MEANINGS)
    assert [line.split()[0] for line in lines if "≤" in line] == [key for key in MEANINGS if key in GOALS]


def test_estimates_have_keys_of_their_own() -> None:
    keys = board_keys(FIGURES)
    assert keys["zero_2_w_factor"] == pytest.approx(14.0)
    assert keys["pi_3_b_frame_idle_us"] == 10.0 * FIGURES["frame_idle_us"]
    assert len(keys) == len(BOARDS) * (1 + len(SCALED))
    assert not keys.keys() & MEANINGS.keys()


def test_what_is_estimated_is_said_to_be() -> None:
    assert board_table(FIGURES).startswith("estimated, not measured")
    assert board_markdown(FIGURES).startswith("| estimated, not measured | here | Zero 2 W |")


def test_the_readme_has_the_tables_of_this_command(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    begun, ended = readme.index("<!-- tamsk-pi bench --markdown -->"), readme.index("<!-- end -->")
    shown = readme[begun:ended].splitlines()[1:]
    own = f"{markdown(FIGURES)}\n{board_markdown(FIGURES)}".splitlines()
    assert [_words(line) for line in shown] == [_words(line) for line in own]


def _words(row: str) -> str:
    """A row without its measured numbers; goals and keys stay."""
    return re.sub(r"(?<=\| )[\d.,e+]+(?= \|)", "…", row)


def test_scanning_costs_a_core_no_more_than_chips_and_drivers_together(board_toml: str) -> None:
    figures = measure_scan(parse_layout(board_toml, "board.toml"))
    both = figures["scan_overhead_us_per_conversion"] * 80 * 100 / 1e6 * 100
    assert 0 < figures["scan_100hz_core_percent"] < both


def test_the_loop_takes_some_seconds() -> None:
    assert 1 < measure_loop()["reference_loop_s"] < 10_000


def test_json_and_tables_are_not_printed_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--markdown"]) == 2
    assert "not allowed with" in capsys.readouterr().err
