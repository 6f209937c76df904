"""What each figure means, what it should be, and the tables that show them."""

from collections.abc import Mapping
from typing import Final

from tamsk_pi.bench.boards import BOARDS, SCALED, estimates

MEANINGS: Final = {
    "perft_nodes_per_s": "leaves of perft 6, level 1, rings always, per second",
    "perft_ratio_to_naive": "times as fast as a plain list-based generator",
    "frame_idle_us": "one frame through perception and referee, nothing moving (median)",
    "frame_busy_median_us": "the same within half a second of an act (median)",
    "frame_busy_p99_us": "the same, 99th percentile",
    "decode_unknown_board_ms": "decoding a board nothing is known of (median)",
    "scan_overhead_us_per_conversion": "driver and simulated chips, over the wire time",
    "scans_per_s_at_1mhz": "scans of 80 conversions that this leaves on a 1 MHz bus",
    "scan_100hz_core_percent": "percent of a core: scanning 100 times a second, without the bus",
    "daemon_core_percent": "percent of a core: the whole daemon at 100 scans a second, nothing moving",
    "act_to_light_ms_p50": "from an act to the first light that answers, virtual time (median)",
    "act_to_light_ms_p95": "the same, 95th percentile",
    "match_virtual_speedup": "a match from SPI bytes to pixels, times real time",
    "daemon_rss_mib": "memory of a virtual board, its page and its sensors looked at, MiB",
    "rss_mib": "memory of these measurements after all of them, MiB",
    "reference_loop_s": "the loop by which boards are compared, seconds",
}
"""By the keys of the JSON, in the order of the tables."""

GOALS: Final = {
    "frame_idle_us": 60.0,
    "frame_busy_p99_us": 600.0,
    "decode_unknown_board_ms": 40.0,
    "scan_overhead_us_per_conversion": 12.0,
    "daemon_core_percent": 10.0,
    "daemon_rss_mib": 80.0,
}
"""At most this, on a machine as fast as that of the README."""

_HEAD: Final = "figure"


def rounded(figures: Mapping[str, float]) -> dict[str, float]:
    """With as many digits as say something."""
    return {key: round(value, 3 if value < 100 else 0) for key, value in figures.items()}


def table(figures: Mapping[str, float]) -> str:
    """A line a figure: key, value, goal, meaning."""
    lines = [f"{key:<32} {figures[key]:>12,.4g}  {_goal(key):<8} {meaning}" for key, meaning in MEANINGS.items()]
    return "".join(f"{line}\n" for line in lines)


def markdown(figures: Mapping[str, float]) -> str:
    """The README's table."""
    head = "| `tamsk-pi bench` | here | goal | key |\n|---|---:|---:|---|\n"
    rows = [f"| {meaning} | {figures[key]:.4g} | {_goal(key)} | `{key}` |" for key, meaning in MEANINGS.items()]
    return head + "".join(f"{row}\n" for row in rows)


def _goal(key: str) -> str:
    return f"≤ {GOALS[key]:g}" if key in GOALS else ""


def board_table(figures: Mapping[str, float]) -> str:
    """A column a board: estimated from what the loop takes there."""
    lines = [_board_row(cells) for cells in _board_cells(figures)]
    return "".join(f"{line}\n" for line in lines)


def _board_row(cells: list[str]) -> str:
    return f"{cells[0]:<32}" + "".join(f" {cell:>10}" for cell in cells[1:])


def board_markdown(figures: Mapping[str, float]) -> str:
    """The same for the README."""
    rows = ["| " + " | ".join(cells) + " |" for cells in _board_cells(figures)]
    rows.insert(1, "|---" + "|---:" * (len(BOARDS) + 1) + "|")
    return "".join(f"{row}\n" for row in rows)


def _board_cells(figures: Mapping[str, float]) -> list[list[str]]:
    scaled = estimates(figures)
    head = ["estimated, not measured", "here", *scaled]
    times = ["times as long as here", "1", *(f"{board['factor']:.2g}" for board in scaled.values())]
    rows = [
        [
            key,
            f"{figures[key]:.3g}",
            *(f"{board[key]:.2g}" if board[key] < 100 else f"{board[key]:.0f}" for board in scaled.values()),
        ]
        for key in SCALED
    ]
    return [head, times, *rows]


def board_keys(figures: Mapping[str, float]) -> dict[str, float]:
    """The estimates under keys of their own, as in `zero_2_w_frame_idle_us`."""
    return {
        f"{name.lower().replace(' ', '_').replace('+', '')}_{key}": value
        for name, board in estimates(figures).items()
        for key, value in board.items()
    }
