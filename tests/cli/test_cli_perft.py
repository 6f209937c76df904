"""`tamsk-pi perft`."""

import pytest

from tamsk_pi.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("0", 1),
        ("3", 858),
        ("3 --level 1 --rings always", 858),
        ("3 --level 1 --rings optional", 6_864),
        ("4 --level 2 --rings always", 2_916),
        ("3 --level 3 --rings optional", 3_888),
    ],
)
def test_the_count_is_printed_and_nothing_else(words: str, count: int, capsys: Capture) -> None:
    assert main(["perft", *words.split()]) == 0
    assert capsys.readouterr() == (f"{count}\n", "")


def test_divide_prints_first_moves_with_their_shares_and_then_the_sum(capsys: Capture) -> None:
    assert main(["perft", "4", "--level", "1", "--rings", "always", "--divide"]) == 0
    assert capsys.readouterr().out == (
        "A1-A2 928\nA1-B1 928\nA1-B2 1142\nG1-F1 928\nG1-F2 1142\nG1-G2 928\nD7-C6 928\nD7-D6 1142\nD7-E6 928\n8994\n"
    )


def test_divide_puts_a_move_with_and_without_its_ring_on_one_line(capsys: Capture) -> None:
    assert main(["perft", "1", "--rings", "optional", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert lines[0] == "A1-A2 2"
    assert lines[-1] == "18"


def test_divide_of_depth_0_is_the_sum_alone(capsys: Capture) -> None:
    assert main(["perft", "0", "--divide"]) == 0
    assert capsys.readouterr().out == "1\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "DEPTH"),
        ("-1", "DEPTH"),
        ("x", "'x': expected a whole number from 0 to 99"),
        ("100", "'100': expected a whole number from 0 to 99"),
        ("٣", "expected a whole number from 0 to 99"),
        ("3 --level 4", "--level"),
        ("3 --rings never", "--rings"),
        ("3 --lev 1", "--lev"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_counted(words: str, told: str, capsys: Capture) -> None:
    assert main(["perft", *words.split()]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert told in written.err


def test_a_long_count_tells_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    class HurriedClock:
        """Three seconds pass between two looks."""

        def __init__(self) -> None:
            self.passed_s = 0

        def now_ns(self) -> int:
            self.passed_s += 3
            return self.passed_s * 1_000_000_000

    monkeypatch.setattr("tamsk_pi.cli.perft.SystemClock", HurriedClock)
    assert main(["perft", "2"]) == 0
    written = capsys.readouterr()
    assert written.out == "81\n"
    assert written.err.splitlines() == [f"tamsk-pi: {n} of 9 first moves counted" for n in range(1, 9)]
