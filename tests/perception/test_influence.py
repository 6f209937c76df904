"""The influence table and the calibration: read once, refused with a reason."""

import json

import pytest
from perceived_table import ROOT, influence

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.influence import parse_influence
from tamsk_pi.rules.board import parse_cell


def test_the_table_says_what_pieces_do_to_their_own_and_to_neighbouring_sensors() -> None:
    table, d4, e4 = influence(), parse_cell("D4"), parse_cell("E4")
    assert table.ring[d4][0][2 * d4] == 10.99
    assert table.glass[d4][2 * d4 + 1] == 8.0862
    # The source's position relative to the sensor's: E4 is at (+1, 0) as seen from D4.
    assert table.ring[e4][0][2 * d4 + 1] == -0.37044
    assert table.ring[d4][0][2 * e4 + 1] == -0.12218


def test_a_fifth_ring_is_extrapolated_to_what_the_study_computed_for_24_mm() -> None:
    table, d4 = influence(), parse_cell("D4")
    assert table.ring[d4][4][2 * d4] == pytest.approx(4.7, abs=0.3)
    assert table.ring[d4][4][2 * d4 + 1] == pytest.approx(4.4, abs=0.3)


def test_a_table_that_is_not_json_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON"):
        parse_influence("{")


@pytest.mark.parametrize("entry", [None, [], [[1, 2], [3, 4]], [[["a", 2, 3, 4], 1], [[1, 2, 3, 4], 1]]])
def test_a_malformed_entry_is_refused_by_name(entry: object) -> None:
    text = (ROOT / "tamsk_pi" / "perception" / "influence_r2.json").read_text(encoding="utf-8")
    table = json.loads(text)
    table["1,0"] = entry
    with pytest.raises(ValueError, match="'1,0'"):
        parse_influence(json.dumps(table))


def test_calibrations_with_equal_numbers_have_equal_digests() -> None:
    assert Calibration().digest == Calibration((512.0,) * 74, (1.0,) * 74).digest
    assert Calibration().digest != Calibration((512.5,) + (512.0,) * 73).digest


@pytest.mark.parametrize(
    ("zeros", "gains"),
    [((512.0,) * 73, (1.0,) * 74), ((512.0,) * 74, (1.0,) * 73 + (3.0,)), ((-1.0,) * 74, (1.0,) * 74)],
)
def test_an_impossible_calibration_is_refused(zeros: tuple[float, ...], gains: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="calibration"):
        Calibration(zeros, gains)
